"""News: whether something has happened that a party has to be told, what the mail that tells it is, and how
press stands in one.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from typing import Any

from domain.game.entries.dice import DiceAnswered, DiceClaimed, DiceLeft
from domain.game.entries.entries import SEAT, Asked, Ordered, Rewound
from domain.game.entries.people import (
    AddressChanged,
    Agreed,
    DeadlineMoved,
    KeyRegistered,
    Paused,
    PolicyChanged,
    Pressed,
    Resumed,
    SeatLeft,
    SeatTaken,
)
from domain.game.entries.rulings import (
    AdjudicationsOpened,
    Disputed,
    DisputeWithdrawn,
    Recused,
    Reopened,
    Ruled,
    TakeBackAnswered,
    TakeBackProposed,
)
from domain.game.state.game_state import GameState
from domain.kit.sealed import REFEREE, Sealed
from projections.language.messages import _, listed, soon, term, wrap
from projections.replay import Replay
from projections.telling.log import delegate_of
from referee.identity.question_answered import closed
from referee.record.record import Record
from referee.seats.defused_text import defused, quoted
from referee.seats.dice_words import is_own
from referee.seats.open_questions import is_asked
from referee.seats.seat_view import Scene, due, persons, renewed_since
from referee.transport.letters import (
    ANSWER,
    CONFIRM,
    END,
    LATE,
    LOST,
    MOVED,
    NEWS,
    OPENING,
    PRESS,
    REMINDER,
    REQUEST,
    TURN,
    WARNING,
    name_of,
)

ASKS = (OPENING, TURN, REMINDER, ANSWER)
"""Mails that may ask for orders."""

DECIDED = (
    *(PolicyChanged, DeadlineMoved, Paused, Resumed, SeatTaken, SeatLeft, AddressChanged, Agreed),
    KeyRegistered,
    *(Disputed, DisputeWithdrawn, Recused, AdjudicationsOpened, Ruled, Reopened),
    *(TakeBackProposed, TakeBackAnswered),
    DiceLeft,
)
"""What all are told at once, though the same seats are awaited."""


def is_news(now: Scene, told: int) -> bool:
    """Whether others are awaited than the seat was told, or it is asked anew, or play went back. A throw
    that waits is no news: the seat that raised it was answered, and the others are told what came of it; nor
    is it that only programs are awaited, which play in a moment."""
    replay, newest = now.replay, len(now.replay)
    if not told or told >= newest:
        return not told
    if now.game.ledger.dice.thrower:
        return asks(now, told)
    since = (replay.envelope(at).entry for at in range(told + 1, newest + 1))
    if any(isinstance(entry, Rewound) and _unsays(replay, entry, told) for entry in since):
        return True
    is_moved = _stands(replay, now.seat, told) != _stands(replay, now.seat, newest)
    awaited, register = now.game.awaited(), now.game.register
    waits = not awaited or (register.has_programs and all(map(register.program, awaited)))
    return not waits and (is_moved or asks(now, told))


def _unsays(replay: Replay, rewound: Rewound, told: int) -> bool:
    """Whether play goes back by more than the word of one seat, or anything of it was told."""
    orders = (isinstance(replay.envelope(at).entry, Ordered) for at in range(rewound.to + 1, told + 1))
    return rewound.by != SEAT or any(orders)


def asks(now: Scene, told: int) -> bool:
    """Whether the seat has to be asked for orders: it was not asked yet for what is asked of it now, or its
    token is another since."""
    if now.seat not in now.game.wanted():
        return False
    if now.game.ledger.dice.thrower:
        is_new = not told or bool(has(now, told, (Asked, DiceClaimed, DiceAnswered)))
        return is_new and not is_own(now.game, now.seat, now.person)
    is_told = 0 < told <= len(now.replay) and now.replay.turn(told) == now.game.label
    is_told = is_told and not now.replay.at(told).ledger.absent
    return not is_told or bool(closed(now.replay, now.seat, told))


def has_begun(now: Scene, told: int) -> bool:
    """Whether all have joined since; not where a game goes on that all had to join anew."""
    if not 0 < told < len(now.replay) or now.game.ledger.absent:
        return False
    before = now.replay.at(told)
    return bool(before.ledger.absent) and not before.stands_still()


def moved(now: Scene, told: int) -> int:
    """The deadline of the seat as it was told, where the same question is to be answered by another time now;
    else 0. The referee may have moved it, a pause, or a vacation."""
    game = now.game
    is_behind = 0 < told < len(now.replay) and now.seat in game.owing() and game.register.paused is None
    before = now.replay.at(told).register.deadlines.get(now.seat) if is_behind else None
    here = game.register.deadlines.get(now.seat)
    same = before and here and (before.since, before.prompt) == (here.since, here.prompt)
    return before.at if before and here and same and before.at != here.at else 0


def asks_leave(now: Scene, told: int) -> bool:
    """Whether another seat asks it to let it take back, and it was not asked yet."""
    return is_asked(now.game, now.seat) and bool(has(now, told, (TakeBackProposed,)))


def joins_anew(now: Scene, told: int) -> bool:
    """Whether the seat has to join anew, and was not told so."""
    return now.seat in now.game.ledger.absent and renewed_since(now, told)


def kind_of_news(now: Scene, told: int) -> str:
    if asks(now, told):
        return TURN
    if has_begun(now, told):
        return OPENING
    if moved(now, told):
        return MOVED
    return PRESS if positions(now, told) else NEWS


def has(now: Scene, told: int, kinds: tuple[type, ...]) -> list[Any]:
    """The entries of some kinds since the seat was written to."""
    entries = (now.replay.envelope(position).entry for position in range(told + 1, len(now.replay) + 1))
    return [entry for entry in entries if isinstance(entry, kinds)] if told else []


def _stands(replay: Replay, seat: str, position: int) -> tuple[bool, tuple[str, ...], str]:
    """Whether somebody has still to join, who is awaited, and the turn where the seat is."""
    game = replay.at(position)
    awaited = game.awaited()
    return bool(game.ledger.absent), awaited, game.label if seat in awaited else ""


def asked_at(record: Record, now: Scene) -> tuple[int, int]:
    """When the newest mail with a block for the seat was written, and at which event the question came up
    that it asks; 0 where none is known."""
    kept = record.setting(f"asked/{now.replay.game}/{now.seat}", b"0").split()
    return int(kept[0]), int(kept[1]) if kept[1:] else 0


def at_position(kind: str, now: Scene) -> str:
    return name_of(kind, "", now.replay.game, now.seat, len(now.replay))


# ---- subjects


def subject(now: Scene, kind: str, at: int = 0) -> str:
    """What a mail wants, by when; the tag, which comes back with the answer; what is played."""
    until, game = due(now, now.seat), now.game
    time = soon(until, at) if until else ""
    is_mine = kind in ASKS and now.seat in game.wanted()
    if is_mine and game.ledger.dice.claim and is_own(game, now.seat, now.person):
        is_mine = False
    if is_mine and game.ledger.absent:
        wants = _("Join by {time}").format(time=time) if time else _("Please join")
    elif is_mine and game.ledger.dice.thrower:
        wants = _("Confirm dice by {time}") if game.ledger.dice.claim else _("Throw dice by {time}")
        bare = _("Please confirm dice") if game.ledger.dice.claim else _("Please throw dice")
        wants = wants.format(time=time) if time else bare
    elif is_mine:
        wants = _("Your turn by {time}").format(time=time) if time else _("Your turn")
    else:
        wants = {
            ANSWER: "",
            LATE: _("Late: your turn"),
            PRESS: _("Press"),
            REQUEST: _("Your cell is wanted"),
            WARNING: _("Warning"),
            CONFIRM: _("Did you write this?"),
            OPENING: _("The game has begun"),
            LOST: _("Your seat"),
            MOVED: _("Your deadline is now {time}").format(time=time),
        }.get(kind, _("News"))
    asks = game.register.docket.proposal if kind == NEWS and is_asked(game, now.seat) else None
    wants = _("May {seat} take back?").format(seat=asks.seat) if asks else wants
    wants = _won(game) if kind == END else wants
    return f"{wants} {now.tag} {term(game.rules.name).partition(':')[0].strip()}".lstrip()


def _won(game: GameState) -> str:
    """How a game has ended, for a subject."""
    if not game.winners:
        return _("Over") if game.rules.ending(game.state.board) else _("Over: nobody has won")
    said = _("Over, drawn: {seats}") if game.is_drawn else _("Over, won by {seats}")
    return said.format(seats=listed(game.winners))


def positions(scene: Scene, after: int, without: Container[int] = ()) -> tuple[int, ...]:
    """The events later than `after` that are press to this party, not its own, and not in `without`."""
    entries = ((at, scene.replay.envelope(at).entry) for at in range(after + 1, len(scene.replay) + 1))
    press = ((at, one) for at, one in entries if isinstance(one, Pressed) and at not in without)
    return tuple(
        position
        for position, one in press
        if _seen(scene, one.text) is not None and _seen(scene, one.sender) != scene.seat
    )


def voices(scene: Scene, press: Iterable[int]) -> Iterator[str]:
    """The text of each of these events under a line that says who has written it, and to whom; a blank line
    after each."""
    for position in press:
        envelope = scene.replay.envelope(position)
        entry, delegate = envelope.entry, delegate_of(envelope.act)
        yield from wrap(_from(scene, entry, delegate), f"{position:5}  ", " " * 7)
        yield from quoted(_seen(scene, entry.text) or "")
        yield ""


def _from(scene: Scene, entry: Pressed, delegate: str) -> str:
    sender, to = _seen(scene, entry.sender), _audience(scene, entry.to)
    if not sender:
        return _("Press without a name, to {to}:").format(to=to)
    name = _named(scene, sender)
    if delegate:
        name = _("{person} for {seat}").format(person=defused(delegate), seat=name)
    return _("Press from {sender} to {to}:").format(sender=name, to=to)


def _audience(scene: Scene, to: tuple[str, ...]) -> str:
    if not to:
        return _("all")
    others = [_named(scene, seat) for seat in to if seat != scene.seat]
    return listed([*([_("you")] if scene.seat in to else []), *others])


def _named(scene: Scene, seat: str) -> str:
    return _("the referee") if seat == REFEREE else persons(scene.game, seat)


def _seen(scene: Scene, value: Sealed[str] | str) -> str | None:
    return value.seen_by(scene.replay.eye(scene.viewer)) if isinstance(value, Sealed) else value
