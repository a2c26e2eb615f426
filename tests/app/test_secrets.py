"""Secrets: two people at one keyboard, and a creature that one of them never sees.

Every surface is walked twice as the side that never sees Zzyzx: once with it, and once in a twin of
the battle in which somebody else, elsewhere, does something else. Nothing of it may be found, and
nothing may differ: not a figure, not a mark, not the length of a line. Its own side has to find it
by the same walk, or the walk proves nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

import attrs
import pytest
from app.conftest import Play
from app.halls import hall, person
from app.players import game, press, screen, seat, settled, shown, until
from cli.calls import call
from gate import slow
from textual.content import Content
from textual.pilot import Pilot
from textual.timer import Timer
from textual.widgets import OptionList

from tacsim.app.battle.cards.catch_up import CatchUpScreen
from tacsim.app.battle.cards.handover import HandoverScreen
from tacsim.app.battle.cards.question import QuestionCard
from tacsim.app.battle.game_loop import Pace
from tacsim.app.battle.screen import BattleScreen
from tacsim.app.battle.undoing import GoBackCard
from tacsim.app.menus.saves import SavesScreen
from tacsim.app.replay.eyes_card import EyesCard
from tacsim.app.replay.screen import ReplayScreen
from tacsim.app.shell.app import TacsimApp
from tacsim.app.widgets.hints import hint
from tacsim.core.intents import Adjourn, Decline, Delay, EndTurn, Intent, Move, Take
from tacsim.player.game import resumed_game
from tacsim.player.pointing.overlay import overlay_of
from tacsim.storage.journal import Journal
from tacsim.storage.saved import read

pytestmark = pytest.mark.asyncio

FLAT = """
[map]
grid = '''
................
................
................
################
................
................
................
'''
"""
CUBES = """
[map]
topology = "cube"
grid = '''
................
................
................
################
................
................
................
'''
[[map.level]]
z = 1
grid = '''
                
                
                
################
                
                
                
'''
"""  # noqa: W293  # air is written as blanks


@attrs.frozen
class Hidden:
    """The creature behind the wall: who it is, and what it does in its first turn."""

    id: str
    name: str
    kind: str
    at: tuple[int, ...]
    hp: int
    way: tuple[tuple[int, ...], ...] = ()


@attrs.frozen
class Ground:
    """A ruleset's hall, and who is in it."""

    ruleset: str
    map: str
    kinds: tuple[str, str, str]
    zzyzx: Hidden
    twin: Hidden

    def cell(self, x: int, y: int) -> tuple[int, ...]:
        return (x, y) if self.map is FLAT else (x, y, 0)

    @property
    def goals(self) -> str:
        """Whoever is behind the wall holds it there, wherever it stands."""
        way = [self.zzyzx.at, *self.zzyzx.way, self.twin.at, *self.twin.way]
        cells = [list(cell) for cell in way]
        held = f'[[goal]]\nside = "raiders"\nkind = "hold"\ncells = {cells}\nrounds = 90\n'
        return held + '[[goal]]\nside = "heroes"\nkind = "survive"\nrounds = 90\n'

    def written(self, folder: Path, hidden: Hidden) -> Path:
        path = folder / f"{hidden.id}.toml"
        text = hall(
            self.map,
            person("aldis", self.kinds[0], "heroes", self.cell(2, 1), 20),
            person("snag", self.kinds[2], "raiders", self.cell(9, 1), 15),
            person("berta", self.kinds[1], "heroes", self.cell(4, 1), 5),
            person(hidden.id, hidden.kind, "raiders", hidden.at, 10, hidden.name),
            ruleset=self.ruleset,
        )
        at = list(hidden.at)
        hoard = f'[[item]]\nid = "{hidden.id}_sack"\nname = "{hidden.name} sack"\n'
        hoard += f"weight = 9\nat = {at}\n"
        path.write_text(text + f"hp = {hidden.hp}\n" + hoard + self.goals)
        return path


