"""Offers: what a creature may do in its turn, as menus. Attacks come first, then acts, then moves.

Everything in them is an option of the battle's choices; only what may be done in its place at the
end of a charge, and areas aimed at a cell that is typed, are asked of the battle besides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from typing import Any

import attrs

from tacsim.api.battle import Battle, Family, Forecast, Option, TooManyError
from tacsim.core.intents import (
    MANNER,
    NAMES,
    Area,
    EndTurn,
    FullAttack,
    Intent,
    Move,
    Strike,
    aim_of,
    key_of,
    spot_of,
    with_spot,
)
from tacsim.core.verdicts import Refused
from tacsim.grid.cells import Cell
from tacsim.i18n import N_, _, known_as, translate
from tacsim.plain.bearings import typed
from tacsim.plain.going import Going
from tacsim.plain.menu import Line, Menu
from tacsim.player.acting.unasked import after_whom
from tacsim.player.pointing import outlook
from tacsim.player.pointing.bids import costs_text
from tacsim.view.wording import acts, words
from tacsim.view.wording.intended import done
from tacsim.view.wording.reasons import sentence

INLINE = 12
"""The most attacks that are read out before everything else."""
FEW = 3
"""The most acts that are read out one by one."""
PARTS: Mapping[str, str] = {
    "standard": N_("the standard action"),
    "move": N_("the move action"),
    "step": N_("the 5-ft step"),
    "opportunity": N_("an opportunity attack"),
    "action": N_("the action"),
    "bonus": N_("the bonus action"),
    "attacks": N_("one of the attacks left"),
    "reaction": N_("the reaction"),
    "spell": N_("the spell"),
}
"""What an option takes, in a sentence: a part of the turn, by the resource's name."""


