"""Small fights for tests: scenario texts, and battles that were played and saved."""

from __future__ import annotations

from pathlib import Path

from tacsim.content.records import Scenario
from tacsim.content.scenarios import read_scenario
from tacsim.content.setup import begin
from tacsim.play.controllers import controllers_for
from tacsim.play.headless import play_out
from tacsim.play.session import Session
from tacsim.storage.journal import Journal
from tacsim.storage.saved import header_of

SIDES = """
[[side]]
id = "heroes"
controller = "script"
[[side]]
id = "foes"
controller = "script"
"""

DUEL = """
format = 1
name = "Duel"
ruleset = "d20"
seed = 7
[map]
grid = '''
..........
..........
....#.....
..........
'''
""" + SIDES + """
[[creature]]
id = "ann"
kind = "dummy"
side = "heroes"
at = [0, 0]
initiative = 20
[[creature]]
id = "bob"
kind = "dummy"
side = "foes"
at = [3, 0]
initiative = 10
"""  # fmt: skip


def do(actor: str, intent: str, **more: object) -> str:
    """A step of a script."""
    lines = ["[[do]]", f'actor = "{actor}"', f'intent = "{intent}"']
    lines += [f"{key} = {value!r}" for key, value in more.items()]
    return "\n".join(lines) + "\n"


BRAWL = DUEL + "".join(
    [
        do("ann", "move", to=[2, 0]),
        do("ann", "strike", target="bob"),
        do("bob", "move", to=[3, 3]),
        do("ann", "take"),
        do("bob", "end_turn"),
        do("ann", "move", to=[2, 2]),
        do("ann", "strike", target="bob"),
        do("ann", "end_turn"),
        do("bob", "full_attack", target="ann"),
        do("bob", "end_turn"),
    ]
)
"""Two rounds with an opportunity attack taken."""


def scenario_of(text: str, folder: Path) -> Scenario:
    """A scenario read from a file in a folder."""
    path = folder / "trial.toml"
    path.write_text(text, "utf-8")
    return read_scenario(path)


def fought(folder: Path, text: str = BRAWL, *, auto: bool = False, rounds: int = 20) -> Path:
    """A save of a battle that was played out."""
    scenario = scenario_of(text, folder)
    battle = begin(scenario)
    session = Session(battle, controllers_for(scenario, auto=auto, headless=True))
    with Journal.create(folder, header_of(scenario, battle), sync=False) as journal:
        journal.attach(session)
        play_out(session, rounds, lambda _: None)
    return journal.path
