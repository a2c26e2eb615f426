"""Cards in front of a battle that leave in sight those whom they are about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, TypeVar

from textual.await_complete import AwaitComplete
from textual.binding import BindingType
from textual.geometry import Offset, Region, Size
from textual.widget import Widget

from tacsim.app.battle.coach import Coach
from tacsim.app.shell.frame import HIGH, WIDE, Card
from tacsim.app.shell.keymaps import key_name
from tacsim.app.widgets.board import BoardView
from tacsim.grid.cells import Body
from tacsim.i18n import N_, translate
from tacsim.view.picture.camera import Camera

T = TypeVar("T")

KEPT = 4
"""Lines of the board that a card leaves free where it can be scrolled."""
FRAME, LOW_FRAME = 6, 4
"""Lines that a card needs around what is scrolled in it, on high terminals and on low ones."""
NOTICE = Size(60, 3)
"""Columns of a notice at most, and the rows that one takes as a rule."""
SCROLLED = 2
"""Columns beside notices for a scrollbar, whether there is one or not."""
BELOW = 3
"""Lines at the foot of the screen that stay in sight: the hint, and the keys; besides, a lesson."""


class Aside(Card[T]):
    """A card beside those whom it is about; where there is no such place the board is moved.

    It stands over the board, or is as wide as the screen, so that nothing of a panel is left beside
    it.
    """

    BINDINGS: ClassVar[list[BindingType]] = [("question_mark,f1", "help", N_("help"))]
    LEAST: int = 56
    """Columns of a board over which it stands; with a narrower one it is as wide as the screen."""
    DEFAULT_CSS = """
    Aside { align: left bottom; background: $background 20%; }
    Aside > #card { max-width: 100%; max-height: 100%; }
    Aside.-low #body { padding: 0 2; }
    Aside > ToastRack.-left ToastHolder { align-horizontal: left; }
    Aside > ToastRack.-foot Toast { width: 100%; max-width: 100%; }
    """

    _before: Camera | None = None
    """Where the board was looked at before it was moved."""

    def about(self) -> Sequence[Body]:
        """The bodies that must be seen, the most important first."""
        return ()

    def beside(self) -> Sequence[Body]:
        """Others, that had better be seen too."""
        return ()

    def fill(self) -> None:
        """Write what it says, at the width that there is."""

    def keys_told(self) -> Sequence[tuple[str, str]]:
        """Its keys, and what each does now."""
        found: dict[tuple[str, str], list[str]] = {}
        for one in self.active_bindings.values():
            if one.node is self and one.enabled and one.binding.description:
                what = one.binding.action, translate(one.binding.description)
                found.setdefault(what, []).append(key_name(one.binding.key))
        return [(" ".join(names), text) for (_action, text), names in found.items()]

    def action_help(self) -> None:
        """The help page, which begins with this card."""
        from tacsim.app.menus.help import HelpScreen

        board = self.board
        ruleset = None if board is None or board.state is None else board.state.battle.ruleset
        levels = board is not None and board.highest > 0
        about = self.heading(), self.keys_told()
        self.app.push_screen(HelpScreen(ruleset, levels=levels, about=about))

    _board: BoardView | None = None

    @property
    def board(self) -> BoardView | None:
        """The board of the screen underneath, once there is one."""
        if self._board is None:
            below = reversed(self.app.screen_stack)
            self._board = next((one for screen in below for one in screen.query(BoardView)), None)
        return self._board

    @property
    def wide(self) -> int:
        """Its columns."""
        return self.room.width if self._whole else min(self.WIDE, self.room.width)

    @property
    def _whole(self) -> bool:
        """Whether it is as wide as the screen."""
        board, width = self.board, self.app.size.width
        beside = width if board is None else board.region.width
        return beside < self.LEAST or beside == width < WIDE

    @property
    def room(self) -> Region:
        """The part of the screen in which it may stand."""
        width, height = self.app.size
        board = self.board
        here = board.region if board is not None else Region(0, 1, width, height - 1)
        if self._whole:
            below = reversed(self.app.screen_stack)
            coach = next((one for screen in below for one in screen.query(Coach)), None)
            taught = coach.region.height if coach is not None and coach.display else 0
            return Region(0, here.y, width, max(height - here.y - BELOW - taught, 1))
        return here

    def on_mount(self) -> None:
        """Begin below the screen, where it covers nobody, until it is known how high it is."""
        self.query_one("#card").styles.offset = (0, self.app.size.height)
        self.stand_aside()

    def on_resize(self) -> None:
        """Find another place."""
        self.stand_aside()

    def stand_aside(self) -> None:
        """Find a place for it, once what it says is laid out."""
        card, wide = self.query_one("#card"), self.wide
        room = self.room
        card.styles.width = wide
        frame = FRAME if self.app.size.height >= HIGH else LOW_FRAME
        for page in self.query("#details"):
            page.styles.max_height = max(room.height - KEPT - frame, 3)
        self._put(card, self._places(Size(wide, 1), room)[0])
        self.fill()
        self.call_after_refresh(self._place)

    def _place(self) -> None:
        """Put it where it covers nobody whom it is about; where it would anywhere, lift them."""
        card, board = self.query_one("#card"), self.board
        card.styles.offset = (0, 0)
        places = self._places(card.outer_size, self.room)
        place = self._place_for(places, board)
        self._put(card, place)
        if board is not None:
            self._put_notices(place, board)

    def _place_for(self, places: list[Region], board: BoardView | None) -> Region:
        """The place where it covers nobody; else the usual one, from which they are lifted."""
        bodies = self.about()
        if board is None or not bodies:
            return places[0]
        self._restore(board)
        others = [board.spot(body) for body in self.beside()]
        places.sort(key=lambda place: sum(place.overlaps(spot) for spot in others))
        spots = [board.spot(body) for body in bodies]
        for place in places:
            if all(board.region.contains_region(spot) for spot in spots) and not any(
                place.overlaps(spot) for spot in spots
            ):
                return place
        if self._before is None:
            self._before = board.camera
        board.lift(bodies, max(places[0].y - board.region.y, 1))
        return places[0]

    def _put_notices(self, place: Region, board: BoardView) -> None:
        """Have notices where they cover neither the card nor those whom it is about.

        That is at one of the board's sides, as high as there is room; else at the screen's foot.
        """
        about, beside = (
            [board.spot(one) for one in each] for each in (self.about(), self.beside())
        )
        here, size = board.region, self.app.size
        wide = min(NOTICE.width, here.width // 2) + SCROLLED
        corners = [
            Region(x, y, wide, NOTICE.height)
            for y in range(here.y, here.bottom - NOTICE.height + 1)
            for x in (here.right - wide, here.x)
        ]
        free = [one for one in corners if not any(map(one.overlaps, (place, *about)))]
        free.sort(key=lambda one: sum(map(one.overlaps, beside)))
        for rack in self.query("ToastRack"):
            rack.set_class(bool(free) and free[0].x == here.x, "-left")
            rack.set_class(not free, "-foot")
            rack.styles.dock = "top" if free else "bottom"
            rack.styles.margin = (free[0].y if free else 0, 0, 0, 0)
            rack.styles.padding = (0, size.width - here.right, 0, here.x) if free else 0

    def _places(self, size: Size, room: Region) -> list[Region]:
        """Where a card of a size may stand, the usual place first."""
        middle, right = room.x + (room.width - size.width) // 2, room.right - size.width
        low, high = max(room.bottom - size.height, 0), room.y
        columns = dict.fromkeys((middle, room.x, right))
        return [Region.from_offset(Offset(x, y), size) for x in columns for y in (low, high)]

    def _put(self, card: Widget, place: Region) -> None:
        """Stand at a place; at the foot of its room, whatever its height turns out to be."""
        height = self.app.size.height
        foot = place.bottom == self.room.bottom
        self.styles.align = ("left", "bottom" if foot else "top")
        below = height - place.bottom if foot else 0
        card.styles.margin = (0 if foot else place.y, 0, below, place.x)

    def _restore(self, board: BoardView) -> None:
        if self._before is not None:
            before, self._before = self._before, None
            board.look_again(before)

    def dismiss(self, result: T | None = None) -> AwaitComplete:
        """Close it; the board is looked at as before."""
        if self.board is not None:
            self._restore(self.board)
        return super().dismiss(result)
