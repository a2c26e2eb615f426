"""Writing elsewhere: a file is there whole, or not at all."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tacsim.storage import atomic
from tacsim.storage.atomic import write_whole
from tacsim.storage.errors import SaveError


def test_a_new_file_is_written_as_any_other(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    other = tmp_path / "b.txt"
    write_whole(path, b"all of it")
    other.touch()
    assert path.read_bytes() == b"all of it"
    assert stat.S_IMODE(path.stat().st_mode) == stat.S_IMODE(other.stat().st_mode)
    assert path.stat().st_nlink == 1
    assert sorted(one.name for one in tmp_path.iterdir()) == ["a.txt", "b.txt"]


def test_what_is_there_is_not_written_over_unasked(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"precious")
    with pytest.raises(SaveError, match=r"a\.txt: there is a file of this name already"):
        write_whole(path, b"other")
    assert path.read_bytes() == b"precious"
    write_whole(path, b"other", replace=True)
    assert path.read_bytes() == b"other"
    write_whole(tmp_path / "new.txt", b"new", replace=True)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["a.txt", "new.txt"]


def test_a_dangling_link_and_a_folder_are_there_too(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "nowhere")
    (tmp_path / "folder").mkdir()
    for name in ("link", "folder"):
        with pytest.raises(SaveError):
            write_whole(tmp_path / name, b"x")
    assert link.is_symlink()
    assert not (tmp_path / "nowhere").exists()
    assert sorted(one.name for one in tmp_path.iterdir()) == ["folder", "link"]


@pytest.mark.parametrize("replace", [True, False])
@pytest.mark.parametrize("failing", ["fsync", "write", "mkstemp", "chmod"])
def test_what_fails_leaves_everything_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str, replace: bool
) -> None:
    path = tmp_path / "a.txt"
    if replace:
        path.write_bytes(b"precious")

    def fail(*_: object, **__: object) -> Any:
        raise OSError(28, "No space left on device")

    targets: dict[str, tuple[object, str]] = {
        "fsync": (os, "fsync"),
        "write": (os, "fdopen"),
        "mkstemp": (atomic.tempfile, "mkstemp"),
        "chmod": (Path, "chmod"),
    }
    where, name = targets[failing]
    monkeypatch.setattr(where, name, fail)
    with pytest.raises(SaveError, match="No space left"):
        write_whole(path, b"other", replace=replace)
    monkeypatch.undo()
    assert [one.read_bytes() for one in tmp_path.iterdir()] == [b"precious"] * replace


def test_no_folder_is_told_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(SaveError) as error:
        write_whole(tmp_path / "none" / "a.txt", b"x")
    assert "\n" not in str(error.value)


def test_without_links_a_name_is_taken_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "hardlink_to", none)
    path = tmp_path / "a.txt"
    write_whole(path, b"whole")
    assert path.read_bytes() == b"whole"
    with pytest.raises(SaveError, match="already"):
        write_whole(path, b"other")
    assert path.read_bytes() == b"whole"
    assert [one.name for one in tmp_path.iterdir()] == ["a.txt"]


def test_nobody_sees_half_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While it is being written its name is not there, or stands for what was there before."""
    path = tmp_path / "a.txt"
    seen: list[bytes | None] = []
    really: Callable[[int], None] = os.fsync

    def look(number: int) -> None:
        seen.append(path.read_bytes() if path.exists() else None)
        really(number)

    monkeypatch.setattr(os, "fsync", look)
    write_whole(path, b"one" * 1000)
    write_whole(path, b"two" * 1000, replace=True)
    assert seen[0] is None
    assert set(seen[1:]) <= {b"one" * 1000, b"two" * 1000}
