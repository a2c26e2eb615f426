"""What opponents do under ``pool``, board by board: heights, Stamina, threat, spells."""

from __future__ import annotations

from typing import Any

import pytest
from ai.acting import SCRIPTED, turn_for
from pool.fights import spend
from pool.space import on_turn

from tacsim.ai import OPPONENTS
from tacsim.ai.paths import Paths
from tacsim.core.apply import apply
from tacsim.core.events import AreaMade, Event, Fell, IntentRefused, Provoked, Struck
from tacsim.core.intents import Area, Decline, EndTurn, Intent, Move, Stand, Strike, Take
from tacsim.grid.cells import Body
from tacsim.rules.battle import Battle
from tacsim.rules.combat.threat import threatens
from tacsim.rules.engine import submit
from tacsim.rules.turns import start_turn
from tacsim.rulesets import content

NAMES = SCRIPTED


def kind(name: str, **more: Any) -> dict[str, Any]:
    """A creature of the bestiary with what differs in it; its size is events_ by the board."""
    entry = content("pool").bestiary[name]
    return {key: entry[key] for key in entry if key not in ("name", "glyph", "size")} | more


def played(fight: Battle, who: str, name: str) -> tuple[list[Intent], list[Event]]:
    """What an opponent does with a whole turn, and what comes of it; the others let all pass."""
    opponent, done, events_ = OPPONENTS[name](), list[Intent](), list[Event]()
    while (decision := fight.decision) is not None and len(done) < 30:
        if decision.is_turn and decision.actor != who:
            return done, events_
        mine = decision.is_turn
        intent = opponent.choose(fight, decision) if mine else Decline(decision.actor)
        events = submit(fight, intent)
        assert not any(isinstance(event, IntentRefused) for event in events), events
        events_ += events
        if mine:
            done.append(intent)
        if isinstance(intent, EndTurn):
            break
    return done, events_


def again(fight: Battle, who: str) -> None:
    """Begin another turn of a creature, whoever's it would be."""
    for event in start_turn(fight, who):
        apply(fight.world, event)


def modes(intents: list[Intent]) -> list[str]:
    return [intent.mode for intent in intents if isinstance(intent, Move)]


def struck(events: list[Event]) -> list[str]:
    return [event.target for event in events if isinstance(event, Struck) and event.target]


def left(fight: Battle, who: str) -> int:
    return fight.world[who].resources["stamina"]


# --- up and down -------------------------------------------------------------------------------


@pytest.mark.rule("pool.climb.free")
@pytest.mark.parametrize("name", NAMES)
def test_it_climbs_a_step_to_reach_a_foe(name: str) -> None:
    board = """
        .......   -------
        .A..###   -----b-
        ....###   -------
        """
    fight = on_turn(board, {"A": kind("soldier"), "b": {}})
    intents, events = played(fight, "A", name)
    assert set(modes(intents)) == {"walk"}, "one cube is climbed without a check"
    assert "b" in struck(events)
    assert fight.world["A"].at[2] == 1


@pytest.mark.parametrize("name", NAMES)
def test_a_flyer_gets_to_a_foe_on_a_ledge(name: str) -> None:
    board = """
        ........   --------   --------
        .A...##.   -----##-   -----b--
        .....##.   -----##-   --------
        """
    fight = on_turn(board, {"A": kind("sky_lancer", weapons=["spear"]), "b": {}})
    intents, events = played(fight, "A", name)
    assert set(modes(intents)) == {"fly"}
    assert "b" in struck(events)


@pytest.mark.rule("pool.space.climb")
def test_it_climbs_a_high_wall_where_nothing_else_leads_to_the_foe() -> None:
    board = """
        ........   --------   --------   --------
        .A...##.   -----##-   -----##-   -----b--
        .....##.   -----##-   -----##-   --------
        """
    strong = kind("soldier", attributes={"might": 7})
    fight = on_turn(board, {"A": strong, "b": {"attributes": {"grace": 1}}})
    intents, _ = played(fight, "A", "greedy")
    assert "climb" in modes(intents)
    assert fight.world["A"].at[2] > 1


@pytest.mark.rule("pool.climb.free")
@pytest.mark.parametrize("name", NAMES)
def test_it_comes_down_a_step_to_reach_a_foe(name: str) -> None:
    board = """
        .......   -------
        .##..b.   -A-----
        .##....   -------
        """
    fight = on_turn(board, {"A": kind("soldier"), "b": {}})
    intents, events = played(fight, "A", name)
    assert set(modes(intents)) == {"walk"}
    assert "b" in struck(events)
    assert fight.world["A"].at[2] == 0
    assert not any(isinstance(event, Fell) for event in events)


