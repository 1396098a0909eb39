"""What a viewer may not know changes nothing that the viewer is shown.

Two worlds: in the second a hidden card has changed places with another one. Whoever may not know either of
them reads the same, byte by byte: boards, logs, explanations, rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain.game.entries.entries import Entry
from domain.kit.chance import Thrown
from domain.kit.facts import Fact
from domain.kit.sealed import PUBLIC, REFEREE, Sealed
from domain.shinobi.board.events import CardsDrawn, ClanDealt
from domain.shinobi.board.state import unused_clans
from projections.replay import Replay
from projections.telling.explain import explain
from projections.telling.log import log, log_text
from tests.projections.games import entries, replay
from tests.projections.views import rows_at


def shown(played: Replay, viewer: str) -> bytes:
    """Everything that the projections show to a viewer."""
    newest = len(played)
    texts = [played.board(position, viewer) for position in range(1, newest + 1, 5)]
    texts += [explain(played, position, viewer) for position in range(1, newest + 1)]
    texts += [played.board(newest, viewer), log_text(log(played, viewer))]
    return msgspec.json.encode([texts, rows_at(played, newest, (viewer,)), str(log(played, viewer))])


def swapped_cards(recorded: Sequence[Entry], seat: str, held: str, hidden: str) -> list[Entry]:
    """`seat` has drawn `hidden` where it drew its last `held`; the draw has other faces."""
    for at in reversed(range(len(recorded))):
        event: Any = getattr(recorded[at], "event", None)
        if isinstance(event, CardsDrawn) and event.seat == seat and held in event.cards.value:
            cards = list(event.cards.value)
            cards[cards.index(held)] = hidden
            drawn = replace(event, cards=Sealed((seat,), tuple(cards)))
            return _resealed([*recorded[:at], replace(recorded[at], event=drawn), *recorded[at + 1 :]])
    raise AssertionError


def swapped_clans(recorded: Sequence[Entry], clans: dict[str, str]) -> list[Entry]:
    """The seats have the clan cards `clans`."""
    return _resealed([_with_clan(entry, clans) for entry in recorded])


def _with_clan(entry: Entry, clans: dict[str, str]) -> Entry:
    event: Any = entry.event if isinstance(entry, Fact) else None
    if not isinstance(event, ClanDealt) or event.seat not in clans:
        return entry
    return replace(entry, event=replace(event, clan=Sealed((event.seat,), clans[event.seat])))


def _resealed(recorded: Sequence[Entry]) -> list[Entry]:
    """The faces of secret draws are others."""
    return [
        replace(entry, faces=Sealed(entry.faces.to, tuple(face + 1 for face in entry.faces.value)))
        if isinstance(entry, Thrown) and isinstance(entry.faces, Sealed)
        else entry
        for entry in recorded
    ]


def others(played: Replay, *seats: str) -> list[str]:
    return [viewer for viewer in played.viewers() if viewer not in (*seats, REFEREE)]


@pytest.mark.parametrize("seed", range(4))
def test_a_card_in_a_hand_and_one_in_the_deck(seed: int) -> None:
    luck = Random(seed)
    cut = entries(seed)[: luck.randrange(60, len(entries(seed)) * 2 // 3)]
    one = replay(cut)
    board = one.at(len(one)).state.board
    seat = luck.choice([seat for seat, hand in board.hands.items() if hand])
    held = luck.choice(board.hands[seat])
    hidden = luck.choice([card for card, count in board.deck.items() if count and card != held])
    two = replay(swapped_cards(cut, seat, held, hidden))
    for viewer in others(one, seat):
        assert shown(one, viewer) == shown(two, viewer)
    assert shown(one, seat) != shown(two, seat)
    assert shown(one, REFEREE) != shown(two, REFEREE)


@pytest.mark.parametrize("seed", [0, 1, 3])
def test_a_clan_card_and_one_that_nobody_holds(seed: int) -> None:
    cut = entries(seed)[:120]
    one = replay(cut)
    unused = unused_clans(one.at(120).state.board)
    two = replay(swapped_clans(cut, {"ise": unused[0]}))
    for viewer in others(one, "ise"):
        assert shown(one, viewer) == shown(two, viewer)
    assert shown(one, "ise") != shown(two, "ise")


@pytest.mark.parametrize("seed", [0, 2])
def test_the_clan_cards_of_two_players(seed: int) -> None:
    cut = entries(seed)[:120]
    one = replay(cut)
    clans = one.at(120).state.board.clans
    two = replay(swapped_clans(cut, {"iga": clans["kii"], "kii": clans["iga"]}))
    for viewer in others(one, "iga", "kii"):
        assert shown(one, viewer) == shown(two, viewer)
    assert shown(one, "iga") != shown(two, "iga")


def test_faces_of_a_secret_draw_are_not_even_shown_to_the_one_that_drew() -> None:
    cut = entries(0)[:120]
    one, two = replay(cut), replay(_resealed(cut))
    for viewer in others(one):
        assert shown(one, viewer) == shown(two, viewer)


def test_everything_is_shown_to_everybody_when_the_game_is_over() -> None:
    played = replay(entries(0))
    logs = {log_text(log(played, viewer)) for viewer in played.viewers()}
    assert len(logs) == 1
    assert {explain(played, 10, viewer) for viewer in (PUBLIC, "ise")} == {explain(played, 10, REFEREE)}
