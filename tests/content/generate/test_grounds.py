"""Generated grounds, held against a flood fill that shares no code with the generator."""

from __future__ import annotations

from functools import cache

import pytest
from gate import slow

from tacsim.content import generate
from tacsim.content.generate import Wanted, kinds_of
from tacsim.content.generate.kinds import KINDS

FLOOR = set(".,;%ns")
RULES = {"square": "d20", "hex": "metric", "cube": "pool"}
PLANES = [name for name, kind in KINDS.items() if kind.topology == "square"]


@cache
def drafted(*asked):
    """Each is drafted once: nothing here changes one."""
    return generate.drafted(Wanted(*asked))


def diagonal(rows, start):
    """The same with diagonal steps, whatever stands at the corner."""
    seen, waiting = {start}, [start]
    while waiting:
        x, y = waiting.pop()
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                one = (x + dx, y + dy)
                inside = 0 <= one[1] < len(rows) and 0 <= one[0] < len(rows[0])
                if inside and one not in seen and rows[one[1]][one[0]] in FLOOR:
                    seen.add(one)
                    waiting.append(one)
    return seen


@pytest.mark.parametrize("kind", PLANES)
@pytest.mark.parametrize("size", [(16, 12), *slow(None)])
def test_no_floor_of_a_plane_is_cut_off(kind, size):
    for seed in range(1 if size else 2):
        tables = drafted("d20", seed, kind, size).tables
        rows = tables["map"]["grid"].split("\n")[:-1]
        if size is not None:
            assert (len(rows[0]), len(rows)) == size
        heroes = tuple(tables["creature"][0]["at"])
        floor = {(x, y) for y, row in enumerate(rows) for x, c in enumerate(row) if c in FLOOR}
        assert diagonal(rows, heroes) == floor


@pytest.mark.parametrize("seeds", [range(1), *slow(range(1, 5))])
@pytest.mark.parametrize("kind", KINDS)
def test_everybody_stands_on_floor_apart_from_the_others(kind, seeds):
    for seed in seeds:
        tables = drafted(RULES[KINDS[kind].topology], seed, kind).tables
        levels = {0: tables["map"]["grid"].split("\n")}
        levels |= {one["z"]: one["grid"].split("\n") for one in tables["map"].get("level", ())}
        places = [tuple(one["at"]) for one in tables["creature"]]
        assert len(set(places)) == len(places) >= 4
        for x, y, *z in places:
            assert levels[z[0] if z else 0][y][x] in FLOOR
        assert {one["side"] for one in tables["creature"]} == {"heroes", "foes"}
        assert len({one["id"] for one in tables["creature"]}) == len(places)


@pytest.mark.parametrize("kind", [*PLANES[:3], *slow(*PLANES[3:])])
def test_a_foe_can_still_be_got_at_without_the_middle_of_a_shortest_way(kind):
    """By side steps alone, which the rules all have; so it may need a further seed to tell."""
    told = 0
    for seed in range(6):
        draft = drafted("d20", seed, kind)
        rows = draft.tables["map"]["grid"].split("\n")[:-1]
        one, other = draft.ground.starts
        way = shortest(rows, one, other)
        if way is None:
            continue  # only a diagonal step joins them
        third = len(way) // 3
        without = [list(row) for row in rows]
        for x, y in way[third : len(way) - third]:
            without[y][x] = "#"
        told += other in diagonal(without, one)
    assert told >= 5


def shortest(rows, start, end):
    """A shortest way by side steps, or None."""
    before, waiting = {start: start}, [start]
    for cell in waiting:
        if cell == end:
            way = [end]
            while way[-1] != start:
                way.append(before[way[-1]])
            return way
        x, y = cell
        for one in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            inside = 0 <= one[1] < len(rows) and 0 <= one[0] < len(rows[0])
            if inside and one not in before and rows[one[1]][one[0]] in FLOOR:
                before[one] = cell
                waiting.append(one)
    return None


@pytest.mark.parametrize("ruleset", ["d20", "pool", *slow("grid5e", "metric")])
def test_every_kind_of_a_ruleset_makes_a_scenario_without_faults(ruleset):
    for kind in kinds_of(ruleset):
        scenario = drafted(ruleset, 0, kind).scenario  # ContentError where it has any
        assert scenario.field.topology == KINDS[kind].topology


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_many_seeds_and_sizes(kind):
    sizes = [(16, 12), (12, 16), (22, 13), None, (40, 24), (60, 40)]
    for seed in range(60):
        size = sizes[seed % len(sizes)]
        draft = drafted(RULES[KINDS[kind].topology], 1000 + seed, kind, size)
        assert draft.scenario.creatures


@pytest.mark.parametrize("kind", ["cave", "forest", "mountain_pass", "village"])
def test_most_of_a_side_begins_out_of_sight_of_the_others(kind):
    """By straight lines from middle to middle that opaque squares stop."""
    told = []
    for seed in range(4):
        tables = drafted("d20", seed, kind).tables
        rows = tables["map"]["grid"].split("\n")[:-1]
        sides = {"heroes": [], "foes": []}
        for one in tables["creature"]:
            sides[one["side"]].append(one["at"])
        told += [sees(rows, a, b) for a in sides["heroes"] for b in sides["foes"]]
    assert sum(told) < len(told) / 2


def sees(rows, one, other):
    """Whether no opaque square lies under a line, looked at ten times a square."""
    (x, y), (u, v) = one, other
    steps = 10 * max(abs(x - u), abs(y - v))
    line = ((round(x + (u - x) * n / steps), round(y + (v - y) * n / steps)) for n in range(steps))
    return not any(rows[b][a] in "#T" for a, b in line)
