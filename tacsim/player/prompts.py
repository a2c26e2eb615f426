"""The words around a board: what there is to wait for, to point at and to choose."""

from __future__ import annotations

from tacsim.i18n import _, known_as
from tacsim.player.pointing.bids import STAMINA
from tacsim.player.pointing.measuring import area_text, inside
from tacsim.player.pointing.now import Now
from tacsim.player.pointing.planned import rising_text
from tacsim.player.pointing.selection import ATTACK
from tacsim.view.wording import words


def waiting(now: Now) -> str:
    """What goes on while nothing is to be chosen."""
    actor = now.acting
    if now.battle.world.outcome.over:
        return _("The battle is over: Enter shows how it ended.")
    if now.held:
        text = _("The opponents are held: {pause} lets them go on, {hurry} skips to your turn.")
        if not now.people:
            text = _("The battle is held: {pause} lets it go on, {hurry} skips to the end.")
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


def idle(now: Now) -> str:
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


def measured(now: Now) -> tuple[str, str]:
    """The area that is being measured, and the creatures inside it."""
    selection, world = now.selection, now.battle.world
    assert selection.planner is not None
    found = inside(world, selection.planner.known, selection.preview.area)
    names = [known_as(world[name].name) for name in found]
    who = words.joined(names) if names else _("nobody is inside")
    return words.capital(area_text(world, selection.tool.mode or "", selection.tool.size)), who


def choosing(now: Now) -> str:
    """What directions mean while a target is chosen, and none is that will do."""
    aiming = now.settled and now.selection.tool.aims and now.selection.preview.intent is None
    return _("choose a target, Esc back") if aiming else ""


def stamina_text(now: Now) -> str:
    """The Stamina that the preview costs; of an attack the least."""
    preview, planner = now.selection.preview, now.selection.planner
    if not now.settled or planner is None or preview.intent is None or preview.legs:
        return ""
    price = planner.price(preview.intent)
    if not price:
        return ""
    text = _("{price} of {have} Stamina")
    if preview.attacks:
        text = _("from {price} of {have} Stamina")
    return text.format(price=price, have=now.battle.world[planner.actor].resources[STAMINA])


def otherwise(now: Now) -> str:
    """The other body possible at the end of the move, squeezed or whole, and its key."""
    other = now.selection.preview.other if now.settled else None
    if other is None:
        return ""
    text = _("S: squeezed, {cells}") if other.squeezing else _("S: whole, {cells}")
    return text.format(cells=words.cells_word(now.battle.world, other.cost))


def weapon_text(now: Now) -> str:
    """The weapon that was chosen, which is used until another one is; a charge picks its own."""
    selection = now.selection
    weapon = selection.weapon if now.settled and selection.planner is not None else None
    if weapon is None or selection.tool.kind == "close":
        return ""
    return _("with {0} (v)").format(words.weapon_word(weapon, now.battle.world))
