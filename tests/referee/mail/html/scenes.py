"""Recorded games before the eyes of a seat, and mails about them in parts, for the tests of the HTML."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from domain.game.entries.entries import Ordered
from projections.replay import Replay
from referee.mail.writing import answers, invitations
from referee.seats.mail_parts import Parts
from referee.seats.seat_view import Scene
from referee.transport.letters import Letter
from tests.browser.games import recorded

DESK = "bugyo@referee.example"
TOKEN = "HXPD2M7HLD65PTGDZ3AD2JXL"
LINK = "https://referee.example/s/0123456789abcdef/"

GAMES = {
    "shinobi": "victory",
    "twilight_shogun": "vp",
    "kawanakajima": "points",
    "rising_sun": "honor",
    "clan_war": "victory",
}


@cache
def scene_at(title: str, position: int, seat: str = "", ending: str = "") -> Scene:
    """A recorded game as of an event, as the seat sees it that is awaited there."""
    whole = recorded(title, ending or GAMES[title])
    whole.at(position)
    replay = Replay(whole.game, whole.rules, whole.data, whole.envelopes[:position])
    replay.states = {at: game for at, game in whole.states.items() if at <= position}  # folded once for all
    game = replay.newest()
    party = seat or game.awaited()[0]
    return Scene(replay, party, TOKEN, LINK, game.register.holders.get(party, ""))


@cache
def stops(title: str, ending: str = "") -> tuple[int, ...]:
    """The events after which somebody has ordered: there a mail had asked."""
    replay = recorded(title, ending or GAMES[title])
    return tuple(n for n in range(1, len(replay)) if isinstance(replay.envelope(n + 1).entry, Ordered))


def turn_mail(scene: Scene, told: int = 0) -> Parts:
    """The mail that asks for orders, as the desk writes it."""
    parts = answers.news(scene, told, asks=True)
    proof = (f"Proof: event {len(scene.replay)}, head {scene.replay.head()[:16]}…, signed.", "", "receipt")
    return replace(parts, link=scene.link, proof=proof)


def news_mail(scene: Scene, told: int = 0) -> Parts:
    return replace(answers.news(scene, told, asks=False), link=scene.link)


def invitation(scene: Scene) -> Parts:
    return replace(invitations.opening(scene, DESK), link=scene.link)


def answer_mail(scene: Scene, told: int = 0) -> Parts:
    """To an order that was taken, where it is the same seat's move again."""
    done = ["- place go-hojo in iga", "  Go-Hojo lies in iga now."]
    return replace(turn_mail(scene, told), results=done)


def letter_of(scene: Scene, what: str = "Your turn by Fri 18:00") -> Letter:
    subject = f"{what} {scene.tag} {scene.game.rules.name}"
    return Letter("boris@example.org", subject, "The text.\n", f"{scene.replay.game}.1.turn.0123456789abcdef")


def told_before(scene: Scene, events: int = 12) -> int:
    return max(1, len(scene.replay) - events)
