"""The environment for training: PettingZoo's own tests, and that it is the battle and no other."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import warnings
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from gate import slow

pettingzoo = pytest.importorskip("pettingzoo", reason="no PettingZoo here: the extra env brings it")

from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test  # noqa: E402

import tacsim  # noqa: E402
from tacsim.core.components import Position  # noqa: E402
from tacsim.core.intents import Decline, EndTurn, FullAttack, Move, Strike, Take  # noqa: E402
from tacsim.sim.env import env, parallel_env  # noqa: E402
from tacsim.sim.env_features import CREATURE, GLOBAL, OPTION  # noqa: E402

ARENA = Path(__file__).parents[2] / "examples" / "arena.toml"


@pytest.fixture(autouse=True)
def _quiet() -> Any:
    """PettingZoo's tests advise on names of agents and on masks of those who do not decide."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield


def raw(*given: Any, **chosen: Any) -> Any:
    """The environment without wrappers, at its first decision."""
    found = env(*given, **chosen).unwrapped
    found.reset(seed=chosen.get("seed", 3))
    return found


def at_random(battles: Any, steps: int, seed: int = 1) -> Any:
    """Take options at random; each step's agent, observation and option."""
    dice = Random(seed)
    for _step in range(steps):
        agent = battles.agent_selection
        seen, _reward, over, broken_off, _info = battles.last()
        if over or broken_off:
            return
        action = dice.randrange(int(seen["action_mask"].sum()))
        yield agent, seen, action
        battles.step(action)


# --- PettingZoo's tests -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "made",
    [
        partial(env, ARENA, options=32, damage=0.5, opponents={"red": "greedy"}),
        *slow(partial(env, ARENA, options=32)),
        *slow(partial(env, ARENA, options=32, fog=True)),
        *slow(partial(env, "dawn_duel", options=16)),
    ],
    ids=["opponent", "arena", "fog", "cubes"],
)
def test_pettingzoo_finds_nothing_wrong(made):
    api_test(made(), num_cycles=30)
    seed_test(made, num_cycles=15)


def test_pettingzoo_finds_nothing_wrong_with_all_asked_at_once():
    parallel_api_test(parallel_env(ARENA, options=32), num_cycles=60)


def test_pettingzoo_finds_nothing_wrong_with_pictures(capsys):
    render_test(partial(env, ARENA, options=32))
    assert "##" in capsys.readouterr().out  # the pillar, as people are shown it


def test_a_picture_is_one_of_the_battle():
    battles = raw(ARENA, render_mode="rgb_array")
    before = battles.render()
    assert len(np.unique(before.reshape(-1, 3), axis=0)) > 20
    for _one in at_random(battles, 6):
        pass
    assert before.shape[2] == 3
    assert not np.array_equal(before, battles.render())


# --- it is the battle ---------------------------------------------------------------------------


def test_an_action_is_an_index_into_the_canonical_options():
    battles, alone = raw(ARENA, options=200), tacsim.load(ARENA, seed=3)
    for agent, seen, action in at_random(battles, 40):
        options = alone.choices().options
        assert agent == alone[alone.decision.actor].side
        assert seen["action_mask"].sum() == len(options)
        alone.submit(options[action])
    for agent in battles.possible_agents:
        assert battles.battle.digest() == alone.digest(), agent


def test_seeds_are_those_of_the_battles_one_after_another():
    battles = raw(ARENA)
    for seed in (3, 4, 5):
        assert battles.battle.digest() == tacsim.load(ARENA, seed=seed).digest()
        battles.reset()
    battles.reset(seed=4)
    assert battles.battle.digest() == tacsim.load(ARENA, seed=4).digest()


def test_a_battle_of_agents_and_opponents_can_be_saved_and_fought_again(tmp_path):
    battles = raw(ARENA, opponents={"red": "greedy"})
    assert battles.possible_agents == ["blue"]
    for agent, _seen, _action in at_random(battles, 12):
        assert agent == "blue"
    path = battles.battle.save(tmp_path / "fight.tacsim")
    assert tacsim.replay(path).verify().ok
    assert tacsim.replay(path).end.digest() == battles.battle.digest()


def test_the_scenario_under_other_rules():
    assert raw(ARENA, ruleset="metric").battle.rules.ruleset.id == "metric"


