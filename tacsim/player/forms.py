"""Forms: what can be written about the parts of a battle that is being changed, field by field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import attrs

from tacsim.content.checks import any_ground
from tacsim.content.editing.manuscript import Manuscript
from tacsim.content.goals import goal_form
from tacsim.content.items import item_form
from tacsim.content.maps import MAX_LEVELS, map_schema
from tacsim.content.roster import creature_schema, side_schema
from tacsim.content.scenarios import SCENARIO, ground_of
from tacsim.core.components import Goal, Identity
from tacsim.core.terrain import MAX_SIDE
from tacsim.i18n import _, known_as, translate
from tacsim.player.fields import (
    OF_KEYS,
    as_table,
    choices,
    is_for_a_card,
    label,
    parsed,
    typed_text,
    value_text,
    value_word,
    wrong_with,
)
from tacsim.rulesets.schema import (
    Coordinates,
    Each,
    Path,
    Schema,
    Table,
    Text,
    Truth,
    Whole,
    Words,
)
from tacsim.view.wording.goals import asked
from tacsim.view.wording.words import weapon_word

CHOICE, SEVERAL, TYPED, LINES, CARD, CELLS = "choice", "several", "typed", "lines", "card", "cells"
"""How a field is filled in: one of some values, several of them, text, text of several lines, on a
card of its own, on the map."""

NAMING = ("side", "allies", "creature")
"""Keys whose values are ids, which are told by the names that they stand for."""


@attrs.frozen
class Field:
    """A field of a form: a key, and the form of its value.

    ``own``: the value in the file, None for none; ``usual``: the one that counts then.
    """

    form: Form
    key: str
    shape: Schema
    title: str
    own: object = None
    usual: object = None

    @property
    def how(self) -> str:
        """How it is filled in."""
        shape, value = self.shape, self.own if self.own is not None else self.usual
        if is_for_a_card(shape):
            return CARD
        if isinstance(shape, Each) and isinstance(shape.item, Coordinates):
            return CELLS
        if isinstance(shape, Each) and self.choices and _all_different(value):
            return SEVERAL
        if self.choices and not isinstance(shape, Each):
            return CHOICE
        return LINES if isinstance(shape, Text) and shape.lines else TYPED

    @property
    def path(self) -> Path:
        """Where its value stands."""
        return (*self.form.path, self.key)

    @property
    def choices(self) -> Sequence[object]:
        """The values that it may take, where they can be listed, by name if in no other order."""
        found = choices(self.key, self.shape, self.form.words)
        if isinstance(found, tuple):
            return found
        return sorted(found, key=lambda one: self.word(one).casefold())

    @property
    def text(self) -> str:
        """Its value in words; that of its kind where it has none of its own."""
        value = self.usual if self.own is None else self.own
        if value and self.key in (*NAMING, *self.form.called):
            return ", ".join(map(self.word, value if isinstance(value, list) else [value]))
        return "" if value is None else value_text(self.key, value, self.shape)

    def word(self, value: object) -> str:
        """One of its choices in words."""
        if self.key in NAMING:
            return self.form.names.get(str(value), str(value))
        called = self.form.called.get(self.key, {})
        return called.get(str(value)) or value_word(self.key, value)

    @property
    def typed(self) -> str:
        """Its value as it is typed."""
        return typed_text(self.usual if self.own is None else self.own, self.shape)

    def wrong(self, text: str) -> str:
        """Why it cannot have a value that was typed; empty if it can, and for nothing typed."""
        return wrong_with(text, self.shape, self.form.words) if text.strip() else ""

    def take_typed(self, text: str) -> bool:
        """Give it the value that was typed; none for nothing."""
        return self.take(parsed(text, self.shape) if text.strip() else None)

    def take(self, value: object) -> bool:
        """Give it a value; None takes its own away."""
        one = self.form.manuscript
        if self.key == "id" and len(self.form.path) == 2 and isinstance(value, str):
            key, at = self.form.path
            return one.rename(str(key), int(at), value)
        return one.assign(self.path, value, of_map=self.form.of_map)

    def inside(self) -> Form:
        """The form of its value, which has fields of its own."""
        usual = self.usual if isinstance(self.usual, Mapping) else {}
        form = self.form
        shape = as_table(self.shape)
        named = {key: value_word(self.key, key) for key in shape.fields if self.key in OF_KEYS}
        return attrs.evolve(
            form, title=self.title, path=self.path, shape=shape, usual=usual, first=(),
            titles=named,
        )  # fmt: skip


def _all_different(value: object) -> bool:
    return not isinstance(value, list) or len(set(map(str, value))) == len(value)


@attrs.frozen
class Form:
    """A table of a file as a form.

    ``usual``: what holds where the file says nothing; ``first``: the keys that come first;
    ``hidden``: those that are not shown; ``titles``: what fields are called that go by other names
    than their keys'; ``names``: those of sides and creatures, by id; ``called``: those of the
    values of some keys.
    """

    manuscript: Manuscript
    title: str
    path: Path
    shape: Table
    words: Words = attrs.field(factory=dict)
    usual: Mapping[str, Any] = attrs.field(factory=dict)
    first: Sequence[str] = ()
    hidden: Sequence[str] = ()
    of_map: bool = False
    titles: Mapping[str, str] = attrs.field(factory=dict)
    names: Mapping[str, str] = attrs.field(factory=dict)
    called: Mapping[str, Mapping[str, str]] = attrs.field(factory=dict)

    def fields(self) -> list[Field]:
        """Its fields, with what they hold now."""
        table = self.manuscript.table(self.path, of_map=self.of_map)
        own = table if isinstance(table, Mapping) else {}
        shapes = self.shape.fields
        keys = [*(key for key in self.first if key in shapes),
                *(key for key in shapes if key not in self.first)]  # fmt: skip
        return [
            Field(self, key, shapes[key], self.titles.get(key) or label(key), own.get(key),
                  self.usual.get(key))
            for key in keys if key not in self.hidden
        ]  # fmt: skip


def _axes(one: Manuscript) -> int:
    return one.read.field.axes if one.read.field is not None else 2


def _between(one: Manuscript) -> str:
    return one.read.rules.defaults.concepts.get("between", "")


def _words(one: Manuscript) -> Words:
    """The vocabularies of the battle: kinds, weapons, conditions, sides, creatures."""
    ids = [str(table.get("id")) for table in one.table(("creature",)) or ()]
    sides = [side.id for side in one.read.sides]
    return {**one.read.lore.words(sides), "sides": tuple(sides), "creatures": tuple(ids)}


def names_of(one: Manuscript) -> dict[str, str]:
    """The names of sides and of the creatures that can be read, by id."""
    creatures = {each.id: known_as(each.get(Identity).name) for each in one.read.creatures.values()}
    return {**creatures, **{side.id: known_as(side.name) for side in one.read.sides}}


def kinds_of(one: Manuscript) -> dict[str, str]:
    """The names of the kinds of creatures that can be read, by id."""
    return {key: known_as(str(it["name"])) for key, it in one.read.lore.kinds.items() if it}


def weapons_of(one: Manuscript) -> dict[str, str]:
    """The names of the battle's own weapons, by id, where these are not the ids in words."""
    return {key: weapon_word(title) for key, title in one.read.lore.titles.items()}


