"""Hexes on the screen: where they lie, and whether all that is drawn lies in the right ones."""

import attrs
import numpy as np
import pytest
from fifth.boards import battle, turn_of
from hypothesis import given
from hypothesis import strategies as st

from tacsim.core.components import HitPoints, Position
from tacsim.grid.cells import Body
from tacsim.session.perception import Memory
from tacsim.view.palettes.glyphs import ACTIVE, FORKS, TARGET
from tacsim.view.palettes.palette import DARK, MONO, PALETTES
from tacsim.view.picture.barriers import EDGINGS
from tacsim.view.picture.board import Overlay
from tacsim.view.picture.camera import CLOSE, FAR, NEAR, NORMAL, Camera
from tacsim.view.picture.canvas import ALIKE
from tacsim.view.picture.hex_tiles import HEX_TEXTURES
from tacsim.view.picture.layout import HEXES
from tacsim.view.picture.levels import TOPS
from tacsim.view.picture.raster import raster
from tacsim.view.picture.tiles import TEXTURES, grain
from tacsim.view.wording import plain_attacks, sheet, words
from tacsim.view.wording.why import why_cell
from tacsim.view.wording.why_creatures import why_creature
from view.hexes import (
    EAST,
    FULL,
    SOUTH_EAST,
    SOUTH_WEST,
    around,
    beside,
    body_cells,
    camera_for,
    drawn,
    places,
    skirmish,
    within,
)
from view.test_glyphs import one_column, strings

ZOOMS = (NORMAL, NEAR, CLOSE)
sizes = st.integers(1, 300)
cameras = st.builds(
    Camera, sizes, sizes, st.integers(1, 120), st.integers(1, 60), st.integers(-30, 300),
    st.integers(-30, 300), st.sampled_from(ZOOMS), st.just(HEXES),
)  # fmt: skip
fractions = st.floats(0, 1)


def small(board, creatures=None, **options):
    fight = battle(board, creatures, ruleset="metric", topology="hex", **options)
    return turn_of(fight, fight.world.ids[0])


def open_ground(wide, high, creatures=None, **options):
    rows = [". " * wide for _ in range(high)]
    rows[-1] = rows[-1][:-2] + "A"
    return small("\n".join(rows), creatures, **options)


def texts(console, camera, cell):
    """The glyphs of a cell, row by row of the screen."""
    lines = {}
    for row, column in places(camera)[cell]:
        lines.setdefault(row, []).append(chr(console.rgb["ch"][row, column]))
    return ["".join(lines[row]) for row in sorted(lines)]


def backs(console, camera, cells):
    """The background of every place of some cells."""
    where = places(camera)
    return [tuple(console.rgb["bg"][place]) for cell in cells for place in where[cell]]


def differing(a, b, camera, layer="bg"):
    """The cells in which two consoles differ, and those in which every place does."""
    apart = a.rgb[layer] != b.rgb[layer]
    apart = apart.any(axis=-1) if apart.ndim == 3 else apart
    found = places(camera)
    some = {cell for cell, where in found.items() if any(apart[place] for place in where)}
    return some, {cell for cell in some if all(apart[place] for place in found[cell])}


# --- where hexes lie ---------------------------------------------------------------------------


@pytest.mark.parametrize("zoom", ZOOMS)
def test_hexes_touch_their_six_neighbours_and_no_others(zoom):
    camera = Camera(9, 8, 120, 60, left=-2, top=-2, zoom=zoom, layout=HEXES)
    shown = {place: cell for cell, where in places(camera).items() for place in where}
    touching = {}
    for (row, column), cell in shown.items():
        for other in (shown.get((row, column + 1)), shown.get((row + 1, column))):
            if None not in (cell, other) and cell != other:
                touching.setdefault(cell, set()).add(other)
                touching.setdefault(other, set()).add(cell)
    everywhere = {(x, y) for x in range(9) for y in range(8)}
    assert touching == {cell: around(cell) & everywhere for cell in everywhere}


@pytest.mark.parametrize("zoom", ZOOMS)
def test_every_hex_is_as_large_and_the_map_half_a_cell_wider(zoom):
    fight = open_ground(6, 5)
    camera = camera_for(fight, zoom)
    found = places(camera)
    outside = found.pop(None)
    assert len(found) == 30
    assert {len(where) for where in found.values()} == {camera.scale.columns * camera.scale.rows}
    assert {column for _, column in outside} >= {0, camera.columns - 1}
    assert camera.columns == 6 * camera.scale.columns + camera.scale.columns // 2


