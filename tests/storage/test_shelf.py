"""The shelf: which saves there are, and where."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from storage.fights import BRAWL, DUEL, fought, scenario_of

import tacsim
from tacsim.content.setup import begin
from tacsim.model.intents import EndTurn
from tacsim.play.session import Session
from tacsim.storage.journal import Journal
from tacsim.storage.saved import header_of
from tacsim.storage.shelf import list_saves, saves_folder


def test_the_newest_comes_first_with_what_is_worth_knowing(tmp_path: Path) -> None:
    old = fought(tmp_path, BRAWL.replace('"Duel"', '"Old fight"'))
    scenario = scenario_of(DUEL, tmp_path)
    session = Session(begin(scenario))
    with Journal.create(tmp_path, header_of(scenario, session.battle, name="New")) as journal:
        journal.attach(session)
        session.begin()
        session.submit(EndTurn("ann"))
    os.utime(old, (1000, 1000))
    os.utime(journal.path, (2000, 2000))
    new, older = list_saves(tmp_path)
    assert (new.name, new.round, new.turn, new.over, new.broken) == ("New", 1, "bob", False, "")
    assert (older.name, older.over, older.turn, older.path) == ("Old fight", True, "", old)
    assert new.when.timestamp() == 2000


def test_junk_is_listed_as_broken_and_hurts_nobody(tmp_path: Path) -> None:
    good = fought(tmp_path)
    (tmp_path / "cut.tacsim").write_bytes(good.read_bytes()[:-3])
    (tmp_path / "empty.tacsim").touch()
    (tmp_path / "junk.tacsim").write_bytes(os.urandom(500))
    (tmp_path / "header.tacsim").write_bytes(good.read_bytes()[:12])
    (tmp_path / "folder.tacsim").mkdir()
    (tmp_path / "README.md").write_text("not a save")
    found = {info.path.name: info for info in list_saves(tmp_path)}
    assert set(found) == {good.name, "cut.tacsim", "empty.tacsim", "junk.tacsim", "header.tacsim"}
    assert not found[good.name].broken
    assert all(found[name].broken for name in found if name != good.name)
    assert found["cut.tacsim"].round > 0
    assert not any("\n" in info.broken for info in found.values())


def test_no_folder_is_no_saves(tmp_path: Path) -> None:
    assert list_saves(tmp_path / "none") == []


def test_where_saves_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TACSIM_SAVES", str(tmp_path / "told"))
    assert saves_folder() == tmp_path / "told"
    monkeypatch.delenv("TACSIM_SAVES")
    checkout = tmp_path / "checkout"
    (checkout / "saves").mkdir(parents=True)
    (checkout / "pyproject.toml").write_text('[project]\nname = "tacsim"\n')
    monkeypatch.chdir(checkout)
    assert saves_folder() == checkout / "saves"
    (checkout / "pyproject.toml").write_text('[project]\nname = "other"\n')
    elsewhere = tmp_path / "site-packages" / "tacsim" / "__init__.py"
    monkeypatch.setattr(tacsim, "__file__", str(elsewhere))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert saves_folder().parts[-2:] == ("tacsim", "saves")
    assert not saves_folder().exists()
