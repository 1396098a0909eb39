"""Every command of Bugyo, with Nim among the titles: `python -m tests.nim open nim …`."""

from __future__ import annotations

from cli.main import commands
from domain.titles import TITLES
from projections.titles import PICTURES
from tests.nim import pictures
from tests.nim.rules import NIM

TITLES["nim"] = NIM
PICTURES["nim"] = pictures.PICTURES
commands(prog_name="python -m tests.nim")
