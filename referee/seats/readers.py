"""Readers' wishes for their mails: the language, the zone, a digest, how long they are and of what. They are
kept beside the address, in no record.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import msgspec

from domain.kit.errors import StaleOrder
from projections.language.catalogues import FULL, LANGUAGES, ONLY_MY_TURN, SHORT, Reader
from projections.language.messages import _, plain
from referee.clocks.timetable import NoSuchZone, shared_zone
from referee.record import daily_digests
from referee.record.record import Record

OFF = "off"
"""The word for no digest."""

AT_ONCE = 0
"""When a person is to be looked at whose wish is new, or another."""

MAILS: Mapping[str, Mapping[str, str | bool]] = {
    "short": {"length": SHORT},
    "full": {"length": FULL},
    "only my turn": {"length": ONLY_MY_TURN},
    "normal": {"length": ""},
    "plain": {"plain": True},
    "html": {"plain": False},
    "proof": {"proof": True},
    "no proof": {"proof": False},
    "dark": {"dark": True},
    "light": {"dark": False},
}
"""What can be chosen of mails, by its words, and what of a reader it is."""

_READERS = "reader/"
"""Before an address: the setting of who reads there."""

_DIGESTS = "digests"
_TIME = re.compile(r"([01]?[0-9]|2[0-3]):[0-5][0-9]")
_READER = msgspec.json.Decoder(Reader)
_ADDRESSES = msgspec.json.Decoder(tuple[str, ...])


def reader_of(record: Record, address: str) -> Reader:
    """English and UTC, where nothing is known of an address."""
    kept = record.setting(_READERS + address.lower())
    return _READER.decode(kept) if kept else Reader()


def is_chosen(record: Record, address: str) -> bool:
    """Whether a person has chosen anything of his mails."""
    return bool(record.setting(_READERS + address.lower()))


def set_reader(
    record: Record, address: str, *, language: str = "", zone: str = "", digest: str = "", mails: str = ""
) -> Reader:
    """Sets what is given, and keeps the rest; gives all of it.

    `language` is a code or a name ("fr", "français"), `zone` a name of the IANA database, `digest` a time of
    day or "off", `mails` a choice (`MAILS`). Raises `StaleOrder` with a sentence for the person.
    """
    reader = reader_of(record, address)
    if language:
        reader = reader._replace(language=_language(language))
    if zone:
        reader = reader._replace(zone=_zone(zone))
    if digest:
        reader = reader._replace(digest=_digest(digest))
    if mails:
        reader = _with_choice(reader, mails)
    with record.recorder.together():
        _moved(record)
        record.set(_READERS + address.lower(), msgspec.json.encode(reader))
        _look_at(record, address.lower(), reader, AT_ONCE)
    return reader


def to_look_at(record: Record, now: int) -> tuple[str, ...]:
    """The addresses whose digest may be due at `now`: no others are looked at."""
    _moved(record)
    return daily_digests.ready(record.recorder, now)


def looked_at(record: Record, address: str, reader: Reader, now: int) -> None:
    """Puts down when the next digest of an address may be due."""
    _look_at(record, address, reader, next_digest(reader, now) if reader.digest else AT_ONCE)


def _look_at(record: Record, address: str, reader: Reader, due: int) -> None:
    if reader.digest:
        daily_digests.put(record.recorder, address, due)
    else:
        daily_digests.take_away(record.recorder, address)


def next_digest(reader: Reader, now: int) -> int:
    """The next time after `now` at which the time of the reader's digest comes, in milliseconds.

    Where the clock skips that time of day, it is somewhat earlier: who is looked at too soon is looked at
    again.
    """
    zone, time = ZoneInfo(reader.zone), datetime.strptime(reader.digest, "%H:%M").time()
    here = datetime.fromtimestamp(now // 1000, UTC).astimezone(zone)
    day = here.date() + timedelta(days=here.time() >= time)
    whole = datetime.combine(day, time, zone)
    return round(min(whole.timestamp(), whole.replace(fold=1).timestamp()) * 1000)


def _moved(record: Record) -> None:
    """Those who wished for a digest before there was a table of them stood in one setting."""
    before = _ADDRESSES.decode(record.setting(_DIGESTS, b"[]"))
    if before:
        with record.recorder.together():
            for address in before:
                daily_digests.put(record.recorder, address, AT_ONCE)
            record.set(_DIGESTS, b"[]")


def described(reader: Reader) -> str:
    """What a person has asked for, in a sentence."""
    said = _("Mails are in {language}, with times of {zone}.")
    text = said.format(language=LANGUAGES[reader.language], zone=reader.zone)
    if reader.digest:
        text += " " + _("News comes once a day, after {time}.").format(time=reader.digest)
    return " ".join([text, *_choices(reader)])


def _choices(reader: Reader) -> Iterator[str]:
    """What is chosen of mails, where it is not as they come."""
    lengths = {
        SHORT: _("Mails are short: without the board."),
        FULL: _("Mails tell all that has happened."),
        ONLY_MY_TURN: _(
            "Mails come only when it is your turn, when somebody writes or something is decided."
        ),
    }
    if reader.length in lengths:
        yield lengths[reader.length]
    if reader.plain:
        yield _("They are plain text.")
    if reader.proof:
        yield _("The checkpoint of the game is attached.")
    if reader.dark:
        yield _("Their pictures are dark.")


def _with_choice(reader: Reader, text: str) -> Reader:
    chosen = MAILS.get(" ".join(text.lower().split()).rstrip("."))
    if chosen is None:
        said = _("Mails cannot be “{text}”. They can be: {choices}.")
        raise StaleOrder(said.format(text=plain(text), choices=", ".join(MAILS)))
    return Reader(**{**reader._asdict(), **chosen})


def _language(text: str) -> str:
    wanted = text.strip().lower()
    for code, name in LANGUAGES.items():
        if wanted in (code, name, ENGLISH_NAMES[code]):
            return code
    said = _("There is no language “{language}”. There are: {languages}.")
    languages = ", ".join(f"{code} ({name})" for code, name in LANGUAGES.items())
    raise StaleOrder(said.format(language=text, languages=languages))


ENGLISH_NAMES = {"en": "english", "fr": "french", "ru": "russian"}


def _zone(text: str) -> str:
    name = text.strip()
    try:
        shared_zone(name)
    except NoSuchZone:
        said = _("There is no zone “{zone}”. Write it as Europe/Paris, or UTC.")
        raise StaleOrder(said.format(zone=text)) from None
    return name


def _digest(text: str) -> str:
    wanted = text.strip().lower()
    if wanted == OFF:
        return ""
    if not _TIME.fullmatch(wanted):
        raise StaleOrder(_("“{time}” is no time of day. Write it as 18:00, or off.").format(time=text))
    return wanted.zfill(5)
