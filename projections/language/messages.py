"""The words that people read, in the language of the reader that they are written for."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta

from domain.kit.likeness import program_of
from projections.language.catalogues import FRENCH, Kept, Said, catalogue, reader
from projections.language.drafts import drafting, unsaid

COLUMNS = 78
"""How wide a plain-text mail may be."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def _(message: str) -> str:
    """A message in the reader's language."""
    if draft := drafting():
        return draft.later(_, message)
    known = catalogue()
    return message if known is None else Said(known.gettext(message))


def _n(one: str, many: str, number: int) -> str:
    """A message that depends on a number: `one` of something, or `many`."""
    if draft := drafting():
        return draft.later(_n, one, many, number)
    known = catalogue()
    if known is None:
        return one if number == 1 else many
    return Said(known.ngettext(one, many, number))


def term(text: str) -> str:
    """A word of a game, or a sentence that its rules say, in the reader's language; else as it is."""
    if text and (draft := drafting()):
        return draft.later(term, text)
    known = catalogue()
    return text if known is None else known.word(text)


def somebody(person: str) -> str:
    """A name as it is said: that of a program in the reader's language, “steady (program)”."""
    program = program_of(person)
    return _("{strength} (program)").format(strength=program) if program else person


def heading(text: str) -> str:
    """The heading of a rule in the reader's language."""
    known = catalogue()
    return text if known is None else known.heading(text)


def listed(words: Sequence[str]) -> str:
    """The words as in a sentence: "iga, ise and kii"."""
    if words and (draft := drafting()):
        return draft.later(_listed, *words)
    names = all(isinstance(word, Kept) for word in words)
    words = [term(word) for word in words]
    said = "".join(words)
    if len(words) > 1:
        said = str.format(_("{some} and {last}"), some=", ".join(words[:-1]), last=words[-1])
    return Kept(said) if names else said


def _listed(*words: str) -> str:
    return listed(words)


def whole(text: str) -> str:
    """A sentence that is known as it stands, in the reader's language; else in English, and no half of it."""
    known = catalogue()
    return text if known is None or not known.says(text) else known.word(text)


def minute(at: int) -> str:
    """A time of the record, milliseconds since 1970, to the minute."""
    return f"{_EPOCH + timedelta(milliseconds=at):%Y-%m-%d %H:%M} UTC"


def moment(at: int) -> str:
    """A time in the reader's zone and in UTC: "Tuesday 2026-12-01 21:00 Europe/Paris (20:00 UTC)"."""
    time, here, zone = _EPOCH + timedelta(milliseconds=at), _here(at), reader().zone
    if zone == "UTC":
        return f"{weekday(here)} {time:%Y-%m-%d %H:%M} UTC"
    form = "%H:%M" if here.date() == time.date() else "%Y-%m-%d %H:%M"
    return f"{weekday(here)} {here:%Y-%m-%d %H:%M} {zone} ({time:{form}} UTC)"


def day(at: int) -> str:
    """A time as people say it, in the reader's zone: "Friday 27 November, 18:00 (Paris)"."""
    here, zone = _here(at), reader().zone.rpartition("/")[2].replace("_", " ")
    said = _("{weekday} {date}, {time} ({zone})")
    return said.format(weekday=weekday(here), date=_date(here), time=f"{here:%H:%M}", zone=zone)


def soon(at: int, now: int) -> str:
    """The same for a subject: "Fri 18:00", or the date where it is not within the week to come."""
    here = _here(at)
    if not 0 <= at - now < 6 * 86_400_000:
        return _date(here)
    days = (_("Mon"), _("Tue"), _("Wed"), _("Thu"), _("Fri"), _("Sat"), _("Sun"))
    return f"{days[here.weekday()]} {here:%H:%M}"


def _here(at: int) -> datetime:
    from zoneinfo import ZoneInfo  # most commands write no time of day

    return (_EPOCH + timedelta(milliseconds=at)).astimezone(ZoneInfo(reader().zone))


