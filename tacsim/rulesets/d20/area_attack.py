"""Attacks on areas: breaths and blasts, under ``d20``.

A standard action. One throw of damage for all, a saving throw for each that is caught. Clauses:
``d20.aoe.origin``, ``d20.aoe.spread``, ``d20.aoe.cone``, ``d20.aoe.line``, ``d20.cover.total``.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from tacsim.geometry.areas import corners_of, sides_of
from tacsim.geometry.cells import Body, Cell
from tacsim.geometry.metric import cells
from tacsim.model import events as ev
from tacsim.model.agenda import Asking, Trying
from tacsim.model.components import AreaAttack
from tacsim.model.dice import Roll, parse
from tacsim.model.events import Modifier
from tacsim.model.intents import Area
from tacsim.model.verdicts import Reason, Refused, refuse
from tacsim.model.world import Creature
from tacsim.rules.areas import Caught, Shape
from tacsim.rules.battle import Battle
from tacsim.rules.chance import Throws
from tacsim.rules.cover import has_hard_cover
from tacsim.rules.moving import offer
from tacsim.rules.ruleset import Risk
from tacsim.rules.sight import known_to
from tacsim.rulesets.d20.abilities import ability_modifier, dexterity
from tacsim.rulesets.d20.areas import SHAPES, covered
from tacsim.rulesets.d20.attacks import aftermath
from tacsim.rulesets.d20.saves import SAVES, save, saved

ACTIVITY = "area"
TESTS = {short: what for what, short in SAVES.items()}
"""What saving throws are tests of, by their names in the tables."""
COVER = 2
"""What hard cover adds to a reflex save."""


class Areas:
    """The ``d20`` policy on areas."""

    shapes: Mapping[str, Shape] = SHAPES

    def cells(
        self,
        battle: Battle,
        shape: str,
        size: int,
        origin: Cell,
        toward: Cell | None = None,
        maker: Body | None = None,
    ) -> frozenset[Cell]:
        """The cells of the map that an area covers, as far as walls let it."""
        return covered(battle, shape, size, origin, toward, maker)

    def forecast(self, battle: Battle, actor: Creature, intent: Area) -> tuple[Caught, ...]:
        """For each that would be caught, as far as its side knows: chance to save, mean damage."""
        found = chosen(battle, actor, intent)
        if isinstance(found, Refused):
            return ()
        blast = Blast(battle, actor, found, intent.origin, intent.toward)
        known = known_to(battle, actor.side)
        return tuple(
            Caught(victim.id, *_promise(found, victim, blast.telling(victim)))
            for victim in blast.victims
            if victim.id in known
        )


def chosen(battle: Battle, actor: Creature, intent: Area) -> AreaAttack | Refused:
    """Which of its area attacks a creature may make so, or why it may not."""
    clause = SHAPES[intent.shape].clauses[-1] if intent.shape in SHAPES else "d20.aoe.origin"
    fitting = [
        area
        for area in actor.areas.items
        if (area.shape, area.size) == (intent.shape, intent.size)
        and intent.name in (None, area.name)
    ]
    if not fitting:
        return refuse(Reason.NO_AREA, clause, shape=intent.shape)
    rounds = actor.resources["recharge"]
    ready = [area for area in fitting if not (area.recharge and rounds)]
    if not ready:
        return refuse(Reason.RECHARGING, clause, rounds=rounds)
    verdicts = [_placed(battle, actor, area, intent) for area in ready]
    possible = [area for area, why in zip(ready, verdicts, strict=True) if why is None]
    return possible[0] if possible else next(why for why in verdicts if why is not None)


def _placed(battle: Battle, actor: Creature, area: AreaAttack, intent: Area) -> Refused | None:
    """Why an area attack cannot be made at a place."""
    shape, origin, toward = SHAPES[area.shape], intent.origin, intent.toward
    clause = shape.clauses[-1]
    named = [cell for cell in (origin, toward) if cell is not None]
    if any(len(cell) != len(actor.at) for cell in named):
        return refuse(Reason.OFF_MAP, clause)
    if not shape.aimed:
        return _in_range(battle, actor, area, origin)
    if origin not in actor.body.cells:
        return refuse(Reason.NOT_ITS_SPACE, clause)
    return refuse(Reason.NO_AIM, clause) if toward in (None, origin) else None


def _in_range(battle: Battle, actor: Creature, area: AreaAttack, origin: Cell) -> Refused | None:
    """Why a burst or spread cannot start at a grid corner."""
    field, body = battle.world.field, actor.body
    if not (0 <= origin[0] <= field.width and 0 <= origin[1] <= field.height):
        return refuse(Reason.OFF_MAP, "d20.aoe.origin")
    away = tuple(
        max(least - n, n - (least + extent), 0)
        for n, least, extent in zip(origin, body.at, body.extent, strict=True)
    )
    distance = cells(battle.ruleset.metric.halves(away))
    if distance > area.range:
        return refuse(Reason.OUT_OF_RANGE, "d20.aoe.origin", weapon=area.name, distance=distance)
    walls, edges = field.cells_where("fills"), field.edges(blocking=True)
    if not sides_of(origin, body.cells, walls, edges):
        return refuse(Reason.TOTAL_COVER, "d20.cover.total")
    return None


class Blast:
    """An area attack at a place: what it covers, whom it catches, and what helps them."""

    def __init__(
        self, battle: Battle, maker: Creature, area: AreaAttack, origin: Cell, toward: Cell | None
    ) -> None:
        self._battle = battle
        self._area = area
        self._origin = origin
        self._toward = toward
        self.cells = covered(battle, area.shape, area.size, origin, toward, maker.body)
        world = battle.world
        self.victims = tuple(
            world[name]
            for name in world.order or world.ids
            if name != maker.id
            and not world[name].has("dead")
            and not self.cells.isdisjoint(world[name].body.cells)
        )
        """Friend or foe, in initiative order."""

    def telling(self, victim: Creature) -> tuple[Modifier, ...]:
        """What adds to a victim's saving throw besides its own bonus."""
        parts = self._nimble(victim) if self._area.save == "ref" else []
        if victim.has("shaken"):
            parts.append(Modifier("shaken", -2, "d20.conditions.attack"))
        return tuple(part for part in parts if part.value)

    def _nimble(self, victim: Creature) -> list[Modifier]:
        """What counts on reflex alone: limbs that do not obey, and hard cover."""
        score = ability_modifier(victim.abilities.dexterity)
        if victim.has("helpless"):
            parts = [Modifier("helpless", ability_modifier(0) - score, "d20.helpless")]
        else:
            hampered = dexterity(victim) - score
            parts = [Modifier("entangled", hampered, "d20.conditions.attack")]
        if self._covered(victim):
            parts.append(Modifier("cover", COVER, "d20.cover.ranged"))
        return parts

    def _covered(self, victim: Creature) -> bool:
        """Whether it has hard cover from where the area starts; spreads go round it."""
        if self._area.shape == "spread":
            return False
        corners: tuple[Cell, ...] = (self._origin,)
        if self._toward is not None and SHAPES[self._area.shape].aimed:
            corners = corners_of(self._origin, self._toward)
            if self._area.shape == "cone":
                corners = corners[:1]
        return has_hard_cover(self._battle, corners, victim.body)


