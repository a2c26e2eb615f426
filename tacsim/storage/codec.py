"""Codec: intents, events and components as plain data for msgpack, and strictly back.

Intents, events and components become triples ``[name, creature, rest]``: the name of the intent or
event (of a component its class), whose it is (nil for the battle), and its other fields that differ
from their defaults, by name. Reading accepts exactly what writing makes and nothing else; it runs
no code and makes no classes but those listed here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from functools import cache
from typing import Any, TypeVar, get_args

import attrs
import msgpack  # type: ignore[import-untyped]  # it ships no types

from tacsim.core.agenda import Agenda, Frame, Trying
from tacsim.core.components import AttacksLeft, Bonus, Bonuses, ChargeTargets, Component
from tacsim.core.events import EVENTS, BonusGained, BonusLost, Event, Prepared
from tacsim.core.intents import INTENTS, NAMES, Intent
from tacsim.core.world import State, differences
from tacsim.grid.cells import Body, Cell
from tacsim.i18n import N_, _, translate
from tacsim.storage.errors import CodecError

T = TypeVar("T")

_SAVED_AS: Mapping[type[Any], str] = {
    AttacksLeft: "Flurry", Bonus: "Boon", Bonuses: "Boons", ChargeTargets: "Impetus",
}  # fmt: skip
_FIELDS_AS: Mapping[type[Any], Mapping[str, str]] = {
    AttacksLeft: {"attacks": "blows"},
    Prepared: {"attacks": "blows"},
    BonusGained: {"bonus": "boon"},
    BonusLost: {"bonus": "boon"},
}
"""The names of the format, where records and fields are called otherwise now."""
_GONE: Mapping[str, tuple[str, ...]] = {"Speed": ("laden",)}
"""Fields that components had, and that follow from others now."""


def saved_name(kind: type[Any]) -> str:
    """The name by which saves and digests know a kind of record."""
    return _SAVED_AS.get(kind, kind.__name__)


COMPONENTS: Mapping[str, type[Any]] = {
    saved_name(cls): cls for cls in (*get_args(Component), Agenda)
}
"""Components by the names that saves have."""

DEPTH = 24
"""How deeply plain data may be nested."""

LENGTH = 10_000
"""The most entries of one list or table of plain data."""

_FRAMES = frozenset(get_args(Frame))
"""Records of which several kinds stand in one place, so that each says of which kind it is."""
_FRAME = "frame"
"""As what it says so."""


def _exactly(kind: type[Any]) -> Any:
    def structure(value: object, _kind: Any) -> Any:
        if type(value) is not kind:
            raise TypeError(
                _("{value} for {kind}").format(value=type(value).__name__, kind=kind.__name__)
            )
        return value

    return structure


@cache
def _reader() -> Callable[[Any, Any], Any]:
    """What makes records of a kind of plain data, or raises TypeError, ValueError and the like."""
    from cattrs.errors import ForbiddenExtraKeysError
    from cattrs.gen import make_dict_structure_fn, override
    from cattrs.preconf.msgpack import make_converter
    from cattrs.strategies import configure_tagged_union

    converter = make_converter(forbid_extra_keys=True, detailed_validation=False)
    for kind in (int, str, bool):
        converter.register_structure_hook(kind, _exactly(kind))
    converter.register_structure_hook(float, _number)
    converter.register_structure_hook(Body, _body)
    for cls, names in _FIELDS_AS.items():
        renamed: Any = {field: override(rename=name) for field, name in names.items()}
        converter.register_structure_hook(
            cls, make_dict_structure_fn(cls, converter, _cattrs_forbid_extra_keys=True, **renamed)
        )
    read = make_dict_structure_fn(Trying, converter, _cattrs_forbid_extra_keys=True)
    converter.register_structure_hook(Trying, lambda value, _: _as_played(read(value, Trying)))
    configure_tagged_union(Frame, converter, tag_name=_FRAME)

    def structure(plain: Any, kind: Any) -> Any:
        try:
            return converter.structure(plain, kind)
        except ForbiddenExtraKeysError as error:
            raise ValueError(str(error)) from None

    return structure


_REFUSED = (TypeError, ValueError, KeyError, AttributeError, IndexError)
"""What is raised by data of another form."""


_ORIGIN, _TOWARD = (tuple(f"{name} {axis}" for axis in "xyz") for name in ("origin", "toward"))
_BY = ("dx", "dy", "dz")
"""The names by which the cells of an act under way are written among its numbers."""


def as_saved(frame: Trying) -> Trying:
    """An act under way as saves and digests have it, with its cells among its numbers."""
    places = ((_ORIGIN, frame.origin), (_TOWARD, frame.toward), (_BY, frame.by))
    numbers: dict[str, int] = {}
    for names, cell in places:
        numbers |= zip(names, cell or (), strict=False)
    if not numbers:
        return frame
    facts = tuple(sorted((dict(frame.facts) | numbers).items()))
    return attrs.evolve(frame, facts=facts, origin=None, toward=None, by=None)


def _as_played(frame: Trying) -> Trying:
    """An act as it is played, out of what saves have."""
    facts = dict(frame.facts)

    def cell(names: tuple[str, ...]) -> Cell | None:
        return tuple(facts.pop(name) for name in names if name in facts) or None

    origin, toward, by = (cell(names) for names in (_ORIGIN, _TOWARD, _BY))
    if len(facts) == len(frame.facts):
        return frame
    return attrs.evolve(frame, facts=tuple(facts.items()), origin=origin, toward=toward, by=by)


def _body(value: Any, _kind: Any) -> Body:
    at, extent = value
    if any(type(n) is not int for n in (*at, *extent)):
        raise TypeError(_("a cell that is no whole numbers"))
    return Body(tuple(at), tuple(extent))


def _number(value: object, _kind: Any) -> float | int:
    """A float field may hold a whole number; it stays one, so that digests agree."""
    if type(value) not in (float, int):
        raise TypeError(_("{value} for a number").format(value=type(value).__name__))
    return value  # type: ignore[return-value]  # an int or float by now


# --- bytes -----------------------------------------------------------------------------------


def packer(default: Callable[[Any], Any]) -> Callable[[Any], bytes]:
    """A function that packs plain data, and what ``default`` makes plain."""
    pack: Callable[[Any], bytes] = msgpack.Packer(default=default, use_bin_type=True).pack
    return pack


def encode(plain: Any) -> bytes:
    """Plain data as msgpack."""
    packed: bytes = msgpack.packb(plain, use_bin_type=True)
    return packed


def decode(data: bytes) -> Any:
    """The plain data of msgpack bytes, bounded in depth and in the length of its parts.

    Errors: CodecError.

    >>> decode(encode(["move", "ogre", {"to": [3, 4]}]))
    ['move', 'ogre', {'to': [3, 4]}]
    """
    try:
        plain = msgpack.unpackb(
            data,
            raw=False,
            strict_map_key=True,
            max_array_len=min(LENGTH, len(data)),
            max_map_len=min(LENGTH, len(data)),
            max_ext_len=0,
        )
    except (ValueError, TypeError, RecursionError, msgpack.UnpackException) as error:
        raise CodecError(
            _("no msgpack: {error}").format(error=error or type(error).__name__)
        ) from None
    _check_depth(plain)
    return plain


def _check_depth(plain: Any) -> None:
    level = [plain]
    for _level in range(DEPTH):
        below: list[Any] = []
        for value in level:
            if isinstance(value, dict):
                below += value.values()
            elif isinstance(value, list):
                below += value
        if not below:
            return
        level = below
    raise CodecError(_("it is nested too deeply"))


# --- records ---------------------------------------------------------------------------------


def plain_intent(intent: Intent) -> list[Any]:
    """An intent as plain data.

    >>> from tacsim.core.intents import Move
    >>> plain_intent(Move("ogre", to=(3, 4)))
    ['move', 'ogre', {'to': [3, 4]}]
    """
    return _with_actor(NAMES[type(intent)], intent)


def read_intent(plain: Any) -> Intent:
    """The intent of plain data; CodecError for anything else.

    >>> read_intent(["stand", "ogre", {}])
    Stand(actor='ogre')
    """
    name, actor, fields = _triple(plain)
    if "actor" in fields:
        raise CodecError(_("no intent: it names its actor twice"))
    cls = INTENTS.get(name)
    needed = cls is not None and attrs.fields_dict(cls)["actor"].default is attrs.NOTHING
    if actor is not None or needed:
        fields = {"actor": actor, **fields}
    intent: Intent = _structured(INTENTS, N_("intent"), name, fields)
    return intent


def plain_event(event: Event) -> list[Any]:
    """An event as plain data, bookkeeping included."""
    return _with_actor(event.NAME, event)


def read_event(plain: Any) -> Event:
    """The event of plain data, of the right types, however it was written; CodecError.

    >>> read_event(["turn_ended", "ogre", {"clauses": []}])
    TurnEnded(actor='ogre', clauses=())
    """
    name, actor, fields = _triple(plain)
    cls = EVENTS.get(name)
    if cls is None:
        raise CodecError(_('unknown event "{name}"').format(name=name))
    try:
        event: Event = _reader()({"actor": actor, **fields}, cls)
    except _REFUSED as error:
        raise CodecError(_('no event "{name}": {error}').format(name=name, error=error)) from None
    return event


def plain_component(creature: str | None, component: Any) -> list[Any]:
    """A component of a creature, or of the battle for None, as plain data."""
    return [saved_name(type(component)), creature, plain_record(component)]


def plain_changes(state: State, opening: State, creatures: Iterable[str]) -> list[list[Any]]:
    """The components of a state that differ from another's, as plain data, in a fixed order."""
    return [
        plain_component(creature, state[kind][creature])
        for creature, kind in differences(state, opening, creatures)
    ]


