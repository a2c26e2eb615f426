"""``tacsim generate``: scenarios on standard output or in a new file, and what is refused."""

from __future__ import annotations

import json
import tomllib

import pytest
from cli.calls import call, unusable

from tacsim.content.checks import check_file
from tacsim.sim.balance import generated
from tacsim.view.maps.text_map import framed

ASKED = ("generate", "d20", "--kind", "ship", "--seed", "4", "--no-trial")


def test_the_scenario_and_its_json_say_the_same():
    text = call(*ASKED).out
    assert text == call(*ASKED).out
    assert tomllib.loads(text) == json.loads(call(*ASKED, "--json").out)


def test_a_file_is_written_that_has_no_faults_and_is_not_replaced(tmp_path):
    file = tmp_path / "ship.toml"
    assert call(*ASKED, "-o", str(file)).code == 0
    assert check_file(file) == []
    unusable(call(*ASKED, "-o", str(file)))
    assert call(*ASKED, "-o", str(file), "--force").code == 0


@pytest.mark.parametrize(("ruleset", "kind"), [("metric", "wilderness"), ("pool", "tower")])
def test_what_is_drawn_at_a_terminal_has_every_row(ruleset, kind):
    made = generated(ruleset, kind, seed=4, trial=False)
    lines = list(framed(made.drawn, 200, 60, colour=False))
    for row in range(made.drawn.high[1] + 1):
        assert any(line.lstrip().startswith(f"{row} ") for line in lines)


def test_a_drawn_seed_stands_in_the_file():
    text = call("generate", "grid5e", "--kind", "cave", "--no-trial").out
    seed = tomllib.loads(text)["seed"]
    assert f"--seed {seed}" in text.splitlines()[0]


def test_the_heroes_of_a_scenario_by_its_name():
    text = call(*ASKED, "--party", "ogre_bridge").out
    heroes = {one["name"] for one in tomllib.loads(text)["creature"] if one["side"] == "heroes"}
    assert heroes == {"Aldis", "Tova", "Wren", "Pike"}
    unusable(call(*ASKED, "--party", "ogre_bridg"), "ogre_bridge")


@pytest.mark.parametrize(
    "more",
    [
        ("d21",),
        ("d20", "--kind", "moon"),
        ("d20", "--kind", "tower"),
        ("d20", "--size", "3x3"),
        ("d20", "--size", "wide"),
        ("d20", "--size", "9999x9999"),
        ("d20", "--difficulty", "absurd"),
        ("d20", "--party", "no_such_file.toml"),
    ],
)
def test_what_cannot_be_drawn_is_one_line(more):
    unusable(call("generate", *more, "--no-trial"))
