"""The situation in sentences: whose turn it is, what is left of it, who is near, who is where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import attrs

from tacsim.api.battle import Battle
from tacsim.core.world import Creature
from tacsim.grid.cells import Body
from tacsim.i18n import _, known_as, ngettext
from tacsim.i18n.hangul import holds
from tacsim.plain import bearings
from tacsim.session.perception import Memory
from tacsim.view.picture.overlay import lying
from tacsim.view.wording import goals, sheet, words
from tacsim.view.wording.builds import weighed
from tacsim.view.wording.order import hit_points, order_rows, state

FOES, FRIENDS = 6, 3
"""The most that are told of unasked, the nearest first."""


@attrs.frozen(eq=False)
class View:
    """A battle as one side knows it.

    ``battle``: as the side believes it to be; ``memory``: what it knows; ``all_goals``: the battle
    by which goals are told, which are no secret; ``usual``: the hit points of its kind, of each
    creature that was given others.
    """

    battle: Battle
    memory: Memory
    all_goals: Battle
    usual: Mapping[str, int] = attrs.field(factory=dict)

    @property
    def side(self) -> str:
        """The side's id."""
        return self.memory.side

    @property
    def known(self) -> frozenset[str]:
        """The creatures that it knows of."""
        return self.memory.known

    def friendly(self, creature: Creature) -> bool:
        """Whether a creature is of the side or of its friends."""
        return self.battle.rules.world.sides.friendly(self.side, creature.side)


def situation(
    view: View, actor: str, heard: frozenset[str] = frozenset(), *, going_on: bool = False
) -> Iterator[str]:
    """The lines at the head of a turn: round, creature, what is left, who is near, goals.

    ``going_on``: without what has been said when the turn began, and of those near only the news:
    of whom not everything was ``heard``.
    """
    battle = view.battle
    yield _turn(view, battle[actor], going_on=going_on)
    conditions = sheet.conditions(battle[actor])
    facts = [*conditions, *sheet.flanked(battle.rules, battle[actor], view.memory)]
    if facts:
        yield _("Your state: {states}.").format(states=", ".join(facts))
    me = battle[actor]
    does = [*sheet.bears(battle.rules.world, me), *sheet.exceptions(me), *sheet.orders(me)]
    if does and not going_on:
        yield _("{name} {does}.").format(name=known_as(battle[actor].name), does=words.joined(does))
    near = list(near_by(view, actor))
    if going_on:
        news = [one for one in near if one not in heard]
        if news:
            yield _("Changed near you: {who}.").format(who="; ".join(news))
        return
    yield (_("Near you: {who}.").format(who="; ".join(near)) if near
           else _("Nobody is near you that you know of."))  # fmt: skip
    yield from _lost(view, actor)
    yield from _things(view, actor)
    yield from goal_lines(view)


def _turn(view: View, me: Creature, *, going_on: bool) -> str:
    """Whose turn it is, how it is and what is left of its turn."""
    rules = view.battle.rules
    told = sheet.sheet_of(rules, me, view.memory)
    text = _("Round {round}. {name}'s turn ({side}): {hp} of {max} hit points, at {cell}.")
    if going_on:
        text = _("{name}: {hp} of {max} hit points, at {cell}.")
    elif rules.world.clock.surprise:
        text = _("Surprise round. {name}'s turn ({side}): {hp} of {max} hit points, at {cell}.")
    text = text.format(
        round=rules.world.clock.round, name=known_as(me.name), side=told.side_name,
        hp=me.hp.current,
        max=me.hp.maximum, cell=bearings.typed(me.at),
    )  # fmt: skip
    left = [_left(one) for one in told.actions if one.available]
    if told.speed_left:
        left.append(words.cells_word(rules.world, told.speed_left))
    more = _("Left: {left}.") if left else _("Nothing is left of it.")
    return f"{text} {more.format(left=', '.join(left))}"


def _left(action: sheet.Action) -> str:
    """Something that is left of a turn."""
    if action.points:
        text = _("{label} {n} of {total}")
        return text.format(label=action.label, n=action.left, total=action.total)
    if action.left == 1:
        return action.label
    return _("{label} {n}").format(label=action.label, n=action.left)


def goal_lines(view: View) -> Iterator[str]:
    """What each side has to do, as far as it is; nothing where no side has a goal."""
    world = view.battle.rules.world
    text = _("Goal of {side}: {goal}.")
    for one in view.all_goals.goals():
        own = world.sides.friendly(view.side, one.goal.side)
        name = goals.creature_of(view.all_goals.rules.world, one.goal)
        told = goals.so_far(one, name, world.field, lost=own)
        yield text.format(side=known_as(world.sides[one.goal.side].name), goal=told)


# --- who is where --------------------------------------------------------------------------------


