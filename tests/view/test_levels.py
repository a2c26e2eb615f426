"""Maps of cubes on the board: one level, what lies below it, and what is above."""

import numpy as np
import pytest
from gate import slow
from hypothesis import given
from hypothesis import strategies as st
from pool.fights import fight

from tacsim.core.components import Condition, Conditions, Goal, Goals
from tacsim.core.terrain import Barrier, BarrierKind, make_battlefield
from tacsim.session.perception import Memory
from tacsim.view.palettes.colours import DEEPEST, blend
from tacsim.view.palettes.glyphs import ACTIVE, CEILING, DOWN, FOOT, GOAL, TARGET, UP
from tacsim.view.palettes.palette import DARK, PALETTES
from tacsim.view.picture.barriers import HANDLE
from tacsim.view.picture.board import Overlay
from tacsim.view.picture.camera import CLOSE, CLOSER, FAR, LARGE, LARGEST, NEAR, NORMAL
from tacsim.view.picture.levels import height, section
from tacsim.view.picture.other_levels import edges
from tacsim.view.wording import plain_attacks
from tacsim.view.wording.places import cell_line
from view.cubes import (
    BEARING,
    FULL,
    GROUND,
    LEVELS,
    SOLID,
    below,
    body,
    camera_for,
    drawn,
    level,
    towers,
)
from view.squares import drawn as drawn_in_the_plane
from view.squares import patch
from view.test_glyphs import one_column

ZOOMS = (FAR, NORMAL, NEAR, CLOSE, CLOSER, LARGE, LARGEST)
glyphs = st.sampled_from(SOLID + BEARING + ":   ")


@st.composite
def maps(draw):
    """Some levels of the same size, drawn at random."""
    wide, high, levels = draw(st.integers(1, 6)), draw(st.integers(1, 5)), draw(st.integers(1, 5))
    row = st.text(glyphs, min_size=wide, max_size=wide)
    grid = st.lists(row, min_size=high, max_size=high).map("\n".join)
    return tuple(draw(st.lists(grid, min_size=levels, max_size=levels)))


def field_of(*levels):
    return make_battlefield(*levels, topology="cube")


def row(text):
    """A level of one row, with floor under the letter."""
    return text.replace("A", ".")


def cell(battle, at, overlay=None, zoom=NORMAL, extent=(1, 1), **options):
    """The text and the backgrounds of a cell's part of the screen, its level under view."""
    console = drawn(battle, at[2], overlay, zoom, **options)
    return patch(console, camera_for(battle, zoom), at[:2], extent)


def text(battle, at, overlay=None, zoom=NORMAL, **options):
    return "".join(cell(battle, at, overlay, zoom, **options)[0])


def fogged(battle, viewer="heroes"):
    battle.fog = True
    return Memory(battle, viewer)


def blinded(battle):
    """What a side remembers whose only creature is blind by now."""
    memory = fogged(battle)
    battle.world.put("A", Conditions((Condition("blinded"),)))
    return memory


# --- what a level shows --------------------------------------------------------------------------


def test_air_shows_the_nearest_ground_or_the_top_of_something_solid():
    field = field_of(".#:~.", "  .  ", "    #", "     ")
    shown = [section(field, z) for z in range(4)]
    assert [s.surface.tolist() for s in shown] == [
        [[0, 0, 0, 0, 0]], [[0, 0, 1, 0, 0]], [[0, 0, 1, 0, 2]], [[0, 0, 1, 0, 2]],
    ]  # fmt: skip
    assert [s.drop.tolist() for s in shown] == [
        [[0, 0, 0, 0, 0]], [[1, 0, 0, 1, 1]], [[2, 1, 1, 2, 0]], [[3, 2, 2, 3, 0]],
    ]  # fmt: skip
    assert [s.looms(None).tolist() for s in shown[:3]] == [
        [[False, False, True, False, True]],
        [[False, False, False, False, True]],
        [[False] * 5],
    ]


