"""Pools of dice, against a count of every way in which they can fall."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from tacsim.core.apply import apply
from tacsim.core.components import Sides
from tacsim.core.dice import ScriptedDice, SeededDice
from tacsim.core.terrain import make_battlefield
from tacsim.core.world import World
from tacsim.rules.battle import Battle
from tacsim.rules.chance import Throws
from tacsim.rulesets.pool.dice import Pool, chances, margins, pool, throw

POOLS = [
    (dice, favour, rerolls)
    for dice, favour, rerolls in product(range(1, 6), (-2, -1, 0, 1, 3, 5), range(3))
    if dice + rerolls <= 6
]


def least_face(favour: int) -> int:
    """The least face that succeeds, told one by one."""
    return {-2: 6, -1: 6, 0: 5, 1: 4, 3: 2, 5: 2}[favour]


def counted(dice: int, favour: int, rerolls: int) -> dict[int, Fraction]:
    """The chances of so many successes, every face of every die that may be thrown counted."""
    least, ways = least_face(favour), Counter[int]()
    for faces in product(range(1, 7), repeat=dice + rerolls):
        first, spare = faces[:dice], faces[dice:]
        failed = [face for face in first if face < least]
        again = [max(old, new) for old, new in zip(failed, spare, strict=False)]
        kept = [face for face in first if face >= least] + again + failed[len(again) :]
        ways[sum(1 for face in kept if face >= least)] += 1
    return {count: Fraction(n, 6 ** (dice + rerolls)) for count, n in ways.items()}


def thrower(*faces: int) -> Throws:
    world = World(make_battlefield("."), Sides(()))
    return Throws(Battle(world, None, ScriptedDice(faces)))  # type: ignore[arg-type]  # not asked


# --- what falls --------------------------------------------------------------------------------


@pytest.mark.rule("pool.dice")
def test_fives_and_sixes_succeed() -> None:
    assert Pool(5).successes((1, 4, 5, 6, 6)) == 3
    assert [Pool(1).successes((face,)) for face in range(1, 7)] == [0, 0, 0, 0, 1, 1]
    assert throw(thrower(1, 4, 5, 6, 6), "A", "attack", Pool(5)).successes == 3


@pytest.mark.rule("pool.dice.favor")
def test_favour_moves_the_threshold() -> None:
    assert Pool(3, favour=1).successes((4, 4, 5)) == 3
    assert Pool(3, favour=-1).successes((5, 6, 6)) == 2
    assert Pool(3, favour=-5).successes((5, 6, 6)) == 2, "a 6 always succeeds"
    assert Pool(3, favour=9).successes((1, 1, 2)) == 1, "a 1 never does"


@pytest.mark.rule("pool.dice.reroll")
def test_half_a_die_is_a_reroll() -> None:
    assert pool(7) == Pool(3, rerolls=1)
    assert pool(6) == Pool(3)
    assert pool(7, 2, rerolls=1) == Pool(5, rerolls=2)


@pytest.mark.rule("pool.dice.reroll")
def test_a_reroll_throws_one_failed_die_again() -> None:
    thrown = throw(thrower(5, 1, 2, 6), "A", "attack", Pool(3, rerolls=1), ("pool.attack.roll",))
    first, again = thrown.events
    assert (first.purpose, first.dice, first.total) == ("attack", (5, 1, 2), 1)
    assert (again.purpose, again.dice, again.total) == ("attack reroll", (6,), 1)
    assert "pool.dice.reroll" in again.clauses
    assert thrown.successes == 2


@pytest.mark.rule("pool.dice.reroll")
@pytest.mark.parametrize(
    ("faces", "rerolls", "throws", "successes"),
    [
        ((5, 6), 2, 1, 2),  # nothing failed
        ((5, 1, 1), 2, 2, 1),  # one failed, and fails again
        ((1, 2, 5, 6), 2, 2, 2),
        ((1, 2, 3, 4), 5, 2, 0),  # no die is thrown a third time
    ],
)
def test_only_failed_dice_are_thrown_again(
    faces: tuple[int, ...], rerolls: int, throws: int, successes: int
) -> None:
    thrown = throw(thrower(*faces), "A", "soak", Pool(2, rerolls=rerolls))
    assert len(thrown.events) == throws
    assert sum(len(event.dice) for event in thrown.events) == len(faces)
    assert thrown.successes == successes


@pytest.mark.rule("pool.dice.min")
def test_penalties_leave_one_die() -> None:
    assert pool(4, -3) == Pool(1)
    assert pool(5, -9) == Pool(1, rerolls=1)
    assert pool(4, -1) == Pool(1)
    assert pool(6, -1) == Pool(2)


def test_the_dice_move_on_by_every_die_thrown() -> None:
    world = World(make_battlefield("."), Sides(()))
    battle = Battle(world, None, SeededDice(3))  # type: ignore[arg-type]  # not asked
    events = throw(Throws(battle), "A", "attack", Pool(4, rerolls=2)).events
    for event in events:
        apply(world, event)
    assert len(events) == 2
    assert world.dice.position == 6
    following = throw(Throws(battle), "A", "attack", Pool(2)).events[0].dice
    assert following == SeededDice(3).faces(6, 2, 6)


# --- chances -----------------------------------------------------------------------------------


@pytest.mark.rule("pool.dice", "pool.dice.favor", "pool.dice.reroll")
@pytest.mark.parametrize(("dice", "favour", "rerolls"), POOLS)
def test_chances_are_those_of_every_way_to_fall(dice: int, favour: int, rerolls: int) -> None:
    found = chances(Pool(dice, favour, rerolls))
    expected = counted(dice, favour, rerolls)
    assert len(found) == dice + 1
    assert found == tuple(expected.get(n, 0) for n in range(dice + 1))


@pytest.mark.rule("pool.attack.resolve")
@pytest.mark.parametrize(
    ("attack", "defence"),
    [
        ((1, 0, 0), (1, 0, 0)),
        ((4, 0, 0), (2, 0, 0)),
        ((3, 0, 1), (2, -1, 1)),
        ((2, 1, 0), (4, 0, 0)),
    ],
)
def test_margins_are_those_of_every_pair(
    attack: tuple[int, int, int], defence: tuple[int, int, int]
) -> None:
    expected = Counter[int]()
    for hits, one in counted(*attack).items():
        for stops, other in counted(*defence).items():
            expected[hits - stops] += one * other  # type: ignore[assignment]  # fractions
    found = {net: chance for net, chance in margins(Pool(*attack), Pool(*defence)) if chance}
    assert found == {net: chance for net, chance in expected.items() if chance}
    assert sum(found.values()) == 1


def test_no_dice_have_no_success() -> None:
    assert chances(Pool(0)) == (1,)
    assert dict(margins(Pool(1), Pool(0))) == {
        0: Fraction(2, 3), 1: Fraction(1, 3),
    }  # fmt: skip


@pytest.mark.rule("pool.check.direct")
@pytest.mark.parametrize("target", [0, 1, 2, 3, 4, 9])
def test_direct_checks_need_as_many_successes_as_their_number(target: int) -> None:
    ways = [sum(face >= 5 for face in faces) for faces in product(range(1, 7), repeat=3)]
    passed = Fraction(sum(1 for successes in ways if successes >= target), len(ways))
    assert Pool(3).spread.chance(lambda successes: successes >= target) == float(passed)


@pytest.mark.rule("pool.check.opposed")
def test_opposed_checks_go_to_the_reacting_side_when_equal() -> None:
    won = 0
    for mine in product(range(1, 7), repeat=2):
        for theirs in product(range(1, 7), repeat=2):
            won += sum(face >= 5 for face in mine) > sum(face >= 5 for face in theirs)
    kept = sum(chance for net, chance in margins(Pool(2), Pool(2)) if net > 0)
    assert kept == Fraction(won, 6**4)
    everything = {net: 1 for net, _ in margins(Pool(2), Pool(2))}
    assert 0 in everything, "2 against 2 is one of the ways, and it is lost"
