"""Undo: what was done without dice is taken back; past that a branch goes on from before."""

from __future__ import annotations

from pathlib import Path

import pytest
from app.conftest import Play
from app.halls import hall, person
from app.players import SCENARIOS, game, press, screen, seat, settled, shown
from gate import slow
from textual.widgets import OptionList

from tacsim.app.battle.cards.handover import HandoverScreen
from tacsim.app.battle.undoing import GoBackCard
from tacsim.core.intents import Drop, EndTurn, Move, Strike
from tacsim.storage.digest import StateDigest
from tacsim.storage.errors import SaveError
from tacsim.storage.saved import read

pytestmark = pytest.mark.asyncio


def at(pilot, creature: str = "aldis") -> tuple[int, ...]:
    return seat(pilot).playback.battle.world[creature].at


def intents(pilot) -> list:
    return screen(pilot).game.session.intents


def digest(battle) -> bytes:
    """A state's digest, counted anew."""
    return StateDigest(battle.world).kept


def log(pilot) -> str:
    return "\n".join(line.text for line in seat(pilot).log.lines(None))


# --- taking back ---------------------------------------------------------------------------------


async def test_u_takes_a_walk_back_and_everything_shown_follows(play: Play) -> None:
    async with play(game(saved=True), size=(120, 40)) as pilot:
        before = digest(screen(pilot).game.session.battle)
        assert "u undo" not in shown(pilot)
        await press(pilot, "right", "right", "enter")
        assert at(pilot) == (7, 5)
        assert "u undo" in shown(pilot)
        await press(pilot, "u")
        battle = screen(pilot)
        assert at(pilot) == (5, 5)
        assert battle.seat.selection.cursor == (5, 5)
        assert intents(pilot) == []
        assert digest(battle.game.session.battle) == digest(battle.seat.playback.battle) == before
        assert "Taken back: Aldis walks 2 squares to (7,5)" in shown(pilot)
        assert "walks" not in log(pilot)
        assert "u undo" not in shown(pilot)
        await press(pilot, "right", "right", "enter")
        assert at(pilot) == (7, 5)
        assert log(pilot).count("walks 2 squares") == 1


async def test_several_steps_go_back_one_by_one_and_another_way_is_taken(play: Play) -> None:
    a_game = game(saved=True)
    async with play(a_game) as pilot:
        states = [digest(a_game.session.battle)]
        for key in ("left", "left", "down"):
            await press(pilot, key, "enter")
            states.append(digest(a_game.session.battle))
        assert len(set(states)) == 4
        for expected in (states[2], states[1]):
            await press(pilot, "u")
            assert digest(a_game.session.battle) == expected
            assert read(a_game.journal.path).current.last.digest == expected
        await press(pilot, "p")
        assert intents(pilot)[-1] == Drop("aldis")
        assert len(read(a_game.journal.path).steps) == 2


async def test_with_dice_nothing_is_taken_back_and_a_branch_is_offered(play: Play) -> None:
    a_game = game(saved=True)
    async with play(a_game) as pilot:
        await press(pilot, "right", "right", "enter", "a", "a", "u")
        assert isinstance(pilot.app.screen, GoBackCard)
        assert "The dice have been thrown." in shown(pilot)
        assert "Aldis: attack Ogre" in shown(pilot)
        assert "Aldis: walk to (7,5)" in shown(pilot)
        await press(pilot, "escape")
        assert pilot.app.screen is screen(pilot)
        assert isinstance(intents(pilot)[-1], Strike)
        await press(pilot, "u", "enter")
        fresh = screen(pilot).game
        assert fresh is not a_game
        assert at(pilot) == (7, 5)
        assert fresh.session.decision.actor == "aldis"
        assert fresh.controllers == a_game.controllers
        saved = fresh.journal.saved
        assert [branch.intents for branch in saved.branches] == [2, 1]
        assert saved.current.parent is saved.main
        await press(pilot, "full_stop")
        assert isinstance(saved.current.intent(2), EndTurn)


async def test_a_walk_after_a_blow_is_taken_back_and_then_the_dice_stand(play: Play) -> None:
    async with play(game(saved=True)) as pilot:
        await press(pilot, "v", "v", "v", "a", "a")
        assert isinstance(intents(pilot)[-1], Strike)
        await press(pilot, "escape", "left", "enter")
        assert isinstance(intents(pilot)[-1], Move)
        await press(pilot, "u")
        assert isinstance(intents(pilot)[-1], Strike)
        await press(pilot, "u")
        assert "The dice have been thrown." in shown(pilot)


