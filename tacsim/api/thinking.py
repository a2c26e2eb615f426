"""Thinking beside the game: what the commander would do, weighed in a process of its own.

A thread that works keeps the screen waiting, as both want the interpreter. So what takes long is
handed to one process that lives as long as the game is open: the state of the battle goes there and
the weighing comes back. Where no process can be had it is weighed in the thread that asks, with the
same outcome.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from queue import Empty, SimpleQueue
from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired
from threading import Event, Lock, Thread
from typing import IO, Any

import attrs

from tacsim.ai.playouts.quick import Quick
from tacsim.ai.weighing.tactician import (
    COMMANDER,
    Level,
    SoFar,
    Tactician,
    Weighed,
    Weighing,
    weigh,
)
from tacsim.content.plain import from_plain, to_plain
from tacsim.content.records import Scenario
from tacsim.content.setup import begin
from tacsim.core.agenda import Decision
from tacsim.core.battle import Sightings
from tacsim.core.events import IntentRefused, Rolled
from tacsim.core.intents import EndTurn, Intent
from tacsim.core.world import State
from tacsim.rules.battle import Battle
from tacsim.rules.engine import submit
from tacsim.session.controllers import opponent
from tacsim.session.perception import Gathered, Memory
from tacsim.session.session import Controller

LOOK = 0.05
"""Seconds after which one who waits for an answer looks whether it is wanted sooner."""

COURTESY = 5
"""By how much the process is nicer than the game, which keeps the screen smooth on few cores."""


@attrs.frozen(eq=False)
class Task:
    """What is to be weighed: a decision in a state.

    ``also``: what is weighed besides; ``so_far``: the turn before; ``sightings``: as a battle has
    them; ``eyes``: the side that is advised and what it has gathered, None where it is the opponent
    of a battle that decides, whose belief is its own affair.
    """

    state: State
    decision: Decision
    level: Level = COMMANDER
    also: tuple[Intent, ...] = ()
    so_far: SoFar | None = None
    sightings: Sightings = attrs.field(factory=dict)
    eyes: tuple[str, Gathered] | None = None


def advice_task(battle: Battle, decision: Decision, memory: Memory | None) -> Task:
    """To weigh what a person might do; ``memory``: of the person's side."""
    eyes = None if memory is None or not battle.fog else (memory.side, memory.gathered)
    return Task(dict(battle.world.state), decision, eyes=eyes)


def level_of(controller: str) -> Level | None:
    """How much a controller weighs, in the words of scenario files; None where it weighs nothing.

    >>> level_of("ai:tactician") == COMMANDER, level_of("ai:greedy"), level_of("human")
    (True, None, None)
    """
    kind, _colon, name = controller.partition(":")
    player = opponent(name) if kind == "ai" and name else None
    return player.level if isinstance(player, Tactician) else None


def weighed(battle: Battle, task: Task, hurried: Callable[[], bool]) -> Weighing:
    """Weigh a task on a battle of the same set-up, which is another one afterwards."""
    battle.world.restore(task.state)
    battle.sightings = task.sightings
    seen = battle
    if task.eyes is not None and task.decision.is_turn:
        side, gathered = task.eyes
        memory = Memory(battle, side)
        memory.recall(gathered)
        seen = memory.belief
    return weigh(
        seen, task.decision, task.level, also=task.also, so_far=task.so_far, hurried=hurried
    )


def then(battle: Battle, intent: Intent) -> Intent | None:
    """What one who tries an intent out goes on with in the same turn, as far as no die decides it.

    None where the turn is as good as over, or dice or others come in between, or it is refused.
    ``battle``: as the one who decides knows it; it stays as it is.
    """
    fork = battle.fork()
    fork.fog = False
    events, decision = submit(fork, intent), fork.decision
    if decision is None or not decision.is_turn or decision.actor != intent.actor:
        return None
    if any(isinstance(event, IntentRefused | Rolled) for event in events):
        return None
    found = Quick().choose(fork, decision)
    return None if isinstance(found, EndTurn) else found


