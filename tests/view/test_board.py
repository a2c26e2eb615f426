import attrs
import boards
import numpy as np
import pytest
import tcod.console

from tacsim.core.components import Goal, Goals, HitPoints, Identity, Position
from tacsim.grid.cells import Body
from tacsim.session.perception import Memory
from tacsim.view.palettes.colours import blend
from tacsim.view.palettes.glyphs import ACTIVE, EDGE, GOAL, TARGET
from tacsim.view.palettes.palette import DARK, MONO, PALETTES
from tacsim.view.picture.board import Overlay, draw
from tacsim.view.picture.camera import CLOSE, CLOSER, FAR, LARGE, LARGEST, NEAR, NORMAL, Camera
from tacsim.view.picture.canvas import STRUCK, UNDERLINED, looks_of
from tacsim.view.picture.figures import figures
from tacsim.view.picture.tokens import colours, shades
from tacsim.view.wording.places import cell_line
from view.squares import FULL, camera_for, drawn, patch, skirmish

ZOOMS = (FAR, NORMAL, NEAR, CLOSE, CLOSER, LARGE, LARGEST)


def small(board, creatures=None, **options):
    fight = boards.battle(board, creatures, **options)
    return boards.turn_of(fight, fight.world.ids[0])


def base(fight, name, palette=DARK, viewer="heroes", active=False):
    figure = next(figure for figure in figures(fight) if figure.id == name)
    friend = fight.world.sides.friendly(viewer, fight.world[name].side)
    return colours(palette, figure, friend=friend, active=active)[0]


def cell(fight, at, zoom=NORMAL, overlay=None, extent=(1, 1), **options):
    console = drawn(fight, overlay, zoom, **options)
    return patch(console, camera_for(fight, zoom), at, extent)


# --- the ground --------------------------------------------------------------------------------


@pytest.mark.parametrize("zoom", ZOOMS)
def test_all_of_the_map_is_painted_and_nothing_beside_it(zoom):
    fight = small("#.,\n~A.")
    camera = Camera(3, 2, 40, 12, zoom=zoom).clamped()
    console = drawn(fight, camera=camera, palette=attrs.evolve(DARK, outside=(1, 2, 3)))
    for row in range(12):
        for column in range(40):
            beside = camera.cell_at(column, row) is None
            assert (tuple(console.rgb["bg"][row, column]) == (1, 2, 3)) == beside


def test_a_wall_shows_its_front_only_towards_open_ground():
    fight = small("...\n.#.\n.#.\nA..")
    _, top = cell(fight, (1, 1))
    _, front = cell(fight, (1, 2))
    assert top.mean() > front.mean()


@pytest.mark.parametrize("zoom", ZOOMS)
def test_every_kind_of_ground_looks_different_from_floor(zoom):
    fight = small("#T,;%^:=~ .\n..........A")
    _, plain = cell(fight, (3, 1), zoom)
    for x in range(10):
        text, colour = cell(fight, (x, 0), zoom)
        bare = not "".join(text).replace("∙", "").replace("⠁", "").strip()
        assert not bare or abs(colour.astype(int) - plain.astype(int)).max() > 12


def test_the_drawing_does_not_depend_on_where_the_camera_stands():
    fight = skirmish()
    near = Camera(26, 15, 20, 8, left=3, top=2, zoom=NORMAL)
    whole, part = drawn(fight, FULL), drawn(fight, FULL, camera=near)
    cut = whole.rgb[2:10, 6:26]
    assert (cut["ch"] == part.rgb["ch"]).all()
    assert (cut["bg"] == part.rgb["bg"]).all()


@pytest.mark.parametrize(("columns", "rows"), [(1, 1), (3, 2), (7, 5), (200, 90)])
@pytest.mark.parametrize("zoom", ZOOMS)
def test_any_size_of_screen_will_do(columns, rows, zoom):
    fight = skirmish()
    for middle in ((0, 0), (25, 14), (10, 8)):
        camera = Camera(26, 15, columns, rows, zoom=zoom).centred(middle)
        drawn(fight, FULL, camera=camera)


# --- barriers ----------------------------------------------------------------------------------


