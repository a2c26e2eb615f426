"""Mirrored boards: the same from both ends, whatever the seed."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.mirrored import PARTIES, kinds, measured, scenario
from examples import some
from tacsim.content.records import Scenario
from tacsim.content.scenarios import read_scenario
from tacsim.core.components import HitPoints, Identity, Offence, Size
from tacsim.sim.simulate import simulate


def drawn(folder: Path, ruleset: str, topology: str, seed: int) -> Scenario:
    path = folder / "board.toml"
    path.write_text(scenario(ruleset, topology, seed))
    return read_scenario(path)


@pytest.mark.parametrize(("ruleset", "topology"), kinds())
@settings(max_examples=some(12), deadline=None)
@given(seed=st.integers(0, 10_000))
def test_turned_half_round_the_board_is_the_same(tmp_path_factory, ruleset, topology, seed):
    """On hexes by their middles: those of odd rows lie half a cell to the right."""
    board = drawn(tmp_path_factory.mktemp("boards"), ruleset, topology, seed)
    hexes = topology == "hex"
    rows = board.field.levels[0]
    wide, high = len(rows[0]), len(rows)

    def middle(cell: tuple[int, ...], extent: tuple[int, ...] = (1, 1)) -> tuple[int, int]:
        """Twice the middle of a body, in cells and rows."""
        x, y = cell[:2]
        w, h = extent[:2] if len(extent) > 1 else (1, 1)
        return 2 * x + w - 1 + (y % 2 if hexes else 0), 2 * y + h - 1

    ground = {middle((x, y)): rows[y][x] for y in range(high) for x in range(wide)}
    for (x, y), kind in ground.items():
        there = ground.get((2 * (wide - 1) - x, 2 * (high - 1) - y))
        assert kind == there or (there is None and kind == "wall")
    one, other = (
        {
            (middle(c.at, c.get(Size).extent), c.kind)
            for c in board.creatures
            if c.get(Identity).side == side
        }
        for side in ("west", "east")
    )
    assert {((2 * (wide - 1) - x, 2 * (high - 1) - y), kind) for (x, y), kind in one} == other


@pytest.mark.parametrize(("ruleset", "topology"), kinds())
def test_parties_are_what_they_are_called(tmp_path, ruleset, topology):
    def weapons(board):
        return [[(one.ranged, one.reach) for one in creature.get(Offence).weapons]
                for creature in board.creatures]  # fmt: skip

    boards = {}
    for party in PARTIES:
        (tmp_path / "board.toml").write_text(scenario(ruleset, topology, 1, party))
        boards[party] = read_scenario(tmp_path / "board.toml")
    assert all(not ranged for one in weapons(boards["fighters"]) for ranged, _ in one)
    assert all(any(ranged for ranged, _ in one) for one in weapons(boards["shooters"]))
    assert all(
        max(reach for ranged, reach in one if not ranged) > 1 for one in weapons(boards["reach"])
    )
    big = boards["big"].creatures
    alone = [one for one in big if one.get(Identity).side == "west"]
    many = [one for one in big if one.get(Identity).side == "east"]
    assert len(alone) == 1
    assert len(many) >= 3
    assert alone[0].get(HitPoints).maximum >= 2 * max(one.get(HitPoints).maximum for one in many)


def test_who_wins_is_counted_over_both_places(tmp_path):
    found = measured("grid5e", "square", ("quick", "greedy"), range(1), 2, workers=1)
    (tmp_path / "a.toml").write_text(scenario("grid5e", "square", 0))
    players = {"west": "quick", "east": "greedy"}
    told = simulate(tmp_path / "a.toml", 2, players, 0, mirror=True, workers=1)
    assert (found.wins, found.battles) == (told["controllers"]["quick"]["wins"], 2)
