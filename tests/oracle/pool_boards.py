"""Small random boards of ``pool`` for comparing an engine with the oracle.

``random_board(seed)`` is the same in every process; ``to_scenario`` writes the board as scenario
text, all but who is squeezed, has climbed, or has no Stamina left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product
from random import Random

from .cubes import (
    GROUND,
    SOLID,
    STAIRS,
    VOID,
    Body,
    Cell,
    Space,
    cells_of,
    distance,
    plus,
)
from .pool import (
    SIDE,
    Board,
    Creature,
    body_of,
    fits,
    flies,
    full_size,
    lies,
    may_be,
    may_stop,
    nimble,
    room,
    stands,
)
from .random_boards import pick, toml

MOVER = "mover"
WIDTH, DEPTH, HEIGHT = 8, 8, 4
STARTS = {"small": 3, "average": 10, "large": 10, "huge": 5, "colossal": 2}
BYSTANDERS = {"small": 3, "average": 14, "large": 8, "huge": 4, "colossal": 1}
MODES = {"walk": 5, "climb": 3, "fly": 3}
ARMS = [("club",), ("club",), ("club",), ("spear",), ("spear",), ("club", "bow"), ("bow",)]
MIGHT = 3
"""Everybody's: enough dice for the hardest check, if they fall well."""
Levels = list[list[list[str]]]


# ------------------------------------------------------------------------------- ground


def put(levels: Levels, cells: Iterable[Cell], glyph: str) -> None:
    """Write a glyph into the cells that are on the map."""
    for x, y, z in cells:
        if 0 <= x < WIDTH and 0 <= y < DEPTH and 0 <= z < HEIGHT:
            levels[z][y][x] = glyph


def box(x: int, y: int, z: int, w: int, d: int, h: int) -> Iterable[Cell]:
    return (plus((x, y, z), by) for by in product(range(w), range(d), range(h)))


def corner(rng: Random) -> tuple[int, int]:
    return rng.randint(0, WIDTH - 2), rng.randint(0, DEPTH - 2)


def pillars(rng: Random, levels: Levels) -> None:
    """Walls, trees and boulders here and there, some of them high."""
    for _ in range(rng.randint(2, 7)):
        x, y = rng.randrange(WIDTH), rng.randrange(DEPTH)
        put(levels, box(x, y, 0, 1, 1, rng.choice([1, 1, 2, 3, 4])), rng.choice("##T^"))


def ledge(rng: Random, levels: Levels) -> None:
    """A block to get up on, with a floor laid on its top or without one."""
    x, y = corner(rng)
    w, d, h = rng.randint(1, 5), rng.randint(1, 4), rng.choice([1, 1, 2, 2, 3])
    put(levels, box(x, y, 0, w, d, h), "#")
    if rng.random() < 0.4:
        put(levels, box(x, y, h, w, d, 1), ".")


def steps_of_stone(rng: Random, levels: Levels) -> None:
    """Blocks one higher than the last, in a row; now and then they slope down again."""
    x, y = corner(rng)
    dx, dy = rng.choice([(1, 0), (0, 1), (-1, 0)])
    wide = rng.choice([1, 2])
    for i in range(4):
        put(levels, box(x + i * dx, y + i * dy, 0, wide, wide, i), "#")


def flight(rng: Random, levels: Levels) -> None:
    """Stairs that lead on up, each a level higher, and a landing or nothing at their end."""
    x, y = corner(rng)
    dx, dy = rng.choice([(1, 0), (0, 1), (-1, 0), (0, -1)])
    many = rng.choice([1, 2, 2, 3])
    for z in range(many):
        put(levels, box(x + z * dx, y + z * dy, z, 1, 1, 1), STAIRS)
    put(levels, box(x + many * dx, y + many * dy, many, 2, 2, 1), rng.choice([".", ".", VOID]))


