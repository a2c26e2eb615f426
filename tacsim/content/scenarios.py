"""Scenarios: reading a scenario file, with everything that it refers to."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from pathlib import Path as FilePath
from typing import Any

from tacsim.content.behaviour import behaviour_faults
from tacsim.content.documents import Document, read_document
from tacsim.content.faults import ContentError, Fault
from tacsim.content.gauntlet import GAUNTLET, read_gauntlet
from tacsim.content.goals import goal_faults, read_goals
from tacsim.content.items import item_faults, read_items
from tacsim.content.kinds import kinds_faults
from tacsim.content.lessons import Lesson, read_steps
from tacsim.content.library import document_near, kind_of, map_document
from tacsim.content.maps import Ground, read_map
from tacsim.content.placement import placement_faults
from tacsim.content.records import Combatant, Do, Scenario
from tacsim.content.roster import Lore, ids, read_creatures, read_lore, read_sides
from tacsim.content.scripts import read_script
from tacsim.content.switches import Switches
from tacsim.core.components import Identity, Offence
from tacsim.core.terrain import Battlefield
from tacsim.i18n import N_, _, translate
from tacsim.rulesets import RULESETS, RulesetContent, content, load
from tacsim.rulesets.schema import Anything, Each, Table, Text, Truth, Whole, Word, said

__all__ = ["Combatant", "Do", "Scenario", "bestiaries_of", "ground_of", "read_scenario",
           "scenario_from", "switches_of"]  # fmt: skip

MAX_ROUNDS = 1000

PARTS = (
    "map", "rules", "side", "creature", "item", "goal", "do", "bestiary", "weapon", "kinds", "step",
)  # fmt: skip
"""The tables of a scenario that have their own readers."""

SCENARIO = Table(
    {
        "format": Whole(1, 1),
        "name": Text(),
        "ruleset": Word(N_("ruleset"), tuple(RULESETS)),
        "seed": Whole(-(2**63), 2**63 - 1),
        "about": Text(4000, lines=True),
        "fog": Truth(),
        "max_rounds": Whole(1, MAX_ROUNDS),
        "lesson": Text(80),
        "bestiaries": Each(Text(200), most=20),
        "gauntlet": GAUNTLET,
        **{key: Anything() for key in PARTS},
    },
    frozenset({"ruleset", "map", "side", "creature"}),
)
"""The form of a scenario's top level."""


def read_scenario(path: FilePath | str) -> Scenario:
    """Read a scenario file; ContentError with all its faults when it has any, or is no scenario."""
    document = read_document(path)
    instead = _INSTEAD.get(kind_of(document.tables))
    if instead:
        message = translate(instead).format(file=FilePath(path).name)
        raise ContentError([document.fault((), message)])
    scenario, faults = scenario_from(document, FilePath(path).parent)
    if scenario is None:
        raise ContentError(faults)
    return scenario


_INSTEAD = {
    "map": N_(
        'is a map and no scenario: one with sides and creatures uses it by map = "{file}" '
        "(tacsim generate draws a whole battle)"
    ),
    "party": N_(
        "is a party and no scenario: tacsim generate draws a battle for it by --party {file}"
    ),
    "bestiary": N_('is a bestiary and no scenario: one uses it by bestiaries = ["{file}"]'),
}
"""What to do with a file of another kind."""


def scenario_from(
    document: Document, folder: FilePath | None = None, ground: Document | None = None
) -> tuple[Scenario | None, list[Fault]]:
    """The scenario of a document, or None, and all its faults.

    ``folder`` is where maps are looked for; without one the document holds everything itself, as
    :attr:`Scenario.source` does. ``ground``: the map file that it names, where that is not to be
    read from the folder.
    """
    faults = document.check(SCENARIO, {})
    ruleset = document.tables.get("ruleset")
    if not isinstance(ruleset, str) or ruleset not in RULESETS:
        return None, faults
    rules = content(ruleset)
    switches, more = switches_of(document, rules)
    faults += more
    where, field, ill = document, None, list[Fault]()
    if "map" in document.tables:
        where, field, ill = _map(document, ground_of(rules), folder, ground)
    topology = rules.topologies[0] if field is None else field.topology
    others, more = bestiaries_of(document, folder)
    faults += more
    lore, more = read_lore(document, rules, switches, topology, others)
    faults += more
    faults += kinds_faults(document, lore.kinds)
    faults += ill
    axes = 2 if field is None else field.axes
    between = rules.defaults.concepts.get("between", "")
    combatants, more = read_creatures(document, lore, axes, saved=folder is None)
    faults += more if "creature" in document.tables else []
    sides, more = read_sides(
        document, ids(document.tables.get("creature"), "side").values(), axes, between
    )
    faults += more if "side" in document.tables else []
    names = tuple(ids(document.tables.get("creature")).values())
    script, more = read_script(document, names, topology, saved=folder is None, between=between)
    faults += more
    goals, more = read_goals(document, [side.id for side in sides], names, axes, between)
    faults += more if sides else []
    items, more = read_items(document, names, axes, between)
    faults += more
    steps, more = read_steps(document, names, tuple(rules.clauses), axes)
    faults += more
    if field is not None:
        options = load(ruleset, switches, field.topology)
        faults += placement_faults(document, _unique(combatants), field, options)
        faults += item_faults(document, items, field)
        if not faults:
            faults += behaviour_faults(document, sides, combatants.values(), field, options)
        if goals and not faults:
            faults += goal_faults(document, goals, sides, combatants.values(), field, options)
    if faults or field is None:
        return None, faults
    table = document.tables
    return Scenario(
        name=table.get("name", FilePath(document.file).stem),
        ruleset=ruleset,
        seed=table.get("seed"),
        switches=switches,
        sides=sides,
        creatures=tuple(combatants.values()),
        field=field,
        script=script,
        about=table.get("about", "").strip(),
        fog=table.get("fog", False),
        max_rounds=table.get("max_rounds"),
        goals=tuple(goals.values()),
        items=tuple(items.values()),
        lesson=Lesson(_lesson(document), steps) if steps else None,
        gauntlet=read_gauntlet(table.get("gauntlet")),
        titles=lore.titles,
        source=_source(document, where, lore, combatants, script),
    ), []


