"""The card on which breakpoints are set and cleared."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from tacsim.app.shell.frame import Card, in_front
from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.menu import Menu
from tacsim.i18n import N_, _
from tacsim.player.record.breakpoints import GOALS, KINDS, Breakpoint, read_cell
from tacsim.player.record.reel import Reel
from tacsim.view.wording import words

EDGE = 12
"""Lines of the screen that the list leaves to the rest of the card."""


class BreakpointsCard(Card[tuple[Breakpoint, ...]]):
    """Sets and clears breakpoints, also on what is pointed at; answers with those set."""

    WIDE = 60
    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,B", "done", N_("done")),
        ("q", "done", N_("done")),
        ("space", "switch", N_("set or clear")),
        ("c", "clear", N_("clear all")),
        ("slash", "type", N_("type a cell")),
        ("j", "move(1)", ""),
        ("k", "move(-1)", ""),
    ]
    DEFAULT_CSS = """
    BreakpointsCard > #card { width: 60; }
    BreakpointsCard #body { padding: 1 2; }
    BreakpointsCard OptionList { height: auto; background: $surface; padding: 0; }
    BreakpointsCard Input { border: none; height: 1; padding: 0 1; margin: 1 0 0 0; background: $panel; }
    BreakpointsCard Input:focus { border: none; }
    BreakpointsCard #said { height: 1; }
    BreakpointsCard #foot { height: auto; color: $foreground-muted; }
    """  # noqa: E501  # a declaration is a line

    def __init__(self, reel: Reel) -> None:
        super().__init__()
        self._reel = reel
        self._set = list(reel.points)
        self._field = reel.timeline.battle.world.field
        names = [c for c in reel.timeline.battle.world.ids if reel.known is None or c in reel.known]
        goals = reel.timeline.saved.scenario.goals
        self._rows = [Breakpoint(kind) for kind in KINDS if goals or kind not in GOALS]
        self._rows += [Breakpoint(creature=name) for name in names]
        here = [Breakpoint(cell=reel.selection.cursor)] if reel.selection.pointing else []
        self._rows += [point for point in (*reel.points, *here) if point not in self._rows]

    def heading(self) -> str:
        """What stands at the top."""
        return _("Playing stops at")

    def body(self) -> ComposeResult:
        """A line for each thing to stop at, and one to type a cell into."""
        yield Menu()
        yield Input(placeholder=_("another cell: {form}").format(form=self._form))
        yield Static(id="said")
        yield Static(
            Content(_("Enter sets or clears, / types a cell, c clears all, Escape is done.")),
            id="foot",
        )

    @property
    def _form(self) -> str:
        return "x,y,z" if self._field.axes == 3 else "x,y"

    def on_mount(self) -> None:
        """Show what there is."""
        self._fit()
        self._fill()
        self.query_one(OptionList).focus()

    def on_resize(self) -> None:
        """Fit the list into the screen."""
        self._fit()

    def _fit(self) -> None:
        most = max(self.app.size.height - EDGE, 4)
        self.query_one(OptionList).styles.max_height = most

    def _fill(self) -> None:
        menu = self.query_one(OptionList)
        at = menu.highlighted or 0
        menu.clear_options()
        menu.add_options([Option(self._line(point)) for point in self._rows])
        menu.highlighted = min(at, len(self._rows) - 1)

    def _line(self, point: Breakpoint) -> Content:
        on = point in self._set
        what = self._reel.name(point)
        about = ""
        if point.creature is not None:
            about = _("its turns, its attacks and those on it")
        elif point.cell is not None:
            about = _("somebody comes there, or an area covers it")
        return Content.assemble(
            (" ✓ " if on else " - ", "bold $success" if on else MUTED),
            (words.capital(what) if point.kind else what, "bold" if on else ""),
            (f"  {about}" if about else "", MUTED),
        )

    # --- changing it --------------------------------------------------------------------------

    @in_front
    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Set it, or clear it."""
        self._toggle(self._rows[event.option_index])

    def action_switch(self) -> None:
        """Set what the bar is on, or clear it."""
        index = self.query_one(OptionList).highlighted
        if index is not None:
            self._toggle(self._rows[index])

    def _toggle(self, point: Breakpoint) -> None:
        if point in self._set:
            self._set.remove(point)
        else:
            self._set.append(point)
        self._fill()

    def action_clear(self) -> None:
        """Stop at nothing."""
        self._set = []
        self._fill()

    def action_type(self) -> None:
        """Go to the line for cells."""
        self.query_one(Input).focus()

    @in_front
    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Set the cell that was typed."""
        found = read_cell(event.value, self._field.size)
        said = self.query_one("#said", Static)
        if isinstance(found, str):
            said.update(Content.styled(found, "$error"))
            return
        point = Breakpoint(cell=found)
        if point not in self._rows:
            self._rows.append(point)
        if point not in self._set:
            self._set.append(point)
        event.input.value = ""
        said.update(Content.styled(_("{cell} is set.").format(cell=words.place(found)), "$success"))
        self._fill()
        menu = self.query_one(OptionList)
        menu.focus()
        menu.highlighted = self._rows.index(point)

    def action_done(self) -> None:
        """Answer with the breakpoints; from the line for cells, only go back to the list."""
        menu = self.query_one(OptionList)
        if self.query_one(Input).has_focus:
            menu.focus()
        else:
            self.dismiss(tuple(self._set))
