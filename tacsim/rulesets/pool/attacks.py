"""Attacks with dice pools: successes against those of a defence, paid for with Stamina.

``pool.attack.roll``, ``pool.attack.resolve``, ``pool.range.melee``; what one throws is in
``modifiers.py``, what a hit does in ``damage.py``, what the target is asked in ``defence.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from tacsim.core import events as ev
from tacsim.core.agenda import Attacking
from tacsim.core.components import Protection, Weapon
from tacsim.core.dice import parse
from tacsim.core.intents import Strike, Take
from tacsim.core.verdicts import Reason, Refused, Verdict, refuse
from tacsim.core.world import Creature
from tacsim.rules.battle import Battle
from tacsim.rules.chance import Throws
from tacsim.rules.combat.attacks import attack_roll
from tacsim.rules.combat.policies import AttackRoll, PlainAttacks
from tacsim.rules.combat.ranges import at_range, manner, strikes
from tacsim.rules.movement.policies import Counts
from tacsim.rulesets.pool import damage, defence, stamina
from tacsim.rulesets.pool.dice import FAVOUR, Pool, margins, throw
from tacsim.rulesets.pool.modifiers import covering, parts_of, pool_of

ADJACENT = 1


class Attacks(PlainAttacks):
    """The policy of the dice-pool rules on attacks."""

    def check(
        self,
        battle: Battle,
        actor: Creature,
        target: Creature,
        weapon: Weapon,
        *,
        melee_only: bool = False,
    ) -> Verdict:
        """In reach or in range, and not behind something that shuts it off."""
        return strikes(battle, actor, target, weapon, melee_only=melee_only)

    def acts(
        self, battle: Battle, actor: Creature, target: Creature, weapon: Weapon
    ) -> tuple[str, ...]:
        """The acts that may provoke: a shot or throw at a neighbour (``pool.aoo.leave``)."""
        near = battle.ruleset.metric.distance(actor.body, target.body) <= ADJACENT
        return ("shoot",) if near and at_range(battle, actor, target, weapon) else ()

    # --- what it costs -------------------------------------------------------------------------

    def price(self, battle: Battle, actor: Creature, intent: Strike | Take) -> Counts | Refused:
        """The Stamina that goes in, one point at least, and the tax for earlier attacks."""
        pay = stamina.for_opportunity if isinstance(intent, Take) else stamina.for_strike
        return pay(actor, intent.stamina)

    def amounts(self, battle: Battle, actor: Creature) -> Iterable[int]:
        """One point of Stamina or more, up to all that there is."""
        return range(stamina.LEAST, actor.resources["stamina"] + 1)

    def ready(self, battle: Battle, actor: Creature, weapon: Weapon) -> list[ev.Event] | Refused:
        """A stowed weapon is drawn first, which costs Speed (``pool.speed``)."""
        if not weapon.stowed:
            return []
        have = actor.resources
        left = have["movement"] - 2 * weapon.stowed
        if left < 0 or have["halves"] > left + 1:
            return refuse(Reason.TOO_SLOW, "pool.speed", weapon=weapon.name)
        clauses = ("pool.speed",)
        return [
            ev.Spent(actor.id, (("movement", left),), clauses),
            ev.Drew(actor.id, weapon.name, clauses),
        ]

    def before(self, battle: Battle, frame: Attacking) -> list[ev.Event] | None:
        """Ask the target for its defence, once, if it has Stamina to put into one."""
        return defence.asked(battle, frame)

    # --- making it ------------------------------------------------------------------------------

    def carry_out(self, battle: Battle, frame: Attacking) -> list[ev.Event]:
        """Throw attack and defence, settle them, and wound with what gets through."""
        throws, target = Throws(battle), battle.world[frame.target]
        parts = attack_roll(battle, frame).modifiers
        attack, guard = pool_of(parts, "attack"), pool_of(parts, "defence")
        base = parse(frame.weapon.damage).bonus
        hits = throw(throws, frame.actor, "attack", attack, ("pool.attack.roll",))
        events: list[ev.Event] = [*hits.events]
        stopped = 0
        if guard.dice:
            stops = throw(
                throws, target.id, "defence", guard, ("pool.attack.resolve",),
                lambda n: damage.risked(base, hits.successes - n),
            )  # fmt: skip
            events += stops.events
            stopped = stops.successes
        risk = damage.risked(base, hits.successes - stopped)
        clauses = ("pool.attack.resolve", *(("pool.aoo.cost",) if frame.opportunity else ()))
        clauses += (FAVOUR,) if attack.favour or guard.favour else ()
        events.append(
            ev.Struck(
                frame.actor, target.id, frame.weapon.name,
                "hit" if hits.successes > stopped else "miss", parts, frame.opportunity, 0,
                hits.successes, stopped, clauses, (attack.dice, guard.dice), risk,
                manner(battle, battle.world[frame.actor], target, frame.weapon),
            )
        )  # fmt: skip
        return [*events, *damage.wounded(throws, frame.actor, target, risk)]

    def roll(self, battle: Battle, frame: Attacking) -> AttackRoll:
        """The exact chance to hit and the mean Vitality lost; both sums are dice."""
        target = battle.world[frame.target]
        parts = parts_of(battle, frame)
        attack, guard = pool_of(parts, "attack"), pool_of(parts, "defence")
        base, soak = parse(frame.weapon.damage).bonus, damage.soaking(target)
        hit, harm = _promise(attack, guard, base, soak, target.protection)
        return AttackRoll(hit, harm, attack.dice, guard.dice, parts, pools=True)

    def between(self, battle: Battle, actor: Creature, target: Creature) -> tuple[ev.Modifier, ...]:
        """Cover from what is shot or thrown."""
        return covering(battle, actor, target)

    # --- for those who choose -------------------------------------------------------------------

    def defences(self, battle: Battle, frame: Attacking) -> Iterator[tuple[str, int]]:
        """Each way to meet it, with each amount of Stamina that can go into it."""
        return defence.choices(battle, frame)


@lru_cache(maxsize=16384)
def _promise(
    attack: Pool, guard: Pool, base: int, soak: Pool, protection: Protection
) -> tuple[float, float]:
    """The chance that an attack hits, and the mean Vitality lost; summed exactly, then rounded."""
    hits = [(net, chance) for net, chance in margins(attack, guard) if net > 0]
    harm = sum(
        chance * damage.mean(damage.risked(base, net), soak, protection) for net, chance in hits
    )
    return float(sum(chance for _net, chance in hits)), float(harm)
