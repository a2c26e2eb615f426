"""Forecasts of attacks on areas, against counts of every die; and what choices list of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import attrs
import boards
import pytest
from fifth import boards as fifth_boards
from pool import fights

from rules.table import caught, foretold
from tacsim.core import events as ev
from tacsim.core.components import AreaAttack, Goal, Goals, Saves
from tacsim.core.intents import Area
from tacsim.grid.cells import Cell
from tacsim.rules.battle import Battle
from tacsim.rules.choices import choices
from tacsim.rules.combat import area_attack
from tacsim.rules.combat.area_attack import AreaRules

YARD = "......\n......\nA.bcd.\n......\n......"
EAST = Area("A", "cone", 4, (0, 2), (5, 2))
BREATH = AreaAttack("breath", "cone", 4, "3d6", "ref", 14, half=True, recharge="1d4")
HIT_POINTS = {"b": 5, "c": 9, "d": 14}
BONUSES = {"b": 0, "c": 3, "d": 20}


def lair(board: str = YARD, area: AreaAttack = BREATH, **more: Any) -> Battle:
    """A breathes; b, c and d are worth more from one to the next."""
    others = {name: {"hp": hp, "saves": {"ref": BONUSES[name]}} for name, hp in HIT_POINTS.items()}
    return boards.turn_of(boards.battle(board, {"A": {"areas": (area,)}, **others, **more}), "A")


def kin(board: str = YARD, **more: Any) -> Battle:
    """The same in the 5e family."""
    area = attrs.evolve(BREATH, save="con", recharge="", returns=5)
    others = {name: {"hp": hp} for name, hp in HIT_POINTS.items()}
    fight = fifth_boards.battle(board, {"A": {"areas": (area,)}, **others}, **more)
    for name, bonus in BONUSES.items():
        fight.world.put(name, Saves(others=(("con", bonus),)))
    return fifth_boards.turn_of(fight, "A")


def ways(bonus: int, *, sure: bool, least: int) -> Iterator[tuple[bool, int]]:
    """Every way for 3d6 of damage and a save against 14 to fall: whether it holds, the damage.

    ``sure``: a natural 1 fails, a natural 20 holds.
    """
    for *faces, natural in product(range(1, 7), range(1, 7), range(1, 7), range(1, 21)):
        held = natural + bonus >= 14
        if sure and natural in (1, 20):
            held = natural == 20
        yield held, max(least, sum(faces) // 2 if held else sum(faces))


def agrees(fight: Battle, *, sure: bool, least: int, dead: Callable[[int], int]) -> None:
    """Whether a forecast says of each what a count of its own dice says.

    ``dead``: the damage that kills one with so many hit points.
    """
    found = foretold(fight, EAST)
    checks = {check.actor: check for check in found.checks}
    assert [one.creature for one in caught(fight, EAST)] == list(HIT_POINTS)
    for one in found.caught:
        hp = HIT_POINTS[one.creature]
        every = list(ways(BONUSES[one.creature], sure=sure, least=least))

        def share(count: float, of: int = len(every)) -> float:
            return float(Fraction(count) / of)

        assert one.saves == share(sum(held for held, _ in every))
        assert (checks[one.creature].made, checks[one.creature].passed) == (1.0, one.saves)
        assert one.damage == found.damage[one.creature] == share(sum(n for _, n in every))
        assert found.downs.get(one.creature, 0.0) == share(sum(n >= hp for _, n in every))
        killed = found.conditions.get((one.creature, "dead"), 0.0)
        assert killed == share(sum(n >= dead(hp) for _, n in every))


@pytest.mark.rule("d20.aoe.cone")
def test_what_befalls_each_is_counted_with_all_of_its_dice():
    agrees(lair(), sure=True, least=1, dead=lambda hp: hp + 10)


@pytest.mark.rule("grid5e.aoe", "grid5e.saves", "metric.inherit")
@pytest.mark.parametrize(
    ("ruleset", "topology"), [("grid5e", "square"), ("metric", "square"), ("metric", "hex")]
)
def test_in_the_5e_family_too(ruleset: str, topology: str):
    fight = kin(ruleset=ruleset, topology=topology)
    agrees(fight, sure=False, least=0, dead=lambda hp: 2 * hp)


@pytest.mark.rule("d20.aoo.interrupt")
def test_what_is_struck_down_first_is_not_made():
    """A needs care; o hits on 10 and better, confirms likewise, and fells it with 4 or more."""
    careful = attrs.evolve(BREATH, provokes=True)
    fight = lair("......\no.....\nA.bcd.\n......\n......", careful, A={
        "areas": (careful,), "hp": 4}, o={})  # fmt: skip
    found = foretold(fight, EAST)
    plain, twice = Fraction(3, 6), Fraction(33, 36)  # 4 or more with 1d6, with 2d6
    down = Fraction(10, 20) * plain
    down += Fraction(1, 20) * (Fraction(9, 20) * plain + Fraction(11, 20) * twice)
    assert found.downs["A"] == float(down)
    before = foretold(lair(), EAST)
    assert found.caught == before.caught
    assert {check.made for check in found.checks} == {float(1 - down)}
    for name, mean in before.damage.items():
        assert found.damage[name] == pytest.approx(mean * float(1 - down), abs=1e-12)


def test_a_blast_among_many_is_run_for_each_alone(monkeypatch: pytest.MonkeyPatch):
    """8d6 on eight: 41 sums and a save each, not two to the eighth of them."""
    runs = 0
    suffered = AreaRules.suffered

    def counting(*given: Any) -> list[ev.Event]:
        nonlocal runs
        runs += 1
        return suffered(*given)

    monkeypatch.setattr(AreaRules, "suffered", counting)
    blast = AreaAttack("blast", "burst", 4, "8d6", "ref", 15, half=True, range=9, recharge="1d4")
    board = "............\n....bc......\nA...de......\n....fg......\n....hi......"
    fight = boards.battle(board, {"A": {"areas": (blast,)}, **{n: {"hp": 28} for n in "bcdefghi"}})
    found = foretold(boards.turn_of(fight, "A"), Area("A", "burst", 4, (5, 3)))
    assert len(found.caught) == 8
    assert runs == 8 * 41 * 2


class Grief:
    """What happens of its own accord: d falls down once b and c both are down."""

    def stirred(self, battle: Battle, batch: list[ev.Event]) -> list[ev.Event]:
        return []

    def lapsed(self, battle: Battle) -> list[ev.Event]:
        gone = all(battle.world[name].has("helpless") for name in "bc")
        down = gone and not battle.world["d"].has("prone")
        return [ev.ConditionGained("d", "prone", "", ())] if down else []


def test_where_more_follows_all_are_run_together():
    """Both fall together as often as the same damage fells both, whatever each of them saves."""
    area = attrs.evolve(BREATH, damage="2d6", recharge="")
    fight = lair(area=area, d={"hp": 99, "saves": {"ref": 20}})
    fight.ruleset = attrs.evolve(fight.ruleset, readiness=Grief())
    both = Fraction(0)
    for faces in product(range(1, 7), repeat=2):
        each = Fraction(1, 36)
        for name in "bc":
            fells = [
                max(1, sum(faces) // 2 if held else sum(faces)) >= HIT_POINTS[name]
                for natural in range(1, 21)
                for held in [natural == 20 or (natural > 1 and natural + BONUSES[name] >= 14)]
            ]
            each *= Fraction(sum(fells), 20)
        both += each
    found = foretold(fight, EAST)
    assert 0 < both < 1
    assert found.conditions["d", "prone"] == float(both)
    assert found.caught[:2] == foretold(lair(area=area), EAST).caught[:2]


# --- what may be done --------------------------------------------------------------------------

MAPS = [
    "A.....b\n.......\n..c#...\n...#.d.\n.......",
    "......b\n.Ac....\n..d....\n...#...\n.......",
]
ATTACKS: dict[str, tuple[dict[str, Any], ...]] = {
    "d20": (
        {"shape": "cone", "size": 3, "save": "ref"},
        {"shape": "line", "size": 5, "save": "fort"},
        {"shape": "burst", "size": 1, "save": "will", "range": 4},
        {"shape": "spread", "size": 2, "range": 3},
    ),
    "5e": (
        {"shape": "cone", "size": 3, "save": "dex"},
        {"shape": "line", "size": 5, "save": "con"},
        {"shape": "cube", "size": 2, "save": "str"},
        {"shape": "sphere", "size": 1, "save": "wis", "range": 4},
        {"shape": "square", "size": 2, "save": "dex", "range": 3},
    ),
}


def plane(board: str, name: str, **more: Any) -> Battle:
    """A with every area of a ruleset, about to act."""
    areas = tuple(
        AreaAttack(one["shape"], damage="2d4", dc=12, half=True, **{"save": "", **one})
        for one in ATTACKS[name]
    )
    made = boards.battle if name == "d20" else fifth_boards.battle
    turn = boards.turn_of if name == "d20" else fifth_boards.turn_of
    return turn(made(board, {"A": {"areas": areas}}, **more), "A")


def cubes() -> Battle:
    """A mage with all four forms."""
    forms = [("line", 4), ("wide", 3), ("cone", 3), ("burst", 2)]
    areas = [
        {"name": form, "shape": form, "size": size, "damage": 5, "save": "grace", "dc": 1,
         "range": 3}
        for form, size in forms
    ]  # fmt: skip
    mage = {"at": (1, 1, 0), "areas": areas, "stamina": 5}
    board = "......\n......\n...#..\n......"
    return fights.fight(
        board, "      \n" * 4, A=mage, b={"at": (3, 1, 0)}, c={"at": (4, 3, 0)}, d={"at": (2, 2, 0)}
    )


FIGHTS: dict[str, Callable[[], Battle]] = {
    f"{name} {number}": partial(plane, board, kind, **more)
    for number, board in enumerate(MAPS)
    for name, kind, more in [
        ("d20", "d20", {}),
        ("grid5e", "5e", {}),
        ("metric", "5e", {"ruleset": "metric"}),
        ("hexes", "5e", {"ruleset": "metric", "topology": "hex"}),
    ]
} | {"pool": cubes}


def aims(fight: Battle, area: AreaAttack) -> Iterator[tuple[Cell, Cell | None]]:
    """At every cell as far off as the area is long, or everywhere on the map and beside it."""
    here, metric = fight.world["A"].body, fight.ruleset.metric
    if fight.ruleset.areas.shapes[area.shape].aimed:
        for by in product(range(-area.size - 1, area.size + 2), repeat=len(here.at)):
            cell = tuple(map(sum, zip(here.at, by, strict=True)))
            far = max(map(abs, by))
            if fight.ruleset.topology.name == "hex":
                far = metric.distance(here, fight.ruleset.topology.spot(cell))
            if 0 < far <= area.size:
                yield here.at, cell
    else:
        around = product(*(range(-1, n + 2) for n in fight.world.field.size))
        corners = (0, 1) if fight.ruleset.topology.name == "hex" else (None,)
        yield from ((cell if k is None else (*cell, k), None) for cell in around for k in corners)


@pytest.mark.parametrize("name", FIGHTS)
def test_choices_list_every_set_of_cells_that_catches_somebody(name: str):
    """Against trying every aim there is; each once, and each can be foretold."""
    fight = FIGHTS[name]()
    found = choices(fight)
    assert found is not None
    listed = [option.intent for option in found if isinstance(option.intent, Area)]
    policy, world = fight.ruleset.areas, fight.world
    maker = world["A"]

    def covers(intent: Area) -> frozenset[Cell]:
        return policy.cells(
            fight, intent.shape, intent.size, intent.origin, intent.toward, maker.body
        )

    by_name: dict[str, list[frozenset[Cell]]] = {}
    for intent in listed:
        by_name.setdefault(intent.name, []).append(covers(intent))
    for area in maker.areas.items:
        possible = set()
        for origin, toward in aims(fight, area):
            intent = Area("A", area.shape, area.size, origin, toward, area.name)
            cells = covers(intent)
            hit = any(not cells.isdisjoint(world[other].body.cells) for other in "bcd")
            if hit and area_attack.AreaRules.chosen(policy, fight, maker, intent):
                possible.add(cells)
        covered = by_name.pop(area.name, [])
        assert len(covered) == len(possible), area.name
        assert set(covered) == possible, area.name
    assert not by_name
    order = [area.name for area in maker.areas.items]
    assert listed == sorted(listed, key=lambda intent: order.index(intent.name))
    for intent in listed:
        assert caught(fight, intent), intent


@pytest.mark.parametrize("topology", ["square", "hex"])
def test_where_nothing_is_near_no_line_says_otherwise(
    topology: str, monkeypatch: pytest.MonkeyPatch
):
    """The same cells as where every line is asked, on boards with a few walls and doors."""
    chance = random.Random(topology)
    every = []
    for _ in range(40):
        board = "\n".join("".join(chance.choice("........#") for _ in range(9)) for _ in range(9))
        board = "A" + board[1:]
        at, beside = (chance.randrange(1, 8), chance.randrange(1, 8)), (1, 0)
        doors = [(at, (at[0] + beside[0], at[1]), "door")] if chance.random() < 0.5 else []
        fight = plane(board, "5e", ruleset="metric", topology=topology, barriers=doors)
        for area in fight.world["A"].areas.items:
            spot = (chance.randrange(9), chance.randrange(9))
            aimed = fight.ruleset.areas.shapes[area.shape].aimed
            at = (fight.world["A"].at, spot) if aimed else (spot, None)
            maker = fight.world["A"].body
            every.append(partial(fight.ruleset.areas.cells, fight, area.shape, 3, *at, maker))
    quick = [cells() for cells in every]
    assert any(quick)
    monkeypatch.setattr(area_attack, "_clear", lambda *_: False)
    assert quick == [cells() for cells in every]


# --- goals ---------------------------------------------------------------------------------------


def slayers(*names: str) -> Battle:
    fight = lair()
    goals = tuple(Goal("heroes", "slay", creature=name) for name in names)
    fight.world.put(None, Goals(goals))
    return fight


def fallen_of(name: str, dice: int) -> Fraction:
    """The probability that one goes down by so much damage, halved where its save holds."""
    every = [n + BONUSES[name] >= 14 if 1 < n < 20 else n == 20 for n in range(1, 21)]
    falls = (max(1, dice // 2 if held else dice) >= HIT_POINTS[name] for held in every)
    return Fraction(sum(falls), 20)


def test_who_is_to_be_slain_by_a_blast_is_slain_as_often_as_it_goes_down():
    damage = [sum(faces) for faces in product(range(1, 7), repeat=3)]
    for name in HIT_POINTS:
        exact = sum(fallen_of(name, dice) for dice in damage) / 216
        found = foretold(slayers(name), EAST)
        assert found.goals.get(0, 0.0) == float(exact)
        assert attrs.evolve(found, goals={}) == foretold(lair(), EAST)


def test_of_two_who_are_to_be_slain_the_first_of_the_file_counts_where_both_are():
    """They share the damage, so the one falls the more often where the other does."""
    damage = [sum(faces) for faces in product(range(1, 7), repeat=3)]
    first = sum(fallen_of("c", dice) for dice in damage) / 216
    other = sum((1 - fallen_of("c", dice)) * fallen_of("b", dice) for dice in damage) / 216
    assert foretold(slayers("c", "b"), EAST).goals == {
        0: float(first), 1: pytest.approx(float(other), abs=1e-12)
    }  # fmt: skip


def test_a_goal_that_a_blast_decides_is_run_for_each_alone(monkeypatch: pytest.MonkeyPatch):
    """As without the goal: 16 sums of 3d6 and a save for each of three, and little beside."""
    runs = 0
    suffered = AreaRules.suffered

    def counting(*given: Any) -> list[ev.Event]:
        nonlocal runs
        runs += 1
        return suffered(*given)

    monkeypatch.setattr(AreaRules, "suffered", counting)
    foretold(lair(), EAST)
    plain, runs = runs, 0
    foretold(slayers("c"), EAST)
    assert runs == plain
