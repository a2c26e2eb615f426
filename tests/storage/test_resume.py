"""Resuming: back at the very decision, whenever the program was killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import attrs
import pytest
from storage.fights import BRAWL, DUEL, do, fought, scenario_of

from tacsim.content.setup import begin
from tacsim.model.agenda import Decision
from tacsim.model.intents import Delay, EndTurn, Intent, Move, Ready, Take
from tacsim.play.controllers import ScriptController, controllers_for
from tacsim.play.session import Session
from tacsim.storage.digest import StateDigest
from tacsim.storage.errors import SaveError
from tacsim.storage.journal import Journal
from tacsim.storage.replay import Replay
from tacsim.storage.resume import restore, resume
from tacsim.storage.saved import header_of, read

HOTSEAT = DUEL.replace('"script"', '"human"')


def test_in_the_middle_of_a_step_the_same_question_is_asked_again(tmp_path: Path) -> None:
    scenario = scenario_of(HOTSEAT, tmp_path)
    session = Session(begin(scenario))
    journal = Journal.create(tmp_path, header_of(scenario, session.battle))
    journal.attach(session)
    session.begin()
    for intent in (Move("ann", to=(2, 0)), EndTurn("ann"), Move("bob", to=(3, 3))):
        session.submit(intent)
    assert session.decision == Decision("ann", against="bob", question="opportunity")
    state = StateDigest(session.battle.world).value
    del session
    journal.close()

    with resume(journal.path).journal as again:
        session = resume_session(again)
        assert session.decision == Decision("ann", against="bob", question="opportunity")
        assert StateDigest(session.battle.world).value == state
        session.submit(Take("ann"))
    saved = read(journal.path)
    assert isinstance(saved.steps[-1].intent, Take)
    assert Replay(saved).verified


@pytest.mark.parametrize(
    ("before", "asked", "answer"),
    [
        (
            (Delay("ann"), EndTurn("bob")),
            Decision("ann", question="delay"),
            Take("ann"),
        ),
        (
            (Ready("ann", "reach"), EndTurn("ann"), Move("bob", to=(1, 0))),
            Decision("ann", against="bob", question="ready"),
            Take("ann"),
        ),
        (
            (Ready("ann", target="bob"), EndTurn("ann"), Move("bob", to=(3, 1))),
            Decision("bob"),
            EndTurn("bob"),
        ),
    ],
)
def test_questions_out_of_turn_are_asked_again(
    tmp_path: Path, before: tuple[Intent, ...], asked: Decision, answer: Intent
) -> None:
    scenario = scenario_of(HOTSEAT, tmp_path)
    session = Session(begin(scenario))
    journal = Journal.create(tmp_path, header_of(scenario, session.battle))
    journal.attach(session)
    session.begin()
    for intent in before:
        session.submit(intent)
    assert session.decision == asked
    state = StateDigest(session.battle.world).value
    watch = session.battle.world["ann"].watch
    del session
    journal.close()

    with resume(journal.path).journal as again:
        session = resume_session(again)
        assert session.decision == asked
        assert StateDigest(session.battle.world).value == state
        assert session.battle.world["ann"].watch == watch
        session.submit(answer)
        assert session.decision != asked
    saved = read(journal.path)
    assert saved.steps[-1].intent == answer
    assert Replay(saved).verified


def test_a_surprise_round_is_gone_on_with(tmp_path: Path) -> None:
    text = HOTSEAT.replace('id = "bob"', 'id = "bob"\nconditions = ["unaware"]')
    scenario = scenario_of(text, tmp_path)
    session = Session(begin(scenario))
    journal = Journal.create(tmp_path, header_of(scenario, session.battle))
    journal.attach(session)
    session.begin()
    session.submit(Move("ann", to=(1, 0), mode="five_foot_step"))
    journal.close()
    with resume(journal.path).journal as again:
        session = resume_session(again)
        assert session.battle.world.clock.surprise
        session.submit(EndTurn("ann"))
        assert session.battle.world.clock.round == 1
        assert session.decision == Decision("ann")
    assert Replay(read(journal.path)).verified


def resume_session(journal: Journal) -> Session:
    """The session of a journal that was just opened, played on without it."""
    assert journal.saved is not None
    session = restore(journal.saved)
    journal.attach(session)
    return session


@pytest.mark.parametrize("steps", range(10))
def test_from_any_step_the_script_goes_on_to_the_same_end(tmp_path: Path, steps: int) -> None:
    text = BRAWL.replace("intent = \"strike\"\ntarget = 'bob'", 'intent = "strike"\ntarget = "bob"')
    text = text.replace(do("ann", "take"), do("ann", "take") + do("ann", "move", to=[9, 9]))
    whole = read(fought(tmp_path, text))
    part = attrs.evolve(whole, steps=whole.steps[:steps])
    session = restore(part)
    while session.decision and len(session.intents) < len(whole.steps) - 1:
        session.advance()
    done = [step.intent for step in whole.steps[:-1]]
    assert session.intents == done


def test_a_save_that_has_not_begun_is_begun(tmp_path: Path) -> None:
    scenario = scenario_of(HOTSEAT, tmp_path)
    Journal.create(tmp_path, header_of(scenario, begin(scenario))).close()
    going = resume(tmp_path / "duel.tacsim")
    assert going.session.decision == Decision("ann")
    going.journal.close()
    assert read(tmp_path / "duel.tacsim").begun is not None


def test_the_controllers_of_the_save_play_on(tmp_path: Path) -> None:
    scenario = scenario_of(HOTSEAT, tmp_path)
    battle = begin(scenario)
    header = header_of(scenario, battle, {"foes": "ai:greedy"})
    Journal.create(tmp_path, header).close()
    going = resume(tmp_path / "duel.tacsim")
    assert list(going.session.controllers) == ["foes"]
    going.journal.close()
    header = header_of(scenario, battle, {"foes": "ai:nobody"}, name="other")
    Journal.create(tmp_path, header).close()
    with pytest.raises(SaveError, match="nobody"):
        resume(tmp_path / "other.tacsim")
    with Journal.resume(tmp_path / "other.tacsim"):
        pass  # the failed attempt has let go of the file


def test_where_todays_rules_lead_elsewhere_it_cannot_be_gone_on_with(tmp_path: Path) -> None:
    saved = read(fought(tmp_path))
    for changes in (
        {"intent": Move("ann", to=(9, 3))},
        {"intent": Move("ann", to=(1, 2, 3))},
        {"mark": attrs.evolve(saved.steps[1].mark, digest=bytes(8))},
    ):
        odd = attrs.evolve(saved.steps[1], **changes)
        other = attrs.evolve(saved, steps=(saved.steps[0], odd, *saved.steps[2:]))
        with pytest.raises(SaveError, match="step 2"):
            restore(other)


def test_the_recovered_copy_of_a_damaged_save_is_played_on(tmp_path: Path) -> None:
    path = fought(tmp_path)
    path.write_bytes(path.read_bytes()[:-31])
    going = resume(path)
    steps = len(going.session.intents)
    assert going.session.advance()
    going.journal.close()
    assert len(read(going.journal.path).steps) == steps + 1
    assert read(path).lost


PLAYER = """
import sys, time
from pathlib import Path
from storage.fights import scenario_of
from tacsim.content.scenarios import read_scenario
from tacsim.content.setup import begin
from tacsim.play.controllers import controllers_for
from tacsim.play.session import Session
from tacsim.storage.journal import Journal
from tacsim.storage.saved import header_of