@given(maps())
def test_what_is_seen_is_found_by_going_down_cube_by_cube(levels):
    field = field_of(*levels)
    for z in range(len(levels)):
        shown = section(field, z)
        for y in range(field.height):
            for x in range(field.width):
                surface, top = below(levels, x, y, z)
                assert (shown.surface[y, x], shown.top[y, x]) == (surface, top)
                assert shown.drop[y, x] == z - surface - top
                above = [text.split("\n")[y][x] for text in levels[z + 1 :]]
                looms = any(glyph in SOLID + BEARING for glyph in above)
                assert shown.looms(None)[y, x] == looms


@given(maps(), st.randoms())
def test_a_column_is_known_where_all_of_it_is(levels, random):
    field = field_of(*levels)
    known = np.array([random.random() < 0.7 for _ in range(np.prod(field.shape))])
    known = known.reshape(field.shape)
    for z in range(len(levels)):
        found = section(field, z).throughout(known)
        for y in range(field.height):
            for x in range(field.width):
                down_to = below(levels, x, y, z)[0]
                assert found[y, x] == known[down_to : z + 1, y, x].all()


def test_a_map_in_the_plane_shows_itself():
    field = make_battlefield("#.\n,:")
    shown = section(field)
    assert not shown.drop.any()
    assert not shown.looms(None).any()
    mask = np.array([[True, False], [False, True]])
    assert shown.seen(mask) is mask
    assert shown.throughout(mask) is mask


def test_how_high_somebody_is_counts_from_where_it_would_come_to_stand():
    field = field_of("..#~", "    ", "    ", "   .")
    assert height(field, body(0, 0, 0)) == 0
    assert height(field, body(0, 0, 3)) == 3
    assert height(field, body(2, 0, 3)) == 2  # on top of the wall it stands on level 1
    assert height(field, body(3, 0, 3)) == 0
    two = field_of("..\n..", "  \n #", "  \n  ", "  \n  ")
    assert height(two, body(0, 0, 3, n=2)) == 1  # the nearest of what is under any of its cubes


# --- the ground ----------------------------------------------------------------------------------


@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda p: p.name)
def test_a_single_level_looks_like_a_map_in_the_plane(zoom, palette):
    import boards

    plain = "#.,;%\n=~^.:\n....."
    flat_one = boards.battle(plain[:-1] + "A", {"A": {"conditions": ["dead"]}})
    cubes = fight(plain, A={"at": (4, 2, 0), "conditions": ["dead"], "kind": "dummy"})
    a = drawn_in_the_plane(flat_one, zoom=zoom, palette=palette)
    b = drawn(cubes, 0, zoom=zoom, palette=palette)
    assert (a.rgb == b.rgb).all()


@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda p: p.name)
def test_what_lies_below_is_dimmed_the_more_the_deeper(palette):
    battle = fight(*(row("...A" if not z else "    ") for z in range(5)), A={"at": (3, 0, 0)})
    floor = palette.grounds["floor"].bg
    seen = [cell(battle, (1, 0, z), palette=palette)[1][0, 0].astype(int) for z in range(5)]
    away = [abs(colour - np.array(floor)).sum() for colour in seen]
    assert away[0] <= 3 * 3  # its tone
    for depth in range(1, DEEPEST + 1):
        assert away[depth] > away[depth - 1]
    assert (seen[DEEPEST] == seen[DEEPEST + 1]).all()


@pytest.mark.parametrize("zoom", ZOOMS)
def test_it_says_by_a_digit_how_far_down_it_is(zoom):
    battle = fight(*(row(".....A" if not z else "      ") for z in range(4)), A={"at": (5, 0, 0)})
    for z in range(4):
        texts = [text(battle, (x, 0, z), zoom=zoom).strip() for x in range(5)]
        digits = [one for one in texts if one.isdigit()]
        assert digits == [str(z)] * (3 if z else 0)  # every other cell
    deep = fight(*(row(".A" if not z else "  ") for z in range(13)), A={"at": (1, 0, 0)})
    assert text(deep, (0, 0, 12), zoom=zoom).strip() == "9"


