"""``compare``: one scenario under several rulesets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from cli.calls import Answer, call, program, unusable

from tacsim.content.checks import check_file
from tacsim.content.counterparts import strangers, under
from tacsim.content.scenarios import read_scenario
from tacsim.core.components import Conditions, HitPoints, Offence, Size
from tacsim.rulesets import RULESETS, content
from tacsim.sim.simulate import simulate

MAPS = Path(__file__).parents[2] / "maps"
ON_SQUARES = [name for name in RULESETS if "square" in content(name).topologies]

FIGHT = """format = 1
name = "Three against one"
ruleset = "grid5e"
seed = 5
[map]
grid = '''
..........
..........
..........
'''
[[side]]
id = "ogres"
name = "The ogre"
controller = "ai:quick"
[[side]]
id = "orcs"
controller = "script"
[[creature]]
id = "grum"
kind = "ogre"
side = "ogres"
at = [0, 0]
hp = 40
conditions = ["prone"]
"""
ORC = '[[creature]]\nid = "orc-{n}"\nkind = "{kind}"\nside = "orcs"\nat = [8, {n}]\n'


def written(folder: Path, kinds: str = "orc orc orc", more: str = "") -> Path:
    path = folder / "fight.toml"
    orcs = "".join(ORC.format(n=n, kind=kind) for n, kind in enumerate(kinds.split()))
    path.write_text(FIGHT + orcs + more)
    return path


def compared(path: object, battles: int, *more: object) -> Answer:
    """What is compared in this process."""
    return call("compare", path, "--battles", battles, "--workers", 1, *more)


def test_every_ruleset_is_fought_and_counted(tmp_path: Path) -> None:
    answer = compared(written(tmp_path), 3, "--json")
    assert answer.code == 0, answer.err
    assert [row["ruleset"] for row in answer.json] == ON_SQUARES
    for row in answer.json:
        assert (row["battles"], row["seed"]) == (3, 5)
        assert sum(side["wins"] for side in row["sides"].values()) + row["undecided"] == 3
        assert row["rounds"]["mean"] >= 1
        for side in row["sides"].values():
            assert 0 <= side["low"] <= side["rate"] <= side["high"] <= 1
            assert side["rate"] == pytest.approx(side["wins"] / 3, abs=1e-4)
            assert side["damage"] > 0


def test_the_same_seed_is_the_same_comparison_in_every_process(tmp_path: Path) -> None:
    path = written(tmp_path)
    asked = ("--rulesets", "metric,grid5e", "--seed", 9, "--json")
    first = timeless(compared(path, 1, *asked).json)
    assert [row["ruleset"] for row in first] == ["metric", "grid5e"]
    there = program("compare", path, "--battles", 1, *asked, PYTHONHASHSEED="77")
    assert timeless(there.json) == first


def timeless(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Answers without the time that they took."""
    return [{key: value for key, value in row.items() if key != "seconds"} for row in rows]


def test_under_its_own_rules_it_is_what_simulate_answers(tmp_path: Path) -> None:
    path = written(tmp_path)
    answer = compared(path, 2, "--rulesets", "grid5e", "--seed", 4, "--json")
    alone = {"ruleset": "grid5e", **simulate(path, 2, seed=4, workers=1)}
    assert timeless(answer.json) == timeless([alone])


def test_a_table_for_people(tmp_path: Path) -> None:
    answer = compared(written(tmp_path), 1, "--rulesets", "grid5e, metric")
    assert answer.code == 0, answer.err
    lines = answer.out.splitlines()
    assert lines[0].split()[:4] == ["ruleset", "side", "wins", "rate"]
    assert [line.split()[0] for line in lines[1:]] == ["grid5e", "grid5e", "metric", "metric"]
    assert "ogres" in lines[1]


def test_creatures_without_a_counterpart_are_named(tmp_path: Path) -> None:
    path = written(tmp_path, "orc gladiator spy")
    unusable(call("compare", path), "d20", "orc-1 (gladiator)", "orc-2 (spy)", "[kinds.d20]")
    assert compared(path, 1, "--rulesets", "grid5e,metric").code == 0


def test_a_scenario_says_what_its_kinds_are_elsewhere(tmp_path: Path) -> None:
    path = written(tmp_path, "orc gladiator", '[kinds.d20]\ngladiator = "human_fighter"\n')
    scenario = read_scenario(path)
    assert strangers(scenario, "d20") == ()
    assert [one.kind for one in under(scenario, "d20").creatures] == [
        "ogre",
        "orc",
        "human_fighter",
    ]
    assert compared(path, 1, "--rulesets", "d20").code == 0


