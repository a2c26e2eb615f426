"""Where creatures may stand as a battle begins."""

from __future__ import annotations

import pytest

GRID = """[map]
grid = '''
..:~#=..
........
........
'''
"""


def one(name: str, kind: str, at: list[int], more: str = "") -> str:
    head = f'[[creature]]\nid = "{name}"\nkind = "{kind}"\nside = "a"\nat = {at}\n'
    return head + (more + "\n" if more else "")


def messages(files, scenario, creatures: str) -> list[str]:
    text = scenario(ground=GRID, sides='[[side]]\nid = "a"\n', creatures=creatures)
    return [fault.message for fault in files.faults(text)]


def many(count: int, kind: str, at: list[int], start: int = 0) -> str:
    return "".join(one(f"{kind}_{n}", kind, at) for n in range(start, start + count))


@pytest.mark.parametrize(
    "creatures",
    [
        one("f", "eagle", [2, 0]) + one("g", "eagle", [3, 0]),
        one("s", "orc", [3, 0], 'swim = "20 ft"'),
        one("m", "orc", [5, 0]),
        one("t", "rat", [5, 0]),
        one("w", "wraith", [2, 0]),
        one("dead", "ogre", [0, 1], 'conditions = ["dead"]') + one("on", "orc", [0, 1]),
        one("on", "orc", [0, 1]) + one("down", "ogre", [0, 1], 'conditions = ["helpless"]'),
        one("ogre", "ogre", [0, 1]) + many(4, "rat", [1, 1]),
        many(4, "rat", [1, 1]) + one("ogre", "ogre", [0, 1]),
    ],
)
def test_these_fit(files, scenario, creatures: str) -> None:
    assert messages(files, scenario, creatures) == []


@pytest.mark.parametrize(
    ("creatures", "message"),
    [
        (one("a", "orc", [8, 0]), "a body of 1 by 1 cells at [8, 0] reaches off the map"),
        (one("a", "ogre", [6, 2]), "reaches off the map of 8 by 3 cells"),
        (one("a", "orc", [4, 0]), 'cannot stand on "wall" at [4, 0]'),
        (one("a", "eagle", [4, 0]), 'cannot stand on "wall" at [4, 0]'),
        (one("a", "wraith", [4, 0]), 'cannot stand on "wall" at [4, 0]'),
        (one("a", "orc", [2, 0]), 'cannot stand on "pit" at [2, 0]'),
        (one("a", "orc", [3, 0]), 'cannot stand on "deep_water" at [3, 0]'),
        (one("a", "ogre", [5, 0]), 'cannot stand on "tight" at [5, 0]'),
        (one("a", "orc", [0, 1]) + one("b", "ogre", [0, 0]), 'overlaps with "orc" at [0, 1]'),
        (many(5, "rat", [1, 1]), "too many small creatures share [1, 1]"),
        (
            one("cube", "gelatinous_cube", [5, 0], 'size = "large"').replace("[5, 0]", "[6, 1]")
            + one("rat", "rat", [7, 2]),
            'overlaps with "gelatinous cube" at [7, 2]',
        ),
    ],
)
def test_these_do_not(files, scenario, creatures: str, message: str) -> None:
    (found,) = messages(files, scenario, creatures)
    assert message in found


@pytest.mark.rule("d20.tiny.per-square")
@pytest.mark.parametrize(("toads", "fit"), [(6, True), (7, False)])
def test_small_creatures_share_a_cell_by_their_size(files, scenario, toads: int, fit: bool) -> None:
    crowd = many(3, "rat", [0, 1]) + many(toads, "toad", [0, 1])
    assert (messages(files, scenario, crowd) == []) is fit


@pytest.mark.rule("d20.tiny.fine-count", "d20.tiny.diminutive-count")
@pytest.mark.parametrize(("kind", "count"), [("wasp", 100), ("toad", 25)])
def test_as_many_as_the_rule_says_and_no_more(files, scenario, kind: str, count: int) -> None:
    crowd = many(count, kind, [0, 1])
    assert messages(files, scenario, crowd) == []
    crowd += one("more", kind, [0, 1])
    assert messages(files, scenario, crowd) == ["too many small creatures share [0, 1]"]
