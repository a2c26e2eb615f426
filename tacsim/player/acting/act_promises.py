"""What the lines of the card of acts promise: of all at whom they may be aimed, the best."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

import attrs

from tacsim.grid.cells import Body
from tacsim.i18n import _
from tacsim.player.acting.act_lines import ActLine
from tacsim.player.pointing.chances import promises, warnings
from tacsim.player.pointing.measuring import area
from tacsim.player.pointing.planning import Planner
from tacsim.player.pointing.previews import Preview
from tacsim.player.pointing.tools import Tool
from tacsim.rules.choices import Option
from tacsim.view.wording import words
from tacsim.view.wording.acts import SLIP

AROUND = 8
"""Places that are looked at where a mode of movement has to be pointed."""


def promised(planner: Planner, line: ActLine, about: str | None = None) -> str:
    """What a line promises and risks; where that is nothing yet, that it depends on the place.

    ``about``: the creature at which it is aimed; without one, the best of those possible is named.
    """
    if line.refusal is not None:
        return ""
    world = planner.battle.world
    found = {_told(planner, one): one for one in _previews(planner, line, about)}
    nothing = found.pop("", None)
    if not found:
        kind = line.tool.kind if line.tool is not None else ""
        placed = nothing is not None and kind in ("move", "dart", "area")
        return _("depends on where you point") if placed else ""
    text, best = max(found.items(), key=lambda item: _worth(planner, item[1]))
    if about is not None or best.target is None:
        return text
    name = words.name_of(world, best.target)
    if len(found) > 1:
        return _("best at {name}: {promise}").format(name=name, promise=text)
    return text if line.name.endswith(best.target) else f"{name}: {text}"


def _told(planner: Planner, preview: Preview) -> str:
    world = planner.battle.world
    return "; ".join([*promises(preview, world), *warnings(preview, world)])


def _worth(planner: Planner, preview: Preview) -> tuple[bool, float, float]:
    """Whether its target could still act, how sure it is, then the damage to expect."""
    able = preview.target is None or planner.battle.able(planner.battle.world[preview.target])
    checks = (*preview.chances, *preview.movement_checks)
    own = (one.passed for one in checks if preview.intent and one.actor == preview.intent.actor)
    hurts = [one.made * one.damage for one in preview.attacks]
    hurts += [one.made * one.damage for one in preview.hits]
    hurts += [-one.damage if one.creature in preview.friends else one.damage
              for one in preview.caught]  # fmt: skip
    return able, prod(own), sum(hurts)


def _previews(planner: Planner, line: ActLine, about: str | None) -> Iterator[Preview]:
    """The previews of a line: one for each at whom it may be aimed."""
    tool = line.tool
    if line.intent is not None:
        yield planner.judged(line.intent).with_forecast(planner.battle)
    elif tool is None:
        return
    elif tool.kind == "put":
        yield planner.placing(tool, next(iter(planner.spots(tool))))
    elif tool.kind == "act":
        act = planner.named(tool.act)
        aims = act.at(*([about] if about else ())) if act is not None else {}
        for aim, found in aims.items():
            if isinstance(found, Option):
                yield planner.act(tool.act, *aim)
    elif tool.kind == "move" and not planner.rushes(tool.mode or ""):
        yield from _past_foes(planner, tool.mode or "")
    elif tool.kind != "template":
        for foe in planner.targets if about is None else (about,):
            yield _at_foe(planner, tool, foe)


def _at_foe(planner: Planner, tool: Tool, foe: str) -> Preview:
    """The preview of a charge, an overrun, an area or a strike on the way, with a foe in view.

    Of an attack on the way only the attack counts: the way is still to be chosen.
    """
    mode = tool.mode or ""
    if tool.kind == "close":
        return planner.charge(foe, mode, None, tool.about)
    if tool.kind == "area":
        return area(planner, mode, planner.battle.world[foe].at)
    if tool.kind == "move":
        return planner.rush(foe, mode)
    ends = planner.dart_range(mode, foe)
    found = planner.dart(planner.anchor(min(ends)), mode, foe) if ends else Preview()
    return attrs.evolve(found, risks=(), movement_checks=())


def _past_foes(planner: Planner, mode: str) -> Iterator[Preview]:
    """The previews of moving to the nearest places, empty where that leads past nobody.

    Nothing at all for a mode that does not lead past foes.
    """
    if not planner.battle.ruleset.modes[mode].contest:
        return
    body, metric = planner.battle.world[planner.actor].body, planner.battle.ruleset.metric
    places = {planner.anchor(cell, mode) for cell in planner.range_of(mode)} - {body.at}
    ranked = sorted(places, key=lambda at: (metric.distance(body, Body(at, body.extent)), at))
    for at in ranked[:AROUND]:
        found = planner.move(at, mode)
        yield found if any(one.what == SLIP for one in found.movement_checks) else Preview()
