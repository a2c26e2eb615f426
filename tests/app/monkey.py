"""A monkey at the keys of the game, in process: whatever it types, nothing may go wrong.

Any number of keys, in sittings with seeds of their own, the same whenever they are typed again::

    PYTHONPATH=tests python -m app.monkey --keys 100000 --seed 7
    PYTHONPATH=tests python -m app.monkey --keys 5000 --screen hexes-fog
    PYTHONPATH=tests python -m app.monkey --keys-file monkey-faults/7-12.json --shrink

After each burst of keys: nothing was raised, in no message and no thread; a battle changed by
accepted intents and by what was taken back alone, and what is shown is what is; a file that is
watched kept its bytes and its date; no name is to be read of a creature that the one at the screen
has never known. At the end the save leads to the state in which the battle was left. Each kind of
fault is printed once, and its keys are kept in ``--keep``.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import secrets
import shutil
import signal
import sys
import tempfile
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import attrs
from app import keyboards
from app.keyboards import SIZES, WAITS, burst, pressed, times
from textual import events
from textual.app import App
from textual.geometry import Size
from textual.keys import REPLACED_KEYS, _character_to_key, _get_unicode_name_from_key
from textual.worker import Worker

import tacsim.app.battle.screen
from tacsim.app.battle.cards.handover import HandoverScreen
from tacsim.app.battle.screen import BattleScreen
from tacsim.app.replay.screen import ReplayScreen
from tacsim.app.shell.app import TacsimApp
from tacsim.app.shell.options import ZOOMS, Options, write_options
from tacsim.content.faults import ContentError
from tacsim.content.scenarios import read_scenario
from tacsim.core.events import Entry
from tacsim.core.intents import Intent
from tacsim.core.world import differences
from tacsim.player.game import Game, new_game
from tacsim.player.kept.own_battles import to_be_changed
from tacsim.rules.battle import Battle
from tacsim.session.perception import Memory
from tacsim.storage.digest import KEPT, StateDigest
from tacsim.storage.errors import SaveError
from tacsim.storage.journal import Journal
from tacsim.storage.resume import resume
from tacsim.storage.saved import read
from tacsim.storage.timeline import Timeline
from tacsim.view.palettes.graphics import GRAPHICS
from tacsim.view.palettes.palette import PALETTES

SCREENS = (
    "new", "gauntlet", "continue", "replays", "rules", "options", "help", "editor",
)  # fmt: skip
"""What is opened from the first screen."""
SITTING = 400
"""Keys that are typed before everything begins anew in another folder."""
SECONDS = 20
"""Seconds of the processor after which a burst of keys hangs."""
PATIENCE = 2
"""Thoughts of opponents that are waited for, as two of them may fight on without an end."""
PLENTY = 200
"""Rounds of the loop after which opponents who go on are not waited for."""
ENDLESS = 100_000
"""Rounds of the loop after which the messages of a burst have no end."""


@attrs.frozen
class Fault:
    """What went wrong: in a word by which faults are told apart, and in full."""

    kind: str
    text: str


@attrs.define
class Sitting:
    """Where a monkey sits, what it types, and what came of it. ``seed`` names its chances."""

    seed: str
    opening: str
    tokens: list[str]
    screen: str = ""
    screens: Counter[str] = attrs.field(factory=Counter)
    fault: Fault | None = None
    keys: int = 0
    bursts: int = 0
    intents: int = 0


# --- what is watched --------------------------------------------------------------------------


class Watched(TacsimApp):
    """The game, with everything noted that goes wrong in it."""

    def __init__(self, watch: Watch, **more: Any) -> None:
        super().__init__(**more)
        self.watch = watch
        self.paints = True

    def _display(self, screen: Any, renderable: Any) -> None:
        if self.paints:
            super()._display(screen, renderable)

    def _handle_exception(self, error: Exception) -> None:
        if self.leaving:
            return  # as the game has it
        self.watch.raised(error)
        self._return_code, self._exception = 1, error
        self._exception_event.set()
        self._close_messages_no_wait()  # what Textual does then, but for the pages of traceback

    def open_battle(self, game: Game) -> None:
        self.watch.see(game)
        super().open_battle(game)

    def open_replay(self, path: Path) -> None:
        self.watch.watches(path)
        super().open_replay(path)


class Ledger:
    """A session's state as the last accepted intent left it."""

    def __init__(self, game: Game) -> None:
        self.game, self.session = game, game.session
        self.intents = len(self.session.intents)
        self.digest = StateDigest(self.session.battle.world)
        self.value = self.digest.value
        self.session.listen(self._took, self._undone)
        self.known: dict[str, frozenset[str]] = {}
        if self.session.battle.fog and game.past is not None:
            self.known = _known_before(game.past)

    def _took(self, intent: Intent | None, entries: list[Entry]) -> None:
        self.value = self.digest.value
        self.intents += intent is not None

    def _undone(self, count: int) -> None:
        self.value = self.digest.value
        self.intents -= 1