CREATURE = (
    "name", "side", "kind", "hp", "wounds", "weapons", "conditions", "behaviour", "at",
    "initiative", "size", "shape", "space", "reach", "speed", "id",
)  # fmt: skip
"""What is changed of creatures most."""


def creature_form(one: Manuscript, at: int) -> Form:
    """The form of a creature, by its place in the file."""
    table = one.table(("creature", at))
    kind = one.read.lore.kinds.get(str(table.get("kind")), {})
    shape = creature_schema(one.read.rules, _axes(one))
    named = table.get("name") or names_of(one).get(str(table.get("id"))) or table.get("id")
    title = known_as(str(named))
    words = dict(_words(one))
    words["attacks"] = words["weapons"]
    return Form(
        one, title, ("creature", at), shape, words, kind, CREATURE, names=names_of(one),
        called={"kind": kinds_of(one), "weapons": weapons_of(one)},
    )  # fmt: skip


def side_form(one: Manuscript, at: int) -> Form:
    """The form of a side, by its place in the file."""
    table = one.table(("side", at))
    shape = side_schema(_axes(one), _between(one))
    title = known_as(str(table.get("name") or table.get("id")))
    usual = {"name": table.get("id"), "controller": "human"}
    first = "name", "controller", "allies", "behaviour", "role", "id"
    return Form(one, title, ("side", at), shape, _words(one), usual, first, names=names_of(one))


def goal_forms(one: Manuscript) -> Mapping[str, Table]:
    """The forms of goals, by their kind."""
    return goal_form(_axes(one), _between(one)).forms


def goal_form_of(one: Manuscript, at: int) -> Form:
    """The form of a goal, by its place in the file."""
    kind = str(one.table(("goal", at)).get("kind"))
    shape = goal_forms(one).get(kind, Table({}))
    title = value_word("kind", kind)
    return Form(one, title, ("goal", at), shape, _words(one), names=names_of(one))


