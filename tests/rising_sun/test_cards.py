"""Cards that see figures killed, that reward killing or a token, and that add points while allied."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kit.sums import Sum, Term
from domain.rising_sun.board import events as e
from domain.rising_sun.board.state import Army
from domain.rising_sun.data.options import Options
from domain.rising_sun.words.items import Compare, Settle
from tests.rising_sun.boards import Told, at_battle, board, total

KOI_WINS: dict[str, Army] = {"koi": {"bushi": 6, "daimyo": 1}}


def after_the_losses(there: dict[str, Army], **more: Any) -> list[object]:
    """What the Koi's victory in Nagato brings after the losses."""
    told = Told(at_battle(board({"nagato": there}, **more)), Settle())
    killed = next(nth for nth, event in enumerate(told.events) if isinstance(event, e.FiguresKilled))
    return list(told.events[killed + 1 :])


# armies beside the Koi's, cards, what follows
KILLED: list[tuple[dict[str, Army], dict[str, tuple[str, ...]], list[object]]] = [
    ({"turtle": {"bushi": 2}}, {}, []),
    (
        {"turtle": {"phoenix": 1}},
        {},
        [
            e.Scored("turtle", total(1, "phoenix", "card/killed")),
            e.FigureReturned("turtle", "phoenix", "nagato"),
        ],
    ),
    ({"turtle": {"ebisu": 1}}, {}, [e.ReserveChanged("turtle", 8, 0, "ebisu")]),
    (
        {"turtle": {"koneko": 1}, "lotus": {"bushi": 1}},
        {},
        [
            e.ReserveChanged("turtle", 2, 2, "koneko"),
            e.ReserveChanged("lotus", -1, 0, "koneko"),
            e.ReserveChanged("koi", -2, -1, "koneko"),
        ],
    ),
    (
        {"turtle": {"bushi": 2, "daimyo": 1}},
        {"turtle": ("righteousness",)},
        [e.Scored("turtle", total(3, "righteousness", "card/killed"))],
    ),
    (
        {"turtle": {"bushi": 1}},
        {"turtle": ("righteousness", "righteousness")},
        [e.Scored("turtle", total(1, "righteousness", "card/killed"))] * 2,
    ),
    ({"turtle": {"bushi": 2}}, {"koi": ("righteousness",)}, []),
    (
        {"turtle": {"jikininki": 1, "bushi": 2}},
        {},
        [e.Scored("turtle", total(2, "jikininki", "card/killed"))],
    ),
    (
        {"lotus": {"jikininki": 1}, "turtle": {"bushi": 1}},
        {},
        [e.Scored("lotus", total(1, "jikininki", "card/killed")), e.HonorLost("lotus", ("koi",))],
    ),
    (
        {"lotus": {"jikininki": 1}, "turtle": {"bushi": 4}},
        {},
        [e.Scored("lotus", total(4, "jikininki", "card/killed")), e.HonorLost("lotus", ("koi", "turtle"))],
    ),
    (
        {"turtle": {"bushi": 2}},
        {"koi": ("justice",)},
        [e.Scored("koi", total(3, "justice", "card/killing"))],
    ),
    ({"lotus": {"bushi": 2}}, {"koi": ("justice",)}, []),
    (
        {"lotus": {"bushi": 1}, "turtle": {"bushi": 1}},
        {"koi": ("justice",)},
        [e.Scored("koi", total(3, "justice", "card/killing"))],
    ),
    ({"turtle": {"bushi": 2}}, {"lotus": ("justice",)}, []),
    (
        {"turtle": {"oni-of-souls": 1, "oni-of-blood": 1, "phoenix": 1}},
        {"koi": ("boldness",)},
        [
            e.Scored("koi", total(8, "boldness", "card/killing")),
            e.Scored("turtle", total(1, "phoenix", "card/killed")),
            e.FigureReturned("turtle", "phoenix", "nagato"),
        ],
    ),
]


@pytest.mark.parametrize(("there", "cards", "events"), KILLED)
def test_card_killed_and_card_killing(
    there: dict[str, Army], cards: dict[str, tuple[str, ...]], events: list[object]
) -> None:
    """[card/killed, card/killing, figures/killed, honor/track]; reading 29."""
    coins, ronin = {"koi": 5, "lotus": 1}, {"koi": 1}
    given = KOI_WINS | there
    assert after_the_losses(given, cards=cards, coins=coins, ronin=ronin) == events


def test_card_killed_seppuku_counts_too() -> None:
    """The Righteousness of whoever commits it: a gain of its own."""
    given = board({"nagato": {"koi": {"bushi": 2}}}, cards={"koi": ("righteousness",)})
    told = Told(at_battle(given, bids={"koi": (1, 0, 0, 0)}), Compare("seppuku")).says("koi: seppuku yes")
    assert told.of(e.Scored) == [
        e.Scored("koi", total(2, "2 killed by Seppuku", "advantage/seppuku")),
        e.Scored("koi", total(2, "righteousness", "card/killed")),
    ]


def test_card_killed_nobody_loses_coins_that_lie_on_the_tile() -> None:
    given = board({"nagato": {"koi": {"bushi": 6}, "turtle": {"koneko": 1}}}, coins={"koi": 3, "turtle": 1})
    told = Told(at_battle(given, bids={"koi": (2, 0, 0, 0)}), Settle())
    assert told.of(e.ReserveChanged) == [
        e.ReserveChanged("turtle", 2, 2, "koneko"),
        e.ReserveChanged("koi", -1, 0, "koneko"),
    ]
    assert told.board.coins == {"lotus": 0, "koi": 2, "turtle": 3}
    assert told.board.ronin == {"lotus": 0, "koi": 0, "turtle": 2}
    assert told.board.purse == 5