@given(maps())
def test_every_stretch_of_lower_ground_has_a_digit(levels):
    field = field_of(*levels)
    for z in range(1, len(levels)):
        drop = section(field, z).drop
        numbered = edges(drop) | (np.indices(drop.shape).sum(axis=0) % 2 == 0)
        left = {(x, y) for y in range(field.height) for x in range(field.width)}
        while left:
            start = left.pop()
            stretch, new = {start}, [start]
            while new:
                x, y = new.pop()
                near = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & left
                same = {one for one in near if drop[one[::-1]] == drop[start[::-1]]}
                left -= same
                stretch |= same
                new += same
            assert any(numbered[y, x] for x, y in stretch)


@pytest.mark.parametrize("zoom", [NORMAL, CLOSE, LARGEST])
def test_rough_ground_below_keeps_its_texture(zoom):
    battle = fight(row(",,~~A"), row("     "), A={"at": (4, 0, 0)})
    assert "," in text(battle, (1, 0, 1), zoom=zoom)
    assert "1" in text(battle, (1, 0, 1), zoom=zoom) + text(battle, (0, 0, 1), zoom=zoom)


def test_what_is_solid_here_is_a_wall_and_from_above_a_top():
    battle = fight(row(".#T^A"), row(" ##  "), row("     "), A={"at": (4, 0, 0)})
    wall = DARK.grounds["wall"].bg
    assert tuple(cell(battle, (1, 0, 1))[1][0, 0]) == pytest.approx(wall, abs=4)
    for x, name, z in ((1, "wall_top", 2), (2, "wall_top", 2), (3, "boulder_top", 1)):
        top = DARK.grounds[name].bg
        assert tuple(cell(battle, (x, 0, z))[1][0, 0]) == pytest.approx(top, abs=4)
    lower = tuple(cell(battle, (3, 0, 2))[1][0, 0])
    assert lower == pytest.approx(blend(DARK.grounds["boulder_top"].bg, *DARK.deep(1)), abs=4)


@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda p: p.name)
@pytest.mark.parametrize("zoom", ZOOMS)
def test_tops_look_different_from_floor_and_from_what_is_solid(zoom, palette):
    battle = fight(row("#T^..A"), row("#T^.. "), row("      "), A={"at": (5, 0, 0)})
    floor = cell(battle, (3, 0, 1), zoom=zoom, palette=palette)
    for x in range(3):
        solid = cell(battle, (x, 0, 1), zoom=zoom, palette=palette)
        top = cell(battle, (x, 0, 2), zoom=zoom, palette=palette)
        for other in (solid, floor):
            apart = abs(top[1].astype(int) - other[1].astype(int)).max() > 12
            assert apart or top[0] != other[0]


@pytest.mark.parametrize("zoom", ZOOMS)
def test_what_looms_above_is_hinted_and_hides_nothing(zoom):
    battle = fight(row("..,.A"), row("  .  "), row(" #   "), A={"at": (4, 0, 0)})
    bare = fight(row("..,.A"), row("     "), row("     "), A={"at": (4, 0, 0)})
    assert CEILING in text(battle, (1, 0, 0), zoom=zoom)
    assert CEILING not in text(battle, (0, 0, 0), zoom=zoom)
    assert "," in text(battle, (2, 0, 0), zoom=zoom)
    for x in range(5):
        assert (cell(battle, (x, 0, 0), zoom=zoom)[1] == cell(bare, (x, 0, 0), zoom=zoom)[1]).all()
    if zoom != FAR:
        assert CEILING in text(battle, (2, 0, 0), zoom=zoom)
        assert CEILING in text(battle, (1, 0, 1), zoom=zoom)  # beside the digit
        assert "1" in text(battle, (1, 0, 1), zoom=zoom)


def test_nothing_is_said_to_loom_over_what_is_solid_itself():
    battle = fight(row(".#A"), row(" # "), A={"at": (2, 0, 0)})
    assert CEILING not in text(battle, (1, 0, 0))


