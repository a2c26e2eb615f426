"""The engine's choices against those of the brute force of ``tests/oracle``, board by board.

Run any number of boards from any seed on, and print what differs::

    PYTHONPATH=tests python -m rules.choices_differential --kind hex --first 500 --boards 100

Every option of the creature whose turn has just begun is compared, then every option of what comes
after each of these. Each board is tried with dice that all show a 1, the 5e family's also with dice
that all show their highest face. Hit points are so many that nobody falls.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from functools import partial
from types import ModuleType
from typing import Any

import attrs
from fifth import twins as fifth_twins
from oracle import choices_boards, cubes, d20, d20_choices, fifth, fifth_choices, pool, pool_choices
from oracle.choices_boards import KINDS
from oracle.d20_choices import Option
from pool import twins as pool_twins

from rules import twins as d20_twins
from tacsim.core import intents as it
from tacsim.core.apply import apply
from tacsim.core.components import HitPoints
from tacsim.core.dice import Dice
from tacsim.core.events import RoundStarted, Spent
from tacsim.rules.battle import Battle
from tacsim.rules.choices import choices
from tacsim.rules.engine import submit
from tacsim.rules.turns import start_turn

Difference = tuple[object, ...]
"""What was compared, then what the two sides say of it, the engine first."""
MOVER = "m"
LUCKY = ("grid5e", "metric", "hex")
"""The kinds in which what is tried ends at once, so that it matters whether it succeeds."""
PLENTY = HitPoints(1000, 1000)
STRONG, WEAK = 20, 8


class Always(Dice):
    """Dice that all show a 1, or all their highest face."""

    def __init__(self, *, lucky: bool) -> None:
        self.lucky = lucky

    def faces(self, position: int, count: int, sides: int) -> tuple[int, ...]:
        return (sides if self.lucky else 1,) * count


class Trial:
    """One board, as both sides see it."""

    who = MOVER

    def __init__(self, kind: str, board: Any, *, lucky: bool = False) -> None:
        self.kind = kind
        self.oracle: ModuleType = {"d20": d20_choices, "pool": pool_choices}.get(
            kind, fifth_choices
        )
        self.board = read(kind, board)
        self.battle = twin(kind, self.board, lucky=lucky or kind == "pool")
        self.turn = self.begun(tuple(self.battle.world.order), lucky)

    def begun(self, order: tuple[str, ...], lucky: bool) -> Any:
        """The mover's turn, in the oracle."""
        if self.kind == "d20":
            return d20_choices.Turn(self.board, order, self.who)
        if self.kind == "pool":
            return pool_choices.begin(self.board, order, self.who, self.players)
        return fifth_choices.begin(self.board, order, self.who, lucky=lucky)

    @property
    def players(self) -> frozenset[str]:
        """Those of the first side that was set up: people play it."""
        first = self.board.creatures[0].side
        return frozenset(c.id for c in self.board.creatures if c.side == first)

    def differences(self) -> Iterator[Difference]:
        """Whatever the two sides do not agree on."""
        yield from self.unlike()
        ours, theirs = listed(self.battle), self.oracle.options(self.turn)
        for option in sorted(theirs & set(ours), key=str):
            yield from self.next_ones(option, ours[option])

    def unlike(self) -> Iterator[Difference]:
        """Where they do not agree on the options of the first turn."""
        ours, theirs = listed(self.battle), self.oracle.options(self.turn)
        if set(ours) != theirs:
            yield (
                "options",
                sorted(set(ours) - theirs, key=str),
                sorted(theirs - set(ours), key=str),
            )

    def next_ones(self, option: Option, intent: it.Intent) -> Iterator[Difference]:
        """What the options are after one of them."""
        child = self.battle.fork()
        submit(child, intent)
        ours, asked = set(listed(child)), child.decision.actor
        try:
            follows = self.oracle.after(self.turn, option, self.way(intent))
        except ValueError as worse:
            yield "way", option, worse
            return
        theirs = [self.oracle.options(state) for state in follows if state.who == asked]
        if ours not in theirs:
            odd = [(sorted(ours - one, key=str), sorted(one - ours, key=str)) for one in theirs]
            yield "after", option, asked, [state.who for state in follows], odd

    def way(self, intent: it.Intent) -> list[Any] | None:
        """The way of a move in the oracle's bodies, the start first."""
        if not isinstance(intent, it.Move):
            return None
        mover = self.board[self.who]
        cells = list(zip(intent.path, intent.extents, strict=True))
        if self.kind == "d20":
            return [d20.body_of(mover), *(d20.Body(*at, *extent) for at, extent in cells)]
        if self.kind == "pool":
            return [pool.body_of(mover), *(cubes.Body(*at, extent[0]) for at, extent in cells)]
        return [fifth.body_of(mover), *(fifth.Body(*at, extent[0]) for at, extent in cells)]