@pytest.mark.parametrize("zoom", ZOOMS)
def test_odd_rows_lie_half_a_cell_to_the_right(zoom):
    camera = Camera(9, 8, zoom=zoom, layout=HEXES)
    assert camera.position((3, 1))[0] - camera.position((3, 0))[0] == camera.scale.columns // 2
    assert camera.position((3, 2))[0] == camera.position((3, 0))[0]


@given(cameras)
def test_the_raster_shows_the_cell_that_the_camera_says(camera):
    found = raster(camera, camera.columns, camera.rows)
    (down, across), (rows, columns) = found.area, found.window
    wide = columns.stop - columns.start
    shown = np.ones_like(found.cells, bool) if found.shown is None else found.shown
    for row in range(camera.rows):
        for column in range(camera.columns):
            cell = camera.cell_at(column, row)
            inside = down.start <= row < down.stop and across.start <= column < across.stop
            at = (row - down.start, column - across.start)
            if not inside or not shown[at]:
                assert cell is None
                continue
            y, x = divmod(int(found.cells[at]), wide)
            assert cell == (x + columns.start, y + rows.start)


@given(cameras, fractions, fractions)
def test_what_is_to_be_shown_is_on_the_screen(camera, fx, fy):
    cell = (round(fx * (camera.width - 1)), round(fy * (camera.height - 1)))
    camera = camera.showing(cell)
    assert camera.sees(cell)
    assert camera.showing(cell) == camera
    column, row = camera.position(cell)
    shape = camera.shape
    if camera.columns >= shape.wide + shape.shift and camera.rows >= len(shape.spans):
        for dx, dy, wide in shape.spans:
            for n in range(wide):
                assert 0 <= column + dx + n < camera.columns
                assert 0 <= row + dy < camera.rows
                assert camera.cell_at(column + dx + n, row + dy) == cell


@given(cameras, fractions, fractions, st.integers(1, 5))
def test_a_body_that_fits_is_shown_whole(camera, fx, fy, n):
    cell = (round(fx * (camera.width - 1)), round(fy * (camera.height - 1)))
    cells = body_cells(cell, n)
    if not all(0 <= x < camera.width and 0 <= y < camera.height for x, y in cells):
        return
    camera = camera.showing(Body(cell, (n,)))
    if n <= camera.across and n <= camera.down:
        assert all(camera.sees(each) for each in cells)


@given(cameras)
def test_a_clamped_camera_wastes_no_screen(camera):
    camera = camera.clamped()
    for start, length, room in (
        (camera.left, camera.width, camera.across), (camera.top, camera.height, camera.down),
    ):  # fmt: skip
        if length > room:
            assert 0 <= start <= length - room
        else:
            assert 0 <= -start <= room - length


@pytest.mark.parametrize("keep", [(100, 100), (100, 101)])
def test_zooming_keeps_the_hex_under_the_pointer_near_there(keep):
    camera = Camera(200, 200, 80, 24, left=90, top=95, zoom=NORMAL, layout=HEXES)
    column, row = camera.position(keep)
    for steps in (1, 2):
        new = camera.zoomed(steps, keep)
        x, y = new.position(keep)
        assert abs(x - column) < new.scale.columns
        assert abs(y - row) < new.scale.rows


def test_hexes_have_no_level_that_looks_like_the_next():
    camera = Camera(50, 50, layout=HEXES)
    assert camera.zoomed(-9).zoom == NORMAL
    assert attrs.evolve(camera, zoom=FAR).over(50, 50, HEXES).zoom == NORMAL
    assert len({camera.zoomed(steps).scale for steps in (-9, 1, 2)}) == 3


@pytest.mark.parametrize("zoom", ZOOMS)
def test_a_place_is_nearest_to_a_corner_of_its_own_hex(zoom):
    fight = open_ground(7, 7)
    camera, grid = camera_for(fight, zoom), fight.ruleset.topology
    chosen = set()
    for cell, where in places(camera).items():
        for row, column in where if cell is not None else ():
            corner = camera.corner_at(column, row)
            assert cell in grid.at_corner(corner)
            chosen.add(corner)
    inner = {(x, y, kind) for x in range(1, 6) for y in range(1, 6) for kind in (0, 1)}
    assert inner <= chosen  # so that each can be pointed at


# --- the ground ----------------------------------------------------------------------------------