def _known_before(past: Timeline) -> dict[str, frozenset[str]]:
    """Whom each side has known at any time in the past of a battle that is gone on with."""
    again = Timeline(past.saved, past.branch)
    sides = [side.id for side in again.battle.world.sides.items]
    known: dict[str, frozenset[str]] = dict.fromkeys(sides, frozenset())
    for position in range(again.length + 1):
        again.seek(position)
        for side in sides:
            known[side] |= Memory(again.battle, side).known
    return known


def state(battle: Battle) -> bytes:
    return StateDigest(battle.world).value


class Watch:
    """Looks after a run of the program, and says what is wrong."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self.ledgers: dict[int, Ledger] = {}
        self.files: dict[Path, tuple[bytes, int, int]] = {}
        self.checks = 0

    def raised(self, error: BaseException, where: str = "") -> None:
        found = traceback.TracebackException.from_exception(error)
        inner: Any = found
        while inner.__cause__ is not None:
            inner = inner.__cause__
        frames = [frame for frame in inner.stack if "/tacsim/" in frame.filename] or inner.stack
        at = ""
        if frames:
            name = frames[-1].filename.rpartition("/tacsim/")[2]
            at = f" in {name}:{frames[-1].name}"
        words = str(inner).strip().splitlines() or [""]
        first = f"{getattr(inner, 'exc_type', type(error)).__name__}: {words[0][:90]}"
        self.faults.append(Fault(f"{where}{first}{at}", "".join(found.format())[-6000:]))

    def wrong(self, what: str, details: str = "") -> None:
        self.faults.append(Fault(what, details))

    def see(self, game: Game) -> Ledger:
        if id(game) not in self.ledgers:
            self.ledgers[id(game)] = Ledger(game)
        return self.ledgers[id(game)]

    def watches(self, path: Path) -> None:
        with contextlib.suppress(OSError):
            self.files[path] = (path.read_bytes(), path.stat().st_mtime_ns, opened[path])

    # --- after each burst ---------------------------------------------------------------------

    def check(self, app: Watched) -> None:
        self.checks += 1
        battles = [screen for screen in app.screen_stack if isinstance(screen, BattleScreen)]
        for screen in battles:
            self.see(screen.game)
            self._battle(screen)
        played = {screen.game.save for screen in battles}
        for one in app.screen_stack:
            if isinstance(one, ReplayScreen) and one.reel.path not in played:
                self._replay(one.reel.path)
        self._secrets(app)
        if any("went wrong" in line for line in text_of(app).splitlines()[:40]):
            self.wrong("the screen says that something went wrong", text_of(app))

    def _battle(self, screen: BattleScreen) -> None:
        ledger, game_loop = self.ledgers[id(screen.game)], screen.game_loop
        if game_loop.thinking is None and ledger.digest.value != ledger.value:
            self.wrong("the battle changed and nobody did anything")
        if ledger.intents != len(ledger.session.intents):
            self.wrong("intents came or went that nobody was told of")
        idle = game_loop.thinking is None and not screen.seat.playback.busy and self.checks % 4 == 0
        if idle and ledger.session.begun and state(screen.seat.playback.battle) != ledger.value:
            self.wrong("what is shown is not what is")

    def _replay(self, path: Path) -> None:
        if path not in self.files:
            self.watches(path)
            return
        before, date, count = self.files[path]
        if not path.exists():
            return
        if opened[path] != count:  # somebody went on with it, as a branch
            self.watches(path)
        elif path.read_bytes() != before or path.stat().st_mtime_ns != date:
            self.wrong("a file that is watched was written to", str(path))

    def _secrets(self, app: Watched) -> None:
        battles = [s for s in app.screen_stack if isinstance(s, BattleScreen)]
        if not battles or any(isinstance(s, ReplayScreen) for s in app.screen_stack):
            return
        screen = battles[-1]
        ledger, battle = self.ledgers[id(screen.game)], screen.game.session.battle
        if not battle.fog or battle.world.outcome.over or screen.seat.over:
            return
        if not screen.seat.people:
            return  # whoever watches opponents alone sees everything
        sides = {screen.seat.viewer}
        decision = battle.decision
        if decision and any(isinstance(one, HandoverScreen) for one in app.screen_stack):
            sides.add(battle.world[decision.actor].side)
        known: set[str] = set()
        for side in sides - {None}:
            known |= ledger.known.get(side or "", frozenset())
            known |= getattr(screen.seat.playback.memories[side or ""], "ever", frozenset())
        shown = text_of(app)
        told = shown + " ".join(str(note.message) for note in app._notifications)
        for creature in battle.world.creatures:
            hidden = creature.name in keyboards.NAMES and creature.id not in known
            if hidden and creature.name in told:
                where = "on the screen" if creature.name in shown else "in a notice"
                lines = [line for line in told.splitlines() if creature.name in line]
                self.wrong(
                    f"a name of somebody unknown {where} ({type(app.screen).__name__})",
                    f"{creature.name}, unknown to {sides}:\n" + "\n".join(lines) + "\n" + shown,
                )

    # --- at the end ---------------------------------------------------------------------------

    def finish(self, folder: Path) -> None:
        """Each save that was written to leads to where its battle was left."""
        last = {ledger.game.save: ledger for ledger in self.ledgers.values()}
        for path, ledger in last.items():
            if path is None or not path.exists() or ledger.game.unsaved:
                continue
            copy = folder / "reopened.tacsim"
            shutil.copyfile(path, copy)
            if not ledger.session.begun:
                continue
            try:
                going = resume(copy)
            except SaveError as error:
                self.wrong(f"a save cannot be gone on with: {error.reason}", str(error))
                continue
            found = state(going.session.battle)
            apart = list(_apart(going.session.battle, ledger.session.battle))
            going.journal.close()
            what = read(copy)
            ends = {branch.last.digest for branch in what.branches if branch.last is not None}
            # another branch may have been gone on with since
            if found != ledger.value and ledger.value[:KEPT] not in ends:
                self.wrong(
                    "a save leads elsewhere than its battle",
                    f"{path.name}: {what.current.length} of {len(ledger.session.intents)} intents\n"
                    + "\n".join(apart),
                )


def _apart(one: Battle, other: Battle) -> Iterator[str]:
    """What is not the same in two battles."""
    states = one.world.state, other.world.state
    for creature, kind in differences(*states, one.world.ids):
        parts = [state.get(kind, {}).get(creature) for state in states]
        yield f"{creature}: {parts[0]!r:.300} / {parts[1]!r:.300}"


opened: Counter[Path] = Counter()
"""How often each save was opened to be written to, and put away."""


def text_of(app: App[Any]) -> str:
    """The text on the screen."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(part.text for part in strip).rstrip() for strip in strips)


