"""A battle of a thousand turns, for what is measured: many tough creatures that fight on and on."""

from __future__ import annotations

from pathlib import Path

import attrs
from storage.fights import MAPS, named_scenario

from tacsim.content.plain import from_plain, to_plain
from tacsim.content.records import Scenario
from tacsim.content.setup import begin
from tacsim.session.controllers import controllers_for
from tacsim.session.session import Session
from tacsim.storage.journal import Journal
from tacsim.storage.saved import header_of

TURNS = 1000
HIT_POINTS = 10_000


def tough(name: str) -> Scenario:
    """A scenario of the game in which nobody goes down so soon."""
    plain = to_plain(named_scenario(name))
    for creature in plain["creature"]:
        creature["hp"] = HIT_POINTS
    return from_plain(plain, name)


def thousand_turns(
    folder: Path, ruleset: str = "d20", *, fog: bool = False, turns: int = TURNS
) -> Path:
    """A save of such a battle, fought by opponents."""
    scenario = attrs.evolve(tough(MAPS[ruleset]), fog=fog)
    session = Session(
        begin(scenario, seed=1),
        controllers_for(scenario, dict.fromkeys((side.id for side in scenario.sides), "ai:greedy")),
    )
    header = header_of(scenario, session.battle, {side.id: "ai" for side in scenario.sides})
    with Journal.create(folder, header, sync=False) as journal:
        journal.attach(session)
        session.begin()
        fight_on(session, turns)
    return journal.path


def fight_on(session: Session, turns: int) -> None:
    """Let the opponents play until so many turns have begun, the first one included."""
    begun = 1
    while begun < turns:
        entries = session.advance()
        assert entries is not None, "the battle is over"
        begun += sum(entry.event.NAME == "turn_started" for entry in entries)
