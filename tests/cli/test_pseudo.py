"""The command line in a language that nobody speaks: what was never marked shows."""

from __future__ import annotations

import gzip
import html
import importlib
import re
import shlex
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from app.pseudo import LISTED, unmarked
from app.test_language import pseudo as pseudo  # a fixture
from cli.calls import call
from storage.fights import DUEL, fought

import tacsim.cli
from tacsim import i18n
from tacsim.grid.kinds import KINDS
from tacsim.rulesets import RULESETS
from tacsim.session.opponents import known_names

OPTIONS = re.compile(
    r"--?[a-z][\w-]*|\b[A-Z]+\b|[\w/.-]*/[\w/.-]*|'[^']*'|\"[^\"]*\"|<[^>]*>|\[[^]]*\|[^]]*\]"
)
"""Options, what stands for a value, files, and what is said again."""
KEPT = {
    "tacsim", "human", "script", "walk", "no", "bash", "zsh", "fish", "WxH",
    "easy", "fair", "hard", "deadly",
    *tacsim.cli.MODULES, *RULESETS, *KINDS,
    *known_names(), *i18n.LANGUAGES,
}  # fmt: skip
IDS = {
    "ann", "bob", "heroes", "foes", "duel", "save", "cut", "bent", "broken", "more", "cone",
    "ogre", "Grum", "ai", "cast", "text", "jsonl", "svg", "html", "uvtt", "tiled",
    "watabou", "rexpaint", "rects", "square", "hex", "open", "shut",
}  # fmt: skip
"""Names, shapes and formats in what these calls are told."""
CLICKS = {"integer", "range", "float"}
"""Kinds of values, which click does not mark."""


