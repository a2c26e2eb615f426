"""The card that shows two branches side by side: where they part, and how either ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import attrs
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Static

from tacsim.app.shell.frame import Card, inside
from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.log import log_text
from tacsim.app.widgets.sheet import bar
from tacsim.app.widgets.text import MORE, Page, clipped, column, hanging, spread
from tacsim.i18n import N_, _, known_as, pgettext
from tacsim.player.record.branches import branch_name, creature_name, standing
from tacsim.storage.branch import Branch
from tacsim.storage.compare import ComparedBranch, Comparison, Fighter, compare
from tacsim.storage.saved import Saved
from tacsim.view.columns import padded
from tacsim.view.palettes.colours import hexed
from tacsim.view.shortening import shorten
from tacsim.view.wording.intended import intended
from tacsim.view.wording.narration import LogLine, narrate

HAPPENED = 6
"""Log lines shown of what followed from each intent."""
BAR = 8
ROOMY = 30
"""Columns of a branch from which bars are shown."""
BESIDE = BAR + 11
"""Columns of a creature's line beside its name."""

Column = list[Content]


@attrs.frozen(eq=False)
class Compared:
    """Two branches side by side, and for either the lines of the log about where they part."""

    found: Comparison
    lines: tuple[list[LogLine], list[LogLine]]


def compared(saved: Saved, one: Branch, other: Branch) -> Compared:
    """Compare two branches, with the log about where they part. Errors: SaveError."""
    found = compare(saved, one, other)
    ours, theirs = (narrate(part.happened, part.battle.world) for part in (found.one, found.other))
    return Compared(found, (ours, theirs))


class CompareCard(Card[None]):
    """Shows a comparison."""

    WIDE = 110
    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,q,c,enter", "close", N_("close")),
        ("down,j", "scroll(1)", ""),
        ("up,k", "scroll(-1)", ""),
        ("pagedown,space", "scroll(10)", ""),
        ("pageup", "scroll(-10)", ""),
    ]
    DEFAULT_CSS = """
    CompareCard > #card { width: 110; }
    CompareCard Static { height: auto; }
    """

    def __init__(self, saved: Saved, compared: Compared) -> None:
        super().__init__()
        self._saved = saved
        self._found, self._lines = compared.found, compared.lines

    def heading(self) -> str:
        """Which branches."""
        one, other = self._found.one.branch, self._found.other.branch
        return _("{one} and {other}").format(one=branch_name(one), other=branch_name(other))

    def body(self) -> ComposeResult:
        """The table."""
        with Page(id="table"):
            yield Static(id="text")
        yield Static(Content(_("Up and down scroll, Escape closes.")), classes="foot")

    def on_mount(self) -> None:
        """Fill the card."""
        self._fill()

    def on_resize(self) -> None:
        """Wrap to the new width."""
        self._fill()

    def _fill(self) -> None:
        width = max(inside(self), 30)
        rows = [*self._parting(width), Content(""), *self._outcome(width)]
        self.query_one("#text", Static).update(Content("\n").join(rows))

    # --- where they part ----------------------------------------------------------------------

    def _parting(self, width: int) -> Column:
        found = self._found
        if found.step is None:
            return [Content(_("They are the same from beginning to end."))]
        half = (width - 3) // 2
        left = self._column(found.one, self._lines[0], half)
        right = self._column(found.other, self._lines[1], half)
        return [Content.styled(self._where(), "bold $accent"), *beside(left, right, half)]

    def _where(self) -> str:
        found = self._found
        if found.step == 0 or found.actor is None:
            return _("They differ from the beginning")
        text = _("They part at step {step}: round {round}, {name}")
        name = creature_name(self._saved, found.actor)
        return text.format(step=found.step, round=found.round, name=name)

    def _column(self, part: ComparedBranch, lines: Sequence[LogLine], width: int) -> Column:
        """The branch's name, its intent there, and the log of what followed."""
        column = [Content.styled(branch_name(part.branch), "bold underline")]
        if part.intent is None and not part.happened:
            return [*column, Content.styled(_("not gone on with"), MUTED)]
        world = part.battle.world
        if part.intent is not None:
            what = intended(world, part.intent, decision=part.decision)
            column += hanging(Content.styled(what, "bold"), width)
        column += [row for line in lines[:HAPPENED] for row in hanging(log_text(line), width)]
        if len(lines) > HAPPENED:
            column.append(Content.styled("  " + MORE, MUTED))
        return column

    # --- how it ended -------------------------------------------------------------------------

    def _outcome(self, width: int) -> Column:
        half = (width - 3) // 2
        one, other = self._found.one, self._found.other
        rows = [Content.styled(_("How they stand in the end"), "bold $accent")]
        ends = [[Content(standing(self._saved, part.branch))] for part in (one, other)]
        rows += beside(ends[0], ends[1], half)
        world = one.battle.world
        room = max(half - BESIDE + (0 if half >= ROOMY else BAR), 4)
        called = shorten((known_as(who.name) for who in (*one.fighters, *other.fighters)), room)
        for place, side in enumerate(world.sides.items):
            colour = hexed(self.tacsim.palette.side(place))
            rows.append(Content.styled(known_as(side.name), f"bold {colour}"))
            pairs = zip(one.fighters, other.fighters, strict=True)
            mine = [pair for pair in pairs if pair[0].side == side.id]
            rows += beside(
                [self._fighter(a, b, half, called[known_as(a.name)]) for a, b in mine],
                [self._fighter(b, a, half, called[known_as(b.name)]) for a, b in mine],
                half,
            )  # fmt: skip
        return rows

    def _fighter(self, one: Fighter, other: Fighter, width: int, called: str) -> Content:
        """A creature with its hit points; bold where they differ from the other branch."""
        differs = (one.hp, one.able) != (other.hp, other.able)
        state = f"{one.hp}/{one.hp_max}" if one.able else pgettext("state", "down")
        part = one.hp / one.hp_max if one.hp_max and one.able else 0.0
        right = Content.styled(" " + padded(state, 7, right=True), "bold" if differs else MUTED)
        if width >= ROOMY:
            right = bar(part, BAR, self.tacsim.palette.graphics) + right
        return spread(Content.styled(f"  {called}", "" if one.able else MUTED), right, width)

    def action_scroll(self, by: int) -> None:
        """Scroll by lines."""
        self.query_one("#table", Page).scroll_lines(by)


def beside(left: Sequence[Content], right: Sequence[Content], width: int) -> Column:
    """Two columns of lines side by side, each so wide.

    >>> [row.plain for row in beside([Content("a")], [Content("b"), Content("c")], 3)]
    ['a   | b', '    | c']
    """
    rows = []
    for at in range(max(len(left), len(right))):
        a, b = (col[at] if at < len(col) else Content("") for col in (left, right))
        rows.append(Content.assemble(column(a, width), (" | ", MUTED), clipped(b, width)))
    return rows
