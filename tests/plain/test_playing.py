"""What is told and asked line by line, played through a pipe in this process."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from app.halls import hall, person
from battles import FILES, PATHS
from plain.fights import YARD, Played, fight, played, written
from plain.readers import QUESTION, Brawler, numbered, typed

import tacsim
from tacsim.core.events import Took
from tacsim.core.intents import Intent
from tacsim.plain.menu import Menu
from tacsim.plain.offers import Offers
from tacsim.player.game import resumed_game


def duel(folder: Path, *, gap: int = 1, **more: str) -> Path:
    """Ann beside Gog, or so many squares from him; people play both sides."""
    return written(folder, hall(
        YARD,
        person("ann", "human_fighter", "heroes", (1, 1), 20) + more.get("ann", ""),
        person("gog", "orc", "raiders", (1 + gap, 1), 10) + more.get("gog", ""),
    ))  # fmt: skip


def last(done: Played) -> list[str]:
    """What was printed at the last prompt."""
    *_rest, (_answer, lines), _end = done.pipe.said()
    return lines


def number(lines: list[str], words: str) -> str:
    """The number of the line that begins with some words."""
    return next(n for n, text in numbered(lines).items() if text.startswith(words))


def test_what_a_creature_was_told_is_chosen_by_number_and_said_from_then_on(tmp_path: Path) -> None:
    """Once when it is told so, and again at the head of its next turn, after four others' ends."""
    wanted = iter(["let no ally pass", *["end the turn"] * 4])

    def reader(lines: list[str]) -> str | None:
        words = next(wanted, None)
        return words and number(lines, words)

    done = played(written(tmp_path, fight("pool")), reader, sides={})
    assert done.text.count("Ann lets no ally pass.") == 2
    assert "let allies pass" in numbered(last(done)).values()


def test_where_one_stands_is_no_step_too_far(tmp_path: Path) -> None:
    text = played(duel(tmp_path, gap=3), typed("1,1", "w", "1,2", "q"), sides={}).text
    assert text.count("You stand there already.") == 2, "told, and nothing more behind it"
    assert "That is not one step away" not in text


def test_of_a_place_in_cubes_the_level_is_asked_for(tmp_path: Path) -> None:
    path = written(tmp_path, fight("pool"))
    text = played(path, typed("c burst 2 3,1", "c burst 2 3,1,0", "q"), sides={}).text
    assert text.count("Say on which level too: 3,1,0.") == 1
    flat = written(tmp_path, fight("d20"))
    assert "level" not in played(flat, typed("c burst 20 3,1", "q"), sides={}).text


# --- what is offered -------------------------------------------------------------------------


@pytest.mark.parametrize(("ruleset", "weapon"), [("d20", "javelin"), ("grid5e", "handaxe"),
                                                 ("d20", "throwing_axe")])  # fmt: skip
@pytest.mark.parametrize("gap", [1, 3])
def test_what_is_thrown_is_offered_and_told_as_thrown(
    tmp_path: Path, ruleset: str, weapon: str, gap: int
) -> None:
    """At range; beside a foe an axe is swung, and a javelin, which is for that alone, is thrown."""
    kind = "human_fighter" if ruleset == "d20" else "guard"
    path = written(tmp_path, hall(
        YARD,
        person("ann", kind, "heroes", (1, 1), 20) + f"weapons = ['{weapon}']\n",
        person("gog", "orc", "raiders", (1 + gap, 1), 10) + "hp = 90\n",
        ruleset=ruleset,
    ))  # fmt: skip
    thrown = gap > 1 or weapon == "javelin"
    name = weapon.replace("_", " ")
    wanted = f"throw {name} at Gog" if thrown else "attack Gog"
    answers = iter([lambda lines: number(lines, wanted), lambda _lines: "y"])

    def reader(lines: list[str]) -> str | None:
        answer = next(answers, None)
        return answer(lines) if answer is not None else "q"

    text = played(path, reader, sides={}).text
    told = f"Ann throws its {name} at Gog: " if thrown else f"Ann strikes Gog with {name}: "
    assert told in text
    assert ("throws" in text) == thrown
    assert ("throw " in text) == thrown


