"""Small battles between two people, as scenario texts: heroes and raiders in a hall."""

from __future__ import annotations

SIDES = """
[[side]]
id = "heroes"
name = "Heroes"
controller = "human"
[[side]]
id = "raiders"
name = "Raiders"
controller = "human"
"""


def hall(field: str, *people: str, ruleset: str = "d20") -> str:
    """A scenario; ``field``: its map, as a grid of glyphs or a whole table."""
    table = field if "[map]" in field else f"\n[map]\ngrid = '''\n{field}'''\n"
    head = f'format = 1\nname = "The hall"\nruleset = "{ruleset}"\nseed = 3\n'
    return head + table + SIDES + "".join(people)


def person(id_: str, kind: str, side: str, at: tuple[int, ...], initiative: int,
           name: str = "") -> str:  # fmt: skip
    """A creature of it, named after its id unless told."""
    return (
        f'[[creature]]\nid = "{id_}"\nname = "{name or id_.title()}"\nkind = "{kind}"\n'
        f'side = "{side}"\nat = {list(at)}\ninitiative = {initiative}\n'
    )


SOLID, GAP = "############", "####.#######"


def parted(wall: str, at: tuple[int, int]) -> str:
    """A hall with a wall across: Aldis on one side, the lurker at ``at``."""
    half = "............\n" * 3
    aldis = person("aldis", "human_fighter", "heroes", (1, 1), 20)
    return hall(f"{half}{wall}\n{half}", aldis, person("lurker", "orc", "raiders", at, 10))
