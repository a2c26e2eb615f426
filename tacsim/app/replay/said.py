"""The line below a replay: what was said last, what is pointed at, or what playing stops at."""

from __future__ import annotations

from textual.content import Content

from tacsim.app.replay import texts
from tacsim.app.widgets.field import Changed
from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.lines import Lines
from tacsim.player.record.reel import Reel
from tacsim.storage.errors import SaveError, clean
from tacsim.view.wording.places import cell_line


class Said(Lines):
    """Shows a remark until another is made, the legend of the scrubber beside it."""

    DEFAULT_CSS = """
    Said { height: 1; background: $surface; }
    """

    def __init__(self, reel: Reel) -> None:
        super().__init__("said", keeps_left=True)
        self._reel = reel
        self._remark = Content("")

    def show(self) -> None:
        """Show what there is to be said; while the reel is busy, with what."""
        reel = self._reel
        if reel.busy:
            self.put(Content.styled(reel.busy, MUTED))
        elif self._remark.plain:
            self.put(self._remark)
        else:
            self.put((self._otherwise(), texts.legend(reel.timeline)))

    def _otherwise(self) -> Content:
        """What stands here while nothing else is said."""
        timeline, selection = self._reel.timeline, self._reel.selection
        if selection.pointing:
            return Content(cell_line(timeline.battle, selection.cursor, timeline.memory))
        return texts.standing_remark(self._reel)

    def say(self, text: str, style: str = "") -> None:
        """Make a remark; an empty one ends the last."""
        self._remark = Content.styled(text, style) if style else Content(text)
        self.post_message(Changed())

    def error(self, error: BaseException | None) -> None:
        """Say at once what is wrong, in one line."""
        text = clean(repr(error))
        if isinstance(error, SaveError):
            place = error.place if self._reel.side is None else ""
            text = ": ".join(part for part in (place, error.reason) if part)
        self._remark = Content.styled(text, "$error")
        self.put(self._remark)
