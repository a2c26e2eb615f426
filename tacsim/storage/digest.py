"""Digest: a number that stands for the whole state of a battle.

Each component is hashed by itself (128-bit BLAKE2b of the msgpack array of its creature, its name
and its fields); the digest is the sum of these hashes modulo 2**128. So it depends on no order, and
a change costs one hash.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from operator import attrgetter
from typing import Any

import attrs

from tacsim.core.agenda import Trying
from tacsim.core.world import State, Table, World
from tacsim.storage.codec import as_saved, packer, saved_name

SIZE = 16
"""Bytes of a digest."""

KEPT = 8
"""Bytes of it that a save keeps of each step: enough to see a difference, and half the room."""

_MODULUS = 1 << (8 * SIZE)


_GETTERS: dict[type[Any], Callable[[Any], tuple[Any, ...]]] = {}


def _getter(kind: type[Any]) -> Callable[[Any], tuple[Any, ...]]:
    """What reads the fields of a kind of record, made once."""
    if kind not in _GETTERS:
        names = [field.name for field in attrs.fields(kind) if not field.metadata.get("apart")]
        if len(names) == 1:
            _GETTERS[kind] = lambda value: (getattr(value, names[0]),)
        else:
            _GETTERS[kind] = attrgetter(*names)
    return _GETTERS[kind]


def _parts(value: Any) -> Any:
    """What msgpack does not know by itself: records as their fields, sets in order."""
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, Trying):
        value = as_saved(value)
    return (saved_name(type(value)), *_getter(type(value))(value))


_pack = packer(_parts)


def component_hash(creature: str | None, component: Any) -> int:
    """The hash of one component of a creature, or of the battle for None."""
    packed = _pack((creature, component))
    return int.from_bytes(hashlib.blake2b(packed, digest_size=SIZE).digest(), "big")


class StateDigest:
    """The digest of a world, kept up to date as the world changes.

    >>> from tacsim.core.components import HitPoints, Sides
    >>> from tacsim.core.terrain import make_battlefield
    >>> world = World(make_battlefield("..."), Sides(()))
    >>> digest = StateDigest(world)
    >>> before = digest.value
    >>> world.put("a", HitPoints(3, 4))
    >>> after = digest.value
    >>> before != after, StateDigest(world).value == after
    (True, True)
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self._seen: State = {}
        self._sum = 0

    @property
    def value(self) -> bytes:
        """The digest of the state as it is now."""
        tables = self._world.state
        for kind in tables.keys() | self._seen.keys():
            old, new = self._seen.get(kind, {}), tables.get(kind, {})
            if old is not new:
                self._sum += _sum(new, old) - _sum(old, new)
        self._seen = tables
        self._sum %= _MODULUS
        return self._sum.to_bytes(SIZE, "big")

    @property
    def kept(self) -> bytes:
        """The part of the digest that a save keeps."""
        return self.value[:KEPT]


def _sum(table: Table, other: Table) -> int:
    """The sum of the hashes of what a table has and another has not."""
    return sum(
        component_hash(creature, component)
        for creature, component in table.items()
        if other.get(creature) is not component
    )
