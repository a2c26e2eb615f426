"""What a side in fog learns of each kind of event, by whom of those in it it sees.

The table is the game's promise, written out; the log, the exports and what a screen waits for are
all held to it.
"""
# ruff: noqa: ARG005  # a row of the table takes both, whichever it is about

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import product
from typing import Any

import attrs
import pytest
from boards import battle, turn_of

from tacsim.app.catch_up import Missed, absence
from tacsim.core import events as ev
from tacsim.core.components import Boon, Watch
from tacsim.core.events import EVENTS, record
from tacsim.export.lines import veiled
from tacsim.session.fog import Memory
from tacsim.session.session import Entry
from tacsim.view.narration import narrate

OWN, SEEN, UNSEEN = "A", "b", "x"
WHO = (OWN, SEEN, UNSEEN)
BOARD = "A...#....\n.b..#..x.\n....#....\n....#....\n....#...."
PLACES = {OWN: (0, 1), SEEN: (2, 1), UNSEEN: (7, 2)}
"""A cell in sight for those who are seen, one behind the wall for the other."""
HIDDEN = (6, 3)
"""A cell that nobody of the side sees."""

Made = Callable[[str, str], ev.Event]


def boon(against: str) -> Boon:
    return Boon("aid", 2, "attack", against, against, "c")


def step(kind: type, **more: Any) -> Made:
    return lambda one, _other: kind(one, (0, 0), PLACES[one], extent=(1, 1), **more)


# Each kind of event between one and another: how it is made, and who of the two has to be seen
# (or be one's own) for a side to learn of it: nobody ("all"), whoever does it ("one"), either,
# both, whom it is done to ("other"), or nobody but one's own ("own").
TABLE: dict[str, tuple[Made, str]] = {
    "battle_started": (lambda a, o: ev.BattleStarted("d20", 1, (a, o), (9, 8)), "all"),
    "round_started": (lambda a, o: ev.RoundStarted(2), "all"),
    "battle_ended": (lambda a, o: ev.BattleEnded(None), "all"),
    "refused": (lambda a, o: ev.IntentRefused(a, "move", "blocked", "c"), "own"),
    "turn_started": (lambda a, o: ev.TurnStarted(a), "one"),
    "turn_ended": (lambda a, o: ev.TurnEnded(a), "one"),
    "resumed": (lambda a, o: ev.Resumed(a), "one"),
    "yielded": (lambda a, o: ev.Yielded(a, o), "both"),
    "rolled": (lambda a, o: ev.Rolled(a, "recharge", (3,), 3), "one"),
    "stepped": (step(ev.Stepped, cost=1, spent=1), "one"),
    "placed": (step(ev.Placed), "one"),
    "fell": (step(ev.Fell, cubes=2), "one"),
    "pushed": (
        lambda a, o: ev.Pushed(a, o, (0, 0), PLACES[a], (1, 1)), "one",
    ),
    "squeezed": (lambda a, o: ev.Squeezed(a, (PLACES[a],)), "one"),
    "unsqueezed": (lambda a, o: ev.Unsqueezed(a, (PLACES[a],)), "one"),
    "halted": (lambda a, o: ev.Halted(a, (0, 0), "occupied"), "one"),
    "sighted": (lambda a, o: ev.Sighted(a, (o,), (0, 0)), "own"),
    "charged": (lambda a, o: ev.Charged(a, (o,)), "one"),
    "drew": (lambda a, o: ev.Drew(a, "bow"), "one"),
    "readied": (lambda a, o: ev.Readied(a, Watch("reach")), "one"),
    "reordered": (lambda a, o: ev.Reordered(a, (a, o)), "one"),
    "condition_gained": (lambda a, o: ev.ConditionGained(a, "prone"), "one"),
    "condition_lost": (lambda a, o: ev.ConditionLost(a, "prone"), "one"),
    "boon_gained": (lambda a, o: ev.BoonGained(a, boon(o)), "both"),
    "provoked": (lambda a, o: ev.Provoked(a, o, (0, 0)), "both"),
    "slipped": (lambda a, o: ev.Slipped(a, o), "both"),
    "took": (lambda a, o: ev.Took(a, o), "both"),
    "declined": (lambda a, o: ev.Declined(a, o), "both"),
    "answered": (lambda a, o: ev.Answered(a, "knock_down", True, o), "both"),
    "tested": (lambda a, o: ev.Tested(a, "tumble", 12, 15, False, o), "both"),
    "contested": (lambda a, o: ev.Contested(a, o, "trip", 12, 15, False), "either"),
    "struck": (
        lambda a, o: ev.Struck(a, o, "bow", "hit", (), False, 12, 15, 10, ("c",)), "either",
    ),
    "area_made": (lambda a, o: ev.AreaMade(a, "cone", ((0, 0),), (o,)), "either"),
    "damaged": (lambda a, o: ev.Damaged(a, o, 4, 6), "other"),
    "downed": (lambda a, o: ev.Downed(a, o), "other"),
}  # fmt: skip
NEEDS: dict[str, Callable[[str, str], bool]] = {
    "all": lambda a, o: True,
    "own": lambda a, o: a == OWN,
    "one": lambda a, o: a != UNSEEN,
    "other": lambda a, o: o != UNSEEN,
    "both": lambda a, o: UNSEEN not in (a, o),
    "either": lambda a, o: (a, o) != (UNSEEN, UNSEEN),
}


