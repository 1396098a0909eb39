"""News that nobody has asked for: what each party has to know or do, and was not written yet."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from domain.game.entries.levels import WITNESS
from domain.game.entries.people import Delegated, SeatTaken
from projections.language.catalogues import ONLY_MY_TURN, reader, written_for
from referee.clocks import dues
from referee.clocks.dues import Due
from referee.games.addresses import address_of, untold
from referee.games.witnessing import number_of
from referee.identity import naming
from referee.identity.renewing import told_by
from referee.mail.writing import (
    answers,
    delegates,
    invitations,
    letters_to_named,
    lost_seats,
    news,
)
from referee.mail.writing.letters_to_named import beside
from referee.mail.writing.news import positions
from referee.mail.writing.post import Post, Words
from referee.record import timers
from referee.seats import folded_games
from referee.seats.mail_parts import Parts
from referee.seats.readers import reader_of
from referee.seats.seat_view import Scene
from referee.seats.tokens import bearers, holder
from referee.seats.witness_requests import question_of, request, requested, set_requested
from referee.transport.letters import (
    END,
    LATE,
    LOST,
    NEWS,
    OPENING,
    PRESS,
    REMINDER,
    REQUEST,
    TURN,
    Letter,
    name_of,
)

LetterFor = Callable[[Post, Scene, str], Letter | None]
"""The letter for a party at an address, or None."""


def announce(post: Post, game: str) -> tuple[str, ...]:
    """The first mail to everybody."""
    return _to_all(post, game, _first)


def tell(post: Post, game: str) -> tuple[str, ...]:
    """What each party has to know or do that it was not written yet; and whoever was named is asked."""
    _before_all(post, game)
    if post.record.setting(naming.TO_ASK + game):
        for case in naming.unwritten(post.record, game, post.clock()):
            post.send(letters_to_named.question(post.record, case, post.address, post.dress))
    return _to_all(post, game, _due)


def remind(post: Post, game: str) -> tuple[str, ...]:
    """What is still awaited, to those who owe it; and whom a locked game waits for, to all others."""
    _before_all(post, game)
    return _to_all(post, game, _owed)


def heed(post: Post, due: Due) -> None:
    """Writes what is due: a reminder, that a seat is late, and to all what a clock has brought about."""
    if due.kind == dues.LOST:
        lost(post, due)
    elif due.kind == dues.RENEWED:
        tell_losers(post, due.game)
        renewed(post, due)
    else:
        _before_all(post, due.game)
        _heed_clock(post, due)


def _heed_clock(post: Post, due: Due) -> None:
    if due.kind == dues.REMINDER:
        _to_one(post, due.game, due.seat, _reminder)
    elif due.kind == dues.LATE:
        _to_one(post, due.game, due.seat, partial(_overdue, at=due.at))
    elif due.kind == dues.REFUSED:
        _given_up(post, due)
    elif due.kind == dues.UNDELEGATED:
        time_over(post, due)
    else:
        _to_all(post, due.game, _changed)


def notify(post: Post, game: str, seat: str, said: Words, about: str) -> None:
    """Tells a seat what has become of something that it has asked for; `about` names it."""

    def letter(post: Post, now: Scene, address: str) -> Letter:
        name = name_of(NEWS, about, game, seat, len(now.replay))
        return post.letter(now, address, Parts(said()), NEWS, name)

    _to_one(post, game, seat, letter)


def _before_all(post: Post, game: str) -> None:
    """What was left for now is played; whoever has lost something is told before who has it now."""
    if post.plays and post.record.load(game).game.register.held:
        post.plays(game)
    tell_losers(post, game)
    to_delegates(post, game)
    for kind, write in ((dues.RENEWED, renewed), (dues.REFUSED, _given_up)):
        for due in timers.owed(post.record.recorder, game, kind):
            write(post, due)


def _to_all(post: Post, game: str, letter_for: LetterFor) -> tuple[str, ...]:
    replay, written = folded_games.replay(post.record, game), []
    for party, address in post.addresses(game).items():
        now = post.linked(replay, holder(post.record, replay.newest(), party))
        letters = _letters(post, now, address, letter_for)
        for letter in letters:
            post.send(letter)
        if letters:
            _remember(post, now, letter_for is _owed)
            written.append(party)
    if post.notices:
        post.notices.to_club(replay.newest(), len(replay))
    return tuple(written)


def _letters(post: Post, now: Scene, address: str, letter_for: LetterFor) -> list[Letter]:
    """The letter to whoever holds a seat, and to each who may order for him, in their own languages."""
    letters = []
    own = [(address, now), *((to, post.linked(now.replay, one)) for to, one in post.delegates(now))]
    for place, (to, seen) in enumerate(own):
        with written_for(reader_of(post.record, to)):
            letter = letter_for(post, seen, to)
        if letter is None and place == 0:
            return []
        if letter is not None:
            letters.append(replace(letter, name=f"{letter.name}.{place}") if place else letter)
    return letters


def _to_one(post: Post, game: str, seat: str, letter_for: LetterFor) -> None:
    address = post.addresses(game).get(seat)
    if address:
        with post.for_seat(game, seat) as now:
            letter = letter_for(post, now, address)
        if letter:
            post.send(letter)


def _remember(post: Post, now: Scene, reminded: bool) -> None:
    """What was written. A reminder of a seat's turn tells nothing of what has happened."""
    if not (reminded and now.seat in now.game.wanted()):
        post.set_told(now)
    if now.seat == WITNESS:
        set_requested(post.record, now)


