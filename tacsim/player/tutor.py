"""The tutor: how far a lesson is, and what is said now; it knows no screen.

It is told what happens, as the student's side perceives it, what is asked for, what is pointed at
on a screen, and when a choice comes. A step done by what is taken back is to be done again, unless
taking back is what was asked for. Any step can be left out; that is said with it, and plainer where
one waits for long, or for somebody who is out of the fight.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType

import attrs

from tacsim.content.lessons import Sign, Step
from tacsim.core.events import BattleEnded, Event
from tacsim.grid.cells import Cell
from tacsim.i18n import N_, translate
from tacsim.rules.battle import Battle

GOING, DONE, OVER = "going", "done", "over"
"""How a lesson stands: steps are left; all are done; the battle ended before they were."""
PATIENCE = 3
"""Rounds after which it is said that the step under way can be left out."""
SKIP = N_("{skip_step} leaves this step out.")
LEAVE_OUT = N_("If this does not come about, {skip_step} leaves it out.")
LEFT_OUT = N_("Left out; the board stays as it is.")
OUT = N_("That cannot be done any more in this battle: {skip_step} leaves it out.")


class Tutor:
    """Goes through the steps of a lesson.

    ``screen``: whether there is one; without, steps that only a screen can show are left out.
    """

    def __init__(self, steps: Sequence[Step], *, screen: bool = True) -> None:
        fit = list(steps) if screen else [_without_screen(step) for step in steps]
        self.steps = tuple(step for step in fit if step is not None)
        self._places = [place for place, step in enumerate(fit) if step is not None]
        """The number that each step has in the lesson, also where some are left out."""
        self.number = 0
        """How many steps are done."""
        self.remark = ""
        """What is said to what was done last, as it is marked for translation; may be empty."""
        self.cited: tuple[str, ...] = ()
        """The rules that the remark is about."""
        self.praise = False
        """Whether the remark is about a step that was done."""
        self.winner: str | None = None
        self._ended = False
        self._done: dict[int, int] = {}
        """The steps that are done, with the number of the event by which; -1 where it was none."""
        self.skipped: set[int] = set()
        """Those among them that were left out."""
        self._seen = -1
        """The number of the last event."""
        self._acting = ""
        """The creature of the student's whose turn it is."""
        self._since: int | None = None
        """The round in which the step under way was first waited for."""
        self.late = False
        """Whether it has been waited for long."""
        self._here: dict[str, Cell] = {}
        """Where creatures stood at the last choice."""
        self._stood: dict[str, Cell] | None = None
        """Where they stood as the step came, which is not said to be the wrong place; None: where
        they stand at the next choice."""
        self._fresh = False
        """Whether a choice came since the remark was made: it goes with what is done next."""
        self._early = False
        """Whether the remark is about a step done before its turn: the only word on that."""

    @property
    def step(self) -> Step | None:
        """The step under way; None once all are done."""
        return self.steps[self.number] if self.number < len(self.steps) else None

    @property
    def state(self) -> str:
        """How the lesson stands: "going", "done" or "over"."""
        if self.step is None:
            return DONE
        return OVER if self._ended else GOING

    @property
    def behind(self) -> tuple[int, ...]:
        """The numbers that the steps which are done have in the lesson, in order."""
        return tuple(place for n, place in enumerate(self._places) if n in self._done)

    def take_up(self, behind: Collection[int]) -> None:
        """Go on with a lesson of which these steps are done."""
        for number, place in enumerate(self._places):
            if place in behind:
                self._done[number] = -1
        while self.number in self._done:
            self.number += 1

    @property
    def clauses(self) -> tuple[str, ...]:
        """The rules that its steps teach, but for those left out, each once, in order."""
        seen = (step for n, step in enumerate(self.steps) if n not in self.skipped)
        return tuple(dict.fromkeys(clause for step in seen for clause in step.clauses))

    def marks(self, battle: Battle, known: frozenset[str] | None = None) -> tuple[Cell, ...]:
        """The cells that the step speaks of, with those of creatures, as far as they are known."""
        found: list[Cell] = []
        for mark in self.step.marks if self.step is not None else ():
            if not isinstance(mark, str):
                found.append(mark)
            elif mark in battle.world and (known is None or mark in known):
                found += battle.world[mark].body.cells
        return tuple(found)

    # --- what it is told ----------------------------------------------------------------------

    def saw(self, event: Event, number: int = -1) -> None:
        """An event came about; ``number``: its place among all of the battle."""
        self._seen = number
        if self._fresh:
            self._remark("")
        if isinstance(event, BattleEnded):
            self._ended, self.winner = True, event.winner
        self._noticed(lambda sign: _shows(sign, event), number)

    def asked(self, what: str, *about: str | Cell | None) -> bool:
        """Something was asked for, of creatures and cells; whether there is else to say now."""
        before = self.number, self.remark
        spots = set(about)
        self._noticed(
            lambda sign: sign.asks == what and not (sign.about and spots.isdisjoint(sign.about))
        )
        return before != (self.number, self.remark)

    def pointed(self, creature: str | None, cell: Cell) -> None:
        """A cell is pointed at, and maybe the creature there."""
        self._noticed(
            lambda sign: (
                bool({creature, cell}.intersection(sign.points))
                and sign.actor in ("", self._acting)
            )
        )

    def decides(
        self,
        battle: Battle,
        known: frozenset[str] | None = None,
        standing: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """A choice of the student's comes.

        ``known``: the creatures that it knows of, None: all; ``standing``: the answers given once
        and for all, by the creature that gives them.
        """
        world, decision = battle.world, battle.decision
        self._acting = decision.actor if decision is not None and decision.is_turn else ""
        if decision is not None and not decision.is_turn and decision.against is None:
            self._remark("")  # who may come in with a turn put off has not ended it
        there = world if known is None else known

        def shows(sign: Sign) -> bool:
            if sign.turn:
                return sign.turn == self._acting
            if sign.answers:
                return standing.get(sign.actor) == sign.answers
            return sign.actor in there and world[sign.actor].at in sign.stands

        def lost(sign: Sign) -> bool:
            return any(name in there and not battle.able(world[name]) for name in sign.needs)

        self._here = {name: world[name].at for name in world.ids}
        stood = self._here if self._stood is None else self._stood

        def strays(sign: Sign) -> bool:
            moved = not sign.stands or stood.get(sign.actor) != self._here.get(sign.actor)
            return shows(sign) and moved and (self._fresh or not self._early)

        before, said = self.step, self._noticed(shows, self._seen, strays)
        self._stood = stood if self.step is before else self._here
        self._since = world.clock.round if self._since is None else self._since
        step = self.step
        if step is before and step is not None and not said:
            self.late = world.clock.round - self._since >= PATIENCE
            if all(map(lost, step.done)):
                self._remark(OUT)
        self._fresh = True

    def taken_back(self, number: int) -> None:
        """The events from a number on are taken back, and with them the steps that they did."""
        self._seen, self._ended = min(self._seen, number - 1), False
        gone = [one for one, event in self._done.items() if event >= number]
        if self.step is None or any(sign.asks == "undo" for sign in self.step.done):
            self._done.update(dict.fromkeys(gone, -1))
            return
        for one in gone:
            del self._done[one]
        if gone:
            self._remark("")
        if min(gone, default=self.number) < self.number:
            self.number, self._since, self.late, self._stood = min(gone), None, False, None

    def skip(self) -> None:
        """The step under way is left out."""
        if self.step is not None:
            self.skipped.add(self.number)
            self._go_on()
            self._remark(LEFT_OUT)

    def _noticed(
        self,
        shows: Callable[[Sign], bool],
        event: int = -1,
        strays: Callable[[Sign], bool] | None = None,
    ) -> bool:
        """Take in the steps that this does, with a word about the last of them; else say something.

        These are the step under way, and of the later ones those that may be done early.
        ``event``: the number of the event that shows it; ``strays``: what there is something to
        say about, unless all that shows. Whether there was anything to say.
        """
        done = [
            number
            for number in range(self.number, len(self.steps))
            if (number == self.number or (self.steps[number].early and number not in self._done))
            and any(map(shows, self.steps[number].done))
        ]
        step = self.step
        if done:
            self._done.update(dict.fromkeys(done, event))
            early = done[-1] > self.number
            if self.number in done:
                self._go_on(event)
            last = self.steps[done[-1]]
            self._remark(last.then, last.clauses, praise=True)
            self._early = early
            return True
        if step is None:
            return False
        wrong = shows if strays is None else strays
        other = next((other for other in step.otherwise if wrong(other.when)), None)
        if other is not None:
            self._remark(other.say, other.clauses)
        return other is not None

    def _go_on(self, event: int = -1) -> None:
        """The step under way is over, by an event or otherwise."""
        self._done[self.number], self._since, self.late = event, None, False
        self._stood = self._here if event < 0 else None
        while self.number in self._done:
            self.number += 1
        self._remark("")

    def _remark(self, text: str, cited: tuple[str, ...] = (), *, praise: bool = False) -> None:
        self.remark, self.cited, self.praise = text, cited, praise
        self._fresh = self._early = False

    # --- what it says -------------------------------------------------------------------------

    def said(self, keys: Mapping[str, str]) -> tuple[str, str, str]:
        """The remark, what to do, and by which keys; ``keys``: their names by what they do."""
        step = self.step
        texts = (self.remark, step.say if step else "", step.how if step else "")
        remark, say, how = (translate(text).format_map(_Keys(keys)) for text in texts)
        return remark, say, how

    def way_out(self, keys: Mapping[str, str]) -> str:
        """How the step under way is left out, unless the remark says so."""
        told = self.step is None or self.remark == OUT
        return "" if told else translate(LEAVE_OUT if self.late else SKIP).format_map(_Keys(keys))


class _Keys(dict[str, str]):
    """Names of keys; what has none is called by what it does."""

    def __missing__(self, name: str) -> str:
        return name.replace("_", " ")


def _without_screen(step: Step) -> Step | None:
    """A step as it is where there is no screen; None where nothing is left of it."""
    left = tuple(sign for sign in step.done if not sign.of_screen)
    return attrs.evolve(step, done=left, how=step.plain) if left else None


def _shows(sign: Sign, event: Event) -> bool:
    """Whether an event is one that is waited for."""
    if sign.event != event.NAME or (sign.clause and sign.clause not in _cited(event)):
        return False
    names = {
        field.metadata.get("key", field.name): field.name for field in attrs.fields(type(event))
    }
    return all(getattr(event, names[key]) == value for key, value in sign.fields)


def _cited(event: Event) -> set[str]:
    """The clauses that an event cites, those of the parts of its sum among them."""
    modifiers = getattr(event, "modifiers", ())
    return {*event.clauses, *(modifier.clause for modifier in modifiers)}