@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("kind", ["hedge", "wall", "door"])
@pytest.mark.parametrize("to", [(2, 1), (1, 2)])
@pytest.mark.parametrize("creatures", ["....\n....\n....\n...A", "....\n.A..\n....\n...."])
def test_a_barrier_shows_at_every_zoom_beside_a_token_too(zoom, kind, to, creatures):
    with_one = small(creatures, barriers=[((1, 1), to, kind)])
    without = small(creatures)
    assert (drawn(with_one, zoom=zoom).rgb["ch"] != drawn(without, zoom=zoom).rgb["ch"]).any()


@pytest.mark.parametrize("zoom", [NORMAL, CLOSE, LARGEST])
@pytest.mark.parametrize("board", ["Ab", "A\nb"])
def test_a_barrier_between_two_tokens_shows_too(zoom, board):
    to = (1, 0) if board == "Ab" else (0, 1)
    with_one, without = small(board, barriers=[((0, 0), to, "wall")]), small(board)
    assert (drawn(with_one, zoom=zoom).rgb["ch"] != drawn(without, zoom=zoom).rgb["ch"]).any()


@pytest.mark.parametrize("zoom", ZOOMS)
def test_the_kinds_of_barriers_differ_by_their_glyphs(zoom):
    seen = set()
    for kind in ("hedge", "wall", "door"):
        fight = small("...\n..A", barriers=[((0, 0), (1, 0), kind)])
        seen.add(tuple(map(chr, drawn(fight, zoom=zoom).rgb["ch"].flat)))
    assert len(seen) == 3


# --- creatures ---------------------------------------------------------------------------------


@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize(("size", "side"), [("medium", 1), ("large", 2), ("huge", 3),
                                             ("gargantuan", 4), ("colossal", 6)])  # fmt: skip
def test_a_creature_covers_its_whole_space_and_no_more(zoom, size, side):
    board = "\n".join(["." * 9] * 8 + ["........A"])
    fight = small(board, {"x": {"at": (1, 1), "size": size}})
    console, camera = drawn(fight, zoom=zoom), camera_for(fight, zoom)
    empty = drawn(small(board), zoom=zoom)
    for y in range(9):
        for x in range(9):
            if (x, y) == (8, 8):
                continue
            inside = 1 <= x <= side and 1 <= y <= side
            _, here = patch(console, camera, (x, y))
            _, bare = patch(empty, camera, (x, y))
            assert ((here != bare).any(axis=2).all()) == inside, (x, y)


def test_names_are_written_where_there_is_room():
    fight = skirmish()
    text, _ = cell(fight, (18, 4), NORMAL, extent=(2, 2))
    assert text[0] == "Ogre"
    text, _ = cell(fight, (16, 9), NORMAL, extent=(3, 3))
    assert "H" in "".join(text)  # its Korean name does not fit a board of narrow glyphs


@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda p: p.name)
def test_friends_are_solid_and_foes_hollow(palette):
    fight = small("A.B.x")
    _, friend = cell(fight, (2, 0), palette=palette)
    _, foe = cell(fight, (4, 0), palette=palette)
    assert tuple(friend[0, 0]) == palette.side(1) or tuple(friend[0, 0]) == palette.side(0)
    assert tuple(foe[0, 0]) == base(fight, "x", palette)
    assert tuple(foe[0, 0]) != tuple(friend[0, 0])


@pytest.mark.parametrize("viewer", ["heroes", "foes"])
@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda p: p.name)
def test_large_ones_of_a_side_that_touch_differ(palette, zoom, viewer):
    board = "\n".join(["." * 9] * 8 + ["........A"])
    places = {"o": (0, 0), "p": (2, 0), "q": (1, 2), "r": (5, 2), "s": (7, 4)}
    big = {name: {"at": at, "size": "large", "side": "foes"} for name, at in places.items()}
    fight = small(board, big)
    console, camera = drawn(fight, None, zoom, palette, viewer=viewer), camera_for(fight, zoom)
    back = {name: patch(console, camera, at)[1][-1, -1] for name, at in places.items()}
    for a, b in (("o", "p"), ("o", "q"), ("p", "q")):
        assert (back[a] != back[b]).any()
    for name in "rs":  # alone, or at a corner only
        assert (back[name] == back["o"]).all()


