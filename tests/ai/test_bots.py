"""Bots of one's own: what they are shown, what comes of their faults, and who lets them run."""

from __future__ import annotations

import gc
import logging
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

import pytest
from cli.calls import call

import tacsim
from tacsim.ai import OPPONENTS, bots
from tacsim.ai.bots import bot
from tacsim.api.bots import Passed, Told, bot_in
from tacsim.api.opening import scenario_of
from tacsim.content.setup import begin
from tacsim.core.agenda import Moving
from tacsim.core.components import Behaviour, DiceState, Exposure
from tacsim.core.intents import Move
from tacsim.rules.engine import start, submit
from tacsim.rules.perception import known_to
from tacsim.rules.ruleset import Ruleset
from tacsim.session.controllers import controllers_for, opponent
from tacsim.session.headless import play_out
from tacsim.session.perception import Memory
from tacsim.session.session import Session
from tacsim.session.trust import LOG, TRUSTED, Fault, complain, is_bot, trust
from tacsim.session.view import APART, View

EXAMPLES = Path(__file__).parents[2] / "examples"
ARENA, MINE = EXAMPLES / "arena.toml", f"{EXAMPLES / 'my_bot.py'}:Bot"


@pytest.fixture(autouse=True)
def _trusting(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test lets run is not let run in the next."""
    monkeypatch.setenv(TRUSTED, "")


def written(folder: Path, choose: str, name: str = "bot") -> str:
    """A trusted bot whose method does this."""
    path = folder / f"{name}.py"
    path.write_text(f"class Bot:\n    def choose(self, view):\n        {choose}\n")
    trust(f"{path}:Bot")
    return f"{path}:Bot"


def fight(blue: str, caplog: Any = None, **given: Any) -> Session:
    """A battle in the arena between a bot and ``quick``, to its end."""
    scenario = scenario_of(ARENA)
    chosen = {"blue": f"ai:{blue}", "red": "ai:quick"}
    session = Session(begin(scenario, seed=4, **given), controllers_for(scenario, chosen))
    LOG.propagate = True
    play_out(session, 30, lambda _entries: None)
    return session


# --- what a bot is shown ------------------------------------------------------------------------


def everything(thing: object) -> Iterator[object]:
    """Whatever can be reached from something by its attributes and what they hold.

    Code and rulesets are no part of a battle.
    """
    stop = (ModuleType, type, FunctionType, MethodType, BuiltinFunctionType, Ruleset)
    seen, waiting = {id(thing)}, [thing]
    while waiting:
        one = waiting.pop()
        yield one
        for other in gc.get_referents(one):
            if id(other) not in seen and not isinstance(other, stop):
                seen.add(id(other))
                waiting.append(other)


def texts(thing: object) -> set[str]:
    """The texts that can be reached from something."""
    return {one for one in everything(thing) if isinstance(one, str)}


def hunted() -> tuple[Any, str, list[str]]:
    """A battle in fog at its first decision, the side that decides, and whom it does not know."""
    battle = begin(scenario_of("ogre_warren"), seed=987_654_321_123, fog=True)
    start(battle)
    side = battle.world[battle.decision.actor].side
    hidden = [name for name in battle.world.ids if name not in known_to(battle, side)]
    assert hidden
    return battle, side, hidden


def test_nothing_that_can_be_reached_from_a_view_is_hidden():
    battle, side, hidden = hunted()
    battle.world.put(battle.decision.actor, Exposure(tuple(hidden)))  # by whom it was let pass
    view = View.of(battle, side, Memory(battle, side))
    list(view.choices())
    reached = list(everything(view))
    assert any(one is view.rules for one in reached)
    assert len(reached) > 1_000
    assert side in texts(view)
    assert texts(view).isdisjoint(hidden)
    assert not any(one is battle or one is battle.world or one is battle.world.field
                   for one in reached)  # fmt: skip
    assert battle.world.dice.seed not in [one for one in reached if isinstance(one, int)]
    assert not any(isinstance(one, Behaviour) and one.holds for one in reached)


def test_what_was_worked_out_for_others_is_not_in_reach():
    """Opponents keep what they work out beside the rules and the ground, foes and all."""
    scenario = scenario_of("griffon_cliff")
    playing = controllers_for(scenario, {side.id: "ai:greedy" for side in scenario.sides})
    session = Session(begin(scenario, seed=2, fog=True), playing)
    session.begin()
    battle = session.battle
    while not (battle.ruleset.memo and battle.ruleset.likenesses):
        session.advance()
    for side in scenario.sides:
        memory = Memory(battle, side.id)
        for all_seen in (False, True):
            memory.remembered |= all_seen
            rules = View.of(battle, side.id, memory).rules
            assert not rules.ruleset.memo
            assert not rules.ruleset.likenesses
            assert rules.world.field is not battle.world.field


def test_the_dice_of_a_view_are_never_those_of_the_battle():
    battle = begin(scenario_of(ARENA), seed=7)
    start(battle)
    view = View.of(battle, "blue")
    for one in (view, view.fork(), view.fork(7)):
        dice: DiceState = one.rules.world.dice
        assert dice.seed >= APART > 2**63
        assert one.rules.dice.faces(0, 40, 20) != battle.dice.faces(0, 40, 20)
    with pytest.raises(ValueError, match="0 or more"):
        view.fork(-1)


def test_what_is_tried_out_in_a_view_stays_there():
    battle = begin(scenario_of(ARENA), seed=7)
    start(battle)
    before = battle.world.state
    view = View.of(battle, battle.world[battle.decision.actor].side)
    trial = view.fork(1)
    for _step in range(20):
        trial.submit(trial.choices().options[-1])
    assert trial.round > view.round
    assert battle.world.state == before
    assert view.decision == battle.decision


def test_nobody_is_shown_where_others_are_on_their_way_to():
    """Rhea runs past Bran, who may strike at her: he sees her next step and no more."""
    battle = begin(scenario_of(ARENA), seed=7)
    start(battle)
    while battle.decision.actor != "rhea":
        submit(battle, tacsim.intents.EndTurn(battle.decision.actor))
    beside = battle.world["bran"].body.moved((1, 0))
    battle.world.put("rhea", type(battle.world["rhea"].position)(beside))
    submit(battle, Move("rhea", to=(6, 0)))
    assert battle.decision.question == "opportunity"

    def path(of: Any) -> int:
        return next(len(one.path) for one in of.world.agenda.frames if isinstance(one, Moving))

    assert path(battle) > 1
    assert path(View.of(battle, "blue").rules) == 1
    assert path(View.of(battle, "red").rules) == path(battle)


def test_a_view_answers_as_the_battle_does():
    battle = tacsim.load(ARENA, seed=7)
    side = battle[battle.decision.actor].side
    view = View.of(battle.rules, side)
    assert view.choices().options == battle.choices().options
    for option in battle.choices():
        assert view.check(option)
        assert view.forecast(option) == battle.forecast(option)
    assert not view.check({"intent": "strike", "target": "rhea"})
    assert view.forecast({"intent": "strike", "target": "rhea"}).reason == "total_cover"
    assert view.threat("bran") == battle.threat("bran")
    assert view.reach("bran") == battle.reach("bran")
    assert view.measure("bran", "rhea") == battle.measure("bran", "rhea")
    assert {one.side for one in view.friends} == {side}
    assert len(view.foes) == 2
    assert (view.sides, view.over, view.winner) == (("blue", "red"), False, None)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow if name in ("tactician", "warlord") else ())
        for name in sorted(OPPONENTS)
    ],
)
def test_opponents_choose_the_same_whatever_dice_will_fall(name):
    """They are asked about the same state with other dice, far into a battle."""
    battle = begin(scenario_of(ARENA), seed=5)
    session = Session(battle, {side: opponent("greedy") for side in ("blue", "red")})
    session.begin()
    for _step in range(6):
        session.advance()
    told = [opponent(name).choose(other, other.decision)
            for other in (battle.fork(), battle.fork(seed=1), battle.fork(seed=2))]  # fmt: skip
    assert told[0] == told[1] == told[2]


# --- faults -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("choose", "words"),
    [
        ("return None", ""),
        ("return 1 / 0", "line 3: ZeroDivisionError: division by zero"),
        ("raise RuntimeError('one\\ntwo')", "line 3: RuntimeError: one two"),
        ("raise SystemExit(3)", "line 3: SystemExit: 3"),
        ("raise type('Mine', (BaseException,), {})('of its own')", "line 3: Mine: of its own"),
        ("raise type('Odd', (Exception,), {'__str__': lambda one: 1 / 0})", "line 3: Odd"),
        ("return 7", "an intent, an option or a table is wanted, not int"),
        ("return {'intent': 'jump'}", "jump"),
        ("return {'intent': 'strike', 'target': 'bran'}", "strike is refused: "),
        ("from tacsim.intents import Stand; return Stand('ralf')", "No module named"),
        ("from tacsim.core.intents import Stand; return Stand('ralf')", "stand: b"),
        ("from tacsim.core.intents import Stand; return Stand(view.actor.id)", "stand is refused"),
        ("from tacsim.core.intents import Move; return Move(view.actor.id, to='nowhere')", ""),
    ],
)
def test_whatever_a_bot_does_the_battle_goes_on(choose, words, tmp_path, caplog):
    """Its creatures do nothing, and each fault is told once, in one line."""
    name = written(tmp_path, choose)
    session = fight(name)
    assert session.over
    assert session.battle.world.outcome.winner == "red"
    acted = Counter(type(one).__name__ for one in session.intents
                    if session.battle.world[one.actor].side == "blue")  # fmt: skip
    assert set(acted) <= {"EndTurn", "Decline"}
    lines = [one.getMessage() for one in caplog.records if one.name == LOG.name]
    assert len(lines) == len(set(lines))
    if words:
        assert any(line.startswith(f"{name}: ") and words in line for line in lines)
    assert all("\n" not in line for line in lines)
    assert bool(lines) == (choose != "return None")


def test_faults_that_differ_in_what_they_say_are_of_one_kind(tmp_path, monkeypatch):
    """Told of the first, and by ten and a hundred of them; those who hand on tell of all."""
    lines, faults = list[str](), list[Fault]()
    monkeypatch.setattr(LOG, "handlers", [Told(lines.append), Passed(faults.append)])
    for n in range(130):
        complain(Fault(f"{tmp_path}: no {n}", f"{tmp_path}: no"))
    complain(Fault(f"{tmp_path}: other", f"{tmp_path}: other"))
    assert lines == [
        f"{tmp_path}: no 0", f"{tmp_path}: no 9 (10 times by now)",
        f"{tmp_path}: no 99 (100 times by now)", f"{tmp_path}: other",
    ]  # fmt: skip
    assert [fault.times for fault in faults] == [1, 9, 90, 1]


def test_one_that_keeps_the_battle_waiting_is_told_of(tmp_path, monkeypatch):
    """This one waits for that."""
    monkeypatch.setattr(bots, "PATIENCE", 0.0)
    there = tmp_path / "told"
    waits = f"from pathlib import Path\n        while not Path({str(there)!r}).exists(): pass"
    name, lines = written(tmp_path, waits), list[str]()

    def told(line: str) -> None:
        lines.append(line)
        monkeypatch.setattr(bots, "PATIENCE", 60.0)
        there.touch()

    monkeypatch.setattr(LOG, "handlers", [Told(told)])
    assert fight(name).over
    assert lines == [f"{name} has not answered for 0 seconds, and is waited for"]


def test_a_file_that_has_changed_is_run_anew(tmp_path):
    name = written(tmp_path, "return 1")
    kinds = [type(bot(name)._bot)]
    written(tmp_path, "return 2")
    os.utime(name.rpartition(":")[0], ns=(0, 0))
    kinds += [type(bot(name)._bot), type(bot(name)._bot)]
    assert kinds[0] is not kinds[1]
    assert kinds[1] is kinds[2]


@pytest.mark.parametrize(
    ("written", "text", "words"),
    [
        ("class Bot:\n def choose(self, view): pass\n", "my.py", "my.py:Bot"),
        ("class Bot:\n def choose(self, view): pass\n", " 'my.py:Bot' ", "my.py:Bot"),
        ("from other import Bot\n", "my.py:Bot", "my.py:Bot"),
        ("class A:\n def choose(self, view): pass\n", "my.py:Bot", "my.py:Bot"),
    ],
)  # fmt: skip
def test_a_bot_is_found_in_its_file_without_running_it(written, text, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my.py").write_text(f"open('ran', 'w').close()\n{written}")
    assert bot_in(text) == f"{tmp_path / words}"
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "Python file"),
        ("my.txt", "Python file"),
        ("none.py", "none.py: there is no such Python file"),
        ("folder.py", "folder.py: there is no such Python file"),
        ("~nobody-of-that-name/my.py", "home"),
        ("two.py", "two.py has several bots; one is named by two.py:A"),
        ("no.py", 'no.py has no class with a method "choose"'),
        ("bent.py", "bent.py: line 2: SyntaxError: "),
        ("raw.py", "raw.py: "),
    ],
)
def test_why_a_text_names_no_bot(text, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.py").mkdir()
    chooses = "\n def choose(self, view): pass\n"
    (tmp_path / "two.py").write_text(f"class A:{chooses}class B:{chooses}")
    (tmp_path / "no.py").write_text("class A: pass\n")
    (tmp_path / "bent.py").write_text("\nclass (\n")
    (tmp_path / "raw.py").write_bytes(b"a\0\xff")
    with pytest.raises(ValueError, match=r"\w") as found:
        bot_in(text)
    assert words in str(found.value)
    assert "\n" not in str(found.value)


def test_what_a_bot_prints_is_no_part_of_an_answer(tmp_path, capfd):
    """Neither as it is loaded nor as it plays, here or in other processes."""
    path = tmp_path / "talking.py"
    path.write_text(
        "print('loaded')\nclass Bot:\n    def choose(self, view):\n        print('asked')\n"
    )
    for workers in (1, 2):
        found = call("simulate", ARENA, "--battles", 2, "--side", f"blue=ai:{path}:Bot", "--side",
                     "red=quick", "--trust", "--json", "--workers", workers)  # fmt: skip
        assert found.json["battles"] == 2
        assert "asked" not in found.out + capfd.readouterr().out


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("class Bot(:\n", "line 1: SyntaxError"),
        ("import nothing_like_it\n", "line 1: ModuleNotFoundError: No module named"),
        ("raise SystemExit(3)\n", "line 1: SystemExit: 3"),
        ("Bot = 7\n", 'has no class "Bot" with a method "choose"'),
        ("class Bot: pass\n", 'has no class "Bot" with a method "choose"'),
        ("class Bot:\n def __init__(self, x): pass\n def choose(self, view): pass\n", "TypeError"),
    ],
)
def test_a_file_that_holds_no_bot(text, words, tmp_path):
    path = tmp_path / "faulty.py"
    path.write_text(text)
    trust(f"{path}:Bot")
    with pytest.raises(ValueError, match=r"faulty\.py") as found:
        bot(f"{path}:Bot")
    assert words in str(found.value)
    assert "\n" not in str(found.value)


# --- trust --------------------------------------------------------------------------------------


def test_a_bot_runs_only_where_it_is_trusted(tmp_path):
    path = tmp_path / "loud.py"
    path.write_text(f"open({str(tmp_path / 'ran')!r}, 'w').close()\n")
    trust(MINE)
    with pytest.raises(ValueError, match="--trust"):
        bot(f"{path}:Bot")
    assert not (tmp_path / "ran").exists()
    assert is_bot(f"{path}:Bot")


def test_a_trusted_name_is_that_file_wherever_one_stands(tmp_path, monkeypatch):
    trust(MINE)
    monkeypatch.chdir(EXAMPLES)
    assert bot("my_bot.py:Bot")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match="--trust"):
        bot("my_bot.py:Bot")


def test_a_scenario_cannot_name_one(tmp_path):
    trust(MINE)
    path = tmp_path / "trap.toml"
    path.write_text(ARENA.read_text("utf-8").replace("ai:greedy", f"ai:{MINE}"))
    with pytest.raises(tacsim.ContentError, match="must be human, ai, ai:NAME or script"):
        tacsim.load(path)


def test_the_example_fights(caplog):
    trust(MINE)
    session = fight(MINE)
    assert session.over
    own = [one for one in session.intents if session.battle.world[one.actor].side == "blue"]
    assert {"Move", "Strike"} <= {type(one).__name__ for one in own}
    assert not [one for one in caplog.records if one.levelno >= logging.WARNING]


def test_the_example_fights_in_fog_too():
    trust(MINE)
    assert fight(MINE, fog=True).battle.fog