def _promise(
    area: AreaAttack, victim: Creature, telling: tuple[Modifier, ...]
) -> tuple[float, float]:
    """The chance to save and the mean damage."""
    chance = 0.0
    if area.save:
        bonus = getattr(victim.saves, area.save) + sum(part.value for part in telling)
        chance = sum(1 for face in range(1, 21) if saved(face, face + bonus, area.dc)) / 20
    full, spared = (harm(area, passed=passed) for passed in (False, True))
    return chance, (1 - chance) * full + chance * spared


@lru_cache(maxsize=256)
def harm(area: AreaAttack, *, passed: bool) -> float:
    """The mean damage to whoever passed its saving throw, or failed it.

    >>> harm(AreaAttack("fire", "cone", 3, "6d6", "ref", 14, half=True), passed=True)
    10.25
    """
    roll = parse(area.damage)
    if passed and not area.half:
        return 0.0
    if roll.count + roll.bonus > 1:  # nothing is raised to one point
        return roll.mean / 2 - _odd(roll) / 2 if passed else roll.mean
    ways = {roll.bonus: 1.0}
    for _ in range(roll.count):
        fresh: dict[int, float] = {}
        for total, chance in ways.items():
            for face in range(1, roll.sides + 1):
                fresh[total + face] = fresh.get(total + face, 0.0) + chance / roll.sides
        ways = fresh
    return round(
        sum(dealt(area, total, passed=passed) * chance for total, chance in ways.items()), 9
    )


