"""Verification: a battle fought again; what differs is named with step, intent and component."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest
from cli.calls import call
from storage.fights import (
    EACH,
    Plains,
    fought,
    fought_map,
    in_format_1,
    rewritten,
    state,
    without,
)

from tacsim.core.components import HitPoints
from tacsim.core.dice import SeededDice
from tacsim.storage.payloads import EVENTS, KEYFRAME, STEP
from tacsim.storage.resume import play_on, refight
from tacsim.storage.saved import read
from tacsim.storage.timeline import Timeline
from tacsim.storage.verify import differing, verify, verify_all


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return fought(tmp_path_factory.mktemp("save"))


def steps(plains: Plains) -> list[tuple[int, list[Any]]]:
    """Where the steps are in the file, and what they say."""
    return [(n, plain) for n, (kind, plain) in enumerate(plains) if kind == STEP]


def entries(plains: Plains) -> Iterator[tuple[int, list[list[Any]]]]:
    """The recorded events by entry."""
    found = [entry for kind, plain in plains if kind == EVENTS for entry in plain]
    return enumerate(found)


@pytest.mark.parametrize("ruleset", EACH)
def test_what_was_not_touched_is_verified(tmp_path: Path, ruleset: str) -> None:
    saved = read(fought_map(tmp_path, ruleset))
    timeline = Timeline(saved)
    timeline.seek(timeline.length)
    verdict = verify(saved)
    assert verdict.ok
    assert verdict.difference is None
    assert verdict.intents == len(saved.steps)
    assert verdict.digest == state(timeline)
    for kinds in ((EVENTS,), (KEYFRAME,), (EVENTS, KEYFRAME)):
        assert verify(read(without(saved.path, *kinds))).digest == verdict.digest


def test_a_changed_intent_is_named_with_the_first_component_that_differs(path: Path) -> None:
    """Ann goes elsewhere than the events say: her position is the first to differ."""

    def elsewhere(plains: Plains) -> None:
        steps(plains)[0][1][2] = {"to": [1, 1]}

    found = verify(read(rewritten(path, elsewhere))).difference
    assert found is not None
    assert (found.step, found.component) == (1, "ann: Position.body")
    assert found.intent is not None
    assert found.intent.actor == "ann"
    assert found.message.startswith("step 1 (move of ann): stepped (ann): dst was [1, 0], and is ")
    assert found.message.endswith("[1, 1] now (d20.diag.alternate)")


def test_a_changed_intent_is_named_without_the_component_where_nothing_is_told(path: Path) -> None:
    def elsewhere(plains: Plains) -> Plains:
        steps(plains)[0][1][2] = {"to": [1, 1]}
        return [one for one in plains if one[0] not in (EVENTS, KEYFRAME)]

    found = verify(read(rewritten(path, elsewhere))).difference
    assert found is not None
    assert (found.step, found.component) == (1, "")
    assert "step 1 (move of ann)" in found.message


@pytest.mark.parametrize("index", range(12))
def test_a_changed_digest_is_named(path: Path, index: int) -> None:
    def spoil(plains: Plains) -> None:
        steps(plains)[index][1][3] = b"8 bytes!"

    verdict = verify(read(rewritten(path, spoil)))
    assert verdict.difference is not None
    assert verdict.difference.step == index + 1
    assert "digest" in verdict.difference.message
    assert verdict.intents == index + 1


@pytest.mark.parametrize("manner", [None, "thrown"])
def test_how_a_weapon_was_used_counts_where_it_was_recorded(path: Path, manner: str | None) -> None:
    """Saves from before it was recorded are as sound as ever."""

    def change(plains: Plains) -> None:
        for _index, events in entries(plains):
            for name, _actor, fields in events:
                if name == "struck":
                    assert fields.pop("manner") == "melee"
                    fields |= {} if manner is None else {"manner": manner}

    found = verify(read(rewritten(path, change))).difference
    if manner is None:
        assert found is None
    else:
        assert found is not None
        assert "manner was thrown, and is melee now" in found.message


@pytest.mark.parametrize("faces", [[], [1], [20, 20, 20]])
def test_a_changed_die_is_named(path: Path, faces: list[int]) -> None:
    index = next(n for n, step in enumerate(read(path).steps) if step.mark.faces)

    def spoil(plains: Plains) -> None:
        steps(plains)[index][1][4] = faces

    found = verify(read(rewritten(path, spoil))).difference
    assert found is not None
    assert found.step == index + 1
    assert "dice" in found.message


def harmed(plains: Plains) -> int:
    """Let the first wound in the recorded events be another one; after which entry."""
    for index, events in entries(plains):
        for event in events:
            if event[0] == "damaged":
                event[2]["left"] -= 1
                return index
    raise AssertionError("nobody was hurt")


def test_a_changed_event_is_named_with_the_component_that_it_leads_to(path: Path) -> None:
    where: list[int] = []
    saved = read(rewritten(path, lambda plains: where.append(harmed(plains))))
    found = verify(saved).difference
    assert found is not None
    assert found.step == where[0]
    assert found.component == "bob: HitPoints.current"
    assert found.intent == read(path).main.intent(where[0])


def test_an_event_with_a_digest_that_fits_it_is_found_out(path: Path) -> None:
    """Without a keyframe behind it, the digest can be made to be that of the changed event."""
    where: list[int] = []

    def harm(plains: Plains) -> Plains:
        where.append(harmed(plains))
        return [one for one in plains if one[0] != KEYFRAME]

    timeline = Timeline(read(rewritten(path, harm)))
    timeline.step_to(where[0] + 1)
    wanted = state(timeline)[:8]
    assert wanted != read(path).main.mark(where[0]).digest

    def fit(plains: Plains) -> Plains:
        steps(plains)[where[0] - 1][1][3] = wanted
        return harm(plains)

    found = verify(read(rewritten(path, fit))).difference
    assert found is not None
    assert (found.step, found.component) == (where[0], "bob: HitPoints.current")


def first(plains: Plains, name: str) -> tuple[int, list[Any], dict[str, Any]]:
    """The first recorded event of a name: its entry, the events of that, its fields."""
    for index, events in entries(plains):
        for event in events:
            if event[0] == name:
                return index, events, event[2]
    raise AssertionError(name)


def dearer(plains: Plains) -> int:
    """A step cost more then."""
    index, _events, fields = first(plains, "stepped")
    fields["cost"] += 2
    return index


def by_another_clause(plains: Plains) -> int:
    """A step went by another clause then."""
    index, _events, fields = first(plains, "stepped")
    fields["clauses"] = ["d20.squeeze.cost"]
    return index


def with_a_bonus(plains: Plains) -> int:
    """An attack had a bonus then that it has not now."""
    index, _events, fields = first(plains, "struck")
    fields["modifiers"].append({"name": "flanking", "value": 2, "clause": "d20.flank.bonus"})
    return index


def another_die(plains: Plains) -> int:
    index, _events, fields = first(plains, "rolled")
    fields["dice"][0] += 1
    return index


def unprovoked(plains: Plains) -> int:
    """Nobody was provoked then."""
    index, events, _fields = first(plains, "provoked")
    events[:] = [event for event in events if event[0] != "provoked"]
    return index


def more(plains: Plains) -> int:
    """Something followed then that does not now, by the clause of what was before."""
    dict(entries(plains))[1].append(["downed", "ann", {"target": "ann"}])
    return 1


@pytest.mark.parametrize(
    ("change", "words", "clause"),
    [
        (dearer, "stepped (ann): cost was 3, and is 1 now", "d20.scale.square"),
        (by_another_clause, "stepped (ann): clauses was ['d20.squeeze.cost']", "d20.squeeze.cost"),
        (
            with_a_bonus,
            "struck (ann): modifiers was flanking 2 d20.flank.bonus, and is nothing",
            "d20.flank.bonus",
        ),
        (another_die, "rolled (ann): dice was [10], and is [9] now", "d20.attack.roll"),
        (unprovoked, "was recorded, and provoked (bob) happens now", "d20.aoo.move"),
        (more, "downed (ann) was recorded, and nothing more happens now", "d20.scale.square"),
    ],
)
def test_a_step_that_was_recorded_otherwise_is_named_with_the_clause(
    path: Path, change: Callable[[Plains], int], words: str, clause: str
) -> None:
    """As where a rule was corrected since. Every digest in the file is still that of today."""
    where: list[int] = []
    odd = rewritten(path, lambda plains: where.append(change(plains)))
    found = verify(read(odd)).difference
    assert found is not None
    assert found.step == where[0]
    assert clause in found.clauses
    assert words in found.message
    assert clause in found.message
    told = call("replay", odd, "--verify", "--json")
    assert (told.code, told.json["ok"], told.json["step"]) == (1, False, where[0])
    assert told.json["message"] == found.message
    assert told.json.get("clauses", []) == list(found.clauses)
    plain = call("replay", odd, "--verify")
    assert (plain.code, plain.out) == (1, f"diverges: {found.message}\n")


@pytest.mark.parametrize(
    ("field", "words"),
    [(1, "the number of dice"), (2, "the round: 8 when"), (3, "decides next: None when")],
)
def test_a_save_without_events_is_compared_by_dice_round_and_turn(
    path: Path, field: int, words: str
) -> None:
    """That is what format 1 has; the clauses are those by which the step goes today."""
    saved = read(path)
    intents = len(saved.steps)
    index = next(n for n, step in enumerate(saved.steps) if step.mark.faces)
    mark = saved.main.mark(index + 1)
    changes = ({}, {"dice": mark.dice + 1}, {"round": 8}, {"turn": None})[field]
    own = saved.main.own
    own[index + 1] = attrs.evolve(own[index + 1], mark=attrs.evolve(mark, **changes))
    old = path.with_name(f"old-{field}.tacsim")
    old.write_bytes(in_format_1(saved))
    verdict = verify(read(old))
    assert verdict.difference is not None
    assert (verdict.difference.step, verdict.intents) == (index + 1, index + 1)
    assert words in verdict.difference.message
    assert "d20.attack.roll" in verdict.difference.clauses
    assert Timeline(read(old)).divergence is not None
    assert intents > index


def test_a_changed_component_of_a_keyframe_is_named(path: Path) -> None:
    def heal(plains: Plains) -> None:
        last = max(n for n, (kind, _) in enumerate(plains) if kind == KEYFRAME)
        for name, creature, fields in plains[last][1][1]:
            if (name, creature) == ("HitPoints", "bob"):
                fields["current"] += 1

    saved = read(rewritten(path, heal))
    found = verify(saved).difference
    assert found is not None
    assert (found.step, found.component) == (len(saved.steps), "bob: HitPoints.current")


def test_a_changed_opening_is_named(path: Path) -> None:
    def heal(plains: Plains) -> None:
        for name, creature, fields in plains[1][1][1]:
            if (name, creature) == ("HitPoints", "bob"):
                fields["current"] += 1

    found = verify(read(rewritten(path, heal))).difference
    assert found is not None
    assert found.component == "bob: HitPoints.current"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (["stand", "ann", {}], "refused"),
        (["leap", "ann", {}], "cannot be read"),
        (["move", "ann", {"to": "x"}], "cannot be read"),
        ([7, 7, 7], "cannot be read"),
    ],
)
def test_an_intent_that_cannot_be_carried_out_is_named(
    path: Path, changes: list[Any], words: str
) -> None:
    def spoil(plains: Plains) -> None:
        steps(plains)[1][1][:3] = changes

    verdict = verify(read(rewritten(path, spoil)))
    assert verdict.difference is not None
    assert (verdict.difference.step, verdict.intents) == (2, 1)
    assert words in verdict.difference.message


def test_the_beginning_is_compared_too(path: Path) -> None:
    def spoil(plains: Plains) -> None:
        plains[2][1][0] = bytes(8)

    found = verify(read(rewritten(path, spoil))).difference
    assert found is not None
    assert (found.step, found.intent) == (0, None)
    assert "the beginning" in found.message


def test_other_rules_are_noticed_at_the_first_step_that_they_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Loaded dice stand for any change of the rules."""
    save = fought(tmp_path)
    wanted = list(Timeline(read(save)))
    first = next(n for n, step in enumerate(read(save).steps) if step.mark.faces) + 1
    monkeypatch.setattr(SeededDice, "faces", _loaded(SeededDice.faces))
    saved = read(save)
    found = verify(saved).difference
    assert found is not None
    assert found.step in (0, first)
    assert list(Timeline(saved)) == wanted  # what happened is told all the same
    going, ended = refight(save)
    assert going.journal.saved.current.name == "today's rules"
    assert ended or going.session.over
    going.journal.close()
    saved = read(save)
    assert saved.current.number == 1
    assert verify(saved).ok
    assert not verify(saved, saved.main).ok


