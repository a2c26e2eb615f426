"""Tripping: a touch in place of an attack, then a trial of strength (``d20.trip``).

Some weapons are made for it, and natural weapons will do; otherwise it is done with bare hands, and
the foe may strike first. A foe that stands firm may try the same in return.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from tacsim.core import events as ev
from tacsim.core import intents as it
from tacsim.core.agenda import Asking, Attacking, Trying
from tacsim.core.components import Weapon
from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.core.world import Creature
from tacsim.rules.acts import attack_for, instead_of_attack, offer_acts
from tacsim.rules.battle import Battle
from tacsim.rules.chance import Throws
from tacsim.rules.combat.targets import enemies, target_of
from tacsim.rules.combat.weapons import named_weapon
from tacsim.rules.movement.policies import Counts
from tacsim.rulesets.d20.acts.bull_rush import LARGER
from tacsim.rulesets.d20.acts.unarmed import HANDS, bare_hands
from tacsim.rulesets.d20.contests import footing, might
from tacsim.rulesets.d20.modifiers import modifiers
from tacsim.rulesets.family.attacks import touched
from tacsim.rulesets.family.checks import contest, sum_of

CLAUSE = "d20.trip"


class Trip:
    """The stages of a trip: touch, failed, done."""

    def candidates(self, battle: Battle, actor: Creature) -> Iterator[it.Trip]:
        """Each enemy with each weapon that trips, and with bare hands."""
        arms = dict.fromkeys([*(w.name for w in actor.offence.weapons if fit(w)), HANDS])
        for foe, weapon in product(enemies(battle, actor), arms):
            yield it.Trip(actor.id, foe.id, weapon)

    def begin(self, battle: Battle, intent: it.Trip) -> list[ev.Event] | Refused:
        """Reach for a foe's feet in place of an attack."""
        actor = battle.world[intent.actor]
        foe = target_of(battle, actor, intent.target)
        if isinstance(foe, Refused):
            return foe
        if foe.has("prone"):
            return refuse(Reason.PRONE, CLAUSE, name=foe.id)
        if foe.size.category - actor.size.category > LARGER:
            return refuse(Reason.TOO_BIG, CLAUSE, name=foe.id)
        price = instead_of_attack(battle, actor, foe, "strike")
        if isinstance(price, Refused):
            return price
        weapon = _weapon(battle, actor, foe, intent.weapon)
        if isinstance(weapon, Refused):
            return weapon
        return _begun(battle, actor, foe, weapon, price)

    def advance(self, battle: Battle, frame: Trying) -> list[ev.Event]:
        """Go on to the next stage, as long as both are in a state for it."""
        actor, foe = battle.world[frame.actor], battle.world[frame.target]
        if not battle.able(actor) or foe.has("dead", "prone"):
            return [ev.Concluded()]
        if frame.stage == "failed":
            return _failed(battle, actor, foe)
        return _touched(battle, frame, actor, foe)

    def answer(self, battle: Battle, asking: Asking, yes: bool) -> list[ev.Event]:
        """The foe tries to trip the attacker in return, or declines; then the act is over."""
        frame = battle.world.agenda.frames[-2]
        assert isinstance(frame, Trying)
        if not yes:
            return [ev.Concluded()]
        actor, foe = battle.world[frame.actor], battle.world[frame.target]
        told, margin = contest(
            battle, "trip_back", foe, might(foe, CLAUSE), actor, footing(actor, CLAUSE),
            CLAUSE,
        )  # fmt: skip
        return [*told, *(_felled(actor, foe) if margin >= 0 else ()), ev.Concluded()]


def _begun(
    battle: Battle, actor: Creature, foe: Creature, weapon: Weapon, price: Counts
) -> list[ev.Event] | Refused:
    """Pay with an attack, the next of a full attack under way, or that of a charge."""
    charging = bool(actor.charge_targets.targets)
    attacks, done = actor.attacks_left.attacks, actor.attacks_left.acts
    acts: tuple[str, ...] = () if weapon.armed else ("unarmed",)
    facts = {"charge": int(charging), "penalty": 0}
    paid: list[ev.Event]
    if charging:
        paid = [ev.Charged(actor.id, (), (CLAUSE,))]
    elif attacks:
        attack = attack_for(actor, weapon, attacks)
        if attack is None:
            return refuse(
                Reason.WEAPON_USED, battle.ruleset.clause("full_attack"), weapon=weapon.name
            )
        facts["penalty"] = attacks[attack][1]
        acts = tuple(act for act in acts if act not in done)
        rest = (*attacks[:attack], *attacks[attack + 1 :])
        paid = [ev.Spent(actor.id, price), ev.Prepared(actor.id, rest, (*done, *acts))]
    else:
        first = _counted_as(actor, weapon)
        paid = [ev.Spent(actor.id, price), ev.Prepared(actor.id, (), acts, first=first)]
    frame = Trying("trip", actor.id, foe.id, weapon=weapon).at("touch", **facts)
    return [*paid, ev.Undertaken(frame), *offer_acts(battle, actor, foe, acts)]


