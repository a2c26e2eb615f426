"""Every part of the screens alone, in an app of its own: small, large, and with Korean names."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar, cast

import attrs
import pytest
from app.alone import Alone, Bare, Moment, cut, in_korean, moment
from app.players import SCENARIOS, game, shown, until
from app.replay.watchers import Restless, saved, several
from gate import slow
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.pilot import Pilot
from textual.widgets.option_list import Option

from tacsim.ai.weighing.rollouts import Sum
from tacsim.api.thinking import Thinker, Weighed, Weighing
from tacsim.app.battle.cards.acts_card import ActsCard
from tacsim.app.battle.cards.advice_card import AdviceCard
from tacsim.app.battle.cards.handover import HandoverScreen
from tacsim.app.battle.cards.lesson_card import LessonCard
from tacsim.app.battle.cards.question import QuestionCard
from tacsim.app.battle.cards.recap import RecapCard
from tacsim.app.battle.cards.result import ResultCard
from tacsim.app.battle.cards.reward_card import RewardCard
from tacsim.app.battle.cards.stamina import strike_card
from tacsim.app.battle.cards.weighed_card import WeighedCard
from tacsim.app.battle.cards.weighing import WeighingCard
from tacsim.app.battle.cards.why import WhyCard
from tacsim.app.battle.coach import Coach
from tacsim.app.battle.hint import Hint
from tacsim.app.battle.undoing import GoBackCard
from tacsim.app.edit.brushes import Brushes
from tacsim.app.edit.form_card import FormCard
from tacsim.app.edit.lines_card import LinesCard
from tacsim.app.edit.parts import Parts
from tacsim.app.edit.pick_card import Choice as Pick
from tacsim.app.edit.pick_card import PickCard, TickCard
from tacsim.app.edit.screen import EditorScreen
from tacsim.app.edit.tiles_card import TilesCard
from tacsim.app.lab.bench import Bench
from tacsim.app.lab.screen import LabScreen
from tacsim.app.lab.vary_card import VaryCard
from tacsim.app.menus.character_card import CharacterCard
from tacsim.app.menus.fork_card import ForkCard, SureCard
from tacsim.app.menus.help import HelpScreen
from tacsim.app.menus.keys import KeysScreen, PressCard
from tacsim.app.menus.leave_card import LeaveCard
from tacsim.app.menus.lessons import LessonsScreen
from tacsim.app.menus.names_card import NamesCard
from tacsim.app.menus.notices_card import NoticesCard
from tacsim.app.menus.options_card import OptionsCard
from tacsim.app.menus.parties import RulesetCard
from tacsim.app.menus.preview import Preview
from tacsim.app.menus.recent_card import RecentCard
from tacsim.app.menus.rules import RulesScreen
from tacsim.app.menus.text_card import TextCard
from tacsim.app.menus.writing import Judged, WritingScreen
from tacsim.app.replay.branch_tree import BranchTree
from tacsim.app.replay.breakpoints_card import BreakpointsCard
from tacsim.app.replay.compare_card import CompareCard, compared
from tacsim.app.replay.eyes_card import EyesCard
from tacsim.app.replay.review_card import ReviewCard
from tacsim.app.replay.said import Said
from tacsim.app.replay.scrubber import Scrubber, Transport
from tacsim.app.shell.frame import TooSmall
from tacsim.app.shell.keymaps import Keymap
from tacsim.app.shell.keys import BATTLE
from tacsim.app.shell.trouble import Trouble, TroubleScreen
from tacsim.app.widgets.board import BoardView
from tacsim.app.widgets.field import Field, View
from tacsim.app.widgets.goals import GoalLines
from tacsim.app.widgets.headings import heading
from tacsim.app.widgets.keybar import KeyBar
from tacsim.app.widgets.lines import Lines
from tacsim.app.widgets.log import LogScreen
from tacsim.app.widgets.menu import Menu
from tacsim.app.widgets.panels import Folded, Panels
from tacsim.app.widgets.side_view import SideView
from tacsim.content.characters import character
from tacsim.content.editing.manuscript import opened
from tacsim.content.editing.pen import Pen
from tacsim.content.gauntlet import Gauntlet
from tacsim.content.library import lessons
from tacsim.content.naming import stamp
from tacsim.content.runs.recovery import Rested
from tacsim.content.runs.rewards import Reward
from tacsim.content.scenarios import read_scenario
from tacsim.core.events import TurnEnded
from tacsim.core.intents import EndTurn, Move, Strike
from tacsim.grid.cells import Cell
from tacsim.player.forms import creature_form, switches_form
from tacsim.player.gauntlet import Ending
from tacsim.player.going_back import Choice
from tacsim.player.kept.own_battles import Drafting
from tacsim.player.kept.recent import Recent
from tacsim.player.opening import Setup, settings_of
from tacsim.player.pointing.overlay import overlay_of
from tacsim.player.record.deeds import Deed
from tacsim.player.record.past_log import load
from tacsim.player.record.reel import Reel
from tacsim.player.seat import Seat
from tacsim.player.tutor import Tutor
from tacsim.session.account import Tally
from tacsim.session.reviewed import Costly, Reviewed
from tacsim.sim.workers import Processes
from tacsim.storage.event_index import Highlight
from tacsim.storage.saved import read
from tacsim.storage.verify import verify
from tacsim.view.palettes.palette import DARK
from tacsim.view.picture.board import BoardState
from tacsim.view.picture.elevation import Cut

Where = Callable[[str], Path]
"""A scenario of the tests by its name, with the names of the case."""
A_ROUND = tuple(map(EndTurn, ("aldis", "ogre", "brin", "wolf")))
"""Everybody has had a turn, and is flat-footed no more."""


def passing(where: Where) -> Moment:
    """The ogre is asked whether it strikes Aldis, who walks past."""
    way = (6, 5), (7, 5), (8, 6), (9, 5)
    return moment(where("crossing"), *A_ROUND, Move("aldis", path=way))


def state(now: Moment) -> BoardState:
    overlay = overlay_of(now.now.selection, {}, planning=True)
    return BoardState(now.seat.battle, overlay, None, now.seat.viewer)


def in_the_gap(where: Where) -> Moment:
    """Aldis stands before the ogre, at which is pointed."""
    found = moment(where("crossing"), Move("aldis", path=((6, 5), (7, 4))))
    found.seat.selection.point((8, 3))
    return found


# --- around the board -----------------------------------------------------------------------------


def heading_(where: Where) -> Alone:
    lines, now = Lines("heading"), moment(where("crossing")).now
    return Alone(lines, show=lambda: lines.put(heading(now, None, lines.content_size.width)))


def goals(where: Where) -> Alone:
    lines, now = GoalLines(), moment(where("goals")).now
    return Alone(lines, show=lambda: lines.show(now))


def hint(where: Where) -> Alone:
    gap = in_the_gap(where)
    line, now = Hint(gap.seat), gap.now
    return Alone(line, show=lambda: line.begin(now))


def panels(where: Where) -> Alone:
    found, shown = in_the_gap(where), Panels()
    return Alone(shown, show=lambda: shown.show(found.now, found.seat.lines()))


def folded(where: Where) -> Alone:
    found, shown = moment(where("crossing")), Folded("folded")
    shown.styles.height = 3
    return Alone(shown, show=lambda: shown.show(found.now, found.seat.lines()))


def board(name: str, at: Cell) -> Callable[[Where], Alone]:
    def shown(where: Where) -> Alone:
        found, view = moment(where(name)), BoardView("board")
        found.seat.selection.point(at)
        return Alone(view, show=lambda: view.show(state(found)))

    return shown


def side_view(where: Where) -> Alone:
    found, view = moment(where("tower")), SideView("beside", 9)
    view.display = True
    return Alone(view, show=lambda: view.show(state(found), Cut(0, (4, 3, 1)), DARK))


def field(where: Where) -> Alone:
    found, view = in_the_gap(where), Field()
    now, overlay = found.now, state(found).overlay
    return Alone(view, show=lambda: view.show(View(now, overlay, found.seat.lines(), (8, 3))))


def menu(where: Where) -> Alone:
    names = (one.name for one in moment(where("crossing")).seat.battle.world.creatures)
    return Alone(Menu(*(Option(name) for name in names)))


def log(where: Where) -> Alone:
    return Alone(LogScreen(passing(where).seat.lines()))


# --- cards of a battle ----------------------------------------------------------------------------


def recap(where: Where) -> Alone:
    lines = passing(where).seat.lines()
    return Alone(RecapCard(lines, [None] * len(lines), lambda _marks: None))


def question(where: Where) -> Alone:
    found = passing(where)
    assert found.seat.battle.decision is not None
    return Alone(QuestionCard(found.now, found.seat.battle.decision))


def bids(where: Where) -> Alone:
    found = moment(where("stamina"))
    found.seat.selection.point(found.seat.battle.world["kurt"].at)
    intent = found.seat.selection.preview.intent
    assert intent is not None
    card = strike_card(found.now, intent)
    assert card is not None
    return Alone(card)


def defence(where: Where) -> Alone:
    found = moment(where("stamina"), Strike("vera", "kurt", stamina=1))
    assert found.seat.battle.decision is not None
    return Alone(QuestionCard(found.now, found.seat.battle.decision))


def acts(where: Where) -> Alone:
    return Alone(ActsCard(moment(where("tricks")).now, "tess"))


def why(where: Where) -> Alone:
    return Alone(WhyCard(in_the_gap(where).now))


def weighing() -> Weighing:
    """What might have been weighed before the ogre."""
    found = [Move("aldis", path=((8, 5), (9, 5))), Strike("aldis", "ogre"), EndTurn("aldis")]
    best = Sum(1.25, 6.5, 3.0)
    sums = [best, Sum(0.9, 7.0, 6.0), Sum(-0.5, 0.0, 12.25)]
    ideas = (Weighed(*one, 16 - 6 * n, best) for n, one in enumerate(zip(found, sums, strict=True)))
    return Weighing(found[0], found[2], tuple(ideas))


def advice(where: Where) -> Alone:
    now = in_the_gap(where).now
    return Alone(AdviceCard(now, "aldis", lambda _haste: weighing(), lambda _plan: None))


class Thoughtless:
    """Knows beforehand what was weighed."""

    def weigh(self, _task: object, _haste: object) -> Weighing:
        return weighing()


def weighed(where: Where) -> Alone:
    battle = in_the_gap(where).seat.battle
    deeds = [
        Deed("aldis", "ai:greedy", intent, battle.fork)
        for intent in (Strike("aldis", "ogre"), EndTurn("aldis"))
    ]
    return Alone(WeighedCard(battle.world, deeds, cast("Thinker", Thoughtless())))


def handover(where: Where) -> Alone:
    side = moment(where("crossing")).seat.battle.world.sides["raiders"]
    return Alone(HandoverScreen(side.name, lambda: None))


def going_back(where: Where) -> Alone:
    name = moment(where("crossing")).seat.battle.world["aldis"].name
    found = [Choice(2, 1, f"{name} walks to (7, 4)", now=True), Choice(0, 1, "ends", now=False)]
    return Alone(GoBackCard("The dice have fallen.", found, steps=True))


def result(where: Where) -> Alone:
    fight = game(where("crossing"), heroes="ai:greedy")
    fight.session.controllers = dict.fromkeys(fight.session.controllers, Restless())
    fight.session.begin()
    fight.session.run(max_rounds=20)
    return Alone(ResultCard(Seat(fight)))


def reward(where: Where) -> Alone:
    names = [one.name for one in moment(where("crossing")).seat.battle.world.creatures]
    states = ((21, 21), (5, 13), (-3, 11))
    rested = [
        Rested(f"h{n}", name, before, after, 21)
        for n, (name, (before, after)) in enumerate(zip(names, states, strict=False))
    ]
    found = Ending(
        Gauntlet(1, 3, "The Watch", 4.0),
        True,
        (*rested, Rested("h9", "Bren", -12, 0, 21, dead=True)),
        (Reward("night"), Reward("grows", "h0"), Reward("joins", "human_fighter", "Dara")),
        ((0, 0), (21, 26), (34, 34)),
        (0, 1, 0),
    )
    return Alone(RewardCard(found))


class Keyed(Bare):
    """A screen with more keys than fit into a narrow bar."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, f"act({key!r})", text) for key, text in zip(
            "acdefghijk", ("공격", "기회공격", "돌격", "total defence", "withdraw") * 2, strict=True
        )),
        Binding("question_mark", "help", "도움말"),
    ]  # fmt: skip


