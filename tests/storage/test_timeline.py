"""Timelines: the same battle again, forwards, backwards and from anywhere to anywhere."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gate import slow
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from storage.fights import (
    EACH,
    FOG,
    MAPS,
    Plains,
    fight,
    fought,
    fought_map,
    greedy,
    named_scenario,
    played,
    rewritten,
    scenario_of,
    state,
    walked,
    without,
)

from examples import some
from tacsim.content.setup import begin
from tacsim.core import events as ev
from tacsim.core.apply import apply
from tacsim.core.components import Carried, Speed, SpeedBonus
from tacsim.core.intents import EndTurn, Move
from tacsim.session.controllers import controllers_for
from tacsim.session.headless import play_out
from tacsim.session.perception import Gathered, Memory
from tacsim.session.session import Session
from tacsim.storage import execution
from tacsim.storage.errors import CodecError, SaveError
from tacsim.storage.event_index import Highlight
from tacsim.storage.journal import Journal
from tacsim.storage.payloads import BACK, EVENTS, HEADER, KEYFRAME, STEP
from tacsim.storage.saved import Saved, header_of, read
from tacsim.storage.timeline import AT_HAND, STRETCH, Timeline
from tacsim.storage.validation import check_record

WARREN = "ogre_warren"
"""A scenario of the game with fog."""


@pytest.fixture(scope="module")
def save(tmp_path_factory: pytest.TempPathFactory) -> Saved:
    return read(fought(tmp_path_factory.mktemp("save")))


@pytest.fixture(scope="module", params=EACH)
def rich(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Saved:
    """A battle of each ruleset, longer than a stretch."""
    saved = read(fought_map(tmp_path_factory.mktemp("rich"), request.param))
    assert saved.main.length > STRETCH
    return saved


@pytest.fixture(scope="module")
def foggy(tmp_path_factory: pytest.TempPathFactory) -> Saved:
    folder = tmp_path_factory.mktemp("foggy")
    saved = read(fight(folder, named_scenario(WARREN), auto=True, rounds=6, seed=5))
    assert saved.header.fog
    assert saved.main.length > 2 * STRETCH
    return saved


# --- what happened ----------------------------------------------------------------------------


def test_what_is_recorded_is_what_happened(tmp_path: Path) -> None:
    scenario = named_scenario(MAPS["d20"])
    session = Session(begin(scenario, seed=3), greedy(scenario))
    with Journal.create(tmp_path, header_of(scenario, session.battle), sync=False) as journal:
        journal.attach(session)
        play_out(session, 3, lambda _: None)
    timeline = Timeline(read(journal.path))
    assert list(timeline) == session.entries
    assert timeline.recorded == len(session.intents) + 1
    assert [timeline.branch.intent(n) for n in range(1, timeline.branch.length)] == session.intents


def test_recorded_events_are_those_of_fighting_it_again(rich: Saved) -> None:
    recorded = Timeline(rich)
    bare = without(rich.path, EVENTS, KEYFRAME)
    fought_again = Timeline(read(bare))
    assert (recorded.recorded, fought_again.recorded) == (rich.main.length, 0)
    assert recorded.executed == []
    assert fought_again.divergence is None
    assert list(fought_again) == list(recorded)
    assert fought_again.starts == recorded.starts
    assert vars(fought_again.index) == vars(recorded.index)


def test_watching_what_is_recorded_carries_no_intent_out(
    rich: Saved, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = walked(rich)

    def never(*_: object) -> None:
        raise AssertionError("fought again")

    monkeypatch.setattr(execution, "submit", never)
    monkeypatch.setattr(execution, "start", never)
    assert walked(rich) == wanted


def test_keyframes_are_the_states_that_the_events_lead_to(rich: Saved) -> None:
    timeline = Timeline(rich)
    battle = rich.battle()
    battle.world.restore(timeline.opening)
    assert timeline.opening == rich.battle().world.state
    keyframes = {piece.end: piece for piece in rich.main.states()}
    assert set(keyframes) == {0, *range(STRETCH, rich.main.length, STRETCH), rich.main.length}
    for entries in range(rich.main.length + 1):
        position = timeline.position_of(entries)
        if entries in keyframes:
            place, keyframe = timeline.keyframe(entries)
            assert place == entries
            assert keyframe.state == battle.world.state
        if entries < rich.main.length:
            for entry in timeline[position : timeline.position_of(entries + 1)]:
                apply(battle.world, entry.event)
            assert state(battle)[:8] == rich.main.mark(entries).digest


def test_the_faces_of_the_dice_are_in_the_steps(rich: Saved) -> None:
    timeline, position = Timeline(rich), 0
    for index in range(rich.main.length):
        mark = rich.main.mark(index)
        events = timeline[timeline.position_of(index) : timeline.position_of(index + 1)]
        faces = [face for one in events for face in getattr(one.event, "dice", ())]
        assert mark.faces == tuple(faces)
        position += len(faces)
        assert mark.dice == position
    assert position


# --- going there ------------------------------------------------------------------------------


def test_backwards_is_forwards_the_other_way(save: Saved) -> None:
    wanted = walked(save)
    timeline = Timeline(save)
    timeline.seek(timeline.length)
    for position in range(timeline.length, -1, -1):
        timeline.seek(position)
        assert state(timeline) == wanted[position]
    for position in range(timeline.length + 1):
        timeline.seek(position)
        assert state(timeline) == wanted[position]


_walked: dict[Path, list[bytes]] = {}
_timelines: dict[Path, Timeline] = {}


def wanted_at(saved: Saved, position: int) -> bytes:
    if saved.path not in _walked:
        _walked[saved.path] = walked(saved)
    return _walked[saved.path][position]


@settings(deadline=None, max_examples=some(12), suppress_health_check=list(HealthCheck))
@given(st.lists(st.integers(0, 10**6), min_size=1, max_size=12))
def test_any_way_through_it_shows_the_same(save: Saved, rich: Saved, places: list[int]) -> None:
    for saved in (save, rich):
        timeline = _timelines.setdefault(saved.path, Timeline(saved))
        for place in places:
            timeline.seek(place % (timeline.length + 1))
            assert state(timeline) == wanted_at(saved, place % (timeline.length + 1))


def test_it_goes_no_further_than_a_keyframe_away(
    rich: Saved, monkeypatch: pytest.MonkeyPatch
) -> None:
    timeline = Timeline(rich)
    went: list[int] = []
    really = Timeline._advance

    def advance(self: Timeline, position: int) -> None:
        went.append(self.entry_at(position) - self.entry_at(self.position))
        really(self, position)

    monkeypatch.setattr(Timeline, "_advance", advance)
    for position in [*range(timeline.length, 0, -7), *range(0, timeline.length, 11)]:
        timeline.seek(position)
    assert max(went) <= STRETCH


def test_stretches_at_hand_are_few_and_read_again(rich: Saved) -> None:
    timeline = Timeline(rich)
    first = timeline[0]
    assert [timeline[n] for n in range(timeline.length)] == list(Timeline(rich))
    assert len(timeline._open) <= AT_HAND
    assert timeline[0] == first
    with pytest.raises(IndexError):
        timeline[timeline.length]
    assert timeline[3:9:2] == [timeline[3], timeline[5], timeline[7]]


def test_it_steps_by_what_people_are_told(save: Saved) -> None:
    timeline = Timeline(save)
    told = [entry for entry in timeline if entry.event.PUBLIC]
    seen = []
    while (entry := timeline.go()) is not None:
        seen.append(entry)
    assert seen[: len(told)] == told
    assert not any(entry.event.PUBLIC for entry in seen[len(told) :])
    assert timeline.position == timeline.length
    back = []
    while timeline.go(-1) is not None:
        back.append(timeline.entry)
    assert timeline.position == 0
    assert [entry for entry in reversed(back) if entry][: len(told)] == told[: len(back)]


def test_it_steps_by_turn_and_round(save: Saved) -> None:
    timeline = Timeline(save)
    turns = []
    while (
        entry := timeline.go(1, timeline.turns)
    ) is not None and timeline.position < timeline.length:
        assert timeline.battle.world.clock.active == entry.event.actor
        turns.append((entry.round, entry.event.actor))
    assert turns == [(1, "ann"), (1, "bob"), (2, "ann"), (2, "bob"), (3, "ann")]
    timeline.go(-1, timeline.turns)
    assert timeline.entry is not None
    assert (timeline.entry.round, timeline.entry.event.actor) == (3, "ann")
    timeline.go(-1, timeline.turns)
    assert timeline.battle.world.clock.active == "bob"
    timeline.go(-1, timeline.rounds)
    assert timeline.battle.world.clock.round == 2
    timeline.go(-1, timeline.rounds)
    assert timeline.battle.world.clock.round == 1
    timeline.go(1, timeline.rounds)
    assert timeline.battle.world.clock.round == 2


def test_it_does_not_go_beyond_the_ends(save: Saved) -> None:
    timeline = Timeline(save)
    assert timeline.go(-1) is None
    assert timeline.entry is None
    for place in (-1, timeline.length + 1):
        with pytest.raises(IndexError):
            timeline.seek(place)
    timeline.seek(timeline.length)
    assert timeline.go() is None
    assert timeline.go(1, timeline.turns) is None


def test_it_knows_where_things_are(rich: Saved) -> None:
    timeline = Timeline(rich)
    entries = list(timeline)
    starts = [e.number + 1 for e in entries if e.event.NAME == "turn_started"]
    assert timeline.turns == starts
    assert timeline.rounds == [e.number + 1 for e in entries if e.event.NAME == "round_started"]
    assert [t.creature for t in timeline.index.turns] == [
        entries[n - 1].event.actor for n in starts
    ]
    assert list(timeline.stops) == [0, *(e.number + 1 for e in entries if e.event.PUBLIC)]
    marks = []
    for entry in entries:
        match entry.event:
            case ev.Downed(target=one):
                marks.append(Highlight(entry.number, "down", one))
            case ev.Took(actor=one):
                marks.append(Highlight(entry.number, "opportunity", one))
            case ev.Struck(actor=one, outcome="critical"):
                marks.append(Highlight(entry.number, "critical", one))
            case ev.GoalHeld() | ev.GoalMet():
                marks.append(Highlight(entry.number, "goal"))
    assert timeline.index.highlights == marks
    for number in range(0, timeline.length, 17):
        assert timeline.index.round_at(number) == entries[number].round


# --- through whose eyes -----------------------------------------------------------------------


def gathered(saved: Saved) -> dict[str, list[Gathered]]:
    """What each side has gathered after each event, by walking from the beginning."""
    battle = saved.battle()
    battle.fog = True
    memories = {side.id: Memory(battle, side.id) for side in battle.world.sides.items}
    found = {side: [memory.gathered] for side, memory in memories.items()}
    for entry in Timeline(saved):
        apply(battle.world, entry.event)
        for side, memory in memories.items():
            memory.update()
            found[side].append(memory.gathered)
    return found


def alike(one: Gathered, other: Gathered) -> bool:
    return (
        bool((one.ground == other.ground).all())
        and one.items == other.items
        and one.sightings == other.sightings
    )


@pytest.fixture(scope="module")
def remembered(foggy: Saved) -> dict[str, list[Gathered]]:
    return gathered(foggy)


@pytest.mark.parametrize("kinds", [(), *slow(((KEYFRAME,),)), (EVENTS, KEYFRAME)])
def test_memories_are_those_of_walking_there(
    foggy: Saved, remembered: dict[str, list[Gathered]], kinds: tuple[int, ...]
) -> None:
    saved, wanted = read(without(foggy.path, *kinds)) if kinds else foggy, remembered
    assert any((found[0].ground != found[-1].ground).any() for found in wanted.values())
    assert any(one.sightings for found in wanted.values() for one in found)
    rng = np.random.default_rng(1)
    timeline = Timeline(saved)
    for side in [*wanted, *wanted]:
        timeline.watch_as(side)
        memory = timeline.memory
        assert memory is not None
        places = [timeline.length, 0, *rng.integers(0, timeline.length + 1, 4)]
        for place in map(int, places):
            timeline.seek(place)
            assert alike(memory.gathered, wanted[side][place]), (side, place)
            assert state(timeline) == wanted_at(foggy, place)
            fresh = Memory(timeline.battle, side)
            assert memory.known == fresh.known
            assert (memory.seen == fresh.seen).all()
        timeline.seek(5)
        timeline.watch_as(None)
        assert timeline.memory is None
        assert timeline.position == 5


def test_a_side_that_there_is_not_sees_nothing(save: Saved) -> None:
    timeline = Timeline(save)
    with pytest.raises(KeyError):
        timeline.watch_as("nobody")


def test_a_battle_without_fog_is_watched_through_eyes_too(save: Saved) -> None:
    wanted = gathered(save)
    timeline = Timeline(save)
    timeline.seek(20)
    timeline.watch_as("foes")
    assert timeline.position == 20
    for place in (20, timeline.length, 3):
        timeline.seek(place)
        assert timeline.memory is not None
        assert alike(timeline.memory.gathered, wanted["foes"][place])
    timeline.watch_as(None)
    assert timeline.battle.fog is False


def test_what_a_session_remembers_is_what_watching_shows(tmp_path: Path) -> None:
    scenario = scenario_of(FOG, tmp_path)
    session = Session(begin(scenario), controllers_for(scenario))
    with Journal.create(tmp_path, header_of(scenario, session.battle), sync=False) as journal:
        journal.attach(session)
        play_out(session, 9, lambda _: None)
    timeline = Timeline(read(journal.path))
    for side, memory in session.onlookers.memories.items():
        timeline.watch_as(side)
        timeline.seek(timeline.length)
        assert timeline.memory is not None
        assert alike(timeline.memory.gathered, memory.gathered)


# --- where it leaves what was saved -----------------------------------------------------------


def step_changed(index: int, **changes: Any) -> Callable[[Plains], Plains]:
    """A change of the ``index``-th step, by the names of its entries."""
    names = ("intent", "actor", "fields", "digest", "faces", "round", "turn")

    def change(plains: Plains) -> Plains:
        at = [n for n, (kind, _) in enumerate(plains) if kind == STEP][index]
        plain = list(plains[at][1])
        for name, value in changes.items():
            plain[names.index(name)] = value
        plains[at] = (STEP, plain)
        return [one for one in plains if one[0] not in (EVENTS, KEYFRAME)]

    return change


def test_a_changed_intent_is_a_divergence_that_names_it(save: Saved) -> None:
    at = next(i for i, step in enumerate(save.steps) if isinstance(step.intent, Move))
    odd = rewritten(save.path, step_changed(at, fields={"to": [1, 1]}))
    timeline = Timeline(read(odd))
    found = timeline.divergence
    assert found is not None
    assert found.step == at + 1
    assert found.intent == Move("ann", to=(1, 1))
    assert f"step {at + 1} (move of ann)" in found.message
    assert found.entry == timeline.position_of(at + 1)
    assert found.message in timeline.note
    timeline.seek(found.entry)
    assert timeline.verified
    timeline.seek(timeline.length)
    assert not timeline.verified


def test_a_changed_digest_is_a_divergence_but_the_battle_goes_on(save: Saved) -> None:
    odd = rewritten(save.path, step_changed(2, digest=bytes(8)))
    timeline = Timeline(read(odd))
    found = timeline.divergence
    assert found is not None
    assert found.step == 3
    assert timeline.length == Timeline(save).length


@pytest.mark.parametrize(
    ("at", "changes", "words"),
    [
        (1, {"intent": "stand", "fields": {}}, "refused"),
        (0, {"fields": {"to": [1, 2, 3, 4]}}, "refused"),
        (0, {"intent": "leap"}, "cannot be read"),
        (0, {"fields": {"to": "there"}}, "cannot be read"),
        (0, {"actor": 7}, "cannot be read"),
    ],
)
def test_a_step_that_cannot_be_done_ends_the_battle(
    save: Saved, at: int, changes: dict[str, Any], words: str
) -> None:
    saved = read(rewritten(save.path, step_changed(at, **changes)))
    assert saved.lost == ""
    timeline = Timeline(saved)
    found = timeline.divergence
    assert found is not None
    assert (found.step, timeline.length) == (at + 1, found.entry)
    assert words in found.message
    assert "\n" not in found.message
    timeline.seek(timeline.length)
    assert timeline.entry_at(timeline.position) == at + 1


def test_a_step_at_which_the_rules_stumble_ends_the_battle(
    save: Saved, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumble(*_: object) -> None:
        raise ZeroDivisionError("one\ntwo")

    monkeypatch.setattr(execution, "submit", stumble)
    timeline = Timeline(read(without(save.path, EVENTS, KEYFRAME)))
    found = timeline.divergence
    assert found is not None
    assert found.step == 1
    assert "carried out" in found.message
    assert "\n" not in found.message
    assert timeline.length == timeline.position_of(1)


def test_an_intent_out_of_turn_is_refused(save: Saved) -> None:
    extra = [*["end_turn", "ann", {}], bytes(8), [], 3, 0]
    odd = rewritten(save.path, lambda plains: [*plains, (STEP, extra)])
    found = Timeline(read(odd)).divergence
    assert found is not None
    assert found.step == len(save.steps) + 1


def test_a_save_of_other_rules_is_shown_and_says_so(save: Saved) -> None:
    def foreign(plains: Plains) -> None:
        plains[0][1]["fingerprint"] = "other"

    saved = read(rewritten(save.path, foreign))
    timeline = Timeline(saved)
    assert saved.foreign_to(saved.current)
    assert timeline.verified
    assert "rules have changed" in timeline.note
    assert walked(saved) == walked(save)
    assert Timeline(save).note == ""


def test_a_save_without_a_beginning_is_an_empty_battle(save: Saved) -> None:
    for kinds in ((HEADER,), (HEADER, KEYFRAME)):

        def only(plains: Plains, kinds: tuple[int, ...] = kinds) -> Plains:
            return [plains[0], *([plains[1]] if len(kinds) > 1 else [])]

        saved = read(rewritten(save.path, only))
        timeline = Timeline(saved)
        assert (list(timeline), timeline.length, timeline.verified) == ([], 0, True)
        assert timeline.go() is None
        assert not saved.current.length
        assert saved.steps == ()


@pytest.mark.parametrize("recorded", [True, False])
def test_a_branch_that_was_taken_back_is_as_if_it_had_never_been(
    tmp_path: Path, recorded: bool
) -> None:
    session, journal = played(tmp_path, Move("ann", to=(1, 1)), Move("ann", to=(2, 1)))
    session.take_back()
    session.submit(Move("ann", to=(2, 2)))
    session.take_back()
    session.submit(EndTurn("ann"))
    if recorded:
        journal.close()
    else:
        journal.file.stream.close()
    saved = read(journal.path)
    assert [step.intent for step in saved.steps] == [Move("ann", to=(1, 1)), EndTurn("ann")]
    timeline = Timeline(saved)
    assert list(timeline) == session.entries
    assert (timeline.recorded == 3) == recorded
    timeline.seek(timeline.length)
    assert timeline.battle.world.state == session.battle.world.state


def test_taking_back_what_is_recorded_already_is_read_right(tmp_path: Path) -> None:
    """A BACK frame behind recorded events takes of them what they tell too much."""
    path = fought(tmp_path)
    saved = read(path)
    for intents in range(saved.main.intents, -1, -1):

        def shorter(plains: Plains, intents: int = intents) -> Plains:
            return [*plains, (BACK, [intents])]

        part = read(rewritten(path, shorter))
        assert (part.lost, part.main.intents) == ("", intents)
        timeline = Timeline(part)
        whole = Timeline(saved)
        assert timeline.recorded == intents + 1
        assert list(timeline) == whole[: timeline.length]
        assert timeline.length == whole.position_of(intents + 1)
        timeline.seek(timeline.length)
        whole.step_to(intents + 1)
        assert state(timeline) == state(whole)


# --- keyframes and events that lie ------------------------------------------------------------


def test_events_that_cannot_be_read_are_made_up_for(save: Saved) -> None:
    for nonsense in (None, 7, [], [[]], [[["no_such_event", None, {}]]], [3]):

        def spoil(plains: Plains, nonsense: Any = nonsense) -> Plains:
            return [(kind, nonsense if kind == EVENTS else plain) for kind, plain in plains]

        saved = read(rewritten(save.path, spoil))
        assert list(Timeline(saved)) == list(Timeline(save))


def test_a_keyframe_that_cannot_be_true_is_refused_where_it_is_needed(save: Saved) -> None:
    def spoil(plains: Plains) -> Plains:
        last = max(n for n, (kind, _) in enumerate(plains) if kind == KEYFRAME)
        when, changed, memories = plains[last][1]
        strange = [[name, "nobody", fields] for name, _, fields in changed]
        plains[last] = (KEYFRAME, [when, strange, memories])
        return plains

    timeline = Timeline(read(rewritten(save.path, spoil)))
    timeline.seek(timeline.length - 1)
    with pytest.raises(SaveError, match="nobody"):
        timeline.seek(timeline.length)


@pytest.mark.parametrize("component", ["Sides", "Identity"])
def test_a_keyframe_in_which_somebody_changes_sides_is_refused(save: Saved, component: str) -> None:
    def renamed(plain: Any) -> Any:
        if isinstance(plain, dict):
            return {key: renamed(value) for key, value in plain.items()}
        if isinstance(plain, list):
            return [renamed(value) for value in plain]
        return "nobody's" if plain == "foes" else plain

    def spoil(plains: Plains) -> Plains:
        first = min(n for n, (kind, _) in enumerate(plains) if kind == KEYFRAME)
        when, changed, memories = plains[first][1]
        strange = [renamed(one) if one[0] == component else one for one in changed]
        assert strange != changed
        plains[first] = (KEYFRAME, [when, strange, memories])
        return plains

    with pytest.raises(SaveError, match="side"):
        Timeline(read(rewritten(save.path, spoil)))


@pytest.mark.parametrize(
    ("component", "field", "odd"),
    [("Speed", "load", "crushing"), ("Armour", "band", "glass"), ("Size", "shape", "round")],
)
def test_a_keyframe_with_a_word_that_there_is_not_is_refused(
    save: Saved, component: str, field: str, odd: str
) -> None:
    """It is refused as it is read, in one line, rather than met in play."""

    def spoil(plains: Plains) -> Plains:
        first = min(n for n, (kind, _) in enumerate(plains) if kind == KEYFRAME)
        when, changed, memories = plains[first][1]
        strange = [
            [name, who, {**fields, field: odd}] if name == component else [name, who, fields]
            for name, who, fields in changed
        ]
        assert strange != changed
        plains[first] = (KEYFRAME, [when, strange, memories])
        return plains

    with pytest.raises(SaveError, match=f'"{odd}" for {field}') as caught:
        Timeline(read(rewritten(save.path, spoil)))
    assert "\n" not in str(caught.value)


def test_words_are_looked_over_wherever_they_are() -> None:
    """In the bonuses of a speed, and in what an event says of a burden."""
    for odd in (
        SpeedBonus(2, "enhanced"), SpeedBonus(2, armour="glass"), SpeedBonus(2, load="crushing"),
        Speed(6, bonuses=(SpeedBonus(2, load="crushing"),)),
        ev.PickedUp("A", "chest", "chest", Carried((), Speed(4, load="crushing"))),
    ):  # fmt: skip
        with pytest.raises(CodecError, match="is none"):
            check_record(odd, {"A"}, (9, 9))
    check_record(Speed(6, bonuses=(SpeedBonus(2), SpeedBonus(1, "morale"))), {"A"}, (9, 9))


def test_a_winner_that_is_no_side_is_refused(save: Saved) -> None:
    def spoil(plains: Plains) -> Plains:
        def odd(event: Any) -> Any:
            name, actor, fields = event
            return [name, actor, {"winner": "ann"} if name == "battle_ended" else fields]

        return [
            (kind, [[odd(one) for one in events] for events in plain] if kind == EVENTS else plain)
            for kind, plain in plains
        ]

    timeline = Timeline(read(rewritten(save.path, spoil)))
    with pytest.raises(SaveError, match="no side"):
        list(timeline)


def test_watching_changes_nothing_on_disk(tmp_path: Path) -> None:
    path = fought(tmp_path)
    before = path.read_bytes(), path.stat().st_mtime_ns
    timeline = Timeline(read(path))
    timeline.seek(timeline.length)
    timeline.watch_as("foes")
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before
    assert [one.name for one in tmp_path.iterdir() if one.suffix == ".tacsim"] == [path.name]


def test_a_timeline_keeps_out_of_the_way_of_another(save: Saved) -> None:
    one = Timeline(save)
    one.watch_as("foes")
    one.seek(one.length)
    other = one.again()
    assert (other.position, other.side, other.memory) == (0, None, None)
    assert state(other) == walked(save)[0]
    other.seek(5)
    assert (one.position, one.side, state(one)) == (one.length, "foes", walked(save)[-1])