def storey(rng: Random, levels: Levels) -> None:
    """A floor over a room, with a hole in it, and stairs or a wall's top to get up by."""
    x, y = corner(rng)
    w, d, z = rng.randint(2, 6), rng.randint(2, 6), rng.choice([1, 1, 2, 2, 3])
    put(levels, box(x, y, z, w, d, 1), ".")
    for _ in range(rng.randint(0, 2)):
        wide = rng.choice([1, 1, 2])
        put(levels, box(x + rng.randrange(w), y + rng.randrange(d), z, wide, wide, 1), VOID)
    beside = [(x - 1, y), (x + w, y), (x, y - 1), (x + w - 1, y + d)]
    for i, j in rng.sample(beside, 2):
        put(levels, box(i, j, z - 1, 1, 1, 1), rng.choice([STAIRS, STAIRS, "#", "."]))
    if rng.random() < 0.5:
        put(levels, box(x, y, 0, w, 1, z), "#")


def narrows(rng: Random, levels: Levels) -> None:
    """A wall across, one to four high, with a gap or two."""
    at, height = rng.randint(2, WIDTH - 3), rng.choice([1, 2, 4, 4])
    gaps = set()
    for _ in range(rng.randint(1, 2)):
        start, width = rng.randrange(DEPTH - 1), rng.choice([1, 1, 2, 3])
        gaps |= set(range(start, start + width))
    for y in set(range(DEPTH)) - gaps:
        put(levels, box(at, y, 0, 1, 1, height), "#")


def shaft(rng: Random, levels: Levels) -> None:
    """Solid rock with a hole down, one or two wide."""
    x, y = corner(rng)
    wide, h = rng.choice([1, 1, 2, 2, 3]), rng.randint(2, 4)
    put(levels, box(x - 1, y - 1, 0, wide + 2, wide + 2, h), "#")
    put(levels, box(x, y, 0, wide, wide, 1), ".")
    put(levels, box(x, y, 1, wide, wide, h - 1), VOID)


KINDS: tuple[Callable[[Random, Levels], None], ...] = (
    pillars, pillars, ledge, ledge, ledge, steps_of_stone, flight, flight, storey, storey,
    narrows, shaft,
)  # fmt: skip


def landscape(rng: Random) -> Levels:
    """Floor, air above it, and what a few of the functions above put there."""
    levels = [
        [["." if z == 0 else VOID] * WIDTH for _ in range(DEPTH)] for z in range(HEIGHT)
    ]  # fmt: skip
    for build in rng.sample(KINDS, rng.randint(1, 4)):
        build(rng, levels)
    glyphs = rng.choice([",", ",;", ",%", ":", ":  ", "%^", "==,", f",;%^:~={STAIRS} "])
    share = rng.choice([0.0, 0.08, 0.16])
    for rows in levels:
        for row in rows:
            for x, glyph in enumerate(row):
                if glyph == "." and rng.random() < share:
                    row[x] = rng.choice(glyphs)
                elif glyph == VOID and rows is not levels[0] and rng.random() < 0.05:
                    row[x] = ":"
    return levels


def random_barriers(rng: Random, space: Space) -> list[tuple[Cell, Cell, str]]:
    """Hedges, walls and doors between neighbours on a level that nothing fills."""
    free = {cell for cell in space.cells() if not space.among(cell, SOLID)}
    ground = [cell for cell in sorted(free) if space.among(cell, GROUND)]
    sides = [
        (cell, beyond)
        for cell in ground
        for beyond in (plus(cell, (1, 0, 0)), plus(cell, (0, 1, 0)))
        if beyond in free
    ]
    wanted = min(rng.choice([0, 0, 0, 2, 5, 8]), len(sides))
    kinds = ["hedge", "hedge", "wall", "wall", "door", "open"]
    return [(a, b, rng.choice(kinds)) for a, b in rng.sample(sides, wanted)]


# ------------------------------------------------------------------------------- creatures