def too_small(_where: Where) -> Alone:
    """The notice, which only a smaller terminal would show by itself."""
    notice = TooSmall()
    notice.styles.display = "block"
    return Alone(notice)


def key_bar(_where: Where) -> Alone:
    return Alone(Keyed(KeyBar()))


# --- replays --------------------------------------------------------------------------------------


def reel(where: Where) -> Reel:
    found = Reel(saved(where("crossing")))
    found.put_in(load(found.path))
    return found


def said(where: Where) -> Alone:
    a_reel = reel(where)
    a_reel.busy = ""
    a_reel.cycle(1)
    line = Said(a_reel)
    return Alone(line, show=line.show)


def scrubber(_where: Where) -> Alone:
    marks = [Highlight(30, "down"), Highlight(60, "opportunity"), Highlight(75, "critical")]
    rounds = [(1, 1), (40, 2), (42, 3), (99, 4)]
    line = Scrubber("scrubber")
    return Alone(line, show=lambda: line.put(45, 120, marks, rounds))


def transport(_where: Where) -> Alone:
    buttons = Transport("transport")
    return Alone(buttons, show=lambda: buttons.put(0.5, playing=True))


def branches(where: Where) -> Alone:
    """The branches of a save, of which one is verified and one is being verified."""
    names = "다리를 건너서", "강에서", "다리 위의 오우거를 먼저 활로 쏘아 쓰러뜨린다"
    widget, found = BranchTree("branches"), read(several(names, where("crossing")))
    verdicts = {1: verify(found, found.branches[1]), 3: None}

    def show() -> None:
        widget.show(found, 2, verdicts)
        widget.menu.focus()

    return Alone(widget, show=show)


