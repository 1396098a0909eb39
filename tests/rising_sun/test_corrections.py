"""Corrections of a ruling in a War phase: taken, and refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.kit.errors import IllegalMove
from domain.kit.facts import Fact, State
from domain.kit.sealed import Sealed
from domain.rising_sun import RISING_SUN
from domain.rising_sun.board import events as e
from domain.rising_sun.board.events import BattlesSettled, BidSealed, BidsRevealed, GameWon
from domain.rising_sun.board.evolve import evolve
from domain.rising_sun.board.state import Battle, Board, Hostage, Token
from domain.rising_sun.corrections.judge import correct
from domain.rising_sun.words import items as i
from domain.rising_sun.words.corrections import (
    SetAlliance,
    SetAlone,
    SetCards,
    SetCoins,
    SetFigures,
    SetHonor,
    SetHostages,
    SetPoints,
    SetRonin,
    SetTokens,
)
from domain.rising_sun.words.orders import Bid
from tests.rising_sun.boards import TABLES, at_battle, board

CLANS = ("lotus", "koi", "turtle")
FIGURES = {
    "nagato": {"koi": {"bushi": 2, "phoenix": 1}, "lotus": {"bushi": 1}},
    "edo": {"koi": {"daimyo": 1, "bushi": 1}, "turtle": {"shinto": 1}},
}
WARS = ("nagato", "edo", "oshu")
GIVEN = board(
    FIGURES,
    wars=WARS,
    war=1,
    season=2,
    coins={"koi": 5, "lotus": 4},
    ronin={"koi": 1},
    points={"koi": 3},
    alliances=(("koi", "turtle"),),
    tokens=(Token("koi", "edo", 1), Token("lotus", "oshu", 1)),
    hostages=(Hostage("lotus", "koi", "bushi"),),
    cards={"koi": ("mercy",)},
)
BIDS = (i.Bids(("koi", "lotus")), i.Reveal(), i.War("edo"), i.War("oshu"), i.EndWar())
FIGHT = replace(GIVEN, battle=Battle("nagato", ("lotus", "koi"), {}, {}))


def at(given: Board = FIGHT, agenda: Sequence[Struct] = BIDS) -> State[Board, Any]:
    return State(given, tuple(agenda))


# heading, correction, what has happened
TAKEN: list[tuple[str, Struct, Struct]] = [
    (
        "board/honor",
        SetHonor(("koi", "lotus", "turtle")),
        e.HonorCorrected(CLANS, ("koi", "lotus", "turtle")),
    ),
    (
        "board/alliances",
        SetAlliance("lotus", "koi"),
        e.AlliancesCorrected((("koi", "turtle"),), (("lotus", "koi"),)),
    ),
    ("board/alliances", SetAlone("turtle"), e.AlliancesCorrected((("koi", "turtle"),), ())),
    ("board/reserves", SetCoins("koi", 0), e.CoinsCorrected("koi", 5, 0)),
    ("board/reserves", SetCoins("turtle", 999), e.CoinsCorrected("turtle", 0, 999)),
    ("board/reserves", SetRonin("lotus", 2), e.RoninCorrected("lotus", 0, 2)),
    ("board/reserves", SetPoints("koi", 0), e.PointsCorrected("koi", 3, 0)),
    (
        "board/figures",
        SetFigures("koi", "edo", ("2-bushi",)),
        e.FiguresCorrected("koi", "edo", {"daimyo": 1, "bushi": 1}, {"bushi": 2}),
    ),
    ("board/figures", SetFigures("turtle", "edo"), e.FiguresCorrected("turtle", "edo", {"shinto": 1}, {})),
    (
        "board/cards",
        SetCards("lotus", ("courage", "courage")),
        e.CardsCorrected("lotus", (), ("courage", "courage")),
    ),
    (
        "board/cards",
        SetCards("koi", ("phoenix",)),
        e.CardsCorrected("koi", ("mercy", "phoenix"), ("phoenix",)),
    ),
    (
        "board/tokens",
        SetTokens("koi", "spring", ("kansai", "edo")),
        e.TokensCorrected("koi", 1, ("edo",), ("kansai", "edo")),
    ),
    ("board/tokens", SetTokens("lotus", "spring"), e.TokensCorrected("lotus", 1, ("oshu",), ())),
    (
        "advantage/hostage",
        SetHostages("koi", "lotus", ("2-bushi",)),
        e.HostagesCorrected("lotus", "koi", {"bushi": 1}, {"bushi": 2}),
    ),
    ("advantage/hostage", SetHostages("koi", "lotus"), e.HostagesCorrected("lotus", "koi", {"bushi": 1}, {})),
]


@pytest.mark.parametrize(("heading", "correction", "event"), TAKEN)
def test_a_correction_is_taken_and_taken_once(heading: str, correction: Struct, event: Struct) -> None:
    assert correct(at(), correction) == (Fact(heading, event),)
    after = evolve(FIGHT, event)
    assert RISING_SUN.conserved(after) == ""
    with pytest.raises(IllegalMove, match=r"already; there is nothing to correct\."):
        correct(at(after), correction)


ALREADY = "already; there is nothing to correct."
REFUSED: list[tuple[Struct, str]] = [
    (SetHonor(CLANS), f"[board/honor] The Honor track stands so {ALREADY}"),
    (
        SetHonor(("koi", "lotus")),
        "[board/honor] The track has each clan once: lotus, koi, turtle, the highest first.",
    ),
    (SetAlliance("turtle", "koi"), f"[board/alliances] turtle and koi are allied {ALREADY}"),
    (SetAlliance("koi", "koi"), "[board/alliances] An alliance is between two clans; koi is one."),
    (SetAlone("lotus"), f"[board/alliances] lotus has no ally {ALREADY}"),
    (SetAlone("fox"), "[board/alliances] fox does not play here; the clans are lotus, koi, turtle."),
    (SetCoins("koi", 5), f"[board/reserves] koi has 5 coins {ALREADY}"),
    (SetCoins("fox", 5), "[board/reserves] fox does not play here; the clans are lotus, koi, turtle."),
    (SetRonin("koi", 1), f"[board/reserves] koi has 1 Ronin {ALREADY}"),
    (SetPoints("koi", 3), f"[board/reserves] koi has 3 points {ALREADY}"),
    (
        SetFigures("koi", "edo", ("bushi", "daimyo")),
        f"[board/figures] koi has bushi, daimyo in edo {ALREADY}",
    ),
    (
        SetFigures("koi", "oshu", ("2-daimyo",)),
        "[board/figures] koi has 1 daimyo; 1 are elsewhere, and these are 2.",
    ),
    (
        SetFigures("koi", "oshu", ("phoenix",)),
        "[board/figures] phoenix stands in another province: first enter that one without it.",
    ),
    (
        SetFigures("koi", "oshu", ("jorogumo",)),
        "[board/figures] koi has no card of jorogumo. Correct its cards first.",
    ),
    (SetCards("koi", ("phoenix", "mercy")), f"[board/cards] koi has these cards {ALREADY}"),
    (
        SetCards("koi", ("mercy",)),
        "[board/cards] koi has phoenix on the map; its card belongs to the clan.",
    ),
    (SetTokens("koi", "spring", ("edo",)), f"[board/tokens] koi has these tokens {ALREADY}"),
    (
        SetTokens("koi", "autumn", ("edo",)),
        "[board/tokens] This is summer; there are no tokens of autumn yet.",
    ),
    (
        SetTokens("koi", "spring", ("edo", "edo")),
        "[board/tokens] A province has one token in a season; one of these stands twice.",
    ),
    (
        SetTokens("koi", "spring", ("oshu",)),
        "[board/tokens] lotus has the token of oshu. Correct the tokens of lotus first.",
    ),
    (SetTokens("koi", "summer", ("kansai",)), "[board/tokens] There is no war in kansai in summer."),
    (SetHostages("koi", "lotus", ("bushi",)), f"[advantage/hostage] lotus holds bushi of koi {ALREADY}"),
    (SetHostages("koi", "koi", ("bushi",)), "[advantage/hostage] koi takes hostages of others."),
    (SetHostages("koi", "lotus", ("daimyo",)), "[figures/daimyo] No daimyo is ever taken hostage."),
    (
        SetHostages("turtle", "lotus", ("stronghold",)),
        "[figures/daimyo] No stronghold is ever taken hostage.",
    ),
    (
        SetHostages("koi", "lotus", ("6-bushi",)),
        "[advantage/hostage] koi has 2 bushi in reserve, and 5 more would be held. "
        "Take them off the map first.",
    ),
    (
        SetHostages("koi", "lotus", ("jorogumo",)),
        "[advantage/hostage] koi has no card of jorogumo. Correct its cards first.",
    ),
    (
        SetHostages("koi", "lotus", ("bushi", "2-bushi")),
        "[advantage/hostage] Each of these is a figure and stands once. "
        'Write the number before it, as in "2 bushi".',
    ),
]


@pytest.mark.parametrize(("correction", "refusal"), REFUSED)
def test_a_correction_is_refused(correction: Struct, refusal: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        correct(at(), correction)
    assert str(refused.value) == refusal


REVEALED = at_battle(GIVEN, bids={"koi": (1, 0, 2, 0)})
ASKED = (i.Bids(("lotus",), ("koi",)), i.Reveal())
MERCY = (i.SpareThem("koi"), i.TokenCards("koi", "nagato"))
FREE = (i.FreeBushi("lotus", ("nagato", "edo")), i.BeginBattle("nagato"))
CROSSING = (i.CrossSea("koi", "nure-onna", "oshu", "nagato"), i.Judge("nagato"), i.War("edo"))
TAKING = (i.ChooseHostage("lotus", 1), i.Settle())

# what the prompt or the battle is about: board, agenda, correction, the refusal; and what may be corrected
GOING_ON: list[tuple[Board, tuple[Struct, ...], Struct, str, Struct]] = [
    (
        FIGHT,
        BIDS,
        SetFigures("turtle", "nagato", ("bushi",)),
        "[battle/involved] The battle in nagato is going on, and its figures fight. "
        "Go back to before the battle instead.",
        SetFigures("turtle", "oshu", ("bushi",)),
    ),
    (
        FIGHT,
        ASKED,
        SetCoins("koi", 6),
        "[battle/bids] koi has bid in the battle of nagato, or had nothing to bid. "
        "Go back to before the bids instead.",
        SetCoins("lotus", 6),
    ),
    (
        REVEALED,
        (i.CommitSeppuku("koi"),),
        SetCoins("koi", 2),
        "[battle/reveal] koi has 3 coins on the tile of the battle. Go back to before the bids instead.",
        SetCoins("koi", 3),
    ),
    (
        REVEALED,
        (i.HireThem("koi"),),
        SetRonin("koi", 2),
        "[advantage/ronin] koi is asked whether its Ronin fight. Go back to before the question instead.",
        SetRonin("lotus", 2),
    ),
    (
        REVEALED,
        MERCY,
        SetCards("koi", ("phoenix",)),
        "[battle/start] koi is asked what a card of it does. Go back to before the question instead.",
        SetCards("lotus", ("courage",)),
    ),
    (
        REVEALED,
        TAKING,
        SetHostages("koi", "lotus"),
        "[advantage/hostage] lotus is asked which hostage to take. Go back to before the question instead.",
        SetHostages("koi", "turtle", ("bushi",)),
    ),
    (
        GIVEN,
        FREE,
        SetFigures("lotus", "edo", ("bushi",)),
        "[clan/fox] lotus is asked for a free Bushi in edo. Go back to before the question instead.",
        SetFigures("koi", "edo", ("bushi",)),
    ),
    (
        GIVEN,
        FREE,
        SetFigures("koi", "nagato"),
        "[battle/involved] It is being settled who fights in nagato. "
        "Go back to before the war there instead.",
        SetFigures("koi", "oshu", ("bushi",)),
    ),
    (
        GIVEN,
        FREE,
        SetHonor(("koi", "lotus", "turtle")),
        "[battle/involved] It is settled who fights in nagato. Go back to before the war there instead.",
        SetPoints("koi", 9),
    ),
    (
        GIVEN,
        CROSSING,
        SetFigures("turtle", "oshu", ("bushi",)),
        "[card/crosses] nure-onna is about to cross the sea from oshu. "
        "Go back to before the war there instead.",
        SetFigures("turtle", "edo", ("bushi",)),
    ),
    (
        GIVEN,
        CROSSING,
        SetFigures("turtle", "nagato", ("bushi",)),
        "[battle/involved] It is being settled who fights in nagato. "
        "Go back to before the war there instead.",
        SetFigures("turtle", "edo", ("bushi",)),
    ),
    (
        replace(REVEALED, settled=("nagato", "edo")),
        MERCY,
        SetTokens("lotus", "summer", ("nagato",)),
        "[war-phase/order] The war in nagato is not over. Go back to before it instead.",
        SetTokens("lotus", "summer", ("edo",)),
    ),
    (
        replace(REVEALED, settled=("nagato", "edo")),
        MERCY,
        SetTokens("lotus", "summer", ("oshu",)),
        "[war-phase/order] The war in oshu is not over. Go back to before it instead.",
        SetTokens("lotus", "summer", ("edo",)),
    ),
    (
        GIVEN,
        (i.EndWar(),),
        SetPoints("koi", 9),
        "[war-phase/order] Nobody is to act now. Wait until a seat is to act, or go back to before this.",
        SetPoints("koi", 9),
    ),
    (
        replace(GIVEN, phase="entry"),
        (i.Prepare("herald"),),
        SetPoints("koi", 9),
        "[board/herald] The herald is entering the board, and may correct everything until the War phase "
        "begins. The herald enters it.",
        SetPoints("koi", 9),
    ),
]


@pytest.mark.parametrize(("given", "agenda", "correction", "refusal", "other"), GOING_ON)
def test_what_is_going_on_is_not_corrected(
    given: Board, agenda: tuple[Struct, ...], correction: Struct, refusal: str, other: Struct
) -> None:
    with pytest.raises(IllegalMove) as refused:
        correct(State(given, agenda), correction)
    assert str(refused.value) == refusal
    if other == correction:
        assert correct(at(), other)
    else:
        assert correct(State(given, agenda), other)


def test_coins_come_from_the_common_pile_and_go_to_it() -> None:
    """[board/reserves]"""
    after = evolve(FIGHT, e.CoinsCorrected("koi", 5, 7))
    assert (after.coins["koi"], after.purse) == (7, FIGHT.purse + 2)


def test_tokens_and_hostages_stand_in_the_place_of_those_before() -> None:
    """[board/tokens, advantage/hostage]"""
    after = evolve(GIVEN, e.TokensCorrected("koi", 1, ("edo",), ("kansai",)))
    assert after.tokens == (Token("lotus", "oshu", 1), Token("koi", "kansai", 1))
    freed = evolve(GIVEN, e.HostagesCorrected("lotus", "koi", {"bushi": 1}, {"shinto": 2}))
    assert freed.hostages == (Hostage("lotus", "koi", "shinto"), Hostage("lotus", "koi", "shinto"))


def test_a_bid_is_no_quantity_of_the_board() -> None:
    """[battle/bids]: a bid that went wrong is given again, or play goes back to before the bids."""
    forms = RISING_SUN.correcting(TABLES, RISING_SUN.seats).forms()
    assert not [form for form in forms if form.startswith("bid")]
    assert RISING_SUN.sealed_corrections == ()
    assert Bid in RISING_SUN.sealed


def test_bids_and_standing_answers_are_what_is_revealed() -> None:
    """[battle/reveal, battle/standing]: bids when all are in, standing answers at the end."""
    given = replace(FIGHT, standing=FIGHT.standing | {"koi": {"ronin": "yes"}})
    sealed = evolve(given, BidSealed("koi", Sealed(("koi",), (1, 0, 2, 0))))
    opened = evolve(sealed, BidsRevealed({"koi": (1, 0, 2, 0), "lotus": (0, 0, 0, 0)}, {}))
    over = evolve(opened, GameWon("koi", "victory", {}, ()))
    seen = [RISING_SUN.view(State(one, ()), "lotus") for one in (sealed, opened, over)]
    assert [one.battle.bids["koi"] for one in seen] == [None, (1, 0, 2, 0), (1, 0, 2, 0)]
    answers = [clan.standing for one in seen for clan in one.clans if clan.name == "koi"]
    assert answers == [None, None, {"ronin": "yes"}]
    assert RISING_SUN.reveals == (BidsRevealed, GameWon, BattlesSettled)


@pytest.mark.parametrize(
    ("line", "correction"),
    [
        ("honor koi lotus turtle", SetHonor(("koi", "lotus", "turtle"))),
        ("alliance koi turtle", SetAlliance("koi", "turtle")),
        ("alone koi", SetAlone("koi")),
        ("coins koi 3", SetCoins("koi", 3)),
        ("ronin koi 3", SetRonin("koi", 3)),
        ("vp koi 3", SetPoints("koi", 3)),
        ("figures koi in edo 2-bushi, daimyo", SetFigures("koi", "edo", ("2-bushi", "daimyo"))),
        ("figures koi in edo none", SetFigures("koi", "edo")),
        ("cards koi phoenix", SetCards("koi", ("phoenix",))),
        ("cards koi none", SetCards("koi")),
        ("tokens koi of spring edo oshu", SetTokens("koi", "spring", ("edo", "oshu"))),
        ("tokens koi of spring none", SetTokens("koi", "spring")),
        ("hostages koi with lotus bushi", SetHostages("koi", "lotus", ("bushi",))),
        ("hostages koi with lotus none", SetHostages("koi", "lotus")),
    ],
)
def test_a_correction_is_written_like_this(line: str, correction: Struct) -> None:
    words = RISING_SUN.correcting(TABLES, RISING_SUN.seats)
    assert words.read(line) == correction
    assert words.read(words.write(correction)) == correction
