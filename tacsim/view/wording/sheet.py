"""Sheets: what a panel shows of a creature, as plain records and lines of text."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from tacsim.core.components import Weapon
from tacsim.core.events import Modifier
from tacsim.core.world import Creature, World
from tacsim.i18n import N_, _, known_as, ngettext, translate
from tacsim.rules.battle import Battle
from tacsim.rules.combat.policies import AttackRoll
from tacsim.rules.combat.threat import melee
from tacsim.rules.openings import MEASURED, speed, useless
from tacsim.session.perception import Memory
from tacsim.view.picture.figures import side_index
from tacsim.view.wording import plain_attacks, words
from tacsim.view.wording.order import hit_points, state


@attrs.frozen
class Action:
    """A resource of a turn: its name in the rules and in words, and how much is left.

    ``total``: how much a fresh turn brings.
    """

    name: str
    label: str
    left: int
    total: int

    @property
    def available(self) -> bool:
        """Whether any is left."""
        return self.left > 0

    @property
    def points(self) -> bool:
        """Whether it is spent a few points at a time."""
        return self.name in words.POINTS


@attrs.frozen
class WeaponRow:
    """A way to attack, in its owner's present state.

    ``called`` is its name for people; ``bonus`` on the attack; ``damage`` such as ``1d8+3``;
    ``critical`` such as ``19-20/x2``, empty for the usual; ``reach`` in cells, (0, 0) for what only
    shoots; ``range`` in cells, 0 for none.
    """

    name: str
    called: str
    bonus: int
    damage: str
    critical: str
    reach: tuple[int, int]
    range: int
    parts: tuple[Modifier, ...]
    pools: bool = False
    """Whether the bonus is a number of dice, of which successes count."""

    @property
    def text(self) -> str:
        """All of it on a line: ``longsword +7 1d8+3 (19-20/x2)``, ``sword 5 dice, 3``."""
        if self.pools:
            return f"{self.called} {words.pool_word(self.bonus)}, {self.damage}"
        text = f"{self.called} {words.signed(self.bonus)} {self.damage}"
        return f"{text} ({self.critical})" if self.critical else text


@attrs.frozen
class Sheet:
    """A creature's sheet.

    ``hp`` and ``hp_max`` are None where they are not known. ``defence``, with its ``parts``, is
    what a plain attack has to reach. ``speed``, ``speed_left`` and ``reach``, that of the longest
    melee weapon, are in cells; ``under_way``: whether what is left is not just the speed, but that
    of a move that has begun, or of several.
    """

    id: str
    name: str
    size: str
    kind: str
    side: int
    side_name: str
    hp: int | None
    hp_max: int | None
    state: str
    defence: int
    parts: tuple[Modifier, ...]
    speed: int
    speed_left: int
    under_way: bool
    reach: int
    actions: tuple[Action, ...]
    weapons: tuple[WeaponRow, ...]
    conditions: tuple[str, ...]


# --- the sheet -------------------------------------------------------------------------------


def sheet_of(battle: Battle, creature: Creature | str, memory: Memory | None = None) -> Sheet:
    """The sheet of a creature; in fog a foe's hit points, and what it has left, are left out."""
    who = battle.world[creature] if isinstance(creature, str) else creature
    sides = battle.world.sides
    friendly = memory is None or sides.friendly(memory.side, who.side)
    hp, hp_max = hit_points(battle, who, friendly=friendly)
    guard = plain_attacks.defence(battle, who)
    pace = int(battle.ruleset.economy.pace(battle, who))
    total, left = speed(battle, who) if friendly else (pace, pace)
    return Sheet(
        who.id,
        known_as(who.name),
        words.size_word(who.size),
        words.kind_word(who.identity),
        side_index(battle, who.side),
        known_as(sides[who.side].name),
        hp,
        hp_max,
        state(who, wounds=hp is None),
        guard.defence,
        tuple(part for part in guard.modifiers if part.on == "defence"),
        pace,
        left,
        left > 0 and (total, left) != (pace, pace),
        max((weapon.reach for weapon in melee(who)), default=0),
        actions(battle, who) if friendly else (),
        tuple(
            weapon_row(battle.world, attack) for attack in plain_attacks.plain_attacks(battle, who)
        ),
        (*conditions(who), *bears(battle.world, who), *exceptions(who)),
    )


