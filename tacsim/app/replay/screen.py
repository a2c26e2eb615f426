"""The replay screen: a saved battle forwards and backwards, and the branches it has."""

from __future__ import annotations

from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.worker import Worker

from tacsim.app.replay.branches import Branches
from tacsim.app.replay.eyes import Eyes
from tacsim.app.replay.said import Said
from tacsim.app.replay.work import Work
from tacsim.app.shell.frame import Frame, in_front
from tacsim.app.shell.keys import SEEN, WATCHING, bindings
from tacsim.app.widgets.field import Changed
from tacsim.app.widgets.keybar import KeyBar
from tacsim.app.widgets.panels import Panels
from tacsim.content.plain import with_switches
from tacsim.i18n import _
from tacsim.player.record.deeds import recorded, secret
from tacsim.player.record.past_log import Loaded, load
from tacsim.player.record.reel import Reel
from tacsim.storage.errors import SaveError
from tacsim.view.wording.narration import LogLine

if TYPE_CHECKING:
    from tacsim.api.thinking import Thinker

ALWAYS = ("leave", "back", "help", "zoom", "options")
"""Actions allowed while the reel is busy."""


class ReplayScreen(Frame[None]):
    """Watches a save, as a side if one is named, from a position if one is.

    ``calm``: seconds before it takes keys, which may still be meant for what was in front before.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(WATCHING)]
    CSS_PATH = "replay.tcss"

    def __init__(
        self, path: Path, side: str | None = None, at: int | None = None, calm: float = 0.0
    ) -> None:
        super().__init__()
        self._calm = calm
        self._reading = True
        """Whether the save is still being read."""
        self.reel = Reel(path, side, at)
        self.said = Said(self.reel)
        self.work = Work(self, self.reel, self.said)
        self.branches = Branches(self.reel, self.said, self.work)
        self.playing = self.branches.playing
        self.field = self.playing.looking.field

    def parts(self) -> ComposeResult:
        """What is watched with all that is done there, what is said, and keys."""
        yield self.branches
        yield self.said
        yield KeyBar(bindings(SEEN))

    # --- reading ------------------------------------------------------------------------------

    def on_mount(self) -> None:
        """Read the save."""
        path = self.reel.path
        self.work.begin(lambda: load(path), self._read, self.reel.busy, self._unseen)

    @property
    def ready(self) -> bool:
        """Whether what is typed now is for it: not while it is read, unless it was meant before."""
        return super().ready and (not self._reading or self._calm > 0)

    def takes_already(self, key: str) -> bool:
        """Whether a key does something while the save is being read, as leaving does."""
        bound = self.active_bindings.get(key)
        return bound is not None and bound.enabled and bound.node is not self.app

    def _read(self, loaded: Loaded) -> None:
        wrong = self.reel.put_in(loaded)
        if wrong is not None:
            self.said.error(wrong)
        self.branches.eyes.settle()
        self._reading = False
        self.tacsim.take_typed()
        if self._calm:
            self.set_timer(self._calm, self._calmed)

    def _calmed(self) -> None:
        self._calm = 0.0
        self.refresh_bindings()

    def _unseen(self, error: BaseException | None) -> None:
        """Leave, as the battle cannot be shown, or as nobody is to see it."""
        self.tacsim.drop_typed()
        if error is not None:
            text = (
                error.short if isinstance(error, SaveError) else _("This battle cannot be shown.")
            )
            self.tacsim.tell(text, whole=str(error))
        self.dismiss()

    def on_eyes_shut(self, event: Eyes.Shut) -> None:
        """It is not to be watched."""
        self._unseen(event.error)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Work beside the screen has ended."""
        self.work.ended(event.worker, event.state)

    def on_screen_resume(self) -> None:
        """It is in front again."""
        if self.app.screen is self:
            self.branches.come_back()

    # --- showing ------------------------------------------------------------------------------

    def reworded(self) -> None:
        """Say everything in another language."""
        self.redraw()

    def on_changed(self, event: Changed) -> None:
        """Something is shown, pointed at or said otherwise."""
        event.stop()
        self.redraw()

    def redraw(self) -> None:
        """Show what has changed."""
        if self.reel.busy or not self.is_mounted:
            return
        try:
            self.branches.show()
            self.said.show()
        except Exception as error:  # what cannot be drawn is a fault of the save
            self.said.error(error)
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key may do something now."""
        free = not (self.reel.busy or self._calm) or action in ALWAYS
        return free and super().check_action(action, parameters)

    # --- other screens ------------------------------------------------------------------------

    def action_log(self, at: LogLine | None = None) -> None:
        """The log so far, at a line or its end."""
        show, words = partial(self._show_log, at), _("The log is being written ...")
        self.playing.hold()
        self.work.begin(self.reel.lines, show, words)

    def _show_log(self, at: LogLine | None, lines: list[LogLine]) -> None:
        from tacsim.app.widgets.log import LogScreen

        self.redraw()
        self.app.push_screen(LogScreen(lines, at))

    @in_front
    def on_panels_asked(self, event: Panels.Asked) -> None:
        """The log, at the line that was clicked."""
        if not self.reel.busy:
            self.action_log(event.line)

    @cached_property
    def thinker(self) -> Thinker:
        """What weighs beside the screen."""
        from tacsim.api.thinking import Thinker

        saved = self.reel.timeline.saved
        scenario = with_switches(saved.scenario, saved.switches)
        return Thinker(scenario, fog=saved.header.fog)

    def action_why(self) -> None:
        """What led to what the creature pointed at did last, else to what was done here."""
        from tacsim.app.battle.cards.weighed_card import WeighedCard

        self.playing.hold()
        timeline, selection = self.reel.timeline, self.reel.selection
        pointed = selection.at_cursor() if selection.pointing else None
        hidden = secret(fog=timeline.saved.header.fog, side=timeline.side)
        deeds = [] if hidden else recorded(timeline, pointed)
        if deeds:
            self.app.push_screen(WeighedCard(timeline.battle.world, deeds, self.thinker))
        else:
            self.said.say(hidden or _("Nothing has been decided so far that could be weighed."))

    def on_unmount(self) -> None:
        """Nothing is weighed any more."""
        if "thinker" in self.__dict__:
            self.thinker.close()

    def action_review(self) -> None:
        """The decisions that cost most; one that is chosen is gone to."""
        from tacsim.app.replay.review_card import ReviewCard, making

        self.playing.hold()
        reel = self.reel

        def chosen(position: int | None) -> None:
            if position is not None:
                self.playing.go_to(position)

        make = making(reel.path, reel.timeline.branch.number, reel.side)
        self.app.push_screen(ReviewCard(make), chosen)

    def action_help(self) -> None:
        """All keys."""
        from tacsim.app.menus.help import HelpScreen

        self.playing.hold()
        ruleset = None if self.reel.busy else self.reel.timeline.battle.ruleset
        self.app.push_screen(HelpScreen(ruleset, levels=self.field.level is not None))

    def action_options(self) -> None:
        """Colours, motion and the like."""
        self.tacsim.open_screen("options")

    def action_back(self) -> None:
        """Back out of looking around, or leave."""
        if self.reel.busy or not self.playing.looking.let_go():
            self.action_leave()

    def action_leave(self) -> None:
        """Go back."""
        self.playing.hold()
        self.dismiss()
