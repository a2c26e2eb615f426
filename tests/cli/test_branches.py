"""``tacsim branches``: listed, compared, renamed, deleted, fought again, taken out."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.calls import call
from storage.fights import fought

from tacsim.core.intents import EndTurn
from tacsim.i18n import speaking
from tacsim.storage.resume import play_on


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """A save with a branch that leaves after the first intent and does something else."""
    path = fought(tmp_path)
    ongoing = play_on(path, 1, name="wait", controllers={"heroes": "human"})
    with ongoing.journal:
        decision = ongoing.session.decision
        assert decision is not None
        ongoing.session.submit(EndTurn(decision.actor))
    return path


def listed(path: Path) -> list[dict[str, object]]:
    found: list[dict[str, object]] = call("branches", path, "--json").json["branches"]
    return found


def test_they_are_listed_with_where_they_leave(save: Path) -> None:
    main, wait = listed(save)
    assert (main["name"], main["parent"], main["over"]) == ("main", None, True)
    assert (wait["name"], wait["parent"], wait["after"], wait["intents"]) == ("wait", 0, 1, 2)
    assert (main["current"], wait["current"]) == (False, True)
    assert "0 after 1" in call("branches", save).out


def test_two_are_set_side_by_side(save: Path) -> None:
    found = call("branches", save, "--compare", "main", "wait", "--json").json
    assert found["step"] == 2
    assert [one["branch"] for one in found["branches"]] == ["main", "wait"]
    assert found["branches"][1]["intent"][0] == "end_turn"
    assert {one["id"] for one in found["branches"][0]["creatures"]} == {"ann", "bob"}
    told = call("branches", save, "--compare", "0", "wait").out
    assert "they part at step 2" in told
    assert "Ann" in told


def test_one_is_renamed_and_another_deleted(save: Path) -> None:
    assert call("branches", save, "--rename", "wait", "patience").code == 0
    assert [one["name"] for one in listed(save)] == ["main", "patience"]
    assert call("branches", save, "--go", "0", "--delete", "patience").code == 0
    assert [one["name"] for one in listed(save)] == ["main"]


def test_what_is_played_cannot_be_deleted(save: Path) -> None:
    before = save.read_bytes()
    result = call("branches", save, "--delete", "wait")
    assert result.code == 2
    assert "cannot be deleted" in result.err
    assert save.read_bytes() == before


def test_one_is_fought_again_as_a_branch(save: Path) -> None:
    call("branches", save, "--refight", "main")
    again = listed(save)[-1]
    assert (again["parent"], again["after"], again["current"]) == (0, None, True)
    assert call("replay", save, "--verify", "--json").json["ok"] is True


def test_one_is_taken_out_as_a_save_of_its_own(save: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.tacsim"
    assert call("branches", save, "--extract", "wait", out).code == 0
    assert [one["intents"] for one in listed(out)] == [2]
    assert call("replay", out, "--verify", "--json").json["ok"] is True
    again = call("branches", save, "--extract", "wait", out)
    assert again.code == 2
    assert "already" in again.err


def test_an_unknown_one_is_told_with_those_that_there_are(save: Path) -> None:
    result = call("branches", save, "--compare", "main", "nowhere")
    assert result.code == 2
    assert 'there is no branch "nowhere"' in result.err
    assert "Traceback" not in result.err


def test_the_first_branch_is_called_so_in_the_language_of_whoever_reads(save: Path) -> None:
    """And found by that name; files and JSON keep their own."""
    with speaking("ko"):
        assert "본 가지" in call("branches", save).out
        assert call("branches", save, "--compare", "본 가지", "wait").out.count("본 가지") == 2
        found = call("branches", save, "--compare", "본 가지", "wait", "--json").json
        assert [one["branch"] for one in found["branches"]] == ["main", "wait"]
        assert "본 가지" in call("branches", save, "--compare", "main", "nowhere").err
        assert [one["name"] for one in listed(save)] == ["main", "wait"]


def test_of_a_damaged_save_what_is_left_is_listed_and_the_damage_told(save: Path) -> None:
    save.write_bytes(save.read_bytes()[:-40])
    answer = call("branches", save)
    assert "main" in answer.out
    assert answer.code == 2
    assert "bytes are lost" in answer.err
