"""Drafts: a battle from a seed, as it can still be changed before it is written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from math import inf
from random import Random
from textwrap import fill
from typing import Any

import attrs

from tacsim.content.generate.kinds import KINDS, Kind, kinds_of
from tacsim.content.generate.naming import named
from tacsim.content.generate.placing import Wanting, place
from tacsim.content.generate.sides import (
    CROWD,
    HALF,
    Family,
    Group,
    Recruit,
    drawn_foes,
    drawn_party,
    fitting,
    groups,
    shoots,
    worth,
)
from tacsim.content.generate.sketch import FOES, HEROES, Sketch, Task, blank
from tacsim.content.generate.walking import FAR2, Walking, map_table, walking
from tacsim.content.plain import from_plain
from tacsim.content.records import Scenario
from tacsim.content.roster import told_apart
from tacsim.content.worlds import build_world
from tacsim.core.dice import SeededDice
from tacsim.core.terrain import cells_in
from tacsim.core.world import Creature
from tacsim.grid.cells import Body, Cell
from tacsim.i18n import N_, _
from tacsim.rules.battle import Battle
from tacsim.rules.movement.search import Reach
from tacsim.rules.movement.steps import Mover
from tacsim.rulesets import content
from tacsim.rulesets.schema import said

VERSION = 1
"""Of the generator: another one makes other battles of the same seed.

