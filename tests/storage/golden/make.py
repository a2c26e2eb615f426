"""Write a golden save for each ruleset, in the format of the checkout that is imported.

See README.md beside this file.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import tacsim
from tacsim.content.scenarios import read_scenario
from tacsim.content.setup import begin
from tacsim.session.controllers import controllers_for
from tacsim.session.headless import play_out
from tacsim.session.session import Session
from tacsim.storage.frames import FORMAT
from tacsim.storage.journal import Journal
from tacsim.storage.saved import header_of, read

SCENARIOS = {
    "d20": "ogre_warren",
    "grid5e": "standing_stones",
    "metric": "giants_causeway",
    "pool": "gorge_bridge",
}
ROUNDS, SEED = 2, 4
MAPS = Path(tacsim.__file__).parents[1] / "maps"


def main(folder: Path, rulesets: list[str]) -> None:
    """Write the saves of some rulesets."""
    for ruleset in rulesets or sorted(SCENARIOS):
        path = folder / f"{ruleset}-format{FORMAT}.tacsim"
        scenario = read_scenario(MAPS / f"{SCENARIOS[ruleset]}.toml")
        battle = begin(scenario, seed=SEED)
        session = Session(
            battle,
            controllers_for(
                scenario, dict.fromkeys((side.id for side in scenario.sides), "ai:greedy")
            ),
        )
        chosen = {side.id: "ai" for side in scenario.sides}
        header = header_of(scenario, battle, chosen)
        with Journal.create(folder, header, path, sync=False) as journal:
            journal.attach(session)
            play_out(session, ROUNDS, lambda _: None)
        if FORMAT > 1:
            _branch(path)


def _branch(path: Path) -> None:
    """Add frames of every kind that there is since format 2."""
    from tacsim.storage.resume import play_on

    people: Any = {side.id: "human" for side in read(path).scenario.sides}
    for at, name in ((9, "left"), (4, "other")):
        going = play_on(path, at, branch="0", name=name, controllers=people)
        _walk(going.session)
        going.journal.close()
    with Journal.resume(path) as journal:
        journal.name(journal.saved.branches[0], "first")
        journal.drop(journal.saved.branches[1])
        journal.go(journal.saved.branches[0])


def _walk(session: Session) -> None:
    """Take a step back where that may be, then end turns and let offers pass."""
    from tacsim.core.intents import Decline, EndTurn, Move

    for _ in range(12):
        decision = session.decision
        if decision is None:
            return
        if not decision.is_turn:
            session.submit(Decline(decision.actor))
            continue
        at = session.battle.world[decision.actor].at
        for dx in (1, -1):
            count = len(session.intents)
            session.submit(Move(decision.actor, to=(at[0] + dx, *at[1:])))
            if len(session.intents) > count and not session.undo:
                session.take_back()
                break
        if session.decision is not None and session.decision.is_turn:
            session.submit(EndTurn(session.decision.actor))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