def _lesson(document: Document) -> str:
    """By which name a lesson counts as done."""
    stem = "".join(filter(str.isprintable, FilePath(document.file).stem))[:80].strip()
    return str(document.tables.get("lesson", stem or "lesson"))


def ground_of(rules: RulesetContent) -> Ground:
    """What a ruleset makes of maps."""
    base = rules.defaults
    return Ground(rules.id, rules.topologies, base.units, rules.skills, rules.hardest)


def switches_of(document: Document, rules: RulesetContent) -> tuple[dict[str, bool], list[Fault]]:
    """The switches of a scenario, and what is wrong with them."""
    table, form = document.tables.get("rules", {}), Switches(rules)
    faults = document.faults(form.problems(table, {}, ("rules",)))
    return form.chosen({} if faults else table), faults


def _map(
    document: Document, ground: Ground, folder: FilePath | None, given: Document | None
) -> tuple[Document, Battlefield | None, list[Fault]]:
    """The document that holds the map's tables, the battlefield, and the faults of both."""
    name = document.tables["map"]
    if isinstance(name, Mapping):
        return document, *read_map(document, ground, ("map",))
    if not isinstance(name, str) or folder is None:
        message = said(_("must be a map file's name or a table, not {value}"), name)
        return document, None, [document.fault(("map",), message)]
    try:
        found = given or map_document(name, folder)
    except ValueError as error:
        return document, None, [document.fault(("map",), str(error))]
    except ContentError as error:
        return document, None, list(error.faults)
    return found, *read_map(found, ground)


def bestiaries_of(
    document: Document, folder: FilePath | None
) -> tuple[list[Document], list[Fault]]:
    """The bestiary files that a scenario names, and the faults of those that cannot be read."""
    names = document.tables.get("bestiaries", [])
    found: list[Document] = []
    faults: list[Fault] = []
    for index, name in enumerate(names if isinstance(names, list) and folder else ()):
        if not isinstance(name, str) or folder is None:
            continue
        missing = _("there is no bestiary {value} beside the scenario or in maps/")
        try:
            found.append(document_near(name, folder, missing))
        except ValueError as error:
            faults.append(document.fault(("bestiaries", index), str(error)))
        except ContentError as error:
            faults += error.faults
    return found, faults


def _unique(combatants: Mapping[int, Combatant]) -> dict[int, Combatant]:
    """Combatants without those whose id an earlier one has."""
    first: dict[str, int] = {}
    for index, one in combatants.items():
        first.setdefault(one.id, index)
    return {index: combatants[index] for index in first.values()}


def _source(
    document: Document,
    where: Document,
    lore: Lore,
    combatants: Mapping[int, Combatant],
    script: tuple[Do, ...],
) -> dict[str, Any]:
    """The document with everything that it refers to written into it."""
    table = document.tables
    inline = where is document
    kinds = sorted({one.kind for one in combatants.values()})
    weapons = sorted(
        {
            weapon.name
            for one in combatants.values()
            for weapon in one.get(Offence).weapons
            if not weapon.natural
        }
        | {name for kind in kinds for name in lore.kinds[kind].get("weapons", ())}
    )
    steps = zip(table.get("do", ()), script, strict=True)
    source = {
        **{key: value for key, value in table.items() if key != "bestiaries"},
        **({"lesson": _lesson(document)} if table.get("step") else {}),
        "format": 1,
        "name": table.get("name", FilePath(document.file).stem),
        "rules": lore.switches,
        "map": table["map"] if inline else where.tables,
        "bestiary": {kind: lore.kinds[kind] for kind in kinds},
        "weapon": {name: lore.weapons[name] for name in weapons},
        "do": [{**step, "line": do.line} for step, do in steps],
        "creature": [
            {**row, "name": one.get(Identity).name}
            for row, one in zip(table["creature"], combatants.values(), strict=True)
        ],
    }
    return copy.deepcopy(source)
