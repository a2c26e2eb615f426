"""The command line in Korean: machines read the same in every language, people read Korean."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli.calls import call
from content.imports.test_watabou import rect

from tacsim import i18n
from tacsim.view.columns import columns


@pytest.fixture
def spoken() -> Iterator[None]:
    yield
    i18n.set_language(None)


CALLS = (
    "measure pool 0,0,0 3,4,0",
    "measure metric 0,0 3,4",
    "moves ogre_bridge ogre",
    "choices ogre_bridge ogre",
    "threat ogre_bridge ogre",
    "area d20 cone 3 --origin 3,3 --toward 6,3",
    "run dawn_duel --auto --seed 3 --max-rounds 1",
    "rules d20.flank",
    "simulate dawn_duel --battles 1 --workers 1 --side blue=quick --side red=quick",
    "schema scenario d20",
)


QUICK = ("--side", "blue=quick", "--side", "red=quick")


@pytest.mark.parametrize("line", CALLS)
def test_machines_read_the_same_in_every_language(spoken: None, line: str) -> None:
    told = []
    for language in ("en", "ko"):
        i18n.set_language(language)
        more = [] if line.startswith("schema") else ["--json"]
        told.append(call(*line.split(), *more).out)
    told = [re.sub(r'"(seconds|ms_per_choice)": [\d.]+', "", one) for one in told]
    assert told[0] == told[1] != ""


WRONG = 'format = 1\nname = "x"\nruleset = "d20"\nmap = "none.toml"\n[[side]]\nid = "a"\n'
ROOMS = {"title": "Two rooms", "rects": [rect(0, 0, 4, 3)], "columns": [{"x": 1, "y": 1}]}


@pytest.mark.parametrize("line", ["check {wrong}", "replay {cut} --verify", "branches {cut}",
                                  "import {rooms}"])  # fmt: skip
def test_what_is_wrong_is_told_to_machines_alike(spoken: None, tmp_path: Path, line: str) -> None:
    """And to people, beside it, in their language."""
    files = {name: tmp_path / f"{name}.toml" for name in ("wrong", "cut", "rooms")}
    files["wrong"].write_text(WRONG)
    call("run", "dawn_duel", "--auto", "--seed", 3, "--max-rounds", "2", "--save", files["cut"])
    files["cut"].write_bytes(files["cut"].read_bytes()[:-100])
    files["rooms"].write_text(json.dumps(ROOMS))
    answers = []
    for language in ("en", "ko"):
        i18n.set_language(language)
        answers.append(call(*line.format(**files).split(), "--json"))
    english, korean = answers
    assert english.out == korean.out != ""
    assert english.code == korean.code
    assert english.err == korean.err == "" or re.search("[가-힣]", korean.err)


def test_a_scenario_is_drawn_the_same_in_every_language(spoken: None) -> None:
    told = []
    for language in ("en", "ko"):
        i18n.set_language(language)
        told.append(call("generate", "d20", "--seed", "4", "--no-trial").out)
    assert told[0] == told[1]


def test_a_save_shows_itself_in_the_readers_language(spoken: None, tmp_path: Path) -> None:
    """Whoever wrote it: words are made of events, and none are kept."""
    written = []
    for language in ("en", "ko"):
        i18n.set_language(language)
        path = tmp_path / f"{language}.tacsim"
        call("run", "dawn_duel", "--auto", "--seed", 3, "--max-rounds", "2", "--save", path)
        written.append(call("replay", path, "--verify", "--json").json)
        told = call("replay", tmp_path / "en.tacsim", "--text").out
        assert ("1라운드" in told, "Round 1" in told) == (language == "ko", language == "en")
        assert ("루칸" in told, "Lucan" in told) == (language == "ko", language == "en")
    assert written[0]["digest"] == written[1]["digest"]


@pytest.mark.parametrize("line", [
    "--lang ko --bad", "--bad --lang ko", "--lang=ko --bad", "--lang ko nonsense", "--lang ko run",
    "run --lang ko", "--lang ko export a.tacsim --as foo", "export a.tacsim --speed x --lang ko",
    "--lang ko run a b", "--lang ko area d20 cone 3",
])  # fmt: skip
def test_calls_that_cannot_be_understood_are_told_so_in_korean(spoken: None, line: str) -> None:
    """Wherever --lang stands: without it the environment of these tests is English."""
    i18n.set_language("en")
    answer = call(*line.split())
    assert (answer.code, answer.out) == (2, "")
    assert re.fullmatch(r"tacsim: .*[가-힣].*\n", answer.err)
    assert not re.search(r"(?i)\b(no such|missing|invalid|option|argument|got)\b", answer.err)


def test_usage_is_korean_too(spoken: None) -> None:
    assert call("--lang", "ko", "--help").out.startswith("사용법: tacsim [옵션] [명령] [인자]...\n")
    told = call("--lang", "ko", "run", "--help").out
    assert told.startswith("사용법: tacsim run [옵션] SCENARIO\n")


@pytest.mark.parametrize("command", ["simulate", "export"])
def test_help_fits_the_terminal(command: str) -> None:
    told = call(command, "--help", TACSIM_LANG="ko", COLUMNS="80").out
    assert told.startswith("사용법")
    assert max(map(columns, told.splitlines())) <= 80
    assert "\uffff" not in told


def test_pages_have_the_names_that_readers_know(spoken: None, tmp_path: Path) -> None:
    i18n.set_language("ko")
    page = tmp_path / "odds.html"
    call("simulate", "dawn_duel", "--battles", "1", "--workers", "1", *QUICK, "--html", page)
    shown = re.sub(r"(?s)<script.*?</script>", "", page.read_text("utf-8"))
    assert "새벽의 결투" in shown
    assert "루칸" in shown
    assert re.findall("Lucan|Orlo|Blue|The duel", shown) == []


def test_columns_of_tables_stand_under_one_another(spoken: None) -> None:
    i18n.set_language("ko")
    told = call("simulate", "dawn_duel", "--battles", "2", "--workers", "1", *QUICK).out
    lines = told.splitlines()
    starts = {columns(row[: row.index("ai:")]) for row in lines if "ai:" in row}
    assert starts == {columns(row[: row.index("조종")]) for row in lines if "조종" in row}