def test_what_they_are_under_grid5e_they_are_under_its_kin_too(tmp_path: Path) -> None:
    table = '[kinds.grid5e]\nhuman_fighter = "veteran"\nhuman_archer = "scout"\n'
    own = '[kinds.metric]\nhuman_archer = "spy"\n'
    path = written(tmp_path, "human_fighter human_archer", table + own)
    path.write_text(path.read_text().replace('"grid5e"', '"d20"', 1))
    scenario = read_scenario(path)
    for ruleset, archer in (("grid5e", "scout"), ("metric", "spy")):
        assert strangers(scenario, ruleset) == ()
        found = [one.kind for one in under(scenario, ruleset).creatures]
        assert found == ["ogre", "veteran", archer]


def test_on_hexes_only_rulesets_with_hexes_are_compared() -> None:
    answer = compared(
        "giants_causeway", 1, "--side", "keepers=quick", "--side", "pack=quick", "--json"
    )
    assert [row["ruleset"] for row in answer.json] == ["metric"]
    unusable(call("compare", "giants_causeway", "--rulesets", "grid5e"), "hex grids", "grid5e")


@pytest.mark.parametrize("name", [path.stem for path in sorted(MAPS.glob("*.toml"))])
def test_every_scenario_of_squares_goes_under_every_ruleset(name: str) -> None:
    scenario = read_scenario(MAPS / f"{name}.toml")
    if scenario.field.topology == "square":
        assert all(strangers(scenario, ruleset) == () for ruleset in ON_SQUARES)


def test_only_what_all_rulesets_have_goes_along(tmp_path: Path) -> None:
    more = (
        '[[creature]]\nid = "big"\nkind = "orc"\nside = "orcs"\nat = [4, 0]\nname = "Grish"\n'
        'feats = ["power_attack"]\nsize = "large"\nhp = 3\nweapons = ["club"]\ninitiative = 9\n'
        'conditions = ["prone", "flat_footed"]\n'
    )
    path = written(tmp_path, "orc", more)
    path.write_text(path.read_text().replace('"grid5e"', '"d20"'))
    home = read_scenario(path)
    assert under(home, "d20") is home
    there = under(home, "grid5e")
    assert (there.ruleset, there.seed) == ("grid5e", 5)
    big = there["big"]
    assert big.at == (4, 0)
    assert big.components[0].name == "Grish"  # type: ignore[attr-defined]  # its identity
    assert big.get(Size).extent == (1, 1)
    assert big.get(HitPoints).maximum > 3
    assert "club" not in [weapon.name for weapon in big.get(Offence).weapons]
    assert [condition.name for condition in big.get(Conditions).items] == ["prone"]


@pytest.mark.parametrize(
    ("table", "field", "word"),
    [
        ('[kinds.grid5]\norc = "orc"\n', "kinds.grid5", "grid5e"),
        ('[kinds.d20]\norcc = "orc"\n', "kinds.d20.orcc", "orc"),
        ('[kinds.d20]\norc = "human_figter"\n', "kinds.d20.orc", "human_fighter"),
        ("[kinds]\nd20 = 3\n", "kinds.d20", "table"),
    ],
)
def test_faults_of_the_table_are_told(tmp_path: Path, table: str, field: str, word: str) -> None:
    (fault,) = check_file(written(tmp_path, "orc", table))
    assert fault.field == field
    assert word in fault.message


def test_bad_calls_are_one_line(tmp_path: Path) -> None:
    path = written(tmp_path)
    unusable(call("compare"), "SCENARIO")
    unusable(call("compare", tmp_path / "none.toml"), "none.toml")
    unusable(call("compare", path, "--rulesets", "grid5"), "grid5e")
    unusable(call("compare", path, "--rulesets", ""), "ruleset")
    unusable(call("compare", path, "--battles", 0), "--battles")
    path.write_text(path.read_text().replace('"ai:quick"', '"ai:nobody"'))
    unusable(call("compare", path, "--battles", 1, "--rulesets", "grid5e"), "nobody")
    path.write_text(path.read_text().replace("..........", "...", 1))
    unusable(call("compare", path), "fight.toml", "row")


def test_a_counterpart_that_does_not_fit_is_told(tmp_path: Path) -> None:
    path = written(tmp_path, "orc", '[kinds.grid5e]\norc = "tarrasque"\n')
    path.write_text(path.read_text().replace('ruleset = "grid5e"', 'ruleset = "d20"'))
    unusable(call("compare", path, "--rulesets", "grid5e"), "grid5e", "body of 4 by 4 cells")
