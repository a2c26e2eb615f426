"""The editor: the map to be drawn on, the palette, the faults, and what is done with the file."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Resize
from textual.widgets import OptionList

from tacsim.app.edit.brushes import FIND, SIDE, WAY, Brushes, all_brushes, brush_of
from tacsim.app.edit.drawing import Drawing
from tacsim.app.edit.filing import Filing
from tacsim.app.edit.parts import Parts
from tacsim.app.edit.pick_card import Choice, PickCard
from tacsim.app.shell.frame import Frame, go, in_front
from tacsim.app.shell.keys import DESK, EDITOR, LEVELS, bindings
from tacsim.app.widgets.field import Changed
from tacsim.app.widgets.keybar import KeyBar
from tacsim.app.widgets.lines import Lines
from tacsim.app.widgets.menu import Menu, Row
from tacsim.app.widgets.text import DOT, clipped
from tacsim.content.editing.manuscript import Manuscript
from tacsim.content.editing.pen import Hand, Marks, Pen
from tacsim.content.editing.reading import Found
from tacsim.content.editing.templates import GRIDS, templates
from tacsim.content.faults import ContentError
from tacsim.i18n import _, known_as, ngettext, translate
from tacsim.player.kept.own_battles import Drafting, to_be_begun
from tacsim.player.opening import Setup, settings_of
from tacsim.storage.errors import clean
from tacsim.view.palettes.colours import hexed
from tacsim.view.wording import words

NAME = 14
"""Columns of a side's name in the heading at most."""