class Offers:
    """The menus of one decision. ``battle``: as the side of whoever decides believes it to be."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.choices = battle.choices()
        self.world = battle.rules.world
        self.actor = self.choices.actor
        self._forecasts: dict[Intent, Forecast | None] = {}
        self._worths: dict[Intent, tuple[float, int]] = {}

    def forecast(self, intent: Intent) -> Forecast | None:
        """What an intent brings; None where too much can happen, or where it is refused."""
        if intent not in self._forecasts:
            try:
                found = self.battle.forecast(intent)
            except TooManyError:
                found = None
            self._forecasts[intent] = None if isinstance(found, Refused) else found
        return self._forecasts[intent]

    def _calm(self, intent: Intent) -> Forecast | None:
        """The same if nobody took an opportunity: that is soon told, and enough to compare by."""
        with suppress(TooManyError):
            found = self.battle.forecast(intent, answers={"opportunity": False})
            return None if isinstance(found, Refused) else found
        return None

    def warnings(self, option: Option) -> list[str]:
        """What has to be said before an option is carried out: risks, and what may fail on a way.

        Empty for what can be done without a thought.
        """
        found, intent = self.forecast(option.intent), option.intent
        if found is None:
            return [_("too much can happen to foretell")]
        told = outlook.risks(self.world, self.actor.id, found)
        unsure = any(one.passed < 1 for one in found.checks if one.actor == self.actor.id)
        if unsure and isinstance(intent, Move) and not found.attacks:
            told += outlook.promises(self.world, self.actor.id, found)
        if isinstance(intent, Area) and not found.caught:
            told.append(_("it catches nobody that you know of"))
        return told

    def line(self, option: Option, *, costs: bool = False) -> str:
        """An option in words, with what it promises and risks."""
        found = self.forecast(option.intent)
        own = [one for one in found.attacks if not one.opportunity] if found is not None else []
        what, told = done(self.world, option.intent, attacks=own), list[str]()
        if found is not None:
            told = outlook.promises(self.world, self.actor.id, found)
            told += outlook.risks(self.world, self.actor.id, found)
            if isinstance(option.intent, FullAttack) and sum(one.made for one in own) <= 1:
                told.insert(0, _("one attack only"))
        more = dict(option.brings).get("movement", 0)
        if more:
            told.append(_("{far} more").format(far=words.cells_word(self.world, more // 2)))
        price = self.price(option) if costs else ""
        told += [_("takes {price}").format(price=price)] if price else []
        return _("{what}: {outlook}").format(what=what, outlook="; ".join(told)) if told else what

    def price(self, option: Option) -> str:
        """What an option uses up, in words; empty for nothing that is counted."""
        told = [costs_text(self.world, option)]
        for name, count in option.cost:
            if name in words.RESOURCES and name not in words.POINTS:
                one = words.word(PARTS if count == 1 else words.RESOURCES, name)
                told.append(one if count == 1 else _("{n} {word}").format(n=count, word=one))
        return words.joined(part for part in told if part)

    # --- the menus ---------------------------------------------------------------------------

    def main(self) -> Menu:
        """Everything: attacks, moves, acts, the end of the turn."""
        attacks, ways = [*self._attacks()], [*self._ways()]
        lines = attacks[:INLINE]
        if len(attacks) > INLINE:
            rest = Menu(_("More attacks"), tuple(attacks[INLINE:]))
            lines.append(Line(_("more attacks ..."), opens=lambda: rest))
        lines += [*ways, *self._acts()]
        lines += [Line(done(self.world, one.intent), one) for one in self._others
                  if isinstance(one.intent, EndTurn)]  # fmt: skip
        return Menu("", tuple(lines), self._plain.places if self._plain is not None else None)

    def refused(self, wanted: Sequence[str] = ()) -> Menu:
        """What cannot be done and why: of each act each reason once; with words, all they fit."""
        told: dict[Any, Line] = {}
        for barred in self.choices.refused:
            intent, why = barred.intent, sentence(barred.refusal, self.world)
            name = acts.act_word(key_of(intent))
            if isinstance(intent, Move):
                name = words.word(words.MODES, intent.mode)
            what = done(self.world, intent) if wanted else name
            text = _("{act}: {why}").format(act=what, why=why)
            line = Line(text, refusal=barred.refusal, words=name)
            if line.answers(wanted):
                told.setdefault(text if wanted else (name, barred.refusal.reason), line)
        heading = _("What cannot be done now, and why:") if told else _("Nothing is refused.")
        return Menu(heading, tuple(told.values()), asks="acts")

    @cached_property
    def _others(self) -> list[Option]:
        """What is no move."""
        return [option for option in self.choices if not isinstance(option.intent, Move)]

    # --- attacks -----------------------------------------------------------------------------

    def _attacks(self) -> Iterator[Line]:
        """Each attack on each foe, with its best weapon; then charges, and attacks on areas."""
        strikes = [one for one in self._others if isinstance(one.intent, Strike | FullAttack)]
        yield from self._bundled(strikes)
        for family in self.choices.families:
            if family.mode.attack:
                yield from self._charges(family)
        areas: dict[str, list[Option]] = {}
        for option in self._others:
            if isinstance(option.intent, Area):
                areas.setdefault(option.intent.name or option.intent.shape, []).append(option)
        for name, found in areas.items():
            text = _("{attack}, an area ...").format(attack=words.weapon_word(name, self.world))
            yield Line(text, opens=partial(self._areas, found))

    def _bundled(self, options: Sequence[Option], *, costs: bool = False) -> Iterator[Line]:
        """A line for all options of an act at an aim: the best plain one, the others behind it.

        Where they differ in what is put in, the line opens them all.
        """
        kinds: dict[Any, list[Option]] = {}
        for option in options:
            kinds.setdefault(_act_at(option.intent), []).append(option)
        names = list(dict.fromkeys(key_of(option.intent) for option in options))

        def rank(best: Option) -> tuple[int, float]:
            """By act, and then by the damage to expect."""
            return names.index(key_of(best.intent)), -self._worth(best)[0]

        for best in sorted(map(self._best, kinds.values()), key=rank):
            found = kinds[_act_at(best.intent)]
            if len({getattr(one.intent, "stamina", 0) for one in found}) > 1:
                yield Line(self._spread(found), opens=partial(self._each, found, costs))
                continue
            others = [one for one in found if one is not best]
            more = partial(self._each, others, costs) if others else None
            yield Line(partial(self._otherwise, best, others, costs), best, more=more)

    def _best(self, options: Sequence[Option]) -> Option:
        """The best of the plain ways to do something: of equal ones the first."""
        plain = [one for one in options if _is_plain(one.intent)]
        return max(plain or options, key=self._worth)

    def _worth(self, option: Option) -> tuple[float, int]:
        """How good a way to do something is: by damage, then the cheap."""
        intent = option.intent
        if intent not in self._worths:
            found = self._calm(intent)
            damage = found.damage if found is not None else {}
            hurt = sum(damage.get(foe, 0.0) for foe in aim_of(intent) if foe is not None)
            self._worths[intent] = hurt, -getattr(intent, "stamina", 0)
        return self._worths[intent]

    def _each(self, options: Iterable[Option], costs: bool) -> Menu:
        found = (Line(partial(self.line, one, costs=costs), one) for one in options)
        return Menu(_("How?"), tuple(found))

    def _spread(self, options: Sequence[Option]) -> str:
        """An act at its targets, with the least and the greatest chance of what it is done with."""
        names = [words.aim_name(self.world, one) for one in aim_of(options[0].intent) if one]
        found = [self.forecast(one.intent) for one in options]
        attacks = [one.attacks[0] for one in found if one is not None and one.attacks]
        what = acts.attack_verb(self.world, key_of(options[0].intent), names, attacks)
        hits = [one.hit for one in attacks]
        if not hits:
            return _("{what} ...").format(what=what)
        low, high = round(min(hits) * 100), round(max(hits) * 100)
        return _("{what} ... ({low} to {high} %)").format(what=what, low=low, high=high)

    def _charges(self, family: Family) -> Iterator[Line]:
        """A move that ends in an attack, for each foe: by the end that provokes least."""
        ends: dict[str | None, list[Option]] = {}
        for option in family.options:
            ends.setdefault(getattr(option.intent, "target", None), []).append(option)
        going = Going(self.battle, self.choices, [family])
        for found in ends.values():
            best = min(found, key=lambda one: len(going.row(one).provokes))
            others = [one for one in found if one is not best]
            later = partial(self._ends, going, [*others, *self._instead(family, found)])
            able = bool(others) or bool(family.mode.instead)
            yield Line(partial(self._end, going, best), best, more=later if able else None)

    def _end(self, going: Going, option: Option) -> str:
        """A charge, with where it ends."""
        where = typed(going.row(option).at)
        return _("{charge}, from {cell}").format(charge=self.line(option), cell=where)

    def _ends(self, going: Going, options: Iterable[Option]) -> Menu:
        return Menu(_("How?"), tuple(Line(partial(self._end, going, one), one) for one in options))

    def _instead(self, family: Family, options: Iterable[Option]) -> Iterator[Option]:
        """The charges at whose end something else may be done in place of the attack."""
        for option in options if family.mode.instead else ():
            assert isinstance(option.intent, Move)
            intent = attrs.evolve(option.intent, target=None)
            if self.battle.check(intent):
                yield attrs.evolve(option, intent=intent)

    # --- moves -------------------------------------------------------------------------------

    @cached_property
    def _plain(self) -> Going | None:
        """The plain ways to move, each place by the first that leads there."""
        families = [one for one in self.choices.families if one.mode.pace and one.options]
        return Going(self.battle, self.choices, families) if families else None

    def _ways(self) -> Iterator[Line]:
        """The plain moves as one line, single steps, then all ways that there are."""
        others = [one for one in self.choices.families if one.options and not one.mode.attack]
        if self._plain is not None:
            text = _("move ... ({ways})").format(ways=self._plain.text())
            yield Line(text, opens=self._plain.menu, words=_("walk go"))
        single = [one for one in others if one.mode.steps is not None and not one.mode.pace]
        yield from map(self._way, single)
        named = [one for one in others if one not in single and not one.mode.pace]
        if named or (self._plain is not None and len(self._plain.families) > 1):
            names = (words.word(words.MODES, one.mode.name) for one in named or others)
            text = _("other ways to move ... ({ways})").format(ways=", ".join(names))
            yield Line(text, opens=lambda: Menu(_("How?"), tuple(map(self._way, others))))

    def nowhere(self, cell: Cell) -> Refused | None:
        """Why no plain move leads to a cell, where there is none at all; None if one does."""
        mode = next(iter(self.battle.modes))
        found = self.choices.judge(Move(self.actor.id, to=cell, mode=mode))
        return None if isinstance(found, Option) else found.refusal

    def _way(self, family: Family) -> Line:
        """One mode of movement; one that strikes on the way, for each foe."""
        going = Going(self.battle, self.choices, [family])
        text = _("{what} ...").format(what=going.text())
        if family.mode.midway:
            return Line(text, opens=partial(self._darts, family))
        return Line(text, opens=going.menu)

    def _darts(self, family: Family) -> Menu:
        found = dict.fromkeys(getattr(one.intent, "target", None) for one in family.options)
        lines = []
        for target in found:
            going = Going(self.battle, self.choices, [family], target)
            lines.append(Line(words.name_of(self.world, target), opens=going.menu))
        return Menu(_("At whom?"), tuple(lines))

    # --- acts --------------------------------------------------------------------------------

    def _acts(self) -> Iterator[Line]:
        """Everything else by name: as lines where there are few, else behind one."""
        named: dict[str, list[Option]] = {}
        for option in self._others:
            if not isinstance(option.intent, Strike | FullAttack | Area | EndTurn):
                named.setdefault(NAMES[type(option.intent)], []).append(option)
        lines = [self._act(name, found) for name, found in sorted(
            named.items(), key=lambda item: acts.rank(item[0]))]  # fmt: skip
        if len(lines) <= FEW:
            yield from lines
            return
        names = ", ".join(words.word(words.ACTS, name) for name in named)
        yield Line(_("acts ... ({names})").format(names=names),
                   opens=lambda: Menu(_("Which?"), tuple(lines), asks="acts"))  # fmt: skip

    def _act(self, name: str, options: list[Option]) -> Line:
        """An act: the option itself where there is but one way."""
        until, names = acts.said(name).until, self.world.ids
        others = after_whom(self.battle.rules, self.actor.id, names) if until else []
        if others:
            return Line(_("{act} ...").format(act=words.word(words.ACTS, name)),
                        opens=lambda: self._whens(options[0], until, others))  # fmt: skip
        if len(options) == 1:
            return Line(partial(self.line, options[0], costs=True), options[0])
        if len({(_act_at(one.intent), spot_of(one.intent) is None) for one in options}) == 1:
            (line,) = self._aims(options).lines
            if line.opens is not None:
                return line
        return Line(_("{act} ...").format(act=words.word(words.ACTS, name)),
                    opens=lambda: self._aims(options))  # fmt: skip

    def _whens(self, option: Option, until: str, others: Sequence[str]) -> Menu:
        """An act that waits: asked again and again, or until after somebody's turn."""
        lines = [Line(partial(self.line, option, costs=True), option)]
        for other in others:
            text = translate(until).format(known_as(self.world[other].name))
            lines.append(Line(text, option, after=other))
        return Menu(_("Until when?"), tuple(lines))

    def _aims(self, options: list[Option]) -> Menu:
        """A line for each aim; one that opens the places where it is to be said where."""
        placed: dict[Any, list[Option]] = {}
        for one in options:
            if spot_of(one.intent) is not None:
                placed.setdefault(_act_at(one.intent), []).append(one)
        others = [one for one in options if spot_of(one.intent) is None]
        found = [*self._bundled(others, costs=True)]
        for (key, aim), where in placed.items():
            names = [words.aim_name(self.world, one) for one in aim if one is not None]
            text = _("{act} ...").format(act=acts.verb(key, names))
            found.append(Line(text, opens=partial(self._spots, where)))
        return Menu(_("At whom, and how?"), tuple(found))

    def _spots(self, options: list[Option]) -> Menu:
        """The places of an act that says where something ends up, the nearest first."""

        def pointed(cell: Cell) -> Menu | Refused:
            found = self.choices.judge(with_spot(options[0].intent, cell))
            if isinstance(found, Option):
                return Menu("", (Line(partial(self.line, found, costs=True), found),))
            return found.refusal

        lines = [Line(partial(self.line, one, costs=True), one) for one in options]
        text = _("Where? A number, or a cell such as {cell}")
        return Menu(text.format(cell=typed(self.actor.at)), tuple(lines), pointed)

    def _areas(self, options: list[Option]) -> Menu:
        """Attacks on an area, those that catch the most foes and the fewest friends first."""

        def caught(option: Option) -> tuple[str, ...]:
            found = self.forecast(option.intent)
            return tuple(one.creature for one in found.caught) if found is not None else ()

        def worth(who: tuple[str, ...]) -> int:
            return sum(-2 if self.world.friendly(self.actor.id, one) else 1 for one in who)

        alike: dict[tuple[str, ...], list[Option]] = {}
        for option in options:
            alike.setdefault(caught(option), []).append(option)
        lines = []
        for who in sorted(alike, key=worth, reverse=True):
            best, *others = alike[who]
            more = partial(self._each, others, False) if others else None
            lines.append(Line(partial(self._otherwise, best, others), best, more=more))
        text = _("Where? A number, or the cell to point at, such as {cell}")
        return Menu(text.format(cell=typed(self.actor.at)), tuple(lines), self._pointed)

    def _otherwise(self, best: Option, others: Sequence[Option], costs: bool = False) -> str:
        """The line of an option, and whether there are other ways to do the same."""
        text = self.line(best, costs=costs)
        return _("{option} (+ for other ways)").format(option=text) if others else text

    def _pointed(self, cell: Cell) -> Menu | Refused:
        """The attacks on areas pointed at a cell; or why there is none."""
        lines, refusal = [], None
        shapes = self.battle.rules.ruleset.areas.shapes
        for one in self.actor.areas.items:
            aimed = shapes[one.shape].aimed
            origin, toward = (self._nearest(cell), cell) if aimed else (cell, None)
            intent = Area(self.actor.id, one.shape, one.size, origin, toward, one.name)
            found = self.choices.judge(intent)
            if isinstance(found, Option):
                lines.append(Line(self.line(found), found))
            else:
                refusal = found.refusal
        return refusal if refusal is not None and not lines else Menu("", tuple(lines))

    def _nearest(self, cell: Cell) -> Cell:
        """The actor's cell that is nearest to another."""
        return min(self.actor.body.cells, key=lambda own: self.battle.measure(own, cell))


def _act_at(intent: Intent) -> tuple[str, Any]:
    """What is done, and at what."""
    return key_of(intent), aim_of(intent)


def _is_plain(intent: Intent) -> bool:
    """Whether it is done in no particular manner."""
    manners = (one for one in attrs.fields(type(intent)) if one.metadata == MANNER)
    return all(getattr(intent, one.name) == one.default for one in manners)