def random_creature(rng: Random, who: str, side: str, size: str) -> Creature:
    """A creature still without a place."""
    c = Creature(who, side, (0, 0, 0), size, grace=rng.randint(1, 6), weapons=rng.choice(ARMS))
    conditions = {"": 60, "prone": 13, "dead": 9, "flying": 14, "helpless": 6}
    c.conditions = frozenset({pick(rng, conditions)} - {""})
    c.narrow = size in SIDE and rng.random() < 0.2
    c.stamina = rng.choice([0, 1, 2, 2, 2, 2, 2])
    return c


def random_mover(rng: Random, mode: str) -> Creature:
    mover = random_creature(rng, MOVER, "blue", pick(rng, STARTS))
    mover.conditions = frozenset({"flying"} if mode == "fly" else ())
    mover.speed = rng.choice([3, 3, 4, 4, 5, 6, 7, 8])
    return mover


def wings(rng: Random, c: Creature) -> None:
    """Let who flies do so by the condition, by a Speed in the air, or by both; now and then one of
    the others has such a Speed, too."""
    if "flying" in c.conditions:
        by = rng.choice(["condition", "speed", "both"])
        c.fly = 0 if by == "condition" else rng.randint(3, 8)
        c.conditions -= {"flying"} if by == "speed" else set()
    elif rng.random() < 0.15:
        c.fly, c.on_foot = rng.randint(3, 8), nimble(c) or rng.random() < 0.5


def place(rng: Random, board: Board, c: Creature, beside: bool) -> bool:
    """Put the creature somewhere apart from everybody else, where it can be; ``beside``: next to
    somebody of another side, if there is such a place. Places above the ground are preferred."""
    wings(rng, c)
    taken = {cell for other in board.creatures for cell in room(other)}
    others = [room(other) for other in board.creatures if other.side != c.side]
    board.memo.clear()
    spots = [body for body in bodies(board, c) if not cells_of(body) & taken]
    near = [b for b in spots if any(distance(cells_of(b), foe) <= 1 for foe in others)]
    chosen = near if beside and near else spots
    high = [body for body in chosen if body.z]
    if not chosen:
        return False
    c.at = rng.choice(high if high and rng.random() < 0.5 else chosen).at
    most, holds = 3 * full_size(c), flies(c) or stands(board, c, body_of(c))
    c.climbed = 0 if holds else rng.randint(-most, most)
    board.creatures.append(c)
    board.memo.clear()
    return True


def bodies(board: Board, c: Creature) -> list[Body]:
    """Where its body could be. Who is squeezed is so where it has to be."""
    n = full_size(c) - c.narrow
    found = [Body(x, y, z, n) for x, y, z in board.space.cells()]
    return [body for body in found if fits(board, c, body) and may_be(board, c, body)]


def cram(rng: Random, board: Board) -> None:
    """Let somebody squeeze in among friends, at full size, or stand on those who lie; not among
    the mover's, for whom that would leave open where it may go."""
    hosts = [c for c in board.creatures if not c.narrow and c.id != MOVER]
    host = rng.choice(hosts) if hosts else None
    if host is None:
        return
    guest = random_creature(rng, "guest", host.side, rng.choice(["small", "average", "large"]))
    guest.conditions, guest.narrow = frozenset(), False
    board.memo.clear()
    spots = [body for body in bodies(board, guest) if cells_of(body) & room(host)]
    spots = [body for body in spots if not cells_of(body) & room(board[MOVER])]
    spots = [body for body in spots if may_stop(board, guest, body)]
    if spots:
        guest.at = rng.choice(spots).at
        guest.crammed = not lies(host)
        board.creatures.append(guest)
    board.memo.clear()


