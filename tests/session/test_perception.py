"""What a side in fog perceives of each kind of event, by whom of those in it it sees.

The table is the game's promise, written out from docs/hotseat.md. The log, catching up, replays and
exports are fed with nothing else, so what holds here holds for them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from itertools import product
from typing import Any, get_args

import attrs
import pytest
from boards import battle, turn_of

from tacsim.core import agenda
from tacsim.core import events as ev
from tacsim.core.apply import apply
from tacsim.core.components import Bonus, Carried, Effort, Goal, Goals, Item, Watch
from tacsim.core.events import Entry, record
from tacsim.core.intents import Move
from tacsim.grid.cells import Body
from tacsim.rules.choices import choices
from tacsim.session.learning import UNSEEN, learnt
from tacsim.session.perception import Memory
from tacsim.view.wording.narration import narrate

OWN, SEEN, HIDDEN = "A", "b", "x"
ACTORS, OTHERS = (OWN, SEEN, HIDDEN), (SEEN, HIDDEN)
BOARD = "A...#....\n.b..#..x.\n....#....\n....#....\n....#...."
PLACES = {OWN: (0, 1), SEEN: (2, 1), HIDDEN: (7, 2)}
"""A cell in sight for those who are seen, one behind the wall for the other."""
OUT_OF_SIGHT = (6, 3)

Made = Callable[[str, str], Any]
Changes = Mapping[str, Any] | None
"""Fields that the side perceives otherwise than they are; None where it perceives nothing."""
Row = tuple[Made, Callable[[str, str], Changes]]

ALL: Changes = {}
NOTHING: Changes = None


def to_all(_one: str, _other: str) -> Changes:
    return ALL


def own(one: str, _other: str) -> Changes:
    """Learnt by its own side alone."""
    return ALL if one == OWN else NOTHING


def doer(one: str, _other: str) -> Changes:
    """Learnt by who sees whoever does it."""
    return NOTHING if one == HIDDEN else ALL


def undergone(one: str, other: str) -> Changes:
    """Learnt by who sees to whom it happens; of who does it no name, unless it is seen."""
    return {"by": UNSEEN} if one != HIDDEN and other == HIDDEN else doer(one, other)


def both(one: str, other: str) -> Changes:
    """Learnt by who sees both."""
    return NOTHING if HIDDEN in (one, other) else ALL


def either(**sums: Any) -> Callable[[str, str], Changes]:
    """Learnt by who sees one of two; of the other no name, and no sums."""

    def changes(one: str, other: str) -> Changes:
        if (one, other) == (HIDDEN, HIDDEN):
            return NOTHING
        if one == HIDDEN:
            return {"actor": UNSEEN, **sums}
        return {"target": UNSEEN, **sums} if other == HIDDEN else ALL

    return changes


def known_only(field: str, learnt: Callable[[str, str], Changes]) -> Callable[[str, str], Changes]:
    """Of several creatures those who are seen."""

    def changes(one: str, other: str) -> Changes:
        found = learnt(one, other)
        return found if found is None or other != HIDDEN else {**found, field: ()}

    return changes


def theirs(**fields: Any) -> Callable[[str, str], Changes]:
    """Learnt by who sees whoever does it, except for what its owners alone know."""
    return lambda one, _other: {OWN: ALL, SEEN: fields, HIDDEN: NOTHING}[one]


def order(one: str, other: str) -> Changes:
    """Initiative of those known alone, and no seed."""
    places = [(who, total) for who, total in ((one, 9), (other, 8)) if who != HIDDEN]
    return {
        "seed": 0,
        "order": tuple(who for who, _ in places),
        "totals": tuple(total for _, total in places),
    }


def area(one: str, other: str) -> Changes:
    """Learnt by who sees whoever does it or one who is caught; the others are not named."""
    if one != HIDDEN:
        return {"targets": ()} if other == HIDDEN else ALL
    return NOTHING if other == HIDDEN else {"actor": UNSEEN, "cells": (), "clauses": ()}


def reordered(one: str, other: str) -> Changes:
    if one == HIDDEN:
        return NOTHING
    return {"order": (one,)} if other == HIDDEN else ALL


def pushed(one: str, other: str) -> Changes:
    """Whoever is pushed into view is seen; who pushes it perhaps not."""
    if one == HIDDEN:
        return NOTHING
    return {"by": UNSEEN} if other == HIDDEN else ALL


def handled(one: str, other: str) -> Changes:
    """Learnt by who sees whoever does it; what all it carries its own side alone knows."""
    if one == HIDDEN:
        return NOTHING
    unseen = {"thing": UNSEEN} if other == HIDDEN else {}
    return unseen | ({"carried": Carried()} if one == SEEN or unseen else {})


def way(one: str, _other: str) -> Changes:
    """How somebody moves, and not where to."""
    return NOTHING if one == HIDDEN else {"frame": agenda.Moving(one, "run", ())}


def bonus(against: str) -> Bonus:
    return Bonus("aid", 2, "attack", against, against, "c")


def step(kind: type, *by: str, **more: Any) -> Made:
    return lambda one, other: kind(
        one, *((other,) if by else ()), (0, 0), PLACES[one], extent=(1, 1), clauses=("c",), **more
    )


def moving(one: str) -> agenda.Moving:
    return agenda.Moving(one, "run", (Body((9, 9), (1, 1)),), targets=(HIDDEN,), met=(HIDDEN,))


def struck(one: str, other: str) -> ev.Struck:
    part = ev.Modifier("flanking", 2, "c")
    return ev.Struck(one, other, "bow", "hit", (part,), False, 12, 15, 10, ("c",), (4, 3), 5)


MODIFIERS = (ev.Modifier("size", 1, "c"),)
NO_BLOW = {
    "weapon": "", "modifiers": (), "natural": 0, "total": 0, "defence": 0, "clauses": (),
    "pools": (), "risked": 0,
}  # fmt: skip
NO_SUMS = {"total": 0, "against": 0, "modifiers": (), "clauses": ()}

TABLE: dict[type[Any], Row] = {
    ev.BattleStarted: (lambda a, o: ev.BattleStarted("d20", 7, (a, o), (9, 8)), order),
    ev.RoundStarted: (lambda _a, _o: ev.RoundStarted(2), to_all),
    ev.GoalHeld: (lambda _a, _o: ev.GoalHeld("foes", 0, 2), to_all),
    ev.GoalMet: (lambda _a, _o: ev.GoalMet("foes", 0), to_all),
    ev.BattleEnded: (lambda _a, _o: ev.BattleEnded(None), to_all),
    ev.IntentRefused: (
        lambda a, o: ev.IntentRefused(a, "move", "blocked", "c", (("by", o), ("cost", 3))),
        lambda a, o: NOTHING if a != OWN else {"details": (("by", UNSEEN), ("cost", 3))}
        if o == HIDDEN else ALL,
    ),
    ev.Sighted: (lambda a, o: ev.Sighted(a, (o,), (0, 0)), known_only("foes", own)),
    ev.Prepared: (lambda a, _o: ev.Prepared(a, (("bow", 0),)), own),
    ev.Ordered: (lambda a, _o: ev.Ordered(a, False), own),
    ev.Exposed: (lambda a, o: ev.Exposed(a, (o,)), known_only("foes", own)),
    ev.TurnStarted: (
        lambda a, _o: ev.TurnStarted(a, (("standard", 1),)), theirs(resources=())
    ),
    ev.TurnEnded: (lambda a, _o: ev.TurnEnded(a), doer),
    ev.Resumed: (lambda a, _o: ev.Resumed(a), doer),
    ev.Yielded: (lambda a, o: ev.Yielded(a, o), both),
    ev.Rolled: (lambda a, _o: ev.Rolled(a, "recharge", (3,), 3), doer),
    ev.Spent: (lambda a, _o: ev.Spent(a, (("standard", 0),), ("c",), "dash"), theirs(counts=())),
    ev.Stepped: (step(ev.Stepped, cost=1, spent=3), theirs(spent=0)),
    ev.Placed: (step(ev.Placed), doer),
    ev.Fell: (step(ev.Fell, cubes=2), doer),
    ev.Pushed: (step(ev.Pushed, "by"), pushed),
    ev.Squeezed: (lambda a, _o: ev.Squeezed(a, (PLACES[a],)), doer),
    ev.Unsqueezed: (lambda a, _o: ev.Unsqueezed(a, (PLACES[a],)), doer),
    ev.Halted: (lambda a, _o: ev.Halted(a, (0, 0), "occupied"), doer),
    ev.Charged: (lambda a, o: ev.Charged(a, (o,)), known_only("targets", doer)),
    ev.Drew: (lambda a, _o: ev.Drew(a, "bow"), doer),
    ev.Readied: (lambda a, _o: ev.Readied(a, Watch("reach")), doer),
    ev.PickedUp: (lambda a, o: ev.PickedUp(a, o, "", Carried(((o, 175.0),))), handled),
    ev.SetDown: (
        lambda a, o: ev.SetDown(a, o, PLACES[a], (1, 1), "", Carried(((o, 175.0),))), handled,
    ),
    ev.Dropped: (lambda a, _o: ev.Dropped(a, "bow", Item("bow", "bow", 2.0, PLACES[a])), doer),
    ev.Discharged: (lambda a, _o: ev.Discharged(a, "bow"), doer),
    ev.Loaded: (lambda a, _o: ev.Loaded(a, "bow"), doer),
    ev.Strove: (lambda a, _o: ev.Strove(a, Effort("wriggle", "east", 3, 10, PLACES[a])), doer),
    ev.Reordered: (lambda a, o: ev.Reordered(a, (a, o)), reordered),
    ev.ConditionGained: (lambda a, o: ev.ConditionGained(a, "prone", by=o), undergone),
    ev.ConditionLost: (lambda a, _o: ev.ConditionLost(a, "prone"), doer),
    ev.BonusGained: (lambda a, o: ev.BonusGained(a, bonus(o)), both),
    ev.BonusLost: (lambda a, o: ev.BonusLost(a, bonus(o)), both),
    ev.Provoked: (lambda a, o: ev.Provoked(a, o, (0, 0)), both),
    ev.Slipped: (lambda a, o: ev.Slipped(a, o), both),
    ev.Took: (lambda a, o: ev.Took(a, o), both),
    ev.Declined: (lambda a, o: ev.Declined(a, o), both),
    ev.Answered: (lambda a, o: ev.Answered(a, "knock_down", True, o), both),
    ev.Tested: (lambda a, o: ev.Tested(a, "tumble", 12, 15, False, o), both),
    ev.Contested: (
        lambda a, o: ev.Contested(a, o, "trip", 12, 15, False, MODIFIERS, ("c",)),
        either(**NO_SUMS),
    ),
    ev.Struck: (struck, either(**NO_BLOW)),
    ev.AreaMade: (lambda a, o: ev.AreaMade(a, "cone", ((0, 0),), (o,), "breath", ("c",)), area),
    ev.Damaged: (
        lambda a, o: ev.Damaged(a, o, 4, 6, ("c",)),
        lambda a, o: NOTHING if o == HIDDEN else {"left": 0} | (
            {"actor": UNSEEN, "clauses": ()} if a == HIDDEN else {}
        ),
    ),
    ev.Downed: (
        lambda a, o: ev.Downed(a, o, ("c",)),
        lambda a, o: NOTHING if o == HIDDEN else {"actor": UNSEEN, "clauses": ()}
        if a == HIDDEN else ALL,
    ),
    ev.Undertaken: (lambda a, _o: ev.Undertaken(moving(a)), way),
    ev.CarriedOn: (lambda a, _o: ev.CarriedOn(moving(a)), way),
    ev.Concluded: (lambda _a, _o: ev.Concluded(), to_all),
}  # fmt: skip


@pytest.fixture
def side():
    fight = turn_of(battle(BOARD, fog=True), "A")
    fight.world.put(HIDDEN, attrs.evolve(fight.world[HIDDEN].identity, name="Zzyzx"))
    fight.world.put(None, Goals((Goal("foes", "hold", (PLACES[HIDDEN],), rounds=3),)))
    memory = Memory(fight, "heroes")
    assert memory.known == {OWN, SEEN}
    assert not memory.seen[OUT_OF_SIGHT[::-1]]
    return fight, memory


def test_the_table_has_every_event() -> None:
    assert set(TABLE) == set(get_args(ev.Event))


@pytest.mark.parametrize("other", OTHERS)
@pytest.mark.parametrize("actor", ACTORS)
@pytest.mark.parametrize("kind", TABLE, ids=lambda kind: kind.__name__)
def test_a_side_perceives_what_the_table_says(kind, actor: str, other: str, side) -> None:
    fight, memory = side
    made, changes = TABLE[kind]
    event, changed = made(actor, other), changes(actor, other)
    perceived = memory.perceived(Entry(5, 2, event))
    if changed is None:
        assert perceived is None
        return
    assert perceived is not None
    assert (perceived.number, perceived.round) == (5, 2)
    assert perceived.event == attrs.evolve(event, **changed)
    written = record(perceived.event, 0, 2, perceived.unknown)
    assert not written.keys() & (changed.keys() & perceived.unknown - {"clauses"})
    lines = narrate([perceived], fight.world)
    for text in (json.dumps(written), *(t for line in lines for t in (line.text, *line.detail))):
        assert "Zzyzx" not in text
        assert f'"{HIDDEN}"' not in text


@pytest.mark.parametrize("kind", [ev.Stepped, ev.Placed, ev.Fell, ev.Pushed])
def test_of_a_foe_one_learns_where_it_comes_to_only_if_one_sees_that_place(kind, side) -> None:
    _fight, memory = side
    away = attrs.evolve(TABLE[kind][0](SEEN, OWN), dst=OUT_OF_SIGHT)
    assert memory.perceived(Entry(1, 1, away)) is None, "though it was seen before"
    near = attrs.evolve(TABLE[kind][0](HIDDEN, OWN), dst=(3, 3))
    assert memory.perceived(Entry(1, 1, near)) is not None


def test_of_who_comes_out_of_the_dark_it_is_not_known_whence(side) -> None:
    fight, memory = side
    event = ev.Stepped(HIDDEN, (7, 1), (3, 3), 2, 5, (1, 1), clauses=("c",))
    apply(fight.world, event)
    perceived = memory.take_in(Entry(1, 1, event))
    assert perceived is not None
    assert perceived.event == ev.Stepped(HIDDEN, (), (3, 3), 0, 0, (1, 1))
    assert perceived.unknown == {"src", "cost", "spent", "clauses"}


@pytest.mark.parametrize("kind", [kind for kind, (_made, changes) in TABLE.items()
                                  if changes in (doer, both)
                                  and kind not in (ev.Placed, ev.Fell)])  # fmt: skip
def test_who_was_known_just_before_still_counts(kind, side) -> None:
    _fight, memory = side
    memory.known_before = memory.known | {HIDDEN}
    event = TABLE[kind][0](HIDDEN, OWN)
    assert memory.perceived(Entry(1, 1, event)) == Entry(1, 1, event)


def test_an_answer_that_nothing_came_of_is_not_learnt(side) -> None:
    """How often somebody is asked tells of turns unseen."""
    _fight, memory = side
    assert memory.perceived(Entry(1, 1, ev.Answered(OWN, "act_now", False))) is None
    assert memory.perceived(Entry(1, 1, ev.Answered(OWN, "act_now", True))) is not None


def test_hit_points_are_known_of_one_s_own_alone(side) -> None:
    _fight, memory = side
    mine, theirs_ = ev.Damaged(SEEN, OWN, 4, 6), ev.Damaged(OWN, SEEN, 4, 6)
    assert memory.perceived(Entry(1, 1, mine)) == Entry(1, 1, mine)
    perceived = memory.perceived(Entry(1, 1, theirs_))
    assert perceived is not None
    assert "left" not in record(perceived.event, 0, 1, perceived.unknown)


@pytest.mark.parametrize("other", [SEEN, HIDDEN])
def test_a_throw_is_learnt_with_what_it_was_for(other: str, side) -> None:
    """One's own throw to get past somebody unseen would tell that there is somebody."""
    _fight, memory = side
    events = [ev.Rolled(OWN, "tumble", (7,), 12), ev.Tested(OWN, "tumble", 12, 15, False, other)]
    entries = [Entry(number, 1, event) for number, event in enumerate(events)]
    found = [entry.event for entry in learnt((entry, memory.perceived(entry)) for entry in entries)]
    assert found == (events if other == SEEN else [])


