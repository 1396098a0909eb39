"""Notices beside mail: that it is a person's turn; and in the club's channel, whose turn it is.

A notice lies in the outbox beside the mail that it is about: a title, a time, and where the public pages are,
in the reader's language. No link of a seat, no token, no word and no name that anybody has chosen: a game is
named, and its page, where the name is of our making.
The address that it goes to stands in no notice: it is looked up when one is sent.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec
from msgspec import Struct

from domain.game.state.game_state import GameState
from domain.kit.errors import StaleOrder
from domain.kit.likeness import program_of
from projections.language.catalogues import Reader, written_for
from projections.language.messages import _, listed, soon, term
from referee.record.outbox import NOTICE, OutboxTable
from referee.record.record import Clock, Record
from referee.seats.seat_view import Scene, due
from referee.service import configuration
from referee.service.webhook_hosts import HOSTS
from referee.transport.letters import OPENING, REMINDER, TURN, message_id, name_of
from referee.transport.webhooks import Hook, NoHook, read

KINDS = (OPENING, REMINDER, TURN)
"""The mails beside which there is a notice, where it is somebody's turn."""

OFF = "off"

_HOOKS, _CLUB = "notices/to/", "notices/club/"
"""Before an address: where his notices go. Before a game: of whose turn the club was told."""

_HOOK = msgspec.json.Decoder(Hook)
_WISH = re.compile(r"(?:to )?<?(https?://[^\s<>]+?)>?(?: as ([a-z]+))?", re.IGNORECASE)


class Said(Struct, frozen=True):
    """What a notice says, as it lies in the outbox."""

    text: str
    link: str = ""


def hook_of(record: Record, address: str) -> Hook | None:
    kept = record.setting(_HOOKS + address.lower())
    return _HOOK.decode(kept) if kept else None


def forget(record: Record, address: str) -> None:
    """Sends a person no notices any more."""
    record.unset(_HOOKS + address.lower())


class Notices:
    """The notices of a desk. `address` is the desk's own; `pages` is where its pages are, "" nowhere."""

    def __init__(
        self, record: Record, clock: Clock, address: str, pages: str, settings: configuration.Notices
    ) -> None:
        self._record = record
        self._outbox = OutboxTable(record)
        self._clock = clock
        self._address = address
        self._pages = pages.rstrip("/")
        self._settings = settings

    def wish(self, address: str, how: str) -> str:
        """Does what a person wishes of his notices; what he is answered. Raises `StaleOrder`."""
        if how.strip().lower() == OFF:
            forget(self._record, address)
            return _("No notices are sent to you. Mails come as ever.")
        found = _WISH.fullmatch(how.strip())
        try:
            hook = read(found[1] if found else "", (found[2] or "").lower() if found else "", self.hosts)
        except NoHook:
            raise StaleOrder(_no_hook(self.hosts)) from None
        self._record.set(_HOOKS + address.lower(), msgspec.json.encode(hook))
        said = _("When it is your turn, a notice goes to {host} as well. “notices off” ends that.")
        return said.format(host=hook.host)

    @property
    def hosts(self) -> Sequence[str]:
        return self._settings.hosts

    def beside(self, now: Scene, address: str, kind: str, name: str) -> None:
        """The notice beside a mail of a kind and a name, in the language that texts are written in."""
        game = now.game
        is_turn = kind in KINDS and now.seat in game.wanted() and not game.ledger.absent
        if is_turn and hook_of(self._record, address):
            until = due(now, now.seat)
            if _is_named_by_us(game):
                said = _("Your turn in {game} until {time}.") if until else _("Your turn in {game}.")
            else:
                untimed = _("Your turn in a game of {title}.")
                said = _("Your turn in a game of {title} until {time}.") if until else untimed
            self._put(NOTICE + address.lower(), game, self._said(said, game, until), f"{name} {address}")

    def to_club(self, game: GameState, position: int) -> None:
        """Whose turn it is now that it was not before, or that the game is over; of a game that the public
        sees at once, and of people, not of programs."""
        if self._settings.url is None or game.register.policy.delay or game.ledger.absent:
            return
        asked = _asked(game)
        setting = _CLUB + game.id
        before = self._record.setting(setting).decode().split("\n")
        fresh = [seat for key, seat in asked.items() if key not in before]
        if [*asked] != [key for key in before if key]:
            self._record.set(setting, "\n".join(asked).encode())
        if fresh:
            with written_for(Reader(self._settings.language, game.register.policy.zone)):
                self._put(NOTICE, game, self._of_game(game, fresh), f"club {position}")

    def _of_game(self, game: GameState, seats: Sequence[str]) -> str:
        deadlines = {} if game.register.paused else game.register.deadlines
        until = max((deadlines[seat].at for seat in seats if seat in deadlines), default=0)
        is_ours = _is_named_by_us(game)
        if game.is_over():
            said = _("{game} is over.") if is_ours else _("A game of {title} is over.")
        elif is_ours:
            untimed = _("{game}: the turn of {seats}.")
            said = _("{game}: the turn of {seats} until {time}.") if until else untimed
        else:
            untimed = _("A game of {title}: the turn of {seats}.")
            said = _("A game of {title}: the turn of {seats} until {time}.") if until else untimed
        return self._said(said, game, until, seats)

    def _said(self, said: str, game: GameState, until: int, seats: Sequence[str] = ()) -> str:
        title = term(game.rules.name).partition(":")[0].strip()
        time = soon(until, self._clock())
        return said.format(game=game.id, title=title, time=time, seats=listed(seats))

    def _put(self, to: str, game: GameState, text: str, about: str) -> None:
        """Once, however often it is put."""
        name = message_id(name_of("notice", about, game.id), self._address)
        if not self._outbox.knows(name):
            page = f"g/{game.id}/" if _is_named_by_us(game) else ""
            raw = msgspec.json.encode(Said(text, f"{self._pages}/{page}" if self._pages else ""))
            self._outbox.put(name, to, raw, text, self._clock())


def _is_named_by_us(game: GameState) -> bool:
    """Whether it is called as we call one to which nobody has given a name, such as “rising-sun-1”: what
    people choose to call theirs is nothing for the server of somebody else."""
    title, _hyphen, number = game.id.rpartition("-")
    return title == game.rules.title.replace("_", "-") and number.isdecimal() and len(number) < 5


def _asked(game: GameState) -> dict[str, str]:
    """Each person's seat that is awaited, by what it is asked for; that the game is over, by that."""
    if game.is_over():
        return {"over": ""}
    holders = game.register.holders
    people = [seat for seat in game.owing() if seat in holders and not program_of(holders[seat])]
    return {f"{seat} {game.label}": seat for seat in people}


def _no_hook(hosts: Sequence[str]) -> str:
    said = _(
        "Notices cannot go there. Write “notices to https://… as {shapes}”, with an address as {hosts} gives "
        "it."
    )
    return said.format(shapes="|".join(HOSTS.values()), hosts=listed(hosts))
