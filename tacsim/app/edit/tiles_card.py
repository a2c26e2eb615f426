"""A card that asks which ground the tiles of an import are of which the file does not say it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import ClassVar

from textual.binding import BindingType
from textual.content import Content
from textual.widgets import OptionList

from tacsim.app.edit.menu_card import MenuCard
from tacsim.app.edit.pick_card import Choice, PickCard
from tacsim.app.shell.frame import in_front
from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.menu import Row
from tacsim.app.widgets.text import DOT
from tacsim.core.terrain import TERRAIN
from tacsim.i18n import N_, _, ngettext
from tacsim.view.wording.grounds import ground_word


class TilesCard(MenuCard[dict[str, str]]):
    """Lists tiles; answers with the kinds of ground of those that were told, None for no import.

    ``tiles``: of each how many cells have it.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("enter", "select", N_("change")),
        ("delete,backspace", "usual", N_("floor")),
        ("ctrl+s,f2", "keep", N_("import")),
        ("j", "move(1)", ""),
        ("k", "move(-1)", ""),
        ("escape,q", "close", N_("back")),
    ]

    def __init__(self, tiles: Mapping[str, int]) -> None:
        super().__init__()
        self._tiles = sorted(tiles.items(), key=lambda one: -one[1])
        self._told: dict[str, str] = {}

    def heading(self) -> str:
        """What it is about."""
        return _("Which ground are these tiles?")

    def foot(self) -> str:
        """How they are told."""
        return _("Enter tells what a tile is; what is not told is floor. Escape imports nothing.")

    def rows(self, width: int) -> Sequence[Row]:
        """The tiles, those that cover most first."""
        done = Content.styled(" " + _("Import it"), "bold $accent")
        tiles = [Row.folding([self._line(*one)], width) for one in self._tiles]
        return [Row.folding([done], width, "done"), *tiles]

    def _line(self, tile: str, count: int) -> Content:
        told = self._told.get(tile)
        ground = ground_word(TERRAIN[told or "floor"])
        cells = ngettext("{n} cell", "{n} cells", count).format(n=count)
        about = DOT.join((tile, cells))
        return Content.assemble(" ", (ground, "bold" if told else MUTED), DOT, (about, MUTED))

    @property
    def _chosen(self) -> str | None:
        """The tile under the bar."""
        at = self.query_one(OptionList).highlighted
        return self._tiles[at - 1][0] if at else None

    @in_front
    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Ask what a tile is, or go on with what has been told."""
        tile = self._chosen
        if event.option_id == "done" or tile is None:
            self.action_keep()
            return
        known = [Choice(name, ground_word(kind), also=name) for name, kind in TERRAIN.items()]
        now = self._told.get(tile, "floor")
        self.app.push_screen(PickCard(tile, known, now), partial(self._take, tile))

    def _take(self, tile: str, ground: object) -> None:
        if ground is not None:
            self._told[tile] = str(ground)
            self.fill()

    def action_usual(self) -> None:
        """Let the tile under the bar be floor."""
        if self._told.pop(self._chosen or "", None):
            self.fill()

    def action_keep(self) -> None:
        """Answer with what has been told."""
        self.dismiss(self._told)
