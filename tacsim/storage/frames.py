"""Frames: how a save file is cut into pieces whose integrity can be checked.

A file begins with a preamble: eight bytes of magic and the format number. Frames follow, each of
its length (seven bits a byte, the least first, the eighth bit set in all but the last), four bytes
of checksum and the payload. The checksum is the CRC-32 of length and payload, started from the
checksum before it (the first from that of the preamble), so that a frame is whole only where
everything in front of it is.
"""

from __future__ import annotations

import struct
import zlib

import attrs

from tacsim.content.documents import SAVED
from tacsim.i18n import _, ngettext
from tacsim.storage.errors import SaveError

FORMAT = 2
"""The format that is written."""

READ = (1, 2)
"""The formats that are read."""


def preamble(number: int) -> bytes:
    """The first bytes of every save of a format."""
    return SAVED + struct.pack(">I", number)


PREAMBLE = preamble(FORMAT)
"""The first bytes of every save that is written."""

START = zlib.crc32(PREAMBLE)
"""The checksum that the first frame's is started from."""

MAX_FRAME = 8 * 1024 * 1024
"""The most bytes of one payload."""

MAX_FILE = 32 * 1024 * 1024
"""The most bytes of a save."""

MAX_FRAMES = 100_000
"""The most frames of a save."""

_LENGTH_BYTES = 4
"""The most bytes of a length."""

_CHECKSUM = struct.Struct(">I")


@attrs.frozen
class Frames:
    """The intact payloads of a file.

    ``end`` is the number of bytes that hold them, ``check`` the last checksum; ``lost`` says what
    could not be read after them, and is empty for an undamaged file; ``format`` is its number.
    """

    payloads: tuple[bytes, ...]
    end: int
    check: int
    lost: str = ""
    format: int = FORMAT

    def first(self, count: int) -> Frames:
        """The first so many frames alone."""
        if count == len(self.payloads):
            return self
        head = preamble(self.format)
        end, check = len(head), zlib.crc32(head)
        for payload in self.payloads[:count]:
            piece, check = frame(payload, check)
            end += len(piece)
        return Frames(self.payloads[:count], end, check, self.lost, self.format)


def frame(payload: bytes, before: int) -> tuple[bytes, int]:
    """The bytes of a frame behind the checksum ``before``, and its own checksum.

    Errors: ValueError for a payload of more than ``MAX_FRAME`` bytes.
    """
    if len(payload) > MAX_FRAME:
        raise ValueError(_("the payload of a frame is too long"))
    length = _length(len(payload))
    check = zlib.crc32(payload, zlib.crc32(length, before))
    return length + _CHECKSUM.pack(check) + payload, check


def _length(number: int) -> bytes:
    r"""A length as it is written.

    >>> _length(5), _length(300)
    (b'\x05', b'\xac\x02')
    """
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes([*out, number])


def _read_length(data: bytes, at: int) -> tuple[int, int] | None:
    """A length and where it ends, or None where there is none that :func:`_length` writes."""
    number = 0
    for index in range(_LENGTH_BYTES):
        if at + index == len(data):
            return None
        byte = data[at + index]
        number |= (byte & 127) << (7 * index)
        if byte < 128:
            shortest = byte > 0 or index == 0
            return (number, at + index + 1) if shortest and number <= MAX_FRAME else None
    return None


def split(data: bytes, file: str) -> Frames:
    """The frames of a file's bytes; SaveError for what is no save or is of another format.

    >>> piece, check = frame(b"abc", START)
    >>> split(PREAMBLE + piece + b"x", "a").payloads, split(PREAMBLE + piece, "a").lost
    ((b'abc',), '')
    """
    number = _format_of(data, file)
    payloads: list[bytes] = []
    at, check, lost = len(PREAMBLE), zlib.crc32(data[: len(PREAMBLE)]), ""
    while at < len(data) and not lost:
        piece = _frame_at(data, at, check)
        if isinstance(piece, str):
            lost = piece
        elif len(payloads) == MAX_FRAMES:
            lost = _("of too many steps")
        else:
            payload, at, check = piece
            payloads.append(payload)
    if lost:
        text = ngettext(
            "it is {how} at byte {at}: the last byte is lost",
            "it is {how} at byte {at}: the last {bytes} bytes are lost", len(data) - at,
        )  # fmt: skip
        lost = text.format(how=lost, at=at, bytes=len(data) - at)
    return Frames(tuple(payloads), at, check, lost, number)


def _frame_at(data: bytes, at: int, before: int) -> tuple[bytes, int, int] | str:
    """A frame's payload, its end and its checksum; or how the frame is spoilt."""
    found = _read_length(data, at)
    if found is None:
        short = len(data) - at < _LENGTH_BYTES and all(byte > 127 for byte in data[at:])
        return _("cut short") if short else _("damaged")
    length, middle = found
    begin = middle + _CHECKSUM.size
    if begin + length > len(data):
        return _("cut short")
    check = _CHECKSUM.unpack_from(data, middle)[0]
    payload = data[begin : begin + length]
    if zlib.crc32(payload, zlib.crc32(data[at:middle], before)) != check:
        return _("damaged")
    return payload, begin + length, check


def _format_of(data: bytes, file: str) -> int:
    head = data[: len(PREAMBLE)]
    if not data:
        raise SaveError(file, _("the file is empty"))
    known = {preamble(number): number for number in READ}
    if head in known:
        return known[head]
    if any(whole.startswith(head) for whole in known):
        raise SaveError(file, _("the save is cut short"), _("byte {at}").format(at=len(data)))
    if head.startswith(SAVED) and len(head) == len(PREAMBLE):
        number = struct.unpack(">I", head[len(SAVED) :])[0]
        if number > FORMAT:
            reason = _("made by a newer tacsim: format {number}, this one reads up to {known}")
            raise SaveError(file, reason.format(number=number, known=FORMAT))
        reason = _("the save has format {number}, this program reads formats 1 to {known}")
        place = _("byte {at}").format(at=len(SAVED))
        raise SaveError(file, reason.format(number=number, known=FORMAT), place)
    raise SaveError(file, _("this is not a tacsim save"), _("byte {at}").format(at=0))