def _loaded(faces: Any) -> Any:
    def loaded(*arguments: Any) -> tuple[int, ...]:
        return tuple(max(1, face - 1) for face in faces(*arguments))

    return loaded


def test_branches_are_verified_each_by_itself(tmp_path: Path) -> None:
    save = fought(tmp_path)
    for at in (2, 4):
        play_on(save, at, branch="0", controllers={"foes": "human"}).journal.close()
    assert [(one.branch.number, one.ok) for one in verify_all(read(save))] == [
        (2, True),
        (0, True),
        (1, True),
    ]

    def spoil(plains: Plains) -> None:
        steps(plains)[3][1][3] = bytes(8)

    spoilt = read(rewritten(save, spoil))
    assert [(one.branch.number, one.ok) for one in verify_all(spoilt)] == [
        (2, False),  # it left after that step
        (0, False),
        (1, True),  # it left before
    ]


def test_a_branch_under_other_rules_is_fought_from_where_it_leaves(tmp_path: Path) -> None:
    """What was before the fork was played under rules of which only the events are left."""
    save = fought(tmp_path)
    going = play_on(save, 5, controllers={"heroes": "human", "foes": "human"})
    decision = going.session.decision
    assert decision is not None
    from tacsim.core.intents import EndTurn

    going.session.submit(EndTurn(decision.actor))
    going.journal.close()

    def older(plains: Plains) -> None:
        plains[0][1]["fingerprint"] = "old"
        steps(plains)[0][1][3] = bytes(8)  # today's rules do not lead there

    saved = read(rewritten(save, older))
    main, branch = saved.branches
    assert (saved.foreign_to(main), saved.foreign_to(branch)) == (True, False)
    assert not verify(saved, main).ok
    assert verify(saved, branch).ok
    assert verify(saved, branch).intents == 6


