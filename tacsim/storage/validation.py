"""Validation: whether what a save says can be true of its own battle.

The codec checks types. This module checks that creatures and sides that are named take part in the
battle, that places are on its map, that texts can be printed, and that fields which
hold certain words hold one of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

import attrs

from tacsim.core.components import Goal, Goals, Identity, Outcome, Sides
from tacsim.core.events import GoalHeld, GoalMet
from tacsim.core.world import State
from tacsim.grid.cells import Body
from tacsim.i18n import _
from tacsim.storage.errors import CodecError

_ONE = frozenset(
    (
        "actor",
        "creature",
        "target",
        "by",
        "against",
        "about",
        "provoker",
        "active",
        "last",
        "to",
        "giver",
    )
)
"""Fields that name a creature, where they hold a text."""

_MANY = frozenset(("targets", "foes", "order", "entered", "actors", "ids"))
"""Fields that name creatures."""

_CELLS = frozenset(("src", "dst", "cell", "at"))
"""Fields that name a cell."""

_BESIDE = frozenset(("Identity", "Sides", "Goals", "Outcome", "Traits", "Offence", "Size", "Areas"))
"""Components that name no creature."""

_FAR = 16
"""The most cells of a body along an axis."""


def check_record(record: Any, creatures: Collection[str], size: tuple[int, ...]) -> None:
    """Look an event, a component or a frame over; CodecError names what cannot be.

    ``size``: the cells of the map along each axis, x first.

    >>> from tacsim.core.events import TurnEnded
    >>> check_record(TurnEnded("ogre"), {"ogre"}, (9, 9))
    """
    for name, value in _fields(record):
        if name in _ONE and isinstance(value, str):
            _named(value, creatures)
        elif name in _MANY and isinstance(value, tuple):
            for one in value:
                _named(one, creatures)
        elif name in _CELLS and value is not None:
            _on_map(value, size)
        elif name == "extent":
            _inside(Body(record.dst, value), size)
        elif name in ("cells", "holds"):
            for cell in value:
                _on_map(cell, size)
        else:
            _check_parts(value, creatures, size)


def check_goal(event: Any, goals: Sequence[Goal]) -> None:
    """Look over an event of a goal; CodecError where the battle has no such goal."""
    if isinstance(event, GoalHeld | GoalMet):
        if not 0 <= event.goal < len(goals) or goals[event.goal].side != event.side:
            raise CodecError(_("it tells of a goal that nobody has"))
        if isinstance(event, GoalHeld) and not 0 <= event.rounds <= goals[event.goal].rounds:
            raise CodecError(_("it tells of rounds that nobody counts"))


def check_winner(record: Any, sides: Collection[str]) -> None:
    """Look over who wins, where a record says so; CodecError for an unknown side."""
    winner = getattr(record, "winner", None)
    if winner is not None and winner not in sides:
        raise CodecError(_("its winner is no side of the battle"))


def check_state(
    state: State,
    like: State,
    creatures: Collection[str],
    size: tuple[int, ...],
) -> None:
    """Look a state over; ``like``: one of the same battle, that lacks nothing. CodecError."""
    if any(not table.keys() <= state.get(kind, {}).keys() for kind, table in like.items()):
        raise CodecError(_("a component is missing"))
    for kind, table in state.items():
        for creature, component in table.items():
            if creature is not None:
                _named(creature, creatures)
            if kind.__name__ not in _BESIDE:
                check_record(component, creatures, size)
            else:
                _check_texts(component)
    _check_sides(state, like)


def _check_sides(state: State, like: State) -> None:
    """Nobody changes sides, and there are no others: whatever is asked of a side finds it."""
    for creature, identity in like[Identity].items():
        if state[Identity][creature].side != identity.side:
            raise CodecError(_('it puts "{creature}" on another side').format(creature=creature))
    sides = _allied(state[Sides][None])
    if sides != _allied(like[Sides][None]):
        raise CodecError(_("its sides are not those of the battle"))
    check_winner(state[Outcome][None], [side for side, _allies in sides])
    now, first = (tuple(map(_asked, _goals(of))) for of in (state, like))
    if now != first or not all(0 <= goal.held <= goal.rounds for goal in _goals(state)):
        raise CodecError(_("its goals are not those of the battle"))


def _goals(state: State) -> tuple[Goal, ...]:
    found: Goals | None = state.get(Goals, {}).get(None)
    return found.items if found is not None else ()


def _asked(goal: Goal) -> Goal:
    """A goal as it is before anything is done for it."""
    return attrs.evolve(goal, held=0, met=False)


def _allied(sides: Sides) -> list[tuple[str, tuple[str, ...]]]:
    return [(side.id, tuple(side.allies)) for side in sides.items]


def _fields(record: Any) -> list[tuple[str, Any]]:
    """The fields of a record; CodecError where one that holds certain words holds another."""
    found = []
    for field in _declared(type(record)):
        value = getattr(record, field.name)
        if "words" in field.metadata and value not in field.metadata["words"]:
            _printable(value)
            words = _('it has "{value}" for {field}, which is none')
            raise CodecError(words.format(value=value, field=field.name))
        found.append((field.name, value))
    return found


def _declared(kind: type[Any]) -> Iterable[Any]:
    found = _DECLARED.get(kind)
    if found is None:
        found = _DECLARED[kind] = attrs.fields(kind)
    return found


_DECLARED: dict[type[Any], Iterable[Any]] = {}


def _check_parts(value: Any, creatures: Collection[str], size: tuple[int, ...]) -> None:
    """Look into what a field holds: texts, bodies, records, and tuples of them."""
    if isinstance(value, str):
        _printable(value)
    elif isinstance(value, Body):
        _inside(value, size)
    elif isinstance(value, tuple | frozenset):
        for part in value:
            if not isinstance(part, _PLAIN):
                _check_parts(part, creatures, size)
    elif attrs.has(type(value)):
        check_record(value, creatures, size)


_PLAIN = (int, float, type(None))


def _check_texts(value: Any) -> None:
    """Look at the texts alone, wherever they are."""
    if isinstance(value, str):
        _printable(value)
    elif isinstance(value, tuple | frozenset):
        for part in value:
            _check_texts(part)
    elif attrs.has(type(value)):
        for _name, part in _fields(value):
            _check_texts(part)


def _printable(text: str) -> None:
    if not text.isprintable():
        raise CodecError(_("it holds characters that cannot be printed"))


def _named(name: Any, creatures: Collection[str]) -> None:
    if name not in creatures:
        raise CodecError(_('it names "{name}", who is not there').format(name=name))


def _on_map(cell: Any, size: tuple[int, ...]) -> None:
    if len(cell) != len(size) or not all(0 <= n < most for n, most in zip(cell, size, strict=True)):
        raise CodecError(
            _("it names the cell {cell}, which is not on the map").format(cell=list(cell)[:4])
        )


def _inside(body: Body, size: tuple[int, ...]) -> None:
    hexes = len(size) == 2 and len(body.extent) == 1
    if len(body.at) != len(size) or not (hexes or len(body.extent) == len(size)):
        raise CodecError(_("it names a body of other axes than the map's"))
    if not all(1 <= n <= _FAR for n in body.extent):
        raise CodecError(_("it names a body that covers nothing, or too much"))
    for cell in (body.at, *body.cells):
        _on_map(cell, size)
