"""Bull rushing: pushing a foe straight back (``d20.bull-rush``).

Whoever threatens the pusher may strike first. Then strength is tried against strength; the winner
pushes the foe one cell and comes into the space left, farther only if it goes with the foe. Each
cell is a step of the pushed one, and gives its enemies an opportunity, but not the pusher.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import attrs

from tacsim.core import events as ev
from tacsim.core import intents as it
from tacsim.core.agenda import Asking, Trying
from tacsim.core.events import Modifier
from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.core.world import Creature
from tacsim.grid.cells import Cell
from tacsim.grid.metric import budget, cells
from tacsim.rules.acts import instead_of_attack
from tacsim.rules.battle import Battle
from tacsim.rules.combat.targets import enemies, target_of
from tacsim.rules.movement.moving import offer
from tacsim.rules.movement.obstacles import hurdles
from tacsim.rules.movement.policies import Step
from tacsim.rules.movement.pushing import pushed
from tacsim.rules.movement.steps import Mover
from tacsim.rulesets.d20.contests import footing, might
from tacsim.rulesets.d20.effects import EFFECTS, FEATS
from tacsim.rulesets.family.checks import contest

CLAUSE = "d20.bull-rush"
LARGER = 1
"""How many size categories larger than oneself a foe may be to be pushed or tripped."""
EVERY = 5
"""Points of margin for each cell more."""


def parts(
    actor: Creature, foe: Creature, *, charging: bool = False
) -> tuple[tuple[Modifier, ...], tuple[Modifier, ...]]:
    """The bonuses of the pusher and of its target in the contest."""
    charge = Modifier("charge", 2 if charging else 0, CLAUSE)
    return might(actor, CLAUSE, charge, what="bull_rush"), footing(foe, CLAUSE, nimble=False)


def away(actor: Creature, foe: Creature) -> Cell:
    """The direction straight away from the pusher, by the gap between the bodies on each axis."""
    return tuple(
        (b >= a + m) - (a >= b + n)
        for a, m, b, n in zip(
            actor.at, actor.body.extent, foe.at, foe.body.extent, strict=True
        )
    )  # fmt: skip


class BullRush:
    """The stages of a bull rush: in, push, come; the latter two once for each cell."""

    def candidates(self, battle: Battle, actor: Creature) -> Iterator[it.BullRush]:
        """Each enemy, going with it or not."""
        for foe, follow in product(enemies(battle, actor), (True, False)):
            yield it.BullRush(actor.id, foe.id, follow)

    def begin(self, battle: Battle, intent: it.BullRush) -> list[ev.Event] | Refused:
        """Go for a foe beside oneself, as a standard action or at the end of a charge."""
        actor = battle.world[intent.actor]
        foe = target_of(battle, actor, intent.target)
        if isinstance(foe, Refused):
            return foe
        refusal = _barred(battle, actor, foe)
        if refusal is not None:
            return refusal
        charge_targets = actor.charge_targets.targets
        price = instead_of_attack(battle, actor, foe, "bull_rush")
        if isinstance(price, Refused):
            return price
        facts = {
            "charging": int(bool(charge_targets)),
            "follow": int(intent.follow),
            "stood": int(battle.able(foe)),
        }
        frame = Trying("bull_rush", actor.id, foe.id).at("in", **facts)
        paid: ev.Event = (
            ev.Charged(actor.id, (), (CLAUSE,))
            if charge_targets
            else ev.Spent(actor.id, price, (CLAUSE,))
        )
        return [paid, ev.Undertaken(frame), *_provoking(battle, actor, foe)]

    def advance(self, battle: Battle, frame: Trying) -> list[ev.Event]:
        """Go on to the next stage, as long as the actor is in the fight and nobody falls."""
        actor, foe = battle.world[frame.actor], battle.world[frame.target]
        if not battle.able(actor) or foe.has("dead") or frame.fact("stood") > battle.able(foe):
            return [ev.Concluded()]
        return {"in": _contested, "push": _push, "come": _come}[frame.stage](
            battle, frame, actor, foe
        )

    def answer(self, battle: Battle, asking: Asking, yes: bool) -> list[ev.Event]:
        """A bull rush asks nothing but whether to take opportunities."""
        return []


def _barred(battle: Battle, actor: Creature, foe: Creature) -> Refused | None:
    """Why a creature cannot get at a foe's space."""
    stuck = EFFECTS.withheld(actor, "stuck")
    if stuck is not None:
        return stuck
    if actor.has("prone"):
        return refuse(Reason.PRONE, "d20.crawl")
    if battle.ruleset.economy.pace(battle, actor) <= 0:
        return refuse(Reason.TOO_SLOW, "d20.min-move.not-impassable")
    if actor.resources["halves"] == 0 and not actor.resources["step"]:
        return refuse(Reason.STEP_TAKEN, "d20.step.5ft")
    if foe.size.category - actor.size.category > LARGER:
        return refuse(Reason.TOO_BIG, CLAUSE, name=foe.id)
    if battle.ruleset.metric.distance(actor.body, foe.body) != 1:
        return refuse(Reason.NOT_ADJACENT, CLAUSE, name=foe.id)
    mover, by = _alone(battle, actor, foe), away(actor, foe)
    return mover.shut(actor.body, by)


