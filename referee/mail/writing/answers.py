"""The bodies of answers, and of the mails that nobody has asked for.

Answers      played, refused, to_stranger, to_owner
Unasked      news, reminder, overdue, ending; the first mail of a game is in `invitations`

Each gives the lines of a body. Nobody is told what his seat may not know: whatever comes out of a game comes
through a `Scene`, and whatever comes out of a mail goes back to its sender only.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from domain.game.entries.entries import Joined
from domain.game.entries.people import Delegated
from domain.game.entries.policy import DEFAULT_ORDERS, FORFEIT, STANDBY
from domain.game.state.game_state import GameState
from projections.language.messages import _, moment, term, wrap
from referee.clocks.dues import Due
from referee.games.order_sheet import ALREADY, CLOSED, Result
from referee.mail.identity import gate
from referee.mail.identity.gate import Admission, Claims
from referee.mail.reading.reading import ReadMail
from referee.mail.seat_view.press_lines import positions, voices
from referee.mail.seat_view.seat_view import Scene, before_and_after, board, how_it_stands, outcome, since
from referee.mail.writing.allowance import MEANWHILE, newest
from referee.mail.writing.echo import answered, not_orders, unplayed
from referee.mail.writing.invitations import Body, without_cells
from referee.mail.writing.sheets import given_up

MINUTE = 60_000

ELSEWHERE = "Re: your mail to Bugyo"
"""The subject of an answer that belongs to no game; nothing of the incoming subject stands in it."""


# ---- answers


def played(scene: Scene, mail: ReadMail, results: Sequence[Result], after: int, said: Container[int]) -> Body:
    """The answer to a sheet. `after` is what the seat was told last, `said` what its own lines tell now."""
    return [
        *_head(scene, results),
        *_apart(answered(scene, mail, results)),
        *_apart(not_orders(mail)),
        *_apart(_meanwhile(scene, after, said)),
        *(without_cells(scene) if _has_joined(scene, results) else ()),
        "",
        *how_it_stands(scene, after),
    ]


def _has_joined(scene: Scene, results: Sequence[Result]) -> bool:
    """Whether the seat has joined with this mail."""
    firsts = [result.first for result in results if result.first]
    return any(isinstance(scene.replay.envelope(first).entry, Joined) for first in firsts)


def _head(scene: Scene, results: Sequence[Result]) -> Body:
    if not results and scene.game.ledger.absent and scene.seat in scene.game.awaited():
        return wrap(_("Your mail has no line that joins. None is made up for you: the game waits for it."))
    if not results:
        return wrap(
            _("No line of your mail is an order. Write one order on a line, between the lines of the block.")
        )
    late = next((result.error for result in results if result.outcome == CLOSED), None)
    if late:
        return wrap(str(late))
    if any(result.outcome == ALREADY for result in results):
        return wrap(
            _(
                "These orders came before and were taken then; nothing is played twice. If you mean them "
                "once more, send them with the newest block."
            )
        )
    said = _("Your orders for {seat} in the game {game}, line by line as they were received:")
    return wrap(said.format(seat=scene.seat, game=scene.replay.game))


def _meanwhile(scene: Scene, after: int, said: Container[int]) -> Iterator[str]:
    press = positions(scene, after, said)
    told = {*press, *(n for n in range(after + 1, len(scene.replay) + 1) if n in said)}
    written, lines = list(voices(scene, after, said)), since(scene, after, told)
    kept = newest(lines, MEANWHILE)
    if lines:
        yield from written
        yield _("What else has happened:")
        if len(kept) < len(lines):
            left = _("({count} lines above these are left out.)").format(count=len(lines) - len(kept))
            yield left
        yield from kept
    else:
        yield from written[:-1]


def refused(why: str, mail: ReadMail, scene: Scene | None = None, after: int = 0) -> Body:
    """The answer to a mail of which nothing was played. `why` may be a sentence of the rules."""
    lines = [*wrap(term(why)), "", *unplayed(mail), *not_orders(mail)]
    lines += [""] if lines[-1] else []
    if scene is None:
        return [*lines, _("Receipt: SHA-256 of your mail"), f"  {mail.digest}"]
    return [*lines, *_now(scene, after)]


def set_aside(said: str, scene: Scene | None = None, after: int = 0) -> Body:
    """The answer to the word “no”: that a mail is put aside."""
    return [*wrap(said), "", *(_now(scene, after) if scene else [])]


def _now(scene: Scene, after: int) -> Body:
    """What has happened meanwhile, and how the game stands."""
    meanwhile = [*_meanwhile(scene, after, ())] if after else []
    return [*meanwhile, *([""] if meanwhile else []), *how_it_stands(scene, after)]


def refusal(admission: Admission, claims: Claims, game: GameState | None) -> str:
    """Why a mail is not admitted, and what would do. `game` is the sender's, if the mail is for one."""
    yours = ", ".join(f"{name} ({seat})" for name, seat in claims)
    return _refusal(admission.kind).format(
        late=late(admission, game),
        token=_where_tokens_are(admission, game),
        now=game.label if game else "",
        game=admission.game,
        seat=admission.seat,
        yours=_("You play in: {games}.").format(games=yours),
    )


