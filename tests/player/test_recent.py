"""The file of recent setups: what it keeps, and that nothing it may hold does any harm."""

from __future__ import annotations

import json
from errno import ENOSPC
from pathlib import Path
from typing import Any

import pytest
from app.players import CROSSING
from hypothesis import given, settings
from hypothesis import strategies as st

from examples import some
from tacsim.content.scenarios import read_scenario
from tacsim.player.kept.recent import LIMIT, MOST, Recent, read_recent, remember
from tacsim.player.kept.settings import Settings
from tacsim.player.opening import Setup, again, game_of, settings_of


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "config" / "recent.json"


def recent(name: str = "a", **chosen: Any) -> Recent:
    found = Settings({"heroes": "human"}, fog=True, seed=3)
    for key, value in chosen.items():
        setattr(found, key, value)
    return Recent(f"/maps/{name}.toml", name, "0", found)


TEXTS = st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S"]), max_size=9)
SETTINGS = st.builds(
    Settings,
    st.dictionaries(TEXTS, TEXTS, max_size=3), st.booleans(),
    st.none() | st.integers(-(2**63), 2**63 - 1), st.dictionaries(TEXTS, st.booleans(), max_size=3),
    st.dictionaries(st.sampled_from(["side", "creature"]), st.dictionaries(TEXTS, TEXTS)),
    st.booleans(), st.dictionaries(TEXTS, TEXTS, max_size=2),
)  # fmt: skip
RECENT = st.builds(Recent, TEXTS, TEXTS, TEXTS, SETTINGS)


@settings(max_examples=some(40))
@given(st.lists(RECENT, max_size=MOST, unique_by=repr))
def test_what_is_remembered_comes_back_the_newest_first(
    tmp_path_factory: pytest.TempPathFactory, found: list[Recent]
) -> None:
    file = tmp_path_factory.mktemp("config") / "recent.json"
    for one in found:
        assert remember(file, one) == ""
    assert read_recent(file) == (found[::-1], "")


def test_a_dozen_are_kept_each_once(file: Path) -> None:
    for number in (*range(MOST + 3), 5):
        remember(file, recent(str(number)))
    names = [one.name for one in read_recent(file)[0]]
    assert names == ["5", *(str(n) for n in range(MOST + 2, 2, -1) if n != 5)][:MOST]


def damaged(file: Path, data: bytes) -> None:
    """A file of this content is put aside whole, one line says so, and the next one is kept."""
    file.parent.mkdir(parents=True, exist_ok=True)
    for old in file.parent.iterdir():
        old.unlink()
    file.write_bytes(data)
    found, trouble = read_recent(file)
    assert found == []
    assert trouble
    assert trouble.isprintable()
    aside = next(file.parent.iterdir())
    assert aside.name in trouble
    assert aside.read_bytes() == data
    assert not file.exists()
    assert read_recent(file) == ([], "")
    assert remember(file, recent()) == ""
    assert read_recent(file)[0] == [recent()]
    assert aside.read_bytes() == data


def a_file() -> dict[str, Any]:
    row = {"path": "/a.toml", "name": "a", "stamp": "0", "controllers": {"us": "human"},
           "fog": False, "seed": None, "switches": {"x": True},
           "names": {"side": {}, "creature": {"ann": "Mog"}}}  # fmt: skip
    return {"format": 1, "battles": [row, json.loads(json.dumps(row))]}


WRONG = st.sampled_from(
    [None, 1.5, -1, 2**63, True, "", "a\x1bb", [], {}, [1], {"a": 1}, {"a": {"b": 2}}]
)