@contextlib.contextmanager
def watching(watch: Watch, rng: Random) -> Iterator[None]:
    """Note what would be swallowed, and whom each side has known; chance is the seed's alone."""
    from unittest.mock import patch

    run, update, close = Worker._run, Memory.update, Journal.close
    of = Journal.resume.__func__  # type: ignore[attr-defined]

    async def noted(self: Worker[Any], app: App[object]) -> None:
        await run(self, app)
        error = self.error
        if error and not isinstance(error, SaveError | ContentError | asyncio.CancelledError):
            watch.raised(error, "in a worker: ")

    def updated(self: Any, *before: Any) -> None:
        update(self, *before)
        self.ever = getattr(self, "ever", frozenset()) | self.known

    def taken_up(cls: type[Journal], path: Path | str) -> Journal:
        opened[Path(path)] += 1
        return of(cls, path)  # type: ignore[no-any-return]

    def put_away(self: Journal) -> None:
        close(self)
        opened[self.path] += 1

    def thread_died(found: Any) -> None:
        watch.raised(found.exc_value, "in a thread: ")

    hooks = threading.excepthook, sys.unraisablehook
    threading.excepthook = thread_died
    sys.unraisablehook = lambda found: watch.raised(found.exc_value, "unraisable: ")
    try:
        with (
            patch.object(Worker, "_run", noted),
            patch.object(Memory, "update", updated),
            patch.object(Journal, "resume", classmethod(taken_up)),
            patch.object(Journal, "close", put_away),
            patch.object(tacsim.app.battle.screen, "CALM", rng.choice((0.0, 0.0, 0.0, 0.01))),
            patch.object(secrets, "randbits", rng.getrandbits),
            patch.object(os, "fsync", lambda _stream: None),
        ):
            yield
    finally:
        threading.excepthook, sys.unraisablehook = hooks