def test_shades_tell_nothing_of_the_unseen():
    big = {name: {"at": at, "size": "large"} for name, at in (("o", (0, 0)), ("p", (2, 0)))}
    fight = small(".....\n.....\n....A", big)
    assert shades(fight, frozenset("op")) == {"o": 0, "p": 1}
    assert shades(fight, frozenset("p")) == {"p": 0}
    fight.world.put("p", Position(Body((3, 0), (2, 2))))
    assert shades(fight, frozenset("op")) == {"o": 0, "p": 0}


def test_who_looks_decides_who_is_a_friend():
    fight = small("A.x", sides={"heroes": (), "foes": ()})
    _, ours = cell(fight, (2, 0), viewer="heroes")
    _, theirs = cell(fight, (2, 0), viewer="foes")
    assert (ours != theirs).any()


def test_the_acting_creature_stands_out():
    fight = small("A.B")
    text, colour = cell(fight, (0, 0))
    assert text == ["A" + ACTIVE]
    assert tuple(colour[0, 0]) == DARK.active


@pytest.mark.parametrize(
    ("condition", "mark"), [("prone", "_"), ("flying", "^"), ("helpless", "z")]
)
def test_states_have_marks(condition, mark):
    fight = small("A.x", {"x": {"conditions": [condition]}})
    assert cell(fight, (2, 0))[0] == ["x" + mark]


def test_the_dead_lie_on_bare_ground():
    fight = small("A.x", {"x": {"conditions": ["dead", "helpless", "prone"]}})
    text, colour = cell(fight, (2, 0))
    assert text == ["xx"]
    _, bare = cell(small("A.."), (2, 0))
    assert (colour == bare).all()


def test_the_fallen_look_fallen():
    up, down = small("A.x"), small("A.x", {"x": {"conditions": ["helpless"]}})
    assert (cell(up, (2, 0))[1] != cell(down, (2, 0))[1]).any()


def test_a_squeezed_body_is_marked_and_drawn_as_narrow_as_it_is():
    fight = small("A...\n....\n....", {"O": {"at": (2, 0), "size": "large"}})
    fight.world.put("O", Position(Body((2, 0), (1, 2)), squeezed=True))
    text, _ = cell(fight, (2, 0), extent=(1, 2))
    assert text[0][0] == "O"
    assert text[1][1] == "="
    assert "∙" in cell(fight, (3, 0))[0][0]


def test_several_tiny_creatures_in_a_cell_are_counted():
    swarm = {f"t{n}": {"at": (2, 0), "size": "tiny"} for n in range(4)}
    fight = small("A..", swarm)
    assert cell(fight, (2, 0))[0] == ["t4"]
    assert cell(fight, (2, 0), FAR)[0] == ["4"]


def test_a_cell_of_both_sides_shows_both():
    fight = small("A..", {"t": {"at": (2, 0), "size": "tiny"},
                          "u": {"at": (2, 0), "size": "tiny", "side": "heroes"}})  # fmt: skip
    _, colour = cell(fight, (2, 0))
    assert tuple(colour[0, 0]) != tuple(colour[0, 1])


def test_the_small_are_drawn_on_top_of_the_large():
    fight = small("A....\n.....\n.....", {"O": {"at": (2, 0), "size": "huge"},
                                           "t": {"at": (3, 1), "size": "tiny"}})  # fmt: skip
    assert cell(fight, (3, 1))[0][0][0] == "t"


def test_wounds_show_as_a_bar_where_there_is_room_but_not_a_foes_under_fog():
    for fog, shown in ((False, True), (True, False)):
        fight = small("A.x", {"x": {"hp": 10}}, fog=fog)
        fight.world.put("x", HitPoints(5, 10))
        text, _ = cell(fight, (2, 0), CLOSE)
        assert ("⣤" in text[1]) == shown


# --- overlays ----------------------------------------------------------------------------------


@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda p: p.name)
def test_reach_has_two_tints_and_a_threatened_cell_keeps_them(zoom, palette):
    fight = small("A.....")
    reach = {(2, 0): 1, (3, 0): 2}
    overlay = Overlay(reach=reach)
    backs = [cell(fight, (x, 0), zoom, overlay, palette=palette)[1] for x in (2, 3, 5)]
    assert len({tuple(back[0, 0]) for back in backs}) == 3
    threatened = attrs.evolve(overlay, threatened=frozenset({(2, 0), (3, 0), (5, 0)}))
    for x, back in zip((2, 3, 5), backs, strict=True):
        text, hatched = cell(fight, (x, 0), zoom, threatened, palette=palette)
        assert (hatched == back).all()
        assert text != cell(fight, (x, 0), zoom, overlay, palette=palette)[0]


