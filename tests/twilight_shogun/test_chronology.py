"""The order of history: what a card of the reconstruction presupposes, and what it ends [2.35, 9.2]."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

import pytest

from domain.twilight_shogun.board.conditions import condition_met
from domain.twilight_shogun.data import effects as x
from domain.twilight_shogun.data import premises
from domain.twilight_shogun.data.checks import deeds
from domain.twilight_shogun.data.tables import ANTI, Card
from domain.twilight_shogun.words.items import Play
from domain.twilight_shogun.words.orders import PlayEventFirst
from tests.twilight_shogun.boards import TABLES, board, scenario
from tests.twilight_shogun.test_cards import for_event, owner, played

CARDS = TABLES.cards

TREATY, LAST = 1858, 1868
"""The year of the treaty that opens the country, and the last of the period."""


def year(card: Card) -> int:
    """The year that its line of history begins with; 0 where it names none."""
    first = card.history[:4]
    return int(first) if first.isdecimal() else 0


# a card, and those whose events come too late once its own has occurred
TOO_LATE = {
    "harris-treaty": (
        *("kanagawa-treaty", "black-ships", "russian-ship", "stowaways", "plot-against-harris"),
        *("abe-masahiro", "hotta-in-kyo", "shimazu-nariakira"),
    ),
    "ii-naosuke": ("shogunal-succession", "hotta-in-kyo"),
    "nariaki-confined": ("tokugawa-nariaki",),
    "ansei-purge": ("yoshida-shoin", "umeda-unpin"),
    "sakuradamon": ("ansei-purge", "tokugawa-nariaki", "nariaki-confined"),
    "bunkyu-reforms": ("alternate-attendance", "tokugawa-nariaki", "nariaki-confined"),
    "iemochi": ("shogunal-succession", "ii-naosuke"),
    "sakashitamon": ("ando-nobumasa",),
    "shinsengumi": ("kiyokawa-hachiro",),
    "kiheitai": ("yoshida-shoin", "nagai-uta"),
    "august-coup": ("sanjo",),
    "ikedaya": ("higo-loyalists",),
    "hamaguri-gate": ("choshu-erupts", "august-coup"),
    "four-nations-fleet": ("shimonoseki",),
    "imperial-sanction": ("court-refuses",),
    "satcho": ("kobu-gattai", "teradaya", "satsuma-aizu-pact"),
    "satsudo": ("loyalists-crushed",),
    "rikuentai": ("tosa-loyalists", "loyalists-crushed"),
    "omiya": ("kameyama-shachu", "kaientai", "rikuentai", "matsudaira-katamori"),
    "yoshinobu": (
        *("shogunal-succession", "ii-naosuke", "iemochi", "kazunomiya", "keiki-guards-the-palace"),
    ),
    "hyogo-sanctioned": ("iemochi", "kazunomiya", "keiki-guards-the-palace"),
    "toba-fushimi": ("yoshinobu", "return-of-power"),
    "return-of-power": (
        *("iemochi", "kazunomiya", "keiki-guards-the-palace", "yoshinobu", "hyogo-sanctioned"),
    ),
}


@pytest.mark.parametrize(
    ("later", "earlier"), [(later, one) for later, earlier in TOO_LATE.items() for one in earlier]
)
def test_what_came_before_does_not_come_after(later: str, earlier: str) -> None:
    """Played for its event by its own side, on a board where it occurs."""
    card = CARDS[later]
    after = played(card, for_event(card), owner(card)).board
    assert not condition_met(after, earlier, owner(CARDS[earlier]))


# a card, and what its event cannot be without
PREMISES: dict[str, premises.Test] = {
    "yokohama-opens": premises.Treaties(least=2),
    "secret-rescript": premises.Gone("harris-treaty"),
    "tariff-convention": premises.Gone("imperial-sanction"),
    "ansei-purge": premises.Stands("ii", "head"),
    "sakuradamon": premises.Stands("ii", "head"),
    "russian-sailors": premises.PortOpen(),
    "gold-drain": premises.PortOpen(),
    "ikedaya": premises.Stands("shinsengumi", "head"),
    "satsuma-british-war": premises.Gone("namamugi"),
    "kozanji": premises.Stands("choshu-school", "tail"),
    "loyalists-crushed": premises.Stands("tosa-loyalists", "head"),
    "second-expedition": premises.Gone("choshu-expedition"),
    "kaientai": premises.Stands("kameyama", "head"),
}


@pytest.mark.parametrize(("name", "premise"), PREMISES.items())
def test_a_card_asks_for_what_its_event_cannot_be_without(name: str, premise: premises.Test) -> None:
    assert premise in CARDS[name].condition


def relations() -> Iterator[tuple[str, str]]:
    """Pairs of cards that the data set puts into an order: the earlier one, and the later one."""
    for name, card in CARDS.items():
        for test in card.condition:
            if isinstance(test, premises.Gone):
                yield test.card, name
            if isinstance(test, premises.Not) and isinstance(test.condition, premises.Gone):
                yield name, test.condition.card
        for effect in deeds(card.effects):
            if isinstance(effect, x.Retire):
                yield from ((other, name) for other in effect.cards)


def backwards(pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Of those that name their years, the pairs of which the first is the later one."""
    dated = ((one, other, year(CARDS[one]), year(CARDS[other])) for one, other in pairs)
    return [(one, other) for one, other, first, then in dated if first and then and first > then]


