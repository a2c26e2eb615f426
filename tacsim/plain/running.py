"""Between two fights of a run, line by line: the rest, a reward by its number, the next fight."""

from __future__ import annotations

from tacsim.content.faults import ContentError
from tacsim.i18n import _
from tacsim.plain.console import Console, LeaveError
from tacsim.player.game import Game
from tacsim.player.gauntlet import Ending, ending, go_on
from tacsim.player.kept.runs import read_runs, runs_file
from tacsim.player.run_lines import places, reward_line, run_lines, sentences
from tacsim.storage.errors import SaveError

BEST = 5
"""How many of the best runs are told at the end of one."""


def onward(console: Console, game: Game) -> Game | None:
    """The next fight of a run after one that has ended; None where none follows.

    Errors: LeaveError for who leaves first.
    """
    found = ending(game)
    if found is None:
        return None
    console.say(*sentences(found))
    if found.trouble:
        console.say(found.trouble)
    if not found.rewards:
        console.say(*best(found.run.id))
        return None
    while True:
        reward = _chosen(console, found)
        try:
            return go_on(game, reward)
        except SaveError as error:
            console.say(_("The next fight cannot be begun: {0}").format(error))
        except (ContentError, ValueError) as error:
            console.say(str(error))


def _chosen(console: Console, found: Ending) -> str:
    """The id of the reward that is chosen."""
    lines = [_("Choose a reward by its number; q leaves, and the run can be gone on with later.")]
    lines += [f"{n}. {reward_line(found, one)}" for n, one in enumerate(found.rewards, 1)]
    console.say(*lines)
    while (answer := console.ask().lower()) != "q":
        number = int(answer) if answer.isascii() and answer.isdecimal() and len(answer) < 4 else 0
        if 1 <= number <= len(found.rewards):
            return found.rewards[number - 1].id
        console.say(*(lines if answer in ("", "?") else [_("A number, please, or q to leave.")]))
    raise LeaveError


def best(run: str = "") -> list[str]:
    """The best runs in sentences, and the place of one of them, by its id."""
    runs, trouble = read_runs(runs_file())
    told = [trouble] if trouble else []
    if not runs:
        return [*told, _("No run is over yet.")]
    place = places(runs, run)
    if place:
        told.append(_("Of all runs it is number {n}.").format(n=place))
    told.append(_("The best runs:"))
    for number, one in enumerate(runs[:BEST], 1):
        figures, whose = run_lines(number, one)
        told.append(f"{figures.strip()}  {whose}")
    return told
