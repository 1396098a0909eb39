"""The desk's own address, which mails come from and orders go to: the store remembers it."""

from __future__ import annotations

from referee.reading.senders import HERE, RESERVED, UNANSWERABLE
from referee.record.record import Record

ADDRESS = "referee@bugyo.invalid"

_SETTING = "desk/address"


def remembered(record: Record) -> str:
    """The address that the store knows; "" where it knows none."""
    return record.setting(_SETTING).decode()


def remember(record: Record, address: str) -> str:
    """A store has one desk, and that has one address: the newest that it was given."""
    before = remembered(record)
    if address != before:
        record.set(_SETTING, address.encode())
    return before


def somebody_real(record: Record, address: str, *others: str) -> str:
    """Somebody whom mails would go to that nobody can answer, where they come from `address`; "" for nobody.
    `others` are mailboxes that the store does not know yet."""
    if not address.lower().endswith(UNANSWERABLE):
        return ""
    known = (one for game in record.games() for one in record.addresses(game).values())
    return next((one for one in (*others, *known) if one and not one.lower().endswith(RESERVED)), "")


def as_shown(address: str) -> str:
    """The address as pages name it; "" where none was given, or only one of this machine."""
    return "" if address == ADDRESS or address.lower().endswith(HERE) else address
