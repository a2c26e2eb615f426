"""Small random boards of the 5e family for comparing an engine with the oracle.

``random_board(ruleset, topology, seed)`` is the same in every process; ``to_scenario`` writes the
board as the scenario text of INTERFACE.md, all but who is squeezed into a smaller body and whose
reaction is spent.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from .fifth import (
    FEET,
    SPACE,
    TINY,
    Board,
    Cell,
    Creature,
    body_of,
    cells_of,
    distance,
    may_enter,
    occupants,
    space,
)
from .random_boards import corridors, partitioned, pick, pillars, scattered, sprinkle, toml

MOVER = "mover"
KINDS = (("grid5e", "square"), ("metric", "square"), ("metric", "hex"))
STARTS = {
    "tiny": 5, "small": 4, "medium": 8, "large": 11, "huge": 7, "gargantuan": 3, "colossal": 2,
}  # fmt: skip
BYSTANDERS = {
    "tiny": 5, "small": 4, "medium": 14, "large": 8, "huge": 4, "gargantuan": 2, "colossal": 2,
}  # fmt: skip
ARMS = [
    ("dagger",), ("dagger",), ("longsword",), ("longsword",), ("longsword",), ("glaive",),
    ("glaive",), ("dagger", "glaive"), ("longsword", "shortbow"), ("shortbow",),
]  # fmt: skip
SMALL, WIDE = ((5, 8), (5, 7)), ((8, 11), (7, 10))
DARKVISION = 12
PLAIN_CONDITIONS = (
    ("helpless", 0.10), ("dead", 0.04), ("prone", 0.08), ("stunned", 0.05), ("blinded", 0.07),
    ("invisible", 0.05), ("grappled", 0.03),
)  # fmt: skip


def of_ruleset(ruleset: str, sizes: dict[str, int]) -> dict[str, int]:
    """The sizes that the ruleset has."""
    return {size: n for size, n in sizes.items() if ruleset == "metric" or size != "colossal"}


# ------------------------------------------------------------------------------- terrain


def bent(rng: Random, size: str) -> list[list[str]]:
    """A room, a corridor with a corner in it, and a room: for big ones to squeeze through."""
    n = SPACE[size]
    width = rng.choice([n - 1, n - 1, n])
    w, h = rng.randint(n + width + 2, n + width + 4), rng.randint(n + width + 2, n + width + 4)
    x, y = rng.randint(n, w - width), rng.randint(0, n - width)
    open_ = [(0, 0, n, n), (0, y, x + width, width), (x, y, width, h), (w - n - 1, h - n, n + 1, n)]
    grid = [
        [
            "." if any(i <= cx < i + u and j <= cy < j + v for i, j, u, v in open_) else "#"
            for cx in range(w)
        ]
        for cy in range(h)
    ]
    return [list(column) for column in zip(*grid, strict=True)] if rng.random() < 0.5 else grid


def landscape(rng: Random, ruleset: str) -> tuple[list[list[str]], Sequence[int], str]:
    """Bare ground, the speeds that suit it, and the mover's size where it has to be that one."""
    if rng.random() < 0.12:
        size = rng.choice(["large", "large", "huge", "huge", "gargantuan"])
        return bent(rng, size), (4, 5, 6), size
    wide = rng.random() < 0.25
    (across, down), speeds = (WIDE, (3, 4, 5)) if wide else (SMALL, (1, 2, 3, 3, 4))
    w, h = rng.randint(*across), rng.randint(*down)
    kinds = [scattered, scattered, corridors, pillars, partitioned]
    return rng.choice(kinds)(rng, w, h), speeds, ""


def random_barriers(rng: Random, board: Board) -> list[tuple[Cell, Cell, str]]:
    """Hedges, walls and doors on borders between cells that nothing fills."""
    free = {cell for cell in board.cells() if board.glyph(cell) not in ("#", "T", " ")}
    borders = [
        (cell, beyond)
        for cell in sorted(free)
        for beyond, _ in board.grid.sides(cell)
        if beyond in free and cell < beyond
    ]
    wanted = rng.choice([0, 0, 1, 3, 6])
    kinds = ["hedge", "hedge", "hedge", "wall", "wall", "door", "open"]
    return [(a, b, rng.choice(kinds)) for a, b in rng.sample(borders, min(wanted, len(borders)))]


# ------------------------------------------------------------------------------- creatures


def random_creature(rng: Random, who: str, side: str, size: str, speeds: Sequence[int]) -> Creature:
    """A creature still without a place."""
    c = Creature(who, side, (0, 0), size, speed=rng.choice(speeds))
    c.weapons = rng.choice(ARMS)
    if size in SPACE and rng.random() < 0.35:
        c.feet = rng.choice([10, 15])
    c.conditions = frozenset(name for name, chance in PLAIN_CONDITIONS if rng.random() < chance)
    c.fills = rng.random() < 0.04
    c.ready = rng.random() > 0.12
    c.narrow = size in SPACE and rng.random() < 0.2
    if rng.random() < 0.5:
        c.darkvision = DARKVISION
    return c


def random_mover(rng: Random, speeds: Sequence[int], size: str) -> Creature:
    mover = random_creature(rng, MOVER, "blue", size, speeds)
    conditions = {"": 70, "prone": 12, "invisible": 6, "grappled": 2, "blinded": 3}
    mover.conditions = frozenset({pick(rng, conditions)} - {""})
    mover.fills = False
    return mover


