"""Why: the facts about a cell for a creature, each with its clauses."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from tacsim.core.terrain import FULL, Barrier, Check
from tacsim.core.verdicts import Refused
from tacsim.core.world import Creature
from tacsim.grid.cells import Body, Cell, shifted
from tacsim.grid.metric import cells
from tacsim.i18n import _, known_as
from tacsim.rules.battle import Battle
from tacsim.rules.combat.threat import threatened
from tacsim.rules.movement.entries import barriers
from tacsim.rules.movement.policies import MoveMode, Provokes
from tacsim.rules.movement.steps import Mover
from tacsim.session.perception import Memory
from tacsim.view.wording import words
from tacsim.view.wording.grounds import check_word, ground_word
from tacsim.view.wording.reasons import sentence


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
