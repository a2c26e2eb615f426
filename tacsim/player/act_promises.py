"""What the lines of the card of acts promise: of all at whom they may be aimed, the best."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from tacsim.i18n import _
from tacsim.player.act_lines import ActLine
from tacsim.player.chances import promises, warnings
from tacsim.player.planning import Planner
from tacsim.player.previews import Preview
from tacsim.rules.choices import Option
from tacsim.view import words


def promised(planner: Planner, line: ActLine, about: str | None = None) -> str:
    """What a line promises and risks; empty where that depends on where the cursor will be.

    ``about``: the creature at which it is aimed; without one, the best of those possible is named.
    """
    if line.refusal is not None:
        return ""
    world = planner.battle.world
    found = {_told(planner, one): one for one in _previews(planner, line, about)}
    found.pop("", None)
    if not found:
        return ""
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
    return able, prod(own), sum([*hurts, *(one.made * one.damage for one in preview.hits)])


def _previews(planner: Planner, line: ActLine, about: str | None) -> Iterator[Preview]:
    """The previews of a line: one for each at whom it may be aimed."""
    tool = line.tool
    if line.intent is not None:
        yield planner.judged(line.intent).with_forecast(planner.battle)
    elif tool is None:
        return
    elif tool.kind == "act":
        act = planner.named(tool.act)
        aims = act.at(*([about] if about else ())) if act is not None else {}
        for aim, found in aims.items():
            if isinstance(found, Option):
                yield planner.act(tool.act, *aim)
    else:
        foes = planner.targets if about is None else (about,)
        for foe in foes:
            if tool.kind == "close":
                yield planner.charge(foe, tool.mode or "", None, tool.about)
            elif tool.kind == "move" and planner.rushes(tool.mode or ""):
                yield planner.rush(foe, tool.mode or "")


__all__ = ["promised"]
