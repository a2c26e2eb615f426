"""A turn: its creature is asked until something is done."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tacsim.api.battle import Option
from tacsim.core.intents import EndTurn, Intent, aim_of, key_of
from tacsim.core.verdicts import Reason, Refused
from tacsim.grid.cells import Cell
from tacsim.i18n import N_, _
from tacsim.plain import bearings
from tacsim.plain.console import Console, command_of
from tacsim.plain.menu import Line, Menu
from tacsim.plain.offers import Offers
from tacsim.plain.situation import View, situation
from tacsim.plain.talk import HELP, Talk, Told, Why
from tacsim.player.acting.unasked import wait
from tacsim.view.wording.intended import done
from tacsim.view.wording.why_creatures import why_attack


class Turn(Talk):
    """Asks what a creature does.

    ``undo`` takes back the last thing done, and says so. ``heard``: who is near, as was told
    in the same turn before; None at its beginning.
    """

    def __init__(
        self,
        console: Console,
        game: Told,
        view: View,
        actor: str,
        undo: Callable[[], bool],
        *,
        heard: frozenset[str] | None = None,
    ) -> None:
        super().__init__(console, game, view, actor)
        self.offers = Offers(view.battle)
        self._undo = undo
        self._heard = heard
        self._main = self.offers.main()
        self._menu = self._main
        self._after: str | None = None
        """The creature whose turn is waited for by what was just chosen."""
        self._others: Mapping[str, Callable[[], None]] = {
            "r": self._repeat, "b": self._back, "+": self._more,
        }  # fmt: skip

    def choose(self) -> Intent | None:
        """What the creature does; None where something was taken back instead."""
        heard = self._heard or frozenset()
        going_on = self._heard is not None
        self.say(situation(self.view, self.actor, heard, going_on=going_on))
        self._tell(self._main)
        while True:
            text = self.console.ask()
            if not text:
                self._tell(self._menu)
                continue
            word = text.lower()
            if word in ("u", _("undo")):
                if self._undo():
                    return None
            elif word in (".", _("end")):
                return EndTurn(self.actor)
            elif word.split()[0] == "x":
                self._refused(word.split()[1:])
            elif word in self._others:
                self._others[word]()
            elif (option := self._picked(word)) is not None and self._sure(option):
                if self._after is not None:
                    act = key_of(option.intent).partition(" ")[0]
                    wait(self.game.standing, self.actor, act, self._after)
                return option.intent

    # --- menus -------------------------------------------------------------------------------

    def _repeat(self) -> None:
        self.say(situation(self.view, self.actor))
        self._tell(self._main)

    def _tell(self, menu: Menu) -> None:
        self._menu = menu
        self.say(menu.page())
        if menu.asks:
            self.game.asked(menu.asks)

    def _back(self) -> None:
        self._tell(self._main)

    def _more(self) -> None:
        self._tell(self._menu.turned())

    def _refused(self, wanted: list[str]) -> None:
        """Tell what cannot be done, as lines that ``w`` explains."""
        self._tell(self.offers.refused(wanted))

    def _picked(self, text: str) -> Option | None:
        """The option that an answer means; None where it was something else."""
        self._after = None
        line = self._numbered(text)
        if line is not None:
            return self._taken(line, otherwise=text.endswith("+"))
        asked, _blank, which = text.partition(" ")
        if command_of(asked) == "w" and (line := self._numbered(which)) is not None:
            self._explain(line)
            return None
        place = self._place(text)
        if place is not None:
            return self._gone(place, text)
        if self.known(text):
            return None
        wanted = text.split()
        found = None
        if len(text) > 1 and text not in bearings.steps(self._topology):
            found = self._menu.with_words(wanted) or self._main.with_words(wanted)
        if found is None:
            self.lost(text)
        elif (opens := found.opened_by(text)) is not None:
            self._tell(opens())
        else:
            self._tell(found)
        return None

    @property
    def _topology(self) -> str:
        return self.view.battle.rules.ruleset.topology.name

    def _numbered(self, text: str) -> Line | None:
        number = text.removesuffix("+")
        if not (number.isascii() and number.isdecimal()):
            return None
        at = int(number) if len(number) < 6 else 0
        if not 1 <= at <= len(self._menu.lines):
            return _NONE
        return self._menu.lines[at - 1]

    def _taken(self, line: Line, *, otherwise: bool) -> Option | None:
        """The option of a line; None where it opens a menu, or is none."""
        opened = line.more if otherwise else line.opens
        if opened is not None:
            menu = opened()
            self._tell(menu)
            return None
        if line.refusal is not None:
            self.refuse(line.refusal)
            return None
        if line.option is None or otherwise:
            text = _("There is no such line.") if line is _NONE else _("There is no other way.")
            self.console.say(text)
            return None
        self._after = line.after
        return line.option

    def _place(self, text: str) -> Menu | Refused | None:
        """What is possible at the place that an answer names; None where it names none."""
        cell, places = self._cell(text), self._menu.places or self._main.places
        if cell is None:
            return None
        return places(cell) if places is not None else self.offers.nowhere(cell)

    def _cell(self, text: str) -> Cell | None:
        """The cell that an answer names; None where it names none."""
        at = self.view.battle[self.actor].at
        return bearings.cell_of(text, len(at)) or bearings.off(self._topology, at, text)

    def _gone(self, place: Menu | Refused, text: str) -> Option | None:
        if isinstance(place, Refused):
            here = self._cell(text) in self.view.battle[self.actor].body.cells
            if here and place.reason is Reason.NOT_A_STEP:
                self.last = Why(_("You stand there already."))
                self.console.say(self.last.text)
            else:
                self.refuse(place)
        elif len(place.lines) == 1:
            return place.lines[0].option
        else:
            self._tell(place)
        return None

    # --- one option --------------------------------------------------------------------------

    def _sure(self, option: Option) -> bool:
        """Whether an option is to be carried out: asked where there is anything to warn of."""
        warnings = self.offers.warnings(option)
        self.last = self._because(option)
        if not warnings:
            return True
        text = _("{what}: {warnings}. Do it? y or n")
        world = self.view.battle.rules.world
        what = done(world, option.intent, self.view.known)
        question = text.format(what=what, warnings="; ".join(warnings))
        self.console.say(question)
        while (answer := self.console.ask().lower()) not in ("y", _("yes")):
            if answer in ("n", "b", _("no")):
                self.console.say(_("Not done. Enter reads the lines again."))
                return False
            if not answer or not self.known(answer):
                self.console.say(_("y or n, please."))
            self.console.say(question)
        return True

    def _because(self, option: Option) -> Why:
        found = self.offers.forecast(option.intent)
        attacks = [one for one in found.attacks if not one.opportunity] if found else []
        parts = (part.clause for one in attacks[:1] for part in one.modifiers)
        return Why(self.offers.line(option, costs=True), (*option.clauses, *parts))

    def _explain(self, line: Line) -> None:
        """Say what is behind a line: its clauses, and the sums of its attack.

        Of one that asks further: the clauses that all options behind it share.
        """
        if line.refusal is not None:
            self.explain(Why(line.text, (line.refusal.clause,)))
        elif line.opens is not None:
            found = [one.option.clauses for one in line.opens().lines if one.option is not None]
            all_ = dict.fromkeys(clause for clauses in found for clause in clauses)
            shared = (one for one in all_ if all(one in clauses for clauses in found))
            text = _("{line}: this asks further; w tells why of each line behind it.")
            self.explain(Why(text.format(line=line.text), tuple(shared)))
        elif line.option is None:
            self.console.say(_("There is no such line."))
        else:
            aims = aim_of(line.option.intent)
            self.explain(self._because(line.option), self._sums(line.option), aims)

    def _sums(self, option: Option) -> list[str]:
        """The parts of the sums of an option's first attack."""
        found = self.offers.forecast(option.intent)
        attacks = [one for one in found.attacks if one.actor == self.actor] if found else []
        world = self.view.battle.rules.world
        return [
            because.text
            for one in attacks[:1]
            for because in why_attack(world, world[self.actor], one.frame.weapon, one.roll)
        ]

    @property
    def helps(self) -> tuple[str, ...]:
        """The lines of the help."""
        levels = (LEVELS,) if len(self.view.battle[self.actor].at) == 3 else ()
        return (*TURN, *levels, *HELP)


_NONE = Line("")
"""Stands for a number that no line has."""

TURN = (
    N_(
        "Type the number of a line. One that ends in ... asks further. 3+ shows other ways of 3, "
        "such as another weapon; + reads on; b goes back; Enter reads the lines again."
    ),
    N_("Type words to find lines: ogre, or trip. x tells what cannot be done, x ogre why not so."),
    N_(
        "Type a cell (7,4) or a way (ne 2, or e 3 n 1) to go there. . ends the turn. u takes back "
        "what was done without dice; then it offers earlier choices to go on from, as a branch."
    ),
)
LEVELS = N_("u 1 and d 1 lead a level up and down; a cell there is 7,4,1.")
