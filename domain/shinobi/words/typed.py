"""Words and forms in which people type the orders besides the printed ones: typed.toml, beside this."""

from __future__ import annotations

from functools import cache, partial

from domain.kit.typed_words import typed_beside
from domain.shinobi.words.corrections import CORRECTIONS
from domain.shinobi.words.orders import ORDERS

typed = cache(partial(typed_beside, __name__, *ORDERS, *CORRECTIONS))
"""Raises `BadTable`."""