D20 = Ground(
    "d20", FLAT, ("human_fighter", "human_fighter", "goblin"),
    Hidden("zzyzx", "Zzyzx", "ogre", (11, 5), 737, ((10, 5), (9, 5))),
    Hidden("quorl", "Quorl", "orc", (5, 5), 41),
)  # fmt: skip
POOL = Ground(
    "pool", CUBES, ("soldier", "soldier", "bandit"),
    Hidden("zzyzx", "Zzyzx", "ogre", (11, 5, 0), 737, ((10, 5, 0), (9, 5, 0))),
    Hidden("quorl", "Quorl", "archer", (5, 5, 0), 41),
)  # fmt: skip
GROUNDS = pytest.mark.parametrize("ground", [D20, POOL], ids=["d20", "pool"])
WALKED = pytest.mark.parametrize(
    "ground", [D20, pytest.param(POOL, marks=pytest.mark.slow)], ids=["d20", "pool"]
)
"""The same; a walk of every surface takes half a minute, so the gate makes that of ``d20``."""
TRACES = ("zz", "737", "ogre")
"""What nothing else in the battle has to do with: its name and id, its hit points, its kind."""

Surfaces = dict[str, str]


@pytest.fixture(autouse=True)
def notes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is said in passing; it is not drawn, for how long it stays is the clock's affair."""
    said: list[str] = []
    monkeypatch.setattr(TacsimApp, "notify", lambda _self, message, **_more: said.append(message))
    return said


def traces(text: str) -> list[str]:
    """What is found of Zzyzx in a text."""
    return [trace for trace in TRACES if trace in text.lower()]


def plain(text: str) -> str:
    """A text without times, and without the digests of a page's own script and style."""
    text = re.sub(r"\d{4}-\d\d-\d\d[-T ]?\d*[:.]?\d*[:.]?\d*(\+00:00)?", "WHEN", text)
    text = re.sub(r'"timestamp": \d+', "WHEN", text)
    text = re.sub(r"'sha256-[A-Za-z0-9+/=]+'", "DIGEST", text)  # which may spell any two letters
    return re.sub(r"\S+\.tacsim", "FILE", text)


def apart(one: str, other: str) -> list[str]:
    """The first lines in which two texts differ."""
    pairs = zip_longest(one.splitlines(), other.splitlines(), fillvalue="")
    return next([a[:400], b[:400]] for a, b in pairs if a != b)


async def calm(pilot: Pilot[int]) -> None:
    for _ in range(3):
        await pilot.pause()


async def look(pilot: Pilot[int], *keys: str) -> str:
    for key in keys:
        await pilot.press(key)
        await calm(pilot)
    return shown(pilot)


def fogged(ground: Ground, hidden: Hidden, folder: Path):
    return game(ground.written(folder, hidden), fog=True, saved=True)


async def carry_out(pilot: Pilot[int], *intents: Intent) -> None:
    for intent in intents:
        assert screen(pilot).game_loop.submit(intent), intent
        await settled(pilot)


async def first_round(pilot: Pilot[int], ground: Ground, hidden: Hidden) -> Surfaces:
    """Up to Berta's turn: what the heroes are shown when the keyboard comes back to them."""
    await press(pilot, "enter", "right", "enter", "full_stop")
    assert isinstance(pilot.app.screen, HandoverScreen)
    await press(pilot, "enter", "right", "enter", "full_stop")
    ways = [Move(hidden.id, to=to) for to in hidden.way]
    await carry_out(pilot, *ways, EndTurn(hidden.id))
    assert isinstance(pilot.app.screen, HandoverScreen)
    found = {"hand-over": shown(pilot)}
    await pilot.press("c")
    await calm(pilot)
    catching = pilot.app.screen
    assert isinstance(catching, CatchUpScreen)
    frames = [shown(pilot)]
    while not catching._missed.over:
        frames.append(await look(pilot, "right"))
    found["catch-up"] = "\n".join(frames)
    await look(pilot, "enter")
    await press(pilot, "enter")
    return found


