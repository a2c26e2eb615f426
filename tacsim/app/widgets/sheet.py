"""A creature's sheet beside the board: its lines, and the bars and points in them."""

from __future__ import annotations

from textual.content import Content

from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.text import DOT, packed
from tacsim.i18n import _, pgettext, translate
from tacsim.player.acting.unasked import waits_for
from tacsim.player.pointing.now import Now
from tacsim.view.palettes.graphics import BRAILLE, UNICODE, health_bar
from tacsim.view.wording import acts, words
from tacsim.view.wording.sheet import Sheet, flanked, modifiers_text, orders
from tacsim.view.wording.units import length_word

BAR, SHORT_BAR = 12, 8
"""Columns of the bar of hit points, alone on its line and with those of the kind beside it."""
PIPS = 10
"""The most points that are shown one by one."""
LOW = 0.34
"""The part of its hit points at which a creature is in danger."""


def bar(part: float, width: int, graphics: str = UNICODE) -> Content:
    """A bar as long as a part of the whole; never empty while anything is left.

    >>> bar(0.5, 4).plain, bar(0.01, 2).plain, bar(0.6, 2, BRAILLE).plain
    ('▰▰▱▱', '▰▱', '⣿⣄')
    """
    if graphics == BRAILLE:
        return Content.styled(health_bar(part, width, BRAILLE), _danger(part))
    full = round(max(0.0, min(part, 1.0)) * width)
    full = max(full, 1) if part > 0 else 0
    return Content.assemble(("▰" * full, _danger(part)), ("▱" * (width - full), MUTED))


def _danger(part: float) -> str:
    """The colour of a bar."""
    return "$error" if part <= LOW else "$success"


def pips(left: int, total: int) -> Content:
    """Points that are left of some, one by one, or in figures where they are many.

    >>> pips(2, 5).plain, pips(7, 12).plain
    ('▰▰▱▱▱', '7/12')
    """
    if total > PIPS:
        return Content.styled(f"{left}/{total}", "" if left else MUTED)
    return Content.assemble(("▰" * left, "$accent"), ("▱" * (total - left), MUTED))


def hp_text(hp: int | None, most: int | None) -> str:
    """Hit points of the most; nothing where they are not known."""
    return f"{hp}/{most}" if hp is not None else ""


def length_text(now: Now, n: int) -> str:
    """A number of cells, with the unit of length if a cell is one of it.

    Else as the language counts cells, in English by the number alone.
    """
    unit = now.battle.world.unit
    return length_word(n, unit) if unit else pgettext("cells", "{n}").format(n=n)


def after_text(now: Now, name: str) -> str:
    """After whose turn a creature comes in."""
    return _("after {name}").format(name=called(now, name))


def sheet_lines(now: Now, sheet: Sheet, width: int) -> list[Content]:
    """What a sheet says, a line each."""
    lines = [Content.styled(text, "$warning") for text in kept_answers(now, sheet.id)]
    if sheet.hp is not None and sheet.hp_max:
        part = sheet.hp / sheet.hp_max
        usual = now.usual.get(sheet.id)
        points = Content.assemble(
            _("hit points") + " ", (f"{hp_text(sheet.hp, sheet.hp_max)} ", "bold"),
            bar(part, BAR if usual is None else SHORT_BAR, now.palette.graphics),
        )  # fmt: skip
        kinds = [Content(_("usually {n}").format(n=usual))] if usual is not None else []
        lines += packed([points, *kinds], width)
    elif sheet.state:
        lines.append(Content(sheet.state))
    facts = [
        Content.assemble(name + " ", (value, "bold"))
        for name, value in (
            (_("defence"), str(sheet.defence)),
            (_("speed"), length_text(now, sheet.speed)),
            (_("reach"), length_text(now, sheet.reach)),
        )
    ]
    lines.append(Content(DOT).join(facts))
    lines += packed([*actions_left(sheet), *map(Content, still_to_move(now, sheet))], width)
    if sheet.conditions:
        lines.append(Content.styled(", ".join(sheet.conditions), "bold $warning"))
    lines += [Content.styled(text, "$warning") for text in flanked_by(now, sheet.id)]
    lines += [Content.styled(text, "$warning") for text in lasting(now, sheet.id)]
    lines += [_weapon(now, row.name, row.text) for row in sheet.weapons]
    return lines


