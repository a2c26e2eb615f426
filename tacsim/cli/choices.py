"""``tacsim choices``: everything that a creature could do in its turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from tacsim.cli.calls import NO, as_json, begun, put
from tacsim.i18n import _

if TYPE_CHECKING:
    from tacsim import Battle


@click.command(
    "choices",
    help=_("List everything that a CREATURE of a SCENARIO could do, and what it may not and why.")
    + "\n\n"
    + _("Its turn is taken to be just beginning, everybody having acted once.")
    + " "
    + _("The order is canonical. The exit code is 1 for who is out of the fight."),
    short_help=_("Everything that a creature could do, with costs and chances."),
)
@click.argument("scenario")
@click.argument("creature")
@click.option("--forecast", is_flag=True, help=_("Say what each will bring, with exact chances."))
@as_json
@click.pass_context
def command(
    ctx: click.Context, scenario: str, creature: str, forecast: bool, machine: bool
) -> None:
    """Answer the options, moves by mode, and what is refused."""
    from tacsim.api.plain import choices_of

    battle = begun(scenario, creature)
    found: dict[str, Any] = {"creature": creature, "options": [], "refused": []}
    if battle.able(creature):
        found = choices_of(battle, forecasts=forecast)
    if machine:
        put(found)
    elif found["options"]:
        _print(battle, found)
    if not found["options"]:
        ctx.exit(NO)


def _print(battle: Battle, found: dict[str, Any]) -> None:
    """Options and refusals, one a line."""
    from tacsim.view.intended import intended
    from tacsim.view.reasons import sentence
    from tacsim.view.words import MODES, word

    world, choices = battle.rules.world, battle.choices()
    for option in found["options"]:
        if "cells" in option:
            mode, places = option["intent"]["mode"], sum(c["can_stop"] for c in option["cells"])
            words = _("{mode}: {n} cells to go, {places} places")
            told = [words.format(mode=word(MODES, mode), n=option["budget"], places=places)]
        else:
            told = [intended(world, battle.intent(option["intent"]))]
        if option["cost"]:
            told.append(_("costs {what}").format(what=_named(option["cost"])))
        if option.get("forecast"):
            told.append(_named(option["forecast"]))
        click.echo(f"{'; '.join(told)}  [{', '.join(option['clauses'])}]")
    for barred in choices.refused:
        words, refusal = _("not: {what}: {why}"), barred.refusal
        what = intended(world, barred.intent)
        click.echo(f"{words.format(what=what, why=sentence(refusal, world))}  [{refusal.clause}]")


def _named(values: dict[str, Any]) -> str:
    return ", ".join(f"{name} {_plain(value)}" for name, value in values.items())


def _plain(value: Any) -> str:
    """A value in few letters."""
    if isinstance(value, dict):
        return f"({_named(value)})"
    if isinstance(value, list):
        inner = [_plain(one) for one in value]
        return ",".join(inner)
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return f"{value:g}" if isinstance(value, float) else str(value)
