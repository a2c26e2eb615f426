"""Planning: previews of what would happen if the player pressed Enter now.

Everything here asks the rules and changes nothing; the answers are drawn and, once the player
commits, submitted as they are.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cached_property, partial
from math import dist
from typing import Any

import attrs

from tacsim.core.components import AreaAttack
from tacsim.core.intents import Intent, Move, spot_of, with_spot
from tacsim.core.verdicts import OWN, Reason, Refused, refuse
from tacsim.grid.cells import Body, Cell
from tacsim.player.pointing.bids import STAMINA
from tacsim.player.pointing.moving import MovePlanner
from tacsim.player.pointing.previews import Preview
from tacsim.player.pointing.tools import Tool
from tacsim.rules.choices import Act, Barred, Option, charged, refusal_of, rising
from tacsim.rules.movement.charge import charge_ends
from tacsim.rules.movement.lanes import ends_past
from tacsim.rules.movement.plan import Plan, mover_of
from tacsim.rules.openings import speed
from tacsim.view.wording import words


class Planner(MovePlanner):
    """Previews for the creature whose turn it is: of moves, attacks and special acts."""

    # --- acts ---------------------------------------------------------------------------------

    def named(self, act: str) -> Act | None:
        """An act by its key, as far as the rules have it."""
        return self.choices.act(act)

    def knows(self, act: str) -> bool:
        """Whether the rules have an act."""
        return act in self.battle.ruleset.intents

    def unknown(self, name: str) -> Refused:
        """The refusal of an act or a mode of movement that the rules do not have."""
        clause = self.battle.ruleset.clause("turn")
        if name in words.MODES and name not in words.ACTS:
            return refuse(Reason.UNKNOWN_MODE, clause, mode=name)
        return refuse(Reason.UNKNOWN_INTENT, clause, intent=name)

    def refuses(self, act: Act, pointed: str | None = None) -> Refused | None:
        """Why an act has no target now; None where it has.

        What lies with the creature itself is told first, then what is refused for ``pointed``,
        the creature pointed at, then for the nearest target.
        """
        if not act.aims:
            return act.nobody
        key = act.key, pointed
        if key not in self._refused:
            near = [one for aim in self._near(act.targets()) for one in act.at(*aim).items()]
            near.sort(key=lambda one: pointed is None or pointed not in one[0])
            self._refused[key] = refusal_of(one for _aim, one in near)
        return self._refused[key]

    def affords(self, act: str) -> bool:
        """Whether an act is refused by nothing of the creature's own, such as spent actions.

        One that could be aimed at nobody who is known is not, for nothing is found out about it.
        """
        found = self.named(act)
        if found is None or not found.aims:
            return False
        refusal = self.refuses(found)
        return refusal is None or refusal.reason not in OWN

    @property
    def spends(self) -> bool:
        """Whether any act is open that something of the turn can be spent on."""
        return any(
            isinstance(found, Option) and found.cost
            for act in self.choices.acts
            for found in act.aims.values()
        )

    def _near(self, names: Iterable[str | None]) -> list[tuple[str | None, ...]]:
        """Targets as beginnings of aims: None first, then those able to act, nearest first.

        One empty aim for an act without targets.
        """
        world, metric = self.battle.world, self.battle.ruleset.metric
        body, some = world[self.actor].body, list(names)

        def rank(name: str | None) -> tuple[object, ...]:
            if name is None:
                return (False,)
            if name not in world:
                return True, False, self._away(name), name
            one = world[name]
            return True, not self.battle.able(one), metric.distance(body, one.body), name

        return [(name,) for name in sorted(some, key=rank)] or [()]

    def tool(self, mode: str) -> Tool | None:
        """The tool by which a mode of movement is used; None where the ruleset has no such mode."""
        found = self.battle.ruleset.modes.get(mode)
        if found is None:
            return None
        return Tool("close" if found.attack else "move" if found.steps is None else "step", mode)

    def _away(self, thing: str) -> int:
        """How far off an item lies; nothing of what is at hand."""
        world, ruleset = self.battle.world, self.battle.ruleset
        at = world.items[thing].at if thing in world.items else None
        if at is None:
            return 0
        return ruleset.metric.distance(world[self.actor].body, ruleset.topology.spot(at))

    def targets_of(self, tool: Tool) -> tuple[str | None, ...]:
        """The targets of a tool; None stands for no particular one."""
        if tool.kind != "act":
            return self.targets
        act = self.named(tool.act)
        if act is None:
            return ()
        before = (tool.about,) if tool.about is not None else ()
        found = act.targets(*before)
        found = tuple(one for one in found if one is None or one in self.battle.world)
        if before:  # the first target is chosen: only those possible with it are left
            able = {one for one in found if refusal_of(act.at(*before, one).values()) is None}
            found = tuple(one for one in found if one in able)
        return tuple(one for aim in self._near(found) for one in aim)

    def allows(self, tool: Tool, target: str | None) -> bool:
        """Whether a tool can be used on a target now."""
        if tool.kind != "act":
            return self.charge(target or "", tool.mode or "", None, tool.about).intent is not None
        act = self.named(tool.act)
        before = (tool.about,) if tool.about is not None else ()
        found = act.at(*before, target) if act is not None else {}
        return bool(found) and refusal_of(found.values()) is None

    def act(
        self,
        key: str,
        *aim: str | None,
        weapon: str | None = None,
        manners: Collection[str] = (),
    ) -> Preview:
        """The preview of an act with an aim.

        Where a second target is needed and there are several, it is left open (None).
        """
        act, target = self.named(key), aim[0] if aim else None
        found = act.at(*aim) if act is not None else {}
        if act is None or not found:
            return Preview()
        able = {whole: one for whole, one in found.items() if isinstance(one, Option)}
        whole, verdict = next(iter((able or found).items()))
        if len(able) > 1:
            return Preview(verdict.intent, act=key, aim=(*aim, None), target=target)
        said: dict[str, Any] = {name: True for name in manners if name in act.manners}
        if weapon is not None and hasattr(verdict.intent, "weapon"):
            said["weapon"] = weapon
        if said:
            verdict = self.choices.judge(attrs.evolve(verdict.intent, **said))
        elif not able:
            return Preview(refusal=refusal_of(found.values()), target=target)
        if isinstance(verdict, Barred):
            return Preview(refusal=verdict.refusal, target=target)
        preview = Preview(verdict.intent, act=key, aim=whole, target=target)
        return preview.with_forecast(self.battle)

    def spots(self, tool: Tool) -> dict[Cell, Body]:
        """Where an act may put what it is done with, the nearest first: bodies by their corners."""
        act = self.named(tool.mode or "")
        found = act.places.get((tool.about,), ()) if act is not None else ()
        world, topology = self.battle.world, self.battle.ruleset.topology
        thing = tool.about or ""
        extent = world[thing].size.extent if thing in world else topology.extent(1)
        cells = [spot_of(option.intent) for option in found]
        return {cell: Body(cell, extent) for cell in cells if cell is not None}

    def placing(self, tool: Tool, cell: Cell) -> Preview:
        """The preview of putting something into a cell, with its corner there if it may lie so."""
        act, spots = self.named(tool.mode or ""), self.spots(tool)
        verdict = act.aims.get((tool.about,)) if act is not None else None
        if act is None or verdict is None:
            return Preview()
        over = (at for at, body in spots.items() if cell in body.cells)
        at = cell if cell in spots else next(over, cell)
        found = self.choices.judge(with_spot(verdict.intent, at))
        if isinstance(found, Barred):
            return Preview(refusal=found.refusal)
        area = frozenset(spots[at].cells) if at in spots else frozenset({at})
        preview = Preview(found.intent, act=act.key, aim=(tool.about,), area=area)
        return preview.with_forecast(self.battle)

    def judged(self, intent: Intent) -> Preview:
        """The preview of an intent without its forecast: the intent, or why it is refused."""
        found = self.choices.judge(intent)
        return Preview(refusal=found.refusal) if isinstance(found, Barred) else Preview(intent)

    def dart(self, to: Cell, mode: str, target: str | None) -> Preview:
        """The preview of a move with an attack on a foe on the way."""
        if target is None:
            return Preview(refusal=refuse(Reason.NO_TARGET, self.battle.ruleset.clause("attack")))
        here = self.battle.world[self.actor].at
        found = self._plan(to, mode, target)
        if isinstance(found, Refused):
            return Preview() if to == here else Preview(refusal=found, mode=mode, target=target)
        return self._preview(mode, found, target)

    def dart_range(self, mode: str, target: str | None) -> frozenset[Cell]:
        """Where a move with an attack on a foe on the way may end."""
        if target is None:
            return frozenset()
        key = (mode, target)
        if key not in self._darts:
            known = self.battle.ruleset.modes[mode]
            ends = ends_past(self.battle, self.actor, known, target, self._may_stop)
            self._darts[key] = frozenset(cell for body in ends for cell in body.cells)
        return self._darts[key]

    # --- what things cost ----------------------------------------------------------------------

    @cached_property
    def rising(self) -> Option | None:
        """To get up, for a creature that lies prone and can; else None."""
        up = rising(self.battle, self.battle.world[self.actor])
        found = self.choices.judge(up[0]) if up is not None else None
        return found if isinstance(found, Option) else None

    @property
    def speed(self) -> int:
        """The cells that the creature may move in a turn, without going faster than it walks."""
        return speed(self.battle, self.battle.world[self.actor])[1]

    def price(self, intent: Intent) -> int:
        """The Stamina that an intent costs."""
        option = self.choices.judge(intent)
        return dict(option.cost).get(STAMINA, 0) if isinstance(option, Option) else 0

    # --- areas ---------------------------------------------------------------------------------

    @property
    def areas(self) -> tuple[AreaAttack, ...]:
        """The attacks on areas that it has."""
        return self.battle.world[self.actor].areas.items

    # --- charging -----------------------------------------------------------------------------

    def charge(
        self, target: str, mode: str, end: Cell | None = None, instead: str | None = None
    ) -> Preview:
        """The preview of a charge at a foe, to the end chosen or else the one that provokes least.

        Of several such it is the one most straight ahead. Where there is none, why not along the
        straightest line. ``instead``: an act in place of its attack.
        """
        straight = partial(dist, self.battle.world[self.actor].at)
        ends = sorted(self.charge_ends(target, mode), key=straight) if end is None else [end]
        best: Plan | None = None
        refusal: Refused | None = None
        for place in ends or sorted(self._spots(target, mode), key=straight):
            found = self._plan(place, mode, target)
            if isinstance(found, Refused):
                refusal = found if refusal is None else refusal
            elif best is None or self.provoked(found) < self.provoked(best):
                best = found
        if best is None:
            return Preview(refusal=refusal, mode=mode, target=target)
        if instead is None:
            return self._preview(mode, best, target)
        preview = self._preview(mode, best)
        if preview.intent is None:
            return attrs.evolve(preview, target=target)
        assert isinstance(preview.intent, Move)
        after = charged(self.battle, preview.intent, target)
        act = after.act(instead) if after is not None else None
        there = act.at(target) if act is not None else {}
        then = next((one for one in there.values() if isinstance(one, Option)), None)
        if after is None or then is None:
            return Preview(refusal=refusal_of(there.values()), mode=mode, target=target)
        chances = Preview(then.intent).with_forecast(after.battle).chances
        return attrs.evolve(preview, target=target, act=instead, chances=chances)

    def charge_ends(self, target: str, mode: str) -> list[Cell]:
        """Where a charge at a foe may end."""
        return [
            at
            for at in self._spots(target, mode)
            if not isinstance(self._plan(at, mode, target), Refused)
        ]

    def _spots(self, target: str, mode: str) -> list[Cell]:
        """The nearest places to strike a foe from, those in walls only if there are no others."""
        world, modes = self.battle.world, self.battle.ruleset.modes
        mover = mover_of(self.battle, world[self.actor], modes[mode])
        found = charge_ends(mover, world[target])
        return [body.at for body in [*filter(mover.fits, found)] or found]
