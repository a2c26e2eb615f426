"""The digest of the state: the same wherever and however the state came about."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from storage.fights import BRAWL, scenario_of

from tacsim.content.setup import begin
from tacsim.core.components import Conditions, HitPoints, Sides, Traits
from tacsim.core.intents import Take
from tacsim.core.terrain import make_battlefield
from tacsim.core.world import World
from tacsim.session.controllers import controllers_for
from tacsim.session.session import Session
from tacsim.storage.digest import StateDigest, component_hash


def empty() -> World:
    return World(make_battlefield("..."), Sides(()))


changes = st.lists(
    st.tuples(st.sampled_from("abc"), st.builds(HitPoints, st.integers(-9, 9), st.integers(0, 9)))
)


@given(changes)
def test_following_changes_and_looking_afresh_agree(many: list[tuple[str, HitPoints]]) -> None:
    world = empty()
    digest = StateDigest(world)
    for index, (creature, hp) in enumerate(many):
        world.put(creature, hp)
        if index % 2:
            assert digest.value == StateDigest(world).value
    assert digest.value == StateDigest(world).value


@given(changes)
def test_the_way_to_a_state_does_not_matter(many: list[tuple[str, HitPoints]]) -> None:
    last = dict(many)
    a, b = empty(), empty()
    for creature, hp in many:
        a.put(creature, hp)
    for creature in sorted(last, reverse=True):
        b.put(creature, last[creature])
    assert StateDigest(a).value == StateDigest(b).value


def test_whose_a_component_is_and_of_which_kind_matters() -> None:
    hp = HitPoints(1, 2)
    assert component_hash("a", hp) != component_hash("b", hp)
    assert component_hash("a", hp) != component_hash(None, hp)
    assert component_hash("a", Conditions()) != component_hash("a", Traits())


def test_each_event_of_a_fight_changes_it_and_a_refusal_does_not(tmp_path: Path) -> None:
    scenario = scenario_of(BRAWL, tmp_path)
    session = Session(begin(scenario), controllers_for(scenario))
    digest = StateDigest(session.battle.world)
    seen = {digest.value}
    session.begin()
    for _ in range(10):
        seen.add(digest.value)
        session.advance()
    assert len(seen) == 11
    before = digest.value
    session.submit(Take("ann"))
    assert digest.value == before


def test_it_is_the_same_under_another_hash_seed(tmp_path: Path) -> None:
    scenario_of(BRAWL, tmp_path)
    program = (
        "import sys; from tacsim.content.scenarios import read_scenario;"
        "from tacsim.content.setup import begin; from tacsim.storage.digest import StateDigest;"
        "b = begin(read_scenario(sys.argv[1])); print(StateDigest(b.world).value.hex())"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", program, str(tmp_path / "trial.toml")],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "31337")
    }
    assert len(found) == 1