def test_a_plan_says_how_high_the_ground_is_and_dims_nothing():
    battle = fight(row(".#..A"), row("  .  "), row("     "), A={"at": (4, 0, 0)})
    texts = [text(battle, (x, 0, 2), plan=True).strip() for x in range(4)]
    assert "1" in texts[1]
    assert texts[2] == "1"
    assert "1" not in texts[0] + texts[3]
    assert (cell(battle, (0, 0, 2), plan=True)[1] == cell(battle, (0, 0, 0))[1]).all()
    assert text(battle, (4, 0, 2), plan=True) == text(battle, (4, 0, 0))


# --- barriers ------------------------------------------------------------------------------------


def barred(*barriers):
    battle = fight(row("....A"), row("..   "), row("     "), A={"at": (4, 0, 0)})
    side = battle.ruleset.topology.side
    found = tuple(Barrier(side(a, b), BarrierKind(kind)) for a, b, kind in barriers)
    object.__setattr__(battle.world.field, "barriers", found)
    return battle


@pytest.mark.parametrize("zoom", ZOOMS)
def test_barriers_show_on_their_level_and_through_the_air_above(zoom):
    free = barred()
    low, high = (2, 0, 0), (3, 0, 0)
    hedge = barred((low, high, "hedge"))
    for z, shows in ((0, True), (1, True), (2, True)):
        differ = (drawn(hedge, z, zoom=zoom).rgb["ch"] != drawn(free, z, zoom=zoom).rgb["ch"]).any()
        assert differ == shows
    under_floor = barred(((0, 0, 0), (1, 0, 0), "wall"))
    assert (drawn(under_floor, 0, zoom=zoom).rgb != drawn(free, 0, zoom=zoom).rgb).any()
    assert (drawn(under_floor, 1, zoom=zoom).rgb == drawn(free, 1, zoom=zoom).rgb).all()
    above = barred(((0, 0, 1), (1, 0, 1), "wall"))
    assert (drawn(above, 0, zoom=zoom).rgb == drawn(free, 0, zoom=zoom).rgb).all()


def test_a_trapdoor_shows_on_both_its_levels():
    battle = barred(((0, 0, 0), (0, 0, 1), "door"))
    assert HANDLE in text(battle, (0, 0, 0))
    assert HANDLE in text(battle, (0, 0, 1))
    assert HANDLE not in text(battle, (0, 0, 2))


# --- creatures -----------------------------------------------------------------------------------


def test_a_creature_is_drawn_as_ever_on_each_of_its_levels():
    battle = fight(*[row("......\n......\n......")] * 1, *[level("", "......\n......\n......")] * 3,
                   A={"at": (5, 2, 0)}, o={"at": (1, 0, 0), "kind": "ogre"})  # fmt: skip
    low = cell(battle, (1, 0, 0), extent=(2, 2))
    high = cell(battle, (1, 0, 1), extent=(2, 2))
    assert low[0] == high[0]
    assert (low[1] == high[1]).all()
    assert "o" in low[0][0]


@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda p: p.name)
def test_those_below_are_dimmed_and_say_how_far_below(palette):
    battle = fight(row("....A"), *[row("     ")] * 3, A={"at": (4, 0, 0)}, b={"at": (1, 0, 0)})
    here = cell(battle, (1, 0, 0), palette=palette)
    assert here[0][0][0] == "b"
    for z in (1, 2, 3):
        there = cell(battle, (1, 0, z), palette=palette)
        assert there[0] == [f"b{z}"]
        assert (there[1] != here[1]).any()
    assert DOWN + "2" in "".join(cell(battle, (1, 0, 2), zoom=CLOSE)[0])
    for depth in range(DEEPEST, 9):
        assert palette.deep(depth) == palette.deep(DEEPEST)


def test_how_far_below_somebody_is_counts_to_its_feet():
    ground = "....\n...."
    battle = fight(ground, *[level("", ground)] * 3,
                   A={"at": (3, 0, 0)}, o={"at": (0, 0, 0), "kind": "ogre"})  # fmt: skip
    assert DOWN + "3" in "".join(cell(battle, (0, 0, 3), extent=(2, 2))[0])


