"""Golden saves: what people have kept in every format and under every ruleset is still theirs."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from cli.calls import call
from storage.fights import MAPS, Plains, in_format_1, payloads_of, rewritten, state

from tacsim.core.intents import Adjourn
from tacsim.storage.folder import list_saves
from tacsim.storage.frames import READ, split
from tacsim.storage.migrate import current
from tacsim.storage.payloads import EVENTS
from tacsim.storage.resume import play_on, resume
from tacsim.storage.saved import read
from tacsim.storage.timeline import Timeline
from tacsim.storage.verify import verify, verify_all

GOLDEN = Path(__file__).parent / "golden"
SAVES = sorted(GOLDEN.glob("*.tacsim"))
LEADS_ELSEWHERE: dict[str, tuple[int, str]] = {}
"""Saves that today's rules leave on purpose: the step, and the clause; see golden/README.md."""


@pytest.fixture(params=SAVES, ids=[path.stem for path in SAVES])
def save(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return Path(shutil.copy(request.param, tmp_path))


def test_there_is_one_of_every_format_and_ruleset() -> None:
    found = {(read(path).format, read(path).header.ruleset) for path in SAVES}
    assert found == {(number, ruleset) for number in READ for ruleset in MAPS}
    for path in SAVES:
        saved = read(path)
        assert path.stem.startswith(f"{saved.header.ruleset}-format{saved.format}")


def test_it_opens(save: Path) -> None:
    saved = read(save)
    assert saved.lost == ""
    (info,) = list_saves(save.parent)
    assert (info.name, info.broken) == (saved.header.name, "")
    assert saved.main.intents > 40


def test_it_replays(save: Path) -> None:
    """Every state that it tells a digest of is reached, from its events or by fighting it again."""
    saved = read(save)
    for branch in saved.branches:
        timeline = Timeline(saved, branch)
        if save.stem in LEADS_ELSEWHERE and saved.format == 1:
            assert timeline.divergence is not None
            continue
        assert timeline.verified
        for index in range(branch.length):
            timeline.step_to(index + 1)
            assert state(timeline)[:8] == branch.mark(index).digest
        for side in timeline.battle.world.sides.items:
            timeline.watch_as(side.id)
            timeline.seek(timeline.length // 2)


def test_it_verifies(save: Path) -> None:
    saved = read(save)
    if save.stem in LEADS_ELSEWHERE:
        found = verify(saved, saved.main).difference
        assert found is not None
        step, clause = LEADS_ELSEWHERE[save.stem]
        assert found.step == step
        assert clause in found.clauses
        return
    assert [one.difference for one in verify_all(saved)] == [None] * len(
        [one for one in saved.branches if not one.dropped]
    )


@pytest.mark.parametrize("ruleset", sorted(MAPS))
def test_an_attack_that_was_recorded_otherwise_is_named(ruleset: str, tmp_path: Path) -> None:
    """As if a rule had been corrected since: the first attack had a part then that it lost."""
    save = Path(shutil.copy(GOLDEN / f"{ruleset}-format2.tacsim", tmp_path))
    lost = {"name": "old", "value": 1, "clause": f"{ruleset}.attack.old"}
    steps: list[int] = []

    def change(plains: Plains) -> None:
        told = [entry for kind, plain in plains if kind == EVENTS for entry in plain]
        step, event = next(
            (step, event)
            for step, entry in enumerate(told)
            for event in entry
            if event[0] == "struck"
        )
        event[2].setdefault("modifiers", []).append(lost)
        steps.append(step)

    answer = call("replay", rewritten(save, change), "--branch", "0", "--verify", "--json")
    assert answer.code == 1
    assert (answer.json["ok"], answer.json["step"]) == (False, steps[0])
    assert answer.json["clauses"] == [lost["clause"]]
    assert "modifiers was old 1" in answer.json["message"]


def test_it_is_gone_on_with(save: Path) -> None:
    if save.stem in LEADS_ELSEWHERE:
        pytest.skip("it can only be watched")
    before = save.read_bytes()
    old = read(save).format == 1
    intents = read(save).main.intents
    people = {side.id: "human" for side in read(save).scenario.sides}
    going = play_on(save, intents - 3, branch="0", controllers=people)
    path = going.journal.path
    going.session.submit(Adjourn())
    going.journal.close()
    assert (save.read_bytes() == before) == old
    saved = read(path)
    assert saved.current.intents == intents - 2
    assert verify(saved).ok
    resume(path, branch="0").journal.close()


def test_format_1_is_brought_up_to_date(save: Path) -> None:
    saved, newer = current(save)
    if split(save.read_bytes(), "a").format > 1:
        assert newer is None
        return
    assert newer is not None
    assert saved.format == 2
    assert saved.header == read(save).header
    assert [step.plain for step in saved.steps] == [step.plain for step in read(save).steps]
    assert Timeline(saved).recorded == saved.main.length
    assert verify(saved).ok == (save.stem not in LEADS_ELSEWHERE)


@pytest.mark.parametrize("ruleset", sorted(MAPS))
def test_both_formats_tell_the_same_battle(ruleset: str) -> None:
    """And the tests' own writer of format 1 writes what the old program wrote."""
    one = read(GOLDEN / f"{ruleset}-format1.tacsim")
    two = read(GOLDEN / f"{ruleset}-format2.tacsim")
    assert one.header == two.header
    assert [step.plain for step in one.steps] == [step.plain for step in two.steps]
    assert in_format_1(two) == (GOLDEN / f"{ruleset}-format1.tacsim").read_bytes()


@pytest.mark.parametrize("ruleset", sorted(MAPS))
def test_those_of_format_2_have_every_kind_of_frame(ruleset: str) -> None:
    payloads = payloads_of(GOLDEN / f"{ruleset}-format2.tacsim")
    assert {payload[0] for payload in payloads} == set(range(10))