def still_to_move(now: Now, sheet: Sheet) -> list[str]:
    """How far a move that has begun goes on; nothing where none has, or it is spent."""
    if not sheet.under_way:
        return []
    return [_("{far} left to move").format(far=length_text(now, sheet.speed_left))]


def kept_answers(now: Now, name: str) -> list[str]:
    """The questions that a creature is not asked any more, and the key that has it asked again."""
    after, standing = waits_for(now.standing, name), now.standing.get(name)
    kept = []
    if after:
        kept.append(_("comes in after {name}").format(name=called(now, after)))
    if standing:
        text = _("always takes opportunities") if standing == "always" else \
            _("never takes opportunities")  # fmt: skip
        kept.append(text)
    if now.standing.get(f"{name} defence") == "never":
        kept.append(_("puts no Stamina into its defence"))
    return [f"{text} ({now.keys['answers']})" for text in kept]


def flanked_by(now: Now, name: str) -> list[str]:
    """Who flanks a creature."""
    return flanked(now.battle, now.battle.world[name], now.memory)


def lasting(now: Now, name: str) -> list[str]:
    """What a creature holds ready, and its bonuses; empty for creatures of other sides in fog."""
    world = now.battle.world
    if now.memory is not None and not world.sides.friendly(now.memory.side, world[name].side):
        return []
    watch, found = world[name].watch, []
    if watch.trigger:
        texts = acts.TRIGGERS.get(watch.trigger, (watch.trigger, watch.trigger))
        foe = called(now, watch.target) if watch.target is not None else ""
        what = translate(texts[watch.target is not None]).format(foe)
        found.append(_("ready to {what}").format(what=what))
    found += orders(world[name])
    for bonus in world[name].bonuses.items:
        if bonus.name in words.BONUSES:
            found.append(
                translate(words.BONUSES[bonus.name][1]).format(foe=called(now, bonus.against))
            )
            continue
        kind = _("attack") if bonus.on == "attack" else _("defence")
        found.append(
            _("{value} {kind} v {foe}: {name}").format(
                value=words.signed(bonus.value), kind=kind, foe=called(now, bonus.against),
                name=words.word(words.MODIFIERS, bonus.name),
            )
        )  # fmt: skip
    return found


def called(now: Now, name: str) -> str:
    """A creature's name, as far as the viewer knows it."""
    known = None if now.memory is None else now.memory.known
    return words.name_of(now.battle.world, name, known)


def actions_left(sheet: Sheet, *, gone: bool = True) -> list[Content]:
    """The actions of a turn; ``gone``: those spent are named last."""
    parts, spent = list[Content](), list[str]()
    for action in sheet.actions:
        if action.points:
            parts.append(Content.assemble(f"{action.label} ", pips(action.left, action.total)))
            continue
        count = f" x{action.left}" if action.left > 1 else ""
        label = action.label + count
        if action.available:
            parts.append(Content.assemble(("✓ ", "$success"), label))
        else:
            spent.append(label)
    if spent and gone:
        parts.append(Content.styled(_("spent: {what}").format(what=", ".join(spent)), MUTED))
    return parts


def _weapon(now: Now, name: str, text: str) -> Content:
    chosen = now.selection.weapon == name and now.selection.planner is not None
    return Content.assemble(("▸ " if chosen else "  ", "bold $accent"), (text, "bold" * chosen))


def aim_lines(now: Now) -> list[Content]:
    """The modifiers of the attack that is being aimed."""
    if not now.settled or not now.selection.preview.attacks:
        return []
    return [Content.styled(modifiers_text(now.selection.preview.attacks[0].roll), MUTED)]
