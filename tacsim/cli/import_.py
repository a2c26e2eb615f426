"""``tacsim import``: a map of another program, as ours."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tacsim.cli.calls import FILE, UnusableError, answered, as_json, draw, drawn_here, new_file, put
from tacsim.i18n import _, ngettext

if TYPE_CHECKING:
    from tacsim.api.imports import Found

FORMATS = ("watabou", "uvtt", "tiled", "rexpaint")
TOPOLOGIES = ("square", "hex", "cube")


@click.command(
    "import",
    help=_("Make a map file of the map of another program in FILE, and say what is left out.")
    + "\n\n"
    + _("watabou: a one-page dungeon (JSON). uvtt: Universal VTT (.uvtt, .dd2vtt, .df2vtt).")
    + " "
    + _("tiled: .tmx or .tmj. rexpaint: .xp. Which it is, is told by what the file holds.")
    + "\n\n"
    + _(
        "The map goes to standard output; -o names a new file instead, and at a terminal it "
        "is drawn then, unless --plain is given."
    ),
    short_help=_("Make a map file of the map of another program."),
)
@click.argument("file", type=FILE)
@click.option("--from", "form", type=click.Choice(FORMATS), help=_("The format of the file."))
@click.option(
    "--topology",
    type=click.Choice(TOPOLOGIES),
    help=_("The kind of grid, instead of the one that the file has."),
)
@click.option("--tiles", type=FILE, metavar="TABLE", help=_("tiled: what ground the tiles are."))
@click.option(
    "--doors",
    type=click.Choice(("open", "shut")),
    help=_("How all doors stand, instead of what the file says."),
)
@click.option("-o", "--output", metavar="OUT", help=_("Where to: a new file, or -."))
@click.option("--force", is_flag=True, help=_("Replace a file that is there already."))
@click.option("--plain", is_flag=True, help=_("Draw nothing, and ask nothing."))
@as_json
def command(
    file: Path,
    form: str | None,
    topology: str | None,
    tiles: Path | None,
    doors: str | None,
    output: str | None,
    force: bool,
    plain: bool,
    machine: bool,
) -> None:
    """Read the map, write ours, and list what has no counterpart."""
    if str(file) == "-":
        raise UnusableError(_("the map is read out of a file, not from standard input (-)"))
    from tacsim.api.imports import read_foreign, written

    target = None if output in (None, "-") else new_file(Path(str(output)), file, force=force)
    here = not machine and drawn_here(plain=plain) and sys.stdin.isatty()
    ask = _asked if here else None
    found = answered(
        lambda: read_foreign(file, form or "", topology or "", tiles, ask, doors or ""),
        machine=machine,
    )
    if target is not None:
        from tacsim.api.replays import write_whole

        write_whole(target, written(found).encode(), replace=force)
    elif not machine:
        click.echo(written(found), nl=False)
    if machine:
        put({
            "map": str(target) if target is not None else None,
            "size": list(found.field.size),
            "floor": found.floor,
            "doors": found.doors,
            "dropped": list(found.dropped),
        })  # fmt: skip
    else:
        _tell(found, target, drawn=target is not None and drawn_here(plain=plain))


def _tell(found: Found, target: Path | None, *, drawn: bool) -> None:
    """What has become of it: below the map if that is in a file, else beside it."""
    to_stderr = target is None
    if drawn:
        from tacsim.view.maps.drawn import map_of

        draw(map_of(found.field), below=min(len(found.dropped) + 3, 8))
    if target is not None:
        size = " × ".join(map(str, found.field.size))
        floor = ngettext("{n} cell of floor", "{n} cells of floor", found.floor)
        doors = ngettext("{n} door", "{n} doors", found.doors)
        parts = [size, floor.format(n=found.floor), doors.format(n=found.doors)]
        click.echo(f"{target}: {', '.join(parts)}")
    if found.shut:
        words = _("Shut doors stay shut in a battle: --doors open, or open = true in the map.")
        click.echo(words, err=to_stderr)
    if found.dropped:
        click.echo(_("Left out:"), err=to_stderr)
    for line in found.dropped:
        click.echo(f"- {line}", err=to_stderr)


def _asked(tile: str, count: int) -> str:
    """Which ground a tile is; empty for no answer."""
    from tacsim.api.imports import NAMES

    words = ngettext(
        "{tile} ({n} cell): which ground? Enter for floor",
        "{tile} ({n} cells): which ground? Enter for floor",
        count,
    )
    while True:
        answer: str = click.prompt(
            words.format(tile=tile, n=count), default="", show_default=False, err=True
        )
        if not answer or answer in NAMES:
            return answer
        click.echo(_("One of: {names}").format(names=" ".join(NAMES)), err=True)
