"""Where faces come from. The sentence of a source goes into the opening of its games."""

from __future__ import annotations

import random
import secrets

from domain.kit.chance import Question


class SystemChance:
    """The operating system's generator, face by face without bias. Nobody can foresee it; nobody can
    prove it."""

    sentence = "The operating system's generator of the referee's machine; faces are recorded, not provable."

    def answer(self, question: Question) -> tuple[int, ...]:
        return tuple(1 + secrets.randbelow(top) for top in question.limits())


class SeededChance:
    """A generator that anybody can repeat: for self-play and demonstrations, never for a real game."""

    def __init__(self, seed: str) -> None:
        self.sentence = (
            f"A seeded generator (seed {seed}), for demonstration: everybody can foresee its faces."
        )
        self._random = random.Random(seed)

    def answer(self, question: Question) -> tuple[int, ...]:
        return tuple(self._random.randint(1, top) for top in question.limits())
