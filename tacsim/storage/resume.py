"""Resuming: from a save back to a decision, to go on from there, on the same branch or another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import attrs

from tacsim.core.events import IntentRefused
from tacsim.i18n import _
from tacsim.session.controllers import ScriptController, controllers_for
from tacsim.session.session import Controller, Session
from tacsim.storage.branch import Branch
from tacsim.storage.errors import CodecError, SaveError, clean
from tacsim.storage.execution import named, read_step, refused, unreadable
from tacsim.storage.journal import Journal
from tacsim.storage.migrate import up_to_date
from tacsim.storage.saved import Saved
from tacsim.storage.timeline import Timeline


@attrs.frozen(eq=False)
class Ongoing:
    """A battle being played, the journal that keeps it, and what happened before."""

    session: Session
    journal: Journal
    timeline: Timeline


def restore_session(
    timeline: Timeline,
    controllers: Mapping[str, Controller] | None = None,
    at: int | None = None,
) -> Session:
    """A session after so many intents of a timeline, else at its end.

    Before the battle's beginning if it has none. Without ``controllers``, those of the branch play.
    Errors: SaveError when today's rules do not lead there, with the step at which they leave the
    saved way.
    """
    saved, branch = timeline.saved, timeline.branch
    _check(timeline, branch.intents if at is None else at)
    playing = _playing(saved, branch.controllers) if controllers is None else dict(controllers)
    timeline.seek(timeline.length if at is None else timeline.position_of(at + 1))
    return _session(timeline, playing)


def resume(path: Path | str, *, branch: str | None = None) -> Ongoing:
    """Open a save and go on with a branch, the one played last if none is named.

    A save that ends before the battle has begun is begun; one of an older format is first brought
    up to date in a new file; one made under other rules goes on as a branch, so that what was
    fought under them can still be told from what comes now. Errors: SaveError; LockedError when
    another program plays it.
    """
    with _opened(path, branch) as (journal, chosen):
        timeline = Timeline(journal.saved, chosen)
        session = restore_session(timeline)
        if journal.saved.foreign_to(chosen) and timeline.battle.decision is not None:
            name = _unused(journal.saved, _("today's rules"))
            timeline = _forked(journal, timeline, chosen.intents, name, chosen.controllers)
        journal.go(timeline.branch)
        journal.attach(session, timeline if timeline.branch.length else None)
        if not timeline.branch.length:
            session.begin()
        return Ongoing(session, journal, timeline)


def play_on(
    path: Path | str,
    at: int,
    *,
    branch: str | None = None,
    name: str = "",
    controllers: Mapping[str, str] | None = None,
) -> Ongoing:
    """Begin a branch after so many intents of another one, and go on with it.

    ``controllers`` by side in the words of scenario files, else the branch's. The rules are
    today's. Errors: SaveError, also for a decision that does not exist.
    """
    with _opened(path, branch) as (journal, parent):
        saved = journal.saved
        if not 0 <= at <= parent.intents or not parent.length:
            raise SaveError(path, _("there is no step {step}").format(step=at))
        timeline = Timeline(saved, parent)
        _check(timeline, at)
        timeline.step_to(at + 1)
        if timeline.battle.decision is None:
            raise SaveError(saved.path, _("the battle is over there"))
        chosen = {**parent.controllers, **dict(controllers or {})}
        playing = _playing(saved, chosen)
        timeline = _forked(journal, timeline, at, name or fresh_name(saved, parent, at), chosen)
        session = _session(timeline, playing)
        journal.attach(session, timeline)
        return Ongoing(session, journal, timeline)


def refight(path: Path | str, *, branch: str | None = None) -> tuple[Ongoing, str]:
    """Fight a branch again from its beginning under today's rules, as a branch of its own.

    The same intents are carried out as far as the rules accept them; then it can be gone on with.
    Comes back with the step at which that ended, in words, or empty. Errors: SaveError.
    """
    with _opened(path, branch) as (journal, old):
        saved = journal.saved
        playing = _playing(saved, old.controllers)
        journal.fork(old, None, _unused(saved, _("today's rules")), old.controllers)
        session = Session(saved.battle(), playing)
        journal.attach(session)
        session.begin()
        ended = ""
        for index in range(1, old.length):
            try:
                ended = _again(session, old, index)
            except SaveError:
                raise
            except Exception as error:  # whatever the rules stumble over is the save's fault
                reason = _("it cannot be carried out ({error})").format(error=clean(repr(error)))
                raise SaveError(path, reason, named(index, None)) from None
            if ended:
                break
        return Ongoing(session, journal, Timeline(saved)), ended


@contextmanager
def _opened(path: Path | str, branch: str | None) -> Iterator[tuple[Journal, Branch]]:
    """The journal of a save, brought up to date, and a branch of it; closed where that fails."""
    journal = Journal.resume(up_to_date(Path(path)))
    try:
        yield journal, journal.saved.branch(branch) if branch else journal.saved.current
    except BaseException:
        journal.close()
        raise


def _forked(
    journal: Journal, timeline: Timeline, at: int, name: str, controllers: Mapping[str, str]
) -> Timeline:
    """Begin a branch after so many intents of another one; its timeline, at its end."""
    journal.complete(timeline)
    journal.fork(timeline.branch, at, name, controllers)
    fresh = Timeline(journal.saved)
    fresh.seek(fresh.length)
    return fresh


def fresh_name(saved: Saved, branch: Branch, at: int) -> str:
    """A name for a branch that leaves another one after so many intents.

    With fog it does not say how many, as those of others would count.
    """
    if saved.header.fog:
        return _unused(saved, _("from round {round}").format(round=branch.mark(at).round))
    return _unused(saved, _("from step {step}").format(step=at))


def _unused(saved: Saved, name: str) -> str:
    """A name that no branch has, numbered where it is taken."""
    taken = {branch.name for branch in saved.branches}
    number = 1
    while (found := name if number == 1 else f"{name} ({number})") in taken:
        number += 1
    return found


def _playing(saved: Saved, controllers: Mapping[str, str]) -> dict[str, Controller]:
    try:
        return controllers_for(saved.scenario, controllers)
    except ValueError as error:
        raise SaveError(saved.path, str(error), _("header")) from None


def _check(timeline: Timeline, at: int) -> None:
    """SaveError where today's rules do not lead to the decision after so many intents."""
    found = timeline.divergence
    if found is not None and found.step <= at:
        reason = _("today's rules lead elsewhere, so it can only be watched")
        raise SaveError(timeline.saved.path, reason, named(found.step, found.intent))


