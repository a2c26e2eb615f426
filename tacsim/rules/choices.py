"""Choices: everything that whoever decides may do now, and what it may not, with the reason.

The order is canonical: it follows the order of intents, of creatures in the set-up, of weapons and
of cells, so it is the same in every process. Screens, opponents, scripts and agents take their
intents from here.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import product
from typing import Any

import attrs

from tacsim.core import intents as it
from tacsim.core.agenda import Asking, Decision, Offering
from tacsim.core.apply import apply
from tacsim.core.events import (
    Charged,
    ConditionLost,
    Event,
    Placed,
    Provoked,
    SetDown,
    Spent,
    Strove,
    Undertaken,
)
from tacsim.core.verdicts import OWN, Reason, Refused, refuse
from tacsim.core.world import Creature
from tacsim.grid.cells import Cell
from tacsim.rules.battle import Battle
from tacsim.rules.combat.policies import Arming, Bidding, GivingUp, Lasting, PlainAct
from tacsim.rules.combat.targets import enemies
from tacsim.rules.combat.weapons import arms
from tacsim.rules.engine import begin, submit
from tacsim.rules.forecast import DECIDER
from tacsim.rules.goals import Progress, progress
from tacsim.rules.movement.policies import Counts, MoveMode
from tacsim.rules.movement.reachable import Row, reachable
from tacsim.rules.perception import believed


@attrs.frozen
class Option:
    """Something that may be done: the intent, what it uses up by name, and its clauses.

    ``brings``: what it adds to at once.
    """

    intent: it.Intent
    cost: Counts
    clauses: tuple[str, ...]
    brings: Counts = ()


@attrs.frozen
class Family:
    """A mode of movement that is open: how far it goes in cells, and the bodies within reach.

    ``options``: one for each place and extent where it may end, by its cheapest way.
    """

    mode: MoveMode
    budget: int
    rows: tuple[Row, ...]
    options: tuple[Option, ...]


@attrs.frozen
class Barred:
    """Something that may not be done now, and why."""

    intent: it.Intent
    refusal: Refused


Aim = tuple[str | None, ...]
"""Whom an act is aimed at: a creature, then a second one; None: whoever it may be."""


@attrs.frozen
class Act:
    """What may be done under one name in one variant, at nobody or at those it may be aimed at.

    ``key``: its name, then what its variant says; ``manners``: the fields that say how it may be
    done besides; ``aims``: for each aim, whether it may be done so, all details being left to the
    rules; ``places``: for each aim of an act that says where something ends up, the options of it.
    """

    key: str
    manners: tuple[str, ...]
    aims: Mapping[Aim, Option | Barred]
    nobody: Refused
    """Why it may not be done where there is nobody whom it could be aimed at."""
    places: Mapping[Aim, tuple[Option, ...]] = attrs.field(factory=dict)

    @property
    def aimed(self) -> bool:
        """Whether it is aimed at anybody."""
        return not self.aims or any(name is not None for aim in self.aims for name in aim)

    @property
    def at_once(self) -> Option | Barred | None:
        """What is found of it where it is aimed at nobody."""
        return None if self.aimed else next(iter(self.aims.values()))

    def targets(self, *before: str | None) -> tuple[str | None, ...]:
        """Those it may be aimed at, refused ones too; after ``before``, who comes second."""
        n = len(before)
        aims = (aim for aim in self.aims if len(aim) > n and aim[:n] == before)
        return tuple(dict.fromkeys(aim[n] for aim in aims))

    def at(self, *aim: str | None) -> dict[Aim, Option | Barred]:
        """What is found of an aim, or of all that begin with it."""
        return {whole: found for whole, found in self.aims.items() if whole[: len(aim)] == aim}


def refusal_of(found: Iterable[Option | Barred]) -> Refused | None:
    """Why none of some may be done; None where one may, or there are none.

    What lies with whoever acts is told before anything about one of those it is aimed at; else the
    first tells.
    """
    refusals = []
    for one in found:
        if isinstance(one, Option):
            return None
        refusals.append(one.refusal)
    own = (refusal for refusal in refusals if refusal.reason in OWN)
    return next(own, refusals[0] if refusals else None)


class Choices:
    """What whoever decides may do, worked out as it is asked for.

    Iterating gives the options, moves expanded. ``battle`` is what the one who decides perceives.
    Before a battle begins and once it is over ``decision`` is None, and there are none.
    """

    def __init__(self, battle: Battle, decision: Decision | None) -> None:
        self.battle = battle
        self.decision = decision
        self._turn = decision is not None and decision.is_turn
        self._named: dict[str, tuple[Act, ...]] = {}
        self._reach: dict[str, tuple[int, list[Row]] | Refused] = {}
        self._ends: dict[str, Mapping[Cell, tuple[Row, ...]]] = {}

    def __iter__(self) -> Iterator[Option]:
        return iter(self.options)

    def __len__(self) -> int:
        return len(self.options)

    @cached_property
    def actor(self) -> Creature:
        """Whoever decides, as its side knows the battle; LookupError where nobody does."""
        if self.decision is None:
            raise LookupError("nobody decides")
        return self.battle.world[self.decision.actor]

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """Every option in canonical order."""
        moves = (option for family in self.families for option in family.options)
        return (*moves, *(found for found in self._judged if isinstance(found, Option)))

    @cached_property
    def refused(self) -> tuple[Barred, ...]:
        """What is refused, in the same order; of moves whole modes."""
        if not self._turn:
            return tuple(found for found in self._judged if isinstance(found, Barred))
        modes = (
            Barred(it.Move(self.actor.id, mode=name), found)
            for name in self.battle.ruleset.modes
            if (found := self._leads_nowhere(name)) is not None
        )
        return (*modes, *(found for found in self._judged if isinstance(found, Barred)))

    def _leads_nowhere(self, mode: str) -> Refused | None:
        """Why a mode takes the creature nowhere; None where it does, or another serves for it."""
        found = self.reach(mode)
        if isinstance(found, Refused):
            return found
        if any(row.can_stop and len(row.bodies) > 1 for row in found[1]):
            return None
        tried = self.judge(it.Move(self.actor.id, mode=mode))
        return tried.refusal if isinstance(tried, Barred) else None

    @property
    def goals(self) -> tuple[Progress, ...]:
        """The goals of the side that decides, and how far they are met."""
        return progress(self.battle, self.actor.side)

    @cached_property
    def families(self) -> tuple[Family, ...]:
        """The modes of movement that are open, in the ruleset's order.

        None that would be another name for one of them: none on foot for who flies, and none that
        climbs where that leads nowhere else, and nowhere better, than going on foot.
        """
        if not self._turn:
            return ()
        flies = any(
            mode.requires == "flying" and self.bars(mode.name) is None
            for mode in self.battle.ruleset.modes.values()
        )
        families: list[Family] = []
        for mode in self.battle.ruleset.modes.values():
            found = self.reach(mode.name)
            if isinstance(found, Refused) or (flies and mode.on_foot):
                continue
            alike = mode.climbs and any(_as_good(one.rows, found[1]) for one in families)
            family = self._family(mode, *found)
            if family.options and not alike:
                families.append(family)
        return tuple(families)

    def reach(self, mode: str) -> tuple[int, list[Row]] | Refused:
        """How far a mode goes in cells, and the bodies within reach, or why it goes nowhere."""
        if mode not in self._reach:
            self._reach[mode] = reachable(self.battle, self.actor, mode)
        return self._reach[mode]

    def ends(self, mode: str) -> Mapping[Cell, tuple[Row, ...]]:
        """The bodies in which a move in a mode may end, by place: at each whole, then squeezed."""
        if mode not in self._ends:
            found, ends = self.reach(mode), dict[Cell, tuple[Row, ...]]()
            rows = () if isinstance(found, Refused) else found[1]
            for row in sorted(rows, key=lambda row: (row.squeezing, row.cost)):
                if row.can_stop and len(row.bodies) > 1:
                    ends[row.at] = (*ends.get(row.at, ()), row)
            self._ends[mode] = ends
        return self._ends[mode]

    def bars(self, mode: str) -> Refused | None:
        """Why no move can be made in a mode now; None where the creature may try."""
        battle = self.battle
        found = battle.ruleset.economy.allowance(battle, self.actor, battle.ruleset.modes[mode])
        return found if isinstance(found, Refused) else None

    def _family(self, mode: MoveMode, budget: int, rows: list[Row]) -> Family:
        """A mode with its options. Ways within reach are allowed, and all of a mode cost the same
        counts; only those that attack are judged one by one.
        """  # noqa: D205
        options: list[Option] = []
        for row in rows:
            if row.can_stop and len(row.bodies) > 1:
                for intent in self._moves(mode, row):
                    if options and not (mode.attack or mode.midway):
                        options.append(Option(intent, options[0].cost, options[0].clauses))
                    elif isinstance(found := self.judge(intent), Option):
                        options.append(found)
        return Family(mode, budget, tuple(rows), tuple(options))

    def _moves(self, mode: MoveMode, row: Row) -> Iterator[it.Move]:
        """The moves by a way; those that end or pass in an attack for each whom they may strike."""
        path = tuple(body.at for body in row.bodies[1:])
        extents = tuple(body.extent for body in row.bodies[1:])
        targets: Iterable[str | None] = (None,)
        if mode.attack or mode.midway:
            targets = [foe.id for foe in enemies(self.battle, self.actor)]
        for target in targets:
            yield it.Move(self.actor.id, path=path, mode=mode.name, extents=extents, target=target)

    @cached_property
    def _judged(self) -> tuple[Option | Barred, ...]:
        return tuple(self.judge(intent) for intent in self._candidates())

    def judge(self, intent: it.Intent) -> Option | Barred:
        """Whether an intent may be carried out now, with what it costs or why it may not."""
        begun = begin(self.battle, intent)
        if isinstance(begun, Refused):
            return Barred(intent, begun)
        if self.decision is None:
            return Option(intent, (), ())
        have = self.actor.resources
        left = dict(have.counts)
        clauses: dict[str, None] = {}
        for event in begun:
            clauses.update(dict.fromkeys(event.clauses))
            if isinstance(event, Spent) and event.actor == self.actor.id:
                left.update(event.counts)
        cost = tuple((name, have[name] - n) for name, n in sorted(left.items()) if n < have[name])
        brings = tuple((name, n - have[name]) for name, n in sorted(left.items()) if n > have[name])
        if not clauses:
            concepts, name = self.battle.ruleset.concepts, it.NAMES[type(intent)]
            clauses[concepts.get(ACT_CONCEPTS.get(name, name), concepts["turn"])] = None
        return Option(intent, cost, tuple(clauses), brings)

    # --- acts ------------------------------------------------------------------------------------

    @cached_property
    def acts(self) -> tuple[Act, ...]:
        """What may be done besides moving and covering areas, in canonical order."""
        return tuple(act for name in it.INTENTS for act in self.named(name))

    @cached_property
    def unaimed(self) -> tuple[Act, ...]:
        """Those of them that are never aimed at anybody."""
        names = (name for name, kind in it.INTENTS.items() if not _aimed(kind))
        return tuple(act for name in names for act in self.named(name))

    def act(self, key: str) -> Act | None:
        """The act of a key; None where the rules, or what is known of others, have no such act."""
        return next((act for act in self.named(key.partition(" ")[0]) if act.key == key), None)

    def named(self, name: str) -> tuple[Act, ...]:
        """The acts of one name, one for each variant."""
        if name not in it.INTENTS:
            return ()
        if name not in self._named:
            self._named[name] = tuple(self._acts(name)) if self._turn else ()
        return self._named[name]

    def _acts(self, name: str) -> Iterator[Act]:
        """Candidates put together by variant, each aim once with its details left open."""
        fields = attrs.fields(it.INTENTS[name])
        at_places = any(field.metadata == it.PLACE for field in fields)
        if at_places or name not in self.battle.ruleset.intents:
            return
        open_ = (it.MANNER, it.DETAIL, it.SPOT)
        left = {one.name: one.default for one in fields if one.metadata in open_}
        said = [field for field in fields if field.metadata == it.MANNER]
        acts: dict[str, dict[Aim, Option | Barred]] = {}
        places: dict[str, dict[Aim, tuple[Option, ...]]] = {}
        manners: dict[str, None] = {}
        for intent in _of(name, self.battle, self.actor):
            others = (one.name for one in said if getattr(intent, one.name) != one.default)
            manners.update(dict.fromkeys(others))
            found, aim, plain = acts.setdefault(it.key_of(intent), {}), it.aim_of(intent), intent
            if left:
                plain = attrs.evolve(intent, **left)
            if aim not in found:
                found[aim] = self.judge(plain)
            before = found[aim]
            if isinstance(before, Barred) and before.refusal.reason not in OWN and intent != plain:
                other = self.judge(intent)
                found[aim] = other if isinstance(other, Option) else before
            if it.spot_of(intent) is not None and isinstance(one := self.judge(intent), Option):
                there = places.setdefault(it.key_of(intent), {})
                there[aim] = (*there.get(aim, ()), one)
        if not acts and _aimed(it.INTENTS[name]):
            acts[name] = {}
        alone = any(field.metadata == it.FRIEND for field in fields) and not any(
            self.battle.friends(self.actor)
        )
        lacking = Reason.NO_FRIEND if alone else Reason.NO_TARGET
        nobody = refuse(lacking, self.battle.ruleset.clause(name))
        for key, found in acts.items():
            yield Act(key, tuple(manners), found, nobody, places.get(key, {}))

    def manner(self, field: str) -> Refused | None:
        """Why no act may be done in a manner now; None where one may, or could be elsewhere."""
        acts = [act for act in self.acts if field in act.manners]
        able = [one for act in acts for one in act.aims.values() if isinstance(one, Option)]
        if able:
            so: dict[str, Any] = {field: True}
            return refusal_of(self.judge(attrs.evolve(one.intent, **so)) for one in able)
        found = (refusal_of(act.aims.values()) for act in acts)
        return next((one for one in found if one is not None and one.reason in OWN), None)

    # --- candidates ------------------------------------------------------------------------------

    def _candidates(self) -> Iterator[it.Intent]:
        if not self._turn:
            yield from self._answers()
            return
        for name in it.INTENTS:
            yield from _of(name, self.battle, self.actor)

    def _answers(self) -> Iterator[it.Intent]:
        """The answers to a question."""
        if self.decision is None:
            return
        battle, actor, top = self.battle, self.actor, self.battle.world.agenda.top
        if isinstance(top, Offering):
            for weapon, stamina in product(
                actor.offence.weapons, battle.ruleset.attacks.amounts(battle, actor)
            ):
                yield it.Take(actor.id, weapon.name, stamina)
        elif isinstance(top, Asking):
            procedure = battle.ruleset.procedures[top.procedure]
            if isinstance(procedure, Bidding):
                yield from procedure.bids(battle, top)
            elif top.intent:
                yield from procedure.candidates(battle, actor)
            else:
                yield it.Take(actor.id)
        yield it.Decline(actor.id)


def _as_good(rows: Iterable[Row], others: Iterable[Row]) -> bool:
    """Whether some places to stop in cost and provoke as much as others, and are the same."""

    def worth(found: Iterable[Row]) -> list[tuple[Cell, Cell, int, int]]:
        return [(row.at, row.extent, row.cost, len(row.provokes)) for row in found if row.can_stop]

    return worth(rows) == worth(others)


def _aimed(kind: type[it.Intent]) -> bool:
    """Whether an intent may be aimed at somebody or something."""
    return any(field.metadata in it.AIMS for field in attrs.fields(kind))


def _of(name: str, battle: Battle, actor: Creature) -> Iterable[Any]:
    """The intents of a name that may be tried in a turn, in a fixed order."""
    if name not in battle.ruleset.intents:
        return ()
    procedure = battle.ruleset.procedures.get(name)
    if procedure is not None:
        return procedure.candidates(battle, actor)
    return _PLAIN[name](battle, actor) if name in _PLAIN else ()


def _strikes(battle: Battle, actor: Creature) -> Iterator[it.Strike]:
    """Each enemy with each weapon, guarding oneself or not, with each amount put in."""
    guards = (False, True) if "defensive" in battle.ruleset.conditions else (False,)
    amounts = battle.ruleset.attacks.amounts(battle, actor)
    for foe, weapon in product(enemies(battle, actor), arms(battle, actor)):
        for defensive, stamina in product(guards, amounts):
            yield it.Strike(actor.id, foe.id, weapon.name, defensive, stamina)


def _full_attacks(battle: Battle, actor: Creature) -> Iterator[it.FullAttack]:
    """Each enemy with each weapon, guarding oneself or not."""
    guards = (False, True) if "defensive" in battle.ruleset.conditions else (False,)
    for foe, weapon, defensive in product(enemies(battle, actor), arms(battle, actor), guards):
        yield it.FullAttack(actor.id, foe.id, weapon.name, defensive)


ACT_CONCEPTS = {"strike": "attack", "take": "opportunity", "decline": "opportunity"}
"""The concepts behind acts that go by another name."""

_PLAIN: dict[str, Any] = {
    "strike": _strikes,
    "full_attack": _full_attacks,
    "stand": lambda _battle, actor: (it.Stand(actor.id),),
    "drop": lambda _battle, actor: (it.Drop(actor.id),),
    "total_defense": lambda _battle, actor: (it.TotalDefense(actor.id),),
    "end_turn": lambda _battle, actor: (it.EndTurn(actor.id),),
}
"""The candidates of the acts that are no procedures."""


def choices(battle: Battle, as_seen_by: Any = DECIDER) -> Choices:
    """What whoever decides may do now; nothing where nobody decides.

    ``as_seen_by``: the side whose knowledge it rests on, that of whoever decides unless told; None:
    the truth.
    """
    decision = battle.decision
    if as_seen_by is DECIDER:
        turn = decision is not None and decision.is_turn
        as_seen_by = battle.world[decision.actor].side if decision and turn else None
    return Choices(believed(battle, as_seen_by), decision)


def charged(battle: Battle, move: it.Move, target: str) -> Choices | None:
    """What whoever decides may do at the end of a charge at a foe; None where it is refused."""
    begun = begin(battle, move)
    if isinstance(begun, Refused) or not move.path:
        return None
    child, actor = battle.fork(), battle.world[move.actor]
    extent = move.extents[-1] if move.extents else actor.body.extent
    squeezed = actor.position.squeezed
    begun = [event for event in begun if isinstance(event, Spent)]
    begun.append(Placed(actor.id, actor.at, move.path[-1], extent, squeezed))
    for event in (*begun, Charged(actor.id, (target,))):
        apply(child.world, event)
    return choices(child)


def acts_at_once(
    battle: Battle, actor: Creature, targets: Container[str] | None = None
) -> Iterator[tuple[it.Intent, tuple[Event, ...]]]:
    """The special acts that cannot fail and are open to a creature in its turn, with their events.

    Those aimed at some targets; else those that concern nobody but their maker and take something.
    """
    ruleset = battle.ruleset
    for name in it.INTENTS:
        procedure = ruleset.procedures.get(name)
        if procedure is None:
            done = name in _PLAIN and name != "end_turn"
        else:
            done = isinstance(procedure, PlainAct) and procedure.at_once
        if name not in ruleset.intents or not done:
            continue
        for intent in _of(name, battle, actor):
            if targets is None:
                fits = not any(it.aim_of(intent)) and it.key_of(intent) == name
            else:
                fits = procedure is not None and getattr(intent, "target", None) in targets
            begun = begin(battle, intent) if fits else None
            if not isinstance(begun, list) or any(isinstance(one, Undertaken) for one in begun):
                continue
            if any(isinstance(one, Spent) and one.actor == actor.id for one in begun):
                yield intent, tuple(begun)


def rising(battle: Battle, actor: Creature) -> tuple[it.Intent, tuple[str, ...]] | None:
    """What gets a creature up that lies, and the foes to whom that gives an opportunity."""
    intent = it.Stand(actor.id)
    if not actor.has("prone") or isinstance(begin(battle, intent), Refused):
        return None
    found = battle.ruleset.opportunity.by_act(battle, actor, "stand", actor)
    return intent, tuple(dict.fromkeys(one.foe for one in found))


def arming(
    battle: Battle, actor: Creature
) -> Iterator[tuple[it.Intent, tuple[Event, ...], tuple[str, ...]]]:
    """What a creature may do now to make a weapon usable that is not.

    With what comes of it if nothing prevents it, and the foes to whom it gives an opportunity.
    """
    for procedure, intent in _armings(battle, actor):
        made = procedure.made(battle, intent)
        begun = begin(battle, intent) if made else None
        if isinstance(begun, list):
            spent = [one for one in begun if isinstance(one, Spent)]
            foes = dict.fromkeys(one.by for one in begun if isinstance(one, Provoked))
            yield intent, (*spent, *made), tuple(foes)


def lifting(battle: Battle, actor: Creature, thing: str) -> Iterator[it.Intent]:
    """What a creature may do now to take something up."""
    for _, intent in _armings(battle, actor):
        if it.aim_of(intent) == (thing,) and not isinstance(begin(battle, intent), Refused):
            yield intent


def armed(battle: Battle, actor: Creature) -> tuple[Event, ...]:
    """What would make all weapons of a creature usable, whether or not it may be done now."""
    found = _armings(battle, actor)
    return tuple(event for one, intent in found for event in one.made(battle, intent))


def _armings(battle: Battle, actor: Creature) -> Iterator[tuple[Arming, it.Intent]]:
    for procedure in battle.ruleset.procedures.values():
        if isinstance(procedure, Arming):
            yield from ((procedure, intent) for intent in procedure.candidates(battle, actor))


def freeing(battle: Battle, actor: Creature) -> Iterator[tuple[it.Intent, tuple[Event, ...]]]:
    """What a creature may do now that rids it at once of a condition or of a load.

    With what comes of it; where a load may lie in several places, in the first.
    """
    seen = set()
    for intent, begun in _begun(battle, actor, PlainAct):
        act = it.key_of(intent), it.aim_of(intent)
        if act in seen:
            continue
        seen.add(act)
        sure = not any(isinstance(one, Undertaken) for one in begun)
        if sure and any(
            isinstance(one, ConditionLost | SetDown) and one.actor == actor.id for one in begun
        ):
            yield intent, tuple(begun)


def breaking_free(battle: Battle, actor: Creature) -> Iterator[it.Intent]:
    """What a creature that is held may try now, with dice, to be so no longer."""
    for name in it.INTENTS:
        if _thrown(battle.ruleset.procedures.get(name)):
            for intent in _of(name, battle, actor):
                if not it.aim_of(intent) and name in battle.ruleset.intents:
                    yield intent


def giving_up(battle: Battle, actor: Creature) -> Iterator[it.Intent]:
    """What a creature may do now to leave the fight of its own accord."""
    yield from (intent for intent, _ in _begun(battle, actor, GivingUp))


def striving(battle: Battle, actor: Creature) -> Iterator[it.Intent]:
    """The acts of several turns that a creature may begin now or go on with."""
    for intent, begun in _begun(battle, actor, Lasting):
        if any(isinstance(one, Strove) and one.effort.act for one in begun):
            yield intent


def _begun(battle: Battle, actor: Creature, kind: type) -> Iterator[tuple[it.Intent, list[Event]]]:
    """What a creature may begin now of the procedures of a kind, in the order of intents.

    But for what dice decide.
    """
    ruleset = battle.ruleset

    def make() -> list[str]:
        found = ((name, ruleset.procedures.get(name)) for name in it.INTENTS)
        some = [name for name, one in found if isinstance(one, kind) and not _thrown(one)]
        return [name for name in some if name in ruleset.intents]

    for name in ruleset.memo.of(("procedures", kind), make):
        for intent in _of(name, battle, actor):
            begun = begin(battle, intent)
            if isinstance(begun, list):
                yield intent, begun


def _thrown(procedure: object) -> bool:
    """Whether dice decide what comes of an act as soon as it is begun."""
    return isinstance(procedure, PlainAct) and procedure.throws


def perft(battle: Battle, depth: int) -> int:
    """How many sequences of so many options there are, with the battle's own dice.

    A move is one option for each place and extent, by its cheapest way.
    """
    if not depth or battle.decision is None:
        return 1
    found = choices(battle, as_seen_by=None)
    if depth == 1:
        return len(found)
    count = 0
    for option in found:
        child = battle.fork()
        submit(child, option.intent)
        count += perft(child, depth - 1)
    return count