def actions(battle: Battle, creature: Creature) -> tuple[Action, ...]:
    """The resources that a fresh turn brings, and others that still have points left.

    Attacks on areas that can be made so often in a battle are among them.
    """
    fresh = dict(battle.ruleset.economy.refresh(battle, creature))
    have = creature.resources.with_counts(**useless(battle, creature))
    names = [name for name in words.RESOURCES if fresh.get(name) or (name in fresh and have[name])]
    limited = {area.used: area for area in creature.areas.items if area.uses}
    listed = {*words.RESOURCES, *MEASURED, *words.KEPT, *limited}
    names += [name for name, count in fresh.items() if count and name not in listed]
    labels = {name: words.word(words.RESOURCES, name) for name in names}
    waits = [name for name in names if name in words.WAITS]
    labels |= {name: labels[name].format(n=have[name]) for name in waits}
    stepped = fresh.get("step") and not have["step"]
    if stepped and have["move"] and "move" in labels and not speed(battle, creature)[1]:
        labels["move"] = _("move (no distance)")  # it is left, but not to go anywhere with
    left = {name: 0 if name in waits else have[name] for name in names}
    return (
        *(Action(name, labels[name], left[name], max(fresh[name], have[name])) for name in names),
        *(
            Action(used, words.weapon_word(area.among or area.name, battle.world),
                   max(0, area.uses - have[used]), area.uses)
            for used, area in limited.items()
        ),
    )  # fmt: skip


def weapon_row(world: World, attack: plain_attacks.PlainAttack) -> WeaponRow:
    """A weapon's row."""
    weapon = attack.weapon
    return WeaponRow(
        weapon.name,
        words.weapon_word(weapon.name, world),
        attack.roll.attack,
        attack.damage,
        critical(weapon),
        (0, 0) if weapon.ranged else (weapon.least, weapon.reach),
        weapon.increment,
        tuple(part for part in attack.roll.modifiers if part.on == "attack"),
        attack.roll.pools,
    )


def critical(weapon: Weapon) -> str:
    """A weapon's critical range and multiplier; empty for the usual 20/x2.

    >>> critical(Weapon("longsword", "1d8", threat=19)), critical(Weapon("club", "1d6"))
    ('19-20/x2', '')
    """
    if (weapon.threat, weapon.multiplier) == (20, 2):
        return ""
    times = f"x{weapon.multiplier}"
    return times if weapon.threat == 20 else f"{weapon.threat}-20/{times}"


_EFFORTS: Mapping[str, str] = {"wriggle": N_("wriggling ({n} of {all} rounds)")}
"""How one is called who is at an act of several turns."""


def conditions(creature: Creature) -> tuple[str, ...]:
    """The states that a creature is in, in words; squeezed and what it has climbed among them."""
    named = [words.word(words.CONDITIONS, item.name) for item in creature.conditions.items]
    at, climbed = creature.effort, creature.resources["climbed"]
    if at.act:
        named.append(translate(_EFFORTS[at.act]).format(n=at.rounds, all=at.out_of))
    if creature.position.squeezed:
        named.append(_("squeezed"))
    if climbed > 0:
        named.append(ngettext("{n} cube climbed", "{n} cubes climbed", climbed).format(n=climbed))
    if climbed < 0:
        text = ngettext("{n} cube climbed down", "{n} cubes climbed down", -climbed)
        named.append(text.format(n=-climbed))
    return tuple(named)


def exceptions(creature: Creature) -> list[str]:
    """The rules of passing that a creature breaks, in words."""
    broken = creature.exceptions
    return [translate(text) for name, text in words.EXCEPTIONS.items() if name in broken]


