"""The account of a battle: one worked out by hand, and shipped ones counted from their JSON lines.

The independent count reads what ``tacsim run --json`` prints, and nothing else: sums of attacks and
dice of pools give the chances.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import pairwise
from math import comb
from pathlib import Path
from typing import Any

import pytest
from boards import battle, turn_of
from cli.calls import call
from gate import slow

from tacsim.content.scenarios import read_scenario
from tacsim.core import events as ev
from tacsim.core.apply import apply
from tacsim.core.components import AreaAttack
from tacsim.core.events import Entry
from tacsim.core.intents import Area, EndTurn, Intent, Move, Strike, Take
from tacsim.player.game import new_game, resumed_game
from tacsim.session.account import Account, Fall, Tally, account
from tacsim.session.perception import Memory
from tacsim.session.session import Session

MAPS = Path(__file__).parents[2] / "maps"
PAIR = """
    ........
    .Ab.....
    ........
"""
HIT, MISS = 15, 2

Line = dict[str, Any]

# --- by hand -------------------------------------------------------------------------------------


def duel(*intents: Intent, dice: tuple[int, ...]) -> Account:
    """The account of what two do from b's turn on: 10 hit points each, +0 to hit, class 10."""
    fight = turn_of(battle(PAIR, dice=dice), "b")
    opening, session = fight.fork(), Session(fight)
    for intent in intents:
        session.submit(intent)
    return account(opening, session.entries)


def test_a_battle_worked_out_by_hand():
    told = duel(
        Strike("b", "A"), EndTurn("b"),  # 6: A has 4 left, and b leads
        Strike("A", "b"), EndTurn("A"),  # 6: both have 4
        Strike("b", "A"), Move("b", to=(5, 1)), Take("A"), EndTurn("b"),  # 3: b has 1, A leads
        Move("A", to=(4, 1)), Strike("A", "b"),  # 6: b falls
        dice=(HIT, 6, HIT, 6, MISS, HIT, 3, HIT, 6),
    )  # fmt: skip
    chance = 11 / 20  # 10 to 20 of 1 to 20
    assert told.tallies["A"].expected == pytest.approx(3 * chance)
    assert told.tallies["b"].expected == pytest.approx(2 * chance)
    mean = 3.5 * chance * (1 + 1 / 20)  # a d6, twice that where a natural 20 is borne out
    assert told.tallies["A"].promised == pytest.approx(3 * mean)
    assert told.tallies["b"].promised == pytest.approx(2 * mean)
    for one in told.tallies.values():
        one.expected = one.promised = 0.0
    assert told.tallies == {
        "A": Tally(dealt=15, taken=6, attacks=3, hits=3, used=1, landed=15),
        "b": Tally(dealt=6, taken=15, attacks=2, hits=1, given=1, met=1, landed=6),
    }
    assert [(one.creature, one.by, one.round) for one in told.falls] == [("b", "A", 3)]
    foes, heroes = zip(*(one.left for one in told.samples), strict=True)
    assert [share for share, after in pairwise((*foes, None)) if share != after] == [1, 0.4, 0.1, 0]
    assert [share for share, after in pairwise((*heroes, None)) if share != after] == [1, 0.4]
    assert told.turning is not None
    assert told.turning.round == 2
    assert isinstance(told.turning.event, ev.Damaged)
    assert (told.turning.event.target, told.turning.event.amount) == ("b", 3)
    assert not told.ahead, "b led before"


def test_who_led_from_the_first_wound_on_turned_nothing_by_it():
    told = duel(
        Strike("b", "A"), EndTurn("b"), EndTurn("A"), Strike("b", "A"), EndTurn("b"), EndTurn("A"),
        dice=(HIT, 6, HIT, 6),
    )  # fmt: skip
    assert told.turning is not None
    assert (told.turning.event.target, told.turning.event.amount) == ("A", 6)
    assert told.turning.round == 1
    assert told.ahead


def test_a_battle_that_is_not_decided_has_not_turned():
    told = duel(Strike("b", "A"), EndTurn("b"), dice=(HIT, 6))
    assert told.turning is None
    assert told.tallies["b"].dealt == 6


def test_an_opportunity_let_pass_is_given_and_not_met():
    told = duel(Move("b", to=(5, 1)), EndTurn("b"), dice=())
    assert told.tallies["b"] == Tally(given=1)
    assert told.tallies["A"] == Tally()


