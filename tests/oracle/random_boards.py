"""Small random d20 boards for comparing an engine with the oracle.

``random_board(seed)`` is the same in every process; ``to_scenario`` writes the board as the
scenario text of INTERFACE.md.  Most boards are small and their movers slow, so that thousands can
be gone through; every fifth or so is larger.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from .d20 import (
    Board,
    Cell,
    Creature,
    body_of,
    fits,
    is_tiny,
    natural_reach,
    side_length,
)

MOVER = "mover"
STARTS = {
    "fine": 1, "diminutive": 1, "tiny": 4, "small": 4, "medium": 9, "large": 12, "huge": 7,
    "gargantuan": 2,
}  # fmt: skip
BYSTANDERS = {
    "fine": 1, "diminutive": 2, "tiny": 5, "small": 4, "medium": 16, "large": 8, "huge": 6,
    "gargantuan": 2,
}  # fmt: skip
LANCERS = {"small": 2, "medium": 5, "large": 3}
EXCEPTIONS = (
    "passes", "passable", "stops_among", "bars_friends", "bars_when_helpless", "bars_tiny",
    "bars_sizes", "bars_overrun", "bars_tumbling",
)  # fmt: skip
SMALL, WIDE = ((5, 8), (5, 7)), ((7, 10), (6, 10))


def pick(rng: Random, weights: dict[str, int]) -> str:
    return rng.choices(list(weights), list(weights.values()))[0]


# ------------------------------------------------------------------------------- terrain


def scattered(rng: Random, w: int, h: int) -> list[list[str]]:
    """Open ground with lone obstacles."""
    share = rng.choice([0.0, 0.08, 0.16])
    return [["#" if rng.random() < share else "." for _ in range(w)] for _ in range(h)]


def corridors(rng: Random, w: int, h: int) -> list[list[str]]:
    """Solid rock with corridors 1 to 3 wide and a room or two."""
    grid = [["#"] * w for _ in range(h)]
    for _ in range(rng.randint(1, 2)):
        rw, rh = rng.randint(2, 5), rng.randint(2, 5)
        carve(grid, rng.randint(0, max(0, w - rw)), rng.randint(0, max(0, h - rh)), rw, rh)
    for _ in range(rng.randint(2, 4)):
        width = rng.choice([1, 1, 2, 2, 3])
        if rng.random() < 0.5:
            carve(grid, 0, rng.randint(0, h - width), w, width)
        else:
            carve(grid, rng.randint(0, w - width), 0, width, h)
    return grid


def carve(grid: list[list[str]], x: int, y: int, w: int, h: int) -> None:
    for row in grid[y : y + h]:
        for i in range(x, min(x + w, len(row))):
            row[i] = "."


def pillars(rng: Random, w: int, h: int) -> list[list[str]]:
    """A lattice of pillars, some missing."""
    pitch_x, pitch_y = rng.choice([2, 3, 4]), rng.choice([3, 4])
    ox, oy = rng.randrange(pitch_x), rng.randrange(pitch_y)
    return [
        [
            "#" if x % pitch_x == ox and y % pitch_y == oy and rng.random() < 0.8 else "."
            for x in range(w)
        ]
        for y in range(h)
    ]


def partitioned(rng: Random, w: int, h: int) -> list[list[str]]:
    """A wall across, with one or two gaps 1 to 3 wide."""
    upright = rng.random() < 0.5
    length, depth = (h, w) if upright else (w, h)
    at = rng.randint(2, depth - 2)
    wall = ["#"] * length
    for _ in range(rng.randint(1, 2)):
        gap = rng.choice([1, 1, 2, 2, 3])
        start = rng.randint(0, length - gap)
        wall[start : start + gap] = ["."] * gap
    grid = [["."] * w for _ in range(h)]
    for i, glyph in enumerate(wall):
        if upright:
            grid[i][at] = glyph
        else:
            grid[at][i] = glyph
    return grid


def bent(rng: Random, size: str) -> list[list[str]]:
    """A room, a corridor with a corner in it, and a room: for big ones to squeeze through."""
    n = side_length(Creature("", "", (0, 0), size))
    width = rng.choice([(n + 1) // 2, (n + 1) // 2, n - 1]) if n > 1 else 1
    w, h = rng.randint(n + width + 2, n + width + 4), rng.randint(n + width + 2, n + width + 4)
    grid = [["#"] * w for _ in range(h)]
    carve(grid, 0, 0, n, n)
    y, x = rng.randint(0, n - width), rng.randint(n, w - width)
    carve(grid, 0, y, x + width, width)
    carve(grid, x, y, width, h)
    carve(grid, rng.randint(0, w - n), h - n, n, n)
    if rng.random() < 0.5:
        grid = [list(column) for column in zip(*grid, strict=True)]
    return grid


def sprinkle(rng: Random, grid: list[list[str]], glyphs: str, share: float) -> None:
    for row in grid:
        for x, g in enumerate(row):
            inner = (
                0 < x < len(row) - 1
            )  # no void at a row's ends: it would look like trailing space
            if g == "." and rng.random() < share:
                glyph = rng.choice(glyphs)
                row[x] = glyph if glyph != " " or inner else "."
            elif g == "#" and rng.random() < 0.06:
                row[x] = "T"


def heighten(rng: Random, grid: list[list[str]]) -> None:
    """Make some obstacles of full height."""
    share = rng.choice([0.0, 0.3])
    for row in grid:
        for x, g in enumerate(row):
            if g in "^%" and rng.random() < share:
                row[x] = {"^": "P", "%": "H"}[g]


def heap(rng: Random, grid: list[list[str]]) -> None:
    """Make some obstacles such as can be climbed, or put them on difficult ground."""
    share = rng.choice([0.0, 0.6])
    for row in grid:
        for x, g in enumerate(row):
            if g in "^%" and rng.random() < share:
                row[x] = rng.choice({"^": "&$", "%": "+"}[g])


# ----------------------------------------------------------------------------- creatures


def random_creature(
    rng: Random,
    who: str,
    side: str,
    size: str,
    near: bool = False,
    speeds: Sequence[int] = (1, 2, 3, 4, 6),
    spaces: Random | None = None,
) -> Creature:
    """A creature still without a place; ``near``: it strikes no farther than 1 square.

    ``spaces``: it may take up another space than is typical of its size."""
    c = Creature(who, side, (0, 0), size)
    if spaces is not None and not is_tiny(c) and spaces.random() < 0.5:
        c.space = spaces.choice([1, 1, 2, 2, 3, 4])
    c.shape = rng.choice(["tall", "tall", "long"])
    c.speed = rng.choice(speeds)
    c.weapons = rng.choice(
        [("club",), ("club",), ("club",), ("longspear",), ("club", "longspear"), ("shortbow",)]
    )
    if "longspear" not in c.weapons and rng.random() < 0.15:
        c.reach = rng.choice([0, 1, 2])
    conditions = set()
    for condition, chance in (
        ("helpless", 0.3 if size in ("huge", "gargantuan") else 0.15),
        ("dead", 0.04),
        ("prone", 0.06),
        ("flat_footed", 0.10),
        ("total_defense", 0.06),
        ("flying", 0.06),
    ):
        if rng.random() < chance:
            conditions.add(condition)
    if near:
        c.weapons = ("club",) if "longspear" in c.weapons else c.weapons
        c.reach = 1 if natural_reach(c) > 1 else c.reach
    c.conditions = frozenset(conditions)
    c.fills = rng.random() < 0.05
    c.combat_reflexes = rng.random() < 0.10
    return c


def place(rng: Random, board: Board, c: Creature) -> bool:
    """Put the creature somewhere its full body can stand apart from everybody else's."""
    taken = {cell for other in board.creatures for cell in body_of(other).cells}
    spots = []
    for at in board.cells():
        c.at = at
        body = body_of(c)
        if not body.cells & taken and fits(board, c, body):
            spots.append(at)
    if not spots:
        return False
    c.at = rng.choice(spots)
    board.creatures.append(c)
    return True


