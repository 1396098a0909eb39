"""`python -m tests.season [SEEDS] [--from SEED] [--mails N] [--processes N]`: the published campaign.

Plays so many seasons and prints a line for each: its seed, the digest of all that has happened, and what it
held; then all of it together. What does not hold is said with the command that plays that season again; then
it ends with 1.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from tests.season.played import Played, play


def main() -> int:
    arguments = _arguments()
    seeds = range(arguments.first, arguments.first + arguments.seeds)
    begun, bad = time.monotonic(), list[Played]()
    total, kinds = Counter[str](), Counter[str]()
    with ProcessPoolExecutor(arguments.processes) as processes:
        for played in processes.map(partial(play, most=arguments.mails), seeds):
            print(played.line(), flush=True)
            total.update(played.counts)
            kinds.update(played.kinds)
            bad += [played] if played.faults else []
    for played in bad:
        print(f"\nSeason {played.seed} does not hold. Again: {played.command(arguments.mails)}")
        print("\n".join(f"  {fault}" for fault in played.faults))
    print(f"\n{len(seeds):,} seasons in {time.monotonic() - begun:,.0f} s, {len(bad)} that do not hold:")
    print("; ".join(f"{number:,} {name}" for name, number in total.items()))
    print("Recorded besides the facts of play:", end=" ")
    print(", ".join(f"{number:,} {name}" for name, number in sorted(kinds.items())))
    return int(bool(bad))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.season", description=__doc__)
    parser.add_argument("seeds", nargs="?", type=int, default=1000, help="how many seasons (1000)")
    parser.add_argument("--from", dest="first", type=int, default=1, help="the first seed (1)")
    parser.add_argument("--mails", type=int, default=60, help="mails to the desk, then the year ends (60)")
    parser.add_argument("--processes", type=int, default=os.cpu_count(), help="at once; without: all cores")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