def test_what_an_area_promises_is_counted_of_foes_alone():
    """A die of six, nothing with a save at 14: 13 of 20 faces fail. A friend is caught too."""
    breath = AreaAttack("fire breath", "cone", 3, "1d6", "ref", 14)
    fight = turn_of(battle("ACb\n...", {"A": {"areas": [breath]}}, dice=(4, 5, 5)), "A")
    opening, session = fight.fork(), Session(fight)
    session.submit(Area("A", "cone", 3, (0, 0), (2, 0)))
    told = account(opening, session.entries)
    one = told.tallies["A"]
    assert told.tallies["C"].taken == 4
    assert one.promised == pytest.approx(3.5 * 13 / 20)
    assert one.landed == one.dealt == 4


# --- from the JSON lines -------------------------------------------------------------------------


def spread(dice: int, favour: int, again: int) -> list[Fraction]:
    """The chances of 0, 1, 2 ... successes of a pool: 5 and 6 unless favoured."""
    least = max(2, min(6, 5 - favour))
    p = Fraction(7 - least, 6)

    def binomial(n: int) -> list[Fraction]:
        return [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]

    found = [Fraction(0)] * (dice + 1)
    for first, chance in enumerate(binomial(dice)):
        for more, further in enumerate(binomial(min(again, dice - first))):
            found[first + more] += chance * further
    return found


def pool_chance(struck: Line) -> float:
    """The chance that a throw of pools hits: that it has more successes than what meets it."""

    def side(number: int, name: str) -> list[Fraction]:
        gives: Counter[str] = Counter()
        for part in struck["modifiers"]:
            gives[part["on"]] += part["value"]
        dice = struck["pools"][number]
        if not dice:
            return [Fraction(1)]
        return spread(dice, gives[f"{name} favour"], gives[f"{name} reroll"])

    attack, defence = side(0, "attack"), side(1, "defence")
    return float(sum(a * d for n, a in enumerate(attack) for m, d in enumerate(defence) if n > m))


def twenty_chance(struck: Line, dice: list[int]) -> float:
    """The chance of an attack with a d20, or with the best or the worst of several."""
    need = struck["defence"] - (struck["total"] - struck["natural"])
    one = sum(face == 20 or (face != 1 and face >= need) for face in range(1, 21)) / 20
    if len(dice) == 1:
        return one
    turns = sum(part["value"] for part in struck["modifiers"] if part["on"] == "advantage")
    assert turns
    return 1 - (1 - one) ** len(dice) if turns > 0 else one ** len(dice)


def chance_of(struck: Line, dice: list[int]) -> float:
    if struck["pools"]:
        return pool_chance(struck)
    return twenty_chance(struck, dice) if struck["natural"] else 1.0


def counted(lines: list[Line], side_of: dict[str, str]) -> dict[str, dict[str, float]]:
    """What each creature did, from the lines alone."""
    found: dict[str, dict[str, float]] = {
        name: dict.fromkeys(("dealt", "taken", "attacks", "hits", "expected", "given", "met",
                             "used"), 0) for name in side_of
    }  # fmt: skip
    dice: list[int] = []
    for line in lines:
        kind, actor = line["event"], line["actor"]
        if kind == "rolled" and line["purpose"] == "attack":
            dice = line["dice"]
        elif kind == "struck":
            found[actor]["attacks"] += 1
            found[actor]["hits"] += line["outcome"] in ("hit", "critical")
            found[actor]["expected"] += chance_of(line, dice)
        elif kind == "damaged":
            found[line["target"]]["taken"] += line["amount"]
            if side_of[actor] != side_of[line["target"]]:
                found[actor]["dealt"] += line["amount"]
        elif kind == "provoked":
            found[actor]["given"] += 1
        elif kind == "took":
            found[actor]["used"] += 1
            found[line["against"]]["met"] += 1
    return found


def fought(name: str, seed: int, folder: Path) -> tuple[list[Line], Path]:
    save = folder / "fight.tacsim"
    file = MAPS / f"{name}.toml"
    players = (f"--side={side.id}=quick" for side in read_scenario(file).sides)
    told = call("run", file, "--auto", "--seed", seed, "--json", "--save", save, *players)
    return told.lines, save


BATTLES = [
    ("dawn_duel", 3), ("tavern_brawl", 5), ("standing_stones", 3), ("ogre_bridge", 3),
    ("stirge_marsh", 4), ("griffon_cliff", 2),
]  # fmt: skip
"""Of each ruleset, of squares, hexes and cubes; the long ones last."""


