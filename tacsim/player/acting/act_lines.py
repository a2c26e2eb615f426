"""The card of acts: what may be done beyond the plain keys, each with why it cannot be done now.

The acts are those of ``rules.choices``; their words and keys are in ``view.acts``. What each
promises is in ``act_promises``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import attrs

from tacsim.core.intents import Intent, aim_of
from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.i18n import _, known_as, translate
from tacsim.i18n.hangul import holds, keys_of
from tacsim.player.acting.unasked import after_whom
from tacsim.player.pointing import measuring
from tacsim.player.pointing.bids import costs_text
from tacsim.player.pointing.planning import Planner
from tacsim.player.pointing.selection import Selection
from tacsim.player.pointing.tools import Tool
from tacsim.rules.choices import ACT_CONCEPTS, Act, Barred, Option, refusal_of
from tacsim.view.wording import acts as said
from tacsim.view.wording import words

POINTLESS = (Reason.NO_TARGET, Reason.NOT_PRONE)
"""Reasons for which an act that takes no target gets no line at all."""

FREE = "123456789hjlpuxyzv"
"""Keys for lines without one of their own."""


@attrs.frozen
class ActLine:
    """A line of the card: a tool to take up, an intent to submit at once, or a manner to change.

    ``refusal``: why it cannot be done now; ``clause``: says what it does; ``after``: the creature
    after whose turn the intent's actor comes in again.
    """

    name: str
    text: str
    tool: Tool | None = None
    intent: Intent | None = None
    manner: str = ""
    refusal: Refused | None = None
    key: str = ""
    clause: str = ""
    after: str | None = None


def lines(selection: Selection) -> list[ActLine]:
    """The lines for the creature that acts, with their keys: first those that can be done now."""
    planner = selection.planner
    if planner is None:
        return []
    acts = [*_acts(planner, selection), *_areas(planner)]
    ways = _ways(planner, selection.at_cursor())
    return _ordered(planner, [*ways, *_ranked(acts), *_waits(planner)])


def lines_about(selection: Selection, creature: str) -> list[ActLine]:
    """The lines for what may be done to one creature, attacks among them; empty for nothing."""
    planner = selection.planner
    if planner is None:
        return []
    name, found = known_as(planner.battle.world[creature].name), []
    for act in planner.choices.acts:
        at = act.at(creature)
        text = words.capital(said.verb(act.key, [name]))
        if not said.said(act.key).whoever:
            text = said.line(act.key)
        if at:
            line = ActLine(act.key, text, _tool(act, creature), refusal=refusal_of(at.values()))
            found.append(line)
    return _ordered(planner, [*_ranked(found), *_charges(planner, creature)])


def found_by(wanted: str, found: Sequence[ActLine]) -> list[int]:
    """The places of the lines that fit what is typed: by their key, by words, by parts of words.

    The one of that key is the first, then come those that can be done now.
    """
    parts = wanted.casefold().split()
    fits: list[tuple[bool, int, int]] = []
    for at, line in enumerate(found):
        text = line.text.casefold()
        if all(holds(text, part) for part in parts):
            begun = all(f" {part}" in f" {text}" for part in parts)
            fits.append((line.refusal is not None, 1 if begun else 2, at))
        if line.key == keys_of(wanted.strip()) != "":
            fits.append((False, 0, at))
    return list(dict.fromkeys(at for _refused, _rank, at in sorted(fits)))


def _ranked(found: Iterable[ActLine]) -> list[ActLine]:
    """Lines of acts in the order of the card."""
    return sorted(found, key=lambda line: said.rank(line.name))


def _ordered(planner: Planner, found: list[ActLine]) -> list[ActLine]:
    """The lines with their keys, those that can be done now first."""
    return sorted(_keyed(planner, found), key=lambda line: line.refusal is not None)


def _charges(planner: Planner, foe: str) -> Iterator[ActLine]:
    """The moves that end in an attack on a foe, or in an act in its place."""
    if foe not in planner.targets:
        return
    for name, mode in planner.battle.ruleset.modes.items():
        going = words.capital(words.word(words.MODES, name))
        if mode.attack:
            refusal = planner.charge(foe, name).refusal
            yield ActLine(name, going, Tool("close", name), refusal=refusal)
        for act in mode.instead:
            text = _("{mode}, then {act}").format(mode=going, act=said.act_word(act))
            refusal = planner.charge(foe, name, None, act).refusal
            yield ActLine(f"{name} {act}", text, Tool("close", name, act), refusal=refusal)


def act_line(selection: Selection, *names: str) -> ActLine | None:
    """The line of the first of some acts that has one; None if none has."""
    planner = selection.planner
    if planner is None:
        return None
    for name in names:
        act = planner.named(name)
        if act is not None and (act.aimed or not _pointless(planner.refuses(act))):
            return _line(planner, act, selection.at_cursor())
    return None


def _keyed(planner: Planner, found: list[ActLine]) -> list[ActLine]:
    """The lines with a key each, no two alike, and with their clauses."""
    keys: dict[str, str] = {}
    for line in found:
        key = said.KEYS.get(line.name, "")
        if key and key not in keys.values():
            keys[line.name] = key
    free = iter([key for key in FREE if key not in keys.values()])
    return [
        attrs.evolve(
            line,
            key=keys.get(line.name) or next(free, ""),
            clause=_clause(planner, line),
        )
        for line in found
    ]


def _clause(planner: Planner, line: ActLine) -> str:
    """The clause that says what a line does."""
    rules, name = planner.battle.ruleset, line.name.split()[0]
    if line.tool is not None and line.tool.covers:
        wanted = line.tool.mode or ""
        shape = {area.name: area.shape for area in planner.areas}.get(wanted, wanted)
        return rules.areas.shapes[shape].clauses[-1]
    if name in rules.modes:
        return rules.modes[name].clause
    return rules.concepts.get(ACT_CONCEPTS.get(name, name), "")


def _ways(planner: Planner, pointed: str | None) -> Iterator[ActLine]:
    """The modes of movement, charges that end otherwise among them.

    What has no target is refused as for whom is ``pointed`` at.
    """
    foes = sorted(planner.targets, key=lambda foe: foe != pointed)
    for name, mode in planner.battle.ruleset.modes.items():
        if said.unbound(mode):
            tool = Tool("dart" if mode.midway else "move", name)
            refusal = planner.forbids(name)
            if refusal is None and planner.rushes(name):
                refusal = _why_no_rush(planner, name, foes)
            if not _pointless(refusal):
                yield ActLine(name, words.capital(words.word(words.MODES, name)), tool,
                           refusal=refusal)  # fmt: skip
    for name, mode in planner.battle.ruleset.modes.items():
        for act in mode.instead:
            text = _("{mode}, then {act}").format(
                mode=words.capital(words.word(words.MODES, name)), act=said.act_word(act)
            )
            tool = Tool("close", name, act)
            yield ActLine(f"{name} {act}", text, tool, refusal=_why_no_charge(planner, tool, foes))


def _pointless(refusal: Refused | None) -> bool:
    """Whether there is no target for it anywhere."""
    return refusal is not None and refusal.reason in POINTLESS


def _acts(planner: Planner, selection: Selection) -> Iterator[ActLine]:
    """The acts that have no plain key, and the manners in which acts may be done."""
    manners: dict[str, None] = {}
    for act in planner.choices.acts:
        manners.update(dict.fromkeys(act.manners))
        if act.key in said.PLAIN:
            continue
        line = _line(planner, act, selection.at_cursor())
        each = said.said(act.key).each
        if act.aimed and each:
            able = [one for one in act.aims.values() if isinstance(one, Option)]
            yield from (_each(planner, act, one, each) for one in able)
            if not able and act.aims:
                yield line
        elif act.aimed or not _pointless(line.refusal):
            yield line
    for manner in manners:
        kept = manner in selection.manners
        refusal = None if kept else planner.choices.manner(manner)
        yield ActLine(manner, said.manner_line(manner, kept=kept), manner=manner, refusal=refusal)


def _waits(planner: Planner) -> Iterator[ActLine]:
    """The acts that wait, until after the turn of each creature known, in the order of turns."""
    others = after_whom(planner.battle, planner.actor, planner.known)
    for act in planner.choices.unaimed:
        until, found = said.said(act.key).until, act.at_once
        if not until or not isinstance(found, Option):
            continue
        for other in others:
            text = translate(until).format(known_as(planner.battle.world[other].name))
            yield ActLine(f"{act.key} {other}", text, intent=found.intent, after=other)


def _line(planner: Planner, act: Act, pointed: str | None) -> ActLine:
    """The line of an act: a tool if it is aimed, else the intent itself."""
    text, refusal = said.line(act.key, aimed=act.aimed), planner.refuses(act, pointed)
    found = act.at_once
    if found is None:
        return ActLine(act.key, text, Tool("act", act.key), refusal=refusal)
    costs = costs_text(planner.battle.world, found) if isinstance(found, Option) else ""
    more = dict(found.brings).get("movement", 0) if isinstance(found, Option) else 0
    if more:
        far = words.cells_word(planner.battle.world, more // 2)
        text = _("{act}: {far} more").format(act=text, far=far)
    elif costs:
        text = _("{act}, for {price}").format(act=text, price=costs)
    name = act.key if f"{act.key} at once" not in said.ACTS else f"{act.key} at once"
    return ActLine(name, text, intent=found.intent, refusal=refusal)


def _each(planner: Planner, act: Act, one: Option, text: str) -> ActLine:
    """The line of an act aimed at one target: done from the card at once, or where it is said."""
    world, names = planner.battle.world, aim_of(one.intent)
    aim = [words.aim_name(world, name) for name in names if name is not None]
    name = " ".join((act.key, *aim))
    line = ActLine(name, translate(text).format(*aim), intent=one.intent)
    if names in act.places:
        line = attrs.evolve(line, tool=_tool(act, names[0]), intent=None)
    return line


def _tool(act: Act, target: str | None) -> Tool:
    """The tool by which an act is done to a target: one that says where, if that is to be said."""
    return Tool("put" if (target,) in act.places else "act", act.key,
                target if (target,) in act.places else None)  # fmt: skip


def _areas(planner: Planner) -> Iterator[ActLine]:
    """Attacks on areas, and a template to measure with."""
    for attack in planner.areas:
        text = (
            f"{words.capital(words.weapon_word(attack.name, planner.battle.world))}: "
            + measuring.area_text(planner.battle.world, attack.shape, attack.size)
        )
        found = planner.choices.judge(measuring.near(planner, attack))
        if isinstance(found, Barred):
            tool, refusal = Tool("area", attack.name), found.refusal
            yield ActLine(f"area {attack.name}", text, tool, refusal=refusal)
            continue
        costs = costs_text(planner.battle.world, found)
        text += f", {costs}" if costs else ""
        yield ActLine(f"area {attack.name}", text, Tool("area", attack.name))
    shapes = planner.battle.ruleset.areas.shapes
    if shapes:
        tool = Tool("template", next(iter(shapes)), size=4)
        yield ActLine("template", _("Measure an area"), tool)


def _why_no_rush(planner: Planner, mode: str, foes: Sequence[str]) -> Refused | None:
    """Why none of some foes can be gone straight through, as for the first; None where one can."""
    rushes = [planner.rush(foe, mode) for foe in foes]
    if any(rush.intent is not None for rush in rushes):
        return None
    nobody = refuse(Reason.NO_TARGET, planner.battle.ruleset.modes[mode].clause)
    return next((rush.refusal for rush in rushes if rush.refusal is not None), nobody)


def _why_no_charge(planner: Planner, tool: Tool, foes: Sequence[str]) -> Refused | None:
    """Why no move that ends in an attack on some foes is possible with a tool; None where one is.

    The refusal is that for the first of them.
    """
    refusals: list[Refused | None] = [planner.forbids(tool.mode or "")]
    if refusals[0] is None:
        charges = (planner.charge(foe, tool.mode or "", None, tool.about) for foe in foes)
        refusals = []
        for charge in charges:
            if charge.refusal is None:
                return None
            refusals.append(charge.refusal)
    nobody = refuse(Reason.NO_TARGET, planner.battle.ruleset.modes[tool.mode or ""].clause)
    return refusals[0] if refusals else nobody
