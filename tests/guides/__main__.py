"""Writes what the guides quote: `python -m tests.guides`."""

from __future__ import annotations

from tests.guides import commands, mails

mails.PLAYER.write_text(mails.current(), encoding="utf-8")
commands.REFEREE.write_text(commands.current(), encoding="utf-8")
