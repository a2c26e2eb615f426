"""Choices that can be gone back to, and branches compared: answers in the words of questions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from plain.fights import fight, written

from tacsim.content.scenarios import read_scenario
from tacsim.core.intents import Decline, Intent, Take
from tacsim.player.game import Game, new_game, resumed_game
from tacsim.player.going_back import choices
from tacsim.rules.choices import choices as doable
from tacsim.storage.compare import compare
from tacsim.storage.resume import play_on
from tacsim.storage.saved import read
from tacsim.view.wording.intended import intended

PEOPLE = {"heroes": "human", "raiders": "human"}
YES = {
    "opportunity": "strike", "defence": "dodge|parry", "deny": "deny it", "delay": "act now",
    "ready": "strike now", "trip_back": "trip it", "avoid": "step aside",
    "knock_down": "knock it down",
}  # fmt: skip
NO = {
    "opportunity": "let it pass", "defence": "put none in", "deny": "let it have it",
    "delay": "wait on", "ready": "hold back", "trip_back": "let it be",
    "avoid": "stand in the way", "knock_down": "let it be",
}  # fmt: skip
"""What the keys of the questions say: for the defence each way with the Stamina put into it."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TACSIM_SAVES", str(tmp_path / "saves"))


def begun(folder: Path, ruleset: str) -> Game:
    """A fight of two people, kept in a save."""
    game = new_game(read_scenario(written(folder, fight(ruleset))), PEOPLE, seed=3)
    game.session.begin()
    return game


def answered(game: Game, chance: Random, most: int = 150) -> Iterator[tuple[int, str, Intent]]:
    """Play anything at all; each answer by its number, with its question."""
    for _ in range(most):
        decision = game.session.decision
        if decision is None:
            return
        intent = chance.choice(doable(game.session.battle).options).intent
        game.session.submit(intent)
        if isinstance(intent, Take | Decline):
            yield len(game.session.intents), decision.question, intent


def said(game: Game) -> dict[int, str]:
    """What can be gone back to, by its number."""
    found = choices(game, game.session.battle.world, list(PEOPLE), None, 0)
    return {one.at + 1: one.what.partition(": ")[2] for one in found}


@pytest.mark.parametrize(("ruleset", "questions"), [("d20", 3), ("pool", 2)])
def test_an_answer_is_told_in_the_words_of_its_question_also_out_of_a_save(
    tmp_path: Path, ruleset: str, questions: int
) -> None:
    game = begun(tmp_path, ruleset)
    given = list(answered(game, Random(2)))
    lines = said(game)
    assert len({question for _n, question, _intent in given}) >= questions
    for number, question, intent in given:
        words = (YES if isinstance(intent, Take) else NO)[question].split("|")
        assert lines[number].startswith(tuple(words)), (question, lines[number])
        about = game.session.decisions[number - 1].against
        assert about is None or lines[number].endswith(f" ({about.capitalize()})")
    game.close()
    assert game.journal is not None
    assert said(resumed_game(game.journal.path)) == lines


def test_branches_side_by_side_tell_answers_in_the_words_of_their_question(tmp_path: Path) -> None:
    game = begun(tmp_path, "d20")
    answers = answered(game, Random(2))
    number, intent = next((n, one) for n, asked, one in answers if asked == "opportunity")
    game.close()
    assert game.journal is not None
    ongoing = play_on(game.journal.path, number - 1, controllers=PEOPLE)
    ongoing.session.submit((Decline if isinstance(intent, Take) else Take)(intent.actor))
    ongoing.journal.close()
    saved = read(game.journal.path)
    found = compare(saved, *saved.branches[:2])
    told = {
        intended(part.battle.world, part.intent, decision=part.decision)
        for part in (found.one, found.other)
        if part.intent is not None
    }
    words = {one.partition(": ")[2].partition(" (")[0] for one in told}
    assert words in ({"strike", "let it pass"}, {"strike with longsword", "let it pass"})
