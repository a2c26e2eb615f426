"""The rulesets: their registry, and their data as read from their folders.

A ruleset is a folder with ``bestiary.toml``, ``weapons.toml``, ``sizes.toml``, ``effects.toml`` and
``clauses.toml``, whose package offers ``make(switches, topology)``, ``scale`` of the same,
``SWITCHES``, ``TOPOLOGIES`` and ``CITED``, and whose module ``creatures`` turns entries into
components. Folders and modules are opened when they are first asked for.
"""

from __future__ import annotations

import importlib
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from tacsim.i18n import _
from tacsim.rulesets.entries import Entries

if TYPE_CHECKING:
    from tacsim.core.clauses import Clause, Switch
    from tacsim.core.components import Component
    from tacsim.rules.effects.conditions import Effects
    from tacsim.rules.effects.feats import Feats
    from tacsim.rules.ruleset import Ruleset
    from tacsim.rules.scale import Scale
    from tacsim.rulesets.book import Book, Entry
    from tacsim.rulesets.schema import Problem, Table


@attrs.frozen
class Loader:
    """Where a ruleset lives: the package, and the folders of its data, its own first.

    ``kin``: the ruleset whose clauses complete its own.
    """

    package: str
    folders: tuple[Path, ...]
    kin: str | None = None

    def module(self, name: str = "") -> Any:
        """The package itself, or one of its modules, imported on first use."""
        return importlib.import_module(f"{self.package}.{name}" if name else self.package)

    def table(self, name: str) -> Mapping[str, Any]:
        """One of its TOML files, read once."""
        return _table(self._file(name))

    def text(self, name: str) -> str:
        """The text of one of them."""
        return self._file(name).read_text("utf-8")

    def _file(self, name: str) -> Path:
        """Its place: in the first folder that has it."""
        paths = [folder / f"{name}.toml" for folder in self.folders]
        return next((path for path in paths if path.is_file()), paths[0])

    @property
    def tables(self) -> tuple[str, ...]:
        """The names of its TOML files."""
        return tuple(sorted({path.stem for each in self.folders for path in each.glob("*.toml")}))


@cache
def _table(path: Path) -> Mapping[str, Any]:
    return tomllib.loads(path.read_text("utf-8"))


def _here(name: str, *families: str, kin: str | None = None) -> Loader:
    root = Path(__file__).parent
    return Loader(f"{__name__}.{name}", tuple(root / each for each in (name, *families)), kin)


RULESETS: Mapping[str, Loader] = {
    "d20": _here("d20", "family"),
    "grid5e": _here("grid5e", "fifth", "family"),
    "metric": _here("metric", "fifth", "family", kin="grid5e"),
    "pool": _here("pool"),
}
"""Every ruleset by its id."""


