"""Writes docs/features.md: `python -m tests.features --write`; without it, prints it."""

from __future__ import annotations

import sys

from tests.features.table import PAGE, current

if "--write" in sys.argv[1:]:
    PAGE.write_text(current(), encoding="utf-8")
else:
    print(current(), end="")