def test_a_shot_is_no_throw(tmp_path: Path) -> None:
    more = "weapons = ['shortbow']\n"
    text = played(duel(tmp_path, gap=4, ann=more), typed("1", "y", "q"), sides={}).text
    assert "Ann attacks Gog with shortbow: " in text
    assert "throws" not in text


def options_of(menu: Menu) -> Iterator[Intent]:
    """Every option in a menu and in those that its lines open."""
    for line in menu.lines:
        if line.option is not None:
            yield line.option.intent
        for opened in (line.opens, line.more):
            if opened is not None:
                yield from options_of(opened())


@pytest.mark.parametrize("path", PATHS)
def test_every_option_of_a_shipped_battle_can_be_reached(path: Path) -> None:
    battle = tacsim.load(path, seed=7)
    everybody = dict.fromkeys(battle.sides, "human")
    done = played(path, typed("", "q"), seed=7, fog=False, sides=everybody)
    lines = last(done)
    assert number(lines, "end the turn")
    assert battle.decision is not None
    assert battle.decision.is_turn
    found = list(options_of(Offers(battle).main()))
    assert {option.intent for option in battle.choices()} <= set(found)


def test_the_shipped_battles_are_fifteen() -> None:
    assert len(FILES) == 15


def test_a_turn_says_who_how_and_where(tmp_path: Path) -> None:
    lines = last(played(duel(tmp_path, gap=3), typed("q"), sides={}))
    turn = next(line for line in lines if "'s turn" in line)
    assert turn.startswith("Round 1. Ann's turn (Heroes): 34 of 34 hit points, at 1,1. Left: ")
    near = next(line for line in lines if line.startswith("Near you: "))
    assert near.startswith("Near you: Gog, 3 squares east, at 4,1, 5 of 5, flat-footed")
    assert "threatens you" not in near


def test_within_a_turn_news_is_told_as_news_and_everybody_when_asked(tmp_path: Path) -> None:
    path = written(tmp_path, hall(
        YARD,
        person("ann", "human_fighter", "heroes", (1, 1), 20),
        person("gog", "orc", "raiders", (5, 1), 10),
        person("bo", "human_fighter", "heroes", (1, 2), 5),
    ))  # fmt: skip
    done = played(path, typed("e 1", "drop prone", "1", "r", "q"), sides={})
    told = [lines for _answer, lines in done.pipe.said()]
    assert any(line.startswith("Near you: Gog, 4 squares east") for line in told[0])
    news = [line for line in told[1] if "near you" in line.lower()]
    assert len(news) == 1
    assert news[0].startswith("Changed near you: Gog, 3 squares east")
    near = [line for lines in told for line in lines if line.startswith("Near you: ")]
    assert len(near) == 2
    assert "Gog, 3 squares east" in near[1]
    assert "Bo (yours)" in near[1]


def test_a_foe_within_reach_is_said_to_threaten(tmp_path: Path) -> None:
    done = played(duel(tmp_path), typed(".", "q"), sides={"heroes": "human", "raiders": "human"})
    near = next(line for line in last(done) if line.startswith("Near you: "))
    assert near.startswith("Near you: Ann, 1 square west, at 1,1, 34 of 34, threatens you")


@pytest.mark.parametrize("way", ["e 1 s 1", "E1 S 1", "se 1", "2,2", "(2, 2)", "south-east 1"])
def test_a_way_or_a_cell_goes_there(tmp_path: Path, way: str) -> None:
    done = played(duel(tmp_path, gap=7), typed(way, "q"), sides={})
    assert "Ann walks 1 square to (2,2)." in done.text
    assert done.game.session.battle.world["ann"].at == (2, 2)


def test_a_move_may_be_looked_up_by_where_it_leads(tmp_path: Path) -> None:
    path = duel(tmp_path, gap=7)
    first = last(played(path, typed("q"), sides={}))
    move = number(first, "move ...")
    where = last(played(path, typed(move, "q"), sides={}))
    assert where[0].startswith("Where? A number, a cell such as ")
    beside = number(where, "next to Gog: ")
    done = played(path, typed(move, beside, "q"), sides={})
    battle = tacsim.Battle(done.game.session.battle, None)  # type: ignore[arg-type]  # not saved
    assert battle.measure("ann", "gog") == 1


