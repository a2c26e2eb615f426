"""The hint under the board: what is pointed at, and what Enter would do or what was just said."""

from __future__ import annotations

from textual.content import Content

from tacsim.app.shell.asked import tacsim_of
from tacsim.app.widgets.field import Changed
from tacsim.app.widgets.hints import MUTED, fitted, hint
from tacsim.app.widgets.lines import Line, Lines
from tacsim.app.widgets.sheet import called
from tacsim.core.verdicts import OWN, Refused
from tacsim.i18n import _, known_as, translate
from tacsim.player.pointing.chances import warnings
from tacsim.player.pointing.now import Now
from tacsim.player.pointing.planned import refusal_text
from tacsim.player.pointing.previews import Preview
from tacsim.player.seat import Seat
from tacsim.player.tips import Tips
from tacsim.view.wording.reasons import NAMED

NAMING = frozenset({"activity", "mode", "intent"})
"""Details by which a refusal names the act itself."""


class Hint(Lines):
    """Shows a hint; a remark stands in its second line until another is made."""

    DEFAULT_CSS = """
    Hint { height: 2; background: $surface; }
    """

    def __init__(self, seat: Seat) -> None:
        super().__init__("hint", keeps_left=True)
        self._remark: Line = Content("")
        self._tips = Tips(seat)
        self._taught = seat.game.scenario.lesson is not None
        self._looks = False
        """Whether there may be something to be said once: not before the first frame, as looking
        for it takes a while."""

    def begin(self, now: Now) -> None:
        """Look from now on for what is said once."""
        self._looks = True
        self.show(now)

    def show(self, now: Now) -> None:
        """Show what is pointed at, and what Enter would do."""
        told, said = hint(now, self._remark)
        tip = self._tip(now, told, said)
        self.put(*fitted((tip or told, said), self.content_size.width))

    def _tip(self, now: Now, told: tuple[Content, Content], said: Line) -> Line | None:
        """What is said once, where it first matters, unless a remark is; a lesson says its own.

        It stands beside what is told of the cell pointed at, and in its place only where that is
        the one's own who acts.
        """
        tacsim, remark = tacsim_of(self), self._remark
        quiet = self._taught or not self._looks or not tacsim.options.hints
        if quiet or isinstance(remark, tuple) or remark.plain:
            return None
        before, (where, manner) = self._tips.trouble, told

        def line(text: str) -> Line:
            tip = Content.styled(translate(text).format_map(now.keys), "bold $accent")
            own = now.acting is not None and (
                now.selection.cursor in now.battle.world[now.acting].body.cells
            )
            if own or not where.plain:
                return tip
            return where, Content("  ").join([part for part in (manner, tip) if part.plain])

        def fits(text: str) -> bool:
            found, width = line(text), self.content_size.width
            if fitted((found, said), width) != (found, said):
                return False
            return isinstance(found, Content) or sum(one.cell_length for one in found) < width

        text = self._tips.look(now, tacsim.learned, fits)
        if self._tips.trouble != before:
            trouble = _("It is not kept which hints were seen: {0}").format(self._tips.trouble)
            self.call_after_refresh(tacsim.tell, trouble)
        return line(text) if text else None

    def say(self, text: str) -> None:
        """Make a remark; an empty one ends the last."""
        self._put(Content(text))

    def said(self, text: str) -> bool:
        """Whether a text is the last remark."""
        return isinstance(self._remark, Content) and self._remark.plain == text

    def refuse(self, now: Now, refusal: Refused, act: str = "") -> None:
        """Say why something is not allowed; ``act``: what, where no place says it."""
        text = refusal_text(refusal, now)
        if act and now.acting is not None and NAMING.isdisjoint(dict(refusal.details)):
            name = known_as(now.battle.world[now.acting].name)
            told = _("{act}: {why}") if refusal.reason in NAMED else _("{act} by {name}: {why}")
            text = told.format(act=act, name=name, why=text)
        self._put((Content.styled(text, "$error"), Content.styled(refusal.clause, MUTED)))

    def refuse_all(self, now: Now, refusal: Refused, nearest: str) -> None:
        """Say that what was taken up can be aimed at nobody now, with the reason for the nearest.

        What lies with whoever acts stands alone.
        """
        why = refusal_text(refusal, now)
        if refusal.reason not in OWN:
            text = _("There is no target for it now. The nearest is {name}. {why}")
            why = text.format(name=called(now, nearest), why=why)
        self._put((Content(why), Content.styled(refusal.clause, MUTED)))

    def warn(self, now: Now, preview: Preview) -> None:
        """Say what an act would provoke, and that the same key confirms it."""
        text = _("{0}. The same key again does it all the same.")
        against = "; ".join(warnings(preview, now.battle.world))
        self._put(Content.styled(text.format(against), "bold $warning"))

    def _put(self, remark: Line) -> None:
        self._remark = remark
        self.screen.post_message(Changed())