async def battle_walk(pilot: Pilot[int], cell: tuple[int, ...]) -> Surfaces:
    """Everything that can be looked at in one's turn."""
    found: Surfaces = {}
    battle = screen(pilot)
    await pilot.resize_terminal(140, 45)
    await calm(pilot)
    found["board"] = shown(pilot)
    await pilot.resize_terminal(80, 24)
    await calm(pilot)
    found["narrow"] = shown(pilot)
    await pilot.resize_terminal(140, 45)
    await calm(pilot)
    cycled = [await look(pilot, "tab") for _ in range(5)]
    found["tab"] = "\n".join(cycled)
    battle.seat.selection.point(cell)
    battle.commands.pointing.pointed()
    await calm(pilot)
    found["cell"] = shown(pilot)
    found["why"] = await look(pilot, "w", "c")
    await look(pilot, "escape")
    intents = len(battle.game.session.intents)
    refusals = []
    for key in ("a", "c", "f"):
        refusals.append(await look(pilot, key))
        await look(pilot, "escape")
    assert len(battle.game.session.intents) == intents
    found["refusals"] = "\n".join(refusals)
    found["acts"] = await look(pilot, "d")
    await look(pilot, "escape")
    views = []
    for _ in range(4):
        battle.seat.selection.point(cell)
        views.append(await look(pilot, "x", "x"))
    found["looking"] = "\n".join(views)
    found["log"] = await look(pilot, "L", "a")
    await look(pilot, "escape")
    found["recap"] = await look(pilot, "R")
    if battle.seat.recap:
        for _line in battle.seat.recap:
            found["recap"] += await look(pilot, "down")
        await look(pilot, "escape")
    found["undo"] = ""
    while not isinstance(pilot.app.screen, GoBackCard):
        found["undo"] += await look(pilot, "u")  # what can be taken back, then where to go back to
    await look(pilot, "escape")
    found["side view"] = await look(pilot, "e")
    await look(pilot, "e", "e")
    found["help"] = await look(pilot, "question_mark")
    await look(pilot, "escape")
    found["palette"] = await palette(pilot)
    app = pilot.app
    found["title"] = f"{app.title} {app.sub_title} {app.screen.title} {app.console_options!r}"
    found["plans"] = _planned(battle)
    return found


def _planned(battle: BattleScreen) -> str:
    """What is said and drawn of the plan for each cell of the map: costs, warnings, marks."""
    field, found = battle.seat.playback.battle.world.field, []
    for x in range(field.width):
        for y in range(field.height):
            battle.seat.selection.point((x, y, 0)[: field.axes])
            where, would = hint(battle.now, Content(""))
            found.append(f"{where} {would} {overlay_of(battle.seat.selection, {}, planning=True)}")
    return "\n".join(found)


async def palette(pilot: Pilot[int]) -> str:
    """The command palette, and everything that it offers."""
    behind = pilot.app.screen
    await pilot.press("ctrl+p", *"quit")
    await until(pilot, lambda: "Leave the game" in shown(pilot))
    offered = [f"{one.title} {one.help}" for one in pilot.app.get_system_commands(behind)]
    text = shown(pilot)
    await look(pilot, "escape", "escape")
    return "\n".join([text, *offered])


async def lists(pilot: Pilot[int]) -> Surfaces:
    """The lists of saves, in whatever they name."""
    found = {}
    for name in ("continue", "replays"):
        pilot.app.open_screen(name)
        await calm(pilot)
        assert isinstance(pilot.app.screen, SavesScreen)
        found[f"list: {name}"] = shown(pilot)
        await look(pilot, "escape")
    return found


async def asked_eyes(pilot: Pilot[int]) -> str:
    """The question through whose eyes, once it is there."""
    for _ in range(300):
        await pilot.pause(0.01)
        if isinstance(pilot.app.screen, EyesCard):
            await calm(pilot)
            return shown(pilot)
    raise AssertionError("nobody asked")


async def ready(pilot: Pilot[int]) -> ReplayScreen:
    for _ in range(400):
        await pilot.pause(0.01)
        replay = next((s for s in pilot.app.screen_stack if isinstance(s, ReplayScreen)), None)
        if replay is None or replay.reel.busy:
            continue
        if None not in replay.branches.verdicts.values():
            await calm(pilot)
            return replay
    raise AssertionError("the replay never came")


async def tell(pilot: Pilot[int], *keys: str) -> str:
    """Press keys in a replay, and wait until what they begin is done."""
    for key in keys:
        await pilot.press(key)
        await ready(pilot)
    return shown(pilot)


