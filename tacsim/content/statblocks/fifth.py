"""From what a 5e statblock says to an entry of the 5e family, whichever file said it.

The words of an action are read before the fields beside them: in every open database they are what
was printed, while fields are now and then left out, rounded or misplaced.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import attrs

from tacsim.content.statblocks.fifth_block import ABILITIES, SIZES, Action, Fifth
from tacsim.content.statblocks.fifth_words import (
    USUAL,
    WIDE,
    Attack,
    area_of,
    as_parts,
    attack_of,
    attacks_in,
    bare,
    caught_in,
    is_attack,
    limit_of,
    limited,
    options,
)
from tacsim.content.statblocks.shared import (
    MOST,
    NAME,
    Draft,
    apart,
    clipped,
    cut,
    entry_id,
    glyph_for,
    missing,
    slug,
)
from tacsim.i18n import N_
from tacsim.rulesets import content
from tacsim.rulesets.book import Entry


def draft(block: Fifth, ruleset: str, taken: Iterable[str]) -> Draft:
    """The entry of a statblock; RefusedError for one without a body to put on a board."""
    size = block.size if block.size in SIZES else ""
    for value, what in (
        (size, "size"), (block.hp, "points"), (block.ac, "armour"),
        (block.speeds, "speed"), (len(block.scores) == len(ABILITIES), "abilities"),
    ):  # fmt: skip
        if not value:
            raise missing(what)
    made = Draft(entry_id(block.id, block.name, taken), {})
    proficiency = block.proficiency
    if proficiency is None:
        proficiency = 2 + max(0, -(-int(block.cr or 0) // 4) - 1)
    made.entry = {
        "name": cut(block.name, NAME),
        "glyph": glyph_for(block.name, big=SIZES.index(size) > SIZES.index("medium")),
        "size": size,
        **_speeds(block, made),
        "hp": block.hp,
        "ac": block.ac,
        "abilities": block.scores,
        "proficiency": proficiency,
    }
    _Attacks(made, block, proficiency, content(ruleset).weapons).read()
    if block.saves:
        made.entry["saves"] = clipped(block.saves)
    if block.skills:
        made.entry["skills"] = clipped(block.skills)
    _senses(block, made)
    if block.type:
        made.entry["type"] = cut(block.type, NAME)
    if block.cr is not None:
        made.entry["cr"] = block.cr
    for told in block.remarks:
        made.drop(told.message, **told.values)
    return made


def _speeds(block: Fifth, made: Draft) -> dict[str, str]:
    """The speeds that the rules have."""
    found = {"speed": f"{block.speeds.get('walk', 0)} ft"}
    for mode in ("fly", "swim", "climb"):
        if block.speeds.get(mode):
            found[mode] = f"{block.speeds[mode]} ft"
    if block.speeds.get("burrow"):
        made.drop(N_("burrows: {feet} ft"), feet=block.speeds["burrow"])
    if block.hover:
        made.drop(N_("hovers"))
    return found


def _senses(block: Fifth, made: Draft) -> None:
    """Darkvision, for which what sees as far in the dark otherwise stands too; others are told."""
    sight = {key: feet for key, feet in block.senses.items() if key != "tremorsense"}
    best = ""
    if sight:
        best = max(sight, key=lambda key: (sight[key], key == "darkvision"))
        made.entry["darkvision"] = f"{sight[best]} ft"
        if best != "darkvision":
            told = N_("{sense} {feet} ft: only that it sees in the dark so far")
            made.drop(told, sense=best, feet=sight[best])
    for sense, feet in block.senses.items():
        if sense not in ("darkvision", best):
            made.drop(N_("{sense} {feet} ft"), sense=sense, feet=feet)
    if not block.speeds.get("walk") and block.speeds.get("fly"):
        made.entry["flying"] = True


# --- attacks -------------------------------------------------------------------------------------

MOST_ATTACKS, MOST_AREAS, MOST_WEAPONS = 10, 5, 20


@attrs.define
class _Attacks:
    """Reads the actions of a statblock into an entry.

    A weapon that the rules know, used as they have it, is held. The first natural weapon ends
    that, so that attacks keep the order of the statblock: what is held comes first.
    """

    made: Draft
    block: Fifth
    proficiency: int
    known: Mapping[str, Entry]
    held: list[str] = attrs.field(factory=list)
    grown: list[dict[str, Any]] = attrs.field(factory=list)
    areas: list[dict[str, Any]] = attrs.field(factory=list)
    arm: int | None = None

    def read(self) -> None:
        """Put every action where it belongs."""
        made, count = self.made, 1
        for whole in limited(self.block.actions[:MOST]):
            if not whole.kind and whole.name.lower().startswith("multiattack"):
                count = self._count(whole)
                continue
            for action in options(whole):
                if whole.kind:
                    made.keep(f"{bare(action.name)} ({whole.kind})", action.text)
                else:
                    self._read(action)
        entry = made.entry
        if self.arm not in (None, 5):
            entry["reach"] = f"{self.arm} ft"
        figures = {key: entry.pop(key) for key in list(entry) if key in _FIGURES}
        for key, value in (
            ("weapons", self.held), ("natural_weapons", self.grown), *figures.items(),
            ("attacks", count if count > 1 else 0), ("areas", self.areas),
        ):  # fmt: skip
            if value:
                entry[key] = value

    def _count(self, action: Action) -> int:
        """How many attacks the action is; which ones is only told."""
        names = [
            bare(one.name) for one in self.block.actions[:MOST]
            if not one.kind and is_attack(one) and not limit_of(one)
        ]  # fmt: skip
        count = attacks_in(action.text, names)
        count = count or action.made or as_parts(action.text, self.block)
        self.made.keep(action.name, action.text)
        return min(count or 1, MOST_ATTACKS)

    def _read(self, action: Action) -> None:
        found = area_of(action) if not is_attack(action) else None
        attack = attack_of(action) if found is None and is_attack(action) else None
        limited = limit_of(action) if attack is not None else ""
        if found is not None and len(self.areas) < MOST_AREAS:
            self._area(action, *found)
        elif attack is None or limited or (attack.only and (self.held or self.grown)):
            self.made.keep(action.name, action.text)
        else:
            self._attack(action, attack)

    def _area(self, action: Action, area: dict[str, Any], rest: str) -> None:
        self.areas.append(area)
        self.made.keep(area["name"], caught_in(action.text))
        wide = WIDE.search(action.text)
        if area["shape"] == "line" and wide and int(wide[1]) != 5:
            told = N_("{name}: the line is {feet} ft wide, here it is 5 ft")
            self.made.drop(told, name=area["name"], feet=int(wide[1]))
        if not USUAL.fullmatch(rest.strip(" .,")):
            self.made.keep(area["name"], rest.strip(" .,"))

    def _attack(self, action: Action, attack: Attack) -> None:
        name = bare(action.name)
        mine = {*self.held, *(part["name"] for part in self.grown)}
        if len(mine) >= MOST_WEAPONS - 1:
            self.made.keep(action.name, action.text)
            return
        rest = action.name[len(name) :].strip() if action.name.startswith(name) else ""
        only = f"one {attack.only}" if attack.only else ""
        told = "; ".join(part for part in (rest.strip("()"), only, attack.rest) if part)
        self.made.keep(name, told)
        weapon = slug(name)
        if weapon not in mine and self._holds(weapon, attack):
            self._hold(weapon, attack)
            return
        if attack.reach is not None:
            self._grow(apart(weapon, mine, "attack"), attack, {"reach": f"{attack.reach} ft"})
        if attack.range is not None:
            dice, bonus = attack.far or (attack.dice, attack.bonus_damage)
            shot = attrs.evolve(attack, dice=dice, bonus_damage=bonus)
            more = "thrown" if attack.reach is not None else ""
            mine = {*self.held, *(part["name"] for part in self.grown)}
            called = apart(f"{weapon[:33]}_{more}".strip("_"), mine, "shot")
            self._grow(called, shot, {"range": [f"{feet} ft" for feet in attack.range]})

    def _holds(self, weapon: str, attack: Attack) -> bool:
        """Whether a known weapon in its hands does what the statblock says."""
        if self.grown or weapon not in self.known or attack.spell or attack.far:
            return False
        row = self.known[weapon]
        near, far = row.get("range", ("0 ft", "0 ft"))
        shot = (int(near.split()[0]), int(far.split()[0]))
        if shot != (attack.range or (0, 0)) or attack.type not in ("", row.get("type")):
            return False
        if row["kind"] == "ranged":
            return attack.reach is None
        if attack.reach is None:
            return False
        arm = attack.reach - 5 * bool(row.get("reach"))
        return arm >= 0 and self.arm in (None, arm)

    def _hold(self, weapon: str, attack: Attack) -> None:
        row, scores = self.known[weapon], self.block.scores
        if row["kind"] != "ranged" and attack.reach is not None:
            self.arm = attack.reach - 5 * bool(row.get("reach"))
        nimble = row.get("finesse") and scores["dex"] > scores["str"]
        shot = row["kind"] == "ranged" and not row.get("finesse")
        self.held.append(weapon)
        if attack.dice != row["damage"]:
            self._figure("damage", weapon, attack.dice)
        self._figures(weapon, attack, "dex" if nimble or shot else "str")

    def _grow(self, name: str, attack: Attack, where: dict[str, Any]) -> None:
        ability = self._ability(attack)
        part = {"name": name, "damage": attack.dice, **where, "ability": ability}
        if attack.type:
            part["type"] = attack.type
        self.grown.append(part)
        self._figures(name, attack, ability)

    def _ability(self, attack: Attack) -> str:
        """The ability that explains the figures best; strength or dexterity where none does."""
        usual = ["str", "dex"] if attack.reach is not None else ["dex", "str"]
        order = ["cha", "int", "wis", *usual] if attack.spell else usual

        def unexplained(ability: str) -> tuple[int, bool, int]:
            modifier = self._modifier(ability)
            return (
                abs(attack.bonus - modifier - self.proficiency),
                attack.bonus_damage != modifier,
                order.index(ability),
            )

        return min(order, key=unexplained)

    def _modifier(self, ability: str) -> int:
        return (self.block.scores[ability] - 10) // 2

    def _figures(self, name: str, attack: Attack, ability: str) -> None:
        """What is left of the figures beside those of the ability."""
        modifier = self._modifier(ability)
        if attack.bonus != modifier + self.proficiency:
            self._figure("attack_bonus", name, attack.bonus - modifier - self.proficiency)
        if attack.bonus_damage != modifier:
            self._figure("damage_bonus", name, attack.bonus_damage - modifier)

    def _figure(self, key: str, name: str, value: int | str) -> None:
        self.made.entry.setdefault(key, {})[name] = value


_FIGURES = ("damage", "attack_bonus", "damage_bonus")
