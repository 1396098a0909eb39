"""Orders as players write them [2.3, 7.1, 8.0]."""

from __future__ import annotations

import pytest
from msgspec import Struct

from domain.kit.bars import written
from domain.kit.errors import AmbiguousOrder, UnreadableOrder
from domain.twilight_shogun import TWILIGHT_SHOGUN
from domain.twilight_shogun.words import orders as o
from tests.titles.play import Played
from tests.twilight_shogun.boards import SEATS, TABLES

NOTATION = TWILIGHT_SHOGUN.notation(TABLES, SEATS)

# the line, the order that it means, and its canonical form
LINES: list[tuple[str, Struct, str]] = [
    (
        "play 86 action first: influence choshu 2 tosa",
        o.PlayInfluence("jo-i-execution", ("choshu", "2", "tosa")),
        "play jo-i-execution action: influence choshu 2 tosa",
    ),
    (
        "play 86 action: influence choshu, tosa",
        o.PlayInfluence("jo-i-execution", ("choshu", "tosa")),
        "play jo-i-execution action: influence choshu tosa",
    ),
    ("play 12 event", o.PlayEvent("cholera"), "play cholera event"),
    ("PLAY cholera ACTION.", o.PlayAction("cholera"), "play cholera action"),
    ("play 86 event first", o.PlayEventFirst("jo-i-execution"), "play jo-i-execution event first"),
    ("play 86 action first", o.PlayActionFirst("jo-i-execution"), "play jo-i-execution action first"),
    ("play 12 action: coup Satsuma", o.PlayCoup("cholera", "satsuma"), "play cholera action: coup satsuma"),
    (
        "play 86 action first: realign kyo kyo",
        o.PlayRealign("jo-i-execution", ("kyo", "kyo")),
        "play jo-i-execution action: realign kyo kyo",
    ),
    ("coup 薩摩", o.Coup("satsuma"), "coup satsuma"),
    ("realign kyo kyo ; both", o.Realign(("kyo", "kyo")), "realign kyo kyo"),
    ("court 45", o.Court("yokohama-opens"), "court yokohama-opens"),
    ("influence choshu 2 tosa", o.Influence(("choshu", "2", "tosa")), "influence choshu 2 tosa"),
    ("place chos 2", o.Influence(("choshu", "2")), "influence choshu 2"),
    ("pass", o.Pass(), "pass"),
    ("evade", o.Evade(), "evade"),
    ("accept intervention", o.Accept(), "accept intervention"),
    ("navy kyo", o.Navy("kyo"), "navy kyo"),
    ("resign", o.Resign(), "resign"),
    ("standing evade", o.StandingEvade(), "standing evade"),
    ("standing recommended", o.TakeSheet(), "standing recommended"),
    ("standing none", o.DropSheet(), "standing none"),
    ("put kyo", o.Put("kyo"), "put kyo"),
    ("put kyo 2", o.Put("kyo", 2), "put kyo 2"),
    ("remove kyo 3", o.Remove("kyo", 3), "remove kyo 3"),
    ("attack mito", o.Attack("mito"), "attack mito"),
    ("choose nanki", o.Choose("nanki"), "choose nanki"),
    ("discard 12", o.Discard("cholera"), "discard cholera"),
    ("retrieve card 12", o.Retrieve("cholera"), "retrieve cholera"),
    ("récupérer 12", o.Retrieve("cholera"), "retrieve cholera"),
    ("вернуть 12", o.Retrieve("cholera"), "retrieve cholera"),
    # as people type
    (
        "play 8 ops influence tosa",
        o.PlayInfluence("ansei-earthquakes", ("tosa",)),
        "play ansei-earthquakes action: influence tosa",
    ),
    (
        "I play 8 influence mito+2 and tosa x2!",
        o.PlayInfluence("ansei-earthquakes", ("mito", "2", "tosa", "2")),
        "play ansei-earthquakes action: influence mito 2 tosa 2",
    ),
    ("influence mito 2x, tosa ×3", o.Influence(("mito", "2", "tosa", "3")), "influence mito 2 tosa 3"),
    (
        "Play 8: coup in Satsuma.",
        o.PlayCoup("ansei-earthquakes", "satsuma"),
        "play ansei-earthquakes action: coup satsuma",
    ),
    (
        "coup satsuma with card 8",
        o.PlayCoup("ansei-earthquakes", "satsuma"),
        "play ansei-earthquakes action: coup satsuma",
    ),
    ("play coup satsuma", o.Coup("satsuma"), "coup satsuma"),
    ("Play Choshu Five event", o.PlayEvent("choshu-five"), "play choshu-five event"),
    ("use chōshū five event", o.PlayEvent("choshu-five"), "play choshu-five event"),
    ("play event Five men of Choshu", o.PlayEvent("choshu-five"), "play choshu-five event"),
    ("play Isn’t it good event", o.PlayEvent("ee-ja-nai-ka"), "play ee-ja-nai-ka event"),
    ("court Isn't it good!", o.Court("ee-ja-nai-ka"), "court ee-ja-nai-ka"),
    ("play wise lords for the event", o.PlayEvent("four-wise-lords"), "play four-wise-lords event"),
    ("play card 86 event, then ops", o.PlayEventFirst("jo-i-execution"), "play jo-i-execution event first"),
    ("play 86 ops then event", o.PlayActionFirst("jo-i-execution"), "play jo-i-execution action first"),
    ("put 2 in kyo", o.Put("kyo", 2), "put kyo 2"),
    ("put kyo x2", o.Put("kyo", 2), "put kyo 2"),
    ("remove 3 from kyo", o.Remove("kyo", 3), "remove kyo 3"),
    ("jouer 8 pour l’événement", o.PlayEvent("ansei-earthquakes"), "play ansei-earthquakes event"),
    ("влияние в Сацуму 2 и Тосу", o.Influence(("satsuma", "2", "tosa")), "influence satsuma 2 tosa"),
    ("перестановка Киото", o.Realign(("kyo",)), "realign kyo"),
    (
        "сыграть 8 переворот в Сацуме",
        o.PlayCoup("ansei-earthquakes", "satsuma"),
        "play ansei-earthquakes action: coup satsuma",
    ),
]