def read_component(plain: Any) -> tuple[str | None, Any]:
    """Whose component it is, and the component; CodecError for anything else."""
    name, creature, fields = _triple(plain)
    kept = {key: value for key, value in fields.items() if key not in _GONE.get(name, ())}
    return creature, _structured(COMPONENTS, N_("component"), name, kept)


def plain_record(value: Any) -> dict[str, Any]:
    """A record of plain fields as a table, all fields that differ from their defaults."""
    found: dict[str, Any] = {}
    kind: Any = type(value)
    for name, saved, default in _fields(kind):
        part = getattr(value, name)
        if part != default:
            found[saved] = _plain(part)
    return found


def read_record(plain: Any, cls: type[T]) -> T:
    """The record of a table; CodecError for anything else."""
    if not isinstance(plain, dict):
        raise CodecError(_("no {kind}: it is no table").format(kind=cls.__name__.lower()))
    try:
        return _reader()(plain, cls)  # type: ignore[no-any-return]  # a record of cls
    except _REFUSED as error:
        raise CodecError(
            _("no {kind}: {error}").format(kind=cls.__name__.lower(), error=error)
        ) from None


@cache
def _fields(kind: type[Any]) -> tuple[tuple[str, str, Any], ...]:
    """The fields of a kind of record: their names, those in the format, and their defaults."""
    names = _FIELDS_AS.get(kind, {})
    found = []
    for field in attrs.fields(kind):
        default = field.default
        if isinstance(default, attrs.Factory):  # type: ignore[arg-type]  # it is a class
            default = default.factory()
        found.append((field.name, names.get(field.name, field.name), default))
    return tuple(found)


