"""Saves: the branches of a saved battle, and what can be done with them."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any

from tacsim.api.replays import Replay
from tacsim.core.nature import Identity
from tacsim.i18n import _
from tacsim.storage.atomic import write_whole
from tacsim.storage.branch import FIRST, Branch
from tacsim.storage.codec import plain_intent
from tacsim.storage.compare import ComparedBranch, Comparison, compare
from tacsim.storage.errors import SaveError, clean
from tacsim.storage.journal import Journal
from tacsim.storage.migrate import current, up_to_date
from tacsim.storage.resume import refight
from tacsim.storage.rewrite import rewritten
from tacsim.storage.saved import Saved
from tacsim.storage.verify import Verdict, verify, verify_all


class Save:
    """The save in a file. A branch is named by its name or its number.

    One of an older format is brought up to date in a new file beside it, where that can be written.
    Errors: SaveError, a ContentError, of every method, for what is no save and for a branch that
    there is not.

    >>> import tacsim, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> path = tacsim.load("ogre_bridge", seed=7).save(f"{folder}/fight.tacsim")
    >>> [row["name"] for row in Save(path).branches()]
    ['main']
    """

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)

    @cached_property
    def _found(self) -> tuple[Saved, Path | None]:
        return current(self.path)

    @property
    def newer(self) -> Path | None:
        """The file in which it was brought up to date, if it was of an older format."""
        return self._found[1]

    @property
    def lost(self) -> str:
        """What cannot be read of it; empty if it is whole."""
        return self._found[0].lost

    @property
    def sides(self) -> tuple[str, ...]:
        """The ids of the sides, in the order of the scenario."""
        return tuple(side.id for side in self._found[0].scenario.sides)

    @property
    def rules_changed(self) -> bool:
        """Whether the rules have changed since the branch that was played last."""
        saved = self._found[0]
        return saved.foreign_to(saved.current)

    # --- looking at it -----------------------------------------------------------------------

    def branches(self) -> list[dict[str, Any]]:
        """Those that were not deleted, as ``branches`` tells them: ``number``, ``name`` and more.

        ``after``: the intent of ``parent`` behind which it leaves, None for before the first;
        ``next``: the creature whose choice is next, None where that is hidden from those who play.
        """
        saved = self._found[0]
        return [_row(saved, branch) for branch in saved.branches if not branch.dropped]

    def names(self) -> dict[int, str]:
        """The names of the branches as people read them, by their numbers."""
        return {branch.number: called(branch) for branch in self._found[0].branches}

    def compare(self, one: str, other: str) -> Comparison:
        """Two branches: the first ``step`` that differs, and how each goes on and ends."""
        saved = self._found[0]
        return compare(saved, saved.branch(one), saved.branch(other))

    def verify(self, branch: str | None = None) -> list[Verdict]:
        """Carry a branch out again, or all, the one played last first: ``ok`` or ``difference``."""
        saved = self._found[0]
        return [verify(saved, saved.branch(branch))] if branch else verify_all(saved)

    def replay(self, branch: str | None = None, side: str | None = None) -> Replay:
        """A branch to be looked at, the one played last unless told."""
        return Replay(self._found[0], branch, side)

    # --- changing it -------------------------------------------------------------------------

    def change(
        self,
        rename: tuple[str, str] | None = None,
        go: str | None = None,
        delete: str | None = None,
    ) -> None:
        """Rename a branch; make one the one that is gone on with; delete one, in this order.

        Branches that leave from a deleted one stay.
        """
        with Journal.resume(up_to_date(self.path)) as journal:
            if rename:
                journal.name(journal.saved.branch(rename[0]), rename[1])
            if go:
                journal.go(journal.saved.branch(go))
            if delete:
                try:
                    journal.drop(journal.saved.branch(delete))
                except ValueError:
                    reason = _("the first branch and the one played last cannot be deleted")
                    raise SaveError(self.path, reason) from None
        self.__dict__.pop("_found", None)

    def refight(self, branch: str) -> str:
        """Fight a branch again under today's rules, as a branch of its own.

        Comes back with the step at which the rules did not accept it any more, or empty.
        """
        ongoing, ended = refight(self.path, branch=branch)
        ongoing.journal.close()
        self.__dict__.pop("_found", None)
        return ended

    def extract(self, branch: str, target: Path | str) -> None:
        """Write a branch to a new file, as a save of its own."""
        saved = self._found[0]
        write_whole(Path(target), rewritten(saved, saved.branch(branch)))


def title(branch: Branch) -> str:
    """A branch's name as JSON has it, harmless on a terminal."""
    return clean(branch.name) or (FIRST if branch.number == 0 else str(branch.number))


def called(branch: Branch) -> str:
    """A branch's name as people read it, harmless on a terminal."""
    return clean(branch.called) or str(branch.number)


def _row(saved: Saved, branch: Branch) -> dict[str, Any]:
    last = branch.last
    return {
        "number": branch.number,
        "name": title(branch),
        "parent": branch.parent.number if branch.parent is not None else None,
        "after": branch.first - 1 if branch.first else None,
        "intents": branch.intents,
        "round": last.round if last is not None else 0,
        "next": None if last is None or saved.veiled(branch) else last.turn,
        "next_side": _side(saved, last.turn) if last is not None else None,
        "over": last is not None and last.turn is None,
        "current": branch is saved.current,
        "rules_changed": saved.foreign_to(branch),
    }


def _side(saved: Saved, creature: str | None) -> str | None:
    """The id of a creature's side."""
    return next((c.get(Identity).side for c in saved.scenario.creatures if c.id == creature), None)


def comparison_of(found: Comparison) -> dict[str, Any]:
    """Two branches side by side, as ``branches --compare`` tells them."""
    return {
        "step": found.step,
        "round": found.round,
        "actor": found.actor,
        "branches": [_part(found.one), _part(found.other)],
    }


def _part(part: ComparedBranch) -> dict[str, Any]:
    return {
        "branch": title(part.branch),
        "intent": plain_intent(part.intent) if part.intent is not None else None,
        "rounds": part.rounds,
        "over": part.over,
        "winner": part.winner,
        "creatures": [
            {"id": one.id, "side": one.side, "hp": one.hp, "stands": one.able}
            for one in part.fighters
        ],
    }


__all__ = ["Comparison", "Save", "Verdict", "called", "clean", "comparison_of", "title"]
