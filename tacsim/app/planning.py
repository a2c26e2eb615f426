"""Planning: what would happen if the player pressed Enter now.

Everything here asks the rules and changes nothing; the answers are drawn and, once the player
commits, submitted as they are.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import takewhile
from typing import TYPE_CHECKING

import attrs

from tacsim.app.intents import ACTS, Wish
from tacsim.app.lanes import ends_past, lines_through
from tacsim.app.previews import Leg, Preview, Risk, opportunity
from tacsim.app.stage import copied
from tacsim.geometry.cells import Body, Cell, shifted
from tacsim.geometry.metric import cells
from tacsim.model.agenda import Attacking
from tacsim.model.components import AreaAttack, Impetus, Position, Weapon
from tacsim.model.events import (
    ConditionGained,
    Event,
    Prepared,
    Provoked,
    Rolled,
    Undertaken,
)
from tacsim.model.intents import Aid, Dash, FullAttack, Intent, Move, Stand, Strike
from tacsim.model.verdicts import Reason, Refused, refuse
from tacsim.rules.apply import apply
from tacsim.rules.battle import Battle
from tacsim.rules.charge import charge_ends, straight_bodies
from tacsim.rules.combat import Odds
from tacsim.rules.locomotion import Risk as Chance
from tacsim.rules.movement import Plan, mover_of, plan
from tacsim.rules.resolve import check, submit
from tacsim.rules.search import Reach
from tacsim.rules.sight import known_to
from tacsim.rules.threat import threatened
from tacsim.rules.ways import Provoking, Ways
from tacsim.rules.weapons import choose_weapon, named_weapon
from tacsim.view import words

if TYPE_CHECKING:
    from tacsim.app.hand import Tool

PACES = ("walk", "crawl", "double", "minimum")
"""Modes tried one after another for a plain move, the least costly in actions first."""

THROUGH = ("overrun",)
"""Ways of dealing with foes that are what a move is made for."""
SLIPS = ("tumble_past", "tumble_through")
"""Checks that keep a foe from having its opportunity."""


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
        self._ranges: dict[str, frozenset[Cell]] = {}
        self._ways: dict[str, Ways | None] = {}
        self._ends: dict[str, dict[Cell, list[Body]]] = {}
        self._rushes: dict[tuple[str, str], Preview] = {}
        self._darts: dict[tuple[str, str], frozenset[Cell]] = {}

    # --- where to -----------------------------------------------------------------------------

    @cached_property
    def range(self) -> Range:
        """Where a plain move could end, and where a longer one that takes more of the turn."""
        near, far = (self.range_of(name) for name in ("walk", "double"))
        crawl = self.battle.ruleset.modes.get("crawl")
        if not near and crawl is not None and crawl.parts:
            near = self.range_of("crawl")
        if self.dashed is not None:
            far |= self.dashed.range.near
        return Range(near, far - near)

    @cached_property
    def dashed(self) -> Planner | None:
        """What plans for the creature once it has dashed; None where it cannot."""
        intent = Dash(self.actor)
        if not check(self.battle, intent):
            return None
        scratch = copied(self.battle)
        submit(scratch, intent)
        return Planner(scratch, self.actor) if scratch.decision == self.battle.decision else None

    @cached_property
    def risen(self) -> Planner | Refused | None:
        """What plans for it once it is up, or why it cannot get up; None where it is no question.

        Only where getting up takes of the movement.
        """
        battle, creature = self.battle, self.battle.world[self.actor]
        measured = any(creature.resources[name] for name in words.MEASURED)
        if not creature.has("prone") or not measured:
            return None
        verdict = check(battle, Stand(self.actor))
        if isinstance(verdict, Refused):
            return verdict
        scratch = copied(battle)
        submit(scratch, Stand(self.actor))
        return Planner(scratch, self.actor) if scratch.decision == battle.decision else None

    def range_of(self, name: str) -> frozenset[Cell]:
        """The cells that a move in some mode could end on."""
        if name not in self._ranges:
            self._ranges[name] = self._range(name)
        return self._ranges[name]

    def _range(self, name: str) -> frozenset[Cell]:
        battle = self.battle
        mode = battle.ruleset.modes.get(name)
        if mode is None:
            return frozenset()
        creature = battle.world[self.actor]
        allowance = battle.ruleset.economy.allowance(battle, creature, mode)
        if isinstance(allowance, Refused):
            return frozenset()
        if mode.steps is not None:
            beside = [shifted(creature.at, by) for by in battle.ruleset.topology.directions]
            return frozenset(to for to in beside if not isinstance(self._plan(to, name), Refused))
        mover = mover_of(battle, creature, mode.contest)
        limit = allowance.total - allowance.spent
        reach = Reach(mover, creature.body, limit, spent=allowance.spent)
        stop = battle.ruleset.passage.stop
        covered: set[Cell] = set()
        for place in reach.places():
            if mode.straight and isinstance(self._plan(place.body.at, name), Refused):
                continue
            if stop(battle, creature, place.body, self.known):
                covered.update(place.body.cells)
        return frozenset(covered)

    @cached_property
    def danger(self) -> frozenset[Cell]:
        """The cells that known foes threaten."""
        actor = self.battle.world[self.actor]
        foes = [foe for foe in self.battle.foes(actor) if foe.id in self.known]
        return frozenset().union(*(threatened(self.battle, foe) for foe in foes))

    def anchor(self, cell: Cell, mode: str | None = None) -> Cell:
        """Where the body stands that covers a cell: at the cell itself, if it can."""
        paces = (mode,) if mode else PACES
        creature, topology = self.battle.world[self.actor], self.battle.ruleset.topology
        offsets = topology.offsets(creature.size.extent)
        corners = [shifted(cell, tuple(-n for n in by)) for by in offsets]
        for corner in corners:
            if any(self.battle.ruleset.modes.get(pace) and not isinstance(
                   self._plan(corner, pace), Refused) for pace in paces):  # fmt: skip
                return corner
        return cell if mode or self.dashed is None else self.dashed.anchor(cell)

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
        if mode is None and self.dashed is not None:
            further = self.dashed.move(to)
            if further.intent is not None:
                return attrs.evolve(further, intent=Dash(self.actor), risks=(), hurdles=())
        return Preview(refusal=refusal, mode=mode)

    def _plan(self, to: Cell, mode: str, target: str | None = None) -> Plan | Refused:
        if target is not None:
            return plan(self.battle, Move(self.actor, to=to, mode=mode, target=target))
        key = (to, mode)
        if key not in self._moves:
            intent = self._along(to, mode) or Move(self.actor, to=to, mode=mode)
            found = self._rushing(to, mode) if self.rushes(mode) else None
            self._moves[key] = plan(self.battle, intent) if found is None else found
        return self._moves[key]

    def rushes(self, mode: str) -> bool:
        """Whether a mode is for going straight at foes, not past them."""
        known = self.battle.ruleset.modes.get(mode)
        return known is not None and known.contest in THROUGH and not known.attack

    def _rushing(self, to: Cell, mode: str) -> Plan | None:
        """The straight way to a place, if it leads through a foe."""
        mover = mover_of(self.battle, self.battle.world[self.actor], THROUGH[0])
        line = straight_bodies(mover, to)
        if isinstance(line, Refused) or not self._crossed(line):
            return None
        found = self._follow(line, mode)
        return None if isinstance(found, Refused) else found

    def _crossed(self, line: Iterable[Body]) -> set[str]:
        """The foes whose space a way leads through."""
        swept = {cell for body in line for cell in body.cells}
        world = self.battle.world
        return {foe for foe in self.targets if not swept.isdisjoint(world[foe].body.cells)}

    def _follow(self, line: Iterable[Body], mode: str) -> Plan | Refused:
        bodies = tuple(line)
        path, extents = (tuple(b.at for b in bodies), tuple(b.extent for b in bodies))
        return plan(self.battle, Move(self.actor, path=path, mode=mode, extents=extents))

    def rush(self, target: str, mode: str) -> Preview:
        """What going straight through a foe would lead to, the cheapest way and no farther."""
        key = (target, mode)
        if key not in self._rushes:
            self._rushes[key] = self._rushed(target, mode)
        return self._rushes[key]

    def _rushed(self, target: str, mode: str) -> Preview:
        refusal = self.forbids(mode)
        found = []
        known = self.battle.ruleset.modes[mode]
        for line in lines_through(self.battle, self.actor, known, target, self._may_stop):
            way = self._follow(line, mode)
            if not isinstance(way, Refused):
                found.append(way)
            elif refusal is None or way.reason is Reason.BUDGET:
                refusal = way
        if found:
            return self._preview(mode, min(found, key=lambda way: (way.halves, way.path[-1])))
        if refusal is None:
            refusal = refuse(Reason.BUDGET, self.battle.ruleset.modes[mode].clause)
        return Preview(refusal=refusal, mode=mode, target=target)

    def _along(self, to: Cell, name: str) -> Move | None:
        """The move along the way that the rules would find, out of one search for all places."""
        ways = self._ways_of(name)
        if ways is None:
            return None
        ends = [body for body in self._ends[name].get(to, ()) if self._may_stop(body)]
        if not ends:
            return None
        found = [ways.to(body) for body in ends]
        spent = ways.reach.spent
        best = min(
            found, key=lambda way: (cells(spent + way.halves), len(way.provokes), way.halves)
        )
        bodies = best.path[1:]
        return Move(
            self.actor,
            path=tuple(body.at for body in bodies),
            mode=name,
            extents=tuple(body.extent for body in bodies),
        )

    def _may_stop(self, body: Body) -> bool:
        creature = self.battle.world[self.actor]
        return bool(self.battle.ruleset.passage.stop(self.battle, creature, body, self.known))

    def _ways_of(self, name: str) -> Ways | None:
        """The ways of a mode that goes anywhere within its budget; None for the others."""
        if name not in self._ways:
            self._ways[name] = self._search(name)
        return self._ways[name]

    def _search(self, name: str) -> Ways | None:
        battle = self.battle
        mode = battle.ruleset.modes.get(name)
        if mode is None or mode.straight or mode.attack or mode.midway or mode.steps is not None:
            return None
        creature = battle.world[self.actor]
        allowance = battle.ruleset.economy.allowance(battle, creature, mode)
        if isinstance(allowance, Refused):
            return None
        mover = mover_of(battle, creature, mode.contest)
        limit = allowance.total - allowance.spent
        reach = Reach(mover, creature.body, limit, spent=allowance.spent)
        ends: dict[Cell, list[Body]] = {}
        for place in reach.places():
            ends.setdefault(place.body.at, []).append(place.body)
        self._ends[name] = ends
        return Ways(reach, Provoking(mover, mode))

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
        hurdles = self._hurdles(found)
        risks = tuple(risk for risk in self._risks(legs) if not _slipped(risk, hurdles))
        return Preview(intent, None, mode, legs, budget, risks, target, hurdles=hurdles)

    def _hurdles(self, found: Plan) -> tuple[Chance, ...]:
        """What may fail on the way."""
        creature = self.battle.world[self.actor]
        return self.battle.ruleset.hurdles.risks(self.battle, creature, found.mode, found.path)

    def _legs(self, found: Plan) -> tuple[Leg, ...]:
        creature = self.battle.world[self.actor]
        mover = mover_of(self.battle, creature, found.mode.contest)
        provoking = Provoking(mover, found.mode)
        before, halves = creature.body, found.allowance.spent
        told = set(found.targets) if found.mode.midway else set()
        legs = []
        for i, body in enumerate(found.path):
            ahead = (s for s in mover.steps(before, halves) if s.body == body)
            step = min(ahead, key=lambda step: step.halves)
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

    # --- whom to strike -----------------------------------------------------------------------

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

    def strike(
        self, target: str, weapon: str | None = None, *, defensive: bool = False
    ) -> Preview:  # fmt: skip
        """What one attack would lead to."""
        intent = Strike(self.actor, target, weapon, defensive)
        return self._attack(intent, target)

    def full_attack(
        self, target: str, weapon: str | None = None, *, defensive: bool = False
    ) -> Preview:
        """What making every attack would lead to."""
        intent = FullAttack(self.actor, target, weapon, defensive)
        return self._attack(intent, target)

    def _attack(self, intent: Strike | FullAttack, target: str) -> Preview:
        verdict = check(self.battle, intent)
        if isinstance(verdict, Refused):
            return Preview(refusal=verdict, target=target)
        begun = self._begun(intent)
        battle = copied(self.battle) if intent.defensive else self.battle
        for event in begun:
            if intent.defensive and isinstance(event, ConditionGained):
                apply(battle.world, event)
        actor, foe = battle.world[self.actor], battle.world[target]
        odds = [
            (frame.weapon, battle.ruleset.attacks.odds(battle, frame))
            for frame in self._frames(intent, target, begun)
            if battle.ruleset.attacks.check(battle, actor, foe, frame.weapon)
        ]
        if not odds:
            clause = battle.ruleset.clause("full_attack")
            return Preview(refusal=refuse(Reason.NO_FULL_ROUND, clause), target=target)
        risks = self._risks_of(begun)
        return Preview(intent, None, None, (), 0, risks, target, tuple(odds))

    def _begun(self, intent: Intent) -> list[Event]:
        """What carrying an intent out on a copy of the battle begins with, up to the first throw.

        What falls from there on is nobody's to know.
        """
        events = submit(copied(self.battle), intent)
        return list(takewhile(lambda event: not isinstance(event, Rolled), events))

    def _frames(
        self, intent: Strike | FullAttack, target: str, begun: list[Event]
    ) -> list[Attacking]:
        """The attacks that an intent is about to make."""
        if isinstance(intent, Strike):
            frames = [event.frame for event in begun if isinstance(event, Undertaken)]
            return [frame for frame in frames if isinstance(frame, Attacking)][:1]
        actor = self.battle.world[self.actor]
        blows = next((event.blows for event in begun if isinstance(event, Prepared)), ())
        weapons = [(named_weapon(actor, name), penalty) for name, penalty in blows]
        return [
            Attacking(actor.id, target, weapon, penalty=penalty)
            for weapon, penalty in weapons
            if weapon is not None
        ]

    def affords(self, activity: str) -> bool:
        """Whether the creature has the actions left for an activity of its ruleset."""
        battle = self.battle
        if activity not in battle.ruleset.intents:
            return False
        actor = battle.world[self.actor]
        if activity == "strike" and actor.impetus.targets:
            return True
        return not isinstance(battle.ruleset.economy.price(battle, actor, activity), Refused)

    def forbids(self, mode: str) -> Refused | None:
        """Why the creature cannot move in a mode at all; None where it can."""
        battle = self.battle
        actor = battle.world[self.actor]
        allowance = battle.ruleset.economy.allowance(battle, actor, battle.ruleset.modes[mode])
        return allowance if isinstance(allowance, Refused) else None

    def act(self, intent: Intent) -> Preview:
        """What another act would lead to."""
        verdict = check(self.battle, intent)
        if isinstance(verdict, Refused):
            return Preview(refusal=verdict)
        return Preview(intent, None, risks=self._risks_of(self._begun(intent)))

    def _risks_of(self, begun: list[Event]) -> tuple[Risk, ...]:
        foes = dict.fromkeys(event.by for event in begun if isinstance(event, Provoked))
        found = (opportunity(self.battle, foe, self.actor) for foe in foes if foe in self.known)
        return tuple(risk for risk in found if risk is not None)

    # --- special acts ----------------------------------------------------------------------

    def targets_of(self, tool: Tool) -> tuple[str | None, ...]:
        """Whom a tool may point at; None for nobody in particular."""
        if tool.kind == "ready":
            return (None, *self.targets)
        if tool.kind == "aid":
            return self.friends if tool.about is None else self._helped_against(tool)
        if tool.kind == "deny_flank":
            return self.flankers
        return self.targets

    @cached_property
    def flankers(self) -> tuple[str, ...]:
        """The known foes who flank it, the nearest first."""
        policy = self.battle.ruleset.flanking
        pairs = policy.pairs(self.battle, self.battle.world[self.actor]) if policy else ()
        around = {name for pair in pairs for name in (pair.one, pair.other)}
        return tuple(foe for foe in self.targets if foe in around)

    @cached_property
    def friends(self) -> tuple[str, ...]:
        """The others of its own in the fight, the nearest first."""
        world, metric = self.battle.world, self.battle.ruleset.metric
        actor = world[self.actor]
        found = [
            one for one in world.creatures
            if one.id != actor.id and one.id in self.known and self.battle.able(one)
            and world.friendly(actor.id, one.id)
        ]  # fmt: skip
        found.sort(key=lambda one: (metric.distance(actor.body, one.body), one.id))
        return tuple(one.id for one in found)

    def _helped_against(self, tool: Tool) -> tuple[str, ...]:
        """The foes against whom a friend can be helped."""
        wishes = {foe: Wish(self.actor, foe, tool.mode, tool.about) for foe in self.targets}
        return tuple(foe for foe, wish in wishes.items() if check(self.battle, ACTS["aid"](wish)))

    def refuses(self, tool: Tool, target: str | None) -> Refused | None:
        """Why an act cannot be aimed at somebody; None where it can."""
        verdict = check(self.battle, ACTS[tool.kind](self._wish(tool, target)))
        return verdict if isinstance(verdict, Refused) else None

    def _wish(self, tool: Tool, target: str | None, weapon: str | None = None) -> Wish:
        return Wish(self.actor, target or "", tool.mode, tool.about, weapon)

    def deed(self, tool: Tool, target: str | None, weapon: str | None = None) -> Preview:
        """What an act aimed at somebody would lead to."""
        if target is None and None not in self.targets_of(tool):
            return Preview()
        intent = ACTS[tool.kind](self._wish(tool, target, weapon))
        preview = self.act(intent)
        if isinstance(intent, Aid) and tool.about is None:
            against = self._helped_against(attrs.evolve(tool, about=target))
            if len(against) == 1:
                intent = attrs.evolve(intent, against=against[0])
                preview = attrs.evolve(preview, intent=intent)
        if preview.refusal is not None:
            return attrs.evolve(preview, target=target)
        if isinstance(intent, Aid) and intent.against is None:
            return attrs.evolve(preview, target=target)  # against whom comes next
        procedure = self.battle.ruleset.procedures.get(tool.kind)
        chances = procedure.risks(self.battle, intent) if procedure else ()
        return attrs.evolve(preview, target=target, chances=chances)

    def dart(self, to: Cell, mode: str, target: str | None) -> Preview:
        """What striking a foe on the way to a place would lead to."""
        if target is None:
            return Preview(refusal=refuse(Reason.NO_TARGET, self.battle.ruleset.clause("attack")))
        here = self.battle.world[self.actor].at
        found = self._plan(to, mode, target)
        if isinstance(found, Refused):
            return Preview() if to == here else Preview(refusal=found, mode=mode, target=target)
        preview = self._preview(mode, found, target)
        at = found.path[(found.strike_at or 1) - 1]
        return attrs.evolve(preview, blows=self._blow_from(at, target))

    def dart_range(self, mode: str, target: str | None) -> frozenset[Cell]:
        """Where a move with a blow at a foe on the way may end."""
        if target is None:
            return frozenset()
        key = (mode, target)
        if key not in self._darts:
            known = self.battle.ruleset.modes[mode]
            ends = ends_past(self.battle, self.actor, known, target, self._may_stop)
            self._darts[key] = frozenset(cell for body in ends for cell in body.cells)
        return self._darts[key]

    # --- areas ---------------------------------------------------------------------------------

    @property
    def areas(self) -> tuple[AreaAttack, ...]:
        """The attacks on areas that it has."""
        return self.battle.world[self.actor].areas.items

    # --- charging -----------------------------------------------------------------------------

    def charge(
        self, target: str, mode: str, end: Cell | None = None, instead: str | None = None
    ) -> Preview:
        """What charging a foe would lead to, to the end chosen or else the safest.

        ``instead``: an act in place of the blow.
        """
        ends = self.charge_ends(target, mode) if end is None else [end]
        best: Preview | None = None
        refusal: Refused | None = None
        for place in ends or self._spots(target, mode):
            found = self._plan(place, mode, target)
            if isinstance(found, Refused):
                refusal = refusal or found
                continue
            preview = self._preview(mode, found, target)
            if best is None or len(preview.risks) < len(best.risks):
                best = preview
        if best is None:
            return Preview(refusal=refusal, mode=mode, target=target)
        if instead is None:
            return attrs.evolve(best, blows=self._charging_blow(best, target))
        assert isinstance(best.intent, Move)
        intent = attrs.evolve(best.intent, target=None)
        found = plan(self.battle, intent)
        if isinstance(found, Refused):
            return Preview(refusal=found, mode=mode, target=target)
        chances = self._in_place(best, target, instead)
        if isinstance(chances, Refused):
            return Preview(refusal=chances, mode=mode, target=target)
        return attrs.evolve(best, intent=intent, chances=chances)

    def _in_place(self, preview: Preview, target: str, act: str) -> tuple[Chance, ...] | Refused:
        """What an act in place of a charge's blow comes down to, or why it cannot come to it."""
        scratch = copied(self.battle)
        last = preview.legs[-1]
        scratch.world.put(self.actor, Position(last.body, last.squeezed))
        scratch.world.put(self.actor, Impetus((target,)))
        wish = ACTS[act](Wish(self.actor, target))
        verdict = check(scratch, wish)
        if isinstance(verdict, Refused):
            return verdict
        return scratch.ruleset.procedures[act].risks(scratch, wish)

    def charge_ends(self, target: str, mode: str) -> list[Cell]:
        """Where a charge at a foe may end."""
        return [
            at
            for at in self._spots(target, mode)
            if not isinstance(self._plan(at, mode, target), Refused)
        ]

    def _spots(self, target: str, mode: str) -> list[Cell]:
        contest = self.battle.ruleset.modes[mode].contest
        world = self.battle.world
        mover = mover_of(self.battle, world[self.actor], contest)
        return [body.at for body in charge_ends(mover, world[target])]

    def _charging_blow(self, preview: Preview, target: str) -> tuple[tuple[Weapon, Odds], ...]:
        last = preview.legs[-1]
        return self._blow_from(last.body, target, squeezed=last.squeezed, charge=True)

    def _blow_from(
        self, at: Body, target: str, *, squeezed: bool = False, charge: bool = False
    ) -> tuple[tuple[Weapon, Odds], ...]:
        """The blow at a foe from somewhere on the way."""
        scratch = copied(self.battle)
        scratch.world.put(self.actor, Position(at, squeezed))
        actor, foe = scratch.world[self.actor], scratch.world[target]
        weapon = choose_weapon(scratch, actor, foe, None, melee_only=True)
        if isinstance(weapon, Refused):
            return ()
        frame = Attacking(self.actor, target, weapon, charge=charge)
        return ((weapon, scratch.ruleset.attacks.odds(scratch, frame)),)


def _slipped(risk: Risk, hurdles: tuple[Chance, ...]) -> bool:
    """Whether a foe is sure to be slipped, and has no opportunity."""
    checks = [one for one in hurdles if one.what in SLIPS and one.about == risk.foe]
    return bool(checks) and checks[0].chance >= 1