class RulesetContent:
    """The data of a ruleset, each part read when it is first asked for."""

    def __init__(self, ruleset: str, loader: Loader) -> None:
        self.id = ruleset
        self._loader = loader
        self._on: dict[str, Ruleset] = {}

    @cached_property
    def bestiary(self) -> Mapping[str, Entry]:
        """Creatures by kind."""
        return Entries(self._loader.text("bestiary"), lambda _kind, entry: entry)

    @cached_property
    def weapons(self) -> Mapping[str, Entry]:
        """Weapons by name."""
        return self._loader.table("weapons")

    @cached_property
    def sizes(self) -> Mapping[str, Entry]:
        """Sizes by name, the smallest first."""
        return self._loader.table("sizes")

    @cached_property
    def effects(self) -> Effects:
        """The conditions and what they do; clauses as its file names them."""
        from tacsim.rulesets.effects import read

        return read(self._loader.table("effects"))

    @cached_property
    def feats(self) -> Feats:
        """The feats and what they do; none where the ruleset has no file of them."""
        from tacsim.rulesets.effects import read_feats

        return read_feats(self._loader.table("feats") if "feats" in self._loader.tables else {})

    @cached_property
    def foundations(self) -> Mapping[str, Entry]:
        """The tables behind its creatures that no scenario can replace: sizes, races and so on."""
        own = {"bestiary", "weapons", "clauses"}
        return {name: self._loader.table(name) for name in self._loader.tables if name not in own}

    @cached_property
    def clauses(self) -> Mapping[str, Clause]:
        """The rules in words, by id; first its own, then those of its kin that complete them."""
        from tacsim.core.clauses import Clause

        texts = [self._loader.text("clauses")]
        if self.kin:
            texts.append(RULESETS[self.kin].text("clauses"))
        return Entries("\n".join(texts), lambda key, entry: Clause(id=key, **entry))

    @property
    def kin(self) -> str | None:
        """The ruleset that completes it, if there is one."""
        return self._loader.kin

    @cached_property
    def own_clauses(self) -> Mapping[str, Clause]:
        """The rules in words that are its own."""
        mine = f"{self.id}."
        return {key: self.clauses[key] for key in self.clauses if key.startswith(mine)}

    @cached_property
    def switches(self) -> tuple[Switch, ...]:
        """The options that a battle may set."""
        return tuple(self._loader.module().SWITCHES)

    @cached_property
    def presets(self) -> Mapping[str, Mapping[str, bool]]:
        """Switches that belong together, by the name of what they come from."""
        return getattr(self._loader.module(), "PRESETS", {})

    @cached_property
    def concepts(self) -> tuple[Mapping[str, str], ...]:
        """The clause behind each concept that shared code cites, for each kind of grid."""
        return tuple(self._loader.module().CITED.values())

    @cached_property
    def defaults(self) -> Ruleset:
        """The ruleset on its own kind of grid, with every switch as it comes."""
        return self.on(self.topologies[0])

    def on(self, topology: str) -> Ruleset:
        """The ruleset on a kind of grid, with every switch as it comes."""
        if topology not in self._on:
            self._on[topology] = load(self.id, topology=topology)
        return self._on[topology]

    def side(self, size: str) -> int:
        """The cells along a side of the space of a size; KeyError."""
        row = self.sizes[size]
        cells: int = row["cells"] if "cells" in row else row["squares"]
        return cells

    def scale(self, topology: str) -> Scale:
        """How it measures on a kind of grid, with every switch as it comes."""
        return self._loader.module().scale({}, topology)  # type: ignore[no-any-return]  # its own

    @property
    def conditions(self) -> frozenset[str]:
        """The states that a creature can be in."""
        return self.effects.conditions

    @property
    def skills(self) -> frozenset[str]:
        """The skills that a creature can have."""
        return self.book.skills

    @property
    def hardest(self) -> int:
        """The highest difficulty of a check in one of these."""
        return self.book.hardest

    @property
    def topologies(self) -> tuple[str, ...]:
        """The kinds of grid that it is played on, its own first."""
        return tuple(self._loader.module().TOPOLOGIES)

    @property
    def folders(self) -> tuple[str, ...]:
        """The names of the folders with its code and its data, its own first."""
        return tuple(folder.name for folder in self._loader.folders)

    @cached_property
    def book(self) -> Book:
        """How it reads the entries of creatures and weapons."""
        return self._loader.module("creatures").BOOK  # type: ignore[no-any-return]  # a constant

    @property
    def creature_schema(self) -> Table:
        """The form of an entry of its bestiary."""
        return self.book.creature_schema

    @property
    def weapon_schema(self) -> Table:
        """The form of an entry of its weapons."""
        return self.book.weapon_schema

    def merged(self, entry: Entry, changes: Entry) -> dict[str, Any]:
        """An entry with a scenario's changes worked in."""
        return self.book.merged(entry, changes)

    def misfits(self, entry: Entry) -> Iterator[Problem]:
        """What does not go together in a whole entry that has the form of the schema."""
        yield from self.book.misfits(entry, self.sizes)

    def attacks(self, entry: Entry) -> frozenset[str]:
        """The names of an entry's ways to attack."""
        return self.book.attacks(entry)

    def creature(
        self,
        entry: Entry,
        switches: Mapping[str, bool] | None = None,
        weapons: Mapping[str, Entry] | None = None,
        topology: str | None = None,
    ) -> tuple[Component, ...]:
        """The components of a creature with such an entry, all but its identity and place.

        ``weapons`` are known besides the ruleset's own; its space is one of a grid's, ``topology``.
        Errors: KeyError for an unknown word and ValueError for a number that is none, unless
        the entry has the form of the schema.
        """
        options = {switch.name: switch.default for switch in self.switches}
        options.update(switches or {})
        known = {**self.weapons, **(weapons or {})}
        from tacsim.grid.grids import TOPOLOGIES
        from tacsim.rulesets.book import Tables

        grid = TOPOLOGIES[topology or self.topologies[0]]
        tables = Tables(weapons=known, sizes=self.sizes, switches=options, topology=grid)
        return self.book.components(entry, tables)


@cache
def content(ruleset: str) -> RulesetContent:
    """The data of a ruleset; KeyError for an unknown id.

    >>> content("d20").bestiary["ogre"]["size"]
    'large'
    """
    return RulesetContent(ruleset, RULESETS[ruleset])


def load(
    ruleset: str, switches: Mapping[str, bool] | None = None, topology: str | None = None
) -> Ruleset:
    """A ruleset with its switches set, those not named as they come, for a kind of grid.

    Errors: KeyError for an unknown id, ValueError for an unknown switch or the wrong grid.
    """
    module = RULESETS[ruleset].module()
    options = {switch.name: switch.default for switch in module.SWITCHES}
    for name, value in (switches or {}).items():
        if name not in options:
            raise ValueError(
                _("{ruleset} has no switch {name}").format(ruleset=ruleset, name=repr(name))
            )
        options[name] = value
    grid = topology or module.TOPOLOGIES[0]
    if grid not in module.TOPOLOGIES:
        raise ValueError(
            _("{ruleset} is not played on {grid}").format(ruleset=ruleset, grid=repr(grid))
        )
    return module.make(options, grid)  # type: ignore[no-any-return]  # a ruleset package's make


def shared(make: Callable[[Mapping[str, bool], str], Ruleset]) -> Callable[..., Ruleset]:
    """Assemble a ruleset once for the same switches and grid: what it remembers serves all."""
    made: dict[object, Ruleset] = {}

    @wraps(make)
    def once(switches: Mapping[str, bool], *grid: str) -> Ruleset:
        key = (tuple(sorted(switches.items())), grid)
        if key not in made:
            made[key] = make(switches, *grid)
        return made[key]

    return once
