"""The data set as it ships, read once for the tests."""

from __future__ import annotations

from pathlib import Path

from domain.kawanakajima import KAWANAKAJIMA
from domain.kawanakajima.data.tables import Data
from tests.titles.play import data_of

FOLDER = Path(__file__).parents[2] / "fixtures" / "kawanakajima"
FILES = {path.name: path.read_bytes() for path in sorted(FOLDER.iterdir())}
DATA: Data = data_of(KAWANAKAJIMA)
