"""The settings of the read model's file: the disk is waited for."""

from __future__ import annotations

from pathlib import Path

from projections.read_model.following import Views


def test_the_file_has_the_settings_of_the_record(tmp_path: Path) -> None:
    with Views(tmp_path / "views") as views, views.page(1) as database:
        pragmas = {
            name: database.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "trusted_schema")
        }
    assert pragmas == {"journal_mode": "truncate", "synchronous": 3, "trusted_schema": 0}
