"""Replies: how the quick policy answers questions, best first."""

from __future__ import annotations

from collections.abc import Iterator

from tacsim.ai.answers import attack_under_way
from tacsim.ai.knowing.chances import Expected, best_attack, face_to_face, pair, shield
from tacsim.ai.playouts.promises import bids
from tacsim.ai.turn import THRIFT
from tacsim.core.agenda import Asking, Decision
from tacsim.core.intents import Intent, Take
from tacsim.core.world import Creature
from tacsim.rules.battle import Battle
from tacsim.rules.combat.attacks import guards
from tacsim.rules.combat.policies import Bidding
from tacsim.rules.combat.threat import melee


def replies(battle: Battle, actor: Creature, decision: Decision) -> Iterator[Intent]:
    """How to answer a question, best first; to decline is what remains."""
    top = battle.world.agenda.top
    if decision.question == "opportunity":
        yield from _opportunity(battle, actor, decision.against)
    elif isinstance(top, Asking) and isinstance(
        battle.ruleset.procedures.get(top.procedure), Bidding
    ):
        yield from _defence(battle, actor)
    else:
        yes = battle.ruleset.answers.get(decision.question)
        if yes is None:
            yes = decision.against is None or _denies(battle, actor, decision.against)
        if yes:
            yield Take(actor.id)


def _denies(battle: Battle, actor: Creature, striking: str) -> bool:
    """Whether the one who strikes now has more of a flank than all others at hand together."""
    distance, harm = battle.ruleset.metric.distance, dict[str, float]()
    for foe in battle.foes(actor):
        weapons = [w for w in melee(foe) if w.reach >= distance(foe.body, actor.body)]
        harm[foe.id] = best_attack(battle, foe, actor, weapons)[1]
    return 2 * harm.get(striking, 0.0) > sum(harm.values())


def _opportunity(battle: Battle, actor: Creature, provoker: str | None) -> Iterator[Intent]:
    """To take it, with what makes a difference put in, where anything is."""
    if not bids(battle.ruleset) or provoker is None or provoker not in battle.world:
        yield Take(actor.id)
        return
    foe = battle.world[provoker]
    left = foe.hp.current

    def make() -> tuple[Take, ...]:
        amounts = [n for n in battle.ruleset.attacks.amounts(battle, actor) if n]
        found = []
        for weapon in melee(actor):
            for amount in amounts:
                roll = face_to_face(battle, actor, foe, weapon, stamina=amount)
                value = Expected(((roll.hit, roll.damage),)).share(left) - THRIFT * amount
                found.append((-value, weapon.name, amount))
        return tuple(Take(actor.id, name, stamina=amount) for _, name, amount in sorted(found)[:3])

    key = ("bids for", actor.id, *pair(battle, actor, foe), actor.resources, left)
    yield from battle.ruleset.memo.of(key, make)


def _defence(battle: Battle, actor: Creature) -> Iterator[Intent]:
    """The best defence with half of what can be put in."""
    frame = attack_under_way(battle)
    if frame is None or frame.actor not in battle.world:
        yield Take(actor.id, stamina=(shield(battle, actor) + 1) // 2)
        return

    def make() -> tuple[Take, ...]:
        best = {one.stamina: one for one in sorted(guards(battle, frame), key=lambda o: -o.damage)}
        amounts = sorted(best)
        if not amounts or not amounts[len(amounts) // 2]:
            return ()
        one = best[amounts[len(amounts) // 2]]
        return (Take(actor.id, stamina=one.stamina, defence=one.defence),)

    key = (
        "guards of", actor.id, *pair(battle, battle.world[frame.actor], actor), actor.resources,
        frame.weapon.name, frame.stamina, frame.opportunity,
    )  # fmt: skip
    yield from battle.ruleset.memo.of(key, make)