def near_by(view: View, actor: str) -> Iterator[str]:
    """The nearest foes and friends that are still in the fight, and how many more there are."""
    battle = view.battle
    others = [one for one in _others(view, actor) if battle.able(one.id)]
    foes = [one for one in others if not view.friendly(one)]
    friends = [one for one in others if view.friendly(one)]
    for one in (*foes[:FOES], *friends[:FRIENDS]):
        yield _one(view, actor, one)
    more = max(len(foes) - FOES, 0) + max(len(friends) - FRIENDS, 0)
    if more:
        yield ngettext("{n} more (s)", "{n} more (s)", more).format(n=more)


def _things(view: View, actor: str) -> Iterator[str]:
    """The items that lie near, the nearest first."""
    battle = view.battle
    ruleset, me = battle.rules.ruleset, battle[actor].body
    found = []
    for cell, items in lying(battle.rules).items():
        far = ruleset.metric.distance(me, ruleset.topology.spot(cell))
        found += [(far, cell, weighed(battle.rules, item)) for item in items]
    if found:
        told = [f"{name}, {bearings.typed(cell)}" for _far, cell, name in sorted(found)[:FRIENDS]]
        yield _("Lying near: {things}.").format(things="; ".join(told))


def _lost(view: View, actor: str) -> Iterator[str]:
    """Those lately lost from sight, and where they were seen last."""
    text = _("{name}, {place}, in round {round}")
    found = [
        text.format(
            name=known_as(one.identity.name), round=one.round,
            place=place_text(view.battle, actor, one.body),
        )
        for one in view.memory.lost.values()
    ]  # fmt: skip
    if found:
        yield _("Lost from sight: {who}.").format(who="; ".join(found))


def _others(view: View, actor: str) -> list[Creature]:
    """All known others, the nearest first."""
    battle = view.battle
    found = [one for one in battle.creatures.values() if one.id != actor and one.id in view.known]
    return sorted(found, key=lambda one: battle.measure(actor, one.id))


def _one(view: View, actor: str, other: Creature) -> str:
    """A creature: where it is, how it is, and what it is to whoever acts."""
    battle = view.battle
    rules = battle.rules
    friendly = view.friendly(other)
    hp, hp_max = hit_points(rules, other, friendly=friendly)
    how = state(other, wounds=hp is None)
    name = _("{name} (yours)") if other.side == view.side else "{name}"
    if friendly and other.side != view.side:
        name = _("{name} (friend)")
    told = [name.format(name=known_as(other.name)), place_text(battle, actor, other.body)]
    told.append(how or _("{hp} of {max}").format(hp=hp, max=hp_max))
    if battle.able(other.id):
        told += [one for one in sheet.conditions(other) if one != how]
        told += sheet.flanked(rules, other, view.memory)
        if not friendly and not set(battle.threat(other.id)).isdisjoint(battle[actor].body.cells):
            told.append(_("threatens you"))
    return ", ".join(told)


def place_text(battle: Battle, actor: str, body: Body) -> str:
    """Where a body is from a creature: how far and which way, and its cell."""
    me, world = battle[actor], battle.rules.world
    way = bearings.legs(battle.rules.ruleset.topology.name, me.body, body)
    at = bearings.typed(body.at)
    if not way:
        return _("in your place, at {cell}").format(cell=at)
    far = battle.measure(actor, body)
    distance = words.cells_word(world, far)
    if len(way) == 1 and way[0][1] == far:
        text = _("{far} {direction}, at {cell}")
        return text.format(far=distance, direction=bearings.word(way[0][0]), cell=at)
    text = _("{far} ({way}), at {cell}")
    return text.format(far=distance, way=bearings.legs_text(way), cell=at)


def everybody(view: View, actor: str) -> Iterator[str]:
    """Who is where: all known creatures by initiative, the acting one first; what lies near it."""
    battle = view.battle
    if actor in battle.creatures:
        me = battle[actor]
        text = _("{name}: {hp} of {max} hit points, speed {speed}, at {cell}.")
        yield text.format(
            name=known_as(me.name), hp=me.hp.current, max=me.hp.maximum, cell=bearings.typed(me.at),
            speed=words.cells_word(battle.rules.world, sheet.sheet_of(battle.rules, me).speed),
        )  # fmt: skip
        for one in _others(view, actor):
            yield _one(view, actor, one) + "."
        yield from _lost(view, actor)
        yield from _things(view, actor)
    order = [row.name for row in order_rows(battle.rules, view.memory)]
    yield _("Order: {names}.").format(names=", ".join(order))
    yield from goal_lines(view)


def named(view: View, wanted: Iterable[str]) -> list[Creature]:
    """The known creatures in whose names some words occur; those with just that name alone."""
    told = list(wanted)
    text = " ".join(told)
    known = [one for one in view.battle.creatures.values() if one.id in view.known]
    names = {one: known_as(one.name).casefold() for one in known}
    exact = [one for one in known if text in (names[one], one.name.casefold(), one.id.casefold())]
    return exact or [one for one in known if all(holds(names[one], word) for word in told)]
