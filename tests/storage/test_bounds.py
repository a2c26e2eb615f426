"""What the program writes, it can read: a save ends before it is too large."""

from __future__ import annotations

from pathlib import Path

import pytest
from storage.fights import fought

from tacsim.core.intents import EndTurn
from tacsim.storage import frame_file as writing
from tacsim.storage.errors import SaveError
from tacsim.storage.resume import play_on, resume
from tacsim.storage.saved import read


def test_a_full_save_says_so_and_stays_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = fought(tmp_path)
    ongoing = play_on(path, 1, controllers={"heroes": "human", "foes": "human"})
    monkeypatch.setattr(writing, "MAX_FILE", path.stat().st_size + 40)
    session = ongoing.session

    def wait() -> None:
        for _ in range(20):
            assert session.decision is not None
            session.submit(EndTurn(session.decision.actor))

    with pytest.raises(SaveError, match="the save is full"):
        wait()
    with pytest.raises(SaveError, match="the save is full"):
        ongoing.journal.close()
    saved = read(path)
    assert saved.lost == ""
    assert saved.current.intents >= 1


def test_other_rules_go_on_as_a_branch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = fought(tmp_path)
    begun = play_on(path, 2, name="mine", controllers={"heroes": "human", "foes": "human"})
    begun.journal.close()
    same = resume(path)
    same.journal.close()
    assert same.timeline.branch.name == "mine"
    monkeypatch.setattr("tacsim.storage.saved.rules_fingerprint", lambda _rules: "other")
    monkeypatch.setattr("tacsim.storage.journal.rules_fingerprint", lambda _rules: "other")
    other = resume(path)
    session = other.session
    assert session.decision is not None
    session.submit(EndTurn(session.decision.actor))
    other.journal.close()
    saved = read(path)
    assert [branch.fingerprint == "other" for branch in saved.branches] == [False, False, True]
    assert saved.branches[1].intents == 2
    assert (saved.current.first, saved.current.intents) == (3, 3)
    assert not saved.foreign_to(saved.current)
