"""Branches: a save is a tree, and whatever is done to it is in the file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from storage.fights import fought, joined, payloads_of, played, state, walked

from tacsim.core.intents import EndTurn, Move, Strike
from tacsim.storage.branch import MAX_BRANCHES, NAMES, Branch
from tacsim.storage.errors import SaveError
from tacsim.storage.journal import Journal
from tacsim.storage.payloads import (
    BACK,
    DROP,
    EVENTS,
    GO,
    MAIN,
    NAME,
    STEP,
    Fork,
    Header,
    Mark,
    dictionary,
    fork_payload,
    header_payload,
    mark_payload,
    pack,
)
from tacsim.storage.resume import play_on, resume
from tacsim.storage.saved import Saved, read
from tacsim.storage.timeline import Timeline
from tacsim.storage.verify import verify, verify_all

PEOPLE = {"heroes": "human", "foes": "human"}
WAY = (Move("ann", to=(2, 0)), Strike("ann", "bob"), EndTurn("ann"), EndTurn("bob"))


@pytest.fixture
def main(tmp_path: Path) -> Path:
    """A battle between people that stopped in ann's second turn."""
    _, journal = played(tmp_path, *WAY)
    journal.close()
    return journal.path


def other_way(path: Path, at: int, **more: Any) -> Saved:
    """A branch from a decision on which everybody ends the turn, once."""
    going = play_on(path, at, **more)
    for _ in range(2):
        decision = going.session.decision
        assert decision is not None
        going.session.submit(EndTurn(decision.actor))
    going.journal.close()
    return read(path)


def test_a_branch_leaves_from_every_decision(tmp_path: Path) -> None:
    path = fought(tmp_path)
    whole = read(path)
    wanted = [state_after(whole, index) for index in range(whole.main.length)]
    for at in range(whole.main.intents):
        going = play_on(path, at, branch="0", controllers=PEOPLE)
        assert state(going.session) == wanted[at]
        going.journal.close()
        saved = read(path)
        branch = saved.current
        assert (branch.number, branch.first, branch.intents) == (at + 1, at + 1, at)
        assert branch.controllers == PEOPLE
        assert verify(saved).ok
        assert branch.last == whole.main.mark(at)
    assert saved.main.length == whole.main.length
    assert [one.ok for one in verify_all(saved)] == [True] * len(saved.branches)
    with pytest.raises(SaveError, match="over"):
        play_on(path, whole.main.intents, branch="0")
    for odd in (-1, whole.main.intents + 1):
        with pytest.raises(SaveError, match="no step"):
            play_on(path, odd, branch="0")
    assert read(path).branches[-1].number == whole.main.intents


def state_after(saved: Saved, index: int) -> bytes:
    """The digest after an entry, the battle being fought again."""
    timeline = Timeline(saved)
    timeline.step_to(index + 1)
    assert state(timeline)[:8] == saved.main.mark(index).digest
    return state(timeline)


def test_branches_leave_from_branches_of_branches(main: Path) -> None:
    path = main
    for depth, at in enumerate((3, 4, 5, 2, 1), 1):
        before = read(path)
        saved = other_way(path, at)
        branch = saved.current
        assert (branch.number, branch.first, branch.intents) == (depth, at + 1, at + 2)
        parent = before.current
        for index in range(at + 1):
            assert branch.mark(index) == parent.mark(index)
            assert branch.step(index).plain == parent.step(index).plain
        assert verify(saved).ok
        assert state(played_out(saved)) == walked(saved)[-1]
    lineage = [one.number for one in saved.current.lineage]
    assert lineage == [0, 1, 2, 3, 4, 5]
    assert [one.ok for one in verify_all(saved)] == [True] * 6


def played_out(saved: Saved) -> Timeline:
    timeline = Timeline(saved)
    timeline.seek(timeline.length)
    return timeline


def test_what_a_branch_did_before_it_left_is_its_parents(main: Path) -> None:
    saved = other_way(main, 1)
    own, old = Timeline(saved), Timeline(saved, saved.main)
    fork = own.position_of(2)
    assert fork == old.position_of(2)
    assert own[:fork] == old[:fork]
    assert own.branch.intent(2) != old.branch.intent(2)
    with pytest.raises(IndexError):
        saved.current.mark(saved.current.length)


