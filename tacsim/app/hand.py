"""The hand: what the player is pointing at, with which tool, and what that would lead to.

It knows cells and creatures, no keys and no screen.
"""

from __future__ import annotations

import attrs

from tacsim.app.planning import Planner
from tacsim.app.previews import Preview
from tacsim.geometry.cells import Cell, shifted
from tacsim.model.intents import Intent
from tacsim.model.verdicts import Refused
from tacsim.rules.battle import Battle
from tacsim.rules.sight import known_to


@attrs.frozen
class Tool:
    """What pointing means: ``kind`` is move, strike, full_attack, charge, step or look.

    ``mode`` is the mode of movement that it uses, None for the gentlest that will do.
    """

    kind: str = "move"
    mode: str | None = None

    @property
    def aims(self) -> bool:
        """Whether it points at creatures rather than cells."""
        return self.kind in ("strike", "full_attack", "charge")


@attrs.frozen
class Committed:
    """What came of pressing Enter: an intent, a refusal, or a warning to be confirmed."""

    intent: Intent | None = None
    refusal: Refused | None = None
    warned: bool = False


class Hand:
    """Cursor and tool over a battle; without a planner it can only look."""

    def __init__(self, battle: Battle, cursor: Cell = (0, 0)) -> None:
        self.battle = battle
        self.cursor = cursor
        self.viewer: str | None = None
        self.planner: Planner | None = None
        self.tool = Tool("look")
        self.target: str | None = None
        self.weapon: str | None = None
        self._armed: tuple[str, int] | None = None
        """Whose turn of which round the weapon is chosen for."""
        self.warned = False
        self.pointing = False
        """Whether the player has pointed at anything since somebody else began to act."""
        self._preview: Preview | None = None

    # --- whose hand ---------------------------------------------------------------------------

    def begin(self, planner: Planner | None) -> None:
        """Take up the plain tool for a creature's choice, or only look."""
        if planner is not None:
            turn = (planner.actor, self.battle.world.clock.round)
            if turn != self._armed:
                self.weapon, self._armed = None, turn
        self.planner = planner
        self.target = None
        if planner is not None:
            self.cursor = self.battle.world[planner.actor].at
            self.use(Tool("move"))
        else:
            self.use(Tool("look"))
        self.pointing = planner is not None

    def use(self, tool: Tool) -> None:
        """Take up a tool; those that aim are put on the likeliest target."""
        self.tool = tool
        self._changed()
        if tool.aims and self.planner is not None:
            wanted = self.at_cursor()
            targets = self.planner.targets
            if wanted not in targets:
                wanted = next((t for t in targets if self._of(tool, t).intent is not None), None)
            self.aim(wanted or (targets[0] if targets else None))
        elif tool.kind == "move" and self.planner is not None:
            self.target = None
        self._changed()

    # --- pointing -----------------------------------------------------------------------------

    def point(self, cell: Cell) -> None:
        """Put the cursor on a cell, as near as the map goes; an aiming tool takes who is there."""
        field = self.battle.world.field
        x = min(max(cell[0], 0), field.width - 1)
        y = min(max(cell[1], 0), field.height - 1)
        self.pointing = True
        if (x, y) != self.cursor:
            self.cursor = (x, y)
            self._changed()
        if self.tool.aims and self.planner is not None:
            there = self.at_cursor()
            if there in self.planner.targets and there != self.target:
                self.target = there
                self._changed()

    def push(self, by: Cell) -> None:
        """Move the cursor by an offset."""
        self.point(shifted(self.cursor, by))

    def aim(self, target: str | None) -> None:
        """Point at a creature."""
        self.target = target
        if target is not None:
            self.cursor = self.battle.world[target].at
        self._changed()

    def cycle(self, by: int) -> None:
        """Point at the next creature: of the targets while aiming, else of all those known."""
        if self.tool.aims and self.planner is not None:
            ids = list(self.planner.targets)
            here = self.target
        else:
            known = self.known
            order = self.battle.world.order or self.battle.world.ids
            ids = [c for c in order if c in known and not self.battle.world[c].has("dead")]
            here = self.at_cursor()
        if not ids:
            return
        index = ids.index(here) + by if here in ids else (0 if by > 0 else -1)
        if self.tool.aims:
            self.aim(ids[index % len(ids)])
        else:
            self.point(self.battle.world[ids[index % len(ids)]].at)

    @property
    def known(self) -> frozenset[str]:
        """The creatures that whoever looks may know of."""
        if self.viewer is None:
            return frozenset(self.battle.world.ids)
        return known_to(self.battle, self.viewer)

    def at_cursor(self) -> str | None:
        """The known creature under the cursor, those still standing first."""
        return self.at(self.cursor)

    def at(self, cell: Cell) -> str | None:
        """The known creature in a cell, those still standing first."""
        there = [
            c for c in self.battle.world.creatures if c.id in self.known and cell in c.body.cells
        ]
        there.sort(key=lambda c: (c.has("dead"), c.has("helpless"), c.size.category))
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

    # --- what it would lead to ----------------------------------------------------------------

    def _changed(self) -> None:
        self._preview = None
        self.warned = False

    @property
    def preview(self) -> Preview:
        """What pressing Enter would lead to."""
        if self._preview is None:
            self._preview = self._of(self.tool, self.target)
        return self._preview

    def _of(self, tool: Tool, target: str | None) -> Preview:
        planner = self.planner
        if planner is None or tool.kind == "look":
            return Preview()
        if tool.aims:
            return self._aimed(planner, tool, target)
        if self.cursor in self.battle.world[planner.actor].body.cells:
            return self._within(planner, tool)
        there = self.at_cursor() if tool == Tool("move") else None
        if there is not None and there in planner.targets and self._stands(there):
            return planner.strike(there, self.weapon)
        return planner.move(planner.anchor(self.cursor), tool.mode)

    def _stands(self, creature: str) -> bool:
        return self.battle.able(self.battle.world[creature])

    def _within(self, planner: Planner, tool: Tool) -> Preview:
        """Pointing into one's own space: a big body can still be shifted within it."""
        if self.cursor == self.battle.world[planner.actor].at:
            return Preview()
        return planner.move(self.cursor, tool.mode)

    def _aimed(self, planner: Planner, tool: Tool, target: str | None) -> Preview:
        if target is None:
            return Preview()
        if tool.kind == "strike":
            return planner.strike(target, self.weapon)
        if tool.kind == "full_attack":
            return planner.full_attack(target, self.weapon)
        mode = tool.mode or "charge"
        end = self.cursor if self.cursor in planner.charge_ends(target, mode) else None
        return planner.charge(target, mode, end)

    def commit(self) -> Committed:
        """Press Enter: what would provoke is warned of once."""
        preview = self.preview
        if preview.intent is None:
            return Committed(refusal=preview.refusal)
        if preview.risks and not self.warned:
            self.warned = True
            return Committed(warned=True)
        return Committed(intent=preview.intent)
