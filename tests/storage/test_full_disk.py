"""What is taken back, and what a disk does not take: the file says what happened all the same."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from gate import slow
from storage.fights import HOTSEAT, played, scenario_of, state

from tacsim.content.setup import begin
from tacsim.core.intents import Decline, EndTurn, Move
from tacsim.session.session import Session
from tacsim.storage.errors import SaveError
from tacsim.storage.journal import Journal
from tacsim.storage.resume import resume
from tacsim.storage.saved import parse, read
from tacsim.storage.timeline import STRETCH, Timeline


class Full:
    """A stream that writes nothing."""

    def __init__(self, stream: object) -> None:
        self.stream = stream

    def write(self, _data: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    def __getattr__(self, name: str) -> object:
        return getattr(self.stream, name)


@contextmanager
def full(journal: Journal) -> Iterator[None]:
    """While the disk is full."""
    whole = journal.file.stream
    journal.file.stream = Full(whole)  # type: ignore[assignment]  # as far as a journal uses it
    yield
    journal.file.stream = whole


def as_killed(journal: Journal) -> bytes:
    """The state that is read from the file as it is now, nothing being closed."""
    saved, _frames = parse(journal.path.read_bytes(), journal.path)
    assert saved.lost == ""
    timeline = Timeline(saved)
    timeline.seek(timeline.length)
    assert timeline.divergence is None
    return state(timeline)


def test_steps_and_undos_that_the_disk_did_not_take_are_written_with_the_next(
    tmp_path: Path,
) -> None:
    session, journal = played(tmp_path, Move("ann", to=(1, 1)))
    known = as_killed(journal)
    with full(journal):
        for attempt in (
            lambda: session.submit(Move("ann", to=(2, 1))),
            session.take_back,
            session.take_back,
            lambda: session.submit(Move("ann", to=(0, 1))),
        ):
            with pytest.raises(SaveError, match="No space left"):
                attempt()
            assert as_killed(journal) == known
    assert [type(intent) for intent in session.intents] == [Move]
    session.submit(EndTurn("ann"))
    assert as_killed(journal) == state(session)
    assert [step.intent for step in read(journal.path).steps] == [
        Move("ann", to=(0, 1)), EndTurn("ann"),
    ]  # fmt: skip
    journal.close()


def test_closing_tries_once_more(tmp_path: Path) -> None:
    session, journal = played(tmp_path, Move("ann", to=(1, 1)))
    with full(journal), pytest.raises(SaveError):
        session.take_back()
    expected = state(session)
    journal.close()
    saved = read(journal.path)
    assert (saved.steps, saved.lost) == ((), "")
    going = resume(journal.path)
    assert state(going.session) == expected
    going.journal.close()


def test_closing_tries_once_more_where_nothing_else_is_left_to_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As with the last step of a battle, with which events and keyframe are written."""
    session, journal = played(tmp_path)
    monkeypatch.setattr("tacsim.storage.journal.STRETCH", 1)
    with full(journal), pytest.raises(SaveError):
        session.submit(Move("ann", to=(1, 1)))
    assert read(journal.path).steps == ()
    journal.close()
    assert len(read(journal.path).steps) == 1
    assert as_killed(journal) == state(session)


def test_a_file_that_was_removed_or_replaced_is_not_written_to(tmp_path: Path) -> None:
    session, journal = played(tmp_path)
    aside = journal.path.rename(tmp_path / "aside")
    for there in (None, b"another one"):
        if there is not None:
            journal.path.write_bytes(there)
        with pytest.raises(SaveError, match="no longer there"):
            session.submit(EndTurn(session.battle.decision.actor))
    aside.replace(journal.path)
    journal.retry()
    assert as_killed(journal) == state(session)
    journal.close()


def test_what_waits_is_written_on_demand(tmp_path: Path) -> None:
    session, journal = played(tmp_path)
    journal.retry()
    with full(journal):
        with pytest.raises(SaveError):
            session.submit(Move("ann", to=(1, 1)))
        with pytest.raises(SaveError, match="No space left"):
            journal.retry()
    journal.retry()
    assert as_killed(journal) == state(session)
    assert not journal.closed
    journal.close()
    assert journal.closed


@pytest.mark.parametrize("seed", [0, *slow(1, 2)])
@pytest.mark.parametrize("fog", [True, *slow(False)])
def test_killed_at_any_time_amid_undos_the_file_holds_the_battle_as_it_is(
    tmp_path: Path, seed: int, fog: bool
) -> None:
    random, switch = Random(seed), "seed = 7\nfog = true" if fog else "seed = 7"
    scenario = scenario_of(HOTSEAT.replace("seed = 7", switch), tmp_path)
    session = Session(begin(scenario))
    from tacsim.storage.saved import header_of

    journal = Journal.create(tmp_path, header_of(scenario, session.battle), sync=False)
    journal.attach(session)
    session.begin()
    undone = 0
    for turn in range(3 * STRETCH):
        decision = session.decision
        if decision is None:
            break
        if not session.undo and random.random() < 0.4:
            session.take_back()
            undone += 1
        elif not decision.is_turn:
            session.submit(Decline(decision.actor))
        elif random.random() < 0.3:
            session.submit(EndTurn(decision.actor))
        else:
            place = (random.randrange(10), random.randrange(4))
            session.submit(Move(decision.actor, to=place))
        if turn % 4 == 0 or len(session.intents) % STRETCH in (0, 1):
            assert as_killed(journal) == state(session)
    assert undone > 5
    assert as_killed(journal) == state(session)
    assert len(read(journal.path).steps) == len(session.intents)
    journal.close()
    assert as_killed(journal) == state(session)
