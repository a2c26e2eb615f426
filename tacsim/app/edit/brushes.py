"""Brushes: the list of what can be drawn with, and what each is called."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from textual.content import Content
from textual.widgets.option_list import Option

from tacsim.app.edit.pick_card import Choice
from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.menu import Menu
from tacsim.app.widgets.text import clipped
from tacsim.content.editing.manuscript import Manuscript
from tacsim.content.editing.pen import (
    FLOOD,
    FREE,
    LINE,
    OPENINGS,
    RECTANGLE,
    Being,
    Between,
    Brush,
    Ground,
    Hand,
    Marks,
    Pen,
)
from tacsim.i18n import N_, NP_, _, known_as, translate
from tacsim.player.kept.own_battles import monsters_file, own_monsters
from tacsim.view.palettes.colours import Palette, hexed
from tacsim.view.wording import words
from tacsim.view.wording.grounds import ground_word

BARRIERS = {
    ("hedge", False): N_("hedge"), ("wall", False): N_("wall between"),
    ("door", False): N_("shut door"), ("door", True): N_("open door"),
    ("", False): NP_("barrier", "nothing"),
}  # fmt: skip
WAYS: Mapping[str, str] = {
    FREE: N_("cell by cell"), LINE: N_("line"), RECTANGLE: N_("rectangle"), FLOOD: N_("fill"),
}  # fmt: skip
FIND, SIDE, WAY = "find", "side", "way"
"""The lines that are no brushes: looking for one by its name, whose creatures are placed, how."""
SIGNS = {"hedge": "%", "wall": "|", "door": "+", "": " "}


def brush_word(one: Manuscript, brush: Brush) -> str:
    """What a brush is called."""
    match brush:
        case Ground(name):
            kind = one.read.palette.get(name)
            return words.word(words.GROUND, name) if kind is None else ground_word(kind)
        case Between(kind, is_open):
            text = translate(BARRIERS[kind, is_open])
            return text if kind else _("no barrier")
        case Being(kind, file):
            named = one.read.lore.kinds.get(kind, {}).get("name")
            own = (each.name for each in own_monsters(one) if each.id == kind) if file else iter(())
            named = named or next(own, "")
            return known_as(str(named)) if named else words.word({}, kind)
        case Marks():
            return _("cells")
        case Hand():
            return _("hand")


def grounds(one: Manuscript) -> Iterator[Ground]:
    """The kinds of ground that the map may have; air only where there are levels."""
    deep = one.read.field is not None and one.read.field.axes == 3
    yield from (Ground(name) for name in one.read.palette if deep or name != "air")


def kinds_there(pen: Pen) -> list[str]:
    """The kinds of the creatures that stand on the map, each once, and that of the brush."""
    found = [each.kind for each in pen.manuscript.read.creatures.values()]
    return list(
        dict.fromkeys((*found, *([pen.brush.kind] if isinstance(pen.brush, Being) else ())))
    )


def all_brushes(one: Manuscript) -> list[Choice]:
    """Everything that can be drawn, to be found by its name."""
    found = [
        *(Choice(each, brush_word(one, each), _("ground"), each.name) for each in grounds(one)),
        *(Choice(each, brush_word(one, each), _("between cells"), each.kind) for each in OPENINGS),
    ]
    if one.read.is_map:
        return found
    lore, book = one.read.lore, one.read.rules.book
    creatures = [
        Choice(Being(kind), brush_word(one, Being(kind)),
               _("strength {n:.1f}").format(n=book.strength(it)), kind)
        for kind, it in lore.kinds.items() if it
    ]  # fmt: skip
    creatures += [
        Choice(Being(each.id, monsters_file(each.ruleset).name), known_as(each.name),
               _("your own"), each.id)
        for each in own_monsters(one) if each.id not in lore.kinds
    ]  # fmt: skip
    return [*sorted(creatures, key=lambda choice: choice.name), *found]


class Brushes(Menu):
    """Lists what can be drawn with; the brush in use is marked."""

    _shown: tuple[object, ...] = ()

    def show(self, pen: Pen, palette: Palette) -> None:
        """Show the brushes, if they are others than before."""
        width = max(self.size.width - 2, 12)
        rows = [*self._rows(pen, palette)]
        key = [(name, text.plain, text.spans) for name, text in rows], width
        if key == self._shown:
            return
        self._shown = key
        at = self.highlighted
        self.clear_options()
        self.add_options(
            Option(clipped(text, width), name or None, disabled=not name) for name, text in rows
        )
        self.highlighted = 0 if at is None else min(at, len(rows) - 1)

    def _rows(self, pen: Pen, palette: Palette) -> Iterator[tuple[str, Content]]:
        """The lines, each with what chooses it; a caption has nothing."""
        one, line = pen.manuscript, partial(self._line, pen)
        yield WAY, Content.styled(" " + _("way: {way}").format(way=translate(WAYS[pen.way])), MUTED)
        yield line("hand", Hand())
        if not one.read.is_map:
            yield "", Content.styled(_("Creatures"), "bold $accent")
            yield SIDE, self._side(pen, palette)
            for kind in kinds_there(pen):
                yield line(f"being:{kind}", Being(kind))
            yield FIND, Content(" " + _("more ..."))
        yield "", Content.styled(_("Ground"), "bold $accent")
        signs = {name: glyph for glyph, name in one.read.glyphs.items()}
        for each in grounds(one):
            yield line(f"ground:{each.name}", each, signs.get(each.name, " "))
        yield "", Content.styled(_("Between cells"), "bold $accent")
        for n, opening in enumerate(OPENINGS):
            yield line(f"between:{n}", opening, SIGNS[opening.kind])

    @staticmethod
    def _line(pen: Pen, key: str, brush: Brush, sign: str = "") -> tuple[str, Content]:
        used = pen.brush == brush
        mark = Content.styled("▸" if used else " ", "bold $accent")
        name = Content.styled(brush_word(pen.manuscript, brush), "bold" if used else "")
        return key, Content.assemble(mark, (f"{sign} ", MUTED) if sign else "", name)

    @staticmethod
    def _side(pen: Pen, palette: Palette) -> Content:
        """Whose creatures are placed."""
        sides = list(pen.manuscript.read.sides)
        at = next((n for n, side in enumerate(sides) if side.id == pen.side), 0)
        if not sides:
            return Content(" " + _("no side"))
        return Content.styled(" " + _("of {side}").format(side=known_as(sides[at].name)),
                              f"bold {hexed(palette.side(at))}")  # fmt: skip


def brush_of(key: str) -> Brush:
    """The brush of a line."""
    what, _colon, name = key.partition(":")
    if what == "ground":
        return Ground(name)
    if what == "being":
        return Being(name)
    return OPENINGS[int(name)] if what == "between" else Hand()
