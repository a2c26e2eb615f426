"""What is kept of what can be derived again."""

import pytest

from tacsim.core import memo
from tacsim.core.memo import Memo


def test_only_the_newest_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """A map on which a worker fights for days must not grow with every place that bodies met."""
    monkeypatch.setattr(memo, "MOST", 3)
    kept, made = Memo(), list[int]()
    for n in range(5):
        kept.of(n, lambda n=n: made.append(n))
    assert list(kept) == [2, 3, 4]
    kept.of(4, lambda: made.append(9))
    assert made == [0, 1, 2, 3, 4], "what was made may be None, and is kept then too"
