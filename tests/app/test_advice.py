"""Advice and "why did it do that" on the screen; an opponent that thinks is seen to."""

from __future__ import annotations

from threading import Event

import attrs
import pytest
from app.conftest import Play
from app.players import game, press, screen, seat, shown, until
from textual.content import Content
from textual.pilot import Pilot

from tacsim.ai.weighing.tactician import Level, Tactician
from tacsim.api.thinking import Task, Weighing, weighed
from tacsim.app.battle.cards.advice_card import AdviceCard
from tacsim.app.battle.cards.weighed_card import WeighedCard
from tacsim.app.widgets.hints import hint
from tacsim.content.setup import begin
from tacsim.core.intents import Move, Strike
from tacsim.session.perception import Memory

pytestmark = pytest.mark.asyncio

FEW = Level(4, 1, 1, 1)


class Here:
    """Weighs in the thread that asks, with few lots."""

    def __init__(self, of: Pilot[int]) -> None:
        scenario = screen(of).game.scenario
        self._battle = begin(scenario, 7)

    def weigh(self, task: Task, haste: Event) -> Weighing:
        task = attrs.evolve(task, level=FEW)
        return weighed(self._battle.fork(), task, haste.is_set)

    def close(self) -> None:
        pass


async def test_advice_is_a_plan_until_enter_carries_it_out(play: Play) -> None:
    """Neither dice nor the save have anything of it; Escape leaves what was pointed at."""
    async with play(game()) as pilot:
        vars(screen(pilot).apart)["thinker"] = Here(pilot)
        selection, session = seat(pilot).selection, screen(pilot).game.session
        await press(pilot, "right", "down")
        pointed, dice = selection.cursor, session.battle.world.dice
        await pilot.press("A")
        card = pilot.app.screen
        assert isinstance(card, AdviceCard)
        await until(pilot, lambda: not card.thinks)
        assert card.ideas[0].why in " ".join(shown(pilot).split())
        for best in (False, True):
            card.ideas = [attrs.evolve(card.ideas[0], value="+0.30" if best else "+0.28"),
                          attrs.evolve(card.ideas[1], value="+0.29")]  # fmt: skip
            assert ("another has to be clearly better" in card.foot()) is not best
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is screen(pilot))
        assert selection.cursor == pointed
        await pilot.press("A")
        again = pilot.app.screen
        assert isinstance(again, AdviceCard)
        await until(pilot, lambda: not again.thinks)
        await pilot.press("down", "enter")
        await until(pilot, lambda: pilot.app.screen is screen(pilot))
        assert selection.preview.intent == again.ideas[1].intent
        assert (session.intents, session.battle.world.dice) == ([], dice)


async def test_what_an_idea_leads_on_to_is_pointed_at_once_it_is_done(play: Play) -> None:
    async with play(game()) as pilot:
        vars(screen(pilot).apart)["thinker"] = Here(pilot)
        selection, session = seat(pilot).selection, screen(pilot).game.session
        await pilot.press("A")
        card = pilot.app.screen
        assert isinstance(card, AdviceCard)
        await until(pilot, lambda: not card.thinks)
        strike = Strike("aldis", target="ogre")
        card.ideas = [attrs.evolve(one, after=strike) for one in card.ideas]
        walks = next(n for n, one in enumerate(card.ideas) if isinstance(one.intent, Move))
        await pilot.press(*["down"] * walks, "enter")
        await until(pilot, lambda: pilot.app.screen is screen(pilot))
        await press(pilot, "enter")
        assert session.intents == [card.ideas[walks].intent]
        assert selection.cursor == session.battle.world["ogre"].at


class Slow(Here):
    """Weighs once it is hurried."""

    def weigh(self, task: Task, haste: Event) -> Weighing:
        haste.wait()
        return super().weigh(task, haste)


async def test_the_foot_of_advice_names_the_keys_of_ideas_once_there_are_some(play: Play) -> None:
    async with play(game()) as pilot:
        vars(screen(pilot).apart)["thinker"] = Slow(pilot)
        await press(pilot, "A")
        card = pilot.app.screen
        assert isinstance(card, AdviceCard)
        foot = shown(pilot).splitlines()[-1]
        assert "J hurry" in foot
        assert "take over" not in foot, "Enter has it say what it has found so far"
        await pilot.press("enter")
        await until(pilot, lambda: not card.thinks)
        await pilot.pause()
        foot = shown(pilot).splitlines()[-1]
        assert "Enter take over" in foot
        assert "J hurry" not in foot


async def test_why_an_opponent_did_what_it_did(play: Play) -> None:
    """The ogre is greedy: it weighs nothing, and what it did is marked among what it might have."""
    async with play(game()) as pilot:
        vars(screen(pilot).apart)["thinker"] = Here(pilot)
        await press(pilot, "full_stop")
        seat(pilot).selection.point(seat(pilot).battle.world["ogre"].at)
        await pilot.press("w", "d")
        await until(pilot, lambda: isinstance(pilot.app.screen, WeighedCard))
        card = pilot.app.screen
        assert isinstance(card, WeighedCard)
        await until(pilot, lambda: not card.thinks)
        assert [one.intent for one in card.ideas if one.made] == [card.deed.intent]
        assert "the commander's values" in " ".join(shown(pilot).split())
        first, *_others = card.ideas
        card.ideas = [attrs.evolve(first, value=value) for value in ("+0.10", "+0.30")]
        card.stand_aside()
        await until(pilot, lambda: "has to be clearly better" in " ".join(shown(pilot).split()))


async def test_several_people_have_no_advice_unless_all_agreed(play: Play) -> None:
    async with play(game(raiders="human")) as pilot:
        await press(pilot, "enter", "A")
        assert not isinstance(pilot.app.screen, AdviceCard)
        assert "only where the setup says so" in shown(pilot)


async def test_opponents_that_weigh_are_seen_to_think_and_hurry_until_the_players_turn(
    play: Play,
) -> None:
    """All that they decide is asked for before its budget is spent, which would take minutes."""
    battle = game(raiders="ai:tactician")
    battle.session.controllers["raiders"] = Tactician(Level(24, 4096, 4096, 1))
    async with play(battle) as pilot:
        await pilot.press("full_stop")
        await until(pilot, lambda: "thinks" in shown(pilot))
        loop = screen(pilot).game_loop
        await pilot.press("J")
        await until(pilot, lambda: loop.settled)
        asked = [one for one in battle.session.intents if one.actor in ("ogre", "wolf")]
        assert len(asked) > 1


async def test_it_is_said_that_an_opponent_thinks_where_it_is_not_seen(play: Play) -> None:
    async with play(game(fog=True)) as pilot:
        unseeing = Memory(seat(pilot).battle, "raiders")
        unseeing.known = frozenset({"ogre", "wolf"})
        now = attrs.evolve(screen(pilot).now, settled=False, memory=unseeing)
        assert now.acting is None
        for thinks, said in ((True, "Somebody out of sight thinks: J has it"), (False, "happens")):
            _where, text = hint(attrs.evolve(now, thinks=thinks), Content(""))
            assert said in str(text)
