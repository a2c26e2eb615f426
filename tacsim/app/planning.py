"""Planning: what would happen if the player pressed Enter now.

Everything here asks the rules and changes nothing; the answers are drawn and, once the player
commits, submitted as they are.
"""

from __future__ import annotations

from functools import cached_property

import attrs

from tacsim.app.stage import copied
from tacsim.geometry.cells import Body, Cell
from tacsim.geometry.metric import cells
from tacsim.model.agenda import Attacking
from tacsim.model.components import Position, Weapon
from tacsim.model.intents import FullAttack, Intent, Move, Strike
from tacsim.model.verdicts import Reason, Refused
from tacsim.rules.battle import Battle
from tacsim.rules.charge import charge_ends
from tacsim.rules.movement import Plan, mover_of, plan
from tacsim.rules.resolve import check
from tacsim.rules.ruleset import Odds
from tacsim.rules.search import Reach
from tacsim.rules.sight import known_to
from tacsim.rules.threat import threatened
from tacsim.rules.ways import Provoking
from tacsim.rules.weapons import choose_weapon, named_weapon

PACES = ("walk", "crawl", "double", "minimum")
"""Modes tried one after another for a plain move, the least costly in actions first."""


@attrs.frozen
class Leg:
    """One step of a planned way: where it leads, the cells spent by then, whom it provokes."""

    body: Body
    spent: int
    squeezed: bool
    provokes: tuple[str, ...] = ()


@attrs.frozen
class Risk:
    """An opportunity that an intent would give: whose, with what, and its odds."""

    foe: str
    weapon: Weapon
    odds: Odds


@attrs.frozen
class Preview:
    """What a choice would lead to: an intent to submit, or why there is none."""

    intent: Intent | None = None
    refusal: Refused | None = None
    mode: str | None = None
    legs: tuple[Leg, ...] = ()
    budget: int = 0
    """Cells that the measured move may cost in all; 0 where none is measured."""
    risks: tuple[Risk, ...] = ()
    target: str | None = None
    blows: tuple[tuple[Weapon, Odds], ...] = ()
    """The attacks that it makes, each with its odds."""

    @property
    def spent(self) -> int:
        """The cells that the measured move has cost at its end."""
        return self.legs[-1].spent if self.legs else 0


@attrs.frozen
class Range:
    """Where a creature can go: the cells it would cover, by how much of its turn that takes."""

    near: frozenset[Cell] = frozenset()
    far: frozenset[Cell] = frozenset()