def test_what_provokes_is_warned_of_and_done_only_if_meant(tmp_path: Path) -> None:
    done = played(fleeing(tmp_path), typed(".", "e 4", "maybe", "l", "n", "q"), sides={})
    told = [lines for _answer, lines in done.pipe.said()]
    assert re.fullmatch(
        r"walk to \(6,1\): Ann \d+ %, about \d+ damage, if it strikes\. Do it\? y or n", told[2][-1]
    )
    assert told[3] == ["y or n, please.", told[2][-1]]
    assert told[4][-1] == told[2][-1], "the question is said again after an answer to another"
    assert done.game.session.battle.world["gog"].at == (2, 1)


def test_goals_are_told_and_led_to(tmp_path: Path) -> None:
    goal = '[[goal]]\nside = "heroes"\nkind = "hold"\ncells = [[3, 0]]\nrounds = 2\n'
    path = duel(tmp_path, gap=7, gog=goal)
    done = played(path, typed("move", "q"), sides={})
    told = [lines for _answer, lines in done.pipe.said()]
    assert "Goal of Heroes: hold (3,0): 0 of 2 rounds." in told[0]
    assert number(told[1], "hold (3,0): 0 of 2 rounds: 3,0, 2 of 4 squares")


# --- questions -------------------------------------------------------------------------------


def fleeing(folder: Path) -> Path:
    """Gog acts first, beside Ann; whoever goes away from her gives her an opportunity."""
    return written(folder, hall(
        YARD,
        person("ann", "human_fighter", "heroes", (1, 1), 20),
        person("gog", "orc", "raiders", (2, 1), 10),
        person("zog", "orc", "raiders", (9, 4), 5),
    ))  # fmt: skip


FLEE = (".", "e 4", "y")
"""Ann ends her turn, Gog walks away from her."""


def test_an_opportunity_is_asked_for_with_its_chances(tmp_path: Path) -> None:
    done = played(fleeing(tmp_path), typed(*FLEE), sides={})
    lines = last(done)
    assert lines[0].startswith("Gog gives Ann an opportunity at (2,1)")
    assert "Opportunity for Ann (Heroes), 34 of 34 hit points." in lines
    assert "Gog moves out of a square that Ann threatens." in lines
    assert re.match(r"1 or y\. strike with \w+: \d+ %, [\d.]+ damage", lines[4])
    assert lines[-1] == QUESTION
    assert {"n. let it pass", "a. always", "v. never"} <= set(lines)


@pytest.mark.parametrize(("answer", "struck"), [("y", True), ("1", True), ("n", False)])
def test_it_is_taken_or_let_pass(tmp_path: Path, answer: str, *, struck: bool) -> None:
    done = played(fleeing(tmp_path), typed(*FLEE, answer), sides={})
    events = [entry.event for entry in done.game.session.entries]
    assert any(isinstance(event, Took) for event in events) == struck


def test_never_is_remembered_until_it_is_taken_back(tmp_path: Path) -> None:
    done = played(fleeing(tmp_path), typed(*FLEE, "v", ".", ".", "o", "o", "q"), sides={})
    told = [lines for _answer, lines in done.pipe.said()][-4:-1]
    assert told[1] == ["Ann answered never until now, and is asked again."]
    assert told[2] == ["Everybody of yours is asked about everything."]


def test_stamina_is_bid_by_number(tmp_path: Path) -> None:
    path = written(tmp_path, fight("pool"))
    done = played(path, Brawler(3))
    bids = [text for _a, lines in done.pipe.said() for text in numbered(lines).values()
            if re.match(r"(dodge|parry) with \d Stamina: hit at \d+ %", text)]  # fmt: skip
    assert bids
    attacks = [text for _a, lines in done.pipe.said() for text in numbered(lines).values()
               if re.match(r"attack \w+ \.\.\. \(\d+ to \d+ %\)", text)]  # fmt: skip
    assert attacks


