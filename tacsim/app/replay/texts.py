"""The texts of a replay: how far it is, as which side it is watched, and how far to trust it."""

from __future__ import annotations

from bisect import bisect_right

from textual.content import Content

from tacsim.app.widgets.hints import MUTED
from tacsim.app.widgets.text import DOT
from tacsim.i18n import _, known_as
from tacsim.player.record.branches import branch_name
from tacsim.player.record.reel import Reel
from tacsim.storage.timeline import Timeline
from tacsim.storage.verify import Verdict


def progress(timeline: Timeline, *, playing: bool) -> Content:
    """Whether the replay plays, and how many of its events have been shown.

    Seen as a side, of those that the side saw.
    """
    count = bisect_right(timeline.stops, timeline.position) - 1
    text = _("event {n} of {all}") if timeline.side is None else _("seen: {n} of {all}")
    return Content.assemble(
        (_("playing") if playing else _("held"), "bold"),
        DOT, text.format(n=count, all=len(timeline.stops) - 1),
    )  # fmt: skip


def title(timeline: Timeline) -> Content:
    """The branch watched, and the side as which it is."""
    eyes: Content | str = ""
    if timeline.side is not None:
        side = timeline.battle.world.sides[timeline.side]
        text = _("as {side} see it").format(side=known_as(side.name))
        eyes = Content.assemble((text, "bold $warning"), DOT)
    name = branch_name(timeline.branch)
    return Content.assemble(eyes, (name, "bold"), DOT, (_("replay"), "bold $accent"))


def trust(timeline: Timeline, verdict: Verdict | None) -> Content:
    """Whether the replay agrees with the save, in a word or two; ``verdict``: of verifying it.

    Nothing as long as it does and nobody asked.
    """
    if not timeline.verified or (verdict is not None and not verdict.ok):
        return Content.styled("✕ " + _("not as it was saved"), "bold $error")
    if timeline.saved.lost:
        return Content.styled("! " + _("damaged"), "$warning")
    if verdict is not None:
        return Content.styled("✓ " + _("verified"), "$success")
    if timeline.saved.foreign_to(timeline.branch):
        return Content.styled("! " + _("other rules"), "$warning")
    return Content("")


def legend(timeline: Timeline) -> Content:
    """What the signs on the scrubber mean."""
    text = _("x down  ! critical  + opportunity  | round")
    if timeline.saved.scenario.goals:
        text = _("x down  ! critical  + opportunity  * goal  | round")
    return Content.styled(text, MUTED)


def standing_remark(reel: Reel) -> Content:
    """The remark shown while there is no other: other rules, damage, breakpoints."""
    timeline = reel.timeline
    foreign = timeline.saved.foreign_to(timeline.branch)
    if timeline.note and timeline.verified and foreign and not timeline.saved.lost:
        text = _("The rules have changed since: g, then f fights it again under today's.")
        return Content.styled(text, "$warning")
    if timeline.note:
        return Content.styled(timeline.note, "$warning")
    if not reel.points:
        return Content("")
    stops = "; ".join(reel.name(point) for point in reel.points)
    return Content.assemble((_("stops at") + " ", MUTED), stops)
