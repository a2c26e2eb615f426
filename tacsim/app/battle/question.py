"""The card that asks one creature a question, with its chances, answered by one key."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from time import monotonic
from typing import ClassVar

import attrs
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Static

from tacsim.app.shell.frame import Card, inside
from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.text import packed
from tacsim.core.agenda import Asking, Decision, Offering
from tacsim.core.intents import Decline, Intent, Take
from tacsim.core.verdicts import Refused
from tacsim.i18n import N_, _, translate
from tacsim.player.now import Now
from tacsim.rules.choices import Choices, choices
from tacsim.rules.engine import begin, commit
from tacsim.rules.forecast import Attack, Check, Forecast, TooManyError, forecast
from tacsim.view import words
from tacsim.view.questions import CHANCES, LEAVING, LOWERED, SPENDS, asked
from tacsim.view.reasons import clause_text
from tacsim.view.sheet import modifiers_text, odds_text, risk_text


@attrs.frozen
class Answer:
    """An answer: the intent, and "always" or "never" if it becomes a standing answer."""

    intent: Intent
    always: str | None = None


def keys_text(keys: Iterable[tuple[str, str]], width: int) -> Content:
    """Keys and what they mean, on as few lines as hold them.

    >>> keys_text([("y", "strike"), ("n", "let it pass")], 40).plain
    '[y] strike  [n] let it pass  '
    """
    parts = [Content.assemble((f"[{key}]", "bold $accent"), f" {text}  ") for key, text in keys]
    *rows, last = packed(parts, width, gap="")
    return Content("\n").join([*(row.rstrip() for row in rows), last])


def clauses_text(ruleset: str, clauses: Iterable[str]) -> Content:
    """Clauses in words, each on a line of its own, each once."""
    parts: list[str | tuple[str, str]] = []
    for clause in dict.fromkeys(clauses):
        title, text = clause_text(ruleset, clause)
        parts += [("\n" + title, "bold"), f": {text} ", (clause, MUTED)]
    return Content.assemble(*parts)


class QuestionCard(Card[Answer]):
    """Asks one creature one question.

    ``calm``: seconds for which keys are no answer, so that none is given by accident; a key pressed
    meanwhile starts them again.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("y,enter", "take", N_("yes")),
        ("n", "decline", N_("no")),
        ("escape", "back", N_("back")),
        ("a", "take('always')", N_("always")),
        ("v", "decline('never')", N_("never")),
        ("w", "why", N_("why")),
        ("t", "weapon", N_("other weapon")),
        ("q", "leave", N_("leave")),
    ]
    DEFAULT_CSS = """
    QuestionCard { align: center bottom; background: $background 20%; }
    QuestionCard > #card { margin: 0 0 3 0; }
    QuestionCard Static { height: auto; }
    QuestionCard #keys { margin: 1 0 0 0; }
    """

    def __init__(self, now: Now, decision: Decision, calm: float = 0.0) -> None:
        super().__init__()
        self._calm = calm
        self._calm_until = monotonic() + calm
        self._now = now
        self._actor = decision.actor
        self._about = decision.against
        self._asked = asked(decision.question)
        self._weapon: str | None = None
        self._why = False

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key may answer already, and whether it means anything here."""
        if action == "weapon" and not self._striking:
            return False
        if parameters and action in ("take", "decline") and action not in self._asked.lasting:
            return False
        return monotonic() >= self._calm_until and super().check_action(action, parameters)

    def on_key(self) -> None:
        """A key that comes too early starts the wait again."""
        if monotonic() < self._calm_until:
            self._calm_until = monotonic() + self._calm

    @property
    def _striking(self) -> bool:
        """Whether an opportunity is offered."""
        return isinstance(self._frame, Offering)

    @property
    def _spends(self) -> str:
        """The resource that an opportunity attack spends."""
        battle = self._now.battle
        counts = battle.ruleset.opportunity.spend(battle.world[self._actor])
        return counts[0][0] if counts else ""

    def heading(self) -> str:
        """Who is asked, and about what."""
        world = self._now.battle.world
        creature = world[self._actor]
        return translate(self._asked.heading).format(
            name=creature.name, side=world.sides[creature.side].name
        )

    def body(self) -> ComposeResult:
        """What happened, the odds, the answers."""
        yield Static(id="cause")
        yield Static(id="odds")
        yield Static(id="keys")
        yield Static(id="why")

    def on_mount(self) -> None:
        """Fill the card."""
        self._fill()

    def on_resize(self) -> None:
        """Wrap to the new width."""
        self._fill()

    def _fill(self) -> None:
        self.query_one("#cause", Static).update(Content(self._cause()))
        self.query_one("#odds", Static).update(self._odds())
        self.query_one("#keys", Static).update(keys_text(self._keys(), inside(self)))
        self.query_one("#why", Static).update(self._reasons() if self._why else Content(""))
        self.query_one("#why", Static).display = self._why

    def _keys(self) -> list[tuple[str, str]]:
        """The keys that mean something here, and what."""
        about = self._called(self._about)
        answers = (
            translate(text).format(about=about) for text in (self._asked.yes, self._asked.no)
        )
        keys = list(zip("yn", answers, strict=True))
        if "take" in self._asked.lasting:
            keys.append(("a", _("always")))
        if "decline" in self._asked.lasting:
            keys.append(("v", _("never")))
        keys.append(("w", _("why")))
        if self._striking and len(self._weapons()) > 2:
            keys.append(("t", _("other weapon")))
        return keys

    @property
    def _frame(self) -> Offering | Asking | None:
        top = self._now.battle.world.agenda.top
        return top if isinstance(top, Offering | Asking) else None

    def _called(self, creature: str | None) -> str:
        known = None if self._now.memory is None else self._now.memory.known
        return words.name_of(self._now.battle.world, creature, known)

    def _cause(self) -> str:
        world = self._now.battle.world
        frame, text = self._frame, self._asked.cause
        if self._now.battle.fog:
            text = self._asked.unseen or text
        if isinstance(frame, Offering):
            text = LEAVING if self._spends == "reaction" else text
            text = LOWERED if frame.cause != "move" else text
        return words.capital(
            translate(text).format(
                about=self._called(self._about),
                actor=self._called(self._actor),
                last=self._called(world.clock.last),
                flankers=words.joined(map(self._called, self._flankers())),
            )
        )

    def _flankers(self) -> list[str]:
        """The attacker, and those with whom it flanks the creature asked."""
        policy, battle = self._now.battle.ruleset.flanking, self._now.battle
        pairs = policy.pairs(battle, battle.world[self._actor]) if policy else ()
        both = [(pair.one, pair.other) for pair in pairs if self._about in (pair.one, pair.other)]
        others = [name for pair in both for name in pair if name != self._about]
        return [*([self._about] if self._about else []), *dict.fromkeys(others)]

    def _either(self) -> Content:
        """The chances of the attack that follows, with yes and with no."""
        lines = []
        for intent, text in (
            (Take(self._actor), _("yes: {attack}")),
            (Decline(self._actor), _("no: {attack}")),
        ):
            found = self._strike(intent)
            if found is None:
                return Content("")
            weapon, dice = words.weapon_word(found.weapon), words.dice_word(found.roll.dice)
            name = _("{weapon} with {dice}").format(weapon=weapon, dice=dice) if dice else weapon
            lines.append(text.format(attack=risk_text(name, found.roll)))
        return Content.styled("\n".join(lines), "bold")

    def _odds(self) -> Content:
        if self._striking:
            return self._opportunity()
        if self._asked.shows == "both":
            return self._either()
        if self._asked.shows == "attack":
            attack = self._strike(Take(self._actor))
            return self._promise(attack) if attack is not None else Content("")
        check = self._check()
        if check is None:
            return Content("")
        text = CHANCES.get(check.what, _("{n} % for it"))
        about, n = words.capital(self._called(self._about)), round(check.passed * 100)
        return Content.styled(translate(text).format(about=about, n=n), "bold")

    def _forecast(self, answer: Intent) -> Forecast:
        """The forecast of an answer; an empty one where it is refused or too large."""
        try:
            found = forecast(self._now.battle, answer)
        except TooManyError:
            return Forecast()
        return Forecast() if isinstance(found, Refused) else found

    def _strike(self, answer: Intent) -> Attack | None:
        """The first attack that follows from an answer."""
        return next(iter(self._forecast(answer).attacks), None)

    @cached_property
    def _choices(self) -> Choices:
        """What may be answered."""
        return choices(self._now.battle)

    def _check(self) -> Check | None:
        """The first check that follows from yes, or else from no."""
        answers = (Take(self._actor), Decline(self._actor))
        checks = [check for answer in answers for check in self._forecast(answer).checks]
        return checks[0] if checks else None

    def _promise(self, found: Attack) -> Content:
        line = f"{words.weapon_word(found.weapon)} {odds_text(found.roll)}"
        return Content.assemble((line, "bold"), ("\n" + modifiers_text(found.roll), MUTED))

    def _opportunity(self) -> Content:
        found = self._strike(Take(self._actor, self._weapon))
        if found is None:
            return Content(_("It cannot be struck with this."))
        left = self._now.battle.world[self._actor].resources[self._spends]
        count = translate(SPENDS.get(self._spends, SPENDS["opportunity"])).format(left=left)
        return Content.assemble(self._promise(found), ("\n" + count, MUTED))

    def _reasons(self) -> Content:
        return clauses_text(self._now.battle.ruleset.id, self._clauses())

    def _clauses(self) -> tuple[str, ...]:
        """The clauses behind the question."""
        frame = self._frame
        ruleset = self._now.battle.ruleset
        clauses = frame.clauses if frame else ()
        more: tuple[str, ...] = (ruleset.clause("opportunity"),) if self._striking else ()
        if self._asked.shows == "both" and ruleset.flanking is not None:
            after, take = self._now.battle.fork(), Take(self._actor)
            begun = begin(after, take)
            commit(after, [] if isinstance(begun, Refused) else begun, [])
            found = ruleset.flanking.denied(after, after.world[self._actor])
            more += found[1] if found else ()
        return (*clauses, *more)

    def action_take(self, always: str | None = None) -> None:
        """Yes: strike, step aside, come in."""
        self.dismiss(Answer(Take(self._actor, self._weapon), always))

    def action_decline(self, always: str | None = None) -> None:
        """No."""
        self.dismiss(Answer(Decline(self._actor), always))

    def action_leave(self) -> None:
        """Leave the battle with the question open; it is asked again when the battle goes on."""
        self.dismiss(None)

    def action_back(self) -> None:
        """Hide the clauses; a question has to be answered by one of its keys."""
        if self._why:
            self.action_why()

    def action_why(self) -> None:
        """Show the clauses, or hide them."""
        self._why = not self._why
        self._fill()

    def action_weapon(self) -> None:
        """Take the next weapon that can strike here."""
        names = self._weapons()
        start = names.index(self._weapon) if self._weapon in names else 0
        self._weapon = names[(start + 1) % len(names)]
        self._fill()

    def _weapons(self) -> list[str | None]:
        """The weapons that can strike here, after None, which is whichever is best."""
        takes = [one.intent for one in self._choices if isinstance(one.intent, Take)]
        return [None, *dict.fromkeys(take.weapon for take in takes if take.weapon is not None)]
