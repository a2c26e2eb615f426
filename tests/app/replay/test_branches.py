"""The branches of a save in the replay: watched, played on, named, deleted, compared, verified."""

from __future__ import annotations

from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest
from app.players import click_on, press, screen, settled, shown, until
from app.replay.watchers import Watch, keys, line, ready, saved, several
from storage.fights import rewritten
from textual.pilot import Pilot
from textual.widgets import Input, OptionList

from tacsim.app.battle.screen import BattleScreen
from tacsim.app.menus.fork_card import ForkCard, SureCard
from tacsim.app.menus.text_card import TextCard
from tacsim.app.replay.branch_tree import BranchTree
from tacsim.app.replay.compare_card import CompareCard
from tacsim.app.replay.screen import ReplayScreen
from tacsim.core import events as ev
from tacsim.player.record.branches import branch_name, last_decision, leaving, standing, tree
from tacsim.storage.branch import Branch
from tacsim.storage.journal import Journal
from tacsim.storage.saved import read
from tacsim.storage.timeline import Timeline

pytestmark = pytest.mark.asyncio


@pytest.fixture(name="several")
def of_three() -> Path:
    return several()


def parted(one: Branch, other: Branch) -> int:
    """The first step that differs, by the intents alone."""
    ours, theirs = ([b.intent(i) for i in range(1, b.length)] for b in (one, other))
    pairs = zip_longest(ours, theirs)
    return next(step for step, (a, b) in enumerate(pairs, 1) if a != b)


async def at_branch(pilot: Pilot[int], number: int, *names: str) -> ReplayScreen:
    """Go to a branch in the tree and press keys there."""
    replay = await ready(pilot)
    menu = replay.query_one(BranchTree).query_one(OptionList)
    if not menu.has_focus:
        await keys(pilot, "g")
        await pilot.pause()
    assert menu.has_focus
    order = [twig.branch.number for twig in tree(replay.reel.timeline.saved)]
    menu.highlighted = order.index(number)
    return await keys(pilot, *names)


# --- the tree ------------------------------------------------------------------------------------


async def test_each_branch_stands_below_the_one_it_leaves(several: Path) -> None:
    saved = read(several)
    assert [(twig.branch.name, twig.depth) for twig in tree(saved)] == [
        ("main", 0), ("one", 1), ("two", 2), ("three", 1),
    ]  # fmt: skip
    with Journal.resume(several) as journal:
        journal.go(saved.branch("three"))
        journal.drop(saved.branch("one"))
    left = [(twig.branch.name, twig.depth) for twig in tree(read(several))]
    assert left == [("main", 0), ("two", 1), ("three", 1)]


async def test_the_tree_says_where_a_branch_leaves_and_how_it_stands(several: Path) -> None:
    saved = read(several)
    timeline = Timeline(saved, saved.main)
    timeline.step_to(3)
    decision, clock = timeline.battle.decision, timeline.battle.world.clock
    assert decision is not None
    name = timeline.battle.world[decision.actor].name
    assert leaving(saved, saved.branch("one")) == f"from round {clock.round}, {name}"
    assert leaving(saved, saved.main) == ""
    ended = [e.event for e in timeline if isinstance(e.event, ev.BattleEnded)]
    assert ended
    side = timeline.battle.world.sides[ended[0].winner or ""].name
    rounds = [e.event.number for e in timeline if isinstance(e.event, ev.RoundStarted)]
    assert standing(saved, saved.main) == f"Victory: {side}, round {rounds[-1]}"
    three = Timeline(saved, saved.branch("three"))
    three.seek(three.length)
    turn = three.battle.decision
    assert turn is not None
    words = f"round {three.battle.world.clock.round}, {three.battle.world[turn.actor].name} is next"
    assert standing(saved, saved.branch("three")) == words


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
async def test_the_tree_is_shown_or_behind_its_key(
    watch: Watch, several: Path, size: tuple[int, int]
) -> None:
    async with watch(several, size) as pilot:
        replay = await ready(pilot)
        assert ("Branches" in shown(pilot)) == (size[0] > 100)
        await keys(pilot, "g")
        await pilot.pause()
        text = shown(pilot)
        assert all(name in text for name in ("Branches", "main", "one", "two", "three", "verify"))
        assert replay.query_one(BranchTree).query_one(OptionList).highlighted == 3  # the watched
        await keys(pilot, "escape")
        await pilot.pause()
        assert replay.field.board.has_focus
        assert ("Branches" in shown(pilot)) == (size[0] > 100)


async def test_a_click_on_what_can_be_done_with_a_branch_does_it(
    watch: Watch, several: Path
) -> None:
    async with watch(several) as pilot:
        await at_branch(pilot, 1, "down")
        await click_on(pilot, "#branches-keys", "compare")
        assert isinstance(pilot.app.screen, CompareCard)


