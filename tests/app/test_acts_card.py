"""The card of acts: what each promises, found by typing, and what may be done to one creature."""

from __future__ import annotations

from pathlib import Path

import pytest
from app.conftest import Play
from app.players import SCENARIOS, board_of, game, press, screen, seat, settled, shown
from boards import battle, turn_of
from gate import slow
from textual.pilot import Pilot
from textual.widgets import Input, OptionList

from tacsim.app.battle.cards.acts_card import ActsCard
from tacsim.app.battle.cards.why import WhyCard
from tacsim.app.widgets.board import BoardView
from tacsim.content.library import library
from tacsim.core.components import AreaAttack, Position
from tacsim.core.intents import Decline, Delay, EndTurn, Take, Trip, Wriggle
from tacsim.core.verdicts import Reason, Refused, refuse
from tacsim.grid.cells import Body, Cell
from tacsim.player.acting.act_lines import ActLine, found_by, lines, lines_about
from tacsim.player.acting.act_promises import promised
from tacsim.player.pointing.measuring import area
from tacsim.player.pointing.planning import Planner
from tacsim.player.pointing.selection import Selection
from tacsim.rules.engine import submit
from tacsim.rules.forecast import Forecast, forecast
from tacsim.view.wording.reasons import clause_text

TRICKS = SCENARIOS / "tricks.toml"


def selection_for(board: str, creatures: dict[str, object] | None = None) -> Selection:
    fight = turn_of(battle(board, creatures), "A")
    selection = Selection(fight)
    selection.begin(Planner(fight, "A"))
    return selection


def promise(selection: Selection, name: str, about: str | None = None) -> str:
    found = lines(selection) if about is None else lines_about(selection, about)
    line = next(line for line in found if line.name == name)
    assert selection.planner is not None
    return promised(selection.planner, line, about)


def chances(selection: Selection, target: str) -> dict[str, int]:
    found = forecast(selection.battle, Trip("A", target))
    assert isinstance(found, Forecast)
    return {check.what: round(check.passed * 100) for check in found.checks}


async def right_click(pilot: Pilot[int], cell: Cell) -> None:
    column, row = board_of(pilot).camera.position(cell)
    await pilot.click(BoardView, offset=(column, row), button=3)
    await settled(pilot)


# --- what a line promises ------------------------------------------------------------------------


def test_a_line_promises_what_the_forecast_of_its_act_says() -> None:
    selection = selection_for("Ab")
    n = chances(selection, "b")
    said = promise(selection, "trip")
    assert said.startswith(f"b: {n['trip_touch']} % to get a hold, then {n['trip']} % to bring it")
    assert f"if it fails, b may try the same, {n['trip_back']} %" in said
    assert "1 opportunity: b" in said, "bare hands provoke"


def test_of_several_targets_the_line_names_the_best() -> None:
    selection = selection_for(
        "bA\n.c", {"b": {"abilities": {"strength": 20}}, "c": {"abilities": {"strength": 6}}}
    )
    assert chances(selection, "c")["trip"] > chances(selection, "b")["trip"]
    assert promise(selection, "trip").startswith("best at c: ")
    assert str(chances(selection, "b")["trip"]) + " % to bring it down" in promise(
        selection, "trip", "b"
    )


SKILLED = {"A": {"skills": {"tumble": 10}, "feats": ["dodge", "mobility", "spring_attack"]}}


def test_a_tumble_promises_to_get_past_whoever_threatens_the_way() -> None:
    selection = selection_for("Ab...\n.....", SKILLED)
    assert selection.planner is not None
    checks = selection.planner.move((0, 1), "tumble").movement_checks
    assert [one.about for one in checks] == ["b"]
    assert promise(selection, "tumble").startswith(
        f"b: {round(checks[0].passed * 100)} % to tumble"
    )
    alone = selection_for("A......b", SKILLED)
    assert promise(alone, "tumble") == "depends on where you point"


def test_a_strike_on_the_way_promises_the_strike_and_not_the_way() -> None:
    selection = selection_for("......\nA..b..\n......", SKILLED)
    assert selection.planner is not None
    ends = selection.planner.dart_range("spring_attack", "b")
    hits = {
        round(one.roll.hit * 100)
        for end in ends
        for one in selection.planner.dart(end, "spring_attack", "b").attacks
    }
    assert len(hits) == 1
    said = promise(selection, "spring_attack")
    assert said.startswith("b: club")
    assert f"{hits.pop()} % to hit" in said
    assert "opportunit" not in said


