"""The members of a zip file from anybody's hand, one after the other with nothing around them.

Other programs find a member by the directory at the end of the file, or by what stands before each member,
or look for the end of the last archive. So that all of them see the same, the two have to agree, and nothing
may stand before, between or behind the members.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from struct import Struct as Layout
from typing import BinaryIO

from msgspec import Struct

_LOCAL, _CENTRAL, _END = Layout("<4s5H3L2H"), Layout("<4s6H3L5H2L"), Layout("<4s4H2LH")
_ENCRYPTED, _FLAGS = 1, 0x806
_STORED, _DEFLATED = 0, 8

MOST_MEMBERS = 20_000
MOST_DIRECTORY = 8 << 20
"""Bytes of the directory: names of 350 signs for each."""


class NotAZip(Exception):
    """The file is no zip file as bundles are; the sentence says why."""


class Damaged(Exception):
    """A member cannot be unpacked; the sentence says why."""


class Packed(Struct, frozen=True):
    """A member as both its headers name it: `start` and `size` of its bytes in the file. `refused` says why
    it is not unpacked, "" where it may be."""

    name: str
    refused: str
    is_deflated: bool
    crc: int
    start: int
    size: int
    unpacked: int


def members_of(file: BinaryIO, size: int) -> list[Packed]:
    """The members of a zip file of so many bytes, in their order. Raises `NotAZip`."""
    if size < _END.size:
        raise NotAZip("It ends too early")
    file.seek(size - _END.size)
    sign, disk, first, here, count, length, at, comment = _END.unpack(file.read(_END.size))
    if (sign, disk, first, here, comment) != (b"PK\5\6", 0, 0, count, 0):
        raise NotAZip("There is no directory at its end, or something stands behind it")
    if at + length + _END.size != size:
        raise NotAZip("There are bytes around its directory")
    if count > MOST_MEMBERS or length > MOST_DIRECTORY:
        raise NotAZip(f"It speaks of {count:,} members, and at most {MOST_MEMBERS:,} are read")
    file.seek(at)
    found = list(_listed(file, file.read(length), count))
    end = found[-1].start + found[-1].size if found else 0
    if end != at:
        raise NotAZip("There are bytes around its members")
    return found


def _listed(file: BinaryIO, directory: bytes, count: int) -> Iterator[Packed]:
    at = place = 0
    for _ in range(count):
        if len(directory) < at + _CENTRAL.size:
            raise NotAZip("Its directory ends too early")
        central = _CENTRAL.unpack_from(directory, at)
        sign, (flags, kind), (crc, size, unpacked) = central[0], central[3:5], central[7:10]
        length, extra, comment, disk = central[10:14]
        name = directory[at + _CENTRAL.size : at + _CENTRAL.size + length]
        if (sign, extra, comment, disk, central[-1]) != (b"PK\1\2", 0, 0, 0, place) or len(name) < length:
            raise NotAZip("There are bytes around its members")
        file.seek(place)
        local = file.read(_LOCAL.size + length)
        if local != _LOCAL.pack(b"PK\3\4", *central[2:12]) + name:
            raise NotAZip(f"What stands before {_shown(name)} says something else than the directory")
        at, start = at + _CENTRAL.size + length, place + _LOCAL.size + length
        place = start + size
        yield Packed(_shown(name), _refused(flags, kind), kind == _DEFLATED, crc, start, size, unpacked)
    if at != len(directory):
        raise NotAZip("There are bytes in its directory that name no member")


def _shown(name: bytes) -> str:
    return name.decode("utf-8", "backslashreplace")


def _refused(flags: int, kind: int) -> str:
    if flags & _ENCRYPTED:
        return "It is encrypted."
    if flags & ~_FLAGS:
        return "It has a flag that no bundle has."
    if kind not in (_STORED, _DEFLATED):
        return "It is compressed in a way that bundles do not use."
    return ""


def content(file: BinaryIO, member: Packed) -> bytes:
    """The bytes of a member: never more than its headers say. Raises `Damaged`."""
    file.seek(member.start)
    data = file.read(member.size)
    if member.is_deflated:
        stream = zlib.decompressobj(-zlib.MAX_WBITS)
        try:
            data = stream.decompress(data, member.unpacked + 1)
        except zlib.error as error:
            raise Damaged(f"It is damaged: {error}.") from None
        if not stream.eof or stream.unused_data:
            raise Damaged("It is damaged: it is not as large as it says.")
    if (len(data), zlib.crc32(data)) != (member.unpacked, member.crc):
        raise Damaged("It is damaged: it is not as large as it says, or has another checksum.")
    return data
