"""How battles and turns begin in the ``pool`` ruleset, and how players take their turns together.

Players who are neighbours in the order may act at the same time (``pool.init.simultaneous``): one
lets another act first, and goes on with its own turn later (``pool.init.yield``).
"""

from __future__ import annotations

from collections.abc import Iterator

from tacsim.core import events as ev
from tacsim.core import intents as it
from tacsim.core.agenda import Standing
from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.core.world import Creature
from tacsim.rules.battle import Battle
from tacsim.rules.combat.policies import PlainAct
from tacsim.rules.initiative import PlainOpening
from tacsim.rules.perception import known_to
from tacsim.rules.turns import start_turn
from tacsim.rulesets.pool.initiative import role, rolled
from tacsim.rulesets.pool.readiness import squeezed_in

CLAUSE = "pool.init.yield"


class Opening(PlainOpening):
    """Initiative, fresh resources, and what a turn's beginning ends."""

    def initiative(self, battle: Battle) -> list[ev.Event]:
        """The sum of Grace dice (``pool.init.roll``)."""
        return rolled(battle)

    def takes_turn(self, battle: Battle, creature: Creature) -> bool:
        """The creatures that have not had their turn in this round."""
        return creature.resources["begun"] < battle.world.clock.round

    def due(self, battle: Battle) -> list[ev.Event]:
        """A turn that was put off, or passed over: of the first who let others act before it."""
        world = battle.world
        able = [world[name] for name in world.order if battle.able(world[name])]
        for creature in able:
            if creature.resources["open"]:
                return _resumed(creature)
        last = world.clock.last
        passed = world.order[: world.order.index(last) + 1] if last is not None else ()
        for creature in able:
            if creature.id in passed and self.takes_turn(battle, creature):
                return start_turn(battle, creature.id)
        return []

    def stand(self, battle: Battle, frame: Standing) -> list[ev.Event]:
        """Get up from prone, and squeeze if a creature stands there.

        Clauses: ``pool.rerise``, ``pool.prone-dead.free``.
        """
        up = super().stand(battle, frame)
        return [*up, *squeezed_in(battle, battle.world[frame.actor], "pool.prone-dead.free")]


class Yield(PlainAct):
    """Letting a neighbour in the order act first: of a run of players, any who is not done."""

    def candidates(self, battle: Battle, actor: Creature) -> Iterator[it.Yield]:
        """Each friend."""
        return (it.Yield(actor.id, friend.id) for friend in battle.friends(actor))

    def begin(self, battle: Battle, intent: it.Yield) -> list[ev.Event] | Refused:
        """Put one's own turn off."""
        world = battle.world
        if intent.target not in world:
            return refuse(Reason.UNKNOWN_CREATURE, CLAUSE, name=intent.target)
        actor, other = world[intent.actor], world[intent.target]
        if other.id not in {c.id for c in neighbours(battle, actor)}:
            return refuse(Reason.NOT_TOGETHER, CLAUSE, name=other.id)
        onward = _resumed(other) if other.resources["open"] else start_turn(battle, other.id)
        return [
            ev.Spent(actor.id, (("open", 1),)),
            ev.Yielded(actor.id, other.id, (CLAUSE, "pool.init.simultaneous")),
            *onward,
        ]


def neighbours(battle: Battle, actor: Creature) -> Iterator[Creature]:
    """The players in one unbroken run of the order with a player, who are not done yet.

    In the fog the order is as the player's side knows it: else it would learn who stands between.
    """
    world, known = battle.world, known_to(battle, actor.side)
    run: list[Creature] = []
    for creature in (world[name] for name in world.order):
        if not battle.able(creature) or creature.id not in known:
            continue
        if role(world, creature.side) == "players":
            run.append(creature)
        elif any(each.id == actor.id for each in run):
            break
        else:
            run.clear()
    if not any(each.id == actor.id for each in run):
        return
    for creature in run:
        have = creature.resources
        waiting = have["open"] or have["begun"] < world.clock.round
        if creature.id != actor.id and waiting and battle.acts(creature):
            yield creature


def _resumed(creature: Creature) -> list[ev.Event]:
    """Go on with a turn that was put off."""
    return [ev.Spent(creature.id, (("open", 0),)), ev.Resumed(creature.id, (CLAUSE,))]
