"""Counting: what came of many battles, kept up battle by battle, in little room.

Of each battle a row of some twenty bytes stays; all else is added up, so that ten thousand battles
take no more memory than a hundred.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Mapping, Sequence
from math import ceil
from statistics import fmean, median
from typing import Any

from tacsim.core.components import HitPoints, Identity
from tacsim.grid.cells import Cell
from tacsim.sim.fights import Fight, Fighter
from tacsim.sim.plans import Plan
from tacsim.sim.stats import wilson

EIGHTHS = 8
"""Into how many parts hit points left are sorted."""
NOBODY = -1
"""The winner of an undecided battle, among the numbers of the sides."""
MEANS = {"hp_left": "hp_left", "damage": "damage", "taken": "taken", "downs": "downs",
         "falls": "falls", "opportunities_given": "given", "opportunities_taken": "seized",
         "survives": "stands"}  # fmt: skip
"""What is told of a creature as a mean of a battle, with what it is of a :class:`Fighter`."""


class Tally:
    """The battles of a plan that are over, counted.

    The columns have an entry for each battle, in their order: ``numbers`` its place in the plan,
    ``winners`` the number of the side, ``rounds``, ``turns``, ``first`` the round in which the
    first creature went down (0: none), and for each side ``left``, the hit points that it has
    left, and ``standing``, how many of it stand.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        sides = [side.id for side in plan.scenario.sides]
        self.own = {side: [one.id for one in plan.scenario.creatures if one.side == side]
                    for side in sides}  # fmt: skip
        self.numbers, self.winners = array("l"), array("b")
        self.rounds, self.turns, self.first = array("l"), array("l"), array("l")
        self.left = {side: array("l") for side in sides}
        self.standing = {side: array("l") for side in sides}
        self.most = {one.id: one.get(HitPoints).maximum for one in plan.scenario.creatures}
        self.names = {one.id: one.get(Identity).name for one in plan.scenario.creatures}
        self.spread = {who: [0] * EIGHTHS for who in self.most}
        self.fell: dict[Cell, Counter[str]] = {}
        """How often each creature lay in a cell as it went down."""
        self._sums = {who: Counter[str]() for who in self.most}
        self._losses = {side: Counter[int]() for side in sides}
        self._played: dict[str, Counter[str]] = {}

    def add(self, number: int, one: Fight) -> None:
        """Count a battle, by its place in the plan."""
        sides = list(self.own)
        self.numbers.append(number)
        self.winners.append(NOBODY if one.winner is None else sides.index(one.winner))
        self.rounds.append(one.rounds)
        self.turns.append(one.turns)
        self.first.append(one.falls[0].round if one.falls else 0)
        for side, own in self.own.items():
            self.left[side].append(sum(one.fighters[who].hp_left for who in own))
            self.standing[side].append(sum(one.fighters[who].stands for who in own))
            rounds = [fall.round for fall in one.falls if fall.who in own]
            if rounds:
                self._losses[side][rounds[0]] += 1
        for who, fighter in one.fighters.items():
            self._add(who, fighter)
        for fall in one.falls:
            for cell in fall.cells:
                self.fell.setdefault(cell, Counter())[fall.who] += 1
        self._count_players(one)

    def _add(self, who: str, one: Fighter) -> None:
        self._sums[who].update({key: getattr(one, field) for key, field in MEANS.items()})
        if one.stands:
            part = (one.hp_left * EIGHTHS - 1) // max(self.most[who], 1)
            self.spread[who][min(max(part, 0), EIGHTHS - 1)] += 1

    def _count_players(self, one: Fight) -> None:
        for side, who in one.controllers.items():
            told = self._played.setdefault(who.removeprefix("ai:"), Counter())
            told["battles"] += 1
            told["wins"] += one.winner == side
        for name, (choices, milliseconds) in one.choices.items():
            told = self._played.setdefault(name, Counter())
            told["choices"] += choices
            told["microseconds"] += round(1000 * milliseconds)

    # --- told --------------------------------------------------------------------------------

    @property
    def battles(self) -> int:
        """How many are over."""
        return len(self.numbers)

    def wins(self, side: str) -> int:
        """How many a side has won."""
        return self.winners.count(list(self.own).index(side))

    @property
    def margin(self) -> float:
        """How far the least sure win rate may be off, at 95 %."""
        worst = 0.0
        for side in self.own:
            wins = self.wins(side)
            rate = wins / self.battles if self.battles else 0.5
            low, high = wilson(wins, self.battles)
            worst = max(worst, rate - low, high - rate)
        return worst

    def mean(self, who: str, what: str) -> float:
        """The mean of one of :data:`MEANS` of a creature."""
        return round(self._sums[who][what] / self.battles, 3) if self.battles else 0.0

    def side(self, side: str) -> dict[str, Any]:
        """What is told of a side."""
        own = self.own[side]
        losses = sorted(self._losses[side].elements())

        def whole(what: str) -> float:
            total = sum(self._sums[who][what] for who in own)
            return round(total / self.battles, 3) if self.battles else 0.0

        return {
            "controller": self.plan.sides[side],
            **rated(self.wins(side), self.battles),
            "damage": whole("damage"),
            "downed": whole("downs"),
            "taken": whole("taken"),
            "hp_left": whole("hp_left"),
            "standing": round(fmean(self.standing[side]), 3) if self.battles else 0.0,
            "opportunities_given": whole("opportunities_given"),
            "opportunities_taken": whole("opportunities_taken"),
            "first_loss": _middle(losses),
        }

    def creature(self, who: str) -> dict[str, Any]:
        """What is told of a creature."""
        told = {key: self.mean(who, key) for key in ("survives", *MEANS)}
        return {**told, "hp": self.most[who], "hp_spread": list(self.spread[who])}

    def players(self) -> dict[str, Any]:
        """How each controller did, whichever side it played."""
        found = {}
        for name, told in self._played.items():
            rates = rated(told["wins"], told["battles"])
            spent = told["microseconds"] / 1000
            found[name] = {
                "wins": told["wins"],
                "battles": told["battles"],
                **{key: rates[key] for key in ("rate", "low", "high")},
                "ms_per_choice": round(spent / told["choices"], 3) if told["choices"] else 0.0,
            }
        return found

    def places(self) -> list[dict[str, Any]]:
        """Where people lay as they went down, cell by cell."""
        return [
            {"at": list(cell), "count": many.total(), "creatures": dict(sorted(many.items()))}
            for cell, many in sorted(self.fell.items())
        ]

    def answer(self, name: str, seconds: float) -> dict[str, Any]:
        """What ``simulate --json`` answers: rates are of all battles, undecided ones included."""
        count = self.battles
        rounds, first = sorted(self.rounds), sorted(filter(None, self.first))
        answer: dict[str, Any] = {
            "scenario": name,
            "battles": count,
            "seed": self.plan.seed,
            "turns": sum(self.turns),
            "seconds": round(seconds, 3),
            "sides": {side: self.side(side) for side in self.own},
            "undecided": self.winners.count(NOBODY),
            "rounds": {**_middle(rounds), "counts": sorted(map(list, Counter(rounds).items()))},
            "first_down": {"battles": len(first), **_middle(first)},
            "creatures": {who: self.creature(who) for who in self.most},
            "fell": self.places(),
        }
        if self.plan.mirrored:
            answer["controllers"] = self.players()
        return answer

    def records(self) -> list[dict[str, Any]]:
        """A flat row for each battle, as data frames take them.

        Of each side it has the hit points left and how many stand, as ``SIDE.hp_left`` and
        ``SIDE.standing``; ``winner`` is None where it is undecided, ``first_down`` where nobody
        went down.
        """
        sides = list(self.own)
        found = []
        for at, number in enumerate(self.numbers):
            seed, players = self.plan.battle(number)
            row: dict[str, Any] = {
                "seed": seed,
                "winner": None if self.winners[at] == NOBODY else sides[self.winners[at]],
                "rounds": self.rounds[at],
                "turns": self.turns[at],
                "first_down": self.first[at] or None,
            }
            for side in sides:
                row |= {
                    f"{side}.controller": players[side],
                    f"{side}.hp_left": self.left[side][at],
                    f"{side}.standing": self.standing[side][at],
                }
            found.append(row)
        return found


def rated(wins: int, battles: int) -> dict[str, Any]:
    """Wins, their rate, and the interval in which that lies."""
    low, high = wilson(wins, battles)
    rate = round(wins / battles, 4) if battles else 0.0
    return {"wins": wins, "rate": rate, "low": round(low, 4), "high": round(high, 4)}


def _middle(ordered: Sequence[int]) -> dict[str, float]:
    """Mean, median, and what nine of ten do not exceed."""
    return {
        "mean": round(fmean(ordered), 3) if ordered else 0.0,
        "median": median(ordered) if ordered else 0,
        "p90": ordered[ceil(0.9 * len(ordered)) - 1] if ordered else 0,
    }


def shares(tally: Tally) -> Mapping[str, Sequence[float]]:
    """Of each battle, the share of each side's hit points that is left."""
    whole = {side: max(sum(tally.most[who] for who in own), 1) for side, own in tally.own.items()}
    return {side: [left / whole[side] for left in tally.left[side]] for side in tally.own}
