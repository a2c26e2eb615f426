"""A question to one creature, such as whether to strike at an opportunity."""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs

from tacsim.api.battle import Battle, Forecast, Option, TooManyError
from tacsim.core.agenda import Decision
from tacsim.core.intents import Decline, Intent, Take
from tacsim.core.verdicts import Refused
from tacsim.i18n import N_, _, translate
from tacsim.plain.console import Console, command_of
from tacsim.plain.situation import View
from tacsim.plain.talk import HELP, Talk, Told, Why
from tacsim.player.pointing import outlook
from tacsim.view.wording import causes, words
from tacsim.view.wording.intended import answered, done
from tacsim.view.wording.questions import SPENDS, asked


@attrs.frozen
class Answer:
    """An answer: the intent, and "always" or "never" if it is given from now on."""

    intent: Intent
    always: str = ""


class Question(Talk):
    """Asks a creature one question. ``battle``: the battle with all who take part in it."""

    def __init__(
        self, console: Console, game: Told, view: View, decision: Decision, battle: Battle
    ) -> None:
        super().__init__(console, game, view, decision.actor)
        self._battle = battle
        self._decision = decision
        self._asked = asked(decision.question)
        self._options = [one for one in battle.choices() if not isinstance(one.intent, Decline)]
        self._options.sort(key=self._rank)  # of equal ones as they come
        self._yes = self._plain_yes()

    def choose(self) -> Answer:
        """The answer."""
        self._tell()
        while True:
            text = self.console.ask().lower()
            if not text or text == "r":
                self._tell()
            elif (answer := self._answer(text)) is not None:
                return answer

    def _answer(self, text: str) -> Answer | None:
        """The answer that was meant; None where it was something else."""
        never, lasting = Decline(self.actor), self._asked.lasting
        if text in ("y", _("yes")) and self._yes is not None:
            return Answer(self._yes)
        if text in ("n", _("no")):
            return Answer(never)
        if text in ("a", _("always")) and "take" in lasting:
            return Answer(Take(self.actor), "always")
        if text in ("v", _("never")) and "decline" in lasting:
            return Answer(never, "never")
        if (option := self._numbered(text)) is not None:
            return Answer(option.intent)
        asks, _blank, which = text.partition(" ")
        if command_of(asks) == "w" and (option := self._numbered(which)) is not None:
            self.explain(Why(self._line(option.intent), option.clauses))
        elif not self.known(text):
            self.console.say(_("{keys}, please; ? for help.").format(keys=self._keys()))
        return None

    def _numbered(self, text: str) -> Option | None:
        """The option of a number; None where there is none."""
        number = int(text) if re.fullmatch("[0-9]{1,4}", text) else 0
        return self._options[number - 1] if 1 <= number <= len(self._options) else None

    # --- in words ----------------------------------------------------------------------------

    def _tell(self) -> None:
        rules, told = self._battle.rules, []
        text, hp = _("{heading}, {hp} of {max} hit points."), rules.world[self.actor].hp
        heading = causes.heading(rules, self._decision)
        told.append(text.format(heading=heading, hp=hp.current, max=hp.maximum))
        told.append(causes.cause(rules, self._decision, self.view.known))
        told += self._spends()
        self.last = Why(told[1], tuple(self._clauses()))
        for n, option in enumerate(self._options, 1):
            sign = _("{n} or y.") if option.intent == self._yes else "{n}."
            told.append(f"{sign.format(n=n)} {self._line(option.intent)}")
        if self._yes is not None and all(one.intent != self._yes for one in self._options):
            told.append(f"y. {self._line(self._yes)}")
        told.append(f"n. {self._line(Decline(self.actor))}")
        lasting = [translate(LASTING[one]) for one in self._asked.lasting]
        told += [*lasting, _("w. why, ?. help")]
        self.say(told)

    def _keys(self) -> str:
        """The answers that can be given."""
        keys = ["y", "n", *("av"[["take", "decline"].index(one)] for one in self._asked.lasting)]
        if self._options:
            keys.insert(0, "1" if len(self._options) == 1 else f"1-{len(self._options)}")
        return _(", ").join(keys)

    def _spends(self) -> Iterator[str]:
        """What the answers use up, and how much of it is left."""
        have = self._battle.rules.world[self.actor].resources
        spent = {name for option in self._options for name, _count in option.cost}
        if self._decision.question == "opportunity":
            spent.add(causes.spent(self._battle.rules, self.actor))
        for name in sorted(spent & {*SPENDS, *words.POINTS}):
            text = translate(SPENDS.get(name, N_("{what} left: {left}")))
            told = text.format(what=words.word(words.RESOURCES, name), left=have[name])
            yield told if told.endswith(".") else f"{told}."

    def _line(self, intent: Intent) -> str:
        """An answer, with what it promises."""
        found, world = self._forecast(intent), self._battle.rules.world
        what = self._what(intent, found)
        told = outlook.promises(world, self.actor, found)
        return _("{what}: {outlook}").format(what=what, outlook="; ".join(told)) if told else what

    def _what(self, intent: Intent, found: Forecast) -> str:
        world, known = self._battle.rules.world, self.view.known
        if not isinstance(intent, Take | Decline):
            return done(world, intent, known)
        own = (one.weapon for one in found.attacks if one.actor == self.actor)
        return answered(world, intent, self._decision, known, next(own, None))

    # --- what is behind it -------------------------------------------------------------------

    def _forecast(self, intent: Intent) -> Forecast:
        """What an answer brings; nothing where it is refused or too much can happen."""
        try:
            found = self._battle.forecast(intent)
        except TooManyError:
            return Forecast()
        return Forecast() if isinstance(found, Refused) else found

    def _rank(self, option: Option) -> tuple[float, int]:
        """By weapon, the one that hurts most first; of each the least Stamina first."""
        intent = option.intent
        if not isinstance(intent, Take) or intent.weapon is None:
            return 0.0, 0
        least = attrs.evolve(intent, stamina=0)
        damage = self._forecast(least).damage.get(self._decision.against or "", 0.0)
        return -damage, intent.stamina

    def _plain_yes(self) -> Intent | None:
        """What y stands for: the first way to take it up, or to take it up as the rules have it."""
        if self._options and isinstance(self._options[0].intent, Take):
            return self._options[0].intent
        plain = Take(self.actor)
        if self._battle.check(plain):
            return plain
        return self._options[0].intent if self._options else None

    def _clauses(self) -> Iterator[str]:
        top = self._battle.rules.world.agenda.top
        yield from getattr(top, "clauses", ())
        if self._decision.question == "opportunity":
            yield self._battle.rules.ruleset.clause("opportunity")
        for option in self._options[:1]:
            yield from option.clauses

    @property
    def helps(self) -> tuple[str, ...]:
        """The lines of the help."""
        return (QUESTION, *HELP)


LASTING = {"take": N_("a. always"), "decline": N_("v. never")}
QUESTION = N_("Type the number of an answer, y or n; Enter reads the question again.")