@pytest.mark.rule("pool.space.climb")
def test_it_climbs_down_a_high_wall_where_nothing_else_leads_to_the_foe() -> None:
    board = """
        ........   --------   --------
        .##...b.   -##-----   -A------
        .##.....   -##-----   --------
        """
    strong = kind("soldier", attributes={"might": 7})
    fight = on_turn(board, {"A": strong, "b": {"attributes": {"grace": 1}}})
    intents, _ = played(fight, "A", "greedy")
    assert "climb" in modes(intents)
    assert fight.world["A"].at[2] < 2


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("weapon", ["sword", "bow"])
def test_it_does_not_walk_off_a_ledge(name: str, weapon: str) -> None:
    board = """
        ......   ------   ------   ------
        .###..   -###--   -###--   --A---
        .###.b   -###--   -###--   ------
        """
    mine = {"attributes": {"might": 1, "grace": 3}, "weapons": [weapon], "stamina": 4}
    fight = on_turn(board, {"A": mine, "b": {}})
    for _ in range(4):
        _, events = played(fight, "A", name)
        assert not any(isinstance(event, Fell) for event in events)
        again(fight, "A")
    assert fight.world["A"].at[2] == 3


@pytest.mark.parametrize("name", NAMES)
def test_an_archer_out_of_reach_stays_there_and_shoots(name: str) -> None:
    board = """
        .......   -------   -------
        .##...b   -##----   -A-----
        .##....   -##----   -------
        """
    fight = on_turn(board, {"A": kind("archer"), "b": kind("soldier")})
    _, events = played(fight, "A", name)
    assert "b" in struck(events)
    assert fight.world["A"].at[2] == 2


def test_a_cautious_flyer_that_throws_ends_its_turns_above_swords() -> None:
    board = "\n".join(["...........   -----------   -----------   -----------"] * 3
                      + [".A....b....   -----------   -----------   -----------"]
                      + ["...........   -----------   -----------   -----------"] * 3)  # fmt: skip
    fight = on_turn(board, {"A": kind("sky_lancer"), "b": kind("soldier", stowed=[])})
    for _ in range(3):
        _, events = played(fight, "A", "cautious")
        assert "b" in struck(events)
        assert fight.world["A"].at[2] >= 2
        assert not threatens(fight, fight.world["b"], fight.world["A"].body)
        again(fight, "A")


# --- Stamina -----------------------------------------------------------------------------------


def test_the_greedy_one_puts_all_it_has_into_attacks_that_gain_by_it() -> None:
    fight = on_turn(".Ab.   ----", {"A": kind("soldier"), "b": {"hp": 9}})
    _, events = played(fight, "A", "greedy")
    assert struck(events) == ["b", "b"], "two with three dice between them beat one with four"
    assert left(fight, "A") == 0


def test_the_cautious_one_keeps_dice_for_its_defence_where_attacks_gain_little() -> None:
    """Knives do not get through a titan's skin, but its fists get through hers."""
    giant = {"size": "average", "attributes": {"might": 7, "mettle": 7}, "armour": "heavy",
             "weapons": ["greatsword"], "stamina": 4, "hp": 12}  # fmt: skip
    fight = on_turn("#Ab#   ----", {"A": kind("soldier", weapons=["knife"]), "b": giant})
    played(fight, "A", "cautious")
    assert left(fight, "A") >= 2


@pytest.mark.parametrize(("name", "stamina"), [("cautious", 4), ("greedy", 2)])
def test_how_it_meets_the_last_attack_of_a_round(name: str, stamina: int) -> None:
    """The cautious one keeps nothing that it would lose; the greedy one always half."""
    fight = on_turn(".Ab.   ----", {"A": kind("soldier"), "b": {"stamina": 1}}, who="b")
    assert answered(fight, name) == Take("A", stamina=stamina, defence="dodge")


def test_with_more_foes_to_come_the_cautious_one_keeps_some_of_it() -> None:
    foes = {"b": {"stamina": 1}, "c": {"stamina": 4, "weapons": ["sword"]}}
    fight = on_turn(".Ab.   ----\n..c.   ----", {"A": kind("soldier"), **foes}, who="b")
    answer = answered(fight, "cautious")
    assert isinstance(answer, Take)
    assert 1 <= answer.stamina < 4


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("might", "grace", "weapon", "defence"),
    [(5, 2, "club", "parry"), (2, 5, "club", "dodge"), (5, 2, "bow", "dodge")],
)
def test_it_defends_itself_the_better_way(
    name: str, might: int, grace: int, weapon: str, defence: str
) -> None:
    mine = kind("soldier", attributes={"might": might, "grace": grace})
    board = ".A.b   ----" if weapon == "bow" else ".Ab.   ----"
    fight = on_turn(board, {"A": mine, "b": {"weapons": [weapon]}}, who="b")
    answer = answered(fight, name)
    assert isinstance(answer, Take)
    assert answer.defence == defence