async def replay_walk(pilot: Pilot[int], side: str) -> Surfaces:
    """Everything in a replay, through a side's eyes."""
    found = {"eyes": await asked_eyes(pilot)}
    found["behind the question"] = "\n".join(_strips(pilot, pilot.app.screen_stack[-2]))
    await pilot.press(*(["down"] if side == "raiders" else []), "enter")
    replay = await ready(pilot)
    assert replay.reel.timeline.side == side
    frames, before = [await tell(pilot, "home")], -1
    while before != replay.reel.timeline.position:
        before = replay.reel.timeline.position
        frames.append(await tell(pilot, "right"))
    found["replay"] = "\n".join(frames)
    found["replay: turns"] = "\n".join([await tell(pilot, "T") for _ in range(4)])
    found["replay: log"] = await tell(pilot, "L", "a")
    await tell(pilot, "escape")
    said = [
        await tell(pilot, *keys) for keys in ("m", "o", "d", "M", "n", "N", ("tab", "tab", "n"))
    ]
    found["replay: said"] = "\n".join(said)
    found["replay: cells"] = await tell(pilot, "x", "right", "right", "x")
    found["replay: stops"] = await tell(pilot, "b")
    await tell(pilot, "escape")
    found["tree"] = await tell(pilot, "g")
    found["tree: compare"] = await tell(pilot, "c")
    found["tree: verify"] = await tell(pilot, "v")
    await tell(pilot, "escape")
    found["fork"] = await tell(pilot, "end", "p")
    await look(pilot, "escape")
    found["eyes again"] = await look(pilot, "f")
    await look(pilot, "escape")
    found["replay: help"] = await look(pilot, "question_mark")
    await look(pilot, "escape")
    found["replay: palette"] = await palette(pilot)
    return found


def _strips(pilot: Pilot[int], under) -> Iterator[str]:
    for strip in under._compositor.render_strips():
        yield "".join(part.text for part in strip)


def exports(path: Path, side: str) -> Surfaces:
    """The exports of a save for a side."""
    found = {}
    for form in ("text", "jsonl", "svg", "html", "cast"):
        answer = call("export", path, "--as", form, "--side", side, "-o", "-")
        assert answer.code == 0, answer
        found[f"export: {form}"] = answer.out
    most = call("export", path, "--as", "svg", "--side", side, "--at", "9999", "-o", "-")
    found["export: how many"] = most.err
    return found


async def walked(
    play: Play, folder: Path, ground: Ground, hidden: Hidden, side: str, notes: list[str]
) -> Surfaces:
    """Every surface of a battle, as a side finds it."""
    notes.clear()
    a_game = fogged(ground, hidden, folder)
    cell = ground.cell(9, 5)  # where Zzyzx ends its way
    found: Surfaces = {}
    async with play(a_game, size=(140, 45)) as pilot:
        shared = await first_round(pilot, ground, hidden)
        if side == "heroes":
            found |= shared
        await press(pilot, "full_stop")  # Berta
        await press(pilot, "left", "enter")
        if side == "raiders":
            await press(pilot, "full_stop")
            assert isinstance(pilot.app.screen, HandoverScreen)
            await press(pilot, "enter")
        found |= await battle_walk(pilot, cell)
        if side == "heroes":  # it is Zzyzx's turn when the battle is left
            await press(pilot, "full_stop", "enter")
        await press(pilot, "full_stop")
        assert seat(pilot).playback.battle.decision.actor == hidden.id
        await pilot.press("q")
        await calm(pilot)
        assert a_game.save is not None
        found |= await lists(pilot)
        found["branches"] = call("branches", a_game.save).out
        found["branches: json"] = call("branches", a_game.save, "--json").out
        with Journal.resume(a_game.save):  # another program plays it
            pilot.app.open_screen("continue")
            await calm(pilot)
            await pilot.press("enter")
            found |= await replay_walk(pilot, side)
    found |= exports(a_game.save, side)
    resumed = resumed_game(a_game.save)
    async with play(resumed, size=(140, 45)) as pilot:
        found["resumed"] = shown(pilot)
    found["notes"] = "\n".join(notes)
    a_game.save.unlink()
    return {name: plain(text) for name, text in found.items()}


