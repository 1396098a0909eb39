"""Corrections of a ruling: taken, and refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.kit.errors import IllegalMove
from domain.kit.facts import Fact, State
from domain.kit.sealed import PUBLIC, Sealed
from domain.shinobi import SHINOBI
from domain.shinobi.board.events import (
    ArmyCorrected,
    CardsDrawn,
    DiscardCorrected,
    HandCorrected,
    LastTurnsBegan,
    MarkCorrected,
    Placed,
)
from domain.shinobi.board.evolve import evolve
from domain.shinobi.board.state import Board, Deeds
from domain.shinobi.corrections import correct
from domain.shinobi.data.options import Options
from domain.shinobi.words.corrections import ClearMark, SetArmy, SetDiscard, SetHand, SetMark
from domain.shinobi.words.items import Attack, BeginTurn, Deploy, EndTurn, Home, Refill
from domain.shinobi.words.orders import Ninja
from tests.shinobi.boards import CARDS, SEATS, board, scenario
from tests.titles.test_secrecy import public_form

TABLE = {"iga": {"oda": 3}, "ise": {"oda": 2, "mori": 1}}
HANDS = {"iga": ("mori", "ninja"), "ise": ("oda", "oda", "oda")}
DECK = {"oda": 1, "mori": 8, "takeda": 11, "uesugi": 11, "go-hojo": 11, "ninja": 1}
"""Of oda two cards are discarded, and of mori and the ninja one each."""

BOARD = board(TABLE, HANDS, DECK, active="iga")
PROMPTS = (Deploy("iga"), Home("iga"), Attack("iga"), Refill("iga"), EndTurn("iga"))


def at(changed: Board = BOARD) -> State[Board, Any]:
    return State(changed, PROMPTS)


def sealed(*cards: str) -> Sealed[tuple[str, ...]]:
    return Sealed(("iga",), cards)


def hand(before: tuple[str, ...], after: tuple[str, ...]) -> HandCorrected:
    return HandCorrected("iga", len(before), len(after), sealed(*before), sealed(*after))


# heading, correction, what has happened
TAKEN: list[tuple[str, Struct, Struct]] = [
    ("turn/deploy", SetArmy("oda", "iga", 0), ArmyCorrected("iga", "oda", 3, 0)),
    ("turn/deploy", SetArmy("oda", "iga", 5), ArmyCorrected("iga", "oda", 3, 5)),
    ("turn/deploy", SetArmy("mori", "kii", 1), ArmyCorrected("kii", "mori", 0, 1)),
    ("turn/refill", SetDiscard("oda", 3), DiscardCorrected("oda", 2, 3)),
    ("turn/refill", SetDiscard("ninja", 0), DiscardCorrected("ninja", 1, 0)),
    ("turn/refill", SetHand("iga"), hand(("mori", "ninja"), ())),
    ("turn/refill", SetHand("iga", ("ninja", "oda")), hand(("mori", "ninja"), ("oda", "ninja"))),
    ("turn/ninja-bars", SetMark("oda", "ise", "struck"), MarkCorrected("struck", "ise", "oda", False, True)),
    ("turn/ninja-bars", SetMark("oda", "kii", "struck"), MarkCorrected("struck", "kii", "oda", False, True)),
    ("turn/move", SetMark("oda", "ise", "placed"), MarkCorrected("placed", "ise", "oda", False, True)),
    (
        "turn/reinforced",
        SetMark("oda", "iga", "reinforced"),
        MarkCorrected("reinforced", "iga", "oda", False, True),
    ),
]

ALREADY = "already; there is nothing to correct."
DEALT = "Nobody is to act now, and cards that are being dealt or counted cannot be corrected."
FULL = CARDS.hand.value

# correction, the refusal
REFUSED: list[tuple[Struct, str]] = [
    (SetArmy("oda", "iga", 3), f"[turn/deploy] oda in iga has 3 cards {ALREADY}"),
    (
        SetArmy("oda", "iga", 6),
        "[turn/deploy] oda in iga has 3 cards, and 2 cards of oda can come back. "
        "Take cards out of other provinces first, or correct the discard.",
    ),
    (
        SetArmy("oda", "omi", 1),
        "[turn/deploy] There is no province omi in this game; there are iga, ise, kii.",
    ),
    (SetArmy("ninja", "iga", 1), "[turn/deploy] Ninja belong to no clan and never lie in a province."),
    (SetDiscard("oda", 2), f"[turn/refill] 2 cards of oda are discarded {ALREADY}"),
    (
        SetDiscard("oda", 4),
        "[turn/refill] The deck does not have 2 of oda. "
        "Put them into it first, by a correction of the discard or of a hand.",
    ),
    (SetHand("iga", ("ninja", "mori")), f"[turn/refill] iga holds these cards {ALREADY}"),
    (
        SetHand("iga", ("oda", "oda")),
        "[turn/refill] The deck does not have 2 of oda. "
        "Put them into it first, by a correction of the discard or of a hand.",
    ),
    (
        SetHand("iga", ("mori",) * (FULL + 1)),
        f"[turn/refill] A full hand has {FULL} cards; these are {FULL + 1}. Name {FULL} at most.",
    ),
    (
        SetHand("omi", ("mori",)),
        "[turn/refill] There is no province omi in this game; there are iga, ise, kii.",
    ),
    (
        SetMark("takeda", "iga", "reinforced"),
        "[turn/reinforced] There is no army of takeda in iga. Correct the army first.",
    ),
    (
        SetMark("takeda", "ise", "placed"),
        "[turn/move] There is no army of takeda in ise. Correct the army first.",
    ),
    (
        SetMark("oda", "iga", "struck"),
        "[turn/ninja-bars] The first action goes before another player; iga is the own province.",
    ),
    (
        SetMark("oda", "iga", "placed"),
        "[turn/move] The first action goes before another player; iga is the own province.",
    ),
    (ClearMark("oda", "ise", "struck"), f'[turn/ninja-bars] oda in ise is not marked "struck" {ALREADY}'),
    (
        SetMark("oda", "ise", "nowhere"),
        "[turn/order] There is no mark nowhere. Write struck, placed or reinforced.",
    ),
    (ClearMark("oda", "ise", "placed"), f'[turn/move] oda in ise is not marked "placed" {ALREADY}'),
]


@pytest.mark.parametrize(("heading", "correction", "event"), TAKEN)
def test_a_correction_is_taken_and_taken_once(heading: str, correction: Struct, event: Struct) -> None:
    assert correct(at(), correction) == (Fact(heading, event),)
    after = evolve(BOARD, event)
    assert SHINOBI.conserved(after) == ""
    with pytest.raises(IllegalMove, match=ALREADY):
        correct(at(after), correction)


@pytest.mark.parametrize(("correction", "refusal"), REFUSED)
def test_a_correction_is_refused(correction: Struct, refusal: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        correct(at(), correction)
    assert str(refused.value) == refusal


def test_what_is_too_many_in_a_province_is_discarded_and_comes_back() -> None:
    """[turn/deploy]"""
    without = evolve(BOARD, ArmyCorrected("iga", "oda", 3, 1))
    assert (without.table["iga"]["oda"], without.discard["oda"]) == (1, 4)
    assert evolve(without, ArmyCorrected("iga", "oda", 1, 3)) == BOARD


def test_the_discard_exchanges_with_the_deck() -> None:
    """[turn/refill]"""
    after = evolve(BOARD, DiscardCorrected("ninja", 1, 0))
    assert (after.discard["ninja"], after.deck["ninja"]) == (0, 2)


def test_a_hand_exchanges_with_the_deck() -> None:
    """[turn/refill]"""
    after = evolve(BOARD, hand(("mori", "ninja"), ("oda", "ninja")))
    assert after.hands["iga"] == ("oda", "ninja")
    assert (after.deck["mori"], after.deck["oda"], after.deck["ninja"]) == (9, 0, 1)


def test_a_ninja_that_was_sent_in_error_comes_back_in_four_corrections() -> None:
    """[turn/ninja]: the mark, the card before the other player, and the ninja by way of the deck."""
    sent = scenario(BOARD, *PROMPTS).when("iga", Ninja("mori", "ise"))
    state: State[Board, Any] = sent.game.state
    for correction in (
        ClearMark("mori", "ise", "struck"),
        SetArmy("mori", "ise", 1),
        SetDiscard("ninja", 1),
        SetHand("iga", ("mori", "ninja")),
    ):
        (fact,) = correct(state, correction)
        state = State(evolve(state.board, fact.event), state.agenda)
    assert state.board == BOARD


def full(deck: dict[str, int], **more: Any) -> Board:
    return board({"iga": {"oda": 2}}, {"iga": ("mori",)}, deck, active="iga", **more)


@pytest.mark.parametrize("correction", [SetDiscard("oda", 9), SetHand("iga", ("mori", "oda"))])
def test_no_correction_takes_the_last_card_of_the_deck(correction: Struct) -> None:
    """[end/last-turns]: but one that leaves a card does, and in the last turns any."""
    last = full({"oda": 1})
    with pytest.raises(IllegalMove) as refused:
        correct(at(replace(last, discard=last.discard | {"oda": 8})), correction)
    assert str(refused.value) == (
        "[end/last-turns] This would take the last card of the deck, which begins the last turns. "
        "Leave a card in the deck."
    )
    more = full({"oda": 1, "mori": 1})
    assert correct(at(replace(more, discard=more.discard | {"oda": 8})), correction)
    ending = full({"oda": 1}, last_turn=9)
    assert correct(at(replace(ending, discard=ending.discard | {"oda": 8})), correction)


def test_the_last_turns_begin_only_once() -> None:
    """[end/last-turns]: a card that was put back in the last turns is drawn, and no turn is added."""
    agenda = (Refill("iga"), EndTurn("iga"))
    first = full({"oda": 1})
    drawn = CardsDrawn("iga", 1, sealed("oda"))
    assert scenario(first, *agenda).goes_on([1]).events[:2] == (drawn, LastTurnsBegan("iga", 3))
    again = full({"oda": 1}, last_turn=9)
    assert scenario(again, *agenda).goes_on([1]).events[:1] == (drawn,)
    assert scenario(again, *agenda).goes_on([1]).board.last_turn == 9


@pytest.mark.parametrize("head", [Refill("iga"), EndTurn("iga"), BeginTurn("iga")])
def test_nothing_is_corrected_while_cards_are_dealt_or_counted(head: Struct) -> None:
    """[turn/order]"""
    with pytest.raises(IllegalMove) as refused:
        correct(State(BOARD, (head,)), SetArmy("oda", "iga", 2))
    assert str(refused.value) == (
        f"[turn/order] {DEALT} Wait until a seat is to act, or go back to before it."
    )
    assert correct(at(), SetArmy("oda", "iga", 2))


def test_marks_are_those_of_the_turn() -> None:
    """[turn/ninja-bars, turn/move, turn/reinforced]: one is struck and one placed, many have received."""
    done = Deeds(("ise", "oda"), ("kii", "mori"), (("ise", "oda"), ("iga", "oda")))
    marked = replace(BOARD, done=done)
    for correction, other in (
        (SetMark("mori", "ise", "placed"), "oda in ise has it."),
        (SetMark("mori", "ise", "struck"), "mori in kii has it."),
    ):
        with pytest.raises(IllegalMove, match=f"There is one such mark, and {other} Clear that first."):
            correct(at(marked), correction)
    cleared = evolve(marked, MarkCorrected("reinforced", "ise", "oda", True, False))
    assert cleared.done == Deeds(("ise", "oda"), ("kii", "mori"), (("iga", "oda"),))
    assert evolve(marked, MarkCorrected("struck", "kii", "mori", True, False)).done.ninja is None
    assert evolve(marked, MarkCorrected("placed", "ise", "oda", True, False)).done.placed is None
    (fact,) = correct(at(marked), SetMark("mori", "ise", "reinforced"))
    assert evolve(marked, fact.event).done.reinforced == (*done.reinforced, ("ise", "mori"))


def test_a_mark_protects_as_the_action_itself_would() -> None:
    """[turn/reinforced]"""
    options = Options(protect_reinforced=True)
    there = board({"iga": {"oda": 3}, "ise": {"mori": 1}, "kii": {"mori": 2}}, active="iga", options=options)
    marked = evolve(there, MarkCorrected("reinforced", "ise", "mori", False, True))
    offers: Callable[[Board], Any] = lambda at: SHINOBI.offers(State(at, (Attack("iga"),)), "iga")  # noqa: E731
    assert [(one.clan, one.province) for one in offers(there)] == [("mori", "ise"), ("mori", "kii")]
    assert [(one.clan, one.province) for one in offers(marked)] == [("mori", "kii")]


def test_what_a_hand_becomes_is_known_to_its_seat_alone() -> None:
    """[turn/refill]"""
    one, two = hand(("mori", "ninja"), ("oda", "ninja")), hand(("mori", "ninja"), ("mori", "oda"))
    assert SetHand in SHINOBI.sealed_corrections
    assert {HandCorrected, DiscardCorrected} <= set(SHINOBI.reveals)
    assert Placed not in SHINOBI.reveals
    for viewer in (*SEATS, PUBLIC):
        seen = [SHINOBI.view(State(evolve(BOARD, event), PROMPTS), viewer) for event in (one, two)]
        assert (seen[0] == seen[1]) is (viewer != "iga")
        assert (one.after.seen_by(viewer) is None) is (viewer != "iga")
        assert (public_form(one, viewer) == public_form(two, viewer)) is (viewer != "iga")


@pytest.mark.parametrize(
    ("line", "correction"),
    [
        ("army oda in iga 4", SetArmy("oda", "iga", 4)),
        ("discard ninja 0", SetDiscard("ninja", 0)),
        ("hand iga oda oda ninja", SetHand("iga", ("oda", "oda", "ninja"))),
        ("hand iga none", SetHand("iga")),
        ("mark oda in ise struck", SetMark("oda", "ise", "struck")),
        ("unmark oda in ise reinforced", ClearMark("oda", "ise", "reinforced")),
    ],
)
def test_a_correction_is_written_like_this(line: str, correction: Struct) -> None:
    words = SHINOBI.correcting(CARDS, SEATS)
    assert words.read(line) == correction
    assert words.write(correction) == line
