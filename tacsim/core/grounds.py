"""Kinds of ground: what each is, and what several make together.

On maps of cubes every kind that can be walked on is *ground*: it holds up whoever stands in its
cube, and above level 0 a plate under it shuts the cube off from the one below (``docs/cubes.md``).
"""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence

import attrs

from tacsim.i18n import _


class Entry(enum.StrEnum):
    """Who may be in a cell at all."""

    OPEN = "open"
    TIGHT = "tight"
    """Half a cell wide."""
    CHASM = "chasm"
    """Only those who need no ground."""
    WATER = "water"
    """Only swimmers and those who need no ground."""
    BLOCKED = "blocked"
    """An obstacle: only the incorporeal, and flyers if it is low."""
    VOID = "void"
    """Nobody: there is nothing there."""


@attrs.frozen
class Check:
    """A check that an obstacle asks of whoever would cross it: the skill, and its difficulty."""

    skill: str
    dc: int


@attrs.frozen
class Terrain:
    """A kind of ground.

    ``doublings``: how often it doubles the cost of entering; ``hampers``: it is an obstacle rather
    than difficult ground; ``fills``: it fills its space, so corners cannot be cut; ``opaque``: it
    stops sight; ``height`` of an obstacle: "low" (half height: it covers those near it, and flyers
    pass it) or "full"; ``rise``: levels above the floor; ``stairs``: from it one steps up a level;
    ``check``: what it asks of those who enter, whom it then lets in whatever its ``entry`` says;
    ``besides``: the names of further kinds that a square of it is too, as difficult ground under an
    obstacle. A kind without a glyph of its own is named in a map's legend.
    """

    name: str
    glyph: str
    entry: Entry = Entry.OPEN
    doublings: int = 0
    hampers: bool = False
    fills: bool = False
    opaque: bool = False
    height: str = ""
    rise: int = 0
    stairs: bool = False
    check: Check | None = None
    besides: tuple[str, ...] = ()

    @property
    def asks(self) -> bool:
        """Whether it takes a check to enter."""
        return self.check is not None

    @property
    def bears(self) -> bool:
        """Whether a creature can stand in it."""
        return self.entry in (Entry.OPEN, Entry.TIGHT, Entry.WATER)

    @property
    def solid(self) -> bool:
        """Whether a creature can stand on top of it, and climb it."""
        return self.entry is Entry.BLOCKED


LOW, FULL = "low", "full"
"""The heights of obstacles."""

TERRAIN: dict[str, Terrain] = {
    kind.name: kind
    for kind in (
        Terrain("floor", "."),
        Terrain("wall", "#", Entry.BLOCKED, fills=True, opaque=True, height=FULL),
        Terrain("tree", "T", Entry.BLOCKED, fills=True, opaque=True, height=FULL),
        Terrain("difficult", ",", doublings=1),
        Terrain("very_difficult", ";", doublings=2),
        Terrain("obstacle", "%", doublings=1, hampers=True, height=LOW),
        Terrain("boulder", "^", Entry.BLOCKED, height=LOW),
        Terrain("pit", ":", Entry.CHASM),
        Terrain("tight", "=", Entry.TIGHT),
        Terrain("deep_water", "~", Entry.WATER),
        Terrain("void", " ", Entry.VOID),
        Terrain("rise", "", rise=1),
        Terrain("stairs", "", stairs=True),
        Terrain("air", "", Entry.CHASM),
    )
}
"""Every kind of ground by its name."""

EITHER = ("obstacle", "boulder")
"""The obstacles that a map's legend may make as high as it likes."""


def as_high(name: str, height: str) -> str:
    """The key in :data:`GROUNDS` of an obstacle that is so high; ValueError where it never is.

    >>> as_high("boulder", "full"), as_high("wall", "full")
    ('boulder full', 'wall')
    """
    if TERRAIN[name].height == height:
        return name
    if name not in EITHER:
        raise ValueError(_("{name} is never {height}").format(name=name, height=height))
    return f"{name} {height}"


def combined(names: Sequence[str], height: str = "", check: Check | None = None) -> Terrain:
    """Several kinds of ground in one: an obstacle on difficult ground, a heap to be climbed.

    Its name is that of the kind that hinders most; what doubles the cost adds up. ``height``: of
    its obstacles, empty for their own. ValueError for what cannot be in one square, a height where
    there is no obstacle or where it has another, and a check for what nobody can enter by any.

    >>> heap = combined(["difficult", "boulder"], check=Check("climb", 10))
    >>> heap.name, heap.besides, heap.doublings, heap.height
    ('boulder', ('difficult',), 1, 'low')
    """
    named = (kind for name, kind in TERRAIN.items() if name in names)
    kinds = sorted(named, key=_hindrance, reverse=True)
    first, *others = [kind for kind in kinds if kind.name != "floor"] or kinds
    shut = [kind.name for kind in others if kind.entry is not Entry.OPEN]
    if shut:
        raise ValueError(
            _('"{name}" and "{other}" cannot be in one square').format(
                name=first.name, other=shut[0]
            )
        )
    if others and first.entry is Entry.VOID:
        raise ValueError(
            _('there is nothing in "{name}", and so no "{other}" either').format(
                name=first.name, other=others[0].name
            )
        )
    if check is not None and (first.fills or first.entry is Entry.VOID):
        raise ValueError(_('no check gets anybody into "{name}"').format(name=first.name))
    heights = {kind.name: kind.height for kind in (first, *others) if kind.height}
    if height and not heights:
        raise ValueError(_('"{name}" is no obstacle, and has no height').format(name=first.name))
    for name, usual in heights.items():
        if height and height != usual and name not in EITHER:
            raise ValueError(_('"{name}" is always {usual}').format(name=name, usual=usual))
    whole = (first, *others)
    return attrs.evolve(
        first,
        glyph=first.glyph if len(whole) == 1 and not (height or check) else "",
        doublings=sum(kind.doublings for kind in whole),
        hampers=any(kind.hampers for kind in whole),
        height=height or next((heights[name] for name in sorted(heights)), ""),
        rise=max(kind.rise for kind in whole),
        stairs=any(kind.stairs for kind in whole),
        check=check,
        besides=tuple(kind.name for kind in others),
    )


def _hindrance(kind: Terrain) -> tuple[bool, bool, int]:
    """What makes one of several kinds of ground the foremost."""
    return kind.entry is not Entry.OPEN, kind.hampers, kind.doublings


UNSEEN = Terrain("unseen", "", Entry.VOID)
"""What stands for ground of which a side knows nothing."""

GROUNDS: dict[str, Terrain] = (
    TERRAIN
    | {UNSEEN.name: UNSEEN}
    | {
        as_high(name, height): attrs.evolve(TERRAIN[name], glyph="", height=height)
        for name in EITHER
        for height in (LOW, FULL)
        if TERRAIN[name].height != height
    }
)
"""All that rows may name: every kind, obstacles of another height than usual, and the unseen."""

GLYPHS: dict[str, str] = {kind.glyph: kind.name for kind in TERRAIN.values() if kind.glyph}
"""The built-in glyphs of map files."""

ALOFT: Mapping[str, str] = {"void": "air", "pit": "air"}
"""What kinds of ground are above level 0, where that is something else."""