def test_a_floor_hides_those_below_it_also_in_part():
    ground = "......\n......\n......"
    half = level("\n  ..", ground)
    battle = fight(ground, half, level("", ground),
                   A={"at": (5, 2, 0)}, b={"at": (2, 0, 0)}, c={"at": (0, 0, 0)})  # fmt: skip
    assert "b" not in text(battle, (2, 0, 1)) + text(battle, (2, 0, 2))
    assert "c" in text(battle, (0, 0, 1))
    tall = fight(ground, level("", ground), level("\n  ..", ground), level("", ground),
                 A={"at": (5, 2, 0)}, o={"at": (1, 0, 0), "kind": "ogre"})  # fmt: skip
    bare = fight(ground, level("", ground), level("\n  ..", ground), level("", ground),
                 A={"at": (5, 2, 0)})  # fmt: skip
    covered = cell(tall, (2, 0, 3))
    assert (covered[1] == cell(bare, (2, 0, 3))[1]).all()  # (2,0) is under the floor
    assert (cell(tall, (1, 0, 3))[1] != cell(bare, (1, 0, 3))[1]).any()


def test_those_above_are_hinted_and_the_ground_stays_to_be_seen():
    battle = fight(row(".,..A"), row("....."), row("     "),
                   A={"at": (4, 0, 0)}, b={"at": (0, 0, 1)}, c={"at": (1, 0, 1)})  # fmt: skip
    bare = fight(row(".,..A"), row("....."), row("     "), A={"at": (4, 0, 0)})
    assert text(battle, (0, 0, 0)) == "b" + UP
    assert text(battle, (1, 0, 0)) == "," + UP
    for x in range(4):
        assert (cell(battle, (x, 0, 0))[1] == cell(bare, (x, 0, 0))[1]).all()


@pytest.mark.parametrize("zoom", ZOOMS)
def test_the_foot_of_somebody_in_the_air_is_marked_on_the_ground(zoom):
    ground = "......\n......"
    battle = fight(ground, *[level("", ground)] * 3, level("\n  .", ground), level("", ground),
                   A={"at": (5, 1, 0)}, w={"at": (1, 0, 3), "kind": "sky_lancer"},
                   v={"at": (2, 0, 5), "kind": "sky_lancer"})  # fmt: skip
    assert FOOT in text(battle, (1, 0, 0), zoom=zoom)
    assert FOOT in text(battle, (1, 0, 2), zoom=zoom)
    assert UP in text(battle, (2, 0, 0), zoom=zoom)  # there is a floor in between
    assert FOOT not in text(battle, (2, 0, 0), zoom=zoom)
    assert FOOT in text(battle, (2, 0, 4), zoom=zoom)


def test_in_the_air_one_shows_how_high_that_is():
    battle = fight(row(".....A"), *[row("      ")] * 3,
                   A={"at": (5, 0, 0)}, w={"at": (1, 0, 3), "kind": "sky_lancer"},
                   v={"at": (3, 0, 0), "kind": "sky_lancer"})  # fmt: skip
    assert text(battle, (1, 0, 3)) == "w3"
    assert "^3" in text(battle, (1, 0, 3), zoom=CLOSE)
    assert text(battle, (3, 0, 0)) == "v^"  # on the ground


def test_under_somebody_a_token_has_a_mark():
    battle = fight(row(".....A"), *[row("      ")] * 3, A={"at": (5, 0, 0)},
                   B={"at": (1, 0, 0)}, w={"at": (1, 0, 2), "kind": "sky_lancer"},
                   W={"at": (5, 0, 2), "kind": "sky_lancer"})  # fmt: skip
    assert text(battle, (1, 0, 0)) == "B" + UP
    assert text(battle, (5, 0, 0)) == "A" + ACTIVE  # whose turn it is matters more


def test_whoever_is_aimed_at_is_marked_from_every_level():
    battle = fight(row(".....A"), *[row("      ")] * 3,
                   A={"at": (5, 0, 0)}, w={"at": (1, 0, 2), "kind": "sky_lancer"})  # fmt: skip
    for z in range(4):
        assert TARGET in text(battle, (1, 0, z), Overlay(target="w"))