def _date(time: datetime) -> str:
    months = (
        *(_("{day} January"), _("{day} February"), _("{day} March"), _("{day} April")),
        *(_("{day} May"), _("{day} June"), _("{day} July"), _("{day} August")),
        *(_("{day} September"), _("{day} October"), _("{day} November"), _("{day} December")),
    )
    return months[time.month - 1].format(day=time.day)


def weekday(time: datetime) -> str:
    return weekday_of(time.isoweekday())


def weekday_of(number: int) -> str:
    """The day of the week, 1 Monday to 7 Sunday."""
    days = (
        *(_("Monday"), _("Tuesday"), _("Wednesday"), _("Thursday")),
        *(_("Friday"), _("Saturday"), _("Sunday")),
    )
    return days[number - 1]


_NARROW = re.compile(r"[\x00-\u02ff\u0400-\u0482\u048a-\u052f\u2010-\u2027]*")
"""Signs of one column: Latin and Cyrillic letters, dashes and quotation marks."""


def columns(text: str) -> int:
    """How many columns a text takes: an ideograph takes two, a combining accent none."""
    if _is_narrow(text):
        return len(text)
    return sum(
        0 if unicodedata.combining(sign) else 1 + (unicodedata.east_asian_width(sign) in "WF")
        for sign in text
    )


def _is_narrow(text: str) -> bool:
    """Whether each sign takes one column, as far as that is seen at once."""
    return text.isascii() or _NARROW.fullmatch(text) is not None


def plain(text: str) -> str:
    """The text in one line, without signs that a terminal or a mail program would obey."""
    if text.isprintable():
        return text
    if (draft := drafting()) and unsaid(text):
        return draft.later(plain, text)
    return "".join(sign if sign.isprintable() else " " for sign in text)


def wrap(text: str, first: str = "", rest: str = "", width: int = COLUMNS) -> list[str]:
    """Lines of at most 78 columns, the first after `first` and the others after `rest`."""
    room = width - max(columns(first), columns(rest))
    words = plain(text).split()
    words = _kept_together(words) if reader().language == FRENCH else words
    whole = " ".join(words)
    if _is_narrow(whole) and max(map(len, words), default=0) <= room:
        lines = _cut(whole, first, rest, width)
    else:
        lines = _filled(_fitted(words, room), first, rest, width)
    return [line.rstrip().replace(KEPT, " ") for line in lines]


def _cut(text: str, first: str, rest: str, width: int) -> Iterator[str]:
    """Lines of a text whose signs take a column each; a line has room for each of its words."""
    begun, start = first, 0
    while len(text) - start > (room := width - columns(begun)):
        end = text.rfind(" ", start, start + room + 1)
        yield begun + text[start:end]
        begun, start = rest, end + 1
    yield begun + text[start:]


def _filled(words: Iterator[str], first: str, rest: str, width: int) -> Iterator[str]:
    """Lines of words of any signs."""
    begun, empty = first, True
    for word in words:
        if not empty and columns(begun) + 1 + columns(word) > width:
            yield begun
            begun, empty = rest, True
        begun, empty = begun + " " * (not empty) + word, False
    yield begun


def _fitted(words: Sequence[str], room: int) -> Iterator[str]:
    """The words; one that no line could hold is cut."""
    for word in words:
        begin, taken = 0, 0
        for place, sign in enumerate(word if columns(word) > room else ""):
            taken += columns(sign)
            if taken > room and place > begin:
                yield word[begin:place]
                begin, taken = place, columns(sign)
        word = word[begin:]
        yield word


CLOSING, OPENING = (":", ";", "!", "?", "»"), "«"

KEPT = "\xa0"
"""A blank at which no line ends, until the lines are there."""


def _kept_together(words: list[str]) -> list[str]:
    """French sets blanks before some signs: no line begins with such a sign, or ends with an opening one."""
    held = list[str]()
    for word in words:
        if held and (word.startswith(CLOSING) or held[-1].endswith(OPENING)):
            held[-1] += KEPT + word
        else:
            held.append(word)
    return held
