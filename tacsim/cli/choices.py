"""``tacsim choices``: everything that a creature could do in its turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from tacsim.cli.calls import NO, SCENARIO, as_json, as_list, begun, draw, drawn_here, put
from tacsim.i18n import _, known_as, ngettext

if TYPE_CHECKING:
    from tacsim import Battle


@click.command(
    "choices",
    help=_("List everything that a CREATURE of a SCENARIO could do, and what it may not and why.")
    + "\n\n"
    + _("Its turn is taken to be just beginning, everybody having acted once.")
    + " "
    + _("In fog this rests on what its side perceives.")
    + " "
    + _("The order is canonical. The exit code is 1 for who is out of the fight."),
    short_help=_("Everything that a creature could do, with costs and chances."),
)
@click.argument("scenario", type=SCENARIO)
@click.argument("creature")
@click.option("--forecast", is_flag=True, help=_("Say what each will bring, with exact chances."))
@as_list
@as_json
@click.pass_context
def command(
    ctx: click.Context, scenario: str, creature: str, forecast: bool, plain: bool, machine: bool
) -> None:
    """Answer the options, moves by mode, and what is refused."""
    from tacsim.api.plain import choices_of

    battle = begun(scenario, creature)
    found: dict[str, Any] = {"creature": creature, "options": [], "refused": []}
    if battle.able(creature):
        found = choices_of(battle, forecasts=forecast and (machine or drawn_here(plain=plain)))
    if machine:
        put(found)
    elif found["options"]:
        if drawn_here(plain=plain):
            _draw(battle, found)
        else:
            _print(battle, found, forecast=forecast)
    if not found["options"]:
        ctx.exit(NO)


def _draw(battle: Battle, found: dict[str, Any]) -> None:
    """The map with whom it can attack and where it can go; beneath it what else there is."""
    from shutil import get_terminal_size

    from tacsim.view.columns import folded
    from tacsim.view.maps.drawn import choices_map

    columns = get_terminal_size().columns - 1
    open_, barred = _open(battle, found["options"]), _barred(found)
    texts = [
        _("{name} can: {acts}.").format(name=known_as(battle[found["creature"]].name), acts=open_)
    ]
    if barred:
        texts.append(_("Not now: {acts} (--plain says why).").format(acts=barred))
    lines = [line for text in texts for line in folded(text, columns)]
    draw(choices_map(battle.choices()), len(lines) + 1)
    for line in lines:
        click.echo(line)


def _open(battle: Battle, options: list[dict[str, Any]]) -> str:
    """What may be done, each act once with whom it may be aimed at."""
    from tacsim.view.wording.words import MODES, name_of, word

    world = battle.rules.world
    told, aims = list[str](), dict[str, dict[str, dict[str, Any]]]()
    for option in options:
        intent, brings = option["intent"], option.get("forecast") or {}
        if "cells" in option:
            words = _("{mode} {n}") if option["budget"] else "{mode}"
            told.append(words.format(mode=word(MODES, intent["mode"]), n=option["budget"]))
            continue
        some = aims.setdefault(intent["intent"], {})
        target = intent.get("target")
        if target is not None and brings.get("damage", 0) >= some.get(target, {}).get("damage", 0):
            some[target] = brings
    alike: dict[str, list[str]] = {}
    for act, some in aims.items():
        each = (_chance(name_of(world, target), brings) for target, brings in some.items())
        alike.setdefault(", ".join(each), []).append(_act(act))
    for names, acts in alike.items():
        words = _("{acts}: {names}") if names else "{acts}"
        told.append(words.format(acts=", ".join(acts), names=names))
    return "; ".join(told)


def _chance(name: str, forecast: dict[str, Any]) -> str:
    """Somebody with the chance to hit and the damage to be expected, if they are known."""
    if "hit" not in forecast:
        return name
    hit, damage = round(forecast["hit"] * 100), f"{forecast['damage']:.1f}"
    return _("{name} {hit} % {damage}").format(name=name, hit=hit, damage=damage)


def _barred(found: dict[str, Any]) -> str:
    """What may not be done at all."""
    from tacsim.view.wording.words import MODES, word

    intents = [barred["intent"] for barred in found["refused"]]
    able = {option["intent"]["intent"] for option in found["options"]}
    modes = (word(MODES, one["mode"]) for one in intents if one["intent"] == "move")
    others = (one["intent"] for one in intents if one["intent"] not in {"move", *able})
    return "; ".join(dict.fromkeys((*modes, *map(_act, others))))


def _act(name: str) -> str:
    from tacsim.view.wording.words import ACTS, word

    return word(ACTS, name)


def _print(battle: Battle, found: dict[str, Any], *, forecast: bool) -> None:
    """Options, with what they bring if it is foretold, and refusals, one a line."""
    from tacsim.view.wording.intended import intended
    from tacsim.view.wording.reasons import sentence
    from tacsim.view.wording.words import MODES, word

    world, choices, decision = battle.rules.world, battle.choices(), battle.rules.decision
    for option in found["options"]:
        if "cells" in option:
            mode, n = word(MODES, option["intent"]["mode"]), option["budget"]
            places = sum(c["can_stop"] for c in option["cells"])
            far = ngettext("{mode}: {n} cell to go", "{mode}: {n} cells to go", n)
            many = ngettext("{places} place", "{places} places", places)
            told = [far.format(mode=mode, n=n) if n else mode]  # a step has no budget of cells
            told[0] += f", {many.format(places=places)}"
        else:
            told = [intended(world, battle.intent(option["intent"]), decision=decision)]
        if option["cost"]:
            told.append(_("costs {what}").format(what=_priced(option["cost"])))
        if forecast and "cells" not in option:
            told += _foretold(battle, option["intent"])
        click.echo(f"{'; '.join(told)}  [{', '.join(option['clauses'])}]")
    for barred in choices.refused:
        words, refusal = _("not: {what}: {why}"), barred.refusal
        what = intended(world, barred.intent)
        click.echo(f"{words.format(what=what, why=sentence(refusal, world))}  [{refusal.clause}]")


def _foretold(battle: Battle, record: dict[str, Any]) -> list[str]:
    """What an option promises and risks, in the words of the game."""
    from tacsim.api.battle import Forecast, TooManyError
    from tacsim.player.pointing import outlook

    world, intent = battle.rules.world, battle.intent(record)
    try:
        found = battle.forecast(intent)
    except TooManyError:
        return [_("too much can happen to foretell")]
    actor = intent.actor or ""
    if not isinstance(found, Forecast):
        return []
    return [*outlook.promises(world, actor, found), *outlook.risks(world, actor, found)]


def _priced(cost: dict[str, Any]) -> str:
    """What is spent, in words."""
    from tacsim.view.wording.words import RESOURCES, word

    spent = {word(RESOURCES, name): value for name, value in cost.items()}
    return _named(spent)


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