def test_names_are_those_of_the_moment(side) -> None:
    """A blow out of the dark stays nameless, though whoever struck it is seen a moment later."""
    fight, memory = side
    step_out = ev.Stepped(HIDDEN, (7, 1), (3, 3), 1, 1, (1, 1))
    happened = []
    for number, event in enumerate((struck(HIDDEN, OWN), step_out, struck(HIDDEN, OWN))):
        apply(fight.world, event)
        entry = Entry(number, 1, event)
        happened.append((entry, memory.take_in(entry)))
    before, walk, after = (line.text for line in narrate(learnt(happened), fight.world))
    assert before.startswith("Something unseen strikes A")
    assert walk.startswith("Zzyzx walks")
    assert after.startswith("Zzyzx strikes A")


def test_without_fog_everything_is_perceived_as_it_is() -> None:
    fight = turn_of(battle(BOARD), "A")
    memory = Memory(fight, "heroes")
    for made, _changes in TABLE.values():
        for actor, other in product(ACTORS, OTHERS):
            entry = Entry(1, 1, made(actor, other))
            assert memory.perceived(entry) == entry


def side_of(board: str, far: int = 3, **more: Any) -> Memory:
    """What A's side knows, who sees so many cells far in the dark."""
    fight = battle(board, {"A": {"darkvision": far}, **more}, fog=True, dark=True)
    return Memory(turn_of(fight, "A"), "heroes")


