"""Battles to train agents on, by PettingZoo's interface (extra ``env``).

Agents are sides, an action is an index into the options of whoever decides; in fog an agent is
shown what its side believes. ``docs/bots-and-training.md`` says what is shown and rewarded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, TypeAlias

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel
from pettingzoo.utils.wrappers import (
    AssertOutOfBoundsWrapper,
    OrderEnforcingWrapper,
    TerminateIllegalWrapper,
)

from tacsim.api.battle import Battle, Origin, begun
from tacsim.api.opening import scenario_of
from tacsim.api.playing import ENDLESS, MAX_ROUNDS
from tacsim.content.records import Scenario
from tacsim.content.setup import drawn_seed
from tacsim.core.events import Entry, IntentRefused
from tacsim.core.intents import Decline, EndTurn, Intent
from tacsim.i18n import _
from tacsim.rules.battle import Battle as RulesBattle
from tacsim.rules.choices import Choices, Option, choices
from tacsim.rules.perception import believed
from tacsim.session.controllers import all_chosen, opponent
from tacsim.session.session import Session
from tacsim.session.view import View
from tacsim.sim.compare import version_of
from tacsim.sim.env_features import Features
from tacsim.view.maps.drawn import drawn

Observation: TypeAlias = dict[str, NDArray[Any]]

OPTIONS = 128
"""How many options are offered unless told."""
LEAST = 8
"""The fewest that can be."""
ILLEGAL = -1.0
"""The reward of an action that is masked; it ends the battle."""
RENDER_MODES = ("human", "ansi", "rgb_array")


class BattleEnv(AECEnv[str, Observation, int]):  # type: ignore[misc]  # PettingZoo has no types
    """The environment itself; :func:`env` makes one with PettingZoo's usual wrappers.

    ``battle``: the one being fought, which can be saved.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "tacsim_v1", "render_modes": list(RENDER_MODES), "render_fps": 2,
    }  # fmt: skip
    battle: Battle

    def __init__(
        self,
        scenario: Scenario,
        options: int,
        features: Callable[[RulesBattle], Features],
        opponents: Mapping[str, str],
        damage: float,
        max_rounds: int,
        fog: bool | None,
        render_mode: str | None,
    ) -> None:
        if options < LEAST:
            words = _("there must be room for {least} options, not {n}")
            raise ValueError(words.format(least=LEAST, n=options))
        if render_mode not in (None, *RENDER_MODES):
            words = _("render_mode must be one of {modes}, not {mode}")
            raise ValueError(words.format(modes=", ".join(RENDER_MODES), mode=repr(render_mode)))
        chosen = all_chosen(scenario, opponents)
        self._opponents = {side: chosen[side].removeprefix("ai:") for side in opponents}
        self.possible_agents = [one.id for one in scenario.sides if one.id not in opponents]
        if not self.possible_agents:
            raise ValueError(_("opponents play every side, and no agent is left"))
        self.render_mode = render_mode
        self._scenario, self._most = scenario, options
        self._damage, self._max_rounds, self._fog = damage, max_rounds, fog
        self._seed: int | None = None
        opening = Origin(scenario, 0, fog=fog).battle()
        self.features = features(opening)
        size = self.features.state_size + options * self.features.option_size
        self._observed = Dict({
            "observation": Box(-1, 1, (size,), np.float32),
            "action_mask": Box(0, 1, (options,), np.int8),
        })  # fmt: skip
        self.observation_spaces = dict.fromkeys(self.possible_agents, self._observed)
        self.action_spaces = {agent: Discrete(options) for agent in self.possible_agents}
        for side in self._opponents:
            opponent(self._opponents[side])  # whether there is such a one
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Dict:
        """The numbers that an agent is shown, and its mask."""
        return self._observed

    def action_space(self, agent: str) -> Discrete:
        """The options of an agent, by their index."""
        return self.action_spaces[agent]

    # --- playing -----------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a battle with the dice of a seed; without one, of the next seed after the last.

        The first has the scenario's, or one that is drawn. ``options`` are not used.
        """
        if seed is not None:
            self._seed = seed
        elif self._seed is None:
            self._seed = drawn_seed() if self._scenario.seed is None else self._scenario.seed
        else:
            self._seed += 1
        self._begin(self._seed)
        while self._session.over:  # before any agent had a say
            self._seed += 1
            self._begin(self._seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._deciding()

    def _begin(self, seed: int) -> None:
        battle = self.battle = begun(Origin(self._scenario, seed, fog=self._fog))

        def note(intent: Intent | None, entries: list[Entry]) -> None:
            battle.note(intent, [entry.event for entry in entries])

        made = {side: opponent(name) for side, name in self._opponents.items()}
        self._session = Session(battle.rules, made, [note])
        self._in_round = (0, 0)
        self._go_on()

    def step(self, action: int | None) -> None:
        """Carry out an option of the agent that decides, and go on to the next one's decision.

        Errors: ValueError for an option that there is not.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        offered = self._offered()
        if action is None or not 0 <= action < len(offered):
            words = _("there are {n} options, and no option {action}")
            raise ValueError(words.format(n=len(offered), action=action))
        self._cumulative_rewards[agent] = 0.0
        before = self._points() if self._damage else {}
        self._carry_out(offered[action].intent)
        self._go_on()
        self._reward(before)
        self._accumulate_rewards()
        over = self._session.over
        ended = over or self._endless
        for each in self.agents:
            self.terminations[each], self.truncations[each] = over, ended and not over
        if not ended:
            self.agent_selection = self._deciding()

    def _carry_out(self, intent: Intent) -> None:
        """Carry out an intent; one that is refused, as nobody could know, ends the turn."""
        session, decision = self._session, self._session.decision
        assert decision is not None
        entries = session.submit(intent)
        if isinstance(entries[0].event, IntentRefused):
            session.submit((EndTurn if decision.is_turn else Decline)(decision.actor))
        self._count()

    def _go_on(self) -> None:
        """Let the opponents play up to the next decision of an agent."""
        session = self._session
        while session.controller is not None and not self._endless:
            session.advance()
            self._count()
        self._choices: Choices | None = None
        self._kept: Sequence[Option] | None = None
        self._seen: dict[str, Observation] = {}

    def _count(self) -> None:
        """Count the decisions of a round."""
        now, (round_, made) = self.battle.round, self._in_round
        self._in_round = (now, made + 1 if now == round_ else 1)

    @property
    def _endless(self) -> bool:
        """Whether the battle, or its round, has gone on for too long."""
        most = ENDLESS * len(self.battle.rules.world.ids)
        return self.battle.round > self._max_rounds or self._in_round[1] > most

    def _deciding(self) -> str:
        decision = self._session.decision
        assert decision is not None
        return self.battle.rules.world[decision.actor].side

    # --- what is shown -----------------------------------------------------------------------

    def observe(self, agent: str) -> Observation:
        """What an agent is shown; who does not decide has no options."""
        if agent not in self._seen:
            self._seen[agent] = self._observe(agent)
        return self._seen[agent]

    def _observe(self, agent: str) -> Observation:
        shown, mask = self._observed["observation"], np.zeros(self._most, np.int8)
        out = np.zeros(shown.shape or (), np.float32)
        size = self.features.state_size
        decides = self._session.decision is not None and self._deciding() == agent
        if not decides:
            out[:size] = self.features.of_state(self._belief(agent), agent)
            return {"observation": out, "action_mask": mask}
        found = self._chosen(agent)
        offered = self._offered()
        mask[: len(offered)] = 1
        out[:size] = self.features.of_state(found.battle, agent)
        rows = self.features.of_options(found, offered)
        out[size : size + rows.size] = rows.ravel()
        return {"observation": out, "action_mask": mask}

    def _chosen(self, agent: str) -> Choices:
        """The choices of the agent that decides, by what its side believes."""
        if self._choices is None:
            rules, decision = self.battle.rules, self._session.decision
            if not rules.fog:
                self._choices = choices(rules)
            elif decision is not None and decision.is_turn:
                self._choices = Choices(self._belief(agent), decision)
            else:
                memory = self._session.onlookers.memories[agent]
                self._choices = Choices(View.of(rules, agent, memory).rules, decision)
        return self._choices

    def _offered(self) -> Sequence[Option]:
        """The options of the agent that decides, in the order of their indices."""
        if self._kept is None:
            self._kept = self.features.kept(self._chosen(self._deciding()), self._most)
        return self._kept

    def _belief(self, agent: str) -> RulesBattle:
        """What a side believes: in fog what it has seen of the ground and sees of others."""
        memory = self._session.onlookers.memories.get(agent)
        return believed(self.battle.rules, agent) if memory is None else memory.belief

    # --- rewards -----------------------------------------------------------------------------

    def _points(self) -> dict[str, dict[str, float]]:
        """The parts of their hit points that the creatures have left whom each agent knows of."""
        memories = self._session.onlookers.memories
        left = {
            one.id: max(one.hp.current, 0) / (one.hp.maximum or 1)
            for one in self.battle.rules.world.creatures
        }
        return {
            agent: {who: part for who, part in left.items()
                    if agent not in memories or who in memories[agent].known}
            for agent in self.agents
        }  # fmt: skip

    def _reward(self, before: Mapping[str, Mapping[str, float]]) -> None:
        """Reward what the last action, and what followed, has brought to each agent."""
        world, winner = self.battle.rules.world, self.battle.winner
        after = self._points() if before else {}
        for agent in self.agents:
            found = 0.0
            if winner is not None:
                found = 1.0 if world.sides.friendly(agent, winner) else -1.0
            if before:
                then, now = before[agent], after[agent]
                own = sum(world[who].side == agent for who in world.ids)
                for who, part in then.items():
                    friend = world.sides.friendly(agent, world[who].side)
                    lost = part - now.get(who, part)
                    found += self._damage * (-lost if friend else lost) / own
            self.rewards[agent] = found

    # --- pictures ----------------------------------------------------------------------------

    def render(self) -> str | NDArray[np.uint8] | None:
        """The battle as it is: text of its board, a picture, or the text on standard output."""
        if self.render_mode == "rgb_array":
            return _pixels(self.battle)
        text = drawn(self.battle.rules) + "\n"
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Nothing is held open."""


def _pixels(battle: Battle) -> NDArray[np.uint8]:
    """The picture of a battle, as an array of rows of red, green and blue."""
    from io import BytesIO

    from PIL import Image
    from resvg_py import svg_to_bytes

    data = bytes(svg_to_bytes(svg_string=battle._repr_svg_()))
    return np.asarray(Image.open(BytesIO(data)).convert("RGB"))


def env(
    scenario: str | Path | Scenario = "dawn_duel",
    ruleset: str | None = None,
    options: int = OPTIONS,
    features: Callable[[RulesBattle], Features] = Features,
    *,
    opponents: Mapping[str, str] | None = None,
    damage: float = 0.0,
    max_rounds: int | None = None,
    fog: bool | None = None,
    render_mode: str | None = None,
) -> AECEnv[str, Observation, int]:
    """An environment in which agents fight a scenario, one for each side.

    ``ruleset``: another one than the scenario's. ``options``: how many are offered at once.
    ``features``: what is shown, made for the scenario. ``opponents``: by side those that are no
    agents but played by an opponent, such as ``{"red": "greedy"}``. ``damage``: how much the hit
    points count that are lost by known foes, and by friends against it. ``max_rounds``: after which
    the battle is broken off, else as the scenario says, or 100. ``fog``: else as the scenario says.
    Errors: ContentError for the scenario; ValueError for all else that cannot be.

    >>> battles = env("dawn_duel", options=64)
    >>> battles.reset(seed=7)
    >>> battles.agents, battles.agent_selection in battles.agents
    (['blue', 'red'], True)
    >>> seen, reward, over, broken_off, info = battles.last()
    >>> battles.step(int(seen["action_mask"].argmax()))
    """
    found = scenario if isinstance(scenario, Scenario) else scenario_of(scenario)
    if ruleset is not None:
        found = version_of(found, ruleset)
    rounds = max_rounds or found.max_rounds or MAX_ROUNDS
    raw = BattleEnv(found, options, features, opponents or {}, damage, rounds, fog, render_mode)
    checked = TerminateIllegalWrapper(raw, illegal_reward=ILLEGAL)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(checked))


def parallel_env(
    scenario: str | Path | Scenario = "dawn_duel", ruleset: str | None = None, **chosen: Any
) -> ParallelEnv[str, Observation, int]:
    """The same in which all agents are asked at once: of those who do not decide nothing is wanted.

    By PettingZoo's own conversion for games of turns; ``infos[agent]["active_agent"]`` says who
    decides. The arguments are those of :func:`env`.
    """
    return turn_based_aec_to_parallel(env(scenario, ruleset, **chosen))


__all__ = ["BattleEnv", "Features", "env", "parallel_env"]
