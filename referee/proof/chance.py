"""Chance that comes from outside the program."""

from __future__ import annotations

import random

from domain.kit.chance import Answer, Bound, NotYet, Question


class RealDice:
    """Dice that people throw, by agreement: every question waits until somebody enters the faces."""

    def answer(self, question: Question, bound: Bound) -> Answer:
        raise NotYet(question)


class Generator:
    """Faces from the operating system's generator, which nobody can check; with a seed, from one that
    anybody can repeat.
    """

    def __init__(self, seed: str = "") -> None:
        self._random = random.Random(seed) if seed else random.SystemRandom()

    def answer(self, question: Question, bound: Bound) -> Answer:
        return Answer(tuple(self._random.randint(1, top) for top in question.limits()))
