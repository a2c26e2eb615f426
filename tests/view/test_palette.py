import itertools
import math
from functools import cache

import attrs
import numpy as np
import pytest
import tcod.console
from boards import battle, turn_of
from gate import slow
from pool.fights import fight
from rich._palettes import EIGHT_BIT_PALETTE, STANDARD_PALETTE
from rich.color import Color, ColorSystem

from tacsim.core.terrain import TERRAIN
from tacsim.grid.cells import Body
from tacsim.view.palettes.colours import DEEPEST, Ground, Palette, Tint, blend
from tacsim.view.palettes.depths import DEPTHS, of_16, of_256, palettes
from tacsim.view.palettes.glyphs import PLUMB, UP
from tacsim.view.palettes.palette import DARK, PALETTES
from tacsim.view.picture.elevation import BARS, Cut, Slicer
from tacsim.view.picture.overlay import DOUBLE, WALK, Overlay
from tacsim.view.picture.tiles import KINDS, ground
from tacsim.view.picture.tokens import SHADES
from view import cubes, squares

# Machado, Oliveira and Fernandes 2009, of full severity, on linear red, green and blue
BLINDNESS = {
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
               [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
               [-0.011820, 0.042940, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
               [0.004733, 0.691367, 0.303900]],
}  # fmt: skip


def linear(colour):
    values = np.array(colour) / 255
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


@cache
def lightness(colour):
    return float(linear(colour) @ [0.2126, 0.7152, 0.0722])


def contrast(a, b):
    high, low = sorted((lightness(tuple(a)), lightness(tuple(b))), reverse=True)
    return (high + 0.05) / (low + 0.05)


@cache
def lab(colour):
    matrix = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    xyz = np.array(matrix) @ np.clip(linear(colour), 0, 1) / [0.9505, 1.0, 1.089]
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


@cache
def seen_by(colour, blindness):
    values = np.clip(np.array(BLINDNESS[blindness]) @ linear(colour), 0, 1)
    back = np.where(values <= 0.0031308, values * 12.92, 1.055 * values ** (1 / 2.4) - 0.055)
    return tuple(back * 255)


def difference(a, b):
    return math.dist(lab(tuple(a)), lab(tuple(b)))


SYSTEMS = {
    "256": (ColorSystem.EIGHT_BIT, EIGHT_BIT_PALETTE),
    "standard": (ColorSystem.STANDARD, STANDARD_PALETTE),
}


@attrs.frozen
class Look:
    """A palette as a terminal of some depth shows it, and as somebody sees that."""

    depth: str
    palette: Palette
    blindness: str | None = None

    def sent(self, colour):
        """The number that a colour is sent to the terminal as; without numbers the colour."""
        if self.depth not in SYSTEMS:
            return tuple(colour)
        return Color.from_rgb(*colour).downgrade(SYSTEMS[self.depth][0]).number

    def shown(self, colour):
        sent = self.sent(colour)
        out = tuple(SYSTEMS[self.depth][1][sent]) if self.depth in SYSTEMS else sent
        return seen_by(out, self.blindness) if self.blindness else out

    def difference(self, a, b):
        return difference(self.shown(a), self.shown(b))

    def contrast(self, a, b):
        return contrast(self.shown(a), self.shown(b))

    @property
    def few(self):
        return self.depth == "standard" or self.palette.name == "sixteen"

    def over(self, *tints):
        floor = self.palette.grounds["floor"].bg
        return [floor, *(blend(floor, *tint) for tint in tints)]


LOOKS = [Look(depth, each) for depth, known in DEPTHS.items() for each in known.values()]
COLOURED = [look for look in LOOKS if look.palette.name != "mono"]
BLIND = [
    attrs.evolve(look, blindness=blindness)
    for look in LOOKS for blindness in BLINDNESS if look.palette.name.startswith(blindness)
]  # fmt: skip
"""Palettes for a deficiency as those see them who have it."""


def named(look):
    return "-".join(filter(None, (look.depth, look.palette.name, look.blindness)))


@pytest.mark.parametrize("look", LOOKS, ids=named)
class TestEveryPalette:
    def test_it_knows_every_look_of_the_ground(self, look):
        assert set(look.palette.grounds) == set(KINDS)

    def test_it_has_a_ground_for_every_terrain(self, look):
        for name in TERRAIN:
            assert ground(look.palette, name)

    def test_tokens_can_be_read(self, look):
        palette = look.palette
        for side, colour in enumerate(palette.sides):
            assert look.contrast(palette.ink, colour) >= (3 if look.few else 4.5)
            assert look.contrast(colour, palette.hollowed(side)) >= 3

    def test_large_tokens_can_be_read_in_every_shade(self, look):
        if look.few:  # dots fill them instead
            assert look.palette.shaded
            return
        palette = look.palette
        for side, colour in enumerate(palette.sides):
            for shade in range(SHADES):
                assert look.contrast(palette.ink, palette.solid(side, shade)) >= 4.5
                assert look.contrast(colour, palette.hollowed(side, shade)) >= 2.9

    def test_the_shades_of_a_side_can_be_told_apart(self, look):
        palette, (floor,) = look.palette, look.over()
        for side in range(len(palette.sides)):
            assert look.difference(palette.solid(side), palette.active) >= 7
            if look.few:
                continue
            for a, b in itertools.combinations(range(SHADES), 2):
                assert look.difference(palette.solid(side, a), palette.solid(side, b)) >= 5
                assert look.difference(palette.hollowed(side, a), palette.hollowed(side, b)) >= 5
            for shade in range(SHADES):
                assert look.difference(palette.hollowed(side, shade), floor) >= 5
                assert look.difference(palette.solid(side, shade), palette.active) >= 7

    def test_costs_warnings_and_the_cursor_can_be_read(self, look):
        palette = look.palette
        floor, on_path = look.over(palette.path)
        assert look.contrast(palette.cost, on_path) >= 3
        assert look.contrast(palette.cost, floor) >= 3
        assert look.contrast(palette.warning, blend(on_path, *palette.provokes)) >= 3
        assert look.contrast(palette.cursor_ink, palette.cursor) >= 4.5
        assert look.contrast(palette.active_ink, palette.active) >= 4.5

    def test_the_hatch_shows_on_the_tints_under_it(self, look):
        palette = look.palette
        for under in look.over(palette.walk, palette.double):
            assert look.difference(palette.threatened, under) >= 25

    def test_what_lies_below_can_be_told_from_what_does_not(self, look):
        palette = look.palette
        depths = look.over(*(palette.deep(n) for n in range(1, DEEPEST + 1)))
        for a, b in itertools.combinations(depths, 2):
            assert look.few or look.difference(a, b) >= 0.8  # a digit says it too
        assert look.few or look.difference(depths[0], depths[1]) >= 3
        for depth in depths[1:]:
            assert look.contrast(palette.depth, depth) >= (3 if palette.marks else 2)

    def test_the_deepest_ground_and_tokens_can_still_be_read(self, look):
        palette, (floor,) = look.palette, look.over()
        for name, ground_ in palette.grounds.items():
            if look.contrast(ground_.fg, ground_.bg) >= 1.5:
                deep = [blend(colour, *palette.deep(DEEPEST)) for colour in ground_[:2]]
                flat = blend(floor, *palette.deep(DEEPEST))
                block = look.few and look.sent(deep[0]) != look.sent(flat)
                assert block or look.contrast(*deep) >= 1.2, name
        tint = palette.deep(DEEPEST - 1)
        for side, colour in enumerate(palette.sides):
            pairs = (palette.ink, colour), (colour, palette.hollowed(side))
            for pair in pairs:
                assert look.contrast(*(blend(each, *tint) for each in pair)) >= (
                    1.3 if look.few else 1.8
                )

    def test_what_is_known_but_not_seen_is_quieter_and_still_there(self, look):
        palette, (_floor, bare) = look.palette, look.over(look.palette.remembered)
        names = ("wall", "tree", "difficult", "boulder", "deep_water")
        grounds = [palette.grounds[name][:2] for name in names]
        for tint in (palette.remembered, palette.dark):
            dimmed = [[blend(colour, *tint) for colour in each] for each in grounds]
            assert any(
                list(map(look.sent, one)) != list(map(look.sent, other))
                for one, other in zip(dimmed, grounds, strict=True)
            )
            for bg, fg in dimmed:
                assert look.sent(bg) != look.sent(bare) or look.contrast(bg, fg) >= 1.05

    def test_where_to_walk_and_where_to_hurry_differ_from_each_other_and_the_floor(self, look):
        palette = look.palette
        tinted = look.over(palette.walk, palette.double)
        marked = len({look.sent(each) for each in tinted}) >= 2
        least = 8 if palette.marks else 12
        for a, b in itertools.combinations(tinted, 2):
            if not (look.few and palette.name == "mono" and marked):
                assert look.difference(a, b) >= least


def meanings(look):
    """Backgrounds that may lie side by side, by what they mean."""
    palette = look.palette
    tints = ("walk", "double", "path", "provokes", "area")
    floor, *tinted = look.over(*(getattr(palette, name) for name in tints))
    return {
        "floor": floor, **dict(zip(tints, tinted, strict=True)), "cursor": palette.cursor,
        "active": palette.active, "wall": palette.grounds["wall"].bg,
    }  # fmt: skip


@pytest.mark.parametrize("look", COLOURED, ids=named)
class TestEveryPaletteWithColours:
    def test_what_may_lie_side_by_side_is_apart(self, look):
        for (a, one), (b, other) in itertools.combinations(meanings(look).items(), 2):
            assert look.difference(one, other) >= 12, (a, b)
            assert look.sent(one) != look.sent(other), (a, b)

    def test_six_sides_can_be_told_apart(self, look):
        assert len(look.palette.sides) >= 6
        for a, b in itertools.combinations(look.palette.sides, 2):
            assert look.difference(a, b) >= 20

    def test_no_side_is_taken_for_another_above_or_below(self, look):
        palette, (floor,) = look.palette, look.over()
        for side, colour in enumerate(palette.sides):
            others = {look.sent(each) for each in palette.sides if each != colour}
            below = [blend(colour, *palette.deep(levels)) for levels in range(1, DEEPEST)]
            for seen in (*below, blend(floor, colour, palette.hint)):
                assert look.sent(seen) not in others, side

    def test_tokens_can_be_told_from_what_they_stand_on(self, look):
        palette = look.palette
        under = look.over(palette.walk, palette.double, palette.path)
        for side in range(len(palette.sides)):
            for where in under:
                assert look.difference(palette.solid(side), where) >= 20
        for side in range(2):
            for where in () if look.few else under:
                assert look.difference(palette.hollowed(side), where) >= 6, side

    def test_kinds_of_ground_can_be_told_apart(self, look):
        names = ("floor", "wall", "tree", "difficult", "very_difficult", "obstacle", "boulder",
                 "pit", "deep_water")  # fmt: skip
        grounds = {name: look.palette.grounds[name][:2] for name in names}
        for (a, one), (b, other) in itertools.combinations(grounds.items(), 2):
            assert max(map(look.difference, one, other)) >= 8, (a, b)

    def test_flashes_can_be_told_apart(self, look):
        flashes = [look.over(Tint(colour, 0.85))[1] for colour in look.palette.flashes.values()]
        for one, other in itertools.combinations(flashes, 2):
            assert look.difference(one, other) >= 10


@pytest.mark.parametrize("look", BLIND, ids=named)
class TestPalettesForTheColourBlind:
    """What must be told apart is as far apart for them as it is for others in other palettes."""

    def test_six_sides(self, look):
        palette, least = look.palette, 14 if look.few else 35
        for a, b in itertools.combinations(palette.sides, 2):
            assert look.difference(a, b) >= least
        assert look.difference(*palette.sides[:2]) >= (50 if look.few else 100)
        for side in range(0 if look.few else len(palette.sides)):
            for token in (palette.solid, palette.hollowed):
                for a, b in itertools.combinations(range(SHADES), 2):
                    assert look.difference(token(side, a), token(side, b)) >= 4

    def test_friends_and_foes(self, look):
        """Of the first two sides, by whichever of them one plays."""
        for one, other in ((0, 1), (1, 0)):
            friend, foe = look.palette.solid(one), look.palette.hollowed(other)
            assert look.difference(friend, foe) >= 50

    def test_what_tints_say(self, look):
        for (a, one), (b, other) in itertools.combinations(meanings(look).items(), 2):
            assert look.difference(one, other) >= (11 if look.few else 16), (a, b)

    def test_a_threat_over_the_tints(self, look):
        for under in look.over(look.palette.walk, look.palette.double):
            assert look.difference(look.palette.threatened, under) >= 50

    def test_what_is_well_and_what_is_not(self, look):
        """Around the board, where these stand for bars that are full and low."""
        assert look.difference(look.palette.side(2), look.palette.threatened) >= 40

    def test_tokens_on_what_they_stand_on(self, look):
        palette = look.palette
        for under in look.over(palette.walk, palette.double, palette.path, palette.area):
            for side in range(len(palette.sides)):
                assert look.difference(palette.solid(side), under) >= (11 if look.few else 20)


def colours_of(value):
    """Every colour in a part of a palette that is shown as it is."""
    if isinstance(value, Tint):
        return [value.colour] if value.strength == 1 else []
    if isinstance(value, Ground):
        return [value.bg, value.fg]
    if isinstance(value, dict):
        return [colour for each in value.values() for colour in colours_of(each)]
    if isinstance(value, tuple) and value and isinstance(value[0], tuple):
        return [colour for each in value for colour in colours_of(each)]
    return (
        [value]
        if value and isinstance(value, tuple) and all(type(each) is int for each in value)
        else []
    )


@pytest.mark.parametrize("look", [each for each in LOOKS if each.depth in SYSTEMS], ids=named)
def test_fewer_colours_are_shown_as_they_were_chosen(look):
    for field in attrs.fields(Palette):
        for colour in colours_of(getattr(look.palette, field.name)):
            assert look.difference(colour, colour) == 0
            assert difference(colour, look.shown(colour)) <= 5, (field.name, colour)


def test_numbers_of_256_come_out_as_they_went_in():
    greys = {16, 59, 102, 145, 188, 231}  # in the cube; Rich sends most as others
    for number in set(range(16, 256)) - greys | {16, 231}:
        assert Look("256", DARK).sent(of_256(number)) == number
        assert math.dist(of_256(number), EIGHT_BIT_PALETTE[number]) < 13


def test_numbers_of_16_come_out_as_they_went_in():
    for number in range(16):
        assert Look("standard", DARK).sent(of_16(number)) == number


def signs(look, rgb):
    """How signs on a row stand out from what is behind them."""
    return {chr(ch): look.contrast(fg, bg) for ch, fg, bg in rgb.tolist() if chr(ch) != " "}


@pytest.mark.parametrize("how", [WALK, DOUBLE])
@pytest.mark.parametrize("look", [each for each in LOOKS if each.few], ids=named)
def test_in_few_colours_ground_can_be_read_where_one_can_go(look, how):
    board = turn_of(battle("A,;~%"), "A")
    overlay = Overlay(reach=dict.fromkeys([(x, 0) for x in range(1, 5)], how))
    found = signs(look, squares.drawn(board, overlay, palette=look.palette).rgb[0, 2:])
    assert {",", ";"} <= found.keys()
    assert min(found.values()) >= 4


@pytest.mark.parametrize("how", [WALK, DOUBLE])
@pytest.mark.parametrize("look", [each for each in LOOKS if each.few], ids=named)
def test_in_few_colours_those_above_can_be_read_over_anything(look, how):
    board = fight("##...", ".....", A={"at": (4, 0, 0)}, b={"at": (0, 0, 1)}, c={"at": (2, 0, 1)})
    overlay = Overlay(reach={(2, 0, 0): how})
    rows = cubes.drawn(board, 0, overlay, palette=look.palette).rgb
    for column in (0, 4):
        assert signs(look, rows[0, column : column + 2])[UP] >= 4


EVERYWHERE = [(x, y) for x in range(26) for y in range(15)]
TINTED = {
    "walk": Overlay(reach=dict.fromkeys(EVERYWHERE, WALK)),
    "double": Overlay(reach=dict.fromkeys(EVERYWHERE, DOUBLE), threatened=frozenset(EVERYWHERE)),
    "path": Overlay(path=tuple(Body(cell, (1, 1)) for cell in EVERYWHERE)),
    "area": Overlay(area=frozenset(EVERYWHERE), threatened=frozenset(EVERYWHERE)),
    "several": squares.FULL,
}


@pytest.mark.parametrize("zoom", [1, *slow(0, 2)])
@pytest.mark.parametrize("tint", TINTED)
@pytest.mark.parametrize("look", [each for each in LOOKS if each.few], ids=named)
def test_in_few_colours_every_letter_can_be_read_on_a_tint(look, tint, zoom):
    """Over all kinds of ground, those who are down, doors and hedges; blocks are no letters."""
    board = squares.skirmish()
    shown = squares.drawn(board, TINTED[tint], zoom, look.palette).rgb
    bare = {look.palette.grounds[name].bg for name in ("floor", "wall", "wall_face")}
    lost = {
        (chr(ch), fg, bg): look.contrast(fg, bg)
        for ch, fg, bg in {(ch, tuple(fg), tuple(bg)) for ch, fg, bg in
                           (one for row in shown.tolist() for one in row)}
        if chr(ch) != " " and not 0x2580 <= ch <= 0x259F and tuple(bg) not in bare
        and look.contrast(fg, bg) < 3
    }  # fmt: skip
    assert not lost


def below(look, least, rgb, letters):
    """Those of some characters that stand out less from what is behind them."""
    found = {(chr(ch), tuple(fg), tuple(bg)) for row in rgb.tolist() for ch, fg, bg in row}
    return {one for one in found if one[0] in letters and look.contrast(*one[1:]) < least}


@pytest.mark.parametrize("zoom", [1, *slow(0, 2)])
@pytest.mark.parametrize("look", LOOKS, ids=named)
def test_letters_of_the_ground_and_of_the_dead_are_not_lost_on_a_tint(look, zoom):
    for overlay in TINTED.values():
        board = squares.drawn(squares.skirmish(), overlay, zoom, look.palette)
        assert not below(look, 1.7, board.rgb, ",;%~=^x")


CUBES = [(x, y, z) for x in range(12) for y in range(6) for z in range(4)]
SLICED = [
    Overlay(),
    Overlay(reach=dict.fromkeys(CUBES, WALK)),
    Overlay(reach=dict.fromkeys(CUBES, DOUBLE)),
    Overlay(path=tuple(cubes.body(*at) for at in CUBES), costs=tuple(range(1, len(CUBES) + 1))),
    Overlay(path=tuple(cubes.body(*at) for at in CUBES), provoking=dict.fromkeys(CUBES, ("o",))),
    Overlay(area=frozenset(CUBES)),
]


@pytest.mark.parametrize("look", LOOKS, ids=named)
def test_a_slice_from_the_side_can_be_read(look):
    """Numbers of levels, costs, warnings, creatures, lines to the ground; fainter, the ground."""
    board, console = cubes.towers(), tcod.console.Console(60, 4)
    for overlay, y in itertools.product(SLICED, range(6)):
        Slicer().draw(console, board, Cut(0, (0, y, 1)), overlay, look.palette, viewer="heroes")
        assert not below(look, 2.5, console.rgb, f"0123456789!AoGpw{PLUMB}")
        assert not below(look, 1.5, console.rgb, f",;~={BARS}".replace(" ", ""))


@pytest.mark.parametrize("look", LOOKS, ids=named)
def test_digits_of_depth_are_not_lost_where_one_can_fly(look):
    for how in (WALK, DOUBLE):
        reach = Overlay(reach=dict.fromkeys(CUBES, how))
        shown = cubes.drawn(cubes.towers(), 3, reach, palette=look.palette).rgb
        assert not below(look, 1.7, shown, "123")


@pytest.mark.parametrize("look", [x for x in LOOKS if x.palette.name == "mono"], ids=named)
def test_the_monochrome_palette_has_no_hue(look):
    for field in attrs.fields(Palette):
        for colour in colours_of(getattr(look.palette, field.name)):
            assert len(set(colour)) == 1, field.name
    assert look.palette.marks


def test_every_depth_has_every_palette():
    for known in DEPTHS.values():
        assert {name: each.title for name, each in known.items()} == {
            name: each.title for name, each in PALETTES.items()
        }
        assert all(each.name == name for name, each in known.items())
    assert palettes(None) is PALETTES
