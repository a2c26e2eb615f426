"""Train a small policy against ``greedy`` from nothing, by the MaskablePPO of stable-baselines3.

    pip install -e ".[env]" sb3-contrib torch
    python examples/train.py --minutes 10

One network looks at each option beside the state of the battle and says how good that is; so what
it learns of an option holds wherever in the list it stands. Every so often the policy fights
battles that it does not learn from; what it wins is printed, and drawn into ``curve.svg``.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import torch
from matplotlib.figure import Figure
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import SubprocVecEnv
from torch import nn

from tacsim.sim.env import Features, env
from tacsim.sim.stats import wilson

SIDE, FOE = "blue", "red"
HELD_OUT = 1_000_000
"""From which seed on battles are fought that nothing is learnt from."""
IDLE = 0.01
"""What each decision costs: some acts are free, and could be done for ever."""
MEASURED = 5
"""How often it is measured on the way."""


class OneSide(gym.Env[np.ndarray, int]):
    """The environment of the one agent that is left when an opponent plays the other side."""

    def __init__(self, scenario: str, options: int, foe: str, seed: int) -> None:
        self._battles = env(scenario, options=options, opponents={FOE: foe}, damage=1.0)
        self.observation_space = self._battles.observation_space(SIDE)["observation"]
        self.action_space = self._battles.action_space(SIDE)
        self.features: Features = self._battles.unwrapped.features
        self._seed: int | None = seed

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[np.ndarray, dict]:
        """The next battle; ``options``: ``{"seed": n}`` for a certain one."""
        self._battles.reset(seed=(options or {}).get("seed", self._seed))
        self._seed = None
        return self._look(), {}

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, dict]:
        """Carry out an option."""
        self._battles.step(int(action))
        _seen, reward, over, broken_off, _info = self._battles.last(observe=False)
        won = self._battles.unwrapped.battle.winner == SIDE
        return self._look(), reward - IDLE, over, broken_off, {"won": won}

    def _look(self) -> np.ndarray:
        seen = self._battles.observe(SIDE)
        self._mask = seen["action_mask"]
        return seen["observation"]

    def action_masks(self) -> np.ndarray:
        """Which options there are."""
        return self._mask.astype(bool)


class Scores(nn.Module):
    """A score for each option, and a value of the state, out of the flat observation."""

    def __init__(self, state: int, option: int, count: int, width: int = 64) -> None:
        super().__init__()
        self.state, self.shape = state, (count, option)
        self.latent_dim_pi, self.latent_dim_vf = count, width
        self.broad = nn.Sequential(nn.Linear(state, width), nn.Tanh())
        self.each = nn.Sequential(
            nn.Linear(width + option, width), nn.Tanh(), nn.Linear(width, width), nn.Tanh(),
            nn.Linear(width, 1),
        )  # fmt: skip
        self.value = nn.Sequential(
            nn.Linear(state, width), nn.Tanh(), nn.Linear(width, width), nn.Tanh()
        )

    def forward(self, flat: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Both, of a batch of observations."""
        return self.forward_actor(flat), self.forward_critic(flat)

    def forward_actor(self, flat: torch.Tensor) -> torch.Tensor:
        """The scores of the options."""
        options = flat[:, self.state :].reshape(-1, *self.shape)
        beside = self.broad(flat[:, : self.state]).unsqueeze(1).expand(-1, self.shape[0], -1)
        return self.each(torch.cat([beside, options], 2)).squeeze(2)

    def forward_critic(self, flat: torch.Tensor) -> torch.Tensor:
        """What the value is read from."""
        return self.value(flat[:, : self.state])


class OptionPolicy(MaskableActorCriticPolicy):
    """The policy whose choice among options rests on their scores alone."""

    def __init__(self, *args: Any, sizes: tuple[int, int, int], **given: Any) -> None:
        self._sizes = sizes
        super().__init__(*args, **given)

    def _build_mlp_extractor(self) -> None:
        self.mlp_extractor = Scores(*self._sizes)

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        self.action_net = nn.Identity()  # the scores are the logits
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1))


