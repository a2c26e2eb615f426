"""The 5e family on the screen: a pool of movement, dice of advantage, flanks and their denial."""

from __future__ import annotations

from typing import Any

import pytest
from app.conftest import Play
from app.players import SCENARIOS, game, press, screen, seat, settled, shown
from gate import slow
from textual.pilot import Pilot
from textual.widgets import OptionList

from tacsim.app.battle.cards.question import QuestionCard
from tacsim.app.menus.help import meant
from tacsim.app.shell.app import TacsimApp
from tacsim.app.shell.keys import BATTLE
from tacsim.app.widgets.text import MORE
from tacsim.core.intents import Dash, DenyFlank, Disengage, Dodge, Move, Shove, Stand, Take
from tacsim.player.pointing.overlay import overlay_of
from tacsim.player.pointing.planning import Planner
from tacsim.rulesets import load

FLANKED, METRES = SCENARIOS / "flanked.toml", SCENARIOS / "metres.toml"
TO_THE_WOLF = ("enter", "full_stop", "enter", "full_stop", "enter", "left", "enter")
"""Vera and Gob do nothing, and Wolf steps opposite Gob."""


def intents(pilot: Pilot[int]) -> list[Any]:
    return screen(pilot).game.session.intents


def planner(pilot: Pilot[int]) -> Planner:
    found = seat(pilot).selection.planner
    assert found is not None
    return found


# --- the turn ------------------------------------------------------------------------------------


@pytest.mark.asyncio
@pytest.mark.rule("grid5e.move.pool")
async def test_the_sheet_shows_what_is_left_of_action_reaction_movement_and_attacks(
    play: Play,
) -> None:
    async with play(game(FLANKED)) as pilot:
        await press(pilot, "enter")
        text = shown(pilot)
        assert "speed 6" in text
        assert "left to move" not in text
        assert "✓ action  ✓ reaction" in text
        assert "longsword +5 1d8+3" in text  # as the rules print it, and no critical hit
        assert "attacks left" not in text
        await press(pilot, "a", "enter")  # a veteran makes three attacks
        assert "✓ attacks left x2  ✓ reaction" in shown(pilot)
        assert "spent: action" in shown(pilot)
        await press(pilot, "escape", "down", "enter")
        assert "5 left to move" in shown(pilot)
        await press(pilot, "a", "enter", "a", "enter")
        assert "attacks left" not in shown(pilot)


@pytest.mark.asyncio
async def test_what_is_spent_is_told_in_full_or_not_at_all_where_the_panels_are_folded(
    play: Play,
) -> None:
    async with play(game(FLANKED), size=(80, 24)) as pilot:
        await press(pilot, "enter", "a", "enter")
        left = "✓ attacks left x2  ✓ reaction"
        line = next(one for one in shown(pilot).splitlines() if left in one)
        assert "spent: action" in line
        await pilot.resize_terminal(60, 24)
        await settled(pilot)
        line = next(one for one in shown(pilot).splitlines() if left in one)
        assert "spent" not in line
        assert MORE not in line


@pytest.mark.asyncio
@pytest.mark.rule("grid5e.dash")
async def test_the_second_tint_is_what_a_dash_adds_and_enter_there_dashes_then_goes(
    play: Play,
) -> None:
    async with play(game(FLANKED)) as pilot:
        await press(pilot, "enter")
        reach = planner(pilot).range
        assert (8, 7) in reach.near  # four diagonals are six squares
        assert (9, 7) in reach.far
        await press(pilot, "escape", *["right"] * 6, *["down"] * 4)
        await press(pilot, "right", "right")
        assert "dash; then Enter again: walk, 10 of 12 squares" in shown(pilot)
        cursor = seat(pilot).selection.cursor
        await press(pilot, "enter")
        assert intents(pilot) == [Dash("vera")]
        assert seat(pilot).selection.cursor == cursor
        assert "Vera dashes" in shown(pilot)
        assert "12 left to move" in shown(pilot)
        assert planner(pilot).range.far == frozenset()
        await press(pilot, "enter", "enter")  # Gob may strike: that is warned of first
        assert isinstance(intents(pilot)[1], Move)


@pytest.mark.asyncio
@pytest.mark.rule("grid5e.prone")
async def test_getting_up_says_what_it_costs(play: Play) -> None:
    async with play(game(FLANKED)) as pilot:
        await press(pilot, "enter", "p")
        assert "Vera lies prone: p gets up for 3 of 6 squares" in shown(pilot)
        near = planner(pilot).range.near  # on its belly, each square costs two
        assert (4, 6) in near
        assert (4, 7) not in near
        await press(pilot, "p")
        assert intents(pilot)[-1] == Stand("vera")
        assert "3 left to move" in shown(pilot)


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("key", "what"),
    [("f", "full attack"), ("t", "total defence"),
     *slow(("c", "charge"), ("s", "5-ft step"), ("r", "run"), ("W", "withdraw"))],
)  # fmt: skip
async def test_keys_of_other_rules_are_not_offered_and_say_so(
    play: Play, key: str, what: str
) -> None:
    async with play(game(FLANKED), size=(140, 45)) as pilot:
        await press(pilot, "enter")
        assert f" {key} " not in shown(pilot).splitlines()[-1]
        await press(pilot, key)
        line = next(one for one in shown(pilot).splitlines() if "These rules know no" in one)
        assert what in line
        assert not intents(pilot)


