"""How wide words are when they are drawn, so that they stay in their room with another font too."""

from __future__ import annotations

from unicodedata import combining, east_asian_width

from projections.language.drafts import Undecided, drafting, unsaid

NARROWEST = 0.72
"""How narrow words may be drawn before they are cut."""

_HUNDREDTHS = {
    25: "ijlI!.,;:'| ïî’",
    38: 'frt"()-[]`{}“”°',
    46: "*/\\^_г«»",
    53: "ceksvxyzL<>?езкстухэéèçêë",
    57: "0123456789abdghnopquEFJ$+=абвийлнопрчьяГЕàôû",
    64: "BCKPRSTUVXYZ#&дцъБВЗКРСТУХЬЯ",
    72: "ADGHNOQ~фАИЙЛНОПЦЧЭ…–",
    90: "mwMW%@жмшщыюДЖМФЪЫЮœ",
}
_WIDTHS = {sign: width / 100 for width, signs in _HUNDREDTHS.items() for sign in signs}

_OTHER, _WIDE, _BOLD = 0.62, 1.0, 1.04


def width(words: str, size: int, *, bold: bool = False) -> float:
    """How wide words of a size are, in the units of a picture; a little more than Roboto takes."""
    if drafting() and unsaid(words):
        raise Undecided
    ems = sum(map(_em, words))
    return ems * size * (_BOLD if bold else 1)


def _em(sign: str) -> float:
    known = _WIDTHS.get(sign)
    if known is not None:
        return known
    if combining(sign):
        return 0
    return _WIDE if east_asian_width(sign) in "WF" else _OTHER


def fitted(words: str, size: int, room: int, *, bold: bool = False) -> tuple[str, float]:
    """The words as they fit in a room (0: any), and how narrow they are drawn for it: 1 is as usual."""
    wide = width(words, size, bold=bold)
    if not 0 < room < wide:
        return words, 1
    if room >= NARROWEST * wide:
        return words, room / wide
    left = room / NARROWEST - width("…", size, bold=bold)
    return _cut(words, size, left, bold) + "…", NARROWEST


def _cut(words: str, size: int, room: float, bold: bool) -> str:
    for count, sign in enumerate(words):
        room -= width(sign, size, bold=bold)
        if room < 0:
            return words[:count].rstrip()
    return words
