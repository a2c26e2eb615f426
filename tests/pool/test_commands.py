"""The catalogue's worked examples as a game master asks them: scenario files and commands."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pytest
from cli.calls import call, program, unusable
from gate import slow
from storage.fights import do

HEAD = """
format = 1
name = "Trial"
ruleset = "pool"
seed = 3
"""
SIDES = """
[[side]]
id = "heroes"
controller = "script"
[[side]]
id = "foes"
controller = "script"
"""


def ground(*levels: str) -> str:
    """The map table of some levels; ``/`` are stairs."""
    grids = [f'grid = """\n{rows}\n"""\n' for rows in levels]
    first = f'[map]\ntopology = "cube"\n{grids[0]}[map.legend]\n"/" = "stairs"\n'
    return first + "".join(f"[[map.level]]\nz = {z}\n{grids[z]}" for z in range(1, len(grids)))


def creature(name: str, at: tuple[int, int, int], **more: Any) -> str:
    side = more.pop("side", "heroes" if name == "ann" else "foes")
    first = {"ann": 20}.get(name, 10)
    more = {"kind": "dummy", "initiative": first, **more}
    lines = [f'[[creature]]\nid = "{name}"', f'side = "{side}"', f"at = {list(at)}"]
    return "\n".join([*lines, *(f"{key} = {written(value)}" for key, value in more.items())]) + "\n"


def written(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {written(part)}" for key, part in value.items()) + " }"
    return str(value).lower() if isinstance(value, bool) else repr(value).replace("'", '"')


def scenario(folder: Path, *parts: str, rules: str = "") -> Path:
    path = folder / "trial.toml"
    path.write_text(HEAD + rules + "".join(parts[:1]) + SIDES + "".join(parts[1:]))
    return path


def run(path: Path, *more: str, code: int = 0) -> list[dict[str, Any]]:
    answer = call("run", path, "--json", "--max-rounds", 3, *more)
    assert answer.code == code, answer
    return answer.lines


def named(rows: list[dict[str, Any]], *names: str) -> list[dict[str, Any]]:
    return [row for row in rows if row["event"] in names]


def costs(rows: list[dict[str, Any]]) -> list[tuple[int, int]]:
    """What each step cost, and all together so far."""
    return [(row["cost"], row["spent"]) for row in named(rows, "stepped")]


FIELD = "\n".join(["........."] * 5)
FAR = creature("bob", (8, 4, 0))


def walk(*cells: tuple[int, int, int], **more: Any) -> str:
    return do("ann", "move", path=[list(cell) for cell in cells], **more)


# --- run -----------------------------------------------------------------------------------------


@pytest.mark.rule("pool.diag.cumulative", "pool.speed")
def test_four_diagonals_are_six(tmp_path: Path):
    steps = [(1, 1, 0), (2, 2, 0), (3, 3, 0), (4, 4, 0)]
    path = scenario(tmp_path, ground(FIELD), creature("ann", (0, 0, 0)), FAR, walk(*steps))
    rows = run(path)
    assert costs(rows) == [(1, 1), (2, 3), (1, 4), (2, 6)]
    assert all("pool.diag.cumulative" in row["clauses"] for row in named(rows, "stepped"))


@pytest.mark.rule("pool.diag.triple", "pool.diag.triple.parity")
def test_a_step_through_all_axes_between_two_diagonals(tmp_path: Path):
    air = FIELD.replace(".", " ")
    flyer = creature("ann", (0, 0, 0), flying=True, fly=6)
    way = walk((1, 1, 0), (2, 2, 1), (3, 3, 1), mode="fly")
    rows = run(scenario(tmp_path, ground(FIELD, air), flyer, FAR, way))
    assert costs(rows) == [(1, 1), (3, 4), (2, 6)]


@pytest.mark.rule("pool.diag.vertical")
def test_two_diagonals_upward_are_three(tmp_path: Path):
    air = FIELD.replace(".", " ")
    flyer = creature("ann", (0, 0, 0), flying=True, fly=6)
    way = walk((1, 0, 1), (2, 0, 2), mode="fly")
    rows = run(scenario(tmp_path, ground(FIELD, air, air), flyer, FAR, way))
    assert costs(rows) == [(1, 1), (2, 3)]


@pytest.mark.rule("pool.move.horizontal")
def test_nothing_leads_straight_up_without_a_wall(tmp_path: Path):
    air = FIELD.replace(".", " ")
    parts = (ground(FIELD, air), creature("ann", (0, 0, 0)), FAR)
    rows = run(scenario(tmp_path, *parts, walk((0, 0, 1))), code=1)
    (refused,) = named(rows, "refused")
    assert (refused["intent"], refused["reason"]) == ("move", "no_wall")


@pytest.mark.rule("pool.rough")
def test_two_diagonals_over_rough_ground_are_six(tmp_path: Path):
    rough = FIELD.replace(".", ",")
    path = scenario(
        tmp_path, ground(rough), creature("ann", (0, 0, 0)), FAR, walk((1, 1, 0), (2, 2, 0))
    )
    rows = run(path)
    assert costs(rows) == [(3, 3), (3, 6)]
    assert all("pool.rough" in row["clauses"] for row in named(rows, "stepped"))


@pytest.mark.rule("pool.squeeze.no-cost", "pool.squeeze.limit")
def test_a_large_creature_down_a_narrow_passage(tmp_path: Path):
    floor, above = "..###.\n.....b\n######".replace("b", "."), "  ####\n  ####\n######"
    parts = (
        ground(floor, above),
        creature("ann", (0, 0, 0), size="large"),
        creature("bob", (5, 0, 0), stamina=0),
    )
    rows = run(scenario(tmp_path, *parts, walk((2, 1, 0), (3, 1, 0), (4, 1, 0))))
    assert costs(rows) == [(1, 1), (1, 2), (1, 3)]
    (squeezed,) = named(rows, "squeezed")
    assert squeezed["cells"] == [[2, 1, 0]]


@pytest.mark.rule("pool.ally.pass")
def test_past_an_ally_for_two(tmp_path: Path):
    friend = creature("cid", (1, 0, 0), side="heroes")
    parts = (ground(FIELD), creature("ann", (0, 0, 0)), friend, FAR)
    rows = run(scenario(tmp_path, *parts, walk((1, 0, 0), (2, 0, 0))))
    assert costs(rows) == [(1, 1), (1, 2)]
    assert not named(rows, "provoked", "squeezed")


@pytest.mark.rule("pool.enemy.pass", "pool.aoo.cost")
def test_past_an_enemy_for_two_and_one_attack(tmp_path: Path):
    ann = creature("ann", (0, 0, 0), attributes={"grace": 7})
    path = scenario(
        tmp_path, ground(FIELD), ann, creature("bob", (1, 0, 0)), walk((1, 0, 0), (2, 0, 0)),
        do("bob", "take"),
    )  # fmt: skip
    rows = run(path)
    (provoked,) = named(rows, "provoked")
    assert (provoked["by"], provoked["cell"], provoked["clauses"]) == (
        "bob",
        [1, 0, 0],
        ["pool.enemy.pass"],
    )
    assert costs(rows) == [(1, 1), (1, 2)]
    assert [row["opportunity"] for row in named(rows, "struck")] == [True]


@pytest.mark.rule("pool.enemy.stop")
def test_nobody_stops_on_an_enemy(tmp_path: Path):
    parts = (ground(FIELD), creature("ann", (0, 0, 0)), creature("bob", (1, 0, 0)))
    rows = run(scenario(tmp_path, *parts, walk((1, 0, 0))), code=1)
    (refused,) = named(rows, "refused")
    assert refused["clauses"] == ["pool.enemy.stop"]


@pytest.mark.rule("pool.prone-dead.free")
def test_over_a_prone_enemy(tmp_path: Path):
    down = creature("bob", (1, 0, 0), conditions=["prone"])
    rows = run(scenario(tmp_path, ground(FIELD), creature("ann", (0, 0, 0)), down, walk((1, 0, 0))))
    assert not named(rows, "provoked", "squeezed", "refused")
    assert named(rows, "stepped")[0]["to"] == [1, 0, 0]


@pytest.mark.rule("pool.climb.free")
@pytest.mark.parametrize(
    ("size", "high", "legal"), [("average", 1, True), ("average", 2, False), ("large", 2, True)]
)
def test_up_as_high_as_one_is_tall(tmp_path: Path, size, high, legal):
    side = 2 if size == "large" else 1
    floor = "\n".join(["." * side + "###...."] * 2)
    wall = "\n".join([" " * side + "###    "] * 2)
    way = walk(*[(0, 0, z) for z in range(1, high + 1)])
    parts = (
        ground(floor, *[wall] * 4), creature("ann", (0, 0, 0), size=size),
        creature("bob", (side + 6, 1, 0)),
    )  # fmt: skip
    rows = run(scenario(tmp_path, *parts, way), code=0 if legal else 1)
    if legal:
        assert costs(rows) == [(1, n) for n in range(1, high + 1)]
    else:
        (refused,) = named(rows, "refused")
        assert (refused["reason"], refused["clauses"]) == ("too_high", ["pool.climb.free"])


@pytest.mark.rule("pool.aoo.leave")
def test_to_leave_a_threat(tmp_path: Path):
    parts = (ground(FIELD), creature("ann", (1, 0, 0)), creature("bob", (2, 0, 0)))
    rows = run(scenario(tmp_path, *parts, walk((0, 0, 0))))
    assert [row["clauses"] for row in named(rows, "provoked")] == [["pool.aoo.leave"]]
    assert [row["actor"] for row in named(rows, "declined")] == ["bob"], "nobody answers for bob"


@pytest.mark.rule("pool.aoo.cost")
def test_stamina_two_is_up_to_two_opportunities(tmp_path: Path):
    ann = creature("ann", (1, 0, 0), hp=90, stamina=0)
    bob = creature("bob", (2, 0, 0), stamina=2)
    away = walk((0, 0, 0), (1, 0, 0), (0, 0, 0), (1, 0, 0), (0, 0, 0))
    script = away + do("bob", "take") * 3
    rows = run(scenario(tmp_path, ground(FIELD), ann, bob, script), code=1)
    assert len(named(rows, "took")) == 2
    assert [row["intent"] for row in named(rows, "refused")] == ["take"], "the third has no offer"


@pytest.mark.rule("pool.space.fall")
def test_to_let_go_of_a_wall(tmp_path: Path):
    floor, wall = ".#.......\n.........", " #       \n         "
    ann = creature("ann", (0, 0, 0), attributes={"might": 7}, hp=20)
    script = walk((0, 0, 1), (0, 0, 2), mode="climb") + do("ann", "drop")
    path = scenario(tmp_path, ground(floor, wall, wall), ann, creature("bob", (8, 1, 0)), script)
    rows = run(path)
    (fell,) = named(rows, "fell")
    assert (fell["from"], fell["to"], fell["cubes"]) == ([0, 0, 2], [0, 0, 0], 2)
    assert fell["clauses"] == ["pool.space.fall"]
    (damaged,) = named(rows, "damaged")
    assert damaged["amount"] == 1
    (tested,) = named(rows, "tested")
    assert (tested["what"], tested["against"]) == ("climbing", 1)


@pytest.mark.rule("pool.init.order", "pool.init.yield")
def test_players_let_each_other_go_first(tmp_path: Path):
    parts = (
        ground(FIELD), creature("ann", (0, 0, 0)),
        creature("cid", (0, 4, 0), side="heroes", initiative=15), creature("bob", (8, 4, 0)),
    )  # fmt: skip
    script = walk((1, 0, 0)) + do("ann", "yield", target="cid") + do("cid", "end_turn")
    rows = run(scenario(tmp_path, *parts, script, walk((2, 0, 0)) + do("ann", "end_turn")))
    (yielded,) = named(rows, "yielded")
    assert (yielded["actor"], yielded["to"]) == ("ann", "cid")
    told = named(rows, "turn_started", "turn_ended", "resumed", "stepped")
    assert [(row["event"], row["actor"]) for row in told][:7] == [
        ("turn_started", "ann"), ("stepped", "ann"), ("turn_started", "cid"),
        ("turn_ended", "cid"), ("resumed", "ann"), ("stepped", "ann"), ("turn_ended", "ann"),
    ]  # fmt: skip


@pytest.mark.parametrize("more", [(), *slow((("--auto",),))])
def test_the_same_seed_gives_the_same_bytes_in_another_process(tmp_path: Path, more):
    air = FIELD.replace(".", " ")
    parts = (ground(FIELD, air), creature("ann", (0, 0, 0)), creature("bob", (4, 2, 0)))
    path = scenario(tmp_path, *parts, walk((1, 1, 0)) + do("ann", "end_turn"))
    asked = ("run", path, "--json", "--max-rounds", 4, *more)
    assert program(*asked, PYTHONHASHSEED="4711").out == call(*asked).out != ""


# --- moves ---------------------------------------------------------------------------------------


def moves(path: Path, *more: str) -> tuple[int, dict[tuple[int, ...], Any]]:
    answer = call("moves", path, "ann", "--json", *more)
    assert answer.code == 0, answer
    assert list(answer.json) == ["creature", "budget", "cells"]
    places = [tuple(row["at"]) for row in answer.json["cells"]]
    assert places == sorted(places, key=lambda at: at[::-1]), "by level, row and column"
    bodies = {(*row["at"], *row["extent"]) for row in answer.json["cells"]}
    assert len(bodies) == len(places), "one row for each place and extent"
    return answer.json["budget"], dict(zip(places, answer.json["cells"], strict=True))


@pytest.mark.rule("pool.speed")
def test_moves_on_open_ground(tmp_path: Path):
    open_ground = "\n".join(["." * 15] * 15)
    far = creature("bob", (14, 14, 0))
    budget, rows = moves(scenario(tmp_path, ground(open_ground), creature("ann", (7, 7, 0)), far))
    assert (budget, len(rows)) == (6, 121)
    assert rows[8, 8, 0] == {
        "at": [8, 8, 0], "extent": [1, 1, 1], "cost": 1, "squeezing": False, "can_stop": True,
        "provokes": [], "path": [[7, 7, 0], [8, 8, 0]],
    }  # fmt: skip


@pytest.mark.rule("pool.climb.free", "pool.space.climb")
def test_moves_up_a_tower(tmp_path: Path):
    floor, first, second = ".##.....", " #      ", "        "
    parts = (ground(floor, first, second), creature("ann", (0, 0, 0)), creature("bob", (7, 0, 0)))
    path = scenario(tmp_path, *parts)
    _, walked = moves(path)
    assert set(walked) == {(0, 0, 0), (0, 0, 1)}, "no higher, and not down on the other side"
    _, climbed = moves(path, "--mode", "climb")
    assert {(0, 0, 2), (1, 0, 2), (2, 0, 1)} <= set(climbed)
    assert climbed[1, 0, 2]["cost"] == 2, "a straight step and a diagonal: 2.5"
    assert climbed[1, 0, 2]["path"][-1] == [1, 0, 2]


@pytest.mark.rule("pool.enemy.pass", "pool.ally.stop-squeeze", "pool.enemy.stop")
def test_moves_tell_whom_they_provoke_and_where_they_may_stop(tmp_path: Path):
    parts = (
        ground("......"), creature("ann", (0, 0, 0)), creature("cid", (1, 0, 0), side="heroes"),
        creature("bob", (3, 0, 0)),
    )  # fmt: skip
    _, rows = moves(scenario(tmp_path, *parts))
    assert (rows[1, 0, 0]["can_stop"], rows[1, 0, 0]["squeezing"]) == (True, True)
    assert (rows[2, 0, 0]["can_stop"], rows[2, 0, 0]["squeezing"]) == (True, False)
    assert (rows[3, 0, 0]["can_stop"], rows[3, 0, 0]["provokes"]) == (False, ["bob"])
    assert rows[5, 0, 0]["provokes"] == ["bob"]
    assert rows[2, 0, 0]["provokes"] == []


@pytest.mark.rule("pool.squeeze.limit", "pool.size")
@pytest.mark.parametrize(("size", "side", "wide", "through"), [
    ("large", 2, 1, True), ("huge", 3, 1, False), ("huge", 3, 2, True),
])  # fmt: skip
def test_moves_through_a_passage(tmp_path: Path, size, side, wide, through):
    floor = "\n".join("." * side + ("..." if y < wide else "###") for y in range(side))
    above = "\n".join(" " * side + ("   " if y < wide else "###") for y in range(side))
    roof = "\n".join(" " * side + "###" for y in range(side))
    levels = [floor, *(above if z < wide else roof for z in range(1, side))]
    levels[0] += "\n" + "#" * (side + 2) + "."
    levels[1:] = [rows + "\n" + "#" * (side + 2) + " " for rows in levels[1:]]
    parts = (
        ground(*levels), creature("ann", (0, 0, 0), size=size),
        creature("bob", (side + 2, side, 0), stamina=0, weapons=["bow"]),
    )  # fmt: skip
    _, rows = moves(scenario(tmp_path, *parts))
    inside = [row for at, row in rows.items() if at[0] >= side]
    assert bool(inside) == through
    assert all(row["squeezing"] and row["extent"] == [side - 1] * 3 for row in inside)


@pytest.mark.rule("pool.speed")
def test_a_mode_that_there_is_not_is_unusable(tmp_path: Path):
    path = scenario(tmp_path, ground(FIELD), creature("ann", (0, 0, 0)), FAR)
    unusable(call("moves", path, "ann", "--mode", "run"), "walk")
    answer = call("moves", path, "ann", "--mode", "fly", "--json")
    assert (answer.code, answer.json["refused"]) == (1, "not_flying")


# --- compare -------------------------------------------------------------------------------------


def test_on_cubes_only_rulesets_with_cubes_are_compared(tmp_path: Path):
    path = scenario(tmp_path, ground(FIELD), creature("ann", (0, 0, 0)), FAR)
    answer = call("compare", path, "--battles", 1, "--json")
    assert [row["ruleset"] for row in answer.json] == ["pool"]
    unusable(call("compare", path, "--rulesets", "d20"), "cube grids", "d20")


# --- threat and measure --------------------------------------------------------------------------


@pytest.mark.rule("pool.threat.range")
@pytest.mark.parametrize(
    ("weapon", "rules", "reach"),
    [("sword", "", 1), ("spear", "", 2), ("bow", "", None),
     ("spear", "[rules]\nreach_threatens = false\n", 1)],
)  # fmt: skip
def test_threat_lists_cubes_of_all_levels(tmp_path: Path, weapon, rules, reach):
    air = FIELD.replace(".", " ")
    ann = creature("ann", (4, 2, 0), weapons=[weapon])
    path = scenario(tmp_path, ground(FIELD, air, air, air), ann, FAR, rules=rules)
    answer = call("threat", path, "ann", "--json")
    near = [
        [x, y, z]
        for x, y, z in product(range(9), range(5), range(4))
        if reach is not None and far(x - 4, y - 2, z) <= reach
    ]
    assert answer.json == {"creature": "ann", "cells": near, "clauses": ["pool.threat.range"]}
    assert call("threat", path, "ann").out.endswith("  [pool.threat.range]\n")


def far(x: int, y: int, z: int) -> int:
    low, middle, high = sorted(map(abs, (x, y, z)))
    return (3 * low + middle + 2 * high) // 2


@pytest.mark.rule("pool.diag.triple")
@pytest.mark.parametrize(
    ("to", "cells", "clause"),
    [("1,1,1", 3, "pool.diag.triple"), ("2,2,2", 6, "pool.diag.triple"),
     ("3,2,1", 5, "pool.diag.triple"), ("3,3,0", 4, "pool.diag.cumulative"),
     ("1,0,1", 1, "pool.diag.vertical"), ("0,0,4", 4, "pool.diag.everything")],
)  # fmt: skip
def test_measure_counts_the_straight_way(to, cells, clause):
    answer = call("measure", "pool", "0,0,0", to, "--json")
    assert answer.code == 0, answer
    found = answer.json
    assert list(found) == ["cells", "distance", "clauses"]
    assert (found["cells"], found["distance"]) == (cells, f"{cells} pace{'s' * (cells > 1)}")
    assert clause in found["clauses"]
    assert call("measure", "pool", to, "0,0,0", "--json").json == found


@pytest.mark.rule("pool.size", "pool.diag.everything")
def test_measure_counts_from_the_nearest_cubes():
    def cells(*sizes: str) -> int:
        return call("measure", "pool", "0,0,0", "5,4,3", *sizes, "--json").json["cells"]

    assert cells() == far(5, 4, 3)
    assert cells("--from-size", "large") == far(4, 3, 2)
    assert cells("--from-size", "colossal") == far(2, 1, 0)
    assert cells("--to-size", "colossal") == far(5, 4, 3)


def test_measure_speaks_to_people():
    said = call("measure", "pool", "0,0,0", "1,1,1")
    assert said.code == 0
    assert said.out.startswith("3 cells (3 paces)")


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("0,0", "1,1"), "0,0"),
        (("0,0,0", "1,1"), "1,1"),
        (("0,0,0", "1,1,-1"), "1,1,-1"),
        (("0,0,0", "1,1,1", "--topology", "square"), "square"),
        (("0,0,0", "1,1,1", "--from-size", "gargantuan"), "gargantuan"),
    ],
)
def test_a_measurement_that_makes_no_sense_is_unusable(arguments, word):
    unusable(call("measure", "pool", *arguments), word)


@pytest.mark.rule("pool.grid.strict")
def test_what_lies_between_the_cubes_is_refused_by_its_clause(tmp_path: Path):
    unusable(call("measure", "pool", "1.5,2,0", "0,0,0"), "[pool.grid.strict]")
    unusable(call("area", "pool", "burst", 1, "--origin", "0,0.5,0"), "[pool.grid.strict]")
    aimed = ("line", 2, "--origin", "0,0,0", "--toward", "1.5,0,0")
    unusable(call("area", "pool", *aimed), "[pool.grid.strict]")
    for parts in (creature("ann", (1.5, 2, 0)), creature("ann", (1, 2, 0)) + walk((1, 2.5, 0))):
        path = scenario(tmp_path, ground(FIELD), FAR, parts)
        unusable(call("run", path), "whole numbers", "(pool.grid.strict)")
    off = call("measure", "pool", "x,2,0", "0,0,0")
    assert "grid.strict" not in off.err, "that is no measure at all"


@pytest.mark.rule("pool.aoe.forms")
def test_there_are_four_forms():
    unusable(call("area", "pool", "ring", 3, "--origin", "0,0,0"), "[pool.aoe.forms]", "burst")


@pytest.mark.parametrize(
    "arguments",
    [("measure", "pool", "-1,0,0", "0,0,0"), ("measure", "pool", "0,0,0", "-12,0,0"),
     ("measure", "d20", "-1,0", "0,0")],
)  # fmt: skip
def test_a_cell_below_zero_is_no_option(arguments):
    unusable(call(*arguments), "coordinates", "from 0")


def test_what_is_no_option_is_said_to_be_none():
    unusable(call("measure", "pool", "0,0,0", "--sideways"), "--sideways")


def test_lengths_are_read_in_paces(tmp_path: Path):
    for length, cells in (("1 pace", 1), ("3 paces", 3), ("15 ft", 3)):
        ann = creature("ann", (0, 0, 0), speed=length)
        path = scenario(tmp_path, ground(FIELD), ann, FAR)
        assert call("moves", path, "ann", "--json").json["budget"] == cells


@pytest.mark.rule("pool.squeeze.limit", "pool.enemy.stop")
def test_a_body_that_may_stop_has_a_row_beside_one_that_may_not(tmp_path: Path):
    """Onto (0,1,0) leads a diagonal at full size, among bob's; squeezed one gets there by 2."""
    parts = (
        ground("\n".join(["....."] * 4), "\n".join(["     "] * 4)),
        creature("ann", (1, 0, 0), size="large", speed=3), creature("bob", (1, 2, 0), stamina=0),
    )  # fmt: skip
    path = scenario(tmp_path, *parts, do("ann", "move", to=[0, 1, 0]))
    rows = call("moves", path, "ann", "--json").json["cells"]
    here = [row for row in rows if row["at"] == [0, 1, 0]]
    assert [(row["extent"], row["cost"], row["can_stop"]) for row in here] == [
        ([2, 2, 2], 1, False), ([1, 1, 1], 2, True),
    ]  # fmt: skip
    assert costs(run(path))[-1][1] == 2, "a move that says where to goes as who may stop"
    assert [row["can_stop"] for row in rows if row["at"] == [1, 2, 0]] == [False]