def _plain(value: Any) -> Any:
    """Plain data of a part of a record: lists, as msgpack reads them back, tables and values."""
    if value is None or type(value) in (str, int, bool, float):
        return value
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, frozenset):
        value = sorted(value)
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if not attrs.has(type(value)):
        return value
    if isinstance(value, Trying):
        value = as_saved(value)
    found = plain_record(value)
    if type(value) in _FRAMES:
        found[_FRAME] = type(value).__name__
    return found


def _with_actor(name: str, value: Any) -> list[Any]:
    fields = plain_record(value)
    return [name, fields.pop("actor", None), fields]


def _triple(plain: Any) -> tuple[str, str | None, dict[str, Any]]:
    if (
        not isinstance(plain, list)
        or len(plain) != 3
        or not isinstance(plain[0], str)
        or not isinstance(plain[1], str | None)
        or not isinstance(plain[2], dict)
    ):
        raise CodecError(_("not of the form [name, creature, fields]"))
    return plain[0], plain[1], plain[2]


def _structured(
    kinds: Mapping[str, type[Any]], noun: str, name: str, fields: dict[str, Any]
) -> Any:
    """The record, once it is sure that writing it gives the same data again."""
    cls = kinds.get(name)
    if cls is None:
        raise CodecError(_('unknown {noun} "{name}"').format(noun=translate(noun), name=name))
    try:
        written = encode(sorted(fields.items()))
        value = _reader()(fields, cls)
        same = encode(sorted(plain_record(value).items())) == written
    except _REFUSED as error:
        raise CodecError(
            _('no {noun} "{name}": {error}').format(noun=translate(noun), name=name, error=error)
        ) from None
    if not same:
        raise CodecError(
            _('no {noun} "{name}": it does not read as it was written').format(
                noun=translate(noun), name=name
            )
        )
    return value
