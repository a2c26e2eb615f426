"""Chances and risks of a preview as texts, for the line under the board."""

from __future__ import annotations

from collections.abc import Sequence

from tacsim.core.world import World
from tacsim.i18n import _, known_as, ngettext
from tacsim.player.pointing.previews import Preview
from tacsim.rules.combat.areas import Caught
from tacsim.rules.forecast import Attack, Hit
from tacsim.view.wording import sheet, words
from tacsim.view.wording.acts import SLIP, chance_text, chances_text, later_text


def promises(preview: Preview, world: World) -> list[str]:
    """What a preview does to others: attacks, sure hits, checks, who is caught in an area."""
    found = [_attack_text(world, one, alone=len(preview.attacks) == 1) for one in preview.attacks]
    found += (hit_text(world, one) for one in preview.hits)
    if preview.chances and preview.intent is not None:
        actor = preview.intent.actor or ""
        found.append(chances_text(world, actor, preview.chances, preview.in_vain))
    if preview.later is not None and preview.intent is not None:
        actor = preview.intent.actor or ""
        found.append(later_text(world, actor, preview.later, preview.in_vain))
    found += pace_texts(world, preview.speed, preview.hindered)
    return [*found, *(caught_text(world, one) for one in preview.caught)]


def pace_texts(world: World, cells: int | None, hindered: str) -> list[str]:
    """The cells that a move will have, or the condition that will keep from walking."""
    if hindered:
        condition = words.word(words.CONDITIONS, hindered)
        return [_("it is {condition} then, and cannot walk").format(condition=condition)]
    if cells is None:
        return []
    return [_("its speed is {far} then").format(far=words.cells_word(world, cells))]


def _attack_text(world: World, attack: Attack, *, alone: bool) -> str:
    """An attack, with its sum where it is the only one."""
    weapon = words.weapon_word(attack.weapon, world)
    return (
        f"{weapon} {sheet.odds_text(attack.roll)}"
        if alone
        else sheet.risk_text(weapon, attack.roll)
    )


def checks_text(preview: Preview, world: World) -> str:
    """The checks on the way; a check to slip past a foe also says what its attack does."""
    strikes = {risk.actor: risk for risk in preview.risks}
    parts = []
    for check in preview.movement_checks:
        text = chance_text(world, check)
        if check.what == SLIP and check.about in strikes:
            odds = strikes[check.about].roll
            text = _("{slip}, else {n} %, {damage}").format(
                slip=text, n=round(odds.hit * 100), damage=words.damage_word(odds.damage)
            )
        parts.append(text)
    return "; ".join(parts)


def risks_text(preview: Preview, world: World) -> str:
    """The foes that get an opportunity attack, with chance and damage of each."""
    slipped = {check.about for check in preview.movement_checks if check.what == SLIP}
    sure = [risk for risk in preview.risks if risk.actor not in slipped]
    if not sure:
        return ""
    head = ngettext("{n} opportunity", "{n} opportunities", len(sure)).format(n=len(sure))
    return f"{head}: " + ", ".join(
        sheet.risk_text(known_as(world[risk.actor].name), risk.roll) for risk in sure
    )


def hit_text(world: World, one: Hit) -> str:
    """A hit that takes no roll, and its damage."""
    weapon, damage = words.weapon_word(one.weapon, world), f"{one.damage:.1f}"
    return _("{weapon} hits, {damage} damage expected").format(weapon=weapon, damage=damage)


def caught_text(world: World, one: Caught) -> str:
    """What an area does to a creature: the chance of its save, and the damage."""
    damage = words.damage_word(one.damage)
    if not one.saves:
        return _("{name}, {damage}").format(name=known_as(world[one.creature].name), damage=damage)
    return _("{name} saves at {n} %, {damage}").format(
        name=known_as(world[one.creature].name), n=round(one.saves * 100), damage=damage
    )


def friends_text(world: World, friends: Sequence[str]) -> str:
    """Who of those that are caught is a friend; empty for nobody."""
    if not friends:
        return ""
    names = words.joined(words.name_of(world, one) for one in friends)
    return ngettext("{names} is a friend", "{names} are friends", len(friends)).format(names=names)


def warnings(preview: Preview, world: World) -> list[str]:
    """The warnings about a preview: opportunities, checks, friends, what is wasted."""
    found = [risks_text(preview, world), checks_text(preview, world)]
    found.append(friends_text(world, preview.friends))
    if preview.alone:
        found.append(_("one attack only, and it takes the move too"))
    if preview.uncounted:
        found.append(_("too much can happen to foretell"))
    return [text for text in found if text]