def _refusal(kind: str) -> str:
    return {
        gate.STALE: _("{late} Nothing was played."),
        gate.NO_TOKEN: _("Your mail does not carry the token of this turn, so nothing was played. {token}"),
        gate.WRONG_TOKEN: _(
            "The token in your mail is not that of {seat} in {now}, so nothing was played. Copy the block "
            "from the newest mail."
        ),
        gate.OTHERS_TOKEN: _(
            "The token in your mail belongs to another seat, so nothing was played. That seat has been "
            "warned."
        ),
        gate.NOT_YOUR_SEAT: _(
            "In the game {game} your address speaks for {seat}, not for the seat that the mail names. "
            "Nothing was played."
        ),
        gate.NOT_YOURS: _("You hold no seat in the game that the mail names. {yours}"),
        gate.UNROUTED: _(
            "The mail does not say which game it is for. Answer a turn mail, or write its tag into the "
            "subject. {yours}"
        ),
    }[kind]


def late(admission: Admission, game: GameState | None) -> str:
    """An older turn's token."""
    now = game.label if game else ""
    return _("That was for {turn}; it is {now} now.").format(turn=admission.turn, now=now)


def time_over(game: GameState, given: Delegated) -> str:
    """To somebody who might act for a seat once."""
    said = _(
        "You might act for {seat} in the game {game} until {moment}. That time is over, so nothing in your "
        "mail was read as an order. {person} can let you act once more."
    )
    person = game.register.holders[given.seat] or given.seat
    return said.format(seat=given.seat, game=game.id, moment=moment(given.until), person=person)


def nothing_meant(admission: Admission, game: GameState) -> str:
    """To a mail of which the desk understands no line."""
    said = _(
        "No line of your mail is an order, a question or press, so nothing was done. “help” on a line of its "
        "own lists what can be written; “press to referee: …” reaches the referee."
    )
    return f"{said} {_where_tokens_are(admission, game)}" if admission.seat in game.awaited() else said


def no_word() -> str:
    """To an answer to a confirmation that is neither yes nor no."""
    return _(
        "Your mail begins neither with “yes” nor with “no”, so the mail that it is about still waits. Answer "
        "with that one word alone on the first line."
    )


def _where_tokens_are(admission: Admission, game: GameState | None) -> str:
    if game and admission.seat in game.awaited():
        return _("Answer with the block below, or with its TOKEN line above your orders.")
    return _("It is not your turn; the mail that says so will bring it.")


def last_in_full() -> str:
    """To a seat whose next error is answered in a line."""
    return _(
        "This was the third mail of this turn with which nothing could be done. The next such answer will be "
        "one line. “help” on a line of its own lists what can be written; “press to referee: …” asks the "
        "referee."
    )


def in_a_line(why: str) -> str:
    """To a seat that has had its answers in full in this turn."""
    said = _("The newest mail of your turn says what may be written.")
    return f"{why} {said}"


def not_played(what: str) -> str:
    return _("Nothing was played: {what}.").format(what=what)


def unreadable(mail: ReadMail) -> str:
    """A mail whose text cannot be used."""
    return f"{term(mail.problem)} {_('Nothing was played.')}"