async def test_nothing_yet_is_said_in_words(play: Play) -> None:
    async with play(game(saved=True)) as pilot:
        await press(pilot, "u")
        assert pilot.app.screen is screen(pilot)
        assert "Aldis has done nothing that could be taken back" in shown(pilot)


async def test_an_earlier_turn_is_gone_back_to_as_a_branch_only(play: Play) -> None:
    async with play(game(saved=True, raiders="human")) as pilot:
        await press(pilot, "left", "enter", "full_stop", "enter", "u")
        card = pilot.app.screen
        assert isinstance(card, GoBackCard)
        assert "Ogre has done nothing that could be taken back" in shown(pilot)
        await press(pilot, "down", "enter")
        assert at(pilot) == (5, 5)
        assert screen(pilot).game.session.decision.actor == "aldis"


async def test_a_battle_that_is_not_saved_only_says_why(play: Play) -> None:
    async with play(game()) as pilot:
        await press(pilot, "right", "right", "enter", "a", "a", "u")
        assert pilot.app.screen is screen(pilot)
        assert "The dice have been thrown." in shown(pilot)


async def test_what_was_taken_back_is_gone_from_the_file_at_once(play: Play) -> None:
    a_game = game(saved=True)
    async with play(a_game) as pilot:
        before = digest(a_game.session.battle)
        await press(pilot, "right", "enter", "u")
        saved = read(a_game.journal.path)  # the program might be killed here
        assert saved.lost == ""
        assert saved.steps == ()
        assert saved.current.last.digest == before
    copy = a_game.journal.path.with_name("killed.tacsim")
    copy.write_bytes(a_game.journal.path.read_bytes())
    from tacsim.player.game import resumed_game

    again = resumed_game(copy)
    assert digest(again.session.battle) == before
    again.close()