class Thinker:
    """Weighs the tasks of one battle, one after another.

    ``scenario`` and ``fog``: with which it was set up.
    """

    def __init__(self, scenario: Scenario, *, fog: bool) -> None:
        self._plain = to_plain(scenario)
        self._fog = fog
        self._lock = Lock()
        self._process: Popen[bytes] | None = None
        self._answers: SimpleQueue[Weighing | str | None] = SimpleQueue()
        self._closed = Event()

    def weigh(self, task: Task, haste: Event) -> Weighing:
        """Weigh a task; once ``haste`` is set, by what has been tried so far.

        It waits for the answer, so it is called in a thread. Errors: OSError once closed.
        """
        with self._lock:
            try:
                return self._asked(task, haste)
            except OSError:
                self._stop()
                if self._closed.is_set():
                    raise
        return weighed(_set_up(self._plain, fog=self._fog), task, haste.is_set)

    def _asked(self, task: Task, haste: Event) -> Weighing:
        """Have the process weigh; OSError where there is none any more."""
        process = self._begun()
        _send(process.stdin, task)
        hurried = False
        while True:
            with suppress(Empty):
                found = self._answers.get(timeout=None if hurried else LOOK)
                break
            if haste.is_set():
                _send(process.stdin, None)
                hurried = True
        if isinstance(found, Weighing):
            return found
        if found is None:
            raise BrokenPipeError
        raise RuntimeError(found)

    def _begun(self) -> Popen[bytes]:
        """The process, which is begun where there is none; OSError."""
        if self._closed.is_set() or not sys.executable:
            raise BrokenPipeError
        if self._process is None:
            command = [sys.executable, "-c", f"from {__name__} import serve; serve()"]
            process = Popen(command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL)  # noqa: S603  # ours
            self._process = process
            Thread(target=self._listen, args=(process,), daemon=True).start()
            _send(process.stdin, (self._plain, self._fog))
            if self._closed.is_set():
                self._stop()
        return self._process or process

    def _listen(self, process: Popen[bytes]) -> None:
        """Take the answers of the process, until it ends."""
        with suppress(EOFError, OSError, ValueError):
            while True:
                self._answers.put_nowait(_receive(process.stdout))
        self._answers.put_nowait(None)

    def begin(self) -> None:
        """Begin the process, so that the first answer does not wait for it."""
        with self._lock, suppress(OSError):
            self._begun()

    def close(self) -> None:
        """End the process; who still waits for it gets no answer."""
        self._closed.set()
        self._stop()

    def _stop(self) -> None:
        process = self._process
        if process is not None and process.poll() is None:
            process.terminate()
            with suppress(TimeoutExpired):
                process.wait(1)


def _send(pipe: IO[bytes] | None, what: object) -> None:
    """Hand something to the process, or an answer back; OSError where nobody takes it."""
    assert pipe is not None
    pickle.dump(what, pipe)
    pipe.flush()


def _receive(pipe: IO[bytes] | None) -> Any:
    """What was handed over at the other end; EOFError where nothing comes any more."""
    assert pipe is not None
    return pickle.load(pipe)  # noqa: S301  # what the program itself has written


class Apart:
    """An opponent that weighs beside the game."""

    def __init__(self, thinker: Thinker, level: Level) -> None:
        self._thinker = thinker
        self._level = level
        self._haste = Event()
        self._so_far: dict[str, SoFar] = {}

    def choose(self, battle: Battle, decision: Decision) -> Intent:
        """What it decides on."""
        haste = self._haste
        so_far = self._so_far.get(decision.actor, SoFar()).at(battle, decision)
        task = Task(dict(battle.world.state), decision, self._level, (), so_far, battle.sightings)
        try:
            found = self._thinker.weigh(task, haste)
        finally:
            self._haste = Event()
        if decision.is_turn:
            self._so_far[decision.actor] = so_far.after(found)
        return found.intent

    def hurry(self) -> None:
        """Have it decide by what it has tried so far, or soon where it has not begun."""
        self._haste.set()


def apart(controllers: Mapping[str, Controller], thinker: Thinker) -> dict[str, Controller]:
    """Controllers by side, those that weigh in the process of a thinker."""
    return {
        side: Apart(thinker, one.level) if isinstance(one, Tactician) else one
        for side, one in controllers.items()
    }


def _set_up(plain: dict[str, Any], *, fog: bool) -> Battle:
    return begin(from_plain(plain, ""), 0, fog=fog)


def serve() -> None:
    """What the process does until the game has gone: weigh what comes in, tell what comes of it.

    Of what it is given, nothing that hurries comes without a task before it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the game ends it
    if sys.platform != "win32":
        os.nice(COURTESY)
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr
    tasks: SimpleQueue[tuple[Task, Event]] = SimpleQueue()
    plain, fog = _receive(source)

    def listen() -> None:
        haste = Event()
        with suppress(EOFError, OSError):
            while True:
                task = _receive(source)
                if task is None:
                    haste.set()
                else:
                    haste = Event()
                    tasks.put_nowait((task, haste))
        os._exit(0)

    Thread(target=listen, daemon=True).start()
    battle = _set_up(plain, fog=fog)
    while True:
        task, haste = tasks.get()
        found: Weighing | str
        try:
            found = weighed(battle.fork(), task, haste.is_set)
        except Exception as error:  # told where it was asked for
            found = repr(error)
        _send(sink, found)


__all__ = [
    "COMMANDER", "Apart", "Level", "Task", "Thinker", "Weighed", "Weighing", "advice_task",
    "apart", "level_of", "weighed",
]  # fmt: skip
