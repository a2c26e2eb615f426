"""The player's options, kept in a small file that may be damaged or missing."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import attrs

from tacsim.app.shell.keymaps import PRESETS
from tacsim.i18n import LANGUAGES, _, reason
from tacsim.view.palettes.graphics import GRAPHICS, UNICODE
from tacsim.view.palettes.palette import PALETTES

ZOOMS = ("far", "normal", "near", "close", "closer", "large", "largest")
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
RENAMED = {"palette": {"safe": "deuteranopia"}, "zoom": {"closest": "largest"}}
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
    tables, _trouble = _tables(path)
    named = {name: _named(name, tables[name]) for name in ALLOWED if name in tables}
    return Options(**{name: value for name, value in named.items() if _allows(name, value)})


def faults_of(path: Path) -> list[str]:
    """What is wrong in the file of the options, each in a line; other programs' keys are not.

    >>> faults_of(Path("nowhere"))
    []
    """
    tables, trouble = _tables(path)
    wrong = [name for name in ALLOWED if name in tables
             and not _allows(name, _named(name, tables[name]))]  # fmt: skip
    text = _("{file}: {name} cannot be {value}")
    faults = [text.format(file=path, name=name, value=repr(tables[name])) for name in wrong]
    return [trouble] if trouble else faults


def _tables(path: Path) -> tuple[dict[str, Any], str]:
    """What a file says, and why it cannot be used, empty where it can or is missing."""
    try:
        return tomllib.loads(path.read_text("utf-8")), ""
    except FileNotFoundError:
        return {}, ""
    except OSError as error:
        return {}, f"{path}: {reason(error)}"
    except ValueError:
        return {}, _why(path)


def _why(path: Path) -> str:
    """Why a file that is no TOML is none, with the line."""
    from tacsim.content.documents import read_document
    from tacsim.content.faults import ContentError

    try:
        read_document(path)
    except ContentError as error:
        return str(error)
    return ""


def _named(name: str, value: object) -> Any:
    """A value by its name of today."""
    return RENAMED.get(name, {}).get(value, value) if isinstance(value, str) else value


def _allows(name: str, value: object) -> bool:
    return any(value == one and type(value) is type(one) for one in ALLOWED[name])


def write_options(path: Path, options: Options) -> str | None:
    """Keep the options; what went wrong, in words, or None. A faulty file is put aside."""
    lines = []
    for name, value in attrs.asdict(options).items():
        text = str(value).lower() if isinstance(value, bool) else f'"{value}"'
        lines.append(f"{name} = {text}\n")
    fresh = path.with_name(path.name + ".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if faults_of(path):
            path.replace(path.with_name(path.name + ".damaged"))
        fresh.write_text("".join(lines), "utf-8")
        fresh.replace(path)
    except OSError as error:
        return f"{path}: {reason(error)}"
    return None