async def test_an_undo_that_cannot_be_written_is_told_and_written_later(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_game = game(saved=True)
    async with play(a_game) as pilot:
        before = digest(a_game.session.battle)
        await press(pilot, "right", "enter")
        journal = a_game.journal

        def full(_number: int) -> None:
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as patched:
            patched.setattr("tacsim.storage.journal.os.fsync", full)
            assert "NOT SAVED" not in shown(pilot)
            await press(pilot, "u")
            assert at(pilot) == (5, 5)
            assert len(read(journal.path).steps) == 1
            assert shown(pilot).startswith(" NOT SAVED ∙ ")
            await press(pilot, "down", "enter")
            assert shown(pilot).startswith(" NOT SAVED ∙ ")
            notes = [str(note.message) for note in pilot.app._notifications]
            assert sum("could not be saved" in note for note in notes) == 1
            assert any("No space left" in note for note in notes)
        await press(pilot, "p")
        assert "NOT SAVED" not in shown(pilot)
        assert any("saved again" in str(note.message) for note in pilot.app._notifications)
        saved = read(journal.path)
        assert saved.lost == ""
        assert [type(step.intent) for step in saved.steps] == [Move, Drop]
        assert saved.current.last.digest == digest(a_game.session.battle)
        assert saved.current.mark(0).digest == before


async def test_a_full_disk_keeps_from_branching_off_until_all_is_saved(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_game = game(saved=True)
    async with play(a_game) as pilot:

        def full(_number: int) -> None:
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as patched:
            patched.setattr("tacsim.storage.journal.os.fsync", full)
            await press(pilot, "right", "right", "enter", "a", "a", "u", "enter")
            assert screen(pilot).game is a_game
            assert len(intents(pilot)) == 2
        await press(pilot, "u", "enter")
        assert screen(pilot).game is not a_game
        assert screen(pilot).game.journal.saved.main.intents == 2


async def test_where_no_branch_can_be_made_the_battle_goes_on(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_args: object, **_more: object) -> None:
        raise SaveError("x.tacsim", "no branch today")

    monkeypatch.setattr("tacsim.app.battle.undoing.play_on", refuse)
    async with play(game(saved=True)) as pilot:
        await press(pilot, "right", "right", "enter", "a", "a")
        state = digest(screen(pilot).game.session.battle)
        await press(pilot, "u", "enter")
        assert "no branch today" in " ".join(str(n.message) for n in pilot.app._notifications)
        assert digest(screen(pilot).game.session.battle) == state
        await press(pilot, "full_stop")
        assert isinstance(screen(pilot).game.journal.saved.steps[-1].intent, object)


# --- fog -----------------------------------------------------------------------------------------


PEEP = hall(
    """\
.........
.........
.........
###.#####
.........
.........
.........
""",
    person("aldis", "human_fighter", "heroes", (1, 2), 20),
    person("lurker", "orc", "raiders", (3, 6), 10),
)


@pytest.fixture
def peep(tmp_path: Path) -> Path:
    path = tmp_path / "peep.toml"
    path.write_text(PEEP)
    return path


async def test_a_foe_seen_on_the_way_has_come_to_light(play: Play, peep: Path) -> None:
    async with play(game(peep, fog=True, saved=True)) as pilot:
        await press(pilot, "enter", "W", *["right"] * 5, "enter")  # a withdrawal stops for nobody
        assert at(pilot) == (6, 2)
        battle = screen(pilot)
        assert "lurker" not in battle.seat.playback.memories["heroes"].known
        assert battle.game.session.undo == "seen"
        await press(pilot, "u")
        # no more than that: else it would tell by what, or by whom nothing was seen
        assert "What was done can no longer be taken back." in shown(pilot)
        assert "Lurker" not in shown(pilot)


async def test_a_walk_stops_at_the_sight_of_a_foe_and_goes_on_with_the_rest(
    play: Play, peep: Path
) -> None:
    """The gap at (3, 3) shows the orc at (3, 6) from (3, 2)."""
    async with play(game(peep, fog=True, saved=True)) as pilot:
        await press(pilot, "enter", *["right"] * 3, "enter")
        assert at(pilot) == (3, 2)
        assert "Aldis stops in (3,2): sees Lurker" in shown(pilot)
        await press(pilot, "u")
        assert "What was done can no longer be taken back." in shown(pilot)
        assert at(pilot) == (3, 2)
        await press(pilot, "escape", "right", "enter")
        assert at(pilot) == (4, 2)
        have = screen(pilot).game.session.battle.world["aldis"].resources
        assert (have["move"], have["standard"], have["halves"]) == (0, 1, 6)


async def test_a_foe_glimpsed_beyond_ground_long_known_has_come_to_light(peep: Path) -> None:
    peep.write_text(PEEP.replace("at = [3, 6]", "at = [8, 6]"))
    session = game(peep, fog=True).session
    session.begin()
    heroes = session.onlookers.memories["heroes"]
    there, back = (Move("aldis", to=to, mode="withdraw") for to in ((6, 2), (1, 2)))
    for intent in (there, EndTurn("aldis"), EndTurn("lurker"), back, EndTurn("aldis")):
        session.submit(intent)
    session.submit(Move("lurker", to=(4, 6)))
    session.submit(EndTurn("lurker"))
    ground = heroes.remembered.copy()
    assert "lurker" not in heroes.known
    session.submit(there)
    assert session.battle.world["aldis"].at == (6, 2)
    assert "lurker" not in heroes.known
    assert (heroes.remembered == ground).all()
    assert session.undo == "seen"


async def test_ground_never_seen_has_come_to_light(play: Play, peep: Path) -> None:
    peep.write_text(PEEP.replace("at = [3, 6]", "at = [8, 6]"))
    async with play(game(peep, fog=True, saved=True)) as pilot:
        await press(pilot, "enter", *["right"] * 2, "enter")
        assert screen(pilot).game.session.undo == "seen"


async def test_where_nothing_new_was_seen_the_walk_goes_back(play: Play, peep: Path) -> None:
    peep.write_text(PEEP.replace("###.#####", "#########"))
    async with play(game(peep, fog=True, saved=True)) as pilot:
        await press(pilot, "enter", "up", "up", "left", "enter")
        assert at(pilot) == (0, 0)
        await press(pilot, "u")
        assert at(pilot) == (1, 2)


async def test_whether_an_unseen_foe_looks_on_does_not_show_in_what_can_be_taken_back(
    play: Play, peep: Path
) -> None:
    text = PEEP.replace("[map]\n", '[map]\nlight = "dark"\n').replace("[1, 2]", "[1, 1]")
    peep_lit = text.replace("[[side]]", "[[map.lamp]]\nat = [3, 0]\nradius = 3\n[[side]]", 1)
    peep.write_text(peep_lit)
    async with play(game(peep, fog=True, saved=True)) as pilot:
        session = screen(pilot).game.session
        raiders, heroes = (session.onlookers.memories[side] for side in ("raiders", "heroes"))
        assert "aldis" not in raiders.known
        await press(pilot, "enter", "right", "right", "down", "enter")
        assert at(pilot) == (3, 2)
        assert "aldis" in raiders.known
        assert "lurker" not in heroes.known
        assert session.undo == ""
        await press(pilot, "u")
        assert at(pilot) == (1, 1)


async def test_whoever_runs_into_somebody_unseen_has_learnt_of_them(peep: Path) -> None:
    text = PEEP.replace("[map]\n", '[map]\nlight = "dark"\n').replace("[1, 2]", "[1, 1]")
    peep.write_text(text.replace("at = [3, 6]", "at = [2, 0]"))
    session = game(peep, fog=True).session
    session.begin()
    heroes = session.onlookers.memories["heroes"]
    for intent in (
        Move("aldis", to=(4, 1), mode="double"), EndTurn("aldis"),
        Move("lurker", to=(2, 1)), EndTurn("lurker"),
    ):  # fmt: skip
        session.submit(intent)
    ground = heroes.remembered.copy()
    back = Move("aldis", path=((3, 1), (2, 1), (1, 1)), mode="double")
    entries = session.submit(back)
    assert "halted" in [entry.event.NAME for entry in entries]
    assert session.battle.world["aldis"].at == (3, 1)
    assert (heroes.remembered == ground).all()
    assert session.undo == "seen"


async def test_the_choices_to_go_back_to_are_those_of_ones_own_side(play: Play, peep: Path) -> None:
    peep.write_text(PEEP.replace("###.#####", "#########"))
    async with play(game(peep, fog=True, saved=True)) as pilot:
        await press(pilot, "enter", "up", "enter", "full_stop")
        await press(pilot, "enter", "right", "enter", "full_stop")
        await press(pilot, "enter", "u")
        card = pilot.app.screen
        assert isinstance(card, GoBackCard)
        lines = [str(o.prompt) for o in card.query_one(OptionList).options]
        assert len(lines) == 2
        assert all("Aldis" in line for line in lines)
        assert "Lurker" not in shown(pilot)


# --- other grids, scripts ------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["hexes", "tower", *slow("stamina", "flanked", "metres")])
async def test_on_every_grid_the_state_before_comes_back(play: Play, name: str) -> None:
    a_game = game(SCENARIOS / f"{name}.toml", saved=True)
    async with play(a_game) as pilot:
        session = a_game.session
        if isinstance(pilot.app.screen, HandoverScreen):
            await press(pilot, "enter")
        before = digest(session.battle)
        actor = session.decision.actor
        start = session.battle.world[actor].at
        selection = seat(pilot).selection
        for cell in sorted(selection.planner.range.near):
            selection.point(cell)
            if isinstance(selection.preview.intent, Move) and not selection.preview.warns:
                break
        await press(pilot, "enter")
        assert session.battle.world[actor].at != start
        await press(pilot, "u")
        assert digest(session.battle) == digest(seat(pilot).playback.battle) == before
        assert read(a_game.journal.path).current.last.digest == before
    from tacsim.storage.resume import resume

    ongoing = resume(a_game.journal.path)
    assert digest(ongoing.session.battle) == before
    ongoing.journal.close()


async def test_a_script_on_the_other_side_goes_on_after_an_undo(play: Play, tmp_path: Path) -> None:
    text = PEEP.replace(
        'name = "Raiders"\ncontroller = "human"', 'name = "Raiders"\ncontroller = "script"'
    )
    text += '[[do]]\nactor = "lurker"\nintent = "move"\nto = [4, 6]\n'
    text += '[[do]]\nactor = "lurker"\nintent = "end_turn"\n'
    text += '[[do]]\nactor = "lurker"\nintent = "move"\nto = [5, 6]\n'
    path = tmp_path / "scripted.toml"
    path.write_text(text)
    a_game = game(path, saved=True)
    async with play(a_game) as pilot:
        await press(pilot, "up", "enter", "u", "full_stop")
        assert at(pilot, "lurker") == (4, 6)
        await press(pilot, "up", "enter", "u", "down", "left", "enter")
        before = digest(a_game.session.battle)
    killed = tmp_path / "saves" / "killed.tacsim"
    killed.write_bytes(a_game.journal.path.read_bytes())
    from tacsim.player.game import resumed_game

    async with play(resumed_game(killed)) as pilot:
        assert digest(screen(pilot).game.session.battle) == before
        await press(pilot, "full_stop")
        assert at(pilot, "lurker") == (5, 6)
        await settled(pilot)
