"""Features: what an agent is shown of a battle and of its options, as numbers from -1 to 1.

``docs/bots-and-training.md`` lists them. Lengths are parts of the map's longest side. All of it is
read from what the agent's side believes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tacsim.core.intents import (
    INTENTS,
    NAMES,
    Decline,
    EndTurn,
    FullAttack,
    Move,
    Strike,
    Take,
)
from tacsim.core.world import Creature
from tacsim.grid.cells import Body, Cell
from tacsim.rules.battle import Battle
from tacsim.rules.choices import Choices, Option

Numbers: TypeAlias = NDArray[np.float32]

GLOBAL = ("round", "deciding", "asked", "friends", "foes", "hp")
"""Of the battle as a whole: the round, in parts of 20; whether the agent decides now, and whether
about a question; what part of its side still stands, how many foes it knows of for each creature of
its own, at most one, and what part of its side's hit points is left."""

CREATURE = ("known", "friend", "standing", "hp", "x", "y", "z", "deciding", "dx", "dy", "away")
"""Of each creature, the side's own first: 0 throughout for one that is not known; 1 for a friend,
-1 for a foe; the part of its hit points left, -1 where that is not known (of foes in fog); where it
is; whether it decides; and how far it is from whoever decides."""

OPTION = (
    "aimed", "target hp", "target away", "dx", "dy", "cost", "squeezing", "provokes", "chance",
    "gap", "gained",
)  # fmt: skip
"""Of each option, behind its kind and mode: whether it is aimed at a foe, what is left of that one
and how far it is; of moves where they lead, the part of the budget that they cost, whether they end
squeezed, how many they provoke (in parts of 4), the chance that no check fails, how far the nearest
known foe is from there, and by how much that is less than it was."""

ROUNDS, PROVOKED = 20, 4
NEVER_LOST = (EndTurn, Decline, Strike, FullAttack, Take)
"""What is offered however many options there are."""


