"""A lesson told line by line: what comes next, before whoever learns is asked."""

from __future__ import annotations

from collections.abc import Mapping

from tacsim.core.events import Entry
from tacsim.grid.cells import Cell
from tacsim.i18n import NP_, _, translate
from tacsim.plain.console import Console
from tacsim.player.game import Game
from tacsim.player.kept.learned import LESSONS, Learned
from tacsim.player.record.playback import Playback
from tacsim.player.tutor import DONE, GOING, Tutor
from tacsim.view.wording.reasons import clause_text

TYPED = {"answers": "o", "skip_step": NP_("typed", "skip")}
"""What is typed for what keys do on the screen, by its name."""


class Telling:
    """Tells the sentences of a lesson, each once while it holds; nothing where there is none.

    ``learned``: where it is remembered how far it is, None for nowhere.
    """

    def __init__(
        self, game: Game, console: Console, playback: Playback, learned: Learned | None
    ) -> None:
        self._game = game
        lesson = game.scenario.lesson
        self._tutor = Tutor(lesson.steps, screen=False) if lesson is not None else None
        self._learned = learned if game.teaches else None
        if self._tutor is not None and self._learned is not None:
            self._tutor.take_up(self._learned.steps(game.teaches) or ())
        self._console = console
        self._playback = playback
        self._told: tuple[str, str] = ("", "")
        self._way_out = ""
        """How a step is left out, as it was said last."""

    @property
    def spent(self) -> bool:
        """Whether nothing of a lesson is left to be gone on with: all is done, or nothing begun."""
        going = self._tutor is not None and self._tutor.state == GOING
        return self._game.scenario.lesson is not None and (not going or self._game.untouched)

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
        typed = {name: translate(word) for name, word in TYPED.items()}
        remark, say, how = tutor.said(typed)
        fresh = [text for text in (remark, say) if text and text not in self._told]
        out = tutor.way_out(typed)
        if tutor.cited and remark in fresh:
            fresh[0] += f" ({', '.join(tutor.cited)})"
        marks = tutor.step.marks if tutor.step is not None else ()
        places = [",".join(map(str, mark)) for mark in marks if not isinstance(mark, str)]
        if say in fresh:
            told = [_("Marked: {places}.").format(places="; ".join(places))] if places else []
            fresh[-1] = " ".join(filter(None, (say, *told, how)))
        if out and out != self._way_out and (tutor.late or not self._way_out):
            self._way_out = out
            fresh.append(out)
        self._told = (remark, say)
        self._console.say(*fresh)
        if self._learned is not None:
            self._learned.keep_steps(self._game.teaches, None if self.spent else tutor.behind)
        if tutor.state == DONE:
            self._conclude(tutor)

    def _conclude(self, tutor: Tutor) -> None:
        ruleset, lesson = self._playback.battle.ruleset.id, self._game.scenario.lesson
        if self._learned is not None and lesson is not None:
            self._learned.add(LESSONS, lesson.id)
        self._console.say(_("That was the lesson. You can play on, or leave with q."))
        for clause in tutor.clauses:
            self._console.say(f"{clause_text(ruleset, clause)[0]} ({clause})")
        self._tutor = None
