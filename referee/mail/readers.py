"""What a person wants of his mails: the language, the zone, a digest. Kept beside his address, in no record.

reader_of    for whom a mail to an address is written
set_reader   what a person has asked for
with_digest  the addresses that want one mail a day in place of each piece of news
"""

from __future__ import annotations

import re
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from domain.kit.errors import StaleOrder
from projections.texts import _
from projections.tongues import LANGUAGES, Reader
from referee.record.record import Record

OFF = "off"
"""The word for no digest."""

_DIGESTS = "digests"
_TIME = re.compile(r"([01]?[0-9]|2[0-3]):[0-5][0-9]")
_READER = msgspec.json.Decoder(Reader)
_ADDRESSES = msgspec.json.Decoder(tuple[str, ...])


def reader_of(record: Record, address: str) -> Reader:
    """English and UTC, where nothing is known of an address."""
    kept = record.setting(_name(address))
    return _READER.decode(kept) if kept else Reader()


def set_reader(
    record: Record, address: str, *, language: str = "", zone: str = "", digest: str = ""
) -> Reader:
    """Sets what is given, and keeps the rest; gives all of it.

    `language` is a code or a name ("fr", "français"), `zone` a name of the IANA database, `digest` a time of
    day or "off". Raises `StaleOrder` with a sentence for the person.
    """
    reader = reader_of(record, address)
    if language:
        reader = reader._replace(language=_language(language))
    if zone:
        reader = reader._replace(zone=_zone(zone))
    if digest:
        reader = reader._replace(digest=_digest(digest))
    record.set(_name(address), msgspec.json.encode(reader))
    others = [other for other in with_digest(record) if other != address.lower()]
    wanting = [*others, address.lower()] if reader.digest else others
    record.set(_DIGESTS, msgspec.json.encode(sorted(wanting)))
    return reader


def with_digest(record: Record) -> tuple[str, ...]:
    return _ADDRESSES.decode(record.setting(_DIGESTS, b"[]"))


def described(reader: Reader) -> str:
    """What a person has asked for, in a sentence."""
    said = _("Mails are in {language}, with times of {zone}.")
    text = said.format(language=LANGUAGES[reader.language], zone=reader.zone)
    if reader.digest:
        text += " " + _("News comes once a day, after {time}.").format(time=reader.digest)
    return text


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
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
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


def _name(address: str) -> str:
    return f"reader/{address.lower()}"
