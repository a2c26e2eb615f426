"""Giving up: what surrender is under every ruleset, and who does it where the switch is on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from ai.acting import FIGHTER, battle, whole_turn
from boards import turn_of
from fifth import boards as fifth
from pool import space

from rules.table import only
from tacsim.content.scenarios import read_scenario
from tacsim.content.setup import begin
from tacsim.core import events as ev
from tacsim.core.components import Behaviour, Condition, Conditions, HitPoints
from tacsim.core.intents import EndTurn, Move, Surrender
from tacsim.core.verdicts import Refused
from tacsim.rules.battle import Battle
from tacsim.rules.choices import choices
from tacsim.rules.combat.threat import threatened
from tacsim.rules.engine import check, start, submit

ON = {"morale": True}
ROW = "A.b......C"


def d20(board: str, **more: Any) -> Battle:
    return turn_of(battle(board, more.pop("them", None), **more), "b")


@pytest.mark.parametrize(
    ("made", "clause"),
    [
        pytest.param(lambda on: d20(ROW, switches=on), "d20.surrender",
                     marks=pytest.mark.rule("d20.surrender")),
        pytest.param(lambda on: turn_of(fifth.battle(ROW, switches=on), "b"), "grid5e.surrender",
                     marks=pytest.mark.rule("grid5e.surrender")),
        pytest.param(lambda on: turn_of(space.battle(ROW, switches=on), "b"), "pool.surrender",
                     marks=pytest.mark.rule("pool.surrender")),
    ],
)  # fmt: skip
def test_whoever_surrenders_is_out_of_the_fight_and_its_side_lost_with_its_last(
    made: Callable[[dict[str, bool]], Battle], clause: str
) -> None:
    fight = made(ON)
    assert Surrender("b") in [option.intent for option in choices(fight)]
    at = fight.world["b"].at
    events = submit(fight, Surrender("b"))
    gained = only(events, ev.ConditionGained)
    assert (gained.actor, gained.condition, gained.clauses) == ("b", "surrendered", (clause,))
    assert only(events, ev.BattleEnded).winner == "heroes"
    assert fight.world["b"].at == at
    assert not threatened(fight, fight.world["b"])
    off = made({})
    assert isinstance(check(off, Surrender("b")), Refused)
    assert not [one for one in choices(off).refused if isinstance(one.intent, Surrender)]


def test_the_others_of_its_side_fight_on() -> None:
    fight = d20("A.b..c", switches=ON)
    events = submit(fight, Surrender("b"))
    assert not [one for one in events if isinstance(one, ev.BattleEnded)]
    assert fight.decision is not None
    assert fight.decision.actor != "b"
    assert [foe.id for foe in fight.foes(fight.world["A"])] == ["c"]


@pytest.mark.rule("pool.surrender")
def test_nobody_surrenders_in_the_air() -> None:
    flier = {"b": {"flying": True, "fly": 6}}
    fight = turn_of(space.battle("A...  ---b", flier, switches=ON), "b")
    found = check(fight, Surrender("b"))
    assert isinstance(found, Refused)
    assert found.clause == "pool.surrender"


# --- opponents ------------------------------------------------------------------------------------

BEATEN = """
    ......
    .A.B..
    ..b...
    .C.D..
    ......
    """


def beaten(temper: str = "steady", hp: int = 3, *, on: bool = True) -> Battle:
    """Four whole fighters around one who has so many of twenty hit points left."""
    fight = battle(BEATEN, dict.fromkeys("ABCDb", FIGHTER), switches={"morale": on})
    fight.world.put("b", HitPoints(hp, 20))
    if temper != "steady":
        fight.world.put("b", Behaviour(temper))
    return fight


@pytest.mark.parametrize("name", ["cautious", "greedy", "quick"])
def test_those_who_see_the_fight_lost_surrender_where_that_is_allowed(name: str) -> None:
    assert whole_turn(beaten(), "b", name) == [Surrender("b")]
    assert Surrender("b") not in whole_turn(beaten(on=False), "b", name)


@pytest.mark.parametrize("fight", [
    pytest.param(lambda: beaten("aggressive"), id="aggressive"),
    pytest.param(lambda: beaten(hp=11), id="not yet spent"),
])  # fmt: skip
def test_others_fight_on(fight: Callable[[], Battle]) -> None:
    assert Surrender("b") not in whole_turn(fight(), "b", "cautious")


def test_the_wary_despair_where_the_steady_go_on() -> None:
    """One of 14 hit points against two alike of 20 each: 14 of 2 times 40 is 0.175."""
    board = "....\nA.b.\n....\nc..C"
    them = {"A": FIGHTER, "C": FIGHTER, "b": FIGHTER, "c": FIGHTER}

    def one(temper: str) -> Battle:
        fight = battle(board, them, switches=ON)
        fight.world.put("c", Conditions((Condition("dead"),)))
        fight.world.put("c", HitPoints(-10, 20))
        fight.world.put("b", HitPoints(14, 20))
        fight.world.put("b", Behaviour(temper))
        return fight

    assert whole_turn(one("wary"), "b", "greedy")[-1] == Surrender("b")
    assert Surrender("b") not in whole_turn(one("steady"), "b", "greedy")


def test_who_can_keep_away_withdraws_first() -> None:
    """A charge takes a foe to (6, 2) at most, from where it strikes as far as (7, 2)."""
    them = {**{key: {**FIGHTER, "speed": 2} for key in "ABC"}, "b": {**FIGHTER, "speed": 6}}
    board = "..............................\n" * 2 + "ABC.b.........................\n"
    fight = battle(board, them, switches=ON)
    fight.world.put("b", HitPoints(2, 20))
    done = whole_turn(fight, "b", "cautious")
    assert isinstance(done[0], Move)
    assert isinstance(done[-1], EndTurn)
    assert fight.world["b"].at[0] >= 8


def test_a_battle_with_morale_is_told_by_its_scenario(tmp_path: Path) -> None:
    text = Path(__file__).parents[2].joinpath("maps/dawn_duel.toml").read_text("utf-8")
    path = tmp_path / "duel.toml"
    for told in ("", "morale = true\n"):
        rules = text.index("[[side]]")
        path.write_text(text[:rules] + f"[rules]\n{told}\n" + text[rules:], "utf-8")
        fight = begin(read_scenario(path), seed=1)
        start(fight)
        assert ("surrender" in fight.ruleset.intents) == bool(told)
