"""Builds in words: what is typical of a creature's size, what creatures and things weigh."""

from __future__ import annotations

from tacsim.core.components import Item
from tacsim.core.world import Creature
from tacsim.i18n import _
from tacsim.rules.battle import Battle
from tacsim.view.wording import words


def build(battle: Battle, creature: Creature) -> tuple[str, tuple[str, ...]] | None:
    """What is typical of a creature's size, with the clauses; None where no rule tells."""
    builds, size = battle.ruleset.builds, creature.size
    if not builds:
        return None
    one = builds[size.category]
    tall = _("{feet} ft tall") if size.shape == "tall" else _("{feet} ft long")
    text = _("Typical of its size: {tall}, {pounds} lb; {grapple} to grapple, {hide} to hide.")
    told = text.format(
        tall=tall.format(feet=_between(one.height)),
        pounds=_between(one.weight),
        grapple=words.signed(one.grapple),
        hide=words.signed(one.hide),
    )
    return told, one.clauses


def weight(battle: Battle, thing: Creature | Item) -> str:
    """What a creature or a thing weighs to whoever carries it; empty where no rule counts that."""
    burdens = battle.ruleset.burdens
    if burdens is None:
        return ""
    return _("{pounds} lb").format(pounds=f"{burdens.pounds(battle, thing):.10g}")


def weighed(battle: Battle, item: Item) -> str:
    """An item with what it weighs: ``Iron chest (60 lb)``."""
    name, pounds = words.item_word(item, battle.world), weight(battle, item)
    return _("{item} ({pounds})").format(item=name, pounds=pounds) if pounds else name


def _between(bounds: tuple[float, ...]) -> str:
    """From the least to the most, or from the least on.

    >>> _between((4, 8)), _between((250000,)), _between((0, 0.5))
    ('4 to 8', 'at least 250000', 'up to 0.5')
    """
    least, *most = (f"{bound:.10g}" for bound in bounds)
    if not most:
        return _("at least {least}").format(least=least)
    if not bounds[0]:
        return _("up to {most}").format(most=most[0])
    return _("{least} to {most}").format(least=least, most=most[0])