Which foes come of a trial depends on the rules and on how ``quick`` plays, too: a release in which
these changed raises it, so that battles of a day by the same name are the same.
"""
LEAST, MOST = (16, 12), (120, 80)
"""The shortest and the longest sides of a map: of the longer and of the shorter side."""
MOST_CUBES = (60, 40)
"""The same on cubes, which are several levels high."""
TRIES, SOUND = 60, 3
"""How many grounds and groups of foes are drawn at most; the sound grounds that are looked for."""
PATCHED = 0.08
"""The part of the floor that may be filled because nobody gets there."""
DIFFICULTIES: Mapping[str, float] = {"easy": 0.75, "fair": 0.5, "hard": 0.35, "deadly": 0.2}
"""The chance that each is meant to leave the heroes."""
BUDGETS: Mapping[str, float] = {"easy": 0.75, "fair": 1.0, "hard": 1.2, "deadly": 1.5}
"""What the foes weigh for each, with the heroes as the measure, before anything was tried."""
ORDERS: Mapping[str, str] = {
    "": N_("The heroes and {foes} fight until one side is out of the fight."),
    "hold": N_(
        "The heroes have to hold {what} for {rounds} rounds on end; "
        "{foes} have to bring them all down first."
    ),
    "reach": N_(
        "The heroes have to get one of them to {what}; {foes} have to bring them all down first."
    ),
    "survive": N_(
        "The heroes have to stand until {what}, for {rounds} rounds; "
        "{foes} have to bring them all down first."
    ),
}
"""What each side has to do, by the kind of task, or by none."""
WIDE = 100
"""The longest line of what is said about a battle."""


@attrs.frozen
class Wanted:
    """What is asked for. What is None is drawn from the seed.

    ``party``: a party of one's own, with the entries and weapons that it brings along, and its
    name, which changes nothing. ``budget``: what the foes weigh, None for what the difficulty makes
    of the party; where nobody weighs so much, the strongest there are will do.
    """

    ruleset: str
    seed: int
    kind: str | None = None
    size: tuple[int, int] | None = None
    difficulty: str = "fair"
    party: tuple[Recruit, ...] = ()
    lore: Mapping[str, Mapping[str, Any]] = attrs.field(factory=dict)
    party_name: str = ""
    budget: float | None = None


@attrs.frozen(eq=False)
class Draft:
    """A ground with two sides on it, and what each has to do.

    ``toughness``: the foes' hit points, as a part of those of their kinds.
    """

    wanted: Wanted
    kind: Kind
    name: str
    sketch: Sketch
    ground: Walking
    heroes: tuple[Recruit, ...]
    family: Family
    foes: Group
    task: Task | None
    toughness: float = 1.0

    @property
    def chance(self) -> float:
        """What the heroes' chance is meant to be."""
        return DIFFICULTIES[self.wanted.difficulty]

    def with_foes(self, foes: Group, family: Family) -> Draft | None:
        """The same against others; None where they do not all find room and get to the heroes."""
        changed = attrs.evolve(self, foes=foes, family=family, toughness=1.0)
        return changed if changed.places is not None and not _kept_apart(changed) else None

    def others(self) -> Iterator[tuple[Family, Group]]:
        """Every group of foes that fits the ground, those of the same family first."""
        families = [self.family, *fitting(self.kind.name)]
        for family in dict.fromkeys(families):
            for group in groups(self.wanted.ruleset, family, self.kind.largest, CROWD):
                yield family, group

    def without_task(self) -> Draft:
        """The same with nothing to do but to be the last one standing."""
        return attrs.evolve(self, task=None)

    @cached_property
    def places(self) -> tuple[list[Cell], list[Cell]] | None:
        """Where everybody stands, the heroes and the foes; None where they do not all fit."""
        rules = content(self.wanted.ruleset)
        found, taken = [], list[Cell]()
        crowds = [one.entry for one in self.heroes], [rules.bestiary[kind] for kind in self.foes]
        for side, entries in zip((HEROES, FOES), crowds, strict=True):
            crowd = [Wanting(entry["size"], shoots(rules, entry)) for entry in entries]
            cells = place(self.ground, side, crowd, self._rng("places", str(side)), taken)
            if cells is None:
                return None
            found.append(cells)
            for at, one in zip(cells, crowd, strict=True):
                taken += Body(at, self.ground.extent(one.size)).cells
        return found[0], found[1]

    def _rng(self, *parts: str) -> Random:
        return dice(self.wanted, self.kind.name, *parts)

    @cached_property
    def tables(self) -> dict[str, Any]:
        """The tables of the scenario file."""
        assert self.places is not None
        heroes, foes = self.places
        names = numbered(
            [content(self.wanted.ruleset).bestiary[kind]["name"] for kind in self.foes],
            {one.table["id"]: one.table.get("name", one.entry["name"]) for one in self.heroes},
        )
        creatures = [
            {**one.table, "side": "heroes", "at": list(at)}
            for one, at in zip(self.heroes, heroes, strict=True)
        ]
        creatures += [
            {"id": key, "name": name, "kind": kind, "side": "foes", "at": list(at), **hp}
            for (key, name), kind, at, hp in zip(names, self.foes, foes, self._tough(), strict=True)
        ]
        title = self.family.called(self.foes)
        return {
            "format": 1,
            "name": self.name,
            "ruleset": self.wanted.ruleset,
            "seed": self.wanted.seed,
            "about": "".join(
                f"{fill(sentence, WIDE)}\n"
                for sentence in (self.sketch.ground, self._orders(title.lower()))
            ),
            "map": {**map_table(self.sketch, self.name), **self._labels()},
            "side": [
                {"id": "heroes", "name": "The heroes", "controller": "human"},
                {"id": "foes", "name": title, "controller": "ai:cautious"},
            ],
            "creature": creatures,
            **({"goal": [self._goal(self.task)]} if self.task is not None else {}),
            **{key: dict(table) for key, table in self.wanted.lore.items() if table},
        }

    def _tough(self) -> Iterator[dict[str, int]]:
        """The hit points of each foe that has others than its kind; what is rounded goes on."""
        over = 0.0
        for kind in self.foes:
            usual = content(self.wanted.ruleset).bestiary[kind]["hp"]
            over += usual * self.toughness
            hp = max(1, round(over))
            over -= hp
            yield {"hp": hp} if hp != usual else {}

    def _orders(self, foes: str) -> str:
        """A sentence on what each side has to do."""
        task = self.task
        if task is None:
            return ORDERS[""].format(foes=foes)
        return ORDERS[task.kind].format(what=task.what, rounds=task.rounds, foes=foes)

    def _labels(self) -> dict[str, Any]:
        """The place that a task is about, by its name: on the cell in the middle of it."""
        if self.task is None or not self.task.cells:
            return {}
        cells = sorted(self.task.cells)
        return {"label": [{"at": list(cells[len(cells) // 2]), "text": self.task.what}]}

    def _goal(self, task: Task) -> dict[str, Any]:
        return {
            "side": "heroes",
            "kind": task.kind,
            **({"cells": [list(cell) for cell in sorted(task.cells)]} if task.cells else {}),
            **({"rounds": task.rounds} if task.rounds else {}),
        }

    @cached_property
    def scenario(self) -> Scenario:
        """The battle, ready to be set up; ContentError for one with faults."""
        return from_plain(self.tables, "generated")


def dice(wanted: Wanted, *parts: str) -> Random:
    """Chance that depends on nothing but the version, what is wanted and what it is for."""
    return Random("/".join((str(VERSION), wanted.ruleset, str(wanted.seed), *parts)))


def numbered(
    names: Sequence[str], others: Mapping[str, str] | None = None
) -> list[tuple[str, str]]:
    """Ids and names of creatures; those of which there are several have numbers.

    ``others``: the names of those who have ids already.

    >>> numbered(["goblin", "ogre", "goblin"])
    [('goblin-1', 'Goblin 1'), ('ogre', 'Ogre'), ('goblin-2', 'Goblin 2')]
    >>> numbered(["goblin", "goblin"], {"goblin-2": "Goblin 1"})
    [('goblin-2-foe', 'Goblin 2'), ('goblin-3', 'Goblin 3')]
    """
    others = others or {}
    told = told_apart([*others.values(), *names])[len(others) :]
    words = [name[:1].upper() + name[1:] for name in told]
    ids = ["".join(c if c.isalnum() else "-" for c in word.lower()) for word in words]
    return [
        (f"{key}-foe" if key in others else key, word) for key, word in zip(ids, words, strict=True)
    ]


# --- drawing -------------------------------------------------------------------------------------


def check(wanted: Wanted) -> None:
    """ValueError for a kind or a size that cannot be drawn, or an unknown difficulty."""
    kinds = kinds_of(wanted.ruleset)
    if wanted.kind is not None and wanted.kind not in kinds:
        words = _("{ruleset} is not played on this kind of ground: {value}; it has {kinds}")
        if wanted.kind not in KINDS:
            words = _("there is no such kind of ground: {value}; {ruleset} has {kinds}")
        raise ValueError(said(words, wanted.kind, ruleset=wanted.ruleset, kinds=", ".join(kinds)))
    if wanted.difficulty not in DIFFICULTIES:
        words = _("there is no such difficulty: {value}; there are {names}")
        raise ValueError(said(words, wanted.difficulty, names=", ".join(DIFFICULTIES)))


def _check_size(kind: Kind, size: tuple[int, int]) -> None:
    long, short = max(size), min(size)
    most = MOST_CUBES if kind.levels > 1 else MOST
    if long < LEAST[0] or short < LEAST[1] or long > most[0] or short > most[1]:
        words = _("{wide}x{high} is no size for this ground: from {least} to {most}")
        raise ValueError(
            words.format(
                wide=size[0], high=size[1], least="{}x{}".format(*LEAST), most="{}x{}".format(*most)
            )
        )


def drafted(wanted: Wanted) -> Draft:
    """A battle by budget alone: a sound ground, and two sides that weigh what they should.

    Errors: ValueError for what cannot be drawn, and where no foes are a match for the party.
    """
    check(wanted)
    *kinds, last = _kinds(wanted)
    for kind in kinds:
        with suppress(ValueError):
            return _drafted(wanted, kind)
    return _drafted(wanted, last)


def _kinds(wanted: Wanted) -> list[Kind]:
    """The kind of ground that is asked for; else one by the seed, and who may stand in for it."""
    if wanted.kind is not None:
        return [KINDS[wanted.kind]]
    names = kinds_of(wanted.ruleset)
    first = names.index(dice(wanted, "kind").choice(names))
    return [KINDS[name] for name in (*names[first:], *names[:first])]


def _drafted(wanted: Wanted, kind: Kind) -> Draft:
    """The same on a kind of ground."""
    size = wanted.size or kind.size
    _check_size(kind, size)
    party = wanted.party or drawn_party(wanted.ruleset, dice(wanted, kind.name, "party"))
    budget, off = wanted.budget, inf
    if budget is None:
        budget, off = worth(wanted.ruleset, party) * BUDGETS[wanted.difficulty], HALF
    grounds = sorted(_grounds(wanted, kind, size), key=lambda one: one[1].exposed())
    for number in range(TRIES):
        rng = dice(wanted, kind.name, "foes", str(number))
        found = drawn_foes(wanted.ruleset, kind.name, kind.largest, budget, rng, off)
        if found is None:
            raise ValueError(_("there are no foes here that are a match for this party"))
        family, foes = found
        for sketch, ground in grounds:
            name = named(sketch.titles, dice(wanted, kind.name, "name"))
            draft = Draft(wanted, kind, name, sketch, ground, party, family, foes, None)
            if draft.places is not None and not _kept_apart(draft):
                return attrs.evolve(draft, task=_task(draft))
    raise ValueError(_("the two sides do not fit on a map of this size"))


def _grounds(wanted: Wanted, kind: Kind, size: tuple[int, int]) -> Iterator[tuple[Sketch, Walking]]:
    """Sound grounds, one sub-seed after the other."""
    upright = size[1] > size[0]
    wide, high = max(size), min(size)
    left = SOUND
    for number in range(TRIES):
        rng = dice(wanted, kind.name, f"{wide}x{high}", "ground", str(number))
        sketch = blank(wide, high, kind.levels, kind.topology)
        kind.draw(sketch, rng)
        sketch = sketch.turned(over=rng.random() < 0.5, back=rng.random() < 0.5, upright=upright)
        found = sound(sketch, kind, wanted.ruleset)
        if found is not None:
            left -= 1
            yield found
        if not left:
            return


def sound(sketch: Sketch, kind: Kind, ruleset: str) -> tuple[Sketch, Walking] | None:
    """A sketch on which a battle can be fought, with a little filled in; None where it is not.

    Everybody of Medium size gets to every floor, the largest bodies from one start to the other,
    and there is a second way.
    """
    ground = walking(sketch, ruleset)
    lost = ground.cut_off()
    floor = len(cells_in(ground.field.array("bears")))
    if len(lost) > PATCHED * floor:
        return None
    if lost:
        for x, y, *z in sorted(lost):
            sketch.cells[z[0] if z else 0, y, x] = kind.filler
        ground = walking(sketch, ruleset)
        if ground.cut_off():
            return None
    if not ground.joined(kind.largest) or not ground.second_way():
        return None
    return sketch, ground


def _fielded(draft: Draft) -> Battle:
    """The battle before anybody has acted."""
    scenario = draft.scenario
    rules = content(scenario.ruleset).on(scenario.field.topology)
    world = build_world(scenario.field, scenario.sides, scenario.creatures)
    return Battle(world, rules, SeededDice(0))


def _reach(battle: Battle, creature: Creature) -> Reach:
    """All that a creature gets to, whoever stands around."""
    return Reach(Mover(battle, creature, frozenset()), creature.body, FAR2)


def _kept_apart(draft: Draft) -> bool:
    """Whether the largest of a side does not get next to every foe, whoever stands around."""
    battle = _fielded(draft)
    for side in ("heroes", "foes"):
        own = [one for one in battle.world.creatures if one.side == side]
        big = max(own, key=lambda one: (len(one.body.cells), one.id))
        reach = _reach(battle, big)
        touched = {cell for place in reach.places() for cell in place.body.cells}
        for foe in battle.world.creatures:
            if foe.side != side and not touched & _beside(foe.body.cells):
                return True
    return False


def _beside(cells: Sequence[Cell]) -> set[Cell]:
    """Cells and those about them."""
    near = (-1, 0, 1)
    return {
        (x + dx, y + dy, *(n + dz for n in z))
        for x, y, *z in cells
        for dx in near
        for dy in near
        for dz in (near if z else (0,))
    }


def _task(draft: Draft) -> Task | None:
    """What the ground suggests that the heroes do, now and then."""
    rng = dice(draft.wanted, draft.kind.name, "task")
    if rng.random() > TASKS:
        return None
    tasks = [_met_later(draft, task) for task in draft.sketch.tasks]
    possible = [task for task in tasks if task is not None]
    return rng.choice(possible) if possible else None


TASKS = 0.4
"""How often a battle has a goal besides the last one standing."""


AWAY = 3
"""Moves that the nearest place to be reached is off at least, for the fastest on the way there."""


def _met_later(draft: Draft, task: Task) -> Task | None:
    """A task with the cells that it can be done on; None where it is done or can never be."""
    if task.kind == "survive":
        return task
    reach = draft.ground.from_("medium", HEROES)
    assert reach is not None
    assert draft.places is not None
    there = {place.body.at: place.cost2 for place in reach.places()} if reach else {}
    own = set(draft.places[HEROES])
    sizes = [draft.ground.extent(one.entry["size"]) for one in draft.heroes]
    if any(max(extent) > 1 for extent in sizes):
        return None
    cells = tuple(cell for cell in task.cells if cell in there)
    if not cells or own & set(cells):
        return None
    if task.kind == "reach" and _moves(draft, cells) < AWAY:
        return None
    return attrs.evolve(task, cells=cells)


def _moves(draft: Draft, cells: Sequence[Cell]) -> float:
    """The fewest moves in which one of the heroes gets to one of some cells."""
    battle = _fielded(draft)
    found = []
    for hero in (one for one in battle.world.creatures if one.side == "heroes"):
        costs = {place.body.at: place.cost2 for place in _reach(battle, hero).places()}
        nearest = min((costs[cell] for cell in cells if cell in costs), default=FAR2)
        found.append(nearest / 2 / max(1, battle.ruleset.economy.pace(battle, hero)))
    return min(found)