class Planner:
    """Previews for the creature whose turn it is, as far as its side knows.

    One planner serves one decision: it keeps what it has worked out.
    """

    def __init__(self, battle: Battle, actor: str) -> None:
        self.battle = battle
        self.actor = actor
        self.known = known_to(battle, battle.world[actor].side)
        self._moves: dict[tuple[Cell, str], Plan | Refused] = {}

    # --- where to -------------------------------------------------------------------------------

    @cached_property
    def range(self) -> Range:
        """Where a plain move could end."""
        found: list[frozenset[Cell]] = []
        creature = self.battle.world[self.actor]
        for name in ("walk", "double"):
            covered: set[Cell] = set()
            mode = self.battle.ruleset.modes.get(name)
            mover = mover_of(self.battle, creature)
            if mode is not None:
                allowance = self.battle.ruleset.economy.allowance(self.battle, creature, mode)
                if not isinstance(allowance, Refused):
                    reach = Reach(mover, creature.body, allowance.total - allowance.spent)
                    stop = self.battle.ruleset.passage.stop
                    for place in reach.places():
                        if stop(self.battle, creature, place.body, self.known):
                            covered.update(place.body.cells)
            found.append(frozenset(covered))
        near, far = found
        return Range(near, far - near)

    @cached_property
    def danger(self) -> frozenset[Cell]:
        """The cells that known foes threaten."""
        actor = self.battle.world[self.actor]
        foes = [foe for foe in self.battle.foes(actor) if foe.id in self.known]
        return frozenset().union(*(threatened(self.battle, foe) for foe in foes))

    def anchor(self, cell: Cell) -> Cell:
        """Where the least corner goes for the body to cover a cell: the cell itself, if it can."""
        width, height = self.battle.world[self.actor].size.extent
        corners = [(cell[0] - x, cell[1] - y) for y in range(height) for x in range(width)]
        for corner in corners:
            if any(self.battle.ruleset.modes.get(mode) and not isinstance(
                   self._plan(corner, mode), Refused) for mode in PACES):  # fmt: skip
                return corner
        return cell

    def move(self, to: Cell, mode: str | None = None) -> Preview:
        """What going to a place in a mode would lead to; without a mode, in the gentlest one."""
        names = (mode,) if mode else tuple(m for m in PACES if m in self.battle.ruleset.modes)
        refusal: Refused | None = None
        for name in names:
            found = self._plan(to, name)
            if not isinstance(found, Refused):
                return self._preview(name, found)
            if refusal is None or found.reason is Reason.BUDGET:
                refusal = found
        return Preview(refusal=refusal, mode=mode)

    def _plan(self, to: Cell, mode: str, target: str | None = None) -> Plan | Refused:
        if target is not None:
            return plan(self.battle, Move(self.actor, to=to, mode=mode, target=target))
        key = (to, mode)
        if key not in self._moves:
            self._moves[key] = plan(self.battle, Move(self.actor, to=to, mode=mode))
        return self._moves[key]

    def _preview(self, mode: str, found: Plan, target: str | None = None) -> Preview:
        legs = self._legs(found)
        intent = Move(
            self.actor,
            path=tuple(body.at for body in found.path),
            mode=mode,
            extents=tuple(body.extent for body in found.path),
            target=target,
        )
        budget = 0 if found.mode.free else cells(found.allowance.total)
        return Preview(intent, None, mode, legs, budget, self._risks(legs), target)

    def _legs(self, found: Plan) -> tuple[Leg, ...]:
        creature = self.battle.world[self.actor]
        mover = mover_of(self.battle, creature)
        provoking = Provoking(mover, found.mode)
        before, halves = creature.body, found.allowance.spent
        told: set[str] = set()
        legs = []
        for i, body in enumerate(found.path):
            step = min((s for s in mover.steps(before) if s.body == body), key=lambda s: s.halves)
            halves += 0 if found.mode.free else step.halves
            fresh = provoking.by_step(before, body, first=i == 0) - told
            told |= fresh
            legs.append(Leg(body, cells(halves), step.squeezed, provoking.ordered(fresh)))
            before = body
        return tuple(legs)

    def _risks(self, legs: tuple[Leg, ...]) -> tuple[Risk, ...]:
        """The odds of each opportunity, taken where the mover is when it gives it."""
        if not any(leg.provokes for leg in legs):
            return ()
        scratch = copied(self.battle)
        mover = scratch.world[self.actor]
        risks = []
        for leg in legs:
            for foe in leg.provokes:
                risk = opportunity(scratch, foe, self.actor)
                if risk is not None:
                    risks.append(risk)
            scratch.world.put(mover.id, Position(leg.body, leg.squeezed))
        return tuple(risks)

    # --- whom to strike ---------------------------------------------------------------------------

    @cached_property
    def targets(self) -> tuple[str, ...]:
        """Known living foes: those still in the fight, the nearest first, then the fallen."""
        world, metric = self.battle.world, self.battle.ruleset.metric
        actor = world[self.actor]
        foes = [
            other
            for other in world.creatures
            if other.id in self.known and not other.has("dead")
            and not world.friendly(actor.id, other.id)
        ]  # fmt: skip
        foes.sort(
            key=lambda foe: (
                not self.battle.able(foe), metric.distance(actor.body, foe.body), foe.id
            )
        )  # fmt: skip
        return tuple(foe.id for foe in foes)

    def strike(self, target: str, weapon: str | None = None) -> Preview:
        """What one attack would lead to."""
        intent = Strike(self.actor, target, weapon)
        return self._attack(intent, target, weapon)

    def full_attack(self, target: str, weapon: str | None = None) -> Preview:
        """What making every attack would lead to."""
        intent = FullAttack(self.actor, target, weapon)
        return self._attack(intent, target, weapon)

    def _attack(self, intent: Strike | FullAttack, target: str, name: str | None) -> Preview:
        verdict = check(self.battle, intent)
        if isinstance(verdict, Refused):
            return Preview(refusal=verdict, target=target)
        battle = self.battle
        actor, foe = battle.world[self.actor], battle.world[target]
        charged = bool(actor.impetus.targets)
        weapon = choose_weapon(battle, actor, foe, name, melee_only=charged)
        if isinstance(weapon, Refused):
            return Preview(refusal=weapon, target=target)
        attacks = battle.ruleset.attacks
        blows: tuple[tuple[Weapon, int], ...] = ((weapon, 0),)
        if isinstance(intent, FullAttack):
            named = named_weapon(actor, name) or (None if weapon.natural else weapon)
            sequence = attacks.sequence(battle, actor, named)
            blows = sequence[actor.resources["made"] :]
        elif left := actor.resources["attacks"]:
            sequence = attacks.sequence(battle, actor, named_weapon(actor, name))
            blows = (sequence[-left] if left <= len(sequence) else sequence[-1],)
        odds = []
        for blow, penalty in blows:
            if attacks.check(battle, actor, foe, blow):
                frame = Attacking(actor.id, target, blow, penalty=penalty, charge=charged)
                odds.append((blow, attacks.odds(battle, frame)))
        acts = attacks.acts(battle, actor, foe, weapon)
        return Preview(
            intent, None, None, (), 0, self._risks_of(acts, target), target, tuple(odds)
        )

    def act(self, intent: Intent, name: str) -> Preview:
        """What another act would lead to; ``name`` is what foes may notice it as."""
        verdict = check(self.battle, intent)
        if isinstance(verdict, Refused):
            return Preview(refusal=verdict)
        return Preview(intent, None, risks=self._risks_of((name,), self.actor))

    def _risks_of(self, acts: tuple[str, ...], target: str) -> tuple[Risk, ...]:
        battle = self.battle
        actor, policy = battle.world[self.actor], battle.ruleset.opportunity
        foes = dict.fromkeys(
            p.foe for act in acts for p in policy.by_act(battle, actor, act, battle.world[target])
        )
        found = (opportunity(battle, foe, self.actor) for foe in foes if foe in self.known)
        return tuple(risk for risk in found if risk is not None)

    # --- charging -----------------------------------------------------------------------------------

    def charge(self, target: str, mode: str, end: Cell | None = None) -> Preview:
        """What charging a foe would lead to, to the end chosen or else the safest."""
        ends = self.charge_ends(target, mode) if end is None else [end]
        best: Preview | None = None
        refusal: Refused | None = None
        for place in ends or self._spots(target):
            found = self._plan(place, mode, target)
            if isinstance(found, Refused):
                refusal = refusal or found
                continue
            preview = self._preview(mode, found, target)
            if best is None or len(preview.risks) < len(best.risks):
                best = preview
        if best is None:
            return Preview(refusal=refusal, mode=mode, target=target)
        return attrs.evolve(best, blows=self._charging_blow(best, target))

    def charge_ends(self, target: str, mode: str) -> list[Cell]:
        """Where a charge at a foe may end."""
        return [
            at for at in self._spots(target) if not isinstance(self._plan(at, mode, target), Refused)
        ]

    def _spots(self, target: str) -> list[Cell]:
        world = self.battle.world
        mover = mover_of(self.battle, world[self.actor])
        return [body.at for body in charge_ends(mover, world[target])]

    def _charging_blow(self, preview: Preview, target: str) -> tuple[tuple[Weapon, Odds], ...]:
        scratch = copied(self.battle)
        last = preview.legs[-1]
        scratch.world.put(self.actor, Position(last.body, last.squeezed))
        actor, foe = scratch.world[self.actor], scratch.world[target]
        weapon = choose_weapon(scratch, actor, foe, None, melee_only=True)
        if isinstance(weapon, Refused):
            return ()
        frame = Attacking(self.actor, target, weapon, charge=True)
        return ((weapon, scratch.ruleset.attacks.odds(scratch, frame)),)


def opportunity(battle: Battle, foe: str, provoker: str, weapon: str | None = None) -> Risk | None:
    """The odds of an opportunity attack from where both stand; None where it cannot be made."""
    actor, target = battle.world[foe], battle.world[provoker]
    chosen = choose_weapon(battle, actor, target, weapon, melee_only=True)
    if isinstance(chosen, Refused):
        return None
    frame = Attacking(foe, provoker, chosen, opportunity=True)
    return Risk(foe, chosen, battle.ruleset.attacks.odds(battle, frame))
