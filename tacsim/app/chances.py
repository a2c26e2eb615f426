"""Checks: what may fail, and what is to be expected, as texts for the line under the board."""

from __future__ import annotations

from collections.abc import Mapping

from tacsim.app.previews import SLIP, Preview
from tacsim.core.world import World
from tacsim.i18n import N_, _, ngettext, translate
from tacsim.rules.combat.areas import Caught
from tacsim.rules.forecast import Check
from tacsim.view import sheet, words

TEXTS: Mapping[str, str] = {
    "overrun": N_("{name}: {n} % to get through"),
    "tumble": N_("{name}: {n} % to tumble by"),
    "trip_touch": N_("{n} % to get a hold"),
    "trip": N_("{n} % to bring it down"),
    "bull_rush": N_("{n} % to push it back"),
    "aid": N_("{n} % to help"),
    "knock_down": N_("{n} % to knock it down"),
    "trip_back": N_("{n} % to bring it down"),
    "shove": N_("{n} % to shove it"),
    "grapple": N_("{n} % to take hold"),
    "escape": N_("{n} % to break free"),
}
"""What is said of a chance; of those not named, the skill that is tried."""


def chance_text(world: World, chance: Check) -> str:
    """One chance: ``Orc: 68 % to get through``, or ``climb 55 %``."""
    n = round(chance.passed * 100)
    if chance.what in TEXTS:
        return translate(TEXTS[chance.what]).format(
            name=words.name_of(world, chance.about or ""), n=n
        )
    return f"{words.word(words.SKILLS, chance.what)} {n} %"


def chances_text(preview: Preview, world: World) -> str:
    """What an act comes down to, one thing after another."""
    return _(", then ").join(chance_text(world, chance) for chance in preview.chances)


def hurdles_text(preview: Preview, world: World) -> str:
    """What may fail on the way; where a foe is slipped or strikes, both."""
    strikes = {risk.actor: risk for risk in preview.risks}
    parts = []
    for hurdle in preview.movement_checks:
        text = chance_text(world, hurdle)
        if hurdle.what == SLIP and hurdle.about in strikes:
            odds = strikes[hurdle.about].roll
            text = _("{slip}, else {n} %, about {damage} damage").format(
                slip=text, n=round(odds.hit * 100), damage=round(odds.damage)
            )
        parts.append(text)
    return "; ".join(parts)


def risks_text(preview: Preview, world: World) -> str:
    """Whom an intent would give an opportunity, and what to expect of each."""
    slipped = {hurdle.about for hurdle in preview.movement_checks if hurdle.what == SLIP}
    sure = [risk for risk in preview.risks if risk.actor not in slipped]
    if not sure:
        return ""
    head = ngettext("{n} opportunity", "{n} opportunities", len(sure)).format(n=len(sure))
    return f"{head}: " + ", ".join(
        sheet.risk_text(world[risk.actor].name, risk.roll) for risk in sure
    )


def caught_text(world: World, one: Caught) -> str:
    """What somebody in an area has to expect."""
    damage = round(one.damage)
    if not one.saves:
        return _("{name}, about {damage} damage").format(
            name=world[one.creature].name, damage=damage
        )
    return _("{name} saves at {n} %, about {damage} damage").format(
        name=world[one.creature].name, n=round(one.saves * 100), damage=damage
    )


def warnings(preview: Preview, world: World) -> list[str]:
    """All that speaks against it: opportunities, what may fail, friends who suffer."""
    found = [risks_text(preview, world), hurdles_text(preview, world)]
    if preview.friends:
        names = words.joined(world[name].name for name in preview.friends)
        count = len(preview.friends)
        text = ngettext("{names} is a friend", "{names} are friends", count)
        found.append(text.format(names=names))
    if preview.uncounted:
        found.append(_("too much can happen to foretell"))
    return [text for text in found if text]
