"""Stakes: how much Stamina goes into an attack or a defence, and what comes of each amount.

The chances are the rules' own (:class:`~tacsim.rules.combat.Prospect`). Where the rules have none,
nothing is put in and nothing is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import attrs

from tacsim.core import events as ev
from tacsim.core.agenda import Asking, Attacking
from tacsim.core.intents import Area, Intent, Stand, Strike, Take
from tacsim.core.verdicts import Refused
from tacsim.core.world import Creature, World
from tacsim.grid.metric import cells
from tacsim.i18n import _
from tacsim.rules.battle import Battle
from tacsim.rules.combat.attacks import attack_roll, guards, prospects
from tacsim.rules.combat.policies import Bidding, Prospect
from tacsim.rules.movement.policies import Counts
from tacsim.view import words

STAMINA = "stamina"
"""What is counted by that name among a creature's resources."""


@attrs.frozen
class Stake:
    """An amount, and what comes of it.

    ``price``: what it takes in all; ``left``: what remains; ``dice``: thrown by who puts it in;
    ``clauses``: what the rules say of the price.
    """

    prospect: Prospect
    price: int
    left: int
    dice: int
    clauses: tuple[str, ...] = ()

    @property
    def amount(self) -> int:
        """The Stamina that goes in."""
        return self.prospect.stamina

    @property
    def way(self) -> str:
        """The defence that it goes into; nothing for attacks."""
        return self.prospect.defence


@attrs.frozen
class Stakes:
    """All that may be put into one attack or its defence, and the place of what is chosen."""

    found: tuple[Stake, ...]
    blow: Attacking
    at: int = 0

    @property
    def chosen(self) -> Stake:
        """What is chosen."""
        return self.found[self.at]

    @property
    def ways(self) -> tuple[str, ...]:
        """The ways to put something in, the best first: defences, or one without a name."""
        return tuple(dict.fromkeys(stake.way for stake in self.found))

    @property
    def amounts(self) -> tuple[int, ...]:
        """Every amount that some way takes."""
        return tuple(sorted({stake.amount for stake in self.found}))

    def of(self, way: str) -> dict[int, Stake]:
        """What a way takes, by amount."""
        return {stake.amount: stake for stake in self.found if stake.way == way}

    def on(self, amount: int, way: str | None = None) -> Stakes:
        """An amount chosen, or of those that its way takes the nearest."""
        able = self.of(self.chosen.way if way is None else way).values()
        nearest = min(able, key=lambda stake: abs(stake.amount - amount))
        return attrs.evolve(self, at=self.found.index(nearest))

    def more(self, by: int) -> Stakes:
        """So much more put in, or less."""
        return self.on(self.chosen.amount + by)

    def turned(self, by: int) -> Stakes:
        """The next way chosen."""
        ways = self.ways
        way = ways[(ways.index(self.chosen.way) + by) % len(ways)]
        return self.on(self.chosen.amount, way)


# --- what may be put in -----------------------------------------------------------------------


def of_attack(battle: Battle, wish: Strike | Take, blow: Attacking) -> Stakes | None:
    """What may be put into an attack; None where the rules put nothing in.

    ``wish``: the attack in one's turn, or the opportunity that is taken.
    """
    attacks, actor = battle.ruleset.attacks, battle.world[blow.actor]
    found = []
    for prospect in prospects(battle, blow):
        price = attacks.price(battle, actor, attrs.evolve(wish, stamina=prospect.stamina))
        if not isinstance(price, Refused):
            put = attrs.evolve(blow, stamina=prospect.stamina)
            left = dict(price).get(STAMINA, 0)
            paid = actor.resources[STAMINA] - left
            found.append(Stake(prospect, paid, left, attack_roll(battle, put).attack))
    return Stakes(tuple(found), blow) if found else None


def of_defence(battle: Battle) -> Stakes | None:
    """What the one who is asked may put into its defence; None if it is asked something else.

    Nothing at all can be put in only in the best way: that is what declining comes to.
    """
    frames = battle.world.agenda.frames
    asking = frames[-1] if frames else None
    blow = next((frame for frame in reversed(frames) if isinstance(frame, Attacking)), None)
    if not isinstance(asking, Asking) or blow is None or blow.target != asking.actors[0]:
        return None
    procedure = battle.ruleset.procedures[asking.procedure]
    if not isinstance(procedure, Bidding):
        return None
    found = tuple(_guards(battle, asking, procedure, blow))
    return Stakes(found, blow).on(1) if found else None


def _guards(
    battle: Battle, asking: Asking, procedure: Bidding, blow: Attacking
) -> Iterator[Stake]:  # fmt: skip
    actor = battle.world[blow.target]
    have, best = actor.resources[STAMINA], None
    for prospect in guards(battle, blow):
        best = prospect.defence if best is None else best
        put = attrs.evolve(blow, defence=prospect.defence, guard=prospect.stamina)
        dice = attack_roll(battle, put).defence
        if prospect.stamina:
            take = Take(actor.id, stamina=prospect.stamina, defence=prospect.defence)
            follows = procedure.bid(battle, asking, take)
            if not isinstance(follows, Refused):
                paid = next((one for one in follows if isinstance(one, ev.Spent)), None)
                left = dict(paid.counts).get(STAMINA, have) if paid is not None else have
                clauses = paid.clauses if paid is not None else ()
                yield Stake(prospect, have - left, left, dice, clauses)
        elif prospect.defence == best:
            yield Stake(prospect, 0, have, dice)


def rival(battle: Battle, blow: Attacking) -> bool:
    """Whether the target of an attack may put something into its defence."""
    return any(guard.stamina for guard in guards(battle, blow))


def cost(battle: Battle, intent: Intent) -> int:
    """The Stamina that an intent takes, an attack with the least that can go in."""
    actor = battle.world[intent.actor] if intent.actor is not None else None
    make = PRICES.get(type(intent))
    counts = make(battle, actor, intent) if make is not None and actor is not None else ()
    if actor is None or isinstance(counts, Refused):
        return 0
    have = actor.resources[STAMINA]
    return have - dict(counts).get(STAMINA, have)


def costs_text(world: World, creature: Creature, price: Counts | Refused) -> str:
    """What something takes of Stamina and Speed, in words; nothing where it takes neither."""
    if isinstance(price, Refused):
        return ""
    have, left = creature.resources, dict(price)
    stamina = have[STAMINA] - left.get(STAMINA, have[STAMINA])
    pool = have["movement"]
    speed = cells(pool) - cells(left.get("movement", pool))
    told = [_("{n} Stamina").format(n=stamina)] if stamina else []
    told += [words.cells_word(world, speed)] if speed else []
    return ", ".join(told)


def _area(battle: Battle, actor: Creature, intent: Area) -> Counts | Refused:
    found = next((one for one in actor.areas.items if intent.name in (None, one.name)), None)
    return battle.ruleset.areas.price(battle, actor, found) if found is not None else ()


PRICES: Mapping[type[Any], Callable[[Battle, Creature, Any], Counts | Refused]] = {
    Strike: lambda battle, actor, wish: battle.ruleset.attacks.price(battle, actor, wish),
    Stand: lambda battle, actor, _wish: battle.ruleset.economy.price(battle, actor, "stand"),
    Area: _area,
}
"""What is asked for the price of an intent."""


__all__ = ["STAMINA", "Stake", "Stakes", "cost", "costs_text", "of_attack", "of_defence", "rival"]