@pytest.mark.parametrize("zoom", ZOOMS)
def test_all_of_the_map_is_painted_and_nothing_beside_it(zoom):
    fight = small("# . ,\n ~ A .\n. . .")
    camera = Camera(3, 3, 60, 20, zoom=zoom, layout=HEXES).clamped()
    console = drawn(fight, camera=camera, palette=attrs.evolve(DARK, outside=(1, 2, 3)))
    for cell, where in places(camera).items():
        for place in where:
            assert (tuple(console.rgb["bg"][place]) == (1, 2, 3)) == (cell is None)


def test_no_hex_has_the_tone_of_a_neighbour():
    _, tones = grain(skirmish().world.field)
    high, wide = tones.shape
    for y in range(1, high - 1):
        for x in range(1, wide - 1):
            assert tones[y, x] not in [tones[b, a] for a, b in around((x, y))]


@pytest.mark.parametrize("zoom", ZOOMS)
def test_every_kind_of_ground_looks_different_from_floor(zoom):
    board = "\n".join([". " * 10, "# T , ; % ^ : = ~ .", ". . . . . . . . . A"])
    fight = small(board.replace("~ .", "~ ."))
    plain = open_ground(10, 3)
    camera = camera_for(fight, zoom)
    a, b = drawn(fight, zoom=zoom), drawn(plain, zoom=zoom)
    glyphs, _ = differing(a, b, camera, "ch")
    colours, _ = differing(a, b, camera, "bg")
    assert {(x, 1) for x in range(9)} <= glyphs | colours


def test_a_wall_shows_its_front_where_open_ground_lies_below_on_either_side():
    for below, front in (("# #", False), (". #", True), ("# .", True)):
        for odd in (0, 1):
            even = ["# # # #", f"{below} # #"]
            rows = [". . . .", "# # # #", f"# {below} #"] if odd else even
            fight = small("\n".join([*rows, ". . . A"]))
            cell = (1, odd)
            camera = camera_for(fight, NEAR)
            light = np.mean(backs(drawn(fight, zoom=NEAR), camera, [cell]))
            full = np.mean(backs(drawn(fight, zoom=NEAR), camera, [(3, cell[1])]))
            assert (light < full - 20) == front, (below, odd)


GLYPHS = {
    *strings([dict(texture) for texture in HEX_TEXTURES]),
    *strings([dict(quarters) for quarters in FORKS]),
    *(glyph for shape in HEXES.shapes for _, glyph, _ in shape.slants),
    *strings([attrs.astuple(edging) for sides in EDGINGS.values() for edging in sides.values()]),
}


@pytest.mark.parametrize("char", sorted({char for text in GLYPHS for char in text}))
def test_every_glyph_in_the_tables_is_one_column_wide(char):
    assert one_column(char)


@pytest.mark.parametrize("zoom", ZOOMS)
def test_every_ground_has_a_drawing_of_the_size_of_a_hex(zoom):
    shape = HEXES.shapes[zoom]
    assert HEX_TEXTURES[zoom].keys() == TEXTURES[zoom].keys() - set(TOPS.values())
    for variants in HEX_TEXTURES[zoom].values():
        for lines in variants:
            assert [len(line) for line in lines] == [shape.wide] * len(shape.spans)


@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda p: p.name)
@pytest.mark.parametrize("fog", [False, True])
def test_every_glyph_on_a_drawn_board_is_one_column_wide(zoom, palette, fog):
    fight = skirmish(fog=fog)
    memory = Memory(fight, "heroes") if fog else None
    console = drawn(fight, FULL, zoom, palette, memory)
    assert all(one_column(chr(code)) for code in set(console.rgb["ch"].flat))


@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize(("left", "top"), [(3, 2), (4, 3), (2, 5)])
def test_the_drawing_does_not_depend_on_where_the_camera_stands(zoom, left, top):
    fight = skirmish()
    whole, near = camera_for(fight, zoom), Camera(18, 13, 42, 17, left, top, zoom, HEXES)
    a, b = drawn(fight, FULL, camera=whole), drawn(fight, FULL, camera=near)
    column, row = left * near.scale.columns, top * near.scale.rows
    cut = a.rgb[row : row + 17, column : column + 42]
    high, wide = cut.shape
    shown = b.rgb[:high, :wide]
    assert (cut["bg"] == shown["bg"]).all()
    inner = (slice(None), slice(1, wide - 1))  # slants want the place beside
    assert (cut["ch"][inner] == shown["ch"][inner]).all()


