"""The texts around the board: whose turn it is, what is pointed at, what Enter would do."""

from __future__ import annotations

from textual.content import Content

from tacsim.app.widgets.lines import Line
from tacsim.app.widgets.text import DOT, wrapped
from tacsim.i18n import _
from tacsim.player.pointing.chances import promises, warnings
from tacsim.player.pointing.now import Now
from tacsim.player.pointing.planned import refusal_text, verb
from tacsim.player.pointing.previews import Preview
from tacsim.player.pointing.selection import ATTACK
from tacsim.player.pointing.tools import Tool
from tacsim.player.prompts import (
    choosing,
    idle,
    measured,
    otherwise,
    stamina_text,
    waiting,
    weapon_text,
)
from tacsim.view.wording import acts, places

MUTED = "$foreground-muted"


def hint(now: Now, remark: Line) -> tuple[tuple[Content, Content], Line]:
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
    facts = [Content.styled(weapon_text(now), MUTED)]
    key = selection.tool.act or (ATTACK if selection.tool == Tool() else "")
    act = selection.planner.named(key) if now.settled and selection.planner is not None else None
    kept = sorted(selection.manners & set(act.manners)) if act is not None else ()
    facts += [Content.styled(acts.manner_word(manner), "$warning") for manner in kept]
    further = (stamina_text(now), otherwise(now), choosing(now))
    facts += [Content.styled(text, MUTED) for text in further]
    return Content("  ").join(fact for fact in facts if fact.plain)


def _would(now: Now) -> Line:
    selection = now.selection
    if not now.settled:
        return Content.styled(waiting(now), MUTED)
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
        return Content.styled(idle(now), MUTED)
    parts: list[Content] = []
    if selection.warned:
        parts.append(Content.styled(_("Enter again to do it"), "bold reverse"))
    parts.append(_planned(now, preview))
    style = "bold $warning" if preview.warns else ""
    parts += [Content.styled(text, style) for text in warnings(preview, now.battle.world)]
    if not selection.warned and any(leg.squeezed for leg in preview.legs):
        parts.append(Content(_("squeezing")))
    return Content(DOT).join(parts)


def _measured(now: Now) -> Content:
    """The creatures inside the area that is being measured."""
    what, who = measured(now)
    return Content.assemble((what, "bold"), ": ", who)


def _planned(now: Now, preview: Preview) -> Content:
    """What Enter would do, with its chances."""
    parts = promises(preview, now.battle.world)
    enter = "" if now.selection.warned else _("Enter") + " "
    head = Content.assemble((enter, MUTED), (verb(now, preview), "bold"))
    return Content.assemble(head, ": ", "; ".join(parts)) if parts else head