async def test_another_branch_is_watched_from_where_it_goes_another_way(
    watch: Watch, several: Path
) -> None:
    saved = read(several)
    async with watch(several) as pilot:
        replay = await at_branch(pilot, 0, "enter")
        timeline = replay.reel.timeline
        assert timeline.branch.number == 0
        await keys(pilot, "escape", "end")
        replay = await at_branch(pilot, 1, "enter")
        timeline = replay.reel.timeline
        assert timeline.branch.name == "one"
        assert timeline.entry_at(timeline.position) == parted(saved.branches[0], saved.branches[1])
        assert "goes another way here" in line(pilot)
        assert "one ∙ replay" in shown(pilot)
        await keys(pilot, "escape", "home")
        replay = await at_branch(pilot, 3, "enter")
        assert replay.reel.timeline.position == 0


# --- playing on ----------------------------------------------------------------------------------


async def test_the_last_decision_is_at_or_before_every_position(brawl: Path) -> None:
    timeline = Timeline(read(brawl))
    ends = [*timeline.starts[1:], timeline.length]

    def there(first: int, end: int, position: int) -> bool:
        """Whether the decision after an entry's events is there at a position."""
        events = [(e.number, e.event) for e in timeline[first:end] if e.event.PUBLIC]
        begun = [number for number, event in events if isinstance(event, ev.TurnStarted)]
        last = begun[-1] if begun else max((number for number, _event in events), default=-1)
        return position >= end or first <= last < position

    for position in range(timeline.length + 1):
        timeline.seek(position)
        spans = zip(timeline.starts, ends, strict=True)
        done = sum(there(first, end, position) for first, end in spans)
        expected = max(done - 1, 0)  # the first entry is the beginning, which is no intent
        if done == len(ends):
            expected = timeline.branch.intents - 1  # it is over there
        assert last_decision(timeline) == expected, position


async def test_play_on_from_here_and_back_in_the_replay(watch: Watch, brawl: Path) -> None:
    async with watch(brawl, (80, 24)) as pilot:
        replay = await keys(pilot, "home", "t", "t", "t")
        timeline = replay.reel.timeline
        at, place = last_decision(timeline), timeline.position
        assert at is not None
        await keys(pilot, "p")
        card = pilot.app.screen
        assert isinstance(card, ForkCard)
        assert "Brin's choice" in shown(pilot)
        # nobody played: the side whose choice it is is a person's now
        menu = card.query_one(OptionList)
        assert "a person" in str(menu.get_option("heroes").prompt)
        await pilot.press("tab", *"my way", "enter")
        menu.highlighted = 1
        await pilot.press("right")
        assert "veteran" in str(menu.get_option("raiders").prompt)
        await pilot.press("b")
        await settled(pilot)
        assert isinstance(pilot.app.screen, BattleScreen)
        game = pilot.app.screen.game
        assert game.controllers == {"heroes": "human", "raiders": "ai:cautious"}
        decision = game.session.decision
        assert decision is not None
        assert decision.actor == "brin"
        await press(pilot, "full_stop")
        assert replay.reel.timeline is timeline  # the replay waits until the battle is left
        while not isinstance(pilot.app.screen, ReplayScreen):
            await pilot.press("q")
            await pilot.pause()
        replay = await ready(pilot)
        timeline = replay.reel.timeline
        assert timeline.branch.name == "my way"
        assert timeline.branch.first == at + 1
        assert timeline.branch.length > at + 1
        assert timeline.position == place
        assert "my way ∙ replay" in shown(pilot)
        assert [one.name for one in read(brawl).branches] == ["main", "my way"]


async def test_a_battle_that_is_over_is_played_on_from_its_last_decision(
    watch: Watch, brawl: Path
) -> None:
    async with watch(brawl) as pilot:
        await keys(pilot, "end", "p")
        assert isinstance(pilot.app.screen, ForkCard)
        await pilot.press("b")
        await settled(pilot)
        assert isinstance(pilot.app.screen, BattleScreen)
        journal = pilot.app.screen.game.journal
        assert journal is not None
        found = journal.saved.current
        assert found.parent is not None
        assert found.first == found.parent.length - 1


async def test_a_branch_that_is_not_over_is_gone_on_with(watch: Watch, several: Path) -> None:
    async with watch(several) as pilot:
        await at_branch(pilot, 1, "r")
        await settled(pilot)
        journal = screen(pilot).game.journal
        assert journal is not None
        assert journal.saved.current.name == "one"
        assert len(journal.saved.branches) == 4


async def test_one_that_is_over_is_not(watch: Watch, several: Path) -> None:
    async with watch(several) as pilot:
        await at_branch(pilot, 0, "r")
        assert line(pilot).startswith("It is over")


# --- names and deleting --------------------------------------------------------------------------


async def test_a_branch_is_named(watch: Watch, several: Path) -> None:
    async with watch(several) as pilot:
        await at_branch(pilot, 2, "n")
        card = pilot.app.screen
        assert isinstance(card, TextCard)
        card.query_one(Input).value = "better"
        await pilot.press("enter")
        await ready(pilot)
        assert [one.name for one in read(several).branches] == ["main", "one", "better", "three"]
        assert "better" in shown(pilot)


