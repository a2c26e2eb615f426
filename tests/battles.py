"""The shipped battles as parameters: one of each ruleset and grid for the gate, the others slow."""

from __future__ import annotations

from pathlib import Path

import pytest

MAPS = Path(__file__).parents[1] / "maps"
GATE = {"dawn_duel", "giants_causeway", "ogre_ravine", "salt_quay", "tavern_brawl"}
"""Pool on cubes, metric on hexes, and grid5e, metric and d20 on squares."""
FILES = sorted(MAPS.glob("*.toml"))
PATHS = [
    pytest.param(path, id=path.stem, marks=[] if path.stem in GATE else pytest.mark.slow)
    for path in FILES
]
NAMES = [pytest.param(param.id, marks=param.marks) for param in PATHS]
