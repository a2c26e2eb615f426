"""Taking intents back: as long as no die fell, nothing came to light and nobody else acted."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from storage.fights import DUEL, HOTSEAT, scenario_of, state

from examples import some
from tacsim.content.setup import begin
from tacsim.core.events import Entry
from tacsim.core.intents import Decline, EndTurn, Intent, Move, Strike
from tacsim.session.controllers import controllers_for
from tacsim.session.session import DICE, NOTHING, OTHERS, SEEN, Session

OPEN = HOTSEAT
DARK = HOTSEAT.replace("seed = 7", "seed = 7\nfog = true").replace(
    "at = [3, 0]", "at = [9, 3]"
).replace("....#.....\n..........", "....#.###.\n......#...")  # fmt: skip
"""Bob stands behind walls, in fog."""


def session_of(tmp_path: Path, text: str = OPEN) -> Session:
    session = Session(begin(scenario_of(text, tmp_path)))
    session.begin()
    return session


def test_a_step_is_taken_back_as_if_it_had_not_been(tmp_path: Path) -> None:
    session = session_of(tmp_path)
    before, events = session.battle.world.state, list(session.entries)
    taken = session.submit(Move("ann", to=(1, 1)))
    assert session.undo == ""
    assert session.take_back() == len(taken)
    assert session.battle.world.state == before
    assert session.entries == events
    assert session.intents == []
    assert session.decision is not None
    assert session.decision.actor == "ann"


def test_several_steps_are_taken_back_one_by_one(tmp_path: Path) -> None:
    session = session_of(tmp_path)
    states = []
    for x in (1, 2):
        states.append(state(session))
        session.submit(Move("ann", to=(x, 1)))
    while states:
        session.take_back()
        assert state(session) == states.pop()
    assert session.undo == NOTHING
    with pytest.raises(ValueError, match=NOTHING):
        session.take_back()


def test_at_the_beginning_there_is_nothing_to_take_back(tmp_path: Path) -> None:
    session = Session(begin(scenario_of(OPEN, tmp_path)))
    assert session.undo == NOTHING
    session.begin()
    assert session.undo == NOTHING
    with pytest.raises(ValueError, match=NOTHING):
        session.take_back()


def test_dice_stay_where_they_fell_and_everything_before_them(tmp_path: Path) -> None:
    session = session_of(tmp_path)
    session.submit(Move("ann", to=(2, 0)))
    session.submit(Strike("ann", "bob"))
    assert session.undo == DICE
    with pytest.raises(ValueError, match=DICE):
        session.take_back()
    assert len(session.intents) == 2


def test_what_is_done_after_dice_is_taken_back_up_to_them(tmp_path: Path) -> None:
    session = session_of(tmp_path, OPEN.replace("at = [3, 0]", "at = [1, 0]"))
    session.submit(Strike("ann", "bob"))
    session.submit(Move("ann", to=(0, 1), mode="five_foot_step"))
    assert session.undo == ""
    session.take_back()
    assert len(session.intents) == 1
    assert session.undo == DICE  # the blow stays
    with pytest.raises(ValueError, match=DICE):
        session.take_back()


def test_the_turn_of_another_is_not_taken_back(tmp_path: Path) -> None:
    session = session_of(tmp_path)
    session.submit(Move("ann", to=(1, 1)))
    session.submit(EndTurn("ann"))
    assert session.undo == OTHERS
    with pytest.raises(ValueError, match=OTHERS):
        session.take_back()
    session.submit(Move("bob", to=(4, 0)))
    session.take_back()
    assert session.undo == OTHERS  # ann's steps are none of bob's


def test_a_question_to_another_ends_it_too(tmp_path: Path) -> None:
    session = session_of(tmp_path, OPEN.replace("at = [3, 0]", "at = [1, 0]"))
    session.submit(EndTurn("ann"))
    session.submit(Move("bob", to=(3, 3)))
    assert session.decision is not None
    assert session.decision.actor == "ann"
    assert session.undo == OTHERS
    session.submit(Decline("ann"))
    assert session.undo
    with pytest.raises(ValueError, match=OTHERS):
        session.take_back()


def test_what_an_opponent_did_is_not_taken_back(tmp_path: Path) -> None:
    scenario = scenario_of(DUEL, tmp_path)
    session = Session(begin(scenario), controllers_for(scenario, {"heroes": "ai", "foes": "human"}))
    session.begin()
    session.submit(Move("ann", to=(1, 1)))
    assert session.undo == OTHERS


def test_a_refusal_is_no_step(tmp_path: Path) -> None:
    session = session_of(tmp_path)
    session.submit(Move("ann", to=(1, 1)))
    session.submit(Move("ann", to=(99, 99)))
    assert session.undo == ""
    session.take_back()
    assert session.battle.world["ann"].at == (0, 0)


def test_what_came_to_light_stays_known(tmp_path: Path) -> None:
    session = session_of(tmp_path, DARK)
    before = session.onlookers.memories["heroes"].remembered.copy()
    session.submit(Move("ann", to=(5, 3)))
    assert (session.onlookers.memories["heroes"].remembered != before).any()
    assert session.undo == SEEN
    with pytest.raises(ValueError, match=SEEN):
        session.take_back()


def test_what_the_other_side_sees_is_no_reason(tmp_path: Path) -> None:
    """Whoever takes a step back must not know more for it; that others did is as before."""
    text = DARK.replace('controller = "human"', 'controller = "ai"')
    for controllers in ({"foes": "human", "heroes": "human"}, {"foes": "ai", "heroes": "human"}):
        scenario = scenario_of(text, tmp_path)
        session = Session(begin(scenario), controllers_for(scenario, controllers))
        session.begin()
        seen = session.onlookers.memories["heroes"].remembered.copy()
        session.submit(Move("ann", to=(1, 1)))
        same = (session.onlookers.memories["heroes"].remembered == seen).all()
        assert (session.undo == "") == bool(same)


def test_listeners_are_told_how_many_events_are_gone(tmp_path: Path) -> None:
    session = session_of(tmp_path)
    told: list[int] = []
    heard: list[Intent | None] = []

    def listener(intent: Intent | None, _: list[Entry]) -> None:
        heard.append(intent)

    session.listen(listener, told.append)
    taken = session.submit(Move("ann", to=(1, 1)))
    session.take_back()
    assert (heard, told) == ([Move("ann", to=(1, 1))], [len(taken)])
    session.unlisten(listener, told.append)
    session.submit(Move("ann", to=(1, 1)))
    session.take_back()
    assert (len(heard), len(told)) == (1, 1)


STEPS = st.lists(
    st.tuples(st.integers(0, 9), st.integers(0, 3)) | st.none() | st.just("end"), max_size=12
)


@settings(suppress_health_check=list(HealthCheck), max_examples=some(40))
@given(STEPS, st.sampled_from([OPEN, DARK]))
def test_any_way_with_detours_is_the_way_without_them(
    tmp_path: Path, steps: list[object], text: str
) -> None:
    """None takes back, if that may be; the intents that are left lead to the same state."""
    session = session_of(tmp_path, text)
    for step in steps:
        decision = session.decision
        if decision is None:
            break
        if step is None:
            if session.undo == "":
                session.take_back()
        elif not decision.is_turn:
            session.submit(Decline(decision.actor))
        elif step == "end":
            session.submit(EndTurn(decision.actor))
        else:
            assert isinstance(step, tuple)
            session.submit(Move(decision.actor, to=step))
    again = session_of(tmp_path, text)
    for intent in session.intents:
        again.submit(intent)
    assert again.entries == session.entries
    assert state(again) == state(session)
    for side, memory in again.onlookers.memories.items():
        assert memory.known == session.onlookers.memories[side].known
        assert (memory.remembered == session.onlookers.memories[side].remembered).all()
    assert again.battle.world["ann"].position == session.battle.world["ann"].position
