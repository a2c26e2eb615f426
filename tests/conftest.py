"""Settings that all tests share."""

from __future__ import annotations

import os

from hypothesis import settings

# Time is measured in benchmarks/, never by a test; and a gate that is red once in a while is none.
settings.register_profile("default", deadline=None)
settings.register_profile("gate", deadline=None, derandomize=True)
settings.load_profile("gate" if os.environ.get("CI") else "default")