@pytest.mark.parametrize(("columns", "rows"), [(1, 1), (3, 2), (7, 5), (200, 90)])
@pytest.mark.parametrize("zoom", [FAR, *ZOOMS])
def test_any_size_of_screen_will_do(columns, rows, zoom):
    fight = skirmish()
    for middle in ((0, 0), (17, 12), (8, 7)):
        camera = Camera(18, 13, columns, rows, zoom=zoom, layout=HEXES).centred(middle)
        drawn(fight, FULL, camera=camera)


# --- slanted sides -------------------------------------------------------------------------------


def cuts(console, camera, cell):
    """The places of a cell out of which pieces are cut: from its upper left one, and the colour."""
    found = {}
    column, row = camera.position(cell)
    for y, x in places(camera)[cell]:
        char = chr(console.rgb["ch"][y, x])
        if char in "▘▝▖▗":
            found[x - column, y - row] = (char, tuple(console.rgb["fg"][y, x]))
    return found


def test_the_slanted_sides_of_a_coloured_hex_are_cut_in_its_neighbours_colours():
    fight = open_ground(7, 7)
    overlay = Overlay(flash={(3, 3): "hit"})
    camera = camera_for(fight, NEAR)
    console = drawn(fight, overlay, NEAR, attrs.evolve(DARK, flashes={"hit": (250, 10, 10)}))
    found = cuts(console, camera, (3, 3))
    assert {place: char for place, (char, _) in found.items()} == {
        (1, 0): "▘", (1, 2): "▖", (2, 2): "▗",  # the flash's mark stands in the fourth
    }  # fmt: skip
    assert all(max(colour) < 100 for _, colour in found.values())
    for side, char in ((4, "▗"), (5, "▖"), (2, "▝"), (1, "▘")):
        corner = [item for item in cuts(console, camera, beside((3, 3), side)).values()
                  if max(item[1]) > 200]  # fmt: skip
        assert [item[0] for item in corner] == [char]


def test_the_colour_of_a_mark_does_not_run_into_the_next_hex():
    fight = open_ground(7, 7, {"x": {"at": (3, 3)}})
    shown = drawn(fight, Overlay(target="x"), NEAR)
    where = (shown.rgb["bg"] == DARK.target).all(axis=2)
    assert where.sum() == 1
    assert not (shown.rgb["fg"] == DARK.target).all(axis=2).any()


def test_where_colours_are_alike_nothing_is_cut():
    fight = open_ground(7, 7)
    camera = camera_for(fight, NEAR)
    console = drawn(fight, zoom=NEAR)
    assert ALIKE > 0
    assert not any(cuts(console, camera, (x, y)) for x in range(1, 6) for y in range(1, 5))


# --- barriers ------------------------------------------------------------------------------------

EDGES = (EAST, SOUTH_EAST, SOUTH_WEST)


@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("kind", ["hedge", "wall", "door"])
@pytest.mark.parametrize("side", range(6))
@pytest.mark.parametrize("at", [(2, 2), (2, 1)])
def test_a_barrier_shows_on_its_edge_and_nowhere_else(zoom, kind, side, at):
    near, far = at, beside(at, side)
    with_one = open_ground(6, 5, barriers=[(near, far, kind)])
    without = open_ground(6, 5)
    camera = camera_for(with_one, zoom)
    some, _ = differing(drawn(with_one, zoom=zoom), drawn(without, zoom=zoom), camera, "ch")
    assert some
    assert some <= {near, far}
    if side in (1, 2, 4, 5) and zoom > NORMAL:
        assert some == {near, far}  # each of them has its half


@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("kind", ["hedge", "wall", "door"])
@pytest.mark.parametrize("side", range(6))
def test_a_barrier_shows_beside_a_token_and_between_two(zoom, kind, side):
    near, far = (2, 2), beside((2, 2), side)
    for creatures in ({"x": {"at": near}}, {"x": {"at": near}, "y": {"at": far}}):
        with_one = open_ground(6, 5, creatures, barriers=[(near, far, kind)])
        without = open_ground(6, 5, creatures)
        a, b = drawn(with_one, zoom=zoom), drawn(without, zoom=zoom)
        assert (a.rgb["ch"] != b.rgb["ch"]).any()


