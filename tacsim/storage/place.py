"""The place of saves, and of what else is kept: every start of the game looks there."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path


def saves_folder() -> Path:
    """Where saves go, the first of these that there is.

    ``TACSIM_SAVES``; an ``XDG_DATA_HOME`` that is set; the ``saves/`` of a checkout; the user's
    data folder. The folder need not exist yet.
    """
    told = os.environ.get("TACSIM_SAVES")
    if told:
        return Path(told)
    data = os.environ.get("XDG_DATA_HOME", "").strip()
    if data:
        return Path(data) / "tacsim" / "saves"
    for folder in (Path.cwd(), Path(__file__).resolve().parents[2]):
        if _is_checkout(folder):
            return folder / "saves"
    import platformdirs

    return platformdirs.user_data_path("tacsim", appauthor=False) / "saves"


def _is_checkout(folder: Path) -> bool:
    if not (folder / "saves").is_dir():
        return False
    try:
        project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8")).get("project", {})
    except (OSError, ValueError):
        return False
    return isinstance(project, dict) and project.get("name") == "tacsim"
