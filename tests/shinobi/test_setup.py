"""Chapter "setup" [setup/players, setup/clans, setup/hands, setup/first-player]."""

from __future__ import annotations

import pytest

from domain.game.entries.entries import Opened, Seated
from domain.kit.chance import Faces, Question, Thrown
from domain.kit.errors import IllegalMove
from domain.kit.sealed import Sealed
from domain.shinobi import SHINOBI
from domain.shinobi.board.events import CardsDrawn, ClanDealt, FirstPlayerChosen, TurnBegan
from domain.shinobi.board.state import unused_clans
from domain.shinobi.data.options import Options
from domain.shinobi.words.items import Deploy
from tests.playing import Game
from tests.scenario import Scenario
from tests.shinobi.boards import CARDS


def opened(players: int, options: Options) -> Opened[Options]:
    seats = tuple(Seated(seat, seat) for seat in SHINOBI.seats[:players])
    return Opened("shinobi", "standard", SHINOBI.edition, "default", options, "", seats, "")


def deal(players: int, faces: list[int], options: Options | None = None) -> tuple[Game, Scenario]:
    game = Game("deal", SHINOBI)
    told = Scenario(SHINOBI, None, ())
    told.happened = game.open(opened(players, options or Options()), CARDS, Faces(*faces))
    return game, told


def ones(players: int) -> list[int]:
    """Always the first card that is hidden; the second seat begins."""
    return [1] * players + [1] * 4 * players + [2]


# SH-1: players, cards left in the draw pile after the deal
PILES = [(3, 46), (4, 42), (5, 38)]


@pytest.mark.parametrize(("players", "left"), PILES)
def test_sh_1_the_draw_pile_after_the_deal(players: int, left: int) -> None:
    game, _ = deal(players, ones(players))
    assert sum(game.state.board.deck.values()) == left
    assert SHINOBI.conserved(game.state.board) == ""


def test_sh_1_58_troop_cards_are_5_clans_of_11_and_3_ninja() -> None:
    empty = SHINOBI.begin(Options(), CARDS, SHINOBI.seats)
    assert empty.deck == {"go-hojo": 11, "mori": 11, "oda": 11, "takeda": 11, "uesugi": 11, "ninja": 3}
    assert sum(empty.deck.values()) == CARDS.troops.value == 58


def test_setup_clans_and_setup_hands_each_seat_alone_knows_what_it_is_dealt() -> None:
    faces = [5, 1, 3, *(58, 57, 56, 1), *(1, 1, 1, 1), *(50, 1, 1, 1), 3]
    game, told = deal(3, faces)
    board = told.then(
        ClanDealt("iga", Sealed(("iga",), "uesugi")),
        ClanDealt("ise", Sealed(("ise",), "go-hojo")),
        ClanDealt("kii", Sealed(("kii",), "takeda")),
        CardsDrawn("iga", 4, Sealed(("iga",), ("ninja", "ninja", "ninja", "go-hojo"))),
        CardsDrawn("ise", 4, Sealed(("ise",), ("go-hojo", "go-hojo", "go-hojo", "go-hojo"))),
        CardsDrawn("kii", 4, Sealed(("kii",), ("uesugi", "go-hojo", "go-hojo", "go-hojo"))),
        FirstPlayerChosen("kii"),
        TurnBegan("kii", 1),
    )
    assert board is None
    assert unused_clans(game.state.board) == ("mori", "oda")
    assert game.state.agenda[0] == Deploy("kii")
    assert SHINOBI.turn(game.state.board) == "T1"


def test_setup_hands_the_faces_of_a_secret_draw_are_sealed_from_everybody() -> None:
    _, told = deal(3, ones(3))
    thrown = [entry for entry in told.happened if isinstance(entry, Thrown)]
    assert thrown[0] == Thrown(
        Question("setup/clans", "clan card of iga", 5, draw=True, secret=True), Sealed((), (1,))
    )
    assert thrown[3] == Thrown(
        Question("setup/hands", "first hand of iga", 58, 4, draw=True, secret=True), Sealed((), (1, 1, 1, 1))
    )
    assert thrown[-1] == Thrown(Question("setup/first-player", "first player of iga, ise, kii", 3), (2,))


@pytest.mark.parametrize(("face", "first"), [(1, "iga"), (2, "ise"), (3, "kii")])
def test_setup_first_player_is_thrown_for_in_public(face: int, first: str) -> None:
    game, _ = deal(3, [*ones(3)[:-1], face])
    assert game.state.board.first == first
    assert game.awaited() == (first,)


def test_setup_first_player_may_be_the_first_seat_by_an_option() -> None:
    game, told = deal(3, ones(3)[:-1], Options(first_player="first-seat"))
    assert told.events[-2:] == (FirstPlayerChosen("iga"), TurnBegan("iga", 1))
    assert game.awaited() == ("iga",)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_setup_players_three_to_five(players: int) -> None:
    game, _ = deal(players, ones(players))
    assert len(game.seats) == players


def test_setup_players_two_are_refused() -> None:
    with pytest.raises(IllegalMove) as refusal:
        deal(2, ones(2))
    assert str(refusal.value) == "[setup/players] Shinobi is for 3 to 5 players; 2 are seated. Seat 3 to 5."


def test_setup_players_the_scenario_says_what_the_data_set_says() -> None:
    assert SHINOBI.scenarios[0].seats == (CARDS.fewest_players.value, CARDS.most_players.value)
    assert len(SHINOBI.seats) == CARDS.most_players.value


def test_seats_bear_the_name_of_no_clan() -> None:
    assert not set(SHINOBI.seats) & set(CARDS.per_clan)
