"""Pieces: creatures and things of a moment as pictures and pages draw them, as far as known."""

from __future__ import annotations

import attrs

from tacsim.core.world import World
from tacsim.export.watching import Moment, plain
from tacsim.grid.cells import Body, Cell
from tacsim.view.palettes.glyphs import FLYING
from tacsim.view.picture.figures import figures
from tacsim.view.picture.levels import span
from tacsim.view.picture.overlay import Knowledge
from tacsim.view.wording.order import order_rows
from tacsim.view.wording.sheet import conditions
from tacsim.view.wording.words import item_word, joined


@attrs.frozen
class Piece:
    """A creature at a moment.

    ``side`` is the place of its side in the scenario; ``hp`` and ``most`` are None where they are
    not known; ``state`` is a word such as "down", ``mark`` a sign of it; ``aloft``: levels above
    what it would come down on; ``how``: the conditions it is in, in words.
    """

    id: str
    name: str
    side: int
    friend: bool
    body: Body
    hp: int | None
    most: int | None
    state: str
    mark: str
    dead: bool
    helpless: bool
    aloft: int
    how: str
    acting: bool

    @property
    def health(self) -> float | None:
        """What is left of its hit points, from 0 to 1, where that is known."""
        return None if self.hp is None or not self.most else min(max(self.hp, 0) / self.most, 1)

    @property
    def levels(self) -> tuple[int, int]:
        """The lowest and the highest level that it is on."""
        return span(self.body)

    @property
    def signs(self) -> str:
        """Its marks in a row."""
        flying = self.aloft and self.mark in ("", FLYING)
        return f"{FLYING}{self.aloft}" if flying else self.mark


def pieces(moment: Moment, know: Knowledge) -> list[Piece]:
    """The creatures in the order in which they are drawn."""
    battle = moment.battle
    rows = {row.id: row for row in order_rows(battle, moment.memory, know.viewer)}
    sides, acting = battle.world.sides, moment.acting
    friends = [sides.friendly(know.viewer, side.id) for side in sides.items]
    return [
        Piece(
            id=figure.id,
            name=plain(figure.name),
            side=figure.side,
            friend=friends[figure.side],
            body=figure.body,
            hp=rows[figure.id].hp,
            most=rows[figure.id].hp_max,
            state=rows[figure.id].state,
            mark=figure.state,
            dead=figure.dead,
            helpless=figure.helpless,
            aloft=figure.height,
            how=", ".join(map(plain, conditions(battle.world[figure.id]))),
            acting=figure.id == acting,
        )
        for figure in figures(battle)
        if figure.id in know.known and figure.id in rows
    ]


def things(know: Knowledge, world: World) -> list[tuple[Cell, str]]:
    """The cells in which things lie, row by row, and what these are called."""
    found = sorted(know.things.items(), key=lambda one: one[0][::-1])
    return [
        (cell, joined([plain(item_word(item, world)) for item in items])) for cell, items in found
    ]
