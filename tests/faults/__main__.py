"""`python -m tests.faults [NAME…] [--times N] [--seed N] [--dir FOLDER] [--write]`: the published campaign.

Runs the campaigns named, or all, and prints a line for each. `--write` keeps what they have counted in
results.json, and the table of docs/reliability.md with it. It ends with 1 where anything was lost that should
not be, or where a control lost nothing.
"""

from __future__ import annotations

import argparse
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.faults.campaigns import Campaign
from tests.faults.results import Result, keep
from tests.faults.table import CAMPAIGNS


def main() -> int:
    arguments = _arguments()
    asked = [one for one in CAMPAIGNS if not arguments.names or one.name in arguments.names]
    results = [_run(one, arguments) for one in asked]
    if arguments.write:
        keep(results)
    return int(any(not result.is_as_it_should() for result in results))


def _run(campaign: Campaign, arguments: argparse.Namespace) -> Result:
    begun = time.monotonic()
    with TemporaryDirectory(dir=arguments.dir) as folder:
        counts = campaign.run(arguments.times or campaign.times, Path(folder), arguments.seed)
    date = datetime.now(UTC).date().isoformat()
    result = Result(campaign.name, counts, date, round(time.monotonic() - begun), campaign.control)
    print(f"{campaign.name}: {counts} in {result.seconds} s", flush=True)
    return result


def _arguments() -> argparse.Namespace:
    names = [one.name for one in CAMPAIGNS]
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(names)}; without: all")
    parser.add_argument("--times", type=int, help="how often each is tried; without: as published")
    parser.add_argument("--seed", type=int, default=1, help="what everything random follows from (1)")
    parser.add_argument("--dir", type=Path, help="where files are made")
    parser.add_argument("--write", action="store_true", help="keep the counts in the published tables")
    arguments = parser.parse_args()
    unknown = sorted(set(arguments.names) - set(names))
    if unknown:
        parser.error(f"There is no campaign {', '.join(unknown)}. There are: {', '.join(names)}.")
    return arguments


if __name__ == "__main__":
    sys.exit(main())
