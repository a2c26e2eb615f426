"""Programs of one's own on the command line: with ``--trust``, and after a question in the game."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pexpect
import pytest
from cli.calls import ROOT, Answer, call, program, unusable
from gate import slow

from tacsim.session.trust import TRUSTED

ARENA, MINE = ROOT / "examples" / "arena.toml", f"{ROOT / 'examples' / 'my_bot.py'}:Bot"
BLUE = f"blue=ai:{MINE}"


@pytest.fixture(autouse=True)
def _trusting(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test lets run is not let run in the next."""
    monkeypatch.setenv(TRUSTED, "")


@pytest.fixture
def marked(tmp_path: Path) -> tuple[Path, str]:
    """A file that is there once a bot has been run, and that bot; it makes one fault."""
    ran, path = tmp_path / "ran", tmp_path / "bot.py"
    path.write_text(
        f"open({str(ran)!r}, 'a').close()\n"
        "class Bot:\n    def choose(self, view):\n        raise KeyError('no idea')\n"
    )
    return ran, f"blue=ai:{path}:Bot"


CALLS = [
    ("run", ARENA, "--auto"),
    ("simulate", ARENA, "--battles", 2, "--workers", 1),
    ("compare", ARENA, "--rulesets", "grid5e", "--battles", 1, "--workers", 1),
    ("play", ARENA, "--json"),
]


@pytest.mark.parametrize("arguments", CALLS, ids=[one[0] for one in CALLS])
def test_every_command_runs_one_that_is_trusted_and_no_other(arguments, marked):
    ran, side = marked
    unusable(call(*arguments, "--side", side), "bot.py:Bot", "--trust")
    assert not ran.exists()
    found = call(*arguments, "--side", side, "--trust")
    assert found.code == 0, found
    assert ran.exists()
    assert found.out


def test_a_league_has_them_too(marked, monkeypatch):
    monkeypatch.setattr("tacsim.sim.league.shipped", lambda: [ARENA])
    _ran, side = marked
    names = f"greedy,{side.removeprefix('blue=ai:')}"
    given = ("league", "--opponents", names, "--battles", 2, "--workers", 1, "--json")
    unusable(call(*given), "--trust")
    found = call(*given, "--trust").json
    assert found["ratings"]["greedy"] > found["ratings"][names.partition(",")[2]]


def test_those_of_varied_cases_too(marked):
    _ran, side = marked
    name = side.removeprefix("blue=")
    given = ("simulate", ARENA, "--vary", f"blue.controller=ai:quick,{name}", "--battles", 2,
             "--workers", 1, "--json")  # fmt: skip
    unusable(call(*given), "--trust")
    quick, mine = call(*given, "--trust").json["cases"]
    assert mine["sides"]["blue"]["controller"] == name
    assert mine["sides"]["blue"]["wins"] == 0 <= quick["sides"]["blue"]["wins"]


def test_trust_is_for_those_named_only(marked):
    ran, side = marked
    assert call("run", ARENA, "--auto", "--side", BLUE, "--trust").code == 0
    unusable(call("run", ARENA, "--auto", "--side", side), "--trust")
    assert not ran.exists()


@pytest.mark.parametrize(
    ("workers", "differing"), [(2, True), *slow((1, False), (1, True), (2, False))]
)
def test_a_fault_is_told_once_and_by_tens_and_the_battles_are_fought(marked, workers, differing):
    """Also one that says something else each time."""
    ran, side = marked
    if differing:
        path = ran.parent / "bot.py"
        path.write_text(path.read_text().replace("'no idea'", "f'no idea {id(view)}'"))
    found = program("simulate", ARENA, "--battles", 4, "--side", side, "--side", "red=quick",
                    "--trust", "--workers", workers, "--json")  # fmt: skip
    assert found.code == 0, found
    assert found.json["battles"] == 4
    assert found.json["sides"]["red"]["wins"] == 4
    told = f"tacsim: {side.removeprefix('blue=ai:')}: line 4: KeyError: 'no idea"
    first, *others = found.err.splitlines()
    assert first.startswith(told)
    assert first.endswith("'")
    counts = [re.fullmatch(r".*' \((\d+) times by now\)", line) for line in others]
    assert all(line.startswith(told) for line in others)
    assert [len(count[1]) for count in counts if count] == [*range(2, 2 + len(others))], "by tens"


def test_processes_that_share_the_work_fight_the_same():
    def told(workers: int) -> object:
        found = call("simulate", ARENA, "--battles", 4, "--side", BLUE, "--trust", "--workers",
                     workers, "--json").json  # fmt: skip
        del found["seconds"]
        return found

    assert told(1) == told(2)


def test_a_save_runs_no_program_that_nobody_has_let_run(tmp_path, marked):
    """It is shown and verified all the same: the intents are in it."""
    ran, side = marked
    save = tmp_path / "fight.tacsim"
    assert call("run", ARENA, "--auto", "--side", side, "--trust", "--save", save,
                "--max-rounds", 2).code == 0  # fmt: skip
    os.environ[TRUSTED] = ""
    ran.unlink()
    assert call("replay", save, "--verify", "--json").json["ok"]
    found = program("play", save, "--plain")
    assert found.code == 2
    assert "--trust" in found.err
    assert not ran.exists()


@pytest.mark.parametrize(("answer", "runs"), [("n", False), *slow(("y", True))])
def test_the_game_asks_before_it_runs_one(marked, answer, runs):
    ran, side = marked
    child = pexpect.spawn(
        sys.executable,
        ["-m", "tacsim", "play", str(ARENA), "--side", side, "--side", "red=human", "--plain"],
        cwd=str(ROOT), env={**os.environ, "LANGUAGE": "en", TRUSTED: ""}, encoding="utf-8",
        timeout=120,
    )  # fmt: skip
    child.expect("may do whatever you may. Let it play")
    assert not ran.exists()
    child.sendline(answer)
    child.expect("end the turn" if runs else "--trust")
    assert ran.exists() == runs
    child.close(force=True)


def test_help_names_it():
    found: Answer = call("simulate", "--help")
    assert "--trust" in found.out
    assert "FILE.py:CLASS" in found.out.replace("\n", " ")
