"""What a forecast says, in a few words: chances, damage, checks, who is caught, who may strike."""

from __future__ import annotations

from collections.abc import Iterator

from tacsim.core.world import World
from tacsim.i18n import _, known_as
from tacsim.player.pointing.chances import caught_text, friends_text, hit_text, pace_texts
from tacsim.rules.forecast import Forecast
from tacsim.view.wording import sheet, words
from tacsim.view.wording.acts import SLIP, chance_text, chances_text, later_text

LEAST = 0.05
"""The least chance to bring somebody down that is told."""


def promises(world: World, actor: str, found: Forecast) -> list[str]:
    """What comes of an option for others, and what it depends on."""
    checks = [check for check in found.checks if check.what != SLIP]
    told = [*_attacks(actor, found), *(hit_text(world, one) for one in found.hits)]
    told += filter(None, [chances_text(world, actor, checks, found.in_vain)])
    told += [caught_text(world, one) for one in found.caught]
    if found.later is not None:
        told.append(later_text(world, actor, found.later, found.in_vain))
    told += pace_texts(world, found.speed, found.hindered)
    for goal, chance in found.goals.items():
        text = _("{side} meets a goal with {n} %")
        side = known_as(world.sides[world.goals[goal].side].name)
        told += [text.format(side=side, n=_percent(chance))] if _percent(chance) else []
    return told


def risks(world: World, actor: str, found: Forecast) -> list[str]:
    """The opportunity attacks that an option gives, and which friends an area catches."""
    told = []
    slips = {check.about: check for check in found.checks if check.what == SLIP}
    for attack in found.attacks:
        if attack.opportunity and attack.target == actor:
            odds = sheet.risk_text(words.name_of(world, attack.actor), attack.roll)
            text = _("{odds}, if it strikes")
            if attack.actor in slips:
                text = _("{chance}, else {odds}")
                told.append(text.format(chance=chance_text(world, slips[attack.actor]), odds=odds))
            else:
                told.append(text.format(odds=odds))
    friends = [one.creature for one in found.caught if world.friendly(actor, one.creature)]
    return [*told, friends_text(world, friends)] if friends else told


def _attacks(actor: str, found: Forecast) -> Iterator[str]:
    """The attacks that whoever acts makes, or that are made on it where it answers."""
    own = [one for one in found.attacks if one.actor == actor and not (
        one.opportunity and one.target == actor)]  # fmt: skip
    if not own:
        for attack in found.attacks:
            if attack.target == actor and not attack.opportunity:
                text = _("hit at {hit} %, {damage} damage expected")
                yield text.format(hit=_percent(attack.hit), damage=f"{attack.damage:.1f}")
        return
    count = round(sum(one.made for one in own))
    damage = sum(one.made * one.damage for one in own)
    text = _("{hit} %, {damage} damage")
    if count > 1:
        text = _("{n} attacks, the first {hit} %, {damage} damage in all")
    yield text.format(n=count, hit=_percent(own[0].hit), damage=f"{damage:.1f}")
    fells = found.downs.get(own[0].target, 0.0)
    if fells >= LEAST:
        yield _("fells at {n} %").format(n=_percent(fells))


def _percent(chance: float) -> int:
    return round(chance * 100)