def test_advice_calls_answers_as_the_question_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each line of the advice begins as one of the lines from which an answer is chosen."""
    monkeypatch.setattr("tacsim.plain.playing.unadvised", lambda _game: "")
    done = played(fleeing(tmp_path), typed(*FLEE, "advice", "q"), sides={})
    asked, (_thinks, *advised) = [lines for _answer, lines in done.pipe.said()][-3:-1]
    offered = [line for line in asked if re.match(r"\d( or y)?\.|n\.", line)]
    answers = {re.sub(r"^.*?\. |: .*", "", line) for line in offered}
    assert answers == {"strike with greatsword", "strike with longsword", "let it pass"}
    names = [re.sub(r"^The commander would: | \(.*", "", line) for line in advised]
    assert set(names) == answers


# --- the end, leaving, going on --------------------------------------------------------------


PROMPTS = {
    "turn": (),
    "a menu": ("move",),
    "a warning": (".", "e 4"),
    "a question": FLEE,
}


@pytest.mark.parametrize("prompt", PROMPTS)
def test_the_end_of_the_input_leaves_at_any_prompt(tmp_path: Path, prompt: str) -> None:
    done = played(fleeing(tmp_path), typed(*PROMPTS[prompt]), sides={})
    decision = done.game.session.decision
    assert done.pipe.printed[-1].startswith("The battle is kept; to go on: tacsim play ")
    assert done.game.save is not None
    again = resumed_game(done.game.save)  # as the screen takes it up
    assert again.session.decision == decision
    again.close()
    gone_on = played(done.game.save, typed("q"))
    assert "What happened last:" in gone_on.text
    assert gone_on.game.session.decision == decision


def test_the_end_says_who_won_and_asks_nothing_more(tmp_path: Path) -> None:
    done = played(duel(tmp_path, gog="hp = 1\n"), Brawler(2), sides={"raiders": "greedy"})
    assert done.game.session.over
    ended = done.pipe.printed.index("Victory: Heroes.")
    assert done.pipe.printed.count("Victory: Heroes.") == 1
    assert done.pipe.printed[ended + 1 :] == [
        "It took 1 round.",
        "Heroes: 1 of 1 standing (Ann).",
        "Raiders: 0 of 1 standing.",
        "Heroes: 10 damage given, 0 taken; 1 of 1 attack hit, 0.9 expected; "
        "opportunities: 0 given, 0 taken.",
        "Raiders: 0 damage given, 10 taken; no attacks; opportunities: 0 given, 0 taken.",
        "Round 1: Gog falls to Ann.",
        "The winner led from the first wound on: Round 1: Ann deals Gog 10 damage.",
        f"The battle is kept in {done.game.save}",
    ]
    again = played(done.game.save or tmp_path, typed("1", "2"))
    assert again.pipe.answers == []
    assert "Victory: Heroes." in again.text


def test_nobody_of_flesh_is_asked_nothing(tmp_path: Path) -> None:
    sides = {"heroes": "greedy", "raiders": "greedy"}
    done = played(duel(tmp_path), typed("1"), sides=sides)
    assert done.pipe.answers == []
    assert done.game.session.over


# --- taking back -----------------------------------------------------------------------------


def test_what_no_die_decided_is_taken_back(tmp_path: Path) -> None:
    done = played(duel(tmp_path, gap=7), typed("e 2", "u", "u", "q"), sides={})
    assert "Taken back: Ann walks 2 squares to (3,1)." in done.text
    assert "Ann has done nothing that could be taken back" in done.text
    assert done.game.session.battle.world["ann"].at == (1, 1)
    assert done.game.save is not None
    assert list(tacsim.replay(done.game.save).intents()) == []


def test_dice_are_not_taken_back(tmp_path: Path) -> None:
    path = duel(tmp_path, gog="hp = 90\n")
    first = last(played(path, typed("q"), sides={}))
    done = played(path, typed(number(first, "attack Gog"), "u", "zz", "99", "", "", "q"), sides={})
    assert "The dice have been thrown." in done.text
    assert "1. round 1, from step 0: Ann: attack Gog" in done.text
    assert done.text.count("A number, please, or Enter to stay here.") == 2
    assert done.text.count("You stay here.") == 1
    assert done.game.save is not None
    assert tacsim.replay(done.game.save).branches == ("main",)


def test_from_a_choice_before_the_dice_it_goes_on_as_a_branch(tmp_path: Path) -> None:
    path = duel(tmp_path, gog="hp = 90\n")
    first = last(played(path, typed("q"), sides={}))
    attack = number(first, "attack Gog")
    done = played(path, typed(attack, "u", "1", "e 0", "s 2", "u", "q"), seed=7, sides={})
    assert done.text.count("Ann strikes Gog") == 1
    assert 'You go on as the branch "from step 0"; what happened stays in the save.' in done.text
    assert "Taken back: Ann walks 2 squares to (1,3)." in done.text
    assert done.game.save is not None
    main, branch = (tacsim.replay(done.game.save, branch=name) for name in ("0", "1"))
    assert [type(intent).__name__ for intent in main.intents()] == ["Strike"]
    assert list(branch.intents()) == []
    assert branch.verify().ok
    again = played(done.game.save, typed("q"))
    assert "Round 1. Ann's turn (Heroes): 34 of 34 hit points, at 1,1." in again.text


def test_many_choices_are_read_page_by_page(tmp_path: Path) -> None:
    waits = ["."] * 24
    done = played(duel(tmp_path, gap=7), typed(*waits, "u", "+", "24", "q"), sides={})
    assert "+ for 4 more, or type words to look for" in done.text
    assert "24. round 1, from step 0: Ann: end the turn" in done.text
    assert "Round 1. Ann's turn" in done.text.split("You go on as the branch")[1]


def test_a_choice_to_go_back_to_is_found_by_its_words(tmp_path: Path) -> None:
    answers = ("e 2", ".", ".", "u", "gog", "zz", "walk", "q")
    done = played(duel(tmp_path, gap=7), typed(*answers), sides={})
    offers = [lines for _answer, lines in done.pipe.said() if lines[:1] and "Go back" in lines[0]]
    assert offers == [
        [offers[0][0], "1. round 1, from step 2: Gog: end the turn"],
    ]


def test_what_is_kept_nowhere_has_no_choices_to_go_back_to(tmp_path: Path, saves: Path) -> None:
    saves.write_text("no folder")
    done = played(duel(tmp_path), typed("u", "q"), sides={})
    assert "Ann has done nothing that could be taken back" in done.text
    assert "Go back all the same?" not in done.text


# --- leaving what is not saved ---------------------------------------------------------------


def test_a_battle_that_is_not_saved_is_asked_about_and_kept_elsewhere(
    tmp_path: Path, saves: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Named where nothing can be written, it is asked about again."""
    monkeypatch.setenv("HOME", str(tmp_path))
    saves.write_text("no folder")
    answers = ("e 1", ".", "q", f"{saves}/mine", f"{tmp_path}/mine")
    done = played(duel(tmp_path, gap=3), typed(*answers), sides={})
    assert done.text.count("Not all of this battle is saved: ") == 1
    assert done.text.count(" cannot be written") > 1
    path = tmp_path / "mine.tacsim"
    assert done.text.endswith(f"The battle is kept; to go on: tacsim play {path} --plain")
    again = resumed_game(path)
    assert again.session.battle.decision == done.game.session.battle.decision
    assert again.session.past == len(done.game.session.entries)
    again.close()