def comparison(where: Where) -> Alone:
    found = read(several(path=where("crossing")))
    return Alone(CompareCard(found, compared(found, found.branches[0], found.branches[1])))


def review(where: Where) -> Alone:
    """A move that cost much, and the luck of both."""
    world = moment(where("crossing")).seat.battle.world
    did, better = Move("aldis", path=((6, 5), (7, 4))), Strike("aldis", "ogre")
    cost = Costly(12, 30, 2, "aldis", "turn", None, did, better, 0.62, 0.1, 4.5, 3.0, 1,
                  ("d20.aoo.provoke",), frozenset(world.ids))  # fmt: skip
    tally = Tally(attacks=12, hits=7, expected=5.25, promised=31.4, landed=44)
    luck = {side.id: tally for side in world.sides.items}
    found = Reviewed((cost, cost, cost), luck, ("heroes",), 20, 20, world, doubt="elsewhere")
    card = ReviewCard(lambda _tell: found)
    card._found = found  # as it is once it is worked out, whenever that will be
    return Alone(card)


def fork(where: Where) -> Alone:
    world = moment(where("crossing")).seat.battle.world
    who = {"heroes": "human", "raiders": "greedy"}
    return Alone(ForkCard(world, "Round 2, after 12 steps of main.", "from step 12", who, "heroes"))


