"""``effects.toml`` and ``feats.toml``: entries hold together, and faults are told."""

from __future__ import annotations

import pytest

from tacsim.rulesets import RULESETS, content
from tacsim.rulesets.effects import read, read_feats

SUMS = {"attack", "defence", "dodging", "saves", "checks", "skills"}
DICE = {"attack", "against", "saves", "dexterity_saves", "checks"}
COUNTED = {
    "d20": (SUMS, set(), {"melee", "ranged"}),
    "grid5e": (set(), DICE, {"melee", "ranged", "near", "far", "foe_in_sight"}),
    "metric": (set(), DICE, {"melee", "ranged", "near", "far", "foe_in_sight"}),
    "pool": ({"attack", "defence"}, set(), set()),
}
"""What numbers and dice of advantage each ruleset counts, and which situations it tells apart."""
ADDED = {"initiative", "into_melee", "run", "secondary"}
TRIALS = {"bull_rush", "overrun"}
COUNTED_OF_FEATS = {
    "attack": {"", "melee", "ranged", "close"},
    "damage": {"", "melee", "ranged", "close"},
    "defence": {"", "melee", "ranged"},
    "dodging": {"", "leaving"},
    "checks": TRIALS,
}
"""What feats count in ``d20``: figures, trials, and numbers by situation."""


@pytest.mark.parametrize("ruleset", RULESETS)
def test_entries_name_what_there_is(ruleset):
    rules = content(ruleset)
    for topology in rules.topologies:
        whole = rules.on(topology)
        for effect in whole.effects.values():
            assert effect.forbids <= set(whole.modes)
            assert effect.replaces <= set(whole.effects)
            cited = {effect.clause, *(part.modifier.clause for part in effect.parts)} - {""}
            assert cited <= set(rules.clauses), effect.name


@pytest.mark.parametrize("ruleset", RULESETS)
def test_entries_say_nothing_that_the_ruleset_does_not_count(ruleset):
    sums, dice, situations = COUNTED[ruleset]
    for effect in content(ruleset).effects.values():
        for part in effect.parts:
            assert part.on in (dice if part.modifier.on == "advantage" else sums), effect.name
            assert part.when in ("", *situations), effect.name
        assert ruleset == "d20" or not effect.abilities, effect.name
        bonus = effect.speed_bonus
        assert ruleset == "d20" or bonus is None or not bonus.type, effect.name


def test_feats_name_what_there_is_and_say_nothing_that_is_not_counted():
    rules = content("d20")
    whole = rules.defaults
    assert set(rules.creature_schema.fields["feats"].item.choices) == set(rules.feats)
    for feat in rules.feats.values():
        assert {feat.clause, *(part.modifier.clause for part in feat.parts)} <= {*rules.clauses, ""}
        assert set(feat.adds) <= ADDED, feat.name
        assert feat.permits <= {*whole.modes, *whole.intents}, feat.name
        assert feat.unprovoked <= set(whole.procedures), feat.name
        for condition, flags in feat.spares.items():
            assert flags <= whole.effects[condition].flags, feat.name
        for part in feat.parts:
            assert part.when in COUNTED_OF_FEATS[part.on], feat.name


def test_other_rulesets_have_no_feats():
    assert [name for name in RULESETS if content(name).feats] == ["d20"]


def test_a_feat_is_told_by_name_and_field():
    with pytest.raises(ValueError, match=r"feats.toml: dodge.forbids unknown key"):
        read_feats({"dodge": {"words": "dodge", "forbids": ["run"]}})


@pytest.mark.parametrize("ruleset", RULESETS)
def test_nobody_can_be_given_what_comes_of_a_place(ruleset):
    assert "squeezed" in content(ruleset).effects
    assert "squeezed" not in content(ruleset).conditions


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        ({}, "words is missing"),
        ({"words": "weak", "strenght": -2}, 'did you mean "strength"'),
        ({"words": "weak", "attack": "-2"}, "attack must be a whole number"),
        ({"words": "weak", "attack": {"mele": -2}}, 'did you mean "melee"'),
        ({"words": "weak", "flags": ["limb"]}, 'did you mean "limp"'),
        ({"words": "weak", "speed": 2}, "speed must be a number from 0 to 1"),
        ({"words": "swift", "speed_bonus": {"type": "luck"}}, "speed_bonus.amount is missing"),
        ({"words": "swift", "speed_bonus": {"amount": 2}}, 'must be a text like "10 ft"'),
        ({"words": "swift", "speed_bonus": {"amount": "3 m"}}, 'must be a text like "10 ft"'),
        (
            {"words": "swift", "speed_bonus": {"amount": "5 ft", "type": "lucky"}},
            'did you mean "luck"',
        ),
    ],
)
def test_a_wrong_entry_is_told_by_name_and_field(entry, problem):
    with pytest.raises(ValueError, match="weakened") as told:
        read({"weakened": entry})
    assert problem in str(told.value)
