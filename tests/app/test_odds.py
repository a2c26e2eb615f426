"""How hard a battle is: the setup has it fought beside the screen, and says who has the better."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from textual.widgets import OptionList

from tacsim.api.opening import scenario_of
from tacsim.app.menus.odds import Odds
from tacsim.app.shell.app import TacsimApp
from tacsim.sim.simulate import fights, planned


@pytest.mark.parametrize(
    ("won", "lost", "said"),
    [
        (6, 4, "even: The heroes 60 %, The raiders 40 % of 10 tried"),
        (7, 3, "The heroes at an advantage: The heroes 70 %, The raiders 30 % of 10 tried"),
        (9, 1, "The heroes should win: The heroes 90 %, The raiders 10 % of 10 tried"),
        (0, 0, "even: The heroes 0 %, The raiders 0 % of 10 tried"),
    ],
)
def test_who_has_the_better_of_it_is_said_by_the_share_of_battles(won, lost, said):
    odds = Odds(10, Counter({"heroes": won, "raiders": lost}))
    assert odds.words(scenario_of("ogre_bridge")) == said


async def test_a_setup_that_is_looked_at_is_tried_beside_the_screen(keep: Path, monkeypatch):
    """The same battles as `simulate` fights with the same seeds; Enter fights as many more."""
    monkeypatch.setattr("tacsim.app.menus.odds.REST", 0.01)
    monkeypatch.setattr("tacsim.app.menus.odds.BATTLES", 2)
    async with TacsimApp(keep=keep).run_test(size=(100, 30)) as pilot:
        await pilot.press("n")
        menu = pilot.app.screen.query_one("#settings", OptionList)

        async def until(text: str) -> str:
            for _ in range(600):
                line = str(menu.get_option("odds").prompt)
                if text in line:
                    return line
                await pilot.pause(0.05)
            raise AssertionError(line)

        said = await until("of 2 tried")
        setup = pilot.app.screen.setup
        sides = {side.id: "quick" for side in setup.scenario.sides}
        plan = planned(setup.scenario, 4, sides, 0)
        won = [one.winner for one in fights(plan, workers=1)]
        for side in setup.scenario.sides:
            assert f"{side.name} {50 * won[:2].count(side.id)} %" in said
        menu.focus()
        menu.highlighted = menu.get_option_index("odds")
        menu.action_select()
        said = await until("of 4 tried")
        for side in setup.scenario.sides:
            assert f"{side.name} {25 * won.count(side.id)} %" in said
