"""Intents, events and components as plain data, there and back, and nothing else."""

from __future__ import annotations

import hashlib
import types
from typing import Any, Union, get_args, get_origin, get_type_hints

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacsim.core.agenda import Agenda, Trying
from tacsim.core.components import Speed, Weapon
from tacsim.core.events import EVENTS
from tacsim.core.intents import INTENTS
from tacsim.grid.cells import Body
from tacsim.storage.codec import (
    COMPONENTS,
    DEPTH,
    decode,
    encode,
    packer,
    plain_component,
    plain_event,
    plain_intent,
    read_component,
    read_event,
    read_intent,
)
from tacsim.storage.digest import component_hash
from tacsim.storage.earlier import completed
from tacsim.storage.errors import CodecError

WHOLE = st.integers(-(2**40), 2**40)
CELL = st.tuples(WHOLE, WHOLE)
PLACE = CELL | st.tuples(WHOLE, WHOLE, WHOLE)


def values(hint: Any) -> st.SearchStrategy[Any]:
    """Values of an annotated type."""
    simple = {
        int: WHOLE,
        str: st.text(max_size=8),
        bool: st.booleans(),
        float: st.floats(allow_nan=False),
        type(None): st.none(),
        Body: st.builds(Body, CELL, CELL),
    }
    if hint in simple:
        return simple[hint]
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return st.one_of(*map(values, arguments))
    if origin is frozenset:
        return st.frozensets(values(arguments[0]), max_size=3)
    if origin is tuple and arguments[-1] is Ellipsis:
        return st.lists(values(arguments[0]), max_size=3).map(tuple)
    if origin is tuple:
        return st.tuples(*map(values, arguments))
    return records(hint)


def records(cls: type[Any]) -> st.SearchStrategy[Any]:
    """Records of a class, each optional field left out or filled."""
    hints = get_type_hints(cls)
    fields = attrs.fields(cls)
    required = {f.name: values(hints[f.name]) for f in fields if f.default is attrs.NOTHING}
    optional = {f.name: values(hints[f.name]) for f in fields if f.default is not attrs.NOTHING}
    if cls is Trying:  # its numbers have names of their own, in order, and cells are cells
        optional |= dict.fromkeys(("origin", "toward", "by"), st.none() | PLACE)
        optional["facts"] = st.dictionaries(st.text(max_size=8), WHOLE).map(
            lambda facts: tuple(sorted(facts.items()))
        )
    return st.fixed_dictionaries(required, optional=optional).map(lambda kw: cls(**kw))


@given(st.sampled_from(sorted(INTENTS)).flatmap(lambda name: records(INTENTS[name])))
def test_every_intent_comes_back(intent: Any) -> None:
    assert read_intent(decode(encode(plain_intent(intent)))) == intent


@given(st.sampled_from(sorted(EVENTS)).flatmap(lambda name: records(EVENTS[name])))
def test_every_event_comes_back(event: Any) -> None:
    assert read_event(decode(encode(plain_event(event)))) == event


@given(
    st.sampled_from(sorted(COMPONENTS)).flatmap(lambda name: records(COMPONENTS[name])),
    st.none() | st.text(max_size=5),
)
def test_every_component_comes_back(component: Any, creature: str | None) -> None:
    plain = decode(encode(plain_component(creature, component)))
    assert read_component(plain) == (creature, component)


def test_the_cells_of_an_act_under_way_are_written_as_they_ever_were() -> None:
    """Format 2 has them among the numbers, by names, and in the order of these."""
    area = Trying("area", "a", "a", "begun", (("which", 1),), origin=(3, 4), toward=(5, 6, 7))
    push = Trying("bull_rush", "a", "b", "come", (("first", 1), ("left", 2)), by=(1, -1))
    plain = plain_component(None, Agenda((area, push)))
    _class, _creature, fields = plain
    assert [frame["facts"] for frame in fields["frames"]] == [
        [["origin x", 3], ["origin y", 4], ["toward x", 5], ["toward y", 6], ["toward z", 7],
         ["which", 1]],
        [["dx", 1], ["dy", -1], ["first", 1], ["left", 2]],
    ]  # fmt: skip
    assert not any({"origin", "toward", "by"} & frame.keys() for frame in fields["frames"])
    assert read_component(plain) == (None, Agenda((area, push)))
    numbers = (("origin x", 3), ("origin y", 4))
    was = ("Trying", "area", "a", "a", "", numbers, None, None)
    packed = packer(lambda _: None)((None, ("Agenda", (was,))))
    digest = hashlib.blake2b(packed, digest_size=16).digest()
    now = component_hash(None, Agenda((Trying("area", "a", "a", origin=(3, 4)),)))
    assert now == int.from_bytes(digest, "big")


