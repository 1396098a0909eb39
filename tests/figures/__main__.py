"""The command that counts: `python -m tests.figures [--write] [--games N] [--players PROGRAM] [TITLE…]`."""

from __future__ import annotations

from argparse import ArgumentParser

from domain.titles import TITLES
from tests.figures.pages import page, write
from tests.figures.results import GAMES, counted, keep
from tests.made import pages as made
from tests.made.kept import keep as keep_digests

if __name__ == "__main__":
    parser = ArgumentParser(prog="python -m tests.figures")
    parser.add_argument("titles", nargs="*", metavar="TITLE", help=f"of {', '.join(TITLES)}; none for all")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--players", default="", help="a program against itself: steady, keen:60")
    parser.add_argument("--write", action="store_true", help="keep the results, and write the pages")
    given = parser.parse_args()
    if unknown := set(given.titles) - set(TITLES):
        parser.error(f"There is no title {', '.join(unknown)}. There are: {', '.join(TITLES)}.")
    for title in given.titles or TITLES:
        result = counted(title, given.games, given.players)
        if given.write:
            keep(result)
            write(title)
            if given.games == GAMES:
                keep_digests(made.figures(title, given.players))
        else:
            print(page(result))
