"""The games that the desk keeps folded: its mails are to the byte those of one that folds anew each time."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from referee.games.referee import Referee
from referee.record.far_envelopes import FarEnvelopes
from referee.record.record import Record
from referee.seats import folded_games
from referee.seats.seat_view import replay_of
from tests.record.stores import one_order
from tests.referee.mail.players import Player, Table, play
from tests.referee.mail.test_desk_world import PEOPLE, World, mail, world

__all__ = ["world"]  # the fixture


MAILS = 60
"""As many are compared of a game."""


def mails_of(path: Path) -> list[bytes]:
    table = Table(path, 1, "folded")
    players = [(address, Player(address, Random(address))) for address in PEOPLE.values()]
    sent = play(table, list(players), most=MAILS)
    table.record.close()
    return sent


@pytest.mark.soak
def test_a_game_by_mail_is_the_same_to_the_byte(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = mails_of(tmp_path / "kept")
    monkeypatch.setattr(folded_games, "replay", replay_of)
    assert mails_of(tmp_path / "anew") == kept
    assert len(kept) == MAILS


def test_only_the_events_since_are_read(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    before = folded_games.replay(world.record, "winter")
    monkeypatch.setattr(folded_games, "replay_of", None)
    world.desk.handle(world.orders(world.legal()[0]))
    after = folded_games.replay(world.record, "winter")
    assert after is before
    assert len(after) == world.game.position


def undone(w: World, order: str) -> int:
    """An order whose transaction is undone, after its events were looked at; the position that it reached."""
    try:
        with w.record.recorder.together():
            w.desk.handle(w.orders(order))
            reached = len(folded_games.replay(w.record, "winter"))
            raise InterruptedError
    except InterruptedError:
        return reached


def test_what_a_transaction_left_behind_is_forgotten(world: World) -> None:
    position = len(folded_games.replay(world.record, "winter"))
    assert undone(world, world.legal()[0]) > position
    assert len(folded_games.replay(world.record, "winter")) == position
    assert world.desk.handle(mail(world.block("kii", "what"), PEOPLE["kii"], "<q@x.org>")).exit == 0


def test_what_a_transaction_left_behind_in_a_long_game_is_forgotten(world: World) -> None:
    """Its events are read where they are asked for: the newest is no more there."""
    kept = world.record.load("winter")
    world.record.folds.keep(kept.game, kept.head, kept.at)
    world.record._newest.clear()
    with suppress(InterruptedError), world.record.recorder.together():
        one_order(Referee(world.record), kept.game, Random(1))
        assert isinstance(folded_games.replay(world.record, "winter").envelopes, FarEnvelopes)
        raise InterruptedError
    assert len(folded_games.replay(world.record, "winter")) == kept.game.position


def test_another_order_in_the_place_of_an_undone_one_is_seen(world: World) -> None:
    one, other = world.legal()[:2]
    undone(world, one)
    world.desk.handle(world.orders(other, id="<2@example.org>"))
    kept, read = folded_games.replay(world.record, "winter"), world.record.envelopes("winter")
    assert [one.digest for one in kept.envelopes] == [one.digest for one in read]


def test_so_many_events_are_kept_and_no_more(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("autumn", "spring"):
        world.open(name, PEOPLE)
    first = folded_games.replay(world.record, "winter")
    monkeypatch.setattr(folded_games, "MOST", 2 * len(first))
    folded_games.replay(world.record, "autumn")
    assert folded_games.replay(world.record, "winter") is first
    folded_games.replay(world.record, "spring")  # autumn goes: it was longest not asked for
    assert folded_games.replay(world.record, "winter") is first
    monkeypatch.setattr(folded_games, "MOST", 1)
    newest = folded_games.replay(world.record, "autumn")
    assert folded_games.replay(world.record, "autumn") is newest  # the one at hand is kept, however long
    assert folded_games.replay(world.record, "winter") is not first


def test_a_store_knows_its_own_games_only(world: World) -> None:
    first = folded_games.replay(world.record, "winter")
    other = Record(world.record.place)
    try:
        assert folded_games.replay(other, "winter") is not first
    finally:
        other.close()