def won(model: MaskablePPO | None, battles: OneSide, count: int) -> int:
    """How many of some battles that nothing is learnt from are won; None chooses at random."""
    wins, dice = 0, np.random.default_rng(0)
    for n in range(count):
        seen, _ = battles.reset(options={"seed": HELD_OUT + n})
        over = broken_off = False
        info: dict[str, bool] = {}
        while not (over or broken_off):
            mask = battles.action_masks()
            if model is None:
                action = int(dice.choice(np.flatnonzero(mask)))
            else:
                action = int(model.predict(seen, action_masks=mask)[0])
            seen, _reward, over, broken_off, info = battles.step(action)
        wins += info["won"]
    return wins


class Watch(BaseCallback):
    """Measures as it goes, and ends when the time is over."""

    def __init__(self, battles: OneSide, minutes: float, count: int) -> None:
        super().__init__()
        self._battles, self._count = battles, count
        self._began, self._seconds = time.monotonic(), minutes * 60
        self.curve: list[tuple[float, int, int]] = []

    def _on_step(self) -> bool:
        return time.monotonic() - self._began < self._seconds

    def _on_rollout_start(self) -> None:
        minutes = (time.monotonic() - self._began) / 60
        if len(self.curve) > minutes * MEASURED / (self._seconds / 60):
            return
        wins = won(self.model, self._battles, self._count)
        self.curve.append((minutes, self.num_timesteps, wins))
        print(
            f"{minutes:5.1f} min {self.num_timesteps:7} steps: {wins}/{self._count} won", flush=True
        )


def drawn(curve: list[tuple[float, int, int]], random: int, count: int, path: Path) -> None:
    """Draw what was won over the minutes, with its 95 % interval."""
    figure = Figure(figsize=(7, 4))
    axes = figure.subplots()
    minutes = [at for at, _steps, _wins in curve]
    bounds = [wilson(wins, count) for _at, _steps, wins in curve]
    axes.plot(minutes, [wins / count for _at, _steps, wins in curve], marker="o")
    axes.fill_between(minutes, *zip(*bounds, strict=True), alpha=0.2)
    axes.axhline(random / count, linestyle="--", color="grey", label="at random")
    axes.set(xlabel="minutes", ylabel="battles won against greedy", ylim=(0, 1))
    axes.legend()
    figure.savefig(path)


def main() -> None:
    """Train, and say how it went."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--scenario", default=str(Path(__file__).with_name("arena.toml")), help="of blue and red"
    )
    parser.add_argument("--foe", default="greedy")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--options", type=int, default=48)
    parser.add_argument("--battles", type=int, default=30, help="of each measurement")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=Path("curve.svg"))
    asked = parser.parse_args()
    torch.set_num_threads(1)

    def maker(n: int) -> Any:
        seed = asked.seed + 100_000 * n
        return lambda: OneSide(asked.scenario, asked.options, asked.foe, seed)

    held_out = maker(0)()
    random = won(None, held_out, asked.battles)
    print(f"at random: {random}/{asked.battles} won against {asked.foe}", flush=True)
    features = held_out.features
    model = MaskablePPO(
        OptionPolicy, SubprocVecEnv([maker(n) for n in range(asked.workers)]),
        policy_kwargs={"sizes": (features.state_size, features.option_size, asked.options)},
        n_steps=1024 // asked.workers, batch_size=256, n_epochs=8, gamma=0.98, gae_lambda=0.95,
        ent_coef=0.002, learning_rate=2e-3, seed=asked.seed, device="cpu",
    )  # fmt: skip
    watch = Watch(held_out, asked.minutes, asked.battles)
    model.learn(10**9, callback=watch)
    model.get_env().close()
    wins = won(model, held_out, 2 * asked.battles)
    low, high = wilson(wins, 2 * asked.battles)
    print(f"trained: {wins}/{2 * asked.battles} won ({low:.0%} - {high:.0%})")
    watch.curve.append((asked.minutes, model.num_timesteps, round(wins / 2)))
    drawn(watch.curve, random, asked.battles, asked.out)


if __name__ == "__main__":
    main()
