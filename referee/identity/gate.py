"""The admission of a mail: which game and seat it is for, and whether token and sender fit it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from msgspec import Struct

from domain.game.entries.levels import WITNESS, WITNESSED
from domain.game.entries.people import Delegated, DelegationEnded, SeatLeft, SeatTaken
from domain.game.state.game_state import GameState
from referee.games.addresses import Actor, acting, address_of
from referee.reading.reading import Block, ReadMail
from referee.record.envelope import Envelope
from referee.record.mail_cases import Case, persons_at
from referee.record.record import Record, UnknownGame
from referee.seats.tokens import Bearer, bearers, same, server_key, token_of
from referee.service.exits import DATAERR, NOPERM, NOUSER, OK

ADMITTED = "admitted"
STALE = "an older turn"
NO_TOKEN = "no token"
WRONG_TOKEN = "wrong token"
OTHERS_TOKEN = "another seat's token"
NOT_YOUR_SEAT = "not your seat"
NOT_YOURS = "not your game"
UNROUTED = "no game named"
STRANGER = "unknown sender"

EXITS = {
    STALE: OK,
    NO_TOKEN: NOPERM,
    WRONG_TOKEN: NOPERM,
    OTHERS_TOKEN: NOPERM,
    NOT_YOUR_SEAT: NOPERM,
    NOT_YOURS: NOUSER,
    UNROUTED: DATAERR,
}
"""What a mail server is told of a mail that is not admitted."""

Claims = Sequence[tuple[str, str]]
"""(game, seat) pairs that mail from the sender's address may act for."""


class Past(Struct, frozen=True):
    """A delegation that is over, `since` its time ran out, or since somebody ended it before that."""

    game: GameState
    given: Delegated
    since: int

    def was_ended(self) -> bool:
        """Whether somebody has ended it before its time."""
        return self.since < self.given.until


class Admission(Struct, frozen=True):
    """What a mail may do, and for whom.

    `game` and `seat` are the sender's own, "" where he has none that fits; `turn` is the one that an
    admitted or late mail was for. `owner` is the (game, seat) whose token somebody else has sent, `person`
    whose of those who may act for it; `named` the one that a stranger's mail names without its token.
    """

    kind: str
    game: str = ""
    seat: str = ""
    turn: str = ""
    owner: tuple[str, str] | None = None
    person: str = ""
    named: tuple[str, str] | None = None
    has_token: bool = True  # of an older turn; else the mail is late only by what it names

    def holds_token(self) -> bool:
        """Whether a token came with it that is, or was, some seat's."""
        return bool(self.owner) or self.kind == ADMITTED or (self.kind == STALE and self.has_token)


class Verdict(Struct, frozen=True, dict=True):
    """What a mail is judged to be, once for all who may take it: whether the receiving server calls it
    forged, and the question whose mark it has."""

    record: Record
    mail: ReadMail
    now: int
    is_forged: bool
    case: Case | None

    @cached_property
    def admitted(self) -> tuple[Claims, Admission]:
        """What its sender's address may act for, and what the mail may do. Never lets a game's existence show
        to others."""
        record, block = self.record, self.mail.block
        tokens = _Tokens(record, server_key(record), self.now)
        claims = claims_of(record, self.mail.sender, self.now)
        game = _game(record, tokens, block, claims)
        bearer = tokens.bearer(game, block.token) if game else None
        owner = bearer.seat if bearer else ""
        seats = [seat for name, seat in claims if game and name == game.id]
        leaked = (game.id, owner) if game and owner and owner not in seats else None
        if not claims:
            whose = bearer.person if bearer else ""
            return claims, Admission(STRANGER, owner=leaked, person=whose, named=_named(game, block))
        if not game or not (seats or leaked):
            return claims, Admission(NOT_YOURS if block.game or len(claims) == 1 else UNROUTED)
        seat = block.seat.lower() or (owner if owner in seats else "") or seats[0] if seats else ""
        if leaked:
            own = (game.id, seat if seat in seats else "") if seats else ("", "")
            return claims, Admission(OTHERS_TOKEN, *own, owner=leaked)
        if seat not in seats:
            return claims, Admission(NOT_YOUR_SEAT, game.id, seats[0])
        persons = _persons(record, self.mail.sender, game, seat, self.now)
        return claims, _by_token(tokens, game, seat, block, bearer, persons)


def claims_of(record: Record, address: str, now: int) -> Claims:
    """What an address may act for: its own seats, and those that were delegated to it."""
    if not persons_at(record, address):
        return record.seats_of(address)
    return [(actor.game, actor.seat) for actor in acting(record, address, now)]


def expired(record: Record, address: str, game: str, now: int) -> Past | None:
    """What an address was let do before; `game` is the one that a mail names, "" where it names none."""
    for name, person in persons_at(record, address):
        over = _over(record.envelopes(name), person, now) if game.lower() in ("", name) else []
        if over:
            given, since = max(over, key=lambda one: one[1])
            return Past(record.load(name).game, given, since)
    return None