@pytest.mark.parametrize("answers", [("e 1", ".", "q", "f"), ("e 1", ".", "q"), ("e 1", ".")])
def test_at_the_end_of_input_it_is_said_that_it_is_forgotten(
    tmp_path: Path, saves: Path, answers: tuple[str, ...]
) -> None:
    saves.write_text("no folder")
    done = played(duel(tmp_path, gap=3), typed(*answers), sides={})
    assert done.text.endswith("It is forgotten.")
    assert not list(tmp_path.glob("*.tacsim"))


# --- measuring areas -------------------------------------------------------------------------

CONE = "row 0: 2 to 4; row 1: 2 to 4; row 2: 3."
"""A cone of 15 feet from 1,1 to the east, by the figure in the rules, cut off at the map's edge."""


@pytest.mark.parametrize(
    "asked", ["c cone 3 e 2", "c cone 15 ft 4,1", "measure cone 3 5,1 from 1,1"]
)
def test_a_cone_is_measured_from_who_acts(tmp_path: Path, asked: str) -> None:
    lines = last(played(duel(tmp_path, gap=3), typed(asked, "q"), sides={}))
    assert lines == ["A cone, 3 squares: Gog. It covers 7 cells.", CONE]


def test_a_burst_lies_round_the_corner_of_a_cell(tmp_path: Path) -> None:
    done = played(duel(tmp_path, gap=3), typed("c burst 1 2,2", "c burst 1 7,4", "q"), sides={})
    told = [lines for _answer, lines in done.pipe.said()][1:3]
    assert told == [
        ["A burst, 1 square: Ann (yours). It covers 4 cells.", "row 1: 1 to 2; row 2: 1 to 2."],
        [
            "A burst, 1 square: nobody is inside. It covers 4 cells.",
            "row 3: 6 to 7; row 4: 6 to 7.",
        ],
    ]


