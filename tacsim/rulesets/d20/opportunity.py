"""Opportunity attacks under ``d20``: leaving threatened cells, distracting acts, tiny intruders.

What is left is the cells of the old body that are not in the new one (``d20.body.leave``). A 5-ft
step toward a long-armed foe is free (``d20.big.approach-step``); a minimum move is not
(``d20.min-move.provokes``).
"""

from __future__ import annotations

from tacsim.core.world import Creature
from tacsim.enforces import enforces
from tacsim.grid.cells import Body
from tacsim.grid.metric import gaps
from tacsim.rules.battle import Battle
from tacsim.rules.combat.cover import has_cover
from tacsim.rules.combat.threat import melee, threatened, watchers
from tacsim.rules.combat.watching import PlainOpportunity
from tacsim.rules.movement.occupancy import occupants
from tacsim.rules.movement.policies import Counts, MoveMode, Provocation, Provokes
from tacsim.rules.perception import dark_hides, known_to, sees
from tacsim.rulesets.d20.effects import EFFECTS, suffers

TINY = 2
OFF_GUARD = ("idle", "attacks_nobody", "no_opportunities")
"""The flags of conditions in which nobody makes opportunity attacks."""


class Opportunity(PlainOpportunity):
    """The ``d20`` policy on opportunity attacks."""

    once = True

    @enforces("d20.aoo.no-when")
    def on_guard(self, battle: Battle, foe: Creature) -> bool:
        """Armed, with an opportunity left, and not off its guard (``d20.aoo.no-when``)."""
        if foe.resources["opportunity"] <= 0 or suffers(foe, *OFF_GUARD):
            return False
        return any(True for _ in melee(foe))

    @enforces("d20.body.leave")
    def by_step(
        self,
        battle: Battle,
        mover: Creature,
        old: Body,
        new: Body,
        mode: MoveMode,
        first: bool,
        safe_steps: int | None = None,
    ) -> tuple[Provocation, ...]:
        """Leaving a threatened cell, and as a tiny creature entering a foe's (``d20.aoo.move``)."""
        if mover.has("dead"):
            return ()
        found: list[Provocation] = []
        entered = self._entered(battle, mover, old, new, mode)
        kept = set(new.cells)
        left = [cell for cell in old.cells if cell not in kept]
        for foe in watchers(battle, mover, old, new):
            name, cells = foe.id, []
            if _leaves(battle, mover, foe, mode, first=first):
                within = threatened(battle, foe)
                cells = [cell for cell in left if cell in within]
            if cells and _strikable(battle, foe, mover, old):
                clause = "d20.big.approach-provokes" if _nears(foe, old, new) else ""
                clauses = ("d20.aoo.move", clause) if clause else ("d20.aoo.move",)
                found.append(Provocation(name, cells[0], clauses))
            elif name in entered and _strikable(battle, foe, mover, old, entered=True):
                cell = next(c for c in new.cells if c in foe.body.cells)
                clauses = ("d20.tiny.enter.provokes",)
                found.append(Provocation(name, cell, clauses, entering=True))
            elif mode.requires == "prone":
                found += _crawled(battle, mover, foe, old, new)
        return tuple(found)

    def _entered(
        self, battle: Battle, mover: Creature, old: Body, new: Body, mode: MoveMode
    ) -> set[str]:
        """The creatures whose cells a very small mover enters with this step."""
        if mover.size.category > TINY or (
            mode.provokes is Provokes.NEVER and not battle.ruleset.switches["tiny_step_provokes"]
        ):
            return set()
        where = occupants(battle.world)
        before = {name for cell in old.cells for name in where.get(cell, ())}
        return {name for cell in new.cells for name in where.get(cell, ())} - before

    def by_act(
        self, battle: Battle, actor: Creature, act: str, target: Creature
    ) -> tuple[Provocation, ...]:
        """Shooting, standing up, or striking unarmed in a threatened cell."""
        found = []
        for foe in watchers(battle, actor, actor.body):
            if act == "unarmed" and foe.id != target.id:
                continue
            cells = [cell for cell in actor.body.cells if cell in threatened(battle, foe)]
            if cells and _strikable(battle, foe, actor, actor.body):
                distracted = "d20.actions.provoke.yes"
                clauses = ("d20.prone", distracted) if act == "stand" else (distracted,)
                found.append(Provocation(foe.id, cells[0], clauses))
        return tuple(found)

    def spend(self, creature: Creature) -> Counts:
        """One opportunity fewer this round."""
        return (("opportunity", creature.resources["opportunity"] - 1),)


def _crawled(
    battle: Battle, mover: Creature, foe: Creature, old: Body, new: Body
) -> list[Provocation]:  # fmt: skip
    """A crawling creature provokes all that threaten it on the way (``d20.crawl``)."""
    for body in (old, new):
        cells = [cell for cell in body.cells if cell in threatened(battle, foe)]
        if cells and _strikable(battle, foe, mover, body):
            return [Provocation(foe.id, cells[0], ("d20.crawl",), after=body is new)]
    return []


@enforces("d20.big.approach-step", "d20.min-move.provokes", "d20.withdraw")
def _leaves(battle: Battle, mover: Creature, foe: Creature, mode: MoveMode, *, first: bool) -> bool:
    """Whether leaving a foe's threatened cells counts; a withdrawal slips only those it sees."""
    if mode.provokes is Provokes.NEVER:
        return False
    if mode.provokes is Provokes.ALWAYS or not first:
        return True
    known = known_to(battle, mover.side)
    return foe.id not in known or not _seen(battle, mover, foe, foe.body)


@enforces("d20.aoo.no-when")
def _strikable(
    battle: Battle, foe: Creature, mover: Creature, old: Body, *, entered: bool = False
) -> bool:
    """Whether cover, or not being seen, spares the mover.

    Into its own cell a foe strikes with anything but a reach weapon.
    """
    if entered:
        covered = all(weapon.least for weapon in melee(foe))
    else:
        covered = has_cover(battle, foe, mover, old)
    if covered:
        return False
    return _seen(battle, foe, mover, old)


def _seen(battle: Battle, observer: Creature, other: Creature, body: Body) -> bool:
    """Whether a creature sees another in a body: not the invisible, nor what the dark hides."""
    if other.has(*EFFECTS.named("unseen")):
        return False
    if observer.has(*EFFECTS.named("sightless")):
        return sees(battle, observer, body)
    return not dark_hides(battle, observer, body)


def _nears(foe: Creature, old: Body, new: Body) -> bool:
    """Whether the step brings the mover closer to a foe with more than the usual reach."""
    if max(weapon.reach for weapon in melee(foe)) < 2:
        return False

    return max(gaps(foe.body, new)) < max(gaps(foe.body, old))