def peopled(rng: Random, board: Board, mode: str) -> bool:
    """Put the mover and others on the board; False where the mover finds no place."""
    if not place(rng, board, random_mover(rng, mode), False):
        return False
    if rng.random() < 0.3:
        board.sides = {"blue": {"green"}, "green": {"blue"}}
    brawl = rng.random() < 0.5
    sides = ["red"] * rng.randint(1, 3) + ["blue"] * rng.choice([0, 1, 1, 2])
    sides += ["green"] * rng.choice([0, 0, 1])
    sides += rng.choices(["blue", "red"], k=2) if brawl else []
    rng.shuffle(sides)
    for i, side in enumerate(sides):
        c = random_creature(rng, f"{side}{i}", side, pick(rng, BYSTANDERS))
        place(rng, board, c, beside=brawl or rng.random() < 0.3)
    if rng.random() < 0.4:
        cram(rng, board)
    for c in board.creatures:  # some may have come to lie under others since these were placed
        c.climbed = 0 if stands(board, c, body_of(c)) else c.climbed
    board.memo.clear()
    return True


def random_board(seed: int) -> tuple[Board, str]:
    """A board of 8 x 8 x 4 cells and the mode in which ``MOVER`` is to move."""
    rng = Random(f"pool-{seed}")
    while True:
        mode = pick(rng, MODES)
        levels = [["".join(row) for row in rows] for rows in landscape(rng)]
        space = Space(levels)
        space.barriers = random_barriers(rng, space)
        space.memo.clear()
        board = Board(space)
        if peopled(rng, board, mode):
            bar(Random(f"pool-orders-{seed}"), board)
            return board, mode


def bar(rng: Random, board: Board) -> None:
    """Have some who share their cells with nobody let no ally pass."""
    for c in board.creatures:
        alone = not any(room(c) & room(other) for other in board.creatures if other is not c)
        c.willing = rng.random() > 0.2 or not alone


# ------------------------------------------------------------------------------- scenario


def to_scenario(board: Board, title: str = "Oracle board") -> str:
    """The board as scenario TOML, an inline map and a ``dummy`` for every creature."""
    lines = ["format = 1", f'name = "{title}"', 'ruleset = "pool"', "seed = 1", ""]
    lines += ["[map]", "format = 1", f'name = "{title}"', 'topology = "cube"']
    lines += [f'grid = """\n{written(board.space.levels[0])}"""']
    lines += ["", "[map.legend]", f'"{STAIRS}" = "stairs"']
    for z, rows in enumerate(board.space.levels[1:], 1):
        lines += ["", "[[map.level]]", f"z = {z}", f'grid = """\n{written(rows)}"""']
    for a, b, kind in board.space.barriers:
        lines += ["", "[[map.barrier]]", f"between = {toml([a, b])}"]
        lines += ['kind = "door"', "open = true"] if kind == "open" else [f'kind = "{kind}"']
    sides = sorted({c.side for c in board.creatures})
    for side in sides:
        allies = sorted(set(board.sides.get(side, ())) & set(sides))
        lines += ["", "[[side]]", f'id = "{side}"', f'name = "{side.title()}"']
        lines += ['controller = "human"', f"allies = {toml(allies)}"]
    for c in board.creatures:
        lines += ["", "[[creature]]", f'id = "{c.id}"', 'kind = "dummy"', f'side = "{c.side}"']
        lines += [f"at = {toml(c.at)}", f'size = "{c.size}"', f"speed = {c.speed}"]
        lines += [f"attributes = {{ might = {MIGHT}, grace = {c.grace} }}"]
        lines += [f"weapons = {toml(sorted(c.weapons))}"]
        lines += [f"conditions = {toml(sorted(c.conditions))}"] if c.conditions else []
        lines += [f"fly = {c.fly}"] if c.fly else []
        lines += ["flying = false"] if c.on_foot else []
        lines += [] if c.willing else ["lets_pass = false"]
    return "\n".join(lines) + "\n"


def written(rows: list[str]) -> str:
    """A level's rows. Rows that begin or end with nothing are what they are."""
    return "".join(f"{row}\n" for row in rows)