def test_a_burst_is_measured_in_space_and_on_hexes(tmp_path: Path) -> None:
    asked = "c burst 1 1,1,0", "c burst 1 2,1,0", "q"  # the cube itself is not counted
    done = played(written(tmp_path, fight("pool")), typed(*asked), seed=5)
    told = [lines[0] for _answer, lines in done.pipe.said()]
    assert told[1:3] == [
        "A burst, 1 pace: nobody is inside. It covers 13 cells.",
        "A burst, 1 pace: Ann (yours). It covers 13 cells.",
    ]
    done = played(written(tmp_path, fight("metric")), typed("c burst 1 6,1,1", "q"), seed=5)
    assert last(done)[0] == "A burst, 1 m: Gog. It covers 3 cells."


@pytest.mark.parametrize(("asked", "told"), [
    ("c", "Shapes: burst, spread, cone, line."), ("c ball 4 1,1", "Shapes: burst"),
    ("c cone 4", "Where to?"), ("c cone 4 1,1", "Where to?"),
    ("c burst 0 1,1", "A size of 1 to 40"), ("c burst 41 1,1", "A size of 1 to 40"),
    ("c burst 2 99,99", 'no place "99,99"'), ("c burst 2 zz", 'no place "zz"'),
    ("c burst 2 1,1 from 2,2", "leave out what follows from"),
])  # fmt: skip
def test_what_cannot_be_measured_says_what_to_type(tmp_path: Path, asked: str, told: str) -> None:
    (line,) = last(played(duel(tmp_path), typed(asked, "q"), sides={}))
    assert told in line


# --- whatever is typed -----------------------------------------------------------------------


GARBAGE = (
    "0", "99", "99999999999999999999", "-1", "1 2", "zzyzx", "e", "nw", "e 0", "e 99", "99,99",
    "7,4,1", "0,0,0,0", "\x1b[2J", "\x00", "x zzyzx", "w 99", "w zzyzx", "s zzyzx", "s 99,99", "+",
    "b", "", "   ", "m 9", "l -1", "l x", "%s{0}{name}", "y", "n", "a", "3+", "99+", "+1", "é한",
    "x" * 5000, "1e9", "١", "²",
    "c burst ² 1,1", "c burst ١ 1,1", "c cone 4 e 2 from", "c burst 4 from from",
)  # fmt: skip


@pytest.mark.parametrize("ruleset", ["d20", "metric", "pool"])
def test_no_answer_breaks_it_or_changes_anything_unmeant(tmp_path: Path, ruleset: str) -> None:
    path = written(tmp_path, fight(ruleset))
    before = played(path, typed("q"))
    done = played(path, typed(*GARBAGE, "q"))
    assert len(done.pipe.answers) == len(GARBAGE) + 1
    assert done.game.session.battle.world.state == before.game.session.battle.world.state
    for answer, lines in list(done.pipe.said())[1:-1]:
        assert lines, answer
    assert 'Nothing here is called "zzyzx"; ? for help.' in done.text
    assert all(c == "\n" or c.isprintable() for c in done.text)