OPEN = ("board", "narrow", "tab", "cell", "why", "log", "undo", "acts", "plans",
        "replay", "replay: turns", "replay: log", "replay: stops", "replay: said", "tree", "fork",
        "export: text", "export: jsonl", "export: svg", "export: html", "export: cast")  # fmt: skip
"""Surfaces on which its own side finds Zzyzx."""
COUNTED = ("branches", "branches: json")
"""Surfaces that belong to no side: they count steps, and name nobody hidden."""


@WALKED
async def test_who_never_sees_it_finds_no_trace_of_it_anywhere(
    play: Play, tmp_path: Path, ground: Ground, notes: list[str]
) -> None:
    found = await walked(play, tmp_path, ground, ground.zzyzx, "heroes", notes)
    twin = await walked(play, tmp_path, ground, ground.twin, "heroes", notes)
    assert {name: traces(text) for name, text in found.items() if traces(text)} == {}
    assert found.keys() == twin.keys()
    assert {name: apart(found[name], twin[name]) for name in found
            if name not in COUNTED and found[name] != twin[name]} == {}  # fmt: skip


@pytest.mark.slow
@GROUNDS
async def test_its_own_side_finds_it_by_the_same_walk(
    play: Play, tmp_path: Path, ground: Ground, notes: list[str]
) -> None:
    found = await walked(play, tmp_path, ground, ground.zzyzx, "raiders", notes)
    assert [name for name in OPEN if "zz" not in found[name].lower()] == []


# --- questions -----------------------------------------------------------------------------------

DARK = """
[map]
light = "dark"
grid = '''
............
............
............
............
'''
"""


@pytest.fixture
def dark(tmp_path: Path) -> Path:
    """Aldis sees nothing in the dark, and Zzyzx sees it walk by."""
    path = tmp_path / "dark.toml"
    aldis = person("aldis", "human_fighter", "heroes", (3, 1), 10)
    path.write_text(hall(DARK, aldis, person("zzyzx", "orc", "raiders", (5, 2), 20)))
    return path


PAST = Move("aldis", path=((4, 1), (5, 1), (6, 1)), mode="double")
"""Aldis walks by, out of what Zzyzx threatens."""


def on_top(pilot: Pilot[int]) -> type:
    return type(pilot.app.screen)


async def test_a_walk_that_gives_one_unseen_an_opportunity_is_handed_over_to_nobody(
    play: Play, dark: Path
) -> None:
    async with play(game(dark, fog=True, saved=True), size=(120, 40)) as pilot:
        await press(pilot, "enter")  # the raiders
        seat(pilot).selection.point((5, 2))
        await press(pilot, "o")
        await press(pilot, "o")
        assert "Zzyzx lets every opportunity pass" in shown(pilot)
        await press(pilot, "full_stop", "enter")
        await carry_out(pilot, PAST)
        assert on_top(pilot) is BattleScreen
        battle = screen(pilot)
        assert battle.seat.viewer == "heroes"
        assert battle.seat.playback.battle.world["aldis"].at == (6, 1)
        assert Decline("zzyzx") in battle.game.session.intents
        assert traces(shown(pilot)) == []
        assert traces(await look(pilot, "L", "a")) == []
        await look(pilot, "escape")
        assert traces(await look(pilot, "u")) == []


async def test_unless_told_otherwise_one_unseen_strikes_and_stays_nameless(
    play: Play, dark: Path
) -> None:
    async with play(game(dark, fog=True), size=(120, 40)) as pilot:
        await press(pilot, "enter", "full_stop", "enter")
        await carry_out(pilot, PAST)
        assert on_top(pilot) is BattleScreen
        assert Take("zzyzx") in screen(pilot).game.session.intents
        text = shown(pilot)
        assert "omething unseen strikes Aldis" in text
        assert traces(text) == []


async def test_who_is_seen_is_asked_as_ever(play: Play, dark: Path) -> None:
    dark.write_text(dark.read_text().replace('light = "dark"', ""))
    async with play(game(dark, fog=True), size=(120, 40)) as pilot:
        await press(pilot, "enter", "full_stop", "enter")
        screen(pilot).game_loop.submit(PAST)
        await settled(pilot)
        assert on_top(pilot) is HandoverScreen
        await press(pilot, "enter")
        assert on_top(pilot) is QuestionCard


