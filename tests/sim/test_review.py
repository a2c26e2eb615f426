"""A review: what was clearly worse than something else, what was not, and what the dice did."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.calls import call, unusable

from tacsim.content.scenarios import read_scenario
from tacsim.content.setup import begin
from tacsim.core.intents import EndTurn, Intent, Strike
from tacsim.session.reviewed import Reviewed
from tacsim.session.session import Session
from tacsim.sim.review import review, reviewed
from tacsim.storage.journal import Journal
from tacsim.storage.saved import header_of
from tacsim.view.wording import reviewed as view

BESIDE = """format = 1
name = "Beside each other"
ruleset = "grid5e"
seed = 2
[map]
grid = '''
#######
#.....#
#######
'''
[[side]]
id = "heroes"
name = "The heroes"
controller = "human"
[[side]]
id = "raiders"
name = "The raiders"
controller = "human"
[[creature]]
id = "ann"
kind = "veteran"
side = "heroes"
at = [2, 1]
initiative = 20
[[creature]]
id = "orc"
kind = "orc"
side = "raiders"
at = [3, 1]
hp = 1
initiative = 10
"""


def saved(folder: Path, *intents: Intent, board: str = BESIDE, fog: bool = False) -> Path:
    """What two who stand side by side have done so far."""
    path = folder / "beside.toml"
    path.write_text(board)
    scenario = read_scenario(path)
    battle = begin(scenario, fog=fog)
    header = header_of(scenario, battle)
    session = Session(battle)
    with Journal.create(folder / "saves", header) as journal:
        journal.attach(session)
        session.begin()
        for intent in intents:
            session.submit(intent)
        return journal.path


@pytest.fixture(scope="module")
def idle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ann lets an orc with one hit point stand beside her, in a corner of a closed room."""
    return saved(tmp_path_factory.mktemp("idle"), EndTurn("ann"), Strike("orc", "ann"))


@pytest.fixture(scope="module")
def found(idle: Path) -> Reviewed:
    return reviewed(idle, side="heroes", workers=1)


def test_who_lets_a_foe_stand_that_would_fall_is_told_to_strike_it(found: Reviewed):
    (one,) = found.decisions
    assert (one.number, one.creature, one.did) == (1, "ann", EndTurn("ann"))
    assert isinstance(one.better, Strike)
    assert one.better.target == "orc"
    assert one.loss > 2 * one.doubt
    assert round(one.dealt, 1) >= 0, "it would have fallen later too"
    assert found.whole


def test_it_leads_to_the_moment_of_the_decision_and_names_it(idle: Path, found: Reviewed):
    (one,) = found.decisions
    assert "Veteran" in view.moment(found.world, one)
    did, better = view.instead(found.world, one)
    assert "end the turn" in did
    assert "attack" in better
    assert view.verdict(found) == "The decision that cost most:"


def test_what_could_not_have_been_better_is_not_told(tmp_path: Path):
    path = saved(tmp_path, Strike("ann", "orc"))
    found = reviewed(path, side="heroes", workers=1)
    assert found.decisions == ()
    assert view.verdict(found) == "No decision clearly cost anything."


def test_the_answer_does_not_depend_on_how_many_processes_work(idle: Path):
    """Nor on what is told besides: as the command answers it."""
    one = call("review", idle, "--workers", 1, "--json").json
    assert one == review(idle, workers=2)
    assert one["sides"] == ["heroes", "raiders"]
    assert set(one["decisions"][0]) >= {"n", "creature", "did", "better", "loss"}
    assert one["luck"]["heroes"]["expected"] == 0
    assert one["luck"]["raiders"]["attacks"] == 1


def test_in_fog_a_side_is_told_nothing_that_it_did_not_know(tmp_path: Path):
    """A wall is between them: as long as the battle is on, it is reviewed for one of the people."""
    walled = BESIDE.replace("#.....#", "#..#..#").replace("at = [3, 1]", "at = [4, 1]")
    path = saved(tmp_path, EndTurn("ann"), EndTurn("orc"), board=walled, fog=True)
    for side in (None, "heroes"):
        found = reviewed(path, side=side, workers=1)
        assert found.sides == ("heroes",)
        assert found.decisions == ()
    assert reviewed(path, side="raiders", workers=1).sides == ("raiders",)


def test_a_damaged_save_is_reviewed_as_far_as_it_goes(idle: Path, tmp_path: Path):
    path = tmp_path / "cut.tacsim"
    path.write_bytes(idle.read_bytes()[:-3])
    answer = call("review", path, "--workers", 1)
    assert answer.code == 2
    assert "How the dice fell" in answer.out
    assert answer.err.count("\n") == 1


def test_bad_calls_are_one_line(idle: Path, tmp_path: Path):
    unusable(call("review", idle, "--side", "heros"), "heroes")
    unusable(call("review", tmp_path / "none.tacsim"), "none.tacsim")
    unusable(call("review", idle, "--branch", "other"), "other")
    (tmp_path / "no.tacsim").write_text("nothing")
    unusable(call("review", tmp_path / "no.tacsim"), "no.tacsim")