def test_garbage_is_no_answer_to_a_question(tmp_path: Path) -> None:
    typed_ = [one for one in GARBAGE if one not in ("y", "n", "a")]
    done = played(fleeing(tmp_path), typed(*FLEE, *typed_), sides={})
    assert not any(isinstance(entry.event, Took) for entry in done.game.session.entries)
    decision = done.game.session.decision
    assert decision is not None
    assert decision.question == "opportunity"


# --- looking things up -----------------------------------------------------------------------


def test_the_map_tells_sides_apart_and_has_numbers_at_its_edges(tmp_path: Path) -> None:
    """Ann and Gog are both fighters, and so have the same letter."""
    path = duel(tmp_path, gap=7)
    path.write_text(path.read_text().replace('"orc"', '"human_fighter"'))
    lines = last(played(path, typed("m", "q"), sides={}))
    at = lines.index("    0 1 2 3 4 5 6 7 8 9")
    rows = lines[at + 1 : at + 6]
    assert [row[:4] for row in rows] == ["  0 ", "  1 ", "  2 ", "  3 ", "  4 "]
    mine, foe = rows[1][6:8], rows[1][20:22]
    assert (mine[0], mine[1], foe[1]) == (foe[0], "1", "2")
    assert set(rows[1][8:20]) == {".", " "}
    told = lines[at + 6 :]
    assert f"{mine} Ann 1,1" in told
    assert f"{foe} Gog 8,1" in told
    assert "1 Heroes (yours); 2 Raiders" in told
    assert any("# wall" in line for line in told)


@pytest.mark.parametrize("ruleset", ["d20", "metric", "pool"])
def test_every_creature_stands_on_the_map_where_it_is(ruleset: str, tmp_path: Path) -> None:
    """On each grid: the letter and the number at the place that the legend says."""
    done = played(written(tmp_path, fight(ruleset)), typed("m", "q"), sides={})
    lines, battle = last(done), done.game.session.battle
    hexes = battle.ruleset.topology.name == "hex"
    rows = {int(line[:3]): line[4:] for line in lines if re.match(r"[ \d]{2}\d ", line)}
    told = dict[str, str]()
    for line in lines:
        if re.match(r"\S\d [A-Z]", line):
            told |= dict.fromkeys(line[3:].split(", "), line[:2])
    shown = [one for one in battle.world.creatures if one.at[2:] in ((), (0,))]
    assert len(shown) > 2
    for one in shown:
        x, y = one.at[:2]
        sign = told[f"{one.name} {','.join(map(str, one.at))}"]
        assert rows[y].ljust(99)[2 * x + (y % 2 if hexes else 0) :][:2] == sign, lines


def test_why_of_a_line_that_asks_further_says_so_and_what_its_lines_share(tmp_path: Path) -> None:
    done = played(duel(tmp_path, gap=3), typed("", "w 99", "q"), sides={})
    menu = numbered(next(iter(done.pipe.said()))[1])
    opener = next(n for n, text in menu.items() if text.startswith("move ..."))
    *_said, (_answer, told), _end = played(
        duel(tmp_path, gap=3), typed(f"w {opener}", "q"), sides={}
    ).pipe.said()
    assert told[0] == f"{menu[opener]}: this asks further; w tells why of each line behind it."
    assert told[1].endswith("(d20.round.move-and-act)"), "every walk is a move action"


def test_a_refusal_says_why_and_w_by_which_rule(tmp_path: Path) -> None:
    done = played(duel(tmp_path, gap=7), typed("4,2", "w", "q"), sides={})
    said = list(done.pipe.said())
    assert said[1][1] == ["No: It cannot enter: wall. w says by which rule."]
    title, clause = said[2][1][1].split(":")[0], said[2][1][1]
    assert title
    assert re.search(r"\(d20\.[\w.-]+\)$", clause)


