"""Apply: the only code that changes the world; an event replaces the components it concerns."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import attrs

from tacsim.core import events as ev
from tacsim.core.agenda import Agenda
from tacsim.core.components import (
    AttacksLeft,
    Bonus,
    Bonuses,
    ChargeTargets,
    Clock,
    Condition,
    Conditions,
    DiceState,
    Exposure,
    Goals,
    HitPoints,
    Initiative,
    Items,
    Order,
    Orders,
    Outcome,
    Position,
    Resources,
    Unloaded,
)
from tacsim.core.world import World
from tacsim.grid.cells import Body, Cell


def apply(world: World, event: ev.Event) -> None:
    """Bring the world up to date with an event."""
    change = _CHANGES.get(type(event))
    if change is not None:
        change(world, event)


def _battle_started(world: World, event: ev.BattleStarted) -> None:
    world.put(None, Order(event.order))
    for creature, total in zip(event.order, event.totals, strict=True):
        world.put(creature, Initiative(total, world[creature].initiative.modifier))


def _round_started(world: World, event: ev.RoundStarted) -> None:
    world.put(None, Clock(event.number, surprise=event.number == 0))


def _turn_started(world: World, event: ev.TurnStarted) -> None:
    world.put(None, attrs.evolve(world.clock, active=event.actor, last=event.actor))
    world.put(event.actor, Resources(event.resources))
    world.put(event.actor, Exposure())
    world.put(event.actor, ChargeTargets())
    world.put(event.actor, AttacksLeft())


def _turn_ended(world: World, event: ev.TurnEnded) -> None:
    world.put(None, attrs.evolve(world.clock, active=None, last=event.actor))


def _resumed(world: World, event: ev.Resumed) -> None:
    world.put(None, attrs.evolve(world.clock, active=event.actor))


def _charged(world: World, event: ev.Charged) -> None:
    world.put(event.actor, ChargeTargets(event.targets))


def _prepared(world: World, event: ev.Prepared) -> None:
    world.put(event.actor, AttacksLeft(event.attacks, event.acts, event.first))


def _struck(world: World, event: ev.Struck) -> None:
    if world[event.actor].charge_targets.targets:
        world.put(event.actor, ChargeTargets())
    for creature, on, foe in (
        (event.actor, "attack", event.target),
        (event.target, "defence", event.actor),
    ):
        bonuses = world[creature].bonuses
        spent = [bonus for bonus in bonuses.on(on, foe) if bonus.once] if bonuses.items else []
        if spent:
            _drop_bonuses(world, creature, spent)


def _moved(world: World, event: ev.Placed | ev.Stepped | ev.Pushed | ev.Fell) -> None:
    world.put(event.actor, Position(Body(event.dst, event.extent), event.squeezed))
    for thing in world[event.actor].carried.ids:
        if thing in world:
            world.put(thing, world[event.actor].position)


def _squeezed(world: World, event: ev.Squeezed | ev.Unsqueezed) -> None:
    body, tight = world[event.actor].body, isinstance(event, ev.Squeezed)
    world.put(event.actor, Position(body, tight))


def _rolled(world: World, event: ev.Rolled) -> None:
    dice = world.dice
    world.put(None, DiceState(dice.seed, dice.position + len(event.dice)))


def _spent(world: World, event: ev.Spent) -> None:
    world.put(event.actor, world[event.actor].resources.with_counts(**dict(event.counts)))


def _slipped(world: World, event: ev.Slipped) -> None:
    world.put(event.actor, Exposure((*world[event.actor].exposure.foes, event.by)))


def _exposed(world: World, event: ev.Exposed) -> None:
    world.put(event.actor, Exposure(event.foes))


def _bonus_gained(world: World, event: ev.BonusGained) -> None:
    world.put(event.actor, Bonuses((*world[event.actor].bonuses.items, event.bonus)))


def _bonus_lost(world: World, event: ev.BonusLost) -> None:
    _drop_bonuses(world, event.actor, (event.bonus,))


def _drop_bonuses(world: World, creature: str, spent: Iterable[Bonus]) -> None:
    left = list(world[creature].bonuses.items)
    for bonus in spent:
        left.remove(bonus)
    world.put(creature, Bonuses(tuple(left)))


def _readied(world: World, event: ev.Readied) -> None:
    world.put(event.actor, event.watch)


def _strove(world: World, event: ev.Strove) -> None:
    world.put(event.actor, event.effort)


def _reordered(world: World, event: ev.Reordered) -> None:
    world.put(None, Order(event.order))


def _provoked(world: World, event: ev.Provoked) -> None:
    if event.cause == "move":
        foes = world[event.actor].exposure.foes
        world.put(event.actor, Exposure((*foes, event.by)))


def _drew(world: World, event: ev.Drew) -> None:
    offence = world[event.actor].offence
    stowed = next(w for w in offence.weapons if w.name == event.weapon and w.stowed)
    weapons = tuple(stowed.at_hand if w is stowed else w for w in offence.weapons)
    world.put(event.actor, attrs.evolve(offence, weapons=weapons))


def _picked_up(world: World, event: ev.PickedUp) -> None:
    """What is carried goes with its carrier; a weapon in hand is no thing of the map any more."""
    actor = world[event.actor]
    if event.weapon is not None:
        weapons = (*actor.offence.weapons, event.weapon)
        world.put(event.actor, attrs.evolve(actor.offence, weapons=weapons))
        if event.unloaded:
            world.put(event.actor, Unloaded((*actor.unloaded.weapons, event.weapon.name)))
        left = (one for one in world.items.items if one.id != event.thing)
        world.put(None, Items(tuple(left)))
        return
    world.put(event.actor, event.carried)
    if event.thing in world:
        world.put(event.thing, actor.position)
    else:
        _put_item(world, event.thing, None)


def _set_down(world: World, event: ev.SetDown) -> None:
    world.put(event.actor, event.carried)
    if event.thing in world:
        world.put(event.thing, Position(Body(event.dst, event.extent), event.squeezed))
    else:
        _put_item(world, event.thing, event.dst)


def _put_item(world: World, item: str, at: Cell | None) -> None:
    moved = (attrs.evolve(one, at=at) if one.id == item else one for one in world.items.items)
    world.put(None, Items(tuple(moved)))


def _dropped(world: World, event: ev.Dropped) -> None:
    actor = world[event.actor]
    held = actor.offence.weapons
    weapons = tuple(one for one in held if one.name != event.weapon)
    world.put(event.actor, attrs.evolve(actor.offence, weapons=weapons))
    training = actor.training
    for one in held:
        training = training.having(one) if one.name == event.weapon else training
    if training != actor.training:
        world.put(event.actor, training)
    if event.weapon in actor.unloaded.weapons:
        _loaded(world, event)
    world.put(None, Items((*world.items.items, event.item)))


def _discharged(world: World, event: ev.Discharged) -> None:
    world.put(event.actor, Unloaded((*world[event.actor].unloaded.weapons, event.weapon)))


def _loaded(world: World, event: ev.Loaded | ev.Dropped) -> None:
    left = (one for one in world[event.actor].unloaded.weapons if one != event.weapon)
    world.put(event.actor, Unloaded(tuple(left)))


def _damaged(world: World, event: ev.Damaged) -> None:
    world.put(event.target, HitPoints(event.left, world[event.target].hp.maximum))


def _ordered(world: World, event: ev.Ordered) -> None:
    world.put(event.actor, Orders(event.lets_pass))


def _condition_gained(world: World, event: ev.ConditionGained) -> None:
    kept = [c for c in world[event.actor].conditions.items if c.name != event.condition]
    items = (*kept, Condition(event.condition, event.until))
    world.put(event.actor, Conditions(tuple(sorted(items, key=lambda c: c.name))))


def _condition_lost(world: World, event: ev.ConditionLost) -> None:
    kept = [c for c in world[event.actor].conditions.items if c.name != event.condition]
    world.put(event.actor, Conditions(tuple(kept)))


def _undertaken(world: World, event: ev.Undertaken) -> None:
    world.put(None, Agenda((*world.agenda.frames, event.frame)))


def _carried_on(world: World, event: ev.CarriedOn) -> None:
    world.put(None, Agenda((*world.agenda.frames[:-1], event.frame)))


def _concluded(world: World, _event: ev.Concluded) -> None:
    world.put(None, Agenda(world.agenda.frames[:-1]))


def _goal_held(world: World, event: ev.GoalHeld) -> None:
    _change_goal(world, event.goal, held=event.rounds)


def _goal_met(world: World, event: ev.GoalMet) -> None:
    _change_goal(world, event.goal, met=True)


def _change_goal(world: World, number: int, **changes: Any) -> None:
    goals = list(world.goals)
    goals[number] = attrs.evolve(goals[number], **changes)
    world.put(None, Goals(tuple(goals)))


def _battle_ended(world: World, event: ev.BattleEnded) -> None:
    world.put(None, Outcome(over=True, winner=event.winner))


_CHANGES: dict[type[Any], Callable[[World, Any], None]] = {
    ev.BattleStarted: _battle_started,
    ev.RoundStarted: _round_started,
    ev.TurnStarted: _turn_started,
    ev.TurnEnded: _turn_ended,
    ev.Resumed: _resumed,
    ev.Rolled: _rolled,
    ev.Spent: _spent,
    ev.Charged: _charged,
    ev.Placed: _moved,
    ev.Stepped: _moved,
    ev.Pushed: _moved,
    ev.Fell: _moved,
    ev.Squeezed: _squeezed,
    ev.Unsqueezed: _squeezed,
    ev.Slipped: _slipped,
    ev.Exposed: _exposed,
    ev.BonusGained: _bonus_gained,
    ev.BonusLost: _bonus_lost,
    ev.Readied: _readied,
    ev.Strove: _strove,
    ev.Reordered: _reordered,
    ev.Prepared: _prepared,
    ev.Struck: _struck,
    ev.Drew: _drew,
    ev.PickedUp: _picked_up,
    ev.SetDown: _set_down,
    ev.Dropped: _dropped,
    ev.Discharged: _discharged,
    ev.Loaded: _loaded,
    ev.Provoked: _provoked,
    ev.Damaged: _damaged,
    ev.ConditionGained: _condition_gained,
    ev.ConditionLost: _condition_lost,
    ev.Ordered: _ordered,
    ev.Undertaken: _undertaken,
    ev.CarriedOn: _carried_on,
    ev.Concluded: _concluded,
    ev.GoalHeld: _goal_held,
    ev.GoalMet: _goal_met,
    ev.BattleEnded: _battle_ended,
}
