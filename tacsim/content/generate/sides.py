"""Sides: a party, and foes of one family that are worth as much."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import attrs

from tacsim.rulesets import RulesetContent, content
from tacsim.rulesets.book import Entry

Group: TypeAlias = tuple[str, ...]
"""The kinds of a side's creatures, in order."""

FEWEST, MOST = 3, 6
"""How many creatures a side usually has."""
CROWD = 8
"""The most foes that a strong party meets."""
SORTS = 3
"""The most kinds of creature among the foes of one battle."""


@attrs.frozen
class Family:
    """Creatures that are found together: the bestiary's ids, and on which grounds.

    ``folks``: what those are called who are all of some of the kinds; ``party``: the rulesets whose
    parties are drawn from it; then it is no family of foes.
    """

    id: str
    name: str
    kinds: Group
    grounds: tuple[str, ...] = ()
    party: tuple[str, ...] = ()
    folks: tuple[tuple[str, Group], ...] = ()

    def called(self, foes: Group) -> str:
        """What a side is called that has some of it."""
        fitting = (name for name, kinds in self.folks if set(foes) <= set(kinds))
        return next(fitting, self.name)


@cache
def families() -> Mapping[str, Family]:
    """Every family by its id, as the file has them."""
    table = tomllib.loads(Path(__file__).with_name("families.toml").read_text("utf-8"))
    return {
        key: Family(key, **{name: _frozen(value) for name, value in one.items()})
        for key, one in table.items()
    }


def _frozen(value: Any) -> Any:
    if isinstance(value, dict):
        return tuple((name, _frozen(inner)) for name, inner in value.items())
    return tuple(value) if isinstance(value, list) else value


def known(family: Family, rules: RulesetContent, largest: str) -> Group:
    """The kinds of a family that a ruleset has, none of them larger than a size."""
    most = rules.side(largest)
    return tuple(
        kind
        for kind in family.kinds
        if kind in rules.bestiary and rules.side(rules.bestiary[kind]["size"]) <= most
    )


# --- the party -----------------------------------------------------------------------------------

NAMES = (
    "Aldis", "Bren", "Corin", "Dara", "Edda", "Falk", "Gwen", "Hale", "Isolde", "Joss", "Kestrel",
    "Lorne", "Maren", "Nessa", "Orin", "Pell", "Quill", "Rowan", "Sable", "Tova", "Ulric", "Vesna",
    "Wren", "Yara", "Zeno", "Anselm", "Birgit", "Cedric", "Dunstan", "Elke",
)  # fmt: skip
"""What the heroes of a battle may be called."""


@attrs.frozen
class Recruit:
    """A creature of the party: its table in a scenario file but for side and place.

    ``entry``: the whole of what it is, with the table's changes.
    """

    table: Mapping[str, Any]
    entry: Entry


def drawn_party(ruleset: str, rng: Random) -> tuple[Recruit, ...]:
    """Four heroes or so, one of whom at least goes in front."""
    rules = content(ruleset)
    own = next(one for one in families().values() if ruleset in one.party)
    kinds = list(known(own, rules, "medium"))
    count = rng.choice((3, 4, 4, 4, 5))
    shooters = [kind for kind in kinds if shoots(rules, rules.bestiary[kind])]
    front = [kind for kind in kinds if kind not in shooters]
    chosen = [rng.choice(front), rng.choice(front), rng.choice(shooters or front)]
    while len(chosen) < count:
        chosen.append(rng.choice([kind for kind in kinds if chosen.count(kind) < 2]))
    names = rng.sample(NAMES, len(chosen))
    return tuple(recruit(rules, name, kind) for name, kind in zip(names, chosen, strict=True))


def recruit(rules: RulesetContent, name: str, kind: str) -> Recruit:
    """A creature of a kind by a name."""
    return Recruit({"id": name.lower(), "name": name, "kind": kind}, rules.bestiary[kind])


