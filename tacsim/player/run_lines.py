"""Runs of the gauntlet in words: what a rest gave back, what is offered, the table of the best."""

from __future__ import annotations

from collections.abc import Sequence

from tacsim.content.gauntlet import FIGHTS, Gauntlet
from tacsim.content.runs.recovery import Rested
from tacsim.content.runs.rewards import Reward
from tacsim.i18n import _, known_as, ngettext, translate
from tacsim.player.drawn import LEVELS
from tacsim.player.gauntlet import Ending
from tacsim.player.kept.runs import Run
from tacsim.view.wording import words


def rest_line(one: Rested) -> str:
    """What became of one of the party by a rest."""
    if one.dead:
        text = _("{name} has died")
    elif one.before >= one.maximum:
        text = _("{name} is unhurt: {after} of {most}")
    elif one.before <= 0:
        text = _("{name} gets up: {before} → {after} of {most}")
    else:
        text = _("{name} {before} → {after} of {most}")
    return text.format(
        name=known_as(one.name), before=one.before, after=one.after, most=one.maximum
    )


def reward_line(found: Ending, reward: Reward) -> str:
    """A reward that is offered."""
    if reward.kind == "night":
        return _("A night's rest: all wounds are gone")
    before, after = found.gains[found.rewards.index(reward)]
    if reward.kind == "joins":
        text = _("{name} joins: {kind}, {hp} hp")
        return text.format(name=known_as(reward.what), kind=words.word({}, reward.who), hp=after)
    name = found.name_of(reward.who)
    if reward.kind == "weapon":
        text = _("A better weapon for {name}: {weapon}, +1")
        return text.format(name=name, weapon=words.weapon_word(reward.what))
    rise = found.rises[found.rewards.index(reward)]
    text = _("{name} grows stronger: {before} → {after} hp at most")
    if rise:
        text = _("{name} grows stronger: {before} → {after} hp at most, base attack +{rise}")
    return text.format(name=name, before=before, after=after, rise=rise)


def over_line(found: Ending) -> str:
    """How far a run got that is over, or that its fight is won."""
    won = found.run.fight - (not found.won)
    if found.rewards:
        return _("Fight {n} of the gauntlet is won.").format(n=found.run.fight)
    if found.won and found.run.fight < FIGHTS:
        return _("This run is over: it stands in the table already.")
    text = ngettext(
        "The run is over: {n} fight was won.", "The run is over: {n} fights were won.", won
    )
    return text.format(n=won)


def under_way_line(run: Gauntlet, ruleset: str, *, won: bool) -> str:
    """The run that can be gone on with; ``won``: whether its fight is, and a reward waits."""
    text = _("fight {n} is won, {party}, {ruleset}") if won else _("fight {n}, {party}, {ruleset}")
    return text.format(n=run.fight, party=_party(run.party), ruleset=words.word({}, ruleset))


def run_lines(place: int, one: Run) -> tuple[str, str]:
    """A run in the table: its figures, and whose it was."""
    won = ngettext("{n} fight", "{n} fights", one.won).format(n=one.won)
    rounds = ngettext("{n} round", "{n} rounds", one.rounds).format(n=one.rounds)
    figures = ", ".join((won, rounds))
    level = translate(LEVELS[one.difficulty])
    parts = [figures, one.begun[:10], words.word({}, one.ruleset), level]
    return f"{place:>2}. " + "  ".join(filter(None, parts)), whose(one)


def _party(name: str) -> str:
    """What a party is called: by its name, or by those of its members."""
    return ", ".join(map(known_as, name.split(", ")))


def whose(one: Run) -> str:
    """The party of a run, and who of it was left."""
    if not one.left:
        return _("{party}; nobody was left").format(party=_party(one.party))
    text = _("{party}; left: {names}")
    return text.format(party=_party(one.party), names=words.joined(map(known_as, one.left)))


def sentences(found: Ending) -> list[str]:
    """How a fight of a run ended, as sentences."""
    told = [over_line(found)]
    if found.rewards:
        told.append(_("After a rest:"))
        told += [f"{rest_line(one)}." for one in found.rested]
    return told


def places(runs: Sequence[Run], run: str) -> int:
    """The place of a run in the table, by its id; 0 for none."""
    return next((n for n, one in enumerate(runs, 1) if one.id == run), 0)
