"""Killed at any moment, nothing that was told or offered before is lost.

``TACSIM_KILLS`` says how often the program is killed; the gate is content with a few.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest
from storage.fights import DUEL, greedy, scenario_of

from tacsim.core.events import record
from tacsim.storage.errors import SaveError
from tacsim.storage.resume import resume
from tacsim.storage.saved import read
from tacsim.storage.timeline import Timeline
from tacsim.storage.verify import verify

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name != "posix", reason="kills a process the hard way"),
]

KILLS = int(os.environ.get("TACSIM_KILLS", "6"))
EARLY = 5
"""Of so many times the program is killed once before it has told anything."""
ROOT = Path(__file__).parents[2]
LONG = DUEL.replace('kind = "dummy"', 'kind = "dummy"\nhp = 900')


def killed(folder: Path, draw: Random) -> list[dict[str, object]]:
    """Run a battle, kill it some time later; what it had told by then."""
    scenario_of(LONG, folder)
    arguments = ["run", str(folder / "trial.toml"), "--auto", "--json"]
    with subprocess.Popen(
        [sys.executable, "-m", "tacsim", *arguments, "--save", str(folder / "duel.tacsim"),
         "--max-rounds", "10000"],
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        text=True,
    ) as program:  # fmt: skip
        assert program.stdout is not None
        told = ""
        if draw.randrange(EARLY):
            told = program.stdout.readline()
            assert told
        time.sleep(draw.choice((0.0, draw.uniform(0, 0.05), draw.uniform(0, 1.5))))
        program.send_signal(signal.SIGKILL)
        told += program.stdout.read()
    whole = told[: told.rfind("\n") + 1]
    return [json.loads(line) for line in whole.splitlines()]


@pytest.mark.parametrize("number", range(KILLS))
def test_whenever_it_is_killed_what_was_told_is_in_the_file(tmp_path: Path, number: int) -> None:
    told = killed(tmp_path, Random(f"kill-{number}"))
    path = tmp_path / "duel.tacsim"
    if not told and not path.exists():
        return
    before = path.read_bytes()
    if not told:
        try:
            read(path)
        except SaveError:
            return  # it was killed before the header was whole
    saved = read(path)
    timeline = Timeline(saved)
    public = [entry for entry in timeline if entry.event.PUBLIC]
    known = [
        json.loads(json.dumps(record(entry.event, place, entry.round)))
        for place, entry in enumerate(public[: len(told)])
    ]
    assert known == told
    going = resume(path)
    going.session.controllers = greedy(saved.scenario)
    assert going.session.past == timeline.length
    if not going.session.over:
        assert going.session.decision is not None
        assert going.session.advance()
    going.journal.close()
    if saved.lost:
        assert going.journal.path != path
        assert path.read_bytes() == before
    recovered = read(going.journal.path)
    assert recovered.lost == ""
    assert recovered.main.length > saved.main.length or going.session.over
    assert verify(recovered).ok
