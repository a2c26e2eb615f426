"""Battles from a seed: the same bytes, sides by budget, parties of one's own, what is refused."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from datetime import date, timedelta
from pathlib import Path

import attrs
import pytest
from gate import slow

from tacsim.content.faults import ContentError
from tacsim.content.generate import (
    VERSION,
    Wanted,
    daily,
    daily_name,
    drafted,
    kinds_of,
    wanted,
    written,
)
from tacsim.content.generate.sides import families
from tacsim.core.components import HitPoints
from tacsim.rulesets import RULESETS, content

MAPS = Path(__file__).parents[3] / "maps"


def test_the_same_seed_makes_the_same_bytes_in_any_process():
    several = ("d20", "cave"), ("metric", "wilderness"), ("pool", "mine")
    code = (
        "from tacsim.content.generate import *\n"
        f"for r, k in {several}: print(written(drafted(wanted(r, k, None, 5)).tables))"
    )
    there = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONHASHSEED": "77"},
        capture_output=True,
        check=True,
        timeout=120,
    )
    here = [written(drafted(wanted(r, k, None, 5)).tables) for r, k in several]
    assert there.stdout.decode() == "\n".join([*here, ""])


def test_another_seed_makes_another_battle():
    grids = {drafted(Wanted("d20", seed, "cave")).tables["map"]["grid"] for seed in range(6)}
    assert len(grids) == 6


def test_what_is_written_reads_as_what_was_meant():
    tables = drafted(Wanted("pool", 3, "tower")).tables
    again = tomllib.loads(written(tables, "a comment\nof two lines"))
    assert again == tables


@pytest.mark.parametrize(("rating", "points"), [(0, 10), (0.25, 50), (3, 700), (10, 5900)])
def test_experience_is_that_of_the_open_rules(rating, points):
    assert content("grid5e").book.strength({"cr": rating}) * 200 == points


def test_two_ratings_up_double_the_strength():
    of = content("d20").book.strength
    assert of({"cr": 7}) == 2 * of({"cr": 5}) == 4 * of({"cr": 3})
    assert of({"cr": 0.5}) * 2 == of({"cr": 1})


def test_families_name_creatures_that_there_are_and_no_dummies():
    every = {kind for ruleset in RULESETS for kind in content(ruleset).bestiary}
    named = {kind for one in families().values() for kind in one.kinds}
    assert named <= every - {"dummy"}
    for one in families().values():
        assert {kind for _name, kinds in one.folks for kind in kinds} <= set(one.kinds)


@pytest.mark.parametrize(
    ("family", "foes", "name"),
    [
        ("orcs", ("ogre",) * 6, "The ogres"),
        ("orcs", ("orc", "orc_berserker"), "The orcs"),
        ("orcs", ("orc", "ogre"), "The horde"),
        ("giants", ("ogre", "troll"), "The giants"),
        ("giants", ("hobgoblin", "hobgoblin"), "The hobgoblins"),
        ("giants", ("ogre", "bandit"), "The raiders"),
        ("swamp", ("kobold", "kobold"), "The kobolds"),
        ("undead", ("skeleton", "skeleton"), "The dead"),
    ],
)
def test_a_side_is_called_by_who_is_in_it(family, foes, name):
    assert families()[family].called(foes) == name


def test_the_name_of_a_side_is_told_in_what_the_battle_is_about():
    draft = drafted(Wanted("d20", 11, "forest"))
    other = draft.with_foes(("ogre", "ogre"), families()["orcs"])
    assert other.tables["side"][1]["name"] == "The ogres"
    assert "the ogres" in " ".join(other.tables["about"].split())


def test_every_ground_of_every_ruleset_has_foes():
    for ruleset in RULESETS:
        for kind in kinds_of(ruleset):
            assert any(
                kind in one.grounds and set(one.kinds) & set(content(ruleset).bestiary)
                for one in families().values()
            )


def test_a_harder_battle_has_heavier_foes():
    def weight(difficulty):
        draft = drafted(Wanted("d20", 11, "forest", None, difficulty))
        rules = content("d20")
        return sum(rules.book.strength(rules.bestiary[kind]) for kind in draft.foes)

    assert weight("easy") < weight("fair") < weight("deadly")


@pytest.mark.parametrize("toughness", [0.77, 1.0, 1.12])
def test_tougher_foes_have_so_many_more_hit_points_together(toughness: float):
    draft = attrs.evolve(drafted(Wanted("grid5e", 4)), toughness=toughness)
    usual = [content("grid5e").bestiary[kind]["hp"] for kind in draft.foes]
    foes = [one for one in draft.scenario.creatures if one.side == "foes"]
    hp = [one.get(HitPoints).maximum for one in foes]
    assert abs(sum(hp) - toughness * sum(usual)) <= 0.5
    assert all(abs(one - toughness * of) <= 1 for one, of in zip(hp, usual, strict=True))


def test_the_first_side_of_a_scenario_is_the_party():
    draft = drafted(wanted("d20", "riverside", None, 3, MAPS / "ogre_bridge.toml"))
    mine = [one for one in draft.tables["creature"] if one["side"] == "heroes"]
    assert [one["name"] for one in mine] == ["Aldis", "Tova", "Wren", "Pike"]
    assert mine[3]["hp"] == 16
    assert {one.id for one in draft.scenario.creatures} >= {"aldis", "tova", "wren", "pike"}


def test_a_bestiary_is_a_party_of_its_entries(tmp_path):
    file = tmp_path / "mine.toml"
    text = (Path(content("grid5e")._loader.folders[1]) / "bestiary.toml").read_text("utf-8")
    veteran = "[veteran]" + text.split("[veteran]")[1].split("\n[")[0]
    file.write_text('ruleset = "grid5e"\n' + veteran.replace("[veteran]", "[old_hand]"), "utf-8")
    draft = drafted(wanted("grid5e", "cave", None, 3, file))
    assert [one.kind for one in draft.scenario.creatures if one.side == "heroes"] == ["old_hand"]


@pytest.mark.parametrize(
    "asked",
    [
        {"ruleset": "d21"},
        {"ruleset": "d20", "kind": "moon"},
        {"ruleset": "d20", "kind": "tower"},
        {"ruleset": "pool", "kind": "ship"},
        {"ruleset": "d20", "size": (3, 3)},
        {"ruleset": "d20", "size": (5000, 5000)},
        {"ruleset": "pool", "size": (120, 80)},
        {"ruleset": "d20", "difficulty": "absurd"},
    ],
)
def test_what_cannot_be_drawn_is_said_in_one_line(asked):
    with pytest.raises(ValueError, match=r"^[^\n]+$"):
        drafted(wanted(**asked))


def test_a_party_that_is_none_is_a_fault(tmp_path):
    bad = tmp_path / "bad.toml"
    bad.write_text("x = [", "utf-8")
    for file in (bad, tmp_path / "missing.toml", MAPS / "dawn_duel.toml"):
        with pytest.raises(ContentError):
            wanted("d20", party=file)


def test_the_daily_battle_is_the_day_s_and_takes_turns():
    first = date(2026, 11, 23)
    days = [first + timedelta(days=n) for n in range(56)]
    asked = [daily(day) for day in days]
    assert asked[0] == daily(first)
    assert {one.ruleset for one in asked} == set(RULESETS)
    assert len({one.seed for one in asked}) == len(days)
    assert {one.kind for one in asked if one.ruleset == "pool"} == set(kinds_of("pool"))
    assert daily_name(first) == f"daily-2026-11-23-v{VERSION}"
    assert drafted(asked[0]).scenario.creatures


@pytest.mark.parametrize("seeds", [range(1), *slow(range(1, 12))])
@pytest.mark.parametrize("kind", ["fortress_gate", "riverside", "mountain_pass"])
def test_no_goal_is_reached_before_anybody_can_act(kind, seeds):
    """It is farther off, even as the crow flies, than the twelve cells of a double move."""
    for seed in seeds:
        for size in ((16, 12), (30, 18)):
            tables = drafted(Wanted("d20", seed, kind, size)).tables
            heroes = [one["at"] for one in tables["creature"] if one["side"] == "heroes"]
            for goal in tables.get("goal", []):
                if goal["kind"] == "reach":
                    nearest = min(
                        max(abs(x - a), abs(y - b)) for x, y in goal["cells"] for a, b in heroes
                    )
                    assert nearest > 12, (seed, size)


def test_who_came_hurt_out_of_another_battle_sets_out_whole(tmp_path: Path):
    text = (MAPS / "ogre_bridge.toml").read_text()
    first = text.index("[[creature]]") + len("[[creature]]")
    hurt = tmp_path / "hurt.toml"
    hurt.write_text(text[:first] + "\nwounds = 1" + text[first:])
    party = wanted("d20", "cave", None, 4, hurt).party
    assert party
    assert not any("wounds" in one.table for one in party)


def test_who_has_no_room_on_one_kind_of_ground_fights_on_another(tmp_path: Path):
    """Seed 2 draws a dungeon, whose halls are too narrow for a space of three squares."""
    file = tmp_path / "big.toml"
    file.write_text('ruleset = "d20"\n[[creature]]\nid = "a"\nkind = "storm_giant"\n', "utf-8")
    with pytest.raises(ValueError, match="do not fit"):
        drafted(wanted("d20", "dungeon", seed=2, party=file))
    assert drafted(wanted("d20", seed=2)).kind.name == "dungeon"
    assert drafted(wanted("d20", seed=2, party=file)).kind.name != "dungeon"


def test_foes_are_numbered_whoever_of_their_kind_is_among_the_heroes():
    draft = drafted(Wanted("d20", 5200, "fortress_gate"))
    foes = [one["name"] for one in draft.tables["creature"] if one["side"] == "foes"]
    archers = draft.foes.count("human_archer")
    assert "human_archer" in [one.table["kind"] for one in draft.heroes]
    assert archers > 1
    assert [name for name in foes if name.startswith("Human archer")] == [
        f"Human archer {n}" for n in range(1, archers + 1)
    ]