class Features:
    """What agents are shown of the battles of a scenario; ``battle``: any of these.

    To show something else, make a subclass with other sizes, :meth:`of_state` and
    :meth:`of_options`, and hand it over as ``env(..., features=...)``.

    ``state_size``, ``option_size``: how many numbers tell of the battle, and of each option.
    """

    def __init__(self, battle: Battle) -> None:
        world, ruleset = battle.world, battle.ruleset
        self._ids = world.ids
        self._sides = {one.id: one.side for one in world.creatures}
        self._shape = world.field.shape
        self._scale = float(max(self._shape))
        self._kinds = {name: n for n, name in enumerate(one for one in INTENTS
                       if one in ruleset.intents or one in _ALWAYS)}  # fmt: skip
        self._modes = {name: n for n, name in enumerate(ruleset.modes, len(self._kinds))}
        self._first = len(self._kinds) + len(self._modes)
        self._away: dict[Body, NDArray[Any]] = {}
        self._apart: dict[tuple[Body, Body], float] = {}
        self.state_size = len(GLOBAL) + len(CREATURE) * len(self._ids)
        self.option_size = self._first + len(OPTION)

    # --- the battle --------------------------------------------------------------------------

    def of_state(self, battle: Battle, side: str) -> Numbers:
        """What a side believes of the battle as it stands."""
        world, decision = battle.world, battle.decision
        here = world[decision.actor] if decision and decision.actor in world else None
        own = [one for one in world.creatures if one.side == side]
        whole = sum(one.hp.maximum for one in own) or 1
        foes = sum(not world.sides.friendly(side, one.side) for one in battle.standing())
        deciding = here is not None and here.side == side
        out = [
            min(world.clock.round / ROUNDS, 1.0),
            float(deciding),
            float(deciding and decision is not None and not decision.is_turn),
            sum(map(battle.able, own)) / (len(own) or 1),
            min(foes / (len(own) or 1), 1.0),
            sum(max(one.hp.current, 0) for one in own) / whole,
        ]
        mine = sorted(self._ids, key=lambda name: self._sides[name] != side)
        for name in mine:
            out += self._creature(battle, side, name, here) if name in world else _STRANGER
        return np.clip(np.array(out, np.float32), -1, 1)

    def _creature(
        self, battle: Battle, side: str, name: str, here: Creature | None
    ) -> Sequence[float]:
        one, scale = battle.world[name], self._scale
        friend = one.side == side or battle.world.sides.friendly(side, one.side)
        x, y, z = (*one.at, 0)[:3]
        away = (0.0, 0.0, 0.0)
        if here is not None:
            far = self._far(battle, here.body, one.body)
            away = (x - here.at[0]) / scale, (y - here.at[1]) / scale, far
        shown = friend or not battle.fog
        return (
            1.0, 1.0 if friend else -1.0, float(battle.able(one)), _left(one) if shown else -1.0,
            x / scale, y / scale, z / scale, float(one is here), *away,
        )  # fmt: skip

    def _far(self, battle: Battle, one: Body, other: Body) -> float:
        """How far two bodies are from each other."""
        if (one, other) not in self._apart:
            if len(self._apart) > 10 * MOST:
                self._apart.clear()
            self._apart[one, other] = battle.ruleset.metric.distance(one, other) / self._scale
        return self._apart[one, other]

    # --- options -----------------------------------------------------------------------------

    def of_options(self, choices: Choices, options: Sequence[Option]) -> Numbers:
        """A row for each option of what whoever decides may do."""
        out = np.zeros((len(options), self.option_size), np.float32)
        battle, actor = choices.battle, choices.actor
        kinds = [self._kinds[NAMES[type(option.intent)]] for option in options]
        out[np.arange(len(options)), kinds] = 1
        self._of_moves(choices, options, out)
        aims: dict[str, tuple[float, float, float]] = {}
        for n, option in enumerate(options):
            target = getattr(option.intent, "target", None)
            if target is None or target not in battle.world:
                continue
            if target not in aims:
                aims[target] = self._aim(battle, actor, battle.world[target])
            out[n, self._first : self._first + 3] = aims[target]
        return np.clip(out, -1, 1, out=out)

    def _aim(self, battle: Battle, actor: Creature, target: Creature) -> tuple[float, float, float]:
        foe = not battle.world.sides.friendly(actor.side, target.side)
        left = -1.0 if foe and battle.fog else _left(target)
        return float(foe), left, self._far(battle, actor.body, target.body)

    def _of_moves(self, choices: Choices, options: Sequence[Option], out: Numbers) -> None:
        """Fill in what is told of moves alone."""
        rows = {
            (family.mode.name, row.at, row.extent): (family.budget or 1, row)
            for family in choices.families
            for row in family.rows
        }
        numbers, modes, ends, found = [], [], [choices.actor.at], []
        for n, option in enumerate(options):
            move = option.intent
            if isinstance(move, Move) and move.path and move.extents:
                budget, row = rows[move.mode, move.path[-1], move.extents[-1]]
                numbers.append(n)
                modes.append(self._modes[move.mode])
                ends.append(row.at)
                found.append((row.at[0], row.at[1], row.cost / budget, row.squeezing,
                              len(row.provokes) / PROVOKED, row.chance))  # fmt: skip
        if not numbers:
            return
        out[numbers, modes] = 1
        x, y, *_ = choices.actor.at
        told = np.array(found, np.float32)
        told[:, :2] = (told[:, :2] - (x, y)) / self._scale
        out[numbers, self._first + 3 : self._first + 9] = told
        gaps = self.gaps(choices, ends) / self._scale
        out[numbers, self._first + 9] = gaps[1:]
        out[numbers, self._first + 10] = gaps[0] - gaps[1:]

    def gaps(self, choices: Choices, cells: Sequence[Cell]) -> Numbers:
        """How many cells the nearest known foe is away from some cells; none is known: 0."""
        battle = choices.battle
        if len(self._away) > MOST:
            self._away.clear()
        found = []
        for foe in battle.foes(choices.actor):
            if foe.body not in self._away:
                topology = battle.ruleset.topology
                self._away[foe.body] = topology.distances(foe.body, self._shape)
            found.append(self._away[foe.body])
        if not found:
            return np.zeros(len(cells), np.float32)
        index = tuple(np.array(cells).T[::-1])
        nearest: Numbers = np.min([grid[index] for grid in found], axis=0).astype(np.float32)
        return nearest

    def kept(self, choices: Choices, most: int) -> Sequence[Option]:
        """The options that are offered where there is room for so many, in canonical order.

        Never left out as long as they fit are ending the turn, declining, strikes, full attacks and
        taking opportunities. The others come in turns, one of each kind of act and mode of movement
        after another: moves by how near to a foe they end, all else in canonical order.
        """
        options = choices.options
        if len(options) <= most:
            return options
        sure = [n for n, one in enumerate(options) if isinstance(one.intent, NEVER_LOST)]
        sure.sort(key=lambda n: not isinstance(options[n].intent, EndTurn | Decline))
        groups: dict[str, list[int]] = defaultdict(list)
        for n, option in enumerate(options):
            if not isinstance(option.intent, NEVER_LOST):
                groups[_kind(option)].append(n)
        moves = [n for n, option in enumerate(options) if isinstance(option.intent, Move)]
        ends = [_end(options[n]) for n in moves]
        gap = dict(zip(moves, self.gaps(choices, ends).tolist(), strict=True)) if moves else {}
        for group in groups.values():
            group.sort(key=lambda n: gap.get(n, 0.0))
        found = [*sure, *_in_turns(list(groups.values()))][:most]
        return [options[n] for n in sorted(found)]


_ALWAYS = ("move", "take", "decline", "end_turn")
MOST = 2_000
"""How many maps of distances are kept; of distances ten times as many."""
_STRANGER = (0.0,) * len(CREATURE)


def _left(one: Creature) -> float:
    """The part of its hit points that a creature has left."""
    return max(one.hp.current, 0) / (one.hp.maximum or 1)


def _end(option: Option) -> Cell:
    """Where a move leads."""
    path: tuple[Cell, ...] = getattr(option.intent, "path", ())
    return path[-1]


def _kind(option: Option) -> str:
    """The kind of an option: its intent's name, of moves with the mode."""
    intent = option.intent
    return f"move {intent.mode}" if isinstance(intent, Move) else NAMES[type(intent)]


def _in_turns(groups: Sequence[Sequence[int]]) -> Iterator[int]:
    """The first of each group, then the second of each, and so on.

    >>> list(_in_turns([[1, 2, 3], [7], [8, 9]]))
    [1, 7, 8, 2, 9, 3]
    """
    for row in zip_longest(*groups):
        yield from (n for n in row if n is not None)
