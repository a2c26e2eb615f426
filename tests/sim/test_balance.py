"""Evening out: battles counted, lopsided pairings given up, the same however many fight."""

from __future__ import annotations

import attrs
import pytest

from tacsim.content.generate import Wanted, drafted
from tacsim.content.generate.sketch import HEROES, Task
from tacsim.sim.balance import BATTLES, evened, generated, within
from tacsim.sim.simulate import simulate


def test_so_many_battles_tell_so_much():
    assert within(50, 100, 0.5) > 0.9
    assert within(5, 10, 0.5) < within(50, 100, 0.5)
    assert within(0, 10, 0.5) < 0.01
    assert within(75, 100, 0.75) > 0.9 > within(75, 100, 0.5)


@pytest.mark.slow
def test_what_is_taken_is_even_in_fresh_battles_too():
    draft = drafted(Wanted("d20", 100, "cave"))
    found = evened(draft, workers=2)
    assert found.even
    assert found.fought <= BATTLES
    fresh = simulate(found.draft.scenario, 100, {"heroes": "quick", "foes": "quick"}, 99_000)
    assert 0.3 <= fresh["sides"]["heroes"]["rate"] <= 0.7  # three times what chance makes of 10


@pytest.mark.slow
def test_the_processes_do_not_matter():
    texts = {generated("d20", "ship", seed=2, workers=n).text for n in (1, 2)}
    assert len(texts) == 1


def test_it_can_be_broken_off_and_says_how_far_it_is():
    told = []

    def stop(done, of):
        told.append((done, of))
        if done == 3:
            raise KeyboardInterrupt

    draft = drafted(Wanted("d20", 5, "ship"))
    found = evened(draft, workers=1, progress=stop)
    assert told == [(1, BATTLES), (2, BATTLES), (3, BATTLES)]
    assert not found.complete
    assert found.draft.foes == draft.foes


def test_a_goal_that_decides_the_battle_is_dropped():
    draft = drafted(Wanted("d20", 5, "ship"))
    easy = attrs.evolve(draft, task=Task(HEROES, "survive", "stand for a round", rounds=1))
    battles = 3 * 12  # of three groups, all of them won
    stopped = []

    def stop(done, _of):
        stopped.append(done)
        if done > battles:
            raise KeyboardInterrupt

    assert evened(easy, workers=1, progress=stop).draft.task is None
    assert len(stopped) > battles


def test_the_call_that_makes_it_again_stands_in_the_file():
    made = generated("d20", "fortress-gate", seed=4, difficulty="hard", trial=False)
    first = made.text.splitlines()[0]
    assert "tacsim generate d20 --kind fortress_gate --seed 4 --difficulty hard --no-trial" in first
    assert made.tables["seed"] == 4
    again = generated("d20", "fortress-gate", seed=4, difficulty="hard", trial=False)
    assert again.text == made.text
