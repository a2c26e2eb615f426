"""``tacsim replay``: a saved battle, shown or verified."""

from __future__ import annotations

from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tacsim.cli.calls import NO, as_json, put
from tacsim.i18n import _

if TYPE_CHECKING:
    from tacsim.storage.replay import Replay


@click.command(
    "replay",
    help=_("Show the battle saved in FILE: in the game at a terminal, else as text.")
    + "\n\n"
    + _("With --verify it is fought again and each step compared; the exit code is 1 if any")
    + " "
    + _("differs. Of a damaged file the intact part is shown, and the exit code is 2."),
    short_help=_("Show a saved battle, or verify it."),
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--verify", is_flag=True, help=_("Fight it again and compare every digest."))
@click.option("--text", is_flag=True, help=_("Print it as text, even at a terminal."))
@as_json
@click.pass_context
def command(ctx: click.Context, file: Path, verify: bool, text: bool, machine: bool) -> None:
    """Show or verify a save."""
    from tacsim.cli.game import is_terminal, open_game
    from tacsim.cli.transcript import Transcript
    from tacsim.storage.errors import SaveError
    from tacsim.storage.replay import Replay
    from tacsim.storage.saved import read

    saved = read(file)
    if not (verify or text or machine) and is_terminal():
        ctx.exit(open_game(replay=file))
    replay = Replay(saved)
    if verify:
        _verdict(replay, machine=machine)
    else:
        transcript = Transcript(saved.battle().world, machine=machine)
        for begin, end in zip_longest(replay.starts, replay.starts[1:]):
            transcript.show(replay.entries[begin:end])
    if replay.divergence is not None and not verify:
        click.echo(f"tacsim: {file}: {replay.divergence.message}", err=True)
    if saved.lost:
        raise SaveError(file, saved.lost)
    if replay.divergence is not None:
        ctx.exit(NO)


def _verdict(replay: Replay, *, machine: bool) -> None:
    saved, divergence = replay.saved, replay.divergence
    answer = {
        "ok": replay.verified and not saved.lost,
        "intents": replay.intents,
        "digest": replay.digest.hex(),
    }
    if divergence is not None:
        answer |= {"step": divergence.step, "message": divergence.message}
    if saved.lost:
        answer["lost"] = saved.lost
    if saved.foreign:
        answer["rules_changed"] = True
    if machine:
        put(answer)
        return
    words = _("{count} intents verified, digest {digest}")
    if divergence is not None:
        words = _("diverges: {message}")
    message = divergence.message if divergence else ""
    count, digest = replay.intents, replay.digest.hex()
    click.echo(words.format(count=count, digest=digest, message=message))
    if saved.foreign:
        click.echo(_("the rules have changed since this battle was saved"))
