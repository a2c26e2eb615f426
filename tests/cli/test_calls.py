"""The command line as a whole: help, bad input, ``check``, ``rules`` and the game."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from cli.calls import PATIENCE, ROOT, call, program, unusable
from storage.fights import DUEL, do

import tacsim
import tacsim.cli
from tacsim import i18n
from tacsim.rulesets import RULESETS
from tacsim.rulesets.d20 import SWITCHES

ENDLESS = "x" * 3000


def test_help_lists_every_command_and_is_there_at_once() -> None:
    """At once: it imports few modules, and none that is heavy."""
    answer = program("--help")
    assert answer.code == 0
    for name in tacsim.cli.MODULES:
        assert f"\n  {name} " in answer.out
        assert call(name, "--help").code == 0
    script = (
        "import sys; from tacsim.cli import main; main(['--help']);"
        "heavy = {'numpy', 'tcod', 'attrs', 'textual', 'msgpack'} & set(sys.modules);"
        "many = len(sys.modules) > 250 and f'{len(sys.modules)} modules';"
        "sys.exit(repr(heavy) if heavy else many or 0)"
    )
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=True, capture_output=True)


def test_garbage_is_seldom_looked_for_while_a_battle_is_read(tmp_path: Path) -> None:
    path = tmp_path / "duel.toml"
    path.write_text(DUEL)
    script = (
        "import gc, sys; from tacsim.__main__ import main; looked = [];"
        "gc.callbacks.append(lambda phase, info: looked.append(info['generation']));"
        f"sys.argv = ['tacsim', 'play', {str(path)!r}, '--json']; main();"
        "sys.exit(repr(looked) if len(looked) > 6 or 2 in looked else 0)"
    )
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=True, capture_output=True)


def test_version() -> None:
    assert call("--version").out == f"tacsim {tacsim.__version__}\n"


def test_the_game_needs_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "duel.toml"
    path.write_text(DUEL)
    unusable(program(), "terminal")
    unusable(call("play", path), "terminal")
    answer = call("play", path, "--json")
    assert answer.json == {"scenario": str(path), "name": "Duel", "ruleset": "d20"}
    unusable(call("play"), "the game needs a terminal")
    unusable(call("play", "--plain"), "SCENARIO")  # there is no first screen in sentences


@pytest.mark.skipif(os.name != "posix", reason="needs pseudo-terminals")
def test_a_terminal_that_is_too_small_is_told_so() -> None:
    import pexpect

    child = pexpect.spawn(
        sys.executable, ["-m", "tacsim"], cwd=str(ROOT), dimensions=(10, 40), encoding="utf-8"
    )
    child.expect(pexpect.EOF, timeout=PATIENCE)
    child.close()
    assert child.exitstatus == 2
    assert "too small" in child.before
    assert "Traceback" not in child.before


def test_a_command_or_option_that_there_is_not_is_unusable() -> None:
    unusable(call("fly"), "fly")
    unusable(call("--fly"), "--fly")
    unusable(call("run"), "SCENARIO")


@pytest.mark.parametrize(
    ("arguments", "work"),
    [
        (("generate", "d20", "-o"), "tacsim.sim.balance.generated"),
        (("simulate", "dawn_duel", "--html"), "tacsim.sim.trial.Trial.fight"),
        (("import", "-o"), "tacsim.api.imports.read_foreign"),
        (("statblock", "--ruleset", "d20", "-o"), "tacsim.api.statblocks.read_statblocks"),
        (("export", "ogre_bridge", "--as", "tiled", "-o"), "tacsim.api.maps.export_map"),
    ],
)
def test_that_a_file_cannot_be_written_is_told_before_the_work(
    arguments: tuple[str, ...], work: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def denied(**where: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("tacsim.storage.atomic.tempfile.mkstemp", denied)
    monkeypatch.setattr(work, None)
    read = ("given.json",) if arguments[0] in ("import", "statblock") else ()
    answer = call(*arguments, tmp_path / "wanted", *read)
    unusable(answer, f"{tmp_path / 'wanted'}: cannot be written: Permission denied")


def scenario(*changes: tuple[str, str]) -> bytes:
    text = DUEL
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return text.encode()


BAD = {
    "unknown creature": (scenario(('kind = "dummy"', 'kind = "dumy"')), "dummy"),
    "overlapping bodies": (scenario(("at = [3, 0]", "at = [0, 0]")), "ann"),
    "a ragged grid": (scenario(("....#.....", "....#")), "row 3"),
    "an unknown glyph": (scenario(("....#.....", "....?.....")), "?"),
    "a negative speed": (scenario(('id = "ann"', 'id = "ann"\nspeed = -3')), "speed"),
    "no TOML": (b"format = = 1\n", "TOML"),
    "bytes that are not text": (b"name = '\xff\xfe'\n", "UTF-8"),
    "a map past all bounds": (scenario(("....#.....\n", "....#.....\n" * 600)), "512"),
    "nothing": (b"", ""),
    "a control character": (scenario(('"Duel"', '"\\u001b[2J"')), "name"),
}


@pytest.mark.parametrize("what", BAD)
def test_a_bad_scenario_is_one_line_with_file_and_place(tmp_path: Path, what: str) -> None:
    data, word = BAD[what]
    path = tmp_path / "bad.toml"
    path.write_bytes(data)
    if what == "bytes that are not text":
        unusable(program("run", path), "bad.toml", word)
    for command in (("run", path), ("moves", path, "ann"), ("play", path)):
        answer = call(*command)
        unusable(answer, "bad.toml", word)
        assert "\x1b" not in answer.err
    assert path.read_bytes() == data


def test_a_scenario_that_is_not_there_is_unusable(tmp_path: Path) -> None:
    unusable(call("run", tmp_path / "none.toml"), "none.toml")
    unusable(call("run", "no-such-skirmish"), "no-such-skirmish")
    unusable(call("run", tmp_path), str(tmp_path))
    unusable(call("run", "/dev/null"))


@pytest.mark.parametrize(
    ("line", "place", "why"),
    [
        (["play", ""], "SCENARIO", "no file is named"),
        (["replay", ""], "FILE", "no file is named"),
        (["check", ""], "FILE...", "no file is named"),
        (["check", "none.toml"], "none.toml", "No such file or directory"),
        (["play", "X", "--seed", "abc"], "--seed", 'a whole number from .*, not "abc"'),
        (["compare", "X", "--seed", "1.5"], "--seed", 'a whole number from .*, not "1.5"'),
        (["perft", "X", "99"], "DEPTH", 'a whole number from 0 to .*, not "99"'),
    ],
)
def test_what_cannot_be_used_is_one_line_with_its_place_and_the_reason(
    line: list[str], place: str, why: str
) -> None:
    answer = call(*line)
    assert answer.code == 2
    assert re.fullmatch(rf"tacsim: {re.escape(place)}: (must be )?{why}\n", answer.err)


def test_check_lists_every_fault(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text(DUEL)
    bad.write_text(DUEL.replace('kind = "dummy"', 'kind = "dumy"') + do("zed", "stand"))
    assert call("check", good, "--json").json == []
    assert call("check", "ogre_bridge", "--json").json == []
    answer = call("check", good, bad, "--json")
    assert answer.code == 1
    assert len(answer.json) >= 3
    for row in answer.json:
        assert list(row) == ["file", "line", "field", "message"]
        assert row["file"] == str(bad)
        assert row["line"] > 0
    text = call("check", bad)
    assert text.code == 1
    assert f"{bad}:" in text.out
    broken = tmp_path / "broken.toml"
    broken.write_text("[[[")
    assert call("check", broken, "--json").json[0]["line"] == 1


def test_check_of_nothing_is_unusable(tmp_path: Path) -> None:
    unusable(call("check"), "FILE")
    unusable(call("check", tmp_path / "none.toml"), "none.toml")


def test_rules_lists_clauses_with_their_words_and_where_they_are_enforced() -> None:
    every = call("rules", "--json").json
    assert {"id", "ruleset", "text", "title", "enforced", "tests"} <= every[0].keys()
    found = {row["id"]: row for row in every}
    assert found["d20.squeeze.cost"]["enforced"] == ["tacsim/rulesets/d20/squeezing.py"]
    assert found["d20.speed.table.dwarf"]["enforced"] == ["tacsim/rulesets/d20/races.toml"]
    assert found["grid5e.prone"]["enforced"] == [
        f"tacsim/rulesets/fifth/{file}" for file in ("economy.py", "effects.toml", "modes.py")
    ]
    shown = "tests/rules/test_sizes.py::test_squares_covered_and_threatened"
    assert shown in found["d20.size.large-long"]["tests"]
    for row in every:
        assert row["text"]
        assert all((ROOT / place).is_file() for place in row["enforced"])
        assert row["tests"] == sorted(row["tests"], key=lambda test: test.partition("::")[0])
    of_each = [call("rules", name, "--json").json for name in RULESETS]
    assert [row for rows in of_each for row in rows] == every


def test_rules_finds_one_clause_or_a_family() -> None:
    one = call("rules", "d20.squeeze.cost", "--json").json
    assert [row["id"] for row in one] == ["d20.squeeze.cost"]
    family = call("rules", "d20.squeeze.c", "--json").json
    assert [row["id"] for row in family] == ["d20.squeeze.cost", "d20.squeeze.cost.diag"]
    text = call("rules", "d20.squeeze.cost").out
    assert "enforced: tacsim/rulesets/d20/squeezing.py" in text
    assert "tests: tests/" in text
    none = call("rules", "d20.sqeeze.cost")
    assert (none.code, none.out, none.err.count("\n")) == (1, "", 1)
    assert '"d20.squeeze.cost"' in none.err


def test_rules_finds_by_words_in_id_title_and_text() -> None:
    """Every clause that has all the words, in whatever case, and no other."""
    every = call("rules", "--json").json
    for words in (["trip"], ["Trip", "TOUCH"], ["opportunity", "reach"]):
        said = {
            row["id"] for row in every
            if all(word.lower() in " ".join((row["id"], row["title"], row["text"], *(
                switch["name"] for switch in row["switches"]))).lower() for word in words)
        }  # fmt: skip
        assert said
        assert {row["id"] for row in call("rules", *words, "--json").json} == said
        assert call("rules", " ".join(words), "--json").json == call("rules", *words, "--json").json
    assert "d20.trip" in {row["id"] for row in call("rules", "trip", "--json").json}
    (row,) = call("rules", "run_by_text", "--json").json
    assert [switch["name"] for switch in row["switches"]] == ["run_by_text"]
    assert call("rules", "trip").out.startswith("d20.")


def test_rules_finds_words_in_any_form_the_best_first() -> None:
    def found(*words: str) -> list[str]:
        return [row["id"] for row in call("rules", *words, "--json").json]

    assert found("squeeze", "cost", "diagonal")[0] == "d20.squeeze.cost.diag"
    assert found("squeezed", "costs", "diagonals") == found("squeeze", "cost", "diagonal")
    assert {"d20.actions.provoke.yes", "d20.prone"} <= set(found("provoke", "stand", "up"))
    assert found("charging")[:2] == ["d20.charge", "d20.charge.min"]
    none = call("rules", "charge", "lamp")
    assert none.code == 1
    assert "some of it is in d20.charge, d20.charge.min, " in none.err


def test_rules_needs_nothing_that_takes_long_to_import() -> None:
    code = ("import sys; from tacsim.rulesets.lookup import look_up; look_up();"
            "sys.exit('numpy' in sys.modules)")  # fmt: skip
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_rules_says_in_one_line_that_nothing_is_found() -> None:
    none = call("rules", "flux", "capacitor")
    assert (none.code, none.out) == (1, "")
    assert none.err == 'tacsim: there is no rule "flux capacitor"\n'
    assert call("rules", "flux", "--json").json == []
    assert call("rules", "flux", "--json").code == 1


def test_rules_tells_the_switches_with_their_defaults() -> None:
    rows = call("rules", "d20", "--json").json
    switches = {s["name"]: s["default"] for row in rows for s in row["switches"]}
    assert switches == {switch.name: switch.default for switch in SWITCHES}
    assert "switch reach_diagonal (on unless set)" in call("rules", "d20").out


def test_an_error_of_ours_is_one_line_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import tacsim.rulesets.lookup

    def broken(name: str) -> None:
        raise RuntimeError("two\nlines \x1b[31m")

    monkeypatch.setattr(tacsim.rulesets.lookup, "content", broken)
    monkeypatch.delenv("TACSIM_DEBUG", raising=False)
    assert tacsim.cli.main(["rules"]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "bug" in said
    assert "\x1b" not in said
    monkeypatch.setenv("TACSIM_DEBUG", "1")
    with pytest.raises(RuntimeError):
        tacsim.cli.main(["rules"])


def test_being_stopped_is_no_error_of_ours(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import tacsim.rulesets.lookup

    def stopped(name: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(tacsim.rulesets.lookup, "content", stopped)
    assert tacsim.cli.main(["rules"]) == 130
    assert capsys.readouterr().err.endswith("tacsim: stopped\n")


@pytest.mark.parametrize("arguments", [
    ("measure", ENDLESS, "0,0", "1,1"), ("measure", "d20", ENDLESS, "1,1"), (ENDLESS,),
    ("run", ENDLESS), ("run", f"nowhere/{ENDLESS}"), ("measure", f"--{ENDLESS}"),
    ("area", "d20", ENDLESS, 3, "--origin", "0,0"),
])  # fmt: skip
def test_endless_words_are_cut_in_messages(arguments):
    answer = call(*arguments)
    assert answer.code == 2
    assert "xxx" in answer.err
    assert len(answer.err) < 200


def test_the_language_is_chosen_before_the_command():
    try:
        assert call("--lang", "ko", "rules", "d20.charge.min", "--json").code == 0
        assert i18n.languages() == ("ko",)
        call("--lang", "en", "rules", "d20.charge.min")
        assert i18n.languages() == ()
        unusable(call("--lang", "xx", "rules"), "--lang", "xx")
    finally:
        i18n.set_language("en")


@pytest.mark.parametrize("given", [None, "3"])
def test_numpy_is_left_one_thread_unless_told(given: str | None) -> None:
    """As the processes that fight battles are, which have the environment of the command."""
    code = "import os, tacsim.__main__ as m; m.main(); print(os.environ['OPENBLAS_NUM_THREADS'])"
    environment = {key: value for key, value in os.environ.items() if "NUM_THREADS" not in key}
    environment |= {"OPENBLAS_NUM_THREADS": given} if given else {}
    done = subprocess.run(
        [sys.executable, "-c", code, "--version"], cwd=ROOT, env=environment, capture_output=True,
        text=True, check=True,
    )  # fmt: skip
    assert done.stdout.split()[-1] == (given or "1")
