"""From what the player points at to what is drawn on top of the board."""

from __future__ import annotations

from collections.abc import Mapping

from tacsim.app.hand import Hand
from tacsim.app.previews import Preview
from tacsim.grid.cells import Cell
from tacsim.view.board import DOUBLE, WALK, Overlay


def overlay_of(hand: Hand, flash: Mapping[Cell, str], *, planning: bool) -> Overlay:
    """The overlay: the player's plans while they are being asked, else only where they look."""
    if not planning or hand.planner is None:
        cursor = hand.cursor if hand.pointing else None
        return Overlay(cursor=cursor, flash=flash, flanks=_flanks(hand) if hand.pointing else ())
    planner, preview = hand.planner, hand.preview
    return Overlay(
        reach=_reach(hand),
        threatened=planner.danger,
        path=tuple(leg.body for leg in preview.legs),
        costs=tuple(leg.spent for leg in preview.legs),
        provoking=_provoking(preview),
        cursor=hand.cursor,
        target=preview.target or hand.target,
        flash=flash,
        area=preview.area,
        corner=hand.corner if preview.area and hand.rounds else None,
        flanks=_flanks(hand),
    )


def _flanks(hand: Hand) -> tuple[tuple[Cell, Cell], ...]:
    """The lines of the flanks in which whoever is pointed at has a part."""
    battle, policy = hand.battle, hand.battle.ruleset.flanking
    about = {hand.target, hand.at_cursor()} - {None}
    if policy is None or not about:
        return ()
    found = [
        pair.cells
        for target in battle.standing()
        for pair in policy.pairs(battle, target)
        if about & {target.id, pair.one, pair.other}
        and {target.id, pair.one, pair.other} <= hand.known
    ]
    return tuple(dict.fromkeys(found))


def _reach(hand: Hand) -> dict[Cell, int]:
    """Where a plain move can go; with another tool, only where that tool leads."""
    planner, tool = hand.planner, hand.tool
    if planner is None or tool.kind == "look":
        return {}
    if tool.kind == "charge" and hand.target is not None:
        ends = planner.charge_ends(hand.target, tool.mode or "charge")
        return dict.fromkeys(ends, WALK)
    if tool.kind == "dart":
        return dict.fromkeys(planner.dart_range(tool.mode or "", hand.target), WALK)
    if tool.aims or tool.covers:
        return {}
    if tool.mode is not None:
        return dict.fromkeys(planner.range_of(tool.mode), WALK)
    found = dict.fromkeys(planner.range.far, DOUBLE)
    found.update(dict.fromkeys(planner.range.near, WALK))
    return found


def _provoking(preview: Preview) -> dict[Cell, tuple[str, ...]]:
    """The foes that each step gives an opportunity, by the first cell that it leads to."""
    return {leg.body.at: leg.provokes for leg in preview.legs if leg.provokes}