# --- typing -----------------------------------------------------------------------------------


def post(app: App[Any], token: str) -> None:
    """Type a token; nothing is waited for."""
    what, _, more = token.partition(" ")
    size, driver = app.size, app._driver
    if what == "@resize":
        width, height = (int(n) for n in more.split("x"))
        if driver is not None:
            driver._size = (width, height)
        app.post_message(events.Resize(Size(width, height), Size(width, height)))
    elif what == "@paste":
        app.post_message(events.Paste("charge 3,4 [bold] \x1b[2J"))
    elif what == "@blur":
        app.post_message(events.AppBlur())
    elif what == "@focus":
        app.post_message(events.AppFocus())
    elif what[0] == "@":
        place, by = more.split()
        x, y = (int(n) for n in place.split(","))
        if x < size.width and y < size.height:
            for kind, button, down in _CLICKS[what]:
                app.post_message(
                    kind(None, x, y, 0, down * int(by), button, False, False, False, x, y)
                )
    else:
        key, count = times(token)
        if len(key) == 1 and not key.isalnum():
            key = _character_to_key(key)
        named = _get_unicode_name_from_key(REPLACED_KEYS.get(key, key))
        for _ in range(count):
            app.post_message(events.Key(key, _character(key, named)))


def _character(key: str, named: str) -> str | None:
    import unicodedata

    try:
        return unicodedata.lookup(named)
    except KeyError:
        return key if len(key) == 1 else None


_CLICKS: dict[str, list[tuple[Any, int, int]]] = {
    "@click": [(events.MouseMove, 0, 0), (events.MouseDown, 1, 0), (events.MouseUp, 1, 0)],
    "@rclick": [(events.MouseDown, 3, 0), (events.MouseUp, 3, 0)],
    "@move": [(events.MouseMove, 0, 0)],
    "@down": [(events.MouseDown, 1, 0)],
    "@up": [(events.MouseUp, 1, 0)],
}


def _scroll(app: App[Any], token: str) -> None:
    _, place, by = token.split()
    x, y = (int(n) for n in place.split(","))
    if x < app.size.width and y < app.size.height:
        kind = events.MouseScrollDown if int(by) > 0 else events.MouseScrollUp
        app.post_message(kind(None, x, y, 0, int(by), 0, False, False, False, x, y))


def over(app: App[Any]) -> bool:
    """Whether the program has ended, or is about to."""
    return app._exit or app._exception is not None or app._closing or app._closed


