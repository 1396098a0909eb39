"""The cells of games that have the same seed are drawn once."""

from tests.drawn_once import drawn_once

__all__ = ["drawn_once"]
