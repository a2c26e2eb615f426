"""The texts around the board: whose turn it is, what is pointed at, what Enter would do."""

from __future__ import annotations

from textual.content import Content

from tacsim.app.widgets.lines import Line
from tacsim.app.widgets.text import DOT, wrapped
from tacsim.i18n import _, known_as
from tacsim.player.bids import STAMINA
from tacsim.player.chances import promises, warnings
from tacsim.player.measuring import area_text, inside
from tacsim.player.now import Now
from tacsim.player.planned import refusal_text, rising_text, verb
from tacsim.player.previews import Preview
from tacsim.player.selection import ATTACK
from tacsim.player.tools import Tool
from tacsim.view import acts, places, words

MUTED = "$foreground-muted"


def hint(now: Now, remark: Line) -> tuple[Line, Line]:
    """What is under the cursor; and what Enter would do, or the last remark."""
    pointing = now.selection.pointing
    where = _where(now) if pointing else ""
    corner = now.selection.corner_name if pointing and now.settled else ""
    where += f", {corner}" if corner else ""
    said = remark if isinstance(remark, tuple) or remark.plain else _would(now)
    return (Content(where), _manner(now)), said


def _where(now: Now) -> str:
    """The cell under the cursor, and on cubes whether the acting creature would stand there."""
    selection = now.selection
    planner = selection.planner if now.settled else None
    who = now.battle.world[planner.actor] if planner is not None else None
    last = (
        selection.preview.legs[-1].body if planner is not None and selection.preview.legs else None
    )
    body = last if last is not None and selection.cursor in last.cells else None
    return places.cell_line(now.battle, selection.cursor, now.memory, who=who, body=body)


def fitted(lines: tuple[Line, Line], width: int) -> tuple[Line, ...]:
    """Both lines, or the second one folded in place of both where it is too long for one."""
    said, *ends = lines[1] if isinstance(lines[1], tuple) else (lines[1],)
    if said.cell_length <= width or width <= 0:
        return lines
    return tuple(wrapped(Content("  ").join([said, *ends]), width, 2))


def _manner(now: Now) -> Content:
    """The weapon and manner chosen, and the keys that change them."""
    selection = now.selection
    if selection.tool.kind == "template" and selection.planner is not None:
        keys = [
            _("{five_foot_step} shape").format(**now.keys),
            _("{smaller} {larger} size").format(**now.keys),
        ]
        if selection.aimed:
            keys.append(_("Enter starts it with you") if selection.tool.origin else
                        _("Enter starts it here"))  # fmt: skip
        return Content.styled("  ".join(keys), MUTED)
    facts = [_weapon(now)]
    key = selection.tool.act or (ATTACK if selection.tool == Tool() else "")
    act = selection.planner.named(key) if now.settled and selection.planner is not None else None
    kept = sorted(selection.manners & set(act.manners)) if act is not None else ()
    facts += [Content.styled(acts.manner_word(manner), "$warning") for manner in kept]
    facts += [_stamina(now), _otherwise(now), _choosing(now)]
    return Content("  ").join(fact for fact in facts if fact.plain)


def _choosing(now: Now) -> Content:
    """What directions mean while a target is chosen, and none is that will do."""
    aiming = now.settled and now.selection.tool.aims and now.selection.preview.intent is None
    return Content.styled(_("choose a target, Esc back") if aiming else "", MUTED)


def _stamina(now: Now) -> Content:
    """The Stamina that the preview costs; of an attack the least."""
    preview, planner = now.selection.preview, now.selection.planner
    if not now.settled or planner is None or preview.intent is None or preview.legs:
        return Content("")
    price = planner.price(preview.intent)
    if not price:
        return Content("")
    text = _("from {price} of {have} Stamina") if preview.attacks else \
        _("{price} of {have} Stamina")  # fmt: skip
    have = now.battle.world[planner.actor].resources[STAMINA]
    return Content.styled(text.format(price=price, have=have), MUTED)


def _otherwise(now: Now) -> Content:
    """The other body possible at the end of the move, squeezed or whole, and its key."""
    other = now.selection.preview.other if now.settled else None
    if other is None:
        return Content("")
    text = _("S: squeezed, {cells}") if other.squeezing else _("S: whole, {cells}")
    cells_ = words.cells_word(now.battle.world, other.cost)
    return Content.styled(text.format(cells=cells_), MUTED)


