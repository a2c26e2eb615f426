"""The goals of a battle under its heading, with how far they are."""

from __future__ import annotations

from textual.content import Content

from tacsim.app.widgets.lines import Lines
from tacsim.app.widgets.text import DOT, packed
from tacsim.i18n import known_as
from tacsim.player.pointing.now import Now
from tacsim.view.palettes.glyphs import GOAL
from tacsim.view.wording.goals import creature_of, so_far

ROWS = 2
"""The most lines that it takes."""


class GoalLines(Lines):
    """What each side has to do, the viewer's first; nothing where no side has a goal."""

    DEFAULT_CSS = """
    GoalLines { display: none; background: $surface; }
    """

    _now: Now | None = None
    _about: tuple[object, int] | None = None
    """Of what the lines were made, and for which width."""

    def __init__(self) -> None:
        super().__init__("goals")

    def on_resize(self) -> None:
        """Fold them to the new width."""
        if self._now is not None:
            self.show(self._now)

    def show(self, now: Now) -> None:
        """Show the goals as they stand."""
        self._now = now
        width = max(self.content_size.width, 1)
        if self._about == (now.seen, width):
            return
        self._about = now.seen, width
        parts = _parts(now)
        self.display = bool(parts)
        rows = packed(parts, width, DOT)
        rows[ROWS - 1 :] = [Content(DOT).join(rows[ROWS - 1 :])] if len(rows) >= ROWS else []
        self.styles.height = len(rows)
        self.put(*rows)


def _parts(now: Now) -> list[Content]:
    """What each side has to do."""
    world, found = now.battle.world, []
    sides = sorted(world.sides.items, key=lambda side: side.id != now.viewer)
    for side in sides:
        goals = now.goals(side.id)
        if goals:
            known = now.memory is None or world.sides.friendly(side.id, now.memory.side)
            texts = (
                so_far(one, creature_of(world, one.goal), world.field, lost=known) for one in goals
            )
            mark = f"{GOAL} " if any(one.goal.cells for one in goals) else ""
            whose = (f"{mark}{known_as(side.name)}", now.colour(side.id))
            found.append(Content.assemble(whose, ": " + "; ".join(texts)))
    return found