def test_another_branch_is_gone_on_with(main: Path) -> None:
    other_way(main, 1, name="patient")
    for name, intents in (("0", 4), ("patient", 3), ("1", 3)):
        with resume(main, branch=name).journal as journal:
            assert journal.saved.current.intents == intents
        assert read(main).current.intents == intents
    going = resume(main, branch="0")
    going.session.submit(EndTurn("ann"))
    going.journal.close()
    saved = read(main)
    assert saved.current is saved.main
    assert [one.intents for one in saved.branches] == [5, 3]
    assert [one.ok for one in verify_all(saved)] == [True, True]


def test_going_on_with_the_same_branch_writes_nothing(main: Path) -> None:
    before = main.read_bytes()
    resume(main).journal.close()
    assert main.read_bytes() == before


def test_branches_are_named_renamed_and_deleted(main: Path) -> None:
    other_way(main, 1, name="patient")
    other_way(main, 2)
    with Journal.resume(main) as journal:
        branches = journal.saved.branches
        assert [one.name for one in branches] == ["main", "patient", "from step 2"]
        journal.name(branches[0], "first")
        journal.name(branches[2], "x" * (NAMES + 9))
        with pytest.raises(ValueError, match="deleted"):
            journal.drop(branches[2])  # it is the one being played
        with pytest.raises(ValueError, match="deleted"):
            journal.drop(branches[MAIN])
        journal.go(branches[0])
        journal.drop(branches[1])
    saved = read(main)
    assert [one.name for one in saved.branches] == ["first", "patient", "x" * NAMES]
    assert [one.dropped for one in saved.branches] == [False, True, False]
    assert saved.current is saved.main
    assert saved.branch("first") is saved.main
    for gone in ("patient", "1", "no such"):
        with pytest.raises(SaveError, match="first") as error:
            saved.branch(gone)
        assert "there is no branch" in str(error.value)
    assert [one.branch.number for one in verify_all(saved)] == [0, 2]


def test_a_branch_of_a_deleted_one_stays_whole(main: Path) -> None:
    other_way(main, 1, name="patient")
    saved = other_way(main, 3, name="child")
    wanted = walked(saved)
    with Journal.resume(main) as journal:
        journal.drop(journal.saved.branch("patient"))
    saved = read(main)
    assert walked(saved) == wanted
    assert verify(saved).ok
    assert Timeline(saved, saved.branch("child")).length == len(wanted) - 1


def test_names_given_by_themselves_are_not_given_twice(main: Path) -> None:
    for _ in range(3):
        saved = other_way(main, 1, branch="0")
    names = [one.name for one in saved.branches[1:]]
    assert names == ["from step 1", "from step 1 (2)", "from step 1 (3)"]


def test_a_branch_is_begun_with_other_controllers(main: Path) -> None:
    going = play_on(main, 1, controllers={"foes": "ai:greedy"})
    assert list(going.session.controllers) == ["foes"]
    going.journal.close()
    assert read(main).current.controllers == {"heroes": "human", "foes": "ai:greedy"}
    again = resume(main)
    assert list(again.session.controllers) == ["foes"]
    again.journal.close()
    before = main.read_bytes()
    with pytest.raises(SaveError, match="nobody"):
        play_on(main, 1, controllers={"foes": "ai:nobody"})
    assert main.read_bytes() == before


def test_a_fork_is_reported_when_the_program_was_killed_right_after(main: Path) -> None:
    going = play_on(main, 2)
    going.journal.file.stream.close()
    saved = read(main)
    assert saved.current.intents == 2
    again = resume(main)
    assert again.session.decision is not None
    again.journal.close()


# --- what a file may not say ------------------------------------------------------------------


def fork(parent: int, at: int | None, **changes: Any) -> Fork:
    given = {"name": "b", "controllers": PEOPLE, "fingerprint": "f"} | changes
    return Fork(parent, at, **given)


HEAD = Header({}, "d20", {}, "", 7, False, PEOPLE, "Duel")
MARK = Mark(bytes(8), 0, 1, "ann", ())


def with_payloads(path: Path, *more: Callable[[bytes], bytes]) -> Saved:
    """The save with more payloads behind its own."""
    payloads = payloads_of(path)
    known = dictionary(payloads[0])
    odd = path.with_name("odd.tacsim")
    odd.write_bytes(joined([*payloads, *(one(known) for one in more)]))
    return read(odd)


