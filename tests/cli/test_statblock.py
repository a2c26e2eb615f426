"""``tacsim statblock``: what is written where, what is told, and what is turned down."""

from __future__ import annotations

import io
import json
import tomllib
from pathlib import Path

import pytest
from cli.calls import call, unusable
from content.statblocks import printed


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own to be in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def given_file(here: Path, text: str, name: str = "given.txt") -> Path:
    path = here / name
    path.write_text(text, "utf-8")
    return path


def test_entries_go_to_standard_output_and_the_rest_beside_it(here: Path) -> None:
    answer = call("statblock", given_file(here, printed.STALKER), "--ruleset", "grid5e")
    assert answer.code == 0
    assert tomllib.loads(answer.out)["marsh_stalker"]["hp"] == 68
    assert "- Bite: plus 7 (2d6) poison damage" in answer.err.splitlines()


def test_what_is_no_creature_is_told_beside_it(here: Path) -> None:
    """It leaves the exit code alone; another statblock in no form that is read does not."""
    told = "not taken for a creature: Something waits in the marsh."
    text = f"Something waits in the marsh.\n\n{printed.STALKER}"
    answer = call("statblock", given_file(here, text), "--ruleset", "grid5e")
    assert (answer.code, answer.err.splitlines()[-1]) == (0, told)
    given = given_file(here, f"{text}\n\nToad King: AC 6; HD 9; hp 40; one bite.")
    answer = call("statblock", given, "--ruleset", "grid5e", "--json")
    assert (answer.code, answer.err.splitlines()) == (1, [told])
    ((name, reason),) = (one.values() for one in answer.json["failed"])
    assert (name, reason) == (
        "Toad King: AC 6; HD 9; hp 40; one bite.",
        "is in no form of statblock that is read here",
    )


def test_a_file_is_written_and_is_sound(here: Path) -> None:
    given = given_file(here, printed.DRAKE)
    answer = call("statblock", given, "--ruleset", "d20", "-o", "my.toml")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith("my.toml: 1 entry\n")
    assert call("check", "my.toml").code == 0
    assert "is there already" in call("statblock", given, "--ruleset", "d20", "-o", "my.toml").err
    assert call("statblock", given, "--ruleset", "d20", "-o", "my.toml", "--force").code == 0
    unusable(call("statblock", given, "--ruleset", "d20", "-o", given, "--force"), "to be read")


def test_json_has_what_scripts_rely_on(here: Path) -> None:
    both = json.dumps([printed.HARRIER, {**printed.HARRIER, "name": "Vast One", "size": "Vast"}])
    given = given_file(here, both)
    answer = call("statblock", given, "--ruleset", "grid5e", "--json", "-o", "my.toml")
    assert answer.code == 1
    told = answer.json
    assert list(told) == ["entries", "dropped", "failed"]
    assert told["entries"] == ["ember_harrier"]
    assert "burrows: 20 ft" in told["dropped"]["ember_harrier"]
    assert told["failed"] == [
        {"name": "Vast One", "reason": "its size is missing, or none that is known here"}
    ]
    written = tomllib.loads((here / "my.toml").read_text("utf-8"))
    assert told["dropped"]["ember_harrier"] == written["ember_harrier"]["notes"]
    assert call("--lang", "ko", "statblock", given, "--ruleset", "grid5e", "--json").json == told


def test_where_all_fail_nothing_is_written(here: Path) -> None:
    given = given_file(here, printed.JSON)
    answer = call("statblock", given, "--ruleset", "d20", "-o", "my.toml")
    assert (answer.code, answer.err) == (1, "")
    assert answer.out.startswith("Ember Harrier cannot be used: ")
    assert not (here / "my.toml").exists()


def test_those_of_other_rules_are_told_of_in_one_line(here: Path) -> None:
    many = json.dumps([{**printed.HARRIER, "name": f"Harrier {n}"} for n in range(40)])
    answer = call("statblock", given_file(here, many), "--ruleset", "d20")
    assert answer.code == 1
    (line,) = answer.err.splitlines()
    assert line.startswith("Harrier 0 and 39 more cannot be used: is a 5e statblock")
    assert len(call("statblock", "given.txt", "--ruleset", "d20", "--json").json["failed"]) == 40


def test_a_page_that_is_cut_is_told(here: Path) -> None:
    whole = printed.PAGE
    assert call("statblock", given_file(here, whole), "--ruleset", "d20").err.count("middle") == 0
    again = given_file(here, whole + whole[: len(whole) // 2])
    answer = call("statblock", again, "--ruleset", "d20")
    assert answer.code == 0
    assert "the page ends in the middle" in answer.err
    unusable(call("statblock", given_file(here, whole[: len(whole) // 2]), "--ruleset", "d20"),
             "ends in the middle")  # fmt: skip


def test_standard_input(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.TextIOWrapper(io.BytesIO(printed.OGRE.encode()))
    monkeypatch.setattr("sys.stdin", stream)
    answer = call("statblock", "-", "--ruleset", "grid5e")
    assert tomllib.loads(answer.out)["bog_ogre"]["ac"] == 11


def test_one_of_the_rulesets_own_is_not_replaced_in_silence(here: Path) -> None:
    given = given_file(here, printed.CHIEF.replace("Goblin Chief", "Goblin"))
    answer = call("statblock", given, "--ruleset", "grid5e", "--json")
    assert answer.json["entries"] == ["goblin"]
    assert "goblin takes the place of the ruleset's own" in answer.err


def test_calls_that_cannot_be_answered(here: Path) -> None:
    given = given_file(here, "nothing of the kind")
    unusable(call("statblock", given, "--ruleset", "grid5e"), "given.txt", "no statblock")
    unusable(call("statblock", given, "--ruleset", "grid6e"), "grid6e", "grid5e")
    unusable(call("statblock", given, "--ruleset", "pool"), "pool")
    unusable(call("statblock", given), "--ruleset", "d20", "grid5e", "metric")
    unusable(call("statblock", "absent.txt", "--ruleset", "d20"), "absent.txt")
    unusable(call("statblock", here, "--ruleset", "d20"), "ordinary file")
    unusable(call("statblock", "", "--ruleset", "d20"), "no file")
