"""What each prompt asks, in words: of every recorded game, and of every prompt that a title has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from domain.clan_war import book as clan_war_book
from domain.kawanakajima import book as kawanakajima_book
from domain.kit.facts import tag_of
from domain.kit.sealed import REFEREE, Sealed
from domain.rising_sun import book as rising_sun_book
from domain.titles import TITLES
from domain.twilight_shogun import book as twilight_book
from domain.twilight_shogun.board import events as e
from domain.twilight_shogun.board.state import Change
from domain.twilight_shogun.words import items as t
from projections.clan_war.asks import _ASKS as CLAN_WAR
from projections.kawanakajima.asks import _ASKS as KAWANAKAJIMA
from projections.language.catalogues import LANGUAGES, Reader, written_for
from projections.language.messages import _, listed, term
from projections.pictures import GAIN, LOSS, OTHER, YOURS
from projections.replay import Replay
from projections.rising_sun.asks import _ASKS as RISING_SUN
from projections.telling.log import printed
from projections.titles import PICTURES
from tests.exports.games import RECORDED
from tests.exports.games import recorded as recorded_game
from tests.titles.short import GAMES, short

WORDS = 25


def prompts(replay: Replay) -> Iterator[tuple[Any, Any, str]]:
    """Each prompt of a game with the view of a seat that it asks, once for each that is worded the same."""
    known = set()
    for position in range(1, len(replay) + 1):
        game = replay.at(position)
        for seat in () if game.ledger.absent else game.awaited():
            item = game.state.agenda[0]
            if (item, seat) not in known:
                known.add((item, seat))
                yield item, replay.view(position, seat), seat


@pytest.mark.parametrize("nth", range(GAMES))
@pytest.mark.parametrize("title", TITLES)
def test_every_prompt_of_a_short_game_says_what_it_asks(title: str, nth: int) -> None:
    replay = short(title, nth).replay()
    asked = list(prompts(replay))
    for language in LANGUAGES:
        is_said(replay, asked, language)


@pytest.mark.soak
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", RECORDED)
def test_every_prompt_of_a_recorded_game_says_what_it_asks(name: str, language: str) -> None:
    replay = recorded_game(name)
    is_said(replay, prompts(replay), language)


def is_said(replay: Replay, prompts: Iterable[tuple[Any, Any, str]], language: str) -> None:
    said: dict[str, set[str]] = {}
    pictures = replay.pictures
    with written_for(Reader(language)):
        for item, view, _seat in prompts:
            asks, awaits = pictures.asks(view, item, replay.names), pictures.awaits(item, replay.names)
            assert 3 <= len(asks.split()) <= WORDS, asks
            assert awaits
            assert "{" not in asks + awaits
            assert not asks.endswith((".", ",", " ", ":"))
            said.setdefault(asks, set()).add(tag_of(type(item)))
    vague = {asks: tags for asks, tags in said.items() if len(tags) > 1}
    assert not vague, "Two kinds of prompts are asked in the same words."


# prompt, what the seat is asked, what the opponent waits for
TWILIGHT = [
    (t.Play("anti"), "play one of your 4 cards", "a card"),
    (t.PlaceNavy("pro"), "choose the space of the navy marker for this turn", "the space of the navy marker"),
    (
        t.Act("anti", 2, "shuseikan"),
        "choose the action with Works of Shuseikan (card 32), 2 AP: influence, realignment or a coup",
        "an action with Works of Shuseikan",
    ),
    (
        t.Act("anti", 3, "shuseikan", ("realign",), ("satsuma", "saga"), granted=True),
        "by Works of Shuseikan (card 32): spend 3 AP in Saga or Satsuma on realignment",
        "an action with Works of Shuseikan",
    ),
    (
        t.Act("anti", 1, "shuseikan", ("influence", "coup"), granted=True),
        "by Works of Shuseikan (card 32): spend 1 AP on influence or a coup",
        "an action with Works of Shuseikan",
    ),
    (
        t.Realign("anti", 1, "shuseikan"),
        "realign again or pass; left of Works of Shuseikan: 1 AP",
        "an action with Works of Shuseikan",
    ),
    (
        t.Evade("pro", "russian-sailors"),
        "evade the rise of the intervention level by Russian sailors cut down, "
        "or accept it and lose the game",
        "an answer to the rise of the intervention level",
    ),
    (
        t.PutInfluence("anti", "shuseikan", "pro", 2, True, ("choshu", "himeji", "okayama", "matsue"), False),
        "by Works of Shuseikan (card 32): remove 2 influence of Pro-Bakufu in Chugoku",
        "a choice for Works of Shuseikan",
    ),
    (
        t.PutInfluence("anti", "shuseikan", "anti", 2, False, ("choshu", "kokura"), True, 1, (("tosa", 1),)),
        "by Works of Shuseikan (card 32): place 2 more influence of Anti-Bakufu in Choshu or Kokura, "
        "in reach, at most 1 each",
        "a choice for Works of Shuseikan",
    ),
    (
        t.DropCards("anti", "shuseikan", 1),
        "by Works of Shuseikan (card 32): discard 1 card of your hand",
        "a choice for Works of Shuseikan",
    ),
    (
        t.Retrieve("anti", "shuseikan", 2, ("iwakura", "sanjo", "glover")),
        "by Works of Shuseikan (card 32): take 2 cards out of the discards",
        "a choice for Works of Shuseikan",
    ),
]


@pytest.mark.parametrize(("item", "asks", "awaits"), TWILIGHT)
def test_what_an_event_asks_names_card_number_side_and_area(item: Any, asks: str, awaits: str) -> None:
    replay = recorded_game("twilight_shogun/resignation")
    view = replay.view(len(replay) - 3, "anti")
    view = replace(view, players=tuple(replace(one, cards_in_hand=4) for one in view.players))
    assert replay.pictures.asks(view, item, replay.names) == asks
    assert replay.pictures.awaits(item, replay.names) == awaits


@pytest.mark.parametrize("name", RECORDED)
def test_a_seat_is_asked_by_the_newest_event_and_nobody_after_the_end(name: str) -> None:
    replay = recorded_game(name)
    assert {seat: replay.asks(seat) for seat in replay.newest().seats} == dict.fromkeys(
        replay.newest().seats, ""
    )


def test_printed_names_stand_in_events_for_the_short_ones() -> None:
    replay = recorded_game("twilight_shogun/resignation")
    coup = e.CardPlayed("anti", "shuseikan", "action", True)
    assert printed(coup, replay.names) == e.CardPlayed(
        "Anti-Bakufu", "Works of Shuseikan (2 AP)", "action", True
    )
    change = e.InfluenceChanged("shuseikan", (Change("satsuma", "pro", 1, 0),))
    shown = e.InfluenceChanged("Works of Shuseikan", (Change("Satsuma", "Pro-Bakufu", 1, 0),))
    assert printed(change, replay.names) == shown
    drawn = e.CardsDrawn("anti", 1, Sealed(("anti",), ("shuseikan",)))
    hidden = printed(drawn, replay.names)
    assert hidden.cards.seen_by("anti") == ("Works of Shuseikan",) == hidden.cards.seen_by(REFEREE)
    assert hidden.cards.seen_by("pro") is None


@pytest.mark.parametrize("name", RECORDED)
def test_no_sentence_of_a_game_has_a_short_name_where_there_is_a_printed_one(name: str) -> None:
    replay = recorded_game(name)
    short = {word for word in replay.names if "-" in word and ":" not in word}
    for envelope in replay.envelopes:
        event = getattr(envelope.entry, "event", None)
        if event is not None:
            said = replay.pictures.sentence(printed(event, replay.names), REFEREE)
            assert said
            assert not short & set(said.replace(",", " ").replace(".", " ").split()), said


def test_every_title_has_its_words() -> None:
    assert set(PICTURES) == set(TITLES)
    for title, pictures in PICTURES.items():
        data = recorded_game(next(one for one in RECORDED if one.startswith(title))).data
        names = pictures.names(data)
        assert names, title
        assert all(name.strip() for name in names.values())


def test_every_prompt_that_a_title_can_put_has_its_words() -> None:
    assert set(CLAN_WAR) == set(clan_war_book.BOOK._answers)
    assert set(KAWANAKAJIMA) == set(kawanakajima_book.BOOK._answers)
    assert set(RISING_SUN) == set(rising_sun_book.BOOK._answers)
    told = {type(item) for item, _asks, _awaits in TWILIGHT} | {t.Attack, t.ChooseWay}  # in recorded games
    assert told == set(twilight_book.BOOK._answers)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_printed_name_is_taken_for_a_sentence_of_the_rules(language: str) -> None:
    """ "Agitators in Edo" would be a clan in a province, "Stowaways of Shimoda" a unit of a clan."""
    for name in ("twilight_shogun/resignation", "rising_sun/victory", "clan_war/victory"):
        names = recorded_game(name).names
        cards = [names[word] for word in names if "-" in word and ":" not in word]
        with written_for(Reader(language)):
            listing = _("{seat} draws {count} cards: {cards}.").format(seat="x", count=2, cards=listed(cards))
            assert all(card in listing for card in cards if term(card) == card)
            assert [card for card in cards if term(card) != card] in ([], ["Return of power"])


@pytest.mark.parametrize("name", RECORDED)
def test_a_game_tells_a_seat_what_concerns_it_and_not_what_keeps_the_books(name: str) -> None:
    replay = recorded_game(name)
    seat = replay.newest().seats[0]
    told = replay.told_to(seat, len(replay) // 2)
    assert min(told, default=len(replay)) > len(replay) // 2
    for position, rank in told.items():
        event = replay.envelope(position).entry.event
        assert rank in (LOSS, GAIN, YOURS, OTHER)
        assert rank != OTHER or type(event) not in replay.pictures.bookkeeping
    assert replay.brief(0, seat) == replay.pictures.board(replay.view(len(replay), seat)) or name.startswith(
        "shinobi"
    )
