"""`python -m benchmarks [--repeats N] [--dir DIR] [--write]`: one table; `--write` keeps it in RESULTS.md."""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmarks.report import circumstances, measured, table

RESULTS = Path(__file__).with_name("RESULTS.md")


def main() -> None:
    arguments = _arguments()
    text = f"{circumstances(arguments.repeats)}\n\n{table(measured(arguments.dir, arguments.repeats))}\n"
    print(text, end="")
    if arguments.write:
        RESULTS.write_text(f"# Speed\n\nWritten by `python -m benchmarks --write`.\n\n{text}")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--repeats", type=int, default=7, help="repeats of each case (7)")
    parser.add_argument("--dir", type=Path, help="where files are made: another disk, another figure")
    parser.add_argument("--write", action="store_true", help="keep the table in benchmarks/RESULTS.md")
    return parser.parse_args()


if __name__ == "__main__":
    main()
