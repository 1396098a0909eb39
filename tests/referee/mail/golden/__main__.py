"""Writes what the sessions bring about: `python -m tests.referee.mail.golden [FOLDER]`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.referee.mail.golden.session import files, folders
from tests.referee.mail.golden.structure import kept

elsewhere = sys.argv[1:]
for folder in folders():
    place = Path(elsewhere[0]) / folder.name if elsewhere else folder
    place.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as path:
        made = files(folder, Path(path)) if elsewhere else kept(folder, Path(path))
    for name, text in made.items():
        (place / name).write_text(text, encoding="utf-8")
    print(folder.name)
