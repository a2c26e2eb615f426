"""Resuming: from a save back to the very decision at which it ends."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import attrs

from tacsim.i18n import _
from tacsim.model.events import IntentRefused
from tacsim.model.intents import Intent
from tacsim.play.controllers import ScriptController, controllers_for
from tacsim.play.session import Controller, Session
from tacsim.storage.digest import StateDigest
from tacsim.storage.errors import SaveError
from tacsim.storage.journal import Journal
from tacsim.storage.replay import named
from tacsim.storage.saved import Mark, Saved


@attrs.frozen(eq=False)
class Ongoing:
    """A battle being played, and the journal that keeps it."""

    session: Session
    journal: Journal


def restore(saved: Saved, controllers: Mapping[str, Controller] | None = None) -> Session:
    """A session at the decision where a save ends; before its beginning if it has none.

    Without ``controllers``, those of the save play. Errors: SaveError when today's rules do not
    lead there, with the step at which they leave the saved way.
    """
    playing = dict(controllers_of(saved) if controllers is None else controllers)
    session = Session(saved.battle(), playing)
    if saved.begun is None:
        return session
    digest = StateDigest(session.battle.world)
    try:
        session.begin()
        _compare(saved, digest, 0, None, saved.begun)
        for index, step in enumerate(saved.steps, 1):
            _submit(saved, session, index, step.intent)
            _compare(saved, digest, index, step.intent, step.mark)
    finally:
        digest.close()
    return session


def resume(path: Path | str, controllers: Mapping[str, Controller] | None = None) -> Ongoing:
    """Open a save and go on with it: a session at its last decision, and its journal.

    A save that ends before the battle has begun is begun. Errors: SaveError.
    """
    journal = Journal.resume(path)
    try:
        assert journal.saved is not None
        session = restore(journal.saved, controllers)
        journal.attach(session)
        if journal.saved.begun is None:
            session.begin()
    except BaseException:
        journal.close()
        raise
    return Ongoing(session, journal)


def controllers_of(saved: Saved) -> dict[str, Controller]:
    """The controllers that a save names; SaveError for one that there is not."""
    try:
        return controllers_for(saved.scenario, saved.header.controllers)
    except ValueError as error:
        raise SaveError(saved.path, str(error), _("header")) from None


def _submit(saved: Saved, session: Session, index: int, intent: Intent) -> None:
    """Carry a saved intent out, and let a script catch up with what its side did."""
    decision = session.decision
    if decision is not None:
        controller = session.controllers.get(session.battle.world[decision.actor].side)
        if isinstance(controller, ScriptController):
            controller.follow(intent, decision)
    try:
        entries = session.submit(intent)
    except Exception:  # whatever a save makes the rules stumble over is the save's fault
        raise _lost_way(saved, index, intent) from None
    if entries and isinstance(entries[0].event, IntentRefused):
        raise _lost_way(saved, index, intent)


def _compare(
    saved: Saved, digest: StateDigest, step: int, intent: Intent | None, mark: Mark
) -> None:
    if digest.kept != mark.digest:
        raise _lost_way(saved, step, intent)


def _lost_way(saved: Saved, step: int, intent: Intent | None) -> SaveError:
    reason = _("today's rules lead elsewhere, so it can only be watched")
    return SaveError(saved.path, reason, named(step, intent))
