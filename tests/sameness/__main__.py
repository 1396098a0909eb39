"""`python -m tests.sameness FOLDER [PART…]`, and `compare OLD NEW [FOLDER] [--part PART]…`."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from tests.sameness.folders import differences, is_of, write, written


def main(words: list[str]) -> int:
    """0, or 1 where something differs."""
    if words[:1] == ["compare"]:
        return int(compare.main(words[1:], standalone_mode=False))
    if not words or words[0].startswith("-"):
        print(__doc__)
        return 2
    from tests.sameness.parts import parts  # imports the checkout, which comparing two folders need not

    folder, *wanted = words
    count = write(Path(folder), ((name, make) for name, make in parts() if is_of(name, wanted)))
    print(f"{count} files")
    return 0


@click.command()
@click.argument("old", type=click.Path(path_type=Path, exists=True))
@click.argument("new", type=click.Path(path_type=Path, exists=True))
@click.argument("folder", type=click.Path(path_type=Path), required=False)
@click.option("--part", "parts", multiple=True, help="Only files whose names begin so.")
def compare(old: Path, new: Path, folder: Path | None, parts: tuple[str, ...]) -> int:
    """Says in which files OLD and NEW differ: folders, or checkouts that write into FOLDER first."""
    with TemporaryDirectory() as made:
        place = folder or Path(made)
        sides = written(old, place / "old", parts), written(new, place / "new", parts)
        said, same = differences(*sides, parts)
    print("\n".join([*said, f"{len(said)} differ, {same} are the same."]))
    return int(bool(said))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