def answered(fight: Battle, name: str) -> Intent:
    """How an opponent has A meet a strike of b."""
    submit(fight, Strike("b", "A"))
    decision = fight.decision
    assert decision is not None
    assert (decision.actor, decision.question) == ("A", "defence")
    return OPPONENTS[name]().choose(fight, decision)


@pytest.mark.parametrize("name", NAMES)
def test_it_strikes_at_whoever_leaves_its_reach(name: str) -> None:
    fight = on_turn(".Ab...   ------", {"A": kind("soldier"), "b": {"stamina": 1}}, who="b")
    spend(fight, "b", stamina=0)
    submit(fight, Move("b", to=(4, 0, 0)))
    decision = fight.decision
    assert decision is not None
    assert decision.question == "opportunity"
    answer = OPPONENTS[name]().choose(fight, decision)
    assert isinstance(answer, Take)
    assert 1 <= answer.stamina <= left(fight, "A")


# --- threat ------------------------------------------------------------------------------------


@pytest.mark.rule("pool.footwork")
@pytest.mark.parametrize("name", NAMES)
def test_it_uses_footwork_to_get_round_a_foe(name: str) -> None:
    board = """
        .....   -----
        .Ab..   -----
        ...c.   -----
        """
    brute = {"attributes": {"might": 6, "grace": 6}, "armour": "heavy", "weapons": ["sword"],
             "stamina": 5}  # fmt: skip
    prey = {"hp": 1, "attributes": {"grace": 1, "might": 1, "mettle": 1}, "stamina": 0}
    fight = on_turn(board, {"A": kind("soldier"), "b": brute, "c": prey})
    _, events = played(fight, "A", name)
    assert "c" in struck(events)
    assert not any(isinstance(event, Provoked) for event in events)


@pytest.mark.rule("pool.enemy.pass")
@pytest.mark.parametrize("speed", [6, 8])
def test_the_way_past_a_foe_leads_not_through_it(speed: int) -> None:
    """With Speed 8 there is a way outside of its reach; with 6 it is left once all the same."""
    board = "\n".join(["......   ------"] * 3 + ["A.b...   ------"] + ["......   ------"] * 3)
    fight = on_turn(board, {"A": kind("soldier", speed=speed), "b": kind("soldier")})
    turn = turn_for(fight, "A")
    path = Paths(turn, turn.openings[0]).to(Body((4, 3, 0), (1, 1, 1)))
    cells = {cell for body in path.bodies for cell in body.cells}
    assert cells.isdisjoint(fight.world["b"].body.cells)
    assert path.provokes == (("b",) if speed == 6 else ())


@pytest.mark.parametrize("name", NAMES)
def test_it_does_not_squeeze_in_among_friends_on_its_way(name: str) -> None:
    board = """
        ##########   ----------   ----------
        .A.BC....b   ##########   ----------
        ##########   ----------   ----------
        """
    fight = on_turn(board, {"A": kind("soldier"), "B": {}, "C": {}, "b": {}})
    played(fight, "A", name)
    assert not fight.world["A"].position.squeezed


@pytest.mark.rule("pool.rerise")
@pytest.mark.parametrize("name", NAMES)
def test_it_gets_up_first(name: str) -> None:
    fight = on_turn(".A...b.   -------", {"A": kind("soldier", conditions=["prone"]), "b": {}})
    intents, events = played(fight, "A", name)
    assert intents[0] == Stand("A")
    assert "b" in struck(events)


# --- spells ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_it_catches_two_foes_at_once(name: str) -> None:
    board = """
        ........   --------
        .A...b..   --------
        ......c.   --------
        """
    fight = on_turn(board, {"A": kind("storm_caller"), "b": {}, "c": {}})
    intents, events = played(fight, "A", name)
    made = [event for event in events if isinstance(event, AreaMade)]
    assert [set(event.targets) for event in made] == [{"b", "c"}]
    assert isinstance(intents[0], Area)


@pytest.mark.parametrize("name", NAMES)
def test_it_goes_to_where_its_spell_reaches_and_no_farther(name: str) -> None:
    fight = on_turn("A........b   ----------", {"A": kind("fire_adept"), "b": {}})
    intents, events = played(fight, "A", name)
    assert [type(intent) for intent in intents[:2]] == [Move, Area]
    assert any(isinstance(event, AreaMade) and event.targets == ("b",) for event in events)