async def quiet(app: App[Any], watch: Watch) -> None:
    """Wait until everything that was typed has been taken and is shown."""
    loop: Any = asyncio.get_running_loop()
    for _ in range(3):
        for turn in range(ENDLESS):
            await asyncio.sleep(0)
            if not loop._ready:
                break
            if turn > PLENTY and any(not worker.is_finished for worker in app.workers):
                return  # opponents who think so quickly that there is never silence
        else:
            watch.wrong("messages without an end")
            return
        if over(app):
            return
        screen = app.screen
        idle = not (screen._dirty_widgets or screen._callbacks or screen._layout_required)
        if idle and not screen._repaint_required:
            return
        with screen._context():
            screen._on_timer_update()


async def rest(app: App[Any], watch: Watch) -> None:
    """Wait until nobody thinks and everything is shown."""
    await quiet(app, watch)
    for _ in range(PATIENCE):
        if over(app):
            return
        working = [worker for worker in app.workers if not worker.is_finished]
        if not working:
            return
        await asyncio.wait([worker._task for worker in working if worker._task], timeout=5)
        await quiet(app, watch)


# --- a sitting --------------------------------------------------------------------------------


class Monkey:
    """Sits through one sitting: types what it is told, or draws it."""

    def __init__(self, sitting: Sitting, count: int, folder: Path) -> None:
        self.sitting, self.count, self.folder = sitting, count, folder
        self.given_tokens = list(sitting.tokens)
        self.typed: list[str] = []
        self.rng = Random(f"{sitting.seed} {sitting.opening}")
        self.world = Random(f"world {sitting.seed} {sitting.opening}")
        self.watch = Watch()

    async def sit(self) -> None:
        """Run the program, as often as it is left, until all is typed or something is wrong."""
        first = True
        while not self.watch.faults and (
            self.given_tokens if self.given else self.keys < self.count
        ):
            await self._run(self.sitting.opening if first else "start")
            first = False
        if not self.watch.faults:
            self.watch.finish(self.folder)

    def conclude(self) -> None:
        """Write down what came of it."""
        sitting = self.sitting
        sitting.tokens, sitting.keys = self.typed, self.keys
        sitting.intents = sum(len(one.session.intents) for one in self.watch.ledgers.values())
        sitting.fault = self.watch.faults[0] if self.watch.faults else None

    @property
    def given(self) -> bool:
        return bool(self.sitting.tokens)

    @property
    def keys(self) -> int:
        return pressed(self.typed)

    async def _run(self, opening: str) -> None:
        draw = self.world
        options = Options(
            palette=draw.choice(tuple(PALETTES)), motion=draw.random() < 0.3,
            zoom=draw.choice(("auto", *ZOOMS)), walking=draw.random() < 0.2,
            graphics=draw.choice(tuple(GRAPHICS)),
        )  # fmt: skip
        keep = self.folder / "options.toml"
        write_options(keep, options)
        os.environ.pop("NO_COLOR", None)
        if draw.random() < 0.15:
            os.environ["NO_COLOR"] = "1"
        app = Watched(self.watch, keep=keep)
        app.paints = "NO_COLOR" in os.environ or draw.random() < 0.4
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _loop, found: self._raised(found))
        with contextlib.suppress(Exception):  # it has been noted, where it was raised
            async with app.run_test(size=draw.choice(SIZES), notifications=True):
                if self.rng.random() < 0.5:
                    await quiet(app, self.watch)
                self._open(app, opening)
                await self._type(app)
        os.environ.pop("NO_COLOR", None)

    def _raised(self, found: dict[str, Any]) -> None:
        error = found.get("exception")
        if error is not None:
            self.watch.raised(error, "in a task: ")

    def _open(self, app: Watched, opening: str) -> None:
        if opening == "start":
            return
        with app._context():
            if opening.startswith("replay-"):
                name = opening.removeprefix("replay-")
                app.open_replay(self.folder / "saves" / f"{name}.tacsim")
            elif opening.startswith("edit-"):
                name = opening.removeprefix("edit-")
                app.open_editor(to_be_changed(self.folder / "maps" / f"{name}.toml"))
            elif opening in SCREENS:
                app.open_screen(opening)
            else:
                app.open_battle(self._game(opening))

    def _game(self, opening: str) -> Game:
        name, *how = opening.split("-")
        scenario = read_scenario(self.folder / "maps" / f"{name}.toml")
        players = ["human" if "hotseat" in how else "ai:greedy"] * len(scenario.sides)
        players[self.world.randrange(len(players))] = "human"
        controllers = {side.id: who for side, who in zip(scenario.sides, players, strict=True)}
        return new_game(scenario, controllers, seed=self.world.randrange(1000), fog="fog" in how)

    async def _type(self, app: Watched) -> None:
        while not over(app) and not self.watch.faults:
            name = type(app.screen).__name__
            self.sitting.screen = name
            if self.given:
                tokens = self._next()
            elif self.keys < self.count:
                with app._context():
                    bound = _bound(app)
                tokens = burst(self.rng, name, bound, app.size)
            else:
                return
            if not tokens:
                return
            self.sitting.screens[name] += pressed(tokens)
            self.sitting.bursts += 1
            _alarm(SECONDS, self.watch)
            for token in tokens:
                self.typed.append(token)
                if token == "@rest":
                    await rest(app, self.watch)
                elif token == ";":
                    await quiet(app, self.watch)
                elif token.startswith("@slip"):
                    for _ in range(int(token.split()[1])):
                        await asyncio.sleep(0)
                elif token.startswith("@scroll"):
                    _scroll(app, token)
                else:
                    post(app, token)
            _alarm(0, self.watch)
            if not over(app):
                with app._context():
                    self.watch.check(app)

    def _next(self) -> list[str]:
        """The burst that comes next, of what is told."""
        end = next(
            (n for n, token in enumerate(self.given_tokens, 1) if token in WAITS),
            len(self.given_tokens),
        )
        found, self.given_tokens = self.given_tokens[:end], self.given_tokens[end:]
        return found