def _weapon(now: Now) -> Content:
    """The weapon that was chosen, which is used until another one is; a charge picks its own."""
    selection = now.selection
    weapon = selection.weapon if now.settled and selection.planner is not None else None
    if weapon is None or selection.tool.kind == "close":
        return Content("")
    return Content.styled(
        _("with {0} (v)").format(words.weapon_word(weapon, now.battle.world)), MUTED
    )


def _would(now: Now) -> Line:
    selection = now.selection
    if not now.settled:
        return Content.styled(_waiting(now), MUTED)
    if selection.planner is None:
        return Content("")
    if selection.tool.kind == "look":
        text = _("Looking around; {look} or Esc goes back.")
        return Content.styled(text.format(**now.keys), MUTED)
    preview = selection.preview
    if selection.tool.kind == "template":
        return _measured(now)
    if preview.refusal is not None:
        text = refusal_text(preview.refusal, now)
        return Content(text), Content.styled(preview.refusal.clause, MUTED)
    if preview.intent is None:
        return Content.styled(_idle(now), MUTED)
    parts: list[Content] = []
    if selection.warned:
        parts.append(Content.styled(_("Enter again to do it"), "bold reverse"))
    parts.append(_planned(now, preview))
    style = "bold $warning" if preview.warns else ""
    parts += [Content.styled(text, style) for text in warnings(preview, now.battle.world)]
    if not selection.warned and any(leg.squeezed for leg in preview.legs):
        parts.append(Content(_("squeezing")))
    return Content(DOT).join(parts)


def _waiting(now: Now) -> str:
    actor = now.acting
    if now.battle.world.outcome.over:
        return _("The battle is over: Enter shows how it ended.")
    if now.held:
        text = _("The opponents are held: {pause} lets them go on, {hurry} skips to your turn.")
        return text.format_map(now.keys)
    if actor is None and now.thinks:
        text = _("Somebody out of sight thinks: {hurry} has it decide now.")
        return text.format_map(now.keys)
    if actor is None:
        return _("Something happens out of sight.")
    text = _("{name} is acting.")
    if now.thinks:
        text = _("{name} thinks: {hurry} has it decide now.")
    return text.format(name=known_as(now.battle.world[actor].name), hurry=now.keys["hurry"])


def _idle(now: Now) -> str:
    """What to do while nothing is pointed at."""
    selection = now.selection
    assert selection.planner is not None
    if selection.tool.kind == "area":
        return _("{attack}: point at where it goes.").format(
            attack=words.capital(words.weapon_word(selection.tool.mode or "", now.battle.world))
        )
    if selection.tool.kind == "dart" and selection.target is not None:
        return _("{mode} at {name}: point at where to end. Tab: another foe.").format(
            mode=words.capital(words.word(words.MODES, selection.tool.mode or "")),
            name=known_as(now.battle.world[selection.target].name),
        )
    if selection.tool.kind == "step":
        return _("A step: which way?")
    if selection.tool.mode is not None and selection.planner.rushes(selection.tool.mode):
        return _("{mode}: point at a foe (Tab), or at a place beyond one.").format(
            mode=words.capital(words.word(words.MODES, selection.tool.mode))
        )
    if selection.tool.mode is not None:
        return _("{mode}: point at where to go.").format(
            mode=words.capital(words.word(words.MODES, selection.tool.mode))
        )
    rising = rising_text(now.battle.world, selection.planner)
    if rising:
        return rising
    if not selection.planner.range.near and not selection.planner.affords(ATTACK):
        text = _("Nothing much is left to do: {end_turn} ends the turn.")
        if selection.planner.spends:
            text = _("{acts} lists what can be done; {end_turn} ends the turn.")
        return text.format(**now.keys)
    return _("Point at where to go, or at whom to attack.")


def _measured(now: Now) -> Content:
    """The creatures inside the area that is being measured."""
    selection = now.selection
    assert selection.planner is not None
    world = now.battle.world
    found = inside(world, selection.planner.known, selection.preview.area)
    names = [known_as(world[name].name) for name in found]
    who = words.joined(names) if names else _("nobody is inside")
    what = area_text(world, selection.tool.mode or "", selection.tool.size)
    return Content.assemble((words.capital(what), "bold"), ": ", who)


def _planned(now: Now, preview: Preview) -> Content:
    """What Enter would do, with its chances."""
    parts = promises(preview, now.battle.world)
    enter = "" if now.selection.warned else _("Enter") + " "
    head = Content.assemble((enter, MUTED), (verb(now, preview), "bold"))
    return Content.assemble(head, ": ", "; ".join(parts)) if parts else head