def _counted_as(actor: Creature, weapon: Weapon) -> str | None:
    """Which of its weapons made an attack: that of bare hands is one of the first weapon."""
    if named_weapon(actor, weapon.name) is not None:
        return weapon.name
    return next((w.name for w in actor.offence.weapons), None)


def _weapon(battle: Battle, actor: Creature, foe: Creature, name: str | None) -> Weapon | Refused:
    """The weapon named, or the first that reaches and is fit for it; else bare hands."""
    attacks = battle.ruleset.attacks
    if name is not None:
        named = named_weapon(actor, name)
        if named is None and name != HANDS:
            return refuse(Reason.UNKNOWN_WEAPON, battle.ruleset.clause("attack"), weapon=name)
        chosen = named or bare_hands(actor)
        if not fit(chosen):
            return refuse(Reason.NO_WEAPON, CLAUSE, weapon=name)
        reached = attacks.check(battle, actor, foe, chosen, melee_only=True)
        return reached if isinstance(reached, Refused) else chosen
    arms = [*filter(fit, actor.offence.weapons), bare_hands(actor)]
    arms.sort(key=lambda w: not w.armed)
    verdicts = [attacks.check(battle, actor, foe, w, melee_only=True) for w in arms]
    usable = [w for w, verdict in zip(arms, verdicts, strict=True) if verdict]
    made = {attack for attack, _ in actor.attacks_left.attacks}
    if usable:
        return next((w for w in usable if w.name in made), usable[0])
    refusal = verdicts[0]
    assert isinstance(refusal, Refused)
    return refusal


def fit(weapon: Weapon) -> bool:
    """Whether one trips with it: made for that, part of the body, or bare hands.

    >>> [fit(Weapon(name, "1d4", natural=name == "bite")) for name in ("bite", "club")]
    [True, False]
    """
    bare = weapon.name == HANDS or not weapon.armed
    return not weapon.ranged and (weapon.trip or weapon.natural or bare)


def _touched(battle: Battle, frame: Trying, actor: Creature, foe: Creature) -> list[ev.Event]:
    """A melee touch attack; a hit leads to the contest of strength."""
    assert frame.weapon is not None
    if not battle.ruleset.attacks.check(battle, actor, foe, frame.weapon, melee_only=True):
        return [ev.Concluded()]
    throws = Throws(battle)
    told, held = _touch(battle, throws, frame, actor, foe)
    if not held:
        return [*told, ev.Concluded()]
    tried, margin = contest(
        battle,
        "trip",
        actor,
        might(actor, CLAUSE),
        foe,
        footing(foe, CLAUSE),
        CLAUSE,
        throws=throws,
    )
    if margin < 0:
        return [*told, *tried, ev.CarriedOn(frame.at("failed"))]
    return [*told, *tried, *_felled(foe, actor), ev.Concluded()]


def _touch(
    battle: Battle, throws: Throws, frame: Trying, actor: Creature, foe: Creature
) -> tuple[list[ev.Event], bool]:
    """An attack roll against what armour, shield and hide do not add to."""
    weapon = frame.weapon
    assert weapon is not None
    attack = Attacking(
        actor.id, foe.id, weapon, penalty=frame.fact("penalty"), charge=bool(frame.fact("charge"))
    )
    parts = modifiers(battle, actor, foe, attack, at_range=False, touch=True)
    bonus, against = sum_of(parts, "attack"), 10 + sum_of(parts, "defence")
    roll, held = touched(throws, actor.id, "trip_touch", bonus, against, "d20.attack.roll")
    told = ev.Tested(actor.id, "trip_touch", roll.total, against, held, foe.id, parts, (CLAUSE,))
    return [roll, told, *_used_up(actor, "attack", foe), *_used_up(foe, "defence", actor)], held


def _used_up(creature: Creature, on: str, other: Creature) -> list[ev.Event]:
    """The help that this one attack has used up."""
    return [
        ev.BonusLost(creature.id, bonus, (CLAUSE,))
        for bonus in creature.bonuses.on(on, other.id)
        if bonus.once
    ]


def _failed(battle: Battle, actor: Creature, foe: Creature) -> list[ev.Event]:
    """The foe may try to trip the attacker in return, if it can and that one still stands."""
    if actor.has("prone") or not battle.fights(foe):
        return [ev.Concluded()]
    return [ev.Undertaken(Asking("trip", "trip_back", (foe.id,), actor.id, (CLAUSE,)))]


def _felled(creature: Creature, by: Creature) -> list[ev.Event]:
    if creature.has("prone"):
        return []
    return [ev.ConditionGained(creature.id, "prone", "", (CLAUSE,), by.id)]
