"""Rewards: what may be chosen after a fight of a run that was won, and what each does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

import attrs

from tacsim.content.characters import character
from tacsim.content.generate.sides import NAMES, Recruit, families, known, recruit
from tacsim.content.parties import MOST, whole
from tacsim.content.roster import WOUNDS
from tacsim.rulesets import content
from tacsim.rulesets.book import Entry

OFFERED = 3
"""How many rewards are offered, where so many apply."""
MOST_BONUS = 20
"""The highest figure that a weapon is bettered to."""
MOST_HP, MOST_BAB = 1000, 30
"""Up to where creatures grow."""


@attrs.frozen
class Reward:
    """A reward. ``kind``: one of :data:`KINDS`.

    ``who``: the id of the hero who grows or whose weapon is bettered, the kind of creature that
    joins; ``what``: the weapon, or the name of who joins.
    """

    kind: str
    who: str = ""
    what: str = ""

    @property
    def id(self) -> str:
        """What it goes by in a save.

        >>> Reward("weapon", "aldis", "longsword").id
        'weapon aldis longsword'
        """
        return " ".join(filter(None, (self.kind, self.who, self.what)))


KINDS = ("night", "grows", "weapon", "joins")
"""A night's rest, a hero grows, a better weapon, a companion joins."""


@attrs.frozen
class Company:
    """The party of a run between two fights, with the entries and weapons that it brings along.

    ``lost``: the names of the dead.
    """

    ruleset: str
    members: tuple[Recruit, ...]
    lore: Mapping[str, Mapping[str, Any]]
    lost: tuple[str, ...] = ()

    @property
    def names(self) -> list[str]:
        """What its members are called."""
        return [one.table["name"] for one in self.members]

    def member(self, key: str) -> Recruit:
        """A member by its id; KeyError."""
        for one in self.members:
            if one.table["id"] == key:
                return one
        raise KeyError(key)

    def with_table(self, table: Entry, kinds: Mapping[str, Entry] | None = None) -> Company:
        """The same with another table of one of its members, and maybe entries that it needs."""
        bestiary = {**self.lore.get("bestiary", {}), **(kinds or {})}
        changed = Recruit(table, whole(self.ruleset, table, bestiary))
        members = (changed if one.table["id"] == table["id"] else one for one in self.members)
        lore = {**self.lore, **({"bestiary": bestiary} if bestiary else {})}
        return attrs.evolve(self, members=tuple(members), lore=lore)


def rewards(company: Company, before: Sequence[str], rng: Random) -> tuple[Reward, ...]:
    """Three rewards that apply, of as many kinds as there are; ``before``: ids of earlier ones."""
    found = {kind: list(_of_kind(kind, company, before, rng)) for kind in KINDS}
    order = [kind for kind in KINDS if found[kind]]
    rng.shuffle(order)
    drawn = [rng.choice(found[kind]) for kind in order]
    rest = [one for kind in KINDS for one in found[kind] if one not in drawn]
    rng.shuffle(rest)
    chosen = [*drawn, *rest][:OFFERED]
    return tuple(sorted(chosen, key=lambda one: KINDS.index(one.kind)))


def _of_kind(kind: str, company: Company, before: Sequence[str], rng: Random) -> Iterator[Reward]:
    if kind == "night" and any(one.table.get(WOUNDS) for one in company.members):
        yield Reward(kind)
    elif kind == "grows":
        for one in company.members:
            if _grown(company, one) is not None:
                yield Reward(kind, one.table["id"])
    elif kind == "weapon":
        for one in company.members:
            reward = Reward(kind, one.table["id"], _attack(one.entry))
            most = content(company.ruleset).book.best
            if before.count(reward.id) < most and _bettered(company, one):
                yield reward
    elif kind == "joins" and len(company.members) < MOST:
        yield _newcomer(company, rng)


