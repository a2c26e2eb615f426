"""Luck: whatever falls, on the mean it is nothing; a hit is good luck and a miss is bad."""

from __future__ import annotations

from fractions import Fraction

import attrs
import pytest
from ai import acting, family
from ai.acting import FIGHTER, OGRE, VETERAN, turn_of
from ai.gallery import BLAST
from ai.test_pool import kind
from pool.space import on_turn

from tacsim.ai.weighing.luck import Luck
from tacsim.core.chance import Tree
from tacsim.core.events import Struck
from tacsim.core.intents import Area, Decline, Intent, Strike
from tacsim.rules.battle import Battle
from tacsim.rules.engine import submit

FIERY = attrs.evolve(BLAST, save="dex")
BESIDE = ".....\n.Ab..\n....."


def d20() -> tuple[Battle, Intent]:
    """An attack with criticals that are confirmed, at one whom an average hit does not fell."""
    return turn_of(acting.battle(BESIDE, {"A": VETERAN, "b": OGRE}), "A"), Strike("A", "b")


def fells() -> tuple[Battle, Intent]:
    """At one whom any hit fells."""
    weak = {**FIGHTER, "hp": 1}
    return turn_of(acting.battle(BESIDE, {"A": FIGHTER, "b": weak}), "A"), Strike("A", "b")


def grid5e() -> tuple[Battle, Intent]:
    """An attack with criticals that are not."""
    fight = family.battle(BESIDE, {"A": family.FIGHTER, "b": family.BRUTE})
    return turn_of(fight, "A"), Strike("A", "b")


def blast() -> tuple[Battle, Intent]:
    """An area with a friend and a foe in it, who save for half."""
    fight = family.battle(
        "A......\n...bC..\n.......", {"A": {**family.FIGHTER, "areas": [FIERY]},
                                         "b": family.BRUTE, "C": family.FIGHTER},
    )  # fmt: skip
    return turn_of(fight, "A"), Area("A", BLAST.shape, BLAST.size, (4, 1))


def pool() -> tuple[Battle, Intent]:
    """Dice on both sides, and a wound that is as large as the margin."""
    fight = on_turn("Ab. ---", {"A": kind("soldier"), "b": kind("guard")}, "A")
    submit(fight, Strike("A", "b"))
    assert fight.decision is not None
    return fight, Decline(fight.decision.actor)


def outcomes(fight: Battle, intent: Intent, of: str = "value") -> list[tuple[Fraction, float, str]]:
    """Everything that can fall, with its probability, the luck of A's side, and what came of it."""
    tree = Tree(joint=True)

    def run() -> tuple[float, str]:
        fork, luck = fight.fork(), Luck({"b": 2.0}, {"A", "C"})
        fork.dice = tree
        events = submit(fork, intent, luck)
        assert events[0].NAME != "refused"
        return getattr(luck, of), next(
            (one.outcome for one in events if isinstance(one, Struck)), ""
        )

    whole, found = tree.outcomes(run)
    return [(Fraction(ways, whole), luck, outcome) for ways, (luck, outcome) in found]


@pytest.mark.parametrize("make", [d20, fells, grid5e, blast, pool])
@pytest.mark.parametrize("of", ["value", "dealt"])
def test_on_the_mean_luck_is_nothing(make: object, of: str) -> None:
    found = outcomes(*make(), of=of)  # type: ignore[operator]
    assert sum(chance for chance, *_ in found) == 1
    assert sum(float(chance) * luck for chance, luck, _ in found) == pytest.approx(0, abs=1e-9)
    assert max(luck for _, luck, _ in found) > 0.01


@pytest.mark.parametrize("make", [d20, fells, grid5e])
def test_a_miss_is_bad_luck_by_what_a_hit_would_have_done(make: object) -> None:
    found = outcomes(*make())  # type: ignore[operator]
    hits = [chance for chance, _, outcome in found if outcome != "miss"]
    missed = {round(luck, 9) for _, luck, outcome in found if outcome == "miss"}
    assert len(missed) == 1
    assert min(missed) < 0
    if make is fells:  # of one that weighs 2 half goes by standing, the rest by its one hit point
        assert missed == {round(-2 * float(sum(hits)), 9)}
