"""The next fight of a run: rest by hand-worked figures, who is lost, rewards, foes, same bytes."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import attrs
import pytest
from content.runs.ends import ended, with_members
from gate import slow

from tacsim.content.characters import Party, character
from tacsim.content.documents import parse_document
from tacsim.content.gauntlet import FIGHTS
from tacsim.content.generate import Wanted, kinds_of, party_of, with_party, written
from tacsim.content.generate.sides import weight
from tacsim.content.plain import from_plain, to_plain
from tacsim.content.records import Scenario
from tacsim.content.runs.fights import (
    FACTORS,
    budget,
    factor,
    fight_seed,
    first_fight,
    next_fight,
    offers,
    rise,
)
from tacsim.content.runs.recovery import goes_on, recovered, won
from tacsim.core.components import HitPoints, Offence
from tacsim.core.world import World
from tacsim.rulesets import content

KINDS = {"d20": "human_fighter", "grid5e": "veteran", "metric": "veteran", "pool": "soldier"}


@pytest.fixture(scope="module", params=["d20", *slow("grid5e", "metric", "pool")])
def fight(request: pytest.FixtureRequest) -> Scenario:
    """The first fight of a run under each ruleset: three of a kind."""
    return three(request.param)


@cache
def three(ruleset: str, seed: int = 7) -> Scenario:
    rows = [{"id": key, "name": key.title(), "kind": KINDS[ruleset]} for key in ("ada", "bo", "cy")]
    party = party_of({"ruleset": ruleset, "creature": rows})
    return first_fight(with_party(Wanted(ruleset, seed), party, "The three"), "2026-11-24")


def heroes(scenario: Scenario) -> dict[str, HitPoints]:
    return {one.id: one.get(HitPoints) for one in scenario.creatures if one.side == "heroes"}


def first_of(scenario: Scenario, world: World, kind: str = "") -> str:
    """The id of a reward that is offered, of a kind if that is wanted."""
    return next(one.id for one in offers(scenario, world) if kind in ("", one.kind))


def offering(scenario: Scenario, kind: str, world: World | None = None) -> Scenario:
    """The same fight in a run of another seed, of which the first offers such a reward."""
    for seed in range(100):
        run = attrs.evolve(scenario.gauntlet, seed=seed)
        found = from_plain({**to_plain(scenario), "gauntlet": run.table})
        if any(one.kind == kind for one in offers(found, world or ended(found, {"ada": 1}))):
            return found
    raise AssertionError(kind)


# --- the first fight -----------------------------------------------------------------------------


def test_the_first_fight_is_of_a_run(fight: Scenario) -> None:
    run = fight.gauntlet
    assert (run.seed, run.fight, run.party, run.begun) == (7, 1, "The three", "2026-11-24")
    rules = content(fight.ruleset)
    one = rules.book.strength(rules.bestiary[KINDS[fight.ruleset]])
    assert run.worth == pytest.approx(3 * one, abs=0.001)
    assert list(heroes(fight)) == ["ada", "bo", "cy"]


def test_a_party_that_is_drawn_goes_by_its_names() -> None:
    drawn = first_fight(Wanted("d20", 5))
    named = [one["name"] for one in drawn.source["creature"] if one["side"] == "heroes"]
    assert drawn.gauntlet.party == ", ".join(named)


def test_what_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(ValueError, match="difficulty"):
        first_fight(Wanted("d20", 1, difficulty="brutal"))


# --- who is left ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruleset", "most", "left", "down", "after"),
    [
        ("d20", 34, 34, False, 34),
        ("d20", 34, 5, False, 19),  # 29 are missing, half of which is 14 and a half
        ("d20", 34, 0, True, 17),  # up with 1, then half of 33
        ("d20", 34, -9, True, 17),
        ("grid5e", 58, 0, True, 29),  # up with 1, then half of 57
        ("grid5e", 58, 57, False, 57),  # half of 1 is nothing
        ("metric", 58, 20, False, 39),
        ("pool", 6, 3, False, 4),  # half of 3 is 1
        ("pool", 6, 1, False, 3),
    ],
)
def test_a_rest_gives_half_of_what_is_missing(ruleset, most, left, down, after) -> None:
    scenario = three(ruleset)
    assert heroes(scenario)["ada"] == HitPoints(most, most)
    world = ended(scenario, {"ada": left}, down=("ada",) if down else ())
    ada = recovered(scenario, world)[0]
    assert (ada.before, ada.after, ada.maximum, ada.dead) == (left, after, most, False)
    chosen = next(one.id for one in offers(scenario, world) if one.kind == "joins"
                  or (one.kind == "weapon"))  # fmt: skip
    following = next_fight(scenario, world, chosen)
    assert heroes(following)["ada"] == HitPoints(after, most)


def test_the_dead_stay_lost(fight: Scenario) -> None:
    world = ended(fight, {"bo": -99}, dead=("bo",))
    following = next_fight(fight, world, first_of(fight, world))
    assert "bo" not in heroes(following)
    assert {"ada", "cy"} <= set(heroes(following))
    assert following.gauntlet.lost == ("Bo",)
    world = ended(following, {"cy": -99}, dead=("cy",))
    third = next_fight(following, world, first_of(following, world))
    assert third.gauntlet.lost == ("Bo", "Cy")


def test_conditions_of_the_fight_end(fight: Scenario) -> None:
    world = ended(fight, {"ada": 0}, down=("ada",))
    following = next_fight(fight, world, first_of(fight, world))
    (row,) = (one for one in following.source["creature"] if one["id"] == "ada")
    assert "conditions" not in row
    assert "behaviour" not in row


def test_a_run_ends_with_a_fight_that_is_not_won(fight: Scenario) -> None:
    for world in (
        ended(fight, winner="foes"),
        ended(fight, winner=None),
        ended(fight, dead=("ada", "bo", "cy")),
    ):
        assert not won(fight, world)
        assert offers(fight, world) == ()
        with pytest.raises(ValueError, match="no fight follows"):
            next_fight(fight, world, "night")


def test_a_battle_of_no_run_has_no_next(fight: Scenario) -> None:
    plain = to_plain(fight)
    del plain["gauntlet"]
    lone = from_plain(plain)
    assert won(lone, ended(lone))
    assert not goes_on(lone, ended(lone))
    with pytest.raises(ValueError, match="no fight follows"):
        next_fight(lone, ended(lone), "night")


def test_no_run_is_endless(fight: Scenario) -> None:
    last = attrs.evolve(fight.gauntlet, fight=FIGHTS)
    scenario = from_plain({**to_plain(fight), "gauntlet": last.table})
    assert won(scenario, ended(scenario))
    assert offers(scenario, ended(scenario)) == ()


# --- rewards -------------------------------------------------------------------------------------


def test_three_rewards_are_offered_of_different_kinds(fight: Scenario) -> None:
    found = offers(fight, ended(fight, {"ada": 1}))
    assert len({one.kind for one in found}) == len(found) == 3
    assert found == offers(fight, ended(fight, {"ada": 1}))


def test_only_rewards_that_apply_are_offered(fight: Scenario) -> None:
    """Nobody is hurt, so a night's rest is none."""
    for seed in range(8):
        other = attrs.evolve(fight.gauntlet, seed=seed)
        scenario = from_plain({**to_plain(fight), "gauntlet": other.table})
        assert "night" not in [one.kind for one in offers(scenario, ended(scenario))]


