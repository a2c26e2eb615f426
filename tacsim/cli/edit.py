"""``tacsim edit``: the editor of battles and maps."""

from __future__ import annotations

import os
from pathlib import Path

import click

from tacsim.cli.calls import FILE, as_json, put
from tacsim.i18n import _


@click.command(
    "edit",
    help=_("Open the editor on a scenario or map FILE, or on a scenario of the library by name.")
    + "\n\n"
    + _("Without one it asks what to begin from: an empty field, a copy, a map from elsewhere.")
    + " "
    + _("Files that come with the game are edited as copies.")
    + " "
    + _("A FILE that is not there yet, with .toml at its end, is a new battle."),
    short_help=_("The editor of battles and maps."),
)
@click.argument("file", type=FILE, required=False)
@as_json
@click.pass_context
def command(ctx: click.Context, file: Path | None, machine: bool) -> None:
    """Open the editor; with ``--json`` only tell what would be edited."""
    from tacsim.player.kept.own_battles import SUFFIX, named_file, to_be_begun, to_be_changed

    found = None
    if file is not None:
        new = file.suffix == SUFFIX and not os.path.lexists(file)
        found = to_be_begun(file) if new else to_be_changed(named_file(file))
    if machine:
        put(None if found is None else {
            "file": None if found.path is None else str(found.path),
            "kind": "map" if found.read.is_map else "scenario",
            "faults": len(found.read.faults),
        })  # fmt: skip
        return
    from tacsim.cli.game import open_game

    ctx.exit(open_game(edit=True if found is None else found))
