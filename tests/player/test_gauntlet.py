"""A run as it is played: its one save, going on, giving up, and the table of the best."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from content.runs.ends import ended
from gate import slow
from hypothesis import given, settings
from hypothesis import strategies as st
from player.running import BEGUN, begun, fight, fight_out, lost_game, won_game

from examples import some
from tacsim.content.generate import Wanted
from tacsim.content.runs.fights import next_fight
from tacsim.player.game import resumed_game
from tacsim.player.gauntlet import NewRun, _entry, ending, give_up, go_on, kept, under_way
from tacsim.player.kept.runs import LIMIT, MOST, Run, enter, read_runs, runs_file
from tacsim.player.run_lines import over_line
from tacsim.storage.errors import LockedError, SaveError
from tacsim.storage.folder import save_info
from tacsim.storage.saved import read


@pytest.fixture(autouse=True)
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "saves"
    folder.mkdir()
    monkeypatch.setenv("TACSIM_SAVES", str(folder))
    return folder


# --- the save of a run ---------------------------------------------------------------------------


def test_a_new_run_is_a_save_by_its_beginning(saves: Path, monkeypatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    game = NewRun(Wanted("d20", 3)).begin()
    assert game.save == saves / "gauntlet-19700101-000000.tacsim"
    assert game.name == "Gauntlet, fight 1"
    assert game.scenario.gauntlet.begun == "1970-01-01T00:00:00+00:00"
    game.close()
    info = save_info(game.save)
    assert (info.run, info.given) == (game.scenario.gauntlet, "")


def test_the_next_fight_takes_the_file_over(saves: Path) -> None:
    game = won_game()
    found = ending(game)
    assert found is not None
    assert found.won
    reward = found.rewards[0].id
    expected = next_fight(game.scenario, game.session.battle.world, reward)
    following = go_on(game, reward)
    assert following.save == game.save
    assert following.scenario == expected
    assert following.name == "Gauntlet, fight 2"
    assert not following.session.begun
    assert following.controllers == game.controllers
    assert [path.suffix for path in saves.iterdir()] == [".tacsim"]
    fight_out(following)
    following.close()
    saved = read(following.save)
    assert not saved.lost
    assert saved.scenario == expected
    assert saved.current.length > 2
    assert saved.header.name == "Gauntlet, fight 2"


def test_a_fight_that_was_taken_over_is_gone_on_with_as_any_save(saves: Path) -> None:
    game = won_game()
    following = go_on(game, ending(game).rewards[0].id)
    following.close()
    again = resumed_game(following.save)
    assert again.session.begun
    assert again.name == "Gauntlet, fight 2"
    assert fight_out(again).session.over
    again.close()


def test_what_cannot_be_taken_over_stays_as_it_is(saves: Path, monkeypatch) -> None:
    game = won_game()
    reward = ending(game).rewards[0].id
    game.close()
    before = game.save.read_bytes()

    def full(*_arguments: object, **_more: object) -> None:
        raise SaveError(game.save, "full")

    with monkeypatch.context() as patch:
        patch.setattr("tacsim.storage.folder.write_whole", full)
        with pytest.raises(SaveError, match="full"):
            go_on(game, reward)
    assert game.save.read_bytes() == before
    other = resumed_game(game.save)
    with pytest.raises(LockedError):
        go_on(game, reward)
    assert game.save.read_bytes() == before
    other.close()
    with pytest.raises(ValueError, match="not offered"):
        go_on(game, "gold")
    assert game.save.read_bytes() == before


KILLED = """
import sys
from player.running import *
from tacsim.player.gauntlet import ending, go_on
game = won_game()
reward = ending(game).rewards[0].id
print("won", flush=True)
go_on(game, reward)
print("next", flush=True)
sys.stdin.read()
"""


@pytest.mark.skipif(os.name != "posix", reason="kills a process the hard way")
@pytest.mark.parametrize("wait", [0.0, *slow(0.15, 0.4, None)])
def test_killed_at_any_moment_it_is_the_one_fight_or_the_next(saves: Path, wait) -> None:
    tests = Path(__file__).parents[1]
    with subprocess.Popen(
        [sys.executable, "-c", KILLED],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": str(tests)},
    ) as program:  # fmt: skip
        assert program.stdout is not None
        assert program.stdout.readline() == "won\n"
        if wait is None:
            assert program.stdout.readline() == "next\n"
        else:
            time.sleep(wait)
        program.send_signal(signal.SIGKILL)
    info, trouble = under_way()
    assert trouble == ""
    assert info is not None
    game = resumed_game(info.path)
    if info.run.fight == 1:
        assert wait is not None
        assert ending(game).rewards
    else:
        assert game.session.decision is not None
    game.close()


# --- the end of a run ----------------------------------------------------------------------------


def test_a_fight_that_goes_on_has_no_ending() -> None:
    game = begun(fight(), keep=False)
    assert ending(game) is None
    game.session.begin()
    assert ending(game) is None


def test_a_lost_fight_ends_the_run_and_is_entered_once(saves: Path) -> None:
    game = lost_game(fight_number=4)
    for _again in range(2):
        found = ending(game)
        assert (found.won, found.rewards, found.trouble) == (False, (), "")
    (run,), trouble = read_runs(runs_file())
    assert trouble == ""
    assert (run.won, run.rounds, run.party, run.ruleset) == (3, 0, "Two", "d20")
    assert (run.id, run.begun) == (game.scenario.gauntlet.id, BEGUN)
    game.close()
    assert under_way() == (None, "")


def test_a_won_fight_is_entered_only_where_the_run_ends(saves: Path) -> None:
    game = won_game()
    assert ending(game).rewards
    game.close()
    assert not runs_file().exists()
    info, _trouble = under_way()
    assert info is not None
    assert info.path == game.save


def test_a_run_that_was_entered_goes_on_no_more(saves: Path) -> None:
    """A copy of the save, or an earlier branch, makes no second run of it."""
    lost = lost_game()
    ending(lost)
    lost.close()
    game = won_game()  # of the same seed and beginning
    assert game.scenario.gauntlet.id == lost.scenario.gauntlet.id
    found = ending(game)
    assert (found.won, found.rewards) == (True, ())
    game.close()
    assert len(read_runs(runs_file())[0]) == 1
    assert under_way() == (None, "")


def test_a_run_that_ended_unseen_is_entered_when_it_is_looked_for(saves: Path) -> None:
    lost_game(fight_number=3).close()
    assert not runs_file().exists()
    assert under_way() == (None, "")
    assert [run.won for run in read_runs(runs_file())[0]] == [2]


def test_the_run_under_way_is_the_one_played_last(saves: Path) -> None:
    paths = []
    for number, when in enumerate(("2026-01-01", "2026-01-02")):
        game = begun(fight(when))
        game.session.begin()
        game.close()
        os.utime(game.save, (number, number))
        paths.append(game.save)
    assert under_way()[0].path == paths[1]
    assert give_up(under_way()[0]) == ""
    assert under_way()[0].path == paths[0]
    assert give_up(under_way()[0]) == ""
    assert under_way()[0] is None
    assert [run.begun for run in read_runs(runs_file())[0]] == ["2026-01-01", "2026-01-02"]


def test_what_is_given_up_after_a_won_fight_counts_it(saves: Path) -> None:
    game = won_game()
    rounds = game.session.battle.world.clock.round
    game.close()
    give_up(under_way()[0])
    (run,), _trouble = read_runs(runs_file())
    assert (run.won, run.rounds) == (1, rounds)
    assert "Ada" in run.left


def test_of_a_lost_run_only_those_are_left_who_stood(saves: Path) -> None:
    """Who lies after a fight that was won gets up; after one that was not nobody helps."""
    world = ended(fight(), {"ada": -3}, down=("ada",))
    assert _entry(fight(), world).left == ("Ada", "Bo")
    world = ended(fight(), {"ada": -3}, down=("ada",), winner="foes")
    assert _entry(fight(), world).left == ("Bo",)


def test_a_save_that_cannot_be_read_is_told_where_no_run_is_under_way(saves: Path) -> None:
    game = begun(fight())
    game.close()
    data = game.save.read_bytes()[:40]
    game.save.write_bytes(data)
    found, trouble = under_way()
    assert found is None
    assert trouble.startswith(f"{game.save}: ")
    assert game.save.read_bytes() == data
    other = NewRun(Wanted("d20", 3)).begin()
    other.close()
    found, trouble = under_way()
    assert found is not None
    assert (found.path, trouble) == (other.save, "")


def test_a_run_whose_save_lost_its_end_goes_on_from_what_is_left(saves: Path) -> None:
    game = NewRun(Wanted("d20", 3)).begin()
    game.close()
    game.save.write_bytes(game.save.read_bytes()[:-5])
    found, _trouble = under_way()
    assert found is not None
    assert found.path == game.save
    again = kept(found).begin()
    again.close()
    assert again.scenario.gauntlet == game.scenario.gauntlet
    found, _trouble = under_way()
    assert found is not None
    assert found.path == again.save != game.save


# --- the table -----------------------------------------------------------------------------------


def run(name: str, won: int, rounds: int, when: str = "2026-11-24") -> Run:
    return Run(name, when, "The three", "d20", "fair", won, rounds, ("Ada", 'Bo "the Ö"'))


def test_most_fights_come_first_then_fewest_rounds(tmp_path: Path) -> None:
    file = tmp_path / "saves" / "gauntlet.toml"
    wanted = [run("a", 7, 50), run("b", 7, 60), run("e", 2, 3, "2026"), run("c", 2, 3, "2027")]
    for one in (wanted[2], wanted[1], wanted[3], wanted[0]):
        assert enter(file, one) == ""
    assert read_runs(file) == (wanted, "")


def test_the_best_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "gauntlet.toml"
    rows = [f'[[run]]\nid = "{n}"\nparty = "A"\nruleset = "d20"\ndifficulty = "fair"\n'
            f"won = {n}\nrounds = 1\n" for n in range(1, MOST + 1)]  # fmt: skip
    rows = [row.replace(f"won = {n}", f"won = {n % 900}") for n, row in enumerate(rows, 1)]
    file.write_text("format = 1\n" + "\n".join(rows))
    assert len(read_runs(file)[0]) == MOST
    assert enter(file, run("best", 950, 1)) == ""
    found = read_runs(file)[0]
    assert (len(found), found[0].id) == (MOST, "best")
    assert "1" not in [one.id for one in found]


@pytest.mark.parametrize(
    "data",
    [
        b"", b"\xff\xfe", b"this is [no table", b"format = 2\n", b'format = 1\nrun = "x"\n',
        b"format = 1\n[[run]]\nid = 3\n", b'format = 1\n[[run]]\nid = "a"\nwon = -1\n',
        b"format = 1\nmore = 1\n", b"#" * (LIMIT + 1),
    ],
)  # fmt: skip
def test_a_damaged_table_is_told_once_and_put_aside(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "gauntlet.toml"
    file.write_bytes(data)
    found, trouble = read_runs(file)
    assert found == []
    assert "gauntlet-damaged-1.toml" in trouble
    assert "\n" not in trouble
    assert (tmp_path / "gauntlet-damaged-1.toml").read_bytes() == data
    assert read_runs(file) == ([], "")
    file.write_bytes(data)
    assert "gauntlet-damaged-2.toml" in enter(file, run("a", 1, 1))
    assert [one.id for one in read_runs(file)[0]] == ["a"]


@given(st.binary(max_size=200))
@settings(max_examples=some(60))
def test_whatever_is_in_the_file_is_read_or_put_aside(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    file = tmp_path_factory.mktemp("table") / "gauntlet.toml"
    file.write_bytes(data)
    found, trouble = read_runs(file)
    assert found == [] or not trouble
    kept = [path.read_bytes() for path in file.parent.iterdir()]
    assert data in kept


def test_a_table_that_cannot_be_read_is_not_written_over(tmp_path: Path) -> None:
    file = tmp_path / "gauntlet.toml"
    file.mkdir()
    assert "gauntlet.toml" in enter(file, run("a", 1, 1))
    assert file.is_dir()


def test_a_fight_won_on_another_branch_after_the_end_says_so(saves: Path) -> None:
    lost = lost_game()
    ending(lost)
    lost.close()
    game = won_game()
    assert over_line(ending(game)) == "This run is over: it stands in the table already."
    assert over_line(ending(lost)) == "The run is over: 0 fights were won."
