"""Page: one HTML page that plays a battle back in a browser, with nothing outside of itself.

What comes out of a save goes into the page as JSON, and its script makes text of it and nothing
else; the ground is drawn here, from shapes alone.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import Any

import attrs
import numpy as np

from tacsim.core.terrain import Grid
from tacsim.export.chronicle import result, sides
from tacsim.export.drawing import LATTICES, Lattice, caption, form, number, thing
from tacsim.export.ground import ground
from tacsim.export.pieces import Piece, pieces, things
from tacsim.export.style import both, side_class, side_mark
from tacsim.export.templates import embedded, filled, part
from tacsim.export.watching import Account, Log, Watcher, plain
from tacsim.grid.cells import Body, Cell
from tacsim.i18n import _, known_as, pgettext
from tacsim.view.palettes.glyphs import ITEM
from tacsim.view.picture.layout import LAYOUTS
from tacsim.view.picture.levels import section
from tacsim.view.picture.overlay import Knowledge, knowledge
from tacsim.view.timing import SPEEDS, seconds
from tacsim.view.wording.narration import LogLine
from tacsim.view.wording.order import order_rows

REMEMBERED, SEEN = 1, 2
"""The state of a cell in fog; 0: never seen."""


def page(account: Account, at: int | None = None, speed: float = 1.0) -> str:
    """The page; it opens after ``at`` of the events shown, None for the first round.

    ``speed`` is one of :data:`~tacsim.view.timing.SPEEDS`, or what comes near to one.
    """
    recording = _Recording(account)
    script, style = part("page.js"), part("page.css")
    field = account.battle.world.field
    lattice = LATTICES[field.topology]
    style += both(LAYOUTS[field.topology])
    wide, high = lattice.size(field.width, field.height)
    data = recording.data(at)
    data["speeds"], data["speed"] = SPEEDS, min(SPEEDS, key=lambda one: abs(one - speed))
    return filled("page", account.title, style, script, {
        "facts": escape(" · ".join(_facts(account))),
        "width": number(wide),
        "height": number(high),
        "ground": recording.ground,
        "keys": "".join(f"<dt>{escape(key)}</dt><dd>{escape(text)}</dd>" for key, text in _keys()),
        "data": embedded(data),
        **{f"w:{key}": escape(text) for key, text in _labels(recording).items()},
    })  # fmt: skip


# --- words ---------------------------------------------------------------------------------------


def _facts(account: Account) -> Iterator[str]:
    battle = account.battle
    yield plain(battle.ruleset.title)
    if account.created:
        yield plain(account.created)
    if account.blinkered:
        side = plain(known_as(battle.world.sides[account.side or ""].name))
        yield _("as {side} saw it").format(side=side)
    else:
        yield _("seed {seed}").format(seed=battle.world.dice.seed)
    yield from sides(account)


def _labels(recording: _Recording) -> Mapping[str, str]:
    """The words of the page's controls."""
    legend = _("x down, ! critical, + opportunity, | round")
    if recording.account.timeline.saved.scenario.goals:
        legend = _("x down, ! critical, + opportunity, * goal, | round")
    if any("t" in stop for stop in recording.stops):
        legend = " · ".join((legend, _("{sign} something lies there").format(sign=ITEM)))
    return {
        "board": _("The board"),
        "level": _("Level"),
        "zoom": _("Zoom"),
        "keys": _("Keys"),
        "player": _("Playing"),
        "scrub": _("Position in the battle"),
        "start": _("To the beginning"),
        "round_back": _("Back by a round"),
        "turn_back": _("Back by a turn"),
        "back": _("Back by an event"),
        "play": _("Play"),
        "space": pgettext("key", "space"),
        "on": _("On by an event"),
        "turn": _("On to the next turn"),
        "round": _("On to the next round"),
        "end": _("To the end"),
        "mark_back": _("Back to the mark before"),
        "mark": _("On to the next mark"),
        "speed": _("Speed"),
        "legend": legend,
        "order": _("Order"),
        "log": _("Log"),
        "close": _("Close"),
        "noscript": _("This page plays a battle with a script, which your browser does not run."),
    }


def _spoken() -> Mapping[str, str]:
    """The words that the script puts together."""
    return {
        "play": _("Play"),
        "hold": _("Hold"),
        "space": pgettext("key", "space"),
        "dice": _("dice"),
        "beginning": _("Before the first round"),
        "round_n": _("Round {n}"),
        "turn_of": _("{name}'s turn"),
        "event_n": _("event {n} of {last}"),
        "level_n": _("level {n}"),
        "follow": _("of whoever acts ({n})"),
    }