def test_an_area_promises_the_place_that_hurts_foes_most() -> None:
    breath = AreaAttack("breath", "line", 4, "2d6", "ref", 13, half=True)
    selection = selection_for("A.b.c\n.....\nB....\n.....\nd....", {"A": {"areas": [breath]}})
    assert selection.planner is not None
    saves = {one.creature: one for one in area(selection.planner, "breath", (4, 0)).caught}
    said = promise(selection, "area breath")
    for name in ("b", "c"):
        assert f"{name} saves at {round(saves[name].saves * 100)} %" in said
    assert "friend" not in said
    assert "d saves" not in said


def test_an_overrun_is_refused_where_no_foe_is_near_enough() -> None:
    near, far = selection_for("A.b..."), selection_for("A" + "." * 20 + "b.")
    assert promise(near, "overrun").endswith("to get through")
    line = next(line for line in lines(far) if line.name == "overrun")
    assert line.refusal is not None
    assert promise(far, "overrun") == ""


def test_what_brings_no_chance_and_what_is_refused_promise_nothing() -> None:
    selection = selection_for("Ab")
    assert promise(selection, "delay") == ""
    assert promise(selection, "coup_de_grace") == ""
    assert promise(selection, "tumble") == ""


def test_what_may_be_done_to_a_creature_has_attacks_among_it() -> None:
    selection = selection_for("Ab..c")
    names = {line.name: line for line in lines_about(selection, "b")}
    assert {"strike", "full_attack", "trip", "bull_rush"} <= names.keys()
    assert names["strike"].refusal is None
    assert "delay" not in names
    far = {line.name: line.refusal for line in lines_about(selection, "c")}
    assert far["strike"] is not None
    assert "charge" in far
    assert not lines_about(selection, "A")


def test_what_can_be_done_to_no_foe_is_refused_as_for_the_one_pointed_at() -> None:
    selection = selection_for("A.b#..c")

    def why(name: str) -> Refused:
        line = next(line for line in lines(selection) if line.name == name)
        assert line.refusal is not None
        return line.refusal

    assert dict(why("bull_rush").details)["name"] == "b"
    assert why("charge trip").reason is Reason.TOO_SHORT
    selection.point(selection.battle.world["c"].at)
    assert dict(why("bull_rush").details)["name"] == "c"
    assert why("charge trip").reason is Reason.BLOCKED, "the wall is in the way"


# --- what a line does ----------------------------------------------------------------------------


EACH = {"standing_stones", "salt_quay", "giants_causeway", "dawn_duel"}
"""A battle of every other ruleset, and one on hexes: acts and their clauses are the ruleset's."""


@pytest.mark.parametrize(
    "path",
    [TRICKS, *(path for path in library() if path.stem in EACH)],
    ids=lambda path: path.stem,
)
def test_every_line_has_a_clause_of_its_ruleset_that_says_what_it_does(path: Path) -> None:
    opened = game(path).session.battle
    for actor in opened.world.creatures:
        fight = turn_of(opened, actor.id)
        selection = Selection(fight)
        selection.begin(Planner(fight, actor.id))
        foe = next(iter(fight.foes(actor)))
        for line in (*lines(selection), *lines_about(selection, foe.id)):
            assert clause_text(fight.ruleset.id, line.clause)[1], line.name


@pytest.mark.parametrize(
    ("typed", "clause", "says"),
    [
        ("overrun", "d20.overrun.move", "force its way"),
        *slow(
            ("delay", "d20.delay", "right after the end of any other's turn"),
            ("defensively", "d20.defence", "fighting defensively"),
        ),
    ],
)
@pytest.mark.asyncio
async def test_the_line_under_the_bar_says_all_that_it_does(
    play: Play, typed: str, clause: str, says: str
) -> None:
    async with play(game(TRICKS), size=(80, 24)) as pilot:
        await press(pilot, "enter", "d", *typed)
        text = " ".join(shown(pilot).split())
        words = " ".join(clause_text("d20", clause)[1].split())
        assert says in words
        assert f"{words} {clause}" in text


@pytest.mark.asyncio
async def test_a_long_rule_leaves_the_other_acts_in_sight_and_can_be_read_whole(
    play: Play,
) -> None:
    """Of climbing it takes ten rows at 60 columns, of twelve that the card has there."""
    path = next(path for path in library() if path.stem == "griffon_cliff")
    people = dict.fromkeys(("climbers", "nest"), "human")
    async with play(game(path, **people), size=(60, 20)) as pilot:
        await press(pilot, "d")
        menu = pilot.app.screen.query_one(OptionList)
        names = [str(one.prompt).split("  ")[1].strip() for one in menu.options]
        rule = " ".join(clause_text("pool", "pool.space.climb")[1].split())
        words = rule.split()

        def text() -> str:
            return " ".join(shown(pilot).split())

        assert names[0] == "Climb"
        assert len(names) > 2
        assert " ".join(words[:20]) in text()
        assert words[-1] not in text()
        assert all(name[:12] in text() for name in names)
        await press(pilot, "right")
        assert f"{rule} pool.space.climb" in text()
        await press(pilot, "right")
        assert all(name[:12] in text() for name in names)
        await press(pilot, "down")
        assert menu.highlighted == 1