@pytest.mark.parametrize("palette", [MONO, PALETTES["contrast"]], ids=lambda p: p.name)
def test_without_colours_reach_is_marked_by_glyphs_as_well(palette):
    fight = small("A.....")
    overlay = Overlay(reach={(2, 0): 1, (3, 0): 2})
    texts = {cell(fight, (x, 0), NORMAL, overlay, palette=palette)[0][0][0] for x in (2, 3, 5)}
    assert len(texts) == 3


def test_a_path_shows_its_running_cost_and_what_provokes():
    fight = small("A......")
    path = tuple(Body((x, 0), (1, 1)) for x in range(7))
    overlay = Overlay(
        path=path, costs=(1, 2, 4, 8, 10, 12), provoking={(2, 0): ("x",), (6, 0): ("x",)}
    )
    texts = [cell(fight, (x, 0), overlay=overlay)[0][0].strip() for x in range(1, 7)]
    assert texts == ["1", "2!", "4", "8", "10", "!2"]
    close = [cell(fight, (x, 0), CLOSE, overlay)[0][0].strip() for x in range(1, 7)]
    assert close == ["1", "2!", "4", "8", "10", "12!"]
    _, plain = cell(fight, (1, 0), overlay=overlay)
    _, warned = cell(fight, (2, 0), overlay=overlay)
    assert (plain[0, 0] != warned[0, 0]).any()


def test_a_path_may_or_may_not_begin_where_the_mover_stands():
    fight = small("A......")
    path = tuple(Body((x, 0), (1, 1)) for x in range(4))
    whole, rest = Overlay(path=path, costs=(1, 2, 3)), Overlay(path=path[1:], costs=(1, 2, 3))
    assert (drawn(fight, whole).rgb == drawn(fight, rest).rgb).all()


def test_a_path_through_a_friend_leaves_the_friend_to_be_seen():
    fight = small("A.B...")
    path = tuple(Body((x, 0), (1, 1)) for x in range(1, 5))
    overlay = Overlay(path=path, costs=(1, 2, 3, 4), provoking={(2, 0): ("x",)})
    assert cell(fight, (2, 0), overlay=overlay)[0] == ["B!"]


@pytest.mark.parametrize("zoom", ZOOMS)
def test_cursor_target_and_flash_show_at_every_zoom(zoom):
    fight = small("A..x...")
    bare = drawn(fight, zoom=zoom).rgb
    for overlay in (
        Overlay(cursor=(5, 0)), Overlay(target="x"), Overlay(flash={(3, 0): "hit"}),
    ):  # fmt: skip
        shown = drawn(fight, overlay, zoom).rgb
        assert (shown["ch"] != bare["ch"]).any() or (shown["bg"] != bare["bg"]).any()


def test_the_target_has_a_mark_of_its_own():
    fight = small("A..x")
    assert cell(fight, (3, 0), overlay=Overlay(target="x"))[0] == ["x" + TARGET]


def test_the_cursor_keeps_the_glyph_under_it():
    fight = small("A..x")
    text, colour = cell(fight, (3, 0), overlay=Overlay(cursor=(3, 0)))
    assert text[0][0] == "x"
    assert tuple(colour[0, 0]) == DARK.cursor


@pytest.mark.parametrize("mark", [Overlay(cursor=(0, 0)), Overlay(flanks=(((0, 0), (3, 0)),))])
def test_a_mark_keeps_the_whole_name_under_it(mark):
    fight = small("A..x")
    fight.world.put("A", attrs.evolve(fight.world.get("A", Identity), name="Anna"))
    for zoom in ZOOMS:
        bare, pointed = (
            ["".join(map(chr, row)) for row in drawn(fight, overlay, zoom).rgb["ch"]]
            for overlay in (Overlay(), mark)
        )
        assert ["Anna" in row for row in pointed] == ["Anna" in row for row in bare]
    assert any("Anna" in row for row in bare)


def test_what_lies_beside_the_map_is_ignored():
    fight = small("A..")
    far = frozenset({(-1, 0), (9, 9), (0, -3)})
    overlay = Overlay(
        reach=dict.fromkeys(far, 1),
        threatened=far,
        flash=dict.fromkeys(far, "hit"),
        path=(Body((9, 9), (1, 1)),),
        costs=(1,),
        cursor=(30, 30),
    )
    assert (drawn(fight, overlay).rgb == drawn(fight).rgb).all()


