"""Digest: a number that stands for the whole state of a battle.

Each component is hashed by itself (128-bit BLAKE2b of the msgpack array of its creature, its name
and its fields); the digest is the sum of these hashes modulo 2**128. So it depends on no order, and
a change costs one hash.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache
from operator import attrgetter
from typing import Any

import attrs
import msgpack

from tacsim.model.world import Change, World

SIZE = 16
"""Bytes of a digest."""

_MODULUS = 1 << (8 * SIZE)


@lru_cache(maxsize=None)
def _getter(kind: type[Any]) -> Callable[[Any], Any]:
    names = [field.name for field in attrs.fields(kind)]
    if len(names) == 1:
        return lambda value: (getattr(value, names[0]),)
    return attrgetter(*names) if names else lambda value: ()


def _parts(value: Any) -> Any:
    """What msgpack does not know by itself: records as their fields, sets in order."""
    if isinstance(value, frozenset):
        return sorted(value)
    return (type(value).__name__, *_getter(type(value))(value))


_pack = msgpack.Packer(default=_parts, use_bin_type=True).pack


def component_hash(creature: str | None, component: Any) -> int:
    """The hash of one component of a creature, or of the battle for None."""
    packed = _pack((creature, component))
    return int.from_bytes(hashlib.blake2b(packed, digest_size=SIZE).digest(), "big")


class StateDigest:
    """The digest of a world, kept up to date as the world changes.

    >>> from tacsim.model.components import HitPoints, Sides
    >>> from tacsim.model.terrain import make_battlefield
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
        self._hashes: dict[tuple[str | None, type[Any]], int] = {}
        self._sum = 0
        self._changed: set[tuple[str | None, type[Any]]] = set()
        for creature in (None, *world.ids):
            entity = world.registry[None] if creature is None else world[creature].entity
            self._changed.update(
                (creature, kind) for kind in entity.components if isinstance(kind, type)
            )
        world.listeners.append(self._note)

    def close(self) -> None:
        """Follow the world no longer."""
        self._world.listeners.remove(self._note)

    @property
    def value(self) -> bytes:
        """The digest of the state as it is now."""
        hashes, world = self._hashes, self._world
        for key in self._changed:
            fresh = component_hash(key[0], world.get(*key))
            self._sum += fresh - hashes.get(key, 0)
            hashes[key] = fresh
        self._changed.clear()
        self._sum %= _MODULUS
        return self._sum.to_bytes(SIZE, "big")

    def _note(self, change: Change) -> None:
        self._changed.add(change[:2])
