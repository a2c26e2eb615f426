"""How hard a battle is: the setup has it fought beside the screen, and says who has the better."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from textual.widgets import OptionList

from tacsim.api.opening import scenario_of
from tacsim.app.menus.odds import Odds
from tacsim.app.shell.app import TacsimApp
from tacsim.sim.plans import fights, planned


@pytest.mark.parametrize(
    ("won", "lost", "said"),
    [
        (6, 4, "even, 60 to 40 % (10 tried)"),
        (3, 7, "good for The raiders, 30 to 70 % (10 tried)"),
        (9, 1, "hard against The heroes, 90 to 10 % (10 tried)"),
        (0, 0, "even, 0 to 0 % (10 tried)"),
    ],
)
def test_who_has_the_better_of_it_is_said_by_the_share_of_battles(won, lost, said):
    odds = Odds(10, Counter({"heroes": won, "raiders": lost}))
    assert odds.words(scenario_of("ogre_bridge")) == said


def test_of_few_battles_no_more_is_said_than_who_won_them():
    odds = Odds(1, Counter({"raiders": 1}))
    assert odds.words(scenario_of("ogre_bridge")) == "0 to 100 % (1 tried)"


async def test_a_setup_that_is_looked_at_is_tried_beside_the_screen(keep: Path, monkeypatch):
    """The same battles as `simulate` fights with the same seeds; Enter fights as many more."""
    monkeypatch.setattr("tacsim.app.menus.odds.REST", 0.01)
    monkeypatch.setattr("tacsim.app.menus.odds.BATTLES", 2)
    async with TacsimApp(keep=keep).run_test(size=(100, 30)) as pilot:
        await pilot.press("n")
        battles = pilot.app.screen.query_one("#scenarios", OptionList)
        names = [str(one.prompt).strip() for one in battles.options]
        battles.highlighted = names.index("The duel at dawn")
        menu = pilot.app.screen.query_one("#settings", OptionList)

        async def until(text: str) -> str:
            for _ in range(600):
                line = str(menu.get_option("odds").prompt)
                if text in line:
                    return line
                await pilot.pause(0.05)
            raise AssertionError(line)

        def share(first: int) -> str:
            each = [100 * won[:first].count(side.id) // first for side in setup.scenario.sides]
            return " to ".join(map(str, each))

        said = await until("(2 tried)")
        setup = pilot.app.screen.setup
        sides = {side.id: "quick" for side in setup.scenario.sides}
        won = [one.winner for one in fights(planned(setup.scenario, 4, sides, 0), workers=1)]
        assert share(2) in said
        menu.focus()
        menu.highlighted = menu.get_option_index("odds")
        menu.action_select()
        assert share(4) in await until("(4 tried)")
