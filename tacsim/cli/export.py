"""``tacsim export``: a saved battle as something to share, a map for other programs."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from tacsim.cli.calls import FILE, NO, Number, UnusableError, Whole, new_file, trusted, unusable
from tacsim.i18n import _, ngettext

FORMS: Mapping[str, tuple[str, frozenset[str]]] = {
    "cast": (".cast", frozenset({"speed", "size"})),
    "text": (".txt", frozenset()),
    "jsonl": (".jsonl", frozenset()),
    "svg": (".svg", frozenset({"at"})),
    "html": (".html", frozenset({"at", "speed"})),
    "uvtt": (".uvtt", frozenset({"level"})),
    "tiled": (".tmx", frozenset()),
}
"""How files of each form end, and the options that only some forms have."""
PRINTED = ("cast", "text", "jsonl")
"""The forms that go to standard output unless a file is named."""
OF_MAPS = ("uvtt", "tiled")
"""The forms that are of maps alone; a picture is of a map if what it is made of is one."""


@click.command(
    "export",
    help=_("Make something to share of the battle saved in FILE, or of a map.")
    + "\n\n"
    + _("cast: a recording of a terminal (asciinema). text: a chronicle. jsonl: its events.")
    + " "
    + _("svg: a picture of one moment. html: one page that plays the battle in a browser.")
    + "\n\n"
    + _("Of a map file, or a battle by its name, these: uvtt: Universal VTT, with walls and doors.")
    + " "
    + _("tiled: a map of Tiled, which import reads again. svg: a picture.")
    + "\n\n"
    + _(
        "cast, text and jsonl go to standard output, the others into a new file in this "
        "folder; -o names a file, or - for standard output."
    ),
    short_help=_("Make a recording, a page or a picture of a battle, a file of a map."),
)
@click.argument("file", type=FILE)
@click.option("--as", "form", type=click.Choice(tuple(FORMS)), required=True, help=_("What."))
@click.option("-o", "--output", metavar="OUT", help=_("Where to: a new file, or -."))
@click.option("--force", is_flag=True, help=_("Replace a file that is there already."))
@click.option(
    "--at",
    type=Whole(0, 2**63 - 1),
    metavar="N",
    help=_("svg, html: the moment after N events, as a replay counts them."),
)
@click.option("--side", metavar="SIDE", help=_("Only what this side could see."))
@click.option("--branch", metavar="NAME", help=_("This branch, by name or number."))
@click.option(
    "--speed",
    type=Number(0.5, 16),
    metavar="X",
    help=_("cast, html: how many times as fast."),
)
@click.option("--size", metavar="120x36", help=_("cast: columns and rows of the terminal."))
@click.option("--level", type=Whole(0, 63), metavar="Z", help=_("uvtt: this level of cubes (0)."))
@click.pass_context
def command(
    ctx: click.Context,
    file: Path,
    form: str,
    output: str | None,
    force: bool,
    at: int | None,
    side: str | None,
    branch: str | None,
    speed: float | None,
    size: str | None,
    level: int | None,
) -> None:
    """Write the battle, or the map, in a form."""
    from tacsim.api.replays import Replay, screen_size

    chosen = {"at": at, "speed": speed, "size": size, "level": level}
    options: dict[str, Any] = {name: value for name, value in chosen.items() if value is not None}
    _fitting(form, options)
    if _of_map(file, form):
        if at is not None or side or branch:
            raise UnusableError(_("--at, --side and --branch are for saved battles"))
        _map(file, form, output, level or 0, force=force)
        return
    with unusable():
        if size is not None:
            options["size"] = screen_size(size)
        if speed is not None and math.isnan(speed):
            raise UnusableError(_("--speed: that is no number"))
        target = _target(file, form, output, force=force)
        replay = Replay(file, branch, side)
    if at is not None and at > replay.moments:
        words = ngettext(
            "{file}: there is only {n} event", "{file}: there are only {n} events", replay.moments
        )
        raise UnusableError(words.format(file=file, n=replay.moments))
    _put(replay.export(form, **options), target, force=force)
    if not trusted(replay, file):
        ctx.exit(NO)


def _of_map(file: Path, form: str) -> bool:
    """Whether it is a map that is to be written."""
    if form in OF_MAPS:
        return True
    if form != "svg" or file.suffix == ".tacsim":
        return False
    return file.suffix == ".toml" or not file.exists()


def _map(file: Path, form: str, output: str | None, level: int, *, force: bool) -> None:
    """Write a map, and say what of it is left out."""
    from tacsim.api.maps import export_map, map_of

    target = _target(file, form, output, force=force)
    field = map_of(file)
    with unusable(str(file)):
        text, lost = export_map(field, form, level)
    _put(text, target, force=force)
    if lost:
        click.echo(_("Left out:"), err=True)
    for line in lost:
        click.echo(f"- {line}", err=True)


# --- the call ------------------------------------------------------------------------------------


def _fitting(form: str, options: Mapping[str, Any]) -> None:
    """UnusableError for an option that the form does not have."""
    for name in options:
        if name not in FORMS[form][1]:
            forms = [each for each, (_suffix, names) in FORMS.items() if name in names]
            words = _("--{option} is for {forms}, not for {form}")
            raise UnusableError(words.format(option=name, forms=", ".join(forms), form=form))


def _target(file: Path, form: str, output: str | None, *, force: bool) -> Path | None:
    """The file to be written, None for standard output; UnusableError for one that is there."""
    if output == "-" or (output is None and form in PRINTED):
        return None
    target = Path(output) if output is not None else Path(file.with_suffix(FORMS[form][0]).name)
    return new_file(target, file, force=force)


def _put(text: str, target: Path | None, *, force: bool) -> None:
    """Write it, to the last byte or not at all."""
    from tacsim.api.replays import write_whole

    if target is None:
        click.echo(text, nl=False)
        return
    write_whole(target, text.encode(), replace=force)
    click.echo(target)