@pytest.mark.parametrize(
    "payload",
    [
        lambda known: fork_payload(fork(1, 0), known),
        lambda known: fork_payload(fork(0, 5), known),
        lambda known: fork_payload(fork(0, 0, controllers={}), known),
        lambda known: fork_payload(fork(0, 0, controllers={**PEOPLE, "more": "ai"}), known),
        lambda known: pack(GO, [1], known),
        lambda known: pack(GO, [-1], known),
        lambda known: pack(GO, [0, 0], known),
        lambda known: pack(NAME, [1, "x"], known),
        lambda known: pack(NAME, [0, 7], known),
        lambda known: pack(NAME, [0], known),
        lambda known: pack(DROP, [0], known),
        lambda known: pack(DROP, [1], known),
        lambda known: pack(BACK, [5], known),
        lambda known: pack(BACK, [-1], known),
        lambda known: pack(BACK, [], known),
        lambda known: mark_payload(MARK, None, ("ann", "bob"), known),
        lambda known: pack(STEP, [], known),
        lambda known: pack(STEP, None, known),
        lambda known: pack(STEP, {}, known),
        lambda known: pack(STEP, ["move", "ann"], known),
        lambda known: pack(EVENTS, [], known),  # everything is told of already
        lambda _: header_payload(HEAD),
        lambda _: b"\x2a",
    ],
)
def test_nonsense_ends_the_save_and_says_so(main: Path, payload: Callable[[bytes], bytes]) -> None:
    good = read(main)
    saved = with_payloads(main, payload)
    assert saved.lost
    assert "\n" not in saved.lost
    assert saved.main.own == good.main.own
    assert len(saved.branches) == 1
    assert with_payloads(main).lost == ""


def test_a_deleted_branch_is_neither_gone_to_nor_forked_nor_deleted_again(main: Path) -> None:
    before = (
        lambda known: fork_payload(fork(0, 0), known),
        lambda known: pack(GO, [0], known),
        lambda known: pack(DROP, [1], known),
    )
    assert with_payloads(main, *before).lost == ""
    for odd in (
        lambda known: fork_payload(fork(1, 0), known),
        lambda known: pack(GO, [1], known),
        lambda known: pack(DROP, [1], known),
        lambda known: pack(NAME, [1, "x"], known),
    ):
        assert with_payloads(main, *before, odd).lost


def test_nothing_is_taken_back_from_under_a_branch(main: Path) -> None:
    steps = read(main).main.intents
    forked = (
        lambda known: fork_payload(fork(0, 3), known),
        lambda known: pack(GO, [0], known),
    )
    assert not with_payloads(main, *forked, lambda known: pack(BACK, [3], known)).lost
    assert with_payloads(main, *forked, lambda known: pack(BACK, [2], known)).lost
    back = with_payloads(main, lambda known: pack(BACK, [0], known))
    assert (back.main.intents, back.lost) == (0, "")
    own = with_payloads(main, forked[0], lambda known: pack(BACK, [2], known))
    assert own.lost  # a branch takes nothing back that is its parent's
    assert own.main.intents == steps


def test_there_are_no_more_branches_than_a_save_may_have(main: Path) -> None:
    payloads = payloads_of(main)
    known = dictionary(payloads[0])
    many = [fork_payload(fork(0, 0), known)] * MAX_BRANCHES
    main.write_bytes(joined([*payloads, *many]))
    saved = read(main)
    assert len(saved.branches) == MAX_BRANCHES
    assert saved.lost


def test_a_long_chain_of_branches_is_read_like_any_other(main: Path) -> None:
    payloads = payloads_of(main)
    known = dictionary(payloads[0])
    chain = [fork_payload(fork(number, 0), known) for number in range(MAX_BRANCHES - 1)]
    main.write_bytes(joined([*payloads, *chain]))
    saved = read(main)
    assert saved.lost == ""
    assert len(saved.current.lineage) == MAX_BRANCHES
    timeline = Timeline(saved)
    assert timeline.branch.intents == 0
    timeline.seek(timeline.length)


def test_a_branch_from_before_the_beginning_begins_itself(tmp_path: Path) -> None:
    _, journal = played(tmp_path)
    journal.close()
    saved = with_payloads(
        journal.path,
        lambda known: fork_payload(fork(0, None), known),
        lambda known: mark_payload(MARK, None, ("ann", "bob"), known),
    )
    branch: Branch = saved.current
    assert (branch.first, branch.length, branch.intents) == (0, 1, 0)
    assert branch.step(0).plain is None
    assert saved.lost == ""
