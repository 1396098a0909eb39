"""Answers to mails: what became of each, in the thread of the mail that it answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from projections.language.catalogues import Reader, written_for
from projections.language.messages import _
from referee.games.order_sheet import Result
from referee.identity.gate import claims_of
from referee.mail.writing import answers, news_told
from referee.mail.writing.echo import counted, last_of, told_apart
from referee.mail.writing.letters_to_named import beside, of_no_game
from referee.mail.writing.post import Post, Words
from referee.reading.reading import ReadMail
from referee.seats.links import answers_of
from referee.seats.mail_parts import Parts
from referee.seats.readers import reader_of
from referee.seats.seat_view import Scene
from referee.transport import sendings
from referee.transport.letters import ANSWER, REPLIED, Letter, name_of


def answer(post: Post, mail: ReadMail, game: str, seat: str, results: Sequence[Result]) -> None:
    """What became of the lines of a mail."""
    news_told.tell_losers(post, game)
    to = post.party(mail, game, seat)
    with post.for_reader(to, game, seat) as now:
        spans = (range(one.first, last_of(now, one) + 1) for one in results if one.first)
        said = {position for span in spans for position in span}
        if not _may_see(post, mail, now) or not to:  # he has just left it
            elsewhere(post, mail, lambda: Parts(counted(results), results=[*told_apart(mail, results)]))
            return
        _reply(post, mail, to, now, answers.played(now, mail, results, post.told(now), said))


def refuse(post: Post, mail: ReadMail, game: str, seat: str, why: Words) -> None:
    """Why nothing of a mail was played. `game` and `seat` are the sender's, or ""."""
    _say(post, mail, game, seat, lambda now, told: answers.refused(why(), mail, now, told))


def put_aside(post: Post, mail: ReadMail, game: str, seat: str, said: Words) -> None:
    """That a mail which waited for a word has got “no”."""
    _say(post, mail, game, seat, lambda now, told: answers.set_aside(said(), now, told))


def line(post: Post, mail: ReadMail, game: str, seat: str, said: Words) -> None:
    """The answer to one error of many: why, without the board."""
    to = post.party(mail, game, seat)
    with post.for_reader(to, game, seat) as now:
        name = name_of(ANSWER, mail.digest + mail.word, game, seat, len(now.replay))
        letter = beside(now, to, Parts(said()), ANSWER, name, post.dress)
        post.send(_replying(post, letter, mail))


def _say(
    post: Post, mail: ReadMail, game: str, seat: str, body: Callable[[Scene | None, int], Parts]
) -> None:
    if not (game and seat):
        elsewhere(post, mail, lambda: body(None, 0))
        return
    news_told.tell_losers(post, game)
    to = post.party(mail, game, seat)
    with post.for_reader(to, game, seat) as now:
        if _may_see(post, mail, now):
            _reply(post, mail, to, now, body(now, post.told(now)))
        else:
            elsewhere(post, mail, lambda: body(None, 0))


def elsewhere(
    post: Post, mail: ReadMail, body: Callable[[], Parts], asks: str = "", to: Reader | None = None
) -> None:
    """An answer that belongs to no game of the sender's. What it `asks` for stands in its subject as
    well: it comes back with the answer, whatever a program does with the text."""
    with written_for(to or reader_of(post.record, mail.sender)):
        subject = f"Re: {_('your mail to Bugyo')} {asks}".rstrip()
        parts = replace(body(), answers=answers_of(post.address, subject)) if asks else body()
        name = name_of(ANSWER, mail.digest)
        letter = of_no_game(mail.sender, subject, parts, ANSWER, name, post.dress)
    post.send(replace(letter, kind=REPLIED, thread=mail.reply_to_ids, answers=mail.message_id))


def _may_see(post: Post, mail: ReadMail, now: Scene) -> bool:
    """Whether a mail comes from whom the seat may be shown to: not from who may only write for it."""
    if mail.sender == post.record.addresses(now.replay.game).get(now.seat):
        return True
    may_order = mail.sender in dict(post.delegates(now))
    return may_order or (now.replay.game, now.seat) not in claims_of(post.record, mail.sender, post.clock())


def _reply(post: Post, mail: ReadMail, to: str, now: Scene, body: Parts) -> None:
    """An answer about a game, to the party that is answered."""
    name = name_of(ANSWER, mail.digest + mail.word, now.replay.game, now.seat, len(now.replay))
    letter = post.letter(now, to, body, ANSWER, name, mail.digest)
    post.send(_replying(post, letter, mail, keeps=now.tag if body.block else ""))
    if not now.game.is_over():  # the end of a game is a mail of its own
        post.set_told(now)


def _replying(post: Post, letter: Letter, mail: ReadMail, keeps: str = "") -> Letter:
    """It answers a mail: under the subject, of ours, that this one answers, and in its thread. Not where
    its turn is over, and the answer asks for orders of another: these need the tag, which it `keeps`."""
    known = post.outbox.about(mail.answers, letter.to) if mail.answers else ""
    is_kept = bool(known) and keeps in known
    thread = letter.thread if known else tuple(dict.fromkeys((*letter.thread, *mail.reply_to_ids)))
    thread = mail.reply_to_ids if is_kept else thread
    subject = known.partition(" CONFIRM ")[0].removeprefix("Re: ") if is_kept else letter.subject
    if mail.word and mail.page:
        sendings.keep(post.record, mail.page, letter.name, subject, letter.body)
    subject = f"Re: {subject}"
    return replace(letter, subject=subject, kind=REPLIED, thread=thread, answers=mail.message_id)
