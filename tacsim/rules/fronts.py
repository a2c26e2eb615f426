"""The states that a forecast goes on from, with equal ones put together.

Rules ask for hit points only to take damage from them, and what comes of damage without further
dice depends on what it leaves. So states that differ in hit points alone are carried on as one
until one of those who differ is hurt, and then what follows is found once for each number left.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from tacsim.core import events as ev
from tacsim.core.apply import apply
from tacsim.core.components import DiceState, HitPoints
from tacsim.core.world import Table
from tacsim.rules.battle import Battle

Points: TypeAlias = tuple[tuple[str, HitPoints], ...]
"""The hit points of those who were hurt, by name."""

NOTHING: Mapping[str | None, Any] = {}
"""What there is of a kind of component that nobody has yet."""


class Alike:
    """States that differ in hit points alone.

    ``battle``: one of them; ``share``: the probability of each weight; ``weights``: those of the
    states by the hit points that are others than at ``first``.
    """

    def __init__(
        self, battle: Battle, first: Table, share: Fraction, weights: Mapping[Points, int]
    ) -> None:
        self.battle = battle
        self.share = share
        self.weights = dict(weights)
        self._first = first

    @property
    def weight(self) -> int:
        """That of all of them."""
        return sum(self.weights.values())

    def add(self, share: Fraction, weights: Mapping[Points, int]) -> None:
        """Add more of them."""
        ratio = share / self.share
        if ratio.denominator > 1:
            self.share /= ratio.denominator
            self.weights = {one: n * ratio.denominator for one, n in self.weights.items()}
        for points, weight in weights.items():
            self.weights[points] = self.weights.get(points, 0) + weight * ratio.numerator

    def apart(self) -> Iterator[Alike]:
        """Each of the states by itself."""
        for points, weight in self.weights.items():
            yield Alike(self.state(points), self._first, self.share, {points: weight})

    def state(self, points: Points) -> Battle:
        """One of the states."""
        child, mine = self.battle.fork(), dict(points)
        for name in sorted({name for one in self.weights for name, _left in one}):
            left: HitPoints = mine.get(name) or self._first[name]
            apply(child.world, ev.Damaged(name, name, 0, left.current))
        return child

    @property
    def varying(self) -> frozenset[str]:
        """The creatures whose hit points are not the same in all of them."""
        if len(self.weights) == 1:
            return frozenset()
        every = [frozenset(points) for points in self.weights]
        same = frozenset.intersection(*every)
        return frozenset([name for name, _left in frozenset.union(*every) - same])

    def after(self, name: str, amount: int) -> Iterator[tuple[int, Points, Points, int]]:
        """What damage leaves of a creature's hit points in each of the states.

        With the state's hit points, those of all others among them, and its weight.
        """
        for points, weight in self.weights.items():
            others = tuple([one for one in points if one[0] != name])
            mine: HitPoints = dict(points).get(name) or self._first[name]
            yield mine.current - amount, points, others, weight


class Front:
    """States by what tells them apart beside hit points and dice; all come from one origin."""

    def __init__(self, origin: Battle, first: Table) -> None:
        self.found: list[Alike] = []
        self._origin = origin
        self._first = first
        self._by: dict[Any, Alike] = {}
        """Them by what tells them apart, once there are several to be told apart."""

    def __len__(self) -> int:
        """How many states there are."""
        return sum(len(one.weights) for one in self.found)

    def add(self, battle: Battle, share: Fraction, weights: Mapping[Points, int]) -> None:
        """Add states that differ in hit points alone, of which a battle is one."""
        fresh = Alike(battle, self._first, share, weights)
        if self.found:
            if not self._by:
                self._by[_told_apart(self.found[0].battle, self._origin)] = self.found[0]
            alike = self._by.setdefault(_told_apart(battle, self._origin), fresh)
            if alike is not fresh:
                alike.add(share, weights)
                return
        self.found.append(fresh)


def hurt_in(before: Battle, after: Battle) -> dict[str, HitPoints]:
    """The hit points that are others than before."""
    old = before.world.tables.get(HitPoints, NOTHING)
    new = after.world.tables.get(HitPoints, NOTHING)
    if new is old:
        return {}
    return {str(name): one for name, one in new.items() if one is not old.get(name)}


def with_points(weights: Mapping[Points, int], hurt: Mapping[str, HitPoints]) -> dict[Points, int]:
    """Weights of states in which the hit points of some are such now."""
    found: dict[Points, int] = {}
    for points, weight in weights.items():
        now = tuple(sorted({**dict(points), **hurt}.items(), key=_name)) if hurt else points
        found[now] = found.get(now, 0) + weight
    return found


def blows(events: Sequence[ev.Event], varying: frozenset[str]) -> list[int]:
    """The places at which one of some is hurt."""
    return [n for n, one in enumerate(events)
            if isinstance(one, ev.Damaged) and one.target in varying]  # fmt: skip


def _name(one: tuple[str, HitPoints]) -> str:
    return one[0]


def _told_apart(battle: Battle, origin: Battle) -> Any:
    """What tells a state from others of one origin, hit points and dice apart."""
    before = origin.world.tables
    return tuple([
        (kind, name, part)
        for kind, table in battle.world.tables.items()
        if kind is not DiceState and kind is not HitPoints
        and table is not (then := before.get(kind, NOTHING))
        for name, part in table.items()
        if part is not then.get(name)
    ])  # fmt: skip