def test_x_tells_what_cannot_be_done_and_why(tmp_path: Path) -> None:
    done = played(duel(tmp_path, gap=7), typed("x", "x gog", "q"), sides={})
    told = [lines for _answer, lines in done.pipe.said()][1:3]
    assert any("attack" in line and "Out of reach" in line for line in told[1])
    assert all("gog" in line.lower() for line in told[1][1:])
    assert len(told[0]) < 30


def test_words_find_lines_in_menus_that_are_not_open(tmp_path: Path) -> None:
    done = played(duel(tmp_path), typed("ready reach", "total", "q"), sides={})
    told = [lines for _answer, lines in done.pipe.said()][1:3]
    assert told[1][0] == "1 with: total"
    assert told[1][1].startswith("1. total defence")


def test_the_log_can_be_asked_for_with_its_sums(tmp_path: Path) -> None:
    path = duel(tmp_path, gog="hp = 90\n")
    first = last(played(path, typed("q"), sides={}))
    attack = number(first, "attack Gog")
    done = played(path, typed(attack, "l why", "l 1", "q"), sides={})
    told = [lines for _answer, lines in done.pipe.said()][2:4]
    assert any(re.search(r"d20\.[\w.-]+", line) for line in told[0])
    assert len(told[1]) == 1
    assert told[1][0].startswith("Ann strikes Gog with ")


# --- to the end ------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("path", PATHS)
def test_a_shipped_battle_is_played_to_its_end(path: Path) -> None:
    done = played(path, Brawler(path.stem), seed=3, sides={})
    assert done.game.session.over
    assert done.game.save is not None
    assert tacsim.replay(done.game.save).verify().ok


def test_what_an_act_takes_is_said_in_a_sentence(tmp_path: Path) -> None:
    lines = last(played(duel(tmp_path), typed("acts", "ready", "q"), sides={}))
    said = list(numbered(lines).values())
    wanted = "whoever comes within reach: takes the standard action (+ for other ways)"
    assert any(text.endswith(wanted) for text in said), said


def test_a_full_attack_of_one_says_so_though_a_foe_may_strike_at_it(tmp_path: Path) -> None:
    people = (
        person("bow", "human_archer", "heroes", (3, 1), 30),
        person("near", "orc", "raiders", (4, 1), 20), person("far", "orc", "raiders", (9, 1), 10),
    )  # fmt: skip
    path = written(tmp_path, hall("..........\n" * 3, *people))
    sides = {"heroes": "human", "raiders": "human"}
    lines = last(played(path, typed("", ".", ".", ".", "q"), sides=sides))
    told = [line for line in lines if "full attack on Far" in line]
    assert told
    assert all("one attack only" in line and "Near" in line for line in told), told


def test_what_a_damaged_save_has_lost_is_told_at_once(tmp_path: Path) -> None:
    battle = tacsim.load("ogre_bridge", seed=3)
    path = tmp_path / "cut.tacsim"
    battle.save(path)
    path.write_bytes(path.read_bytes()[:-7])
    text = played(path, typed("q"), sides={}).text
    assert "This save is damaged: it is cut short" in text
    assert "It goes on in cut-recovered.tacsim; the old file stays as it is." in text


def test_who_delays_until_after_anothers_turn_is_not_asked_before(tmp_path: Path) -> None:
    path = written(tmp_path, hall(
        YARD,
        person("ann", "human_fighter", "heroes", (1, 1), 20),
        person("bo", "human_fighter", "heroes", (1, 3), 15),
        person("gog", "orc", "raiders", (6, 1), 10),
    ))  # fmt: skip
    done = played(path, typed("delay", "3", ".", ".", "q"), sides={"raiders": "human"})
    said = [[line for line in lines if "'s turn" in line or "?" in line]
            for _answer, lines in done.pipe.said()]  # fmt: skip
    turns = [line.split("'s turn")[0].split(". ")[-1] for lines in said for line in lines
             if "'s turn" in line]  # fmt: skip
    assert turns == ["Ann", "Bo", "Gog", "Ann"]
    assert done.game.session.battle.decision is not None
    assert done.game.session.battle.decision.is_turn