@pytest.mark.parametrize("z", range(4))
def test_the_dead_lie_where_they_lie(z):
    battle = fight(row(".....A"), *[row("      ")] * 3,
                   A={"at": (5, 0, 0)}, b={"at": (1, 0, 0), "conditions": ["dead"]})  # fmt: skip
    assert text(battle, (1, 0, z)) == "bx"
    aloft = fight(row(".....A"), row(" .    "), A={"at": (5, 0, 0)},
                  b={"at": (1, 0, 1), "conditions": ["dead"]})  # fmt: skip
    assert "b" not in text(aloft, (1, 0, 0))


# --- plans ---------------------------------------------------------------------------------------


def test_overlays_are_those_of_the_level_under_view():
    battle = fight(row("......A"), *[row("       ")] * 2, A={"at": (6, 0, 0)})
    for overlay in (
        Overlay(reach={(2, 0, 1): 1}), Overlay(threatened=frozenset({(2, 0, 1)})),
        Overlay(area=frozenset({(2, 0, 1)})),
        Overlay(cursor=(2, 0, 1)),
    ):  # fmt: skip
        for z in range(3):
            differs = (drawn(battle, z, overlay).rgb != drawn(battle, z).rgb).any()
            assert differs == (z == 1)


def test_a_blow_is_seen_from_every_level():
    battle = fight(row("......A"), *[row("       ")] * 2, A={"at": (6, 0, 0)})
    overlay = Overlay(flash={(2, 0, 1): "hit"})
    for z in range(3):
        assert (drawn(battle, z, overlay).rgb != drawn(battle, z).rgb).any()


def test_a_way_shows_where_it_leaves_the_level_and_hints_at_the_rest():
    battle = fight(row("......A"), *[row("       ")] * 2, A={"at": (6, 0, 0)})
    path = (body(5, 0, 0), body(4, 0, 0), body(4, 0, 1), body(3, 0, 1), body(2, 0, 0))
    overlay = Overlay(path=path, costs=(1, 2, 3, 4, 5), provoking={(3, 0, 1): ("x",)})
    on_the_ground = [text(battle, (x, 0, 0), overlay, CLOSE).strip() for x in range(1, 6)]
    assert on_the_ground[1] == "5"
    assert UP in on_the_ground[2]
    assert "4" not in on_the_ground[2]
    assert on_the_ground[3:] == ["2" + UP, "1"]
    above = [text(battle, (x, 0, 1), overlay, CLOSE).strip() for x in range(1, 6)]
    assert above[2:4] == ["4!" + DOWN, "3"]
    assert DOWN in above[1]
    assert DOWN in above[4]
    assert DOWN not in above[0]
    higher = [text(battle, (x, 0, 2), overlay).strip() for x in range(1, 6)]
    assert [DOWN in one for one in higher] == [False, True, True, True, True]


def test_a_tall_body_goes_its_way_on_all_its_levels():
    ground = "........\n........\n........"
    battle = fight(ground, *[level("", ground)] * 3, A={"at": (0, 0, 0), "kind": "ogre"})
    overlay = Overlay(path=(body(2, 0, 0, n=2), body(3, 0, 1, n=2)), costs=(1, 3))
    assert "1" + UP in text(battle, (2, 0, 0), overlay, CLOSE)
    assert "3" in text(battle, (3, 0, 1), overlay)
    assert "3" in text(battle, (3, 0, 2), overlay)
    assert DOWN in text(battle, (2, 1, 2), overlay)


@pytest.mark.parametrize("zoom", [NORMAL, CLOSE, LARGEST])
def test_a_threat_in_the_air_leaves_the_digit(zoom):
    battle = fight(row("....A"), row("     "), A={"at": (4, 0, 0)})
    overlay = Overlay(threatened=frozenset({(0, 0, 1)}))
    assert "1" in text(battle, (0, 0, 1), overlay, zoom)
    assert text(battle, (0, 0, 1), overlay, zoom) != text(battle, (0, 0, 1), zoom=zoom)


