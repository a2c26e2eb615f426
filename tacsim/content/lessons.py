"""Lessons: the steps ``[[step]]`` of a scenario that teaches, and what each waits for.

``docs/lessons.md`` says how one is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from string import Formatter
from typing import Any

import attrs

from tacsim.content.documents import Document
from tacsim.content.faults import Fault
from tacsim.core.events import EVENTS
from tacsim.grid.cells import Cell
from tacsim.i18n import N_, _
from tacsim.rulesets.schema import (
    Anything,
    Coordinates,
    Each,
    Json,
    Path,
    Problem,
    Schema,
    Table,
    Text,
    Truth,
    Whole,
    Word,
    Words,
    said,
)
from tacsim.rulesets.variants import any_of, told_by

STEPS = 40
"""The most steps of a lesson."""

KEYS = (
    "acts", "aid", "answers", "back", "charge", "commit", "dash", "deny_flank", "disengage",
    "dodge", "elevation", "end_turn", "farther", "five_foot_step", "full_attack", "help", "larger",
    "leave", "level_above", "level_below", "log", "look", "nearer", "next", "options", "panels",
    "pause", "previous", "recap", "resize", "run", "skip_step", "smaller", "stand", "strike",
    "total_defense", "undo", "walking", "weapon", "why", "withdraw", "zoom",
)  # fmt: skip
"""What keys do in a battle: the fields of a text that stand for them, and what may be asked for."""
LINES = (
    "bull_rush", "coup_de_grace", "escape", "grapple", "overrun", "shove", "trip", "tumble",
)  # fmt: skip
"""Lines of the card of acts: fields of a text that stand for their keys there."""
ASKED = (*KEYS, "catch_up")
"""What may be asked for, and waited for."""
KINDS = ("event", "asks", "points", "stands", "turn", "answers")
"""What a step may wait for."""
ASKED_IN_LINES = ("acts", "undo", "why")
"""What of it may be asked for in the plain game too."""


@attrs.frozen
class Sign:
    """Something that a step waits for, one of these.

    ``event``: an event of this name whose fields have these values and which cites the ``clause``,
    if one is named; ``asks``: something asked for, of one of the creatures and cells ``about`` if
    there are any; ``points``: a creature or a cell pointed at, in the turn of ``actor`` if one is
    named; ``stands``: the creature ``actor`` stands on one of the cells when a choice comes, a
    large one with its upper left corner; ``turn``: it is the turn of this creature, and a person
    chooses; ``answers``: the creature ``actor`` answers "always" or "never" without being asked.
    """

    event: str = ""
    fields: tuple[tuple[str, Any], ...] = ()
    clause: str = ""
    asks: str = ""
    about: tuple[str | Cell, ...] = ()
    points: tuple[str | Cell, ...] = ()
    stands: tuple[Cell, ...] = ()
    actor: str = ""
    turn: str = ""
    answers: str = ""

    @property
    def needs(self) -> tuple[str, ...]:
        """The creatures without which it cannot come about."""
        named = (str(value) for key, value in self.fields if key in _CREATURES)
        return tuple(filter(None, (*named, self.actor, self.turn)))

    @property
    def of_screen(self) -> bool:
        """Whether only a screen can show it."""
        return bool(self.points) or (self.asks != "" and self.asks not in ASKED_IN_LINES)


@attrs.frozen
class Otherwise:
    """What is said where something else is done than a step is about."""

    when: Sign
    say: str
    clauses: tuple[str, ...] = ()


@attrs.frozen
class Step:
    """A step of a lesson: what is said, with keys in a text of its own, until something is done.

    ``plain``: said in the place of the keys where one plays line by line; ``marks``: the cells and
    creatures that it speaks of; ``then``: said once it is done; ``early``: whether it counts as
    well where it was done before its turn; ``clauses``: the rules that it teaches.
    """

    say: str
    how: str = ""
    plain: str = ""
    then: str = ""
    done: tuple[Sign, ...] = ()
    marks: tuple[str | Cell, ...] = ()
    early: bool = False
    clauses: tuple[str, ...] = ()
    otherwise: tuple[Otherwise, ...] = ()


@attrs.frozen
class Lesson:
    """What a scenario teaches; ``id``: its name, else that of its file, by which it is ticked."""

    id: str
    steps: tuple[Step, ...]


@attrs.frozen
class Said:
    """Text in which names in braces stand for keys."""

    most: int

    def problems(self, value: object, words: Words, path: Path = ()) -> Iterator[Problem]:
        """No text, or names in braces that stand for no key."""
        wrong = list(Text(self.most).problems(value, words, path))
        yield from wrong
        if wrong:
            return
        try:
            names = [name for _text, name, _spec, _how in Formatter().parse(str(value))]
        except ValueError:
            yield path, _("has a brace without its other one")
            return
        for name in names:
            if name is not None:
                yield from Word(N_("key"), (*KEYS, *LINES)).problems(name, words, path)

    def described(self, words: Words) -> Json:
        """The form as a JSON Schema."""
        return Text(self.most).described(words)


@attrs.frozen
class Spots:
    """A list of creatures and cells."""

    cell: Coordinates

    def problems(self, value: object, words: Words, path: Path = ()) -> Iterator[Problem]:
        """What is neither."""
        if not isinstance(value, list | tuple):
            yield (
                path,
                said(_("must be a list of creatures and cells, not {value}"), value),
            )
            return
        for index, item in enumerate(value):
            schema: Schema = _CREATURE if isinstance(item, str) else self.cell
            yield from schema.problems(item, words, (*path, index))

    def described(self, words: Words) -> Json:
        """The form as a JSON Schema."""
        return Each(_CREATURE).described(words) | {
            "items": {"anyOf": [_CREATURE.described(words), self.cell.described(words)]}
        }


_CREATURE = Word(N_("creature"), of="creatures")
_CREATURES = ("actor", "target", "by", "against", "about")
"""Fields of events that name a creature."""


def read_steps(
    document: Document, creatures: tuple[str, ...], clauses: tuple[str, ...], axes: int
) -> tuple[tuple[Step, ...], list[Fault]]:
    """The steps of a scenario, none where it is no lesson, and what is wrong with them."""
    tables = document.tables.get("step", [])
    words = {"creatures": creatures, "clauses": clauses}
    cell = Coordinates(axes)
    form = Each(step_form(cell), most=STEPS)
    faults = document.faults(form.problems(tables, words, ("step",)))
    if faults:
        return (), faults
    return tuple(map(_step, tables)), []


def step_form(cell: Coordinates) -> Table:
    """The form of a step."""
    sign = _Sign(cell)
    clauses = Each(Word(N_("clause"), of="clauses"), most=10)
    other: dict[str, Schema] = {"when": sign, "say": Said(160), "clauses": clauses}
    otherwise = Table(other, frozenset({"when", "say"}))
    return Table(
        {
            "say": Said(200),
            "how": Said(160),
            "plain": Said(160),
            "then": Said(160),
            "done": Each(sign, most=10, least=1),
            "marks": Spots(cell),
            "early": Truth(),
            "clauses": clauses,
            "otherwise": Each(otherwise, most=10),
        },
        frozenset({"say", "done"}),
    )


@attrs.frozen
class _Sign:
    """The form of something that is waited for."""

    cell: Coordinates

    def problems(self, value: object, words: Words, path: Path = ()) -> Iterator[Problem]:
        if not isinstance(value, Mapping):
            yield path, said(_("must be a table, not {value}"), value)
            return
        kinds = [key for key in KINDS if key in value]
        if len(kinds) != 1:
            yield path, _("must have one of {kinds}").format(kinds=", ".join(KINDS))
            return
        yield from self._form(kinds[0], value.get("event")).problems(value, words, path)

    def described(self, words: Words) -> Json:
        """The form as a JSON Schema: that of one of the kinds, an event's by its name."""
        forms = {kind: self._form(kind, None).described(words) for kind in KINDS[1:]}
        events = {name: self._form("event", name).described(words) for name in EVENTS}
        forms["event"] = told_by("event", events)
        return any_of(forms.values()) | {
            "oneOf": [{"required": [kind]} for kind in KINDS],
            "allOf": [{"if": {"required": [kind]}, "then": forms[kind]} for kind in KINDS],
        }

    def _form(self, kind: str, event: object) -> Table:
        if kind == "asks":
            return Table({kind: Word(N_("request"), ASKED), "about": Spots(self.cell)})
        if kind == "turn":
            return Table({kind: _CREATURE})
        if kind == "points":
            return Table({kind: Spots(self.cell), "actor": _CREATURE})
        if kind == "answers":
            given = Word(N_("answer"), ("always", "never"))
            return Table({kind: given, "actor": _CREATURE}, frozenset({"actor"}))
        if kind == "stands":
            form: dict[str, Schema] = {kind: Each(self.cell, most=100, least=1), "actor": _CREATURE}
            return Table(form, frozenset({"actor"}))
        fields = self._fields(event)
        fields |= {"event": Word(N_("event"), EVENTS), "clause": Word(N_("clause"), of="clauses")}
        return Table(fields)

    def _fields(self, event: object) -> dict[str, Schema]:
        """The fields of an event that can be waited for."""
        if not isinstance(event, str) or event not in EVENTS:
            return {}
        forms: dict[str, Schema] = {
            "bool": Truth(), "int": Whole(-9999, 9999), "Cell": self.cell, "str": Text(40),
            "str | None": Text(40), "tuple[Cell, ...]": Anything(),
        }  # fmt: skip
        kind, found = EVENTS[event], {}
        for field in attrs.fields(kind):
            name = field.metadata.get("key", field.name)
            form = forms.get(kind.__annotations__[field.name])  # a text; a field's type may not be
            if form is not None:
                found[name] = _CREATURE if name in _CREATURES else form
        return found


