"""Words and forms in which people type the orders besides the printed ones: typed.toml, beside this."""

from __future__ import annotations

from functools import cache, partial

from domain.kit.typed_words import typed_beside
from domain.rising_sun.words.corrections import CORRECTIONS
from domain.rising_sun.words.orders import ORDERS

typed = cache(partial(typed_beside, __name__, *ORDERS, *CORRECTIONS))
"""Raises `BadTable`."""
