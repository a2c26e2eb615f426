"""The coach under the board: what a lesson says now, with the keys as they are bound."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from textual.content import Content
from textual.message import Message

from tacsim.app.shell.asked import tacsim_of
from tacsim.app.shell.keys import BATTLE
from tacsim.app.widgets.field import Changed
from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.lines import Lines
from tacsim.app.widgets.text import pressable, wrapped
from tacsim.content.lessons import Lesson
from tacsim.content.library import lessons
from tacsim.core.events import Entry
from tacsim.grid.cells import Cell
from tacsim.i18n import _, known_as
from tacsim.player.kept.learned import LESSONS
from tacsim.player.pointing.now import Now
from tacsim.player.seat import Seat
from tacsim.player.tutor import DONE, GOING, Tutor
from tacsim.view.wording.acts import KEYS as LINE_KEYS
from tacsim.view.wording.narration import chief_of

if TYPE_CHECKING:
    from tacsim.app.battle.cards.result import Next

NAMES: Mapping[str, str] = {key.action: key.name for key in BATTLE}
"""What keys do, by their actions."""


class Coach(Lines):
    """Says the next thing of a lesson, and marks on the board what it speaks of."""

    SCOPED_CSS = False  # the classes of sizes are the screen's
    DEFAULT_CSS = """
    Coach { background: $panel; }
    .-wide Coach { height: 3; }
    .-narrow Coach { height: 5; }
    """

    def __init__(self, seat: Seat, lesson: Lesson | None) -> None:
        super().__init__("coach")
        self.seat = seat
        self.tutor = Tutor(lesson.steps) if lesson is not None else None
        self._concluded = False
        self._kept: tuple[int, ...] | None = None
        """The steps that are known to be done where the lesson is gone on with later."""

    class Answered(Message):
        """What to do next was chosen after a lesson; ``following``: the lesson to go on with."""

        def __init__(self, answer: Next, following: Path | None) -> None:
            super().__init__()
            self.answer = answer
            self.following = following

    def on_mount(self) -> None:
        """Go on where the lesson was left."""
        if self.tutor is not None and self.seat.game.teaches:
            self._kept = tacsim_of(self).learned.steps(self.seat.game.teaches)
            self.tutor.take_up(self._kept or ())

    def follow(self, other: Coach) -> None:
        """Go on for another one, in a battle that goes on from one of its choices."""
        if other.tutor is not None:
            self.tutor, self._concluded = other.tutor, other._concluded
            self.tutor.taken_back(self.seat.game.session.past)

    @property
    def spent(self) -> bool:
        """Whether nothing of a lesson is left to be gone on with: all is done, or nothing begun."""
        return self.tutor is not None and (self.tutor.state != GOING or self.seat.game.untouched)

    @property
    def done(self) -> bool:
        """Whether all of a lesson is done: nobody has to be handed the keys any more."""
        return self.tutor is not None and self.tutor.state == DONE

    def on_resize(self) -> None:
        """Fold it to the new width."""
        self._write()

    # --- what it is told ----------------------------------------------------------------------

    def happened(self, entry: Entry) -> None:
        """An event has been applied to the battle shown."""
        memory = self.seat.memory
        seen = entry if memory is None else memory.latest
        if self.tutor is not None and seen is not None:
            self.tutor.saw(seen.event, seen.number)

    def taken_back(self, number: int) -> None:
        """The events from a number on have been taken back."""
        if self.tutor is not None:
            self.tutor.taken_back(number)

    def skip(self) -> bool:
        """Leave out the step under way; whether the lesson has come to its end with that."""
        if self.tutor is None or self.tutor.step is None:
            return False
        self.tutor.skip()
        self._concluded = self.tutor.state == DONE
        return self._concluded

    def asked(self, action: str) -> None:
        """Something was asked for."""
        selection, name = self.seat.selection, NAMES.get(action, action)
        spots = selection.at_cursor(), selection.cursor
        if self.tutor is None:
            return
        if name == "answers":
            self.tutor.remark = ""  # made on the answer before: where it holds, it comes again
        if self.tutor.asked(name, *spots):
            self.screen.post_message(Changed())

    def decides(self, standing: Mapping[str, str]) -> bool:
        """A person has to decide; whether the lesson has just come to its end.

        ``standing``: the answers given once and for all.
        """
        if self.tutor is None:
            return False
        memory = self.seat.memory
        known = None if memory is None else memory.known
        self.tutor.decides(self.seat.battle, known, standing)
        before, self._concluded = self._concluded, self.tutor.state == DONE
        return self._concluded and not before

    def conclude(self) -> None:
        """Say what was learnt, and ask what to do next."""
        from tacsim.app.battle.cards.lesson_card import LessonCard
        from tacsim.app.battle.cards.result import Next

        scenario, tacsim = self.seat.game.scenario, tacsim_of(self)
        assert self.tutor is not None
        assert scenario.lesson is not None
        if self.tutor.state == DONE:
            trouble = tacsim.learned.add(LESSONS, scenario.lesson.id)
            if trouble:
                tacsim.tell(_("It could not be kept that this was learnt: {0}").format(trouble))
        paths = lessons()
        names = [path.stem for path in paths]
        at = names.index(scenario.lesson.id) + 1 if scenario.lesson.id in names else len(names)
        following = paths[at] if at < len(paths) else None

        def answered(what: str | None) -> None:
            chosen = following if what == "next" else None
            self.post_message(self.Answered(Next(what or "board"), chosen))

        more, last = following is not None, names[-1:] == [scenario.lesson.id]
        name, lately = known_as(scenario.name), self._lately()
        card = LessonCard(name, scenario.ruleset, self.tutor, lately, more=more, last=last)
        self.app.push_screen(card, answered)

    def _lately(self) -> tuple[str, ...]:
        """What was done last, and what is said to it where it did the last step."""
        tutor, since = self.tutor, self.seat.deeds.since
        lines = self.seat.done_since(since) if since is not None else []
        told = [chief_of(lines).text] if lines else []
        if tutor is not None and tutor.praise:
            told.append(tutor.said(_named(tacsim_of(self).keymap.battle))[0])
        return tuple(filter(None, told))

    # --- what it shows ------------------------------------------------------------------------

    def marks(self, now: Now) -> tuple[Cell, ...]:
        """The cells that the lesson speaks of."""
        known = None if now.memory is None else now.memory.known
        return self.tutor.marks(now.battle, known) if self.tutor is not None else ()

    def show(self, now: Now) -> None:
        """Take in what is pointed at, and say the next thing."""
        selection = now.selection
        if self.tutor is not None and selection.pointing:
            self.tutor.pointed(selection.at_cursor(), selection.cursor)
        self._keep()
        self._write()

    def _keep(self) -> None:
        """Remember how far the lesson is, for whoever leaves it and comes back."""
        lesson = self.seat.game.teaches
        steps = self.tutor.behind if self.tutor is not None and not self.spent else None
        if lesson and steps != self._kept:
            self._kept = steps
            tacsim_of(self).learned.keep_steps(lesson, steps)

    def _write(self) -> None:
        if self.tutor is not None and self.content_size:
            keys = tacsim_of(self).keymap.battle
            self.put(*rows(self.tutor, keys, self.content_size.width, self.content_size.height))


def rows(tutor: Tutor, keys: Mapping[str, str], width: int, height: int) -> list[Content]:
    """What a tutor says: the remark, what to do, by which keys; rows of their own if there is room.

    ``keys``: what is to be pressed, by the name of what it does; ``width``: in columns;
    ``height``: the most rows.
    """
    names = _named(keys)
    remark, say, how = tutor.said(names)
    if tutor.state == DONE:
        how = _("This lesson is done: {skip_step} says what comes next, {leave} leaves.")
        how = how.format_map(names)
    place = _("{number} of {all}").format(number=tutor.number + 1, all=len(tutor.steps))
    parts = [
        _remark(tutor, remark, width),
        _joined((place if say else "", MUTED), (say, "bold")),
        _joined((how, "$accent"), (tutor.way_out(names), "$warning" if tutor.late else MUTED)),
    ]
    parts = [pressable(part) for part in parts if part.plain]
    found = [row for part in parts for row in wrapped(part, width, height)]
    return found if len(found) <= height else wrapped(Content(" ").join(parts), width, height)


def _named(keys: Mapping[str, str]) -> dict[str, str]:
    """What texts call keys, by what they do, as they are read and pressed in a text."""
    return {name: f"[{key}]" for name, key in {**LINE_KEYS, **keys}.items()}


def _remark(tutor: Tutor, text: str, width: int) -> Content:
    """What is said to what was done, with as many of its rules as its row holds."""
    said = _joined((text, "$success" if tutor.praise else "bold $warning"))
    for clause in tutor.cited if text else ():
        longer = Content.assemble(said, " ", (clause, MUTED))
        said = longer if longer.cell_length <= width else said
    return said


def _joined(*parts: tuple[str, str]) -> Content:
    """Texts with their styles, those that are not empty."""
    return Content(" ").join(Content.styled(text, style) for text, style in parts if text)
