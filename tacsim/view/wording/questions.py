"""The words of questions to one creature: their cause, and what yes and no mean."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from tacsim.i18n import N_
from tacsim.view.wording import words


@attrs.frozen
class Asked:
    """A question in words: heading, cause, what yes and no mean; and what its card shows.

    ``unseen``: its cause in fog, where that tells less. ``shows``: the chances of the "check" that
    follows, of the "attack" that yes makes, or of the attack with "both" answers. ``lasting``: the
    answers that can be given from now on, "take" and "decline". ``taken``, ``declined``: the log
    line of either answer; empty for none.
    """

    heading: str
    cause: str
    yes: str
    no: str
    unseen: str = ""
    shows: str = "check"
    lasting: tuple[str, ...] = ()
    taken: str = ""
    declined: str = ""


OPPORTUNITY = Asked(
    N_("Opportunity for {name} ({side})"),
    N_("{about} moves out of a square that {actor} threatens."),
    N_("strike"),
    N_("let it pass"),
    lasting=("take", "decline"),
)
QUESTIONS: Mapping[str, Asked] = {
    "opportunity": OPPORTUNITY,
    "avoid": Asked(
        N_("In the way: {name} ({side})"),
        N_("{about} wants to run over {actor}."),
        N_("step aside"),
        N_("stand in the way"),
        taken=N_("{name} steps aside for {foe}"),
        declined=N_("{name} stands in {foe}'s way"),
    ),
    "knock_down": Asked(
        N_("A chance for {name} ({side})"),
        N_("{about} did not get past {actor}, who may try to knock it down in return."),
        N_("knock it down"),
        N_("let it be"),
        taken=N_("{name} throws itself against {foe}"),
        declined=N_("{name} lets {foe} be"),
    ),
    "trip_back": Asked(
        N_("A chance for {name} ({side})"),
        N_("{about} failed to trip {actor}, who may try to trip it in return."),
        N_("trip it"),
        N_("let it be"),
        taken=N_("{name} turns the trip on {foe}"),
        declined=N_("{name} lets {foe} be"),
    ),
    "ready": Asked(
        N_("{name} is ready ({side})"),
        N_("{about} does what {actor} has kept its attack for."),
        N_("strike now"),
        N_("hold back"),
        shows="attack",
        taken=N_("{name} acts on {foe} as it was ready to"),
        declined=N_("{name} holds back"),
    ),
    "deny": Asked(
        N_("Flanked: {name} ({side})"),
        N_(
            "{flankers} flank {actor}; {about} is about to strike. Deny {about} the advantage? "
            "The others then gain a die."
        ),
        N_("deny it"),
        N_("let it have it"),
        shows="both",
        lasting=("decline",),
        declined=N_("{name} lets {foe} have the flank"),
    ),
    "defence": Asked(
        N_("Attacked: {name} ({side})"),
        N_("{about} attacks {actor}, who may put Stamina into its defence."),
        N_("put one in"),
        N_("put none in"),
        lasting=("decline",),
    ),
    "delay": Asked(
        N_("{name} waits ({side})"),
        N_("{last} has ended its turn, and {actor} may come in now."),
        N_("act now"),
        N_("wait on"),
        unseen=N_("{actor} may come in now."),
        taken=N_("{name} acts now"),
        declined=N_("{name} waits on"),
    ),
}
"""By the name of the question; others are put by that name alone."""

LEAVING = N_("{about} is about to leave {actor}'s reach.")
"""The cause of an opportunity attack that takes a reaction."""
SPENDS: Mapping[str, str] = {
    "opportunity": N_("Opportunities left until its next turn: {left}"),
    "reaction": N_("It takes its reaction, which comes back with its next turn."),
}
"""What taking an opportunity costs, by what is counted."""

CHANCES: Mapping[str, str] = {
    "overrun": N_("If it stands in the way, {about} gets through with {n} %"),
    "knock_down": N_("{n} % to knock it down"),
    "trip_back": N_("{n} % to bring it down"),
    "defence": N_("With one Stamina in the defence {about} hits with {n} %"),
}
"""The words for the chance of a check that follows."""

LOWERED = N_("{about} lets its guard down within {actor}'s reach.")
"""The cause of an opportunity attack that no movement gave."""


def asked(question: str) -> Asked:
    """The words of a question."""
    if question in QUESTIONS:
        return QUESTIONS[question]
    text = question.replace("_", " ").replace("{", "").replace("}", "")
    return Asked("{name} ({side})", words.capital(text) + "?", N_("yes"), N_("no"))
