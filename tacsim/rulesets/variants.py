"""Tables whose keys follow from one of them, such as ``intent`` or ``kind``; as JSON Schemas too.

What an editor offers it reads off ``properties``, what it checks off ``allOf``: so the first is the
union of all variants, each as loose as can be, and the second has each of them as it is.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import reduce

import attrs

from tacsim.i18n import _
from tacsim.rulesets.schema import Json, Path, Problem, Table, Word, Words, said

_KEPT = ("type", "enum")
"""What a loose form keeps as it is."""


@attrs.frozen
class Variants:
    """A table that has one of several forms, by the word that stands at a key.

    ``noun``: what it is a word for, marked for translation.

    >>> step = Variants("intent", "intent", {"stand": Table({}), "wait": Table({})})
    >>> list(step.problems({"intent": "stant"}, {}))
    [(('intent',), 'unknown intent "stant"; did you mean "stand"?')]
    """

    key: str
    noun: str
    forms: Mapping[str, Table]

    def problems(self, value: object, words: Words, path: Path = ()) -> Iterator[Problem]:
        """No table, no word at the key or an unknown one, or what is wrong with its variant."""
        if not isinstance(value, Mapping):
            yield path, said(_("must be a table, not {value}"), value)
        elif self.key not in value:
            yield (*path, self.key), _("is missing")
        else:
            word = Word(self.noun, tuple(self.forms))
            wrong = list(word.problems(value[self.key], {}, (*path, self.key)))
            yield from wrong or self._form(value[self.key]).problems(value, words, path)

    def _form(self, name: str) -> Table:
        """One of the forms, with the key in it."""
        form = self.forms[name]
        return form.with_fields({self.key: Word(self.noun, (name,))}, *form.required)

    def described(self, words: Words) -> Json:
        """The form as a JSON Schema."""
        return told_by(self.key, {name: self._form(name).described(words) for name in self.forms})


def told_by(key: str, forms: Mapping[str, Json], default: str | None = None) -> Json:
    """The JSON Schema of tables that have one of several forms by the word at a key.

    ``default``: the word that counts where there is none.

    >>> told_by("a", {"x": {"type": "object"}})["allOf"]
    [{'if': {'properties': {'a': {'enum': ['x']}}, 'required': ['a']}, 'then': {'type': 'object'}}]
    """
    needed = {"required": [key]}
    either = any_of(forms.values())
    properties = {**either.get("properties", {}), key: {"enum": list(forms)}}
    branches = [
        {
            "if": {"properties": {key: {"enum": [name]}}, **({} if name == default else needed)},
            "then": form,
        }
        for name, form in forms.items()
    ]
    return {
        **either,
        **({} if default in forms else needed),
        "properties": properties,
        "allOf": branches,
    }


def any_of(forms: Iterable[Json]) -> Json:
    """A form that everything has that has one of these, and that names the same keys and words."""
    return reduce(_either, map(_loose, forms))


def _loose(form: Json) -> Json:
    """A form without what keeps tables and lists from having it."""
    loose: Json = {key: form[key] for key in _KEPT if key in form}
    if "properties" in form:
        loose["properties"] = {key: _loose(one) for key, one in form["properties"].items()}
    if form.get("additionalProperties"):
        loose["additionalProperties"] = _loose(form["additionalProperties"])
    if "items" in form:
        loose["items"] = _loose(form["items"])
    if "type" not in form and all(map(_loose, form.get("anyOf", ()))):
        loose |= {"anyOf": [_loose(one) for one in form["anyOf"]]} if "anyOf" in form else {}
    return loose


def _either(one: Json, other: Json) -> Json:
    """A loose form of what has one of two loose forms."""
    if one == other:
        return one
    kind = one.get("type")
    if kind == other.get("type") and kind in ("object", "array"):
        return {"type": kind, **_inside(one, other)}
    if not one or not other:
        return {}
    forms = [*one.get("anyOf", [one]), *other.get("anyOf", [other])]
    return {"anyOf": [form for at, form in enumerate(forms) if form not in forms[:at]]}


def _inside(one: Json, other: Json) -> Json:
    """What tables or lists may hold that have one of two loose forms."""
    found: Json = {}
    if "properties" in one or "properties" in other:
        mine, theirs = one.get("properties", {}), other.get("properties", {})
        found["properties"] = {
            key: _either(mine.get(key, theirs.get(key)), theirs.get(key, mine.get(key)))
            for key in (*mine, *theirs)
        }
    for key in ("additionalProperties", "items"):
        if key in one and key in other:
            found[key] = _either(one[key], other[key])
    return found


def shared(schema: Json) -> Json:
    """The same schema, long parts that occur more than once written once.

    >>> form = {"enum": ["w" * 99]}
    >>> shared({"properties": {"a": form, "b": form}})["properties"]
    {'a': {'$ref': '#/definitions/1'}, 'b': {'$ref': '#/definitions/1'}}
    """
    counts = Counter(map(_key, _parts(schema)))
    numbers: dict[str, str] = {}
    definitions: dict[str, Json] = {}

    def once(part: Json) -> Json:
        key = _key(part)
        if counts[key] < 2 or len(key) < LONG:
            return _rebuilt(part, once)
        if key not in numbers:
            numbers[key] = str(len(numbers) + 1)
            definitions[numbers[key]] = _rebuilt(part, once)
        return {"$ref": f"#/definitions/{numbers[key]}"}

    found = _rebuilt(schema, once)
    return {**found, "definitions": definitions} if definitions else found


LONG = 100
"""From how many characters on a part is written once."""


def _key(part: Json) -> str:
    return json.dumps(part, sort_keys=True)


def _parts(schema: Json) -> Iterator[Json]:
    """The schemas in a schema, and those in them."""
    found: list[Json] = []

    def noted(part: Json) -> Json:
        found.append(part)
        return part

    _rebuilt(schema, noted)
    for part in found:
        yield part
        yield from _parts(part)


def _rebuilt(schema: Json, make: Callable[[Json], Json]) -> Json:
    """A schema with something made of each that is directly in it."""
    found: Json = {}
    for key, value in schema.items():
        if key == "properties":
            found[key] = {name: make(one) for name, one in value.items()}
        elif key in ("anyOf", "oneOf", "allOf"):
            found[key] = [make(one) for one in value]
        elif isinstance(value, dict) and key != "dependencies":
            found[key] = make(value)
        else:
            found[key] = value
    return found
