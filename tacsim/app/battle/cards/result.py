"""After a battle: who won, how it came to that, and what to do next."""

from __future__ import annotations

from time import monotonic
from typing import ClassVar

import attrs
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tacsim.app.shell.frame import Card, in_front
from tacsim.app.widgets.menu import Menu, answer
from tacsim.app.widgets.text import clipped, column, hanging
from tacsim.i18n import N_, _, known_as, ngettext, translate
from tacsim.player.gauntlet import Ending
from tacsim.player.run_lines import over_line
from tacsim.player.seat import Seat
from tacsim.session.account import Account
from tacsim.storage.errors import SaveError
from tacsim.view.palettes.colours import hexed
from tacsim.view.shortening import shorten
from tacsim.view.wording.account import GROUPS, Row, chart, fell, mark_of, table, titles, turned
from tacsim.view.wording.goals import met
from tacsim.view.wording.words import victory

BESIDE = 120
"""Columns from which what can be done stands beside what happened."""
TALL, SHORT = 13, 9
"""Rows of the chart in a high terminal, and in others."""


@attrs.frozen
class Next:
    """What to do after the battle: ``position``: where in the replay, for ``what`` "replay"."""

    what: str
    position: int | None = None


class ResultCard(Card[Next]):
    """Answers what to do next: "replay", "again", "same", "swap", "setup", "board" or "leave".

    ``run``: what the battle comes to in the gauntlet, if it is a fight of a run; then "onward" is
    an answer too, or "best" where the run is over, and it is not fought again.
    """

    WIDE = 96
    BINDINGS: ClassVar[list[BindingType]] = [
        ("g", "answer('onward')", N_("go on")),
        ("g", "answer('best')", N_("the best runs")),
        ("r", "answer('replay')", N_("watch it again")),
        ("t", "answer('turning')", N_("watch how it turned")),
        ("v", "answer('review')", N_("what cost most, and the luck")),
        ("a", "answer('again')", N_("fight again")),
        ("s", "answer('same')", N_("fight again, the same dice")),
        ("c", "answer('swap')", N_("change sides")),
        ("u", "answer('setup')", N_("back to the setup")),
        ("b,escape", "answer('board')", N_("look at the board")),
        ("q", "answer('leave')", N_("leave")),
        ("j", "move(1)", ""),
        ("k", "move(-1)", ""),
        Binding("pagedown,space", "scroll(1)", N_("read on"), priority=True),
        Binding("pageup", "scroll(-1)", show=False, priority=True),
    ]
    DEFAULT_CSS = """
    ResultCard > #card { width: 96; height: 94%; }
    ResultCard #body { height: 1fr; padding: 1 1 0 1; }
    ResultCard #happened { height: 1fr; scrollbar-gutter: stable; }
    ResultCard #told { height: auto; padding: 0 1; text-wrap: nowrap; }
    ResultCard Menu { height: auto; background: $surface; margin: 1 0 0 0; max-height: 8; }
    ResultCard #foot { height: 1; padding: 0 1; color: $foreground-muted; }
    ResultCard.-low > #card { height: 100%; }
    ResultCard.-low #body { padding: 0 1; }
    ResultCard.-low Menu { max-height: 5; margin: 0; padding: 0; }
    ResultCard.-beside > #card { width: 134; height: auto; }
    ResultCard.-beside #body { layout: horizontal; height: auto; padding: 1; }
    ResultCard.-beside #happened { width: 1fr; height: auto; max-height: 100%; }
    ResultCard.-beside Menu { width: 46; max-height: 100%; margin: 0 0 0 1; }
    ResultCard.-beside #foot { display: none; }
    """

    def __init__(self, seat: Seat, calm: float = 0.0, run: Ending | None = None) -> None:
        super().__init__()
        self._run = run
        self._ready = monotonic() + calm
        """When it takes an answer: keys may still be meant for the battle."""
        self._battle = seat.battle
        self._people = seat.people
        self._save = seat.game.save
        self._swaps = seat.game.swapped != seat.game.controllers
        self._offered: frozenset[str] = frozenset()
        self._account: Account | None = None
        self._trouble = ""
        """Why there is no account."""
        try:
            self._account = seat.game.account(seat.reader)
        except SaveError as error:
            self._trouble = str(error)

    # --- what happened ------------------------------------------------------------------------

    def heading(self) -> str:
        """Who won; where one person plays, whether that one did."""
        world = self._battle.world
        winner = world.outcome.winner
        if winner is None:
            return _("The battle ends undecided")
        text = victory(known_as(world.sides[winner].name))
        if len(self._people) != 1:
            return text
        won = world.sides.friendly(winner, self._people[0])
        told = _("You have won. {victory}") if won else _("You have lost. {victory}")
        return told.format(victory=text)

    def body(self) -> ComposeResult:
        """What happened, and what to do next."""
        with VerticalScroll(id="happened", can_focus=False):
            yield Static(id="told")
        yield Menu(*self._options())
        yield Static(Content(_("Space reads on, PgUp goes back.")), id="foot")

    def on_mount(self) -> None:
        """Take keys in the list."""
        self.query_one(Menu).focus()

    def on_resize(self, event: Resize) -> None:
        """Tell it in as many columns as there are."""
        self.set_class(event.size.width >= BESIDE, "-beside")
        self.call_after_refresh(self._tell)

    def _tell(self) -> None:
        told = self.query_one("#told", Static)
        width = told.content_size.width
        if width:
            told.update(Content("\n").join(self._lines(width)))

    def _lines(self, width: int) -> list[Content]:
        lines = [row for text in self._outcome() for row in hanging(Content(text), width)]
        if self._account is None:
            return [*lines, Content(""), *hanging(Content(self._trouble), width)]
        tall = self.app.size.height >= 40
        lines += [Content(""), *self._chart(self._account, width, TALL if tall else SHORT)]
        when = turned(self._account, self._battle.world)
        if when:
            text = _("The winner led from the first wound on ({sign}): {when}.") \
                if self._account.ahead else _("The turning point ({sign}): {when}.")  # fmt: skip
            lines += hanging(Content(text.format(sign="◉", when=when)), width)
        return [*lines, Content(""), *self._table(self._account, width)]

    def _outcome(self) -> list[str]:
        world = self._battle.world
        rounds = world.clock.round
        lines = [ngettext("It took {n} round.", "It took {n} rounds.", rounds).format(n=rounds)]
        lines[:0] = filter(None, [met(world)])
        lines[:0] = [over_line(self._run)] if self._run is not None else []
        for side in world.sides.items:
            members = [c for c in world.creatures if c.side == side.id]
            up = [known_as(c.name) for c in members if self._battle.able(c)]
            text = _("{side}: {up} of {all} standing").format(
                side=known_as(side.name), up=len(up), all=len(members)
            )
            lines.append(f"{text} ({', '.join(up)})" if up else text)
        return lines

    def _colour(self, side: int) -> str:
        return f"bold {hexed(self.tacsim.palette.side(side))}"

    def _chart(self, told: Account, width: int, height: int) -> list[Content]:
        lines = chart(told, width, height, self.tacsim.palette.graphics)
        title = clipped(Content.styled(_("Hit points left, in per cent, by round"), "bold"), width)
        return [title] + [
            Content.assemble(
                *(text if side is None else (text, self._colour(side)) for text, side in line)
            )
            for line in lines
        ]

    def _table(self, told: Account, width: int) -> list[Content]:
        rows = table(told, self._battle.world)
        names = [name for group in titles() for name in group]
        wide = [
            max(Content(text).cell_length for text in (name, *(row.cells[at] for row in rows)))
            for at, name in enumerate(names)
        ]
        groups, at = [], 0
        for title, many in GROUPS:
            wide[at] += max(
                Content(translate(title)).cell_length - sum(wide[at : at + many]) - many + 1, 0
            )
            room = sum(wide[at : at + many]) + many - 1
            groups.append(_right(Content.styled(translate(title), "bold"), room))
            at += many
        room = max(width - sum(wide) - len(wide), 8)
        called = shorten((row.name for row in rows), room - 2)
        gap = Content(" ")
        heads = [_right(Content(name), one) for name, one in zip(names, wide, strict=True)]
        return [
            gap.join([Content(" " * room), *groups]),
            gap.join([Content(" " * room), *heads]),
            *(self._row(attrs.evolve(row, name=called[row.name]), room, wide) for row in rows),
        ]

    def _row(self, row: Row, room: int, wide: list[int]) -> Content:
        style = self._colour(row.side) if row.whole else ""
        graphics = self.tacsim.palette.graphics
        mark = mark_of(row.side, graphics) if row.whole else " "
        name = Content.assemble((f"{mark} {row.name}", style))
        cells = [
            _right(Content.styled(text, "bold" if row.whole else ""), one)
            for text, one in zip(row.cells, wide, strict=True)
        ]
        return Content(" ").join([column(name, room), *cells])

    # --- what to do next ----------------------------------------------------------------------

    def _options(self) -> list[Option]:
        told, world = self._account, self._battle.world
        found: list[tuple[str, str, str]] = []
        if self._run is not None:
            further = ("onward", _("Go on: a rest, a reward, the next fight"), "g")
            found.append(further if self._run.rewards else ("best", _("The best runs"), "g"))
        if self._save is not None:
            if told is not None and told.turning is not None:
                found.append(("turning", _("Watch how it turned"), "t"))
            found.append(("replay", _("Watch it again from the beginning"), "r"))
            found.append(("review", _("What cost most, and the luck"), "v"))
        if self._run is None:
            found += self._once_more()
        found += [("board", _("Look at the board"), "b"), ("leave", _("Leave"), "q")]
        if self._save is not None and told is not None:
            for number, fall in enumerate(told.falls):
                text = _("Watch: {what}").format(what=fell(fall, world))
                found.append((f"fall:{number}", text, ""))
        self._offered = frozenset(what for what, _text, _key in found)
        return [answer(what, key, text) for what, text, key in found]

    def _once_more(self) -> list[tuple[str, str, str]]:
        """How the battle can be fought again."""
        told, found = self._account, [("again", _("Fight again, with other dice"), "a")]
        if told is not None and told.seed is not None:
            found.append(("same", _("Fight again, with the same dice"), "s"))
            if self._swaps:
                found.append(("swap", _("Change sides, with the same dice"), "c"))
        return [*found, ("setup", _("Back to the setup"), "u")]

    @in_front
    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Answer."""
        self.action_answer(event.option_id or "leave")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key may do something now: answer what is in the list."""
        offered = action != "answer" or parameters[0] in self._offered
        return offered and super().check_action(action, parameters)

    def action_answer(self, what: str) -> None:
        """Answer by key."""
        told = self._account
        if what not in self._offered or monotonic() < self._ready:
            return
        if what == "review":
            self._review()
        elif what == "turning" and told is not None and told.turning is not None:
            self.dismiss(Next("replay", told.turning.number + 1))
        elif what.startswith("fall:") and told is not None:
            fall = told.falls[int(what.removeprefix("fall:"))]
            self.dismiss(Next("replay", fall.number + 1))
        else:
            self.dismiss(Next(what))

    def _review(self) -> None:
        """The decisions that cost most; one that is chosen is watched."""
        from tacsim.app.replay.review_card import ReviewCard, making

        def chosen(position: int | None) -> None:
            if position is not None:
                self.dismiss(Next("replay", position))

        assert self._save is not None
        self.app.push_screen(ReviewCard(making(self._save)), chosen)

    def action_scroll(self, by: int) -> None:
        """Read on, or back."""
        happened = self.query_one("#happened", VerticalScroll)
        if by > 0:
            happened.scroll_page_down(animate=False)
        else:
            happened.scroll_page_up(animate=False)


def _right(text: Content, width: int) -> Content:
    return text.pad_left(max(width - text.cell_length, 0))
