"""Stores of what-ifs: they hold no game that is played, and no mail is written or taken of what they hold."""

from __future__ import annotations

from domain.game.entries.entries import WhatIf
from referee.record.record import Record

SETTING = "what-if"
"""The setting of a store that holds what-ifs and nothing else."""


NO_MAILS = "This store holds what-ifs: no mail is written of them, and none is taken."


class WrongStore(Exception):
    """A game or its mails do not belong into this store; the sentence says why, and what would do."""


def holds_what_ifs(record: Record) -> bool:
    """Whether a store is one of what-ifs."""
    return record.setting(SETTING) != b""


def mark(record: Record) -> None:
    """Makes a store that has no game yet one of what-ifs."""
    record.set(SETTING, b"1")


def check_kind(record: Record, game: str, fork: WhatIf | None) -> None:
    """What-ifs and games that are played stand in stores of their own. Raises `WrongStore`."""
    if fork is None and holds_what_ifs(record):
        raise WrongStore(f"This store holds what-ifs, and {game} is none. Name another store with --store.")
    if fork is not None and not holds_what_ifs(record) and record.games():
        raise WrongStore(
            f"{game} is a what-if of {fork.game} after event {fork.at}, and this store holds games that are "
            "played. Name a store of what-ifs, or one that is not there yet."
        )


def check_mails(record: Record) -> None:
    """Raises `WrongStore` where a desk must not work."""
    if holds_what_ifs(record):
        raise WrongStore(NO_MAILS)