def _over(envelopes: Sequence[Envelope[Any]], person: str, now: int) -> list[tuple[Delegated, int]]:
    """Each delegation to a person that is over, and since when. Whoever took the seat himself was let do
    more, not less."""
    given: dict[str, Delegated] = {}
    over: list[tuple[Delegated, int]] = []
    for envelope in envelopes:
        entry = envelope.entry
        if isinstance(entry, Delegated) and entry.to == person:
            given[entry.seat] = entry
        elif isinstance(entry, SeatTaken | SeatLeft) or (
            isinstance(entry, DelegationEnded) and entry.to == person
        ):
            ended = given.pop(entry.seat, None)
            if ended and not (isinstance(entry, SeatTaken) and entry.person == person):
                over.append((ended, min(ended.until, envelope.at)))
    return [*over, *((one, one.until) for one in given.values() if one.until < now)]


def actor_for(record: Record, address: str, game: str, seat: str, now: int) -> Actor:
    """The person who acts for a seat by a mail from an address: whoever sits there, or a delegate."""
    holder = record.load(game).game.register.holders.get(seat, "")
    if not address or (game, seat) in record.seats_of(address):
        return Actor(game, seat, holder)
    delegates = (one for one in acting(record, address, now) if (one.game, one.seat) == (game, seat))
    return next(delegates, Actor(game, seat, holder))


def actor_of(record: Record, game: str, seat: str, person: str) -> Actor:
    """The person whose token a mail carries: whoever sits there, or a delegate."""
    register = record.load(game).game.register
    holder = register.holders.get(seat, "")
    given = (one.scope for one in register.delegations if (one.seat, one.to) == (seat, person))
    scope = next(given, "")
    return Actor(game, seat, person, holder, scope) if scope else Actor(game, seat, holder)


def _by_token(
    tokens: _Tokens, game: GameState, seat: str, block: Block, bearer: Bearer | None, persons: set[str]
) -> Admission:
    """The judgement on the token, for a seat of the sender's own. One that another has who may act for the
    seat too counts for nothing: it may have been taken from him, and the sender has his own."""
    if not block.token:
        late = block.turn not in ("", game.label)
        if late:
            return Admission(STALE, game.id, seat, block.turn, has_token=False)
        return Admission(NO_TOKEN, game.id, seat, game.label)
    fits = bearer is not None and bearer.seat == seat
    if bearer and fits and block.turn in ("", game.label):
        kind = ADMITTED if bearer.person in persons else NO_TOKEN
        return Admission(kind, game.id, seat, game.label)
    turn = block.turn if fits else tokens.older_turn(game, seat, block)
    if turn:
        return Admission(STALE, game.id, seat, turn)
    return Admission(WRONG_TOKEN, game.id, seat)


def _persons(record: Record, address: str, game: GameState, seat: str, now: int) -> set[str]:
    """Who of those that may act for a seat mails come from an address of."""
    found = {
        one.to
        for one in game.register.delegations
        if one.seat == seat and now <= one.until and address_of(record, game.id, one.to) == address.lower()
    }
    if (game.id, seat) in record.seats_of(address):
        found.add(game.register.holders.get(seat, ""))
    return found


def _named(game: GameState | None, block: Block) -> tuple[str, str] | None:
    seat = block.seat.lower()
    return (game.id, seat) if game and seat in game.seats else None


def _game(record: Record, tokens: _Tokens, block: Block, claims: Claims) -> GameState | None:
    """The game that the mail names; where it names none, the sender's one, or the one that the token fits."""
    if block.game:
        return _live(record, block.game.lower())
    games = [_live(record, name) for name in dict.fromkeys(name for name, _ in claims)]
    if len(games) == 1:
        return games[0]
    for game in games:
        bearer = tokens.bearer(game, block.token) if game else None
        if game and bearer and (game.id, bearer.seat) in claims:
            return game
    return None


def _live(record: Record, name: str) -> GameState | None:
    try:
        return record.load(name).game
    except UnknownGame:
        return None


def is_token(record: Record, key: bytes, game: GameState, given: str, now: int) -> bool:
    """Whether it is the token of anybody who may act in the turn of a game."""
    return _Tokens(record, key, now).bearer(game, given) is not None


class _Tokens(Struct, frozen=True):
    """The tokens of all who may act at a time. Each is compared, found or not, and in constant time: a token
    of somebody who may act no more is nobody's."""

    record: Record
    key: bytes
    now: int

    def bearer(self, game: GameState, given: str) -> Bearer | None:
        """Whose token of this turn it is; None for nobody's."""
        parties = (*game.seats, WITNESS) if game.ledger.level >= WITNESSED else game.seats
        known = [one for seat in parties for one in bearers(self.record, game, seat, self.now)]
        found = [one for one in known if same(given, token_of(self.key, game.id, one, game.label))]
        return found[0] if found else None

    def older_turn(self, game: GameState, seat: str, block: Block) -> str:
        """The turn, or the version of this one, that a token was for; "" where it was for none. Turns that
        are not counted by one number are tried as they are named."""
        number, docket = game.turn.removeprefix("T"), game.register.docket
        turns = [f"T{n}" for n in range(int(number) + 1)] if number.isdecimal() else [game.turn, block.turn]
        older = [
            turn if n == 1 else f"{turn}.v{n}" for turn in turns for n in range(1, docket.version(turn) + 1)
        ]
        known = bearers(self.record, game, seat, self.now)
        named = ((turn, one) for turn in older if turn != game.label for one in known)
        found = [turn for turn, one in named if same(block.token, token_of(self.key, game.id, one, turn))]
        return found[0] if found else ""
