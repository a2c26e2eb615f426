"""Why: the facts about a creature for another, each with its clauses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tacsim.core.agenda import Attacking
from tacsim.core.components import Weapon
from tacsim.core.verdicts import Refused
from tacsim.core.world import Creature, World
from tacsim.i18n import N_, _, known_as, translate
from tacsim.rules.battle import Battle
from tacsim.rules.combat.attacks import attack_roll
from tacsim.rules.combat.policies import AttackRoll
from tacsim.rules.combat.threat import melee, threat_clauses, threatens
from tacsim.rules.combat.weapons import choose_weapon
from tacsim.session.perception import Memory
from tacsim.view.wording import plain_attacks, words
from tacsim.view.wording.builds import build, weight
from tacsim.view.wording.order import hit_points
from tacsim.view.wording.reasons import clause_text, sentence
from tacsim.view.wording.sheet import bears, exceptions, odds_text, weapon_row
from tacsim.view.wording.why import Because


def why_creature(
    battle: Battle,
    viewer: Creature,
    creature: Creature,
    known: frozenset[str] | None = None,
    *,
    attack: bool = True,
) -> list[Because]:
    """What a creature is to another.

    Its body, reach, weapons and burdens, its states and what they do, who flanks it, and, with
    ``attack``, whether and with what modifiers it can be attacked. With ``known``, others stay out
    of it.
    """
    found = [*_body(battle, creature), *_weapons(battle, creature), *_borne(battle, creature)]
    found += _states(battle, creature)
    found += _flanked(battle, creature, known)
    found += [Because(_("Only told: {note}").format(note=note)) for note in creature.notes.texts]
    if not battle.world.friendly(viewer.id, creature.id) and not creature.has("dead"):
        found += _between(battle, viewer, creature)
        if attack:
            found += _attack(battle, viewer, creature)
    return found


def why_hit_points(
    battle: Battle, creature: Creature, usual: int | None, memory: Memory | None
) -> list[Because]:
    """How many hit points a creature has where its kind has others; nothing of foes in fog.

    ``usual``: those of its kind, None where it has as many.
    """
    friendly = memory is None or battle.world.sides.friendly(memory.side, creature.side)
    most = hit_points(battle, creature, friendly=friendly)[1]
    if most is None or usual is None:
        return []
    text = _("It has {n} hit points at most; its kind usually has {usual}.")
    return [Because(text.format(n=most, usual=usual))]


def _body(battle: Battle, creature: Creature) -> Iterator[Because]:
    size, body = creature.size, creature.body
    yield Because(_("{name} is {size} and takes {space} of space.").format(
        name=known_as(creature.name), size=words.size_word(size),
        space=words.space_word(size.extent),
    ))  # fmt: skip
    typical = build(battle, creature)
    if typical is not None:
        yield Because(*typical)
    pounds, burdens = weight(battle, creature), battle.ruleset.burdens
    if pounds and burdens is not None:
        text = _("As a load it weighs {pounds}.").format(pounds=pounds)
        yield Because(text, (burdens.weight,))
    if size.share > 1:
        yield Because(_("{n} of its size fit into one place.").format(n=size.share))
    if creature.position.squeezed:
        now = words.space_word(body.extent)
        clause = battle.ruleset.clause("squeeze.limit")
        yield Because(_("It has squeezed itself into {space}.").format(space=now), (clause,))
    broken = exceptions(creature)
    if broken:
        text = _("Unlike others: {what}.").format(what=words.joined(broken))
        yield Because(text, (battle.ruleset.clause("exception"),))
    reach = max((weapon.reach for weapon in melee(creature)), default=None)
    if reach is None:
        text = _("{name} threatens nothing: it has no melee weapon ready.")
        yield Because(text.format(name=known_as(creature.name)), threat_clauses(battle, creature))
    else:
        text = _("{name} reaches {far}.").format(
            name=known_as(creature.name), far=words.cells_word(battle.world, reach)
        )
        yield Because(text, threat_clauses(battle, creature))


def _weapons(battle: Battle, creature: Creature) -> Iterator[Because]:
    for attack in plain_attacks.plain_attacks(battle, creature):
        row = weapon_row(battle.world, attack)
        text = words.capital(row.text)
        least, most = row.reach
        if least > 1:
            more = _("strikes from {least} to {most} off")
            text += ", " + more.format(least=least, most=words.cells_word(battle.world, most))
        if row.range:
            far = words.cells_word(battle.world, row.range)
            text += ", " + _("range {far}").format(far=far)
        yield Because(text + ".", tuple(dict.fromkeys(part.clause for part in row.parts)))


def _borne(battle: Battle, creature: Creature) -> Iterator[Because]:
    """What it carries besides its gear, and what it has to load."""
    does, burdens = bears(battle.world, creature), battle.ruleset.burdens
    if does:
        text = _("{name} {does}.").format(name=known_as(creature.name), does=words.joined(does))
        yield Because(text, (burdens.clause,) if creature.carried.things and burdens else ())


def _states(battle: Battle, creature: Creature) -> Iterator[Because]:
    rules = battle.ruleset
    for condition in creature.conditions.items:
        name = words.capital(words.word(words.CONDITIONS, condition.name))
        known = battle.ruleset.effects.get(condition.name)
        clause = known.clause if known is not None else ""
        effect = clause_text(rules.id, clause, rules.switches)[1] if clause else ""
        yield Because(f"{name}: {effect}" if effect else f"{name}.", (clause,) if clause else ())


def _flanked(battle: Battle, creature: Creature, known: frozenset[str] | None) -> Iterator[Because]:
    """Who flanks it, whom it flanks, and who is denied what that brings."""
    policy, world = battle.ruleset.flanking, battle.world
    if policy is None:
        return
    shown = set(world.ids if known is None else known)
    for target in (creature, *battle.foes(creature)):
        pairs = [
            pair for pair in policy.pairs(battle, target)
            if {pair.one, pair.other, target.id} <= shown
            and creature.id in (target.id, pair.one, pair.other)
        ]  # fmt: skip
        for pair in pairs:
            text = _("{one} and {other} flank {foe}: the line from one to the other enters its "
                     "space by one side or corner and leaves by the opposite.")  # fmt: skip
            gaps = {
                "one": known_as(world[pair.one].name),
                "other": known_as(world[pair.other].name),
            }
            yield Because(text.format(foe=known_as(target.name), **gaps), pair.clauses)
        denied = policy.denied(battle, target)
        if denied is not None and pairs and denied[0] in shown:
            text = _("{foe} denies {one} the flank; everybody else has one die more.")
            one = known_as(world[denied[0]].name)
            yield Because(text.format(foe=known_as(target.name), one=one), denied[1])


def _between(battle: Battle, viewer: Creature, creature: Creature) -> Iterator[Because]:
    clause = battle.ruleset.clause
    gaps = {"name": known_as(viewer.name), "foe": known_as(creature.name)}
    if battle.able(creature) and threatens(battle, creature, viewer.body):
        yield Because(_("{foe} threatens {name}.").format(**gaps), (clause("opportunity"),))
    for part in battle.ruleset.attacks.between(battle, viewer, creature):
        yield Because(translate(_BETWEEN[part.name]).format(**gaps), (part.clause,))


_BETWEEN: Mapping[str, str] = {
    "cover": N_("{foe} has cover from {name}."),
    "flanking": N_("{name} flanks {foe}."),
}
"""What the places of two bring to attacks, by the part of an attack that it is."""


def _attack(battle: Battle, viewer: Creature, creature: Creature) -> Iterator[Because]:
    weapon = choose_weapon(battle, viewer, creature, None)
    if isinstance(weapon, Refused):
        text = _inner(sentence(weapon, battle.world, actor=""))
        yield Because(_("{name} cannot attack {foe} from here: {why}").format(
            name=known_as(viewer.name), foe=known_as(creature.name), why=text
        ), (weapon.clause,))  # fmt: skip
        return
    odds = attack_roll(battle, Attacking(viewer.id, creature.id, weapon))
    yield from why_attack(battle.world, viewer, weapon, odds)


def why_attack(
    world: World, attacker: Creature, weapon: Weapon, odds: AttackRoll
) -> Iterator[Because]:
    """The chances of an attack, and every part of its sums."""
    yield Because(_("{name} with {weapon}: {odds}").format(
        name=known_as(attacker.name),
        weapon=words.weapon_word(weapon.name, world),
        odds=odds_text(odds),
    ))  # fmt: skip
    for part in odds.modifiers:
        if part.on == "advantage":
            dice = words.capital(words.dice_word(part.value))
            name = words.word(words.MODIFIERS, part.name)
            yield Because(f"{dice}: {name}", (part.clause,))
            continue
        text = _("{part} on the attack") if part.side == "attack" else _("{part} on the defence")
        yield Because(text.format(part=words.part_word(part)), (part.clause,))


def _inner(text: str) -> str:
    """A sentence as it stands after a colon: small, unless it begins with a name."""
    first = text.split(" ", 1)[0]
    return text[:1].lower() + text[1:] if first in ("It", "That", "Somebody", "Something") else text