def _provoking(battle: Battle, actor: Creature, foe: Creature) -> list[ev.Event]:
    """Coming into the foe's space: all who threaten the pusher may strike."""
    spared = {*actor.exposure.foes}
    if FEATS.unprovoked(actor, "bull_rush"):
        spared.add(foe.id)
    found = battle.ruleset.opportunity.by_act(battle, actor, "bull_rush", foe)
    given = tuple(attrs.evolve(p, clauses=(CLAUSE,)) for p in found if p.foe not in spared)
    return offer(battle, actor.id, given, "move")


def _contested(battle: Battle, frame: Trying, actor: Creature, foe: Creature) -> list[ev.Event]:
    """Strength against strength; the loser of the two who tried is where it was."""
    charging = bool(frame.fact("charging"))
    mine, theirs = parts(actor, foe, charging=charging)
    told, margin = contest(
        battle, "bull_rush", actor, mine, foe, theirs, CLAUSE,
        lambda margin: margin // EVERY if margin >= 0 else -1,
    )  # fmt: skip
    if margin < 0:
        return [*told, ev.Concluded()]
    left = 1 + (margin // EVERY if frame.fact("follow") else 0)
    return [*told, ev.CarriedOn(frame.at("push", first=1, left=left))]


def _push(battle: Battle, frame: Trying, actor: Creature, foe: Creature) -> list[ev.Event]:
    """The next cell of the push, once those whom it provokes have been asked."""
    by = away(actor, foe)
    first = bool(frame.fact("first"))
    step = _onward(battle, foe, by, Mover(battle, foe, frozenset(battle.world.ids)))
    comes = _onward(battle, actor, by, _alone(battle, actor, foe))
    held = comes is None or _spent(actor) + comes.cost2 > _limit(battle, frame, actor)
    if not frame.fact("left") or step is None or (held and not first):
        return [ev.Concluded()]
    asked = _by_step(battle, foe, step, actor)
    if asked:
        return asked
    return [
        *pushed(foe, actor, step, (CLAUSE,)),
        ev.CarriedOn(attrs.evolve(frame.at("come"), by=by)),
    ]


def _come(battle: Battle, frame: Trying, actor: Creature, foe: Creature) -> list[ev.Event]:
    """The pusher comes into the space left; its own movement provokes as any other."""
    assert frame.by is not None
    step = _onward(battle, actor, frame.by, _alone(battle, actor, foe))
    if step is None:
        return [ev.Concluded()]
    asked = _by_step(battle, actor, step, foe)
    if asked:
        return asked
    spent = _spent(actor) + step.cost2
    before = actor.position
    walk = battle.ruleset.modes["walk"]
    moved: list[ev.Event] = [
        ev.Stepped(
            actor.id, before.body.at, step.body.at, cells(spent) - cells(_spent(actor)),
            cells(spent), step.body.extent, step.squeezed, (CLAUSE,),
        )
    ]  # fmt: skip
    if before.squeezed and not step.squeezed:
        moved.append(ev.Unsqueezed(actor.id, step.body.cells, (CLAUSE,)))
    counts = battle.ruleset.economy.moved(battle, actor, spent, walk)
    further = frame.at("push", first=0, left=frame.fact("left") - 1)
    return [*moved, ev.Spent(actor.id, counts), ev.CarriedOn(further)]


def _onward(battle: Battle, creature: Creature, by: Cell, mover: Mover) -> Step | None:
    """The step that takes a body on by one cell; none where it would have to squeeze, or not stay.

    None either over what takes a check.

    Who is squeezed already may stay so; nobody is moved who is wedged in.
    """
    if creature.has(*EFFECTS.named("stuck")):
        return None
    passage = battle.ruleset.passage
    for step in mover.steps_toward(creature.body, by):
        hindered = step.squeezed and not creature.position.squeezed
        hindered = hindered or bool(hurdles(mover, creature.body, step))
        if not hindered and passage.stop(battle, creature, step.body, mover.known):
            return step
    return None


def _alone(battle: Battle, actor: Creature, foe: Creature) -> Mover:
    """The pusher's ways as if the foe were not there."""
    return Mover(battle, actor, frozenset(battle.world.ids) - {foe.id})


def _by_step(battle: Battle, mover: Creature, step: Step, other: Creature) -> list[ev.Event]:
    """Ask those whom a step provokes and who have not had it; the two give each other none."""
    walk = battle.ruleset.modes["walk"]
    found = battle.ruleset.opportunity.by_step(
        battle, mover, mover.body, step.body, walk, first=False
    )
    spared = {*mover.exposure.foes, other.id}
    given = tuple(p for p in found if p.foe not in spared)
    return offer(battle, mover.id, given, "move")


def _spent(actor: Creature) -> int:
    return actor.resources["halves"]


def _limit(battle: Battle, frame: Trying, actor: Creature) -> int:
    """The half-cells that its movement this turn may come to: twice as many on a charge."""
    moves = 2 if frame.fact("charging") else 1
    return budget(int(battle.ruleset.economy.pace(battle, actor) * moves))
