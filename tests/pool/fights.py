"""Fights with dice pools: creatures of the bestiary, put where one wants them.

Upper-case names are heroes, the others foes. Unless the levels are drawn, the ground is open, with
three levels of air above it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.table import act as done
from rules.table import only

from tacsim.core import events as ev
from tacsim.core.agenda import Attacking
from tacsim.core.apply import apply
from tacsim.core.components import (
    FRESH,
    DiceState,
    Identity,
    Order,
    Position,
    Side,
    Sides,
    Size,
    Weapon,
)
from tacsim.core.dice import ScriptedDice, SeededDice
from tacsim.core.events import RoundStarted
from tacsim.core.intents import Decline, Intent
from tacsim.core.terrain import make_battlefield
from tacsim.core.world import World
from tacsim.grid.cells import Body
from tacsim.rules.battle import Battle
from tacsim.rules.combat.attacks import attack_roll
from tacsim.rules.combat.policies import AttackRoll
from tacsim.rules.turns import start_turn
from tacsim.rulesets import content, load

OPEN = "\n".join(["." * 14] * 8)
SKY = "\n".join([" " * 14] * 8)
POOL = content("pool")
OWN = ("at", "kind", "side", "squeezed")


def fight(
    *levels: str,
    who: str = "A",
    dice: Sequence[int] | None = None,
    switches: dict[str, bool] | None = None,
    **creatures: dict[str, Any],
) -> Battle:
    """A battle in somebody's turn; of each creature its place, kind and what differs in it."""
    field = make_battlefield(*(levels or (OPEN, SKY, SKY, SKY)), topology="cube")
    heroes, foes = Side("heroes", "Heroes", "human"), Side("foes", "Foes", "human")
    world = World(field, Sides((heroes, foes)))
    world.put(None, DiceState(1))
    for name, options in creatures.items():
        _add(world, name, switches or {}, **options)
    thrown = ScriptedDice(dice) if dice is not None else SeededDice(1)
    battle = Battle(world, load("pool", switches), thrown)
    world.put(None, Order(world.ids))
    apply(world, RoundStarted(1))
    for name in world.ids:
        counts = dict(battle.ruleset.economy.refresh(battle, world[name]))
        spend(battle, name, **{**counts, "begun": 0})
    for event in start_turn(battle, who):
        apply(world, event)
    return battle


def _add(world: World, name: str, switches: dict[str, bool], **options: Any) -> None:
    side = options.get("side", "heroes" if name.isupper() else "foes")
    changes = {key: value for key, value in options.items() if key not in OWN}
    kind = options.get("kind", "dummy")
    entry = POOL.merged(POOL.bestiary[kind], changes)
    parts = POOL.creature(entry, switches, topology="cube")
    size = next(part for part in parts if isinstance(part, Size))
    at = tuple(options["at"])
    body = Body(at, size.extent)
    components = (
        Identity(kind, name, side, name[0]),
        Position(body, options.get("squeezed", False)),
        *FRESH,
        *parts,
    )
    for component in components:
        world.put(name, component)


def held(battle: Battle, who: str, weapon: str | None = None) -> Weapon:
    """A creature's weapon of a name, or its first."""
    return next(w for w in battle.world[who].offence.weapons if weapon in (None, w.name))


def frame(
    battle: Battle, who: str, target: str, weapon: str | None = None, **more: Any
) -> Attacking:
    """An attack that is about to be made."""
    return Attacking(who, target, held(battle, who, weapon), **more)


def odds(
    battle: Battle, who: str, target: str, weapon: str | None = None, **more: Any
) -> AttackRoll:
    """What an attack promises."""
    return attack_roll(battle, frame(battle, who, target, weapon, **more))


def parts(found: AttackRoll, on: str = "attack") -> dict[str, int]:
    """The parts of one side of an attack by name."""
    return {part.name: part.value for part in found.modifiers if part.on == on}


def spend(battle: Battle, who: str, **counts: int) -> None:
    """Have a creature's resources be other than they are."""
    apply(battle.world, ev.Spent(who, tuple(counts.items())))


def act(battle: Battle, *intents: Intent) -> list[ev.Event]:
    """Carry out intents that must be allowed, one after another."""
    return [event for intent in intents for event in done(battle, intent)]


def declined(battle: Battle, events: list[ev.Event]) -> list[ev.Event]:
    """Some events and those that follow while everybody who is asked declines."""
    while (asked := battle.decision) is not None and not asked.is_turn:
        events = [*events, *act(battle, Decline(asked.actor))]
    return events


def thrown(events: Sequence[ev.Event], purpose: str) -> tuple[int, ...]:
    """The faces of the throw for something, or of none."""
    found = [e.dice for e in events if isinstance(e, ev.Rolled) and e.purpose == purpose]
    assert len(found) < 2
    return found[0] if found else ()


__all__ = ["OPEN", "POOL", "act", "declined", "fight", "frame", "held", "odds", "only", "parts",
           "spend", "thrown"]  # fmt: skip