def test_a_side_believes_in_no_ground_that_it_has_not_seen() -> None:
    """Whatever lies out of sight, the same may be done; what lies in sight makes a difference."""

    def believed(board: str) -> list[Any]:
        found = choices(side_of(board).belief)
        assert found is not None
        return [*found, *found.refused]

    plain = believed("A.......\n........\n........")
    assert believed("A.....#.\n....##,.\n......#.") == plain
    assert believed("A.......\n..#.....\n........") != plain
    moves = [one.intent for one in plain if isinstance(one.intent, Move)]
    assert max(move.path[-1][0] for move in moves if move.path) == 3


def test_ground_once_seen_is_believed_in_though_it_is_out_of_sight() -> None:
    memory = side_of("A.......\n........")
    apply(memory.battle.world, ev.Stepped("A", (0, 0), (1, 0), 1, 1, (1, 1), False, ()))
    memory.update()
    assert memory.belief.world.field.at((4, 0)).name == "floor"
    assert memory.belief.world.field.at((5, 0)).name == "unseen"
    apply(memory.battle.world, ev.Stepped("A", (1, 0), (0, 0), 1, 2, (1, 1), False, ()))
    memory.update()
    assert memory.belief.world.field.at((4, 0)).name == "floor"


def test_who_sees_nothing_feels_what_lies_beside_it() -> None:
    """Not cornerwise, and not what is behind a wall between two cells."""
    memory = side_of("...\n.A#\n...", far=0)
    felt = {(1, 1), (0, 1), (2, 1), (1, 0), (1, 2)}
    field = memory.belief.world.field
    seen = {(x, y) for x in range(3) for y in range(3) if field.at((x, y)).name != "unseen"}
    assert seen == felt
    assert field.at((2, 1)).name == "wall"
