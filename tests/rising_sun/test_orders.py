"""Orders as people write them, and that what is refused shows what can be written."""

from __future__ import annotations

from itertools import islice

import pytest
from msgspec import Struct

from domain.kit.bars import written
from domain.kit.chance import Chance, Faces
from domain.kit.errors import IllegalMove, OrderError
from domain.rising_sun import RISING_SUN
from domain.rising_sun.book import BOOK
from domain.rising_sun.words import orders as o
from domain.rising_sun.words.orders import ORDERS
from tests.rising_sun.boards import TABLES, WORDS
from tests.titles.play import Played
from tests.titles.test_authority import RandomOrders

READ = [
    ("honour Lotus, Koi, Turtle", o.Honor(("lotus", "koi", "turtle"))),
    ("allies turtle lotus", o.Alliance("turtle", "lotus")),
    ("alone koi", o.Alone("koi")),
    ("coins koi 8", o.Coins("koi", 8)),
    ("ronin koi 2", o.Ronin("koi", 2)),
    ("points koi 5", o.Points("koi", 5)),
    ("figures koi nagato 2 bushi daimyo", o.Figures("koi", "nagato", ("2-bushi", "daimyo"))),
    ("figures koi in nagato: 3 shinto", o.Figures("koi", "nagato", ("3-shinto",))),
    (
        "figures koi in nagato 3 shinto, oni of skulls",
        o.Figures("koi", "nagato", ("3-shinto", "oni-of-skulls")),
    ),
    ("figures koi in kyoto 1 bushi", o.Figures("koi", "kansai", ("bushi",))),
    ("figures koi in nagato bushi 2 shinto", o.Figures("koi", "nagato", ("bushi", "2-shinto"))),
    ("figures koi in nagato bushi 2", None),
    ("figures koi in nagato 7 bushi", None),
    ("figures koi in nagato none", o.Figures("koi", "nagato")),
    ("cards koi lion, mercy", o.Cards("koi", ("path-of-the-lion", "mercy"))),
    ("cards koi none", o.Cards("koi")),
    ("tokens koi of spring nagato edo", o.Tokens("koi", "spring", ("nagato", "edo"))),
    ("token koi summer none", o.Tokens("koi", "summer")),
    ("tokens koi of winter edo", None),
    ("war nagato, kyushu, edo", o.Wars(("nagato", "kyushu", "edo"))),
    ("ready", o.Ready()),
    ("bid 0 3 0 1", o.Bid(0, 3, 0, 1)),
    ("bid 0, 3, 0, 1", o.Bid(0, 3, 0, 1)),
    ("bid 0 3 0", None),
    ("bid 0 3 0 -1", None),
    ("close", o.Close()),
    ("always ronin yes", o.Always("ronin", "yes")),
    ("standing recommended", o.TakeSheet()),
    ("standing none", o.DropSheet()),
    ("seppuku yes", o.Seppuku("yes")),
    ("hostage oni-of-skulls", o.TakeHostage("oni-of-skulls")),
    ("hostage oni of skulls of turtle", o.TakeHostage("oni-of-skulls", "turtle")),
    ("hostage koi bushi", o.TakeHostage("bushi", "koi")),
    ("hostage no", o.Decline()),
    ("ronin yes", o.HireRonin("yes")),
    ("hire no", o.HireRonin("no")),
    ("poets да", o.Poets("yes")),
    ("odd koi turtle", o.Odd(("koi", "turtle"))),
    ("act first", o.Act("first")),
    ("drive bushi of koi to edo", o.Drive("bushi", "koi", "edo")),
    ("burn bushi koi", o.Burn("bushi", "koi")),
    ("borrow shinto of koi", o.Borrow("shinto", "koi")),
    ("cross yes", o.Cross("yes")),
    ("spare no", o.Spare("no")),
    ("place edo", o.Place("edo")),
    ("decline", o.Decline()),
    # as people type, in French and in Russian
    ("bid seppuku 0 hostage 3 ronin 0 poets 1", o.Bid(0, 3, 0, 1)),
    ("koi 5 coins", o.Coins("koi", 5)),
    ("alliance: koi and sun", o.Alliance("koi", "sun")),
    ("honor: koi, sun and fox", o.Honor(("koi", "sun", "fox"))),
    ("take bushi of koi hostage", o.TakeHostage("bushi", "koi")),
    ("hire ronin no", o.HireRonin("no")),
    ("place bushi in Edo!", o.Place("edo")),
    ("miser 0 3 0 1", o.Bid(0, 3, 0, 1)),
    ("seppuku non", o.Seppuku("no")),
    ("otage bushi de la tortue", None),
    ("otage bushi de tortue", o.TakeHostage("bushi", "turtle")),
    ("jetons koi de printemps nagato et edo", o.Tokens("koi", "spring", ("nagato", "edo"))),
    ("ставка 0 3 0 1", o.Bid(0, 3, 0, 1)),
    ("заложник буси черепахи", o.TakeHostage("bushi", "turtle")),
    ("поставить в Эдо", o.Place("edo")),
]


@pytest.mark.parametrize(("line", "order"), READ, ids=[line for line, _ in READ])
def test_a_line_is_read(line: str, order: Struct | None) -> None:
    if order is None:
        with pytest.raises(OrderError):
            WORDS.read(line)
    else:
        assert WORDS.read(line) == order


def test_every_order_type_is_among_those_lines() -> None:
    assert {type(order) for _, order in READ if order} == set(ORDERS)


@pytest.mark.parametrize("seed", range(6))
def test_every_order_of_a_game_is_read_as_it_is_written_and_refusals_write_alike(seed: int) -> None:
    played = Played(RISING_SUN, seed, TABLES)
    while not played.game.is_over():
        for _, order in islice(played.choices(), 40):
            assert WORDS.read(WORDS.write(order), RISING_SUN.expected(played.game.state)) == order
            assert written(order) == WORDS.write(order)
        played.step()


@pytest.mark.parametrize("seed", range(6))
def test_an_order_is_taken_if_and_only_if_it_is_offered(seed: int) -> None:
    """Where the offers can be listed; a refusal says why, and what would do."""
    played = Played(RISING_SUN, seed, TABLES)
    orders, tried, listed = RandomOrders(RISING_SUN, played), 0, 0
    while not played.game.is_over():
        state = played.game.state
        (seat, *_) = played.game.awaited()
        offers = RISING_SUN.offers(state, seat)
        kinds = RISING_SUN.expected(state)
        if offers is not None:
            listed += 1
            assert len(set(offers)) == len(offers) > 0
            conceived = {orders.any() for _ in range(300)} | set(offers)
            for order in (one for one in conceived if type(one) in kinds):
                tried += 1
                assert (order in offers) == is_taken(played, seat, order)
        played.step()
    assert bool(tried) == bool(listed)


def is_taken(played: Played, seat: str, order: Struct) -> bool:
    try:
        BOOK.decide(played.game.state, seat, order, Chance(Faces()))
    except IllegalMove as refusal:
        return not is_well_said(refusal)
    return True


def is_well_said(refusal: IllegalMove) -> bool:
    """A refusal that is not would count as taken, and fail."""
    known, sentence = refusal.rule in RISING_SUN.headings, refusal.why.endswith(".")
    return known and sentence and refusal.instead.startswith("Possible now: ")
