"""The panels beside the board: initiative order, sheet and log; and the same in three lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import accumulate

import attrs
from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.events import Click
from textual.message import Message

from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.lines import Lines, Text
from tacsim.app.widgets.log import log_text
from tacsim.app.widgets.sheet import (
    actions_left,
    after_text,
    aim_lines,
    bar,
    flanked_by,
    hp_text,
    kept_answers,
    lasting,
    length_text,
    sheet_lines,
    still_to_move,
)
from tacsim.app.widgets.side_view import SideView
from tacsim.app.widgets.text import DOT, MORE, ending, hanging, spread, wrapped
from tacsim.i18n import _
from tacsim.player.acting.unasked import waits_for
from tacsim.player.pointing.now import Now
from tacsim.view.columns import columns
from tacsim.view.palettes.colours import hexed
from tacsim.view.palettes.graphics import UNICODE
from tacsim.view.shortening import shorten
from tacsim.view.wording import words
from tacsim.view.wording.narration import WEIGHTY, LogLine, chief_of
from tacsim.view.wording.order import OrderRow, order_rows
from tacsim.view.wording.sheet import sheet_of

BAR, STATE = 8, 7
"""Columns of a row of the order: the bar, and the hit points or what stands in their place."""
BESIDE = 9
"""Levels that a side view between the panels shows at most."""
LEAST = 4
"""Columns of a name in the strip of the order that is cut no more; one more if letters take two."""
CUT = 6
"""Columns of a name there at least, where not all of the order finds room."""
ROWS = 12
"""Rows of the order that are seen at once; a longer one scrolls."""
SCROLLBAR = 1
CAPTIONS, LOG = 3, 4
"""Rows of the captions, and of the log at least."""
SHEET = 15
"""Rows that the sheet may always have; on a high screen it has up to half of the column."""
ASIDE = ("round", "turn", "opportunity", "answer")
"""Tones of lines that say nothing by themselves of what was done."""
SHOWN = 60
"""Lines of the log that a panel holds; the whole of it has a screen of its own."""


def nobody(now: Now) -> str:
    """The caption where there is no sheet to show."""
    acts = now.battle.world.clock.active is not None
    return _("Somebody unseen") if acts else _("Between turns")


class Ending(VerticalScroll):
    """Text of which the end is kept in sight, until somebody scrolls away from it."""

    def on_mount(self) -> None:
        """Stay at the end."""
        self.anchor()

    def on_resize(self) -> None:
        """Come to the end in this size, and draw the bar where that is.

        The layout of another size goes to the end as it was in the size before, and the next one
        moves the bar without a word of it to the screen.
        """
        if not self._anchor_released:
            self.scroll_end(animate=False, immediate=True)
        self.vertical_scrollbar.refresh()


class Panels(Container):
    """Order, sheet and log, one below the other."""

    class Picked(Message):
        """A creature in the order was clicked."""

        def __init__(self, creature: str) -> None:
            super().__init__()
            self.creature = creature

    class Asked(Message):
        """A line of the log was clicked."""

        def __init__(self, line: LogLine) -> None:
            super().__init__()
            self.line = line

    DEFAULT_CSS = """
    Panels .caption { height: 1; background: $panel; color: $accent; text-style: bold; }
    Panels Text { width: 1fr; height: auto; }
    Panels #order { height: auto; max-height: 12; padding: 0 1; }
    Panels #sheet { height: auto; padding: 0 1; }
    Panels #log { height: 1fr; }
    Panels #log-text { padding: 0 1; height: auto; }
    """

    _last: tuple[Now, Sequence[LogLine], bool] | None = None
    _acting: tuple[int, int] | None = None
    """The row to which the order is scrolled, and the rows that it has."""
    _said: tuple[object, object, object] = (None, None, None)
    """What order and sheet were last made of."""
    _tail: tuple[tuple[LogLine, ...], int] | None = None
    """The lines of the log shown, and the width to which they are folded."""
    _ordered: Sequence[OrderRow] = ()
    """The rows of the order, with names as they find room."""
    _read: Sequence[LogLine] = ()
    """The lines of the rows of the log."""

    def compose(self) -> ComposeResult:
        """Three captions, three texts."""
        yield Lines("order-caption", classes="caption")
        yield VerticalScroll(Text("order-text"), id="order", can_focus=False)
        yield Lines("sheet-caption", classes="caption")
        yield Text("sheet")
        self.side = SideView("beside", BESIDE)
        yield self.side
        yield Lines("log-caption", classes="caption")
        yield Ending(Text("log-text"), id="log", can_focus=False)

    def on_resize(self) -> None:
        """Wrap to the new width."""
        if self._last is not None:
            now, lines, sliced = self._last
            self.show(now, lines, sliced=sliced)

    def show(self, now: Now, lines: Sequence[LogLine], *, sliced: bool = False) -> None:
        """Show the moment, once there is room to be seen in; ``sliced``: a side view is open."""
        self._last = now, lines, sliced
        size = self.size
        if not size:
            return
        width, high = max(size.width - 2, 10), size.height - CAPTIONS - LOG
        if sliced:
            high -= 1 + min(len(now.battle.world.field.levels), BESIDE)
        pointed = (now.selection.target, now.selection.at_cursor())
        said = (now.seen, width, high)
        room = width - SCROLLBAR  # whether there is one or not: a row that folds would call for it
        if said != self._said[0]:
            self.query_one("#log-caption", Lines).put(Content(_("Log")))
            rows = order_rows(now.battle, now.memory, now.viewer)
            names = shorten((row.name for row in rows), _room(rows, room, now))
            self._ordered = [attrs.evolve(row, name=names[row.name]) for row in rows]
        if (said, pointed) != self._said[:2]:
            self._show_order(now, room, high)
        attacks = now.selection.preview.attacks if now.settled else ()
        about = (said, subject(now), attacks, now.selection.weapon)
        if about != self._said[2]:
            self._show_sheet(now, width, high)
        self._said = (said, pointed, about)
        self._show_log(lines, max(width - SCROLLBAR, 10))

    def _show_order(self, now: Now, room: int, high: int) -> None:
        """The order, in half the room at most; a long one is scrolled to the acting creature."""
        rows, most = self._ordered, _share(high)
        order = self.query_one("#order", VerticalScroll)
        order.styles.max_height = most
        caption = Content(_("Order"))
        self.query_one("#order-caption", Lines).put(
            (caption, Content.styled(_("hit points"), MUTED))
        )
        pointed = (now.selection.target, now.selection.at_cursor())
        texts = [
            _row(
                row, room, hexed(now.palette.side(row.side)), now.palette.graphics,
                _standing(now, row.id), pointed=row.id in pointed,
            )
            for row in rows
        ]  # fmt: skip
        self.query_one("#order-text", Text).show(texts)
        index = next((i for i, row in enumerate(rows) if row.acting), 0)
        if (index, most) != self._acting:
            self._acting = index, most
            order.scroll_to(y=max(index - (most - 1) // 2, 0), animate=False)

    def _show_log(self, lines: Sequence[LogLine], width: int) -> None:
        """The end of the log, if there is more of it than before."""
        tail = (tuple(lines[-SHOWN:]), width)
        if tail != self._tail:
            self._tail = tail
            folded = [(row, line) for line in tail[0] for row in hanging(log_text(line), width)]
            self.query_one("#log-text", Text).show([row for row, _line in folded])
            self._read = [line for _row, line in folded]

    def on_text_clicked(self, event: Text.Clicked) -> None:
        """Say of whom, or of which line, it was."""
        event.stop()
        if event.text.id == "order-text":
            self.post_message(self.Picked(self._ordered[event.row].id))
        elif event.text.id == "log-text":
            self.post_message(self.Asked(self._read[event.row]))

    def _show_sheet(self, now: Now, width: int, high: int) -> None:
        shown = subject(now)
        caption, text = self.query_one("#sheet-caption", Lines), self.query_one("#sheet", Text)
        if shown is None:
            caption.put(Content(nobody(now)))
            text.show([])
            return
        sheet = sheet_of(now.battle, shown, now.memory)
        kind = _("{size} {kind}").format(size=sheet.size, kind=sheet.kind)
        caption.put((Content(sheet.name), Content.styled(kind, MUTED)))
        lines = [*sheet_lines(now, sheet, width), *aim_lines(now)]
        rows = [row for line in lines for row in hanging(line, width)]
        left = high - min(len(self._ordered), _share(high))
        most = max(min(max(SHEET, self.size.height // 2), left), 1)
        text.show(rows if len(rows) <= most else [*rows[: most - 1], Content.styled(MORE, MUTED)])


def _share(high: int) -> int:
    """The most rows of the order where it and the sheet have so many."""
    return min(ROWS, max(high // 2, 2))


def subject(now: Now) -> str | None:
    """The creature whose sheet is shown: the one pointed at while looking, else the one acting."""
    if now.selection.tool.kind == "look" and now.settled:
        pointed = now.selection.at_cursor()
        if pointed is not None:
            return pointed
    return now.acting


def _standing(now: Now, name: str) -> str:
    """A creature's standing answer to opportunities, or else for whom it waits."""
    answer, after = now.standing.get(name, ""), waits_for(now.standing, name)
    return after_text(now, after) if after and not answer else answer