def test_the_help_of_a_battle_leaves_out_what_its_rules_do_not_know() -> None:
    unknown = {key.keys for key in BATTLE if not meant(key, load("grid5e"))}
    assert unknown == {"f", "c", "s", "r", "W", "t"}


# --- the card ------------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_the_card_has_the_acts_of_these_rules_with_what_they_do(play: Play) -> None:
    async with play(game(FLANKED)) as pilot:
        await press(pilot, "enter", "d")
        text = shown(pilot)
        assert "Dash: 6 squares more" in text
        for act in ("Disengage", "Dodge", "Aid a friend's attack", "Take hold of a foe"):
            assert act in text
        assert "whose attacks" not in text  # a dodge is not aimed
        assert "friend's defence" not in text
        assert "Nobody flanks it." in text
        menu = pilot.app.screen.query_one(OptionList)
        lines = [str(menu.get_option_at_index(at).prompt) for at in range(menu.option_count)]
        (dash,) = (at for at, line in enumerate(lines) if "Dash: 6" in line)
        await press(pilot, *["down"] * ((dash - (menu.highlighted or 0)) % len(lines)))
        assert "puts the current speed on top" in shown(pilot)
        assert "grid5e.dash" in shown(pilot)


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("keys", "intent"),
    [
        (("D",), Dash("vera")),
        (("E",), Disengage("vera")),
        (("g",), Dodge("vera")),
        (("d", "n", "enter", "enter"), Shove("vera", "gob", prone=True)),
    ],
)
async def test_acts_have_plain_keys_or_keys_of_the_card(
    play: Play, keys: tuple[str, ...], intent: Any
) -> None:
    async with play(game(FLANKED)) as pilot:
        await press(pilot, "enter", *keys)
        assert intents(pilot) == [intent]


@pytest.mark.asyncio
async def test_a_plain_key_of_an_act_that_cannot_be_done_says_why(play: Play) -> None:
    async with play(game(FLANKED)) as pilot:
        await press(pilot, "enter", "N")
        assert "Nobody flanks it." in shown(pilot)
        await press(pilot, "g", "E")
        assert "No action is left for this: disengage." in shown(pilot)
        assert len(intents(pilot)) == 1


# --- flanks --------------------------------------------------------------------------------------


@pytest.mark.asyncio
@pytest.mark.rule("grid5e.flank.line")
async def test_the_line_of_a_flank_is_drawn_for_each_of_the_three(play: Play) -> None:
    async with play(game(FLANKED)) as pilot:
        await press(pilot, *TO_THE_WOLF, "x")
        selection = seat(pilot).selection
        for cell, ends in (((3, 3), 1), ((4, 3), 1), ((5, 3), 1), ((9, 6), 0)):
            selection.point(cell)
            lines = overlay_of(selection, {}, planning=True).flanks
            assert len(lines) == ends
            assert all(set(line) == {(3, 3), (5, 3)} for line in lines)
        selection.point((4, 3))
        screen(pilot).redraw()
        await pilot.pause()
        assert "g⠒v⠒w⠒" in shown(pilot)
        assert "flanked by Gob and Wolf" in shown(pilot)


@pytest.mark.asyncio
@pytest.mark.rule("grid5e.flank.opposite")
async def test_why_tells_the_flank_with_its_clauses(play: Play) -> None:
    async with play(game(FLANKED)) as pilot:
        await press(pilot, *TO_THE_WOLF, "left", "w")
        text = " ".join(shown(pilot).split())
        assert "flank Vera" in text
        assert "grid5e.flank.opposite" in text
        await press(pilot, "pagedown")
        assert "grid5e.flank.line" in shown(pilot)


@pytest.mark.asyncio
@pytest.mark.rule("grid5e.advantage.dice")
async def test_dice_of_advantage_stand_in_the_odds_and_in_the_log(play: Play) -> None:
    async with play(game(FLANKED)) as pilot:
        await press(pilot, *TO_THE_WOLF, "a")
        # 13 or more of 20 on one die misses 12 times: 1 - 0.6 * 0.6
        assert "bite +4 v 17, advantage: 64 % to hit" in shown(pilot)
        assert "advantage: flanking" in shown(pilot)
        await press(pilot, "enter", "n")
        struck = next(e.event for e in screen(pilot).game.session.entries
                      if e.event.NAME == "struck")  # fmt: skip
        thrown = next(e.event for e in screen(pilot).game.session.entries
                      if e.event.NAME == "rolled" and e.event.purpose == "attack")  # fmt: skip
        assert len(thrown.dice) == 2
        best, sum_ = max(thrown.dice), f"{struck.natural}+4={struck.total}"
        assert struck.natural == best
        said = " ".join(line.text for line in seat(pilot).log.lines(None))
        assert f"best of {thrown.dice[0]}, {thrown.dice[1]}: {sum_} v 17" in said
        detail = next(line.detail for line in seat(pilot).log.lines(None) if "best of" in line.text)
        assert f"Attack: {thrown.dice[0]}, {thrown.dice[1]} on the dice, {best} kept" in detail[0]
        assert any("advantage: flanking (grid5e.flank.opposite)" in line for line in detail)


