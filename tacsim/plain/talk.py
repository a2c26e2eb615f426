"""Talk: what can be asked at any prompt, in a turn and at a question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

import attrs

from tacsim.core.verdicts import Refused
from tacsim.grid.cells import Cell
from tacsim.i18n import N_, _, known_as, translate
from tacsim.plain import bearings, facts
from tacsim.plain.areas import measured
from tacsim.plain.board import board, legend
from tacsim.plain.console import Console, LeaveError, command_of
from tacsim.plain.situation import View, everybody, named
from tacsim.view.wording.reasons import sentence

LINES = 20
"""Lines of the log that are told unless more are asked for."""


class Told(Protocol):
    """What the talk asks of the game: its log and its standing answers."""

    def log(self, side: str, most: int | None, *, sums: bool) -> list[str]:
        """The last lines of the log of a side, None for all; with dice and clauses if wanted."""
        ...

    @property
    def standing(self) -> dict[str, str]:
        """The answers given once and for all: "always" or "never", by who gives them."""
        ...

    @property
    def kept(self) -> bool:
        """Whether it is saved as it goes."""
        ...

    def asked(self, what: str, *about: str | Cell | None) -> None:
        """Something that a lesson may wait for was asked for, of creatures and cells."""
        ...

    def skip_step(self) -> bool:
        """Leave out the step of a lesson; whether there is one."""
        ...

    def advice(self) -> list[str]:
        """What the commander would do now, or why that is not told."""
        ...


@attrs.define
class Why:
    """What ``w`` explains: a sentence, and the clauses behind it."""

    text: str = ""
    clauses: tuple[str, ...] = ()


class Talk:
    """Answers what is asked about the battle, as one side knows it."""

    def __init__(self, console: Console, game: Told, view: View, actor: str) -> None:
        self.console = console
        self.game = game
        self.view = view
        self.actor = actor
        self.last = Why()
        self._commands: Mapping[str, Callable[[list[str]], None]] = {
            "w": self._why, "m": self._map, "l": self._log, "s": self._who, "o": self._standing,
            "c": self._measure, "skip": self._skip, "advice": self._advice,
            "?": self._help, "q": self._leave,
        }  # fmt: skip

    def say(self, lines: Iterable[str]) -> None:
        """Print lines, each as soon as it is made."""
        for line in lines:
            self.console.say(line)

    def known(self, text: str) -> bool:
        """Do what an answer asks for, if it is one of the commands; whether it is."""
        first, *rest = text.lower().split()
        name = command_of(first)
        command = self._commands.get(name)
        if command is None or (rest and name in ("s", "w") and self._is_way(text)):
            return False
        command(rest)
        return True

    def _is_way(self, text: str) -> bool:
        """Whether an answer leads somewhere, such as ``s 2``."""
        topology = self.view.battle.rules.ruleset.topology.name
        return bearings.off(topology, self.view.battle[self.actor].at, text) is not None

    def lost(self, text: str) -> None:
        """Say that an answer means nothing here."""
        names = bearings.steps(self.view.battle.rules.ruleset.topology.name)
        if text in names:
            self.console.say(_("How far? {way} 2, for one.").format(way=text))
            return
        self.console.say(_('Nothing here is called "{text}"; ? for help.').format(text=text[:40]))

    def refuse(self, refusal: Refused) -> None:
        """Say why something cannot be done, and keep the clause for ``w``."""
        text = sentence(refusal, self.view.battle.rules.world, self.view.known)
        self.last = Why(text, (refusal.clause,))
        self.console.say(_("No: {why} w says by which rule.").format(why=text))

    # --- commands ----------------------------------------------------------------------------

    def _why(self, rest: list[str]) -> None:
        if rest:
            spots = self.about(rest)
            if spots:
                self.game.asked("why", *spots)
            return
        if not self.last.text:
            self.console.say(_("w with a number explains that line, with a name or a cell that."))
            return
        self.explain(self.last)

    def explain(
        self, why: Why, sums: Iterable[str] = (), about: Iterable[str | Cell | None] = ()
    ) -> None:
        """Say what is behind something, ``about`` some creatures, and the parts of its sums."""
        self.last = why
        self.say([why.text, *facts.clauses(self.view, why.clauses), *sums])
        self.game.asked("why", *about)

    def about(self, rest: list[str]) -> list[str | Cell]:
        """Tell of creatures or a cell; those of which there was anything to tell."""
        text = " ".join(rest)
        cell = bearings.cell_of(text, self.view.battle.rules.world.field.axes)
        if cell is not None:
            self.say(facts.of_cell(self.view, self.actor, cell))
            return [cell]
        found = named(self.view, [word.lower() for word in rest])
        if not found:
            self.lost(text)
        for creature in found:
            self.say(facts.of_creature(self.view, self.actor, creature))
        return [creature.id for creature in found]

    def _map(self, rest: list[str]) -> None:
        at = self.view.battle[self.actor].at
        levels: tuple[int, ...] | None = at[2:]
        if rest[:1] == [_("all")]:
            levels = None
        elif rest and rest[0].isascii() and rest[0].isdecimal():
            levels = (int(rest[0]),)
        self.console.draw(*board(self.view, levels if len(at) == 3 else None))
        self.say(legend(self.view))

    def _measure(self, rest: list[str]) -> None:
        try:
            self.say(list(measured(self.view, self.actor, " ".join(rest))))
        except ValueError as error:
            self.console.say(str(error))

    def _log(self, rest: list[str]) -> None:
        number = next((int(word) for word in rest if word.isascii() and word.isdecimal()), LINES)
        most = None if _("all") in rest else number
        lines = self.game.log(self.view.side, most, sums=_("why") in rest)
        self.say(lines or [_("Nothing has happened yet.")])

    def _who(self, rest: list[str]) -> None:
        if rest:
            self.about(rest)
        else:
            self.say(everybody(self.view, self.actor))

    def _standing(self, _rest: list[str]) -> None:
        """Tell the standing answers, and forget them."""
        creatures, standing = self.view.battle.creatures, self.game.standing
        mine = [key for key in standing if creatures[key.split()[0]].side == self.view.side]
        if not mine:
            self.console.say(_("Everybody of yours is asked about everything."))
        for key in mine:
            text = _("{name} answered {answer} until now, and is asked again.")
            name = known_as(creatures[key.split()[0]].name)
            self.console.say(text.format(name=name, answer=translate(ANSWERS[standing.pop(key)])))

    def _skip(self, _rest: list[str]) -> None:
        if not self.game.skip_step():
            self.console.say(_("There is no lesson of which a step could be left out."))

    def _advice(self, _rest: list[str]) -> None:
        self.say(self.game.advice())

    def _leave(self, _rest: list[str]) -> None:
        raise LeaveError

    def _help(self, _rest: list[str]) -> None:
        self.say(translate(line) for line in (*self.helps, KEPT if self.game.kept else UNKEPT))

    @property
    def helps(self) -> tuple[str, ...]:
        """The lines of the help."""
        return HELP


ANSWERS: Mapping[str, str] = {"always": N_("always"), "never": N_("never")}
"""Standing answers in words."""

HELP = (
    N_("w why, of the last thing told; w 3 of line 3; w ogre or w 7,4 of a creature or a cell."),
    N_("s who is where; s ogre, s 7,4 all about one. m the map (m all: every level)."),
    N_("c what an area covers, and who is inside: c burst 4 7,4, c cone 20 ft e 2; c how else."),
    N_("l the log; l 50 more of it; l all; l why with dice and clauses. r repeats."),
    N_("advice tells what the commander would do, with what speaks for it and against the rest."),
    N_("o asks again those who answer always or never. ? this help."),
    N_("In a lesson: skip leaves the step under way out."),
)
KEPT = N_("q leaves: the battle is saved as it goes and can be continued, here and on the screen.")
UNKEPT = N_("q leaves: this battle is not kept.")
