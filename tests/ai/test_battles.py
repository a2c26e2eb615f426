"""Whole battles: they end, nothing is refused, they are the same everywhere, and skill shows."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from ai import test_pool_battles, test_quick, test_tactician
from ai.acting import (
    ARCHER,
    BOARD,
    FIGHTER,
    OGRE,
    SCRIPTED,
    SPEAR,
    STIRGE,
    VETERAN,
    Drifter,
    Idler,
    battle,
    fought,
    in_fresh_process,
    whole_turn,
)
from boards import turn_of
from gate import slow

from tacsim.ai import OPPONENTS
from tacsim.core.events import Entry, IntentRefused
from tacsim.core.intents import Intent, Wriggle
from tacsim.rules.battle import Battle
from tacsim.rules.engine import submit
from tacsim.session.session import Session

KINDS: dict[str, dict[str, Any]] = {
    "fighter": FIGHTER, "archer": ARCHER, "spear": SPEAR, "veteran": VETERAN, "ogre": OGRE,
    "stirge": STIRGE,
}  # fmt: skip
SLOW = pytest.mark.slow


def board(seed: int) -> Battle:
    """A small random board with three or four creatures a side."""
    rng = Random(f"board {seed}")
    width, height = rng.randint(9, 16), rng.randint(7, 12)
    glyphs = rng.choice(["." * 12 + "#", "." * 8 + "#,", "." * 14 + ",;%", "." * 5 + "#"])
    rows = [[rng.choice(glyphs) for _ in range(width)] for _ in range(height)]
    creatures: dict[str, dict[str, Any]] = {}
    taken: set[tuple[int, int]] = set()
    for letter in "ABCDabcd"[: rng.choice([6, 8])]:
        kind = KINDS[rng.choice(sorted(KINDS))]
        side = 2 if kind is OGRE else 1
        while True:
            x, y = rng.randrange(width - side + 1), rng.randrange(height - side + 1)
            cells = {(x + i, y + j) for i in range(side) for j in range(side)}
            if not cells & taken:
                break
        taken |= cells
        for cx, cy in cells:
            rows[cy][cx] = "."
        size = {"size": "large"} if kind is OGRE else {}
        extent = {"extent": (2, 2)} if kind is OGRE else {}
        whose = {"side": "heroes" if letter.isupper() else "foes"}
        creatures[letter] = {**kind, **size, **extent, **whose, "at": (x, y)}
    fog = rng.random() < 0.3
    return battle("\n".join("".join(row) for row in rows), creatures, fog=fog)


def refusals(fight: Battle, players: tuple[str, str], rounds: int) -> tuple[Session, list[Entry]]:
    session = Session(fight, {"heroes": OPPONENTS[players[0]](), "foes": OPPONENTS[players[1]]()})
    session.begin()
    refused: list[Entry] = []
    while not session.over and fight.world.clock.round <= rounds:
        entries = session.advance()
        assert entries is not None
        refused += [entry for entry in entries if entry.event.NAME == "refused"]
    return session, refused


@pytest.mark.parametrize("seed", [1, 2, *slow(0, *range(3, 50))])
def test_battles_come_to_an_end_and_nothing_is_refused(seed: int) -> None:
    names = SCRIPTED
    players = (names[seed % 2], names[seed // 2 % 2])
    session, refused = refusals(board(seed), players, 8)
    assert refused == []
    turns = sum(entry.event.NAME == "turn_started" for entry in session.entries)
    assert len(session.intents) <= 12 * turns


@pytest.mark.parametrize("name", ["greedy", "quick", *slow("cautious")])
def test_in_a_crowd_nothing_is_refused_either(name: str) -> None:
    """Thirteen a side, more than an opponent thinks of at once."""
    kinds = (FIGHTER, ARCHER, SPEAR)
    ranks = {"heroes": 2, "foes": 12}
    crowd = {
        f"{side}{n:02}": {**kinds[n % 3], "at": (x, 1 + n), "side": side}
        for side, x in ranks.items()
        for n in range(13)
    }
    fight = battle("\n".join(["." * 15] * 15), crowd)
    session, refused = refusals(fight, (name, name), 1)
    assert refused == []
    assert {one.id for one in fight.standing()} <= {one.actor for one in session.intents}


def mirrored(swap: bool) -> Battle:
    """Four against four, alike; the sides may be swapped."""
    kinds = (FIGHTER, FIGHTER, ARCHER, SPEAR)
    pairs = zip("ABCDabcd", kinds * 2, strict=True)
    return battle(BOARD.swapcase() if swap else BOARD, dict(pairs))


@pytest.mark.parametrize("name", ["greedy", "quick", *slow("cautious")])
def test_they_beat_those_who_do_nothing_and_those_who_drift(name: str) -> None:
    fight = mirrored(swap=False)
    fought(fight, OPPONENTS[name](), Idler(), 0)
    assert fight.world.outcome.winner == "heroes"
    fight = mirrored(swap=True)
    fought(fight, Drifter(1), OPPONENTS[name](), 1)
    assert fight.world.outcome.winner == "foes"


@pytest.mark.slow
def test_caution_is_at_least_as_good_as_greed() -> None:
    won = 0
    for seed in range(16):
        fight = mirrored(swap=False)
        players = [OPPONENTS["cautious"](), OPPONENTS["greedy"]()]
        fought(fight, *(players if seed % 2 else players[::-1]), seed)
        won += fight.world.outcome.winner == ("heroes" if seed % 2 else "foes")
    assert won >= 7


def story() -> list[Intent]:
    """What is done in a battle of one kind of opponent against the other."""
    return refusals(mirrored(swap=False), ("greedy", "cautious"), 2)[0].intents


def every_story() -> str:
    """What opponents of every kind do under every ruleset."""
    quick = [test_quick.played(name, 3) for name in test_quick.EACH]
    return repr((story(), test_pool_battles.story(), test_tactician.weighed(), *quick))


def test_they_choose_the_same_in_every_process() -> None:
    """Whatever was worked out and kept before, and in whatever order sets are walked."""
    assert in_fresh_process("ai.test_battles", "every_story") == f"{every_story()}\n"


@pytest.mark.parametrize("name", SCRIPTED)
@pytest.mark.parametrize("rounds", [0, 4])
def test_nobody_begins_to_wriggle_and_who_has_draws_back_to_fight(name: str, rounds: int) -> None:
    """Beside a gap, and in the midst of it; from there it goes on until the foe comes through."""
    for foe, ways in (("..#......b", {"on", "back"}), ("b.#.......", {"back"})):
        board = f"{foe}\nAA=.......\nAA#.......\n..#......."
        fight = battle(board, {"A": {"skills": {"escape_artist": 18}}, "b": {}})
        for way in ("east", "on", "on", "on")[:rounds]:
            assert not isinstance(submit(turn_of(fight, "A"), Wriggle("A", way))[0], IntentRefused)
        done = [intent for creature in "AbAb" for intent in whole_turn(fight, creature, name)]
        wriggling = [intent.way for intent in done if isinstance(intent, Wriggle)]
        assert bool(wriggling) == bool(rounds)
        assert ways.issuperset(wriggling)
        assert bool(fight.world["A"].effort.act) == (wriggling[-1:] == ["on"])