def test_what_is_left_out_where_there_is_no_room_is_never_an_attack():
    battles, attacks = raw("ogre_bridge", options=24, max_rounds=4), 0
    for _one in at_random(battles, 50):
        offered, every = battles._offered(), battles._chosen(battles.agent_selection).options
        places = [every.index(one) for one in offered]
        assert places == sorted(places)
        assert len(offered) == min(24, len(every))
        kinds = EndTurn | Decline | Strike | FullAttack | Take
        sure = [one for one in every if isinstance(one.intent, kinds)]
        attacks += len(sure) > 1 and len(every) > 24
        if len(sure) <= 24:
            assert set(sure) <= set(offered)
        assert any(isinstance(one.intent, EndTurn | Decline) for one in offered)
    assert attacks


def test_of_moves_those_that_end_nearest_to_a_foe_are_kept():
    battles = raw(ARENA, options=16)
    board, here = battles.battle, battles.agent_selection
    foes = [one.body for one in board.creatures.values() if one.side != here]

    def away(option: Any) -> int:
        return min(board.measure(option.intent.path[-1], foe) for foe in foes)

    every = [one for one in board.choices() if getattr(one.intent, "mode", "") == "walk"]
    kept = [one for one in battles._offered() if one in every]
    left = [one for one in every if one not in kept]
    assert kept
    assert left
    assert max(map(away, kept)) <= min(map(away, left))


def bytes_seen() -> str:
    """What is seen in the first steps of a battle in fog, in short."""
    told = hashlib.sha256()
    for _agent, seen, _action in at_random(raw(ARENA, options=32, fog=True), 12):
        told.update(seen["observation"].tobytes() + seen["action_mask"].tobytes())
    return told.hexdigest()


def test_the_same_bytes_in_any_process():
    program = (
        "import sys; sys.path.insert(0, 'tests')\n"
        "from sim.test_env import bytes_seen; print(bytes_seen())"
    )
    there = subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, "PYTHONHASHSEED": "2"},
        cwd=ARENA.parents[1], capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert there.stdout.strip() == bytes_seen()


# --- what is shown ------------------------------------------------------------------------------


def split(battles: Any, seen: dict[str, Any]) -> tuple[dict[str, float], Any, Any]:
    """An observation in its parts: of the battle, of creatures, of the options there are."""
    flat, count = seen["observation"], int(seen["action_mask"].sum())
    size = battles.features.state_size
    state = dict(zip(GLOBAL, flat[: len(GLOBAL)].tolist(), strict=True))
    creatures = flat[len(GLOBAL) : size].reshape(-1, len(CREATURE))
    options = flat[size:].reshape(-1, battles.features.option_size)
    assert not options[count:].any()
    return state, creatures, options[:count, -len(OPTION) :]


def test_the_numbers_say_what_the_battle_says():
    """Counted anew from the library, on a map ten cells wide."""
    battles = raw(ARENA, options=200)
    for agent, seen, _action in at_random(battles, 30):
        board = battles.battle
        state, creatures, options = split(battles, seen)
        assert state["round"] == pytest.approx(board.round / 20)
        assert state["deciding"] == 1
        assert state["asked"] == (not board.decision.is_turn)
        mine = sorted(board.creatures.values(), key=lambda one: one.side != agent)
        for row, one in zip(creatures.tolist(), mine, strict=True):
            found = dict(zip(CREATURE, row, strict=True))
            assert found["friend"] == (1 if one.side == agent else -1)
            assert found["hp"] == pytest.approx(max(one.hp.current, 0) / one.hp.maximum)
            assert (found["x"], found["y"]) == pytest.approx((one.at[0] / 10, one.at[1] / 10))
            assert found["away"] == pytest.approx(board.measure(board.decision.actor, one.id) / 10)
        foes = [one for one in mine if one.side != agent and board.able(one.id)]
        rows = {(f.mode.name, row.at): row for f in board.choices().families for row in f.rows}
        for told, option in zip(options.tolist(), board.choices(), strict=True):
            found, intent = dict(zip(OPTION, told, strict=True)), option.intent
            if isinstance(intent, Move):
                row = rows[intent.mode, intent.path[-1]]
                gap = min(board.measure(row.at, foe.body) for foe in foes)
                assert found["gap"] == pytest.approx(gap / 10)
                assert found["provokes"] == pytest.approx(len(row.provokes) / 4)
            elif isinstance(intent, Strike):
                assert found["aimed"] == 1


