"""Going back to an earlier choice, where what was done can no longer be taken back."""

from __future__ import annotations

from collections.abc import Sequence

from tacsim.i18n import _
from tacsim.plain.console import Console, LeaveError
from tacsim.plain.menu import Line, Menu
from tacsim.player.going_back import Choice


def choose(console: Console, found: Sequence[Choice], *, steps: bool) -> int | None:
    """The number of intents before the choice to go back to; None to stay.

    ``steps``: whether to number them, which in fog would count what others did.
    """
    text = _("round {round}, from step {step}: {what}") if steps else _("round {round}: {what}")
    told = [(text.format(round=one.round, step=one.at, what=one.what), one.at) for one in found]
    heading = _("Go back all the same? A number goes on from there as a branch, and what happened "
                "is kept; Enter stays here.")  # fmt: skip
    menu = _menu(heading, told)
    console.say(*menu.page())
    while (answer := console.ask().lower()) not in ("", "n", "b", _("no")):
        if answer == "q":
            raise LeaveError
        number = int(answer) if answer.isascii() and answer.isdecimal() else 0
        if 1 <= number <= len(told):
            return told[number - 1][1]
        kept = [one for one in told if all(word in one[0].lower() for word in answer.split())]
        if answer == "+":
            menu = menu.turned()
        elif not number and kept:
            told, menu = kept, _menu(heading, kept)
        else:
            console.say(_("A number, please, or Enter to stay here."))
            continue
        console.say(*menu.page())
    console.say(_("You stay here. Enter reads the lines again."))
    return None


def _menu(heading: str, told: Sequence[tuple[str, int]]) -> Menu:
    return Menu(heading, tuple(Line(text) for text, _at in told))
