"""How a War phase is shown: the text picture whole, every event in a sentence, rows and sums."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kit.facts import Fact, State
from domain.kit.sealed import PUBLIC, REFEREE, Sealed
from domain.rising_sun import RISING_SUN
from domain.rising_sun.board import events as e
from domain.rising_sun.view import view
from projections.drawing.svg import svg
from projections.language.messages import COLUMNS
from projections.rising_sun import PICTURES
from tests.playing import Game
from tests.rising_sun.boards import TABLES, shared, total
from tests.rising_sun.test_vectors import ANSWERS, BIDS, dized
from tests.titles.play import Played

MAT = """\
Rising Sun: the War phase                                          spring: war
------------------------------------------------------------------------------
Honor            VP coins Ronin  tokens
 1 Koi            0     8     2
 2 Lotus          0     6     3
     allied with Turtle
 3 Turtle (you)   3     4     1
     allied with Lotus; cards Oni of Skulls
------------------------------------------------------------------------------
> 1 Nagato    Koi 2: daimyo, bushi; Lotus 1: shinto; Turtle 4: bushi, Oni of
              Skulls
------------------------------------------------------------------------------
The battle for Nagato
                seppuku  hostage    ronin    poets     kept    Force
  Koi                 .        .        .        .        .        2
  Lotus               ?        ?        ?        ?        ?        1
  Turtle              0        3        0        1        0        4
Killed so far: 0.
"""

AFTER = """\
Rising Sun: the War phase                                          spring: war
------------------------------------------------------------------------------
Honor            VP coins Ronin  tokens
 1 Lotus          2     0     3  Nagato I
     allied with Turtle; holds Oni of Skulls of Turtle
 2 Koi            3     7     2
 3 Turtle         2     3     1
     allied with Lotus; cards Oni of Skulls
------------------------------------------------------------------------------
  1 Nagato    Turtle 1: bushi
              token: Lotus; decided by Force: Koi 2, Lotus 3 and Turtle 1
