"""Resuming: back at the very decision, whenever the program ended, on this branch or another."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import pytest
from gate import slow
from storage.fights import (
    BRAWL,
    EACH,
    FOG,
    HOTSEAT,
    Plains,
    do,
    fight,
    fought,
    fought_map,
    greedy,
    named_scenario,
    payloads_of,
    played,
    rewritten,
    scenario_of,
    state,
    walked,
    without,
)

from tacsim.content.setup import begin
from tacsim.core.agenda import Decision
from tacsim.core.components import Effort
from tacsim.core.intents import Delay, EndTurn, Intent, Move, Ready, Take, Wriggle
from tacsim.session.controllers import ScriptController
from tacsim.session.session import Session
from tacsim.storage.errors import LockedError, SaveError
from tacsim.storage.journal import Journal
from tacsim.storage.payloads import BACK, EVENTS, KEYFRAME, STEP
from tacsim.storage.resume import play_on, refight, restore_session, resume
from tacsim.storage.saved import header_of, read
from tacsim.storage.timeline import Timeline
from tacsim.storage.verify import verify, verify_all

DRAIN = Path(__file__).parents[1] / "app/scenarios/drain.toml"


def test_in_the_middle_of_a_step_the_same_question_is_asked_again(tmp_path: Path) -> None:
    way = (Move("ann", to=(2, 0)), EndTurn("ann"), Move("bob", to=(3, 3)))
    session, journal = played(tmp_path, *way)
    assert session.decision == Decision("ann", against="bob", question="opportunity")
    before = state(session.battle)
    journal.close()

    going = resume(journal.path)
    assert going.session.decision == Decision("ann", against="bob", question="opportunity")
    assert state(going.session) == before
    going.session.submit(Take("ann"))
    going.journal.close()
    saved = read(journal.path)
    assert isinstance(saved.steps[-1].intent, Take)
    assert verify(saved).ok


@pytest.mark.parametrize(
    ("before", "asked", "answer"),
    [
        (
            (Delay("ann"), EndTurn("bob")),
            Decision("ann", question="delay"),
            Take("ann"),
        ),
        (
            (Ready("ann", "reach"), EndTurn("ann"), Move("bob", to=(1, 0))),
            Decision("ann", against="bob", question="ready"),
            Take("ann"),
        ),
        (
            (Ready("ann", target="bob"), EndTurn("ann"), Move("bob", to=(3, 1))),
            Decision("bob"),
            EndTurn("bob"),
        ),
    ],
)
def test_questions_out_of_turn_are_asked_again(
    tmp_path: Path, before: tuple[Intent, ...], asked: Decision, answer: Intent
) -> None:
    session, journal = played(tmp_path, *before)
    assert session.decision == asked
    wanted = session.battle.world.state
    journal.close()

    going = resume(journal.path)
    assert going.session.decision == asked
    assert going.session.battle.world.state == wanted
    going.session.submit(answer)
    assert going.session.decision != asked
    going.journal.close()
    saved = read(journal.path)
    assert saved.steps[-1].intent == answer
    assert verify(saved).ok


def test_a_surprise_round_is_gone_on_with(tmp_path: Path) -> None:
    text = HOTSEAT.replace('id = "bob"', 'id = "bob"\nconditions = ["unaware"]')
    _, journal = played(tmp_path, Move("ann", to=(1, 0), mode="five_foot_step"), text=text)
    journal.close()
    going = resume(journal.path)
    session = going.session
    assert session.battle.world.clock.surprise
    session.submit(EndTurn("ann"))
    assert session.battle.world.clock.round == 1
    assert session.decision == Decision("ann")
    going.journal.close()
    assert verify(read(journal.path)).ok


@pytest.mark.parametrize("closed", [True, False])
@pytest.mark.parametrize("steps", range(10))
def test_from_any_step_the_script_goes_on_to_the_same_end(
    tmp_path: Path, steps: int, closed: bool
) -> None:
    text = BRAWL.replace(do("ann", "take"), do("ann", "take") + do("ann", "move", to=[9, 9]))
    path = fought(tmp_path, text)
    whole = read(path)
    part = rewritten(path, lambda plains: [*plains, (BACK, [steps])])
    if not closed:
        part = without(part, EVENTS, KEYFRAME)
    going = resume(part)
    session = going.session
    assert session.past == Timeline(whole).position_of(steps + 1)
    while session.decision and steps + len(session.intents) < len(whole.steps) - 1:
        assert session.advance()
    going.journal.close()
    done = [step.intent for step in whole.steps[:-1]]
    assert [step.intent for step in read(part).steps] == done


def test_a_save_that_has_not_begun_is_begun(tmp_path: Path) -> None:
    scenario = scenario_of(HOTSEAT, tmp_path)
    Journal.create(tmp_path, header_of(scenario, begin(scenario))).close()
    going = resume(tmp_path / "duel.tacsim")
    assert going.session.decision == Decision("ann")
    going.journal.close()
    saved = read(tmp_path / "duel.tacsim")
    assert saved.current.length
    assert verify(saved).ok
    with pytest.raises(SaveError, match="no step"):
        play_on(rewritten(going.journal.path, lambda plains: plains[:2]), 0)


def test_a_save_cut_off_before_its_opening_is_begun(tmp_path: Path) -> None:
    path = fought(tmp_path)
    bare = rewritten(path, lambda plains: plains[:1])
    going = resume(bare)
    going.journal.close()
    assert verify(read(bare)).ok
    assert going.session.begun


def test_the_controllers_of_the_save_play_on(tmp_path: Path) -> None:
    scenario = scenario_of(HOTSEAT, tmp_path)
    battle = begin(scenario)
    header = header_of(scenario, battle, {"foes": "ai:greedy"})
    Journal.create(tmp_path, header).close()
    going = resume(tmp_path / "duel.tacsim")
    assert list(going.session.controllers) == ["foes"]
    going.journal.close()
    header = attrs.evolve(header_of(scenario, battle, {"foes": "ai:nobody"}), name="other")
    Journal.create(tmp_path, header).close()
    for _ in range(2):  # the failed attempt has let go of the file
        with pytest.raises(SaveError, match="nobody"):
            resume(tmp_path / "other.tacsim")
    with Journal.resume(tmp_path / "other.tacsim"):
        pass


def play_out_rest(session: Session, most: int = 12) -> None:
    """Let controllers go on for some intents."""
    for _ in range(most):
        if session.over or session.advance() is None:
            return


def step_changed(index: int, place: int, value: Any, *, bare: bool) -> Any:
    """A change of an entry of a step; ``bare``: in a save without recorded events."""

    def change(plains: Plains) -> Plains:
        at = [n for n, (kind, _) in enumerate(plains) if kind == STEP][index]
        plains[at][1][place] = value
        return [one for one in plains if not bare or one[0] not in (EVENTS, KEYFRAME)]

    return change


@pytest.mark.parametrize(
    ("place", "value"),
    [(2, {"target": "ann"}), (2, {"to": [1, 2, 3]}), (0, "leap"), (3, bytes(8))],
)
def test_where_todays_rules_lead_elsewhere_it_cannot_be_gone_on_with(
    tmp_path: Path, place: int, value: Any
) -> None:
    path = fought(tmp_path)
    odd = rewritten(path, step_changed(1, place, value, bare=True))
    before = odd.read_bytes()
    for going_on in (lambda: resume(odd), lambda: play_on(odd, 2, controllers=PEOPLE)):
        with pytest.raises(SaveError, match="step 2"):
            going_on()
    assert odd.read_bytes() == before
    going = play_on(odd, 1, controllers=PEOPLE)  # up to there it is as it was
    going.journal.close()
    assert verify(read(odd)).ok


PEOPLE = {"heroes": "human", "foes": "human"}


@pytest.mark.parametrize(("place", "value"), [(0, "leap"), (1, 7), (2, {"to": "x"})])
def test_an_intent_that_is_none_is_told_in_one_line(tmp_path: Path, place: int, value: Any) -> None:
    """Even where everything is recorded, so that it need not be carried out again."""
    path = fought(tmp_path)
    odd = rewritten(path, step_changed(3, place, value, bare=False))
    for going_on in (lambda: resume(odd), lambda: play_on(odd, 6)):
        with pytest.raises(SaveError, match="step 4: it cannot be read") as error:
            going_on()
        assert "\n" not in str(error.value)
    _, ended = _refought(odd)
    assert "step 4" in ended


def _refought(path: Path) -> tuple[Any, str]:
    going, ended = refight(path)
    going.journal.close()
    return going, ended


def test_the_recovered_copy_of_a_damaged_save_is_played_on(tmp_path: Path) -> None:
    path = fought(tmp_path)
    path.write_bytes(path.read_bytes()[:-31])
    spoilt = path.read_bytes()
    lost = read(path)
    assert lost.lost
    battle_over = lost.current.last is not None and lost.current.last.turn is None
    assert battle_over  # only what was recorded is gone
    going = play_on(path, 5, controllers=PEOPLE)
    assert going.journal.path.name == "duel-recovered.tacsim"
    decision = going.session.decision
    assert decision is not None
    going.session.submit(EndTurn(decision.actor))
    going.journal.close()
    assert path.read_bytes() == spoilt
    recovered = read(going.journal.path)
    assert (recovered.lost, recovered.current.intents) == ("", 6)
    assert all(one.ok for one in verify_all(recovered))


# --- killed or closed -------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", EACH)
def test_going_on_after_being_killed_is_going_on_after_closing(
    tmp_path: Path, ruleset: str
) -> None:
    closed = fought_map(tmp_path, ruleset, rounds=2)
    killed = without(rewritten(closed, lambda plains: plains), EVENTS)
    bare = without(closed, EVENTS, KEYFRAME)
    ends = []
    for path in (closed, killed, bare):
        back = rewritten(path, lambda plains: [*plains, (BACK, [20])], f"{path.stem}-back")
        going = resume(back)
        play_out_rest(going.session)
        going.journal.close()
        saved = read(back)
        assert saved.lost == ""
        assert verify(saved).ok
        timeline = Timeline(saved)
        assert timeline.recorded == saved.main.length  # what was missing is written now
        timeline.seek(timeline.length)
        assert state(timeline) == state(going.session)
        ends.append((saved.steps, list(timeline), walked(saved)[-1]))
    assert ends[0] == ends[1] == ends[2]


@pytest.mark.parametrize("close", [False, *slow(True)])
def test_what_a_side_remembers_is_known_again(tmp_path: Path, close: bool) -> None:
    path = fight(
        tmp_path, named_scenario("ogre_warren"), auto=True, rounds=4, seed=2, close=close
    )  # fmt: skip
    back = rewritten(path, lambda plains: [*plains, (BACK, [40])])
    scenario = read(path).scenario
    session = Session(begin(scenario, seed=2), greedy(scenario))
    session.begin()
    while len(session.intents) < 40:
        session.advance()
    going = resume(back)
    assert state(going.session) == state(session)
    assert set(going.session.onlookers.memories) == {side.id for side in scenario.sides}
    for side, memory in going.session.onlookers.memories.items():
        wanted = session.onlookers.memories[side]
        assert (memory.remembered == wanted.remembered).all()
        assert memory.known == wanted.known
        assert memory.sightings == wanted.sightings
    assert going.session.battle.sightings == session.battle.sightings
    assert any(session.battle.sightings.values())
    play_out_rest(going.session)
    going.journal.close()


def test_a_script_that_is_gone_on_with_knows_where_it_was(tmp_path: Path) -> None:
    path = fought(tmp_path)
    part = rewritten(path, lambda plains: [*plains, (BACK, [3])])
    session = restore_session(Timeline(read(part)))
    script = session.controllers["heroes"]
    assert isinstance(script, ScriptController)
    assert script.left(session.battle)
    assert session.controllers["foes"] is script


# --- undo -------------------------------------------------------------------------------------


@pytest.mark.parametrize("closed", [True, False])
def test_what_was_taken_back_stays_so_after_resuming(tmp_path: Path, closed: bool) -> None:
    session, journal = played(tmp_path, Move("ann", to=(1, 1)), Move("ann", to=(2, 1)))
    session.take_back()
    wanted = state(session.battle)
    if closed:
        journal.close()
    else:
        journal.file.stream.close()
    going = resume(journal.path)
    assert state(going.session) == wanted
    assert going.session.undo  # what was done before the program ended stays
    with pytest.raises(ValueError, match="nothing"):
        going.session.take_back()
    going.session.submit(Move("ann", to=(2, 2)))
    assert going.session.take_back()
    assert state(going.session) == wanted
    going.session.submit(EndTurn("ann"))
    going.journal.close()
    saved = read(journal.path)
    assert [step.intent for step in saved.steps] == [Move("ann", to=(1, 1)), EndTurn("ann")]
    assert verify(saved).ok


def test_undo_behind_recorded_events_is_right(tmp_path: Path) -> None:
    """Thirty-one entries, a chunk with the thirty-second, which is then taken back."""
    way: list[Intent] = []
    for _ in range(15):
        way += [EndTurn("ann"), EndTurn("bob")]
    session, journal = played(tmp_path, *way)
    kinds = [payload[0] for payload in payloads_of(journal.path)]
    assert EVENTS not in kinds
    session.submit(Move("ann", to=(1, 1)))
    assert EVENTS in [payload[0] for payload in payloads_of(journal.path)]
    session.take_back()
    session.submit(Move("ann", to=(2, 1)))
    session.submit(EndTurn("ann"))
    journal.close()
    saved = read(journal.path)
    assert saved.lost == ""
    assert verify(saved).ok
    timeline = Timeline(saved)
    assert list(timeline) == session.entries
    assert timeline.recorded == saved.main.length
    timeline.seek(timeline.length)
    assert state(timeline) == state(session.battle)


# --- other rules ------------------------------------------------------------------------------


def foreign(plains: Plains) -> None:
    plains[0][1]["fingerprint"] = "0ther"


def test_a_battle_is_fought_again_under_todays_rules(tmp_path: Path) -> None:
    path = rewritten(fought(tmp_path), foreign)
    old = read(path)
    assert old.foreign_to(old.current)
    going, ended = refight(path)
    assert ended == ""
    going.journal.close()
    saved = read(path)
    branch = saved.current
    assert (branch.number, branch.name, branch.first) == (1, "today's rules", 0)
    assert not saved.foreign_to(saved.current)
    assert [branch.step(n).plain for n in range(branch.length)] == [
        saved.main.step(n).plain for n in range(saved.main.length)
    ]
    assert walked(saved) == walked(old)
    assert verify(saved).ok
    again, _ = refight(path, branch="0")
    again.journal.close()
    assert read(path).current.name == "today's rules (2)"


def test_a_battle_fought_again_ends_where_the_rules_refuse_a_step(tmp_path: Path) -> None:
    path = fought(tmp_path)
    odd = rewritten(path, step_changed(3, 2, {"to": [9, 9]}, bare=False))
    going, ended = refight(odd)
    assert ended.startswith("step 4 (move of bob): it is refused (")
    assert going.journal.saved.current.intents == 3
    assert going.session.decision == Decision("bob")
    going.session.submit(EndTurn("bob"))
    going.journal.close()
    saved = read(odd)
    assert saved.current.intents == 4
    assert verify(saved).ok


def test_a_fight_begun_again_was_killed_in_the_middle(tmp_path: Path) -> None:
    path = fought(tmp_path)
    going, _ = refight(path)
    going.journal.file.stream.close()
    assert verify(read(path)).ok


# --- files ------------------------------------------------------------------------------------


def test_two_programs_do_not_play_one_battle(tmp_path: Path) -> None:
    _, journal = played(tmp_path, EndTurn("ann"))
    before = journal.path.read_bytes()
    for going_on in (resume, lambda path: play_on(path, 0), refight):
        with pytest.raises(LockedError, match="another program"):
            going_on(journal.path)
    assert journal.path.read_bytes() == before
    assert Timeline(read(journal.path)).length  # it can be watched all the same
    journal.close()
    resume(journal.path).journal.close()


def test_without_fog_nobody_remembers_anything(tmp_path: Path) -> None:
    path = fought(tmp_path)
    going = resume(rewritten(path, lambda plains: [*plains, (BACK, [2])]))
    assert going.session.onlookers.memories == {}
    going.journal.close()


def test_in_fog_a_save_that_has_ended_is_resumed_at_its_end(tmp_path: Path) -> None:
    path = fought(tmp_path, FOG)
    before = path.read_bytes()
    going = resume(path)
    assert going.session.over
    assert going.session.decision is None
    going.journal.close()
    assert path.read_bytes() == before


@pytest.mark.parametrize("killed", [False, True])
def test_an_act_of_several_turns_is_gone_on_with(tmp_path: Path, killed: bool) -> None:
    begun = (Wriggle("snake", "east"), EndTurn("snake"), EndTurn("gob"))
    done = (Wriggle("snake"), EndTurn("snake"), EndTurn("gob"))
    session, journal = played(tmp_path, *begun, *done * 3, text=DRAIN.read_text("utf-8"))
    assert session.battle.world["snake"].effort == Effort("wriggle", "east", 4, 10, (2, 2))
    before = state(session.battle)
    journal.file.stream.close() if killed else journal.close()

    going = resume(journal.path)
    assert state(going.session) == before
    for intent in (*done * 5, Wriggle("snake")):
        going.session.submit(intent)
    # seed 11 throws so that it fails; it may begin anew, and get out
    assert going.session.battle.world["snake"].effort.rounds == 0
    for intent in (EndTurn("snake"), EndTurn("gob"), *done * 9, Wriggle("snake")):
        going.session.submit(intent)
    world = going.session.battle.world
    assert (world["snake"].at[0], world["snake"].has("wedged")) == (6, False)
    going.journal.close()
    saved = read(journal.path)
    assert verify(saved).ok
    assert walked(saved)[-1] == state(going.session)
