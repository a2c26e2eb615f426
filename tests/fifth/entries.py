"""Creatures of the bestiary on boards of the 5e family, read by either ruleset."""

from __future__ import annotations

from typing import Any

from fifth.boards import on_turn
from tacsim.core.components import AreaAttack, Areas, Offence, Size, Speed, Weapon
from tacsim.grid.cells import Body
from tacsim.rules.battle import Battle
from tacsim.rulesets import content


def parts(ruleset: str, kind: str = "dummy", **changes: Any) -> dict[type, Any]:
    """The components of an entry with changes, by their types."""
    book = content(ruleset)
    return {type(c): c for c in book.creature(book.merged(book.bestiary[kind], changes))}


def speed(ruleset: str, length: object) -> int:
    """Cells of a speed."""
    found: Speed = parts(ruleset, speed=length)[Speed]
    return found.land


def arms(ruleset: str, kind: str = "dummy", **changes: Any) -> dict[str, Weapon]:
    """The weapons of an entry by name."""
    offence: Offence = parts(ruleset, kind, **changes)[Offence]
    return {weapon.name: weapon for weapon in offence.weapons}


def size(ruleset: str, name: str, **changes: Any) -> Size:
    """The space of a size."""
    found: Size = parts(ruleset, size=name, **changes)[Size]
    return found


def breath(ruleset: str, length: object, shape: str = "cone", **more: Any) -> AreaAttack:
    """The area attack of a creature that has one of a size."""
    area = {"name": "blast", "shape": shape, "size": length, "damage": "6d6", "save": "dex",
            "dc": 14, **more}  # fmt: skip
    found: Areas = parts(ruleset, areas=[area])[Areas]
    return found.items[0]


def cast(board: str, kinds: dict[str, Any], who: str = "A", *, ruleset: str, **more: Any) -> Battle:
    """A battle in somebody's turn; a letter's kind, or kind and changes, makes it that creature.

    Letters of several cells are bodies of their own size already.
    """
    fight = on_turn(board, who=who, ruleset=ruleset, **more)
    for letter, kind in kinds.items():
        name, changes = (kind, {}) if isinstance(kind, str) else kind
        found = parts(ruleset, name, **changes)
        for component in found.values():
            fight.world.put(letter, component)
        extent = found[Size].extent
        body = fight.world[letter].body
        assert body == Body(body.at, extent), "drawn as large as it is"
    return fight
