"""Characters and files of parties: by the open rules, never of what does not go together."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examples import some
from tacsim.content.characters import Character, Party, character
from tacsim.content.checks import check_file, document_faults
from tacsim.content.documents import parse_document, saved_document
from tacsim.content.generate import drafted, wanted, written
from tacsim.rulesets import RULESETS

CHOICES = st.lists(st.tuples(st.integers(0, 30), st.integers(-3, 3)), max_size=8)


def turned(one: Character, steps: list[tuple[int, int]]) -> Character:
    """A character of which some answers were changed, as by keys."""
    for at, by in steps:
        one = one.changed(one.answers[at % len(one.answers)][0].key, by)
    return one


@pytest.mark.parametrize(
    ("chosen", "hp", "bab", "saves"),
    [  # the tables of the classes in the open 3.5 rules, with the elite array
        ({"race": "human", "class": "fighter", "level": "1"}, 10 + 2, 1, (2 + 2, 0 + 1, 0 + 1)),
        ({"race": "dwarf", "class": "barbarian", "level": "3"}, 12 + 13 + 9, 3,
         (3 + 3, 1 + 1, 1 + 1)),
        ({"race": "halfling", "class": "rogue", "level": "5"}, 6 + 14 + 5, 3,
         (1 + 1 + 1, 4 + 4 + 1, 1 + 0 + 1)),
        ({"race": "elf", "class": "ranger", "level": "4"}, 8 + 13 + 0, 4, (4 + 0, 4 + 4, 1 + 1)),
    ],
)  # fmt: skip
def test_a_d20_character_is_built_by_its_tables(
    chosen: dict[str, str], hp: int, bab: int, saves: tuple[int, int, int]
) -> None:
    entry = character("d20", "Aldis", chosen).entry
    assert (entry["hp"], entry["bab"]) == (hp, bab)
    assert tuple(entry["saves"][key] for key in ("fort", "ref", "will")) == saves
    assert entry["cr"] == int(chosen["level"])


def test_a_human_fighter_has_a_feat_for_being_one_of_each() -> None:
    counted = {
        race: sum(key.startswith("feat") for key in character("d20", "A", {"race": race}).chosen)
        for race in ("human", "elf")
    }
    assert counted == {"human": 3, "elf": 2}


def offered(key: str, **chosen: str) -> tuple[str, ...]:
    """What is offered to a d20 character at a question."""
    answers = character("d20", "Aldis", chosen).answers
    return next(offer.values for offer, _answer in answers if offer.key == key)


def test_two_hands_leave_none_for_a_shield() -> None:
    shields = ("none", "light_shield", "heavy_shield")
    assert offered("shield", melee="longsword", ranged="none") == shields
    assert offered("shield", melee="greatsword", ranged="none") == ("none",)
    assert offered("shield", melee="longsword", ranged="longbow") == ("none",)


def test_no_feat_is_offered_without_those_that_it_builds_on() -> None:
    assert "dodge" in offered("feat1")
    assert "mobility" not in offered("feat1")
    assert "mobility" in offered("feat2", feat1="dodge")
    assert "dodge" not in offered("feat2", feat1="dodge")


@given(st.sampled_from(list(RULESETS)), CHOICES, CHOICES)
@settings(max_examples=some(60), deadline=None)
def test_whatever_is_chosen_is_a_sound_file_and_is_chosen_again(ruleset, one, other) -> None:
    party = Party("Trial", ruleset)
    made = [turned(party.newcomer(), one), turned(party.newcomer(), other)]
    for each in made:
        party = party.with_member(None, each)
    text = written(party.tables)
    document = parse_document(text)
    assert document_faults(document, Path()) == []
    read = Party("Trial", ruleset, tuple(document.tables["creature"]), document.tables)
    assert [read.character(at) for at in (0, 1)] == made


def test_a_member_written_by_hand_is_nobody_that_was_made() -> None:
    party = Party("Trial", "d20").with_member(None, character("d20", "Aldis"))
    table = {**party.members[0], "hp": 99}
    assert Party("Trial", "d20", (table,), party.lore).character(0) is None


def test_names_alike_get_ids_of_their_own() -> None:
    party = Party("Trial", "grid5e")
    for name in ("Öl", "Ol", "李", "오거"):
        party = party.with_member(None, character("grid5e", name))
    assert [one["id"] for one in party.members] == ["ol", "ol_2", "hero", "ogeo"]


def test_a_member_is_changed_in_its_place_and_others_stay() -> None:
    party = Party("Trial", "grid5e")
    for name in ("Aldis", "Bren", "Corin"):
        party = party.with_member(None, character("grid5e", name))
    changed = party.with_member(1, character("grid5e", "Birgit"))
    assert changed.names == ["Aldis", "Birgit", "Corin"]
    assert changed.without(0).names == ["Birgit", "Corin"]


@pytest.mark.parametrize(
    ("text", "field", "message"),
    [
        ("ruleset = 'd20'\ncreature = []", "creature", "must hold 1 to 12"),
        ("[[creature]]\nid = 'a'\nkind = 'orc'", "ruleset", "is missing"),
        ("ruleset = 'd20'\n[[creature]]\nid = 'a'\nkind = 'orcc'", "creature[0].kind", '"orc"'),
        ("ruleset = 'd20'\n[[creature]]\nid = 'a'\nkind = 'orc'\nat = [1, 2]", "creature[0].at",
         "unknown key"),
        ("ruleset = 'd20'\n[[creature]]\nid = 'a'\nkind = 'orc'\nhp = 0", "creature[0].hp", "1 to"),
        ("ruleset = 'd20'\n" + "[[creature]]\nid = 'a'\nkind = 'orc'\n" * 2, "creature[1].id",
         "already"),
    ],
)  # fmt: skip
def test_faults_of_a_party(files, text: str, field: str, message: str) -> None:
    (fault,) = files.faults(text)
    assert fault.field == field
    assert message in fault.message


@pytest.mark.parametrize("ruleset", list(RULESETS))
def test_the_heroes_of_a_drawn_battle_are_the_party(files, ruleset: str) -> None:
    party = Party("Trial", ruleset)
    for _number in range(4):
        party = party.with_member(None, party.newcomer())
    path = files.write(written(party.tables), "trial.toml")
    assert check_file(path) == []
    scenario = drafted(wanted(ruleset, seed=5, party=path)).scenario
    heroes = [one.id for one in scenario.creatures if one.side == "heroes"]
    assert heroes == [one["id"] for one in party.members]
    assert document_faults(saved_document(scenario.source), Path()) == []
