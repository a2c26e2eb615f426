"""``tacsim simulate``: a scenario fought many times, who wins, how surely, and what it costs."""

from __future__ import annotations

from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tacsim.cli.calls import (
    NO,
    SCENARIO,
    Number,
    UnusableError,
    Whole,
    as_json,
    by_side,
    by_workers,
    new_file,
    of_morale,
    of_sides,
    put,
    unusable,
)
from tacsim.i18n import _

if TYPE_CHECKING:
    from tacsim.sim.cluster import Cluster

MOST_BATTLES = 1_000_000
SEED = Whole(-(2**62), 2**62)


@click.command(
    "simulate",
    help=_("Fight a SCENARIO many times by AI, and say who wins, how surely, and what it costs.")
    + "\n\n"
    + _("People's and scripted sides are played by AI unless --side says otherwise.")
    + " "
    + _("Ctrl-C stops it: what has been fought by then is told.")
    + "\n\n"
    + _(
        "--vary compares cases over the same seeds and says which differences are real. KEY "
        "is CREATURE.FIELD (hp, level, weapons, feats, speed, ...), SIDE.controller, "
        "rules.SWITCH or count.KIND; of several keys all combinations are fought. A list is "
        "written A+B."
    ),
    short_help=_("Fight a scenario many times: who wins, how surely."),
)
@click.argument("scenario", type=SCENARIO)
@click.option(
    "--battles",
    type=Whole(1, MOST_BATTLES),
    metavar="N",
    help=_("How many battles (100; with --precision the most, 100000)."),
)
@click.option(
    "--precision",
    type=Number(0, 50),
    metavar="P",
    help=_("Go on until every win rate is known to within P points of a hundred at 95 %."),
)
@click.option(
    "--vary",
    "varied",
    multiple=True,
    metavar="KEY=A,B,...",
    help=_("Compare the battle with each of these values; may be given several times."),
)
@of_sides
@of_morale
@click.option(
    "--mirror",
    is_flag=True,
    help=_("Fight each seed twice, the two sides' players exchanged; both count as battles."),
)
@click.option(
    "--seed",
    type=SEED,
    metavar="N",
    help=_("The seed of the first battle, each next one having the next (the scenario's, or 0)."),
)
@by_workers
@click.option(
    "--cluster",
    metavar="ADDRESS",
    help=_("Fight on the Dask cluster of this address instead, such as tcp://10.0.0.1:8786."),
)
@click.option(
    "--html",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help=_("Write a page with all of it, and with battles worth a look, to a new file."),
)
@click.option("--force", is_flag=True, help=_("Replace a file that is there already."))
@as_json
@click.pass_context
def command(
    ctx: click.Context,
    scenario: str,
    battles: int | None,
    precision: float | None,
    varied: tuple[str, ...],
    sides: tuple[str, ...],
    morale: bool | None,
    mirror: bool,
    seed: int | None,
    workers: int | None,
    cluster: str | None,
    html: Path | None,
    force: bool,
    machine: bool,
) -> None:
    """Answer wins with their intervals, damage and rounds."""
    from tacsim.cli.live import watched
    from tacsim.cli.simulated import faults, show, stopped
    from tacsim.sim.saves import faults_folder
    from tacsim.sim.simulate import trial_of
    from tacsim.sim.vary import parsed_all
    from tacsim.sim.workers import Processes, Runner

    with unusable(scenario):
        trial = trial_of(
            scenario, battles, by_side(sides), seed, mirror=mirror, morale=morale,
            precision=precision, vary=parsed_all(varied),
        )  # fmt: skip
        runner = Processes(workers)
    if html is not None:
        new_file(html, force=force)
    with ExitStack() as stack:
        by: Runner = runner if cluster is None else _joined(cluster, (*sides, *varied), stack)
        watch = stack.enter_context(watched())
        trial.fight(by, watch)
    trial.keep_faults(faults_folder())
    found = trial.answer()
    stopped(trial)
    faults(found)
    if machine:
        put(found)
    elif found["battles"]:
        show(found, trial)
    if html is not None and found["battles"]:
        from tacsim.api.replays import write_whole
        from tacsim.sim.page import page_of

        write_whole(html, page_of(trial).encode(), replace=force)
    if found["faults"]:
        ctx.exit(NO)


def _joined(address: str, named: tuple[str, ...], stack: ExitStack) -> Cluster:
    """A cluster, for as long as a stack is not left; UnusableError."""
    from tacsim.sim.cluster import Cluster

    if any(".py:" in one for one in named):
        raise UnusableError(_("programs of your own are not sent to a cluster"))
    with unusable("--cluster"):
        return stack.enter_context(closing(Cluster(address)))
