"""`python -m benchmarks [--faces | --mails-a-side | --people] [--repeats N] [--write]`: one table.

With an option: tests of faces, how many mails a side writes until its game ends, or the goals for those who
read mails and answer them.

`--write` keeps each in RESULTS.md, under its own heading.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks import faces, mails_a_side, people, retired
from benchmarks.audits import audits
from benchmarks.cost import costs
from benchmarks.exports import exports
from benchmarks.following import followed
from benchmarks.lengths import lengths
from benchmarks.mails import mails
from benchmarks.pages import pages
from benchmarks.replaying import replays
from benchmarks.report import Figure, circumstances, measured, table
from benchmarks.results import FACES, MAILS, PEOPLE, SPEED, keep
from benchmarks.starting import starts
from benchmarks.storing import stores
from benchmarks.thinking import thinking
from benchmarks.whole import wholes


def main() -> None:
    arguments = _arguments()
    heading, command, text = _made(arguments)
    print(text)
    if arguments.write:
        keep(heading, f"benchmarks{command}", text)


def _made(arguments: argparse.Namespace) -> tuple[str, str, str]:
    """The heading under which it is kept, the option that makes it, and what was found."""
    if arguments.faces:
        return FACES, " --faces", _faces()
    if arguments.mails_a_side:
        return MAILS, " --mails-a-side", mails_a_side.text()
    if arguments.people:
        return PEOPLE, " --people", people.text()
    return SPEED, "", _speed(arguments.dir, arguments.repeats)


def _speed(directory: Path | None, repeats: int) -> str:
    chapters: tuple[Callable[[Path], list[Figure]], ...] = (
        partial(measured, repeats=repeats),
        stores,
        partial(costs, repeats=repeats),
        partial(lengths, repeats=repeats),
        partial(replays, repeats=repeats),
        wholes,
        audits,
        partial(thinking, repeats=repeats),
        partial(followed, repeats=repeats),
        mails,
        exports,
        pages,
        starts,
    )
    figures = [figure for chapter in chapters for figure in _alone(chapter, directory)]
    return f"{circumstances(repeats)}\n\n{table(figures)}\n\n{retired.text()}"


def _alone(chapter: Callable[[Path], list[Figure]], directory: Path | None) -> list[Figure]:
    """A chapter in a process of its own: none pays for what another has left in its memory."""
    context = get_context("spawn")
    with TemporaryDirectory(dir=directory) as folder, ProcessPoolExecutor(1, context) as process:
        return process.submit(chapter, Path(folder)).result()


def _faces() -> str:
    return faces.text(faces.examined())


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--faces", action="store_true", help="test ten million faces of each die instead")
    parser.add_argument("--mails-a-side", action="store_true", help="count what simple players write instead")
    parser.add_argument("--people", action="store_true", help="measure what people read and write instead")
    parser.add_argument("--repeats", type=int, default=7, help="repeats of each case (7)")
    parser.add_argument("--dir", type=Path, help="where files are made: another disk, another figure")
    parser.add_argument("--write", action="store_true", help="keep what is found in benchmarks/RESULTS.md")
    return parser.parse_args()


if __name__ == "__main__":
    main()