def eyes(where: Where) -> Alone:
    return Alone(EyesCard(reel(where)))


def breakpoints(where: Where) -> Alone:
    return Alone(BreakpointsCard(reel(where)))


# --- menus, and cards over them -------------------------------------------------------------------


def setup(where: Where) -> Setup:
    path = where("crossing")
    scenario = read_scenario(path)
    return Setup(path, scenario, settings_of(scenario))


def preview(where: Where) -> Alone:
    found = Preview(DARK)
    return Alone(found, show=lambda: found.show(setup(where)))


def coach(where: Where) -> Alone:
    """What a lesson says, with the remark on what was done last."""
    lesson = read_scenario(lessons()[0]).lesson
    assert lesson is not None
    line = Coach(moment(where("crossing")).seat, lesson)
    line.styles.height = 5
    assert line.tutor is not None
    line.tutor.saw(TurnEnded("ann"))
    return Alone(line, show=line.refresh)


def lesson_card(_where: Where) -> Alone:
    lesson = read_scenario(lessons()[1]).lesson
    assert lesson is not None
    tutor = Tutor(lesson.steps)
    tutor.number = len(tutor.steps)
    return Alone(LessonCard("Reach", "d20", tutor, more=True))


def text_card(where: Where) -> Alone:
    name = moment(where("crossing")).seat.game.name
    return Alone(TextCard("Name of the branch", name, max_length=40))


def options(_where: Where) -> Alone:
    return Alone(OptionsCard())


def names(where: Where) -> Alone:
    return Alone(NamesCard(setup(where)))