def random_barriers(rng: Random, grid: list[list[str]]) -> list[tuple[Cell, Cell, str]]:
    open_ = {
        (x, y) for y, row in enumerate(grid) for x, g in enumerate(row) if g not in ("#", "T", " ")
    }
    edges = [((x, y), b) for x, y in sorted(open_) for b in ((x + 1, y), (x, y + 1)) if b in open_]
    wanted = rng.choice([0, 0, 1, 3, 6])
    kinds = ["hedge", "hedge", "hedge", "wall", "wall", "door", "climb", "open"]
    return [(a, b, rng.choice(kinds)) for a, b in rng.sample(edges, min(wanted, len(edges)))]


def random_mover(
    rng: Random, speeds: Sequence[int], size: str = "", spaces: Random | None = None
) -> Creature:
    size = size or pick(rng, STARTS)
    mover = random_creature(rng, MOVER, "blue", size, speeds=speeds, spaces=spaces)
    conditions = {"": 80, "flying": 9, "incorporeal": 6, "prone": 5}
    mover.conditions = frozenset({pick(rng, conditions)} - {""})
    mover.fills = False
    return mover


def swarm(rng: Random, board: Board) -> None:
    """As many very small ones in one cell as find room there, or nearly."""
    share = {"tiny": 25, "diminutive": 4}
    room, side = rng.choice([100, 96, 75, 71]), rng.choice(["red", "blue"])
    first, count = None, 0
    for size in ("tiny", "diminutive") if rng.random() < 0.3 else ("tiny",):
        while room >= share[size] and count < 8:
            c = Creature(f"swarm{count}", side, (0, 0), size, weapons=("shortbow",))
            room, count = room - share[size], count + 1
            if first is not None:
                c.at = first.at
                board.creatures.append(c)
            elif place(rng, board, c):
                first = c
            else:
                return


