"""Settings that all tests share."""

from __future__ import annotations

import gc

from hypothesis import HealthCheck, settings

# Time is measured in benchmarks/, never by a test: neither how long an example takes nor how long
# one is made. And tests that are red once in a while are none: the examples are the same each time,
# and others with --hypothesis-profile=search.
SLOWLY = [HealthCheck.too_slow]
settings.register_profile("gate", deadline=None, suppress_health_check=SLOWLY, derandomize=True)
settings.register_profile("search", deadline=None, suppress_health_check=SLOWLY)
settings.load_profile("gate")


def pytest_collection_finish() -> None:
    """What was imported and collected stays: it is not looked through for garbage again and again.

    By default that takes a tenth of the time of all tests.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000)