async def test_ground_never_seen_is_told_by_no_place_pointed_at(play: Play, dark: Path) -> None:
    """Aldis stands in the dark: whatever lies about, it is shown the same."""
    told, text = [], dark.read_text()
    for rows in ("............\n" * 4, "......#.....\n,,.....#....\n......###...\n#.....,....#\n"):
        dark.write_text(text.replace("............\n" * 4, rows))
        async with play(game(dark, fog=True), size=(120, 40)) as pilot:
            await press(pilot, "enter", "full_stop", "enter")
            for cell in ((0, 1), (6, 0), (7, 2)):
                seat(pilot).selection.point(cell)
                told.append(await look(pilot, "x", "x"))
                told.append(await look(pilot, "w"))
                await look(pilot, "escape")
    half = len(told) // 2
    assert told[:half] == told[half:]
    assert "Nobody of this side has seen this place." in told[1]


@pytest.mark.parametrize("hidden", [(), *slow(((15,),), ((15, 14),), ((15, 14, 8),)), (25, 8, 7)])
async def test_who_delays_is_asked_as_often_whoever_acts_unseen(
    play: Play, tmp_path: Path, hidden: tuple[int, ...]
) -> None:
    path = tmp_path / "delay.toml"
    people = [person("aldis", "human_fighter", "heroes", (2, 1), 20),
              person("snag", "goblin", "raiders", (9, 1), 12),
              *(person(f"zz{n}", "orc", "raiders", (3 + 2 * n, 5), initiative)
                for n, initiative in enumerate(hidden))]  # fmt: skip
    path.write_text(hall(FLAT, *people))
    asked: list[str] = []
    async with play(game(path, fog=True), size=(120, 40)) as pilot:
        waited = False
        for _ in range(40):
            if on_top(pilot) is HandoverScreen:
                await press(pilot, "enter")
            elif on_top(pilot) is QuestionCard:
                asked.append(shown(pilot))
                await press(pilot, "n")
            else:
                actor = screen(pilot).game.session.decision.actor
                if actor == "aldis" and waited:
                    break
                waited = waited or actor == "aldis"
                await carry_out(pilot, Delay("aldis") if actor == "aldis" else EndTurn(actor))
        await press(pilot, "L")
        assert "waits on" not in shown(pilot)
        await press(pilot, "escape", "u")
        assert "let it pass" not in shown(pilot)
    assert len(asked) == 1  # when Snag has had its turn; before Aldis's own there is nothing to ask
    assert "Aldis may come in now" in asked[0]
    assert "unseen" not in asked[0]
    assert traces(asked[0]) == []


@pytest.mark.parametrize(("at", "waits"), [((11, 5), 0), ((11, 1), 1)])
async def test_a_step_out_of_sight_takes_no_time(
    play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: tuple[int, int], waits: int
) -> None:
    """A step that is seen is waited for; one that is not would tell by how long it takes."""
    path = D20.written(tmp_path, attrs.evolve(D20.zzyzx, at=at, kind="orc"))
    a_game = game(path, fog=True)
    async with play(a_game, size=(120, 40)) as pilot:
        await press(pilot, "enter", "full_stop", "enter", "full_stop")
        battle, waited = screen(pilot), []

        def later(_seconds: float, call) -> Timer:
            waited.append(battle.seat.playback.battle.world["zzyzx"].at)
            return battle.set_timer(0.001, call)

        monkeypatch.setattr(battle, "later", later)
        battle.game_loop.pace = Pace()
        battle.seat.viewer = "heroes"  # at the keys, as if somebody else played the raiders
        battle.game_loop.submit(Move("zzyzx", to=(at[0] + 1, at[1])))
        await settled(pilot)
        assert len(waited) == waits


# --- watching ------------------------------------------------------------------------------------


def left(ground: Ground, folder: Path, *, over: bool = False, **controllers: str) -> Path:
    """A save of a fogged battle that was left in Zzyzx's turn, or ended."""
    a_game = game(ground.written(folder, ground.zzyzx), fog=True, saved=True, **controllers)
    session = a_game.session
    session.controllers = {}
    session.begin()
    for intent in (EndTurn("aldis"), EndTurn("snag"), *([Adjourn()] if over else [])):
        session.submit(intent)
    a_game.close()
    assert a_game.save is not None
    return a_game.save


