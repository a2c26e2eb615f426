"""Small fights to be played line by line, one of each ruleset, and how they are opened."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import attrs
from app.halls import hall, person
from plain.readers import Pipe, Reader

from tacsim.plain import play
from tacsim.player.game import Game
from tacsim.player.kept.learned import Learned
from tacsim.player.opening import game_of

YARD = "..........\n..........\n....##....\n...,,.....\n..........\n"
HEXES = f"\n[map]\ntopology = 'hex'\ngrid = '''\n{YARD}'''\n"
AIR = ("." * 5 + " " * 5 + "\n") * 5
CUBES = (
    f"\n[map]\ntopology = 'cube'\ngrid = '''\n{YARD.replace(',', '.')}'''\n"
    f"[[map.level]]\nz = 1\ngrid = '''\n{AIR.replace('.', ' ')}'''\n"
)


def _at(x: int, y: int, ruleset: str) -> tuple[int, ...]:
    return (x, y, 0) if ruleset == "pool" else (x, y)


def fight(ruleset: str) -> str:
    """Two a side on a small yard: of squares, of hexes for ``metric``, of cubes for ``pool``."""
    kinds = {"d20": ("human_fighter", "orc"), "pool": ("soldier", "bandit")}
    ours, theirs = kinds.get(ruleset, ("guard", "goblin"))
    ground = {"pool": CUBES, "metric": HEXES}.get(ruleset, YARD)
    return hall(
        ground,
        person("ann", ours, "heroes", _at(1, 1, ruleset), 20),
        person("bob", ours, "heroes", _at(1, 3, ruleset), 12),
        person("gog", theirs, "raiders", _at(6, 1, ruleset), 15),
        person("mog", theirs, "raiders", _at(6, 3, ruleset), 5),
        ruleset=ruleset,
    )


@attrs.frozen
class Played:
    """A game that was played, and the pipe it was played through."""

    game: Game
    pipe: Pipe

    @property
    def text(self) -> str:
        """All that was printed."""
        return self.pipe.text


def written(folder: Path, text: str) -> Path:
    """A scenario as a file."""
    path = folder / "fight.toml"
    path.write_text(text)
    return path


def played(
    path: Path,
    reader: Reader,
    *,
    seed: int | None = None,
    fog: bool | None = None,
    sides: Mapping[str, str] | None = None,
    names: Mapping[str, str] | None = None,
    learned: Learned | None = None,
) -> Played:
    """Open a scenario or a save, by default with opponents for the raiders, and let one read."""
    alone = None if path.suffix == ".tacsim" else {"raiders": "greedy"}
    sides = alone if sides is None else sides
    game = game_of(path, seed=seed, fog=fog, sides=sides, names=names).begin()
    pipe = Pipe(reader)
    play(game, pipe, pipe, learned)
    return Played(game, pipe)
