"""Mails to the owner of a seat about mails that he may not have written: a question, a warning."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from referee.identity import confirming
from referee.mail.writing import answers, news
from referee.mail.writing.echo import as_read
from referee.mail.writing.post import Post, Words
from referee.reading.reading import ReadMail
from referee.seats.links import answers_of
from referee.seats.mail_parts import Parts
from referee.seats.tokens import shown
from referee.transport.letters import CONFIRM, REPLIED, WARNING, name_of


def confirm(
    post: Post, mail: ReadMail, game: str, seat: str, mark: str, why: Words, *, by_block: bool
) -> None:
    """Asks the address that may act for a seat whether it has written a mail that waits for its word."""
    address = post.party(mail, game, seat)
    with post.for_reader(address, game, seat) as now:
        body = confirming.question(now, why(), mark, list(as_read(now, mail)), by_block=by_block)
        asks = f"{news.subject(now, CONFIRM, post.clock())} CONFIRM {shown(mark)}"
        body = replace(body, answers=answers_of(post.address, asks))
        name = name_of(CONFIRM, mail.digest, game, seat)
        letter = replace(post.letter(now, address, body, CONFIRM, name), subject=asks)
    if mail.sender == address:
        letter = replace(letter, kind=REPLIED, answers=mail.message_id, thread=mail.reply_to_ids)
    post.send(letter)


def warn(post: Post, game: str, seat: str) -> bool:
    """Tells a seat, once a turn, that its token is in other hands. Whether it was told now."""
    return _once_a_turn(post, "warned", game, seat, lambda: answers.to_owner(seat))


def tried(post: Post, game: str, seat: str) -> bool:
    """Tells a seat that a stranger has written in its name: once a turn. Whether it was told now."""
    return _once_a_turn(post, "tried", game, seat, lambda: confirming.tried(seat))


def _once_a_turn(post: Post, what: str, game: str, seat: str, said: Callable[[], Parts]) -> bool:
    setting, address = f"{what}/{game}/{seat}", post.addresses(game).get(seat)
    with post.for_seat(game, seat) as now:
        turn = now.game.label
        if not address or post.record.setting(setting) == turn.encode():
            return False
        name = name_of(WARNING, f"{what} {turn}" if what != "warned" else turn, game, seat)
        post.send(post.letter(now, address, said(), WARNING, name))
    post.record.set(setting, turn.encode())
    return True