@GROUNDS
async def test_a_battle_that_is_over_is_seen_whole(
    keep: Path, tmp_path: Path, ground: Ground
) -> None:
    path = left(ground, tmp_path, over=True)
    async with TacsimApp(keep=keep, replay=path).run_test(size=(140, 45)) as pilot:
        replay = await ready(pilot)
        assert replay.reel.timeline.side is None
        assert traces(await tell(pilot, "end")) == ["zz", "737"]
        await tell(pilot, "f")  # through the heroes' eyes it is as it was for them, marks and all
        assert replay.reel.timeline.side == "heroes"
        assert traces("\n".join([await tell(pilot, "left") for _ in range(9)])) == []


async def test_who_plays_alone_watches_with_ones_own_eyes_and_may_ask_for_everything(
    keep: Path, tmp_path: Path
) -> None:
    path = left(D20, tmp_path, raiders="ai:greedy")
    async with TacsimApp(keep=keep, replay=path).run_test(size=(140, 45)) as pilot:
        replay = await ready(pilot)
        assert replay.reel.timeline.side == "heroes"
        assert traces(await tell(pilot, "end")) == []
        await look(pilot, "f")
        assert on_top(pilot) is EyesCard
        await pilot.press("down", "enter")
        await ready(pilot)
        assert "zz" in traces(shown(pilot))


async def test_of_two_people_neither_is_offered_everything(keep: Path, tmp_path: Path) -> None:
    path = left(D20, tmp_path)
    assert read(path).eyes(read(path).main) == ("heroes", "raiders")
    async with TacsimApp(keep=keep, replay=path).run_test(size=(140, 45)) as pilot:
        text = await asked_eyes(pilot)
        assert "Heroes" in text
        assert "Raiders" in text
        assert "Everything" not in text
        await look(pilot, "escape")
        assert not any(isinstance(one, ReplayScreen) for one in pilot.app.screen_stack)


async def test_a_battle_of_the_computer_hides_nothing(tmp_path: Path) -> None:
    saved = read(left(D20, tmp_path, heroes="ai:greedy", raiders="script"))
    assert saved.eyes(saved.main) == (None, "heroes", "raiders")


async def test_the_list_of_saves_names_the_side_that_is_next(keep: Path, tmp_path: Path) -> None:
    left(D20, tmp_path)
    async with TacsimApp(keep=keep).run_test(size=(140, 45)) as pilot:
        pilot.app.open_screen("continue")
        await calm(pilot)
        (option,) = pilot.app.screen.query_one(OptionList).options
        assert "next: Raiders" in str(option.prompt)
        assert traces(str(option.prompt)) == []


async def test_playing_on_is_handed_over_and_comes_back_to_nobodys_eyes(
    keep: Path, tmp_path: Path
) -> None:
    path = left(D20, tmp_path)
    async with TacsimApp(keep=keep, replay=path).run_test(size=(140, 45)) as pilot:
        await asked_eyes(pilot)
        await pilot.press("enter")
        replay = await ready(pilot)
        text = await tell(pilot, "end", "p")
        assert "Round 1, Aldis's choice." in text  # though it is Zzyzx that is next
        assert "from round 1" in text
        await look(pilot, "b")
        await settled(pilot)
        assert on_top(pilot) is HandoverScreen
        assert read(path).current.first == 1  # before the first intent, which was Aldis's
        await look(pilot, "enter", "q")
        assert replay not in pilot.app.screen_stack


async def test_what_is_done_with_a_branch_keeps_the_eyes_and_tells_no_steps(
    keep: Path, tmp_path: Path
) -> None:
    path = left(D20, tmp_path)
    async with TacsimApp(keep=keep, replay=path).run_test(size=(140, 45)) as pilot:
        await asked_eyes(pilot)
        await pilot.press("enter")
        replay = await ready(pilot)
        text = await tell(pilot, "g", "f")  # fought again, as a branch
        assert len(replay.reel.timeline.saved.branches) == 2
        assert replay.reel.timeline.side == "heroes"
        assert traces(text) == []
        text = await tell(pilot, "c")
        assert "The fog still hides what they differ in" in text
