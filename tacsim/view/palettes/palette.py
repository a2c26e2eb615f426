"""Palettes: every colour of the board, read from ``palettes.toml``.

No colour says anything that a glyph, a mark or a difference in lightness does not say too.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tacsim.i18n import N_
from tacsim.view.palettes.colours import Ground, Palette, Tint

TITLES: Mapping[str, str] = {
    "dark": N_("Dark"),
    "light": N_("Light"),
    "contrast": N_("High contrast"),
    "deuteranopia": N_("For deuteranopia (green)"),
    "protanopia": N_("For protanopia (red)"),
    "tritanopia": N_("For tritanopia (blue)"),
    "sixteen": N_("Sixteen colours"),
    "mono": N_("Without colours"),
}
"""What each palette is called, in the order in which options list them."""


def _read(value: Any) -> Any:
    """A value of the table: a list is a colour, a tint, or several of either."""
    if isinstance(value, dict):
        return {key: _read(one) for key, one in value.items()}
    if not isinstance(value, list):
        return value
    read = tuple(map(_read, value))
    tint = len(read) == 2 and isinstance(read[0], tuple) and isinstance(read[1], float)
    return Tint(*read) if tint else read


def _palettes() -> dict[str, Palette]:
    tables = tomllib.loads(Path(__file__).with_name("palettes.toml").read_text("utf-8"))
    found = {}
    for name, title in TITLES.items():
        own, grounds = tables[name], tables[name].get("grounds", {})
        while "like" in own:
            like = tables[own["like"]]
            grounds = {**like.get("grounds", {}), **grounds}
            own = {**like, **{key: value for key, value in own.items() if key != "like"}}
        values = _read(own)
        values["grounds"] = {kind: Ground(*_read(ground)) for kind, ground in grounds.items()}
        found[name] = Palette(name=name, title=title, **values)
    return found


PALETTES: Mapping[str, Palette] = _palettes()
"""Every palette by its name."""
(DARK, LIGHT, CONTRAST, DEUTERANOPIA, PROTANOPIA, TRITANOPIA, SIXTEEN, MONO) = PALETTES.values()
