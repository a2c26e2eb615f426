"""Choices and perft: what may be done, and after it, as an independent brute force has it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from oracle.choices_boards import KINDS, scene, scenes
from oracle.turns import perft as counted

from rules.choices_differential import LUCKY, Trial, compare
from tacsim.rules.choices import perft

COUNTS: dict[str, dict[str, tuple[int, int]]] = {
    "d20": {
        "four": (129, 2268), "rocks": (140, 6151), "down": (27, 359), "between": (140, 2196),
        "pincers": (124, 1811), "sentinel": (154, 4590), "ogre": (61, 1095),
        "at the ogre": (124, 1802), "aloft": (124, 1936),
        "fallen": (118, 2972), "a big one fallen": (98, 2249),
    },
    "grid5e": {
        "four": (33, 509), "rocks": (38, 862), "down": (25, 287), "between": (38, 573),
        "pincers": (27, 362), "sentinel": (28, 549), "ogre": (19, 259), "at the ogre": (29, 405),
        "held": (18, 72),
    },
    "metric": {
        "four": (33, 618), "rocks": (39, 851), "down": (25, 321), "between": (38, 658),
        "pincers": (27, 417), "sentinel": (28, 481), "ogre": (19, 267), "at the ogre": (29, 478),
        "held": (18, 74),
    },
    "hex": {
        "four": (33, 571), "rocks": (39, 864), "down": (29, 412), "between": (36, 567),
        "pincers": (27, 388), "sentinel": (28, 429), "ogre": (22, 352), "at the ogre": (29, 441),
        "held": (18, 70),
    },
    "pool": {
        "four": (23, 174), "rocks": (18, 165), "down": (6, 68), "between": (21, 108),
        "pincers": (18, 122), "sentinel": (19, 173), "ogre": (25, 282), "at the ogre": (17, 108),
        "aloft": (33, 179),
    },
}  # fmt: skip
"""Sequences of one and of two options, first counted by the brute force: by kind and board."""

BOARDS = [(kind, name) for kind in KINDS for name in scenes(kind)]


def dice(kind: str, at: int) -> tuple[bool, ...]:
    """Whether the dice of a kind's board show their highest face: where it matters, either.

    Of the kinds in which it does the first has every board with both, its kin with each in turn.
    """
    if kind not in LUCKY:
        return (False,)
    return (False, True) if kind == LUCKY[0] else (at % 2 == 0,)


CASES = [
    pytest.param(kind, name, lucky, marks=pytest.mark.slow if (at + lucky) % 4 else ())
    for kind in KINDS
    for at, name in enumerate(scenes(kind))
    for lucky in dice(kind, at)
]
"""A quarter of them is left to the gate: of each kind every fourth board."""

TURNS = pytest.mark.rule(
    "d20.actions.turn", "d20.round.double-move", "d20.step.5ft", "d20.round.full-round",
    "d20.charge", "d20.bull-rush", "d20.trip", "d20.aid", "d20.delay", "d20.ready",
    "grid5e.move.pool", "grid5e.dash", "grid5e.disengage", "grid5e.shove", "grid5e.grapple",
    "grid5e.help", "grid5e.flank.deny", "grid5e.prone", "pool.actions", "pool.defence",
    "pool.rerise", "pool.init.yield",
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "name"), BOARDS)
def test_the_brute_force_counts_as_is_written(kind, name):
    trial = Trial(kind, scene(kind, name))
    assert tuple(counted(trial.oracle, trial.turn, depth) for depth in (1, 2)) == COUNTS[kind][name]


@TURNS
@pytest.mark.slow
@pytest.mark.parametrize(("kind", "name"), BOARDS)
def test_the_engine_counts_as_the_brute_force_did(kind, name):
    battle = Trial(kind, scene(kind, name)).battle
    assert tuple(perft(battle, depth) for depth in (1, 2)) == COUNTS[kind][name]


@TURNS
@pytest.mark.parametrize(("kind", "name", "lucky"), CASES)
def test_the_options_are_the_same_and_so_are_those_after_each(kind, name, lucky):
    assert list(Trial(kind, scene(kind, name), lucky=lucky).differences()) == []


@pytest.mark.parametrize("seed", range(1))
@pytest.mark.parametrize("kind", KINDS)
def test_on_boards_drawn_by_chance_too(kind, seed):
    assert compare(kind, seed) == ""


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 43))
@pytest.mark.parametrize("kind", KINDS)
def test_on_many_boards(kind, seed):
    assert compare(kind, seed) == ""


@pytest.mark.parametrize("kind", KINDS)
def test_the_comparison_notices_what_one_side_lacks(kind):
    """A foe is not on the brute force's board."""
    trial = Trial(kind, scene(kind, "four"))
    board = trial.oracle.changed(trial.board, trial.board["m"])
    board.creatures[:] = [c for c in board.creatures if c.id != "e"]
    trial.turn = replace(trial.turn, board=board)
    assert list(trial.differences())