def _first(post: Post, now: Scene, address: str) -> Letter:
    name = name_of(OPENING, "", now.replay.game, now.seat, 1)
    return post.letter(now, address, invitations.opening(now, post.address), OPENING, name)


def _due(post: Post, now: Scene, address: str) -> Letter | None:
    told = post.told(now)
    if any(entry.seat == now.seat for entry in news.has(now, told, (SeatTaken,))):
        body = invitations.welcome(now, post.address)
        return post.letter(now, address, body, OPENING, news.at_position(OPENING, now))
    if now.game.is_over():
        return _news(post, now, address, told) if told < len(now.replay) else None
    if now.game.ledger.absent:
        return _joins(post, now, address, told)
    if now.seat == WITNESS:
        return _request(post, now, address, anew=False)
    decided = bool(news.has(now, told, news.DECIDED))
    is_news = news.is_news(now, told) or decided
    asks_leave = now.game.register.docket.proposal and news.asks_leave(now, told)
    at_once = news.has_begun(now, told) or news.moved(now, told) or asks_leave
    is_wanted = reader().length != ONLY_MY_TURN or decided or positions(now, told)
    waits = reader().digest or not is_wanted  # for the digest of the day, or the mail of his next turn
    if told and not at_once and not (is_news and now.seat in now.game.wanted()) and waits:
        return None
    return _news(post, now, address, told) if at_once or is_news or positions(now, told) else None


def _joins(post: Post, now: Scene, address: str, told: int) -> Letter | None:
    """The invitation, or in a game that was on already, that it stands still until all join anew."""
    if not told:
        return _first(post, now, address)
    if not news.joins_anew(now, told):
        return None
    body, name = answers.news(now, told, asks=True), news.at_position(TURN, now)
    return post.letter(now, address, body, TURN, name)


def _changed(post: Post, now: Scene, address: str) -> Letter | None:
    """What a clock has brought about, also where others are awaited as before."""
    if now.game.is_over() or now.game.ledger.absent or now.seat == WITNESS:
        return _due(post, now, address)
    told = post.told(now)
    if news.has(now, told, (SeatTaken,)):
        return _due(post, now, address)
    is_quiet = bool(reader().digest) or reader().length == ONLY_MY_TURN
    waits = is_quiet and now.seat not in now.game.wanted()
    return _news(post, now, address, told) if 0 < told < len(now.replay) and not waits else None


def _given_up(post: Post, due: Due) -> None:
    """To all who act for a seat whose order waited, and could not be played when its time came; with what
    is asked of it now, which no other mail asks then."""
    now, name = post.scene(due.game, due.seat), name_of(NEWS, "", due.game, due.seat, due.position)

    def letter(post: Post, seen: Scene, to: str) -> Letter:
        body = answers.waited(seen, due, post.told(seen))
        return post.letter(seen, to, body, TURN if body.block else NEWS, name)

    for one in _letters(post, now, post.addresses(due.game).get(due.seat, ""), letter):
        post.send(one)
    if not now.game.is_over():  # the end of a game is a mail of its own
        post.set_told(now)


def _owed(post: Post, now: Scene, address: str) -> Letter | None:
    if now.seat in now.game.wanted():
        return _reminder(post, now, address)
    if question_of(now) is None:
        return None
    if now.seat == WITNESS:
        return _request(post, now, address, anew=True)
    told = post.told(now)
    return _news(post, now, address, told) if told < len(now.replay) else None


