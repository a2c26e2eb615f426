"""Boards for the 5e family, drawn as in :mod:`boards`: for ``grid5e`` unless told otherwise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs
import boards
from rules.table import act, only

from tacsim.core import events as ev
from tacsim.core.agenda import Attacking
from tacsim.core.apply import apply
from tacsim.core.components import Offence, Order, Weapon
from tacsim.core.events import RoundStarted
from tacsim.core.intents import Decline, Strike
from tacsim.grid.cells import Cell
from tacsim.rules.battle import Battle
from tacsim.rules.combat.attacks import attack_roll
from tacsim.rules.turns import start_turn
from tacsim.rulesets import load


def club(reach: int = 1) -> Weapon:
    return Weapon("club", "1d4", reach=reach, ability="strength")


def glaive() -> Weapon:
    return Weapon("glaive", "1d10", reach=2, hands="two", ability="strength")


def bow() -> Weapon:
    return Weapon("bow", "1d6", ranged=True, reach=0, hands="two", increment=16, farthest=64,
                  ability="dexterity")  # fmt: skip


def dagger() -> Weapon:
    return Weapon("dagger", "1d4", increment=4, farthest=12, light=True, ability="strength")


def battle(
    board: str,
    creatures: Mapping[str, Mapping[str, Any]] | None = None,
    *,
    ruleset: str = "grid5e",
    switches: Mapping[str, bool] | None = None,
    **more: Any,
) -> Battle:
    """A battle not yet begun; every creature has a club unless told otherwise.

    ``attacks`` of a creature is how many one action makes; ``ac`` its armour class.
    """
    options = {name: dict(option) for name, option in (creatures or {}).items()}
    letters = {glyph for glyph in board if glyph.isalnum() and glyph != "T"}
    attacks = {name: option.pop("attacks", 1) for name, option in options.items()}
    for name in sorted(letters | set(options)):
        option = options.setdefault(name, {})
        option.setdefault("weapons", (club(option.pop("reach", 1)),))
        if "ac" in option:
            option["armour"] = {"armour": option.pop("ac") - 10}
    fight = boards.battle(board, options, **more)
    fight.ruleset = load(ruleset, dict(switches or {}), fight.world.field.topology)
    for name, number in attacks.items():
        offence: Offence = fight.world[name].offence
        fight.world.put(name, attrs.evolve(offence, attacks=number))
    return fight


def turn_of(fight: Battle, creature: str) -> Battle:
    """The battle with everybody's reaction ready and a creature's turn just begun."""
    world = fight.world
    if not world.order:
        world.put(None, Order(world.ids))
        apply(world, RoundStarted(1))
        for other in world.creatures:
            for event in start_turn(fight, other.id):
                apply(world, event)
    for event in start_turn(fight, creature):
        apply(world, event)
    return fight


def on_turn(
    board: str,
    creatures: Mapping[str, Mapping[str, Any]] | None = None,
    who: str = "A",
    **more: Any,
) -> Battle:
    """A battle in the turn of one of its creatures."""
    return turn_of(battle(board, creatures, **more), who)


def dice_of(fight: Battle, who: str, target: str, weapon: str | None = None) -> dict[str, int]:
    """The dice of advantage of an attack as things stand, by what gives them."""
    arms = fight.world[who].offence.weapons
    chosen = next(w for w in arms if weapon in (None, w.name))
    found = attack_roll(fight, Attacking(who, target, chosen))
    return {m.name: m.value for m in found.modifiers if m.on == "advantage"}


def net(fight: Battle, who: str, target: str, weapon: str | None = None) -> int:
    """How many dice of advantage are left of all."""
    return sum(dice_of(fight, who, target, weapon).values())


def hit_on(fight: Battle, who: str, target: str, weapon: str | None = None) -> int:
    """The armour class that an attack has to reach."""
    arms = fight.world[who].offence.weapons
    chosen = next(w for w in arms if weapon in (None, w.name))
    return attack_roll(fight, Attacking(who, target, chosen)).defence


def struck(fight: Battle, who: str, target: str, weapon: str | None = None) -> ev.Struck:
    """Make one attack, whoever is asked something letting it pass, and see the blow."""
    events = act(fight, Strike(who, target, weapon))
    while (asked := fight.decision) is not None and not asked.is_turn:
        events = [*events, *act(fight, Decline(asked.actor))]
    found: ev.Struck = only(events, ev.Struck)
    return found


def thrown(events: Sequence[ev.Event]) -> tuple[int, ...]:
    """The dice of the one attack roll among events."""
    (roll,) = [e for e in events if isinstance(e, ev.Rolled) and e.purpose == "attack"]
    return roll.dice


def straight(start: Cell, by: Cell, steps: int) -> list[Cell]:
    """So many cells on a line, the start left out."""
    x, y = start
    return [(x + by[0] * n, y + by[1] * n) for n in range(1, steps + 1)]