@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("side", EDGES)
@pytest.mark.parametrize("token", [False, True])
def test_the_kinds_of_barriers_differ_by_their_glyphs(zoom, side, token):
    near, far = (2, 2), beside((2, 2), side)
    seen = set()
    for kind in ("hedge", "wall", "door"):
        creatures = {"x": {"at": near}} if token else None
        fight = open_ground(6, 5, creatures, barriers=[(near, far, kind)])
        seen.add(tuple(map(chr, drawn(fight, zoom=zoom).rgb["ch"].flat)))
    assert len(seen) == 3


def raised(console, camera, cells):
    """The dots of Braille glyphs in some cells, as points: columns to the right, rows down."""
    bits = {0: (0, 0), 1: (0, 1), 2: (0, 2), 3: (1, 0), 4: (1, 1), 5: (1, 2), 6: (0, 3), 7: (1, 3)}
    for cell in cells:
        for row, column in places(camera)[cell]:
            code = int(console.rgb["ch"][row, column]) - 0x2800
            for bit, (x, y) in bits.items() if 0 < code < 256 else ():
                if code >> bit & 1:
                    yield 2 * column + x, 4 * row + y


@pytest.mark.parametrize("zoom", [NEAR, CLOSE])
@pytest.mark.parametrize("kind", ["wall", "hedge"])
@pytest.mark.parametrize("side", [1, 2, 4, 5])
def test_slanted_barriers_lean_as_their_sides_do(zoom, kind, side):
    near, far = (2, 2), beside((2, 2), side)
    fight = open_ground(6, 5, {"x": {"at": (0, 0)}}, barriers=[(near, far, kind)])
    bare = open_ground(6, 5, {"x": {"at": (0, 0)}})
    camera = camera_for(fight, zoom)
    ground = set(raised(drawn(bare, zoom=zoom), camera, [near, far]))
    dots = set(raised(drawn(fight, zoom=zoom), camera, [near, far])) - ground
    xs, ys = np.array(sorted(dots)).T
    rises = np.corrcoef(xs, ys)[0, 1] < -0.6
    falls = np.corrcoef(xs, ys)[0, 1] > 0.6
    assert (rises, falls) == (side in (1, 4), side in (2, 5))
    assert xs.max() - xs.min() + 1 == camera.scale.columns  # two glyphs of each quarter
    assert ys.max() - ys.min() == 3


@pytest.mark.parametrize("zoom", [NEAR, CLOSE])
def test_a_wall_all_round_touches_every_side_of_its_hex(zoom):
    barriers = [((2, 2), beside((2, 2), side), "wall") for side in range(6)]
    fight, bare = open_ground(6, 5, barriers=barriers), open_ground(6, 5)
    camera = camera_for(fight, zoom)
    a, b = drawn(fight, zoom=zoom), drawn(bare, zoom=zoom)
    column, row = camera.position((2, 2))
    high, wide = len(camera.shape.spans), camera.shape.wide
    box = (slice(row, row + high), slice(column, column + wide))
    apart = (a.rgb["ch"] != b.rgb["ch"])[box]
    assert apart[0].all()
    assert apart[-1].all()
    assert apart[1:-1, -1].all()


def test_a_slanted_wall_on_ground_half_known_shows_its_known_half():
    near, far = (1, 1), beside((1, 1), SOUTH_EAST)
    fight = open_ground(4, 4, barriers=[(near, far, "wall")], fog=True)
    memory = Memory(fight, "heroes")
    memory.seen[:] = memory.remembered[:] = True
    memory.seen[far[1], far[0]] = memory.remembered[far[1], far[0]] = False
    camera = camera_for(fight, NEAR)
    console = drawn(fight, zoom=NEAR, memory=memory)
    bare = drawn(open_ground(4, 4), zoom=NEAR)
    some, _ = differing(console, bare, camera, "ch")
    assert near in some
    assert not "".join(texts(console, camera, far)).strip(" ▘▝▖▗")


# --- creatures -----------------------------------------------------------------------------------


@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("at", [(3, 2), (3, 3)])
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_a_creature_covers_its_hexes_and_no_more(zoom, at, n):
    size = {1: "medium", 2: "large", 3: "huge", 4: "gargantuan"}.get(n)
    options = {"at": at, "size": size} if size else {"at": at, "extent": (5,)}
    fight, empty = open_ground(10, 10, {"x": options}), open_ground(10, 10)
    assert fight.world["x"].body.extent == (n,)
    some, all_ = differing(
        drawn(fight, zoom=zoom), drawn(empty, zoom=zoom), camera_for(fight, zoom)
    )
    assert some == all_ == body_cells(at, n)


