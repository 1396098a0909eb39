"""How a mail comes into a Maildir: whole. A desk that watches it reads what has its name at once."""

from __future__ import annotations

from pathlib import Path


def put(maildir: Path, name: str, raw: bytes) -> None:
    (maildir / "tmp").mkdir(exist_ok=True)
    (maildir / "tmp" / name).write_bytes(raw)
    (maildir / "tmp" / name).rename(maildir / "new" / name)
