"""The words that people read, in their language: English, until a catalogue of another one is installed."""

from __future__ import annotations

import gettext
from pathlib import Path

CATALOGUES = Path(__file__).resolve().parent / "locale"

_ = gettext.translation("bugyo", CATALOGUES, fallback=True).gettext