def joined(console, camera, cells):
    """All that is written in some cells, row by row."""
    rows = {}
    where = places(camera)
    for cell in cells:
        for row, column in where[cell]:
            rows.setdefault(row, []).append((column, chr(console.rgb["ch"][row, column])))
    return ["".join(char for _, char in sorted(rows[row])) for row in sorted(rows)]


def test_names_marks_and_wounds_are_written_inside_the_token():
    fight = skirmish()
    fight.world.put("O", HitPoints(5, 10))
    for zoom in ZOOMS:
        camera = camera_for(fight, zoom)
        console = drawn(fight, zoom=zoom)
        lines = joined(console, camera, body_cells((11, 4), 2))
        assert any("Ogre" in line for line in lines)
        if zoom > NORMAL:
            assert any("⣤" in line and "⣀" in line for line in lines)
    camera, console = camera_for(fight, NEAR), drawn(fight, zoom=NEAR)
    mark, name, health = texts(console, camera, (2, 4))
    assert name == "Ald."
    assert ACTIVE in mark
    assert health == "⣤⣀"  # 13 of 28, in halves of a column


def test_a_hex_shows_its_state_and_how_many_share_it():
    fight = skirmish()
    camera, console = camera_for(fight, NEAR), drawn(fight, zoom=NEAR)
    assert "_" in texts(console, camera, (4, 4))[0]
    assert "2" in texts(console, camera, (5, 7))[0]
    assert "rx" in texts(console, camera, (3, 5))[1]
    assert joined(console, camera, [(3, 5)])[1].strip() == "rx"


def test_large_ones_that_touch_differ_in_shade():
    beside_ = {"o": {"at": (1, 1), "size": "large"}, "p": {"at": (3, 1), "size": "large"},
               "q": {"at": (7, 1), "size": "large"}}  # fmt: skip
    fight = open_ground(10, 6, beside_)
    camera, console = camera_for(fight, NORMAL), drawn(fight)
    one, two, three = (backs(console, camera, [(x, 1)])[0] for x in (1, 3, 7))
    assert one != two
    assert one == three


def test_a_squeezed_body_is_drawn_as_small_as_it_is():
    fight = open_ground(6, 5, {"O": {"at": (2, 1), "size": "large"}})
    fight.world.put("O", Position(Body((2, 1), (1,)), squeezed=True))
    some, _ = differing(drawn(fight), drawn(open_ground(6, 5)), camera_for(fight, NORMAL))
    assert some == {(2, 1)}
    assert "=" in texts(drawn(fight), camera_for(fight, NORMAL), (2, 1))[0]


def test_the_target_has_its_mark_inside_the_token():
    fight = skirmish()
    for zoom in ZOOMS:
        camera, console = camera_for(fight, zoom), drawn(fight, Overlay(target="O"), zoom)
        assert any(TARGET in line for line in joined(console, camera, body_cells((11, 4), 2)))


# --- overlays ------------------------------------------------------------------------------------


@pytest.mark.parametrize("zoom", ZOOMS)
def test_reach_tints_the_cells_that_it_names_and_no_others(zoom):
    fight = open_ground(9, 9)
    reach = dict.fromkeys(within((4, 4), 1), 1) | dict.fromkeys({(7, 2), (7, 3)}, 2)
    camera, bare = camera_for(fight, zoom), drawn(fight, zoom=zoom)
    some, all_ = differing(drawn(fight, Overlay(reach=reach), zoom), bare, camera)
    assert some == all_ == set(reach)


@pytest.mark.parametrize("zoom", ZOOMS)
def test_the_hatch_lies_in_the_threatened_cells(zoom):
    fight = open_ground(9, 9)
    threatened = frozenset(within((4, 4), 1))
    camera = camera_for(fight, zoom)
    hatched = drawn(fight, Overlay(threatened=threatened), zoom)
    some, _ = differing(hatched, drawn(fight, zoom=zoom), camera, "ch")
    assert some == threatened


def test_without_colours_reach_is_marked_by_glyphs_as_well():
    fight = open_ground(9, 3)
    camera = camera_for(fight, NEAR)
    console = drawn(fight, Overlay(reach={(2, 1): 1, (3, 1): 2}), NEAR, MONO)
    assert [texts(console, camera, (x, 1))[1][1] for x in (2, 3, 5)] == [":", "'", "⠐"]


