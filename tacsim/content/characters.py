"""Characters: what can be chosen for one under each ruleset, and the party that they make.

Under ``d20`` race, class, level, equipment and feats are chosen; elsewhere one of the entries of
the bestiary that adventurers are drawn from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from tacsim.content.generate.sides import NAMES, families
from tacsim.content.parties import MOST, whole
from tacsim.content.statblocks.shared import apart, slug
from tacsim.i18n.hangul import romanized
from tacsim.rulesets import content
from tacsim.rulesets.book import Entry
from tacsim.rulesets.making import Made, Offer, Questions, answered


def _questions(ruleset: str) -> Questions:
    rules = content(ruleset)
    kinds = next(one for one in families().values() if ruleset in one.party).kinds
    return rules.book.questions(tuple(one for one in kinds if one in rules.bestiary))


@attrs.frozen
class Character:
    """A character as it is made: its name, every question with its answer, what they come to."""

    ruleset: str
    name: str
    answers: Sequence[tuple[Offer, str]]
    made: Made

    @property
    def chosen(self) -> dict[str, str]:
        """The answers by their keys."""
        return {offer.key: answer for offer, answer in self.answers}

    def changed(self, key: str, by: int) -> Character:
        """The same with the next answer to a question; what does not go with it is replaced.

        >>> character("d20", "Aldis").changed("class", 1).chosen["class"]
        'barbarian'
        """
        offer, now = next(one for one in self.answers if one[0].key == key)
        value = offer.values[(offer.values.index(now) + by) % len(offer.values)]
        return character(self.ruleset, self.name, {**self.chosen, key: value})

    @property
    def entry(self) -> Entry:
        """The whole of what it is."""
        return whole(self.ruleset, self.made.table, self.made.kinds)


def character(ruleset: str, name: str, chosen: Mapping[str, str] | None = None) -> Character:
    """A character of so many choices; the rest, and what does not go together, is the first."""
    asked, made = answered(_questions(ruleset), chosen or {})
    return Character(ruleset, name, asked, made)


@attrs.frozen
class Party:
    """Characters that go together: their tables, and the entries and weapons of their own."""

    name: str
    ruleset: str
    members: tuple[Entry, ...] = ()
    lore: Mapping[str, Mapping[str, Entry]] = attrs.field(factory=dict)

    @property
    def tables(self) -> dict[str, Any]:
        """The tables of its file; the entries that nobody is of any more are left out."""
        used = {one["kind"] for one in self.members}
        kinds = {key: one for key, one in self.lore.get("bestiary", {}).items() if key in used}
        more = {"bestiary": kinds, "weapon": self.lore.get("weapon", {})}
        return {
            "format": 1,
            "name": self.name,
            "ruleset": self.ruleset,
            "creature": list(self.members),
            **{key: one for key, one in more.items() if one},
        }

    def character(self, at: int) -> Character | None:
        """A member as it was made; None for one that was written by hand or otherwise."""
        table = self.members[at]
        chosen = content(self.ruleset).book.chosen(table)
        found = character(self.ruleset, table.get("name", table["id"]), chosen)
        own = {key: value for key, value in table.items() if key not in ("id", "name")}
        kinds = self.lore.get("bestiary", {})
        same = all(kinds.get(kind) == entry for kind, entry in found.made.kinds.items())
        return found if found.made.table == own and same else None

    def with_member(self, at: int | None, one: Character) -> Party:
        """The same with a character in the place of another one; None: after the others."""
        others = [other for n, other in enumerate(self.members) if n != at]
        called = apart(slug(romanized(one.name)), [other["id"] for other in others], "hero")
        table = {"id": called, "name": one.name}
        members = list(self.members)
        members[len(members) if at is None else at : len(members) if at is None else at + 1] = [
            {**table, **one.made.table}
        ]
        kinds = {**self.lore.get("bestiary", {}), **one.made.kinds}
        lore = {**self.lore, **({"bestiary": kinds} if kinds else {})}
        return attrs.evolve(self, members=tuple(members), lore=lore)

    def without(self, at: int) -> Party:
        """The same without a member."""
        members = tuple(one for n, one in enumerate(self.members) if n != at)
        return attrs.evolve(self, members=members)

    @property
    def full(self) -> bool:
        """Whether nobody can join."""
        return len(self.members) >= MOST

    @property
    def names(self) -> list[str]:
        """What its members are called."""
        return [one.get("name", one["id"]) for one in self.members]

    def newcomer(self) -> Character:
        """Somebody new, by a name that nobody has yet."""
        names = self.names
        name = next((one for one in NAMES if one not in names), NAMES[0])
        return character(self.ruleset, name)