# --- typing --------------------------------------------------------------------------------------


def test_a_key_comes_before_names_that_have_its_letter() -> None:
    found = [ActLine("a", "Trip", key="i"), ActLine("b", "Aid", key="a"), ActLine("c", "Ready")]
    assert found_by("", found) == [0, 1, 2]
    assert found_by("i", found) == [0, 1]
    assert found_by("a", found) == [1, 2]
    assert found_by("ip", found) == [0]
    assert found_by("r", found) == [2, 0], "a word that begins so comes first"
    assert found_by("TRI", found) == [0]
    assert found_by("I", found) == [0, 1], "no line has that key"
    assert found_by("zz", found) == []


def test_of_lines_that_fit_those_that_can_be_done_come_first_after_the_one_of_the_key() -> None:
    refused = refuse(Reason.NO_TARGET, "d20.trip")
    found = [
        ActLine("a", "Trip", key="i", refusal=refused), ActLine("b", "Aim, then trip", key="a"),
        ActLine("c", "Ambush a ship", key="m"),
    ]  # fmt: skip
    assert found_by("tri", found) == [1, 0]
    assert found_by("ip", found) == [1, 2, 0]
    assert found_by("i", found) == [0, 1, 2], "the key means its line even where it is refused"


@pytest.mark.asyncio
async def test_typing_finds_lines_and_escape_clears_before_it_closes(play: Play) -> None:
    async with play(game(TRICKS), size=(80, 24)) as pilot:
        await press(pilot, "enter", "right", "enter", "d")
        card, menu = pilot.app.screen, pilot.app.screen.query_one(OptionList)
        assert isinstance(card, ActsCard)
        every = menu.option_count
        await press(pilot, "t", "r", "i")
        assert "75 % to get a hold, then 34 %" in shown(pilot)
        assert 0 < menu.option_count < every
        assert "Trip" in shown(pilot)
        assert "Delay" not in shown(pilot)
        await press(pilot, "x")
        assert "Nothing of that name." in shown(pilot)
        await press(pilot, "enter")
        assert pilot.app.screen is card, "there is nothing to choose"
        await press(pilot, "escape")
        assert (card.query_one(Input).value, menu.option_count) == ("", every)
        await press(pilot, "down", "down", "up")
        assert menu.highlighted == 1
        await press(pilot, "escape")
        assert pilot.app.screen is screen(pilot)


# --- by mouse ------------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_the_right_button_lists_what_can_be_done_to_a_creature(play: Play) -> None:
    async with play(game(TRICKS), size=(100, 30)) as pilot:
        await press(pilot, "enter", "right", "enter")
        await right_click(pilot, (3, 3))
        assert isinstance(pilot.app.screen, ActsCard)
        assert "What Tess can do to Orc" in shown(pilot)
        await press(pilot, "i", "enter")
        assert seat(pilot).selection.target == "orc"
        assert "Enter trip Orc: 75 % to get a hold" in shown(pilot)
        await press(pilot, "enter")
        assert screen(pilot).game.session.intents[-1] == Trip("tess", "orc")


@pytest.mark.asyncio
async def test_the_right_button_lists_all_acts_on_oneself_and_says_why_elsewhere(
    play: Play,
) -> None:
    async with play(game(TRICKS), size=(100, 30)) as pilot:
        await press(pilot, "enter")
        await right_click(pilot, (1, 3))
        assert "What else Tess can do" in shown(pilot)
        await press(pilot, "escape")
        await right_click(pilot, (6, 6))
        assert isinstance(pilot.app.screen, WhyCard)


# --- waiting for another's turn ------------------------------------------------------------------