async def test_a_branch_is_deleted_once_that_is_sure(watch: Watch, several: Path) -> None:
    async with watch(several) as pilot:
        data = several.read_bytes()
        await at_branch(pilot, 1, "d")
        assert isinstance(pilot.app.screen, SureCard)
        await pilot.press("n")
        await ready(pilot)
        assert several.read_bytes() == data
        await at_branch(pilot, 1, "d", "y")
        await ready(pilot)
        gone = [one.name for one in read(several).branches if one.dropped]
        assert gone == ["one"]
        assert line(pilot).startswith("It is deleted")


async def test_the_one_played_last_is_deleted_too_and_the_trunk_never(
    watch: Watch, several: Path
) -> None:
    async with watch(several) as pilot:
        replay = await at_branch(pilot, 3, "d", "y")
        await ready(pilot)
        now = read(several)
        assert now.branches[3].dropped
        assert now.current.number == 0
        assert replay.reel.timeline.branch.number == 0
        await keys(pilot, "escape")
        await at_branch(pilot, 0, "d")
        assert "cannot be deleted" in line(pilot)


async def test_what_another_program_plays_can_only_be_watched(watch: Watch, several: Path) -> None:
    playing = Journal.resume(several)
    async with watch(several) as pilot:
        for names in (("d", "y"), ("n", "a", "enter"), ("r",), ("f",)):
            await at_branch(pilot, 1, *names)
            assert "another program is playing this battle" in line(pilot)
            await keys(pilot, "escape")
        await keys(pilot, "home", "t", "p", "b")
        assert "another program is playing this battle" in line(pilot)
        assert isinstance(pilot.app.screen, ReplayScreen)
    playing.close()


# --- comparing, verifying, fighting again --------------------------------------------------------


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
async def test_two_branches_side_by_side(
    watch: Watch, several: Path, size: tuple[int, int]
) -> None:
    saved = read(several)
    async with watch(several, size) as pilot:
        await at_branch(pilot, 0, "c")
        assert isinstance(pilot.app.screen, CompareCard)
        text = shown(pilot)
        step = parted(saved.branches[0], saved.branches[3])
        assert f"They part at step {step}: round" in text
        assert "end the turn" in text
        await pilot.press("pagedown")
        await pilot.pause()
        text = shown(pilot)
        assert "How they stand in the end" in text
        assert "17/17" in text  # nobody has struck at Brin on that branch
        await pilot.press("escape")
        # the watched one itself is set beside the one that it leaves
        await at_branch(pilot, 3, "c")
        card = pilot.app.screen
        assert isinstance(card, CompareCard)
        assert [branch_name(one.branch) for one in (card._found.one, card._found.other)] == [
            "main", "three",
        ]  # fmt: skip


async def test_a_lonely_branch_is_compared_with_nothing(watch: Watch, brawl: Path) -> None:
    async with watch(brawl) as pilot:
        await at_branch(pilot, 0, "c")
        assert "There is no other branch" in line(pilot)


async def verified(pilot: Pilot[int], number: int) -> ReplayScreen:
    replay = await at_branch(pilot, number, "v")
    await until(pilot, lambda: replay.branches.verdicts.get(number) is not None)
    return replay


async def test_a_branch_is_verified_beside_the_screen(watch: Watch, several: Path) -> None:
    async with watch(several) as pilot:
        await verified(pilot, 3)
        await pilot.pause()
        steps = read(several).branches[3].intents
        assert f"three: {steps} steps fought again, every one as it was saved" in line(pilot)
        assert shown(pilot).count("✓ verified") == 2  # in the tree, and below the board


async def test_a_step_that_differs_is_told(watch: Watch, brawl: Path) -> None:
    def other(plains: list[Any]) -> None:
        steps = [plain for kind, plain in plains if kind == 2]
        digest = steps[4][3]
        steps[4][3] = bytes([digest[0] ^ 1, *digest[1:]])

    async with watch(rewritten(brawl, other)) as pilot:
        await verified(pilot, 0)
        await pilot.pause()
        text = shown(pilot)
        assert "✕ step 5" in text
        assert "main: step 5 (" in line(pilot)
        assert "not as it was saved" in text


async def test_a_foreign_battle_is_fought_again_under_todays_rules(
    watch: Watch, brawl: Path
) -> None:
    def foreign(plains: list[Any]) -> None:
        plains[0][1]["fingerprint"] = "other"

    path = rewritten(brawl, foreign)
    async with watch(path) as pilot:
        assert "! other rules" in shown(pilot)
        replay = await at_branch(pilot, 0, "f")
        timeline = replay.reel.timeline
        assert timeline.branch.name == "today's rules"
        assert 'Fought again as "today\'s rules", to where it was left.' in line(pilot)
        now = read(path)
        assert [one.intents for one in now.branches] == [now.main.intents] * 2
        assert not now.foreign_to(now.branches[1])
        Journal.resume(path).close()  # nobody keeps it locked


async def test_a_branch_can_be_gone_on_with_that_has_not_begun(watch: Watch) -> None:
    path = saved(rounds=0)
    async with watch(path) as pilot:
        await keys(pilot, "home", "p")
        assert isinstance(pilot.app.screen, ForkCard)
        await pilot.press("escape")
        await ready(pilot)
        assert len(read(path).branches) == 1
