import itertools
import math

import numpy as np
import pytest

from tacsim.model.terrain import TERRAIN
from tacsim.view.colours import DEEPEST, blend
from tacsim.view.palette import DARK, LIGHT, MONO, PALETTES, SAFE, chosen
from tacsim.view.tiles import KINDS, ground
from tacsim.view.tokens import SHADES

COLOURED = [palette for palette in PALETTES.values() if palette is not MONO]
# Viénot, Brettel and Mollon's and Machado's matrices on linear red, green and blue
BLINDNESS = {
    "protan": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
               [-0.003882, -0.048116, 1.051998]],
    "deutan": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
               [-0.011820, 0.042940, 0.968881]],
    "tritan": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
               [0.004733, 0.691367, 0.303900]],
}  # fmt: skip


def linear(colour):
    values = np.array(colour) / 255
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def lightness(colour):
    return float(linear(colour) @ [0.2126, 0.7152, 0.0722])


def contrast(a, b):
    high, low = sorted((lightness(a), lightness(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def lab(colour):
    matrix = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    xyz = np.array(matrix) @ np.clip(linear(colour), 0, 1) / [0.9505, 1.0, 1.089]
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def seen_by(colour, blindness):
    values = np.clip(np.array(BLINDNESS[blindness]) @ linear(colour), 0, 1)
    back = np.where(values <= 0.0031308, values * 12.92, 1.055 * values ** (1 / 2.4) - 0.055)
    return tuple(back * 255)


def difference(a, b):
    return math.dist(lab(a), lab(b))


@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda p: p.name)
class TestEveryPalette:
    def test_it_knows_every_look_of_the_ground(self, palette):
        assert set(palette.grounds) == set(KINDS)

    def test_it_has_a_ground_for_every_terrain(self, palette):
        for name in TERRAIN:
            assert ground(palette, name)

    def test_tokens_can_be_read(self, palette):
        for colour in palette.sides:
            assert contrast(palette.ink, colour) >= 4.5
            hollow = blend(palette.shadow, colour, palette.hollow)
            assert contrast(colour, hollow) >= 3

    def test_large_tokens_can_be_read_in_every_shade(self, palette):
        for side, colour in enumerate(palette.sides):
            for shade in range(SHADES):
                assert contrast(palette.ink, palette.solid(side, shade)) >= 4.5
                assert contrast(colour, palette.hollowed(side, shade)) >= 3

    def test_the_shades_of_a_side_can_be_told_apart(self, palette):
        floor = palette.grounds["floor"].bg
        for side in range(len(palette.sides)):
            for a, b in itertools.combinations(range(SHADES), 2):
                assert difference(palette.solid(side, a), palette.solid(side, b)) >= 5
                assert difference(palette.hollowed(side, a), palette.hollowed(side, b)) >= 5
            for shade in range(SHADES):
                assert difference(palette.hollowed(side, shade), floor) >= 5
                assert difference(palette.solid(side, shade), palette.active) >= 10

    def test_friend_and_foe_differ_in_lightness(self, palette):
        for colour in palette.sides:
            assert contrast(colour, blend(palette.shadow, colour, palette.hollow)) >= 3

    def test_costs_warnings_and_the_cursor_can_be_read(self, palette):
        floor = palette.grounds["floor"].bg
        on_path = blend(floor, *palette.path)
        assert contrast(palette.cost, on_path) >= 3
        assert contrast(palette.warning, blend(on_path, *palette.provokes)) >= 3
        assert contrast(palette.cursor_ink, palette.cursor) >= 4.5
        assert contrast(palette.active_ink, palette.active) >= 4.5

    def test_the_hatch_shows_on_the_tints_under_it(self, palette):
        floor = palette.grounds["floor"].bg
        for under in (floor, blend(floor, *palette.walk), blend(floor, *palette.double)):
            assert difference(palette.threatened, under) >= 25

    def test_what_lies_below_can_be_told_from_what_does_not(self, palette):
        floor = palette.grounds["floor"].bg
        depths = [floor, *(blend(floor, *palette.deep(n)) for n in range(1, DEEPEST + 1))]
        for a, b in itertools.combinations(depths, 2):
            assert difference(a, b) >= 0.8  # a digit says it too
        assert difference(depths[0], depths[1]) >= 3
        for depth in depths[1:]:
            assert contrast(palette.depth, depth) >= (3 if palette.marks else 2)

    def test_the_deepest_ground_and_tokens_can_still_be_read(self, palette):
        for look in palette.grounds.values():
            if contrast(look.fg, look.bg) >= 1.5:
                deep = [blend(colour, *palette.deep(DEEPEST)) for colour in look[:2]]
                assert contrast(*deep) >= 1.2
        tint = palette.deep(DEEPEST - 1)
        for side, colour in enumerate(palette.sides):
            pairs = (palette.ink, colour), (colour, palette.hollowed(side))
            for pair in pairs:
                assert contrast(*(blend(each, *tint) for each in pair)) >= 1.8

    def test_where_to_walk_and_where_to_hurry_differ_from_each_other_and_the_floor(self, palette):
        floor = palette.grounds["floor"].bg
        walk, double = blend(floor, *palette.walk), blend(floor, *palette.double)
        least = 8 if palette.marks else 12
        for a, b in itertools.combinations((floor, walk, double), 2):
            assert difference(a, b) >= least


@pytest.mark.parametrize("palette", COLOURED, ids=lambda p: p.name)
def test_six_sides_can_be_told_apart(palette):
    assert len(palette.sides) >= 6
    for a, b in itertools.combinations(palette.sides, 2):
        assert difference(a, b) >= 20


@pytest.mark.parametrize("blindness", BLINDNESS)
def test_the_safe_palette_is_safe(blindness):
    seen = [seen_by(colour, blindness) for colour in SAFE.sides]
    for a, b in itertools.combinations(seen, 2):
        assert difference(a, b) >= 10
    first, second = seen[:2]
    assert difference(first, second) >= 40
    for side in range(len(SAFE.sides)):
        for token in (SAFE.solid, SAFE.hollowed):
            shades = [seen_by(token(side, shade), blindness) for shade in range(SHADES)]
            assert all(difference(a, b) >= 4 for a, b in itertools.combinations(shades, 2))
    floor = SAFE.grounds["floor"].bg
    tints = [floor, *(blend(floor, *tint) for tint in (SAFE.walk, SAFE.double, SAFE.path))]
    tints.append(blend(floor, *SAFE.provokes))
    tints = [seen_by(colour, blindness) for colour in tints]
    for a, b in itertools.combinations(tints, 2):
        assert difference(a, b) >= 8


def test_the_monochrome_palette_has_no_hue():
    def greys(value):
        if isinstance(value, tuple) and len(value) == 3 and all(isinstance(v, int) for v in value):
            return len(set(value)) == 1
        if isinstance(value, dict):
            return all(greys(item) for item in value.values())
        return not isinstance(value, tuple) or all(greys(item) for item in value)

    for name in MONO.__slots__:
        if not name.startswith("__"):
            assert greys(getattr(MONO, name)), name
    assert MONO.marks


def test_no_color_takes_colours_away_and_an_unknown_name_is_dark():
    assert chosen("light", {"NO_COLOR": "1"}) is MONO
    assert chosen("light", {"NO_COLOR": ""}) is LIGHT
    assert chosen("plaid", {}) is DARK
