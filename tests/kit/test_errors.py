"""What the player reads when an order is wrong, and what we read when we are."""

import pickle

import pytest

from domain.kit.errors import (
    AmbiguousOrder,
    BadTable,
    BrokenRecord,
    Fault,
    IllegalMove,
    OrderError,
    StaleOrder,
    TableMissing,
    UnreadableOrder,
    either,
)

SAID = [
    (
        UnreadableOrder("place odda in ise", 6, 'I do not know "odda".', ("a clan: mori or oda",), "oda"),
        "    place odda in ise\n"
        "          ^\n"
        'I do not know "odda". Expected a clan: mori or oda. Did you mean "oda"?',
    ),
    (
        UnreadableOrder("pass pass", 5, '"pass" is too much at the end.', ()),
        '    pass pass\n         ^\n"pass" is too much at the end.',
    ),
    (
        UnreadableOrder("go\tnow", 3, "No.", ("a hex", "the end of the line")),
        "    go now\n       ^\nNo. Expected a hex or the end of the line.",
    ),
    (
        AmbiguousOrder("place ka", ("place kai", "place kaga")),
        "    place ka\n"
        'This can be read in more than one way: "place kai" or "place kaga". Please write one in full.',
    ),
    (StaleOrder("Turn 3 is over."), "Turn 3 is over."),
    (StaleOrder("Turn 3 is over.", "It is turn 4."), "Turn 3 is over. It is turn 4."),
    (
        IllegalMove("7.2", "Hojo 3 has 4 movement points; this path costs 5.", "Reachable: 1205."),
        "[7.2] Hojo 3 has 4 movement points; this path costs 5. Reachable: 1205.",
    ),
    (IllegalMove("turn/place", "The hand is empty."), "[turn/place] The hand is empty."),
    (
        BrokenRecord("g7", 12, "The tag is unknown."),
        'The record of game "g7" is broken at event 12. The tag is unknown.',
    ),
    (
        TableMissing("melee", "11.5"),
        '[11.5] needs the table "melee", which the data set does not have.',
    ),
    (
        BadTable("melee.csv", 3, "a number", '"x"'),
        'melee.csv, line 3: expected a number, got "x".',
    ),
]


@pytest.mark.parametrize(("error", "said"), SAID)
def test_what_an_error_says(error: Exception, said: str) -> None:
    assert str(error) == said


@pytest.mark.parametrize("error", [error for error, _ in SAID])
def test_an_error_survives_pickling(error: Exception) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), _known(again), str(again)) == (type(error), _known(error), str(error))


def _known(error: Exception) -> dict[str, object]:
    """What an error knows, but for how it would find out."""
    str(error)
    return {name: value for name, value in vars(error).items() if name != "_find"}


@pytest.mark.parametrize("error", [error for error, _ in SAID])
def test_an_error_is_the_players_or_ours(error: Exception) -> None:
    assert isinstance(error, OrderError) != isinstance(error, Fault)


@pytest.mark.parametrize(
    ("choices", "said"),
    [
        ((), ""),
        (("a",), "a"),
        (("a", "b"), "a or b"),
        (("a", "b", "c"), "a, b or c"),
        (("a clan: mori or oda", '"in"'), 'a clan: mori or oda; or "in"'),
    ],
)
def test_choices_in_a_sentence(choices: tuple[str, ...], said: str) -> None:
    assert either(choices) == said


@pytest.mark.parametrize("length", [69, 70, 71, 2_000])
@pytest.mark.parametrize("share", [0.0, 0.02, 0.5, 0.98, 1.0])
def test_the_caret_stays_under_its_word_in_a_long_line(length: int, share: float) -> None:
    column = int(share * (length - 1))
    line = "." * column + "X" + "." * (length - column - 1)
    shown, caret, _ = str(UnreadableOrder(line, column, "No.", ())).split("\n")
    assert shown[caret.index("^")] == "X"
    assert len(shown) <= 78
    assert ("…" in shown) == (length > 70)
