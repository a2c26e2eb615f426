"""Why: the facts about a cell or a creature for another creature, each with its clauses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import attrs

from tacsim.core.agenda import Attacking
from tacsim.core.components import Weapon
from tacsim.core.terrain import FULL, Barrier, Check
from tacsim.core.verdicts import Refused
from tacsim.core.world import Creature, World
from tacsim.grid.cells import Body, Cell, shifted
from tacsim.grid.metric import cells
from tacsim.i18n import N_, _, known_as, translate
from tacsim.rules.battle import Battle
from tacsim.rules.combat.attacks import attack_roll
from tacsim.rules.combat.policies import AttackRoll
from tacsim.rules.combat.threat import melee, threat_clauses, threatened, threatens
from tacsim.rules.combat.weapons import choose_weapon
from tacsim.rules.movement.entries import barriers
from tacsim.rules.movement.policies import MoveMode, Provokes
from tacsim.rules.movement.steps import Mover
from tacsim.session.perception import Memory
from tacsim.view.wording import plain_attacks, words
from tacsim.view.wording.builds import build, weight
from tacsim.view.wording.grounds import check_word, ground_word
from tacsim.view.wording.reasons import clause_text, sentence
from tacsim.view.wording.sheet import bears, exceptions, odds_text, weapon_row


@attrs.frozen
class Because:
    """A fact in one sentence, with its clauses."""

    text: str
    clauses: tuple[str, ...] = ()


def why_cell(
    battle: Battle,
    creature: Creature,
    cell: Cell,
    known: frozenset[str],
    memory: Memory | None = None,
) -> list[Because]:
    """What a cell is to a creature, as far as its side knows.

    Ground, light, cost, whether it can be entered and stopped in, barriers, who threatens it, and
    whether leaving it provokes.
    """
    if cell not in battle.world.field:
        return [Because(_("That is off the map."), (battle.ruleset.clause("blocked"),))]
    if memory is not None and not memory.remembered[cell[::-1]]:
        return [Because(_("Nobody of this side has seen this place."))]
    mover = Mover(battle, creature, known)
    return [
        *_ground(mover, cell),
        *_entering(mover, cell),
        *_barriers(mover, cell),
        *_threats(mover, cell),
    ]


def _ground(mover: Mover, cell: Cell) -> Iterator[Because]:
    battle, field = mover.battle, mover.field
    terrain = field.at(cell)
    yield Because(
        _("{cell} is {ground}.").format(cell=words.place(cell), ground=ground_word(terrain))
    )
    if terrain.height:
        height = _("full") if terrain.height == FULL else _("low")
        yield Because(_("It gives cover: {height}.").format(height=height))
    if field.dark:
        lit = bool(field.lit[cell[::-1]])
        if not lit:
            sees = mover.creature.traits.darkvision > 0
            text = _("It is dark here, but {name} sees in the dark.") if sees else _(
                "It is dark here, and {name} does not see in the dark."
            )  # fmt: skip
            slow = () if sees else _slowed(battle, mover, battle.ruleset.topology.spot(cell))
            yield Because(text.format(name=known_as(mover.creature.name)), slow)
        else:
            yield Because(_("It is lit."))


def _slowed(battle: Battle, mover: Mover, body: Body) -> tuple[str, ...]:
    """The clauses of entering a place, without those that only unknown creatures bring in."""
    found = battle.ruleset.passage.clauses(battle, mover.creature, body)
    world = battle.world
    inside = {
        other.id
        for other in world.creatures
        if other.id != mover.creature.id and set(other.body.cells) & set(body.cells)
    }
    shown = {mover.passing(name).clause for name in inside & mover.known}
    hidden = {mover.passing(name).clause for name in inside - mover.known} - shown
    return tuple(clause for clause in found if clause not in hidden)


def _entering(mover: Mover, cell: Cell) -> Iterator[Because]:
    battle, creature = mover.battle, mover.creature
    clause = battle.ruleset.clause
    body = _body_at(mover, cell)
    if body is None:
        refusal = mover.why_not_in(Body(cell, mover.full))
        yield Because(
            sentence(refusal, battle.world, mover.known, actor=creature.id), (refusal.clause,)
        )
        return
    if mover.squeezed(body):
        yield Because(
            _("{name} fits in there only by squeezing.").format(name=known_as(creature.name)),
            (clause("squeeze.limit"),),
        )
    asking = {mover.field.asking[c] for c in body.cells if mover.ground.asks[c[::-1]]}
    for check in sorted(asking, key=lambda check: (check.skill, check.dc)):
        yield _asked(mover, check)
    rate = mover.rate(body)
    metric = battle.ruleset.metric
    steps = battle.ruleset.topology.directions
    costs = sorted({cells(metric.step(by) * rate) for by in steps})
    reasons = list(_slowed(battle, mover, body))
    if mover.squeezed(body):
        reasons.append(clause("squeeze.cost"))
    if rate > 1:
        yield Because(
            _("A step into it costs {rate} times as much: {cost}.").format(
                rate=rate, cost=" / ".join(str(cost) for cost in costs)
            ),
            tuple(reasons),
        )
    for name in dict.fromkeys(name for each in body.cells for name in mover.others(each)):
        yield Because(
            _("{name} may pass through {other}.").format(
                name=known_as(creature.name), other=known_as(battle.world[name].name)
            ),
            tuple(c for c in (mover.passing(name).clause,) if c),
        )
    stop = battle.ruleset.passage.stop(battle, creature, body, mover.known)
    if isinstance(stop, Refused):
        yield Because(sentence(stop, battle.world, mover.known, actor=creature.id), (stop.clause,))
    elif rate == 1:
        yield Because(_("{name} may enter and stop here.").format(name=known_as(creature.name)))


def _body_at(mover: Mover, cell: Cell) -> Body | None:
    """The widest body of the mover with its least corner in a cell, or None where none fits."""
    for extent in mover.battle.ruleset.squeezing.extents(mover.full):
        body = Body(cell, extent)
        if all(each in mover.field for each in body.cells) and mover.fits(body):
            return body
    return None


def _barriers(mover: Mover, cell: Cell) -> Iterator[Because]:
    ruleset = mover.battle.ruleset
    stopping, slowing = barriers(mover.field, mover.ground)
    for barrier in mover.field.barriers:
        if cell not in barrier.between:
            continue
        other = next(each for each in barrier.between if each != cell)
        gaps = {"kind": barrier_word(barrier), "cell": words.place(other)}
        if barrier.open:
            yield Because(_("Towards {cell} there is an open door.").format(**gaps))
        elif barrier.between in stopping:
            text = _("Towards {cell} there is a {kind}, which cannot be crossed.")
            yield Because(text.format(**gaps), (ruleset.clause("blocked"),))
        elif barrier.between in slowing:
            cost = cells(ruleset.passage.barrier)
            text = _("Towards {cell} there is a {kind}: crossing it costs {cost} more.")
            yield Because(text.format(cost=cost, **gaps), (ruleset.clause("barrier"),))
            if barrier.check is not None:
                yield _asked(mover, barrier.check)
        else:
            text = _("Towards {cell} there is a {kind}, which is no hindrance.")
            yield Because(text.format(**gaps), (ruleset.modes["fly"].clause,))


def _asked(mover: Mover, check: Check) -> Because:
    """What it takes to get over an obstacle, and how likely that is."""
    ruleset, creature = mover.battle.ruleset, mover.creature
    chance = ruleset.movement_checks.chance(mover.battle, creature, check)
    text = _("Getting there takes a check of {check}: {name} passes it with {chance} %.")
    return Because(
        text.format(
            check=check_word(check), name=known_as(creature.name), chance=round(chance * 100)
        ),
        (ruleset.clause("obstacle.check"),),
    )


def barrier_word(barrier: Barrier) -> str:
    """What stands between two cells."""
    kinds = {"hedge": _("hedge"), "wall": _("wall"), "door": _("closed door")}
    if barrier.open:
        return _("open door")
    return kinds.get(barrier.kind.value, barrier.kind.value)


def _threats(mover: Mover, cell: Cell) -> Iterator[Because]:
    battle, creature = mover.battle, mover.creature
    foes = [foe for foe in battle.foes(creature) if foe.id in mover.known]
    threat = [foe for foe in foes if cell in threatened(battle, foe)]
    if not threat:
        yield Because(_("No known foe threatens it."))
        return
    names = words.joined(known_as(foe.name) for foe in threat)
    yield Because(
        _("Threatened by {names}.").format(names=names), (battle.ruleset.clause("opportunity"),)
    )
    provoked = _provoked(mover, cell)
    for foe in threat:
        if foe.id in creature.exposure.foes:
            text = _("{foe} has had its opportunity from this creature's movement this turn.")
            yield Because(
                text.format(foe=known_as(foe.name)), (battle.ruleset.clause("opportunity"),)
            )
        elif foe.id in provoked:
            text = _("Leaving it gives {foe} an opportunity attack.")
            yield Because(text.format(foe=known_as(foe.name)), provoked[foe.id])
        else:
            text = _("Leaving it gives {foe} no opportunity attack.")
            yield Because(text.format(foe=known_as(foe.name)))


def _provoked(mover: Mover, cell: Cell) -> dict[str, tuple[str, ...]]:
    """The foes who get an opportunity when the mover steps away from there, with the clauses."""
    battle, creature = mover.battle, mover.creature
    mode = plain_mode(battle)
    body = _body_at(mover, cell)
    if mode is None or body is None:
        return {}
    found: dict[str, tuple[str, ...]] = {}
    for by in battle.ruleset.topology.directions:
        new = Body(shifted(body.at, by), body.extent)
        if any(each not in mover.field for each in new.cells):
            continue
        for given in battle.ruleset.opportunity.by_step(
            battle, creature, body, new, mode, first=True
        ):
            found.setdefault(given.foe, given.clauses)
    return found


def plain_mode(battle: Battle) -> MoveMode | None:
    """The first mode of movement that provokes as movement does."""
    modes = battle.ruleset.modes.values()
    return next((mode for mode in modes if mode.provokes is Provokes.ALWAYS), None)


# --- creatures -----------------------------------------------------------------------------------


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
