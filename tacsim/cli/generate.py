"""``tacsim generate``: a battlefield and two balanced sides, from a seed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from tacsim.cli.calls import (
    FILE,
    SEED,
    as_json,
    by_workers,
    draw,
    new_file,
    of_party,
    put,
    unusable,
)
from tacsim.cli.progress import progress
from tacsim.i18n import _


@click.command(
    "generate",
    help=_("Draw a battlefield and two balanced sides for a RULESET, from a seed.")
    + "\n\n"
    + _(
        "The same seed makes the same battle. Sides are drawn by what their creatures are "
        "worth and then evened out by trial, for some seconds; --no-trial leaves that out."
    )
    + "\n\n"
    + _(
        "Kinds of ground: cave, dungeon, ruins, forest, riverside, village, fortress_gate, "
        "mountain_pass, ship; for hexes wilderness; for cubes tower, mine, canyon, rooftops."
    ),
    short_help=_("A battlefield and two balanced sides, from a seed."),
)
@click.argument("ruleset")
@click.option("--kind", metavar="K", help=_("The kind of ground (drawn from the seed)."))
@click.option("--size", metavar="WxH", help=_("Columns and rows of the map, such as 30x18."))
@click.option("--seed", type=SEED, metavar="N", help=_("The seed; drawn, and told, unless given."))
@of_party
@click.option(
    "--difficulty",
    default="fair",
    show_default=True,
    metavar="D",
    help=_("What chance the heroes are to have: easy 75 %, fair 50 %, hard 35 %, deadly 20 %."),
)
@click.option("--trial/--no-trial", default=True, help=_("Whether the sides are evened out."))
@click.option("-o", "--output", type=FILE, metavar="OUT", help=_("Where to: a new file."))
@click.option("--force", is_flag=True, help=_("Replace a file that is there already."))
@by_workers
@as_json
def command(
    ruleset: str,
    kind: str | None,
    size: str | None,
    seed: int | None,
    party: Path | None,
    difficulty: str,
    trial: bool,
    output: Path | None,
    force: bool,
    workers: int | None,
    machine: bool,
) -> None:
    """Write the scenario."""
    from tacsim.sim.balance import generated

    target = new_file(output, force=force) if output is not None and str(output) != "-" else None
    with unusable():
        made = generated(
            ruleset, kind, size, seed, party, difficulty,
            trial=trial, workers=workers, progress=progress(),
        )  # fmt: skip
    if made.doubt:
        click.echo(f"tacsim: {made.doubt}", err=True)
    if target is not None:
        from tacsim.api.replays import write_whole

        write_whole(target, made.text.encode(), replace=force)
    if machine:
        put(made.tables)
    elif target is None:
        click.echo(made.text, nl=False)
    else:
        click.echo(target)
    if sys.stderr.isatty():
        with _to_stderr():
            draw(made.drawn)


@contextmanager
def _to_stderr() -> Iterator[None]:
    """Print on standard error what is printed."""
    kept, sys.stdout = sys.stdout, sys.stderr
    try:
        yield
    finally:
        sys.stdout = kept
