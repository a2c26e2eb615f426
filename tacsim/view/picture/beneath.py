"""What lies beneath the marks of a picture, painted again only where it has changed."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

import tcod.console

from tacsim.core.terrain import Grid
from tacsim.rules.battle import Battle
from tacsim.session.perception import Memory
from tacsim.view.palettes.colours import Palette
from tacsim.view.picture.canvas import Canvas
from tacsim.view.picture.strips import restore, snapshot

MOST = 24
"""The pictures that are kept of one state of things."""

T = TypeVar("T")


def whereof(
    battle: Battle, palette: Palette, memory: Memory | None, viewer: str | None
) -> tuple[object, ...]:
    """What every picture of a battle is painted of."""
    seen = memory.updates if memory is not None else 0
    return battle, battle.world.version, palette, memory, seen, viewer


class Beneath(Generic[T]):
    """Pictures before the marks are set, each with what was found in painting it."""

    def __init__(self) -> None:
        self._of: tuple[object, ...] = ()
        self._kept: dict[Hashable, tuple[Grid, list[tuple[int, int]], T]] = {}

    def lay(
        self,
        console: tcod.console.Console,
        canvas: Canvas,
        of: tuple[object, ...],
        view: Hashable,
        paint: Callable[[], T],
    ) -> T:
        """Show a view of something on a console, by painting it if it is not kept.

        ``of``: the things that it is painted of; numbers and words count by their value, all else
        by which they are.
        """
        of = (*of, console.width, console.height)
        if len(of) != len(self._of) or not all(map(_same, of, self._of)):
            self._of = of
            self._kept.clear()
        kept = self._kept.get(view)
        if kept is None:
            found = paint()
            if len(self._kept) == MOST:
                del self._kept[next(iter(self._kept))]
            self._kept[view] = snapshot(console), list(canvas.patches), found
            return found
        picture, patches, found = kept
        restore(console, picture)
        canvas.patches[:] = patches
        return found


def _same(one: object, other: object) -> bool:
    return one is other or (isinstance(one, str | int) and one == other)