def shoots(rules: RulesetContent, entry: Entry) -> bool:
    """Whether the first weapon of an entry is for shooting."""
    first = next(iter(entry.get("weapons", ())), "")
    weapon = rules.weapons.get(first, {})
    return weapon.get("kind") == "ranged" and not weapon.get("thrown", False)


def worth(ruleset: str, party: Sequence[Recruit]) -> float:
    """What a party weighs."""
    return sum(map(content(ruleset).book.strength, (one.entry for one in party)))


# --- foes ----------------------------------------------------------------------------------------


def groups(ruleset: str, family: Family, largest: str, most: int = MOST) -> Iterator[Group]:
    """Every group of foes that a family can make: at least two, of three kinds at most."""
    kinds = known(family, content(ruleset), largest)
    for count in range(2, most + 1):
        for sorts in range(1, min(SORTS, count) + 1):
            for chosen in combinations(kinds, sorts):
                for more in combinations_with_replacement(chosen, count - sorts):
                    yield tuple(sorted((*chosen, *more), key=kinds.index))


def weight(ruleset: str, group: Group) -> float:
    """What foes weigh."""
    rules = content(ruleset)
    return sum(rules.book.strength(rules.bestiary[kind]) for kind in group)


@lru_cache(maxsize=64)
def nearest_groups(
    ruleset: str, family: Family, largest: str, wanted: float, crowd: int
) -> tuple[tuple[float, Group], ...]:
    """The groups by how far they are from a weight: at most ``crowd`` of them, the usual first."""
    found = []
    for group in dict.fromkeys(groups(ruleset, family, largest, crowd)):
        off = abs(weight(ruleset, group) / wanted - 1)
        found.append((off + 0.15 * (not FEWEST <= len(group) <= MOST), group))
    return tuple(sorted(found))


@cache
def measured() -> Mapping[str, Mapping[str, float]]:
    """What the kinds of each ruleset were worth where they were tried, as the file has it."""
    table = tomllib.loads(Path(__file__).with_name("mights.toml").read_text("utf-8"))
    return {
        ruleset: one["mights"] for one in table["measured"] for ruleset in one["rulesets"]
    }  # fmt: skip


def might(ruleset: str, kind: str, entry: Entry) -> float:
    """What a creature is worth in a fight: a side's might is the sum of that of its creatures.

    It was measured for those that are as the ruleset's bestiary has them; it is the root of the
    strength of others, as numbers count twice.
    """
    rules = content(ruleset)
    known = measured().get(ruleset, {}).get(kind)
    if known is not None and entry == rules.bestiary.get(kind):
        return known
    return sqrt(rules.book.strength(entry))


def fitting(ground: str) -> list[Family]:
    """The families that belong on a kind of ground."""
    return [one for one in families().values() if ground in one.grounds]


NEAR = 0.12
"""How far from the weight wanted a group may be at first, as a part of it."""
HALF = 0.5
"""How far off foes may be that are the nearest there are."""


def drawn_foes(
    ruleset: str, ground: str, largest: str, wanted: float, rng: Random, most_off: float = HALF
) -> tuple[Family, Group] | None:
    """A family that belongs on a ground, and a group of it that weighs so much.

    Families are asked in an order of chance, first with as many creatures as usual; the nearest is
    taken where none comes near, but none that is off by more than a part of the weight.
    """
    near_by = fitting(ground)
    others = [one for one in families().values() if one.grounds and one not in near_by]
    rng.shuffle(near_by)
    rng.shuffle(others)
    best: tuple[float, Family, Group] | None = None
    for crowd in (MOST, CROWD):
        for family in (*near_by, *others):
            found = nearest_groups(ruleset, family, largest, wanted, crowd)
            near = [group for off, group in found if off <= NEAR]
            if near:
                return family, rng.choice(near[:12])
            if found and (best is None or found[0][0] < best[0]):
                best = found[0][0], family, found[0][1]
    if best is None or best[0] > most_off:
        return None
    return best[1:]
