"""The proof of seats that were given by lot: recomputed from the secret and those who have signed on."""

from __future__ import annotations

from typing import Any

from domain.game.entries.entries import Opened
from domain.kit import lots
from domain.kit.roots import is_digest


def wrong_lot(game: str, entry: Opened[Any]) -> str:
    """Why the seats of an opening are not those of its lot, in a sentence; "" where they are."""
    lot = entry.lot
    if lot is None:
        return ""
    if not is_digest(lot.secret) or lots.digest_of(game, bytes.fromhex(lot.secret)) != lot.digest:
        return "The secret of the lot is not the one whose digest was public."
    people = {one.person for one in lot.signed}
    if not len(people) == len(lot.signed) == len(entry.seats):
        return "There are not as many who have signed on as there are seats."
    signed = [(one.person, one.wish) for one in lot.signed]
    due = lots.seated(game, bytes.fromhex(lot.secret), signed, [held.seat for held in entry.seats])
    for held in entry.seats:
        if due[held.seat] != held.person:
            return f"By lot {due[held.seat]} has the seat {held.seat}, and not {held.person}."
    return ""
