"""A question put to a creature: what its answers would bring, and by which clauses it is put."""

from __future__ import annotations

from functools import cached_property

import attrs

from tacsim.core.agenda import Asking, Decision, Offering
from tacsim.core.intents import Decline, Intent, Take
from tacsim.core.verdicts import Refused
from tacsim.player.pointing.bids import Bids, of_attack, of_defence
from tacsim.rules.battle import Battle
from tacsim.rules.choices import Choices, choices
from tacsim.rules.engine import begin, commit
from tacsim.rules.forecast import Attack, Check, Forecast, TooManyError, forecast


class Question:
    """The question that a battle waits to be answered."""

    def __init__(self, battle: Battle, decision: Decision) -> None:
        self.battle = battle
        self.actor = decision.actor
        top = battle.world.agenda.top
        self.frame = top if isinstance(top, Offering | Asking) else None

    @property
    def striking(self) -> bool:
        """Whether an opportunity is offered."""
        return isinstance(self.frame, Offering)

    @cached_property
    def choices(self) -> Choices:
        """What may be answered."""
        return choices(self.battle)

    @property
    def weapons(self) -> list[str | None]:
        """The weapons that can strike here, after None, which is whichever is best."""
        takes = [one.intent for one in self.choices if isinstance(one.intent, Take)]
        return [None, *dict.fromkeys(take.weapon for take in takes if take.weapon is not None)]

    def _forecast(self, answer: Intent) -> Forecast:
        """The forecast of an answer; an empty one where it is refused or too large."""
        try:
            found = forecast(self.battle, answer)
        except TooManyError:
            return Forecast()
        return Forecast() if isinstance(found, Refused) else found

    def strike(self, answer: Intent) -> Attack | None:
        """The first attack that follows from an answer."""
        return next(iter(self._forecast(answer).attacks), None)

    @property
    def check(self) -> Check | None:
        """The first check that follows from yes, or else from no."""
        answers = (Take(self.actor), Decline(self.actor))
        return next((one for answer in answers for one in self._forecast(answer).checks), None)

    def bids(self, weapon: str | None) -> Bids | None:
        """What may be put into the answer, striking with a weapon; None where nothing may be."""
        if not self.striking:
            return of_defence(self.choices)
        take = Take(self.actor, weapon)
        found = self.strike(take)
        if found is None:
            return None
        frame = attrs.evolve(found.frame, asked=False, defence="", guard=0)
        return of_attack(self.choices, take, frame)

    def clauses(self, *, denying: bool) -> tuple[str, ...]:
        """The clauses behind it; ``denying``: with that by which a flank is denied."""
        ruleset, battle = self.battle.ruleset, self.battle
        clauses = self.frame.clauses if self.frame else ()
        if self.striking:
            clauses += (ruleset.clause("opportunity"),)
        if denying and ruleset.flanking is not None:
            after, take = battle.fork(), Take(self.actor)
            begun = begin(after, take)
            commit(after, [] if isinstance(begun, Refused) else begun, [])
            found = ruleset.flanking.denied(after, after.world[self.actor])
            clauses += found[1] if found else ()
        return clauses