def recent(where: Where) -> Alone:
    one = setup(where)
    assert one.path is not None
    gone = Recent("/nowhere/gone.toml", one.name, "", one.settings)
    there = Recent(str(one.path), one.name, stamp(one.scenario), one.settings)
    return Alone(RecentCard([there, gone]))


def sure(where: Where) -> Alone:
    name = moment(where("crossing")).seat.game.name
    return Alone(SureCard("Delete this save?", f"{name}, round 3.", "delete it", "keep it"))


def press_card(_where: Where) -> Alone:
    return Alone(PressCard(BATTLE[1], Keymap(), ()))


def keys_table(_where: Where) -> Alone:
    return Alone(KeysScreen())


def notices(where: Where) -> Alone:
    fight = moment(where("crossing")).seat.game.name
    return Alone(NoticesCard(["Evened out: other foes have come.", f"{fight} is kept."]))


def ruleset_card(_where: Where) -> Alone:
    return Alone(RulesetCard(("d20", "grid5e")))


def character_card(where: Where) -> Alone:
    name = moment(where("crossing")).seat.battle.world["aldis"].name
    return Alone(CharacterCard(character("d20", name), ()))


def help_page(_where: Where) -> Alone:
    return Alone(HelpScreen())


def lesson_list(_where: Where) -> Alone:
    return Alone(LessonsScreen())


def rules_page(_where: Where) -> Alone:
    return Alone(RulesScreen())


def writing(where: Where) -> Alone:
    text, faulty = where("crossing").read_text("utf-8"), Judged([Content("line 2: no such thing")])
    return Alone(WritingScreen("The crossing", text, lambda _text: faulty))


def trouble(_where: Where) -> Alone:
    save, report = Path("/saves/crossing.tacsim"), Path("/reports/trouble.txt")
    return Alone(TroubleScreen(Trouble(report, save, 12, 3)))


def tried(where: Where, vary: dict[str, list[Any]] | None = None) -> Bench:
    """A battle that has been tried four times, with or without something otherwise."""
    chosen = setup(where)
    chosen.settings.controllers = dict.fromkeys(chosen.settings.controllers, "ai:quick")
    bench = Bench(chosen)
    if vary:
        bench.compare(vary)
    trial = bench.trial
    trial.plans = tuple(attrs.evolve(plan, count=4) for plan in trial.plans)
    trial.fight(Processes(1))
    return bench


def lab(where: Where) -> Alone:
    return Alone(LabScreen(tried(where)))


def lab_of_cases(where: Where) -> Alone:
    return Alone(LabScreen(tried(where, {"ogre.hp": [29, 90]})))


def vary(where: Where) -> Alone:
    return Alone(VaryCard(Bench(setup(where))))


# --- the editor -----------------------------------------------------------------------------------


def editor(where: Where) -> Alone:
    return Alone(EditorScreen(opened(where("crossing")), Drafting()))


def brushes(where: Where) -> Alone:
    found, pen = Brushes(), Pen(opened(where("crossing")), (8, 3), side="raiders")
    return Alone(found, show=lambda: found.show(pen, DARK))


def edit(change: Callable[[], object]) -> None:
    change()


def creature_card(where: Where) -> Alone:
    one = opened(where("crossing"))
    return Alone(FormCard(edit, lambda: creature_form(one, 0)))


def switches_card(where: Where) -> Alone:
    one = opened(where("crossing"))
    return Alone(FormCard(edit, lambda: switches_form(one)))


def sides_card(where: Where) -> Alone:
    node = Lines("node")
    parts = Parts(node, Pen(opened(where("crossing")), (8, 3)), edit, lambda _marks: None)
    return Alone(node, show=parts.sides)


def goals_card(where: Where) -> Alone:
    node = Lines("node")
    parts = Parts(node, Pen(opened(where("goals")), (8, 3)), edit, lambda _marks: None)
    return Alone(node, show=parts.goals)


def pick_card(where: Where) -> Alone:
    names = [one.name for one in moment(where("crossing")).seat.battle.world.creatures]
    return Alone(PickCard("Who?", [Pick(name, name, "strength 2.0") for name in names], names[1]))


def tick_card(where: Where) -> Alone:
    names = [one.name for one in moment(where("crossing")).seat.battle.world.creatures]
    return Alone(TickCard("Who?", [Pick(name, name) for name in names], names[:1]))


def lines_card(where: Where) -> Alone:
    name = moment(where("crossing")).seat.game.name
    return Alone(LinesCard("What it shows", f"{name}.\n" * 3, lambda _text: ""))