def _step(table: Mapping[str, Any]) -> Step:
    otherwise = (
        Otherwise(_sign(one["when"]), one["say"], tuple(one.get("clauses", ())))
        for one in table.get("otherwise", ())
    )
    return Step(
        say=table["say"],
        how=table.get("how", ""),
        plain=table.get("plain", ""),
        then=table.get("then", ""),
        done=tuple(map(_sign, table["done"])),
        marks=tuple(map(_spot, table.get("marks", ()))),
        early=table.get("early", False),
        clauses=tuple(table.get("clauses", ())),
        otherwise=tuple(otherwise),
    )


def _spot(value: Any) -> str | Cell:
    return value if isinstance(value, str) else tuple(value)


def _sign(table: Mapping[str, Any]) -> Sign:
    own = {*KINDS, "clause"}
    actor = table.get("actor", "")
    if "asks" in table:
        return Sign(asks=table["asks"], about=tuple(map(_spot, table.get("about", ()))))
    if "stands" in table:
        return Sign(stands=tuple(map(tuple, table["stands"])), actor=actor)
    if "points" in table:
        return Sign(points=tuple(map(_spot, table["points"])), actor=actor)
    if "answers" in table:
        return Sign(answers=table["answers"], actor=actor)
    fields = ((key, _frozen(value)) for key, value in table.items() if key not in own)
    return Sign(
        event=table.get("event", ""),
        fields=tuple(fields),
        clause=table.get("clause", ""),
        turn=table.get("turn", ""),
    )


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
