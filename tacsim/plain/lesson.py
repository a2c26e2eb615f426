"""A lesson told line by line: what comes next, before whoever learns is asked."""

from __future__ import annotations

from collections.abc import Mapping

from tacsim.content.lessons import Lesson
from tacsim.core.events import Entry
from tacsim.grid.cells import Cell
from tacsim.i18n import _
from tacsim.plain.console import Console
from tacsim.player.playback import Playback
from tacsim.player.tutor import DONE, Tutor
from tacsim.view.reasons import clause_text

TYPED = {"answers": "o", "skip_step": "skip"}
"""What is typed for what keys do on the screen, by its name."""


class Telling:
    """Tells the sentences of a lesson, each once while it holds; nothing where there is none."""

    def __init__(self, lesson: Lesson | None, console: Console, playback: Playback) -> None:
        self._tutor = Tutor(lesson.steps, screen=False) if lesson is not None else None
        self._console = console
        self._playback = playback
        self._told: tuple[str, str] = ("", "")

    def saw(self, entry: Entry, side: str | None) -> None:
        """An event came about; ``side`` learns."""
        memory = self._playback.memories.get(side or "")
        seen = entry if memory is None else memory.latest
        if self._tutor is not None and seen is not None:
            self._tutor.saw(seen.event, seen.number)

    def tell(self, side: str, standing: Mapping[str, str]) -> None:
        """The side that learns is about to be asked: say what is new; ``standing``: its answers."""
        tutor, battle = self._tutor, self._playback.battle
        if tutor is None:
            return
        tutor.decides(battle, self._playback.memories[side].known, standing)
        self._say(tutor)

    def taken_back(self, number: int) -> None:
        """The events from a number on have been taken back."""
        if self._tutor is not None:
            self._tutor.taken_back(number)

    def skip(self) -> bool:
        """Leave the step under way out, and say what comes then; whether there was one."""
        if self._tutor is None:
            return False
        self._tutor.skip()
        self._say(self._tutor)
        return True

    def asked(self, what: str, *about: str | Cell | None) -> None:
        """Something was asked for, of creatures and cells: say what is new."""
        if self._tutor is not None and self._tutor.asked(what, *about):
            self._say(self._tutor)

    def _say(self, tutor: Tutor) -> None:
        remark, say, how = tutor.said(TYPED)
        fresh = [text for text in (remark, say) if text and text not in self._told]
        if tutor.cited and remark in fresh:
            fresh[0] += f" ({', '.join(tutor.cited)})"
        marks = tutor.step.marks if tutor.step is not None else ()
        places = [",".join(map(str, mark)) for mark in marks if not isinstance(mark, str)]
        if say in fresh:
            told = [_("Marked: {places}.").format(places="; ".join(places))] if places else []
            fresh[-1] = " ".join((say, *told, *([how] if how else [])))
        self._told = (remark, say)
        self._console.say(*fresh)
        if tutor.state == DONE:
            self._conclude(tutor)

    def _conclude(self, tutor: Tutor) -> None:
        ruleset = self._playback.battle.ruleset.id
        self._console.say(_("That was the lesson. You can play on, or leave with q."))
        for clause in tutor.clauses:
            self._console.say(f"{clause_text(ruleset, clause)[0]} ({clause})")
        self._tutor = None


__all__ = ["Telling"]
