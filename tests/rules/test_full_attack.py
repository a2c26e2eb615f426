"""Full attacks: several blows in a round, at one target and then at the next."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from boards import battle, club, shortbow, turn_of

from rules.table import act, odds, provoked
from tacsim.core import events as ev
from tacsim.core.components import Weapon
from tacsim.core.intents import FullAttack, Move, Strike
from tacsim.rules.battle import Battle
from tacsim.rules.engine import check

RING = """
    .....
    bAc..
    ....d
"""


def ring(a: Any, dice: Any, **others: Any) -> Battle:
    """A between b and c, d two squares off; A's turn."""
    return turn_of(battle(RING, {"A": a, **others}, dice=dice), "A")


def blows(events: list[ev.Event]) -> list[tuple[str, str, int]]:
    """Weapon, target and bonus of each attack."""
    return [(e.weapon, e.target, e.total - e.natural) for e in events if isinstance(e, ev.Struck)]


@pytest.mark.rule("d20.attack.iterative")
@pytest.mark.parametrize(
    ("base", "bonuses"),
    [
        (0, [0]), (1, [1]), (5, [5]), (6, [6, 1]), (10, [10, 5]), (11, [11, 6, 1]),
        (15, [15, 10, 5]), (16, [16, 11, 6, 1]), (20, [20, 15, 10, 5]),
    ],
)  # fmt: skip
def test_one_more_for_every_five_points(base, bonuses):
    fight = ring({"base": base}, [2] * 4, b={"armour": {"armour": 40}})
    events = act(fight, FullAttack("A", "b"))
    assert blows(events) == [("club", "b", bonus) for bonus in bonuses]


def part(name: str, **more: Any) -> Weapon:
    """A natural weapon."""
    return attrs.evolve(club(), name=name, natural=True, hands="none", **more)


SPIKES = {"ranged": True, "reach": 0, "increment": 36, "increments": 1, "count": 3}


@pytest.mark.rule("d20.attack.touch", "d20.attack.iterative")
@pytest.mark.parametrize(
    ("weapon", "target", "made"),
    [
        (None, "b", ["claw", "claw", "bite"]),
        ("bite", "b", ["claw", "claw", "bite"]),
        ("wing", "b", ["wing", "wing"]),
        ("spike", "d", ["spike"] * 3),
        (None, "d", ["spike"] * 3),  # nothing else gets there
    ],
)
def test_what_flies_or_attacks_alone_does_so_without_the_others(weapon, target, made):
    arms = [
        part("claw", count=2, damage="1d8"), part("bite"), part("wing", count=2, alone=True),
        part("spike", **SPIKES),
    ]  # fmt: skip
    board = RING if target == "b" else "A....d"
    fighters = {"A": {"weapons": arms}, target: {"armour": {"armour": 40}}}
    fight = turn_of(battle(board, fighters, dice=[2] * 3), "A")
    assert [name for name, _, _ in blows(act(fight, FullAttack("A", target, weapon)))] == made


@pytest.mark.rule("d20.attack.iterative")
@pytest.mark.parametrize(
    ("weapon", "made"), [("club", ["club", "club", "bite"]), ("shortbow", ["shortbow"] * 2)]
)
def test_a_bite_follows_a_club_and_no_arrow(weapon, made):
    arms = [club(), shortbow(), part("bite", secondary=True)]
    fighters = {
        "A": {"base": 6, "weapons": arms},
        "b": {"armour": {"armour": 40}, "conditions": ["helpless"]},
    }
    fight = turn_of(battle("Ab", fighters, dice=[2] * 3), "A")
    assert [name for name, _, _ in blows(act(fight, FullAttack("A", "b", weapon)))] == made


@pytest.mark.rule("d20.attack.touch")
def test_who_has_nothing_but_rays_shoots_all_of_them():
    fighters = {"A": {"weapons": [part("ray", **SPIKES)]}, "d": {"armour": {"armour": 40}}}
    fight = turn_of(battle("A....d", fighters, dice=[2] * 3), "A")
    assert [name for name, _, _ in blows(act(fight, FullAttack("A", "d")))] == ["ray"] * 3