@pytest.mark.parametrize(
    ("name", "seed"),
    [*BATTLES[:2], *slow(*BATTLES[2:])],
)
def test_the_account_is_what_the_lines_of_a_run_add_up_to(name: str, seed: int, tmp_path: Path):
    lines, save = fought(name, seed, tmp_path)
    game = resumed_game(save)
    try:
        told = game.account()
        assert game.past is not None
        public = [entry.number for entry in game.past if entry.event.PUBLIC]
    finally:
        game.close()
    assert len(public) == len(lines), "lines are numbered without what only keeps the books"
    scenario = read_scenario(MAPS / f"{name}.toml")
    world = game.session.battle.world
    side_of = {one.id: one.side for one in world.creatures}
    expected = counted(lines, side_of)
    assert sum(one["attacks"] for one in expected.values()) > 10
    assert list(told.tallies) == list(side_of)
    for who, tally in told.tallies.items():
        for field, value in expected[who].items():
            assert getattr(tally, field) == pytest.approx(value), (who, field)
    downs = [line for line in lines if line["event"] == "downed"]
    assert [(f.creature, f.by, f.number, f.round) for f in told.falls] == [
        (d["target"], d["actor"] if d["actor"] != d["target"] else None, public[d["n"]], d["round"])
        for d in downs
    ]
    assert told.seed == seed
    turned = None if told.turning is None else public.index(told.turning.number)
    check_turning(turned, lines, side_of, {one.id: one.hp.maximum for one in world.creatures})
    total = Counter[str]()
    for who, tally in told.tallies.items():
        total[side_of[who]] += tally.dealt
    assert total == Counter({s.id: told.of_side(world, s.id).dealt for s in scenario.sides})


def check_turning(
    turned: int | None, lines: list[Line], side_of: dict[str, str], full: dict[str, int]
) -> None:
    """From the event on by which it turned the winner leads, and did not just before."""
    winner = lines[-1]["winner"]
    left, out = dict(full), set[str]()
    whole: dict[str, int] = defaultdict(int)
    for who, side in side_of.items():
        whole[side] += full[who]
    leads = []
    for line in lines:
        if line["event"] == "damaged":
            left[line["target"]] = line["left"]
        out |= {line["target"]} if line["event"] == "downed" else set()
        share = {
            side: sum(max(left[who], 0) for who in side_of if side_of[who] == side
                      and who not in out) / whole[side]
            for side in whole
        }  # fmt: skip
        leads.append(winner and all(share[winner] > share[s] for s in share if s != winner))
    if winner is None:
        assert turned is None
        return
    assert turned is not None
    assert all(leads[turned:])
    assert not leads[turned - 1]


# --- in fog --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["ogre_warren", "smugglers_house"])
@pytest.mark.parametrize("rounds", [1, *slow(2)])
def test_as_a_side_nothing_is_told_that_it_did_not_learn(name: str, rounds: int):
    scenario = read_scenario(MAPS / f"{name}.toml")
    players = {side.id: "ai:greedy" for side in scenario.sides}
    game = new_game(scenario, players, seed=4, fog=True, keep=False)
    game.session.begin()
    game.session.run(rounds)
    for side in players:
        told = game.account(side)
        known, learnt = seen(game.opening, game.session.entries, side)
        assert set(told.tallies) == known
        assert told.turning is None
        downs = [entry.number for entry in learnt if isinstance(entry.event, ev.Downed)]
        assert [fall.number for fall in told.falls] == downs
        ends = [entry for entry in learnt if isinstance(entry.event, ev.TurnEnded)]
        assert len(told.samples) == 1 + len(ends), "turns unseen leave no trace"
        for sample in told.samples:
            shares = zip(scenario.sides, sample.left, strict=True)
            assert all((share is None) == (one.id != side) for one, share in shares)
        hurt = [entry.event for entry in learnt if isinstance(entry.event, ev.Damaged)]
        for who, tally in told.tallies.items():
            assert tally.taken == sum(one.amount for one in hurt if one.target == who)
            dealt = [one for one in hurt if one.actor == who and one.target != who]
            assert tally.dealt == sum(one.amount for one in dealt)


def seen(opening: Any, entries: list[Entry], side: str) -> tuple[set[str], list[Entry]]:
    """Whom a side came to know, and what it learnt."""
    fight = opening.fork()
    memory, learnt = Memory(fight, side), []
    known = set(memory.known)
    for entry in entries:
        apply(fight.world, entry.event)
        told = memory.take_in(entry)
        known |= memory.known
        learnt += [] if told is None else [told]
    return known, learnt


def test_without_fog_a_side_is_told_everything():
    scenario = read_scenario(MAPS / "ogre_bridge.toml")
    players = {side.id: "ai:greedy" for side in scenario.sides}
    game = new_game(scenario, players, seed=4, fog=False, keep=False)
    game.session.begin()
    game.session.run(1)
    assert game.account("heroes") == game.account()
    assert all(isinstance(fall, Fall) for fall in game.account().falls)