@pytest.mark.parametrize("zoom", ZOOMS)
def test_a_path_shows_its_running_cost_and_what_provokes(zoom):
    fight = open_ground(9, 6)
    way = ((1, 1), (2, 2), (2, 3), (3, 3))
    overlay = Overlay(
        path=tuple(Body(cell, (1,)) for cell in way), costs=(1, 2, 4, 9),
        provoking={(2, 3): ("x",)},
    )  # fmt: skip
    camera, console = camera_for(fight, zoom), drawn(fight, overlay, zoom)
    written = ["".join(texts(console, camera, cell)) for cell in way]
    assert ["".join(c for c in text if c.isdigit() or c == "!") for text in written] == [
        "1", "2", "4!", "9",
    ]  # fmt: skip
    some, all_ = differing(console, drawn(fight, zoom=zoom), camera)
    assert some == all_ == set(way)


def test_a_large_body_on_its_way_sweeps_its_hexes():
    fight = open_ground(9, 6)
    overlay = Overlay(path=(Body((3, 1), (2,)), Body((4, 1), (2,))), costs=(1, 2))
    some, _ = differing(drawn(fight, overlay), drawn(fight), camera_for(fight, NORMAL))
    assert some == body_cells((3, 1), 2) | body_cells((4, 1), 2)


@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("at", [(4, 2), (4, 3)])
def test_cursor_flash_and_area_stay_in_their_cells(zoom, at):
    fight = open_ground(9, 6)
    camera, bare = camera_for(fight, zoom), drawn(fight, zoom=zoom)
    for overlay in (
        Overlay(cursor=at), Overlay(flash={at: "hit"}), Overlay(area=frozenset({at})),
    ):  # fmt: skip
        shown = drawn(fight, overlay, zoom)
        apart = (shown.rgb["ch"] != bare.rgb["ch"]) | (shown.rgb["bg"] != bare.rgb["bg"]).any(
            axis=2
        )
        assert apart.any()
        for place in zip(*np.nonzero(apart), strict=True):
            if camera.cell_at(*place[::-1]) != at:  # of others only the slanted sides
                assert chr(shown.rgb["ch"][place]) in "▘▝▖▗"
                assert (shown.rgb["bg"][place] == bare.rgb["bg"][place]).all()


@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("corner", [(3, 2, 0), (3, 2, 1), (3, 3, 0), (3, 3, 1), (3, 3)])
def test_a_corner_is_drawn_where_its_three_hexes_meet(zoom, corner):
    fight = open_ground(9, 6)
    camera, bare = camera_for(fight, zoom), drawn(fight, zoom=zoom)
    shown = drawn(fight, Overlay(corner=corner), zoom)
    some, _ = differing(shown, bare, camera, "ch")
    x, y, kind = (*corner, 0)[:3]
    sides = (3, 4) if kind == 0 else (4, 5)  # west and north-west, or both above
    assert some == {(x, y), *(beside((x, y), side) for side in sides)}


def test_a_corner_leaves_tokens_alone():
    fight = open_ground(9, 6, {"x": {"at": (3, 3)}})
    for zoom in ZOOMS:
        shown, bare = drawn(fight, Overlay(corner=(3, 3, 1)), zoom), drawn(fight, zoom=zoom)
        some, _ = differing(shown, bare, camera_for(fight, zoom), "ch")
        assert some == {beside((3, 3), 4), beside((3, 3), 5)}


def test_the_two_kinds_of_corners_look_different():
    fight = open_ground(9, 6)
    upper, top = (drawn(fight, Overlay(corner=(3, 3, kind)), NEAR) for kind in (0, 1))
    bare = drawn(fight, zoom=NEAR)
    found = [sorted(c for c in (a.rgb["ch"][a.rgb["ch"] != bare.rgb["ch"]])) for a in (upper, top)]
    assert found[0] != found[1]


@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize(
    ("ends", "crossed"),
    [
        (((2, 3), (5, 3)), {(2, 3), (3, 3), (4, 3), (5, 3)}),
        (((2, 2), (3, 4)), {(2, 2), (2, 3), (3, 4)}),
        (((3, 2), (2, 4)), {(3, 2), (2, 3), (2, 4)}),
    ],
)
def test_the_line_between_flankers_runs_from_centre_to_centre(zoom, ends, crossed):
    fight = open_ground(9, 6)
    camera = camera_for(fight, zoom)
    shown = drawn(fight, Overlay(flanks=(ends,)), zoom)
    some, _ = differing(shown, drawn(fight, zoom=zoom), camera)
    assert some == crossed