def read(kind: str, board: Any) -> Any:
    """The board, to be read as the engine reads what the catalogue leaves open."""
    if kind == "d20":
        board.readings = d20_twins.READINGS
        for c in board.creatures:
            c.strength = WEAK if c.side == board[MOVER].side else STRONG
        return d20.still(board)
    return pool_twins.read(board) if kind == "pool" else board


def twin(kind: str, board: Any, *, lucky: bool) -> Battle:
    """The same battle in the engine: the mover's turn has begun, and nobody else's of this round.

    The mover's side is the weaker one where dice show a 1, and the stronger one where they do not,
    so that nobody tries its strength in a draw.
    """
    made = {"d20": d20_twins.twin, "pool": pool_twins.twin}.get(kind, fifth_twins.twin)
    battle = made(board, MOVER)
    battle.dice = Always(lucky=lucky)
    world = battle.world
    for c in board.creatures:
        world.put(c.id, PLENTY)
        if kind != "pool":
            strong = (c.side == board[MOVER].side) == lucky
            mind = world[c.id].abilities
            world.put(c.id, attrs.evolve(mind, strength=STRONG if strong else WEAK))
        elif c.id != MOVER:
            apply(world, Spent(c.id, (("begun", 0),)))
    if kind == "d20":
        apply(world, RoundStarted(1))
        for event in start_turn(battle, MOVER):
            apply(world, event)
    return battle


def listed(battle: Battle) -> dict[Option, it.Intent]:
    """The engine's options as the oracle writes them."""
    found = choices(battle, as_seen_by=None)
    assert found is not None
    named = {written(battle.ruleset.id, option.intent): option.intent for option in found}
    assert len(named) == len(found), "two options are the same to the oracle"
    return named


FIELDS = {
    "d20": {
        "strike": ("target", "weapon", "defensive"), "take": ("weapon",),
        "full_attack": ("target", "weapon", "defensive"), "aid": ("target", "against", "defence"),
        "bull_rush": ("target", "follow"), "trip": ("target", "weapon"),
        "pick_up": ("target",), "set_down": ("target", "to"), "drop_held": ("weapon",),
        "load": ("weapon",), "dodge": ("target",),
    },
    "pool": {
        "strike": ("target", "weapon", "stamina"), "take": ("weapon", "stamina"),
        "yield": ("target",), "let_pass": ("willing",),
    },
    "fifth": {
        "strike": ("target", "weapon"), "take": ("weapon",), "aid": ("target", "against"),
        "grapple": ("target",), "deny_flank": ("against",),
    },
}  # fmt: skip
"""What the oracles say of an act, by ruleset."""
ALIKE = {"ready": ("trigger", "target", "weapon"), "coup_de_grace": ("target", "weapon")}


def written(ruleset: str, intent: Any) -> Option:
    """An intent as the oracle of its ruleset writes it."""
    name = it.NAMES[type(intent)]
    if isinstance(intent, it.Move):
        assert intent.path is not None
        assert intent.extents is not None
        at, extent = intent.path[-1], intent.extents[-1]
        if ruleset == "d20":
            return name, intent.mode, at, extent, intent.target
        return name, intent.mode, at, extent[0]
    if isinstance(intent, it.Shove):
        return name, intent.target, "prone" if intent.prone else intent.to
    if isinstance(intent, it.Take) and intent.defence:
        return intent.defence, intent.stamina
    fields = (ALIKE | FIELDS.get(ruleset, FIELDS["fifth"])).get(name, ())
    return name, *(getattr(intent, field) for field in fields)


# ------------------------------------------------------------------------------- running


def compare(kind: str, seed: int) -> str:
    """What differs on a board, with the board to look at; empty if nothing does."""
    board = choices_boards.random_board(kind, seed)
    found = [
        difference
        for lucky in ((False, True) if kind in LUCKY else (False,))
        for difference in Trial(kind, board, lucky=lucky).differences()
    ]
    if not found:
        return ""
    told = [" | ".join(map(str, difference)) for difference in found[:6]]
    draw = {"d20": d20.draw, "pool": pool.draw}.get(kind, fifth.draw)
    return "\n".join([f"{kind} {seed}: {len(found)} differences", *told, draw(board), ""])


def main() -> int:
    """Compare boards and tell; 1 if anything differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kind", choices=KINDS, action="append", help="all unless told")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--boards", type=int, default=20, help="how many boards of each kind")
    given = parser.parse_args()
    began, differing, write = time.process_time(), 0, partial(print, flush=True)
    for kind in given.kind or KINDS:
        for seed in range(given.first, given.first + given.boards):
            told = compare(kind, seed)
            differing += bool(told)
            if told:
                write(told)
    seconds = time.process_time() - began
    write(f"{given.boards} boards of each kind, {differing} with differences, {seconds:.0f} s")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