def _bound(app: App[Any]) -> set[str]:
    try:
        return set(app.screen.active_bindings)
    except Exception:  # a screen that is just going
        return set()


class Hung(KeyboardInterrupt):
    """A burst that has no end is broken off; asyncio lets go of nothing less."""


def _alarm(seconds: float, watch: Watch) -> None:
    def late(_number: int, frame: Any) -> None:
        watch.wrong("it hangs", "".join(traceback.format_stack(frame)))
        raise Hung

    signal.signal(signal.SIGPROF, late)
    signal.setitimer(signal.ITIMER_PROF, seconds, seconds)


def sit(seed: str, opening: str, count: int = SITTING, tokens: list[str] | None = None) -> Sitting:
    """One sitting, in a folder of its own."""
    sitting = Sitting(seed, opening, tokens or [])
    before, where = dict(os.environ), Path.cwd()
    with tempfile.TemporaryDirectory(prefix="monkey-") as place:
        folder = Path(place) / "home"
        shutil.copytree(keyboards.a_home(), folder)
        for name in ("TACSIM_SAVES", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "HOME"):
            os.environ[name] = str(folder / ("saves" if name == "TACSIM_SAVES" else "."))
        os.environ["TZ"] = "UTC"
        os.chdir(folder)
        monkey = Monkey(sitting, count, folder)
        try:
            with watching(monkey.watch, monkey.world), contextlib.suppress(Hung):
                asyncio.run(monkey.sit())
        finally:
            _alarm(0, Watch())
            monkey.conclude()
            os.chdir(where)
            os.environ.clear()
            os.environ.update(before)
            opened.clear()
    return sitting


# --- making it shorter ------------------------------------------------------------------------


