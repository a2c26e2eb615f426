"""A monkey types at the real program in terminals of many kinds, and nothing goes wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from app.outside import OPENINGS, TERMINALS, Program, report, sit
from gate import slow

SITTINGS = (
    ("start", "truecolor"), ("play-hexes", "256"), ("play-crossing", "mono"),
    ("play-stamina", "16"), ("replay-branched", "latin"), ("start", "mono16"),
    ("play-flanked", "linux"), ("replay-cubes", "screen"),
)  # fmt: skip
KEYS = 100


@pytest.mark.parametrize(
    ("opening", "terminal"),
    [
        SITTINGS[1],
        *slow(SITTINGS[0], *SITTINGS[2:]),
    ],
)
def test_whatever_is_typed_at_the_program_it_goes_on(opening: str, terminal: str) -> None:
    sitting = sit("gate", opening, terminal, KEYS)
    assert not sitting.fault, report(sitting)
    assert sitting.keys >= KEYS


def test_bytes_of_another_encoding_do_not_end_it(tmp_path: Path) -> None:
    """An e with an accent of Latin-1, and Korean as EUC-KR has it, typed and pasted."""
    program = Program(tmp_path, "truecolor", "start", (80, 24))
    program.settle()
    program.write(b"\xe9")
    program.write("한글".encode("euc-kr"))
    program.write(b"\x1b[200~caf\xe9\x1b[201~")
    program.settle()
    program.tail = b""
    program.write(b"o")
    program.settle()
    assert not program.ended
    assert "Options" in program.text
    program.finished()


def test_a_paste_of_no_text_leaves_the_page_of_pasting_open(tmp_path: Path) -> None:
    """Escape characters, then what would go back and leave the game if it were typed."""
    program = Program(tmp_path, "truecolor", "start", (80, 24))
    program.settle()
    for key in b"mp":
        program.write(bytes([key]))
        program.settle()
    program.write(b"\x1b[200~" + b"\x1b" + b"y" * 40 + b"\x1b\x1bq\x11" * 9 + b"\x1b[201~")
    program.settle()
    assert not program.ended
    program.tail = b""
    program.resize((90, 30))
    program.settle()
    assert "Paste statblocks" in program.text
    assert "y" * 40 in program.text
    program.finished()


def test_every_kind_of_terminal_comes_up() -> None:
    assert {terminal for _, terminal in SITTINGS} == set(TERMINALS)
    assert {opening for opening, _ in SITTINGS} <= set(OPENINGS)
