"""Branches in a replay: switching, playing on, naming, deleting, comparing, verifying."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial

from textual.widgets import OptionList

from tacsim.app.replay.branches import BranchTree, branch_name, creature_name, living
from tacsim.app.replay.compare_card import CompareCard, Compared, compared
from tacsim.app.replay.seeking import Seeking
from tacsim.app.shell.frame import in_front
from tacsim.i18n import _
from tacsim.player.past_log import Loaded
from tacsim.storage.branch import Branch
from tacsim.storage.errors import CodecError, SaveError
from tacsim.storage.journal import Journal
from tacsim.storage.migrate import up_to_date
from tacsim.storage.payloads import MAIN
from tacsim.storage.resume import Ongoing, fresh_name, play_on, refight, resume
from tacsim.storage.saved import Saved
from tacsim.storage.timeline import Timeline
from tacsim.storage.verify import Verdict, verify


class Branching(Seeking):
    """A replay that shows and changes the branches of its save."""

    _away = False
    """Whether a battle of this save is being played: it may have grown on return."""

    # --- the tree -----------------------------------------------------------------------------

    @property
    def _tree(self) -> OptionList:
        return self.query_one(BranchTree).query_one(OptionList)

    def action_branches(self) -> None:
        """Open the tree and go to it, or fold it again."""
        if self.timeline is None:
            return
        if self._tree.has_focus:
            self._fold_tree()
            return
        self.set_class(True, "-branches")
        self.fit_tree()
        self.call_after_refresh(self._tree.focus)
        self.call_after_refresh(self.redraw)

    def _fold_tree(self) -> None:
        self.set_class(False, "-branches")
        self.fit_tree()
        self.board.focus()
        self.call_after_refresh(self.redraw)

    @in_front
    def on_branch_tree_asked(self, event: BranchTree.Asked) -> None:
        """Do something with a branch."""
        timeline = self.timeline
        if timeline is None or self.busy:
            return
        self.say("")
        branch = timeline.saved.branches[event.number]
        actions: Mapping[str, Callable[[Branch], None]] = {
            "watch": self._watch,
            "resume": self._resume,
            "name": self._rename,
            "drop": self._drop,
            "compare": self._compare,
            "verify": self._verify,
            "refight": self._refight,
            "close": lambda _branch: self._fold_tree(),
        }
        actions[event.what](branch)
        self.redraw()

    # --- watching another one -----------------------------------------------------------------

    def _watch(self, branch: Branch) -> None:
        """Watch a branch, from where it parts from the one watched so far."""
        timeline = self.timeline
        assert timeline is not None
        if branch.number == timeline.branch.number:
            self._fold_tree()
            return
        self.load(branch.number, self._switched, _("The branch is being read ..."))

    def _switched(self, loaded: Loaded) -> None:
        parted = self.take_over(loaded)
        name = branch_name(loaded.timeline.branch)
        text = _("Now watching {name}.")
        if parted is not None:
            text = _("Now watching {name}, which goes another way here.")
        self._say_unless_error(text.format(name=name))
        self.redraw()

    def _say_unless_error(self, text: str) -> None:
        if not getattr(self._remark, "plain", ""):
            self.say(text)

    def again(self, number: int | None, text: str) -> None:
        """Read the save again after something was written to it, and say ``text``."""

        def then(loaded: Loaded) -> None:
            self.take_over(loaded)
            self._say_unless_error(text)
            self.redraw()

        self.load(number, then, _("The battle is being read ..."))

    # --- playing on ---------------------------------------------------------------------------

    def action_fork(self) -> None:
        """Play on from here: ask how, then begin a branch."""
        from tacsim.app.menus.fork_card import Fork, ForkCard

        timeline = self.timeline
        if timeline is None:
            return
        self._hold()
        at = last_decision(timeline)
        if at is None:
            if timeline.side is not None:
                self.say(_("There is no decision of this side yet to go on from."))
            else:
                self.say(_("The battle has not begun: there is no decision to go on from."))
            self.redraw()
            return
        saved, branch = timeline.saved, timeline.branch
        mark = branch.mark(at)
        world, actor = timeline.battle.world, mark.turn or ""
        text = _("Round {round}, {name}'s choice, after {n} steps of {branch}.")
        if timeline.side is not None:
            text = _("Round {round}, {name}'s choice.")  # steps out of sight are not counted up
        where = text.format(
            round=mark.round, name=creature_name(saved, actor), n=at, branch=branch_name(branch)
        )

        def chosen(fork: Fork | None) -> None:
            if fork is not None:
                self._open(
                    partial(
                        play_on, self._path, at, branch=str(branch.number), name=fork.name,
                        controllers=fork.controllers,
                    )
                )  # fmt: skip

        side = world[actor].side if actor in world else ""
        card = ForkCard(world, where, fresh_name(saved, branch, at), dict(branch.controllers), side)
        self.app.push_screen(card, chosen)

    def _resume(self, branch: Branch) -> None:
        """Go on with a branch itself, where it was left."""
        last = branch.last
        if last is not None and last.turn is None:
            self.say(_("It is over: go back to a decision, and p plays on from there."))
            return
        self._open(partial(resume, self._path, branch=str(branch.number)))

    def _open(self, take_up: Callable[[], Ongoing]) -> None:
        """Open a battle that is gone on with."""
        from tacsim.player.game import taken_up

        self._hold()
        try:
            game = taken_up(take_up())
        except (SaveError, CodecError) as error:
            self.say_error(error)
            return
        assert game.save is not None
        self._path = game.save
        timeline = self.timeline
        assert timeline is not None
        if (
            timeline.saved.veiled(timeline.branch)
            and len(timeline.saved.people(timeline.branch)) > 1
        ):
            self.dismiss()  # what one player was shown is not for whoever plays last
        else:
            self._away = True
        self.tacsim.open_battle(game)

    def on_screen_resume(self) -> None:
        """A battle that was gone on with has been left: show what came of it."""
        if self._away and self.app.screen is self:
            self._away = False
            self.again(None, _("This is what was played last."))

    def _refight(self, branch: Branch) -> None:
        """Fight a branch again under today's rules, as a branch of its own."""
        path = self._path
        self.beside(
            "refight", lambda: _fought_again(path, branch), _("It is being fought again ...")
        )

    def _refought(self, saved: Saved, ended: str) -> None:
        self._path = saved.path
        name = branch_name(saved.current)
        if ended and self.veiled:
            text = _('Fought again as "{name}", as far as it is the same; p plays on.')
        elif ended:
            text = _('Fought again as "{name}", up to {where}; p plays on.')
        else:
            text = _('Fought again as "{name}", to where it was left.')
        self.again(saved.current.number, text.format(name=name, where=ended))

    # --- names and deleting -------------------------------------------------------------------

    def _rename(self, branch: Branch) -> None:
        from tacsim.app.menus.fork_card import NameCard

        def chosen(name: str | None) -> None:
            if name is not None:
                self._write(lambda journal: journal.name(branch, name), _("It is named."))

        self.app.push_screen(NameCard(branch_name(branch)), chosen)

    def _drop(self, branch: Branch) -> None:
        from tacsim.app.menus.fork_card import SureCard

        if branch.number == MAIN:
            self.say(_("The branch that the save began with cannot be deleted."))
            return

        def chosen(sure: bool | None) -> None:
            if sure:
                self._write(lambda journal: delete(journal, branch), _("It is deleted."))

        text = _('Delete the branch "{name}"? Branches that leave from it stay.')
        card = SureCard(
            _("Delete a branch"), text.format(name=branch_name(branch)), _("delete it"),
            _("keep it"),
        )  # fmt: skip
        self.app.push_screen(card, chosen)

    def _write(self, change: Callable[[Journal], None], text: str) -> None:
        """Change something about the branches in the file, and read it again."""
        timeline = self.timeline
        assert timeline is not None
        try:
            with Journal.resume(up_to_date(self._path)) as journal:
                change(journal)
        except (SaveError, CodecError) as error:
            self.say_error(error)
            return
        self._path = journal.path
        self.again(timeline.branch.number, text)

    # --- looking closer -----------------------------------------------------------------------

    def _compare(self, branch: Branch) -> None:
        """Compare a branch with the one watched; the one watched itself with its parent."""
        timeline = self.timeline
        assert timeline is not None
        saved, one, other = timeline.saved, timeline.branch, branch
        if other.number == one.number:
            rest = [b for b in saved.branches if not b.dropped and b.number != one.number]
            over = living(one) or (rest[-1] if rest else None)
            if over is None:
                self.say(_("There is no other branch to compare it with."))
                return
            one, other = over, one
        if saved.veiled(one) or saved.veiled(other):
            self.say(_("The fog still hides what they differ in: not before both are over."))
            return
        words = _("They are being compared ...")
        self.beside("compare", lambda: compared(saved, one, other), words)

    def _verify(self, branch: Branch) -> None:
        """Fight a branch again in the background and compare every step."""
        timeline = self.timeline
        assert timeline is not None
        saved = timeline.saved
        if self.verdicts.get(branch.number, branch) is None:
            return
        self.verdicts[branch.number] = None
        self.run_worker(
            lambda: (saved, verify(saved, branch)), thread=True, exit_on_error=False,
            group=f"verify {branch.number}",
        )  # fmt: skip

    def _verified(self, saved: Saved, verdict: Verdict) -> None:
        timeline = self.timeline
        if timeline is None or timeline.saved.path != saved.path:
            return
        self.verdicts[verdict.branch.number] = verdict
        name = branch_name(verdict.branch)
        veiled = self.veiled or timeline.saved.veiled(verdict.branch)
        if verdict.difference is None and veiled:
            self.say(_("{name}: it came out as it was saved.").format(name=name), "$success")
        elif veiled:
            self.say(_("{name}: it comes out otherwise.").format(name=name), "bold $error")
        elif verdict.difference is None:
            text = _("{name}: {n} steps fought again, every one as it was saved.")
            self.say(text.format(name=name, n=verdict.intents), "$success")
        else:
            text = _("{name}: {message}").format(name=name, message=verdict.difference.message)
            self.say(text, "bold $error")
        self.redraw()

    def done(self, group: str, result: object) -> None:
        """Show what came of work in a thread."""
        super().done(group, result)
        timeline = self.timeline
        if isinstance(result, Compared) and timeline is not None:
            self.app.push_screen(CompareCard(timeline.saved, result))
            self.redraw()
        elif group == "refight" and isinstance(result, tuple):
            self._refought(*result)
        elif group.startswith("verify") and isinstance(result, tuple):
            self._verified(*result)

    def failed(self, group: str, error: BaseException | None) -> None:
        """Forget what was being verified; say why."""
        what, _space, number = group.partition(" ")
        if what == "verify":
            self.verdicts.pop(int(number), None)
        super().failed(group, error)
        self.redraw()


