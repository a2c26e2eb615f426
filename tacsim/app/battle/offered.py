"""What the card of acts lists, in the command palette."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from textual.app import SystemCommand

from tacsim.app.battle.commands import Commands
from tacsim.player.acting.act_lines import ActLine, lines
from tacsim.player.pointing.now import Now
from tacsim.view.wording.bound import BOUND
from tacsim.view.wording.reasons import sentence


def offered(commands: Commands, now: Now) -> Iterator[SystemCommand]:
    """Each line of the card for who acts, save those of acts that have keys of their own."""
    if commands.loop.planner is None:
        return
    bound = {name for one in BOUND.values() for name in one.names}
    known = None if now.memory is None else now.memory.known
    for line in lines(commands.selection):
        if line.name.removesuffix(" at once") not in bound:
            why = "" if line.refusal is None else sentence(line.refusal, now.battle.world, known)
            keys = " ".join((now.keys["acts"], line.key)).rstrip()
            chosen = partial(_chosen, commands, now, line, commands.loop.moment)
            yield SystemCommand(f"{line.text} ({keys})", why, chosen)


def _chosen(commands: Commands, now: Now, line: ActLine, moment: object) -> None:
    """Do what was chosen, or say why not, unless the battle has gone on meanwhile."""
    if commands.loop.moment != moment:
        return
    if line.refusal is not None:
        commands.hint.refuse(now, line.refusal, line.text)
    else:
        commands.do(line)
