"""A game's key from elsewhere: a record that was written anew under another key holds in itself."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from referee.audit.histories import believed
from referee.audit.witnesses import Mailbox, keys_named, witnesses
from referee.proof.signing import Checkpoint

GIVEN, MAIL, CHECKPOINT, RECEIPTS, RECORD = "given", "mail", "checkpoint", "receipts", "record"
"""Where a key is known from; the last is the record alone, which proves nothing of it."""


class OtherPlace(Struct, frozen=True):
    """A key, hexadecimal, or checkpoints that it must have signed; and where they are from."""

    how: str = RECORD
    key: str = ""
    checkpoints: tuple[Checkpoint, ...] = ()


class NoKey(Exception):
    """The file names no key; the sentence says why."""


def key_from(path: Path) -> OtherPlace:
    """The key that a mail of the opening names, or a checkpoint that it must have signed.

    Raises `NoKey`, `NoMailbox`.
    """
    named = keys_named(path)
    if len(named) > 1:
        raise NoKey(f"{path} names {len(named)} keys. Choose one, and give it with --key.")
    if named:
        return OtherPlace(MAIL, named[0])
    notes = tuple(one for one in witnesses(path) if isinstance(one, Checkpoint))
    if not notes:
        raise NoKey(f"{path} names no key: it is neither the mail of an opening nor a checkpoint.")
    return OtherPlace(CHECKPOINT, checkpoints=notes)


def speaks_of(place: OtherPlace, game: str) -> bool:
    """Whether the other place tells anything of this game's key."""
    return bool(place.key) or any(note.game == game for note in place.checkpoints)


def differs(place: OtherPlace, game: str, key: str) -> str:
    """Why the key that a record names is not the one from elsewhere; "" where it is."""
    if place.key:
        named = key or "none"
        return "" if place.key == key else f"The key that was given is {place.key}; the record names {named}."
    notes = tuple(note for note in place.checkpoints if note.game == game)
    (box,) = believed(game, key, (Mailbox("", notes),))
    if box.witnesses:
        return ""
    return (
        f"The checkpoint of event {notes[0].position} is not signed by the key that the record names, {key}."
    )
