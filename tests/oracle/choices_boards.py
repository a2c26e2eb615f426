"""Small boards for the brute force of choices: some by name, and any number drawn by chance.

``m`` is to move, ``f`` is on its side, the others are its foes. ``KINDS`` are the rulesets with
their grids, as the names of the boards begin.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from . import cubes, d20, fifth, pool

KINDS = ("d20", "grid5e", "metric", "hex", "pool")
"""``hex`` is ``metric`` on hexes."""
NAMES = ("m", "f", "e", "g")


class Place(NamedTuple):
    """Somebody on a board, in the words of all rulesets."""

    at: tuple[int, ...]
    size: str = "medium"
    speed: int = 3
    weapons: str = "plain"
    """``plain``, ``long`` or ``both``."""
    conditions: tuple[str, ...] = ()
    held_by: str = ""
    """Who has hold of it, in the 5e family."""


WEAPONS = {
    "d20": {"plain": ("club",), "long": ("longspear",)},
    "pool": {"plain": ("club",), "long": ("spear",)},
    "fifth": {"plain": ("longsword",), "long": ("glaive",)},
}


def board_of(kind: str, rows: Sequence[str], people: dict[str, Place], levels: int = 1,
             barriers: Sequence[Any] = ()) -> Any:  # fmt: skip
    """A board of one kind. On cubes the map is level 0 and there is air above."""
    arms = WEAPONS.get(kind, WEAPONS["fifth"])
    arms["both"] = (*arms["plain"], *arms["long"])
    made = []
    for name, one in people.items():
        size = {"medium": "average"}.get(one.size, one.size) if kind == "pool" else one.size
        at = (*one.at, 0)[:3] if kind == "pool" else one.at
        make: Any = {"d20": d20.Creature, "pool": pool.Creature}.get(kind, fifth.Creature)
        side, down = "a" if name in "mf" else "b", frozenset(one.conditions)
        holds: Any = {}
        if one.held_by and kind not in ("d20", "pool"):
            holds, down = {"held_by": one.held_by}, down | {"grappled"}
        made.append(make(name, side, at, size, speed=one.speed, weapons=arms[one.weapons],
                         conditions=down, **holds))  # fmt: skip
    if kind == "d20":
        return d20.Board(list(rows), list(barriers), made)
    if kind == "pool":
        air = ["".join(" " for _ in row) for row in rows]
        ground = [list(rows), *([air] * (levels - 1))]
        return pool.Board(cubes.Space(ground, list(barriers)), made)
    ruleset = "grid5e" if kind == "grid5e" else "metric"
    topology = "hex" if kind == "hex" else "square"
    return fifth.Board(list(rows), list(barriers), made, ruleset=ruleset, topology=topology)


OPEN = ["....."] * 4
ROCKY = [".....", ".#.,.", "..,..", ".....", "....."]
HALL = ["......", "......", ".,....", "......", "......", "......"]

SCENES: dict[str, tuple[Sequence[str], dict[str, Place]]] = {
    "four": (OPEN, {"m": Place((1, 1)), "f": Place((0, 1)), "e": Place((2, 1)),
                    "g": Place((4, 3))}),
    "rocks": (ROCKY, {"m": Place((0, 0), speed=4, weapons="both"), "e": Place((2, 2)),
                      "g": Place((4, 4), weapons="both")}),
    "down": (OPEN, {"m": Place((1, 1), speed=4, conditions=("prone",)), "f": Place((0, 1)),
                    "e": Place((2, 1)), "g": Place((4, 3))}),
    "between": (["......"] * 4, {"m": Place((2, 1), speed=2), "e": Place((1, 1)),
                                 "g": Place((3, 1))}),
    "pincers": (["......"] * 4, {"m": Place((1, 1), speed=2), "e": Place((2, 1)),
                                 "f": Place((3, 1), weapons="long")}),
    "sentinel": (["......."] * 4, {"m": Place((1, 1), speed=3), "e": Place((4, 1), weapons="long"),
                                   "g": Place((6, 3), weapons="both")}),
}  # fmt: skip
"""Boards of every ruleset: everybody fills one cell."""

BIG: dict[str, tuple[Sequence[str], dict[str, Place]]] = {
    "ogre": (HALL, {"m": Place((0, 0), "large"), "f": Place((3, 1)), "e": Place((3, 3)),
                    "g": Place((5, 0), weapons="long")}),
    "at the ogre": (["......"] * 5, {"m": Place((1, 2), speed=2), "e": Place((2, 2), "large"),
                                     "g": Place((4, 1))}),
}  # fmt: skip
"""Boards of every ruleset with somebody large."""


HELD: dict[str, tuple[Sequence[str], dict[str, Place]]] = {
    "held": (OPEN, {"m": Place((1, 1), held_by="e"), "f": Place((0, 2)), "e": Place((2, 1)),
                    "g": Place((4, 3))}),
}  # fmt: skip
"""A board of the 5e family in which somebody is held."""


ALOFT: dict[str, tuple[Sequence[str], dict[str, Place]]] = {
    "aloft": (OPEN, {"m": Place((1, 1), speed=2, conditions=("flying",)), "e": Place((2, 1)),
                     "g": Place((4, 3))}),
}  # fmt: skip
"""A board of d20 and pool on which somebody flies."""


FALLEN: dict[str, tuple[Sequence[str], dict[str, Place]]] = {
    "fallen": ([".....", ".#.,.", "=....", "....."], {
        "m": Place((2, 2), speed=2), "f": Place((1, 2), "small", conditions=("helpless",)),
        "e": Place((4, 3)), "g": Place((2, 3), "tiny", conditions=("helpless",)),
    }),
    "a big one fallen": ([".....", ".....", "....#", "....."], {
        "m": Place((1, 1), "large", speed=2), "f": Place((3, 1), conditions=("helpless",)),
        "e": Place((4, 3)),
    }),
}  # fmt: skip
"""Boards of d20 on which somebody lies who can be carried."""


def scenes(kind: str) -> dict[str, tuple[Sequence[str], dict[str, Place]]]:
    """The boards of a kind by name."""
    more = FALLEN if kind == "d20" else {}
    return SCENES | BIG | (ALOFT if kind in ("d20", "pool") else HELD) | more


def scene(kind: str, name: str) -> Any:
    """A board by the name of its scene."""
    rows, people = scenes(kind)[name]
    return board_of(kind, rows, people, levels=1 if name in SCENES else 3)


def random_board(kind: str, seed: int) -> Any:
    """A board of 5 to 8 cells a side with two to four creatures on it."""
    rng = Random(f"choices-{kind}-{seed}")
    while True:
        wide, high = rng.randint(5, 8), rng.randint(5, 7)
        odds = rng.choice([0, 0.08, 0.15])
        rows = [
            "".join(rng.choice("#,,") if rng.random() < odds else "." for _ in range(wide))
            for _ in range(high)
        ]
        people = {
            name: drawn(rng, wide, high) for name in NAMES if name in "me" or rng.random() < 0.7
        }
        if "helpless" in people["e"].conditions:  # somebody has to stand on either side
            people["e"] = people["e"]._replace(conditions=())
        people["m"] = people["m"]._replace(conditions=("prone",) if rng.random() < 0.15 else ())
        board = board_of(kind, rows, people, levels=3)
        if all(room(kind, board, board[name]) for name in people):
            if kind not in ("d20", "pool") and rng.random() < 0.3:
                hold(rng, board)
            if kind == "d20" and rng.random() < 0.5:
                squeeze(rng, board, board["m"])
            if kind == "d20" and rng.random() < 0.4:
                darken(rng, board)
            return board


def darken(rng: Random, board: d20.Board) -> None:
    """Let night fall, with a lamp or two, and on some boards fog; some see in the dark."""
    board.dark, board.fog = True, rng.random() < 0.5
    spots = rng.sample(sorted(board.cells()), rng.randint(0, 2))
    board.lamps = [(at, rng.randint(0, 3)) for at in spots]
    for c in board.creatures:
        c.darkvision = rng.choice([0, 0, 1, 2, 3, 12])


def squeeze(rng: Random, board: d20.Board, c: d20.Creature) -> None:
    """Squeeze somebody in where its full body has no room, if there is such a place."""
    spots = [
        d20.Body(x, y, w, h)
        for x, y in board.cells()
        for w, h in ([(1, 2), (2, 1)] if d20.side_length(c) == 2 else [])
    ]
    spots = [
        body
        for body in spots
        if d20.fits(board, c, body)
        and not any(d20.occupants(board, c, cell) for cell in body.cells)
        and not any(d20.fits(board, c, full) for full in around(body))
    ]
    if spots:
        drawn = rng.choice(spots)
        c.at, c.narrowed = drawn.at, (drawn.w, drawn.h)


def around(body: d20.Body) -> list[d20.Body]:
    """The full bodies that hold a narrow one of somebody Large."""
    x, y, w, h = body
    return [d20.Body(x - i, y - j, 2, 2) for i in range(3 - w) for j in range(3 - h)]


def hold(rng: Random, board: Any) -> None:
    """Let one of those who stand side by side have hold of another, if there are any."""
    pairs = [
        (one, other)
        for one in board.creatures
        for other in board.creatures
        if not fifth.friends(board, one, other) and fifth.able(one)
        and fifth.distance(board, fifth.space(board, one), fifth.space(board, other)) == 1
        and fifth.rank(other) <= fifth.rank(one) + 1
    ]  # fmt: skip
    if pairs:
        one, other = rng.choice(pairs)
        other.held_by, other.conditions = one.id, other.conditions | {"grappled"}
        board.memo.clear()


def drawn(rng: Random, wide: int, high: int) -> Place:
    """Somebody somewhere, fit or not."""
    size = "large" if rng.random() < 0.15 else "medium"
    arms = rng.choice(["plain", "plain", "long", "both"])
    down = rng.choices([(), ("prone",), ("helpless",)], [8, 1, 1])[0]
    at = (rng.randrange(wide), rng.randrange(high))
    return Place(at, size, rng.randint(2, 4), arms, down)


def room(kind: str, board: Any, c: Any) -> bool:
    """Is there room for the creature where it is?"""
    if kind == "d20":
        body = d20.body_of(c)
        return d20.fits(board, c, body) and not any(
            d20.occupants(board, c, at) for at in body.cells
        )
    if kind == "pool":
        here = pool.body_of(c)
        alone = not any(
            other.id != c.id and pool.room(other) & pool.room(c) for other in board.creatures
        )
        return alone and pool.fits(board, c, here) and pool.may_be(board, c, here)
    cells = fifth.space(board, c)
    alone = not any(fifth.occupants(board, c, cell) for cell in cells)
    return alone and fifth.fits(board, c, fifth.body_of(c))
