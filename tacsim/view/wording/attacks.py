"""Attacks in the log: one with its throws and its damage as a line, and the sums behind it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from tacsim.core import events as ev
from tacsim.core.world import World
from tacsim.i18n import _
from tacsim.session.learning import UNSEEN
from tacsim.view.wording import words

AFTER = ("damage", "soak")
"""Purposes of throws after an attack has hit."""


@attrs.frozen
class Attack:
    """An attack as it went: its event, its throws, and the damage it did, None for none."""

    struck: ev.Struck
    throws: tuple[ev.Rolled, ...] = ()
    damage: ev.Damaged | None = None

    @property
    def seen(self) -> bool:
        """Whether the side that reads the log sees both attacker and target."""
        return UNSEEN not in (self.struck.actor, self.struck.target)

    @property
    def dice(self) -> tuple[int, ...]:
        """What was thrown to hit; of several dice one was kept."""
        return next((throw.dice for throw in self.throws if throw.purpose == "attack"), ())

    @property
    def unconfirmed(self) -> ev.Rolled | None:
        """The throw that did not confirm a critical; None where none was thrown, or it did."""
        if self.struck.outcome == "critical":
            return None
        return next((throw for throw in self.throws if throw.purpose == "confirm"), None)

    @property
    def clauses(self) -> tuple[str, ...]:
        """Every clause at work in it, each once."""
        found = [*self.struck.clauses, *(part.clause for part in self.struck.modifiers)]
        if self.unconfirmed is not None:
            found += self.unconfirmed.clauses
        if self.damage is not None:
            found += self.damage.clauses
        return tuple(dict.fromkeys(clause for clause in found if clause))


def sentence_of(world: World, attack: Attack) -> str:
    """The attack on one line; with an unseen attacker or target only the outcome."""
    struck = attack.struck
    seen = attack.seen
    gaps = {
        "actor": words.name_of(world, struck.actor),
        "target": words.name_of(world, struck.target),
        "weapon": words.weapon_word(struck.weapon, world),
        "sum": _sum(attack),
        "defence": _reached(struck),
        "outcome": outcome_word(struck.outcome),
    }
    if not seen or not (struck.natural or struck.pools):
        text = _("{actor} strikes {target}: {outcome}")
    elif struck.opportunity:
        text = _(
            "Opportunity: {actor} strikes {target} with {weapon}: {sum} v {defence}, {outcome}"
        )
    elif struck.manner == "thrown":
        text = _("{actor} throws its {weapon} at {target}: {sum} v {defence}, {outcome}")
    elif _ranged(world, struck):
        text = _("{actor} attacks {target} with {weapon}: {sum} v {defence}, {outcome}")
    else:
        text = _("{actor} strikes {target} with {weapon}: {sum} v {defence}, {outcome}")
    text = text.format(**gaps)
    if struck.risked and seen:
        text = _("{attack}, {n} risked").format(attack=text, n=struck.risked)
    if attack.damage is None:
        return _("{attack}, nothing gets through").format(attack=text) if struck.risked else text
    text = _("{attack}, {n} damage").format(attack=text, n=attack.damage.amount)
    if attack.unconfirmed is None or not seen:
        return text
    total = attack.unconfirmed.total
    return _("{attack} (a critical not confirmed: {total})").format(attack=text, total=total)


def detail_of(attack: Attack) -> tuple[str, ...]:
    """Everything that went into an attack, a line each."""
    struck = attack.struck
    if struck.pools:
        return tuple(_pools(attack))
    lines = _throw(attack) if struck.natural else [_("It cannot miss.")]
    for throw in attack.throws:
        if throw.purpose in ("confirm", "damage"):
            lines.append(throw_line(throw))
    return tuple(lines)


def throw_line(throw: ev.Rolled) -> str:
    """A throw for damage, or to confirm a critical, with its sum."""
    bonus = words.signed(throw.total - sum(throw.dice))
    gaps = {"dice": faces(throw), "bonus": bonus, "total": throw.total}
    if not throw.dice:
        text = _("Damage: {total}").format(**gaps)
    elif throw.purpose == "confirm":
        text = _("To confirm the critical: {dice} {bonus} = {total}").format(**gaps)
    else:
        text = _("Damage: {dice} {bonus} = {total}").format(**gaps)
    return text + cited(throw.clauses)


def _throw(attack: Attack) -> list[str]:
    """The die of an attack, and what is added on either side."""
    struck = attack.struck
    dice = [part for part in struck.modifiers if part.on == "advantage"]
    lines = [_("Attack: {natural} on the die").format(natural=struck.natural)]
    if len(attack.dice) > 1:
        lines = [
            _("Attack: {dice} on the dice, {natural} kept").format(
                dice=", ".join(map(str, attack.dice)), natural=struck.natural
            )
        ]
    lines += [_die(part) for part in dice]
    lines += [_modifier(part) for part in struck.modifiers if part.on == "attack"]
    lines.append(_("Against {defence}, of which:").format(defence=struck.defence))
    other = [part for part in struck.modifiers if part.on not in ("attack", "advantage")]
    return lines + [_modifier(part) for part in other]


def _pools(attack: Attack) -> Iterator[str]:
    """The dice of both sides and what is behind them, then what became of the damage."""
    struck = attack.struck
    for side, text in (("attack", _("Attack: {dice}")), ("defence", _("Defence: {dice}"))):
        yield from _thrown(attack, side, text)
        yield from (_modifier(part) for part in struck.modifiers if part.side == side)
    if not struck.pools[-1]:
        yield _("It is not defended against.")
    if struck.risked:
        yield _("Damage risked: {n}").format(n=struck.risked)
    yield from _thrown(attack, "soak", _("Soaking: {dice}"))
    if attack.damage is not None:
        n = attack.damage.amount
        yield _("Hit points lost: {n}").format(n=n) + cited(attack.damage.clauses)


def _thrown(attack: Attack, purpose: str, text: str) -> Iterator[str]:
    """The dice of a pool with their successes, and those that were thrown again."""
    first = [(text, throw) for throw in attack.throws if throw.purpose == purpose]
    again = _("Thrown again: {dice}")
    for said, throw in first + [
        (again, throw) for throw in attack.throws if throw.again == purpose
    ]:
        found = words.successes_word(throw.total, len(throw.dice))
        yield f"{said.format(dice=faces(throw))}: {found}{cited(throw.clauses)}"


def _die(part: ev.Modifier) -> str:
    text = f"  {words.dice_word(part.value)}: {words.word(words.MODIFIERS, part.name)}"
    return text + cited((part.clause,))


def outcome_word(outcome: str) -> str:
    """The outcome of an attack in words."""
    known = {"critical": _("critical hit"), "hit": _("hit"), "miss": _("miss")}
    return known.get(outcome, outcome)


def faces(throw: ev.Rolled) -> str:
    """The faces of some dice."""
    return ", ".join(str(face) for face in throw.dice)


def cited(clauses: Iterable[str]) -> str:
    """Clauses in brackets, or nothing.

    >>> cited(["d20.run"]), cited([])
    (' (d20.run)', '')
    """
    ids = ", ".join(clause for clause in clauses if clause)
    return f" ({ids})" if ids else ""


def _ranged(world: World, struck: ev.Struck) -> bool:
    """Whether it was struck from afar; where it was not kept, whether the weapon may be."""
    if struck.manner:
        return struck.manner != "melee"
    weapons = world[struck.actor].offence.weapons
    found = [weapon for weapon in weapons if weapon.name == struck.weapon]
    return any(weapon.ranged or weapon.increment for weapon in found)


def _reached(struck: ev.Struck) -> str:
    """What the attack had to reach, or the successes that stood against it."""
    if not struck.pools:
        return str(struck.defence)
    against = _("{n} ({dice})")  # of a pool: its successes, and how many dice it has
    return against.format(n=struck.defence, dice=words.pool_word(struck.pools[-1]))


def _sum(attack: Attack) -> str:
    """The attack's sum: what fell, what is added, what comes out; of several dice, which."""
    struck, dice = attack.struck, attack.dice
    if struck.pools:
        return words.successes_word(struck.total, struck.pools[0])
    text = f"{struck.natural}{words.signed(struck.total - struck.natural)}={struck.total}"
    if len(dice) < 2:
        return text
    if min(dice) == max(dice):
        kept = _("{dice}: {sum}")
    elif struck.natural == max(dice):
        kept = _("best of {dice}: {sum}")
    else:
        kept = _("worst of {dice}: {sum}")
    return kept.format(dice=", ".join(map(str, dice)), sum=text)


def _modifier(part: ev.Modifier) -> str:
    return f"  {words.part_word(part)}{cited((part.clause,))}"
