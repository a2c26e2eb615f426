"""What the monkeys type, and where: keys by screen, scenarios with names that stand out, saves.

A *token* is what happens at once: a key by Textual's name (``"down"``; ``"down*30"`` is held), an
event that is none of a key (``"@resize 20x5"``, ``"@click 3,4"``), or how long is waited: ``";"``
until what was typed has been taken, ``"@rest"`` until the opponents have acted as well.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path
from random import Random

from storage.fights import FOG, fought, fought_map, in_format_1

from tacsim.storage.resume import play_on
from tacsim.storage.saved import read

HERE = Path(__file__).parent
MAPS = HERE.parents[1] / "maps"
GOLDEN = HERE.parent / "storage" / "golden"

NAMES = (
    "Zzyzx", "Qxolv", "Vrtukh", "Jhymgo", "Kwyjb", "Xoquiv", "Pfnyrt", "Ghuvzo", "Tsqekh", "Wmblix",
    "Ndzovy", "Yrruqa", "Bhoxtl", "Cvejku", "Dwofzy", "Fjipwa", "Lgtuxe", "Mvakhy", "Rbyogz",
    "Hqepvu",
)  # fmt: skip
"""Names that no text of the game has: where one is read, that creature is spoken of."""

SMALLEST, LARGEST = (20, 5), (200, 60)
SIZES = ((80, 24), (80, 24), (80, 24), (100, 30), (100, 30), (140, 45), (60, 20), (60, 20))
"""Columns and lines that a terminal is opened with."""

DIRECTIONS = ("left", "right", "up", "down", "h", "j", "k", "l", "y", "i", "b", "n")
LISTS = ("down", "down", "up", "enter", "j", "k", "home", "end", "pageup", "pagedown")

KEYS: dict[str, tuple[str, ...]] = {
    "StartScreen": ("f", "g", "n", "n", "n", "c", "c", "r", "r", "o", "f1", "enter", "down", "up"),
    "SkirmishScreen": (
        *LISTS, "tab", "tab", "right", "left", "b", "enter", "escape", "down*12", "up*9", "right*4",
        "n", "r",
    ),
    "GauntletScreen": (*LISTS, "g", "n", "right", "left", "enter", "escape", "question_mark"),
    "RewardCard": (*LISTS, "1", "2", "3", "space", "pageup", "enter", "escape"),
    "NamesCard": (*LISTS, "enter", "delete", "escape"),
    "RecentCard": (*LISTS, "enter", "f", "escape"),
    "BattleScreen": (
        *DIRECTIONS, *DIRECTIONS, "enter", "enter", "enter", "enter", "enter", "enter", "a", "a",
        "a", "f", "c", "d", "d", "u", "A", "full_stop", "full_stop", "full_stop", "full_stop", "s",
        "tab", "w", "x", "v", "r", "g", "e", "z", "o", "less_than_sign", "greater_than_sign", "L",
        "F", "m", "space", "J", "f1", "escape", "shift+left", "shift+right", "shift+up",
        "shift+down",
    ),
    "QuestionCard": (
        "y", "enter", "enter", "n", "escape", "a", "v", "w", "t", "A", "right", "up", "f1",
    ),
    "AdviceCard": ("enter", "enter", "down", "up", "J", "escape", "escape"),
    "WeighedCard": ("enter", "right", "left", "down", "J", "escape", "escape"),
    "ActsCard": (*LISTS, "enter", "enter", "enter", "escape", "d", "a", "t", "p", "g"),
    "ReplayScreen": (
        "right", "right", "left", "t", "T", "r", "R", "p", "g", "f", "e", "o", "d", "n", "m", "M",
        "b", "full_stop", "comma", "plus", "minus", "home", "end", "tab", "x", "z", "L", "w",
        "space", "space", "right*20", "left*20", "1", "9", "less_than_sign", "greater_than_sign",
    ),
    "SavesScreen": (*LISTS, "enter", "enter", "enter", "r", "n", "d", "escape"),
    "HandoverScreen": ("enter", "enter", "enter", "enter", "c"),
    "CatchUpScreen": ("space", "right", "plus", "minus", "r", "enter", "escape"),
    "ResultCard": (
        "r", "t", "a", "a", "s", "c", "u", "u", "b", "g", "escape", "space", "pageup", *LISTS,
        "enter",
    ),
    "OptionsCard": (*LISTS, "right", "left", "escape", "escape"),
    "RulesScreen": ("c", "h", "a", "r", "g", "e", "down", "up", "backspace", "escape", "enter"),
    "CommandPalette": ("down", "enter", "p", "o", "a", "escape", "up"),
    "ChooserScreen": (*LISTS, "down*8", "enter", "o", "i", "d", "escape", "pagedown"),
    "EditorScreen": (
        *DIRECTIONS, "enter", "enter", "enter", "space", "slash", "slash", "x", "delete", "o", "o",
        "p", "t", "r", "f", "v", "left_square_bracket", "right_square_bracket", "u", "u", "U", "B",
        "B", "S", "G", "exclamation_mark", "f5", "ctrl+s", "A", "less_than_sign",
        "greater_than_sign", "e", "z", "minus", "F", "tab", "tab", "escape", "q", "shift+right",
        "shift+down", "shift+left",
    ),
    "PickCard": (*LISTS, "o", "g", "r", "e", "w", "a", "l", "backspace", "enter", "enter",
                 "escape"),
    "TickCard": (*LISTS, "space", "space", "enter", "escape"),
    "FormCard": (*LISTS, "enter", "right", "left", "delete", "escape", "end", "pagedown"),
    "ListCard": (*LISTS, "enter", "n", "n", "delete", "escape"),
    "LinesCard": ("a", "space", "enter", "up", "ctrl+s", "escape", "backspace"),
    "LeaveCard": (*LISTS, "k", "f", "s", "enter", "escape"),
    "TextCard": ("a", "x", "backspace", "enter", "escape", "left", "1"),
    "SureCard": ("y", "n", "escape", "enter"),
}  # fmt: skip
"""The likely keys of a screen, by its name; any other's are those of a list."""