@pytest.fixture
def side():
    fight = turn_of(battle(BOARD, fog=True), "A")
    fight.world.put(UNSEEN, attrs.evolve(fight.world[UNSEEN].identity, name="Zzyzx"))
    memory = Memory(fight, "heroes")
    assert memory.known == {OWN, SEEN}
    assert not memory.seen[HIDDEN[::-1]]
    return fight, memory


def test_the_table_has_every_event_that_people_are_told() -> None:
    assert set(TABLE) == {name for name, kind in EVENTS.items() if kind.PUBLIC}


@pytest.mark.parametrize("name", sorted(TABLE))
def test_a_side_learns_what_the_table_says_and_its_log_tells_just_that(name: str, side) -> None:
    fight, memory = side
    made, needs = TABLE[name]
    worded = bool(narrate([Entry(1, 1, made(OWN, SEEN))], fight.world))
    for one, other in product(WHO, WHO):
        event = made(one, other)
        wanted = NEEDS[needs](one, other)
        assert memory.notices(event, frozenset()) == wanted, (one, other)
        lines = narrate([Entry(1, 1, event)], fight.world, memory)
        assert bool(lines) <= wanted, (one, other)
        if worded and name not in ("battle_started", "charged"):  # charged at nobody known: silent
            assert bool(lines) == wanted, (one, other)
        told = " ".join(" ".join((line.text, *line.detail, *line.clauses)) for line in lines)
        assert "Zzyzx" not in told
        if UNSEEN in (one, other):
            assert not {"12", "15", "10"} & set(told.replace("=", " ").split())  # no sums


@pytest.mark.parametrize("kind", ["stepped", "placed", "fell", "pushed"])
def test_of_a_foe_one_learns_where_it_comes_to_only_if_one_sees_that_place(kind: str, side) -> None:
    fight, memory = side
    away = attrs.evolve(TABLE[kind][0](SEEN, OWN), dst=HIDDEN)
    assert not memory.notices(away, frozenset())
    assert not memory.notices(away, frozenset((SEEN,)))
    assert narrate([Entry(1, 1, away)], fight.world, memory) == []
    near = attrs.evolve(TABLE[kind][0](UNSEEN, OWN), dst=(3, 3))
    assert memory.notices(near, frozenset())
    assert len(narrate([Entry(1, 1, near)], fight.world, memory, frozenset((UNSEEN,)))) == 1


@pytest.mark.parametrize("name", sorted(TABLE))
def test_who_was_known_just_before_still_counts(name: str, side) -> None:
    _fight, memory = side
    made, needs = TABLE[name]
    if needs in ("one", "both", "either", "other") and name not in (
        "stepped", "placed", "fell", "pushed",
    ):  # fmt: skip
        assert memory.notices(made(UNSEEN, OWN), frozenset((UNSEEN,)))


@pytest.mark.parametrize("name", sorted(TABLE))
def test_what_is_exported_of_it_names_nobody_unseen_and_no_sums(name: str, side) -> None:
    _fight, memory = side
    for one, other in product(WHO, WHO):
        event = TABLE[name][0](one, other)
        if not memory.notices(event, frozenset()):
            continue
        text = json.dumps(veiled(memory, record(event, 0, 1), memory.known))
        assert f'"{UNSEEN}"' not in text, (one, other)
        if name == "struck" and UNSEEN in (one, other):
            assert "15" not in text


def test_catching_up_shows_nothing_that_is_not_learnt(side) -> None:
    fight, memory = side
    missed = Missed("heroes", absence(fight, 0, memory), [])
    for name, (made, _needs) in TABLE.items():
        for one, other in product(WHO, WHO):
            event = made(one, other)
            if missed._shows(event, missed.memory.known):
                assert memory.notices(event, frozenset()), (name, one, other)


def test_without_fog_everything_is_learnt() -> None:
    fight = turn_of(battle(BOARD), "A")
    memory = Memory(fight, "heroes")
    for made, _needs in TABLE.values():
        assert all(memory.notices(made(a, b), frozenset()) for a, b in product(WHO, WHO))
