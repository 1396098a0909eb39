"""Which disputes, rulings and corrections the story of an event tells of."""

from __future__ import annotations

from domain.game.entries.entries import Entry, Forked, Looked
from domain.game.entries.rulings import (
    Adjudicated,
    AdjudicationsOpened,
    Corrected,
    Disputed,
    DisputeWithdrawn,
    Recused,
    Reopened,
    Ruled,
)
from domain.kit.sealed import Sealed
from projections.telling.story import about

EVENT = 1
TEXT = Sealed(("iga",), "The other hex was meant.")

OF_IT: tuple[Entry, ...] = (
    Disputed(1, "iga", TEXT, events=(EVENT,)),
    Recused(1, "referee", "He sits at kii."),
    Adjudicated(1, "second", TEXT),
    AdjudicationsOpened(1, ("It stands.", "It stands."), True),
    Ruled(1, "corrected", "The line is clear.", dispute=1, effects=1),
    Corrected(1, TEXT),
    Reopened(1, "A mail was late."),
    Disputed(2, "iga", TEXT, appeals=1),
    DisputeWithdrawn(2, "iga"),
    Ruled(2, "note", "Of the referee's own motion.", events=(EVENT,)),
)
"""All that concerns the event, one after the other."""

OF_ANOTHER: tuple[Entry, ...] = (
    Disputed(3, "ise", TEXT, events=(EVENT + 1,)),
    Ruled(3, "stands", "So it is.", dispute=3),
    Reopened(3, "Once more."),
    Disputed(4, "ise", TEXT, appeals=3),
    Looked("Rei", "everything that is sealed", "dispute 1"),
)


def test_all_that_belongs_to_an_event_is_found_and_nothing_else() -> None:
    entries = (Looked("Rei", "the event itself", "x"), *OF_IT, *OF_ANOTHER)
    assert about(entries, EVENT) == list(range(2, len(OF_IT) + 2))
    assert about((*entries[:1], *OF_ANOTHER), EVENT) == []


def test_in_a_what_if_disputes_and_rulings_are_counted_anew() -> None:
    fork = Forked("summer", 2, "0" * 64, "a generator")
    entries = (OF_ANOTHER[-1], OF_IT[0], fork, Ruled(1, "stands", "Another one.", dispute=1))
    assert about(entries, EVENT) == [2]
