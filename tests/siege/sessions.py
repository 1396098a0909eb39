"""Sessions with the desk's listener that begin and do not go on."""

from __future__ import annotations

from tests.siege.pages import Crowd

HELLO = b"LHLO mail.example\r\n"
BEGIN = {
    "mute": b"",
    "hello": HELLO,
    "from": HELLO + b"MAIL FROM:<a@mail.example>\r\n",
    "to": HELLO + b"MAIL FROM:<a@mail.example>\r\nRCPT TO:<bugyo@club.example>\r\n",
    "data": HELLO
    + b"MAIL FROM:<a@mail.example>\r\nRCPT TO:<bugyo@club.example>\r\nDATA\r\nFrom: a@mail.example\r\n",
}


def half_open(port: int, size: int) -> Crowd:
    """What servers in trouble leave behind."""
    return Crowd(port, size, tuple(BEGIN), BEGIN)
