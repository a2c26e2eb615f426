"""Undo: the last intents are taken back; after dice, a branch goes on from an earlier one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import attrs
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tacsim.app.battle.pointing import Pointing
from tacsim.app.shell.frame import Card, in_front
from tacsim.app.widgets.hints import MUTED, Now
from tacsim.app.widgets.menu import Menu
from tacsim.app.widgets.text import DOT
from tacsim.core.intents import Decline, Intent
from tacsim.i18n import N_, _, translate
from tacsim.player.game import Game, resumed_game, taken_up
from tacsim.session.session import NOTHING, OTHERS, SEEN
from tacsim.storage.branch import Branch
from tacsim.storage.errors import CodecError, SaveError
from tacsim.storage.resume import play_on
from tacsim.view.intended import intended
from tacsim.view.reasons import UNDONE

MOST = 200
"""The most choices that are offered to go back to."""


@attrs.frozen
class Choice:
    """A decision that a person made: ``what`` was chosen after ``at`` intents.

    ``now``: whether it belongs to the turn under way.
    """

    at: int
    round: int
    what: str
    now: bool


def choices(branch: Branch, now: Now, sides: Sequence[str], turn: int) -> list[Choice]:
    """The decisions of some sides, last first; those from intent ``turn`` on are of this turn."""
    world, found = now.battle.world, []
    known = None if now.memory is None else now.memory.known
    for index in range(branch.intents, 0, -1):
        mark, intent = branch.mark(index - 1), _intent(branch, index)
        if intent is None or mark.turn is None or world[mark.turn].side not in sides:
            continue
        if known is not None and isinstance(intent, Decline):
            continue  # it may have been given unasked, and would reveal an unseen creature
        what = intended(world, intent, known)
        found.append(Choice(index - 1, mark.round, what, now=index > turn))
        if len(found) == MOST:
            break
    return found


def _intent(branch: Branch, index: int) -> Intent | None:
    try:
        return branch.intent(index)
    except CodecError:
        return None


class Undoing(Pointing):
    """A screen on which what was done can be taken back."""

    turn: tuple[str, int] | None = None
    """The creature and round of the turn for which a person was asked last."""
    behind = 0
    """The number of intents of the session when that turn began."""

    def turn_of(self, actor: str) -> None:
        """Note that a person is asked for a creature's turn."""
        turn = (actor, self.playback.battle.world.clock.round)
        if turn != self.turn:
            self.turn, self.behind = turn, len(self.game.session.intents)

    def action_undo(self) -> None:
        """Take back the last thing done, or offer to go back as a branch."""
        planner = self.planner
        if planner is None:
            return
        gone = self.game_loop.take_back()
        if not gone:
            self._offer(planner.actor)
            return
        viewer = None if self.memory is None else self.viewer
        lines = self.battle_log.take_back(gone[0].number, viewer)
        self.warned_of = self.next_point = self.next_tool = None
        self.game_loop.go_on()
        taken_back = "; ".join(line.text for line in lines)
        self.say(
            _("Taken back: {what}.").format(what=taken_back) if taken_back else _("Taken back.")
        )

    def _why_not(self, actor: str) -> str:
        session = self.game.session
        fresh = len(session.intents) <= self.behind
        reason = UNDONE[NOTHING if fresh else session.undo or NOTHING]
        if reason in (UNDONE[OTHERS], UNDONE[SEEN]) and self.memory is not None:
            reason = N_("What was done can no longer be taken back.")  # not: by whom it was seen
        return translate(reason).format(name=self.playback.battle.world[actor].name)

    def _offer(self, actor: str) -> None:
        """Say why nothing is taken back, and what can be done instead."""
        why, journal = self._why_not(actor), self.game.journal
        found: list[Choice] = []
        if journal is not None:
            sides = self.people if self.memory is None else [self.viewer or ""]
            branch = journal.saved.current
            since = branch.intents - (len(self.game.session.intents) - self.behind)
            found = choices(branch, self.now, sides, since)
        if not found:
            self.say(why)
            return

        def chosen(at: int | None) -> None:
            if at is not None:
                self._branch_off(at)

        self.ask(GoBackCard(why, found, steps=self.memory is None), chosen)

    def _branch_off(self, at: int) -> None:
        """Go on from an earlier choice, as a branch of the save."""
        game = self.game
        assert game.journal is not None
        path = game.journal.path
        try:
            game.journal.retry()
            self.close_game()
            ongoing = play_on(path, at, controllers=game.controllers)
        except SaveError as error:
            self.tacsim.tell(str(error) if self.memory is None else error.reason)
            self._go_on_with(game)
            return
        name = ongoing.journal.saved.current.name
        text = _('You go on as the branch "{name}"; what happened stays in the save.')
        self._switch(taken_up(ongoing))
        self.tacsim.tell(text.format(name=name), warning=False)

    def _go_on_with(self, game: Game) -> None:
        """Go on as before, where no branch could be made."""
        journal = game.journal
        assert journal is not None
        if not journal.closed:
            return
        try:
            self._switch(resumed_game(journal.path))
        except SaveError as error:
            self.tacsim.tell(str(error))
            self.dismiss()

    def _switch(self, game: Game) -> None:
        fresh = type(self)(game)
        fresh.game_loop.standing.update(self.game_loop.standing)
        self.give_way(fresh)


EDGE = 12
"""Lines that the card needs around its list."""


class GoBackCard(Card[int]):
    """Offers to go on from an earlier choice; answers with the number of intents before it.

    ``steps``: whether to number them, which in fog would count what others did.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,q,n,u", "close", N_("stay")),
        ("j", "move(1)", ""),
        ("k", "move(-1)", ""),
    ]
    DEFAULT_CSS = """
    GoBackCard #body { padding: 1 2 0 2; }
    GoBackCard Static { height: auto; }
    GoBackCard OptionList { height: auto; background: $surface; margin: 1 0; padding: 0; }
    GoBackCard #foot { color: $foreground-muted; margin: 0 0 1 0; }
    """

    def __init__(self, why: str, found: Sequence[Choice], *, steps: bool) -> None:
        super().__init__()
        self._steps = steps
        self._why = why
        self._choices = found

    def heading(self) -> str:
        """What is offered."""
        return _("Go back all the same?")

    def body(self) -> ComposeResult:
        """Why, the choices, and what comes of it."""
        yield Static(Content(self._why))
        yield Menu()
        text = _("Enter goes on from there as a branch; the battle as it was is kept. Esc stays.")
        yield Static(Content(text), id="foot")

    def on_mount(self) -> None:
        """Begin at the last choice."""
        menu = self.query_one(OptionList)
        options: list[Option | None] = []
        for before, one in zip([None, *self._choices], self._choices, strict=False):
            if before is not None and before.now != one.now:
                options.append(None)
            options.append(Option(self._line(one), id=str(one.at)))
        menu.add_options(options)
        menu.highlighted = 0
        menu.focus()
        self._fit()

    def on_resize(self) -> None:
        """Keep within the terminal."""
        self._fit()

    def _fit(self) -> None:
        menu = self.query_one(OptionList)
        menu.styles.max_height = max(self.app.size.height - EDGE, 3)

    def _line(self, one: Choice) -> Content:
        text = _("round {round}, from step {step}") if self._steps else _("round {round}")
        place = text.format(round=one.round, step=one.at)
        return Content.assemble((place + DOT, MUTED), one.what)

    @in_front
    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Go on from there."""
        if not self.cramped and event.option_id is not None:
            self.dismiss(int(event.option_id))


__all__ = ["Choice", "GoBackCard", "Undoing", "choices"]