# --- fog ---------------------------------------------------------------------------------------


def fogged(creatures=None):
    fight = small("A...#....\n....#.,..\n....#....\n....#....", creatures, fog=True)
    return fight, Memory(fight, "heroes")


@pytest.mark.parametrize("zoom", ZOOMS)
def test_what_was_never_seen_is_blank_under_every_overlay(zoom):
    fight, memory = fogged({"x": {"at": (7, 1)}})
    hidden = [(x, y) for x in range(5, 9) for y in range(4)]
    assert not any(memory.remembered[y, x] for x, y in hidden)
    overlay = Overlay(
        reach=dict.fromkeys(hidden, 1), threatened=frozenset(hidden), target="x",
        path=tuple(Body((x, 1), (1, 1)) for x in range(5, 9)), costs=(1, 2, 3, 4),
        provoking={(6, 1): ("x",)}, flash={(7, 1): "hit"},
    )  # fmt: skip
    console = drawn(fight, overlay, zoom, memory=memory)
    for at in hidden:
        text, colour = patch(console, camera_for(fight, zoom), at)
        assert not "".join(text).strip()
        assert (colour == DARK.unseen).all()


@pytest.mark.parametrize("zoom", ZOOMS)
def test_unknown_creatures_change_nothing_at_all(zoom):
    seen = {"w": {"at": (2, 2)}}
    alone, memory = fogged(seen)
    full, other = fogged({"x": {"at": (6, 0), "size": "large"}, "y": {"at": (7, 3)}, **seen})
    assert other.known == {"A", "w"}
    a, b = drawn(alone, FULL, zoom, memory=memory), drawn(full, FULL, zoom, memory=other)
    for layer in ("ch", "fg", "bg"):
        assert (a.rgb[layer] == b.rgb[layer]).all()


@pytest.mark.parametrize("zoom", ZOOMS)
def test_where_somebody_was_seen_last_is_marked_for_three_rounds(zoom):
    fight, memory = fogged({"w": {"at": (2, 2)}})
    place = fight.world["w"].position
    fight.world.put("w", attrs.evolve(place, body=place.body.moved((4, 0))))
    memory.update()
    text, _ = patch(drawn(fight, zoom=zoom, memory=memory), camera_for(fight, zoom), (2, 2))
    assert "?" in "".join(text)
    line = cell_line(fight, (2, 2), memory)
    assert f"{fight.world['w'].name} was seen here last, in round 1" in line
    assert "seen here last" not in cell_line(fight, (6, 2), memory)
    fight.world.put(None, attrs.evolve(fight.world.clock, round=4))
    assert "seen here last" in cell_line(fight, (2, 2), memory)
    fight.world.put(None, attrs.evolve(fight.world.clock, round=5))
    text, _ = patch(drawn(fight, zoom=zoom, memory=memory), camera_for(fight, zoom), (2, 2))
    assert "?" not in "".join(text)
    assert "seen here last" not in cell_line(fight, (2, 2), memory)


def test_unseen_ground_does_not_show_in_the_looks_of_seen_walls():
    open_ = small("A..\n###\n...", fog=True)
    solid = small("A..\n###\n###", fog=True)
    a = drawn(open_, memory=Memory(open_, "heroes"))
    b = drawn(solid, memory=Memory(solid, "heroes"))
    assert (a.rgb == b.rgb).all()


def test_remembered_ground_is_dim_and_creatures_on_it_are_gone():
    fight, memory = fogged({"x": {"at": (3, 3)}})
    before, lit = cell(fight, (3, 3), memory=memory)
    assert before[0][0] == "x"
    fight.world.put("A", Position(Body((6, 0), (1, 1))))
    memory.update()
    after, dim = cell(fight, (3, 3), memory=memory)
    assert "x" not in after[0]
    _, floor = cell(fight, (2, 3), memory=memory)
    assert floor.mean() < lit.mean()
    assert (floor == dim).all()


