"""Writes docs/features.md: `python -m tests.features --write`; without it, prints it."""

from __future__ import annotations

import sys

from tests.features.table import PAGE, current
from tests.made.kept import keep
from tests.made.pages import guides

if "--write" in sys.argv[1:]:
    PAGE.write_text(current(), encoding="utf-8")
    keep(guides()["docs/features.md"])
else:
    print(current(), end="")
