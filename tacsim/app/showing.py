"""What a battle screen shows: its parts, the board and what is said around it."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TypeVar

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import Screen

from tacsim.app.board import BoardView, Picture
from tacsim.app.chances import warnings
from tacsim.app.chronicle import Chronicle, turns
from tacsim.app.course import Course
from tacsim.app.frame import Frame
from tacsim.app.game import Game
from tacsim.app.headings import heading
from tacsim.app.hints import MUTED, Now, fitted, hint, refusal_text
from tacsim.app.keybar import KeyBar
from tacsim.app.levels import UNDER, Levels
from tacsim.app.lines import Line, Lines
from tacsim.app.options import ZOOMS
from tacsim.app.panels import Folded, Panels
from tacsim.app.picturing import overlay_of
from tacsim.app.planning import Planner
from tacsim.app.previews import Preview
from tacsim.app.retelling import Retelling
from tacsim.app.selection import Selection
from tacsim.app.side_view import SideView
from tacsim.app.stage import Stage
from tacsim.core.agenda import Decision
from tacsim.core.verdicts import Refused
from tacsim.grid.cells import Cell
from tacsim.i18n import _
from tacsim.session.perception import Memory
from tacsim.view.camera import NORMAL

A = TypeVar("A")

LOG_LINES = 100
"""Lines of the log that stand ready beside the board."""


class Showing(Levels, Frame[None]):
    """Shows a game, and says what has to be said."""

    course: Course
    restless = 0.0
    """When a key was last pressed while nobody was being asked, on the monotonic clock."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self.lagging = False
        """Whether the last steps could not be written to the save yet."""
        session = game.session
        self.people = [s.id for s in session.battle.world.sides.items
                       if s.id not in session.controllers]  # fmt: skip
        self.stage = Stage(game.opening, session.onlookers.memories)
        past = Retelling(game.past) if game.past is not None else None
        self.chronicle = Chronicle(self.stage, past, session.past)
        self._catch_up()
        self.selection = Selection(self.stage.battle)
        self.viewer: str | None = self.people[0] if len(self.people) == 1 else None
        self.panels = True
        self._remark: Line = Content("")
        self._flash: dict[Cell, str] = {}

    def _catch_up(self) -> None:
        """Bring the stage to where the session is already, without showing it."""
        for batch in turns(self.game.session.entries):
            self.stage.take(batch)
            self.chronicle.take(batch)
            while self.stage.busy:
                self.chronicle.shown(self.stage.show_next())

    # --- parts --------------------------------------------------------------------------------

    def parts(self) -> ComposeResult:
        """Heading, board with what it says, panels, keys."""
        wanted = self.tacsim.options.zoom
        zoom = ZOOMS.index(wanted) if wanted in ZOOMS else NORMAL
        yield Lines("heading")
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
        self.course.motion = self.tacsim.options.motion
        self.board.palette = self.tacsim.palette
        self.redraw()

    @property
    def memory(self) -> Memory | None:
        """What the person at the screen knows; None for one who may see everything."""
        if not self.stage.battle.fog or self.viewer is None or self.stage.battle.world.outcome.over:
            return None
        return self.stage.memories[self.viewer]

    @property
    def now(self) -> Now:
        """What the texts around the board are made of."""
        return Now(
            name=self.game.name,
            battle=self.stage.battle,
            selection=self.selection,
            memory=self.memory,
            viewer=self.viewer,
            people=tuple(self.people),
            settled=self.course.settled,
            palette=self.tacsim.palette,
            standing=self.course.standing,
            held=self.course.paused,
            level=self.level,
            unsaved=self.lagging or bool(self.game.unsaved),
        )

    @property
    def _looked_at(self) -> Cell:
        """The cell pointed at, else where whoever acts stands."""
        actor = self.now.acting
        if self.selection.pointing or actor is None:
            return self.selection.cursor
        return self.stage.battle.world[actor].at

    def redraw(self) -> None:
        """Show what has changed."""
        if not self.is_mounted or not hasattr(self, "board"):
            return
        now = self.now
        overlay = overlay_of(self.selection, self._flash, planning=now.settled)
        memory = now.memory
        picture = Picture(self.stage.battle, overlay, memory, self.viewer)
        self.board.show(picture)
        self.show_side(picture, self._looked_at)
        self.query_one("#heading", Lines).put(heading(now))
        width = self.query_one("#hint").content_size.width
        self.query_one("#hint", Lines).put(*fitted(hint(now, self._remark), width))
        self.set_class(not self.panels, "-folded")
        lines = self.chronicle.lines(None if memory is None else self.viewer, LOG_LINES)
        self.query_one(Panels).show(now, lines)
        self.query_one(Folded).show(now, lines)
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
        """Say what an act would provoke."""
        text = _("{0}. The same key again does it all the same.")
        against = "; ".join(warnings(preview, self.stage.battle.world))
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
        """What plans for the creature whose turn it is; None while no person may act."""
        if not self.course.settled:
            self.restless = monotonic()
        self.course.skip()
        return self.selection.planner if self.course.settled and not self.cramped else None

    def close_game(self) -> bool:
        """Let nothing more happen in the battle; whether all that did is saved."""
        self.course.close()
        return self.game.close()

    @property
    def _moment(self) -> tuple[Decision | None, int]:
        """Who is asked what, and after how many intents."""
        return self.course.asked, len(self.game.session.intents)

    def ask(self, card: Screen[A], then: Callable[[A | None], None]) -> None:
        """Put a card about this moment to the player; an answer that comes after it is dropped."""
        if self.tacsim.leaving:
            return
        moment = self._moment

        def answered(answer: A | None) -> None:
            if self._moment == moment:
                then(answer)

        self.app.push_screen(card, answered)

    def action_why(self) -> None:
        """What the rules say about the place pointed at."""
        from tacsim.app.why import WhyCard

        self.course.skip()
        self.app.push_screen(WhyCard(self.now))
