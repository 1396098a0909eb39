"""`python -m tests.siege [--minutes N] [--mails N] [--seed N] [--only KIND…] [--hostile-player]
[--figures FILE] [--write]`

Besieges a desk for so many minutes, prints a line each minute, then all figures as JSON and a sentence for
each promise that does not hold; then it ends with 1. Ctrl-C or SIGTERM breaks it off: its figures so far are
printed, and it ends with 1. `--write` keeps the counts of a whole siege in the table of docs/reliability.md.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NoReturn

import msgspec

from tests.siege.promises import Figures
from tests.siege.siege import EVERY, MAILS, Orders, besieged


def main() -> int:
    arguments = _arguments()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _break_off)
    orders = Orders(
        minutes=arguments.minutes,
        mails=arguments.mails,
        seed=arguments.seed,
        kinds=frozenset(arguments.only or EVERY),
        hostile_player=arguments.hostile_player,
    )
    begun = time.monotonic()
    with TemporaryDirectory(dir=arguments.dir, ignore_cleanup_errors=True) as folder:
        made = besieged(Path(folder), orders, _say)
    _tell(made, arguments.figures)
    if arguments.write and made.handed_in == orders.mails:
        _keep(made, round(time.monotonic() - begun))
    return int(bool(made.broken))


def _break_off(number: int, frame: object) -> NoReturn:
    """Once: what follows shuts the house."""
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)
    raise KeyboardInterrupt


def _tell(made: Figures, path: Path | None) -> None:
    shown = msgspec.json.format(msgspec.json.encode(made), indent=1)
    if path:
        path.write_bytes(shown + b"\n")
    print(shown.decode())
    print("\n".join(["", *made.broken] if made.broken else ["", "All promises hold."]), flush=True)


def _keep(made: Figures, seconds: int) -> None:
    from tests.faults.results import Result, keep
    from tests.faults.siege import counts_of

    keep([Result("siege", counts_of(made), datetime.now(UTC).date().isoformat(), seconds)])


def _say(line: str) -> None:
    print(f"{datetime.now(UTC):%H:%M:%S} {line}", flush=True)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.siege", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60, help="how long (60)")
    parser.add_argument("--mails", type=int, default=MAILS, help=f"honest orders in all ({MAILS})")
    parser.add_argument("--seed", type=int, default=1, help="what everything random follows from (1)")
    parser.add_argument("--only", nargs="+", choices=sorted(EVERY), help="kinds of attack; without: all")
    parser.add_argument(
        "--hostile-player",
        action="store_true",
        help="one who plays sends 20 hostile lines in every second of his mails",
    )
    parser.add_argument("--dir", type=Path, help="where files are made")
    parser.add_argument("--figures", type=Path, help="a file for the figures")
    parser.add_argument("--write", action="store_true", help="keep the counts in the published table")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