def test_who_does_not_decide_has_no_options():
    battles = raw(ARENA, options=32)
    other = next(one for one in battles.agents if one != battles.agent_selection)
    seen = battles.observe(other)
    assert not seen["action_mask"].any()
    assert split(battles, seen)[0]["deciding"] == 0


def test_in_fog_nothing_tells_of_those_unseen():
    """The same battle with the unseen elsewhere and hurt shows the same."""
    battles = raw("ogre_warren", options=64, fog=True)
    agent, world = battles.agent_selection, battles.battle.rules.world
    known = battles._session.onlookers.memories[agent].known
    hidden = [name for name in world.ids if name not in known]
    assert hidden
    seen = battles.observe(agent)
    twin = raw("ogre_warren", options=64, fog=True)
    for name in hidden:
        one = twin.battle.rules.world[name]
        twin.battle.rules.world.put(name, type(one.hp)(1, one.hp.maximum))
    first = twin.battle.rules.world[hidden[0]]
    away = Position(first.body.moved((0, 1)), first.position.squeezed)
    twin.battle.rules.world.put(hidden[0], away)
    twin._go_on()
    assert hidden[0] not in twin._belief(agent).world
    again = twin.observe(agent)
    assert np.array_equal(seen["observation"], again["observation"])
    assert np.array_equal(seen["action_mask"], again["action_mask"])


def test_in_fog_the_hit_points_of_foes_are_not_known():
    battles = raw(ARENA, options=64, fog=True)
    _state, creatures, _options = split(battles, battles.last()[0])
    assert [row[CREATURE.index("hp")] for row in creatures] == [1, 1, -1, -1]


# --- rewards ------------------------------------------------------------------------------------


@pytest.mark.parametrize("damage", [*slow(0.0), 0.5])
def test_rewards_are_the_outcome_and_the_damage(damage):
    """Added up they are what can be read off the creatures before and after."""
    battles, dice = raw(ARENA, options=200, damage=damage, max_rounds=500), Random(5)
    whole = {name: one.hp.maximum for name, one in battles.battle.creatures.items()}
    given = dict.fromkeys(battles.agents, 0.0)
    while not battles.battle.over:
        count = int(battles.last()[0]["action_mask"].sum())
        battles.step(dice.randrange(count))
        for agent, reward in battles.rewards.items():
            given[agent] += reward
    board = battles.battle
    lost = {name: 1 - max(one.hp.current, 0) / whole[name] for name, one in board.creatures.items()}
    assert board.winner in given
    for agent, reward in given.items():
        own = sum(lost[name] for name, one in board.creatures.items() if one.side == agent)
        foes = sum(lost.values()) - own
        won = 1 if agent == board.winner else -1
        assert reward == pytest.approx(won + damage * (foes - own) / 2)


def test_a_masked_action_costs_the_battle():
    battles = env(ARENA, options=200)
    battles.reset(seed=3)
    seen, *_rest = battles.last()
    agent = battles.agent_selection
    battles.step(int(seen["action_mask"].argmin()))
    assert battles.rewards[agent] == -1
    assert battles.terminations[agent]


def test_a_battle_without_an_end_is_broken_off():
    battles = raw(ARENA, max_rounds=1)
    for _one in at_random(battles, 500):
        pass
    assert all(battles.truncations.values())
    assert not any(battles.terminations.values())
    assert not any(battles.rewards.values())


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        ({"options": 7}, "room for 8 options"),
        ({"render_mode": "3d"}, "render_mode must be one of"),
        ({"opponents": {"green": "greedy"}}, 'unknown side "green"'),
        ({"opponents": {"red": "grrr"}}, 'unknown opponent "grrr"'),
        ({"opponents": {"red": "greedy", "blue": "quick"}}, "no agent is left"),
        ({"ruleset": "pool"}, "not played under pool"),
        ({"ruleset": "dd20"}, 'unknown ruleset "dd20"; did you mean "d20"'),
    ],
)
def test_what_cannot_be_made(chosen, words):
    with pytest.raises(ValueError, match=words):
        env(ARENA, **chosen)


def test_an_option_that_there_is_not():
    with pytest.raises(ValueError, match="no option 127"):
        raw(ARENA).step(127)