OTHER = (*LISTS, "escape", "escape", "q", "y", "enter", "left", "right", "tab", "space")

MACROS: tuple[tuple[str, ...], ...] = (
    ("a", "enter", "enter"), ("c", "enter", "enter"), ("f", "enter", "enter"),
    ("full_stop", "full_stop"), ("d", "down", "down", "enter", "enter"), ("d", "enter", "enter"),
    ("d", "up", "enter", "enter", "enter"), ("right", "enter"), ("left", "left", "enter", "enter"),
    ("u", "enter"), ("u", "u"), ("w", "w"), ("escape", "escape"), ("enter", "enter"),
    ("enter", "escape"), ("g", "enter"), ("p", "b"), ("g", "c"), ("g", "down", "c"), ("g", "v"),
    ("b", "space", "escape", "full_stop"), ("ctrl+p", "r", "enter"), ("x", "w"), ("tab", "w"),
)  # fmt: skip
"""Keys that belong together."""

JUNK = (
    *"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
    "f1", "f2", "f5", "f10", "f12", "ctrl+p", "ctrl+p", "ctrl+c", "ctrl+a", "ctrl+l", "ctrl+left",
    "tab", "shift+tab", "enter", "escape", "backspace", "delete", "insert", "home", "end", "pageup",
    "pagedown", "up", "down", "left", "right", "space", "less_than_sign", "greater_than_sign",
    "plus", "minus", "slash", "full_stop", "comma", "question_mark", "left_square_bracket",
    "right_square_bracket", "ctrl+q",
)  # fmt: skip

LENGTHS = (1, 1, 1, 1, 2, 2, 3, 5, 8, 20, 30)
"""How many tokens are typed before what they did is waited for."""


def burst(rng: Random, screen: str, bound: Iterable[str], size: tuple[int, int]) -> list[str]:
    """What is typed next on a screen with some keys bound, and how long is waited then."""
    likely, keys = KEYS.get(screen, OTHER), sorted(bound) or ["escape"]
    found: list[str] = []
    for _ in range(rng.choice(LENGTHS)):
        draw = rng.random()
        if draw < 0.55:
            found.append(rng.choice(likely))
        elif draw < 0.67:
            found += rng.choice(MACROS)
        elif draw < 0.83:
            found.append(rng.choice(keys))
        elif draw < 0.90:
            found.append(rng.choice(JUNK))
        elif draw < 0.92:
            key, _, _ = rng.choice((*likely, *keys)).partition("*")
            found.append(f"{key}*{rng.choice((4, 10, 30))}")
        elif draw < 0.98:
            found.append(_mouse(rng, size))
        elif draw < 0.99:
            found.append(rng.choice(("@blur", "@focus", "@paste", f"@slip {rng.randint(1, 9)}")))
        else:
            size = _size(rng)
            found.append(f"@resize {size[0]}x{size[1]}")
    # a terminal that is too small takes nothing, so it does not stay so for long
    if (size[0] < 60 or size[1] < 20) and rng.random() < 0.4:
        found.append("@resize {}x{}".format(*rng.choice(SIZES)))
    return [*found, "@rest" if rng.random() < 0.8 else ";"]


def _size(rng: Random) -> tuple[int, int]:
    if rng.random() < 0.6:
        return rng.choice(SIZES)
    return tuple(rng.randint(low, high) for low, high in zip(SMALLEST, LARGEST, strict=True))


