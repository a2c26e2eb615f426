"""What the gate leaves out is like something that it has."""

from __future__ import annotations

from battles import FILES, GATE

from tacsim.content.scenarios import read_scenario


def test_of_the_shipped_battles_the_gate_has_one_of_each_ruleset_and_grid() -> None:
    kinds = {}
    for path in FILES:
        scenario = read_scenario(path)
        kinds[path.stem] = (scenario.ruleset, scenario.field.topology)
    assert {kinds[name] for name in GATE} == set(kinds.values())
