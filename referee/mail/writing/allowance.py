"""The allowance of one mail: so many questions are answered, and no answer is larger than a mail program
likes.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from projections.language.messages import _, wrap
from referee.seats.mail_parts import newest

QUESTIONS = 10
"""Questions that are answered in one mail."""

TOLD = 200_000
"""Bytes that one mail may cause: its answer, and what it lets others be told."""

ANSWERS = 100_000
"""Bytes of the answers to all questions of a mail."""

ECHO = 150_000
"""Of the lines of a mail with what became of them, those answers among it."""

MEANWHILE = 25_000
"""Of what has happened since the seat was told last. The rest is for the board, the block, the receipt."""


class Allowance(Struct):
    """What is left to one mail."""

    _questions: int = QUESTIONS
    _answers: int = ANSWERS
    _told: int = TOLD

    def may_ask(self) -> bool:
        """Whether one more question is answered. It is counted: one that could not be answered was looked at
        all the same."""
        self._questions -= 1
        return self._questions >= 0 and self._answers > 0

    def answered(self, lines: Sequence[str]) -> tuple[str, ...]:
        """As much of an answer as there is room for: its newest lines."""
        kept = newest(lines, self._answers)
        self._answers -= sum(len(line.encode()) + 1 for line in kept)
        if len(kept) == len(lines):
            return tuple(kept)
        self._answers = 0
        return (*wrap(_left_out(len(lines) - len(kept))), *kept)

    def may_tell(self, text: str, readers: int) -> bool:
        """Whether a text may go to so many. It is counted."""
        self._told -= len(text.encode()) * readers
        return self._told >= 0


def _left_out(count: int) -> str:
    said = _(
        "({count} lines above these are left out: the answers to the questions of one mail are {most} kB at "
        "most. Ask in another mail, for less: “log since POSITION”, or for one event.)"
    )
    return said.format(count=count, most=ANSWERS // 1000)
