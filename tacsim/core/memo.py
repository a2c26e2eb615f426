"""What can be derived again from something that does not change, kept beside it for a while."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

Kept = TypeVar("Kept")

MOST = 20_000
"""How many entries are kept, the newest."""


class Memo(OrderedDict[Hashable, Any]):
    """What was derived, by keys that say all that it depends on.

    It is bounded, so that a map on which thousands of battles are fought does not grow.

    >>> memo = Memo()
    >>> memo.of("three", lambda: 3), memo.of("three", lambda: 4)
    (3, 3)
    """

    def of(self, key: Hashable, make: Callable[[], Kept]) -> Kept:
        """What was made for a key; made now where it is not there, or no more."""
        try:
            return self[key]  # type: ignore[no-any-return]  # it is what was made for that key
        except KeyError:
            pass
        found = self[key] = make()
        if len(self) > MOST:
            self.popitem(last=False)
        return found
