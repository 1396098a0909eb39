"""The mails that ask people who were named by somebody else, and those that tell of another address.

Whoever is asked is told who asks and for what, and nothing else; a name is the only text in it that another
person has chosen. It stands in quotation marks, with the domain of whoever asks, and never first. The answers
come to `answers_of_named`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from domain.game.entries.people import BY_REFEREE, ORDERS, PRESS
from domain.game.state.game_state import GameState
from projections.language.catalogues import written_for
from projections.language.messages import _, moment, wrap
from referee.games.addresses import Move, known
from referee.games.people import is_of_the_referee
from referee.identity import naming
from referee.identity.naming import ADDRESS, DELEGATE, HOLDER, STANDBY, Asking
from referee.mail.writing.news import subject
from referee.record.mail_cases import Case
from referee.record.record import Record
from referee.seats.defused_text import defused, named, named_at, the_referee
from referee.seats.links import answers_of
from referee.seats.mail_parts import Parts, text
from referee.seats.readers import reader_of
from referee.seats.seat_view import Scene, about_beside, about_no_game
from referee.seats.tokens import shown
from referee.transport.letters import CONFIRM, LOST, NEWS, Letter, name_of

Dress = Callable[[Letter, Scene | None, Parts, int], Letter]
"""Gives a letter its HTML, with what the scene shows, or with nothing of a game. The number is the event of
which the seat was told last."""


def question(record: Record, case: Case, address: str, dress: Dress | None) -> Letter:
    """In the language of its reader. `address` is the desk's own."""
    with written_for(reader_of(record, case.address)):
        return _question(record, case, address, dress)


def moved(record: Record, move: Move, dress: Dress | None) -> Iterator[Letter]:
    """In the languages of their readers."""
    for to in filter(None, (move.before, move.address)):
        with written_for(reader_of(record, to)):
            yield _moved(move, to, dress)


def _question(record: Record, case: Case, address: str, dress: Dress | None) -> Letter:
    asking, game = naming.asking_of(case), record.load(case.game).game
    mark = f"CONFIRM {shown(naming.mark_for(record, case))}"
    answer = _(
        "If you want that, answer this mail with the one word “yes”, above everything else. With “no”, or "
        "without an answer, nothing follows, and nothing else is sent to you."
    )
    unknown = _("You may not know this game: then leave this mail alone.")
    what = f"{_subject(asking).format(seat=asking.seat)} [{game.id}]"
    results, answers = [*wrap(f"{answer} {unknown}"), "", mark], answers_of(address, f"{what} {mark}")
    parts = Parts(
        _asks(asking, game, _asker(record, asking, game, address)), results=results, answers=answers
    )
    name = name_of(CONFIRM, mark, game.id, case.seat)
    return of_no_game(case.address, f"{what} {mark}", parts, CONFIRM, name, dress)


def _subject(asking: Asking) -> str:
    return {
        DELEGATE: _("Confirm: will you act for {seat}?"),
        STANDBY: _("Confirm: will you stand by?"),
        HOLDER: _("Confirm: will you take the seat {seat}?"),
        ADDRESS: _("Confirm: is this address yours?"),
    }[asking.what]


def _asker(record: Record, asking: Asking, game: GameState, desk: str) -> str:
    """Who asks, and where he is: the referee at the desk."""
    if is_of_the_referee(asking.doer()):
        return the_referee(desk)
    person = asking.doer().person or asking.holder
    return named_at(person, asking.before or known(record, game).get(person, ""))


def _asks(asking: Asking, game: GameState, asks: str) -> str:
    """Who asks whom for what."""
    said = {
        DELEGATE: _(
            "You are asked by {asks} whether you, {person}, will act for the seat {seat} in the game {game}: "
            "{title}, played by mail. {what}"
        ),
        STANDBY: _(
            "You are asked by {asks} whether you, {person}, will stand by in the game {game}: {title}, "
            "played by mail. You would be given a seat that falls free."
        ),
        HOLDER: _(
            "You are asked by {asks} whether you, {person}, will take the seat {seat} in the game {game}: "
            "{title}, played by mail."
        ),
        ADDRESS: _(
            "You are asked by {asks} whether this address is his: he plays in the game {game}, and wants its "
            "mails to come here from now on. It is {title}, played by mail."
        ),
    }[asking.what]
    return said.format(
        asks=asks,
        person=named(asking.person),
        seat=asking.seat,
        game=game.id,
        title=game.rules.name,
        what=_scope(asking),
    )


def _scope(asking: Asking) -> str:
    said = {
        ORDERS: _("You would give its orders until {moment}, and be shown what it may know."),
        PRESS: _("You would write its press until {moment}."),
    }.get(
        asking.scope,
        _("You would give its orders and write its press until {moment}, and be shown what it may know."),
    )
    return said.format(moment=moment(asking.until))


def _moved(move: Move, to: str, dress: Dress | None) -> Letter:
    """To one of two addresses, that the one has become the other: by whom, and why."""
    entry = move.entry
    who = _("{person} has said so by a mail, and the other address has agreed.").format(
        person=named(entry.person)
    )
    if entry.by == BY_REFEREE:
        who = _("The referee has decided so: {reason}").format(reason=defused(entry.reason))
    said = _("Mails of the game {game} to {person} come here from now on, and are taken from here. {who}")
    more = _("Write from this address.")
    if to == move.before:
        said = _(
            "Mails of the game {game} to {person} go to another address from now on, and are taken from "
            "there. {who}"
        )
        more = _("Nothing more comes to this one. If that is not what you want, tell your referee at once.")
    says = said.format(game=move.game, person=named(entry.person), who=who)
    name = name_of(NEWS, f"moved {to}", move.game, entry.seat, move.position)
    what = _("Another address in the game {game}").format(game=move.game)
    return of_no_game(to, what, Parts(says, results=wrap(more)), NEWS, name, dress)


def of_no_game(to: str, subject: str, parts: Parts, kind: str, name: str, dress: Dress | None) -> Letter:
    """A letter about no game, or about several, or to somebody who is shown nothing of one."""
    about = about_no_game(kind)
    return _dressed(Letter(to, subject, text(parts, about), name, about=about), parts, dress)


def beside(now: Scene, to: str, body: Parts, kind: str, name: str, dress: Dress | None) -> Letter:
    """A letter about a seat to somebody who is not shown how its game stands."""
    fields = about_beside(now, NEWS if kind == LOST else kind)
    return _dressed(Letter(to, subject(now, kind), text(body, fields), name, about=fields), body, dress)


def _dressed(letter: Letter, parts: Parts, dress: Dress | None) -> Letter:
    return dress(letter, None, parts, 0) if dress else letter