def _news(post: Post, now: Scene, address: str, told: int) -> Letter:
    kind = END if now.game.is_over() else news.kind_of_news(now, told)
    if kind == END:
        body = answers.ending(now, told)
    else:
        asked = news.asked_at(post.record, now)[0]
        body = answers.news(now, told, asks=news.asks(now, told), asked=asked)
        body = answers.pressed(body, now, told) if kind == PRESS else body
    return post.letter(now, address, body, kind, news.at_position(kind, now))


def _reminder(post: Post, now: Scene, address: str) -> Letter:
    return post.letter(now, address, answers.reminder(now), REMINDER, news.at_position(REMINDER, now))


def _overdue(post: Post, now: Scene, address: str, at: int) -> Letter:
    name = name_of(LATE, "", now.replay.game, now.seat, at)
    return post.letter(now, address, answers.overdue(now, at), LATE, name)


def _request(post: Post, now: Scene, address: str, *, anew: bool) -> Letter | None:
    """The request for the throw that waits; one that was sent only where it is wanted anew."""
    question = question_of(now)
    if question is None or (number_of(question) == requested(post.record, now) and not anew):
        return None
    name = name_of(REQUEST, question.lane, now.replay.game, WITNESS, question.index)
    return post.letter(now, address, request(post.record, now, question), REQUEST, name)


def tell_losers(post: Post, game: str) -> None:
    """Those who have lost a seat, and the address that another has taken the place of; then that one."""
    for due in timers.owed(post.record.recorder, game, dues.LOST):
        lost(post, due)
    for move in untold(post.record, game):
        for letter in letters_to_named.moved(post.record, move, post.dress):
            post.send(letter)


def lost(post: Post, due: Due) -> None:
    """To whoever has lost a seat, at the address that was his; not where that has the seat again."""
    if due.text == post.record.addresses(due.game).get(due.seat):
        return
    public = f"{post.pages.rstrip('/')}/g/{due.game}/" if post.pages else ""
    with written_for(reader_of(post.record, due.text)):
        now = post.scene(due.game, due.seat)
        body = lost_seats.seat_lost(due.game, now.replay.envelope(due.position), public)
        name = name_of(NEWS, dues.LOST, due.game, due.seat, due.position)
        post.send(beside(now, due.text, body, LOST, name, post.dress))


def renewed(post: Post, due: Due) -> None:
    """To everybody who acts for a seat, with his new link and token; not to whoever has asked for them by
    mail, and has them with the answer."""
    renewal, replay = told_by(due), folded_games.replay(post.record, due.game)
    for one in bearers(post.record, replay.newest(), due.seat, post.clock()):
        address = post.addresses(due.game).get(due.seat, "")
        if one.behalf:
            address = address_of(post.record, due.game, one.person)
        with written_for(reader_of(post.record, address)):
            now = post.linked(replay, one)
            kind = TURN if now.seat in now.game.wanted() else NEWS
            name = name_of(kind, f"link {due.at} {one.person}", due.game, due.seat, len(replay))
            if one.person != renewal.by:
                post.send(post.letter(now, address, lost_seats.renewed(now, renewal), kind, name))


def to_delegates(post: Post, game: str) -> None:
    """To each whose leave to act for a seat has begun, or has ended before its time."""
    setting = f"delegates/{game}"
    told = int(post.record.setting(setting, b"0"))
    if not (told or post.record.load(game).game.register.delegations):
        return
    replay = folded_games.replay(post.record, game)
    for given, holds in delegates.changes(replay, told, post.clock()):
        _to_delegate(post, game, given, delegates.BEGUN if holds else delegates.ENDED)
    post.record.set(setting, str(len(replay)).encode())


def time_over(post: Post, due: Due) -> None:
    """To each whose leave to act for a seat has ended at its time."""
    for given in post.record.load(due.game).game.register.delegations:
        if (given.seat, given.until) == (due.seat, due.at):
            _to_delegate(post, due.game, given, delegates.OVER)


def _to_delegate(post: Post, game: str, given: Delegated, what: str) -> None:
    address = address_of(post.record, game, given.to)
    with written_for(reader_of(post.record, address)):
        now = post.scene(game, given.seat, given.to)
        name = name_of(NEWS, f"{what} {given.to} {given.until}", game, given.seat, len(now.replay))
        body = delegates.body(now, given, what)
        if what == delegates.BEGUN and delegates.shows_seat(given):
            post.send(post.letter(now, address, body, NEWS, name))
        else:
            post.send(beside(now, address, body, NEWS, name, post.dress))
