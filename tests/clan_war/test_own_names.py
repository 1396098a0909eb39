"""Names that armies give to units and personalities: checked, shown, used in orders [battle/names]."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct

from domain.clan_war import CLAN_WAR
from domain.clan_war.board.events import PersonalityCalled, UnitCalled, UnitMustered
from domain.clan_war.board.flight_events import Marched
from domain.clan_war.board.state import begin
from domain.clan_war.data.options import Options
from domain.clan_war.sequence.own_names import LONGEST
from domain.clan_war.view import view
from domain.clan_war.words.grammar import correcting, notation
from domain.clan_war.words.items import MusterArmies
from domain.clan_war.words.reports import CallPersonality, CallUnit
from domain.kit.facts import State
from projections.clan_war.board import board as picture
from projections.clan_war.drawing import drawing, narrow
from projections.clan_war.names import called
from projections.telling.log import printed
from tests.clan_war.boards import DATA, SEATS, board, hero, reports, scenario, unit
from tests.scenario import Scenario

WORDS = notation(DATA, SEATS)
MINE, OTHER = unit("crane-1"), unit("lion-1", "lion")
PEOPLE = (hero("crane-hero-1", MINE), hero("lion-hero-1", OTHER))
NEW = Options(**CLAN_WAR.editions[-1].options)
OPEN = Options(**CLAN_WAR.editions[1].options)
MUSTER = MusterArmies(SEATS)


def muster(**given: Any) -> Scenario:
    return scenario(board(MINE, OTHER, people=PEOPLE, turn=0, options=NEW, **given), MUSTER)


NAMES = (
    *("Doji's Spears", "Doji’s Spears", "D", "L'Île", "Стража Дракона", "鶴の槍", "Копья", "Αετός ὁ μέγας"),
    *("حراس الفجر", "हंस के भाले", "Ōtomo-no-Hana", "a" * LONGEST, "Þór", "Fire Guard", "Honor Guard"),
)


@pytest.mark.parametrize("name", NAMES)
def test_a_name_of_any_script_is_given(name: str) -> None:
    told = muster().when("crane", CallUnit("crane-1", name))
    assert told.then(UnitCalled("crane-1", name)).called == {"crane-1": name}


def test_a_personality_has_a_name_too_and_quotation_marks_are_no_part_of_it() -> None:
    told = muster().when("crane", WORDS.read('call crane-hero-1 as "Doji  Hoturi"'))
    assert told.events == (PersonalityCalled("crane-hero-1", "Doji Hoturi"),)
    assert WORDS.read("call crane-1 Doji's Spears") == CallUnit("crane-1", "Doji's Spears")


LETTERS = "Write 1 to 24 letters, with blanks, hyphens or apostrophes."
INSTEAD = "Choose another name, such as Spears of the Dawn."
NO_NAME = (
    *("a" * (LONGEST + 1), "<b>x</b>", "a&b", "crane-2!", "7 Spears", "a.b.com", "-x", "x-", "' x", "😀 x"),
    *("a‮b", "a​b", "a⁦b", "a\tb", "a  b", "x́̂̃", "aㅤb", "*x*", "_x_", "`x`", "a;b", "a,b", "a\\b"),
    *("[a]", "{a}", "a/b", "a:b", 'a"b', "é́̂̃z", "﷐", "٣", "½"),
)


@pytest.mark.parametrize("name", NO_NAME)
def test_what_is_no_word_of_letters_is_no_name(name: str) -> None:
    shown = "".join(sign if sign.isprintable() else " " for sign in name)
    text = f'[battle/names] "{shown}" is no name for a unit or a personality. {LETTERS}'
    muster().refused("crane", CallUnit("crane-1", name), text)


WORDS_OF_THE_GAME = (
    *(
        "done",
        "Done",
        "DONE",
        "ｄｏｎｅ",
        "dοne",
        "Dοnе",
        "resign",
        "Готово",
        "terminé",
        "End Battle",
        "sample army",
    ),
    *("Crane", "Crаne", "lion", "Iion", "Lıon", "North", "south", "Crane Bushi", "CRANE-BUSHI"),
    *("Lion Bushi", "Lion General", "Doji", "hida", "Fire Dragon", "Shadowlands", "Unaligned", "Earthquake"),
    *(
        "Wheel",
        "Charge",
        "Frenzy",
        "broken",
        "routing",
        "sacrifice",
        "of",
        "против",
        "referee",
        "The Referee",
    ),
    *("Reserve", "contact", "cavalry", "Prophecies", "The Referee", "sample army"),
)


MIXED = "mixes letters of two alphabets in one word"
SEEMS = "is a word of this game, or looks like one"


@pytest.mark.parametrize("name", WORDS_OF_THE_GAME)
def test_a_name_is_no_seat_no_word_of_orders_and_no_order(name: str) -> None:
    why = MIXED if name in ("dοne", "Dοnе", "Crаne") else SEEMS
    text = f'[battle/names] "{name}" {why}. {INSTEAD}'
    muster().refused("crane", CallUnit("crane-1", name), text)


@pytest.mark.parametrize("name", ["Lion wins the battle", "lıon Hunters", "Crane End"])
def test_a_name_does_not_begin_like_an_army_so_that_no_sentence_is_of_another(name: str) -> None:
    text = f'[battle/names] "{name}" begins like an army of this battle. {INSTEAD}'
    muster().refused("crane", CallUnit("crane-1", name), text)
    for other in ("Hunters of the Lion", "Crab Hunters"):
        muster().when("crane", CallUnit("crane-1", other))


@pytest.mark.parametrize(
    "name", ["Doji's Spears", "dojis spears", "DOJI’S-SPEARS", "Dojı's Spears", "Dójí's Spears"]
)
def test_a_name_is_nobody_elses_nor_like_it(name: str) -> None:
    text = f'[battle/names] "{name}" is the name of another, or looks like it. {INSTEAD}'
    for order in (CallUnit("lion-1", name), CallPersonality("lion-hero-1", name)):
        muster(called={"crane-1": "Doji's Spears"}).refused("lion", order, text)


def test_a_unit_is_named_anew_also_almost_as_before() -> None:
    told = muster(called={"crane-1": "Doji's Spears"}).when("crane", CallUnit("crane-1", "DOJI'S SPEARS"))
    assert told.board.called == {"crane-1": "DOJI'S SPEARS"}


@pytest.mark.parametrize(
    ("order", "text"),
    [
        (CallUnit("lion-1", "Dawn"), "[battle/report] lion-1 belongs to lion. You have crane-1."),
        (
            CallPersonality("lion-hero-1", "Dawn"),
            "[battle/names] lion-hero-1 is no personality of crane. You have crane-hero-1.",
        ),
        (
            CallPersonality("crane-general", "Dawn"),
            "[battle/names] crane-general is no personality of crane. You have crane-hero-1.",
        ),
    ],
)
def test_one_names_what_is_ones_own(order: Struct, text: str) -> None:
    muster().refused("crane", order, text)


def test_a_unit_is_mustered_under_a_name_and_so_is_another_of_its_kind() -> None:
    told = scenario(begin(OPEN, DATA, SEATS), MUSTER)
    told.when("crane", WORDS.read('muster crane-bushi as "Doji\'s Spears"'))
    mustered, named = told.events
    assert isinstance(mustered, UnitMustered)
    assert (mustered.profile.name, named) == ("crane-bushi", UnitCalled("crane-bushi", "Doji's Spears"))
    told.refused(
        "lion", CallUnit("crane-bushi", "x"), "[battle/report] crane-bushi belongs to crane. You have none."
    )
    told.when("crane", WORDS.read("muster crane-bushi as “Spears of the Dawn”"))
    assert told.events[-1] == UnitCalled("crane-1", "Spears of the Dawn")
    assert list(told.board.units) == ["crane-bushi", "crane-1"]


def named(**given: str) -> Scenario:
    at = board(MINE, OTHER, people=PEOPLE, called={"crane-1": "Doji's Spears", **given}, options=NEW)
    return reports(at)


@pytest.mark.parametrize("name", ['"Doji\'s Spears"', "“Doji’s Spears”", "«doji's spears»", '"DOJIS SPEARS"'])
def test_orders_have_the_name_in_quotation_marks_or_the_old_one(name: str) -> None:
    for word in (name, "crane-1", '"crane-1"'):
        told = named().when("crane", WORDS.read(f"march {word} 3 inches"))
        moved = told.events[0]
        assert isinstance(moved, Marched)
        assert moved.unit == "crane-1"


def test_a_name_that_nobody_has_is_refused_with_those_that_there_are() -> None:
    text = '[battle/ground] There is no unit "Dawn" in this battle. There is crane-1 or lion-1.'
    named().refused("crane", WORDS.read('march "Dawn" 3 inches'), text)


def test_free_text_in_quotation_marks_is_left_as_it_is() -> None:
    told = named().when("crane", WORDS.read('honor crane +3 "Doji\'s Spears"'))
    assert told.events[0].term.why == '"Doji\'s Spears"'  # type: ignore[attr-defined]


def test_a_ruling_may_say_the_name_too() -> None:
    at = named().board
    said = correcting(DATA, SEATS).read('models "Doji\'s Spears" 5')
    facts = CLAN_WAR.correct(State(at, named().agenda), said)
    assert facts[0].event is not None
    assert facts[0].event.unit == "crane-1"


def test_the_name_is_shown_on_every_board_and_in_the_log() -> None:
    at = named(**{"crane-hero-1": "Doji Hoturi"}).board
    for viewer in ("crane", "lion", "public"):
        seen = view(State(at, ()), viewer)
        text = picture(seen)
        assert '"Doji\'s Spears"' in text
        assert "led by Doji Hoturi" in text
        assert "Crane 1" in text
        for draw in (drawing, narrow):
            assert any(part.name.startswith("Doji's Spears of Crane") for part in draw(seen).parts)
    names = called(at)
    assert printed(Marched("crane-1", "primary", "3", "", ("", "")), names).unit == "Doji's Spears"
    assert printed(UnitCalled("crane-1", "Doji's Spears"), names) == UnitCalled("Crane 1", "Doji's Spears")
