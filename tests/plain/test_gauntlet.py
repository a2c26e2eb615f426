"""A run of the gauntlet line by line: the rest and the rewards, the next fight, the end."""

from __future__ import annotations

from plain.readers import Pipe, Reader, numbered, typed
from player.running import fight, lost_game, won_game

from tacsim.plain import play
from tacsim.player.game import Game, resumed_game
from tacsim.player.gauntlet import ending, under_way
from tacsim.player.kept.runs import enter, read_runs, run_over, runs_file


def told(game: Game, reader: Reader) -> tuple[str, list[list[str]]]:
    """All that was printed, and what was before each answer."""
    pipe = Pipe(reader)
    play(game, pipe, pipe)
    return pipe.text, [lines for _answer, lines in pipe.said()]


def test_after_a_won_fight_a_reward_is_chosen_by_its_number() -> None:
    game = won_game()
    found = ending(game)
    ada, bo = found.rested
    text, prompts = told(game, typed("2", "q"))
    assert "Fight 1 of the gauntlet is won.\nAfter a rest:\n" in text
    assert f"{ada.after} of 300" in text
    assert (f"→ {bo.after} of 4" in text) is not bo.dead
    assert list(numbered(prompts[0])) == ["1", "2", "3"]
    assert "Gauntlet, fight 2. Rules: d20. You play The heroes." in text
    info, _trouble = under_way()
    assert info.run.fight == 2
    assert info.run.rewards == (found.rewards[1].id,)
    again = resumed_game(info.path)
    assert not again.session.over
    again.close()


def test_what_is_no_number_is_asked_again() -> None:
    text, prompts = told(won_game(), typed("", "7", "gold", "0", "²", "q"))
    assert len(prompts) == 7
    assert text.count("A number, please, or q to leave.") == 4
    assert text.count("Choose a reward by its number") == 2
    assert under_way()[0].run.fight == 1


def test_who_leaves_at_the_rewards_goes_on_later() -> None:
    game = won_game()
    told(game, typed("q"))
    again = resumed_game(game.save)
    text, _prompts = told(again, typed("1", "q"))
    assert "Fight 1 of the gauntlet is won." in text
    assert under_way()[0].run.fight == 2


def test_after_a_lost_fight_the_place_among_the_best_is_told() -> None:
    other = fight("2025-01-01").gauntlet
    enter(runs_file(), run_over(other, "d20", 9, 40, ("Ada",)))
    text, _prompts = told(lost_game(fight_number=3), typed())
    assert "The run is over: 2 fights were won." in text
    assert "Of all runs it is number 2." in text
    assert "1. 9 fights, 40 rounds  2025-01-01  d20  fair  Two; left: Ada" in text
    assert len(read_runs(runs_file())[0]) == 2
