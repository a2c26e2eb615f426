"""What is drawn on top of the board: what the player points at and plans, and attacks."""

from __future__ import annotations

from collections.abc import Mapping

from tacsim.core.events import Event, Struck
from tacsim.grid.cells import Cell
from tacsim.player.pointing.previews import Preview
from tacsim.player.pointing.selection import Selection
from tacsim.rules.battle import Battle
from tacsim.session.perception import Memory
from tacsim.view.picture.board import Overlay


def overlay_of(
    selection: Selection,
    flash: Mapping[Cell, str],
    *,
    planning: bool,
) -> Overlay:
    """The overlay: with ``planning`` reach, path and targets; else only cursor and flanks."""
    if not planning or selection.planner is None:
        cursor = selection.cursor if selection.pointing else None
        return Overlay(
            cursor=cursor,
            flash=flash,
            flanks=flanks(selection) if selection.pointing else (),
        )
    planner, preview = selection.planner, selection.preview
    return Overlay(
        reach=selection.reach,
        threatened=planner.danger,
        path=tuple(leg.body for leg in preview.legs),
        costs=tuple(leg.spent for leg in preview.legs),
        provoking=_provoking(preview),
        cursor=selection.cursor,
        target=preview.target or selection.target,
        flash=flash,
        area=preview.area,
        corner=selection.corner if preview.area and selection.rounds else None,
        flanks=flanks(selection),
    )


def flash_of(battle: Battle, event: Event | None, memory: Memory | None) -> dict[Cell, str]:
    """The outcome of an attack by the cells of its target; empty if that is not known."""
    if not isinstance(event, Struck) or (memory is not None and event.target not in memory.known):
        return {}
    return dict.fromkeys(battle.world[event.target].body.cells, event.outcome)


def flanks(selection: Selection) -> tuple[tuple[Cell, Cell], ...]:
    """The lines of the flanks in which the creature pointed at has a part."""
    battle, policy = selection.battle, selection.battle.ruleset.flanking
    about = {selection.target, selection.at_cursor()} - {None}
    if policy is None or not about:
        return ()
    found = [
        pair.cells
        for target in battle.standing()
        for pair in policy.pairs(battle, target)
        if about & {target.id, pair.one, pair.other}
        and {target.id, pair.one, pair.other} <= selection.known
    ]
    return tuple(dict.fromkeys(found))


def _provoking(preview: Preview) -> dict[Cell, tuple[str, ...]]:
    """The foes that each step gives an opportunity, by the first cell that it leads to."""
    return {leg.body.at: leg.provokes for leg in preview.legs if leg.provokes}
