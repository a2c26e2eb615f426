"""Choices: everything that whoever decides may do now, and what it may not, with the reason.

The order is canonical: it follows the order of intents, of creatures in the set-up, of weapons and
of cells, so it is the same in every process. Screens, opponents, scripts and agents take their
intents from here.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from functools import cached_property
from itertools import product
from typing import Any

import attrs

from tacsim.core import intents as it
from tacsim.core.agenda import Asking, Decision, Offering
from tacsim.core.events import Event, Spent, Undertaken
from tacsim.core.verdicts import Refused
from tacsim.core.world import Creature
from tacsim.rules.battle import Battle
from tacsim.rules.combat.policies import Bidding, PlainAct
from tacsim.rules.combat.targets import enemies
from tacsim.rules.engine import begin, submit
from tacsim.rules.forecast import DECIDER
from tacsim.rules.movement.policies import Counts, MoveMode
from tacsim.rules.movement.reachable import Row, reachable
from tacsim.rules.perception import believed

ORDER = tuple(it.INTENTS)
"""The names of intents in the order in which options come."""


@attrs.frozen
class Option:
    """Something that may be done: the intent, what it uses up by name, and its clauses."""

    intent: it.Intent
    cost: Counts
    clauses: tuple[str, ...]


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


class Choices:
    """What whoever decides may do, worked out as it is asked for.

    Iterating gives the options, moves expanded. ``battle`` is what the one who decides perceives.
    """

    def __init__(self, battle: Battle, decision: Decision) -> None:
        self.battle = battle
        self.decision = decision
        self._actor = battle.world[decision.actor]

    def __iter__(self) -> Iterator[Option]:
        return iter(self.options)

    def __len__(self) -> int:
        return len(self.options)

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """Every option in canonical order."""
        moves = (option for family in self.families for option in family.options)
        return (*moves, *(found for found in self._judged if isinstance(found, Option)))

    @cached_property
    def refused(self) -> tuple[Barred, ...]:
        """What is refused, in the same order; of moves whole modes."""
        if not self.decision.is_turn:
            return tuple(found for found in self._judged if isinstance(found, Barred))
        modes = (
            Barred(it.Move(self._actor.id, mode=name), found)
            for name, found in self._modes.items()
            if isinstance(found, Refused)
        )
        return (*modes, *(found for found in self._judged if isinstance(found, Barred)))

    @cached_property
    def families(self) -> tuple[Family, ...]:
        """The modes of movement that are open, in the ruleset's order."""
        if not self.decision.is_turn:
            return ()
        found = ((name, answer) for name, answer in self._modes.items())
        families = (
            self._family(self.battle.ruleset.modes[name], *answer)
            for name, answer in found
            if not isinstance(answer, Refused)
        )
        return tuple(family for family in families if family.options)

    @cached_property
    def _modes(self) -> dict[str, tuple[int, list[Row]] | Refused]:
        battle = self.battle
        return {name: reachable(battle, self._actor, name) for name in battle.ruleset.modes}

    def _family(self, mode: MoveMode, budget: int, rows: list[Row]) -> Family:
        """A mode with its options. Ways within reach are allowed, and all of a mode cost the same
        counts; only those that attack are judged one by one.
        """  # noqa: D205
        options: list[Option] = []
        for row in rows:
            if row.can_stop and len(row.bodies) > 1:
                for intent in self._moves(mode, row):
                    if options and not (mode.attack or mode.midway):
                        options.append(attrs.evolve(options[0], intent=intent))
                    elif isinstance(found := self._judge(intent), Option):
                        options.append(found)
        return Family(mode, budget, tuple(rows), tuple(options))

    def _moves(self, mode: MoveMode, row: Row) -> Iterator[it.Move]:
        """The moves by a way; those that end or pass in an attack for each whom they may strike."""
        path = tuple(body.at for body in row.bodies[1:])
        extents = tuple(body.extent for body in row.bodies[1:])
        targets: Iterable[str | None] = (None,)
        if mode.attack or mode.midway:
            targets = [foe.id for foe in enemies(self.battle, self._actor)]
        for target in targets:
            yield it.Move(self._actor.id, path=path, mode=mode.name, extents=extents, target=target)

    @cached_property
    def _judged(self) -> tuple[Option | Barred, ...]:
        return tuple(self._judge(intent) for intent in self._candidates())

    def _judge(self, intent: it.Intent) -> Option | Barred:
        begun = begin(self.battle, intent)
        if isinstance(begun, Refused):
            return Barred(intent, begun)
        have = self._actor.resources
        left = dict(have.counts)
        clauses: dict[str, None] = {}
        for event in begun:
            clauses.update(dict.fromkeys(event.clauses))
            if isinstance(event, Spent) and event.actor == self._actor.id:
                left.update(event.counts)
        cost = tuple((name, have[name] - n) for name, n in sorted(left.items()) if n < have[name])
        if not clauses:
            concepts, name = self.battle.ruleset.concepts, it.NAMES[type(intent)]
            clauses[concepts.get(_CONCEPTS.get(name, name), concepts["turn"])] = None
        return Option(intent, cost, tuple(clauses))

    # --- candidates ------------------------------------------------------------------------------

    def _candidates(self) -> Iterator[it.Intent]:
        if not self.decision.is_turn:
            yield from self._answers()
            return
        for name in ORDER:
            if name in self.battle.ruleset.intents:
                yield from _of(name, self.battle, self._actor)

    def _answers(self) -> Iterator[it.Intent]:
        """The answers to a question."""
        battle, actor, top = self.battle, self._actor, self.battle.world.agenda.top
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


