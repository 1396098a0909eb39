"""How many words the mails of a game have, of each title: no more than a person reads.

A few mails of each title; those of the golden sessions are counted where these are played, and the whole
table is `python -m benchmarks --people`.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchmarks.goals import table
from benchmarks.people import TURNS, games, of_mails
from benchmarks.sent_mails import words
from domain.game.state.words import forms_of
from domain.kit.facts import State
from domain.twilight_shogun import TWILIGHT_SHOGUN
from domain.twilight_shogun.data.options import Options
from domain.twilight_shogun.words.items import PutInfluence
from projections.language.catalogues import Reader, written_for
from projections.language.messages import _, day
from projections.twilight_shogun.asks import asks
from projections.twilight_shogun.names import names
from referee.seats.mail_parts import BEFORE, FIELDS, Parts, text
from referee.seats.seat_view import MOST_FORMS, choices
from tests.referee.mail.html.scenes import scene_at, stops

TABLES = Path(__file__).resolve().parents[3] / "fixtures" / "twilight_shogun"

FEW = 12
"""Mails with an order."""


@pytest.mark.of_files
@pytest.mark.parametrize("title", TURNS)
def test_mails_are_no_longer_than_a_person_reads(title: str, tmp_path: Path) -> None:
    rows = list(of_mails([*games(tmp_path, FEW, (title,), address="")]))
    print(table(rows))
    assert {"turn", "press", "move"} <= {word for row in rows for word in re.findall(r"\w+", row.what)}
    assert all(row.holds is not False for row in rows), table(rows)


def test_words_are_counted_as_people_count() -> None:
    assert words(["- Boris, it's your turn — pass.", "-----", "  4 | 攘夷"]) == 7


@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_no_card_asks_in_more_words_than_a_mail_has_before_its_block(language: str) -> None:
    """The longest prompt of each card: a block follows at once, if need be without the line that says so."""
    data = TWILIGHT_SHOGUN.read_data({file.name: file.read_bytes() for file in TABLES.iterdir()})
    view = TWILIGHT_SHOGUN.view(State(TWILIGHT_SHOGUN.begin(Options(), data, ("anti", "pro"))), "pro")
    named = names(data)
    with written_for(Reader(language=language, zone="Europe/Paris")):
        until = _("Answer by {moment}.").format(moment=day(1_795_000_000_000))
        for card in data.cards:
            spaces = tuple(space.space for space in view.spaces if space.name)[-3:]
            item = PutInfluence("pro", card, "pro", 3, True, spaces, True, most=1)
            said = _("{person}, it is your turn in {game}: {asks}.")
            says = said.format(person="Anna", game="summer", asks=asks(view, item, named))
            parts = Parts(says, until=until, block=("-----BEGIN ORDERS",))
            above = text(parts, dict.fromkeys(FIELDS, "-")).partition("-----BEGIN ORDERS")[0]
            assert words(above.splitlines()) <= BEFORE, above


def test_of_many_forms_each_is_shown_or_named() -> None:
    """Reports of Clan War: those that an example is legal of as they are written, of the others the verb."""
    seen = 0
    for stop in stops("clan_war"):
        scene = scene_at("clan_war", stop)
        forms, said = forms_of(scene.game), " ".join(" ".join(choices(scene)).split())
        if len(forms) <= MOST_FORMS or scene.game.offers(scene.seat):
            continue
        seen += 1
        also = said.partition("Also: ")[2].partition(". How each")[0].split(", ")
        for form in forms:
            verb = form.partition(" ")[0]
            assert form in said or any(one.split()[0] == verb for one in also), form
    assert seen > 1
