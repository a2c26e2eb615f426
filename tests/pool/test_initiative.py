"""Initiative: throws, sums, ties, and players who take their turns together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from rules.table import act, at, every, move, only, why_not

from pool.space import battle, have, start
from tacsim.content.documents import parse_document
from tacsim.content.scenarios import scenario_from
from tacsim.content.setup import begin
from tacsim.core import events as ev
from tacsim.core.apply import apply
from tacsim.core.intents import Drop, EndTurn, Move, Strike, Yield
from tacsim.rules.battle import Battle
from tacsim.rules.engine import check
from tacsim.rulesets.pool.initiative import role

LINE = "A.B.b.C.d.e.\n............"


def begun(
    dice: list[int], creatures: Mapping[str, Mapping[str, Any]], board: str = LINE, **more: Any
) -> tuple[Battle, list[ev.Event]]:
    """A battle that has begun, with whom the options name only, and how."""
    kept = "".join(glyph if glyph in creatures or glyph in ".\n" else "." for glyph in board)
    fight = battle(kept, creatures, dice=dice, **more)
    return fight, start(fight)


def fixed(**totals: int) -> dict[str, dict[str, int]]:
    return {name: {"initiative": total} for name, total in totals.items()}


def rolls(events) -> list[tuple[str, str, tuple[int, ...], int]]:
    return [(e.actor, e.purpose, e.dice, e.total) for e in every(events, ev.Rolled)]


def graces(**grace: float) -> dict[str, dict[str, Any]]:
    return {name: {"attributes": {"grace": value}} for name, value in grace.items()}


def turns(fight: Battle, count: int) -> list[str]:
    """Whose turns come, everybody ending its own at once."""
    found = []
    for _ in range(count):
        found.append(fight.decision.actor)
        act(fight, EndTurn(found[-1]))
    return found


# --- throwing ------------------------------------------------------------------------------------


@pytest.mark.rule("pool.init.roll")
def test_everybody_throws_as_many_dice_as_it_has_grace():
    _, events = begun([1, 2, 3, 4, 5, 6, 6], graces(A=3, B=1, b=3))
    assert rolls(events) == [
        ("A", "initiative", (1, 2, 3), 6),
        ("B", "initiative", (4,), 4),
        ("b", "initiative", (5, 6, 6), 17),
    ]


@pytest.mark.rule("pool.init.roll")
def test_that_comes_before_anything_else():
    _, events = begun([1, 2], graces(A=1, b=1))
    kinds = [type(event) for event in events if not isinstance(event, ev.Spent)]
    assert kinds == [ev.Rolled, ev.Rolled, ev.BattleStarted, ev.RoundStarted, ev.TurnStarted]


@pytest.mark.rule("pool.init.sum")
def test_the_faces_are_added_and_no_successes_counted():
    _, events = begun([2, 5, 6, 1], graces(A=3, b=1))
    started = only(events, ev.BattleStarted)
    assert dict(zip(started.order, started.totals, strict=True)) == {"A": 13, "b": 1}


@pytest.mark.rule("pool.init.sum")
@pytest.mark.parametrize(
    ("dice", "total"), [((1, 4, 6), 10), ((3, 4, 2), 7), ((5, 5, 6), 11), ((4, 2, 3), 7)]
)
def test_half_a_point_lets_one_die_be_thrown_again(dice, total):
    """The lower of the two, the better face counting."""
    _, events = begun([*dice, 1], graces(A=2.5, b=1))
    started = only(events, ev.BattleStarted)
    assert dict(zip(started.order, started.totals, strict=True))["A"] == total
    thrown = [e.dice for e in every(events, ev.Rolled) if e.actor == "A"]
    assert thrown == [dice[:2], dice[2:]]


@pytest.mark.rule("pool.init.order")
def test_the_highest_total_acts_first():
    fight, events = begun([2, 5, 6, 3, 3, 3, 5, 5, 1], graces(A=3, B=3, b=3))
    started = only(events, ev.BattleStarted)
    assert (started.order, started.totals) == (("A", "b", "B"), (13, 11, 9))
    assert turns(fight, 6) == ["A", "b", "B", "A", "b", "B"], "round after round"
    assert fight.world.clock.round == 3


# --- ties ----------------------------------------------------------------------------------------

FOUR = {
    "A": {"initiative": 10},
    "B": {"initiative": 10, "side": "guests"},
    "C": {"initiative": 10, "side": "bystanders"},
    "b": {"initiative": 10, "side": "foes"},
}
ALLIED = {"heroes": ["guests"], "guests": ["heroes"]}


@pytest.mark.rule("pool.init.tie", "pool.init.role")
def test_players_then_allies_then_neutrals_then_enemies():
    roles = {"bystanders": "neutrals"}
    for other in ("A", "B", "C", "b"):
        options = {name: dict(each) for name, each in FOUR.items()}
        options[other]["attributes"] = {"grace": 7}  # Grace matters within a class only
        _, events = begun([], options, sides=ALLIED, roles=roles)
        assert only(events, ev.BattleStarted).order == ("A", "B", "C", "b")


@pytest.mark.rule("pool.init.tie")
def test_a_higher_total_comes_before_any_class():
    _, events = begun([1, 2], fixed(A=9, b=10, d=10))
    assert only(events, ev.BattleStarted).order[-1] == "A"


@pytest.mark.rule("pool.init.tie")
def test_within_a_class_the_higher_grace_acts_first():
    options = {
        "A": {"initiative": 10, "attributes": {"grace": 2}},
        "B": {"initiative": 10, "attributes": {"grace": 3.5}},
        "C": {"initiative": 10, "attributes": {"grace": 3}},
        "b": {"initiative": 10},
    }
    _, events = begun([], options)
    assert only(events, ev.BattleStarted).order == ("B", "C", "A", "b")
    assert not rolls(events)


@pytest.mark.rule("pool.init.tie")
def test_then_a_throw_decides_and_another_if_that_is_a_tie():
    _, events = begun([4, 4, 2, 1, 6], fixed(A=10, B=10, C=10, b=3))
    assert only(events, ev.BattleStarted).order == ("B", "A", "C", "b")
    assert [(who, purpose, dice) for who, purpose, dice, _ in rolls(events)] == [
        ("A", "initiative tie", (4,)),
        ("B", "initiative tie", (4,)),
        ("C", "initiative tie", (2,)),
        ("A", "initiative tie", (1,)),
        ("B", "initiative tie", (6,)),
    ]


# --- who counts as what --------------------------------------------------------------------------


@pytest.mark.rule("pool.init.role")
def test_the_first_side_are_the_players_and_its_allies_theirs():
    fight, _ = begun([1, 2], FOUR, sides=ALLIED)
    found = {side.id: role(fight.world, side.id) for side in fight.world.sides.items}
    assert found == {
        "heroes": "players",
        "guests": "allies",
        "bystanders": "enemies",
        "foes": "enemies",
    }


@pytest.mark.rule("pool.init.role")
def test_a_side_says_otherwise():
    roles = {"heroes": "enemies", "foes": "players", "bystanders": "neutrals", "guests": "neutrals"}
    fight, events = begun([1, 2], FOUR, sides=ALLIED, roles=roles)
    assert {side: role(fight.world, side) for side in roles} == roles
    order = only(events, ev.BattleStarted).order
    assert (order[0], order[-1]) == ("b", "A")


SCENARIO = """
format = 1
ruleset = "pool"
seed = 1
[map]
topology = "cube"
grid = "......"
[[side]]
id = "guards"
role = "enemies"
[[side]]
id = "party"
role = "players"
[[creature]]
id = "bob"
kind = "dummy"
side = "guards"
at = [0, 0, 0]
initiative = 7
[[creature]]
id = "ann"
kind = "dummy"
side = "party"
at = [5, 0, 0]
initiative = 7
"""


@pytest.mark.rule("pool.init.role")
def test_a_scenario_names_the_role_of_a_side():
    scenario, faults = scenario_from(parse_document(SCENARIO))
    assert scenario is not None, faults
    fight = begin(scenario)
    assert only(start(fight), ev.BattleStarted).order == ("ann", "bob")


@pytest.mark.rule("pool.init.role")
def test_an_unknown_role_is_a_fault():
    text = SCENARIO.replace('"players"', '"player"')
    scenario, (fault,) = scenario_from(parse_document(text))
    assert scenario is None
    line = text.splitlines().index('role = "player"') + 1
    assert (fault.line, fault.field) == (line, "side[1].role")
    assert '"players"' in fault.message


# --- together ------------------------------------------------------------------------------------

RUN = fixed(A=12, B=9, b=8, C=7)
"""Two players together, then an enemy, then a third player."""


@pytest.mark.rule("pool.init.simultaneous", "pool.init.yield")
def test_neighbours_in_the_order_may_interleave():
    fight, _ = begun([], RUN)
    assert fight.decision.actor == "A"
    move(fight, "A", (0, 1, 0))
    events = act(fight, Yield("A", "B"))
    yielded = only(events, ev.Yielded)
    assert (yielded.actor, yielded.to) == ("A", "B")
    assert set(yielded.clauses) == {"pool.init.yield", "pool.init.simultaneous"}
    assert only(events, ev.TurnStarted).actor == "B"
    move(fight, "B", (2, 1, 0))
    events = act(fight, Yield("B", "A"))
    assert only(events, ev.Resumed).actor == "A"
    assert not every(events, ev.TurnStarted)
    move(fight, "A", (1, 1, 0))
    act(fight, EndTurn("A"))
    assert fight.decision.actor == "B"
    move(fight, "B", (3, 1, 0))
    act(fight, EndTurn("B"))
    assert fight.decision.actor == "b"
    assert (at(fight, "A"), at(fight, "B")) == ((1, 1, 0), (3, 1, 0))


@pytest.mark.rule("pool.init.simultaneous")
@pytest.mark.parametrize("other", ["b", "C", "A"])
def test_only_neighbours_may(other):
    fight, _ = begun([], RUN)
    assert why_not(fight, Yield("A", other)) == ("not_together", "pool.init.yield")


@pytest.mark.rule("pool.init.simultaneous")
def test_in_the_fog_they_are_neighbours_who_know_of_nobody_between():
    """The enemy is invisible: a refusal would tell of it."""
    fight, _ = begun([], RUN)
    fight.fog = True
    assert why_not(fight, Yield("A", "C"))[0] == "not_together"
    apply(fight.world, ev.ConditionGained("b", "invisible"))
    act(fight, Yield("A", "C"))
    assert fight.decision.actor == "C"


@pytest.mark.rule("pool.init.simultaneous")
def test_the_totals_of_neighbours_do_not_matter():
    fight, _ = begun([], fixed(A=30, B=2, C=1, b=0))
    act(fight, Yield("A", "C"))
    assert fight.decision.actor == "C"


@pytest.mark.rule("pool.init.simultaneous")
def test_a_player_alone_lets_nobody_go_first():
    fight, _ = begun([], RUN)
    assert turns(fight, 3) == ["A", "B", "b"]
    assert fight.decision.actor == "C"
    for other in ("A", "B", "b"):
        assert why_not(fight, Yield("C", other))[0] == "not_together"


@pytest.mark.rule("pool.init.simultaneous", "pool.init.role")
def test_it_is_for_players_only():
    fight, _ = begun([], fixed(b=12, d=11, A=3))
    assert why_not(fight, Yield("b", "d"))[0] == "not_together"
    allies = {"B": {"initiative": 12, "side": "guests"}, "A": {"initiative": 11},
              "b": {"initiative": 1}}  # fmt: skip
    fight, _ = begun([], allies, sides=ALLIED)
    assert why_not(fight, Yield("B", "A"))[0] == "not_together"
    fight, _ = begun([], fixed(b=12, d=11, A=3), roles={"foes": "players", "heroes": "enemies"})
    act(fight, Yield("b", "d"))
    assert fight.decision.actor == "d"


@pytest.mark.rule("pool.init.yield")
def test_ones_own_turn_goes_on_with_what_is_left_of_it():
    fight, _ = begun([], RUN)
    move(fight, "A", (0, 1, 0), (1, 0, 0))
    left = fight.world["A"].resources
    spent = {name: left[name] for name in ("halves", "stamina", "movement", "footwork")}
    assert spent["halves"] == 5
    act(fight, Yield("A", "B"))
    act(fight, EndTurn("B"))
    assert fight.decision.actor == "A"
    assert {name: have(fight, "A", name) for name in spent} == spent
    rest = tuple((x, 1, 0) for x in range(1, 6))
    assert why_not(fight, Move("A", path=rest))[0] == "budget", "5 of 13 half-cubes are gone"
    assert check(fight, Move("A", path=rest[:4]))


@pytest.mark.rule("pool.init.yield")
def test_everybody_has_one_turn_a_round_all_the_same():
    fight, _ = begun([], fixed(A=12, B=11, C=10, b=5))
    events = [*act(fight, Yield("A", "C")), *act(fight, Yield("C", "B"))]
    while fight.world.clock.round == 1:
        events += act(fight, EndTurn(fight.decision.actor))
    first = events[: next(i for i, e in enumerate(events) if isinstance(e, ev.RoundStarted))]
    assert [e.actor for e in every(first, ev.TurnStarted)] == ["C", "B", "b"], "A began before"
    assert sorted(e.actor for e in every(first, ev.TurnEnded)) == ["A", "B", "C", "b"]
    assert fight.decision.actor == "A"
    assert have(fight, "A", "halves") == 0


@pytest.mark.rule("pool.init.yield")
def test_who_is_done_is_let_before_nobody():
    fight, _ = begun([], fixed(A=12, B=11, C=10, b=5))
    act(fight, Yield("A", "B"))
    act(fight, EndTurn("B"))
    assert fight.decision.actor == "A"
    assert why_not(fight, Yield("A", "B"))[0] == "not_together"
    act(fight, Yield("A", "C"))
    assert fight.decision.actor == "C"


@pytest.mark.rule("pool.init.yield")
def test_it_is_the_business_of_whose_turn_it_is():
    fight, _ = begun([], RUN)
    assert why_not(fight, Yield("B", "A"))[0] == "not_your_turn"
    assert why_not(fight, Yield("A", "nobody"))[0] == "unknown_creature"
    act(fight, Yield("A", "B"))
    assert why_not(fight, Move("A", path=((0, 1, 0),)))[0] == "not_your_turn"
    assert why_not(fight, Strike("A", "b"))[0] == "not_your_turn"
    assert why_not(fight, Drop("A"))[0] == "not_your_turn"


@pytest.mark.rule("pool.init.simultaneous")
def test_in_the_next_round_they_may_again():
    fight, _ = begun([], RUN)
    assert turns(fight, 4) == ["A", "B", "b", "C"]
    act(fight, Yield("A", "B"))
    assert turns(fight, 4) == ["B", "A", "b", "C"]