# ---- cards that reward a token

# figures of the Koi, its cards, what it gets for the token that it takes unopposed
TOKENS: list[tuple[Army, tuple[str, ...], list[object]]] = [
    ({"bushi": 1}, (), []),
    ({"bushi": 1}, ("courage",), [e.Scored("koi", total(2, "courage", "card/tokens"))]),
    ({"bushi": 1}, ("courage", "courage"), [e.Scored("koi", total(2, "courage", "card/tokens"))] * 2),
    ({"bushi": 1}, ("piety",), []),
    (
        {"shinto": 1},
        ("piety",),
        [e.Scored("koi", total(3, "piety", "card/tokens")), e.HonorGained("koi", ("lotus",))],
    ),
    (
        {"bushi": 1, "shinto": 1},
        ("piety",),
        [e.Scored("koi", total(3, "piety", "card/tokens")), e.HonorGained("koi", ("lotus",))],
    ),
    (
        {"komainu": 1},
        ("piety",),
        [e.Scored("koi", total(3, "piety", "card/tokens")), e.HonorGained("koi", ("lotus",))],
    ),
    ({"oni-of-souls": 1}, (), [e.Scored("koi", total(2, "oni-of-souls", "card/tokens"))]),
    (
        {"oni-of-souls": 1},
        ("oni-of-blood", "phoenix"),
        [e.Scored("koi", total(4, "oni-of-souls", "card/tokens"))],
    ),
    ({"bushi": 1}, ("oni-of-souls", "oni-of-blood"), []),
    ({"kitsune": 1}, (), [e.Scored("koi", total(6, "kitsune", "card/tokens"))]),
]


@pytest.mark.parametrize(("own", "cards", "events"), TOKENS)
def test_card_tokens_reward_who_takes_one(own: Army, cards: tuple[str, ...], events: list[object]) -> None:
    """[card/tokens]; "having" an Oni means owning its card, on the board or not."""
    told = Told(board({"nagato": {"koi": own}}, cards={"koi": cards}))
    assert told.events == [
        e.WarOpened("nagato", 1),
        e.TokenTaken("koi", "nagato", 1, "uncontested"),
        *events,
    ]


def test_card_tokens_honor_is_one_step_of_the_track() -> None:
    """[card/tokens, honor/track]"""
    given = board({"nagato": {"turtle": {"shinto": 1}}}, cards={"turtle": ("piety",)})
    assert Told(given).of(e.HonorGained) == [e.HonorGained("turtle", ("koi",))]


def test_card_tokens_the_kitsune_of_an_ally_rewards_the_winner() -> None:
    there: dict[str, Army] = {"koi": {"bushi": 3}, "turtle": {"kitsune": 1}}
    allied = Told(board({"nagato": there}, alliances=(("koi", "turtle"),)))
    assert allied.of(e.Scored) == [e.Scored("koi", total(6, "kitsune", "card/tokens"))]
    assert Told(board({"nagato": there})).of(e.Scored) == []


@pytest.mark.parametrize(("presence", "points"), [("end", 0), ("any-time", 2)])
def test_card_tokens_the_figure_must_be_there_at_the_end(presence: str, points: int) -> None:
    """Reading 17: the Oni has died by Seppuku; the Ronin win."""
    options = Options(clan_abilities=False, win_presence=presence)  # type: ignore[arg-type]
    given = board(
        {"nagato": {"koi": {"oni-of-souls": 1}, "turtle": {"bushi": 1}}},
        options=options,
        coins={"koi": 2},
        ronin={"koi": 4},
    )
    told = Told(given).says("koi: bid 1 0 1 0", "koi: seppuku yes", "koi: ronin yes")
    assert told.of(e.TokenTaken) == [e.TokenTaken("koi", "nagato", 1, "battle")]
    assert told.board.points["koi"] == 1 + points


# ---- points while allied


@pytest.mark.parametrize(
    ("allies", "points"), [((("koi", "turtle"),), 3), ((("lotus", "turtle"),), 2), ((), 2)]
)
def test_card_allies_each_gain_is_one_more(allies: tuple[tuple[str, str], ...], points: int) -> None:
    """[card/allies]; reading 30: the bonus is part of the gain that it increases."""
    told = Told(
        board({"nagato": {"koi": {"bushi": 1}}}, cards={"koi": ("loyalty", "courage")}, alliances=allies)
    )
    terms = (Term(2, "courage", "card/tokens"), Term(1, "loyalty", "card/allies"))
    assert told.of(e.Scored) == [e.Scored("koi", Sum(terms[: points - 1]))]


def test_card_allies_nothing_is_added_to_nothing() -> None:
    given = board(
        {"nagato": {"koi": {"bushi": 1}, "turtle": {"bushi": 1}}},
        cards={"koi": ("loyalty",)},
        alliances=(("koi", "lotus"),),
    )
    told = Told(at_battle(given, bids={"koi": (0, 1, 0, 0)}), Compare("hostage")).says("koi: hostage bushi")
    assert told.of(e.Scored) == []