def goal_text(one: Manuscript, at: int) -> str:
    """What a side has to do, by the goal's place in the file."""
    table, names, field = one.table(("goal", at)), names_of(one), one.read.field
    kind, cells = str(table.get("kind")), one.table(("goal", at, "cells"))
    form = goal_forms(one).get(kind, Table({}))
    if any(
        True for _fault in form.problems({k: table[k] for k in table if k != "kind"}, _words(one))
    ):
        return value_word("kind", kind)
    goal = Goal(table["side"], kind, tuple(map(tuple, cells or ())), table.get("creature"),
                table.get("rounds", 0))  # fmt: skip
    told = asked(goal, names.get(table.get("creature", ""), ""), field)
    return _("{side}: {goal}").format(side=names.get(goal.side, goal.side), goal=told)


def new_goal(one: Manuscript, kind: str, cell: Sequence[int]) -> dict[str, Any]:
    """The table of a goal of a kind, for the first side: at a cell, or of the first enemy."""
    side = next((side.id for side in one.read.sides), "")
    foes = [str(table.get("id")) for table in one.table(("creature",)) or ()
            if table.get("side") != side]  # fmt: skip
    of = {"side": side, "cells": [list(cell)], "rounds": 5, "creature": (foes or [""])[0]}
    return {"kind": kind, **{key: of[key] for key in of if key in goal_forms(one)[kind].required}}


def item_form_of(one: Manuscript, at: int) -> Form:
    """The form of a thing that lies on the map."""
    table = one.table(("item", at))
    usual = {"name": str(table.get("id")).replace("_", " ")}
    shape = item_form(_axes(one), _between(one))
    first = "name", "weight", "at", "id"
    title = known_as(str(table.get("name") or table.get("id")))
    return Form(one, title, ("item", at), shape, {}, usual, first)


def map_part_form(one: Manuscript, key: str, at: int) -> Form:
    """The form of a lamp or label of the map."""
    each = _map_shape(one).fields[key]
    assert isinstance(each, Each)
    assert isinstance(each.item, Table)
    titles = {"lamp": _("A lamp"), "label": _("A label")}
    return Form(one, titles[key], (key, at), each.item, of_map=True)


def _map_shape(one: Manuscript) -> Table:
    ground = any_ground() if one.read.is_map else ground_of(one.read.rules)
    return map_schema(ground, _axes(one))


def battle_form(one: Manuscript) -> Form:
    """The form of a battle as a whole; of a map by itself, that of the map."""
    if one.read.is_map:
        return map_form(one)
    keys = "name", "ruleset", "seed", "fog", "about", "max_rounds", "bestiaries"
    shape = Table({key: SCENARIO.fields[key] for key in keys})
    return Form(one, _("The battle"), (), shape, usual={"fog": False}, first=keys)


def map_form(one: Manuscript) -> Form:
    """The form of the map: its name and light."""
    fields = _map_shape(one).fields
    shape = Table({key: fields[key] for key in ("name", "light")})
    usual = {"light": "bright"}
    return Form(one, _("The map"), (), shape, usual=usual, of_map=True)


def switches_form(one: Manuscript) -> Form:
    """The form of the switches of the rules."""
    switches = one.read.rules.switches
    shape = Table({switch.name: Truth() for switch in switches})
    usual = {switch.name: switch.default for switch in switches}
    titles = {switch.name: translate(switch.title) for switch in switches}
    return Form(one, _("Rules that can be switched"), ("rules",), shape, usual=usual, titles=titles)


@attrs.frozen
class Measure:
    """A number of columns, rows or levels of the map, as a field that is typed."""

    manuscript: Manuscript
    key: str

    @property
    def now(self) -> int:
        """How many there are."""
        size = (*self.manuscript.read.field.size, 1) if self.manuscript.read.field else (1, 1, 1)
        return size[("width", "height", "levels").index(self.key)]

    def wrong(self, text: str) -> str:
        """Why it cannot be so many."""
        return wrong_with(text, Whole(1, MAX_LEVELS if self.key == "levels" else MAX_SIDE), {})

    def take_typed(self, text: str) -> bool:
        """Give the map so many; what lies beyond is cut off."""
        one, count = self.manuscript, int(text)
        if self.key == "levels":
            return one.raise_to(count)
        width, height = (Measure(one, key).now for key in ("width", "height"))
        return one.resize(*((count, height) if self.key == "width" else (width, count)))


def measures(one: Manuscript) -> list[Measure]:
    """The measures of the map."""
    return list(map(partial(Measure, one), ("width", "height", "levels")[: _axes(one)]))


def kinds_of_goals(one: Manuscript) -> Sequence[str]:
    """The kinds of goals that there are."""
    return tuple(goal_forms(one))
