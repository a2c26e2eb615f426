"""Whatever happens cites the rule behind it: costs, modifiers, provocations, throws, refusals.

Battles are played by throwing wishes of every kind at the rules; whatever they answer, to sensible
and to silly wishes alike, has to name clauses that there are.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from battles import PATHS

from tacsim.content.scenarios import read_scenario
from tacsim.content.setup import begin
from tacsim.core import events as ev
from tacsim.core import intents as it
from tacsim.rules.battle import Battle
from tacsim.rulesets import content
from tacsim.session.session import Session

CITING = (
    ev.Rolled, ev.Stepped, ev.Squeezed, ev.Provoked, ev.Took, ev.Tested, ev.Contested, ev.Slipped,
    ev.Pushed, ev.BonusGained, ev.Halted, ev.Placed, ev.Charged, ev.Struck, ev.Damaged, ev.Downed,
    ev.ConditionGained, ev.Readied, ev.Reordered, ev.Answered, ev.AreaMade, ev.RoundStarted,
    ev.TurnStarted, ev.IntentRefused, ev.Fell, ev.Yielded, ev.Resumed,
    ev.Ordered,
)  # fmt: skip
"""Events that some rule makes."""
WISHES = 150


def wish(rng: Random, fight: Battle, actor: str) -> it.Intent:
    """Some intent, likely or not."""
    world = fight.world
    other = rng.choice(world.ids)
    near = rng.randrange(1, 7)
    to = tuple(n + rng.randint(-near, near) for n in world[actor].at)
    mode = rng.choice(sorted(fight.ruleset.modes))
    triggers = ("reach", "attack", "move", "noise")
    kinds: list[it.Intent] = [
        *[it.Move(actor, to=to, mode=mode)] * 6,
        *[it.Move(actor, mode=mode, target=other, to=rng.choice((to, None)))] * 2,
        *[it.Strike(actor, other, defensive=rng.random() < 0.2)] * 4,
        it.FullAttack(actor, other, defensive=rng.random() < 0.2),
        it.Stand(actor), it.Drop(actor), it.TotalDefense(actor), it.Delay(actor),
        it.Ready(actor, rng.choice(triggers), rng.choice((other, None))),
        it.Aid(actor, other, rng.choice((None, rng.choice(world.ids))), rng.random() < 0.5),
        it.Dodge(actor, other), it.Dash(actor), it.Disengage(actor),
        it.DenyFlank(actor, other), it.BullRush(actor, other, rng.random() < 0.5),
        it.Trip(actor, other), it.CoupDeGrace(actor, other), it.EndTurn(actor),
        it.Area(actor, rng.choice(("cone", "line", "burst", "blot")), 6, world[actor].at, to),
        it.Strike(actor, other, stamina=near), it.Yield(actor, other),
        it.LetPass(actor, rng.random() < 0.5),
    ]  # fmt: skip
    return rng.choice(kinds)


def play(path: Path, seed: int, **more: Any) -> Session:
    rng = Random(seed)
    session = Session(begin(read_scenario(path), seed=seed, **more))
    session.begin()
    refusals = []
    for _ in range(WISHES):
        decision = session.decision
        if decision is None:
            break
        actor = decision.actor
        if decision.is_turn:
            intent = wish(rng, session.battle, actor)
        else:
            intent = rng.choice((it.Take(actor), it.Take(actor), it.Decline(actor)))
        answer = session.submit(intent)
        if answer and isinstance(answer[0].event, ev.IntentRefused):
            refusals += answer
            if not decision.is_turn:
                session.submit(it.Decline(actor))
    session.entries += refusals
    return session


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("seed", [1, 2])
def test_every_event_names_its_rule(path, seed):
    session = play(path, seed, fog=seed == 2)
    clauses = content(session.battle.ruleset.id).clauses
    assert len(session.entries) > WISHES
    for entry in session.entries:
        event = entry.event
        if isinstance(event, CITING):
            assert event.clauses, event
        cited = [*event.clauses, *(part.clause for part in getattr(event, "modifiers", ()))]
        assert set(cited) <= clauses.keys(), event
