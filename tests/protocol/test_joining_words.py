"""How people write the line that joins; the phrase stays as it is written, character for character."""

from __future__ import annotations

import pytest

from domain.game.entries.protocol_orders import Join
from domain.game.state.words import WORDS, is_for_every_game
from domain.kit.errors import UnreadableOrder


@pytest.mark.parametrize(
    ("line", "phrase"),
    [
        ("join a blue moon", "a blue moon"),
        ("JOIN: A blue  moon!", "A blue  moon!"),
        ("join: join: twice.", "join: twice."),
        ("Join, a blue moon, and you", "a blue moon, and you"),
        ("join,a blue moon", "a blue moon"),
        ("Join a; b, c+1 «d»…", "a; b, c+1 «d»…"),
        ("rejoindre l’été à Iga", "l’été à Iga"),
        ("Присоединиться: Йод и ёж", "Йод и ёж"),
        ("присоединиться, Йод и ёж", "Йод и ёж"),
    ],
)
def test_a_line_that_joins(line: str, phrase: str) -> None:
    assert is_for_every_game(line)
    assert WORDS.read(line) == Join(phrase)
    assert WORDS.write(Join(phrase)) == f"join {phrase}"


@pytest.mark.parametrize("line", ["join", "Join:", "join,", "join ,"])
def test_a_line_that_joins_without_a_phrase_is_none(line: str) -> None:
    """It is taken for one that joins, so that the answer says what is missing."""
    assert is_for_every_game(line)
    with pytest.raises(UnreadableOrder, match="ends too early"):
        WORDS.read(line)


@pytest.mark.parametrize(
    "line", ["joining soon", "I join you", "Вступаю в бой!", "rejoins us", "joined, a blue moon", ",join", ""]
)
def test_what_is_said_of_joining_is_none(line: str) -> None:
    assert not is_for_every_game(line)