def _room(rows: Sequence[OrderRow], width: int, now: Now) -> int:
    """The columns for the names of rows of the order."""
    beside = max((_right(row, UNICODE).cell_length for row in rows), default=0)
    signs = any(now.standing.get(row.id) for row in rows)
    efforts = max((len(row.effort) + 1 for row in rows if row.effort), default=0)
    return max(width - beside - len("> a* ") - 1 - 2 * signs - efforts, 3)


@lru_cache(maxsize=256)
def _right(row: OrderRow, graphics: str) -> Content:
    """What stands at the end of a creature's row: its hit points, or its state."""
    ratio = (row.hp / row.hp_max) if row.hp is not None and row.hp_max else 0.0
    hp = row.state if not row.up or row.hp is None else hp_text(row.hp, row.hp_max)
    gauge = bar(ratio, BAR, graphics) if row.hp is not None and row.up else Content(" " * BAR)
    look = "" if row.up else MUTED
    return Content.assemble(gauge, (f" {' ' * (STATE - cell_len(hp))}{hp}", look))


@lru_cache(maxsize=256)
def _row(
    row: OrderRow, width: int, colour: str, graphics: str, standing: str, *, pointed: bool
) -> Content:
    """A creature's row: whose turn, its token, name, state, hit points."""
    right = _right(row, graphics)
    sign = {"always": " +", "never": " -"}.get(standing, f" {standing}" if standing else "")
    name = "bold" if row.acting else MUTED if not row.up else "underline" if pointed else ""
    left = Content.assemble(
        ("▸ " if row.acting else "  ", "bold $accent"),
        (f"{row.token} ", colour),
        (row.name, name),
        (f" {row.effort}" if row.effort else "", "$warning"),
        (sign, "$warning"),
    )
    return spread(left, right, width)


