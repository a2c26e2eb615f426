"""The front door: what is saved, watched as a side, and looked after branch by branch."""

from __future__ import annotations

import json

import pytest

import tacsim


@pytest.fixture
def path(tmp_path):
    battle = tacsim.load("ogre_bridge", seed=7, fog=True)
    tacsim.play(battle, dict.fromkeys(battle.sides, "greedy"), max_rounds=2)
    return battle.save(tmp_path / "fight.tacsim")


def test_a_side_is_not_told_what_it_could_not_see(path):
    whole, seen = tacsim.replay(path), tacsim.replay(path, side="raiders")
    assert [event["seed"] for event in whole if event["event"] == "battle_started"] == [7]
    assert [event["seed"] for event in seen if event["event"] == "battle_started"] == [None]
    with pytest.raises(ValueError, match="raiders"):
        tacsim.replay(path, side="raider")


def test_what_is_exported_is_what_it_tells(path):
    replay = tacsim.replay(path)
    assert [json.loads(line) for line in replay.export("jsonl").splitlines()] == list(replay)
    assert all(line.text in replay.export("text") for line in replay.log() if line.tone == "round")
    with pytest.raises(KeyError):
        replay.export("movie")


def test_branches_are_fought_again_named_taken_out_and_deleted(path, tmp_path):
    save = tacsim.Save(path)
    before = digests(save)
    assert save.refight("main") == ""
    assert save.compare("0", "1").step is None
    save.change(rename=("1", "again"), go="0")
    assert [(row["name"], row["current"]) for row in save.branches()] == [
        ("main", True), ("again", False),
    ]  # fmt: skip
    save.extract("again", tmp_path / "out.tacsim")
    save.change(delete="again")
    assert [row["name"] for row in save.branches()] == ["main"]
    assert digests(tacsim.Save(tmp_path / "out.tacsim")) == before
    with pytest.raises(tacsim.ContentError, match="cannot be deleted"):
        save.change(delete="main")


def digests(save):
    found = save.verify()
    assert all(one.ok for one in found)
    return [one.digest for one in found]


def test_of_a_damaged_save_what_is_lost_is_said(path):
    path.write_bytes(path.read_bytes()[:-40])
    assert tacsim.Save(path).lost
    assert tacsim.Save(path).verify()[0].ok
