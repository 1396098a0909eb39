"""Writes all mails to a folder, to be read by people: `python -m tests.referee.mail.corpus FOLDER`."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.referee.mail.corpus.mails import corpus

folder = Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
for made in corpus():
    (folder / f"{made.name}.eml").write_bytes(made.raw)