def place(rng: Random, board: Board, c: Creature, beside: bool) -> bool:
    """Put the creature somewhere its body can stand apart from everybody else's; ``beside``: next
    to somebody of another side, if there is such a place."""
    taken = {cell for other in board.creatures for cell in space(board, other)}
    foes = [space(board, other) for other in board.creatures if other.side != c.side]
    spots, near = [], []
    for at in board.cells():
        c.at = at
        cells = cells_of(board.grid, body_of(c))
        if not cells & taken and all(may_enter(board, c, cell) for cell in cells):
            spots.append(at)
            if beside and any(distance(board, cells, foe) == 1 for foe in foes):
                near.append(at)
    if not spots:
        return False
    c.at = rng.choice(near or spots)
    board.creatures.append(c)
    board.memo.clear()
    return True


def join(rng: Random, board: Board) -> None:
    """Let Tiny ones share the cell of somebody Tiny, as many as find room there or fewer."""
    tiny = [c for c in board.creatures if c.size == "tiny" and "dead" not in c.conditions]
    for other in tiny[:1]:
        room = TINY[board.ruleset] - len(occupants(board, NOBODY, other.at))
        gather(board, "twin", other.side, other.at, rng.randint(0, max(0, room)))


def swarm(rng: Random, board: Board) -> None:
    """Fill a cell near the mover with Tiny friends, or leave room for one."""
    mover = board[MOVER]
    taken = {cell for other in board.creatures for cell in space(board, other)}
    free = [c for c in board.cells() if c not in taken and may_enter(board, mover, c)]
    near = [cell for cell in free if distance(board, [mover.at], [cell]) <= 2]
    if near:
        many = TINY[board.ruleset] - rng.choice([0, 0, 1])
        gather(board, "swarm", mover.side, rng.choice(near), many)


def gather(board: Board, who: str, side: str, at: Cell, many: int) -> None:
    for number in range(many):
        one = Creature(f"{who}{number}", side, at, "tiny", weapons=("dagger",))
        board.creatures.append(one)
    board.memo.clear()


NOBODY = Creature("", "", (0, 0))


def peopled(rng: Random, board: Board, speeds: Sequence[int], size: str) -> bool:
    """Put the mover and others on the board; False where the mover finds no place."""
    starts = of_ruleset(board.ruleset, STARTS)
    if not place(rng, board, random_mover(rng, speeds, size or pick(rng, starts)), False):
        return False
    if rng.random() < 0.3:
        board.sides = {"blue": {"green"}, "green": {"blue"}}
    brawl = rng.random() < 0.4
    sides = ["red"] * rng.randint(1, 3) + ["blue"] * rng.choice([0, 1, 1, 2])
    sides += ["green"] * rng.choice([0, 0, 1])
    if brawl:
        sides += rng.choices(["blue", "red"], k=2)
    rng.shuffle(sides)
    for i, side in enumerate(sides):
        of_size = pick(rng, of_ruleset(board.ruleset, BYSTANDERS))
        c = random_creature(rng, f"{side}{i}", side, of_size, speeds)
        place(rng, board, c, beside=brawl or rng.random() < 0.3)
    if rng.random() < 0.5:
        join(rng, board)
    if board[MOVER].size == "tiny" and rng.random() < 0.6:
        swarm(rng, board)
    return True


def random_board(ruleset: str, topology: str, seed: int) -> tuple[Board, str]:
    """A board of 5 to 11 cells a side and the id of the creature to move."""
    rng = Random(f"{ruleset}-{topology}-{seed}")
    while True:
        grid, speeds, size = landscape(rng, ruleset)
        glyphs = rng.choice([",", ",;", ",%", ",:", "%^", "==,", ",;%^:~= "])
        sprinkle(rng, grid, glyphs, rng.choice([0.0, 0.08, 0.16]))
        board = Board(["".join(row) for row in grid], ruleset=ruleset, topology=topology)
        board.barriers = random_barriers(rng, board)
        board.dark = rng.random() < 0.08
        board.foot_for_foot = topology == "square" and rng.random() < 0.2
        board.flankers_only = rng.random() < 0.2
        board.memo.clear()
        if peopled(rng, board, speeds, size):
            board.memo.clear()
            return board, MOVER


# ------------------------------------------------------------------------------- scenario


def to_scenario(board: Board, title: str = "Oracle board") -> str:
    """The board as scenario TOML, an inline map and a ``dummy`` for every creature."""
    rows = "\n".join(board.rows)
    lines = ["format = 1", f'name = "{title}"', f'ruleset = "{board.ruleset}"', "seed = 1", ""]
    lines += ["[rules]", f"deny_for_flankers = {toml(board.flankers_only)}"]
    lines += ["slow_diagonals_alternate = true"] if board.foot_for_foot else []
    lines += ["", "[map]", "format = 1", f'name = "{title}"', f'topology = "{board.topology}"']
    lines += ['light = "dark"'] if board.dark else []
    lines += [f'grid = """\n{rows}\n"""']
    for a, b, kind in board.barriers:
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
        lines += [f'reach = "{c.feet} ft"'] if c.feet != FEET else []
        lines += [f"weapons = {toml(sorted(c.weapons))}"]
        lines += [f"conditions = {toml(sorted(c.conditions))}"] if c.conditions else []
        lines += ["fills = true"] if c.fills else []
        lines += [f"darkvision = {c.darkvision}"] if c.darkvision else []
    return "\n".join(lines) + "\n"