@pytest.mark.parametrize(("older", "more"), [
    (["stepped", "a", {"clauses": ["pool.climb.free", "pool.space.climb"]}], {"manner": "climb"}),
    (["stepped", "a", {"clauses": ["pool.diag.vertical", "pool.space.fly"]}], {"manner": "fly"}),
    (["stepped", "a", {"clauses": ["pool.space.stairs"]}], {}),
    (["stepped", "a", {}], {}),
    (["spent", "a", {"counts": [["movement", 24]], "clauses": ["grid5e.dash"]}],
     {"gained": "dash"}),
    (["spent", "a", {"counts": [["action", 0]], "clauses": ["grid5e.dash"]}], {}),
    (["rolled", "a", {"purpose": "soak reroll"}], {"again": "soak"}),
    (["rolled", "a", {"purpose": "soak"}], {}),
    (["rolled", "a", {"purpose": 3}], {}),
    (["spent", "a", {"counts": 3, "clauses": [[]]}], {}),
    (["turn_ended", "a", {}], {}),
])  # fmt: skip
def test_an_older_event_says_in_fields_what_it_said_in_clauses(older: Any, more: Any) -> None:
    name, actor, fields = older
    assert completed(older) == [name, actor, fields | more]
    assert completed(completed(older)) == completed(older)


@pytest.mark.parametrize(
    "plain",
    [
        None,
        7,
        "move",
        [],
        ["move"],
        ["move", "a", {}, 1],
        ["leap", "a", {}],
        [b"move", "a", {}],
        ["move", 7, {}],
        ["move", None, {}],
        ["move", "a", []],
        ["move", "a", {"to": "ab"}],
        ["move", "a", {"to": [1.5, 2]}],
        ["move", "a", {"to": [True, 2]}],
        ["move", "a", {"to": {"x": 1}}],
        ["move", "a", {"path": [1, 2]}],
        ["move", "a", {"mode": "walk"}],  # a default is never written
        ["move", "a", {"mode": 3}],
        ["move", "a", {"speed": 3}],
        ["move", "a", {"actor": "b"}],
        ["strike", "a", {}],
        ["strike", "a", {"target": None}],
        ["__class__", "a", {}],
    ],
)
def test_anything_else_is_no_intent(plain: Any) -> None:
    with pytest.raises(CodecError):
        read_intent(plain)


@pytest.mark.parametrize(
    "plain",
    [
        ["undertaken", None, {"frame": {"frame": "Path", "actor": "a"}}],
        ["undertaken", None, {"frame": {"actor": "a"}}],
        ["undertaken", None, {"frame": 3}],
        ["concluded", None, {"frame": {}}],
        ["refused", "a", {"intent": "m", "reason": "r", "clause": "c", "details": [["x", 1.5]]}],
        ["move", "a", {}],
    ],
)
def test_anything_else_is_no_event(plain: Any) -> None:
    with pytest.raises(CodecError):
        read_event(plain)


def test_a_speed_reads_without_what_follows_from_the_rest_of_it() -> None:
    older = ["Speed", "ogre", {"base": 4, "laden": [[4, False], [4, False], [4, False]], "land": 4}]
    assert read_component(older) == ("ogre", Speed(4, base=4))


def test_a_component_needs_its_very_types() -> None:
    plain = plain_component("a", Weapon("club", "1d6"))
    with pytest.raises(CodecError):
        read_component(plain)  # a weapon is a part of one, no component itself
    with pytest.raises(CodecError):
        read_component(["HitPoints", "a", {"current": 1, "maximum": True}])


@given(st.binary(max_size=40))
def test_any_bytes_are_data_or_refused(data: bytes) -> None:
    try:
        plain = decode(data)
        read_intent(plain)
    except CodecError:
        pass


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xdd\xff\xff\xff\xff",  # a list of four thousand million entries
        b"\xdf\xff\xff\xff\xff",
        b"\xdb\xff\xff\xff\xff",
        b"\x91" * 5000,
        b"\x91" * (DEPTH + 1) + b"\x90",
        b"\xc7\x01\x05x",  # an extension type
        b"\x81\x01\x02",  # a key that is no text
        b"\x90\x90",  # two values
        b"\xa1\xff",  # text that is not UTF-8
    ],
)
def test_bytes_that_ask_for_too_much_or_are_odd_are_refused(data: bytes) -> None:
    with pytest.raises(CodecError) as error:
        decode(data)
    assert "\n" not in str(error.value)