# --- denying -------------------------------------------------------------------------------------


@pytest.mark.asyncio
@pytest.mark.rule("grid5e.flank.deny")
async def test_the_question_says_who_flanks_what_yes_and_no_mean_and_its_clauses(
    play: Play,
) -> None:
    async with play(game(FLANKED)) as pilot:
        await press(pilot, *TO_THE_WOLF, "a", "enter")
        assert isinstance(pilot.app.screen, QuestionCard)
        text = " ".join(shown(pilot).split())
        assert "Flanked: Vera (Heroes)" in text
        assert "Wolf and Gob flank Vera" in text
        assert "The others then gain a die." in text
        assert "yes: bite 40 %" in text  # 13 or more on the die
        assert "no: bite with advantage 64 %" in text
        assert "[y] deny it" in text
        assert "[n] let it have it" in text
        await press(pilot, "w")
        text = " ".join(shown(pilot).split())
        assert "grid5e.flank.deny" in text
        assert "grid5e.flank.deny.others" in text
        await press(pilot, "y")
        assert intents(pilot)[-1] == Take("vera")
        assert "Vera denies Wolf the flank" in " ".join(
            line.text for line in seat(pilot).log.lines(None)
        )


@pytest.mark.asyncio
async def test_never_is_kept_for_that_question_only_and_o_takes_it_back(play: Play) -> None:
    async with play(game(FLANKED)) as pilot:
        await press(pilot, *TO_THE_WOLF, "a", "enter", "v")
        assert screen(pilot).game_loop.standing == {"vera deny": "never"}
        await press(pilot, "full_stop", "enter", "full_stop", "enter", "full_stop", "enter")
        await press(pilot, "o")
        assert screen(pilot).game_loop.standing == {}
        assert "Vera is asked everything again." in shown(pilot)


@pytest.mark.asyncio
@pytest.mark.rule("grid5e.flank.deny.change")
async def test_the_denial_is_changed_in_ones_own_turn_by_the_card(play: Play) -> None:
    async with play(game(FLANKED)) as pilot:
        await press(pilot, *TO_THE_WOLF, "a", "enter", "y")
        await press(pilot, "full_stop", "enter", "full_stop", "enter", "full_stop", "enter")
        assert "Wolf is denied the flank" in shown(pilot)
        await press(pilot, "d", "N", "enter")
        targets = planner(pilot).targets_of(seat(pilot).selection.tool)
        assert {"gob", "wolf"} <= set(targets)
        while seat(pilot).selection.target != "gob":
            await press(pilot, "tab")
        assert "deny Gob the flank; the others gain a die" in shown(pilot)
        await press(pilot, "enter")
        assert intents(pilot)[-1] == DenyFlank("vera", "gob")
        assert "Gob is denied the flank" in shown(pilot)


@pytest.mark.asyncio
async def test_an_opportunity_takes_the_reaction_and_says_so(play: Play) -> None:
    async with play(game(FLANKED)) as pilot:
        await press(pilot, "enter", "down", "down", "enter", "enter")
        assert isinstance(pilot.app.screen, QuestionCard)
        assert "Vera is about to leave Gob's reach." in shown(pilot)
        assert "It takes its reaction" in shown(pilot)


# --- lengths, settings ---------------------------------------------------------------------------


@pytest.mark.asyncio
@pytest.mark.rule("metric.speed.30")
async def test_metric_lengths_are_told_in_metres(play: Play) -> None:
    async with play(game(METRES)) as pilot:
        await press(pilot, "enter")
        assert "speed 9 m" in shown(pilot)
        assert "reach 2 m" in shown(pilot)
        await press(pilot, "down", "down", "down")
        assert "walk, 3 of 9 m" in shown(pilot)
        await press(pilot, "enter", "enter", "n")
        assert "Wolf" in shown(pilot)  # whose bite reaches two metres
        await press(pilot, "n")
        said = [line.text for line in seat(pilot).log.lines(None)]
        assert "Vera walks 1 m to (4,4)" in said
        await press(pilot, "d")
        assert "Dash: 9 m more" in shown(pilot)


@pytest.mark.asyncio
async def test_the_skirmish_screen_shows_the_ruleset_and_its_switches(
    keep: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tacsim.app.menus.scenarios.library", lambda: [FLANKED])
    monkeypatch.setattr("tacsim.app.menus.scenarios.roots", lambda: ())
    app = TacsimApp(keep=keep)
    async with app.run_test(size=(100, 50)) as pilot:
        await pilot.press("n")
        await pilot.pause()
        await pilot.pause()
        text = shown(pilot)
        assert "grid5e" in text
        assert "Deny for flankers" in text
        await pilot.press("tab", "end", *("up",) * 3)
        await pilot.pause()
        text = shown(pilot)
        assert "Stack advantage" in text