@pytest.mark.parametrize("palette", [p for p in PALETTES.values() if p.marks], ids=lambda p: p.name)
def test_without_colours_reach_in_the_air_is_marked_by_glyphs_as_well(palette):
    battle = fight(row("......A"), row("       "), A={"at": (6, 0, 0)})
    overlay = Overlay(reach={(0, 0, 1): 1, (2, 0, 1): 2})
    texts = {text(battle, (x, 0, 1), overlay, palette=palette) for x in (0, 2, 4)}
    assert len(texts) == 3
    assert all("1" in one for one in texts)


def test_a_cell_of_the_way_on_this_level_is_not_beyond_it():
    overlay = Overlay(path=(body(1, 0, 0), body(1, 0, 1), body(2, 0, 1)), costs=(2, 4, 5))
    assert overlay.on(0).beyond == {(2, 0): UP}
    assert overlay.on(1).beyond == {}
    assert overlay.on(1).costs == (4, 5)
    assert overlay.on(2).beyond == {(1, 0): DOWN, (2, 0): DOWN}
    assert overlay.on(0).turns == {(1, 0): UP}
    assert overlay.on(1).turns == {}


# --- fog -----------------------------------------------------------------------------------------


def test_a_column_not_seen_all_the_way_down_is_blank():
    levels = (row("...#..A"), row("   #   "), row("   #   "), row("   #   "))
    battle = fight(*levels, A={"at": (6, 0, 0)})
    memory = fogged(battle)
    assert not memory.remembered[:, 0, :3].any()
    for z in range(4):
        assert not text(battle, (1, 0, z), FULL, memory=memory).strip()
    assert "2" in text(battle, (4, 0, 2), memory=memory) + text(battle, (5, 0, 2), memory=memory)


@pytest.mark.parametrize("z", range(4))
def test_unknown_ground_and_creatures_change_nothing(z):
    levels = [row("...#..A"), row("   #   "), row("   #   "), row("   #   ")]
    other = [row(",~.#..A"), row(".. #   "), row("#  #   "), row("   #   ")]
    alone = fight(*levels, A={"at": (6, 0, 0)})
    full = fight(*other, A={"at": (6, 0, 0)}, b={"at": (2, 0, 0)},
                 w={"at": (1, 0, 3), "kind": "sky_lancer"})  # fmt: skip
    mine, theirs = fogged(alone), fogged(full)
    assert theirs.known == {"A"}
    a, b = (drawn(one, z, FULL, memory=memory) for one, memory in ((alone, mine), (full, theirs)))
    assert (a.rgb == b.rgb).all()


def test_a_roof_that_nobody_has_seen_is_not_hinted_at():
    levels = (row(".....A"), row("      "), row("..    "))
    battle = fight(*levels, A={"at": (5, 0, 0)})
    memory = blinded(battle)
    memory.remembered[2] = False
    assert CEILING in text(battle, (1, 0, 0))
    assert CEILING not in text(battle, (1, 0, 0), memory=memory)
    for x in range(5):
        assert not text(battle, (x, 0, 2), memory=memory).strip()


def test_where_lower_ground_ends_does_not_tell_what_is_beyond():
    pictures = []
    for upper in ("    . ", "      "):
        battle = fight(row(".....A"), upper, row("      "), A={"at": (5, 0, 0)})
        memory = blinded(battle)
        memory.remembered[:, 0, :4], memory.remembered[:, 0, 4] = True, False
        pictures.append(drawn(battle, 2, memory=memory).rgb)
    assert (pictures[0] == pictures[1]).all()


def test_remembered_ground_is_dimmed_through_the_air_as_well():
    battle = fight(row(".......A"), row("        "), A={"at": (7, 0, 0)})
    lit = cell(battle, (1, 0, 1), memory=fogged(battle))[1]
    memory = blinded(battle)
    dim = cell(battle, (1, 0, 1), memory=memory)[1]
    assert dim.mean() < lit.mean()


# --- everything ----------------------------------------------------------------------------------