"""


def test_the_battle_mat_as_a_seat_sees_it_before_the_reveal() -> None:
    told = dized().says(BIDS[0], BIDS[2])
    assert PICTURES.board(view(State(told.board), "turtle")) == MAT


def test_the_tracks_after_the_worked_example() -> None:
    told = dized().says(*BIDS, *ANSWERS)
    assert PICTURES.board(view(State(told.board), PUBLIC)) == AFTER


def test_the_rows_of_the_worked_example() -> None:
    told = dized().says(BIDS[0], BIDS[2])
    rows = PICTURES.rows(view(State(told.board), "turtle"))
    assert rows["battle_mat"] == [
        {"clan": "koi", "province": "nagato", **_bid(None), "force": 2},
        {"clan": "lotus", "province": "nagato", **_bid(None), "force": 1},
        {"clan": "turtle", "province": "nagato", **_bid((0, 3, 0, 1)), "force": 4},
    ]
    after = PICTURES.rows(view(State(dized().says(*BIDS, *ANSWERS).board), PUBLIC))
    assert after["war_tokens"] == [{"clan": "lotus", "province": "nagato", "season": 1}]
    assert after["hostages"] == [{"captor": "lotus", "clan": "turtle", "figure": "oni-of-skulls", "count": 1}]
    assert after["honor_track"][0] == {
        "clan": "koi",
        "honor": 2,
        "points": 3,
        "coins": 7,
        "ronin": 2,
        "ally": "",
        "cards": "",
        "won": 0,
    }
    assert after["province_figures"] == [
        {"province": "nagato", "war": 1, "clan": "turtle", "figure": "bushi", "count": 1, "force": 1}
    ]


def _bid(bid: tuple[int, ...] | None) -> dict[str, int | None]:
    return dict(zip(("seppuku", "hostage", "ronin", "poets"), bid or (None,) * 4, strict=True))


@pytest.mark.parametrize("seed", range(8))
def test_every_picture_of_a_game_fits_into_a_mail(seed: int) -> None:
    columns = {table.name: set(table.columns) for table in PICTURES.tables}

    def watch(game: Game) -> None:
        for viewer in (*game.seats, PUBLIC, REFEREE):
            seen = RISING_SUN.view(game.state, viewer)
            text = PICTURES.board(seen)
            assert text.endswith("\n")
            assert text.isascii()
            assert all(len(line) <= COLUMNS and line == line.rstrip() for line in text.splitlines())
            rows = PICTURES.rows(seen)
            assert {
                name: {frozenset(row) for row in some} - {frozenset(columns[name])}
                for name, some in rows.items()
            } == {name: set() for name in columns}
        assert svg(PICTURES.drawing(seen)).startswith("<svg")
        assert set(PICTURES.tracks(seen)) == {clan.name for clan in seen.clans}

    played = Played(RISING_SUN, seed, TABLES)
    while not played.game.is_over():
        if played.orders % 5 == 0:
            watch(played.game)
        played.step()
    watch(played.game)


@pytest.mark.parametrize("seed", range(8))
def test_every_event_of_a_game_has_a_sentence(seed: int) -> None:
    for entry in Played(RISING_SUN, seed, TABLES).to_the_end().entries:
        if isinstance(entry, Fact) and entry.event is not None:
            for viewer in (PUBLIC, "koi", REFEREE):
                said = PICTURES.sentence(entry.event, viewer)
                assert said.endswith((".", ").")), said
                for what, sum_ in PICTURES.sums(entry.event, viewer):
                    assert what
                    assert sum_.total == sum(term.value for term in sum_.terms)


# an event, what is said of it to everybody, and to its seat where that is more
SENTENCES: list[tuple[Any, str, str | None]] = [
    (e.HonorEntered(("koi", "lotus")), "Honor, the highest first: koi, lotus.", None),
    (e.AllianceEntered("koi", "lotus"), "koi and lotus are allied.", None),
    (e.AllianceDropped("koi"), "koi has no ally.", None),
    (e.CoinsEntered("koi", 1), "koi has 1 coin.", None),
    (e.RoninEntered("koi", 2), "koi has 2 Ronin.", None),
    (e.PointsEntered("koi", 2), "koi has 2 points.", None),
    (e.FiguresEntered("koi", "edo", {"bushi": 2, "daimyo": 1}), "koi has 2 bushi and daimyo in edo.", None),
    (e.FiguresEntered("koi", "edo", {}), "koi has nothing in edo.", None),
    (e.CardsEntered("koi", ()), "The cards of koi: none.", None),
    (e.TokensEntered("koi", 2, ("edo", "oshu")), "The tokens of koi of summer: edo and oshu.", None),
    (e.TokensEntered("koi", 1, ()), "The tokens of koi of spring: none.", None),
    (e.WarsEntered(("edo", "oshu")), "War provinces in their order: edo, oshu.", None),
    (e.WarPhaseBegan(2), "The War phase of summer begins.", None),
    (e.RoninSwapped("koi", 2), "koi turns 2 Ronin into coins.", None),
    (e.BushiPlaced("fox", "edo"), "fox places a free bushi in edo.", None),
    (e.EffectDeclined("koi", "jorogumo"), "koi does not use jorogumo, or no more of it.", None),
    (e.WarOpened("edo", 2), "War 2: edo.", None),
    (e.TokenDiscarded("edo"), "Nobody has Force in edo: its token is discarded.", None),
    (
        e.ForcesCompared("edo", {"koi": total(2, "", ""), "fox": total(2, "", "")}, ("fox", "koi")),
        "Force in edo: koi 2 and fox 2. Of fox and koi, tied, fox has the highest Honor.",
        None,
    ),
    (e.TokenTaken("koi", "edo", 1, "uncontested"), "koi takes the token of edo without a battle.", None),
    (
        e.TokenTaken("koi", "edo", 1, "allied"),
        "koi takes the token of edo, with no battle between allies.",
        None,
    ),
    (e.TokenTaken("koi", "edo", 1, "battle"), "koi wins the battle and takes the token of edo.", None),
    (
        e.BattleBegan("edo", ("koi", "fox"), {"koi": 3, "fox": 0}, {"koi": 0, "fox": 1}),
        "The battle for edo begins: koi with 3 coins and 0 Ronin and fox with 0 coins and 1 Ronin.",
        None,
    ),
    (e.TimingChosen("koi", "first"), "koi acts first.", None),
    (e.TimingChosen("koi", "last"), "koi acts last.", None),
    (
        e.FigureMoved("koi", "earth-dragon", "fox", "bushi", "edo", "oshu"),
        "earth-dragon of koi: bushi of fox goes from edo to oshu.",
        None,
    ),
    (
        e.FigureBorrowed("koi", "jorogumo", "fox", "bushi"),
        "jorogumo of koi: bushi of fox fights for koi until the end of the battle.",
        None,
    ),
    (
        e.BidSealed("koi", Sealed(("koi",), (1, 0, 2, 0))),
        "koi has bid, sealed.",
        "koi has bid 1 for Seppuku and 2 for Hire Ronin.",
    ),
    (e.BiddingClosed("herald", ("koi", "fox")), "herald closes the bidding; koi and fox bid nothing.", None),
    (
        e.BidsRevealed({"koi": (1, 0, 0, 0), "fox": (0, 0, 0, 0)}, {"koi": 2, "fox": 3}),
        "The bids are revealed: koi bid 1 for Seppuku and keeps 2; fox bid nothing and keeps 3.",
        None,
    ),
    (e.AdvantageSkipped("hostage"), "Take Hostage: nobody bid.", None),
    (e.AdvantageWon("seppuku", "koi", 1, ()), "Seppuku: koi wins it with 1 coin.", None),
    (
        e.AdvantageWon("poets", "koi", 2, ("koi", "fox")),
        "Imperial Poets: koi wins it with 2 coins. Of koi and fox, tied, koi has the highest Honor.",
        None,
    ),
    (e.AdvantageDeclined("ronin", "koi"), "koi declines Hire Ronin.", None),
    (
        e.AdvantageEmpty("ronin", "koi", "koi has no Ronin."),
        "Hire Ronin has no effect. koi has no Ronin.",
        None,
    ),
    (
        e.StandingSet("koi", Sealed(("koi",), ("ronin", "yes"))),
        "koi leaves a sealed answer with the referee.",
        "koi always answers yes to Hire Ronin.",
    ),
    (
        e.StandingSet("koi", Sealed(("koi",), ("ronin", "ask"))),
        "koi leaves a sealed answer with the referee.",
        "koi wants to be asked about Hire Ronin.",
    ),
    (
        e.SheetLaid("koi", Sealed(("koi",), {"ronin": "yes", "hostage": "no"})),
        "koi leaves all its answers with the referee, sealed.",
        "koi leaves these answers: Hire Ronin: yes; Take Hostage: no.",
    ),
    (
        e.SheetLaid("koi", Sealed(("koi",), {})),
        "koi leaves all its answers with the referee, sealed.",
        "koi wants to be asked about every Advantage.",
    ),
    (
        e.FiguresKilled("edo", "battle", "koi", (e.Dead("fox", "bushi", 2), e.Dead("fox", "daimyo", 1))),
        "Killed by the battle: 2 bushi of fox and daimyo of fox.",
        None,
    ),
    (e.FiguresSpared("koi", "mercy"), "koi spares them all (mercy).", None),
    (e.FigureReturned("koi", "phoenix", "edo"), "phoenix of koi is back in edo.", None),
    (e.HonorGained("koi", ("fox", "sun")), "koi gains Honor, past fox and sun.", None),
    (e.HonorLost("koi", ("fox",)), "koi loses Honor, below fox.", None),
    (e.Scored("koi", total(1, "courage", "")), "koi gains 1 point: courage.", None),
    (e.PointsLost("koi", 1, "hostage"), "koi loses 1 point: hostage.", None),
    (e.ReserveChanged("koi", -2, 1, "koneko"), "koi: -2 coins and +1 Ronin (koneko).", None),
    (e.HostageTaken("koi", "fox", "bushi"), "koi takes bushi of fox hostage.", None),
    (e.RoninHired("koi", total(3, "3 Ronin", "")), "The Ronin of koi fight with Force 3.", None),
    (
        e.ReparationsPaid("koi", {"fox": 2, "sun": 0}, {"fox": shared(2, 2), "sun": shared(2, 2)}),
        "War Reparations: fox discards 2; fox gets 1 of the coins of koi; sun gets 1 of the coins of koi.",
        None,
    ),
    (
        e.ReparationsPaid("koi", {"fox": 0}, {"fox": shared(0, 1)}),
        "War Reparations: nobody has bid a coin.",
        None,
    ),
    (e.BattleEnded("edo"), "The battle for edo is over.", None),
    (e.ReservesDiscarded({}, {}), "The War phase is over: all coins and Ronin are discarded.", None),
    (e.HostagesReturned((("koi", "fox", "bushi"),)), "The hostages go home: bushi to fox.", None),
    (e.SeasonBegan(2), "Summer begins: the herald enters the board.", None),
    (e.SeasonBegan(4), "Winter begins: the herald enters the board.", None),
    (e.GameWon("koi", "victory", {"koi": 9}, ()), "koi wins the game with 9 points.", None),
    (
        e.GameWon("koi", "honor", {"koi": 9, "fox": 9}, ("koi", "fox")),
        "koi wins the game with 9 points. Of koi and fox, tied, koi has the highest Honor.",
        None,
    ),
    (
        e.HonorCorrected(("koi", "fox"), ("fox", "koi")),
        "Corrected: Honor, the highest first, is fox, koi; it was koi, fox.",
        None,
    ),
    (
        e.AlliancesCorrected((("koi", "fox"),), (("koi", "sun"), ("fox", "moon"))),
        "Corrected: allied are koi with sun and fox with moon; it was koi with fox.",
        None,
    ),
    (
        e.AlliancesCorrected((("koi", "fox"),), ()),
        "Corrected: there is no alliance; there was koi with fox.",
        None,
    ),
    (e.AlliancesCorrected((), (("koi", "fox"),)), "Corrected: allied are koi with fox; nobody was.", None),
    (e.CoinsCorrected("koi", 3, 1), "Corrected: koi has 1 coin, not 3.", None),
    (e.CoinsCorrected("koi", 1, 2), "Corrected: koi has 2 coins, not 1.", None),
    (e.RoninCorrected("koi", 1, 2), "Corrected: koi has 2 Ronin, not 1.", None),
    (e.PointsCorrected("koi", 2, 1), "Corrected: koi has 1 point, not 2.", None),
    (
        e.BattlesSettled(
            (e.WarSettled("nagato", {"koi": 2}, (), "koi"), e.WarSettled("edo", {}, (), "")),
            {},
            (("koi",), ("koi",)),
        ),
        "The battles are settled: nagato to koi and edo to nobody.",
        None,
    ),
    (e.PointsCorrected("koi", 0, 12), "Corrected: koi has 12 points, not 0.", None),
    (
        e.FiguresCorrected("koi", "edo", {}, {"daimyo": 1, "bushi": 2}),
        "Corrected: koi has daimyo and 2 bushi in edo, not nothing.",
        None,
    ),
    (
        e.CardsCorrected("koi", ("phoenix",), ()),
        "Corrected: the cards of koi are none; they were phoenix.",
        None,
    ),
    (
        e.TokensCorrected("koi", 2, ("edo",), ("edo", "oshu")),
        "Corrected: the tokens of koi of summer are edo and oshu; they were edo.",
        None,
    ),
    (
        e.HostagesCorrected("koi", "fox", {"bushi": 1}, {}),
        "Corrected: koi holds nothing of fox as hostages, not bushi.",
        None,
    ),
]


@pytest.mark.parametrize(("event", "public", "own"), SENTENCES)
def test_an_event_is_told_in_a_sentence(event: Any, public: str, own: str | None) -> None:
    assert PICTURES.sentence(event, PUBLIC) == public
    assert PICTURES.sentence(event, "fox") == public
    assert PICTURES.sentence(event, "koi") == PICTURES.sentence(event, REFEREE) == (own or public)


def test_every_event_is_among_those_sentences() -> None:
    assert {type(event) for event, _, _ in SENTENCES} == set(RISING_SUN.events)


def test_the_sums_of_the_worked_example() -> None:
    told = dized().says(*BIDS, *ANSWERS)
    found = [(what, sum_.total) for event in told.events for what, sum_ in PICTURES.sums(event, PUBLIC)]
    assert found == [
        ("points of lotus", 1),
        ("points of lotus", 1),
        ("Ronin of lotus", 3),
        ("Force of koi in nagato", 2),
        ("Force of lotus in nagato", 3),
        ("Force of turtle in nagato", 1),
        ("points of koi", 3),
        ("coins for koi", 3),
        ("coins for turtle", 3),
    ]
