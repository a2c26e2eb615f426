"""JSON Schemas of the files, for editors: made of the forms that the readers go by.

They say which keys there are and what values have which form, for each ruleset and kind of grid;
what only a reader can tell (whether a cell is on the map, a map in its folder) they admit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial

from tacsim.content.checks import any_ground
from tacsim.content.goals import GOALS, goal_form
from tacsim.content.items import ITEMS, item_form
from tacsim.content.kinds import kinds_form
from tacsim.content.lessons import STEPS as LESSON_STEPS
from tacsim.content.lessons import step_form as lesson_step
from tacsim.content.maps import Ground, map_schema
from tacsim.content.parties import member_form, party_form
from tacsim.content.roster import CREATURES, SIDES, creature_schema, side_schema
from tacsim.content.scenarios import SCENARIO, ground_of
from tacsim.content.scripts import STEPS, step_form
from tacsim.content.switches import Switches
from tacsim.grid.grids import TOPOLOGIES
from tacsim.i18n import N_, translate
from tacsim.rulesets import RULESETS, RulesetContent, content
from tacsim.rulesets.schema import (
    OTHERS,
    Coordinates,
    Each,
    Id,
    Json,
    Named,
    Schema,
    Table,
    Word,
    Words,
    unknown,
)
from tacsim.rulesets.variants import any_of, shared, told_by

DRAFT = "http://json-schema.org/draft-07/schema#"


def json_schema(kind: str, ruleset: str | None = None) -> Json:
    """The JSON Schema of the files of a kind of :data:`FILES`; ``ruleset``: as its rules have them.

    Errors: ValueError for an unknown kind or ruleset.

    >>> json_schema("map", "pool")["properties"]["topology"]
    {'enum': ['cube']}
    """
    for noun, word, known in (
        (N_("kind of file"), kind, tuple(FILES)), (N_("ruleset"), ruleset, (None, *RULESETS)),
    ):  # fmt: skip
        if word not in known:
            raise ValueError(unknown(translate(noun), str(word), [*filter(None, known)]))
    title = " ".join(("tacsim:", kind, *([ruleset] if ruleset else [])))
    return {"$schema": DRAFT, "title": title, **shared(FILES[kind](ruleset))}


def _of_maps(ruleset: str | None) -> Json:
    return _map(ground_of(content(ruleset)) if ruleset else any_ground())


def _map(ground: Ground) -> Json:
    """That of a map's table, by its kind of grid."""
    forms = {}
    for topology in sorted(ground.topologies, key=list(TOPOLOGIES).index):
        axes = TOPOLOGIES[topology].axes
        form = map_schema(ground, axes)
        flat = {key: one for key, one in form.fields.items() if key not in ("level", "levels")}
        forms[topology] = (form if axes == 3 else Table(flat, form.required)).described({})
    return told_by("topology", forms, "square")


def _by_ruleset(
    of: Callable[[RulesetContent], Json], default: str | None, ruleset: str | None
) -> Json:
    """That of tables which name their ruleset; ``default``: whose it is that names none."""
    if ruleset is not None:
        return of(content(ruleset))
    return told_by("ruleset", {name: of(content(name)) for name in RULESETS}, default)


def _words(rules: RulesetContent) -> Words:
    """The vocabularies of a ruleset; files may add creatures and weapons."""
    return {
        "kinds": (*rules.bestiary, OTHERS),
        "weapons": (*rules.weapons, OTHERS),
        "conditions": rules.conditions,
        "clauses": tuple(rules.clauses),
    }


def _scenario(rules: RulesetContent) -> Json:
    """That of the scenarios of a ruleset."""
    words = _words(rules)
    axes = TOPOLOGIES[rules.topologies[0]].axes
    fields: Mapping[str, Schema] = {
        "ruleset": Word(N_("ruleset"), (rules.id,)),
        "rules": Switches(rules),
        "side": Each(side_schema(axes, ""), most=SIDES),
        "creature": Each(creature_schema(rules, axes), most=CREATURES, least=1),
        "item": Each(item_form(axes, ""), most=ITEMS),
        "goal": Each(goal_form(axes, ""), most=GOALS),
        "bestiary": Named(Id(), rules.creature_schema),
        "weapon": Named(Id(), rules.weapon_schema),
        "kinds": Table({name: kinds_form(name) for name in RULESETS}),
        "step": Each(lesson_step(Coordinates(axes)), most=LESSON_STEPS),
    }
    whole = SCENARIO.with_fields(fields, *SCENARIO.required).described(words)
    steps = [step_form(grid, "", saved=False).described(words) for grid in rules.topologies]
    whole["properties"]["map"] = {"anyOf": [{"type": "string"}, _map(ground_of(rules))]}
    whole["properties"]["do"] = {
        "type": "array",
        "maxItems": STEPS,
        "items": steps[0] if len(steps) == 1 else {**any_of(steps), "anyOf": steps},
    }
    return whole


def _bestiary(rules: RulesetContent) -> Json:
    """That of the bestiaries of a ruleset, in which there may be weapons."""
    words = _words(rules)
    creature, weapon = (
        form.described(words) for form in (rules.creature_schema, rules.weapon_schema)
    )
    return {
        "type": "object",
        "properties": {"ruleset": {"enum": [rules.id]}},
        "additionalProperties": {
            **any_of((creature, weapon)),
            "if": {"type": "object", "required": ["hands"]},
            "then": weapon,
            "else": creature,
        },
    }


def _party(rules: RulesetContent) -> Json:
    """That of the parties of a ruleset."""
    kinds, weapons = (Named(Id(), form) for form in (rules.creature_schema, rules.weapon_schema))
    form = party_form(member_form(rules), kinds, weapons).described(_words(rules))
    form["properties"]["ruleset"] = {"enum": [rules.id]}
    return form


FILES: Mapping[str, Callable[[str | None], Json]] = {
    "map": _of_maps,
    "scenario": partial(_by_ruleset, _scenario, None),
    "bestiary": partial(_by_ruleset, _bestiary, next(iter(RULESETS))),
    "party": partial(_by_ruleset, _party, None),
}
"""The kinds of files that have a schema."""


def names() -> Iterable[tuple[str, str | None]]:
    """Every kind of file, for all rulesets and for each."""
    return [(kind, ruleset) for kind in FILES for ruleset in (None, *RULESETS)]