def _mouse(rng: Random, size: tuple[int, int]) -> str:
    what = rng.choice(("click", "click", "click", "rclick", "move", "move", "scroll", "down", "up"))
    return f"@{what} {rng.randrange(size[0])},{rng.randrange(size[1])} {rng.choice((-1, 1))}"


def pressed(tokens: Iterable[str]) -> int:
    """How many keys, clicks and resizes these are.

    >>> pressed(["a", "down*30", "@resize 20x5", ";", "@rest"])
    32
    """
    return sum(1 if token[0] == "@" else _times(token)[1] for token in tokens if token not in WAITS)


def _times(token: str) -> tuple[str, int]:
    key, _, times = token.partition("*")
    return key, int(times or 1)


times = _times
WAITS = (";", "@rest")


# --- where they type --------------------------------------------------------------------------


def renamed(text: str) -> str:
    """A scenario whose creatures have names that stand out."""
    names = iter(NAMES)
    head, *creatures = re.split(r"^(?=\[\[creature\]\])", text, flags=re.M)
    found = []
    for block in creatures:
        table, *rest = re.split(r"(?m)^(?=\[)(?!\[\[creature\]\])", block, maxsplit=1)
        table = re.sub(r"(?m)^name = .*\n", "", table)
        table = table.replace("[[creature]]\n", f'[[creature]]\nname = "{next(names)}"\n', 1)
        found.append(table + "".join(rest))
    return head + "".join(found)


BATTLES = (
    "crossing", "flanked", "hexes", "metres", "ringed", "stamina", "tower", "tricks", "wall",
)  # fmt: skip
"""Scenarios made for tests: every ruleset, squares, hexes and cubes."""
LARGE = ("ogre_warren", "giants_causeway", "standing_stones", "gorge_bridge", "tavern_brawl")
"""Scenarios of the game."""


PEOPLE = {"heroes": "human", "foes": "human"}


def home(folder: Path) -> None:
    """A player's folder: ``maps`` with scenarios, two of them broken; ``saves`` of every kind."""
    maps, saves = folder / "maps", folder / "saves"
    maps.mkdir(parents=True)
    saves.mkdir()
    for path in (*(HERE / "scenarios" / f"{name}.toml" for name in BATTLES),
                 *(MAPS / f"{name}.toml" for name in LARGE)):  # fmt: skip
        (maps / path.name).write_text(renamed(path.read_text("utf-8")), "utf-8")
    (maps / "broken.toml").write_text("this is [no scenario", "utf-8")
    faulty = (maps / "wall.toml").read_text("utf-8").replace('"orc"', '"nobody"')
    (maps / "faulty.toml").write_text(faulty, "utf-8")
    work = folder / "work"
    work.mkdir()
    fog = renamed(FOG)
    branched = fought(work, fog)
    for at in (2, 1, 5):
        play_on(branched, at, branch="0", controllers=PEOPLE).journal.close()
    killed = fought(work, fog, close=False)
    whole = fought(work)
    longer = fought_map(work, "d20", rounds=2)
    hotseat = fought(work, fog.replace('"script"', '"human"'), rounds=1)
    for name, path in {
        "branched": branched, "killed": killed, "whole": whole, "longer": longer,
        "hotseat": hotseat, "hexes": GOLDEN / "metric-format2.tacsim",
        "cubes": GOLDEN / "pool-format2.tacsim", "fog": GOLDEN / "d20-format2.tacsim",
    }.items():  # fmt: skip
        shutil.copyfile(path, saves / f"{name}.tacsim")
    data = bytearray(whole.read_bytes())
    (saves / "old.tacsim").write_bytes(in_format_1(read(whole)))
    (saves / "cut.tacsim").write_bytes(data[: len(data) * 2 // 3])
    data[-40] ^= 1
    (saves / "damaged.tacsim").write_bytes(data)
    (saves / "junk.tacsim").write_bytes(b"junk")
    shutil.rmtree(work)


_made: list[tempfile.TemporaryDirectory[str]] = []


def a_home() -> Path:
    """A player's folder to be copied, made once."""
    if not _made:
        _made.append(tempfile.TemporaryDirectory(prefix="monkey-home-"))
        home(Path(_made[0].name) / "home")
    return Path(_made[0].name) / "home"


REPLAYS = ("branched", "killed", "whole", "longer", "hotseat", "hexes", "cubes", "fog", "old",
           "cut", "damaged", "junk")  # fmt: skip


def openings() -> list[str]:
    """The names of what a monkey may be put before."""
    battles = [
        f"{name}{fog}{seats}"
        for name in (*BATTLES, *LARGE)
        for fog in ("", "-fog")
        for seats in ("", "-hotseat")
    ]
    screens = ["start", "new", "gauntlet", "continue", "replays", "rules", "options", "help"]
    screens += ["editor", *(f"edit-{name}" for name in (*BATTLES, *LARGE))]
    return [*screens, *battles, *(f"replay-{name}" for name in REPLAYS)]
