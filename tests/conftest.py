"""Settings that all tests share."""

from __future__ import annotations

import gc
import os
from collections.abc import Generator, Iterator
from contextlib import suppress
from functools import lru_cache
from importlib import import_module
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule
from hypothesis import HealthCheck, is_hypothesis_test, settings
from hypothesis.internal.conjecture import providers
from hypothesis.internal.entropy import deterministic_PRNG

from tacsim import i18n
from tacsim.content.generate import Wanted, draft
from tacsim.content.generate.kinds import Kind

HERE = Path(__file__).parent
# Time is measured in benchmarks/, never by a test: neither how long an example takes nor how long
# one is made. And tests that are red once in a while are none: the examples are the same each time,
# and others with --hypothesis-profile=search. The gate tries the first third of them.
SLOWLY = [HealthCheck.too_slow]
settings.register_profile("all", deadline=None, suppress_health_check=SLOWLY, derandomize=True)
settings.register_profile("gate", settings.get_profile("all"), max_examples=33)
settings.register_profile("search", deadline=None, suppress_health_check=SLOWLY)
settings.load_profile("gate")


def with_slow(config: pytest.Config) -> bool:
    """Whether slow tests are among those that are asked for."""
    return "not slow" not in config.option.markexpr


def pytest_configure(config: pytest.Config) -> None:
    """Where slow tests are asked for properties are tried on all of their examples.

    Elsewhere Hypothesis does not read all modules for constants to try, which each process would.
    """
    if not with_slow(config):
        providers._get_local_constants = lambda: providers._local_constants
    elif not config.getoption("--hypothesis-profile"):
        settings.load_profile("all")
    config.pluginmanager.register(Examples())  # what stands here alone is asked for tests/ only


class Examples:
    """Doctests are looked for where the text has any: four in five files have none."""

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(
        self, file_path: Path
    ) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
        found = yield
        if file_path.suffix != ".py" or b">>> " in file_path.read_bytes():
            return found
        return [one for one in found if not isinstance(one, DoctestModule)]


def pytest_sessionstart(session: pytest.Session) -> None:
    """Of what pytest makes of asserts each process makes its part, and reads the others' parts.

    They collect the same tests in the same order: in a fresh checkout each would make it all.
    """
    number = os.environ.get("PYTEST_XDIST_WORKER", "").removeprefix("gw")
    if number and session.config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        files = sorted(HERE.rglob("test_*.py"))
        for path in files[int(number) :: int(os.environ["PYTEST_XDIST_WORKER_COUNT"])]:
            with suppress(Exception, pytest.skip.Exception):  # the collection tells of it
                import_module(".".join(path.relative_to(HERE).with_suffix("").parts))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Of what is heard and seen in the pseudo-language the gate has the first case of each test.

    On a screen that is the least size. Where words are cut off they are cut off there; colours
    change none. The other cases are slow. So are properties on all of their examples.
    """
    if with_slow(config):
        for item in items:
            if isinstance(item, pytest.Function) and is_hypothesis_test(item.obj):
                item.add_marker(pytest.mark.slow)
    seen = set()
    for item in items:
        if item.path.name == "test_pseudo.py" and isinstance(item, pytest.Function):
            test = item.path, item.originalname
            if test in seen:
                item.add_marker(pytest.mark.slow)
            seen.add(test)


def pytest_collection_finish() -> None:
    """What was imported and collected stays: it is not looked through for garbage again and again.

    By default that takes a tenth of the time of all tests.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000)
    with deterministic_PRNG():  # the first time Hypothesis collects garbage itself
        pass


def pytest_sessionfinish() -> None:
    """What is left at the end is looked through once, where pytest would do it five times."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def _in_english_again() -> Iterator[None]:
    """A language that a test has chosen is none for the next one."""
    yield
    i18n.set_language(None)
    i18n.prefer(None)


@pytest.fixture(autouse=True, scope="session")
def _drawn_once() -> Iterator[None]:
    """A ground is not drawn again for other sides of the same seed: it has nothing of them."""
    draw = draft._grounds

    @lru_cache(maxsize=32)
    def once(ruleset: str, seed: int, kind: Kind, size: tuple[int, int]) -> list[object]:
        return [*draw(Wanted(ruleset, seed), kind, size)]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(draft, "_grounds", lambda w, kind, size: once(w.ruleset, w.seed, kind, size))
        yield


@pytest.fixture(autouse=True, scope="session")
def _written_at_once() -> Iterator[None]:
    """Nothing waits for the disk: no test cuts the power, and who is killed has written all."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _number: None)
        yield
