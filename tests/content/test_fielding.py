"""A party in the place of a side's creatures: where it stands, who is left out, who stays."""

from __future__ import annotations

from pathlib import Path

import pytest
from battles import MAPS

from tacsim.content.characters import Party, character
from tacsim.content.fielding import fielded
from tacsim.content.plain import from_plain, to_plain
from tacsim.content.records import Scenario
from tacsim.content.scenarios import read_scenario
from tacsim.core.components import Identity
from tacsim.rulesets import content

HALL = """
ruleset = "d20"
[map]
grid = '''
########
#......#
#......#
########
'''
[[side]]
id = "ours"
[[side]]
id = "theirs"
controller = "script"
[[creature]]
id = "rat"
kind = "dire_rat"
side = "ours"
at = [1, 1]
[[creature]]
id = "aldis"
kind = "human_fighter"
side = "theirs"
at = [6, 2]
"""


def company(ruleset: str, *names: str) -> Party:
    party = Party("Company", ruleset)
    for name in names:
        party = party.with_member(None, character(ruleset, name))
    return party


def hall(tmp_path: Path, more: str = "") -> Scenario:
    file = tmp_path / "hall.toml"
    file.write_text(HALL + more)
    return read_scenario(file)


def standing(scenario: Scenario, side: str) -> dict[str, tuple[int, ...]]:
    return {one.get(Identity).name: one.at for one in scenario.creatures if one.side == side}


def test_a_party_stands_where_the_side_stood_and_whom_there_is_no_creature_for_is_named(
    tmp_path: Path,
) -> None:
    before = hall(tmp_path)
    found = fielded(before, "ours", company("d20", "Orla", "Bren"))
    assert standing(found.scenario, "ours") == {"Orla": (1, 1)}
    assert standing(found.scenario, "theirs") == standing(before, "theirs")
    assert found.left_out == ("Bren",)


def test_one_of_a_name_that_is_there_already_is_told_apart(tmp_path: Path) -> None:
    found = fielded(hall(tmp_path), "ours", company("d20", "Human fighter")).scenario
    assert len({one.id for one in found.creatures}) == 2
    assert len({one.get(Identity).name for one in found.creatures}) == 2


def test_one_who_has_no_room_where_another_stood_stands_at_the_next_place(tmp_path: Path) -> None:
    """An ogre is two squares wide: at [2, 2] it would be in the wall."""
    second = '[[creature]]\nid = "cub"\nkind = "wolf"\nside = "ours"\nat = [2, 2]\n'
    before = hall(tmp_path, second)
    ogre = {"id": "ogre", "kind": "ogre", "name": "Mog"}
    both = Party("Company", "d20", (ogre, {**ogre, "id": "other", "name": "Gor"}))
    found = fielded(before, "ours", both)
    assert standing(found.scenario, "ours") == {"Mog": (1, 1)}
    assert found.left_out == ("Gor",)
    wolf = {"id": "wolf", "kind": "wolf", "name": "Grey"}
    found = fielded(before, "ours", Party("Company", "d20", (wolf, ogre)))
    assert standing(found.scenario, "ours")["Grey"] == (1, 1)
    assert found.left_out == ("Mog",)


def test_what_the_script_says_of_those_who_are_gone_goes_too(tmp_path: Path) -> None:
    steps = [
        'actor = "rat"\nintent = "stand"',
        'actor = "aldis"\nintent = "stand"',
        'actor = "aldis"\nintent = "strike"\ntarget = "rat"',
    ]
    before = hall(tmp_path, "".join(f"[[do]]\n{step}\n" for step in steps))
    found = fielded(before, "ours", company("d20", "Orla")).scenario
    assert list(found.script) == [before.script[1]]


def test_a_weapon_of_the_same_name_may_not_be_another_one_in_the_battle(tmp_path: Path) -> None:
    def pick(damage: str) -> dict[str, object]:
        return {**content("d20").weapons["club"], "damage": damage}

    def armed(damage: str) -> Party:
        member = {"id": "orla", "kind": "human_fighter", "weapons": ["pick"]}
        return Party("Company", "d20", (member,), {"weapon": {"pick": pick(damage)}})

    before = fielded(hall(tmp_path), "ours", armed("1d6")).scenario
    found = fielded(before, "theirs", armed("1d6")).scenario
    assert found.source["weapon"]["pick"]["damage"] == "1d6"
    with pytest.raises(ValueError, match="pick"):
        fielded(before, "theirs", armed("1d8"))


def test_whom_a_goal_is_about_stays() -> None:
    before = read_scenario(MAPS / "griffon_cliff.toml")
    [goal] = [one for one in before.goals if one.creature]
    found = fielded(before, before[goal.creature].side, company(before.ruleset, "Orla"))
    assert found.staying == (before[goal.creature].get(Identity).name,)
    assert found.scenario.goals == before.goals
    side = standing(found.scenario, before[goal.creature].side)
    assert set(side) == {*found.staying, "Orla"}


@pytest.mark.parametrize("name", [path.stem for path in sorted(MAPS.glob("*.toml"))])
def test_every_shipped_battle_takes_a_party_and_can_be_kept(name: str) -> None:
    before = read_scenario(MAPS / f"{name}.toml")
    party = company(before.ruleset, "Orla", "Bren")
    for side in before.sides:
        found = fielded(before, side.id, party)
        assert "Orla" in standing(found.scenario, side.id)
        assert from_plain(to_plain(found.scenario)) == found.scenario


def test_a_party_of_other_rules_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="other rules"):
        fielded(hall(tmp_path), "ours", company("pool", "Orla"))
