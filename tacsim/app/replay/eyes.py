"""Through whose eyes a replay is watched; asked first where the battle still hides something."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.message import Message

from tacsim.app.replay.branch_tree import BranchTree
from tacsim.app.replay.playing import Playing
from tacsim.app.replay.said import Said
from tacsim.app.replay.work import Work
from tacsim.app.shell.frame import Part
from tacsim.app.shell.keys import EYES, bindings
from tacsim.app.widgets.field import Changed
from tacsim.i18n import _
from tacsim.player.record.reel import Reel


class Eyes(Part):
    """A replay that is watched as one side, or as nobody who sees everything."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(EYES)]

    class Shut(Message):
        """It is not to be watched through anybody's, as of an error, or as nobody was chosen."""

        def __init__(self, error: BaseException | None = None) -> None:
            super().__init__()
            self.error = error

    def __init__(self, reel: Reel, said: Said, work: Work, tree: BranchTree) -> None:
        super().__init__()
        self.reel = reel
        self.said = said
        self.work = work
        self.playing = Playing(reel, said, tree)
        self._opened = False
        """Whether the battle has been shown yet."""
        self._everything = False
        """Whether a lone player has asked to see what the fog hides."""

    def compose(self) -> ComposeResult:
        """What is watched."""
        yield self.playing

    def settle(self) -> None:
        """Watch a battle that still hides something as a side that people play.

        With several such sides the viewer is asked which.
        """
        eyes, side = self.reel.eyes, self.reel.side
        if side in eyes and (side is not None or eyes[0] is None or self._everything):
            self._show()
        elif None in eyes:
            self._look(eyes[0])
        else:
            self._ask(leave=True)

    def _ask(self, *, leave: bool) -> None:
        """Ask as which side the battle is watched; ``leave``: close the replay if unanswered."""
        from tacsim.app.replay.eyes_card import EyesCard

        self.reel.busy = _("Choose as which side to watch.")
        self.said.show()

        def chosen(side: str | None) -> None:
            if side is not None:
                self._everything = not side
                self._look(side or None)
            elif leave:
                self.post_message(self.Shut())
            else:
                self._show()

        self.app.push_screen(EyesCard(self.reel), chosen)

    def _look(self, side: str | None) -> None:
        """Watch as a side, None for everything."""
        words = _("What they have seen is being gathered ...")
        self.work.begin(lambda: self.reel.look(side), lambda _none: self._show(), words,
                        self._failed)  # fmt: skip

    def _failed(self, error: BaseException | None) -> None:
        if self._opened:
            self.said.error(error)
            self._show()
        else:
            self.post_message(self.Shut(error))

    def _show(self) -> None:
        """Show the battle as it is seen now; the first time, with what there is to know of it."""
        self.reel.busy = ""
        note = self.reel.timeline.note
        if not self._opened and note:
            self.tacsim.tell(note)
        self._opened = True
        self.playing.looking.follow()
        self.post_message(Changed())

    def action_eyes(self) -> None:
        """Everything, then what each side sees, one after the other; ask where some is hidden."""
        self.said.say("")
        self.playing.hold()
        eyes = self.reel.eyes
        if self.reel.veiled:
            self._ask(leave=False)
        else:
            self._look(eyes[(eyes.index(self.reel.side) + 1) % len(eyes)])