def _of(name: str, battle: Battle, actor: Creature) -> Iterable[Any]:
    """The intents of a name that may be tried in a turn, in a fixed order."""
    procedure = battle.ruleset.procedures.get(name)
    if procedure is not None:
        return procedure.candidates(battle, actor)
    return _PLAIN[name](battle, actor) if name in _PLAIN else ()


def _strikes(battle: Battle, actor: Creature) -> Iterator[it.Strike]:
    """Each enemy with each weapon, guarding oneself or not, with each amount put in."""
    guards = (False, True) if "defensive" in battle.ruleset.conditions else (False,)
    amounts = battle.ruleset.attacks.amounts(battle, actor)
    for foe, weapon in product(enemies(battle, actor), actor.offence.weapons):
        for defensive, stamina in product(guards, amounts):
            yield it.Strike(actor.id, foe.id, weapon.name, defensive, stamina)


def _full_attacks(battle: Battle, actor: Creature) -> Iterator[it.FullAttack]:
    """Each enemy with each weapon, guarding oneself or not."""
    guards = (False, True) if "defensive" in battle.ruleset.conditions else (False,)
    for foe, weapon, defensive in product(enemies(battle, actor), actor.offence.weapons, guards):
        yield it.FullAttack(actor.id, foe.id, weapon.name, defensive)


_CONCEPTS = {"strike": "attack", "take": "opportunity", "decline": "opportunity"}
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


def choices(battle: Battle, as_seen_by: Any = DECIDER) -> Choices | None:
    """What whoever decides may do now; None where nobody decides.

    ``as_seen_by``: the side whose knowledge it rests on, that of whoever decides unless told; None:
    the truth.
    """
    decision = battle.decision
    if decision is None:
        return None
    if as_seen_by is DECIDER:
        as_seen_by = battle.world[decision.actor].side if decision.is_turn else None
    return Choices(believed(battle, as_seen_by), decision)


def acts(
    battle: Battle, actor: Creature, targets: Container[str] | None = None
) -> Iterator[tuple[it.Intent, tuple[Event, ...]]]:
    """The special acts that cannot fail and are open to a creature in its turn, with their events.

    Those aimed at some targets; else those that concern nobody but their maker and take something.
    """
    ruleset = battle.ruleset
    for name in ORDER:
        procedure = ruleset.procedures.get(name)
        if procedure is None:
            done = name in _PLAIN and name != "end_turn"
        else:
            done = isinstance(procedure, PlainAct) and procedure.at_once
        if name not in ruleset.intents or not done:
            continue
        fields = attrs.fields_dict(it.INTENTS[name])
        own = len(fields) == 1 or name in ruleset.alone
        aimed = "target" in fields and procedure is not None and not own
        if not (own if targets is None else aimed):
            continue
        for intent in _of(name, battle, actor):
            if targets is not None and intent.target not in targets:
                continue
            begun = begin(battle, intent)
            if isinstance(begun, Refused) or any(isinstance(one, Undertaken) for one in begun):
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


def perft(battle: Battle, depth: int) -> int:
    """How many sequences of so many options there are, with the battle's own dice.

    A move is one option for each place and extent, by its cheapest way.
    """
    found = choices(battle, as_seen_by=None) if depth else None
    if found is None:
        return 1
    if depth == 1:
        return len(found)
    count = 0
    for option in found:
        child = battle.fork()
        submit(child, option.intent)
        count += perft(child, depth - 1)
    return count


__all__ = ["ORDER", "Barred", "Choices", "Family", "Option", "acts", "choices", "perft", "rising"]