def last_decision(timeline: Timeline) -> int | None:
    """The number of intents before the last decision at or before a position; None if none is.

    The first decision of a turn counts from the event that begins the turn, and a decision also
    counts once only events that nobody sees are left before it. Before the battle begins it is the
    first decision. For a timeline watched as a side it is a decision of that side.
    """
    branch = timeline.branch
    if not branch.length:
        return None
    position, entries = timeline.position, timeline.entry_at(timeline.position)
    start = timeline.position_of(entries)
    end = timeline.position_of(min(entries + 1, len(timeline.starts)))
    turns = [turn for turn in timeline.turns if start < turn <= end]
    left = bisect_right(timeline.stops, end) - bisect_right(timeline.stops, position)
    if turns[-1] <= position if turns else not left:
        entries = min(entries + 1, len(timeline.starts))
    at = min(max(entries - 1, 0), branch.intents)
    if branch.mark(at).turn is None:
        at -= 1
    while at >= 0 and not _own(timeline, branch.mark(at).turn):
        at -= 1
    return at if at >= 0 else None


def _own(timeline: Timeline, creature: str | None) -> bool:
    """Whether a decision is one of the side watched as; all are for a viewer of everything."""
    if timeline.memory is None:
        return True
    return timeline.memory.owns(creature)


def delete(journal: Journal, branch: Branch) -> None:
    """Delete a branch; if it was the one played last, its parent becomes that."""
    if journal.saved.current.number == branch.number:
        over = living(branch)
        assert over is not None
        journal.go(over)
    journal.drop(branch)


def _fought_again(path: object, branch: Branch) -> tuple[Saved, str]:
    """Fight a branch again: the save with the new branch, and where it broke off, if it did."""
    ongoing, ended = refight(str(path), branch=str(branch.number))
    try:
        return ongoing.journal.saved, ended
    finally:
        with suppress(SaveError):
            ongoing.journal.close()


__all__ = ["Branching", "delete", "last_decision"]
