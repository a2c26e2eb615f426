"""Fights of a run: what their scenarios say of it, and creatures that are hurt as it begins."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tacsim.content.gauntlet import DIFFICULTIES, Gauntlet
from tacsim.content.generate import DIFFICULTIES as DRAWN
from tacsim.content.json_schemas import json_schema
from tacsim.content.plain import from_plain, to_plain
from tacsim.content.scenarios import read_scenario
from tacsim.content.setup import begin
from tacsim.core.components import HitPoints

Text = Callable[..., str]

RUN = """[gauntlet]
seed = 12
fight = 3
party = "The company"
worth = 7.5
difficulty = "hard"
begun = "2026-11-24T10:00:00+00:00"
rounds = 14
lost = ["Aldis"]
rewards = ["night", "grows bren"]
"""


def test_a_fight_says_which_run_it_is_of(files, scenario: Text) -> None:
    found = files.read(scenario(more=RUN)).gauntlet
    assert found == Gauntlet(
        12, 3, "The company", 7.5, "hard", "2026-11-24T10:00:00+00:00", 14, ("Aldis",),
        ("night", "grows bren"),
    )  # fmt: skip
    assert files.read(scenario()).gauntlet is None


def test_what_is_usual_need_not_be_said(files, scenario: Text) -> None:
    few = '[gauntlet]\nseed = 1\nfight = 1\nparty = "A"\nworth = 2\n'
    found = files.read(scenario(more=few)).gauntlet
    assert found == Gauntlet(1, 1, "A", 2.0)
    assert found.table == {"seed": 1, "fight": 1, "party": "A", "worth": 2.0}


def test_a_save_keeps_it(files, scenario: Text) -> None:
    before = files.read(scenario(more=RUN))
    assert from_plain(to_plain(before)).gauntlet == before.gauntlet
    assert before.gauntlet.table == to_plain(before)["gauntlet"]


def test_a_run_goes_by_its_seed_and_beginning() -> None:
    one = Gauntlet(12, 1, "A", 1.0, begun="2026-11-24")
    assert one.id == Gauntlet(12, 5, "A", 1.0, begun="2026-11-24", rounds=9).id
    assert one.id != Gauntlet(12, 1, "A", 1.0, begun="2026-11-25").id
    assert one.id != Gauntlet(13, 1, "A", 1.0, begun="2026-11-24").id


@pytest.mark.parametrize(
    ("line", "field", "message"),
    [
        ("fight = 0 # <--", "gauntlet.fight", "from 1 to 999"),
        ("worth = -1 # <--", "gauntlet.worth", "from 0.01"),
        ('difficulty = "brutal" # <--', "gauntlet.difficulty", "difficulty"),
        ('lost = "Aldis" # <--', "gauntlet.lost", "must be a list"),
        ("won = 3 # <--", "gauntlet.won", ""),
    ],
)
def test_a_fault_of_a_run(files, scenario: Text, line: str, field: str, message: str) -> None:
    key = line.split()[0]
    kept = [row for row in RUN.splitlines() if not row.startswith(f"{key} =")]
    files.expect(scenario(more="\n".join([*kept, line, ""])), field, message)


def test_the_difficulties_are_those_of_drawn_battles() -> None:
    assert tuple(DRAWN) == DIFFICULTIES


def test_the_schema_for_editors_has_both() -> None:
    known = json_schema("scenario", "d20")["properties"]
    assert set(known["gauntlet"]["required"]) == {"seed", "fight", "party", "worth"}
    assert "wounds" in str(known["creature"])


# --- wounds --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruleset", "kind", "most"), [("d20", "orc", 5), ("grid5e", "orc", 15), ("metric", "orc", 15)]
)
def test_a_creature_may_begin_hurt(files, scenario, creature, ruleset, kind, most) -> None:
    """As many hit points as its entry has, less its wounds."""
    text = scenario(more=creature(f"wounds = {most - 1}").replace('"ogre"', f'"{kind}"'))
    found = files.read(text.replace('ruleset = "d20"', f'ruleset = "{ruleset}"'))
    assert found["three"].get(HitPoints) == HitPoints(1, most)
    assert begin(found, 1).world["three"].hp == HitPoints(1, most)


def test_vitality_may_be_less_too(files) -> None:
    text = """
format = 1
ruleset = "pool"
map = { topology = "cube", levels = 2, grid = "......\\n......" }
[[side]]
id = "a"
[[side]]
id = "b"
[[creature]]
id = "one"
kind = "soldier"
side = "a"
at = [0, 0, 0]
wounds = 5
[[creature]]
id = "two"
kind = "soldier"
side = "b"
at = [5, 1, 0]
"""
    assert files.read(text)["one"].get(HitPoints) == HitPoints(1, 6)


def test_wounds_put_nobody_down(files, scenario: Text, creature: Text) -> None:
    """An ogre has 29 hit points: of 29 it would be down."""
    assert files.faults(scenario(more=creature("wounds = 28"))) == []
    for number in (29, 300):
        text = scenario(more=creature(f"wounds = {number} # <--"))
        files.expect(text, "creature[2].wounds", "less than 29")
    text = scenario(more=creature("wounds = 12 # <--\nhp = 12"))
    files.expect(text, "creature[2].wounds", "less than 12")
    files.expect(scenario(more=creature("wounds = -1 # <--")), "creature[2].wounds", "from 0")


def test_wounds_of_an_unknown_kind_are_no_second_fault(files, scenario: Text, creature) -> None:
    text = creature('size = "large"\nwounds = 3').replace('"ogre"', '"nobody"')
    assert len(files.faults(scenario(more=text))) == 1


def test_entries_and_parties_have_no_wounds(files, scenario: Text) -> None:
    own = "[bestiary.grub]\nwounds = 3 # <--\n"
    assert any("wounds" in fault.field for fault in files.faults(scenario(more=own)))
    party = 'ruleset = "d20"\n[[creature]]\nid = "a"\nkind = "orc"\nwounds = 3\n'
    assert [fault.field for fault in files.faults(party, "p.toml")] == ["creature[0].wounds"]


def test_a_save_keeps_wounds(files, scenario: Text, creature: Text) -> None:
    before = files.read(scenario(more=creature("wounds = 20")))
    again = from_plain(to_plain(before))
    assert again["three"].get(HitPoints) == HitPoints(9, 29)
    assert read_scenario(files.folder / "trial.toml")["three"] == again["three"]
