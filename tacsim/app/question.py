"""The question whether to take an opportunity attack, with its odds, answered with one key."""

from __future__ import annotations

from time import monotonic
from typing import ClassVar

import attrs
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Static

from tacsim.app.frame import Card
from tacsim.app.hints import MUTED, Now, modifiers_text
from tacsim.app.previews import opportunity
from tacsim.i18n import N_, _
from tacsim.model.agenda import Decision, Moving, Offering
from tacsim.model.intents import Decline, Intent, Take
from tacsim.view import words
from tacsim.view.reasons import clause_text
from tacsim.view.sheet import odds_text


@attrs.frozen
class Answer:
    """The answer: what to submit, and whether to give it ("always", "never") from now on."""

    intent: Intent
    always: str | None = None


class QuestionCard(Card[Answer]):
    """Asks one creature about one opportunity.

    ``calm``: for so many seconds no key is taken for an answer, so that none is given unawares.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("y,enter", "take", N_("strike")),
        ("n,escape", "decline", N_("let it pass")),
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
        self._calm_until = monotonic() + calm
        assert decision.against is not None
        self._now = now
        self._actor = decision.actor
        self._provoker = decision.against
        self._weapon: str | None = None
        self._why = False

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key may answer already."""
        return monotonic() >= self._calm_until and super().check_action(action, parameters)

    def heading(self) -> str:
        """Whose opportunity it is."""
        world = self._now.battle.world
        creature = world[self._actor]
        return _("Opportunity for {name} ({side})").format(
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

    def _fill(self) -> None:
        self.query_one("#cause", Static).update(Content(self._cause()))
        self.query_one("#odds", Static).update(self._odds())
        keys = (
            ("y", _("strike")), ("n", _("let it pass")), ("a", _("always")), ("v", _("never")),
            ("w", _("why")), *((("t", _("other weapon")),) if len(self._weapons()) > 2 else ()),
        )  # fmt: skip
        parts: list[str | tuple[str, str]] = []
        for key, text in keys:
            parts += [(f"[{key}]", "bold $accent"), f" {text}  "]
        self.query_one("#keys", Static).update(Content.assemble(*parts))
        self.query_one("#why", Static).update(self._reasons() if self._why else Content(""))
        self.query_one("#why", Static).display = self._why

    @property
    def _frame(self) -> Offering | None:
        top = self._now.battle.world.agenda.top
        return top if isinstance(top, Offering) else None

    def _called(self, creature: str) -> str:
        known = None if self._now.memory is None else self._now.memory.known
        return words.name_of(self._now.battle.world, creature, known)

    def _cause(self) -> str:
        provoker, actor = self._called(self._provoker), self._called(self._actor)
        frames = self._now.battle.world.agenda.frames
        moving = len(frames) > 1 and isinstance(frames[-2], Moving)
        text = (
            _("{provoker} moves out of a square that {actor} threatens.")
            if moving
            else _("{provoker} lets its guard down within {actor}'s reach.")
        )
        return words.capital(text.format(provoker=provoker, actor=actor))

    def _odds(self) -> Content:
        battle = self._now.battle
        risk = opportunity(battle, self._actor, self._provoker, self._weapon)
        if risk is None:
            return Content(_("It cannot be struck with this."))
        odds = risk.odds
        left = battle.world[self._actor].resources["opportunity"]
        line = f"{words.weapon_word(risk.weapon.name)} {odds_text(odds)}"
        more = modifiers_text(odds)
        count = _("Opportunities left until its next turn: {0}").format(left)
        return Content.assemble((line, "bold"), ("\n" + more, MUTED), ("\n" + count, MUTED))

    def _reasons(self) -> Content:
        frame = self._frame
        parts: list[str | tuple[str, str]] = []
        ruleset = self._now.battle.ruleset
        clauses = frame.clauses if frame else ()
        for clause in dict.fromkeys((*clauses, ruleset.clause("opportunity"))):
            title, text = clause_text(ruleset.id, clause)
            parts += [("\n" + title, "bold"), f": {text} ", (clause, MUTED)]
        return Content.assemble(*parts)

    def action_take(self, always: str | None = None) -> None:
        """Strike."""
        self.dismiss(Answer(Take(self._actor, self._weapon), always))

    def action_decline(self, always: str | None = None) -> None:
        """Let it pass."""
        self.dismiss(Answer(Decline(self._actor), always))

    def action_leave(self) -> None:
        """Leave the battle with the question open; it is asked again when the battle goes on."""
        self.dismiss(None)

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
        battle = self._now.battle
        weapons = dict.fromkeys(w.name for w in battle.world[self._actor].offence.weapons)
        able = [
            name
            for name in weapons
            if opportunity(battle, self._actor, self._provoker, name) is not None
        ]
        return [None, *able]
