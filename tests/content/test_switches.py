"""Presets of switches: source 002 as a whole, and other keys over it."""

from __future__ import annotations

import jsonschema
import pytest

from tacsim.content.json_schemas import json_schema
from tacsim.content.library import find_scenario
from tacsim.content.plain import from_plain, to_plain
from tacsim.content.scenarios import read_scenario
from tacsim.rulesets import RULESETS, content

KOREAN = {
    "reach_diagonal": False,  # 002 has no exception from the count of diagonals
    "tiny_step_provokes": True,  # whoever enters an occupied square provokes
    "overrun_charge": False,  # 004 alone allows it
    "run_by_text": True,  # four times the speed, whatever is worn
    "stop_at_sight": True,
    "morale": False,
}


def switches(**rules: object) -> dict[str, bool]:
    plain = to_plain(read_scenario(find_scenario("ogre_bridge")))
    return dict(from_plain({**plain, "rules": rules}, "test").switches)


def test_the_korean_preset_sets_every_switch_as_002_has_it() -> None:
    assert switches(preset="korean") == KOREAN


def test_what_is_wrong_with_a_key_is_told_once(files) -> None:
    head = 'format = 1\nname = "x"\nruleset = "pool"\n[rules]\n'
    faults = files.faults(head + 'preset = "korean"\nno = 3\n')
    told = [(one.field, one.message[:19]) for one in faults if one.field.startswith("rules")]
    assert told == [("rules.preset", "pool has no presets"), ("rules.no", 'unknown switch "no"')]


def test_other_keys_stand_over_a_preset_wherever_they_stand() -> None:
    assert switches(preset="korean", overrun_charge=True) == {**KOREAN, "overrun_charge": True}
    assert switches(morale=True, preset="korean") == {**KOREAN, "morale": True}


def test_a_scenario_is_written_with_the_switches_that_a_preset_came_to() -> None:
    plain = to_plain(read_scenario(find_scenario("ogre_bridge")))
    found = from_plain({**plain, "rules": {"preset": "korean"}}, "test")
    assert to_plain(found)["rules"] == KOREAN


def test_presets_name_switches_that_there_are() -> None:
    for name in RULESETS:
        rules = content(name)
        known = {switch.name for switch in rules.switches}
        assert all(preset.keys() <= known for preset in rules.presets.values())


def test_the_schema_knows_presets() -> None:
    rules = json_schema("scenario", "d20")["properties"]["rules"]
    validator = jsonschema.Draft202012Validator(rules)
    validator.validate({"preset": "korean", "morale": True})
    for wrong in ({"preset": "corean"}, {"preset": True}):
        with pytest.raises(jsonschema.ValidationError):
            validator.validate(wrong)