def landscape(rng: Random) -> tuple[list[list[str]], Sequence[int], str]:
    """Bare ground, the speeds that suit it, and the mover's size where it has to be that one."""
    kind = rng.random()
    if kind < 0.1:
        size = rng.choice(["large", "large", "huge", "gargantuan"])
        return bent(rng, size), (3, 4, 5), size
    if kind < 0.2:  # lists, to charge along
        w, h = rng.randint(8, 11), rng.randint(1, 3)
        return [["."] * w for _ in range(h)], (3, 4, 5), pick(rng, LANCERS)
    wide = kind < 0.33
    (across, down), speeds = (WIDE, (3, 4, 5, 6)) if wide else (SMALL, (1, 2, 2, 3, 3, 4))
    w, h = rng.randint(*across), rng.randint(*down)
    kinds = [scattered, corridors, corridors, pillars, partitioned]
    return rng.choice(kinds)(rng, w, h), speeds, ""


def random_board(seed: int) -> tuple[Board, str]:
    """A board of 3 to 11 squares a side and the id of the creature to move."""
    rng, more = Random(f"d20-{seed}"), Random(f"d20-spaces-{seed}")
    spaces = more if more.random() < 0.15 else None
    tall, odd = Random(f"d20-heights-{seed}"), Random(f"d20-exceptions-{seed}")
    high = Random(f"d20-heaps-{seed}")
    while True:
        grid, speeds, size = landscape(rng)
        lists = len(grid) <= 3
        sprinkle(
            rng,
            grid,
            rng.choice([",", ",;", ",%", ",:", "%^", ",~=", ",;%^:~= "]),
            rng.choice([0.0, 0.0, 0.05] if lists else [0.0, 0.1, 0.2]),
        )
        heighten(tall, grid)
        heap(high, grid)
        barriers = [] if lists and rng.random() < 0.7 else random_barriers(rng, grid)
        board = Board(["".join(row) for row in grid], barriers)
        if not place(rng, board, random_mover(rng, speeds, size, spaces)):
            continue
        if rng.random() < 0.3:
            board.sides = {"blue": {"green"}, "green": {"blue"}}
        sides = ["red"] * rng.randint(2 if lists else 1, 3) + ["blue"] * rng.choice([0, 0, 1, 2])
        sides += ["green"] * rng.choice([0, 0, 1])
        near = rng.random() < 0.4
        for i, side in enumerate(sides):
            size = pick(rng, BYSTANDERS)
            c = random_creature(rng, f"{side}{i}", side, size, near, spaces=spaces)
            place(rng, board, c)
        if rng.random() < (0.4 if is_tiny(board[MOVER]) else 0.04):
            swarm(rng, board)
        if odd.random() < 0.15:
            for c in board.creatures:
                c.exceptions = frozenset(e for e in EXCEPTIONS if odd.random() < 0.15)
        board.reach_diagonal = rng.random() < 0.7
        board.tiny_step = rng.random() < 0.8
        board.overrun_charge = rng.random() < 0.7
        return board, MOVER


