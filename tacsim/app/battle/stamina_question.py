"""The card for a question that is answered with Stamina: an opportunity attack, or a defence."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Static

from tacsim.app.battle.question import Answer, QuestionCard
from tacsim.app.battle.stamina import BID_KEYS, TAX, BidCard
from tacsim.app.widgets.hints import MUTED
from tacsim.core.agenda import Decision
from tacsim.core.intents import Take
from tacsim.i18n import N_, _
from tacsim.player.now import Now
from tacsim.view import words

BETWEEN = N_("for defence and opportunities until its next turn")
BURDEN = N_("{n} of it for its armour")


class StaminaQuestion(QuestionCard, BidCard[Answer]):
    """Asks one creature a question that it answers with a bid."""

    BINDINGS: ClassVar[list[BindingType]] = BID_KEYS
    DEFAULT_CSS = """
    StaminaQuestion #keys { dock: bottom; margin: 0; padding: 1 0 0 0; }
    """

    def __init__(self, now: Now, decision: Decision, calm: float = 0.0) -> None:
        super().__init__(now, decision, calm)
        self.bids = self.question.bids(self._weapon)

    def fill(self) -> None:
        """Show the clauses in place of the odds."""
        super().fill()
        self.query_one("#odds", Static).display = not self._why

    def _odds(self) -> Content:
        bids = self.bids
        if bids is None:
            return super()._odds()
        parts: list[Content | str | tuple[str, str]] = []
        if self.question.striking:
            weapon = words.capital(words.weapon_word(bids.frame.weapon.name))
            parts += [(weapon, "bold"), ". ", self._meets(bids), "\n"]
        extra = TAX if self.question.striking else BURDEN
        parts += [
            "\n", self._table(bids), "\n\n", self._price(bids, extra, BETWEEN), "\n",
            (self._sums(bids), MUTED),
        ]  # fmt: skip
        return Content.assemble(*parts)

    def _keys(self) -> list[tuple[str, str]]:
        keys = super()._keys()
        if self.bids is None:
            return keys
        bid = self.bids.chosen
        if not self.question.striking:
            way = words.word(words.MODIFIERS, bid.way)
            put = _("{way} with {n} Stamina").format(way=way, n=bid.amount)
            keys[0] = ("y", put if bid.amount else _("put none in"))
        keys.insert(2, ("- +", _("Stamina")))
        other = self.bids.turned(1).chosen.way
        if other != bid.way:
            keys.insert(3, ("Tab", words.word(words.MODIFIERS, other)))
        return keys

    def _reasons(self) -> Content:
        told = super()._reasons()
        wanted = ("footwork",) if self.question.striking else ("defence", "soaking", "absorption")
        return told if self.bids is None else self._explained(self._actor, told, *wanted)

    def _clauses(self) -> tuple[str, ...]:
        if self.bids is None:
            return super()._clauses()
        parts = (part.clause for part in self.bids.roll(self._now.battle).modifiers)
        return (*super()._clauses(), *self.bids.chosen.clauses, *parts)

    def action_take(self, always: str | None = None) -> None:
        """Yes, with the bid chosen; as a standing answer, with the least."""
        bid = self.bids.chosen if self.bids is not None else None
        if bid is None or always is not None:
            super().action_take(always)
        elif self.question.striking:
            self.dismiss(Answer(Take(self._actor, self._weapon, bid.amount)))
        elif bid.amount:
            self.dismiss(Answer(Take(self._actor, None, bid.amount, bid.way)))
        else:
            self.action_decline()

    def action_weapon(self) -> None:
        """Take the next weapon that can strike here; as much as before goes in."""
        super().action_weapon()
        before, self.bids = self.bids, self.question.bids(self._weapon)
        if self.bids is not None and before is not None:
            self.bids = self.bids.on(before.chosen.amount)
        self.fill()


def question(now: Now, decision: Decision, calm: float = 0.0) -> QuestionCard:
    """The card for a question, with a table where a bid answers it."""
    card = StaminaQuestion(now, decision, calm)
    return card if card.bids is not None else QuestionCard(now, decision, calm)


__all__ = ["StaminaQuestion", "question"]
