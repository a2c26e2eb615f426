"""Battles of a trial as saves: fought once more with their dice, and written down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import chain, count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import attrs

from tacsim.content.plain import from_plain, to_plain
from tacsim.content.records import Scenario
from tacsim.session.headless import play_out
from tacsim.sim.fights import session_of
from tacsim.sim.workers import Processes, Task, coming
from tacsim.storage.frame_file import SUFFIX
from tacsim.storage.journal import Journal
from tacsim.storage.place import saves_folder
from tacsim.storage.saved import header_of


@attrs.frozen
class Wanted:
    """A battle by its scenario, its seed, who plays, and after how many rounds it is undecided."""

    scenario: Scenario
    seed: int
    controllers: Mapping[str, str]
    max_rounds: int


def write(wanted: Wanted, path: Path) -> None:
    """Fight a battle and keep it at a path; what goes wrong in it is raised, the rest is kept."""
    session = session_of(wanted.scenario, wanted.seed, wanted.controllers)
    header = header_of(wanted.scenario, session.battle, dict(wanted.controllers), created="")
    with Journal.create(path.parent, header, path, sync=False) as journal:
        journal.attach(session)
        play_out(session, wanted.max_rounds, lambda _: None)


def saved(wanted: Wanted) -> bytes:
    """The same as the bytes of a file."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"battle{SUFFIX}"
        write(wanted, path)
        return path.read_bytes()


def faults_folder() -> Path:
    """Where battles that fail are kept."""
    return saves_folder() / "faults"


def kept(wanted: Sequence[Wanted], folder: Path) -> list[Path]:
    """Keep battles that fail in a folder, as far as they come; where they are.

    Other processes fight them, which may die of it.
    """
    if not wanted:
        return []
    folder.mkdir(parents=True, exist_ok=True)
    jobs = list(enumerate(_places(wanted, folder)))
    plain = [(to_plain(one.scenario), one.seed, one.controllers, one.max_rounds) for one in wanted]
    task = Task(_keep, wanted, _read, (plain,), _lost)
    return list(coming(task, jobs, Processes(2)))


def _places(wanted: Sequence[Wanted], folder: Path) -> list[str]:
    """Names in a folder that are free, one for each."""
    found: list[str] = []
    for one in wanted:
        name = "".join(char if char.isalnum() else "-" for char in one.scenario.name)[:40]
        numbered = (f"{name}-{one.seed}{more}" for more in chain([""], map("-{}".format, count(2))))
        paths = (str(folder / f"{stem}{SUFFIX}") for stem in numbered)
        found.append(next(path for path in paths if path not in found and not Path(path).exists()))
    return found


def _read(plain: Sequence[tuple[Mapping[str, Any], int, Mapping[str, str], int]]) -> list[Wanted]:
    return [Wanted(from_plain(one), seed, players, rounds) for one, seed, players, rounds in plain]


def _keep(wanted: Sequence[Wanted], job: tuple[int, str]) -> Path:
    at, name = job
    path = Path(name)
    path.unlink(missing_ok=True)  # of one who died of it
    with suppress(Exception):  # it is kept because it fails
        write(wanted[at], path)
    return path


def _lost(job: tuple[int, str], _why: str) -> Path:
    return Path(job[1])
