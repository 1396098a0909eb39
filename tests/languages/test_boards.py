"""Boards and sentences in every language: they fit into a mail, and say nothing in English."""

from __future__ import annotations

import pytest

from domain.kit.facts import Fact
from domain.kit.sealed import REFEREE
from domain.titles import TITLES
from projections.language.catalogues import LANGUAGES, Reader, written_for
from projections.language.messages import COLUMNS, _, _n, columns, listed, moment, term, wrap
from projections.titles import PICTURES
from tests.titles.play import Played, finished

TRANSLATED = tuple(code for code in LANGUAGES if code != "en")
EVERY, OFTEN = 30, 9
"""Stops of a game between two boards that are looked at; the same for the long proofs."""


@pytest.fixture(scope="module", params=sorted(TITLES))
def played(request: pytest.FixtureRequest) -> Played:
    return finished(request.param, 1)


@pytest.mark.parametrize("every", [EVERY, pytest.param(OFTEN, marks=pytest.mark.soak)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_of_a_board_is_wider_than_a_mail(played: Played, language: str, every: int) -> None:
    rules, wide, count = played.rules, set(), 0
    states = list(played.stops.values())
    with written_for(Reader(language)):
        for state in [*states[::every], states[-1]]:
            for viewer in (played.game.seats[0], REFEREE):
                lines = PICTURES[rules.title].board(rules.view(state, viewer)).splitlines()
                count += len(lines)
                wide |= {line for line in lines if columns(line) > COLUMNS}
    assert count > 50
    assert wide == set()


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_event_is_told_in_the_language_of_the_reader(played: Played, language: str) -> None:
    pictures = PICTURES[played.rules.title]
    events = [entry.event for entry in played.entries if isinstance(entry, Fact) and entry.event is not None]
    english = [pictures.sentence(event, REFEREE) for event in events]
    with written_for(Reader(language)):
        said = [pictures.sentence(event, REFEREE) for event in events]
    assert [one for one, other in zip(said, english, strict=True) if one == other and one] == []


# ---- for whom a text is written


def test_texts_are_in_the_language_of_the_letter_at_hand() -> None:
    assert _("You may order:") == "You may order:"
    with written_for(Reader("fr")):
        french = _("You may order:")
        with written_for(Reader("ru")):
            russian = _("You may order:")
        assert _("You may order:") == french
    assert len({_("You may order:"), french, russian}) == 3


@pytest.mark.parametrize(
    ("number", "forms"), [(1, {1}), (2, {2, 3, 4}), (5, {5, 11, 12, 20}), (21, {1, 21, 101})]
)
def test_russian_numbers_have_three_forms(number: int, forms: set[int]) -> None:
    with written_for(Reader("ru")):
        said = {_n("{count} order played", "{count} orders played", one) for one in forms}
        assert {_n("{count} order played", "{count} orders played", number)} == said


def test_words_of_the_rules_are_translated_where_they_are_put_in() -> None:
    with written_for(Reader("fr")):
        assert term("shaken") != "shaken"
        assert term("shaken") in _("{unit} is {condition} ({cause}).").format(
            unit="B1", condition="shaken", cause="x"
        )
        assert term("shaken") in listed(("B1", "shaken"))


def test_what_a_player_writes_stays_as_he_writes_it() -> None:
    with written_for(Reader("fr")):
        assert "attack" in _("Played: {order}").format(order="attack")
        assert term('Write "rally", "attack" or "stay".').count('"attack"') == 1
        assert term("no such words") == "no such words"


def test_french_signs_do_not_begin_a_line() -> None:
    text = " ".join(["autre :"] * 40)
    with written_for(Reader("fr")):
        assert [line for line in wrap(text) if line.startswith(":")] == []
    assert [line for line in wrap(text) if line.startswith(":")] != []


TIMES = [
    ("UTC", "Tuesday 2026-12-01 20:00 UTC"),
    ("Europe/Paris", "Tuesday 2026-12-01 21:00 Europe/Paris (20:00 UTC)"),
    ("Asia/Tokyo", "Wednesday 2026-12-02 05:00 Asia/Tokyo (2026-12-01 20:00 UTC)"),
]


@pytest.mark.parametrize(("zone", "said"), TIMES)
def test_times_are_in_the_readers_zone_and_in_utc(zone: str, said: str) -> None:
    with written_for(Reader(zone=zone)):
        assert moment(1_796_155_200_000) == said


@pytest.mark.parametrize("name", ["iga (Summer)", "iga (Anna in Paris)", "Force of Will (iga)", "ise (Move)"])
def test_names_of_people_are_not_translated(name: str) -> None:
    for language in TRANSLATED:
        with written_for(Reader(language)):
            assert listed((name,)) == name
