"""Chance that comes from outside the program."""

from __future__ import annotations

from domain.kit.chance import Answer, Bound, NotYet, Question


class RealDice:
    """Dice that people throw, by agreement: every question waits until somebody enters the faces."""

    def answer(self, question: Question, bound: Bound) -> Answer:
        raise NotYet(question)