def _keys() -> tuple[tuple[str, str], ...]:
    return (
        (pgettext("key", "space"), _("Play, or hold.")),
        ("→ l, ← h", _("On, or back, by one event.")),
        ("t, T", _("To the next turn, or the one before.")),
        ("r, R", _("To the next round, or the one before.")),
        ("m, M", _("To the next mark, or the one before: a fall, a critical, an opportunity.")),
        ("+, -", _("Faster, slower.")),
        ("Home, End", _("To the beginning, to the end.")),
        ("<, >", _("Look at the level below, above.")),
        ("z", _("Zoom: nearer, then all the way out again.")),
        ("?", _("This card.")),
    )


# --- the battle as data --------------------------------------------------------------------------


class _Recording:
    """A battle gone through once: its first state whole, then what changes with each event."""

    def __init__(self, account: Account) -> None:
        self.account = account
        self._log = Log(account)
        self._watcher = watcher = Watcher(account)
        self._world = watcher.battle.world
        self._numbers: dict[str, int] = {}
        self._lattice: Lattice = LATTICES[self._world.field.topology]
        self._forms: dict[Cell, int] = {}
        self._met: dict[int, set[int]] = {}
        self._state: dict[int, dict[str, Any]] = {}
        self._fog: Grid | None = None
        self._lists: dict[str, list[Any]] = {}
        self.positions: list[int] = []
        self.stops: list[dict[str, Any]] = []
        self._go_through()
        know = knowledge(watcher.battle, watcher.memory)
        self._viewer = know.viewer
        self.ground = "\n".join(
            f'<g class="ground" data-level="{level}" display="none">'
            + "".join(ground(self._world.field, level, know))
            + "</g>"
            for level in range(len(self._world.field.levels))
        )

    def _go_through(self) -> None:
        timeline, watcher = self.account.timeline, self._watcher
        for stop in timeline.stops:
            watcher.to(stop)
            noticed = not stop or stop == timeline.length or watcher.perceived is not None
            moment = self._moment()
            if noticed or not moment.keys().isdisjoint("cvot"):
                self.positions.append(stop)
                self.stops.append(moment)

    def _number(self, creature: str) -> int:
        """The number of a creature, in the order in which they are met."""
        return self._numbers.setdefault(creature, len(self._numbers))

    def _moment(self) -> dict[str, Any]:
        """What a moment shows, and what has changed: see :meth:`data`."""
        watcher, timeline = self._watcher, self.account.timeline
        know = knowledge(watcher.battle, watcher.memory)
        entry = timeline.entry
        found: dict[str, Any] = {
            "r": self._world.clock.round,
            "w": seconds(entry.event.NAME if entry else None),
            "l": self._log.count(timeline.position),
        }
        if watcher.acting is not None:
            found["a"] = self._number(watcher.acting)
        if self._world.outcome.over:
            found["x"] = 1
        if watcher.attack is not None:
            target, outcome = watcher.attack
            found["f"] = [outcome, self._number(target)]
        found |= {"c": self._creatures(know), "v": self._veils(know)}
        rows = order_rows(watcher.battle, watcher.memory, know.viewer)
        lying = [
            [name, thing(self._lattice, at), (*at, 0)[2]] for at, name in things(know, self._world)
        ]
        found["o"] = self._changed("o", [self._number(row.id) for row in rows])
        found["t"] = self._changed("t", lying)
        return {key: value for key, value in found.items() if value is not None}

    def _creatures(self, know: Knowledge) -> list[Any] | None:
        """What has changed about creatures: the values that did, None for one out of sight."""
        now = {
            self._number(piece.id): self._plain(piece)
            for piece in pieces(self._watcher.moment, know)
        }
        before, self._state = self._state, now
        changes: list[Any] = [[index, None] for index in before.keys() - now.keys()]
        for index, values in now.items():
            old = before.get(index, {})
            changed = {key: value for key, value in values.items() if old.get(key, self) != value}
            if changed:
                changes.append([index, changed])
        return sorted(changes, key=lambda change: change[0]) or None

    def _plain(self, piece: Piece) -> dict[str, Any]:
        index = self._forms.setdefault(piece.body.extent, len(self._forms))
        self._met.setdefault(self._number(piece.id), set()).add(index)
        return {
            "p": piece.body.at, "b": index, "h": piece.hp, "m": piece.most, "s": piece.state,
            "g": piece.signs, "d": int(piece.dead), "z": int(piece.helpless), "how": piece.how,
        }  # fmt: skip

    def _changed(self, key: str, now: list[Any]) -> list[Any] | None:
        """A list of a moment where it is another than the moment before."""
        before, self._lists[key] = self._lists.get(key, []), now
        return now if now != before else None

    def _veils(self, know: Knowledge) -> list[list[int]] | None:
        """Runs of cells, through all levels, that are seen otherwise than before."""
        if know.seen is None:
            return None
        now = np.concatenate([self._veil(know, n) for n in range(len(self._world.field.levels))])
        before = np.zeros_like(now) if self._fog is None else self._fog
        self._fog = now
        return runs(before, now) or None

    def _veil(self, know: Knowledge, level: int) -> Grid:
        shown = know.on(section(self._world.field, level))
        assert shown.seen is not None
        assert shown.remembered is not None
        found: Grid = np.where(shown.seen, SEEN, np.where(shown.remembered, REMEMBERED, 0))
        return found.astype(np.int8).ravel()

    # --- all of it ---------------------------------------------------------------------------

    def data(self, at: int | None) -> dict[str, Any]:
        """The battle as the page's script reads it.

        A stop holds ``w`` the seconds it is seen, ``r`` the round, ``l`` how many lines of the log
        there are by then, and where there is any: ``a`` who acts, ``f`` the outcome and target of
        an attack, ``x`` that the battle is over; of what changes: ``c`` creatures, ``o`` the order,
        ``v`` runs of cells with what they were and are in fog, ``t`` all the things that lie about,
        each with its name, mark and level. A creature has its place ``p``, its form ``b``, hit
        points ``h`` of ``m``, ``s`` its state, ``g`` the sign of it, whether it is dead ``d`` or
        helpless ``z``, and ``how`` it is.
        """
        account, field = self.account, self._world.field
        timeline, lattice = account.timeline, self._lattice
        first = timeline.rounds[0] if timeline.rounds else 0
        opened = first if at is None else account.stops[at]
        return {
            "words": dict(_spoken()),
            "lattice": attrs.asdict(lattice),
            "size": lattice.size(field.width, field.height),
            "cells": [field.width, field.height],
            "levels": len(field.levels),
            "fog": self._fog is not None,
            "result": result(account.battle),
            "sides": [
                {"name": plain(known_as(side.name)), "mark": side_mark(n), "kind": side_class(n)}
                for n, side in enumerate(self._world.sides.items)
            ],
            "forms": [self._form(extent) for extent in self._forms],
            "creatures": [self._creature(name) for name in self._numbers],
            "stops": self.stops,
            "log": [self._line(line) for line in self._log.lines],
            "marks": self._marks(),
            "rounds": [[n, self.stops[n]["r"]] for n in self._at(timeline.rounds)],
            "turns": self._at(timeline.turns),
            "open": self._stop(opened),
        }

    def _form(self, extent: Cell) -> dict[str, Any]:
        drawn = form(self._lattice, extent)
        x, y = drawn.middle
        return {
            "path": drawn.path, "x": x, "y": y, "room": drawn.room,
            "cells": len(Body((0, 0), extent[:2]).cells),
            "levels": extent[2] if len(extent) > 2 else 1,
        }  # fmt: skip

    def _creature(self, name: str) -> dict[str, Any]:
        """What never changes about a creature."""
        index, creature = self._number(name), self._world[name]
        met = sorted(self._met[index])
        sides = self._world.sides
        extents = list(self._forms)
        known = sorted({plain(known_as(self._world[one].name)) for one in self._numbers})
        drawn = {form_: form(self._lattice, extents[form_]) for form_ in met}
        return {
            "id": plain(name),
            "name": plain(known_as(creature.name)),
            "side": [side.id for side in sides.items].index(creature.side),
            "friend": sides.friendly(self._viewer, creature.side),
            "captions": {
                form_: caption(
                    plain(known_as(creature.name)), one.room, large=one.large, known=known
                )
                for form_, one in drawn.items()
            },
        }

    def _line(self, line: LogLine) -> dict[str, Any]:
        return {
            "t": plain(line.text), "k": line.tone, "c": list(map(plain, line.clauses)),
            "d": list(map(plain, line.detail)), "s": self._stop(line.number + 1),
        }  # fmt: skip

    def _marks(self) -> list[list[Any]]:
        marks = self.account.timeline.index.highlights
        return [[n, mark.kind] for mark in marks for n in self._at([mark.number + 1])]

    def _at(self, positions: Iterable[int]) -> list[int]:
        """The stops at some positions, without those at which nothing is shown."""
        return [n for p in positions for n in [self._stop(p)] if self.positions[n] == p]

    def _stop(self, position: int) -> int:
        """The first stop at a position, or after it."""
        return min(bisect_left(self.positions, position), len(self.positions) - 1)


def runs(before: Grid, after: Grid) -> list[list[int]]:
    """Where a row of numbers has changed: start, length, what was and what is.

    >>> runs(np.array([0, 0, 0, 1, 2]), np.array([2, 2, 0, 2, 2]))
    [[0, 2, 0, 2], [3, 1, 1, 2]]
    """
    found: list[list[int]] = []
    for index in np.flatnonzero(before != after).tolist():
        old, new = int(before[index]), int(after[index])
        last = found[-1] if found else None
        if last and last[0] + last[1] == index and last[2:] == [old, new]:
            last[1] += 1
        else:
            found.append([index, 1, old, new])
    return found
