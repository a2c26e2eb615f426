"""Battles told line by line in a language that nobody speaks: what was never marked shows."""

from __future__ import annotations

import re
from collections.abc import Generator
from pathlib import Path
from random import Random

import pytest
from app.pseudo import LETTERS, in_pseudo, unmarked
from app.test_language import pseudo as pseudo  # a fixture
from plain.fights import fight, played, written
from plain.readers import QUESTION, Pipe, numbered, typed
from player.running import lost_game, won_game

from tacsim import i18n
from tacsim.content.generate.sides import NAMES as NAMES_OF_HEROES
from tacsim.plain import play
from tacsim.plain.bearings import SQUARES
from tacsim.rulesets import RULESETS

TURN = "'s turn (".translate(LETTERS)
SURE = in_pseudo("{what}: {warnings}. Do it? y or n").rpartition("}")[2]
NAMES = {"The", "hall", "Ann", "Bob", "Gog", "Mog", "Heroes", "Raiders", "tacsim", *SQUARES}
ROW = re.compile(r"^[ \d]{3} .*$", re.MULTILINE)
"""A row of the map."""
ASIDE = ("?", "s", "s ann", "s gog", "s 2,2", "m", "l why", "o", "c", "c 3", "w", "q2", "e", "9,9")
"""What is asked in every turn before anything is done."""
TURNS = 5

Talk = Generator[str, list[str], None]


def curious(seed: str) -> Talk:
    """Opens every menu of each turn and asks about its lines, then does whatever comes."""
    draw, turns = Random(seed), 0
    lines = yield ""
    while turns < TURNS:
        if lines[-1].endswith(SURE):
            lines = yield "y"
        elif lines[-1] == in_pseudo(QUESTION):
            for answer in ("w", "w 1", "?", "so"):
                _heard = yield answer
            lines = yield draw.choice("yyn")
        elif any(TURN in line for line in lines):
            turns += 1
            yield from _asked_around(lines)
            lines = yield draw.choice(("b", "x"))
            lines = yield "b"
            for _time in range(3):
                lines = yield draw.choice([*numbered(lines)][:-1] or ["."])
                if any(TURN in line for line in lines) or not numbered(lines):
                    break
        elif numbered(lines):
            lines = yield "."
        else:
            lines = yield ""
    yield "q"


def _asked_around(lines: list[str]) -> Talk:
    for answer in ASIDE:
        yield answer
    yield from _opened(lines, [])
    for answer in ("x", "x gog"):
        refused = yield answer
        for number in numbered(refused):
            yield f"w {number}"
    yield "b"


def _opened(lines: list[str], way: list[str]) -> Talk:
    """Each line of a menu explained, and those behind it, ``way`` being how one came there."""
    for number, text in numbered(lines).items():
        yield f"w {number}"
        for opener in (number, f"{number}+") if "..." in text else (f"{number}+",):
            inner = yield opener
            if numbered(inner):
                if len(way) < 2:
                    yield from _opened(inner, [*way, opener])
                yield "b"
                for answer in way:
                    _heard = yield answer


@pytest.mark.parametrize("ruleset", RULESETS)
def test_nothing_but_names_and_ids_is_told_in_plain_words(
    ruleset: str, tmp_path: Path, pseudo: Path
) -> None:
    i18n.set_language("ko")
    talk = curious(ruleset)
    next(talk)
    done = played(written(tmp_path, fight(ruleset)), talk.send, sides={})
    assert len(done.pipe.answers) > 200
    text = ROW.sub("", done.text.replace(f"{done.game.save}", ""))
    names = {*NAMES, *RULESETS, *done.game.session.battle.ruleset.areas.shapes}
    told = {line: found for line in text.splitlines() if (found := unmarked(line, names))}
    assert told == {}


def test_between_two_fights_of_a_run_too(pseudo: Path) -> None:
    i18n.set_language("ko")
    won, lost = won_game(), lost_game(fight_number=3)
    people = {one.name for game in (won, lost) for one in game.session.battle.world.creatures}
    told = []
    for game, answers in ((won, ("x", "q")), (lost, ())):
        pipe = Pipe(typed(*answers))
        play(game, pipe, pipe)
        told += pipe.text.replace(f"{game.save}", "").splitlines()
    joining = {word for line in told for word in NAMES_OF_HEROES if word in line}
    sides = {side.name for game in (won, lost) for side in game.scenario.sides} | {"Two"}
    names = {*RULESETS, *joining, *" ".join((*people, *sides)).split()}
    assert {line: found for line in told if (found := unmarked(line, names))} == {}
