"""Recorded games before the eyes of a seat, and mails about them in parts, for the tests of the HTML."""

from __future__ import annotations

from functools import cache

from domain.game.entries.entries import Ordered
from referee.mail.seat_view.mail_parts import Parts
from referee.mail.seat_view.seat_view import Scene, block, board, choices, since
from referee.mail.transport.letters import Letter
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
    replay = recorded(title, ending or GAMES[title], position)
    return Scene(replay, seat or replay.newest().awaited()[0], TOKEN, LINK)


@cache
def stops(title: str, ending: str = "") -> tuple[int, ...]:
    """The events after which somebody has ordered: there a mail had asked."""
    replay = recorded(title, ending or GAMES[title])
    return tuple(n for n in range(1, len(replay)) if isinstance(replay.envelope(n + 1).entry, Ordered))


def turn_mail(scene: Scene, told: int = 0) -> Parts:
    game = scene.game
    return Parts(
        says=f"Boris, it is your turn in {scene.replay.game}: {game.label}, you are asked for an order.",
        until="Answer by Friday 27 November, 18:00 (Paris).",
        block=block(scene, "")[1:],
        forms=choices(scene),
        board=board(scene, told),
        to_you=["- To you: Chloe (kii) and Anna (iga) each moved a Go-Hojo", "  to ise."],
        since=since(scene, told)[:30],
        ask="Ask by mail: help, unseen, near kii, odds. Fewer mails: mails short.",
        link=scene.link,
        proof=[f"Proof: event {len(scene.replay)}, head {scene.replay.head()[:16]}…, signed.", "", "receipt"],
        position=len(scene.replay),
    )


def news_mail(scene: Scene) -> Parts:
    return Parts(
        says="Boris (ise) moved an Oda from iga to you.",
        to_you=[
            "He placed a Takeda in kii and attacked it at once with Go-Hojo, 3 against 1: it is",
            "discarded.",
        ],
        since=["Now Chloé (kii) is to act, until Sunday 18:00. Nothing to do for you, Dan."],
        ask="Ask by mail: help. Fewer mails: mails only my turn.",
        link=scene.link,
        position=len(scene.replay),
    )


def letter_of(scene: Scene, what: str = "Your turn by Fri 18:00") -> Letter:
    subject = f"{what} {scene.tag} {scene.game.rules.name}"
    return Letter("boris@example.org", subject, "The text.\n", f"{scene.replay.game}.1.turn.0123456789abcdef")


def told_before(scene: Scene, events: int = 12) -> int:
    return max(1, len(scene.replay) - events)