@pytest.mark.parametrize("zoom", [FAR, CLOSE, LARGEST, *slow(NORMAL, NEAR, CLOSER, LARGE)])
@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda p: p.name)
@pytest.mark.parametrize("fog", [False, True])
def test_every_glyph_on_every_level_is_one_column_wide(zoom, palette, fog):
    battle = towers(fog=fog)
    memory = Memory(battle, "heroes") if fog else None
    for z in range(4):
        console = drawn(battle, z, FULL, zoom, palette, memory)
        assert all(one_column(chr(code)) for code in set(console.rgb["ch"].flat))


def test_a_scene_has_somebody_on_every_level():
    battle = towers()
    lows = {creature.body.at[2] for creature in battle.world.creatures}
    assert lows == {0, 1, 2, 3}
    assert len(LEVELS) == len(battle.world.field.levels) == 4
    assert GROUND.strip("\n") == LEVELS[0]


# --- words ---------------------------------------------------------------------------------------


def lines(at, who="A", **creatures):
    battle = fight(row(".#.,.A"), row(" #    "), row("      "), A={"at": (5, 0, 0)}, **creatures)
    return cell_line(battle, at, who=battle.world[who])


def test_the_line_names_the_level_and_the_hold_there():
    assert lines((2, 0, 0)) == "(2,0,0) floor - level 0 - stands"
    assert lines((1, 0, 0)) == "(1,0,0) wall - level 0"
    assert lines((5, 0, 0)) == "(5,0,0) floor - level 0 - stands - A (10 of 10 hp)"
    assert lines((1, 0, 2)) == "(1,0,2) on top of a wall - level 2 - stands"
    assert lines((2, 0, 1)) == "(2,0,1) air 1 above floor - level 1 - clings"
    assert lines((3, 0, 2)) == "(3,0,2) air 2 above difficult ground - level 2 - falls 2"
    assert lines((2, 0, 2)) == "(2,0,2) air 2 above floor - level 2 - clings"  # to the top's edge
    flyer = {"W": {"at": (4, 0, 1), "kind": "sky_lancer"}}
    assert lines((3, 0, 2), "W", **flyer).endswith("level 2 - flies")
    assert "W 1 above" in lines((4, 0, 0), **flyer)
    assert "W 1 below" in lines((4, 0, 2), **flyer)


def test_the_line_says_nothing_of_levels_where_there_is_one():
    battle = fight(row("..A"), A={"at": (2, 0, 0)})
    assert cell_line(battle, (1, 0, 0)) == "(1,0,0) floor"


def test_the_line_keeps_to_what_is_known():
    battle = fight(row("..#..A"), row("  #   "), A={"at": (5, 0, 0)})
    memory = fogged(battle)
    assert cell_line(battle, (0, 0, 1), memory) == "(0,0,1) unknown"
    memory.remembered[0] = False
    assert cell_line(battle, (4, 0, 1), memory).startswith("(4,0,1) air - level 1")


def test_trials_have_room_for_the_tall():
    battle = fight(
        "......\n......",
        *[level("", "......\n......")] * 2,
        A={"at": (5, 0, 0)},
        o={"at": (0, 0, 0), "kind": "ogre"},
        G={"at": (3, 0, 0), "kind": "griffon"},
    )
    for name in "oG":
        creature = battle.world[name]
        assert plain_attacks.plain_attacks(battle, creature)[0].roll.hit > 0
        assert plain_attacks.defence(battle, creature).hit > 0
        duel = plain_attacks._duel(battle, creature, 1).world
        assert all(each in duel.field for one in duel.creatures for each in one.body.cells)


def test_a_goal_is_flagged_on_its_own_level_and_told_at_its_cells():
    fight = towers()
    side = fight.world.sides.items[0]
    fight.world.put(None, Goals((Goal(side.id, "reach", ((10, 4, 0), (11, 4, 0))),)))
    flags = [int((drawn(fight, level).rgb["ch"] == ord(GOAL)).sum()) for level in (0, 1)]
    assert flags == [2, 0]
    told = f"a goal of {side.name}"
    assert [told in cell_line(fight, (10, 4, level)) for level in (0, 1)] == [True, False]