def test_what_is_not_offered_is_refused(fight: Scenario) -> None:
    world = ended(fight)
    for reward in ("", "night", "grows nobody", "gold"):
        with pytest.raises(ValueError, match="not offered"):
            next_fight(fight, world, reward)


def test_a_night_heals_everybody(fight: Scenario) -> None:
    scenario = offering(fight, "night")
    world = ended(scenario, {"ada": 1, "bo": 2})
    found = heroes(next_fight(scenario, ended(scenario, {"ada": 1, "bo": 2}), "night"))
    assert all(hp.current == hp.maximum for hp in found.values())
    assert next_fight(scenario, world, "night").gauntlet.rewards == ("night",)


@pytest.mark.parametrize(
    ("ruleset", "hp", "grown"), [("d20", 34, 42), ("grid5e", 58, 72), ("pool", 6, 7)]
)
def test_who_is_of_no_level_grows_by_a_quarter_of_the_hit_points(ruleset, hp, grown) -> None:
    """34, 58 and 6 and a quarter of each, rounded down; the damage stays."""
    scenario = offering(three(ruleset), "grows")
    world = ended(scenario, {"ada": 1})
    reward = next(one for one in offers(scenario, world) if one.kind == "grows")
    following = next_fight(scenario, world, reward.id)
    one = heroes(following)[reward.who]
    assert one.maximum == grown
    assert grown - one.current == (0 if reward.who != "ada" else hp - 1 - (hp - 1) // 2)
    assert rise(scenario, world, reward) == (1 if ruleset == "d20" else 0)
    if ruleset == "d20":
        before, after = (each[reward.who].get(Offence) for each in (scenario, following))
        assert after.base == before.base + 1


def test_a_character_of_a_level_rises_to_the_next() -> None:
    party = Party("Two", "d20")
    for name, trade in (("Ada", "fighter"), ("Bo", "rogue")):
        chosen = {"race": "human", "class": trade, "level": "2"}
        party = party.with_member(None, character("d20", name, chosen))
    asked = with_party(Wanted("d20", 3), party_of(party.tables), "Two")
    scenario = offering(first_fight(asked), "grows")
    world = ended(scenario, {"ada": 5})
    reward = next(one for one in offers(scenario, world) if one.kind == "grows")
    following = next_fight(scenario, world, reward.id)
    made = character("d20", reward.who.title(), {
        "race": "human", "class": "fighter" if reward.who == "ada" else "rogue", "level": "3",
    })  # fmt: skip
    assert following[reward.who].kind == made.entry["kind"]
    assert heroes(following)[reward.who].maximum == made.entry["hp"]


def test_who_was_made_so_rises_after_a_better_weapon_too() -> None:
    party = Party("One", "d20").with_member(None, character("d20", "Ada", {"level": "1"}))
    scenario = offering(first_fight(with_party(Wanted("d20", 3), party_of(party.tables))), "weapon")
    world = ended(scenario, {"ada": 5})
    second = next_fight(scenario, world, first_of(scenario, world, "weapon"))
    second = offering(second, "grows")
    world = ended(second, {"ada": 5})
    third = next_fight(second, world, first_of(second, world, "grows"))
    assert third["ada"].kind.endswith("_2")
    weapon = third["ada"].get(Offence).weapons[0]
    assert (weapon.bonus, weapon.damage_bonus) == (1, 1)


def test_nobody_rises_above_the_highest_level_or_what_grows() -> None:
    one = character("d20", "Ada", {"level": "10"})
    rules = content("d20").book
    assert rules.next_level(one.chosen) is None
    assert rules.next_level({**one.chosen, "level": "9"})["level"] == "10"
    assert content("pool").book.next_level({"kind": "soldier"}) is None
    strong = with_members(three("pool"), {"id": "ada", "kind": "soldier", "hp": 900})
    world = ended(strong, {"ada": 1})
    assert "grows" not in [reward.kind for reward in offers(strong, world)]


@pytest.mark.parametrize(
    ("ruleset", "bonus", "damage"), [("d20", 3, 3), ("grid5e", 1, 1), ("pool", 2, 0)]
)
def test_a_better_weapon(ruleset, bonus, damage) -> None:
    """A fighter's greatsword has +2 and +2 of its own; a sword of the pool rules quality 1."""
    scenario = offering(three(ruleset), "weapon")
    world = ended(scenario, {"ada": 1})
    reward = next(one for one in offers(scenario, world) if one.kind == "weapon")
    weapon = next_fight(scenario, world, reward.id)[reward.who].get(Offence).weapons[0]
    assert (weapon.name, weapon.bonus, weapon.damage_bonus) == (reward.what, bonus, damage)


def test_a_weapon_is_bettered_no_more_than_the_rules_have_it() -> None:
    """+5 is the best of the 3.5 rules, +3 of the 5.1 rules."""
    for ruleset, most in (("d20", 5), ("grid5e", 3)):
        lone = with_members(three(ruleset), {"id": "ada", "kind": KINDS[ruleset]})
        scenario = offering(lone, "weapon")
        world = ended(scenario, {"ada": 1})
        reward = first_of(scenario, world, "weapon")
        for times, there in ((most - 1, True), (most, False)):
            run = attrs.evolve(scenario.gauntlet, rewards=(reward,) * times)
            again = from_plain({**to_plain(scenario), "gauntlet": run.table})
            assert (reward in [one.id for one in offers(again, world)]) is there


def test_a_companion_joins(fight: Scenario) -> None:
    scenario = offering(fight, "joins")
    world = ended(scenario, {"ada": 1})
    reward = next(one for one in offers(scenario, world) if one.kind == "joins")
    following = next_fight(scenario, world, reward.id)
    (fresh,) = set(heroes(following)) - {"ada", "bo", "cy"}
    assert following[fresh].kind == reward.who
    assert heroes(following)[fresh].current == heroes(following)[fresh].maximum
    strength = content(fight.ruleset).book.strength
    bestiary = content(fight.ruleset).bestiary
    assert strength(bestiary[reward.who]) <= strength(bestiary[KINDS[fight.ruleset]])


def test_a_full_party_is_joined_by_nobody() -> None:
    rows = [{"id": f"h{n}", "name": f"H{n}", "kind": "kobold"} for n in range(12)]
    party = party_of({"ruleset": "d20", "creature": rows})
    scenario = first_fight(with_party(Wanted("d20", 2), party))
    assert "joins" not in [one.kind for one in offers(scenario, ended(scenario, {"h1": 1}))]


# --- foes ----------------------------------------------------------------------------------------


def test_foes_grow_from_fight_to_fight() -> None:
    factors = [factor(number) for number in range(1, 30)]
    assert factors == sorted(set(factors))
    assert factors[: len(FACTORS)] == list(FACTORS)
    run = three("d20").gauntlet
    assert budget(attrs.evolve(run, fight=5)) == pytest.approx(run.worth * FACTORS[4])
    hard = attrs.evolve(run, difficulty="hard")
    assert budget(hard) == pytest.approx(1.2 * budget(run))


def test_foes_weigh_what_the_party_did_that_set_out(fight: Scenario) -> None:
    """Whoever is lost, and however much is grown."""
    scenario = fight
    for number in range(2, 5):
        world = ended(scenario, {"ada": 1}, dead=("bo",) if number == 2 else ())
        scenario = next_fight(scenario, world, first_of(scenario, world))
        assert scenario.gauntlet.fight == number
        assert scenario.gauntlet.worth == fight.gauntlet.worth
        foes = tuple(one.kind for one in scenario.creatures if one.side == "foes")
        wanted = fight.gauntlet.worth * FACTORS[number - 1]
        assert weight(fight.ruleset, foes) == pytest.approx(wanted, rel=0.25)


def test_far_on_the_strongest_there_are_will_do() -> None:
    run = attrs.evolve(three("pool").gauntlet, fight=200)
    scenario = from_plain({**to_plain(three("pool")), "gauntlet": run.table})
    world = ended(scenario)
    following = next_fight(scenario, world, first_of(scenario, world))
    assert following.gauntlet.fight == 201
    assert sum(one.side == "foes" for one in following.creatures) >= 6


def test_every_fight_is_on_another_kind_of_ground() -> None:
    scenario, seen = three("metric"), []
    for _number in range(len(kinds_of("metric")) + 1):
        seen.append(scenario.source["map"]["grid"])
        world = ended(scenario)
        scenario = next_fight(scenario, world, first_of(scenario, world))
    topologies = {one.field.topology for one in [scenario]}
    assert topologies <= {"square", "hex"}
    assert len(set(seen)) == len(seen)


def test_seeds_of_fights_are_the_same_everywhere() -> None:
    """The first four bytes of a SHA-256, worked out by another program."""
    found = {fight_seed(seed, number) for seed in range(20) for number in range(1, 20)}
    assert len(found) == 380
    assert all(0 <= one < 2**32 for one in found)
    assert fight_seed(7, 1) == SHA_7_1


SHA_7_1 = 0xE8B58A3D


# --- what goes along -----------------------------------------------------------------------------


def test_switches_and_fog_stay() -> None:
    plain = to_plain(three("d20"))
    scenario = from_plain({**plain, "fog": True, "rules": {"reach_diagonal": False}})
    world = ended(scenario)
    following = next_fight(scenario, world, first_of(scenario, world))
    assert following.fog
    assert following.switches["reach_diagonal"] is False


def test_entries_and_weapons_of_its_own_go_along() -> None:
    text = """
ruleset = "d20"
[[creature]]
id = "mog"
kind = "mogling"
[bestiary.mogling]
name = "Mogling"
glyph = "m"
size = "medium"
shape = "tall"
hp = 20
bab = 2
speed = "30 ft"
abilities = { str = 12 }
weapons = ["hook"]
cr = 2
[weapon.hook]
kind = "melee"
hands = "one"
damage = "1d6"
"""
    party = party_of(parse_document(text).tables)
    scenario = first_fight(with_party(Wanted("d20", 4), party, "Mog"))
    for _number in range(2):
        world = ended(scenario, {"mog": 3})
        scenario = next_fight(scenario, world, first_of(scenario, world))
    assert scenario["mog"].kind == "mogling"
    assert scenario["mog"].get(Offence).weapons[0].name == "hook"


def test_rounds_and_rewards_are_counted(fight: Scenario) -> None:
    scenario, chosen = fight, []
    for rounds in (4, 9):
        world = ended(scenario, {"ada": 2}, rounds=rounds)
        chosen.append(first_of(scenario, world))
        scenario = next_fight(scenario, world, chosen[-1])
    assert scenario.gauntlet.rounds == 13
    assert scenario.gauntlet.rewards == tuple(chosen)


def second_fights() -> str:
    """What is written of the second fights of two runs."""
    told = []
    for ruleset in ("d20", "pool"):
        scenario = three(ruleset)
        world = ended(scenario, {"ada": 1, "cy": 3}, dead=("bo",))
        told.append(written(to_plain(next_fight(scenario, world, first_of(scenario, world)))))
    return "".join(told)


def test_the_same_run_is_the_same_bytes_in_any_process() -> None:
    code = "from content.runs.test_fights import second_fights\nprint(second_fights(), end='')"
    there = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONHASHSEED": "77", "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True, check=True, timeout=240,
    )  # fmt: skip
    assert there.stdout.decode() == second_fights()


def test_what_a_run_writes_reads_again(fight: Scenario) -> None:
    again = from_plain(parse_document(written(to_plain(fight))).tables)
    assert again == fight
