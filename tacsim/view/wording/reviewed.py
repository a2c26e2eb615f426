"""A review of a battle in words, for whatever shows it."""

from __future__ import annotations

from tacsim.core.agenda import Decision
from tacsim.core.intents import Intent
from tacsim.core.world import World
from tacsim.i18n import _, known_as, ngettext
from tacsim.session.account import Tally
from tacsim.session.reviewed import Costly, Reviewed
from tacsim.view.wording import words
from tacsim.view.wording.intended import done

TELLING = 0.5
"""Hit points from which a difference is told."""


def moment(world: World, costly: Costly) -> str:
    """Which decision of whom it was."""
    name = words.capital(words.name_of(world, costly.creature, costly.known))
    if costly.about is not None:
        about = words.name_of(world, costly.about, costly.known)
        text = _("Step {n}, round {round}: {name}, asked about {about}")
        return text.format(n=costly.number, round=costly.round, name=name, about=about)
    text = _("Step {n}, round {round}: {name}")
    return text.format(n=costly.number, round=costly.round, name=name)


def instead(world: World, costly: Costly) -> tuple[str, str]:
    """What was done, and what would have been better."""
    did, better = (_done(world, costly, one) for one in (costly.did, costly.better))
    if did == better:
        better = _("{what}, another way").format(what=better)
    return _("It did: {what}").format(what=did), _("Better: {what}").format(what=better)


def _done(world: World, costly: Costly, intent: Intent) -> str:
    """What an intent does; an answer in the words of its question."""
    decision = Decision(costly.creature, costly.about, costly.question)
    return done(world, intent, costly.known, decision=decision)


def cost(costly: Costly) -> str:
    """By how much it would have been better."""
    text = _("It cost {loss} (give or take {doubt}).")
    return text.format(loss=f"{costly.loss:.2f}", doubt=f"{costly.doubt:.2f}")


def reasons(costly: Costly) -> str:
    """What would have come otherwise of it by the end of a round, and what it gave away."""
    parts = []
    if abs(costly.dealt) >= TELLING:
        text = _("foes lose {n} hit points more")
        if costly.dealt < 0:
            text = _("foes lose {n} hit points fewer")
        parts.append(text.format(n=f"{abs(costly.dealt):.1f}"))
    if abs(costly.lost) >= TELLING:
        text = _("its own side loses {n} hit points fewer")
        if costly.lost < 0:
            text = _("its own side loses {n} hit points more")
        parts.append(text.format(n=f"{abs(costly.lost):.1f}"))
    told = _("With the better one, a round later: {what}.").format(what=_(", ").join(parts))
    if not parts:
        told = _("With the better one it is better placed a round later.")
    if not costly.gave:
        return told
    text = ngettext(
        "It gave an opportunity ({clauses}).", "It gave {n} opportunities ({clauses}).", costly.gave
    )
    gave = text.format(n=costly.gave, clauses=", ".join(costly.clauses))
    return _("{first} {then}").format(first=told, then=gave)


def unit() -> str:
    """What losses are counted in."""
    return _(
        "Costs are in creatures: 1 is one of average worth of those in the fight, and a battle won "
        "or lost counts as all of them. What fell on the dice is not looked at."
    )


def luck(name: str, tally: Tally) -> str:
    """What a side's attacks promised and did."""
    if not tally.attacks and not tally.promised:
        return _("{side}: no attacks").format(side=name)
    text = ngettext(
        "{side}: {hits} of {attacks} attack hit, {expected} expected; {dealt} damage by attacks, "
        "{promised} expected ({more})",
        "{side}: {hits} of {attacks} attacks hit, {expected} expected; {dealt} damage by attacks, "
        "{promised} expected ({more})",
        tally.attacks,
    )
    return text.format(
        side=name, hits=tally.hits, attacks=tally.attacks, expected=f"{tally.expected:.1f}",
        dealt=tally.landed, promised=f"{tally.promised:.1f}",
        more=f"{tally.landed - tally.promised:+.1f}",
    )  # fmt: skip


def lucks(found: Reviewed) -> list[str]:
    """The luck of every side."""
    return [luck(known_as(side.name), found.luck[side.id]) for side in found.world.sides.items]


def verdict(found: Reviewed) -> str:
    """In a sentence what was found."""
    if found.decisions:
        n = len(found.decisions)
        text = ngettext("The decision that cost most:", "The {n} decisions that cost most:", n)
        return text.format(n=n)
    if not found.whole:
        return _("It was stopped before anything was found.")
    return _("No decision clearly cost anything.")