def shrunk(sitting: Sitting, tell: Callable[[str], None] = print) -> Sitting:
    """The same fault with fewer keys: halves, quarters and so on are left out while it stays."""
    assert sitting.fault is not None
    best, parts = sitting, 2
    while len(best.tokens) > 1:
        size = max(len(best.tokens) // parts, 1)
        for start in range(0, len(best.tokens), size):
            fewer = best.tokens[:start] + best.tokens[start + size :]
            again = sit(sitting.seed, sitting.opening, tokens=fewer) if fewer else sitting
            if fewer and again.fault is not None and again.fault.kind == sitting.fault.kind:
                best, parts = again, max(parts - 1, 2)
                tell(f"{pressed(best.tokens)} keys")
                break
        else:
            if size == 1:
                break
            parts = min(parts * 2, len(best.tokens))
    return best


# --- the command ------------------------------------------------------------------------------


def report(sitting: Sitting, kept: str = "") -> str:
    """A fault in words, with what makes it happen again."""
    fault = sitting.fault
    assert fault is not None
    return "\n".join((
        f"--- seed {sitting.seed}, {sitting.opening}, {sitting.screen}: {fault.kind}",
        fault.text,
        f"after {sitting.keys} keys, the last: {sitting.tokens[-40:]}",
        f"again: PYTHONPATH=tests python -m app.monkey --keys-file {kept}" if kept else "",
    ))  # fmt: skip


def keep(folder: Path, sitting: Sitting) -> Path:
    """Write down what was typed."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{sitting.seed}-{sitting.opening}.json"
    fault = sitting.fault.kind if sitting.fault else ""
    found = {"seed": sitting.seed, "opening": sitting.opening, "fault": fault}
    path.write_text(json.dumps(found | {"tokens": sitting.tokens}), "utf-8")
    return path


def again(path: Path, *, shorter: bool) -> int:
    """Type what was kept once more."""
    found = json.loads(path.read_text("utf-8"))
    sitting = sit(found["seed"], found["opening"], tokens=found["tokens"])
    if sitting.fault is None:
        print("nothing goes wrong")
        return 0
    if shorter:
        sitting = shrunk(sitting, partial(print, flush=True))
        keep(path.parent, attrs.evolve(sitting, seed=f"{sitting.seed}-short"))
    print(report(sitting))
    print(f"all of it: {sitting.tokens}")
    return 1


def main() -> int:
    """Type a number of keys, and print what goes wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keys", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="begin with this sitting")
    parser.add_argument("--screen", default="", help="only openings whose names begin so")
    parser.add_argument("--sitting", type=int, default=SITTING, help="keys of a sitting")
    parser.add_argument("--keep", type=Path, default=Path("monkey-faults"))
    parser.add_argument("--keys-file", type=Path, help="type these again instead")
    parser.add_argument("--shrink", action="store_true", help="look for fewer that do the same")
    chosen = parser.parse_args()
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        os.environ[name] = "1"
    if chosen.keys_file:
        return again(chosen.keys_file, shorter=chosen.shrink)
    openings = [name for name in keyboards.openings() if name.startswith(chosen.screen)]
    seen: Counter[str] = Counter()
    screens: Counter[str] = Counter()
    keys, intents, sittings, start = 0, 0, 0, time.process_time()
    number = chosen.first
    while keys < chosen.keys:
        opening = Random(f"{chosen.seed}-{number}").choice(openings)
        sitting = sit(f"{chosen.seed}-{number}", opening, chosen.sitting)
        number += 1
        sittings += 1
        keys += sitting.keys
        intents += sitting.intents
        screens += sitting.screens
        if sitting.fault is not None:
            seen[sitting.fault.kind] += 1
            if seen[sitting.fault.kind] == 1:
                print(report(sitting, str(keep(chosen.keep, sitting))), flush=True)
        if sittings % 20 == 0:
            rate = keys / (time.process_time() - start)
            print(f"{keys} keys, {sum(seen.values())} faults of {len(seen)} kinds, "
                  f"{rate:.0f} a second, next {number}", flush=True)  # fmt: skip
    rate = keys / (time.process_time() - start)
    print(f"{keys} keys in {sittings} sittings, {intents} intents, {rate:.0f} a second; "
          f"{sum(seen.values())} faults of {len(seen)} kinds")  # fmt: skip
    for kind, count in seen.most_common():
        print(f"{count:6} {kind}")
    print("keys by screen:", dict(screens.most_common()))
    return 1 if seen else 0


if __name__ == "__main__":
    sys.exit(main())
