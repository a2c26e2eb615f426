"""Words for the names that rules and data use: conditions, modes, modifiers, resources, ground.

A name without an entry is shown as it is, its underscores as spaces: data may bring new ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tacsim.geometry.cells import Cell
from tacsim.i18n import N_, _, ngettext, translate
from tacsim.model.world import World

CONDITIONS: Mapping[str, str] = {
    "prone": N_("prone"),
    "helpless": N_("helpless"),
    "dead": N_("dead"),
    "flat_footed": N_("flat-footed"),
    "flying": N_("flying"),
    "incorporeal": N_("incorporeal"),
    "running": N_("running"),
    "charging": N_("charging"),
    "total_defense": N_("total defence"),
}
MODES: Mapping[str, str] = {
    "walk": N_("walk"),
    "fly": N_("fly"),
    "double": N_("double move"),
    "minimum": N_("minimum move"),
    "run": N_("run"),
    "charge": N_("charge"),
    "withdraw": N_("withdraw"),
    "five_foot_step": N_("5-ft step"),
    "crawl": N_("crawl"),
    "climb": N_("climb"),
    "overrun": N_("overrun"),
    "tumble": N_("tumble"),
}
MODIFIERS: Mapping[str, str] = {
    "base attack": N_("base attack"),
    "strength": N_("strength"),
    "dexterity": N_("dexterity"),
    "size": N_("size"),
    "weapon": N_("weapon"),
    "iterative": N_("further attack"),
    "secondary": N_("secondary weapon"),
    "charge": N_("charge"),
    "squeezing": N_("squeezing"),
    "prone": N_("prone"),
    "flanking": N_("flanking"),
    "range": N_("range"),
    "point blank": N_("point blank"),
    "into melee": N_("into a melee"),
    "armour": N_("armour"),
    "shield": N_("shield"),
    "natural armour": N_("natural armour"),
    "deflection": N_("deflection"),
    "dodge": N_("dodge"),
    "cover": N_("cover"),
    "helpless": N_("helpless"),
    "helpless in melee": N_("helpless in melee"),
    "total defence": N_("total defence"),
}
RESOURCES: Mapping[str, str] = {
    "standard": N_("standard"),
    "move": N_("move"),
    "step": N_("5-ft step"),
    "opportunity": N_("opportunity attack"),
    "attacks": N_("attacks left"),
    "action": N_("action"),
    "bonus": N_("bonus action"),
    "reaction": N_("reaction"),
}
ACTS: Mapping[str, str] = {
    "move": N_("move"),
    "strike": N_("strike"),
    "full_attack": N_("full attack"),
    "area": N_("area attack"),
    "stand": N_("stand up"),
    "drop": N_("drop prone"),
    "ready": N_("ready"),
    "delay": N_("delay"),
    "total_defense": N_("total defence"),
    "dash": N_("dash"),
    "disengage": N_("disengage"),
    "dodge": N_("dodge"),
    "aid": N_("aid"),
    "deny_flank": N_("deny a flank"),
    "take": N_("opportunity attack"),
    "decline": N_("let it pass"),
    "end_turn": N_("end of turn"),
    "adjourn": N_("adjourn"),
}
GROUND: Mapping[str, str] = {
    "floor": N_("floor"),
    "wall": N_("wall"),
    "tree": N_("large tree"),
    "difficult": N_("difficult ground"),
    "very_difficult": N_("very difficult ground"),
    "obstacle": N_("obstacle"),
    "boulder": N_("boulder"),
    "pit": N_("pit"),
    "tight": N_("tight passage"),
    "deep_water": N_("deep water"),
    "void": N_("nothing"),
}
SIZES: tuple[str, ...] = (
    N_("Fine"), N_("Diminutive"), N_("Tiny"), N_("Small"), N_("Medium"), N_("Large"), N_("Huge"),
    N_("Gargantuan"), N_("Colossal"),
)  # fmt: skip


def word(table: Mapping[str, str], name: str) -> str:
    """A name in the reader's words.

    >>> word(CONDITIONS, "flat_footed"), word(CONDITIONS, "sea_sick")
    ('flat-footed', 'sea sick')
    """
    return translate(table[name]) if name in table else name.replace("_", " ")


def size_word(category: int) -> str:
    """A size category by its number, 0 for Fine."""
    return translate(SIZES[category])


def weapon_word(name: str) -> str:
    """A weapon's name for people."""
    return name.replace("_", " ")


def place(cell: Cell) -> str:
    """A cell by its coordinates.

    >>> place((3, 4))
    '(3,4)'
    """
    return "(" + ",".join(str(part) for part in cell) + ")"


def cells_word(world: World, n: int) -> str:
    """A number of cells in the words of the grid: squares, hexes or cubes."""
    topology = world.field.topology
    if topology == "hex":
        return ngettext("{n} hex", "{n} hexes", n).format(n=n)
    if topology == "cube":
        return ngettext("{n} cube", "{n} cubes", n).format(n=n)
    return ngettext("{n} square", "{n} squares", n).format(n=n)


def joined(parts: Iterable[str]) -> str:
    """Several things as one list: "a, b and c".

    >>> joined(["a", "b", "c"])
    'a, b and c'
    """
    items = list(parts)
    if len(items) < 2:
        return "".join(items)
    return _("{most} and {last}").format(most=", ".join(items[:-1]), last=items[-1])


def signed(value: int) -> str:
    """A number with its sign.

    >>> signed(7), signed(-4)
    ('+7', '-4')
    """
    return f"{value:+d}"


def name_of(world: World, creature: str | None, known: frozenset[str] | None = None) -> str:
    """A creature's name; for one that is not known, that it is unseen."""
    if creature is None or creature not in world:
        return _("somebody") if creature is None else creature
    if known is not None and creature not in known:
        return _("something unseen")
    return world[creature].name


def capital(text: str) -> str:
    """A sentence with a capital at its start, its other letters as they are.

    >>> capital("ogre strikes Aldis")
    'Ogre strikes Aldis'
    """
    return text[:1].upper() + text[1:]


__all__ = [
    "ACTS", "CONDITIONS", "GROUND", "MODES", "MODIFIERS", "RESOURCES", "SIZES", "capital",
    "cells_word", "joined", "name_of", "place", "signed", "size_word", "weapon_word", "word",
]  # fmt: skip