class Folded(Lines):
    """The panels in three lines: order, who acts, what happened last."""

    _about: tuple[object, ...] = ()
    """Of what the order was made."""
    _orders = Content("")
    _ends: Sequence[tuple[int, str]] = ()
    """Of each creature in the order the column where it ends."""
    _last: tuple[Now, Sequence[LogLine]] | None = None

    def on_resize(self) -> None:
        """Show it in the room that there is now."""
        if self._last is not None:
            self.show(*self._last)

    def on_click(self, event: Click) -> None:
        """Say which creature in the order was clicked."""
        at = event.get_content_offset(self)
        if at is None or at.y or at.x >= self._orders.cell_length:
            return
        self.post_message(Panels.Picked(next(name for end, name in self._ends if at.x < end)))

    def show(self, now: Now, lines: Sequence[LogLine]) -> None:
        """Show the moment, once there is room to be seen in."""
        self._last = now, lines
        if not self.size:
            return
        aimed = aim_lines(now)
        if aimed:
            self.put(self._order(now), *wrapped(aimed[0], self.content_size.width, 2))
        else:
            self.put(self._order(now), self._acting(now), self._news(now, lines))

    def _news(self, now: Now, lines: Sequence[LogLine]) -> Content:
        """What matters most of what was done last, and how much more of weight there was.

        Where a whole round has passed since in which nothing was done, the round that it is.
        """
        news = [line for line in lines[-SHOWN:] if line.tone not in ASIDE]
        fresh = [line for line in news if now.since is not None and line.number >= now.since]
        told = fresh or news[-1:]
        rounds = [line for line in lines[-SHOWN:] if line.tone == "round"][-1:]
        if rounds and rounds[0].round > (told[-1].round if told else 0) + 1:
            told = rounds
        if not told:
            return Content("")
        chief = chief_of(told)
        more = sum(line.tone in WEIGHTY and line is not chief for line in told)
        text = _("; {n} more ({key})").format(n=more, key=now.keys["log"]) if more else ""
        room = self.content_size.width - cell_len(text)
        return Content.assemble(ending(log_text(chief), room), (text, MUTED))

    def _order(self, now: Now) -> Content:
        """The order, from the acting creature on."""
        about = (now.seen, self.content_size.width)
        if about != self._about:
            self._about, self._orders = about, self._fitted(now)
        return self._orders

    def _fitted(self, now: Now) -> Content:
        """The order with names cut, then moved together, so that all find room if they can.

        Where they cannot, names are cut no more than a little.
        """
        rows = order_rows(now.battle, now.memory, now.viewer)
        names = whole = {row.name: row.name for row in rows}
        order = self._strip(now, rows, whole)
        over = order.cell_length - self.content_size.width
        least = LEAST + any(columns(name) > len(name) for name in whole)
        for room in range(max(map(columns, whole), default=0) - 1, least - 1, -1):
            if over <= 0:
                break
            names = shorten(whole, room)
            over = sum(columns(names[row.name]) for row in rows) - sum(
                columns(row.name) for row in rows
            ) + order.cell_length - self.content_size.width  # fmt: skip
        if over > 0:
            names = shorten(whole, CUT)
        return self._strip(now, rows, names, "  " if over <= 0 else " ")

    def _strip(
        self, now: Now, rows: Sequence[OrderRow], names: Mapping[str, str], gap: str = "  "
    ) -> Content:
        """The order with names that are cut."""
        start = next((i for i, row in enumerate(rows) if row.acting), 0)
        parts: list[Content] = []
        rows = [*rows[start:], *rows[:start]]
        for row in rows:
            hp = row.state if row.state or row.hp is None else hp_text(row.hp, row.hp_max)
            waits = waits_for(now.standing, row.id)
            parts.append(
                Content.assemble(
                    ("▸" if row.acting else "", "bold $accent"),
                    (row.token, hexed(now.palette.side(row.side))),
                    (names[row.name], "bold" if row.acting else ""),
                    (f" {row.effort}" if row.effort else "", "$warning"),
                    (f" {after_text(now, waits)}", "$warning") if waits else (f" {hp}", MUTED),
                )
            )
        ends = accumulate(part.cell_length + len(gap) for part in parts)
        self._ends = list(zip(ends, (row.id for row in rows), strict=True))
        return Content(gap).join(parts)

    def _acting(self, now: Now) -> Content:
        """Who acts; what is spent is told where there is room for all of it."""
        shown = subject(now)
        if shown is None:
            return Content(nobody(now))
        whole = self._facts(now, shown, gone=True)
        room = self.content_size.width
        return whole if whole.cell_length <= room else self._facts(now, shown, gone=False)

    def _facts(self, now: Now, shown: str, *, gone: bool) -> Content:
        sheet = sheet_of(now.battle, shown, now.memory)
        facts = [Content.styled(sheet.name, "bold")]
        facts += [Content.styled(text, "$warning") for text in kept_answers(now, shown)]
        if sheet.conditions:
            facts.append(Content.styled(", ".join(sheet.conditions), "bold $warning"))
        facts += [
            Content(_("speed {speed}").format(speed=length_text(now, sheet.speed))),
            *map(Content, still_to_move(now, sheet)),
            Content("  ").join(actions_left(sheet, gone=gone)),
        ]
        texts = [*flanked_by(now, shown), *lasting(now, shown)]
        facts += [Content.styled(text, "$warning") for text in texts]
        weapon = now.selection.weapon
        if weapon is not None:
            facts.append(Content(words.weapon_word(weapon, now.battle.world)))
        return Content(DOT).join(one for one in facts if one.plain)