scenario = read_scenario(sys.argv[1])
session = Session(begin(scenario), controllers_for(scenario, auto=True))
journal = Journal.create(Path(sys.argv[1]).parent, header_of(scenario, session.battle))
journal.attach(session)
session.begin()
print("begun", flush=True)
while session.advance():
    print(len(session.intents), flush=True)
"""


@pytest.mark.skipif(os.name != "posix", reason="kills a process the hard way")
@pytest.mark.parametrize("delay", [0.0, 0.05, 0.2])
def test_killed_at_any_moment_nothing_that_was_offered_is_lost(
    tmp_path: Path, delay: float
) -> None:
    big = DUEL.replace('kind = "dummy"', 'kind = "dummy"\nhp = 900')
    scenario_of(big, tmp_path)
    paths = os.pathsep.join([str(Path(__file__).parents[1]), str(Path(__file__).parents[2])])
    with subprocess.Popen(
        [sys.executable, "-c", PLAYER, str(tmp_path / "trial.toml")],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": paths},
        text=True,
    ) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "begun\n"
        time.sleep(delay)
        program.send_signal(signal.SIGKILL)
        told = program.stdout.read().split()
    whole = [int(line) for line in told if line.isdecimal()]
    saved = read(tmp_path / "duel.tacsim")
    assert len(saved.steps) >= max(whole, default=0)
    going = resume(tmp_path / "duel.tacsim", controllers_for(saved.scenario, auto=True))
    assert len(going.session.intents) == len(saved.steps)
    assert going.session.decision is not None
    assert going.session.advance()
    going.journal.close()
    assert Replay(read(going.journal.path)).verified


def test_a_script_that_is_gone_on_with_knows_where_it_was(tmp_path: Path) -> None:
    saved = read(fought(tmp_path))
    session = restore(attrs.evolve(saved, steps=saved.steps[:3]))
    script = session.controllers["heroes"]
    assert isinstance(script, ScriptController)
    assert script.left(session.battle)
