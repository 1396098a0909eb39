"""Writes what the sessions bring about: `python -m tests.referee.mail.golden`."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.referee.mail.golden.session import files, folders

for folder in folders():
    with tempfile.TemporaryDirectory() as path:
        for name, text in files(folder, Path(path)).items():
            (folder / name).write_text(text, encoding="utf-8")
    print(folder.name)
