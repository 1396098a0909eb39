"""Writes what the guides quote: `python -m tests.guides`; with `--pictures` the pictures of mails as well."""

from __future__ import annotations

import sys

from tests.guides import commands, mails
from tests.made.kept import keep
from tests.made.pages import guides

mails.PLAYER.write_text(mails.current(), encoding="utf-8")
keep(guides()["docs/player.md"])
if "--pictures" in sys.argv[1:]:
    from tests.guides import pictures, tables

    tables.GUIDE.write_text(tables.guide(), encoding="utf-8")
    pictures.write()
else:
    commands.REFEREE.write_text(commands.current(), encoding="utf-8")
    keep(guides()["docs/referee.md"])