def _session(timeline: Timeline, playing: dict[str, Controller]) -> Session:
    """A session that goes on from where a timeline is."""
    session = Session(timeline.battle.fork(), playing, past=timeline.position)
    for side in session.onlookers.memories:
        session.onlookers.recall(side, timeline.gathered(side))
    if any(isinstance(one, ScriptController) for one in playing.values()):
        _follow(timeline, playing)
    return session


def _follow(timeline: Timeline, playing: Mapping[str, Controller]) -> None:
    """Let scripts catch up with what their sides did."""
    end = timeline.position
    for index in range(1, timeline.entry_at(end)):
        timeline.step_to(index)
        decision = timeline.battle.decision
        intent = read_step(timeline.saved, timeline.branch, index)
        if decision is not None and intent is not None:
            controller = playing.get(timeline.battle.world[decision.actor].side)
            if isinstance(controller, ScriptController):
                controller.follow(intent, decision)
    timeline.seek(end)


def _again(session: Session, old: Branch, index: int) -> str:
    """Carry an intent of another branch out; why not, where that is not possible."""
    decision, controller = session.decision, session.controller
    try:
        intent = old.intent(index)
    except CodecError as error:
        return f"{named(index, None)}: {unreadable(error)}"
    assert intent is not None
    entries = session.submit(intent)
    event = entries[0].event if entries else None
    if isinstance(event, IntentRefused):
        return f"{named(index, intent)}: {refused(event)}"
    if isinstance(controller, ScriptController):
        controller.follow(intent, decision)
    return ""
