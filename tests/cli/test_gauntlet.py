"""``tacsim gauntlet``: a run begun and gone on with from the command line, and the best runs."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from cli.calls import call, unusable
from player.running import fight

from tacsim.content.characters import Party, character
from tacsim.player.gauntlet import under_way
from tacsim.player.kept.parties import keep_party
from tacsim.player.kept.runs import enter, read_runs, run_over, runs_file


@pytest.fixture(autouse=True)
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "saves"
    folder.mkdir()
    monkeypatch.setenv("TACSIM_SAVES", str(folder))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return folder


def begun(monkeypatch: pytest.MonkeyPatch, *more: str) -> str:
    """What is told of a run that is begun and left at once."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("q\n"))
    answer = call("gauntlet", *more, "--plain")
    assert (answer.code, answer.err) == (0, "")
    return answer.out


def test_a_run_is_begun_and_gone_on_with(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Gauntlet, fight 1. Rules: pool." in begun(monkeypatch, "pool", "--seed", "4")
    info = under_way()[0]
    assert (info.run.seed, info.run.difficulty) == (4, "fair")
    assert call("gauntlet", "--json").json == {
        "name": "Gauntlet, fight 1", "ruleset": "pool", "save": str(info.path),
    }  # fmt: skip
    assert "What happened last" in begun(monkeypatch)


def test_a_party_by_its_name_sets_out(monkeypatch: pytest.MonkeyPatch) -> None:
    keep_party(Party("Watch", "d20").with_member(None, character("d20", "Orla")))
    begun(monkeypatch, "d20", "--party", "Watch", "--difficulty", "hard")
    run = under_way()[0].run
    assert (run.party, run.difficulty) == ("Watch", "hard")


def test_one_run_at_a_time_unless_it_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    begun(monkeypatch, "d20", "--seed", "4")
    unusable(call("gauntlet", "d20", "--seed", "5"), "a run is under way (fight 1, ")
    assert not runs_file().exists()
    begun(monkeypatch, "d20", "--seed", "5", "--new")
    assert under_way()[0].run.seed == 5
    assert [run.id[:2] for run in read_runs(runs_file())[0]] == ["4 "]


def test_what_cannot_be_drawn_ends_no_run(monkeypatch: pytest.MonkeyPatch) -> None:
    begun(monkeypatch, "d20", "--seed", "4")
    for more in (("--difficulty", "brutal"), ("--party", "nobody.toml")):
        unusable(call("gauntlet", "d20", "--new", *more))
    assert under_way()[0].run.seed == 4


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "no run is under way"),
        (("--seed", "3"), "a new run needs a RULESET"),
        (("--new",), "a new run needs a RULESET"),
        (("d2",), 'unknown ruleset "d2"'),
        (("d20", "--seed", "x"), "--seed"),
    ],
)
def test_what_is_refused(arguments: tuple[str, ...], words: str) -> None:
    unusable(call("gauntlet", *arguments), words)


def test_the_best_runs_are_listed() -> None:
    assert call("gauntlet", "--best").out == "No run is over yet.\n"
    run = run_over(fight().gauntlet, "d20", 4, 31, ("Ada", "Bo"))
    enter(runs_file(), run)
    expected = " 1. 4 fights, 31 rounds  2026-11-24  d20  fair  Two; left: Ada and Bo\n"
    assert call("gauntlet", "--best").out == expected
    (row,) = call("gauntlet", "--best", "--json").json
    assert (row["won"], row["rounds"], row["left"]) == (4, 31, ["Ada", "Bo"])


def test_a_damaged_table_is_one_line() -> None:
    runs_file().write_text("no table")
    answer = call("gauntlet", "--best")
    assert (answer.code, answer.out) == (0, "No run is over yet.\n")
    assert answer.err.splitlines() == [
        "tacsim: gauntlet.toml is damaged and cannot be read; "
        "it is kept as gauntlet-damaged-1.toml."
    ]
