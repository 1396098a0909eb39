"""`python -m tests.perft [--write] [TITLE…]`: counts all stored positions again, and says what differs.

With --write what is counted now is stored, and by which rules: what differs was meant. A game of which an
order is refused now is played on by random orders from there.
"""

from __future__ import annotations

import sys
import time

from domain.titles import TITLES
from tests.made.kept import keep
from tests.made.pages import positions
from tests.perft.files import differences, path_of, read, renew


def main(words: list[str]) -> int:
    """The number of titles that differ."""
    wrong = 0
    for title in [word for word in words if not word.startswith("-")] or TITLES:
        start = time.process_time()
        found = _compared(title)
        print("\n".join(found))
        if "--write" in words and (found or not path_of(title).exists()):
            renew(TITLES[title])
        if "--write" in words:
            keep(positions(title))
        wrong += bool(found)
        print(f"{title}: {len(found)} differ; {time.process_time() - start:.0f} s")
    return wrong


def _compared(title: str) -> list[str]:
    if not path_of(title).exists():
        return []
    file = read(title)
    return [line for game in file.games for line in differences(TITLES[title], game, file.most)]


if __name__ == "__main__":
    sys.exit(bool(main(sys.argv[1:])))
