"""``run`` and ``replay``: a battle played out, kept, shown and verified."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest
from cli.calls import Answer, call, program, unusable
from gate import slow
from storage.fights import BRAWL, DUEL, do

from tacsim.storage.saved import read


@pytest.fixture
def brawl(tmp_path: Path) -> Path:
    path = tmp_path / "brawl.toml"
    path.write_text(BRAWL)
    return path


def wellformed(answer: Answer) -> None:
    rows = answer.lines
    assert [row["n"] for row in rows] == list(range(len(rows)))
    for row in rows:
        assert list(row)[:4] == ["n", "event", "round", "actor"]
        assert isinstance(row["clauses"], list)
    assert rows[-1]["event"] == "battle_ended"


def test_the_script_is_played_to_its_end(brawl: Path) -> None:
    answer = program("run", brawl, "--json")
    assert answer.code == 0
    assert answer.err == ""
    wellformed(answer)
    rows = answer.lines
    assert next(row for row in rows if row["event"] == "battle_started")["seed"] == 7
    stepped = next(row for row in rows if row["event"] == "stepped")
    assert (stepped["from"], stepped["to"], stepped["cost"], stepped["spent"]) == (
        [0, 0], [1, 0], 1, 1,
    )  # fmt: skip
    names = {row["event"] for row in rows}
    assert {"provoked", "took", "struck", "damaged", "rolled", "turn_ended"} <= names
    assert not names & {"spent", "undertaken", "carried_on", "concluded"}
    assert rows[-1]["winner"] is None


def test_an_illegal_step_is_told_and_the_answer_is_no(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(DUEL + do("ann", "move", to=[9, 3]) + do("ann", "move", to=[1, 0]))
    answer = call("run", path, "--json")
    assert answer.code == 1
    wellformed(answer)
    refused = [row for row in answer.lines if row["event"] == "refused"]
    assert [(row["intent"], row["reason"]) for row in refused] == [("move", "budget")]
    assert refused[0]["clauses"] == ["d20.round.move-and-act"]
    assert [row["to"] for row in answer.lines if row["event"] == "stepped"] == [[1, 0]]


def test_people_get_the_fight_in_words(brawl: Path) -> None:
    answer = call("run", brawl)
    assert answer.code == 0
    assert len(answer.out.splitlines()) > 10
    assert "\x1b" not in answer.out


def test_every_side_may_be_played_by_ai(brawl: Path) -> None:
    answer = call("run", brawl, "--auto", "--json")
    assert answer.code == 0
    wellformed(answer)
    assert answer.lines[-1]["winner"] in ("heroes", "foes")


def test_the_rounds_can_be_limited(brawl: Path) -> None:
    rows = call("run", brawl, "--auto", "--max-rounds", 1, "--json").lines
    acts = ("stepped", "struck", "rolled", "took", "declined")
    assert max(row["round"] for row in rows if row["event"] in acts) == 1
    assert rows[-1] | {"n": 0, "round": 0} == {
        "n": 0, "event": "battle_ended", "round": 0, "actor": None, "winner": None, "clauses": [],
    }  # fmt: skip
    unusable(call("run", brawl, "--max-rounds", 0), "--max-rounds")


def test_the_seed_can_be_chosen_and_is_drawn_otherwise(tmp_path: Path) -> None:
    path = tmp_path / "open.toml"
    path.write_text(DUEL.replace("seed = 7\n", "").replace("initiative = 20\n", ""))
    runs = [call("run", path, "--json").lines for _ in range(2)]
    seeds = {row["seed"] for rows in runs for row in rows if row["event"] == "battle_started"}
    starts = [call("run", path, "--json", "--seed", 5).out for _ in range(2)]
    assert len(seeds) == 2
    assert starts[0] == starts[1]
    assert '"seed": 5' in starts[0]


@pytest.mark.parametrize("more", [*slow(((),)), ("--auto",)])
def test_the_same_seed_gives_the_same_bytes_in_another_process(
    brawl: Path, more: tuple[str, ...]
) -> None:
    outs, saves = set(), set()
    for by in (call, partial(program, PYTHONHASHSEED="4711")):
        save = brawl.with_suffix(f".{len(outs)}.tacsim")
        outs.add(by("run", brawl, "--json", *more, "--save", save).out)
        saves.add(save.read_bytes())
    assert len(outs) == len(saves) == 1


def test_a_save_is_replayed_as_it_was_told(brawl: Path) -> None:
    save = brawl.with_name("kept.tacsim")
    told = call("run", brawl, "--json", "--auto", "--save", save)
    shown = call("replay", save, "--json")
    assert shown.code == 0
    assert shown.out == told.out
    assert call("replay", save, "--text").out == call("run", brawl, "--auto").out


def test_a_save_is_verified(brawl: Path) -> None:
    save = brawl.with_name("kept.tacsim")
    call("run", brawl, "--save", save)
    answer = call("replay", save, "--verify", "--json")
    assert answer.code == 0
    assert list(answer.json) == ["ok", "intents", "digest"]
    assert answer.json["ok"] is True
    assert answer.json["intents"] == len(read(save).steps)
    assert len(answer.json["digest"]) == 32
    assert answer.json["digest"] in call("replay", save, "--verify").out


def test_the_time_is_left_out_unless_it_stands_still(
    brawl: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    save = brawl.with_name("kept.tacsim")
    call("run", brawl, "--save", save)
    assert read(save).header.created == ""
    dated = brawl.with_name("dated.tacsim")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    call("run", brawl, "--save", dated)
    assert read(dated).header.created == "1970-01-02T00:00:00+00:00"


def test_a_file_that_is_there_is_not_written_over(brawl: Path) -> None:
    before = brawl.read_bytes()
    unusable(call("run", brawl, "--save", brawl), "brawl.toml")
    assert brawl.read_bytes() == before
    unusable(call("run", brawl, "--save", brawl.parent / "no" / "such" / "folder"), "folder")


def test_a_cut_save_shows_what_is_left_and_says_what_is_lost(brawl: Path) -> None:
    save = brawl.with_name("kept.tacsim")
    call("run", brawl, "--save", save)
    data = save.read_bytes()
    save.write_bytes(data[:-3])
    shown = call("replay", save, "--json")
    assert shown.code == 2
    assert len(shown.lines) > 10
    assert shown.err.count("\n") == 1
    assert "kept.tacsim" in shown.err
    assert "cut short at byte" in shown.err
    verdict = call("replay", save, "--verify", "--json")
    assert verdict.code == 2
    assert verdict.json["ok"] is False
    assert save.read_bytes() == data[:-3]


@pytest.mark.parametrize("data", [b"", b"\x89TACSIM", b"PK\x03\x04" + bytes(100), b"{}"])
def test_what_is_no_save_is_unusable(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "odd.tacsim"
    path.write_bytes(data)
    unusable(call("replay", path), "odd.tacsim")
    unusable(call("replay", path, "--verify", "--json"), "odd.tacsim")


def test_a_save_that_is_not_there_is_unusable(tmp_path: Path) -> None:
    unusable(call("replay", tmp_path / "none.tacsim"), "none.tacsim")
    unusable(call("replay", tmp_path))


def test_a_save_that_diverges_is_a_no(brawl: Path, tmp_path: Path) -> None:
    from tacsim.storage.frames import PREAMBLE, START, frame, split
    from tacsim.storage.payloads import STEP, dictionary, pack, unpack

    save = brawl.with_name("kept.tacsim")
    call("run", brawl, "--save", save)
    data, check = PREAMBLE, START
    payloads = list(split(save.read_bytes(), "a").payloads)
    known = dictionary(payloads[0])
    at = next(n for n, payload in enumerate(payloads) if payload[0] == STEP)
    _kind, plain = unpack(payloads[at], known)
    assert plain[2] == {"to": [2, 0]}
    plain[2] = {"to": [1, 0]}
    payloads[at] = pack(STEP, plain, known)
    for payload in payloads:
        piece, check = frame(payload, check)
        data += piece
    save.write_bytes(data)
    answer = call("replay", save, "--verify", "--json")
    assert answer.code == 1
    assert answer.json["ok"] is False
    assert answer.json["step"] == 1
    assert "move of ann" in answer.json["message"]
    assert call("replay", save, "--verify").code == 1
    shown = call("replay", save)
    assert (shown.code, shown.err) == (0, "")  # what was recorded is shown as it was


def test_an_unknown_opponent_is_unusable(tmp_path: Path) -> None:
    path = tmp_path / "odd.toml"
    path.write_text(DUEL.replace('"script"', '"ai:nobody"'))
    unusable(call("run", path), "nobody", "odd.toml")
    unusable(call("play", path), "nobody", "odd.toml")


def test_a_reader_that_has_had_enough_is_no_error() -> None:
    import subprocess
    import sys

    line = f"{sys.executable} -m tacsim rules --json | head -c 10"
    done = subprocess.run(line, shell=True, capture_output=True, text=True, check=True)
    assert done.stderr == ""


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A save of a battle in the fog: Zzyzx walks behind the wall, and nobody sees it."""
    folder = tmp_path_factory.mktemp("night")
    scenario = folder / "night.toml"
    scenario.write_text(NIGHT)
    save = folder / "night.tacsim"
    assert call("run", scenario, "--save", save).code == 0
    return save


