"""Going: where a creature can move, by places that mean something, by cells and by directions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import attrs

from tacsim.api.battle import Battle, Choices, Family, Option, Row
from tacsim.core.intents import Move
from tacsim.core.verdicts import Reason, Refused
from tacsim.core.world import Creature
from tacsim.grid.cells import Body, Cell
from tacsim.i18n import _
from tacsim.plain import bearings
from tacsim.plain.menu import Line, Menu
from tacsim.view.wording import words
from tacsim.view.wording.goals import creature_of, so_far
from tacsim.view.wording.intended import done

FEW = 10
"""The most places that are all read out at once."""
TOWARD = 4
"""The most foes of whom it is told how to get nearer."""


@attrs.frozen(eq=False)
class Stop:
    """A place where a move may end: the option, its row, and the way of moving."""

    option: Option
    row: Row
    family: Family

    @property
    def body(self) -> Body:
        """The body there."""
        return Body(self.row.at, self.row.extent)

    @property
    def effort(self) -> tuple[int, bool, int]:
        """By which the better of two is told: openings given, whether it squeezes, its cost."""
        return len(self.row.provokes), self.row.squeezing, self.row.cost


class Going:
    """The moves of some ways of moving, of which the first that leads to a place is taken.

    ``target``: whom they are aimed at, of those that are.
    """

    def __init__(
        self, battle: Battle, choices: Choices, families: Sequence[Family],
        target: str | None = None,
    ) -> None:  # fmt: skip
        self.battle = battle
        self.families = tuple(families)
        self._choices = choices
        self._target = target
        self._world = battle.rules.world
        self._rows = {
            (one.mode.name, row.path[1:], tuple(body.extent for body in row.bodies[1:])): row
            for one in families
            for row in one.rows
        }
        self._stops = self._found()

    def row(self, option: Option) -> Row:
        """The place to which an option leads."""
        move = option.intent
        assert isinstance(move, Move)
        return self._rows[move.mode, move.path or (), move.extents or ()]

    def _found(self) -> dict[Body, Stop]:
        found: dict[Body, Stop] = {}
        for family in self.families:
            for option in family.options:
                if self._target in (None, getattr(option.intent, "target", None)):
                    stop = Stop(option, self.row(option), family)
                    found.setdefault(stop.body, stop)
        return found

    # --- in words ----------------------------------------------------------------------------

    def text(self) -> str:
        """The ways of moving that lead anywhere, and how far each goes."""
        used = {stop.family.mode.name for stop in self._stops.values()}
        return ", ".join(self._way(one) for one in self.families if one.mode.name in used)

    def _way(self, family: Family) -> str:
        name = words.word(words.MODES, family.mode.name)
        if not family.budget:
            return name
        far = words.cells_word(self._world, family.budget)
        return _("{mode} {far}").format(mode=name, far=far)

    def _told(self, stop: Stop, where: str = "") -> str:
        """A place: the cell, how far it is, and what comes of going there."""
        told = [bearings.typed(stop.row.at)]
        if stop.family.budget:
            text = _("{cost} of {far}")
            far = words.cells_word(self._world, stop.family.budget)
            told.append(text.format(cost=stop.row.cost, far=far))
        if stop.family is not self.families[0]:
            told.append(words.word(words.MODES, stop.family.mode.name))
        through = self._through(stop)
        if through:
            names = words.joined(words.name_of(self._world, one) for one in through)
            told.append(_("through {names}").format(names=names))
        if stop.row.squeezing:
            told.append(_("squeezing"))
        if stop.row.provokes:
            names = words.joined(words.name_of(self._world, one) for one in stop.row.provokes)
            told.append(_("{names} may strike").format(names=names))
        text = ", ".join(told)
        return _("{where}: {place}").format(where=where, place=text) if where else text

    def _through(self, stop: Stop) -> list[str]:
        """The foes whose places a move leads through."""
        foes = self.battle.rules.foes(self._me)
        way = {cell for body in stop.row.bodies[1:-1] for cell in body.cells}
        return [foe.id for foe in foes if not way.isdisjoint(foe.body.cells)]

    # --- menus -------------------------------------------------------------------------------

    def menu(self) -> Menu:
        """The places that mean something; where there are few, all of them."""
        ends = list(self._stops.values())
        if len(ends) <= FEW:
            lines = [self._line(stop, self._bearing(stop)) for stop in ends]
        else:
            lines = [*self._notable()]
            text = _("all {n} places ...").format(n=len(ends))
            lines.append(Line(text, opens=self._all))
        known = list(bearings.steps(self.battle.rules.ruleset.topology.name))
        text = _("Where? A number, a cell such as {cell}, or a way such as {way} 2")
        here = bearings.typed(ends[0].row.at)
        return Menu(text.format(cell=here, way=known[1]), tuple(lines), self.places)

    def _line(self, stop: Stop, where: str = "") -> Line:
        return Line(
            self._told(stop, where), stop.option, words=done(self._world, stop.option.intent)
        )

    def _all(self) -> Menu:
        found = sorted(self._stops.values(), key=lambda stop: (stop.row.cost, stop.row.at[::-1]))
        lines = tuple(self._line(stop, self._bearing(stop)) for stop in found)
        return Menu(_("Where?"), lines, self.places)

    def _bearing(self, stop: Stop) -> str:
        """Which way a place lies from where the creature is."""
        topology = self.battle.rules.ruleset.topology
        one, other = topology.spot(self._me.at), topology.spot(stop.row.at)
        return bearings.legs_text(bearings.legs(topology.name, one, other)) or _("here")

    @property
    def _me(self) -> Creature:
        return self._choices.actor

    def _notable(self) -> Iterator[Line]:
        """Beside each foe or as near as one gets, to the goals, out of reach, beside friends."""
        rules, me, measure = self.battle.rules, self._me, self.battle.measure
        near = sorted(rules.foes(me), key=lambda foe: (measure(me.body, foe.body), foe.id))
        past = {foe.id: self._past(foe) for foe in near}
        yield from self._merged(_("past {names}"), past)
        beside = {foe.id: self._beside(foe) for foe in near}
        yield from self._merged(_("next to {names}"), beside)
        yield from self._merged(_("toward {names}"), {
            foe.id: self._toward(foe) for foe in near[:TOWARD] if beside[foe.id] is None
        })  # fmt: skip
        yield from self._goals()
        reached = {cell for foe in near for cell in self.battle.threat(foe.id)}
        free = [stop for stop in self._stops.values() if reached.isdisjoint(stop.body.cells)]
        if free and not reached.isdisjoint(me.body.cells):
            yield self._line(min(free, key=lambda stop: stop.effort), _("out of every foe's reach"))
        if near:
            far = max(self._stops.values(), key=lambda stop: (
                min(measure(stop.body, foe.body) for foe in near), -stop.row.cost
            ))  # fmt: skip
            yield self._line(far, _("farthest from every foe"))
        friends = {one.id: self._beside(one) for one in rules.friends(me)}
        yield from self._merged(_("next to {names}"), friends)

    def _merged(self, text: str, found: Mapping[str, Stop | None]) -> Iterator[Line]:
        """A line for each place, with all for whom it is the best."""
        stops: dict[Body, list[str]] = {}
        for name, stop in found.items():
            if stop is not None:
                stops.setdefault(stop.body, []).append(words.name_of(self._world, name))
        for body, names in stops.items():
            yield self._line(self._stops[body], text.format(names=words.joined(names)))

    def _past(self, foe: Creature) -> Stop | None:
        """The best place beyond a foe, straight through it; None where none is within reach."""
        ends = [stop for stop in self._stops.values() if foe.id in self._through(stop)]
        return min(ends, key=lambda stop: stop.effort, default=None)

    def _beside(self, other: Creature) -> Stop | None:
        """The best place beside a creature; None where none is within reach."""
        far = self.battle.measure
        ends = [stop for stop in self._stops.values() if far(stop.body, other.body) <= 1]
        return min(ends, key=lambda stop: stop.effort, default=None)

    def _toward(self, other: Creature) -> Stop | None:
        """The place nearest to a creature, in the shortest way of moving; None if it is here."""
        far, first = self.battle.measure, self.families[0]
        ends = [stop for stop in self._stops.values() if stop.family is first]
        ends = ends or list(self._stops.values())
        best = min(ends, key=lambda stop: (far(stop.body, other.body), *stop.effort))
        here = far(self._me.body, other.body)
        return best if far(best.body, other.body) < here else None

    def _goals(self) -> Iterator[Line]:
        for one in self._choices.goals:
            cells = set(one.goal.cells)
            ends = [stop for stop in self._stops.values() if not cells.isdisjoint(stop.body.cells)]
            if ends and one.open:
                text = so_far(one, creature_of(self._world, one.goal), self._world.field)
                yield self._line(min(ends, key=lambda stop: stop.effort), text)

    def places(self, cell: Cell) -> Menu | Refused:
        """The ways to a cell, of bodies that have their least corner there or else cover it."""
        ends = [stop for stop in self._stops.values() if stop.row.at == cell]
        ends = ends or [stop for stop in self._stops.values() if cell in stop.body.cells]
        if ends:
            ends.sort(key=lambda stop: stop.effort)
            lines = tuple(map(self._line, ends if ends[0].row.at == cell else ends[:1]))
            return Menu("", lines, self.places)
        refusal = None
        for family in self.families:
            move = Move(self._me.id, to=cell, mode=family.mode.name, target=self._target)
            found = self._choices.judge(move)
            if isinstance(found, Option):
                return Menu("", (Line(done(self._world, move), found),), self.places)
            if refusal is None or found.refusal.reason is Reason.BUDGET:
                refusal = found.refusal
        assert refusal is not None  # there is a way of moving
        return refusal
