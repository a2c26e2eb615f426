"""Where the editor writes down what is not kept yet: every start of the game looks there."""

from __future__ import annotations

from pathlib import Path

from tacsim.storage.place import saves_folder

DRAFT = ".draft"
"""How the names of their files end."""


def drafts_folder() -> Path:
    """Where drafts are written down."""
    return saves_folder() / "drafts"


def draft_files() -> list[Path]:
    """The files of the drafts, none where the folder cannot be read."""
    try:
        return sorted(drafts_folder().glob(f"*{DRAFT}"))
    except OSError:
        return []
