"""``tacsim check``: the faults of map, scenario and bestiary files."""

from __future__ import annotations

from pathlib import Path

import click

from tacsim.cli.calls import FILE, NO, answered, as_json, put
from tacsim.i18n import _


@click.command(
    "check",
    help=_("List what is wrong with map, scenario, bestiary and weapons files.")
    + " "
    + _("A scenario of the library may be called by its name.")
    + "\n\n"
    + _("The exit code is 1 if anything is."),
    short_help=_("The faults of map, scenario and bestiary files."),
)
@click.argument(
    "files",
    nargs=-1,
    required=True,
    metavar="FILE...",
    type=FILE,
)
@as_json
@click.pass_context
def command(ctx: click.Context, files: tuple[Path, ...], machine: bool) -> None:
    """Answer every fault with its file, line and field."""
    from tacsim import check_file

    for file in files:
        if file.suffix or file.exists():
            file.open("rb").close()
    faults = answered(lambda: [one for file in files for one in check_file(file)], machine=machine)
    if machine:
        put([
            {"file": f.file, "line": f.line, "field": f.field, "message": f.message}
            for f in faults
        ])  # fmt: skip
    else:
        for fault in faults:
            click.echo("".join(c if c.isprintable() else "?" for c in str(fault)))
    if faults:
        ctx.exit(NO)
