"""Reading TOML: what is refused, and which line is to blame for which value."""

from __future__ import annotations

import os
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacsim.content.documents import LIMIT, parse_document, read_document
from tacsim.content.faults import ContentError, Fault
from tacsim.content.toml_lines import Lines

TRICKY = '''# a comment with [[creature]] and key = 1
"quoted key" = "a # no comment"
dotted . "key two" = 1
text = """
[[not a table]]
x = 1
"""
quotes = """say ""hi"" to "them""""" # trailing comment
literal = \'\'\'
a\\b
c\'\'\'
list = [ # comment ]
  "one", # [
  { a = 1, b = [
    2,
    { deep = "]" } ] },
  [3, 4],
]
[plain]
date = 1979-05-27 07:32:00
[[creature]]
id = "a"
[creature.inner]
x = 1
[[creature.arms]]
y = 1
[[creature]]
id = "b"
  [[creature.arms]]
  y = 2
  [[creature.arms]]
  y = 3
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("quoted key",), 2),
        (("dotted", "key two"), 3),
        (("text",), 4),
        (("quotes",), 8),
        (("literal",), 9),
        (("list",), 12),
        (("list", 0), 13),
        (("list", 1, "a"), 14),
        (("list", 1, "b", 0), 15),
        (("list", 1, "b", 1, "deep"), 16),
        (("list", 2), 17),
        (("list", 2, 1), 17),
        (("plain", "date"), 20),
        (("creature",), 21),
        (("creature", 0), 21),
        (("creature", 0, "id"), 22),
        (("creature", 0, "inner", "x"), 24),
        (("creature", 0, "arms", 0, "y"), 26),
        (("creature", 1, "id"), 28),
        (("creature", 1, "arms", 1, "y"), 32),
        (("creature", 1, "nowhere"), 27),
        (("nowhere",), 1),
    ],
)
def test_every_value_has_its_line(path: tuple[str | int, ...], line: int) -> None:
    tomllib.loads(TRICKY)
    assert Lines(TRICKY).of(path) == line


def test_rows_of_a_text_have_lines_unless_they_are_escaped() -> None:
    lines = Lines(TRICKY + 'escaped = """\nx\\ny\n"""\nsame = """a\nb"""\n')
    assert lines.of_row(("text",), 1) == 6
    assert lines.of_row(("literal",), 0) == 10
    last = ("creature", 1, "arms", 1)
    assert lines.of_row((*last, "escaped"), 1) == 33
    assert lines.of_row((*last, "same"), 1) == 37


@given(st.text())
def test_the_locator_survives_any_text(text: str) -> None:
    assert Lines(text).of(("a", 0)) >= 1


KEYS = st.sampled_from(["a", "b c", "1", "é", 'q"'])
VALUES = st.recursive(
    st.sampled_from(["1", "true", "1.5", '"]#"', "'}'", '"""\n[x]\n"""', "1979-05-27"]),
    lambda inner: st.lists(inner, max_size=3).map(lambda items: "[\n" + ",\n".join(items) + "]"),
    max_leaves=6,
)


@given(st.lists(st.tuples(KEYS, VALUES), max_size=6, unique_by=lambda pair: pair[0]))
def test_the_locator_finds_every_key(pairs: list[tuple[str, str]]) -> None:
    text, expected = "", {}
    for key, value in pairs:
        quoted = '"' + key.replace('"', '\\"') + '"'
        expected[key] = text.count("\n") + 1
        text += f"{quoted} = {value} # note\n"
    tomllib.loads(text)
    lines = Lines(text)
    assert {key: lines.of((key,)) for key in expected} == expected


def fault_of(data: bytes | str) -> Fault:
    with pytest.raises(ContentError) as caught:
        parse_document(data, "f.toml")
    (fault,) = caught.value.faults
    return fault


@pytest.mark.parametrize(
    ("data", "line", "message"),
    [
        (b"a = 1\nb = \xff\xfe", 2, "is not UTF-8 text"),
        (b"a = 1\nb = 2 3\n", 2, "no valid TOML"),
        (b"a = 1\nb =", 2, "no valid TOML"),
        (b"a = 1\na = 2", 2, "a key is there twice"),
        (b"[a.b]\n[a.b]", 2, "a.b is there twice"),
        (b"a = {b = 1, b = 2}", 1, "'b' is there twice"),
        (b"a = {b = 1}\na.c = 2", 2, "a is complete"),
        (b'a = "b\nc = 1', 1, "a text does not end on its line"),
        (b"a = 'b", 1, '"\'" is missing'),
        (b'a = "\1"', 1, "the character '\\x01' may not stand here"),
        (b"a\0b = 1", 1, "no valid TOML"),
        (b"a = " + b"[" * 100_000, 0, "nested too deeply"),
        (b"a = " + b"9" * 5000, 0, "too many digits"),
        (b"x = 1\n" + b"a." * 100_000 + b"a = 1", 2, "too many parts"),
    ],
)
def test_what_is_no_toml(data: bytes, line: int, message: str) -> None:
    fault = fault_of(data)
    assert (fault.file, fault.line, fault.field) == ("f.toml", line, "")
    assert message in fault.message


def test_what_is_no_toml_has_the_column_that_the_parser_names() -> None:
    assert fault_of("\ufeffa = 1\r\nb = 2 3\r\n").column == len("b = 2 3")
    assert fault_of("a = [").column == 0, "it ends where the file does"


def test_a_byte_order_mark_and_windows_line_ends_are_fine() -> None:
    document = parse_document("\ufeffa = 1\r\n[[b]]\r\nc = 2\r\n".encode())
    assert document.tables == {"a": 1, "b": [{"c": 2}]}
    assert document.line(("b", 0, "c")) == 3


def test_files_that_cannot_be_read(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(str(tmp_path))
    os.mkfifo("pipe")
    for name in ("nowhere.toml", ".", "pipe", "a\0b", "x" * 5000):
        with pytest.raises(ContentError) as caught:
            read_document(name)
        assert caught.value.faults[0].line == 0
        assert "\n" not in str(caught.value)


def test_a_file_can_be_too_large(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(str(tmp_path))
    with open("big.toml", "w") as stream:  # noqa: PTH123 - a plain name in the test's folder
        stream.write("#" * (LIMIT + 1))
    with pytest.raises(ContentError, match="larger than 2048 KiB"):
        read_document("big.toml")


def test_an_error_is_one_line_whatever_its_file_is_called() -> None:
    error = ContentError([Fault("a\nb\x1b[2J", 3, "name", "is odd")])
    assert str(error) == "a?b?[2J:3: name: is odd"


@given(st.binary())
def test_no_bytes_do_anything_but_read_or_fault(data: bytes) -> None:
    try:
        parse_document(data)
    except ContentError as error:
        assert error.faults  # noqa: PT017 - most bytes are no TOML, some are


def test_lines_of_nearly_long_keys_do_not_take_forever() -> None:
    text = "\n".join(f'k{n} = "' + "a." * 250 + '"' for n in range(300))
    assert len(parse_document(text).tables) == 300
