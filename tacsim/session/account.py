"""The account of a battle: what was dealt and risked, who fell when, and where it turned.

It is counted from the opening and the events, whatever shows it. Seen as a side in fog it counts
only what that side learnt.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import attrs

from tacsim.core import events as ev
from tacsim.core.agenda import Attacking, Frame, Trying
from tacsim.core.apply import apply
from tacsim.core.events import Entry, Event
from tacsim.core.world import World
from tacsim.rules.battle import Battle
from tacsim.rules.combat.attacks import attack_roll
from tacsim.session.perception import Memory


@attrs.define
class Tally:
    """What a creature, or a side, did and met with.

    ``dealt``: damage to foes; ``taken``: damage from anybody and anything; ``attacks``, how many of
    them ``hits``, and ``expected``: the sum of the chances that they had, just before the dice, of
    hitting; an attack without dice is a certain hit. ``given``: opportunities given to foes;
    ``met``: how many of them those took; ``used``: opportunities that foes gave and it took.
    ``promised``: the mean damage to foes that its attacks, those on areas too, had to expect just
    before their dice; ``landed``: what these did.
    """

    dealt: int = 0
    taken: int = 0
    attacks: int = 0
    hits: int = 0
    expected: float = 0.0
    given: int = 0
    met: int = 0
    used: int = 0
    promised: float = 0.0
    landed: int = 0

    def add(self, other: Tally) -> None:
        """Add what another one did."""
        for field in attrs.fields(Tally):
            setattr(self, field.name, getattr(self, field.name) + getattr(other, field.name))


@attrs.frozen
class Fall:
    """A creature went down; ``by``: through whom, None for nobody or one who was not seen."""

    creature: str
    by: str | None
    number: int
    round: int


@attrs.frozen
class Sample:
    """What of its hit points each side had left, as a share, when ``number`` events had happened.

    None for a side of which that is not known.
    """

    number: int
    round: int
    left: tuple[float | None, ...]


@attrs.frozen
class Account:
    """A battle as far as it has come.

    ``tallies`` by creature, of those who are known, in the order of the battle; ``samples``: the
    opening, then one at the end of each turn and one at the end; ``turning``: the event by which it
    turned, None for none; ``ahead``: whether nobody led before that; ``seed``: that of its dice,
    None before it has begun.
    """

    tallies: Mapping[str, Tally]
    falls: tuple[Fall, ...] = ()
    samples: tuple[Sample, ...] = ()
    turning: Entry | None = None
    ahead: bool = False
    seed: int | None = None

    def of_side(self, world: World, side: str) -> Tally:
        """What the creatures of a side did, added up."""
        total = Tally()
        for name, tally in self.tallies.items():
            if world[name].side == side:
                total.add(tally)
        return total


def account(opening: Battle, entries: Iterable[Entry], side: str | None = None) -> Account:
    """The account of a battle from its opening and all its events; ``side``: as that learnt of it.

    It turned with the event after which the winner was never again without the lead: that is, had a
    greater share of its hit points left than any foe of its. One who wins without the lead, as by a
    goal, had it turn by the event that ended it. An undecided battle had no turning point.
    """
    counting = _Counting(opening.fork(), side)
    for entry in entries:
        counting.take_in(entry)
    return counting.account()


_HARMLESS = (ev.Stepped, ev.CarriedOn, ev.Spent, ev.Rolled, ev.Undertaken, ev.Concluded)
"""The most frequent events, after which everybody has as much left as before."""


class _Counting:
    """Counts event by event, on a battle of its own."""

    def __init__(self, battle: Battle, side: str | None) -> None:
        self._battle = battle
        self._memory = Memory(battle, side) if side is not None and battle.fog else None
        self._known = self._memory.known if self._memory else frozenset(battle.world.ids)
        self._tallies = {name: Tally() for name in battle.world.ids}
        self._falls: list[Fall] = []
        self._samples: list[Sample] = []
        self._whole = self._points()
        self._lead: list[tuple[Entry, tuple[float, ...]]] = []
        """What each side had left after each event that changed it."""
        self._chance = 1.0
        """That of hitting, of the attack under way."""
        self._means: dict[str, float] = {}
        """The mean damage to each foe of what is about to be thrown for."""
        self._struck: set[str] = set()
        """At whom it was thrown, as far as that was perceived."""
        self._seed: int | None = None
        self._last: Entry | None = None
        self._sample()

    def take_in(self, entry: Entry) -> None:
        """Count an event."""
        battle, event, memory = self._battle, entry.event, self._memory
        top = battle.world.agenda.top
        if isinstance(event, ev.Concluded):
            self._expect(top)
        apply(battle.world, event)
        told: Event | None = event
        if memory is not None:
            perceived = memory.take_in(entry)
            told = perceived.event if perceived is not None else None
            self._known |= memory.known
        if told is not None:
            self._count(entry, told)
        self._last = entry
        if isinstance(event, ev.BattleStarted):
            self._seed = event.seed
        if not self._lead or not isinstance(event, _HARMLESS):
            left = self._shares()
            if not self._lead or self._lead[-1][1] != left:
                self._lead.append((entry, left))
        if isinstance(told, ev.TurnEnded | ev.BattleEnded):
            self._sample()

    def _expect(self, top: Frame | None) -> None:
        """Note what is to be expected of an attack whose dice fall next."""
        battle = self._battle
        self._chance, self._means, self._struck = 1.0, {}, set()
        if isinstance(top, Attacking):
            roll = attack_roll(battle, top)
            self._chance, self._means = roll.hit, {top.target: roll.damage}
        elif isinstance(top, Trying):
            caught = battle.ruleset.areas.promised(battle, top)
            self._means = {one.creature: one.damage for one in caught}

    def _thrown(self, actor: str, targets: Iterable[str]) -> None:
        """Count what an attack promised of those foes at whom it was seen to be made."""
        foes = {one for one in targets if not self._battle.world.friendly(actor, one)}
        self._struck = foes & self._means.keys()
        self._tallies[actor].promised += sum(self._means[one] for one in sorted(self._struck))

    def _count(self, entry: Entry, event: Event) -> None:
        """Count an event as it was perceived; who was not is nobody."""
        world, tallies = self._battle.world, self._tallies
        if isinstance(event, ev.Struck):
            if event.actor in tallies and event.target in tallies:
                one = tallies[event.actor]
                one.attacks += 1
                one.hits += event.outcome != "miss"
                one.expected += self._chance
                self._thrown(event.actor, (event.target,))
            self._chance = 1.0
        elif isinstance(event, ev.AreaMade):
            if event.actor in tallies:
                self._thrown(event.actor, event.targets)
        elif isinstance(event, ev.Damaged):
            tallies[event.target].taken += event.amount
            if event.actor in tallies and not world.friendly(event.actor, event.target):
                tallies[event.actor].dealt += event.amount
                if event.target in self._struck:
                    tallies[event.actor].landed += event.amount
                    self._struck.discard(event.target)
        elif isinstance(event, ev.Downed):
            by = event.actor if event.actor in tallies and event.actor != event.target else None
            self._falls.append(Fall(event.target, by, entry.number, entry.round))
        elif isinstance(event, ev.Provoked):
            tallies[event.actor].given += 1
        elif isinstance(event, ev.Took):
            tallies[event.actor].used += 1
            tallies[event.against].met += 1

    def _points(self) -> tuple[int, ...]:
        """The hit points of those still in the fight, by side."""
        battle = self._battle
        points = dict.fromkeys((side.id for side in battle.world.sides.items), 0)
        for one in battle.world.creatures:
            if battle.able(one):
                points[one.side] += max(one.hp.current, 0)
        return tuple(points.values())

    def _shares(self) -> tuple[float, ...]:
        now = zip(self._points(), self._whole, strict=True)
        return tuple(left / whole if whole else 0.0 for left, whole in now)

    def _sample(self) -> None:
        """Note what everybody has left now, as far as it is known."""
        sides, memory = self._battle.world.sides, self._memory
        shares = zip(sides.items, self._shares(), strict=True)
        left = tuple(
            share if memory is None or sides.friendly(memory.side, side.id) else None
            for side, share in shares
        )
        number, round_ = (self._last.number + 1, self._last.round) if self._last else (0, 0)
        self._samples.append(Sample(number, round_, left))

    def _turning(self) -> Entry | None:
        world = self._battle.world
        winner = world.outcome.winner
        if winner is None or self._memory is not None:
            return None
        ids = [side.id for side in world.sides.items]
        foes = [at for at, one in enumerate(ids) if not world.sides.friendly(winner, one)]
        mine, found = ids.index(winner), self._last
        for entry, left in reversed(self._lead):
            if not all(left[mine] > left[foe] for foe in foes):
                break
            found = entry
        return found

    def account(self) -> Account:
        """All of it."""
        known = {name: one for name, one in self._tallies.items() if name in self._known}
        turning = self._turning()
        before = [left for one, left in self._lead if turning and one.number < turning.number]
        ahead = turning is not None and all(len(set(left)) == 1 for left in before)
        falls, samples = tuple(self._falls), tuple(self._samples)
        return Account(known, falls, samples, turning, ahead, self._seed)