@pytest.mark.parametrize(("line", "order", "canonical"), LINES)
def test_a_line_means_an_order(line: str, order: Struct, canonical: str) -> None:
    assert NOTATION.read(line) == order
    assert NOTATION.write(order) == canonical
    assert NOTATION.read(canonical) == order


@pytest.mark.parametrize("order", [order for _, order, _ in LINES])
def test_what_a_refusal_proposes_can_be_read(order: Struct) -> None:
    assert NOTATION.read(written(order)) == order


def test_every_kind_of_order_has_a_line() -> None:
    assert {type(order) for _, order, _ in LINES} == set(o.ORDERS)


# what cannot be read, and what is said of it
UNREADABLE = [
    ("coup", "The line ends too early. Expected a space."),
    ("coup satsumo", 'Did you mean "satsuma"?'),
    ("play 12", 'The line ends too early. Expected "event"'),
    ("play 999 event", "Expected a card."),
    ("influence choshu 99", "Expected a place"),
    ("play 8 ops influence tsoa", 'Did you mean "tosa"?'),
    ("play 8 ops influenc tosa", 'Did you mean "influence"?'),
    ("8 ops influence tsoa", "Expected an order."),  # what begins like no order may be prose
    ("please pass", 'I do not know "please"'),
    ("accept", "The line ends too early."),  # it would lose the game
    ("play 3rd event", "Expected a card."),  # never a place in a list
]


@pytest.mark.parametrize(("line", "said"), UNREADABLE)
def test_what_cannot_be_read_says_what_was_expected(line: str, said: str) -> None:
    with pytest.raises(UnreadableOrder) as unreadable:
        NOTATION.read(line)
    assert said in str(unreadable.value)


def test_a_preposition_is_no_abbreviation() -> None:
    assert NOTATION.read("influence in edo") == o.Influence(("edo",))  # not Inaba and Edo


def test_what_fits_two_cards_is_asked_back() -> None:
    with pytest.raises(AmbiguousOrder, match=r"loyalists-crushed event.*tosa-loyalists event"):
        NOTATION.read("play loyalists event")


def test_every_card_is_found_by_its_number_and_its_name() -> None:
    for card in TABLES.cards.values():
        for word in (str(card.number), card.id, card.name.replace(",", "")):
            assert NOTATION.read(f"play {word} event") == o.PlayEvent(card.id)


def test_whatever_is_proposed_can_be_written_and_read() -> None:
    played, seen = Played(TWILIGHT_SHOGUN, 1, TABLES), set[type]()
    while not played.game.is_over():
        for _, order in list(played.choices())[::15]:
            assert NOTATION.read(NOTATION.write(order), {type(order)}) == order
            seen.add(type(order))
        played.step()
    assert {
        o.PlayEvent,
        o.PlayEventFirst,
        o.PlayInfluence,
        o.PlayCoup,
        o.PlayRealign,
        o.Court,
        o.Influence,
    } <= seen
