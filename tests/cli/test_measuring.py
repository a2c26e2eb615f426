"""``measure``, ``area`` and ``threat``: distances and sets of cells."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from cli.calls import ROOT, call, unusable
from storage.fights import DUEL

import tacsim
import tacsim.cli
from tacsim.core.components import Size
from tacsim.grid.cells import Body
from tacsim.rulesets import RULESETS, content


@pytest.mark.parametrize(
    ("arguments", "cells", "distance"),
    [
        (("0,0", "3,0"), 3, "15 ft"),
        (("0,0", "3,4"), 5, "25 ft"),
        (("3,4", "3,4"), 0, "0 ft"),
        (("0,0", "4,3", "--from-size", "large"), 4, "20 ft"),
        (("4,3", "0,0", "--to-size", "large"), 4, "20 ft"),
        (("0,0", "5,5", "--from-size", "huge", "--to-size", "colossal"), 4, "20 ft"),
    ],
)
def test_measure_counts_from_the_nearest_cells(
    arguments: tuple[str, ...], cells: int, distance: str
) -> None:
    found = call("measure", "d20", *arguments, "--json").json
    assert list(found) == ["cells", "distance", "clauses"]
    assert (found["cells"], found["distance"]) == (cells, distance)


@pytest.mark.rule("d20.diag.range", "d20.diag.multi-square")
def test_measure_names_the_clauses() -> None:
    straight = call("measure", "d20", "0,0", "3,0", "--json").json
    assert straight["clauses"] == ["d20.diag.range"]
    sized = call("measure", "d20", "0,0", "3,3", "--from-size", "large", "--json").json
    assert sized["clauses"] == ["d20.diag.range", "d20.diag.alternate", "d20.diag.multi-square"]
    text = call("measure", "d20", "0,0", "3,3")
    assert "4 cells (20 ft)" in text.out
    assert text.code == 0


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("d19", "0,0", "1,1"), "d20"),
        (("d20", "0,0,0", "1,1"), "0,0,0"),
        (("d20", "0,0", "1"), "whole numbers"),
        (("d20", "0,0", "1,x"), "1,x"),
        (("d20", "0,0", "1,99999"), "9999"),
        (("d20", "0,0", "-1,1"), "-1"),
        (("d20", "0,0", "--", "-1,1"), "-1,1"),
        (("d20", "0,0", "1.5,1"), "1.5"),
        (("d20", "0,0", "\u0661,1"), "cell"),
        (("d20", "0,0", "1,1", "--from-size", "larg"), '"large"'),
        (("d20", "0,0", "1,1", "--topology", "hex"), "square"),
        (("d20", "0,0"), "TO"),
        (("d20", "0,0", "1,1", "--sideways"), "--sideways"),
    ],
)
def test_a_measurement_that_makes_no_sense_is_unusable(
    arguments: tuple[str, ...], word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tacsim.cli.main(["measure", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert word in said.err


def area(*arguments: str) -> list[list[int]]:
    answer = call("area", "d20", *arguments, "--json")
    assert answer.code == 0
    assert list(answer.json) == ["cells"]
    found: list[list[int]] = answer.json["cells"]
    assert found == sorted(found)
    return found


@pytest.mark.rule("d20.aoe.origin", "d20.aoe.spread")
@pytest.mark.parametrize("shape", ["burst", "spread"])
def test_a_burst_starts_at_the_corner_of_its_origin(shape: str) -> None:
    assert area(shape, "1", "--origin", "3,4") == [[2, 3], [2, 4], [3, 3], [3, 4]]
    assert len(area(shape, "20 ft", "--origin", "0,0")) == 44


@pytest.mark.rule("d20.aoe.cone", "d20.aoe.line")
def test_cones_and_lines_start_at_the_cell_of_the_one_who_makes_them() -> None:
    assert len(area("cone", "30 ft", "--origin", "5,5", "--toward", "9,9")) == 24
    row = area("line", "60 ft", "--origin", "0,3", "--toward", "1,3")
    assert row == [[x, 3] for x in range(1, 13)]


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("cone", "3", "--origin", "0,0"), "--toward"),
        (("line", "3", "--origin", "0,0", "--toward", "0,0"), "another cell"),
        (("bust", "3", "--origin", "0,0"), '"burst"'),
        (("burst", "3"), "--origin"),
        (("burst", "-3", "--origin", "0,0"), "-3"),
        (("burst", "9 m", "--origin", "0,0"), "ft"),
        (("burst", "201", "--origin", "0,0"), "200"),
        (("burst", "99999999999999999999", "--origin", "0,0"), "999"),
        (("burst", "3", "--origin", "0,0", "--topology", "cube"), "square"),
    ],
)
def test_an_area_that_makes_no_sense_is_unusable(
    arguments: tuple[str, ...], word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tacsim.cli.main(["area", "d20", *arguments]) == 2
    assert word in capsys.readouterr().err


@pytest.mark.rule("metric.aoe.cone15")
def test_an_area_takes_switches() -> None:
    """A 15-ft cone is 4 m: 10 spaces as wide as it is far, 18 where it opens to a right angle."""
    cone = ("area", "metric", "cone", "4", "--origin", "5,5", "--toward", "5,9", "--json")
    for told, count in (
        ((), 10),
        (("--rule", "wide_cones"), 18),
        (("--rule", "wide_cones=yes"), 18),
        (("--rule", "wide_cones=no"), 10),
        (("--rule", "wide_cones", "--rule", "wide_cones=no"), 10),
    ):
        assert len(call(*cone, *told).json["cells"]) == count


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (("wide_cone",), ('unknown switch "wide_cone"', '"wide_cones"')),
        (("",), ("unknown switch",)),
        (("wide_cones=",), ("wide_cones=",)),
        (("wide_cones=maybe",), ("wide_cones=maybe", "wide_cones=no")),
        (("wide_cones", "x=no"), ('unknown switch "x"',)),
    ],
)
def test_a_switch_that_there_is_not_is_unusable(
    told: tuple[str, ...], words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    switches = [part for word in told for part in ("--rule", word)]
    call = ["area", "metric", "cone", "4", "--origin", "5,5", "--toward", "5,9", *switches]
    assert tacsim.cli.main(call) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert all(word in said.err for word in words)


@pytest.fixture
def duel(tmp_path: Path) -> Path:
    path = tmp_path / "duel.toml"
    path.write_text(DUEL)
    return path


@pytest.mark.rule("d20.threat")
def test_threat_lists_the_cells_within_reach_of_a_weapon(duel: Path) -> None:
    answer = call("threat", duel, "ann", "--json")
    cells = [[0, 0], [0, 1], [1, 0], [1, 1]]
    assert answer.json == {"creature": "ann", "cells": cells, "clauses": ["d20.threat"]}
    assert "4 cells" in call("threat", duel, "ann").out


def test_the_helpless_threaten_nothing(duel: Path) -> None:
    duel.write_text(DUEL.replace('id = "ann"', 'id = "ann"\nconditions = ["helpless"]'))
    assert call("threat", duel, "ann", "--json").json["cells"] == []


def test_a_creature_that_there_is_not_is_unusable(duel: Path) -> None:
    unusable(call("threat", duel, "anne"), '"ann"')
    unusable(call("moves", duel, "anne"), '"ann"')


TOWER = str(Path(__file__).parents[1] / "app" / "scenarios" / "tower.toml")


def test_cubes_are_written_with_three_coordinates() -> None:
    found = call("measure", "pool", "0,0,0", "3,4,1", "--json").json
    assert found["cells"] == 7  # a step through three axes, two diagonals, a straight one
    unusable(call("measure", "pool", "0,0", "3,4,1"), "write x,y,z")
    unusable(call("measure", "d20", "0,0,1", "3,4"), "write x,y,")


def test_an_area_of_cubes_lies_on_several_levels() -> None:
    cells = call("area", "pool", "burst", "1", "--origin", "3,3,1", "--json").json["cells"]
    assert len(cells) == 18  # a step through three axes counts as three
    assert [3, 3, 1] not in cells


def test_a_threat_on_cubes_goes_up_and_down() -> None:
    found = call("threat", TOWER, "vera", "--json").json["cells"]
    assert all(len(cell) == 3 for cell in found)
    assert {cell[2] for cell in found} == {0, 1, 2}
    assert [7, 3, 0] not in found  # the bridge is in between


def test_moves_on_cubes_name_their_levels() -> None:
    rows = call("moves", TOWER, "vera", "--json").json["cells"]
    down = next(row for row in rows if row["at"] == [3, 4, 0])
    assert down["cost"] == 5
    assert down["path"][0] == [7, 3, 1]
    assert down["path"][-1] == [3, 4, 0]
    assert " 3,4,0 " in call("moves", TOWER, "vera").out


def test_a_size_with_many_digits_is_too_large_and_no_other_fault() -> None:
    answer = call("area", "d20", "cone", "999999", "--origin", "3,3", "--toward", "4,3")
    assert answer.code == 2
    assert "more than 200 cells" in answer.err


def test_a_distance_is_answered_without_importing_what_draws_or_plays() -> None:
    calls = [
        ["measure", "d20", "0,0", "3,4"],
        ["measure", "grid5e", "0,0", "3,4", "--from-size", "huge", "--json"],
        ["measure", "metric", "0,0", "3,4", "--topology", "hex", "--to-size", "large"],
        ["measure", "pool", "0,0,0", "3,4,1", "--to-size", "huge"],
    ]
    script = (
        "import sys; from tacsim.cli import main;"
        f"assert not any(map(main, {calls!r}));"
        "heavy = ('numpy', 'tcod', 'tacsim.core.world', 'tacsim.rules.movement');"
        "sys.exit(repr(found) if (found := [m for m in sys.modules if m.startswith(heavy)]) else 0)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) == len(calls)


@pytest.mark.parametrize(("ruleset", "topology"), [
    (name, topology) for name in RULESETS for topology in content(name).topologies
])  # fmt: skip
def test_a_distance_is_what_the_rules_of_a_battle_measure(ruleset: str, topology: str) -> None:
    """Of bodies of every size: those of creatures, read for a battle."""
    rules, data = content(ruleset).on(topology), content(ruleset)
    start, end = ((0, 5, 9)[: rules.topology.axes], (11, 4, 2)[: rules.topology.axes])
    for size in data.sizes:
        entry = data.merged(data.bestiary["dummy"], {"size": size})
        extent = next(p.extent for p in data.creature(entry, None, None, topology)
                      if isinstance(p, Size))  # fmt: skip
        found = tacsim.measure(ruleset, start, end, topology, from_size=size)
        spot = rules.topology.spot(end)
        assert found.cells == rules.metric.distance(Body(start, extent), spot)
