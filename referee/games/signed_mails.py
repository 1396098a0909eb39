"""Signed texts of mails, each of which goes on record with the first order of its mail, once."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from domain.game.entries.people import Conduct, KeyRegistered, OrdersSigned
from domain.game.state.game_state import GameState
from domain.kit.sealed import Sealed


class Attested(Struct):
    """The text that `person` has signed for a seat by a key, and the signature, in base64."""

    seat: str
    person: str
    key: str
    text: str
    signature: str
    is_kept: bool = False

    def due(self, game: GameState) -> Iterator[Conduct]:
        """What is to be recorded before an order of this mail."""
        if self.is_kept:
            return
        if game.register.key_of(self.seat, self.person) != self.key:
            yield KeyRegistered(self.seat, self.person, self.key)
        to = (self.seat,)
        yield OrdersSigned(self.seat, Sealed(to, self.text), Sealed(to, self.signature))
