"""What a battle screen shows: its widgets, the board, and the texts around it."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TypeVar

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import Screen

from tacsim.app.battle.game_loop import GameLoop
from tacsim.app.shell.frame import Frame
from tacsim.app.shell.options import ZOOMS
from tacsim.app.widgets.board import BoardState, BoardView
from tacsim.app.widgets.goals import GoalLines
from tacsim.app.widgets.headings import heading
from tacsim.app.widgets.hints import MUTED, Now, fitted, hint, refusal_text
from tacsim.app.widgets.keybar import KeyBar
from tacsim.app.widgets.levels import UNDER, Levels
from tacsim.app.widgets.lines import Line, Lines
from tacsim.app.widgets.panels import Folded, Panels
from tacsim.app.widgets.side_view import SideView
from tacsim.core.agenda import Decision
from tacsim.core.verdicts import Refused
from tacsim.grid.cells import Cell
from tacsim.i18n import _
from tacsim.player.battle_log import BattleLog, turns
from tacsim.player.chances import warnings
from tacsim.player.game import Game
from tacsim.player.overlay import overlay_of
from tacsim.player.past_log import PastLog
from tacsim.player.planning import Planner
from tacsim.player.playback import Playback
from tacsim.player.previews import Preview
from tacsim.player.selection import Selection
from tacsim.session.perception import Memory
from tacsim.view.camera import NORMAL

A = TypeVar("A")

LOG_LINES = 100
"""Lines of the log that stand ready beside the board."""


class Showing(Levels, Frame[None]):
    """Shows a game: board, panels, and the line under the board."""

    game_loop: GameLoop
    restless = 0.0
    """When a key was last pressed while no decision was asked for, on the monotonic clock."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self.lagging = False
        """Whether the last steps could not be written to the save yet."""
        session = game.session
        self.people = [s.id for s in session.battle.world.sides.items
                       if s.id not in session.controllers]  # fmt: skip
        self.playback = Playback(game.opening, session.onlookers.memories)
        past = PastLog(game.past) if game.past is not None else None
        self.battle_log = BattleLog(self.playback, past, session.past)
        self._catch_up()
        self.selection = Selection(self.playback.battle)
        self.viewer: str | None = self.people[0] if len(self.people) == 1 else None
        self.panels = True
        self._remark: Line = Content("")
        self._flash: dict[Cell, str] = {}

    def _catch_up(self) -> None:
        """Show at once all that has happened in the session so far."""
        for batch in turns(self.game.session.entries):
            self.playback.take(batch)
            self.battle_log.take(batch)
            while self.playback.busy:
                self.battle_log.shown(self.playback.show_next())

    # --- parts --------------------------------------------------------------------------------

    def parts(self) -> ComposeResult:
        """Heading, board with what it says, panels, keys."""
        wanted = self.tacsim.options.zoom
        zoom = ZOOMS.index(wanted) if wanted in ZOOMS else NORMAL
        yield Lines("heading")
        yield GoalLines()
        with Horizontal(id="field"):
            with Vertical(id="left"):
                yield BoardView("board", self.tacsim.palette, zoom)
                yield Folded("folded")
                yield SideView("under", UNDER)
            yield Panels(id="panels")
        yield Lines("hint", keeps_left=True)
        yield KeyBar()

    def on_resize(self) -> None:
        """Keep what is pointed at in sight."""
        if hasattr(self, "board"):
            self.call_after_refresh(self.keep_in_sight)

    def options_changed(self) -> None:
        """Follow the options."""
        self.game_loop.motion = self.tacsim.options.motion
        self.board.palette = self.tacsim.palette
        self.redraw()

    @property
    def memory(self) -> Memory | None:
        """What the player at the screen knows; None where everything may be seen."""
        if (
            not self.playback.battle.fog
            or self.viewer is None
            or self.playback.battle.world.outcome.over
        ):
            return None
        return self.playback.memories[self.viewer]

    @property
    def now(self) -> Now:
        """What the texts around the board are made of."""
        return Now(
            name=self.game.name,
            battle=self.playback.battle,
            selection=self.selection,
            memory=self.memory,
            viewer=self.viewer,
            people=tuple(self.people),
            settled=self.game_loop.settled,
            palette=self.tacsim.palette,
            standing=self.game_loop.standing,
            held=self.game_loop.paused,
            level=self.level,
            unsaved=self.lagging or bool(self.game.unsaved),
        )

    @property
    def _looked_at(self) -> Cell:
        """The cell pointed at, else that of the acting creature."""
        actor = self.now.acting
        if self.selection.pointing or actor is None:
            return self.selection.cursor
        return self.playback.battle.world[actor].at

    def redraw(self) -> None:
        """Show what has changed."""
        if not self.is_mounted or not hasattr(self, "board"):
            return
        now = self.now
        overlay = overlay_of(self.selection, self._flash, planning=now.settled)
        memory = now.memory
        state = BoardState(self.playback.battle, overlay, memory, self.viewer)
        self.board.show(state)
        self.show_side(state, self._looked_at)
        self.query_one("#heading", Lines).put(heading(now))
        width = self.query_one("#hint").content_size.width
        self.query_one("#hint", Lines).put(*fitted(hint(now, self._remark), width))
        self.set_class(not self.panels, "-folded")
        lines = self.battle_log.lines(None if memory is None else self.viewer, LOG_LINES)
        self.query_one(Panels).show(now, lines)
        self.query_one(Folded).show(now, lines)
        self.query_one(GoalLines).show(now)
        self.refresh_bindings()

    def say(self, text: str) -> None:
        """Put a remark under the board until the next key."""
        self._remark = Content(text)
        if text:
            self.redraw()

    def refuse(self, refusal: Refused) -> None:
        """Say why something is not allowed."""
        text = refusal_text(refusal, self.now)
        self._remark = (Content.styled(text, "$error"), Content.styled(refusal.clause, MUTED))
        self.redraw()

    def warn(self, preview: Preview) -> None:
        """Say what an act would provoke, and that the same key confirms it."""
        text = _("{0}. The same key again does it all the same.")
        against = "; ".join(warnings(preview, self.playback.battle.world))
        self._remark = Content.styled(text.format(against), "bold $warning")
        self.redraw()

    def keep_in_sight(self) -> None:
        """Scroll to what is pointed at; while nothing is, the level under view stays."""
        cursor, board = self.selection.cursor, self.board
        board.follow(cursor if self.selection.pointing else board.on_level(cursor))

    def _pointed(self) -> None:
        """Show what is pointed at now."""
        self.say("")
        self.board.follow(self.selection.cursor)
        self.redraw()

    @property
    def planner(self) -> Planner | None:
        """The planner of the creature whose turn it is; None while no person may act."""
        if not self.game_loop.settled:
            self.restless = monotonic()
        self.game_loop.skip()
        return self.selection.planner if self.game_loop.settled and not self.cramped else None

    def close_game(self) -> bool:
        """End the game loop and close the save; whether all that happened is saved."""
        self.game_loop.close()
        return self.game.close()

    @property
    def _moment(self) -> tuple[Decision | None, int]:
        """The decision asked for, and the number of intents before it."""
        return self.game_loop.asked, len(self.game.session.intents)

    def ask(self, card: Screen[A], then: Callable[[A | None], None]) -> None:
        """Show a card; its answer is dropped if the battle has gone on meanwhile."""
        if self.tacsim.leaving:
            return
        moment = self._moment

        def answered(answer: A | None) -> None:
            if self._moment == moment:
                then(answer)

        self.app.push_screen(card, answered)

    def action_why(self) -> None:
        """Show what the rules say about the cell pointed at."""
        from tacsim.app.battle.why import WhyCard

        self.game_loop.skip()
        self.app.push_screen(WhyCard(self.now))
