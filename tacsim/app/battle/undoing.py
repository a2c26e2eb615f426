"""Going back: why nothing can be taken back, and the earlier choices that can be gone on from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Protocol, cast

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tacsim.app.battle.cards.aside import Aside
from tacsim.app.battle.cards.asking import ask
from tacsim.app.battle.game_loop import GameLoop
from tacsim.app.shell.frame import GameScreen, in_front
from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.menu import Menu
from tacsim.app.widgets.text import DOT
from tacsim.i18n import N_, _, known_as
from tacsim.player.game import Game, resumed_game, taken_up
from tacsim.player.going_back import Choice, choices, gone_back, why_not
from tacsim.player.seat import Seat
from tacsim.storage.errors import SaveError
from tacsim.storage.resume import play_on


class Going(Protocol):
    """What going back asks of the battle's screen."""

    def say(self, text: str) -> None:
        """Put a remark under the board."""

    def close_game(self) -> bool:
        """End the game loop and close the save."""
        ...

    def go_on_with(self, game: Game) -> None:
        """Let another battle take the place of this one."""

    def dismiss(self) -> object:
        """Close the screen."""


class GoingBack:
    """Offers to go on from an earlier choice, as a branch of the save, and does."""

    def __init__(self, screen: Going, seat: Seat, loop: GameLoop) -> None:
        self._screen = screen
        self._seat = seat
        self._loop = loop

    @property
    def _node(self) -> GameScreen[None]:
        return cast("GameScreen[None]", self._screen)

    def offer(self, actor: str, behind: int) -> None:
        """Say why nothing is taken back, and what can be done instead.

        ``behind``: the number of intents of the session when the turn under way began.
        """
        seat, game = self._seat, self._seat.game
        count = len(game.session.intents)
        world, memory = seat.battle.world, seat.memory
        why = why_not(game.session, known_as(world[actor].name), memory, fresh=count <= behind)
        found = choices(game, world, seat.people, memory, count - behind)
        if not found:
            self._screen.say(why)
            return

        def chosen(at: int | None) -> None:
            if at is not None:
                self._branch_off(at)

        ask(self._node, self._loop, GoBackCard(why, found, steps=seat.memory is None), chosen)

    def _branch_off(self, at: int) -> None:
        """Go on from an earlier choice."""
        game, tacsim, memory = self._seat.game, self._node.tacsim, self._seat.memory
        assert game.journal is not None
        path = game.journal.path
        try:
            game.journal.retry()
            self._screen.close_game()
            ongoing = play_on(path, at, controllers=game.controllers)
        except SaveError as error:
            tacsim.tell(str(error) if memory is None else error.reason)
            self._go_on_as_before()
            return
        self._screen.go_on_with(taken_up(ongoing))
        tacsim.tell(gone_back(ongoing.journal.saved.current.name, memory), warning=False)

    def _go_on_as_before(self) -> None:
        """Go on where no branch could be made."""
        journal = self._seat.game.journal
        assert journal is not None
        if not journal.closed:
            return
        try:
            self._screen.go_on_with(resumed_game(journal.path))
        except SaveError as error:
            self._node.tacsim.tell(str(error))
            self._screen.dismiss()


EDGE = 12
"""Lines that the card needs around its list."""


class GoBackCard(Aside[int]):
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

    def fill(self) -> None:
        """Keep within the room that there is."""
        menu = self.query_one(OptionList)
        menu.styles.max_height = max(self.room.height - EDGE, 3)

    def _line(self, one: Choice) -> Content:
        text = _("round {round}, from step {step}") if self._steps else _("round {round}")
        place = text.format(round=one.round, step=one.at)
        return Content.assemble((place + DOT, MUTED), one.what)

    @in_front
    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Go on from there."""
        if not self.cramped and event.option_id is not None:
            self.dismiss(int(event.option_id))