def test_no_card_is_put_behind_one_of_a_later_year() -> None:
    assert backwards(relations()) == []
    assert backwards([("return-of-power", "abe-masahiro")]) == [("return-of-power", "abe-masahiro")]


def test_what_is_told_to_be_too_late_is_all_that_the_data_set_puts_out_of_play() -> None:
    told = {(earlier, later) for later, every in TOO_LATE.items() for earlier in every}
    retired = {
        (other, name)
        for name, card in CARDS.items()
        for effect in deeds(card.effects)
        if isinstance(effect, x.Retire)
        for other in effect.cards
    }
    assert retired <= told


def test_a_support_marker_never_leaves_the_map_but_with_the_face_that_is_meant() -> None:
    unmarked = [
        effect
        for effect in chain.from_iterable(deeds(card.effects) for card in CARDS.values())
        if isinstance(effect, x.Unmark)
    ]
    assert unmarked
    assert all(effect.face for effect in unmarked)


def test_each_deck_has_the_cards_of_its_years() -> None:
    closed, opened = (
        [year(card) for card in CARDS.values() if card.deck == deck and year(card)]
        for deck in ("closed", "open")
    )
    assert max(closed) <= TREATY + 1
    assert min(opened) >= TREATY
    assert max(opened) <= LAST


@pytest.mark.parametrize("level", [0, 1])
def test_2_23_the_treaty_of_commerce_opens_the_country_in_either_order(level: int) -> None:
    """Without a treaty of amity it does the work of both; a port that came too early comes back."""
    at = board(hands={ANTI: ["harris-treaty"]}, active=ANTI, treaty=level, discard=("yokohama-opens",))
    told = scenario(at, Play(ANTI)).when(ANTI, PlayEventFirst("harris-treaty"))
    assert told.board.treaty == 2
    assert condition_met(told.board, "yokohama-opens", ANTI)
    assert told.board.hands[ANTI] == ("yokohama-opens",)


def test_a_lasting_event_can_be_brought_to_an_end() -> None:
    every = {name: list(deeds(card.effects)) for name, card in CARDS.items()}
    lasting = {name for name, found in every.items() for one in found if getattr(one, "until", "") == "ended"}
    assert lasting == {one.card for found in every.values() for one in found if isinstance(one, x.End)}


def test_no_clan_is_silent() -> None:
    """Every clan of the map is named by an event."""
    named: set[str] = set()
    for effect in chain.from_iterable(deeds(card.effects) for card in CARDS.values()):
        named |= {*getattr(effect, "spaces", ()), getattr(effect, "space", "")}
        named |= {*getattr(effect, "where", x.EVERYWHERE).spaces}
    assert {name for name, space in TABLES.spaces.items() if space.kind == "clan"} <= named