def test_a_barrier_on_unseen_ground_is_not_drawn():
    open_, memory = fogged()
    fight = small("A...#....\n....#.,..\n....#....\n....#....", fog=True,
                  barriers=[((6, 1), (7, 1), "door")])  # fmt: skip
    a, b = drawn(open_, memory=memory), drawn(fight, memory=Memory(fight, "heroes"))
    assert (a.rgb["ch"] == b.rgb["ch"]).all()


def test_dark_cells_are_darker():
    fight = small("A...", dark=True)
    lit = small("A...")
    assert cell(fight, (2, 0))[1].mean() < cell(lit, (2, 0))[1].mean()


def test_drawing_changes_nothing_in_the_battle():
    fight = skirmish()
    before = {c.id: (c.position, c.conditions, c.hp) for c in fight.world.creatures}
    first = drawn(fight, FULL).rgb.copy()
    assert (drawn(fight, FULL).rgb == first).all()
    assert before == {c.id: (c.position, c.conditions, c.hp) for c in fight.world.creatures}


def test_the_board_follows_the_world():
    fight = small("A..x")
    drawn(fight)
    fight.world.put("x", Position(Body((2, 0), (1, 1))))
    assert cell(fight, (2, 0))[0][0][0] == "x"
    assert cell(fight, (3, 0))[0][0][0] != "x"


def test_blending_is_exact_at_both_ends():
    assert blend((1, 2, 3), (9, 9, 9), 0) == (1, 2, 3)
    assert blend((1, 2, 3), (9, 9, 9), 1) == (9, 9, 9)


def test_a_console_in_c_order_of_any_shape_is_painted_whole():
    fight = small("A..")
    console = tcod.console.Console(31, 7)
    console.rgb["ch"][:] = ord("?")
    draw(console, fight, Camera(3, 1, 31, 7).clamped())
    assert not (np.array(console.rgb["ch"]) == ord("?")).any()


@pytest.mark.parametrize("palette", [DARK, MONO], ids=lambda palette: palette.name)
@pytest.mark.parametrize("zoom", ZOOMS)
def test_the_cells_of_a_goal_carry_flags_that_hide_nobody(zoom, palette):
    fight = small("A....\n.....\n..b..")
    plain = [cell(fight, at, zoom, palette=palette)[0] for at in ((0, 0), (3, 1), (2, 2))]
    fight.world.put(None, Goals((Goal("heroes", "reach", ((0, 0), (3, 1), (2, 2))),)))
    held = [cell(fight, at, zoom, palette=palette)[0] for at in ((0, 0), (3, 1), (2, 2))]
    assert [held[0], held[2]] == [plain[0], plain[2]]
    flags = sum(text.count(GOAL) for text in held[1])
    assert (flags, sum(text.count(GOAL) for text in plain[1])) == (1, 0)


# --- the edges of the screen ---------------------------------------------------------------------


def test_where_the_map_goes_on_beyond_the_screen_is_marked_at_that_edge():
    fight = small("A...\n....\n....\n....")
    for left, top, signs in ((0, 0, {"right", "bottom"}), (1, 2, {"left", "right", "top"})):
        camera = Camera(4, 4, columns=4, rows=2, left=left, top=top, zoom=NORMAL)
        console = tcod.console.Console(4, 2)
        draw(console, fight, camera, viewer="heroes", edges=True)
        places = {
            (x, y) for y in range(2) for x in range(4) if console.rgb["ch"][y, x] == ord(EDGE)
        }
        sides = {"left": (0, 1), "right": (3, 1), "top": (2, 0), "bottom": (2, 1)}
        assert places == {sides[side] for side in signs}
        plain = tcod.console.Console(4, 2)
        draw(plain, fight, camera, viewer="heroes")
        assert not (plain.rgb["ch"] == ord(EDGE)).any(), "pictures have no edges"


def test_farthest_out_letters_look_like_their_sides_and_states():
    """There is no room for marks: the second side is underlined, who lies is struck through."""
    fight = small("A.b.c", {"b": {"conditions": ["prone"]}})
    opacity = drawn(fight, zoom=FAR).rgba["fg"][0, :, 3]
    assert [looks_of(int(n)) for n in opacity[:5]] == [UNDERLINED, 0, STRUCK, 0, 0]
    assert [side.name for side in fight.world.sides.items] == ["Foes", "Heroes"]
    near = drawn(fight, zoom=NORMAL).rgba["fg"][..., 3]
    assert (near == 255).all(), "where there are marks letters are plain"