NIGHT = """
format = 1
name = "Night"
ruleset = "d20"
seed = 1
fog = true
[map]
grid = \"\"\"
.....
#####
.....
\"\"\"
[[side]]
id = "heroes"
name = "Heroes"
controller = "script"
[[side]]
id = "foes"
name = "Foes"
controller = "script"
[[creature]]
id = "ann"
name = "Ann"
kind = "dummy"
side = "heroes"
at = [0, 0]
initiative = 20
[[creature]]
id = "zz"
name = "Zzyzx"
kind = "dummy"
side = "foes"
at = [0, 2]
initiative = 10
[[do]]
actor = "ann"
intent = "move"
to = [2, 0]
[[do]]
actor = "zz"
intent = "move"
to = [3, 2]
"""


def test_a_replay_in_text_may_be_told_through_the_eyes_of_a_side(night: Path) -> None:
    whole = call("replay", night, "--text")
    assert "Ann walks 2 squares to (2,0)" in whole.out
    assert "Zzyzx walks 3 squares to (3,2)" in whole.out
    heroes = call("replay", night, "--text", "--side", "heroes")
    assert (heroes.code, heroes.err) == (0, "")
    assert "Ann walks 2 squares to (2,0)" in heroes.out
    assert "Zzyzx" not in heroes.out
    assert "(3,2)" not in heroes.out
    foes = call("replay", night, "--text", "--side", "foes")
    assert "Zzyzx walks 3 squares to (3,2)" in foes.out
    assert "Ann" not in foes.out


