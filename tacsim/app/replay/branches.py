"""The branches of a save in a replay: switching, playing on, naming, deleting, comparing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.worker import Worker, WorkerState

from tacsim.app.replay.branch_tree import BranchTree
from tacsim.app.replay.compare_card import CompareCard, Compared, compared
from tacsim.app.replay.eyes import Eyes
from tacsim.app.replay.said import Said
from tacsim.app.replay.work import Work, beside
from tacsim.app.shell.frame import WIDE, Part, in_front
from tacsim.app.shell.keys import BRANCHES, bindings
from tacsim.app.widgets.field import Changed
from tacsim.i18n import _, ngettext
from tacsim.player.record.branches import branch_name, creature_name, last_decision, living
from tacsim.player.record.past_log import Loaded, load
from tacsim.player.record.reel import Reel
from tacsim.storage.branch import NAMES, Branch
from tacsim.storage.errors import CodecError, SaveError
from tacsim.storage.journal import Journal
from tacsim.storage.migrate import up_to_date
from tacsim.storage.payloads import MAIN
from tacsim.storage.resume import Ongoing, fresh_name, play_on, refight, resume
from tacsim.storage.saved import Saved
from tacsim.storage.verify import Verdict, verify


class Branches(Part):
    """A replay with the tree of the branches of its save, and what is done with them."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(BRANCHES)]

    def __init__(self, reel: Reel, said: Said, work: Work) -> None:
        super().__init__()
        self.reel = reel
        self.said = said
        self.work = work
        self.tree_view = BranchTree("branches")
        self.eyes = Eyes(reel, said, work, self.tree_view)
        self.playing = self.eyes.playing
        self.verdicts: dict[int, Verdict | None] = {}
        """The results of verifying, by branch number; None while it runs."""
        self._away = False
        """Whether a battle of this save is being played: it may have grown on return."""

    def compose(self) -> ComposeResult:
        """What is watched, the tree inside."""
        yield self.eyes

    def show(self) -> None:
        """Show the branches, and the battle where the reel stands."""
        timeline = self.reel.timeline
        number = timeline.branch.number
        self.tree_view.show(timeline.saved, number, self.verdicts, timeline.side)
        self.playing.show(self.verdicts.get(number))

    # --- the tree -----------------------------------------------------------------------------

    def on_resize(self) -> None:
        """Fit the tree to the new size."""
        self._fit()

    def _fit(self) -> None:
        """Leave the tree as many lines as the panels can spare; more while it is in use."""
        width, height = self.app.size
        part = 2 if self.has_class("-open") else 3
        most = max(height // part, 4) if width >= WIDE else None
        self.tree_view.menu.styles.max_height = most

    def action_branches(self) -> None:
        """Open the tree and go to it, or fold it again."""
        self._open(wide=not self.tree_view.menu.has_focus)

    def _open(self, *, wide: bool) -> None:
        """Give the tree room and the keys, or take both back."""
        self.set_class(wide, "-open")
        self._fit()
        if wide:
            self.call_after_refresh(self.tree_view.menu.focus)
        else:
            self.playing.looking.field.board.focus()
        self.call_after_refresh(self.post_message, Changed())

    @in_front
    def on_branch_tree_asked(self, event: BranchTree.Asked) -> None:
        """Do something with a branch."""
        if self.reel.busy:
            return
        self.said.say("")
        actions: Mapping[str, Callable[[Branch], None]] = {
            "watch": self._watch,
            "resume": self._resume,
            "name": self._rename,
            "drop": self._drop,
            "compare": self._compare,
            "verify": self._verify,
            "refight": self._refight,
            "close": lambda _branch: self._open(wide=False),
        }
        if event.what not in ("verify", "close"):
            self.playing.hold()
        actions[event.what](self.reel.timeline.saved.branches[event.number])

    # --- watching another one -----------------------------------------------------------------

    def _watch(self, branch: Branch) -> None:
        """Watch a branch, from where it parts from the one watched so far."""
        if branch.number == self.reel.timeline.branch.number:
            self._open(wide=False)
            return

        def then(loaded: Loaded) -> None:
            other = loaded.timeline
            text = _("Now watching {name}.")
            if self.reel.common(other) < self.reel.timeline.position:
                text = _("Now watching {name}, which goes another way here.")
            self._take_over(loaded, text.format(name=branch_name(other.branch)))

        path, number = self.reel.path, branch.number
        self.work.begin(lambda: load(path, number), then, _("The branch is being read ..."))

    def again(self, number: int | None, text: str) -> None:
        """Read the save again after something was written to it, and say ``text``."""
        path = self.reel.path
        self.work.begin(
            lambda: load(path, number), lambda loaded: self._take_over(loaded, text),
            _("The battle is being read ..."),
        )  # fmt: skip

    def _take_over(self, loaded: Loaded, text: str) -> None:
        wrong = self.reel.take_over(loaded)
        if wrong is None:
            self.said.say(text)
        else:
            self.said.error(wrong)
        self.eyes.settle()

    # --- playing on ---------------------------------------------------------------------------

    def action_fork(self) -> None:
        """Play on from here: ask how, then begin a branch."""
        from tacsim.app.menus.fork_card import Fork, ForkCard

        self.playing.hold()
        timeline = self.reel.timeline
        at = last_decision(timeline)
        if at is None:
            text = _("The battle has not begun: there is no decision to go on from.")
            if timeline.side is not None:
                text = _("There is no decision of this side yet to go on from.")
            self.said.say(text)
            return
        saved, branch = timeline.saved, timeline.branch
        mark = branch.mark(at)
        world, actor = timeline.battle.world, mark.turn or ""
        text = ngettext(
            "Round {round}, {name}'s choice, after {n} step of {branch}.",
            "Round {round}, {name}'s choice, after {n} steps of {branch}.", at,
        )  # fmt: skip
        if timeline.side is not None:
            text = _("Round {round}, {name}'s choice.")  # steps out of sight are not counted up
        where = text.format(
            round=mark.round, name=creature_name(saved, actor), n=at, branch=branch_name(branch)
        )

        def chosen(fork: Fork | None) -> None:
            if fork is not None:
                self._play(
                    partial(
                        play_on, self.reel.path, at, branch=str(branch.number), name=fork.name,
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
            self.said.say(_("It is over: go back to a decision, and p plays on from there."))
            return
        self._play(partial(resume, self.reel.path, branch=str(branch.number)))

    def _play(self, take_up: Callable[[], Ongoing]) -> None:
        """Open a battle that is gone on with."""
        from tacsim.player.game import taken_up

        reel = self.reel
        try:
            game = taken_up(take_up())
        except (SaveError, CodecError) as error:
            self._wrong(error)
            return
        assert game.save is not None
        reel.path = game.save
        if reel.veiled and len(reel.timeline.saved.people(reel.timeline.branch)) > 1:
            self.frame.dismiss()  # what one player was shown is not for whoever plays last
        else:
            self._away = True
        self.tacsim.open_battle(game)

    def _wrong(self, error: BaseException | None) -> None:
        self.said.error(error)
        self.post_message(Changed())

    def come_back(self) -> None:
        """A battle that was gone on with may have been left: show what came of it."""
        if self._away:
            self._away = False
            self.again(None, _("This is what was played last."))

    def _refight(self, branch: Branch) -> None:
        """Fight a branch again under today's rules, as a branch of its own."""
        path, veiled = self.reel.path, self.reel.side is not None

        def then(result: tuple[Saved, str]) -> None:
            saved, ended = result
            self.reel.path = saved.path
            text = _('Fought again as "{name}", to where it was left.')
            if ended:
                text = _('Fought again as "{name}", up to {where}; p plays on.')
            if ended and veiled:
                text = _('Fought again as "{name}", as far as it is the same; p plays on.')
            text = text.format(name=branch_name(saved.current), where=ended)
            self.again(saved.current.number, text)

        words = _("It is being fought again ...")
        self.work.begin(lambda: _fought_again(path, branch), then, words)

    # --- names and deleting -------------------------------------------------------------------

    def _rename(self, branch: Branch) -> None:
        from tacsim.app.menus.text_card import TextCard

        def chosen(name: str | None) -> None:
            if name is not None:
                self._write(lambda journal: journal.name(branch, name), _("It is named."))

        before = branch_name(branch)
        card = TextCard(_("Name of the branch"), before, max_length=NAMES)
        self.app.push_screen(card, chosen)

    def _drop(self, branch: Branch) -> None:
        from tacsim.app.menus.fork_card import SureCard

        if branch.number == MAIN:
            self.said.say(_("The branch that the save began with cannot be deleted."))
            return

        def chosen(sure: bool | None) -> None:
            if sure:
                self._write(lambda journal: _delete(journal, branch), _("It is deleted."))

        text = _('Delete the branch "{name}"? Branches that leave from it stay.')
        card = SureCard(
            _("Delete a branch"), text.format(name=branch_name(branch)), _("delete it"),
            _("keep it"),
        )  # fmt: skip
        self.app.push_screen(card, chosen)

    def _write(self, change: Callable[[Journal], None], text: str) -> None:
        """Change something about the branches in the file, and read it again."""
        try:
            with Journal.resume(up_to_date(self.reel.path)) as journal:
                change(journal)
        except (SaveError, CodecError) as error:
            self._wrong(error)
            return
        self.reel.path = journal.path
        self.again(self.reel.timeline.branch.number, text)

    # --- looking closer -----------------------------------------------------------------------

    def _compare(self, branch: Branch) -> None:
        """Compare a branch with the one watched; the one watched itself with its parent."""
        saved, one, other = self.reel.timeline.saved, self.reel.timeline.branch, branch
        if other.number == one.number:
            rest = [b for b in saved.branches if not b.dropped and b.number != one.number]
            over = living(one) or (rest[-1] if rest else None)
            if over is None:
                self.said.say(_("There is no other branch to compare it with."))
                return
            one, other = over, one
        if saved.veiled(one) or saved.veiled(other):
            text = _("The fog still hides what they differ in: not before both are over.")
            self.said.say(text)
            return

        def then(found: Compared) -> None:
            self.app.push_screen(CompareCard(saved, found))
            self.post_message(Changed())

        words = _("They are being compared ...")
        self.work.begin(lambda: compared(saved, one, other), then, words)

    def _verify(self, branch: Branch) -> None:
        """Fight a branch again in the background and compare every step."""
        saved, number = self.reel.timeline.saved, branch.number
        if self.verdicts.get(number, branch) is not None:
            self.verdicts[number] = None
            self.run_worker(
                beside(lambda: (saved, verify(saved, branch))), exit_on_error=False,
                name=str(number),
            )  # fmt: skip

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """A branch has been verified."""
        if event.state is WorkerState.ERROR:
            self.verdicts.pop(int(event.worker.name), None)
            self._wrong(event.worker.error)
        elif event.state is WorkerState.SUCCESS and event.worker.result is not None:
            saved, verdict = event.worker.result
            if self.reel.timeline.saved.path == saved.path:
                self._verified(verdict)

    def _verified(self, verdict: Verdict) -> None:
        self.verdicts[verdict.branch.number] = verdict
        veiled = self.reel.side is not None or self.reel.timeline.saved.veiled(verdict.branch)
        wrong, style = verdict.difference, "$success"
        if wrong is not None:
            text, style = _("{name}: {message}"), "bold $error"
            if veiled:
                text = _("{name}: it comes out otherwise.")
        elif veiled:
            text = _("{name}: it came out as it was saved.")
        else:
            text = ngettext(
                "{name}: {n} step fought again, as it was saved.",
                "{name}: {n} steps fought again, every one as it was saved.", verdict.intents,
            )  # fmt: skip
        message = wrong.message if wrong is not None else ""
        name = branch_name(verdict.branch)
        self.said.say(text.format(name=name, n=verdict.intents, message=message), style)


def _delete(journal: Journal, branch: Branch) -> None:
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
