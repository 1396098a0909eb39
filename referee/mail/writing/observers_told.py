"""The mails to those who observe a game, and to its players about them.

A scene here is that of everybody: it has no event that is kept from the public, and nothing of a seat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from domain.kit.sealed import PUBLIC
from projections.language.catalogues import SHORT, reader
from projections.language.messages import _, _n, listed, wrap
from referee.mail.writing.allowance import MEANWHILE
from referee.mail.writing.letters_to_named import Dress
from referee.mail.writing.news import positions, subject, voices
from referee.seats.defused_text import named
from referee.seats.mail_parts import Parts, newest, text
from referee.seats.seat_view import Scene, about, board, how_it_stands, told_of
from referee.transport.letters import END, NEWS, Letter, message_id, name_of

MOST = 20
"""Events that news tells, the newest."""

STOP = "stop observing {game}"
"""What an observer writes who wants no more."""


def began(scene: Scene, person: str, most: int) -> Parts:
    """How the game stands for everybody, and what is to come: at `most` so many mails a day."""
    said = _("You observe the game {game} as {person}; its players see that name.")
    comes = _n(
        "What everybody may know of it comes to you, in at most {count} mail a day.",
        "What everybody may know of it comes to you, in at most {count} mails a day.",
        most,
    )
    stands = _stands(scene, 0)
    lines = [*wrap(comes.format(count=most)), *_late(scene), "", *wrap(stands.says)]
    game = scene.replay.game
    return replace(stands, says=said.format(game=game, person=named(person)), results=lines, ask=_stop(game))


def _late(scene: Scene) -> list[str]:
    hours = scene.game.register.policy.delay
    said = _n("The public view is late by {count} hour.", "The public view is late by {count} hours.", hours)
    return wrap(said.format(count=hours)) if hours else []


def ended(games: Sequence[str], named: str) -> Parts:
    """`named` is the game that he has named, "" where none."""
    if not games:
        said = _("You do not observe the game “{game}”.").format(game=named)
        return Parts(said if named else _("You observe no game."))
    said = _n("You observe {games} no more.", "You observe {games} no more.", len(games))
    return Parts(said.format(games=listed(games)))


def letter(
    scene: Scene, told: int, to: str, desk: str, dress: Dress | None, proof: str = ""
) -> Letter | None:
    """What everybody may know and has happened since an event, to an address; None where that is nothing.
    `desk` is the desk's own address. `proof` is what nobody else can know: it stands beside the line that
    ends these mails, and by it nobody can make up that one of them came back."""
    game = scene.replay.game
    press = positions(scene, told)
    events, noted = told_of(scene, told, press)
    if not (events or noted or press or scene.game.is_over()):
        return None
    left = len(events[:-MOST])
    more = _n("{count} event before these.", "{count} events before these.", left).format(count=left)
    parts = replace(
        _stands(scene, told),
        press=newest([*voices(scene, press), *noted], MEANWHILE),
        since=[*([more] if left else ()), *(one.text for one in events[-MOST:])],
        ask="" if scene.game.is_over() else _stop(game),
    )
    kind = END if scene.game.is_over() else NEWS
    fields = about(scene, kind)
    thread = message_id(name_of(NEWS, scene.game.label, game, PUBLIC), desk)
    made = Letter(
        to,
        subject(scene, kind),
        text(parts, fields),
        name_of(kind, f"{to} {proof}".rstrip(), game, PUBLIC, len(scene.replay)),
        thread=(thread,),
        about=fields,
        unsubscribe=True,
        less=STOP.format(game=game),
        proof=proof,
    )
    return dress(made, scene, parts, told) if dress else made


def _stands(scene: Scene, told: int) -> Parts:
    """How the game stands; with its board, for whoever does not want his mails short."""
    stands = how_it_stands(scene, told, asks=False)
    is_on = not scene.game.ledger.absent or scene.game.is_over()
    drawn = board(scene, told) if is_on and reader().length != SHORT else ()
    return replace(stands, board=drawn, link=scene.link)


def _stop(game: str) -> str:
    return _("To end these mails: {line}.").format(line=STOP.format(game=game))


def to_players(people: Sequence[str], hours: int) -> str:
    """`hours` is by how many what they see is late."""
    said = _(
        "Your game is now observed by {people}. Who observes is sent what everybody may know of it, press to "
        "all too."
    )
    late = _n("That is late by {count} hour.", "That is late by {count} hours.", hours).format(count=hours)
    all_of = _("“observers”, alone in a mail, names all of them.")
    return " ".join(filter(None, (said.format(people=_names(people)), late if hours else "", all_of)))


def shown(watching: Mapping[str, Sequence[str]]) -> Parts:
    """Who observes each of the games in which somebody plays."""
    if not watching:
        return Parts(_("You play in no game that somebody could observe."))
    lines = []
    for game, people in watching.items():
        said = _n("{game}: {count} observes, {people}.", "{game}: {count} observe, {people}.", len(people))
        none = _("{game}: nobody observes.")
        lines += wrap((said if people else none).format(game=game, count=len(people), people=_names(people)))
    return Parts(_("Who observes your games:"), results=lines)


def only_reads(games: Sequence[str]) -> Parts:
    """To an observer, whose mail was neither."""
    said = _(
        "You observe {games}: an observer reads, and gives no orders and no press. Nothing was done with "
        "your mail. “games” names what you can join; “mails short”, “digest 18:00” and “language fr” change "
        "your mails."
    )
    lines = [f"  {STOP.format(game=game)}" for game in games]
    ends = _("These lines end it:")
    return Parts(said.format(games=listed(list(games))), results=[*wrap(ends), *lines])


def _names(people: Sequence[str]) -> str:
    return listed([named(one) for one in people])