def granted(company: Company, reward: Reward) -> Company:
    """The party with a reward that :func:`rewards` offered."""
    if reward.kind == "night":
        members = (_unhurt(one) for one in company.members)
        return attrs.evolve(company, members=tuple(members))
    if reward.kind == "joins":
        return attrs.evolve(company, members=(*company.members, _joining(company, reward)))
    one = company.member(reward.who)
    if reward.kind == "grows":
        grown = _grown(company, one)
        assert grown is not None
        return company.with_table(*grown)
    return company.with_table({**one.table, **_bettered(company, one)})


def _unhurt(one: Recruit) -> Recruit:
    table = {key: value for key, value in one.table.items() if key != WOUNDS}
    return attrs.evolve(one, table=table)


# --- growing -------------------------------------------------------------------------------------


def _grown(company: Company, one: Recruit) -> tuple[Entry, Mapping[str, Entry]] | None:
    """The table of who has grown, and entries that it needs; None for who cannot grow more."""
    risen = _risen(company, one)
    if risen is not None:
        return risen
    changes = {}
    most = {"hp": MOST_HP, "bab": MOST_BAB}
    for key, (part, least) in content(company.ruleset).book.growth.items():
        now = one.entry[key]
        changes[key] = now + max(int(now * part), least)
        if changes[key] > most[key]:
            return None
    return {**one.table, **changes}, {}


def _risen(company: Company, one: Recruit) -> tuple[Entry, Mapping[str, Entry]] | None:
    """The same of who was made by answers, of which there are some for the next level."""
    table, book = one.table, content(company.ruleset).book
    chosen = book.chosen(table)
    following = book.next_level(chosen)
    if following is None:
        return None
    own = ("id", "name", WOUNDS, *book.improves)
    made = character(company.ruleset, table["name"], chosen).made
    kinds = company.lore.get("bestiary", {})
    as_made = made.table == {key: value for key, value in table.items() if key not in own}
    if not as_made or any(kinds.get(kind) != entry for kind, entry in made.kinds.items()):
        return None
    risen = character(company.ruleset, table["name"], following).made
    kept = {key: value for key, value in table.items() if key in own}
    return {**kept, **risen.table}, risen.kinds


# --- weapons -------------------------------------------------------------------------------------


def _attack(entry: Entry) -> str:
    """The attack that a creature is known for: its first weapon, else what it grew."""
    grown = (part["name"] for part in entry.get("natural_weapons", ()))
    return next(iter((*entry.get("weapons", ()), *grown)), "")


def _bettered(company: Company, one: Recruit) -> Entry:
    """What changes in the table of whose weapon is bettered; empty where none can be."""
    name, book = _attack(one.entry), content(company.ruleset).book
    weapons = {**content(company.ruleset).weapons, **company.lore.get("weapon", {})}
    figures = book.improved(one.entry, name, weapons) if name else {}
    if any(number > MOST_BONUS for number in figures.values()):
        return {}
    return {key: {**one.table.get(key, {}), name: number} for key, number in figures.items()}


# --- companions ----------------------------------------------------------------------------------


def _newcomer(company: Company, rng: Random) -> Reward:
    """Who may join: of those that parties are drawn from, nobody stronger than the strongest."""
    rules = content(company.ruleset)
    own = next(one for one in families().values() if company.ruleset in one.party)
    strength = rules.book.strength
    most = max(strength(one.entry) for one in company.members)
    kinds = sorted(known(own, rules, "medium"), key=lambda kind: strength(rules.bestiary[kind]))
    fit = [kind for kind in kinds if strength(rules.bestiary[kind]) <= most] or kinds[:1]
    taken = {*company.names, *company.lost}
    free = [name for name in NAMES if name not in taken]
    numbered = (f"{name} {n}" for n in range(2, 1000) for name in NAMES)
    name = rng.choice(free) if free else next(one for one in numbered if one not in taken)
    return Reward("joins", rng.choice(fit), name)


def _joining(company: Company, reward: Reward) -> Recruit:
    found = recruit(content(company.ruleset), reward.what, reward.who)
    stem = reward.what.lower().replace(" ", "_")
    taken = {one.table["id"] for one in company.members}
    ids = (stem, *(f"{stem}_{number}" for number in range(2, MOST + 2)))
    key = next(one for one in ids if one not in taken)
    return attrs.evolve(found, table={**found.table, "id": key})
