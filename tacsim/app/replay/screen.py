"""The replay screen: a saved battle forwards and backwards, and the branches it has."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from tacsim.app.replay.branching import Branching
from tacsim.app.shell.frame import in_front
from tacsim.app.shell.keys import DIRECTIONS, REPLAY, bindings
from tacsim.app.shell.options import ZOOMS
from tacsim.app.widgets.levels import LEVELS
from tacsim.app.widgets.side_view import Slice
from tacsim.i18n import _

ALWAYS = ("leave", "back", "help", "zoom", "options", "play")
"""Actions allowed while a worker is busy with the save."""


STRAIGHT = ("up", "k", "down", "j")
"""Direction keys without another meaning in a replay, besides the digits."""


def _pushing() -> list[Binding]:
    """The keys that always move the cursor."""
    return [
        Binding(key, f"push({x}, {y})", show=False)
        for keys, _shifted, (x, y) in DIRECTIONS
        for key in keys.split(",")
        if key.isdecimal() or key in STRAIGHT
    ]


class ReplayScreen(Branching):
    """Watches a save."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(REPLAY), *_pushing()]
    CSS_PATH = "replay.tcss"

    # --- looking ------------------------------------------------------------------------------

    def action_zoom(self) -> None:
        """Nearer, then all the way out again."""
        last = len(ZOOMS) - 1
        self.board.zoom(1 if self.board.camera.zoom < last else -last)

    def action_level(self, by: int) -> None:
        """Look at the level above or below, until something else happens."""
        if self.level is None:
            return
        self.board.climb(by)
        if self.selection is not None and self.selection.pointing and self.chosen is None:
            self.selection.point((*self.selection.cursor[:2], self.board.level))
        self.redraw(follow=False)

    def action_elevation(self) -> None:
        """Open the side view, turn it, or close it."""
        self.turn_side()
        self.redraw(follow=False)

    @in_front
    def on_slice_picked(self, event: Slice.Picked) -> None:
        """A click into the side view points there."""
        if self.selection is not None:
            self.selection.point(event.cell)
            self._pointed()

    # --- keys ---------------------------------------------------------------------------------

    def makes_sense(self, action: str, _parameters: tuple[object, ...]) -> bool:
        """Whether a key is worth showing now."""
        if action == "run":
            return bool(self.points)
        return action not in LEVELS or self.level is not None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key may do something now."""
        ready = self.timeline is not None and not self.busy
        return (ready or action in ALWAYS) and super().check_action(action, parameters)

    # --- other screens ------------------------------------------------------------------------

    def action_log(self) -> None:
        """The log so far."""
        self.beside("log", self.lines, _("The log is being written ..."))

    def done(self, group: str, result: object) -> None:
        """Show the log, once it is written."""
        from tacsim.app.widgets.log import LogScreen

        super().done(group, result)
        if group == "log" and isinstance(result, list):
            self.redraw()
            self.app.push_screen(LogScreen(result))

    def action_help(self) -> None:
        """All keys."""
        from tacsim.app.menus.help import HelpScreen

        self._hold()
        ruleset = self.timeline.battle.ruleset if self.timeline is not None else None
        self.app.push_screen(HelpScreen(ruleset, levels=self.level is not None))

    def action_options(self) -> None:
        """Colours, motion and the like."""
        self.tacsim.open_screen("options")

    def action_back(self) -> None:
        """Back out of looking around, or leave."""
        if self.looking or (self.selection is not None and self.selection.pointing):
            self.let_go()
            self.say("")
            self.redraw()
        else:
            self.action_leave()

    def action_leave(self) -> None:
        """Go back."""
        self._hold()
        self.dismiss()


__all__ = ["ReplayScreen"]
