"""What happens out of turn in ``d20``: the readied act, the delayed come in, what is over ends."""

from __future__ import annotations

from tacsim.core.events import Event, TurnEnded
from tacsim.rules import carrying
from tacsim.rules.battle import Battle
from tacsim.rules.combat.policies import Burdens
from tacsim.rules.waiting import Ready
from tacsim.rulesets.d20.acts import delay, wriggling


class Readiness:
    """The ``d20`` policy on what waits for something."""

    def __init__(self, ready: Ready, burdens: Burdens) -> None:
        self._ready, self._burdens = ready, burdens

    def stirred(self, battle: Battle, batch: list[Event]) -> list[Event]:
        """Those who hold an attack ready, and after a turn those who delay."""
        found = self._ready.set_off(battle, batch)
        if batch and isinstance(batch[-1], TurnEnded):
            found += delay.asked(battle)
        return found

    def lapsed(self, battle: Battle) -> list[Event]:
        """The efforts of those who can go on with them no more, and what the fallen carried."""
        return [*wriggling.over(battle), *carrying.lapsed(battle, self._burdens)]