@pytest.mark.asyncio
@pytest.mark.rule("d20.delay")
async def test_to_delay_until_after_another_is_played_as_the_questions_would_be(
    play: Play,
) -> None:
    async with play(game(TRICKS, saved=True), size=(140, 45)) as pilot:
        await press(pilot, "enter", "d", *"until", "space")
        text = shown(pilot)
        after = [line.split("until after ")[1].split()[0] for line in text.splitlines()
                 if "Delay until after " in line]  # fmt: skip
        assert after == ["Bull", "Hound", "Orc", "Kob"], "in the order of turns; Gob is helpless"
        await press(pilot, *"hound", "enter")
        assert "after Hound" in shown(pilot)
        await press(pilot, "full_stop")
        assert seat(pilot).battle.decision.actor == "hound", "Tess is not asked after Bull's turn"
        await press(pilot, "full_stop")
        fight = screen(pilot).game.session
        assert fight.intents == [
            Delay("tess"), EndTurn("bull"), Decline("tess"), EndTurn("hound"), Take("tess"),
        ]  # fmt: skip
        assert (fight.decision.actor, fight.decision.is_turn) == ("tess", True)
        assert "after Hound" not in shown(pilot)
        order = seat(pilot).battle.world.order
        assert order.index("tess") == order.index("hound") + 1


@pytest.mark.asyncio
async def test_who_waits_for_another_is_asked_again_with_a_key(play: Play) -> None:
    async with play(game(TRICKS), size=(80, 24)) as pilot:
        await press(pilot, "enter", "d", *"until", "space", *"kob", "enter")
        assert "after K" in shown(pilot)
        seat(pilot).selection.point((1, 3))
        await press(pilot, "o")
        assert "Tess is asked everything again." in shown(pilot)
        await press(pilot, "full_stop")
        assert "Tess may come in now" in shown(pilot)


# --- acts of several turns -----------------------------------------------------------------------


def test_an_act_of_several_turns_promises_how_long_it_takes_and_what_then() -> None:
    board = "..##......\nAA==......\nAA##......\n..##.....b"
    selection = selection_for(board, {"A": {"skills": {"escape_artist": 18}}})
    assert promise(selection, "wriggle east") == "10 rounds, then 45 % to get through"
    fight = selection.battle
    for way in ("east", *["on"] * 8):
        submit(turn_of(fight, "A"), Wriggle("A", way))
    turn_of(fight, "A")
    selection.begin(Planner(fight, "A"))
    assert promise(selection, "wriggle on") == "45 % to get through"
    found = {line.name: line for line in lines(selection) if line.name.startswith("wriggle")}
    assert [line.text for line in found.values()] == ["Go on wriggling", "Draw back out of the gap"]
    assert not any(line.refusal for line in found.values())


def test_an_act_that_comes_to_nothing_as_things_stand_says_so_beside_its_check() -> None:
    """In each turn, the last too; only a friend who has come to stand beyond is in the way."""
    board = "AA==..\nAA##..\n######\nC....b"
    selection = selection_for(board, {"A": {"skills": {"escape_artist": 18}}})
    assert promise(selection, "wriggle east") == "10 rounds, then 45 % to get through"
    fight = selection.battle
    submit(fight, Wriggle("A", "east"))
    fight.world.put("C", Position(Body((5, 1), (1, 1))))
    told = (
        "Escape artist 45 %, but 0 % to get through as things stand "
        "(It may pass there but not stop: C is there.)"
    )
    for left in range(9, 0, -1):
        selection.begin(Planner(turn_of(fight, "A"), "A"))
        rounds = f"{left} rounds, then " if left > 1 else ""
        assert promise(selection, "wriggle on") == rounds + told
        submit(fight, Wriggle("A", "on"))


@pytest.mark.rule("d20.squeeze.escape-artist.penalty")
def test_who_is_wedged_is_offered_what_helps_it() -> None:
    """To go on, to draw back, to defend itself; no guard in a fight that it cannot fight."""
    board = "..##......\nAA==......\nAA##......\n..##.....b"
    able = {"skills": {"escape_artist": 18}, "feats": ["dodge"]}
    selection = selection_for(board, {"A": able})
    submit(selection.battle, Wriggle("A", "east"))
    selection.begin(Planner(turn_of(selection.battle, "A"), "A"))
    found = {line.name: line.refusal for line in lines(selection)}
    assert found["defensive"] is not None
    assert found["dodge"] is not None
    assert not any(found[name] for name in ("wriggle on", "wriggle back"))
    assert selection.planner is not None
    assert selection.planner.spends
    assert not selection.planner.affords("strike")


def test_who_cannot_get_through_a_gap_is_told_why_beside_it_only() -> None:
    board = "..##......\nAA==......\nAA##......\n..##.....b"
    selection = selection_for(board, {"A": {"skills": {"escape_artist": 9}}})
    (line,) = (one for one in lines(selection) if one.name.startswith("wriggle"))
    assert line.text == "Wriggle through the gap to the east"
    assert line.refusal is not None
    assert line.refusal.clause == "d20.escape-artist.tight"
    assert not any(one.name.startswith("wriggle") for one in lines(selection_for("AA.b\nAA..")))
