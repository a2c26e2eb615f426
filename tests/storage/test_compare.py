"""Comparing: where two branches of a save part, and how either ended."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest
from storage.fights import HOTSEAT, fought, joined, payloads_of, played, state

from tacsim.core import events as ev
from tacsim.core.components import Outcome
from tacsim.core.intents import EndTurn, Intent, Move, Strike, Take
from tacsim.storage.compare import compare, ending, parting
from tacsim.storage.payloads import KEYFRAME, dictionary, pack
from tacsim.storage.resume import play_on, refight
from tacsim.storage.saved import Saved, read
from tacsim.storage.timeline import Timeline

WAY = (Move("ann", to=(2, 0)), Strike("ann", "bob"), EndTurn("ann"), EndTurn("bob"))
"""Ann goes to bob and strikes at him; nothing follows."""


@pytest.fixture
def main(tmp_path: Path) -> Path:
    _session, journal = played(tmp_path, *WAY)
    journal.close()
    return journal.path


def gone_on(path: Path, at: int, *intents: Intent, branch: str | None = None, name: str) -> Saved:
    """The save after a branch from a decision, with these intents on it."""
    going = play_on(path, at, branch=branch, name=name)
    for intent in intents:
        going.session.submit(intent)
    going.journal.close()
    return read(path)


def test_a_branch_is_the_same_as_itself(main: Path) -> None:
    saved = read(main)
    found = compare(saved, saved.main, saved.main)
    assert found.step is None
    assert found.one.fighters == found.other.fighters


def test_branches_part_at_the_first_other_intent(main: Path) -> None:
    saved = gone_on(main, 2, EndTurn("ann"), Move("bob", to=(3, 3)), name="flight")
    flight = saved.branch("flight")
    found = compare(saved, saved.main, flight)
    # both end ann's turn with the third intent; then bob stays in the one and runs in the other
    assert found.step == 4
    assert (found.round, found.actor) == (1, "bob")
    assert found.one.intent == EndTurn("bob")
    assert found.other.intent == Move("bob", to=(3, 3))
    assert found.one.happened[0].event == ev.TurnEnded("bob")
    # whoever runs from ann gives her an opportunity first
    assert any(isinstance(one.event, ev.Provoked) for one in found.other.happened)
    back = compare(saved, flight, saved.main)
    assert (back.step, back.one.intent) == (4, Move("bob", to=(3, 3)))


def test_the_state_is_that_after_the_step_where_they_part(main: Path) -> None:
    saved = gone_on(main, 3, Move("bob", to=(9, 0)), name="flight")
    found = compare(saved, saved.main, saved.branch("flight"))
    timeline = Timeline(saved, saved.main)
    timeline.step_to(5)
    assert state(found.one.battle) == state(timeline)
    assert found.one.battle.world["bob"].at == (3, 0)


def test_where_only_one_goes_on_the_other_intends_nothing(main: Path) -> None:
    saved = gone_on(main, 2, name="left at once")
    found = compare(saved, saved.main, saved.branch("left at once"))
    assert found.step == 3
    assert found.one.intent == EndTurn("ann")
    assert found.other.intent is None
    assert found.other.happened == ()
    assert found.other.turn == "ann"


def test_what_came_of_it_goes_on_until_its_questions_are_answered(main: Path) -> None:
    fled = (Move("bob", to=(3, 3)), Take("ann"), EndTurn("bob"))
    saved = gone_on(main, 3, *fled, name="flight")
    happened = compare(saved, saved.main, saved.branch("flight")).other.happened
    names = [one.event.NAME for one in happened]
    assert names.index("provoked") < names.index("took") < names.index("struck")
    assert names[-1] != "turn_ended"
    assert "turn_started" not in names
    assert [one.number for one in happened] == list(
        range(happened[0].number, happened[-1].number + 1)
    )


def test_two_branches_of_a_third(main: Path) -> None:
    gone_on(main, 1, EndTurn("ann"), EndTurn("bob"), name="one")
    saved = gone_on(main, 3, EndTurn("bob"), EndTurn("ann"), branch="0", name="two")
    saved = gone_on(main, 2, Move("bob", to=(9, 0)), branch="one", name="three")
    one, two, three = (saved.branch(name) for name in ("one", "two", "three"))
    assert parting(one, two) == 2  # ann struck in main and in two
    assert parting(two, three) == 2
    assert parting(one, three) == 3
    assert parting(saved.main, two) == 5


def test_the_same_intents_under_other_rules_part_where_they_come_out_otherwise(
    main: Path,
) -> None:
    saved = read(main)
    again = attrs.evolve(saved.main, number=1, own=[*saved.main.own])
    mark = attrs.evolve(again.mark(2), digest=bytes(8))
    again.own[2] = attrs.evolve(again.own[2], mark=mark)
    assert parting(saved.main, again) == 2


def test_a_fight_fought_again_is_the_same_to_the_end(main: Path) -> None:
    ongoing, ended = refight(main)
    ongoing.journal.close()
    saved = read(main)
    assert not ended
    assert parting(saved.main, saved.branch("1")) is None


def test_who_stood_and_how_hurt(main: Path) -> None:
    saved = gone_on(main, 1, EndTurn("ann"), name="peace")
    found = compare(saved, saved.main, saved.branch("peace"))
    blows = [
        one.event.amount for one in Timeline(saved, saved.main) if isinstance(one.event, ev.Damaged)
    ]
    ann, bob = found.one.fighters
    assert (ann.id, ann.side, ann.hp, ann.able) == ("ann", "heroes", 10, True)
    assert bob.hp == 10 - sum(blows)
    assert [one.hp for one in found.other.fighters] == [10, 10]
    assert (found.one.rounds, found.other.rounds) == (2, 1)
    assert not found.one.over
    assert found.one.turn == "ann"


def test_who_won(tmp_path: Path) -> None:
    saved = read(fought(tmp_path, HOTSEAT.replace('"human"', '"ai"'), auto=True, rounds=200))
    found = compare(saved, saved.main, saved.main)
    timeline = Timeline(saved)
    timeline.seek(timeline.length)
    assert found.one.over
    assert found.one.turn is None
    assert found.one.winner == timeline.battle.world.outcome.winner
    assert [one.able for one in found.one.fighters].count(True) == 1
    assert ending(saved, saved.main) == Outcome(True, found.one.winner)


def test_what_is_not_over_has_no_end(main: Path) -> None:
    saved = read(main)
    assert ending(saved, saved.main) == Outcome()


def test_the_state_before_the_end_is_not_the_end(tmp_path: Path) -> None:
    path = fought(tmp_path, HOTSEAT.replace('"human"', '"ai"'), auto=True, rounds=200)
    payloads = payloads_of(path)
    states = [at for at, one in enumerate(payloads) if one[0] == KEYFRAME]
    payloads.insert(states[-1] - 2, payloads[states[0]])
    del payloads[states[-1] + 1]
    path.write_bytes(joined(payloads))
    saved = read(path)
    assert saved.main.states()
    assert ending(saved, saved.main) is None


def test_an_end_that_cannot_be_read_is_not_known(tmp_path: Path) -> None:
    path = fought(tmp_path, HOTSEAT.replace('"human"', '"ai"'), auto=True, rounds=200)
    payloads = payloads_of(path)
    known = dictionary(payloads[0])
    for odd in ([1, 2], [None, [["Outcome", None, {"over": 5}]], {}], [None, "x", {}]):
        changed = [pack(KEYFRAME, odd, known) if one[0] == KEYFRAME else one for one in payloads]
        path.write_bytes(joined(changed))
        saved = read(path)
        assert ending(saved, saved.main) is None