def tiles_card(where: Where) -> Alone:
    name = moment(where("crossing")).seat.game.name
    return Alone(TilesCard({f"tile {n} of {name}": n for n in range(1, 40)}))


def leave_card(where: Where) -> Alone:
    name = moment(where("crossing")).seat.game.name
    text = f"Not all of this battle is saved: /games/{name}.tacsim: cannot be written."
    return Alone(LeaveCard("Leave?", text, "Keep it in another file, and leave", "Forget it"))


PARTS = {
    "heading": heading_, "goals": goals, "hint": hint, "panels": panels, "folded": folded,
    "board": board("crossing", (8, 3)), "board_of_hexes": board("hexes", (6, 4)),
    "board_of_cubes": board("tower", (4, 3, 1)), "side_view": side_view, "field": field,
    "menu": menu, "log": log, "recap": recap, "question": question, "bids": bids,
    "defence": defence, "acts": acts, "why": why, "advice": advice, "weighed": weighed,
    "handover": handover, "going_back": going_back,
    "result": result, "reward": reward, "said": said, "scrubber": scrubber, "transport": transport,
    "branches": branches, "comparison": comparison, "fork": fork, "key_bar": key_bar,
    "too_small": too_small,
    "eyes": eyes, "breakpoints": breakpoints, "review": review,
    "lab": lab, "lab_of_cases": lab_of_cases,
}  # fmt: skip


OVER_MENUS = {
    "preview": preview, "coach": coach, "lesson_card": lesson_card, "text_card": text_card,
    "options": options, "names": names, "recent": recent, "sure": sure, "press_card": press_card,
    "keys_table": keys_table, "notices": notices, "ruleset_card": ruleset_card,
    "character_card": character_card, "help": help_page, "lessons": lesson_list,
    "rules": rules_page, "writing": writing, "trouble": trouble, "vary": vary,
    "editor": editor, "brushes": brushes,
    "creature_card": creature_card, "switches_card": switches_card, "sides_card": sides_card,
    "goals_card": goals_card, "pick_card": pick_card, "tick_card": tick_card,
    "lines_card": lines_card, "tiles_card": tiles_card, "leave_card": leave_card,
}  # fmt: skip


@pytest.fixture
def korean(tmp_path: Path) -> Where:
    return lambda name: in_korean(SCENARIOS / f"{name}.toml", tmp_path)


def english(name: str) -> Path:
    return SCENARIOS / f"{name}.toml"


LAYOUTS = 50
"""How often it is looked whether a part, and what it lies in, have taken the room they need."""


async def whole(pilot: Pilot[int]) -> None:
    await pilot.pause()
    card = pilot.app.screen
    if isinstance(card, WeighingCard):
        await until(pilot, lambda: not card.thinks)
    for _ in range(LAYOUTS):
        if cut(pilot.app.screen):
            await pilot.pause(0.02)
    assert cut(pilot.app.screen) == []


@pytest.mark.slow  # the gate has them with Korean names
@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
@pytest.mark.parametrize("part", PARTS)
def test_alone(snap_compare: Any, part: str, size: tuple[int, int]) -> None:
    assert snap_compare(PARTS[part](english), run_before=whole, terminal_size=size)


@pytest.mark.parametrize("size", [(80, 24), *slow(((140, 45),))])
@pytest.mark.parametrize("part", OVER_MENUS)
def test_over_menus_alone(snap_compare: Any, part: str, size: tuple[int, int]) -> None:
    assert snap_compare(OVER_MENUS[part](english), run_before=whole, terminal_size=size)


@pytest.mark.parametrize("part", [*PARTS, *slow(*OVER_MENUS)])
def test_in_korean_widths(snap_compare: Any, korean: Where, part: str) -> None:
    shown = {**PARTS, **OVER_MENUS}[part](korean)
    assert snap_compare(shown, run_before=whole, terminal_size=(60, 20))


@pytest.mark.asyncio
@pytest.mark.parametrize(("graphics", "sign"), [("unicode", "▰"), ("braille", "⣿")])
async def test_two_branches_have_bars_in_the_graphics_chosen(graphics: str, sign: str) -> None:
    app = comparison(english)
    app.palette = attrs.evolve(DARK, graphics=graphics)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: f"{sign * 8}   34/34" in shown(pilot))
