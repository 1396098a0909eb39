"""`python -m benchmarks [CHAPTER…] [--against COMMIT | --faces | --mails-a-side | --people] [--write]`: one
table.

Without a CHAPTER all of them: record, bytes, proof, long, rules, beside, views, mails, exports, pages and
starts. With `--against` each of them runs by turns here and in that commit, at least five times. With another
option: tests of faces, how many mails a side writes until its game ends, or the goals for those who read
mails and answer them.

`--write` keeps each in RESULTS.md, under its own heading.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmarks import faces, mails_a_side, people, retired
from benchmarks.chapters import CHAPTERS, against, measured
from benchmarks.measure import LEAST
from benchmarks.report import circumstances, table
from benchmarks.results import FACES, MAILS, PEOPLE, SPEED, keep


def main() -> None:
    arguments = _arguments()
    if arguments.against:
        chapters = arguments.chapters or list(CHAPTERS)
        print(against(arguments.against, chapters, arguments.repeats, arguments.dir))
        return
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
    return SPEED, "", _speed(arguments.chapters or list(CHAPTERS), arguments.dir, arguments.repeats)


def _speed(chapters: list[str], directory: Path | None, repeats: int) -> str:
    figures = [figure for chapter in chapters for figure in measured(chapter, repeats, directory)]
    return f"{circumstances(repeats)}\n\n{table(figures)}\n\n{retired.text()}"


def _faces() -> str:
    return faces.text(faces.examined())


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("chapters", nargs="*", choices=[[], *CHAPTERS], metavar="CHAPTER")
    parser.add_argument("--against", metavar="COMMIT", help="beside that commit, by turns")
    parser.add_argument("--faces", action="store_true", help="test ten million faces of each die instead")
    parser.add_argument("--mails-a-side", action="store_true", help="count what simple players write instead")
    parser.add_argument("--people", action="store_true", help="measure what people read and write instead")
    parser.add_argument("--repeats", type=int, default=LEAST, help=f"repeats of each case ({LEAST})")
    parser.add_argument("--dir", type=Path, help="where files are made: another disk, another figure")
    parser.add_argument("--write", action="store_true", help="keep what is found in benchmarks/RESULTS.md")
    arguments = parser.parse_args()
    if arguments.repeats < LEAST and (arguments.write or arguments.against):
        parser.error(f"what is kept or compared is the best of {LEAST} at least")
    if arguments.write and (arguments.chapters or arguments.against):
        parser.error("RESULTS.md has all chapters: --write takes none of them alone")
    return arguments


if __name__ == "__main__":
    main()