def bears(world: World, creature: Creature) -> list[str]:
    """What a creature carries besides its gear, and what it has to load, in words."""
    found = []
    if creature.carried.things:
        things = [words.name_of(world, name) for name in creature.carried.ids]
        text = _("carries {things} ({pounds} lb)")
        found.append(
            text.format(things=words.joined(things), pounds=f"{creature.carried.pounds:g}")
        )
    if creature.unloaded.weapons:
        weapons = [words.weapon_word(name, world) for name in creature.unloaded.weapons]
        found.append(_("has to load {weapons}").format(weapons=words.joined(weapons)))
    return found


def orders(creature: Creature) -> list[str]:
    """What a creature was told to do of itself, in words, for those who may know it."""
    return [] if creature.orders.lets_pass else [_("lets no ally pass")]


# --- lines -------------------------------------------------------------------------------------


def odds_text(odds: AttackRoll) -> str:
    """The chances of an attack: ``+7 v 16: 60 % to hit, 4.9 damage expected``.

    >>> odds_text(AttackRoll(0.6, 4.9, 7, 16, ()))
    '+7 v 16: 60 % to hit, 4.9 damage expected'
    >>> odds_text(AttackRoll(0.84, 6.9, 7, 16, (), dice=1))
    '+7 v 16, advantage: 84 % to hit, 6.9 damage expected'
    >>> odds_text(AttackRoll(0.72, 1.4, 6, 5, (), pools=True))
    '6 v 5 dice: 72 % to hit, 1.4 damage expected'
    """
    if odds.pools:
        return ngettext(
            "{dice} v {defence} die: {hit} % to hit, {damage} damage expected",
            "{dice} v {defence} dice: {hit} % to hit, {damage} damage expected",
            odds.defence,
        ).format(
            dice=odds.attack,
            defence=odds.defence,
            hit=round(odds.hit * 100),
            damage=f"{odds.damage:.1f}",
        )
    dice = words.dice_word(odds.dice)
    return _("{bonus} v {defence}: {hit} % to hit, {damage} damage expected").format(
        bonus=words.signed(odds.attack),
        defence=f"{odds.defence}, {dice}" if dice else odds.defence,
        hit=round(odds.hit * 100),
        damage=f"{odds.damage:.1f}",
    )


def risk_text(name: str, odds: AttackRoll | None) -> str:
    """A foe with the chances of its opportunity attack: ``Ogre 55 %, about 6 damage``.

    >>> risk_text("Ogre", AttackRoll(0.55, 6.2, 8, 18, ()))
    'Ogre 55 %, about 6 damage'
    """
    if odds is None:
        return name
    return _("{name} {hit} %, {damage}").format(
        name=name, hit=round(odds.hit * 100), damage=words.damage_word(odds.damage)
    )


def flanked(battle: Battle, creature: Creature, memory: Memory | None = None) -> list[str]:
    """Who flanks a creature, in words, under rules in which flanks have a policy."""
    policy = battle.ruleset.flanking
    pairs = policy.pairs(battle, creature) if policy is not None else ()
    names = dict.fromkeys(name for pair in pairs for name in (pair.one, pair.other))
    known = [n for n in names if memory is None or n in memory.known]
    if len(known) < 2:
        return []
    return [
        _("flanked by {names}").format(
            names=words.joined(known_as(battle.world[n].name) for n in known)
        )
    ]


def modifiers_text(odds: AttackRoll) -> str:
    """The modifiers of an attack and of the defence against it; then dice of advantage."""
    attack = [words.part_word(p) for p in odds.modifiers if p.side == "attack"]
    defence = [words.part_word(p) for p in odds.modifiers if p.side == "defence"]
    against = _("{0} against {1}").format(", ".join(attack), ", ".join(defence))
    text = against if defence else ", ".join(attack)
    dice = [_die(part) for part in odds.modifiers if part.on == "advantage"]
    return "; ".join([text, *dice])


def _die(part: Modifier) -> str:
    return f"{words.dice_word(part.value)}: {words.word(words.MODIFIERS, part.name)}"
