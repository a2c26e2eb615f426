"""Replays: the same battle again, forwards, backwards and from anywhere to anywhere."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from storage.fights import BRAWL, fought

from tacsim.model.intents import EndTurn, Move, Stand
from tacsim.rules.apply import apply
from tacsim.storage.digest import StateDigest
from tacsim.storage.replay import Replay, Timeline
from tacsim.storage.saved import Saved, Step, read


@pytest.fixture(scope="module")
def save(tmp_path_factory: pytest.TempPathFactory) -> Saved:
    return read(fought(tmp_path_factory.mktemp("save")))


@pytest.fixture(scope="module")
def auto(tmp_path_factory: pytest.TempPathFactory) -> Saved:
    folder = tmp_path_factory.mktemp("auto")
    return read(fought(folder, BRAWL, auto=True, rounds=6))


def states(saved: Saved) -> list[bytes]:
    """The digest after each event, each from a fresh start."""
    entries = Replay(saved).entries
    battle = saved.battle()
    found = [StateDigest(battle.world).value]
    for entry in entries:
        apply(battle.world, entry.event)
        found.append(StateDigest(battle.world).value)
    return found


def test_every_intent_comes_out_as_it_was_saved(save: Saved, auto: Saved) -> None:
    for saved in (save, auto):
        replay = Replay(saved)
        assert replay.verified
        assert replay.intents == len(saved.steps)
        assert replay.note == ""
        assert saved.last is not None
        assert replay.digest.startswith(saved.last.digest)


def test_the_events_alone_lead_to_the_same_states(save: Saved, auto: Saved) -> None:
    for saved in (save, auto):
        replay = Replay(saved)
        timeline = Timeline(replay)
        digest = StateDigest(timeline.battle.world)
        marks = [saved.begun, *(step.mark for step in saved.steps)]
        for index, mark in enumerate(marks):
            ends = replay.starts[index + 1] if index + 1 < len(marks) else timeline.length
            timeline.seek(ends)
            assert mark is not None
            assert digest.kept == mark.digest


def test_backwards_is_forwards_the_other_way(save: Saved) -> None:
    wanted = states(save)
    timeline = Timeline(Replay(save))
    digest = StateDigest(timeline.battle.world)
    timeline.seek(timeline.length)
    for position in range(timeline.length, -1, -1):
        timeline.seek(position)
        assert digest.value == wanted[position]
    for position in range(timeline.length + 1):
        timeline.seek(position)
        assert digest.value == wanted[position]


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.integers(0, 10**6), min_size=1, max_size=12))
def test_any_way_through_it_shows_the_same(save: Saved, places: list[int]) -> None:
    timeline = _timeline(save)
    wanted = _wanted(save)
    digest = StateDigest(timeline.battle.world)
    for place in places:
        timeline.seek(place % (timeline.length + 1))
        assert digest.value == wanted[timeline.position]
    digest.close()


_cache: dict[str, object] = {}


def _timeline(saved: Saved) -> Timeline:
    if "timeline" not in _cache:
        _cache["timeline"] = Timeline(Replay(saved))
    found = _cache["timeline"]
    assert isinstance(found, Timeline)
    return found


def _wanted(saved: Saved) -> list[bytes]:
    if "wanted" not in _cache:
        _cache["wanted"] = states(saved)
    found = _cache["wanted"]
    assert isinstance(found, list)
    return found


def test_it_steps_by_what_people_are_told(save: Saved) -> None:
    timeline = Timeline(Replay(save))
    told = [entry for entry in timeline.events if entry.event.PUBLIC]
    seen = []
    while (entry := timeline.forward()) is not None:
        seen.append(entry)
    assert seen == told
    back = []
    while timeline.back() is not None:
        back.append(timeline.entry)
    assert timeline.position == 0
    assert [entry for entry in reversed(back) if entry] == told[:-1]


def test_it_steps_by_turn_and_round(save: Saved) -> None:
    timeline = Timeline(Replay(save))
    turns = []
    while (entry := timeline.next_turn()) is not None and timeline.position < timeline.length:
        assert timeline.battle.world.clock.active == entry.event.actor
        turns.append((entry.round, entry.event.actor))
    assert turns == [(1, "ann"), (1, "bob"), (2, "ann"), (2, "bob"), (3, "ann")]
    timeline.previous_turn()
    assert timeline.entry is not None
    assert (timeline.entry.round, timeline.entry.event.actor) == (3, "ann")
    timeline.previous_turn()
    assert timeline.battle.world.clock.active == "bob"
    timeline.previous_round()
    assert timeline.battle.world.clock.round == 2
    timeline.previous_round()
    assert timeline.battle.world.clock.round == 1
    timeline.next_round()
    assert timeline.battle.world.clock.round == 2


def test_it_does_not_go_beyond_the_ends(save: Saved) -> None:
    timeline = Timeline(Replay(save))
    assert timeline.back() is None
    for place in (-1, timeline.length + 1):
        with pytest.raises(IndexError):
            timeline.seek(place)
    timeline.seek(timeline.length)
    assert timeline.forward() is None
    assert timeline.next_turn() is None


def test_what_is_worth_a_mark_has_one(save: Saved) -> None:
    timeline = Timeline(Replay(save))
    kinds = {mark.kind: timeline.events[mark.number].event.NAME for mark in timeline.marks}
    assert kinds["opportunity"] == "took"
    assert kinds["critical"] == "struck"


def changed(saved: Saved, index: int, **changes: object) -> Saved:
    """A save with one step tampered with."""
    steps = list(saved.steps)
    steps[index] = attrs.evolve(steps[index], **changes)
    return attrs.evolve(saved, steps=tuple(steps))


def test_a_changed_intent_is_a_divergence_that_names_it(save: Saved) -> None:
    at = next(i for i, step in enumerate(save.steps) if isinstance(step.intent, Move))
    replay = Replay(changed(save, at, intent=Move("ann", to=(1, 1))))
    assert replay.divergence is not None
    assert replay.divergence.step == at + 1
    assert replay.divergence.intent == Move("ann", to=(1, 1))
    assert f"step {at + 1} (move of ann)" in replay.divergence.message
    timeline = Timeline(replay)
    assert timeline.verified
    timeline.seek(timeline.length)
    assert not timeline.verified


def test_a_changed_digest_is_a_divergence_but_the_battle_goes_on(save: Saved) -> None:
    other = attrs.evolve(save.steps[2].mark, digest=bytes(8))
    replay = Replay(changed(save, 2, mark=other))
    assert replay.divergence is not None
    assert replay.divergence.step == 3
    assert replay.intents == len(save.steps)


def test_a_step_that_is_refused_now_ends_the_replay(save: Saved) -> None:
    replay = Replay(changed(save, 1, intent=Stand("ann")))
    assert replay.divergence is not None
    assert "refused" in replay.divergence.message
    assert replay.intents == 1


def test_a_step_at_which_the_rules_stumble_ends_the_replay(save: Saved) -> None:
    replay = Replay(changed(save, 0, intent=Move("ann", to=(1, 2, 3, 4))))
    assert replay.divergence is not None
    assert replay.intents == 0


def test_a_save_of_other_rules_is_shown_and_says_so(save: Saved) -> None:
    foreign = attrs.evolve(save, header=attrs.evolve(save.header, fingerprint="other"))
    replay = Replay(foreign)
    assert replay.verified
    assert "rules have changed" in replay.note


def test_a_save_without_a_beginning_is_an_empty_replay(save: Saved) -> None:
    replay = Replay(attrs.evolve(save, begun=None, steps=()))
    assert (replay.entries, replay.intents, replay.verified) == ([], 0, True)
    assert Timeline(replay).forward() is None


def test_an_intent_out_of_turn_is_refused(save: Saved) -> None:
    extra = Step(EndTurn("ann"), save.steps[-1].mark)
    replay = Replay(attrs.evolve(save, steps=(*save.steps, extra)))
    assert replay.divergence is not None
    assert replay.divergence.step == len(save.steps) + 1


def test_watching_changes_nothing_on_disk(tmp_path: Path) -> None:
    path = fought(tmp_path)
    before = path.read_bytes(), path.stat().st_mtime_ns
    timeline = Timeline(Replay(read(path)))
    timeline.seek(timeline.length)
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before