def test_a_branch_of_a_branch_under_other_rules_that_leaves_before_it(tmp_path: Path) -> None:
    save = fought(tmp_path)
    people = {"heroes": "human", "foes": "human"}
    play_on(save, 5, controllers=people).journal.close()
    going = play_on(save, 2, controllers=people)
    decision = going.session.decision
    assert decision is not None
    from tacsim.core.intents import EndTurn

    going.session.submit(EndTurn(decision.actor))
    going.journal.close()

    def older(plains: Plains) -> None:
        plains[0][1]["fingerprint"] = "old"
        steps(plains)[0][1][3] = bytes(8)

    saved = read(rewritten(save, older))
    assert [one.first for one in saved.branches] == [0, 6, 3]
    assert verify(saved).ok


def test_a_save_that_has_not_begun_is_verified(path: Path) -> None:
    verdict = verify(read(rewritten(path, lambda plains: plains[:2])))
    assert (verdict.ok, verdict.intents) == (True, 0)


def test_the_first_difference_of_states_is_found_in_order(path: Path) -> None:
    saved = read(path)
    one, other = saved.battle().world, saved.battle().world

    def found() -> tuple[str, str, str]:
        return differing(one.state, other.state, one.ids) or ("", "", "")

    assert found() == ("", "", "")
    hurt = attrs.evolve(one.get("bob", HitPoints), current=1)
    other.put("bob", hurt)
    where, was, now = found()
    assert (where, now) == ("bob: HitPoints.current", "1")
    assert was == str(one.get("bob", HitPoints).current)
    other.tables[HitPoints] = {"bob": hurt}
    where, was, now = found()
    assert (where, now) == ("ann: HitPoints", "nothing")