class EditorScreen(Frame[None]):
    """Changes a battle or a map. ``drafting`` writes down what is not kept.

    ``begun``: it is known on what field a battle begins whose file is not there yet.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(DESK, at_once=True), ("j", "move(1)", ""), ("k", "move(-1)", ""),
    ]  # fmt: skip
    CSS_PATH = "editor.tcss"

    def __init__(self, manuscript: Manuscript, drafting: Drafting, *, begun: bool = False) -> None:
        super().__init__()
        self._one, self._drafting = manuscript, drafting
        self._begun = begun
        field = manuscript.read.field
        size = field.size if field is not None else (1, 1)
        low = (size[0] // 2, size[1] // 2, *(0,) * (len(size) - 2))
        sides = manuscript.read.sides
        self.pen = Pen(manuscript, low, side=sides[0].id if sides else "")
        self._filing = Filing(self, manuscript, drafting)
        self._parts = Parts(self, self.pen, self._edit, self._mark)
        self._listed: tuple[object, ...] = ()
        """The faults that are listed, and at which width."""
        self._fault = -1

    def parts(self) -> ComposeResult:
        """Heading, map, palette and faults, keys."""
        self.drawing = Drawing(self.pen, self._edit, self.tacsim.options.zoom)
        self._brushes, self._faults = Brushes(id="brushes"), Menu(id="faults")
        yield Lines("caption")
        with Horizontal(id="middle"):
            yield self.drawing
            with Vertical(id="side"):
                yield self._brushes
                yield Lines("faults-caption")
                yield self._faults
        yield KeyBar(bindings(EDITOR))

    def on_mount(self) -> None:
        """Show everything once it is laid out."""
        self.call_after_refresh(self._show)
        path = self._one.path
        if not self._begun and path is not None and not self._one.changed and not path.exists():
            self._ask_field(path)

    def _ask_field(self, path: Path) -> None:
        """Ask on what field a new battle begins; leave where none is wanted."""
        fields = [
            Choice(one, words.word({}, one.ruleset), translate(GRIDS[one.topology]))
            for one in templates()
        ]

        def answered(field: object) -> None:
            if field is None:
                self.dismiss(None)
                return
            try:
                one = to_be_begun(path, field)  # type: ignore[arg-type]  # a template
            except ContentError as error:
                self.tacsim.tell(str(error))
                self.dismiss(None)
                return
            self.app.switch_screen(EditorScreen(one, self._drafting, begun=True))

        title = _("On what field does {name} begin?").format(name=clean(path.name))
        self.app.push_screen(PickCard(title, fields), answered)

    def on_resize(self, _event: Resize) -> None:
        """Fit to the new size."""
        self.call_after_refresh(self._show)

    # --- what is shown ------------------------------------------------------------------------

    def reworded(self) -> None:
        """Say everything in another language, faults too."""
        self._one.reread()
        self._listed = ()
        self._show()

    def on_changed(self) -> None:
        """Show what has changed."""
        self._show()

    def _show(self) -> None:
        if not self.is_mounted:
            return
        faults = self._one.read.faults
        cells = dict.fromkeys(one.cell for one in faults if one.cell is not None)
        here = next((one for one in faults if one.cell == self.pen.cursor), None)
        self.drawing.show(tuple(cells), "" if here is None else here.fault.message)
        self._brushes.show(self.pen, self.tacsim.palette)
        self._caption()
        self._list(faults)
        self.refresh_bindings()

    def _caption(self) -> None:
        read = self._one.read
        name = known_as(str(read.document.tables.get("name") or self._one.file))
        facts = [Content.styled(name, "bold")]
        if self._one.changed:
            facts.append(Content.styled(_("not kept"), "bold $warning"))
        facts.append(
            Content.styled(_("a map") if read.is_map else read.rules.id, "$foreground-muted")
        )
        if self.drawing.board.highest:
            level, last = self.drawing.board.level, self.drawing.board.highest
            facts.append(Content(_("level {n} of {last}").format(n=level, last=last)))
        self.query_one("#caption", Lines).put((Content(DOT).join(facts), self._strengths()))

    def _strengths(self) -> Content:
        """How strong the sides are."""
        found = self._one.read.strengths
        sides = []
        for at, side in enumerate(self._one.read.sides):
            name = clipped(Content(known_as(side.name)), NAME).plain
            colour = hexed(self.tacsim.palette.side(at))
            sides.append(Content.styled(f"{name} {found.get(side.id, 0.0):.1f}", f"bold {colour}"))
        return Content(DOT).join(sides)

    def _list(self, faults: list[Found]) -> None:
        """List the faults, if they are others than before."""
        width = max(self._faults.size.width - 2, 10)
        of = (width, *(one.fault for one in faults))
        if of == self._listed:
            return
        self._listed, self._fault = of, -1
        text = ngettext("{n} fault", "{n} faults", len(faults)).format(n=len(faults))
        style = "bold $error" if faults else "bold $success"
        caption = Content.styled(text if faults else _("No faults"), style)
        self.query_one("#faults-caption", Lines).put(caption)
        self._faults.clear_options()
        self._faults.add_options([Row.folding([_told(one)], width) for one in faults])
        self._faults.display = bool(faults)
        if not faults and self._faults.has_focus:
            self.drawing.board.focus()

    # --- changes ------------------------------------------------------------------------------

    def _edit(self, change: Callable[[], object]) -> None:
        """Make a change; say what is in its way, and write down what has become of the file."""
        try:
            change()
        except (ContentError, ValueError) as error:
            self.tacsim.tell(str(error))
        self.noted()

    def noted(self) -> None:
        """Write down what the file would be, and show it."""
        self._filing.note()
        if self._one.read.field is not None:
            self.pen.point(self.pen.cursor)  # which may be off the map now
        self.post_message(Changed())

    def _back_or_forth(self, *, back: bool) -> None:
        one = self._one
        if back and self.pen.anchor is not None:
            self.pen.anchor = None
        elif not (one.undo() if back else one.redo()):
            self.tacsim.tell(
                _("There is nothing to take back.") if back
                else _("There is nothing to make again."), warning=False,
            )  # fmt: skip
        self.pen.held = None
        self.noted()

    def action_undo(self) -> None:
        """Take the last change back."""
        self._back_or_forth(back=True)

    def action_redo(self) -> None:
        """Make it again."""
        self._back_or_forth(back=False)

    # --- the palette --------------------------------------------------------------------------

    @in_front
    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Draw with what was chosen, or go to a fault."""
        if event.option_list is self._faults:
            self._go_to(event.option_index)
        elif event.option_id == FIND:
            self.action_find()
        elif event.option_id == WAY:
            self.drawing.next_way()
        elif event.option_id == SIDE:
            self.drawing.action_turn(1)
        elif event.option_id:
            self.pen.use(brush_of(event.option_id))
            self.drawing.board.focus()
        self.post_message(Changed())

    def action_find(self) -> None:
        """Look for something to draw by its name."""

        def picked(brush: object) -> None:
            if brush is not None:
                self.pen.use(brush)  # type: ignore[arg-type]  # the answers are brushes
                self.drawing.board.focus()
            self.post_message(Changed())

        card = PickCard(_("Draw what?"), all_brushes(self._one), self.pen.brush)
        self.app.push_screen(card, picked)

    def _mark(self, marks: Marks) -> None:
        """Have cells marked on the map."""
        self.pen.use(marks)
        cells = self.pen.marked(marks.path)
        if cells:
            self.pen.point(cells[0])
            self.drawing.keep_in_sight()
        self.drawing.board.focus()
        self.post_message(Changed())

    # --- faults -------------------------------------------------------------------------------

    def action_fault(self) -> None:
        """Go to the next fault."""
        faults = self._one.read.faults
        if faults:
            self._go_to((self._fault + 1) % len(faults))
        else:
            self.tacsim.tell(_("There is no fault."), warning=False)

    def _go_to(self, at: int) -> None:
        """Go to where a fault is, and say it."""
        self._fault = at
        found = self._one.read.faults[at]
        self._faults.highlighted = at
        if found.cell is not None:
            self.drawing.point(found.cell)
        if found.cell is None:
            self.tacsim.tell(_told(found).plain)
        self.drawing.board.focus()
        self.post_message(Changed())

    # --- cards --------------------------------------------------------------------------------

    def action_battle(self) -> None:
        """The battle and its parts."""
        self._parts.battle()

    def action_sides(self) -> None:
        """The sides."""
        self._parts.sides()

    def action_goals(self) -> None:
        """The goals."""
        self._parts.goals()

    def action_open(self) -> None:
        """What is at the cursor."""
        if not self._parts.here():
            self.tacsim.tell(_("There is nothing here but ground."), warning=False)

    def on_drawing_asked(self) -> None:
        """The right button was pressed."""
        self.action_open()

    def action_options(self) -> None:
        """Colours and the like."""
        self.tacsim.open_screen("options")

    def action_help(self) -> None:
        """The editor and its keys, then the game on one page."""
        from tacsim.app.menus.help import HelpScreen

        self.app.push_screen(HelpScreen(drawing=True))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key may do something now."""
        of_battles = action in ("sides", "goals", "fight")
        return not (of_battles and self._one.read.is_map) and super().check_action(
            action, parameters
        )

    def makes_sense(self, action: str, _parameters: tuple[object, ...]) -> bool:
        """Whether a key is worth showing now."""
        if action in LEVELS:
            return bool(self.drawing.board.highest)
        if action == "turn":
            return not isinstance(self.pen.brush, Marks | Hand)
        can_undo, can_redo = self._one.undoable
        wanted = {"undo": can_undo, "redo": can_redo, "fault": bool(self._one.read.faults)}
        return wanted.get(action, True)

    # --- where keys go ------------------------------------------------------------------------

    def action_part(self, by: int) -> None:
        """To the palette, the faults, the board."""
        there = [one for one in (self.drawing.board, self._brushes, self._faults)
                 if one.display and one.region]  # fmt: skip
        at = next((n for n, one in enumerate(there) if one.has_focus), 0)
        there[(at + by) % len(there)].focus()

    def action_move(self, by: int) -> None:
        """Move in the list that has the keys."""
        if isinstance(self.focused, OptionList):
            go(self.focused, by)

    def action_panels(self) -> None:
        """Show or fold the palette."""
        self.toggle_class("-folded")
        self.drawing.board.focus()
        self.call_after_refresh(self._show)

    # --- the file -----------------------------------------------------------------------------

    def action_fight(self) -> None:
        """Fight it as it is."""
        scenario = self._one.read.whole[0]
        if scenario is None:
            self.tacsim.tell(_("It cannot be fought yet: this is the first of its faults."))
            self._go_to(0)
            return
        self.tacsim.begin(Setup(None, scenario, settings_of(scenario)))

    def action_save(self) -> None:
        """Keep it in its file."""
        self._filing.save(self.noted)

    def action_save_as(self) -> None:
        """Keep it in another file."""
        self._filing.save_as(self.noted)

    def action_back(self) -> None:
        """Back out of what is being done, else leave."""
        pen = self.pen
        if not self.drawing.board.has_focus:
            self.drawing.board.focus()
        elif pen.anchor is not None or pen.held is not None:
            pen.anchor = pen.held = None
        elif not isinstance(pen.brush, Hand):
            pen.use(Hand())
        else:
            self.action_leave()
            return
        self.post_message(Changed())

    def action_leave(self) -> None:
        """Leave; ask what is to become of what is not kept."""
        self._filing.leave(partial(self.dismiss, None))


def _told(found: Found) -> Content:
    """A fault with where it is."""
    fault = found.fault
    parts = [("$error", fault.message)]
    if fault.field:
        parts.append(("$foreground-muted", fault.field))
    if fault.line:
        parts.append(("$foreground-muted", _("line {n}").format(n=fault.line)))
    return Content("  ").join(Content.styled(text, style) for style, text in parts)