def test_json_lines_too(night: Path) -> None:
    events = call("replay", night, "--side", "heroes", "--json").lines
    assert {"stepped"} <= {event["event"] for event in events}
    assert not any("zz" in json.dumps(event) for event in events)
    assert any(event["actor"] == "zz" for event in call("replay", night, "--json").lines)


def test_an_unknown_side_is_unusable(night: Path) -> None:
    for more in ([], ["--text"], ["--json"]):
        unusable(call("replay", night, "--side", "heros", *more), "heros", '"heroes"')
    unusable(call("replay", night, "--verify", "--side", "heroes"), "--side", "--verify")


@pytest.mark.parametrize("command", [
    ["replay"], ["replay", "--text"], ["replay", "--verify"], ["replay", "--json"], ["branches"],
    ["export", "--as", "text"], ["export", "--as", "html"],
])  # fmt: skip
def test_a_save_of_a_newer_format_is_refused_in_a_line_that_says_so(
    night: Path, tmp_path: Path, command: list[str]
) -> None:
    data = bytearray(night.read_bytes())
    data[11] = 3
    newer = tmp_path / "newer.tacsim"
    newer.write_bytes(data)
    answer = call(command[0], newer, *command[1:])
    unusable(answer, "newer.tacsim", "made by a newer tacsim", "format 3", "up to 2")


@pytest.mark.parametrize("command", ["run", "play", "simulate"])
def test_a_file_of_another_kind_is_told_in_one_line(tmp_path: Path, command: str) -> None:
    ground = tmp_path / "glade.toml"
    ground.write_text('name = "Glade"\ntopology = "square"\nunits = "ft"\ngrid = """\n....\n"""\n')
    unusable(call(command, ground), "is a map", 'map = "glade.toml"')
    beasts = tmp_path / "beasts.toml"
    beasts.write_text('ruleset = "d20"\n[imp]\nname = "imp"\nabilities = {}\n')
    unusable(call(command, beasts), "is a bestiary", 'bestiaries = ["beasts.toml"]')
