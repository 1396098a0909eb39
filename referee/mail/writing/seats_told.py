"""Mails because others sit at a seat or act for it now, or because its links and tokens are others."""

from __future__ import annotations

from domain.game.entries.people import Delegated
from projections.language.catalogues import written_for
from referee.clocks import dues
from referee.clocks.dues import Due
from referee.games.addresses import address_of, untold
from referee.identity.renewing import told_by
from referee.mail.writing import delegates, letters_to_named, lost_seats
from referee.mail.writing.letters_to_named import beside
from referee.mail.writing.post import Post
from referee.record import timers
from referee.seats import folded_games
from referee.seats.readers import reader_of
from referee.seats.tokens import bearers
from referee.transport.letters import LOST, NEWS, TURN, name_of


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
