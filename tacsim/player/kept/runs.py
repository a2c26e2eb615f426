"""The table of the best runs of the gauntlet: a small file beside the saves.

It may be missing, and it may hold anything (:mod:`tacsim.storage.rows`).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs

from tacsim.content.documents import parse_document
from tacsim.content.faults import ContentError
from tacsim.content.gauntlet import DIFFICULTIES, FIGHTS, Gauntlet
from tacsim.content.generate import written
from tacsim.content.parties import MOST as PARTY
from tacsim.i18n import N_
from tacsim.rulesets import RULESETS
from tacsim.rulesets.schema import Each, Table, Text, Whole, Word
from tacsim.storage.place import saves_folder
from tacsim.storage.rows import read_rows, write_rows

MOST = 500
"""How many runs are kept, the best."""
LIMIT = 1024 * 1024
"""The most bytes that the file may have."""


@attrs.frozen
class Run:
    """A run that is over. ``id``: what tells it from others; ``begun``: when, empty if unknown.

    ``won``: fights; ``rounds``: those that they took; ``left``: who was alive
    after a fight that was won, or still stood in one that was not.
    """

    id: str
    begun: str
    party: str
    ruleset: str
    difficulty: str
    won: int
    rounds: int
    left: tuple[str, ...] = ()

    @property
    def order(self) -> tuple[int, int, str]:
        """By which runs are sorted: most fights first, then fewest rounds, then the oldest."""
        return -self.won, self.rounds, self.begun


def run_over(run: Gauntlet, ruleset: str, won: int, rounds: int, left: tuple[str, ...]) -> Run:
    """What the table says of a run; ``rounds``: those of the fights that were won."""
    return Run(run.id, run.begun, run.party, ruleset, run.difficulty, won, rounds, left)


_ROW = Table(
    {
        "id": Text(80),
        "begun": Text(40),
        "party": Text(),
        "ruleset": Word(N_("ruleset"), tuple(RULESETS)),
        "difficulty": Word(N_("difficulty"), DIFFICULTIES),
        "won": Whole(0, FIGHTS),
        "rounds": Whole(0, 10_000_000),
        "left": Each(Text(), most=PARTY),
    },
    frozenset({"id", "party", "ruleset", "difficulty", "won", "rounds"}),
)
_FORM = Table({"format": Whole(1, 1), "run": Each(_ROW, most=MOST)}, frozenset({"format"}))


def runs_file() -> Path:
    """Where the table is kept; it need not exist yet."""
    return saves_folder() / "gauntlet.toml"


def read_runs(file: Path) -> tuple[list[Run], str]:
    """The runs in a file, the best first; and what is wrong with it, in words, or nothing.

    A damaged file is put aside.

    >>> read_runs(Path("nowhere"))
    ([], '')
    """
    rows, trouble = read_rows(file, _parsed, LIMIT)
    return sorted(rows, key=lambda one: one.order), trouble


def _parsed(data: bytes) -> list[Run]:
    """The runs in a file's bytes; ContentError or ValueError where they are none."""
    document = parse_document(data)
    faults = document.check(_FORM, {})
    if faults:
        raise ContentError(faults)
    rows = document.tables.get("run", [])
    return [Run(**{"begun": "", **row, "left": tuple(row.get("left", ()))}) for row in rows]


def enter(file: Path, run: Run) -> str:
    """Enter a run once; what went wrong, in words, or nothing."""
    kept, trouble = read_runs(file)
    if trouble and file.exists():
        return trouble
    if run.id in [one.id for one in kept]:
        return trouble
    rows = sorted([*kept, run], key=lambda one: one.order)[:MOST]
    tables = {"format": 1, "run": [_plain(one) for one in rows]}
    return write_rows(file, written(tables).encode()) or trouble


def _plain(one: Run) -> dict[str, Any]:
    row = {**attrs.asdict(one), "left": list(one.left)}
    return {key: value for key, value in row.items() if value != ""}
