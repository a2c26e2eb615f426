"""Cast: the battle as it looked, as a recording of a terminal (asciinema's format 2)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import datetime

import attrs
import tcod.console

from tacsim.export.terminal import Screen
from tacsim.export.watching import Account, Log, Watcher, plain
from tacsim.grid.cells import Cell
from tacsim.i18n import _, known_as
from tacsim.rules.battle import Battle
from tacsim.view.columns import columns, folded
from tacsim.view.palettes.colours import RGB, Palette
from tacsim.view.palettes.graphics import health_bar
from tacsim.view.palettes.palette import DARK
from tacsim.view.picture.board import Overlay, draw
from tacsim.view.picture.camera import CLOSE, NEAR, NORMAL, Camera
from tacsim.view.picture.layout import LAYOUTS
from tacsim.view.picture.levels import span
from tacsim.view.shortening import shorten
from tacsim.view.timing import seconds
from tacsim.view.wording.narration import LogLine
from tacsim.view.wording.order import OrderRow, order_rows

SIZE = (120, 36)
"""Default columns and rows of the terminal."""
LEAST, MOST = (40, 12), (400, 150)
"""The smallest and the largest terminal."""
BESIDE = 100
"""The columns from which on there is room for panels beside the board."""
PANEL, BELOW = 40, 6
"""Columns of the panels beside the board; rows of the log below it."""
BAR = 8
END = 2.0
"""Seconds for which the end is seen."""
ENV = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}

INK: RGB = (222, 214, 200)
MUTED: RGB = (140, 131, 120)
ACCENT: RGB = (238, 190, 92)
TONES: dict[str, RGB] = {
    "round": ACCENT, "turn": (246, 240, 226), "miss": MUTED, "refused": MUTED, "end": ACCENT,
    "critical": (255, 110, 96), "down": (255, 110, 96), "opportunity": (240, 176, 80),
}  # fmt: skip
"""Colours of lines of the log, by their tone."""


def cast(account: Account, size: Cell = SIZE, speed: float = 1.0) -> Iterator[str]:
    """The lines of the recording: the header, then what each event changes on the screen."""
    yield json.dumps(_header(account, size))
    now, before = 0.0, None
    yield _line(now, "\x1b[?25l\x1b[2J")
    for screen, wait in _screens(account, size):
        changes = screen.changes(before)
        if changes:
            yield _line(now, changes)
        now += wait / speed
        before = screen
    yield _line(now + END / speed, "\x1b[?25h")


def _header(account: Account, size: Cell) -> dict[str, object]:
    made: dict[str, object] = {"version": 2, "width": size[0], "height": size[1]}
    stamp = timestamp(account.created)
    if stamp is not None:
        made["timestamp"] = stamp
    return {**made, "title": account.title, "env": ENV}


def timestamp(created: str) -> int | None:
    """Seconds since 1970 of a time in ISO 8601; None for what is none.

    >>> timestamp("1970-01-02T00:00:00+00:00"), timestamp("yesterday")
    (86400, None)
    """
    try:
        when = datetime.fromisoformat(created)
        return int(when.timestamp()) if when.tzinfo is not None else None
    except (ValueError, OverflowError, OSError):
        return None


def _line(now: float, output: str) -> str:
    return json.dumps([round(now, 3), "o", output])


def _screens(account: Account, size: Cell) -> Iterator[tuple[Screen, float]]:
    """The screen after each event shown, with its seconds at speed 1."""
    log = Log(account)
    watcher = Watcher(account)
    painter = _Painter(account, watcher, size)
    for number, stop in enumerate(account.timeline.stops):
        watcher.to(stop)
        entry = account.timeline.entry
        if number and entry is not None and watcher.perceived is None:
            continue
        yield painter.screen(log.until(stop, size[1])), seconds(entry.event.NAME if entry else None)


class _Painter:
    """Draws one screen after another, keeping camera and level between them."""

    def __init__(self, account: Account, watcher: Watcher, size: Cell) -> None:
        self._account, self._watcher, self._size = account, watcher, size
        self._palette: Palette = DARK
        columns, rows = size
        self._beside = columns >= BESIDE
        across = columns - PANEL - 1 if self._beside else columns
        down = rows - 2 - (0 if self._beside else BELOW + 1)
        self._board = tcod.console.Console(across, down)
        self._camera = fitted(account.battle, across, down)
        self._level = 0

    def screen(self, lines: Sequence[LogLine]) -> Screen:
        """The screen now, with the log so far."""
        columns, rows = self._size
        made = Screen(columns, rows, self._palette.outside)
        self._follow()
        self._paint_board()
        made.paste(self._board, 0, 2)
        self._paint_heading(made)
        if self._beside:
            left = columns - PANEL
            row = self._paint_order(made, left, 2, (rows - 2) // 2)
            self._paint_log(made, lines, left, row + 1, rows - row - 1, PANEL)
        else:
            self._paint_log(made, lines, 0, rows - BELOW, BELOW, columns)
        return made

    def _follow(self) -> None:
        acting, world = self._watcher.acting, self._watcher.battle.world
        if acting is not None:
            body = world[acting].body
            self._level = span(body)[0]
            if not self._camera.fits:
                self._camera = self._camera.showing(body)

    def _paint_board(self) -> None:
        battle, attack = self._watcher.battle, self._watcher.attack
        flash: dict[Cell, str] = {}
        if attack is not None:
            flash = dict.fromkeys(battle.world[attack[0]].body.cells, attack[1])
        draw(self._board, battle, self._camera, Overlay(flash=flash), self._palette,
             self._watcher.memory, level=self._level)  # fmt: skip

    def _paint_heading(self, made: Screen) -> None:
        battle, acting = self._watcher.battle, self._watcher.acting
        clock, field = battle.world.clock, battle.world.field
        parts = [self._account.title]
        if clock.surprise:
            parts.append(_("surprise round"))
        elif clock.round:
            parts.append(_("round {0}").format(clock.round))
        parts.append(battle.ruleset.id)
        if len(field.levels) > 1:
            parts.append(_("level {n} of {last}").format(n=self._level, last=len(field.levels) - 1))
        if self._account.blinkered:
            side = battle.world.sides[self._account.side or ""]
            parts.append(_("as {side} saw it").format(side=plain(known_as(side.name))))
        who = plain(known_as(battle.world[acting].name)) if acting is not None else ""
        if battle.world.outcome.over:
            who = _("the battle is over")
        room = made.columns - columns(who) - 3
        made.write(1, 0, " - ".join(parts), INK, room)
        made.write(max(made.columns - columns(who) - 1, 0), 0, who, ACCENT)

    def _paint_order(self, made: Screen, left: int, row: int, most: int) -> int:
        """The order with hit points, as many rows as there is room; the row after it."""
        rows = order_rows(self._watcher.battle, self._watcher.memory, self._account.side)
        index = next((i for i, each in enumerate(rows) if each.acting), 0)
        start = max(min(index - most // 2, len(rows) - most), 0)
        called = shorten((plain(each.name) for each in rows), PANEL - 25, "...")
        names = {each.name: called[plain(each.name)] for each in rows}
        for each in rows[start : start + most]:
            self._paint_row(made, left, row, each, names[each.name])
            row += 1
        return row

    def _paint_row(self, made: Screen, left: int, row: int, each: OrderRow, called: str) -> None:
        colour = self._palette.side(each.side)
        gone = each.hp is None or bool(each.state)
        text = each.state if gone else f"{each.hp}/{each.hp_max}"
        end = left + PANEL - 1
        made.write(left, row, "▸" if each.acting else " ", ACCENT)
        made.write(left + 2, row, each.mark, colour)
        name = INK if not each.state else MUTED
        made.write(left + 4, row, called, ACCENT if each.acting else name)
        if each.hp is not None and each.hp_max and not each.state:
            part = min(max(each.hp, 0) / each.hp_max, 1.0)
            made.write(end - 18, row, health_bar(part, BAR), colour)
        made.write(max(end - columns(text), left), row, text, MUTED if gone else INK)

    def _paint_log(
        self, made: Screen, lines: Sequence[LogLine], left: int, row: int, high: int, wide: int
    ) -> None:
        """The latest lines of the log, the last at the bottom."""
        rows: list[tuple[str, RGB]] = []
        for line in reversed(lines):
            if len(rows) >= high:
                break
            indent = "" if line.tone in ("round", "turn", "end") else "  "
            pieces = folded(plain(line.text), wide - 1 - len(indent))
            colour = TONES.get(line.tone, INK)
            rows[:0] = [(indent + piece, colour) for piece in pieces]
        for number, (text, colour) in enumerate(rows[-high:] if high > 0 else ()):
            made.write(left, row + number, text, colour, wide)


def fitted(battle: Battle, columns: int, rows: int) -> Camera:
    """A camera as near as shows the whole map, or at a usual distance where none does."""
    field = battle.world.field
    layout = LAYOUTS[field.topology]
    camera = Camera(field.width, field.height, columns, rows, layout=layout)
    for zoom in (CLOSE, NEAR, NORMAL):
        near = attrs.evolve(camera, zoom=zoom)
        if near.fits:
            return near.clamped()
    return camera.clamped()
