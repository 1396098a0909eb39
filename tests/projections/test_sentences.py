"""Every event of Shinobi in a sentence, as each viewpoint may know it."""

from __future__ import annotations

import pytest
from msgspec import Struct

from domain.kit.sealed import PUBLIC, REFEREE, Sealed
from domain.kit.sums import Sum, Term
from domain.shinobi.board import events as e
from projections.shinobi.sentences import sentence, sums
from projections.titles import PICTURES

IGA, ISE = "iga", "ise"

HOME = Sum((Term(2, "oda in iga", "end/tie"),))
ALL = Sum((Term(2, "oda in iga", "end/victory"), Term(3, "oda in kii", "end/victory")))

# event, what a seat that may know reads, what everybody else reads (None: the same)
SENTENCES: list[tuple[Struct, str, str | None]] = [
    (
        e.ClanDealt(IGA, Sealed((IGA,), "oda")),
        "iga gets the clan card of oda.",
        "iga gets a clan card, sealed.",
    ),
    (
        e.CardsDrawn(IGA, 1, Sealed((IGA,), ("mori",))),
        "iga draws 1 card: mori.",
        "iga draws 1 card, sealed.",
    ),
    (
        e.CardsDrawn(IGA, 3, Sealed((IGA,), ("mori", "ninja", "oda"))),
        "iga draws 3 cards: mori, ninja and oda.",
        "iga draws 3 cards, sealed.",
    ),
    (e.FirstPlayerChosen(IGA), "iga has the first turn.", None),
    (e.TurnBegan(IGA, 12), "Turn 12 begins: iga is to act.", None),
    (e.Placed(IGA, "oda", ISE), "iga places a card of oda in ise.", None),
    (e.Placed(IGA, "oda", IGA), "iga places a card of oda at home.", None),
    (
        e.NinjaSent(IGA, "oda", ISE),
        "iga sends a ninja against oda in ise: the ninja and one card of oda are discarded.",
        None,
    ),
    (e.Moved(IGA, "oda", ISE, "kii"), "iga moves a card of oda from ise to kii.", None),
    (
        e.Attacked(IGA, "oda", ISE, "mori", 3, 2),
        "iga attacks oda in ise with mori, 3 against 2: one card of oda is discarded.",
        None,
    ),
    (
        e.ActionSkipped(IGA, "deploy", "The hand is empty."),
        "iga skips the first action. The hand is empty.",
        None,
    ),
    (e.ActionSkipped(IGA, "home", "Nothing to do."), "iga skips the second action. Nothing to do.", None),
    (e.ActionSkipped(IGA, "attack", "No army."), "iga skips the attack. No army.", None),
    (e.AttackDeclined(IGA), "iga does not attack.", None),
    (
        e.LastTurnsBegan(IGA, 3),
        "iga has drawn the last card of the deck: 3 more turns follow.",
        None,
    ),
    (e.LastTurnsBegan(IGA, 1), "iga has drawn the last card of the deck: 1 more turn follows.", None),
    (
        e.ClansRevealed({IGA: "oda", ISE: "mori"}, ("takeda", "uesugi")),
        "The clan cards are opened: oda of iga and mori of ise. Nobody held takeda and uesugi.",
        None,
    ),
    (
        e.ClansRevealed({IGA: "oda", ISE: "mori"}, ()),
        "The clan cards are opened: oda of iga and mori of ise.",
        None,
    ),
    (
        e.HandsRevealed({IGA: ("oda", "mori"), ISE: (), "kii": ("ninja",)}),
        "The hands are opened: iga holds oda and mori; kii holds ninja.",
        None,
    ),
    (e.HandsRevealed({IGA: (), ISE: ()}), "All hands are empty.", None),
    (
        e.ClansCounted((e.Tally(IGA, "oda", ALL), e.Tally(ISE, "mori", Sum(())))),
        "The clans are counted on the whole table: iga has 5 of oda and ise has 0 of mori.",
        None,
    ),
    (
        e.TieBroken((e.Tally(IGA, "oda", HOME),)),
        "There is a tie. The clans are counted in their players' own provinces: iga has 2 of oda.",
        None,
    ),
    (e.GameWon((IGA,)), "iga wins the game.", None),
    (e.GameWon((IGA, ISE, "kii")), "iga, ise and kii share the victory.", None),
    (e.ArmyCorrected(ISE, "oda", 3, 1), "Corrected: oda in ise has 1 card, not 3.", None),
    (e.ArmyCorrected(ISE, "oda", 1, 0), "Corrected: oda in ise has 0 cards, not 1.", None),
    (e.DiscardCorrected("ninja", 0, 1), "Corrected: 1 card of ninja is discarded, not 0.", None),
    (e.DiscardCorrected("oda", 1, 2), "Corrected: 2 cards of oda are discarded, not 1.", None),
    (
        e.HandCorrected(IGA, 1, 2, Sealed((IGA,), ("mori",)), Sealed((IGA,), ("mori", "oda"))),
        "Corrected: the hand of iga is mori and oda; it was mori.",
        "Corrected: the hand of iga, sealed; it has 2 cards, and had 1.",
    ),
    (
        e.HandCorrected(IGA, 0, 1, Sealed((IGA,), ()), Sealed((IGA,), ("oda",))),
        "Corrected: the hand of iga is oda; it was no card.",
        "Corrected: the hand of iga, sealed; it has 1 card, and had 0.",
    ),
    (
        e.MarkCorrected("struck", ISE, "oda", False, True),
        "Corrected: a ninja has struck oda in ise in this turn.",
        None,
    ),
    (
        e.MarkCorrected("struck", ISE, "oda", True, False),
        "Corrected: no ninja has struck oda in ise in this turn.",
        None,
    ),
    (
        e.MarkCorrected("placed", ISE, "oda", False, True),
        "Corrected: the first action has placed a card of oda in ise.",
        None,
    ),
    (
        e.MarkCorrected("placed", ISE, "oda", True, False),
        "Corrected: the first action has placed no card of oda in ise.",
        None,
    ),
    (
        e.MarkCorrected("reinforced", ISE, "oda", False, True),
        "Corrected: oda in ise has received a card in this turn.",
        None,
    ),
    (
        e.MarkCorrected("reinforced", ISE, "oda", True, False),
        "Corrected: oda in ise has received no card in this turn.",
        None,
    ),
]


@pytest.mark.parametrize(("event", "known", "others"), SENTENCES)
def test_an_event_reads_like_this(event: Struct, known: str, others: str | None) -> None:
    assert {viewer: sentence(event, viewer) for viewer in (IGA, REFEREE, ISE, PUBLIC)} == {
        IGA: known,
        REFEREE: known,
        ISE: others or known,
        PUBLIC: others or known,
    }


def test_every_event_has_its_sentence() -> None:
    assert {type(event) for event, _, _ in SENTENCES} == set(e.EVENTS)


def test_the_counts_at_the_end_are_the_sums_of_a_game() -> None:
    counted = e.ClansCounted((e.Tally(IGA, "oda", ALL),))
    assert sums(counted, PUBLIC) == (("oda, the clan of iga", ALL),)
    assert sums(e.TieBroken((e.Tally(IGA, "oda", HOME),)), PUBLIC) == (("oda, the clan of iga", HOME),)
    assert sums(e.GameWon((IGA,)), PUBLIC) == ()


def test_tables_that_two_titles_share_have_the_same_columns() -> None:
    known: dict[str, object] = {}
    for pictures in PICTURES.values():
        for table in pictures.tables:
            assert known.setdefault(table.name, table) == table