def conflict() -> str:
    return _(
        "A mail with the same Message-ID came before, with other orders. Bugyo cannot tell which of the two "
        "you mean, so nothing of this one was played. Send the orders in a new mail."
    )


def to_stranger() -> Body:
    """Tells nothing of any game, not even whether there is one."""
    return wrap(
        _(
            "Thank you for your mail. This address is read by a program that referees games played by mail, "
            "and it does not know the address that you wrote from, so nothing in your mail was read as an "
            "order. If you play here, write from the address that your referee has registered, or ask your "
            "referee."
        )
    )


def to_owner(seat: str) -> Body:
    """The warning that somebody else has sent the token of a seat."""
    said = _(
        "A mail with this turn's token of {seat} came from an address that is not registered for this seat. "
        "It was refused, and nothing was played. If you wrote it, write from the address that this mail came "
        "to. If not, somebody has seen one of your mails: tell your referee, and show nobody the mails of "
        "the turn to come. The token changes with every turn."
    )
    return wrap(said.format(seat=seat))


# ---- unasked


def news(scene: Scene, after: int, *, asks: bool, asked: int = 0) -> Body:
    """What has happened since, to a seat that has not ordered it. Where the mail does not ask for orders it
    has no block, so that whatever answers it is not taken for an order; `asked` is when a mail did."""
    told = [*happened(scene, after), *how_it_stands(scene, after, asks=asks)]
    if asks or scene.seat not in scene.game.awaited():
        return told
    said = _("To order, answer the mail that asked you to.")
    if asked:
        said = _("To order, answer the mail of {moment}.").format(moment=moment(asked))
    return [*told, *wrap(said), ""]


def happened(scene: Scene, after: int) -> Body:
    """What was written to a seat and what has happened, since the position of which it was told."""
    lines = since(scene, after, positions(scene, after))
    said = _("What has happened since event {position}, of which your last mail told:")
    if not after:
        said = _("What has happened:")
    told = [*wrap(said.format(position=after)), *lines, ""] if lines else []
    return [*voices(scene, after), *told, *before_and_after(scene.replay, scene.viewer, after)]


def reminder(scene: Scene) -> Body:
    """How the game stands, to a party that it still waits for."""
    return [*wrap(_("This is a reminder.")), "", *how_it_stands(scene)]


def overdue(scene: Scene, at: int) -> Body:
    """To a seat whose deadline was `at`, and that has not answered: until when it still may, and what
    follows."""
    game = scene.game
    said = _("Your deadline was {moment}. The grace ends {end}. {follows}")
    end = moment(at + game.register.policy.grace * MINUTE)
    follows = _follows(game.register.follows(game.prompt()))
    return [*wrap(said.format(moment=moment(at), end=end, follows=follows)), "", *how_it_stands(scene)]


def _follows(nmr: str) -> str:
    """What follows when the grace is over."""
    return {
        DEFAULT_ORDERS: _("If no answer has come by then, default orders are given for you."),
        STANDBY: _("If no answer has come by then, your seat goes to a standby, where there is one."),
        FORFEIT: _("If no answer has come by then, you forfeit the game."),
    }.get(nmr, _("If no answer has come by then, the game waits on, and the referee decides what follows."))


def waited(scene: Scene, due: Due, after: int) -> Body:
    """To a seat: why an order that it had left could not be played, and what was to follow it."""
    return [*given_up(scene, due), "", *happened(scene, after), *how_it_stands(scene, after)]


def ending(scene: Scene, after: int) -> Body:
    """Who has won, and why: the record opens, and shows everything."""
    return [
        *wrap(outcome(scene)),
        "",
        *voices(scene, after),
        _("How it ended:"),
        *since(scene, after, positions(scene, after)),
        "",
        *board(scene, after),
        "",
        *wrap(
            _("Everything in the record is open now. Keep this mail: its head is what any export must show.")
        ),
        "",
    ]


def _apart(lines: Iterator[str]) -> Iterator[str]:
    """The lines after a blank one; nothing where there are none."""
    for place, line in enumerate(lines):
        if not place:
            yield ""
        yield line