# ------------------------------------------------------------------------------ scenario


def to_scenario(board: Board, mover_id: str) -> str:
    """The board as scenario TOML, an inline map and a ``dummy`` for every creature."""
    rows = "\n".join(board.rows)
    lines = [
        "format = 1",
        f'name = "Oracle board, {mover_id} to move"',
        'ruleset = "d20"',
        "seed = 1",
        "",
        "[rules]",
        f"reach_diagonal = {toml(board.reach_diagonal)}",
        f"tiny_step_provokes = {toml(board.tiny_step)}",
        f"overrun_charge = {toml(board.overrun_charge)}",
        "",
        "[map]",
        "format = 1",
        'name = "Oracle board"',
        'topology = "square"',
        f'grid = """\n{rows}\n"""',
        "",
        "[map.legend]",
        'P = { terrain = "boulder", height = "full" }',
        'H = { terrain = ["obstacle"], height = "full" }',
        '"&" = { terrain = "boulder", check = { skill = "climb", dc = 15 } }',
        '"$" = { terrain = ["difficult", "boulder"], check = { skill = "climb", dc = 15 } }',
        '"+" = { terrain = ["obstacle", "difficult"] }',
    ]
    for a, b, kind in board.barriers:
        lines += ["", "[[map.barrier]]", f"between = {toml([a, b])}"]
        lines += {
            "climb": ['kind = "wall"', 'check = { skill = "climb", dc = 15 }'],
            "open": ['kind = "door"', "open = true"],
        }.get(kind, [f'kind = "{kind}"'])
    sides = sorted({c.side for c in board.creatures} | set(board.sides))
    for side in sides:
        allies = sorted(set(board.sides.get(side, ())) & set(sides))
        lines += ["", "[[side]]", f'id = "{side}"', f'name = "{side.title()}"']
        lines += ['controller = "human"', f"allies = {toml(allies)}"]
    for c in board.creatures:
        lines += ["", "[[creature]]", f'id = "{c.id}"', 'kind = "dummy"', f'side = "{c.side}"']
        lines += [f"at = {toml(c.at)}", f'size = "{c.size}"', f'shape = "{c.shape}"']
        lines += [f"speed = {c.speed}"]
        if c.reach is not None:
            lines.append(f"reach = {c.reach}")
        if c.space is not None:
            lines.append(f"space = {c.space}")
        lines.append(f"weapons = {toml(sorted(c.weapons))}")
        if c.conditions:
            lines.append(f"conditions = {toml(sorted(c.conditions))}")
        if c.fills:
            lines.append("fills = true")
        lines += [f"{name} = true" for name in sorted(c.exceptions)]
        if c.combat_reflexes:
            lines.append('feats = ["combat_reflexes"]')
    return "\n".join(lines) + "\n"


def toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(toml(v) for v in value) + "]"
    return str(value)