def test_a_line_along_edges_keeps_to_one_side():
    cells = HEXES.crossed((2, 1), (2, 5))
    assert len(cells) == 5
    assert cells == tuple(sorted(cells, key=lambda cell: cell[1]))


def test_what_lies_beside_the_map_is_ignored():
    fight = open_ground(4, 4)
    far = frozenset({(-1, 0), (9, 9), (0, -3), (4, 1)})
    overlay = Overlay(
        reach=dict.fromkeys(far, 1), threatened=far, flash=dict.fromkeys(far, "hit"),
        path=(Body((9, 9), (1,)),), costs=(1,), area=far,
    )  # fmt: skip
    assert (drawn(fight, overlay).rgb == drawn(fight).rgb).all()


# --- fog -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("zoom", ZOOMS)
def test_what_was_never_seen_is_blank_under_every_overlay(zoom):
    board = "\n".join(["A . . # . . . .", ". . . # . , . .", ". . . # . . . .", ". . . # . . . ."])
    fight = small(board, {"x": {"at": (6, 1)}}, fog=True)
    memory = Memory(fight, "heroes")
    hidden = [(x, y) for x in range(5, 8) for y in range(4)]
    assert not any(memory.remembered[y, x] for x, y in hidden)
    overlay = Overlay(
        reach=dict.fromkeys(hidden, 1), threatened=frozenset(hidden), target="x",
        path=tuple(Body((x, 1), (1,)) for x in range(5, 8)), costs=(1, 2, 3),
        provoking={(6, 1): ("x",)}, flash={(6, 1): "hit"},
        area=frozenset(hidden),
    )  # fmt: skip
    console, camera = drawn(fight, overlay, zoom, memory=memory), camera_for(fight, zoom)
    for cell in hidden:
        assert not "".join(texts(console, camera, cell)).strip(" ▘▝▖▗")
        assert set(backs(console, camera, [cell])) == {DARK.unseen}


def test_a_look_that_an_unseen_neighbour_makes_is_kept_back():
    open_, solid = (
        small(f"# # # #\n# # {below} #\n. . . A", fog=True) for below in "#."
    )  # fmt: skip
    consoles = []
    for fight in (open_, solid):
        memory = Memory(fight, "heroes")
        memory.seen[:] = memory.remembered[:] = True
        memory.seen[1, 2] = memory.remembered[1, 2] = False
        consoles.append(drawn(fight, memory=memory))
    assert (consoles[0].rgb == consoles[1].rgb).all()


# --- words ---------------------------------------------------------------------------------------


def test_space_is_told_in_hexes():
    fight = skirmish()
    said = [fact.text for fact in why_creature(fight, fight.world["A"], fight.world["O"])]
    assert "Ogre is Large and takes 3 hexes (2-1) of space." in said
    assert [words.space_word((n,)) for n in (1, 3, 4, 5)] == [
        "1 hex", "7 hexes (2-3-2)", "12 hexes (3-4-3-2)", "19 hexes (3-4-5-4-3)",
    ]  # fmt: skip


def test_why_knows_cells_and_barriers_of_hexes():
    fight = skirmish()
    near, far = (3, 4), beside((3, 4), SOUTH_EAST)
    said = [
        fact.text for fact in why_cell(fight, fight.world["A"], near, frozenset(fight.world.ids))
    ]
    place = words.place(far)
    assert f"Towards {place} there is a wall, which cannot be crossed." in said
    assert said[0] == "(3,4) is floor."


@pytest.mark.parametrize("size", ["tiny", "medium", "large", "huge", "gargantuan"])
def test_what_a_creature_comes_to_is_the_same_as_on_squares(size):
    def of(topology, board):
        fight = battle(board, {"x": {"at": (2, 2), "size": size}}, ruleset="metric",
                       topology=topology)  # fmt: skip
        found = sheet.sheet_of(turn_of(fight, "A"), "x")
        guard = plain_attacks.defence(fight, fight.world["x"])
        return found.weapons, found.defence, (guard.hit, guard.damage)

    rows = ["." * 9] * 8 + ["........A"]
    assert of("hex", "\n".join(" ".join(row) for row in rows)) == of("square", "\n".join(rows))