@given(st.data())
def test_a_value_that_should_not_be_there(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    plain = a_file()
    row = plain["battles"][data.draw(st.integers(0, 1))]
    key, wrong = data.draw(st.sampled_from(sorted(row))), data.draw(WRONG)
    row[key] = wrong
    file = tmp_path_factory.mktemp("config") / "recent.json"
    text = json.dumps(plain)
    file.write_text(text)
    found, trouble = read_recent(file)
    if not trouble:  # it was right after all, and means the same
        assert [one.path for one in found] == [one["path"] for one in plain["battles"]]
        assert type(wrong) in (str, type(None), bool, int, dict)
        remember(file, found[0])
        return
    damaged(file, text.encode())


@given(st.binary(max_size=60) | st.text(max_size=40).map(str.encode))
def test_bytes_that_are_no_file_of_setups(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    damaged(tmp_path_factory.mktemp("config") / "recent.json", data)


@settings(max_examples=some(60))
@given(st.integers(0, 400))
def test_a_file_that_was_cut_short(tmp_path_factory: pytest.TempPathFactory, length: int) -> None:
    whole = json.dumps(a_file()).encode()
    damaged(tmp_path_factory.mktemp("config") / "recent.json", whole[: min(length, len(whole) - 1)])


@pytest.mark.parametrize(
    "data",
    [b"[" * 100_000, b'{"format": 1, "battles": []}' + b" " * LIMIT, b"9" * 5000,
     b'{"format": 2, "battles": []}', b'{"format": 1}', b"NaN", b"\xff\xfe"],
)  # fmt: skip
def test_what_is_too_much_or_of_another_time(file: Path, data: bytes) -> None:
    damaged(file, data)


def test_every_damaged_file_is_kept_under_a_name_of_its_own(file: Path) -> None:
    file.parent.mkdir()
    for text in ("one", "two"):
        file.write_text(text)
        read_recent(file)
    assert sorted(one.read_text() for one in file.parent.iterdir()) == ["one", "two"]


def test_what_cannot_be_read_or_written_is_said_and_left_as_it_is(file: Path) -> None:
    file.mkdir(parents=True)
    assert "cannot be read" in read_recent(file)[1]
    assert "cannot be read" in remember(file, recent())
    assert file.is_dir()
    blocked = file.parent / "file"
    blocked.write_text("")
    assert "cannot be" in remember(blocked / "recent.json", recent())
    assert {one.name for one in file.parent.iterdir()} == {"file", "recent.json"}


def test_what_the_disk_does_not_take_is_said_once(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_number: int) -> None:
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    told = remember(file, recent())
    assert told == "recent.json: cannot be written: No space left on device"


# --- out of a game, and into one ------------------------------------------------------------------


@pytest.fixture(autouse=True)
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TACSIM_SAVES", str(tmp_path / "saves"))


def chosen() -> Setup:
    base = read_scenario(CROSSING)
    own = settings_of(base)
    own.controllers["raiders"] = "ai:cautious"
    own.fog, own.seed, own.switches["overrun_charge"] = True, None, False
    setup = Setup(CROSSING, base, own)
    setup.rename("creature", "ogre", "Grum")
    setup.rename("side", "heroes", "The few")
    return setup


def test_what_was_chosen_is_set_up_again(file: Path) -> None:
    first = chosen()
    game = first.begin()
    assert game.recent is not None
    remember(file, game.recent)
    setup, remark = again(read_recent(file)[0][0])
    assert remark == ""
    assert setup.settings == first.settings
    fresh = setup.begin()
    assert fresh.scenario == game.scenario
    assert fresh.opening.fog
    assert fresh.session.battle.world["ogre"].name == "Grum"
    assert fresh.recent == game.recent
    assert game.again(swapped=True).recent is not None
    for one in (game, fresh):
        one.close()


def test_a_scenario_that_has_changed_is_said_and_set_up_as_far_as_it_goes(
    file: Path, tmp_path: Path
) -> None:
    path = tmp_path / "crossing.toml"
    path.write_text(CROSSING.read_text())
    setup = game_of(path, names={"ogre": "Grum", "brin": "Bo", "raiders": "Wolves"}, seed=9)
    game = setup.begin()
    game.close()
    assert game.recent is not None
    path.write_text(path.read_text().replace('id = "brin"', 'id = "bryn"'))
    setup, remark = again(game.recent)
    assert "crossing.toml has changed" in remark
    assert setup.settings.names == {"creature": {"ogre": "Grum"}, "side": {"raiders": "Wolves"}}
    assert setup.settings.seed == 9
    path.write_text(path.read_text().replace('name = "Heroes"', 'name = "wolves"'))
    setup, remark = again(game.recent)
    assert "wolves" in remark
    assert setup.settings.names == {}
    setup.begin().close()
