"""Ideas: what a tactician tries out, few and kept different from each other on purpose.

In a turn these are what the other opponents would do, of all that the cautious one considers the
best of every kind (so each foe is attacked in one of them), a place out of harm's way, each special
act against the best of those it may be aimed at, and to do nothing more. To a question they are its
answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from tacsim.ai.cautious import Cautious, moves_in
from tacsim.ai.evaluation import Evaluation
from tacsim.ai.greedy import Greedy
from tacsim.ai.opponent import first
from tacsim.ai.quick import candidates
from tacsim.ai.temper import on_post
from tacsim.ai.turn import Turn
from tacsim.core.agenda import Decision
from tacsim.core.intents import EndTurn, Intent, Move, aim_of, key_of
from tacsim.core.verdicts import Refused
from tacsim.grid.cells import Body
from tacsim.rules.battle import Battle
from tacsim.rules.choices import Choices, Option
from tacsim.rules.engine import check

APART = 2
"""Cells between the ends of two moves that are worth trying both."""
CONSIDERED = 4
"""Of all that the cautious opponent considers, how much is tried besides what it would do."""
AIMED = 2
"""At how many creatures an act is tried."""
ANSWERS = 10
"""Answers to a question that are tried."""
BOLD, SHY = 0.0, 4.0
"""What own harm counts where places are sought to attack from, and where out of harm's way."""


class Ideas:
    """What to try for a decision, each once, beginning with what is likely to be good.

    ``seen`` is the battle as the side of the creature knows it, ``turn`` its turn in that, and
    ``battle`` the true one, which says what it allows; ``done``: what the creature has done in its
    turn so far.
    """

    def __init__(
        self,
        battle: Battle,
        seen: Battle,
        turn: Turn,
        evaluation: Evaluation,
        done: Sequence[Intent] = (),
    ) -> None:
        self._battle = battle
        self._seen = seen
        self._done = {(key_of(one), aim_of(one)) for one in done}
        self._turn = turn
        self._evaluation = evaluation
        self.kept: list[Intent] = []

    def answers(self, decision: Decision) -> None:
        """The answers to a question: of many, some of them evenly spread."""
        found = [option.intent for option in Choices(self._seen, decision)]
        step = max(1, -(-len(found) // ANSWERS))
        self._keep([*found[::step], *found[-1:]], ANSWERS, apart=False)

    def of_turn(self, decision: Decision) -> None:
        """What may be done in a turn."""
        turn, actor = self._turn, self._turn.actor.id
        self._keep(candidates(self._seen, decision), 1)
        self._keep(chain(first(turn), Greedy().candidates(turn)), 1)
        self._keep(chain(first(turn), Cautious().ranked(turn)), CONSIDERED)
        for fear in (SHY, BOLD):
            self._keep(moves_in(fear, turn, self._evaluation), 1)
        self._keep([EndTurn(actor)], 1)
        for act in Choices(self._seen, decision).acts:
            found = (one for one in act.aims.values() if isinstance(one, Option))
            options = (one for one in found if one.cost or not self._did(one.intent))
            self._keep(self._best_aimed(option.intent for option in options), AIMED)

    def _best_aimed(self, found: Iterable[Intent]) -> list[Intent]:
        """The intents aimed at those who weigh most."""
        world, worth = self._turn.battle.world, self._evaluation.worth

        def weight(intent: Intent) -> float:
            aims = (name for name in aim_of(intent) if name is not None and name in world)
            return sum(worth(world[name]) for name in aims)

        return sorted(found, key=weight, reverse=True)

    def _keep(self, found: Iterable[Intent | None], most: int, *, apart: bool = True) -> None:
        """Keep some that are allowed, and unlike those that are kept already."""
        for intent in found:
            if most == 0:
                return
            if intent is None or self._leaves(intent):
                continue
            if apart and any(self._alike(intent, one) for one in self.kept):
                continue
            if not isinstance(check(self._battle, intent), Refused):
                self.kept.append(intent)
                most -= 1

    def _did(self, intent: Intent) -> bool:
        """Whether the creature has done as much in this turn: for nothing that is done but once."""
        return (key_of(intent), aim_of(intent)) in self._done

    def _leaves(self, intent: Intent) -> bool:
        """Whether an intent takes the creature off the cells that it holds."""
        if not self._turn.post or not isinstance(intent, Move) or not intent.path:
            return False
        extent = intent.extents[-1] if intent.extents else self._turn.here.extent
        return not on_post(self._turn.post, Body(intent.path[-1], extent))

    def _alike(self, a: Intent, b: Intent) -> bool:
        """Whether two intents come to much the same: by place for moves, else by aim."""
        if isinstance(a, Move) and isinstance(b, Move):
            modes = self._turn.ruleset.modes
            if a.target != b.target or modes[a.mode].provokes is not modes[b.mode].provokes:
                return False
            ends = [one.path[-1] if one.path else one.to for one in (a, b)]
            if None in ends:
                return a == b
            spots = [self._turn.ruleset.topology.spot(end) for end in ends if end is not None]
            return self._turn.ruleset.metric.distance(*spots) < APART
        return key_of(a) == key_of(b) and aim_of(a) == aim_of(b) and type(a) is type(b)


__all__ = ["Ideas"]
