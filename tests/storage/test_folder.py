"""The folder of saves: which there are, and where."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from storage.fights import (
    BRAWL,
    DUEL,
    EACH,
    Plains,
    fought,
    fought_map,
    in_format_1,
    played,
    rewritten,
    scenario_of,
    without,
)

import tacsim
from tacsim.content.setup import begin
from tacsim.core.intents import EndTurn, Move
from tacsim.session.session import Session
from tacsim.storage.folder import NAMES, SaveInfo, list_saves
from tacsim.storage.journal import Journal
from tacsim.storage.payloads import BACK, EVENTS, KEYFRAME, NAME, unpack
from tacsim.storage.place import saves_folder
from tacsim.storage.resume import play_on
from tacsim.storage.saved import header_of, read


def test_the_newest_comes_first_with_what_is_worth_knowing(tmp_path: Path) -> None:
    old = fought(tmp_path, BRAWL.replace('"Duel"', '"Old fight"'))
    scenario = scenario_of(DUEL.replace('"Duel"', '"New"'), tmp_path)
    session = Session(begin(scenario))
    with Journal.create(tmp_path, header_of(scenario, session.battle)) as journal:
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
    assert found["cut.tacsim"].over
    assert not any("\n" in info.broken for info in found.values())


def test_no_folder_is_no_saves(tmp_path: Path) -> None:
    assert list_saves(tmp_path / "none") == []


def test_where_saves_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TACSIM_SAVES", str(tmp_path / "told"))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
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


def test_what_is_set_comes_before_a_checkout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checkout = tmp_path / "checkout"
    (checkout / "saves").mkdir(parents=True)
    (checkout / "pyproject.toml").write_text('[project]\nname = "tacsim"\n')
    monkeypatch.chdir(checkout)
    monkeypatch.delenv("TACSIM_SAVES", raising=False)
    for empty in ("", " "):
        monkeypatch.setenv("XDG_DATA_HOME", empty)
        assert saves_folder() == checkout / "saves"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert saves_folder() == tmp_path / "data" / "tacsim" / "saves"
    monkeypatch.setenv("TACSIM_SAVES", str(tmp_path / "told"))
    assert saves_folder() == tmp_path / "told"


def only(path: Path) -> SaveInfo:
    """What is listed of one save."""
    return next(info for info in list_saves(path.parent) if info.path == path)


def as_read(path: Path) -> tuple[int, str, bool]:
    """Round, whose choice is next, and whether it is over, the whole save being read."""
    saved = read(path)
    last = saved.current.last
    if last is None:
        return 0, "", False
    names = {one["id"]: one.get("name") or one["id"] for one in saved.header.scenario["creature"]}
    return last.round, names.get(last.turn or "", ""), last.turn is None


@pytest.mark.parametrize("ruleset", EACH)
def test_it_says_of_every_save_what_reading_it_says(tmp_path: Path, ruleset: str) -> None:
    path = fought_map(tmp_path, ruleset)
    whole = read(path)
    cut = [len(path.read_bytes()) * part // 7 for part in range(4, 7)]
    paths = [path, without(path, EVENTS), without(path, EVENTS, KEYFRAME)]
    for size in cut:
        paths.append(tmp_path / f"cut-{size}.tacsim")
        paths[-1].write_bytes(path.read_bytes()[:size])
    old = tmp_path / "old.tacsim"
    old.write_bytes(in_format_1(whole))
    for one in [*paths, old]:
        info = only(one)
        assert (info.round, info.turn, info.over) == as_read(one)
        assert bool(info.broken) == bool(read(one).lost)
        assert info.name == whole.header.name


def test_branches_and_steps_taken_back_are_known_to_it(tmp_path: Path) -> None:
    session, journal = played(tmp_path, EndTurn("ann"), Move("bob", to=(4, 0)))
    session.take_back()
    journal.close()
    path = journal.path
    people = {"heroes": "human", "foes": "human"}
    for at in (1, 0, 1):
        assert (only(path).round, only(path).turn, only(path).over) == as_read(path)
        play_on(path, at, branch="0", controllers=people).journal.close()
    assert only(path).turn == "bob"
    named = rewritten(path, lambda plains: [*plains, (NAME, [0, "x"])])
    assert (only(named).round, only(named).turn, only(named).over) == as_read(named)


@pytest.mark.parametrize("tail", [(BACK, [99]), (NAME, [5, "x"]), (BACK, "x")])
def test_a_save_that_ends_in_nonsense_is_listed_as_broken(
    tmp_path: Path, tail: tuple[int, object]
) -> None:
    odd = rewritten(fought(tmp_path), lambda plains: [*plains, tail])
    assert only(odd).broken
    assert "\n" not in only(odd).broken


def test_names_are_short_and_harmless(tmp_path: Path) -> None:
    def evil(plains: Plains) -> None:
        plains[0][1]["name"] = "\x1b[31m" + "x" * 500
        plains[0][1]["scenario"]["creature"][0]["name"] = "\x1b]0;title\x07" + "y" * 500

    _, journal = played(tmp_path)
    journal.close()
    info = only(rewritten(journal.path, evil))
    for text in (info.name, info.turn):
        assert text
        assert text.isprintable()
        assert len(text) <= NAMES


def test_listing_reads_no_save_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No step but the last is unpacked, nor is any keyframe or event."""
    from tacsim.storage import saved as module

    path = fought_map(tmp_path, "d20")
    count = 0

    def counted(payload: bytes, known: bytes) -> tuple[int, object]:
        nonlocal count
        count += 1
        return unpack(payload, known)

    monkeypatch.setattr(module, "UNPACK", {2: counted})
    assert not only(path).broken
    assert count == 2
