import itertools
import unicodedata

import pytest
import tcod.console
from hypothesis import example, given
from hypothesis import strategies as st
from wcwidth import wcwidth

from tacsim.core.terrain import TERRAIN
from tacsim.session.perception import Memory
from tacsim.view.palettes import glyphs, graphics
from tacsim.view.palettes.depths import palettes
from tacsim.view.palettes.glyphs import ACTIVE, FLASHES, SQUEEZED, TARGET
from tacsim.view.palettes.palette import PALETTES
from tacsim.view.picture import barriers, marks, tiles
from tacsim.view.picture.camera import CLOSE, NEAR, Camera
from tacsim.view.picture.canvas import Canvas
from tacsim.view.picture.figures import STATES
from tacsim.view.picture.layout import HEXES, SQUARES
from tacsim.view.wording.signs import in_order, on_board
from view import cubes, hexes
from view.squares import FULL, camera_for, drawn, skirmish


def one_column(char):
    return wcwidth(char) == 1 and unicodedata.east_asian_width(char) in ("N", "Na", "H")


def strings(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from strings(item)
    elif isinstance(value, tuple | list):
        for item in value:
            yield from strings(item)


TABLES = [
    *strings([dict(texture) for texture in tiles.TEXTURES]),
    *strings([glyphs.HATCH, glyphs.SIDE_MARKS, glyphs.SQUEEZED, glyphs.BAR, glyphs.FLASHES]),
    *strings([glyphs.ACTIVE, glyphs.TARGET, glyphs.CORPSE, glyphs.PROVOKES, glyphs.GOAL]),
    *strings([glyphs.POINTER]),
    *(mark for _, mark in STATES),
    *strings(marks.HATCHES),
    *strings([barriers.HALF, barriers.HANDLE, barriers.UPRIGHT_POSTS, barriers.LEVEL_POSTS]),
    *strings([glyphs.UP, glyphs.DOWN, glyphs.FOOT, glyphs.CEILING, glyphs.PLUMB, barriers.OPEN]),
    *barriers.LIDS.values(),
    *(getattr(side, name) for side in (barriers.LEFT, barriers.RIGHT, barriers.TOP, barriers.BOTTOM)
      for name in ("hedge", "wall", "first", "last")),
]  # fmt: skip


@pytest.mark.parametrize("char", sorted({char for text in TABLES for char in text}))
def test_every_glyph_in_the_tables_is_one_column_wide_in_every_terminal(char):
    assert one_column(char), f"{char!r} {unicodedata.name(char)}"


@pytest.mark.parametrize("zoom", range(4))
@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda p: p.name)
@pytest.mark.parametrize("fog", [False, True])
def test_every_glyph_on_a_drawn_board_is_one_column_wide(zoom, palette, fog):
    fight = skirmish(fog=fog)
    memory = Memory(fight, "heroes") if fog else None
    console = drawn(fight, FULL, zoom, palette, memory)
    assert all(one_column(chr(code)) for code in set(console.rgb["ch"].flat))


BOARDS = {
    "squares": lambda zoom, palette: drawn(skirmish(), FULL, zoom, palette),
    "hexes": lambda zoom, palette: hexes.drawn(hexes.skirmish(), hexes.FULL, zoom, palette),
    "cubes": lambda zoom, palette: cubes.drawn(cubes.towers(), 1, cubes.FULL, zoom, palette),
}  # fmt: skip


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("zoom", range(4))
@pytest.mark.parametrize("palette", ["dark", "sixteen"])
def test_every_graphics_keep_to_their_characters(board, zoom, palette):
    """ASCII but for the letters of names, and always one column wide."""
    plain, dotted = (
        BOARDS[board](zoom, palettes(None, graphics)[palette]).rgb["ch"]
        for graphics in ("ascii", "braille")
    )
    assert all(chr(code).isascii() or chr(code).isalpha() for code in set(plain.flat))
    assert all(one_column(chr(code)) for code in set(dotted.flat))
    if zoom:
        assert sum(0x2800 < code < 0x2900 for code in dotted.flat) > 40


@pytest.mark.parametrize(
    "char", sorted({char for text in TABLES for char in text if ord(char) > 127})
)
def test_every_glyph_in_the_tables_has_a_sign_in_ascii(char):
    sign = char.translate(graphics.in_ascii())
    assert len(sign) == 1
    assert sign.isascii()
    assert sign != " " or char == "\u2800"


def test_what_must_be_told_apart_is_in_ascii_too():
    """Sides; the states of creatures with what else stands on a token; the way up and down."""

    def signs(*chars):
        return [char.translate(graphics.in_ascii()) for char in chars]

    sides = signs(*glyphs.SIDE_MARKS)
    assert len(set(sides)) == len(sides)
    states = [mark for _, mark in STATES] + [glyphs.SQUEEZED]
    more = signs(glyphs.ACTIVE, glyphs.TARGET, glyphs.DOWN)
    assert len({*states, *more}) == len(states) + len(more)
    assert not {*sides} & {*states, *more}
    assert len(set(signs(*glyphs.BAR))) == len(set(signs(*glyphs.FLANK.values())) - {"-"}) == 3


