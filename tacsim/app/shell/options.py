"""The player's options, kept in a small file that may be damaged or missing."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import attrs

from tacsim.app.shell.keymaps import PRESETS
from tacsim.i18n import LANGUAGES, reason
from tacsim.view.graphics import GRAPHICS, UNICODE
from tacsim.view.palette import PALETTES

ZOOMS = ("far", "normal", "close", "closest")
AUTO = "auto"
PACES = ("instant", "quick", "normal", "slow")


@attrs.frozen
class Options:
    """How the game looks and feels.

    ``graphics``: with which characters the board, its bars and frames are drawn. ``zoom``: "auto"
    shows as much of the map as possible. ``walking``: the direction keys walk at once instead of
    moving the cursor. ``pace``: how fast opponents are seen to act; ``stops``: the player is waited
    for after each of their acts; ``bell``: the terminal's rings when the player is asked.
    ``hints``: a line says what is new where it first matters.
    ``keys``: the preset of keys, over which the player's own may stand.
    ``language``: of what people read, "auto" for that of the locale.
    """

    palette: str = "dark"
    graphics: str = UNICODE
    motion: bool = True
    pace: str = "normal"
    stops: bool = False
    bell: bool = False
    zoom: str = AUTO
    walking: bool = False
    hints: bool = True
    keys: str = "standard"
    language: str = AUTO


ALLOWED: dict[str, tuple[object, ...]] = {
    "palette": tuple(PALETTES),
    "graphics": tuple(GRAPHICS),
    "motion": (True, False),
    "pace": PACES,
    "stops": (True, False),
    "bell": (True, False),
    "zoom": (AUTO, *ZOOMS),
    "walking": (True, False),
    "hints": (True, False),
    "keys": tuple(PRESETS),
    "language": (AUTO, *LANGUAGES),
}
"""The values that each option may have."""
RENAMED = {"palette": {"safe": "deuteranopia"}}
"""What some values are called now: the palette that was for all colour-blind eyes serves most."""


def options_file() -> Path:
    """Where options are kept."""
    import platformdirs

    return platformdirs.user_config_path("tacsim") / "options.toml"


def read_options(path: Path) -> Options:
    """The options of a file; those missing or invalid have their defaults.

    >>> read_options(Path("nowhere")) == Options()
    True
    """
    try:
        tables = tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return Options()
    known: dict[str, Any] = {}
    for name, allowed in ALLOWED.items():
        value = tables.get(name)
        if isinstance(value, str):
            value = RENAMED.get(name, {}).get(value, value)
        if any(value == choice and type(value) is type(choice) for choice in allowed):
            known[name] = value
    return Options(**known)


def write_options(path: Path, options: Options) -> str | None:
    """Keep the options; what went wrong, in words, or None."""
    lines = []
    for name, value in attrs.asdict(options).items():
        text = str(value).lower() if isinstance(value, bool) else f'"{value}"'
        lines.append(f"{name} = {text}\n")
    fresh = path.with_name(path.name + ".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_text("".join(lines), "utf-8")
        fresh.replace(path)
    except OSError as error:
        return f"{path}: {reason(error)}"
    return None
