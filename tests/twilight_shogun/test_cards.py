"""Every card of the reconstruction, played for its event and for its APs: chapters 7 and 9.

What each event does on one and the same board stands in golden/cards.txt, in the sentences of the log;
`python -m tests.twilight_shogun.test_cards` writes it anew, to be read card by card against the data set.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from domain.kit.chance import Answer, Bound, Question
from domain.twilight_shogun import card_text
from domain.twilight_shogun.board.events import (
    ActionEnded,
    CardDiscarded,
    CardPlayed,
    CardRemoved,
    EventFailed,
    EventOccurred,
)
from domain.twilight_shogun.board.state import Board, RetiredFace, Use, conserved, other
from domain.twilight_shogun.card_text import text_of
from domain.twilight_shogun.data import effects
from domain.twilight_shogun.data.tables import ANTI, PRO, Card
from domain.twilight_shogun.words import orders
from domain.twilight_shogun.words.items import Act, Play
from projections.twilight_shogun.sentences import sentence
from tests.scenario import Scenario
from tests.twilight_shogun.boards import TABLES, Influence, board, scenario

GOLDEN = Path(__file__).parent / "golden" / "cards.txt"
CARDS = tuple(TABLES.cards)

EVERYWHERE: Influence = {name: (2, 2) for name, space in TABLES.spaces.items() if space.kind != "edo"}
HELD: Influence = {
    "choshu": (4, 1),
    "satsuma": (5, 1),
    "tosa": (4, 1),
    "mito": (1, 4),
    "fukui": (1, 4),
    "kyo": (3, 2),
    "nagasaki": (1, 2),
}
"""Powered clans that somebody controls, and a lead in Kyo and in Nagasaki."""

# what a condition needs, or what makes the effect differ from nothing
NEEDS: dict[str, dict[str, Any]] = {
    "harris-treaty": {"treaty": 1, "discard": ("yokohama-opens",)},
    "yokohama-opens": {"treaty": 2, "influence": {"yokohama": (0, 0)}},
    "nariaki-confined": {"treaty": 2},
    "hotta-in-kyo": {"treaty": 1},
    "court-refuses": {"treaty": 1},
    "second-expedition": {"removed": ("choshu-expedition",)},
    "russian-sailors": {"yokohama": True},
    "ansei-purge": {"markers": {"choshu-school": ("choshu", "head")}},
    "sakuradamon": {"markers": {"ii": ("hikone", "head")}},
    "emperor-flags": {"court": {ANTI: 4, PRO: 0}, "intervention": 2},
    "gold-drain": {"yokohama": True},
    "minie-rifles": {"yokohama": True},
    "roches": {"yokohama": True},
    "french-mission": {"yokohama": True},
    "oguri-tadamasa": {"yokohama": True},
    "tariff-convention": {"yokohama": True, "removed": ("imperial-sanction",)},
    "tozenji": {"yokohama": True},
    "satsuma-british-war": {"removed": ("namamugi",)},
    "teradaya": {"markers": {"satsuma-regulars": ("satsuma", "tail")}},
    "ikedaya": {"markers": {"shinsengumi": ("kyo", "head")}},
    "august-coup": {"markers": {"aizu": ("kyo", "head")}},
    "hamaguri-gate": {"markers": {"choshu": ("kyo", "tail"), "tosa-loyalists": ("kyo", "tail")}},
    "omiya": {"markers": {"kameyama": ("tosa", "tail"), "tosa-loyalists": ("kyo", "tail")}},
    "return-of-power": {"treaty": 3},
    "loyalists-crushed": {"markers": {"tosa-loyalists": ("tosa", "head")}},
    "four-nations-fleet": {"joi": 1},
    "edo-guard": {"removed": ("satsuma-agitators",)},
    "kaientai": {"markers": {"kameyama": ("nagasaki", "head")}},
    "secret-command": {"removed": ("satcho",)},
    "hyogo-sanctioned": {"removed": ("imperial-sanction",)},
    "ogasawara-nagamichi": {"removed": ("namamugi",)},
    "ikeda-mission": {"yokohama": True},
    "seven-nobles": {"removed": ("august-coup",)},
    "toba-fushimi": {
        "court": {ANTI: 3, PRO: 0},
        "influence": {"kyo": (4, 3)},
        "removed": ("satcho",),
        "markers": {"shogun": ("kyo", "tail")},
    },
    "choshu-five": {"discard": ("cholera",)},
    "bakufu-infantry": {"markers": {"bakufu-infantry": ("hiroshima", "head")}},
}

BARRED: dict[str, dict[str, Any]] = {
    "ii-naosuke": {"faces": (RetiredFace("ii", "head"),)},
    "ansei-purge": {"faces": (RetiredFace("ii", "head"),)},
    "sakuradamon": {"faces": (RetiredFace("ii", "head"),)},
    "kazunomiya": {"faces": (RetiredFace("shogun", "head"),)},
    "iemochi": {"faces": (RetiredFace("shogun", "head"),)},
    "keiki-guards-the-palace": {"faces": (RetiredFace("shogun", "head"),)},
    "tosa-loyalists": {"faces": (RetiredFace("tosa-loyalists", "head"),)},
    "rikuentai": {"faces": (RetiredFace("tosa-loyalists", "tail"),)},
}
"""What keeps an event from occurring that otherwise needs nothing."""

CONDITIONAL = tuple(name for name, card in TABLES.cards.items() if card.condition)


class Sixes:
    """Every die shows six, and every draw takes the first card."""

    def answer(self, question: Question, bound: Bound) -> Answer:
        return Answer(tuple(1 if question.draw else top for top in question.limits()))


def owner(card: Card) -> str:
    """Who plays a card for its event: its own side; Anti-Bakufu a common or a must-play card."""
    return PRO if card.side == PRO else ANTI


def laid(card: Card, seat: str, *, met: bool = True) -> Board:
    """The board of all these tests, with the card and one other in each hand."""
    needs = dict((NEEDS if met else BARRED).get(card.id, {}))
    port = {} if needs.get("yokohama") else {"yokohama": (0, 0)}
    influence = EVERYWHERE | HELD | port | needs.pop("influence", {})
    gone = {card.id, *needs.get("removed", ()), *needs.get("discard", ())}
    spare = [name for name in CARDS if name not in gone]
    hands: dict[str, Sequence[str]] = {seat: (card.id, spare[-1]), other(seat): (spare[-2],)}
    return board(influence, hands, active=seat, **({"intervention": 2} | needs))


def played(card: Card, order: Struct, seat: str, *, met: bool = True) -> Scenario:
    """The order, with the first answer that is offered to every question that follows; APs are given up."""
    told = scenario(laid(card, seat, met=met), Play(seat))
    happened = list(told.game.post(seat, order, Sixes()))
    while told.agenda and not told.game.is_over():
        asked = told.game.awaited()[0]
        happened += told.game.post(asked, answer(told, asked), Sixes())
    told.happened = tuple(happened)
    return told


def answer(told: Scenario, seat: str) -> Struct:
    if isinstance(told.agenda[0], Act):
        return orders.Pass()
    offers = told.offers(seat)
    assert offers, "An event asks for something that nobody can answer."
    return offers[0]


def for_event(card: Card) -> Struct:
    if card.side == "must":
        return orders.PlayEventFirst(card.id)
    return orders.PlayEvent(card.id)


# ---- for the event


def story() -> str:
    """What every event does, in the sentences of the log."""
    return "\n".join("\n".join(_story(card)) + "\n" for card in TABLES.cards.values())


def _story(card: Card) -> Iterator[str]:
    seat = owner(card)
    yield f"{card.number} {card.id} ({card.side}, {card.ap} AP): {text_of(TABLES, card)}"
    for event in played(card, for_event(card), seat).events:
        if not isinstance(event, CardPlayed | EventOccurred | CardRemoved | CardDiscarded):
            yield f"    {sentence(event, 'public')}"


@pytest.mark.parametrize(
    ("count", "most", "said"),
    [
        (2, 0, "place 2 of Pro-Bakufu, among Tosa and Satsuma"),
        (2, 1, "place 2 of Pro-Bakufu, among Tosa and Satsuma, at most 1 in each"),
        (-2, 0, "remove 2 of Pro-Bakufu, among Tosa and Satsuma"),
        (-2, 1, "remove 2 of Pro-Bakufu, among Tosa and Satsuma, at most 1 in each"),
    ],
)
def test_9_3_what_is_said_of_influence_to_be_placed(count: int, most: int, said: str) -> None:
    placed = effects.Place("pro", count, effects.Where(("tosa", "satsuma")), most)
    assert card_text.told(TABLES, placed) == said


def test_what_every_event_does() -> None:
    assert story() == GOLDEN.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", CARDS)
def test_every_card_is_played_for_its_event(name: str) -> None:
    """It occurs, changes something, and goes out of the game or to the discards [9.0, 9.2]."""
    card = TABLES.cards[name]
    seat = owner(card)
    told = played(card, for_event(card), seat)
    use: Use = "event-first" if card.side == "must" else "event"
    assert told.events[:2] == (CardPlayed(seat, name, use, True), EventOccurred(name, seat))
    assert not any("changes nothing" in sentence(event, "public") for event in told.events)
    if told.board.winner:
        return
    assert told.events[-1] == (CardRemoved(name) if card.removed else CardDiscarded(name))
    assert conserved(told.board) == ""


@pytest.mark.parametrize("name", CONDITIONAL)
def test_an_event_whose_condition_is_not_met_does_not_occur(name: str) -> None:
    """Also a removal event goes to the discards then [9.2]."""
    card = TABLES.cards[name]
    seat = owner(card)
    told = played(card, for_event(card), seat, met=False)
    assert told.events[1] == EventFailed(name, seat)
    assert told.events[-1] == CardDiscarded(name)
    assert told.board.influence == laid(card, seat, met=False).influence


# ---- for the APs


@pytest.mark.parametrize("name", CARDS)
def test_every_card_is_played_for_its_aps_by_its_own_side(name: str) -> None:
    """An own or common card gives its APs and no event; a must-play card gives both [7.21]."""
    card = TABLES.cards[name]
    seat = owner(card)
    order: Struct = orders.PlayActionFirst(name) if card.side == "must" else orders.PlayAction(name)
    told = played(card, order, seat)
    assert ActionEnded(seat, card.ap) in told.events
    assert (EventOccurred(name, seat) in told.events) == (card.side == "must")
    assert conserved(told.board) == ""


@pytest.mark.parametrize("name", [name for name in CARDS if TABLES.cards[name].side in (ANTI, PRO)])
def test_every_card_of_a_side_is_played_by_the_opponent(name: str) -> None:
    """The active player has the APs, and the other side resolves the event afterwards [7.21, 9.1]."""
    card = TABLES.cards[name]
    seat = other(owner(card))
    told = played(card, orders.PlayActionFirst(name), seat)
    assert told.events[0] == CardPlayed(seat, name, "action-first", True)
    assert told.events[1] == ActionEnded(seat, card.ap)
    assert told.events[2] == EventOccurred(name, owner(card))
    assert told.events[-1] == (CardRemoved(name) if card.removed else CardDiscarded(name))
    assert conserved(told.board) == ""


if __name__ == "__main__":
    GOLDEN.parent.mkdir(exist_ok=True)
    GOLDEN.write_text(story(), encoding="utf-8")