@pytest.mark.parametrize("zoom", range(4))
@pytest.mark.parametrize("layout", [SQUARES, HEXES], ids=lambda one: one.name)
@pytest.mark.parametrize("name", graphics.GRAPHICS)
def test_kinds_of_ground_differ_without_colours(name, layout, zoom):
    set_ = tiles.tiles(zoom, palettes(None, name)["mono"], layout)
    kinds = [kind for kind in TERRAIN if kind not in ("floor", "void", "air", "wall")]
    seen = {kind: {set_.ch[tiles.named(kind), n].tobytes()
                   for n in range(set_.variants[tiles.named(kind)])} for kind in kinds}  # fmt: skip
    plain = set_.ch[tiles.named("void"), 0].tobytes()
    for (a, one), (b, other) in itertools.combinations(seen.items(), 2):
        assert not one & other - {plain}, (a, b)


@pytest.mark.parametrize("layout", [SQUARES, HEXES], ids=lambda one: one.name)
@pytest.mark.parametrize("name", graphics.GRAPHICS)
def test_no_ground_looks_as_if_one_could_walk_there(name, layout):
    """The marks of a walk and of a double move stand on floors alone."""
    for zoom in range(len(layout.shapes)):
        drawn = tiles.tiles(zoom, palettes(None, name)["mono"], layout).ch
        assert not {ord(":"), ord("'")} & set(drawn.flat)


@given(st.text(max_size=12), st.text(max_size=3), st.integers(1, 8))
def test_names_and_glyphs_out_of_data_never_widen_the_board(name, glyph, width):
    short = glyphs.short_name(name, width)
    assert len(short) <= width
    assert all(one_column(char) for char in short)
    assert one_column(glyphs.glyph_of(glyph, name))


@example("\u1161")
@example("\U0001f1e6")
@given(st.characters())
def test_what_is_called_narrow_is(char):
    if glyphs.narrow(char):
        assert one_column(char)


@pytest.mark.parametrize("char", ["─", "한", "▓", "…", "→", "\u0301"])
def test_the_canvas_refuses_wide_glyphs(char):
    canvas = Canvas(tcod.console.Console(3, 1), Camera(3, 1, 3, 1))
    with pytest.raises(ValueError, match="one column"):
        canvas.put(0, 0, char)


def test_short_names_keep_the_number_that_tells_likes_apart():
    names = {glyphs.short_name(f"Goblin {n}", 4) for n in range(1, 30)}
    assert len(names) == 29


def test_a_camera_for_each_zoom_shows_the_whole_field():
    fight = skirmish()
    for zoom in range(4):
        camera = camera_for(fight, zoom)
        assert camera.sees((0, 0))
        assert camera.sees((fight.world.field.width - 1, fight.world.field.height - 1))


def test_every_sign_of_a_creature_has_words() -> None:
    told = dict(on_board())
    drawn = {mark for _name, mark in STATES} | {*FLASHES.values(), ACTIVE, TARGET, SQUEEZED}
    assert drawn <= told.keys()
    assert told["z"] == "helpless"
    assert {"+", "-"} <= dict(in_order()).keys()


def test_in_ascii_no_mark_of_sides_reach_or_threat_means_anything_else():
    """The first side's is the dot of bare floor, as it is in Unicode: it says nothing aloud."""
    sides = [mark.translate(graphics.in_ascii()) for mark in glyphs.SIDE_MARKS[1:5]]
    hatch = {char for lines in marks.STROKES["square"] for char in "".join(lines).strip()} - {" "}
    assert hatch == {"/"}
    found = [*sides, *hatch, "'", ":"]
    assert len(set(found)) == len(found)
    grounds = tiles.tiles(CLOSE, palettes(None, "ascii")["mono"])
    others = {chr(code) for code in grounds.ch.flat} - {".", " "}
    edge = glyphs.EDGE.translate(graphics.in_ascii())
    assert edge not in others | set(found)
    others |= {mark for _, mark in STATES} | {SQUEEZED, *FLASHES.values(), glyphs.PROVOKES}
    others |= {
        sign.translate(graphics.in_ascii()) for sign in (ACTIVE, TARGET, glyphs.ITEM, glyphs.LOST)
    }
    assert not others & set(found)


def test_the_strokes_of_a_threat_run_on_from_cell_to_cell_in_ascii():
    """A square's diagonal: the next one begins where it ends, one square to the left and down."""
    strokes = marks.STROKES["square"]
    assert strokes[NEAR] == ("  /", " / ")
    assert strokes[CLOSE] == ("   /", " /  ")
