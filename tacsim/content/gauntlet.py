"""Gauntlets: what the scenario of a fight says of the run that it belongs to.

A run is a chain of fights, of which each is a scenario with a table ``[gauntlet]``. The first side
is the party's. :mod:`tacsim.content.generate.gauntlet` makes the next fight out of a won one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from tacsim.i18n import N_
from tacsim.rulesets.schema import Each, Number, Table, Text, Whole, Word

DIFFICULTIES = ("easy", "fair", "hard", "deadly")
"""How strong the foes of a run may be."""
FIGHTS = 999
"""The most fights of a run."""

GAUNTLET = Table(
    {
        "seed": Whole(-(2**63), 2**63 - 1),
        "fight": Whole(1, FIGHTS),
        "party": Text(),
        "worth": Number(0.01, 1_000_000),
        "difficulty": Word(N_("difficulty"), DIFFICULTIES),
        "begun": Text(40),
        "rounds": Whole(0, 1_000_000),
        "lost": Each(Text(), most=FIGHTS),
        "rewards": Each(Text(120), most=FIGHTS),
    },
    frozenset({"seed", "fight", "party", "worth"}),
)
"""The form of the table ``[gauntlet]``."""


@attrs.frozen
class Gauntlet:
    """The run that a fight belongs to, as it stands before the fight.

    ``seed``: the run's, of which every fight is drawn; ``party``: its name; ``worth``: what the
    party weighed when it set out, by its ruleset's measure; ``begun``: when that was, empty where
    it is not known; ``rounds``: those of the fights so far; ``lost``: the names of the dead;
    ``rewards``: the ids of what was chosen.
    """

    seed: int
    fight: int
    party: str
    worth: float
    difficulty: str = "fair"
    begun: str = ""
    rounds: int = 0
    lost: tuple[str, ...] = ()
    rewards: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """What tells its run from others, the same in all its fights."""
        return f"{self.seed} {self.begun}".strip()

    @property
    def table(self) -> dict[str, Any]:
        """The table of the scenario file; what is as usual is left out."""
        found = attrs.asdict(self)
        usual = {"difficulty": "fair", "begun": "", "rounds": 0, "lost": (), "rewards": ()}
        kept = {key: value for key, value in found.items() if usual.get(key) != value}
        return {key: list(one) if isinstance(one, tuple) else one for key, one in kept.items()}


def read_gauntlet(table: Mapping[str, Any] | None) -> Gauntlet | None:
    """The run of a table that has the form of :data:`GAUNTLET`; None where there is none."""
    if table is None:
        return None
    lists = {key: tuple(table.get(key, ())) for key in ("lost", "rewards")}
    return Gauntlet(**{**table, **lists, "worth": float(table["worth"])})


def run_of(source: Mapping[str, Any]) -> Gauntlet | None:
    """The run of a scenario's tables, which may hold anything; None where they tell of none."""
    table = source.get("gauntlet")
    return None if any(GAUNTLET.problems(table, {})) else read_gauntlet(table)
