"""Spells and breaths: whom they catch, what those throw, what they cost."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from boards import cells_of
from rules.table import caught as expected
from rules.table import why_not

from pool.fights import OPEN, act, fight, only, spend
from tacsim.core import events as ev
from tacsim.core.intents import Area
from tacsim.grid.cells import Cell
from tacsim.rules.battle import Battle
from tacsim.rules.engine import check

HERE = (4, 4, 0)
BLAST = {"name": "blast", "shape": "burst", "size": 2, "damage": 7, "save": "mettle", "dc": 2,
         "half": True, "range": 6, "cost": 2}  # fmt: skip
BREATH = {"name": "breath", "shape": "cone", "size": 3, "damage": 7, "save": "grace", "dc": 1}


def mage(*areas: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"at": HERE, "areas": list(areas) or [BLAST], "stamina": 4, **more}


def cast(origin: Cell, toward: Cell | None = None, shape: str = "burst", size: int = 2) -> Area:
    return Area("A", shape, size, origin, toward)


def caught(battle: Battle, intent: Area) -> set[str]:
    return set(only(act(battle, intent), ev.AreaMade).targets)


# --- cells -------------------------------------------------------------------------------------


def distance(a: Cell, b: Cell) -> int:
    """The straight measure, step by step: every axis that is not at its end takes part."""
    left = [abs(p - q) for p, q in zip(a, b, strict=True)]
    diagonals = straights = 0
    while any(left):
        axes = sum(1 for n in left if n)
        straights += axes == 1
        diagonals += axes - 1
        left = [max(0, n - 1) for n in left]
    return straights + sum(1 + n % 2 for n in range(diagonals))


def all_cells(battle: Battle) -> list[Cell]:
    return list(product(*map(range, battle.world.field.size)))


@pytest.mark.rule("pool.aoe.burst", "pool.aoe.measure", "pool.aoe.3d")
def test_a_burst_away_from_its_maker_holds_its_middle() -> None:
    battle = fight(A=mage(), b={"at": (0, 0, 0)})
    area = battle.ruleset.areas
    centre = (8, 4, 1)
    open_shape = area.shapes["burst"].cells(centre, centre, 2)
    assert centre not in open_shape, "the measure itself leaves it out"
    world = battle.world
    found = cells_of(battle, world["A"], "burst", 2, centre)
    assert found == {cell for cell in all_cells(battle) if distance(centre, cell) <= 2}
    assert (8, 4, 3) in found
    own = cells_of(battle, world["A"], "burst", 2, HERE)
    assert HERE not in own
    assert own == {cell for cell in all_cells(battle) if 1 <= distance(HERE, cell) <= 2}


@pytest.mark.rule("pool.aoe.forms", "pool.aoe.line", "pool.aoe.wide", "pool.aoe.cone")
@pytest.mark.parametrize(
    ("shape", "size", "count"), [("line", 3, 3), ("wide", 3, 7), ("cone", 3, 11)]
)
def test_aimed_forms_on_the_level(shape: str, size: int, count: int) -> None:
    battle = fight(OPEN, A=mage(), b={"at": (0, 0, 0)})
    found = cells_of(battle, battle.world["A"], shape, size, HERE, (9, 4, 0))
    assert len(found) == count
    assert all(1 <= distance(HERE, cell) <= size for cell in found)
    assert (7, 4, 0) in found


@pytest.mark.rule("pool.diag.triple")
def test_the_shortest_measure_reaches_through_corners() -> None:
    for switches, holds in (({}, False), ({"shortest": True}, True)):
        battle = fight(A=mage(), b={"at": (0, 0, 0)}, switches=switches)
        cells = cells_of(battle, battle.world["A"], "burst", 2, HERE)
        assert ((5, 5, 1) in cells) is holds


@pytest.mark.rule("pool.aoe.measure")
def test_walls_and_floors_stop_areas() -> None:
    walled = fight("....#...", A=mage(BREATH, at=(2, 0, 0)), b={"at": (5, 0, 0)})
    found = cells_of(walled, walled.world["A"], "line", 5, (2, 0, 0), (5, 0, 0))
    assert found == {(3, 0, 0)}
    two = fight("....", "....", A=mage(at=(0, 0, 0)), b={"at": (2, 0, 1)}, C={"at": (3, 0, 0)})
    assert caught(two, cast((2, 0, 0))) == {"C"}


# --- who suffers -------------------------------------------------------------------------------


@pytest.mark.rule("pool.aoe.burst")
def test_everybody_inside_is_caught_friend_or_foe_but_not_its_maker() -> None:
    battle = fight(
        A=mage(), B={"at": (7, 4, 0)}, b={"at": (8, 4, 0)}, c={"at": (6, 3, 0), "size": "large"},
        d={"at": (11, 4, 0)},
    )  # fmt: skip
    assert caught(battle, cast((8, 4, 0))) == {"B", "b", "c"}
    about = fight(A=mage(), b={"at": (5, 4, 0)}, c={"at": (7, 4, 0)})
    assert caught(about, cast(HERE)) == {"b"}


@pytest.mark.rule("pool.check.direct", "pool.damage.order")
@pytest.mark.parametrize(
    ("faces", "half", "amount"),
    [
        ((6, 5), True, 1 + 3 // 2),  # two successes against 2: half of 7 is 3
        ((6, 4), True, 1 + 7 // 2),
        ((6, 5), False, 0),
        ((1, 1), False, 1 + 7 // 2),
    ],
)
def test_a_direct_check_spares_half_or_all(faces: tuple[int, int], half: bool, amount: int) -> None:
    battle = fight(
        dice=faces, A=mage({**BLAST, "half": half}), b={"at": (8, 4, 0), "armour": "heavy"},
        c={"at": (0, 0, 0)},
    )  # fmt: skip
    events = act(battle, cast((8, 4, 0)))
    tested = only(events, ev.Tested)
    assert (tested.actor, tested.what, tested.against) == ("b", "mettle_save", 2)
    assert tested.total == sum(face >= 5 for face in faces)
    assert tested.passed == (tested.total >= 2)
    lost = sum(e.amount for e in events if isinstance(e, ev.Damaged))
    assert lost == amount, "neither armour nor soaking, but Absorption"
    assert not [e for e in events if isinstance(e, ev.Rolled) and e.purpose == "soak"]


@pytest.mark.rule("pool.check.direct")
def test_who_cannot_move_makes_no_check_of_might_or_grace() -> None:
    stunned = {"at": (6, 4, 0), "conditions": ["stunned"]}
    battle = fight(dice=[], A=mage(BREATH), b=stunned, c={"at": (0, 0, 0)})
    events = act(battle, cast(HERE, (9, 4, 0), "cone", 3))
    assert not [e for e in events if isinstance(e, ev.Tested)]
    assert only(events, ev.Damaged).target == "b"
    tough = fight(A=mage(), b=stunned, c={"at": (0, 0, 0)})
    assert only(act(tough, cast((6, 4, 0))), ev.Tested).what == "mettle_save"


@pytest.mark.rule("pool.damage.order")
def test_a_blast_kills_at_vitality_0() -> None:
    battle = fight(A=mage(), b={"at": (8, 4, 0), "hp": 1}, c={"at": (0, 0, 0)})
    events = act(battle, cast((8, 4, 0)))
    assert [e.condition for e in events if isinstance(e, ev.ConditionGained)] == ["dead"]


@pytest.mark.rule("pool.check.direct")
@pytest.mark.parametrize(("mettle", "dc", "half"), [(2, 2, True), (3, 1, False), (2.5, 2, True)])
def test_the_forecast_is_exact(mettle: float, dc: int, half: bool) -> None:
    area = {**BLAST, "dc": dc, "half": half}
    yours = {"at": (8, 4, 0), "attributes": {"mettle": mettle}, "absorption": 3}
    battle = fight(A=mage(area), b=yours)
    (found,) = expected(battle, cast((8, 4, 0)))
    dice, again = int(mettle), mettle % 1 > 0
    ways = Counter[bool]()
    for faces in product(range(1, 7), repeat=dice + again):
        first = sum(face >= 5 for face in faces[:dice])
        more = again and first < dice and faces[-1] >= 5
        ways[first + more >= dc] += 1
    saves = Fraction(ways[True], ways.total())
    spared = 1 + (7 // 2) // 3 if half else 0
    damage = saves * spared + (1 - saves) * (1 + 7 // 3)
    assert (found.creature, found.saves, found.damage) == ("b", float(saves), float(damage))


# --- what it costs, and where it may begin ----------------------------------------------------


@pytest.mark.rule("pool.actions")
def test_one_spell_a_turn_for_its_stamina() -> None:
    battle = fight(A=mage(stamina=5), b={"at": (8, 4, 0), "hp": 99})
    act(battle, cast((8, 4, 0)))
    have = battle.world["A"].resources
    assert (have["stamina"], have["spell"], have["attacks_made"]) == (3, 0, 0)
    assert why_not(battle, cast((8, 4, 0)))[1] == "pool.actions"


@pytest.mark.rule("pool.actions")
def test_a_spell_that_cannot_be_paid_for_is_refused() -> None:
    battle = fight(A=mage(), b={"at": (8, 4, 0)})
    maker, waiting = battle.world["A"], battle.ruleset.areas.waiting
    spend(battle, "A", stamina=1)
    assert waiting(maker, maker.areas.items[0]) is not None
    assert why_not(battle, cast((8, 4, 0))) == ("no_stamina", "pool.actions")
    spend(battle, "A", stamina=2)
    assert waiting(maker, maker.areas.items[0]) is None
    assert check(battle, cast((8, 4, 0)))


@pytest.mark.rule("pool.actions")
def test_a_spell_neither_pays_nor_raises_the_tax() -> None:
    battle = fight(A=mage(BREATH, stamina=3), b={"at": (5, 4, 0), "hp": 99})
    spend(battle, "A", attacks_made=2)
    act(battle, cast(HERE, (9, 4, 0), "cone", 3))
    have = battle.world["A"].resources
    assert (have["stamina"], have["attacks_made"]) == (2, 2)


@pytest.mark.rule("pool.aoe.burst", "pool.aoe.measure")
def test_where_a_burst_may_be_centred() -> None:
    battle = fight(A=mage(at=(1, 1, 0)), b={"at": (3, 1, 0)})
    assert check(battle, cast((7, 1, 0)))
    assert why_not(battle, cast((8, 1, 0))) == ("out_of_range", "pool.aoe.measure")
    assert why_not(battle, cast((14, 1, 0)))[0] == "off_map"
    walled = fight("....#....", A=mage(at=(2, 0, 0)), b={"at": (0, 0, 0)})
    for origin in ((4, 0, 0), (5, 0, 0)):
        assert why_not(walled, cast(origin)) == ("total_cover", "pool.space.cover")


@pytest.mark.rule("pool.aoe.forms")
def test_what_is_aimed_starts_in_its_makers_space() -> None:
    battle = fight(A=mage(BREATH), b={"at": (6, 4, 0)})
    assert why_not(battle, cast((5, 4, 0), (9, 4, 0), "cone", 3))[0] == "not_its_space"
    assert why_not(battle, cast(HERE, HERE, "cone", 3))[0] == "no_aim"
    assert why_not(battle, cast(HERE, (9, 4, 0), "line", 3)) == ("no_area", "pool.aoe.line")
    assert why_not(battle, cast(HERE, (9, 4, 0), "ring", 3)) == ("no_area", "pool.aoe.forms")
    big = fight(
        A=mage(BREATH, size="large", at=(2, 2, 0)), b={"at": (6, 3, 0)}, c={"at": (3, 5, 0)}
    )  # fmt: skip
    assert caught(big, cast((3, 3, 0), (9, 3, 0), "cone", 3)) == {"b"}