@pytest.mark.rule("d20.attack.iterative")
def test_what_is_left_when_the_target_drops_goes_to_another():
    fight = ring({"base": 11}, [15, 6, 2, 2], b={"hp": 1}, c={"armour": {"armour": 20}})
    assert blows(act(fight, FullAttack("A", "b"))) == [("club", "b", 11)]
    assert blows(act(fight, Strike("A", "c"))) == [("club", "c", 6)]
    assert blows(act(fight, Strike("A", "c"))) == [("club", "c", 1)]
    assert not check(fight, Strike("A", "c"))


@pytest.mark.rule("d20.attack.iterative", "d20.step.5ft")
def test_a_strike_first_then_a_step_then_the_rest():
    fight = ring({"base": 6}, [2, 2])
    assert blows(act(fight, Strike("A", "b"))) == [("club", "b", 6)]
    act(fight, Move("A", path=((1, 0),), mode="five_foot_step"))
    assert blows(act(fight, FullAttack("A", "b"))) == [("club", "b", 1)]
    for intent in (Strike("A", "b"), FullAttack("A", "b"), Move("A", to=(2, 0))):
        assert not check(fight, intent)


@pytest.mark.rule("d20.attack.iterative")
def test_after_the_first_blow_one_may_still_move_instead():
    fight = ring({"base": 6}, [2])
    act(fight, Strike("A", "b"))
    assert check(fight, Move("A", to=(1, 0)))


@pytest.mark.rule("d20.helpless", "d20.attack.iterative")
def test_at_somebody_helpless_too():
    fight = ring(
        {"base": 6}, [2, 2], b={"conditions": ["helpless", "prone"], "armour": {"armour": 40}}
    )
    assert blows(act(fight, FullAttack("A", "b"))) == [("club", "b", 6), ("club", "b", 1)]


@pytest.mark.rule("d20.attack.iterative")
def test_each_natural_weapon_strikes_once_and_in_any_order():
    claw = attrs.evolve(club(), name="claw", natural=True)
    bite = attrs.evolve(club(), name="bite", natural=True)
    horn = attrs.evolve(club(), name="horn", natural=True)
    dice = [15, 6, 2, 2]
    fight = ring({"weapons": [claw, bite, horn]}, dice, b={"hp": 1})
    assert blows(act(fight, FullAttack("A", "b"))) == [("claw", "b", 0)]
    used = blows(act(fight, Strike("A", "c", "bite")))
    assert used == [("bite", "c", 0)]
    assert not check(fight, Strike("A", "c", "bite"))
    assert not check(fight, Strike("A", "c", "claw"))
    assert check(fight, Strike("A", "c", "horn"))


@pytest.mark.rule("d20.actions.provoke.yes", "d20.attack.iterative")
def test_a_shot_among_the_blows_provokes():
    """A later attack of the sequence with a bow, under the eyes of c."""
    fight = ring({"base": 6, "weapons": [club(), shortbow()]}, [15, 6, 2], b={"hp": 1})
    act(fight, FullAttack("A", "b", "club"))
    assert provoked(act(fight, Strike("A", "d", "shortbow"))) == ["c"]


@pytest.mark.rule("d20.attack.roll")
def test_odds_are_of_the_best_weapon():
    fight = ring({"base": 3}, [])
    assert odds(fight, "A", "b") == (3, 10)


def natural(*names: str, **more: Any) -> list[Any]:
    return [attrs.evolve(club(), name=name, natural=True, **more) for name in names]


@pytest.mark.rule("d20.attack.iterative")
@pytest.mark.parametrize("first", ["claw", "bite", "horn"])
def test_whichever_natural_weapon_strikes_first_the_others_are_left(first):
    """A first attack, then the rest: no weapon strikes twice, and none is lost."""
    fight = ring({"weapons": natural("claw", "bite", "horn")}, [2] * 3, b={"hp": 99})
    made = blows(act(fight, Strike("A", "b", first)))
    made += blows(act(fight, FullAttack("A", "b")))
    assert sorted(weapon for weapon, _, _ in made) == ["bite", "claw", "horn"]


@pytest.mark.rule("d20.attack.iterative")
def test_a_bite_first_takes_nothing_from_the_sword():
    (bite,) = natural("bite", secondary=True)
    fight = ring({"base": 6, "weapons": [club(), bite]}, [2] * 3, b={"hp": 99})
    made = blows(act(fight, Strike("A", "b", "bite")))
    made += blows(act(fight, FullAttack("A", "b", "club")))
    assert sorted(made) == [("bite", "b", 1), ("club", "b", 1), ("club", "b", 6)]
