"""Messages of the rules: what they say, and that a catalogue finds them by their template."""

from __future__ import annotations

import pytest

from domain.kit.message import Message, say
from projections.language.catalogues import Reader, written_for
from projections.language.messages import term

NO_ARMY = say("There is no army of {clan} in {province}.", clan="mori", province="iga")


def test_a_message_says_its_template_with_its_values() -> None:
    assert str(NO_ARMY) == "There is no army of mori in iga."
    assert str(say("{why} Wait {turns}.", why=NO_ARMY, turns=2)) == f"{NO_ARMY} Wait 2."


def test_a_message_is_equal_to_whatever_says_the_same() -> None:
    other = Message("There is no {what} in iga.", {"what": "army of mori"})
    assert NO_ARMY == other == "There is no army of mori in iga."
    assert hash(NO_ARMY) == hash(other)
    assert say("There is no army of {clan} in {province}.", clan="oda", province="iga") != NO_ARMY
    assert NO_ARMY != 1


@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_a_message_is_translated_as_its_sentence_is(language: str) -> None:
    with written_for(Reader(language)):
        assert term(NO_ARMY) == term(str(NO_ARMY))
        assert (term(NO_ARMY) == str(NO_ARMY)) is (language == "en")
