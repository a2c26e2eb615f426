"""Small random d20 boards for comparing an engine with the oracle.

``random_board(seed)`` is the same in every process; ``to_scenario`` writes the board as the
scenario text of INTERFACE.md.  Boards on which some foe strikes at distance 2 or more hold no
'%', '^' or hedge, since distant cover leaves d20.cover.low aside (see README.md).
"""

from __future__ import annotations

from random import Random

from .d20 import Board, Cell, Creature, fits, friends, full_body, natural_reach

MOVER = "mover"
STARTS = {"tiny": 2, "small": 2, "medium": 4, "large": 6, "huge": 4}
BYSTANDERS = {"tiny": 3, "small": 2, "medium": 8, "large": 4, "huge": 3}


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


# ----------------------------------------------------------------------------- creatures


def random_creature(rng: Random, who: str, side: str, size: str, near: bool = False) -> Creature:
    """A creature still without a place; ``near``: it strikes no farther than 1 square."""
    c = Creature(who, side, (0, 0), size)
    c.shape = rng.choice(["tall", "tall", "long"])
    c.speed = rng.choice([1, 2, 3, 3, 4, 4, 5, 6])
    c.weapons = rng.choice(
        [("club",), ("club",), ("club",), ("longspear",), ("club", "longspear"), ("shortbow",)]
    )
    if "longspear" not in c.weapons and rng.random() < 0.15:
        c.reach = rng.choice([0, 1, 2])
    conditions = set()
    for condition, chance in (
        ("helpless", 0.15),
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
    taken = {cell for other in board.creatures for cell in full_body(other).cells}
    spots = []
    for at in board.cells():
        c.at = at
        body = full_body(c)
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
    kinds = ["hedge", "hedge", "wall", "door"]
    return [(a, b, rng.choice(kinds)) for a, b in rng.sample(edges, min(wanted, len(edges)))]


def strikes_afar(board: Board) -> bool:
    """Does a foe of the mover strike at distance 2 or more?"""
    mover = board[MOVER]
    return any(
        natural_reach(c) >= 2 or "longspear" in c.weapons
        for c in board.creatures
        if not friends(board, mover, c)
    )


def soften(board: Board) -> None:
    """Take out what distant cover cannot judge."""
    board.rows = [row.replace("%", ",").replace("^", ":") for row in board.rows]
    board.barriers = [b for b in board.barriers if b[2] != "hedge"]
    for c in board.creatures:  # a boulder under nobody: bodies stand on cells they can enter
        assert fits(board, c, full_body(c))


def random_board(seed: int) -> tuple[Board, str]:
    """A board of 5 to 10 squares a side and the id of the creature to move."""
    rng = Random(f"d20-{seed}")
    while True:
        w, h = rng.randint(5, 10), rng.randint(5, 10)
        grid = rng.choice([scattered, corridors, corridors, pillars, partitioned])(rng, w, h)
        sprinkle(
            rng,
            grid,
            rng.choice([",", ",;", ",%", ",:", ",~=", ",;%^:~= "]),
            rng.choice([0.0, 0.1, 0.2]),
        )
        board = Board(["".join(row) for row in grid], random_barriers(rng, grid))
        mover = random_creature(rng, MOVER, "blue", pick(rng, STARTS))
        mover.conditions = frozenset({"flying"} if rng.random() < 0.12 else ())
        mover.fills = False
        if not place(rng, board, mover):
            continue
        if rng.random() < 0.3:
            board.sides = {"blue": {"green"}, "green": {"blue"}}
        sides = ["red"] * rng.randint(1, 3) + ["blue"] * rng.choice([0, 0, 1, 2])
        sides += ["green"] * rng.choice([0, 0, 1])
        near = rng.random() < 0.4
        for i, side in enumerate(sides):
            c = random_creature(rng, f"{side}{i}", side, pick(rng, BYSTANDERS), near)
            place(rng, board, c)
        board.reach_diagonal = rng.random() < 0.7
        if strikes_afar(board):
            soften(board)
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
        "",
        "[map]",
        "format = 1",
        'name = "Oracle board"',
        'topology = "square"',
        f'grid = """\n{rows}\n"""',
    ]
    for a, b, kind in board.barriers:
        lines += ["", "[[map.barrier]]", f"between = {toml([a, b])}", f'kind = "{kind}"']
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
        lines.append(f"weapons = {toml(sorted(c.weapons))}")
        if c.conditions:
            lines.append(f"conditions = {toml(sorted(c.conditions))}")
        if c.fills:
            lines.append("fills = true")
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