@pytest.fixture(autouse=True)
def speaking(pseudo: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The command line as it is when it has just been started, with TACSIM_LANG set."""
    modules = [tacsim.cli.module_of(name) for name in ("calls", *tacsim.cli.MODULES)]
    for name in modules:
        importlib.import_module(name)  # to be there again afterwards
    for name in modules:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setenv("TACSIM_LANG", "ko")
    i18n.set_language(None)
    yield
    monkeypatch.undo()
    i18n.set_language(None)


def plain(text: str, *more: str) -> list[str]:
    """The words of a text that are neither marked nor names."""
    return unmarked(OPTIONS.sub("", LISTED.sub("", text)), {*KEPT, *CLICKS, *more})


@pytest.mark.parametrize("command", ["", *tacsim.cli.MODULES])
def test_help(command: str) -> None:
    answer = call(*command.split(), "--help")
    assert answer.code == 0
    assert "「" in answer.out
    assert plain(answer.out) == [], answer.out


@pytest.mark.parametrize("line", ["--help", "check --help", "check"])
def test_the_language_that_the_call_names(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TACSIM_LANG", "en")
    i18n.set_language(None)
    answer = call("--lang", "ko", *line.split())
    assert plain(answer.out + answer.err) == [], answer
    assert "「" in answer.out + answer.err


CALLS = """
fly
--fly
--lang xx rules
--lang
run
run duel more
run no-such-skirmish
run duel --side nobody=ai
run duel --side x
run duel --side x=ai --side x=ai
run duel --side heroes=nobody
run duel --seed x
run duel --seed 99999999999999999999
run /
play duel
play duel --name x=y
play duel --name ann=
play duel --name x
play duel --party x
play duel --party heroes=x
play duel --plain --json=3
serve --port x
serve --host a..b
serve --host 192.0.2.1
gauntlet
gauntlet --seed 3
gauntlet d2O
gauntlet d20 --difficulty x
gauntlet d20 --party none.toml
play save.tacsim --seed 3 --plain
check
check none.toml
check .
check broken.toml
measure d2O 0,0 1,1
measure d20 0,0 1.5,1
measure d20 -1,0 1,1
measure d20 0,0 1,1 --topology cube
measure d20 0,0
area d20 cone '15 ft' --origin 1,1
area d20 cube 3 --origin 0,0
area d20 burst x --origin 0,0
area d20 burst -3 --origin 0,0
area d20 burst 999 --origin 0,0
area d20 burst 3
area d20 burst 3 --origin 0,0 --rule x=on
moves duel nobody
moves duel ann --mode x
threat duel nobody
choices duel nobody
perft duel x
perft duel -1
simulate duel --battles 0
simulate duel --side x=ai
simulate duel --vary x
simulate duel --vary ann.hpp=3
simulate duel --vary nobody.hp=3
simulate duel --vary ann.hp=3 --vary ann.hp=4
simulate duel --vary ann.level=3
simulate duel --vary count.x=3
simulate duel --vary count.dummy=x
simulate duel --vary rules.x=no
simulate duel --vary heroes.controller=x
simulate duel --precision 0
simulate duel --html duel
simulate duel --html save/page.html
compare duel --rulesets x
replay none.tacsim
replay broken.toml
replay cut.tacsim
replay bent.tacsim
replay save.tacsim --branch x
branches none.tacsim
branches cut.tacsim
export cut.tacsim --as text
export none --as x
export save.tacsim
export save.tacsim --as svg --level 1
export duel --as uvtt --level 7
export broken.toml --as tiled
export duel --as svg --at 3
import none.json
import broken.toml
import .
import duel --from tiled
import save.tacsim --from watabou
import save.tacsim -o duel
import save.tacsim -o .
import save.tacsim --topology hexes
import rooms.json -o rooms.json
import rooms.json --tiles broken.toml
import wild.json
import cut.tmx
import entity.tmx
import cut.xp
export save.tacsim --as svg --at 1000000
export save.tacsim --as text --at 1
rules flux capacitor
rules d20.sqeeze
rules charge lamp
"""


@pytest.mark.parametrize("line", CALLS.split("\n")[1:-1])
def test_what_cannot_be_answered(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "duel").write_text(DUEL)
    (tmp_path / "broken.toml").write_text("[[[")
    (tmp_path / "rooms.json").write_text('{"rects": [{"x": 0, "y": 0, "w": 2, "h": 2}]}')
    (tmp_path / "wild.json").write_text('{"rects": [{"x": 0, "y": 0, "w": 1e9, "h": 2}]}')
    (tmp_path / "cut.tmx").write_text("<map><layer>")
    (tmp_path / "entity.tmx").write_text('<!DOCTYPE map [<!ENTITY a "b">]><map/>')
    (tmp_path / "cut.xp").write_bytes(gzip.compress(bytes(9)))
    (tmp_path / "saves").mkdir()
    whole = fought(tmp_path / "saves", rounds=1).read_bytes()
    (tmp_path / "save.tacsim").write_bytes(whole)
    (tmp_path / "cut.tacsim").write_bytes(whole[:40])
    (tmp_path / "bent.tacsim").write_bytes(whole[:-9] + bytes(9))
    answer = call(*shlex.split(line))
    assert answer.code, answer
    assert "「" in answer.err + answer.out
    assert plain(answer.err + answer.out, *IDS) == [], answer


@pytest.mark.parametrize("more", ["", "--mirror", "--vary ann.hp=3,30"])
def test_what_a_simulation_found(
    more: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "duel").write_text(DUEL)
    line = f"simulate duel --battles 2 --workers 1 --html page.html {more}"
    answer = call(*shlex.split(line), "--side", "heroes=greedy", "--side", "foes=quick")
    assert answer.code == 0, answer
    names = (*IDS, "hp", "Ann", "Bob", "The", "duel", "Heroes", "Foes")
    assert plain(answer.out, *names) == [], answer.out
    page = (tmp_path / "page.html").read_text("utf-8")
    told = re.sub(r"<(style|script|code)[^>]*>.*?</\1>|<[^>]*>", " ", page, flags=re.DOTALL)
    title = str(tomllib.loads(DUEL).get("name", "duel"))
    assert plain(html.unescape(told), *names, *title.split()) == [], told


def test_a_language_that_there_is_not_is_told_once_and_is_english(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    english = call("measure", "d20", "0,0", "3,4", TACSIM_LANG="en")
    for asked in ("xx", "xx_YY.UTF-8", "xx:yy"):
        answer = call("measure", "d20", "0,0", "3,4", TACSIM_LANG=asked)
        assert (answer.code, answer.out) == (0, english.out)
        assert answer.err == (
            f"tacsim: TACSIM_LANG names no language that there is: {asked} (there is: en, ko)\n"
        )
    for asked in ("", "en_GB.UTF-8", "C", "ko_KR.UTF-8", "xx:ko"):
        assert call("measure", "d20", "0,0", "3,4", TACSIM_LANG=asked).err == ""
    assert call("--lang", "en", "rules", "d20.charge.min", TACSIM_LANG="xx").err == ""
