"""The Force of what a clan has in a province."""

from __future__ import annotations

import pytest

from domain.kit.sums import Sum, Term
from domain.rising_sun.board.force import force
from domain.rising_sun.board.state import Army, Board
from domain.rising_sun.data.options import Options
from tests.rising_sun.boards import PLAIN, board

ABILITIES = Options()
PRINTED, CARD = "figures/force", "card/force"
CLANS = ("koi", "moon", "turtle")
"""By Honor, the highest first."""

# the clan, its figures, its cards, those of the others, the abilities, the terms
FORCES: list[tuple[str, Army, tuple[str, ...], dict[str, Army], Options, tuple[Term, ...]]] = [
    (
        "koi",
        {"daimyo": 1, "shinto": 2, "bushi": 3},
        (),
        {},
        PLAIN,
        (Term(1, "daimyo", PRINTED), Term(2, "2 shinto", PRINTED), Term(3, "3 bushi", PRINTED)),
    ),
    ("koi", {}, (), {}, PLAIN, ()),
    ("koi", {"stronghold": 2}, (), {}, ABILITIES, ()),
    ("turtle", {"stronghold": 2}, (), {}, ABILITIES, (Term(2, "2 stronghold", "clan/turtle"),)),
    ("turtle", {"stronghold": 2}, (), {}, PLAIN, ()),
    ("moon", {"bushi": 3}, (), {}, ABILITIES, (Term(6, "3 bushi", "clan/moon"),)),
    ("moon", {"bushi": 3}, (), {}, PLAIN, (Term(3, "3 bushi", PRINTED),)),
    ("moon", {"river-dragon": 1}, (), {}, ABILITIES, (Term(5, "river-dragon", PRINTED),)),
    ("moon", {"yurei": 1}, (), {}, ABILITIES, (Term(2, "yurei", PRINTED),)),
    ("moon", {"phoenix": 1}, (), {}, ABILITIES, (Term(2, "phoenix", "clan/moon"),)),
    ("moon", {"stronghold": 1}, (), {}, ABILITIES, ()),
    (
        "moon",
        {"daimyo": 1},
        ("path-of-the-lion",),
        {},
        ABILITIES,
        (Term(2, "daimyo", "clan/moon"), Term(1, "path-of-the-lion", CARD)),
    ),
    (
        "koi",
        {"daimyo": 1, "yurei": 1, "bushi": 1},
        ("path-of-the-lion", "path-of-the-dragon"),
        {},
        PLAIN,
        (
            Term(1, "daimyo", PRINTED),
            Term(1, "path-of-the-lion", CARD),
            Term(3, "path-of-the-dragon", CARD),
            Term(1, "bushi", PRINTED),
            Term(2, "yurei", PRINTED),
            Term(1, "path-of-the-lion", CARD),
            Term(3, "path-of-the-dragon", CARD),
        ),
    ),
    (
        "koi",
        {"bushi": 2},
        ("path-of-might",),
        {"turtle": {"oni-of-souls": 1}},
        PLAIN,
        (Term(2, "2 bushi", PRINTED), Term(2, "path-of-might", CARD)),
    ),
    (
        "koi",
        {"bushi": 2},
        ("path-of-might", "path-of-might"),
        {"turtle": {"oni-of-souls": 1}},
        PLAIN,
        (Term(2, "2 bushi", PRINTED), Term(2, "path-of-might", CARD), Term(2, "path-of-might", CARD)),
    ),
    (
        "koi",
        {"bushi": 2},
        ("path-of-might",),
        {"turtle": {"phoenix": 1}},
        PLAIN,
        (Term(2, "2 bushi", PRINTED),),
    ),
    (
        "koi",
        {"shinto": 2, "komainu": 1},
        ("path-of-the-favored",),
        {"moon": {"bushi": 1}},
        PLAIN,
        (Term(6, "2 shinto", CARD), Term(3, "komainu", CARD)),
    ),
    (
        "turtle",
        {"shinto": 2},
        ("path-of-the-favored",),
        {"moon": {"bushi": 1}},
        PLAIN,
        (Term(2, "2 shinto", PRINTED),),
    ),
    ("turtle", {"oni-of-skulls": 1}, (), {"koi": {"bushi": 1}}, PLAIN, (Term(3, "oni-of-skulls", CARD),)),
    ("turtle", {"oni-of-skulls": 1}, (), {}, PLAIN, (Term(1, "oni-of-skulls", PRINTED),)),
    ("moon", {"oni-of-skulls": 1}, (), {"koi": {"bushi": 1}}, PLAIN, (Term(3, "oni-of-skulls", CARD),)),
    ("moon", {"oni-of-skulls": 1}, (), {"turtle": {"bushi": 1}}, PLAIN, (Term(1, "oni-of-skulls", PRINTED),)),
    ("turtle", {"oni-of-blood": 1}, (), {"koi": {"bushi": 1}}, PLAIN, (Term(4, "oni-of-blood", CARD),)),
    ("koi", {"oni-of-blood": 1}, (), {"turtle": {"bushi": 1}}, PLAIN, (Term(2, "oni-of-blood", PRINTED),)),
    ("koi", {"bishamon": 1}, (), {"turtle": {"phoenix": 1}}, PLAIN, (Term(4, "bishamon", CARD),)),
    (
        "koi",
        {"bishamon": 1, "ebisu": 1},
        (),
        {"turtle": {"bushi": 1}},
        PLAIN,
        (Term(1, "ebisu", PRINTED), Term(1, "bishamon", PRINTED)),
    ),
]


@pytest.mark.parametrize(("clan", "own", "cards", "others", "options", "terms"), FORCES)
def test_figures_force_term_by_term(
    clan: str,
    own: Army,
    cards: tuple[str, ...],
    others: dict[str, Army],
    options: Options,
    terms: tuple[Term, ...],
) -> None:
    """[figures/force, card/force, clan/moon, clan/turtle]; readings 23, 24 and 26."""
    given: Board = board({"edo": others | {clan: own}}, honor=CLANS, cards={clan: cards}, options=options)
    assert force(given, "edo", clan) == Sum(terms)
