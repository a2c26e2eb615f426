"""The selection: the cell or creature pointed at, the tool, and the preview of both.

It knows cells and creatures, no keys and no screen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import attrs

from tacsim.core.intents import Intent
from tacsim.core.verdicts import Refused
from tacsim.grid.cells import Body, Cell
from tacsim.i18n import translate
from tacsim.player.pointing import measuring
from tacsim.player.pointing.compass import COMPASSES, Compass
from tacsim.player.pointing.planning import Planner
from tacsim.player.pointing.previews import Preview
from tacsim.player.pointing.tools import Tool
from tacsim.rules.battle import Battle
from tacsim.rules.perception import known_to
from tacsim.view.picture.overlay import DOUBLE, WALK

ATTACK = "strike"
"""The act that pointing at a foe means while no other is taken up."""


@attrs.frozen
class Committed:
    """The result of pressing Enter: an intent, a refusal, or a warning to be confirmed."""

    intent: Intent | None = None
    refusal: Refused | None = None
    warned: bool = False


class Selection:
    """Cursor and tool over a battle; without a planner it can only look."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.cursor: Cell = (0,) * battle.world.field.axes
        self.viewer: str | None = None
        self.planner: Planner | None = None
        self.tool = Tool("look")
        self.target: str | None = None
        self.weapon: str | None = None
        self.manners: frozenset[str] = frozenset()
        """The manners in which the next acts are done."""
        self._armed: tuple[str, int] | None = None
        """The creature and round for which the weapon is chosen."""
        self._bids: dict[tuple[str, int], int] = {}
        """The Stamina put into the last attack, by creature and round."""
        self.warned = False
        self.pointing = False
        """Whether the player has pointed at anything since another creature began to act."""
        self.body = 0
        """Index of the body to have at the place pointed at, where several fit; 0: the widest."""
        self._preview: Preview | None = None
        self._reach: tuple[object, Mapping[Cell, int]] = (None, {})
        self._pointed: tuple[object, str | None] = (None, None)
        """The creature under the cursor, and when it was looked for where."""
        self._corner: Cell | None = None
        """The corner pointed at, where it is not the one named after the cursor's cell."""

    # --- whose choice it is -------------------------------------------------------------------

    def begin(self, planner: Planner | None) -> None:
        """Take up the plain move for a creature's turn; without a planner, only look."""
        self.planner, self.pointing = planner, planner is not None
        self.target, self.body = None, 0
        if planner is None:
            self.use(Tool("look"))
            return
        turn = (planner.actor, self.battle.world.clock.round)
        if turn != self._armed:
            self.weapon, self.manners, self._armed = None, frozenset(), turn
        self.cursor, self._corner = self.battle.world[planner.actor].at, None
        self.use(Tool("move"))

    def use(self, tool: Tool) -> None:
        """Take up a tool; one that aims starts at the first target possible.

        The creature pointed at comes before all others, also where none is possible; of the others
        those who stand come before those who are down.
        """
        self.tool = tool
        self._changed()
        if (tool.aims or tool.kind == "dart") and self.planner is not None:
            pointed, all_targets = self.at_cursor(), self.planner.targets_of(tool)
            order = {one: (one != pointed, not self._upright(one)) for one in all_targets}
            targets = sorted(all_targets, key=order.__getitem__)
            first = targets[0] if targets else None
            wanted = next((one for one in targets if self._possible(tool, one)), first)
            if tool.aims:
                self.aim(wanted)
            else:
                self.target = wanted
        elif tool.kind == "put" and self.planner is not None:
            self.target, self._corner = None, None
            self.cursor = next(iter(self.planner.spots(tool)), self.cursor)
        elif tool.kind == "move" and self.planner is not None:
            self.target = None
        self._changed()

    # --- pointing -----------------------------------------------------------------------------

    def point(self, cell: Cell) -> None:
        """Put the cursor on a cell, as near as the map goes; an aiming tool takes who is there."""
        size = self.battle.world.field.size
        cell = tuple(min(max(at, 0), n - 1) for at, n in zip(cell, size, strict=True))
        self.pointing = True
        if cell != self.cursor or self._corner is not None:
            self.cursor, self._corner, self.body = cell, None, 0
            self._changed()
        if self.tool.aims and self.planner is not None:
            there = self.at_cursor()
            if there in self.planner.targets_of(self.tool) and there != self.target:
                self.target = there
                self._changed()

    def point_round(self, cell: Cell, corner: Cell) -> None:
        """Point at a cell, or where the tool covers what lies round a corner, at that corner."""
        several = self.rounds and self._compass.corner is not None
        if several and (cell, corner) == (self.cursor, self.corner):
            return
        self.point(cell)
        if several:
            self._corner = corner
            self._changed()

    def push(self, by: Cell) -> None:
        """Move the cursor, or the corner that the tool goes round, a step in a direction."""
        compass = self._compass
        if not self.rounds or compass.corner is None:
            self.point(self.step(self.cursor, by))
            return
        field, topology = self.battle.world.field, self.battle.ruleset.topology
        corner = compass.corner(self.corner, by)
        if topology.on_map(corner, field.shape):
            around = (corner[:2], *topology.at_corner(corner))
            self.point_round(next(cell for cell in around if cell in field), corner)

    def step(self, cell: Cell, by: Cell) -> Cell:
        """The cell a step in a direction away from another."""
        return self._compass.step(cell, by)

    def point_from_actor(self, by: Cell) -> None:
        """Point a step away from whose turn it is; from a large body, at a foe in the way of it."""
        planner = self.planner
        if planner is None:
            return
        body = self.battle.world[planner.actor].body
        to = self.step(body.at, by)
        self.point(to)
        moved = Body(to, body.extent)
        ahead = (cell for cell in moved.cells if cell not in body.cells)
        foe = next((cell for cell in ahead if self.at(cell) in planner.targets), None)
        if len(body.cells) > 1 and foe is not None:
            self.point(foe)

    @property
    def _compass(self) -> Compass:
        return COMPASSES[self.battle.ruleset.topology.name]

    @property
    def rounds(self) -> bool:
        """Whether the tool covers what lies round a corner of the grid."""
        return self.tool.covers and self._compass.rounds and not self.aimed

    @property
    def aimed(self) -> bool:
        """Whether what the tool covers begins at a place and is aimed at another."""
        shape = self.tool.mode or ""
        if self.tool.kind == "area" and self.planner is not None:
            shape = next(area.shape for area in self.planner.areas if area.name == shape)
        return self.battle.ruleset.areas.shapes[shape].aimed

    @property
    def other_shape(self) -> Tool:
        """The template of the next shape."""
        names = list(self.battle.ruleset.areas.shapes)
        index = names.index(self.tool.mode) if self.tool.mode in names else -1
        return attrs.evolve(self.tool, mode=names[(index + 1) % len(names)], origin=None)

    @property
    def anchored(self) -> Tool:
        """The template begun at the cursor if it is aimed; if elsewhere, at the creature again."""
        if not self.aimed:
            return self.tool
        return attrs.evolve(self.tool, origin=None if self.tool.origin else self.cursor)

    @property
    def corner(self) -> Cell:
        """The corner pointed at: the first named after its cell unless another was chosen."""
        return self.cursor if self._corner is None else self._corner

    @property
    def corner_name(self) -> str:
        """The corner of its cell that the tool goes round; empty where there is no choice."""
        names = self._compass.corners
        if not names or not self.rounds:
            return ""
        corners = self.battle.ruleset.topology.corners(self.cursor)
        return translate(names[corners.index((*self.corner, 0)[:3])])

    def aim(self, target: str | None) -> None:
        """Point at a creature."""
        self.target = target
        if target is not None:
            self.cursor, self._corner = self.battle.world[target].at, None
        self._changed()

    def cycle(self, by: int) -> None:
        """Point at the next creature: of the targets while aiming, else of all those known.

        From the creature that acts it goes to its foes, then to the others, in order of turns.
        While something is put down, at the next place for it.
        """
        if self.tool.kind == "put" and self.planner is not None:
            spots = list(self.planner.spots(self.tool))
            if spots:
                at = spots.index(self.cursor) + by if self.cursor in spots else 0
                self.point(spots[at % len(spots)])
            return
        choosing = self.tool.aims or self.tool.kind == "dart"
        ids: list[str | None]
        if choosing and self.planner is not None:
            ids = list(self.planner.targets_of(self.tool))
            here = self.target
        elif self.rushing and self.planner is not None:
            ids, here = list(self.planner.targets), self.at_cursor()
        else:
            known = self.known
            order = self.battle.world.order or self.battle.world.ids
            ids = [c for c in order if c in known and not self.battle.world[c].has("dead")]
            if self.planner is not None:
                actor, foes = self.planner.actor, self.planner.targets
                ids.sort(key=lambda one: (one != actor, not self._upright(one), one not in foes))
            here = self.at_cursor()
        if not ids:
            return
        index = ids.index(here) + by if here in ids else (0 if by > 0 else -1)
        found = ids[index % len(ids)]
        if self.tool.kind == "dart":
            self.target = found
            self._changed()
        elif self.tool.aims:
            self.aim(found)
        elif found is not None:
            self.point(self.battle.world[found].at)

    @property
    def rushing(self) -> bool:
        """Whether the tool is for going straight at foes."""
        tool, planner = self.tool, self.planner
        return bool(planner and tool.kind == "move" and tool.mode and planner.rushes(tool.mode))

    @property
    def known(self) -> frozenset[str]:
        """The creatures that the viewer may know of."""
        if self.viewer is None:
            return frozenset(self.battle.world.ids)
        return known_to(self.battle, self.viewer)

    def at_cursor(self) -> str | None:
        """The known creature under the cursor, those still standing first."""
        about = self.cursor, self.viewer, self.battle.world.version
        if about != self._pointed[0]:
            self._pointed = about, self.at(self.cursor)
        return self._pointed[1]

    def at(self, cell: Cell, side: str | None = None) -> str | None:
        """The known creature in a cell, those of a side first, then those still standing."""
        there = [
            c for c in self.battle.world.creatures if c.id in self.known and cell in c.body.cells
        ]
        there.sort(
            key=lambda c: (c.side != side, c.has("dead"), c.has("helpless"), c.size.category)
        )
        return there[0].id if there else None

    def next_weapon(self) -> str | None:
        """Take up the next weapon; after the last one, whichever is best."""
        if self.planner is not None:
            weapons = self.battle.world[self.planner.actor].offence.weapons
            names: list[str | None] = [None, *dict.fromkeys(w.name for w in weapons)]
            index = names.index(self.weapon) if self.weapon in names else 0
            self.weapon = names[(index + 1) % len(names)]
            self._changed()
        return self.weapon

    def resize(self) -> bool:
        """Take the next of the bodies at the place pointed at; False where there is but one."""
        if self.preview.other is None:
            return False
        self.body += 1
        self._changed()
        return True

    def change(self, manner: str) -> None:
        """Do the next acts in a manner, or no longer."""
        self.manners ^= {manner}
        self._changed()

    def remember_bid(self, amount: int) -> None:
        """Remember for the rest of the turn how much Stamina went into an attack."""
        if self.planner is not None:
            self._bids[self.planner.actor, self.battle.world.clock.round] = amount

    @property
    def last_bid(self) -> int:
        """The Stamina put into the last attack of this turn; 0 if there was none."""
        actor = self.planner.actor if self.planner is not None else ""
        return self._bids.get((actor, self.battle.world.clock.round), 0)

    @property
    def reach(self) -> Mapping[Cell, int]:
        """Where a plain move can go; with another tool, only where that tool leads.

        The same mapping as long as it says the same.
        """
        tool = self.tool
        aimed = self.target if tool.kind in ("close", "dart") else None
        key = (self.planner, tool, aimed)
        if key != self._reach[0]:
            self._reach = (key, self._reached())
        return self._reach[1]

    def _reached(self) -> dict[Cell, int]:
        planner, tool = self.planner, self.tool
        if planner is None or tool.kind == "look":
            return {}
        if tool.kind == "close" and self.target is not None:
            return dict.fromkeys(planner.charge_ends(self.target, tool.mode or ""), WALK)
        if tool.kind == "dart":
            return dict.fromkeys(planner.dart_range(tool.mode or "", self.target), WALK)
        if tool.kind == "put":
            bodies = planner.spots(tool).values()
            return dict.fromkeys((cell for body in bodies for cell in body.cells), WALK)
        if tool.aims or tool.covers:
            return {}
        if tool.mode is not None:
            return dict.fromkeys(planner.range_of(tool.mode), WALK)
        found = dict.fromkeys(planner.range.far, DOUBLE)
        found.update(dict.fromkeys(planner.range.near, WALK))
        return found

    # --- what it would lead to ----------------------------------------------------------------

    def _changed(self) -> None:
        self._preview = None
        self.warned = False

    @property
    def preview(self) -> Preview:
        """The preview of pressing Enter."""
        if self._preview is None:
            self._preview = self._of(self.tool, self.target)
        return self._preview

    def _possible(self, tool: Tool, target: str | None) -> bool:
        """Whether a tool can be used on a target now, with the weapon and the manners chosen."""
        if self.planner is None or not self.planner.allows(tool, target):
            return False
        chosen = self.weapon is not None or bool(self.manners)
        return not chosen or self._of(tool, target).intent is not None

    def _of(self, tool: Tool, target: str | None) -> Preview:
        planner = self.planner
        if planner is None or tool.kind == "look":
            return Preview()
        if tool.aims:
            return self._aimed(planner, tool, target)
        if tool.covers:
            return self._covering(planner, tool)
        if tool.kind == "put":
            return planner.placing(tool, self.cursor)
        if tool.kind == "dart":
            return planner.dart(planner.anchor(self.cursor), tool.mode or "", target)
        if self.cursor in self.battle.world[planner.actor].body.cells:
            return self._within(planner, tool)
        if self.rushing and tool.mode and self.at_cursor() in planner.targets:
            return planner.rush(self.at_cursor() or "", tool.mode)
        there = self.at_cursor() if tool == Tool("move") else None
        if there is not None and there in planner.targets and self._stands(there):
            return planner.act(ATTACK, there, weapon=self.weapon, manners=self.manners)
        return planner.move(planner.anchor(self.cursor, tool.mode), tool.mode, self.body)

    def _upright(self, target: str | None) -> bool:
        """Whether a target stands, or is nobody in particular, or is none to be attacked."""
        if target is None or self.planner is None:
            return True
        mine = self.battle.world[self.planner.actor]
        theirs = self.battle.world[target]
        friend = self.battle.world.sides.friendly(mine.side, theirs.side)
        return friend or self._stands(target)

    def _stands(self, creature: str) -> bool:
        return self.battle.able(self.battle.world[creature])

    def _within(self, planner: Planner, tool: Tool) -> Preview:
        """Pointing into one's own space: a big body can still be shifted within it."""
        if self.cursor == self.battle.world[planner.actor].at:
            return Preview()
        return planner.move(self.cursor, tool.mode, self.body)

    def _aimed(self, planner: Planner, tool: Tool, target: str | None) -> Preview:
        if tool.kind == "act":
            aim = () if tool.about is None else (tool.about,)
            if not aim and target is None and None not in planner.targets_of(tool):
                return Preview()
            weapon, manners = self.weapon, self.manners
            return planner.act(tool.act, *aim, target, weapon=weapon, manners=manners)
        if target is None:
            return Preview()
        mode = tool.mode or ""
        end = self.cursor if self.cursor in planner.charge_ends(target, mode) else None
        return planner.charge(target, mode, end, tool.about)

    def _covering(self, planner: Planner, tool: Tool) -> Preview:
        at = self.corner if self.rounds else self.cursor
        if tool.kind == "area":
            return measuring.area(planner, tool.mode or "", at)
        body = planner.battle.world[planner.actor].body
        size, origin = tool.size, tool.origin
        return Preview(
            area=measuring.template(planner.battle, body, tool.mode or "", size, at, origin)
        )

    def keep(self) -> Callable[[], None]:
        """What puts everything back as it is pointed at now."""
        before = self.cursor, self._corner, self.tool, self.target, self.body
        shown = self._preview, self.warned

        def back() -> None:
            self.cursor, self._corner, self.tool, self.target, self.body = before
            self._preview, self.warned = shown

        return back

    def take_over(self, preview: Preview, at: Cell | None) -> None:
        """Have something that was not pointed at as what Enter does, and point at where it leads.

        It goes as soon as anything else is pointed at.
        """
        if self.planner is None:
            return
        self.use(Tool("move"))
        self.point(self.battle.world[self.planner.actor].at if at is None else at)
        self.warned, self._preview = False, preview

    def commit(self) -> Committed:
        """Press Enter: the intent, or the refusal; a preview that warns has to be confirmed."""
        preview = self.preview
        if preview.intent is None:
            return Committed(refusal=preview.refusal)
        if self.tool.act and preview.aim[1:] == (None,):
            self.use(attrs.evolve(self.tool, about=preview.aim[0]))
            return Committed(warned=True)
        if preview.warns and not self.warned:
            self.warned = True
            return Committed(warned=True)
        return Committed(intent=preview.intent)