def _odd(roll: Roll) -> float:
    """The chance that a throw comes out odd."""
    leaning = -1.0 if roll.bonus % 2 else 1.0  # by how much even outweighs odd
    for _ in range(roll.count):
        leaning *= 1 - 2 * ((roll.sides + 1) // 2) / roll.sides
    return (1 - leaning) / 2


def dealt(area: AreaAttack, total: int, *, passed: bool) -> int:
    """The damage that a throw does, at least one point: half when saved, or none.

    >>> breath = AreaAttack("fire", "cone", 3, "6d6", "ref", 14, half=True)
    >>> dealt(breath, 21, passed=False), dealt(breath, 21, passed=True)
    (21, 10)
    """
    if passed and not area.half:
        return 0
    return max(1, total // 2 if passed else total)


class AreaAttacks:
    """The procedure of an attack on an area."""

    def begin(self, battle: Battle, intent: Area) -> list[ev.Event] | Refused:
        """Spend the action; one that needs care gives foes an opportunity first."""
        actor = battle.world[intent.actor]
        price = battle.ruleset.economy.price(battle, actor, ACTIVITY)
        if isinstance(price, Refused):
            return price
        area = chosen(battle, actor, intent)
        if isinstance(area, Refused):
            return area
        facts = {"which": actor.areas.items.index(area)}
        for name, cell in (("origin", intent.origin), ("toward", intent.toward)):
            facts |= {f"{name} {axis}": n for axis, n in zip("xy", cell or (), strict=False)}
        frame = Trying(ACTIVITY, actor.id, actor.id).at("begun", **facts)
        begun: list[ev.Event] = [ev.Spent(actor.id, price), ev.Undertaken(frame)]
        if area.provokes:
            found = battle.ruleset.opportunity.by_act(battle, actor, ACTIVITY, actor)
            begun += offer(battle, actor.id, found, "act")
        return begun

    def advance(self, battle: Battle, frame: Trying) -> list[ev.Event]:
        """Make it, if its maker still can."""
        actor = battle.world[frame.actor]
        if not battle.acts(actor):
            return [ev.Concluded()]
        area = actor.areas.items[frame.fact("which")]
        origin, toward = (_cell(frame, name) for name in ("origin", "toward"))
        assert origin is not None
        blast = Blast(battle, actor, area, origin, toward)
        return [ev.Concluded(), *_made(battle, actor, area, blast)]

    def answer(self, battle: Battle, asking: Asking, yes: bool) -> list[ev.Event]:
        """It asks nobody anything."""
        raise AssertionError("an area attack asks nothing")

    def risks(self, battle: Battle, wish: object) -> tuple[Risk, ...]:
        """Its chances are those of whoever is caught; see :meth:`Areas.forecast`."""
        return ()


def _cell(frame: Trying, name: str) -> Cell | None:
    facts = dict(frame.facts)
    if f"{name} x" not in facts:
        return None
    return facts[f"{name} x"], facts[f"{name} y"]


def _made(battle: Battle, actor: Creature, area: AreaAttack, blast: Blast) -> list[ev.Event]:
    throws = Throws(battle)
    clauses = SHAPES[area.shape].clauses
    names = tuple(victim.id for victim in blast.victims)
    events: list[ev.Event] = [
        ev.AreaMade(actor.id, area.shape, tuple(sorted(blast.cells)), names, area.name, clauses)
    ]
    if blast.victims:
        dice = parse(area.damage)
        damage = throws.roll(actor.id, "damage", dice.count, dice.sides, dice.bonus, clauses)
        events.append(damage)
        for victim in blast.victims:
            events += _suffered(throws, actor, victim, area, blast.telling(victim), damage.total)
    if area.recharge:
        dice = parse(area.recharge)
        rounds = throws.roll(actor.id, "recharge", dice.count, dice.sides, dice.bonus)
        events += [rounds, ev.Spent(actor.id, (("recharge", max(1, rounds.total)),))]
    return events


def _suffered(
    throws: Throws,
    actor: Creature,
    victim: Creature,
    area: AreaAttack,
    telling: tuple[Modifier, ...],
    total: int,
) -> list[ev.Event]:
    """One victim's saving throw, and what it suffers."""
    clause = SHAPES[area.shape].clauses[-1]
    events: list[ev.Event] = []
    passed = False
    if area.save:
        events, passed = save(throws, victim, TESTS[area.save], area.dc, clause, *telling)
    amount = dealt(area, total, passed=passed)
    if not amount:
        return events
    left = victim.hp.current - amount
    events.append(ev.Damaged(actor.id, victim.id, amount, left, (clause,)))
    return [*events, *aftermath(actor, victim, left)]
