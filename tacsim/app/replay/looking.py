"""Looking around in a replay: the field, and pointing at what is on it."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Resize

from tacsim.app.replay import texts
from tacsim.app.replay.branch_tree import BranchTree
from tacsim.app.replay.said import Said
from tacsim.app.shell.frame import Part, in_front
from tacsim.app.shell.keymaps import POINTED
from tacsim.app.shell.keys import DIRECTIONS, LOOKING_ON, SEEN, bindings
from tacsim.app.widgets.board import BoardView
from tacsim.app.widgets.field import Field, View
from tacsim.app.widgets.panels import Panels
from tacsim.app.widgets.side_view import Slice
from tacsim.content.gauntlet import run_of
from tacsim.grid.cells import Cell
from tacsim.i18n import _
from tacsim.player.game import title
from tacsim.player.pointing.now import Now, usual_hit_points
from tacsim.player.pointing.overlay import flash_of
from tacsim.player.record.reel import Reel
from tacsim.storage.errors import clean
from tacsim.view.picture.board import Overlay

LOG_LINES = 100
"""Lines of the log that stand ready beside the board."""


def _pushing() -> list[Binding]:
    """The keys that always move the cursor."""
    return [
        Binding(one, key.action, show=False)
        for key in DIRECTIONS
        for one in key.keys.split(",")
        if one in ("up", "down") or one in POINTED
    ]


class Looking(Part):
    """The field of a replay, on which one points at cells and creatures."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(LOOKING_ON), *_pushing()]

    def __init__(self, reel: Reel, said: Said, tree: BranchTree) -> None:
        super().__init__()
        self.reel = reel
        self.said = said
        self.field = Field(tree)

    def compose(self) -> ComposeResult:
        """The field."""
        yield self.field

    def on_resize(self, _event: Resize) -> None:
        """Keep in sight who acts."""
        self.call_after_refresh(self.follow)

    # --- showing ------------------------------------------------------------------------------

    def show(self) -> None:
        """Show the battle where the reel stands."""
        reel, timeline, selection = self.reel, self.reel.timeline, self.reel.selection
        battle, memory, header = timeline.battle, timeline.memory, timeline.saved.header
        event = reel.entry.event if reel.entry is not None else None
        cursor = selection.cursor if selection.pointing else None
        overlay = Overlay(flash=flash_of(battle, event, memory), cursor=cursor)
        now = Now(
            name=clean(title(run_of(header.scenario), header.name)),
            battle=battle,
            selection=selection,
            memory=memory,
            viewer=reel.side,
            people=(),
            settled=selection.pointing,
            palette=self.tacsim.palette,
            standing={},
            keys=self.tacsim.keymap.battle,
            usual=usual_hit_points(header.scenario),
        )
        actor = reel.acting
        through = selection.cursor if cursor or actor is None else battle.world[actor].at
        view = View(now, overlay, reel.lines(LOG_LINES), through, texts.title(timeline))
        if self.field.board.state is None:
            self.field.board.over(battle.world.field)
            self.follow()
        self.field.show(view)

    def follow(self) -> None:
        """Scroll to who acts."""
        actor = None if self.reel.busy else self.reel.acting
        if actor is not None:
            self.field.board.follow(self.reel.timeline.battle.world[actor].body)

    # --- pointing -----------------------------------------------------------------------------

    def _pointed(self) -> None:
        """Show what is pointed at now."""
        self.said.say("")
        self.field.board.follow(self.reel.selection.cursor)

    def action_push(self, x: int, y: int) -> None:
        """Move the cursor; from the acting creature if nothing is pointed at."""
        self.reel.push((x, y))
        self._pointed()

    def action_cycle(self, by: int) -> None:
        """Point at the next creature."""
        self.reel.cycle(by)
        self._pointed()

    def action_look(self) -> None:
        """Let the arrows move the cursor, or no longer."""
        reel = self.reel
        reel.around = not reel.around
        keys = self.tacsim.keymap.shown(SEEN)
        text = _("The arrows move the cursor; {look} or Escape goes back.").format(**keys)
        self.said.say(text if reel.around else "")
        if reel.around:
            reel.point_somewhere()

    def let_go(self) -> bool:
        """Point at nothing any more; whether there was anything to let go of."""
        if not self.reel.around and not self.reel.selection.pointing:
            return False
        self.reel.let_go()
        self.said.say("")
        return True

    def _point(self, cell: Cell) -> None:
        if not self.reel.busy:
            self.reel.point(cell)
            self._pointed()

    @in_front
    def on_board_view_clicked(self, event: BoardView.Clicked) -> None:
        """Point there."""
        self._point(event.cell)

    @in_front
    def on_panels_picked(self, event: Panels.Picked) -> None:
        """A click on a creature in the order points at it."""
        self._point(self.reel.timeline.battle.world[event.creature].at)

    @in_front
    def on_slice_picked(self, event: Slice.Picked) -> None:
        """A click into the side view points there."""
        self._point(event.cell)
