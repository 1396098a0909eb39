"""Files that a command writes: whole or not at all, never over another one unasked, and for their owner
alone: whoever gives one away says so with chmod. What overwrites a file keeps the rights of that."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import click

from cli.frame.codes import CANNOT_CREATE
from cli.frame.command import Function
from cli.frame.stop import Stop
from projections.language.messages import _
from referee.record.private_files import take_rights

STDOUT = "-"

_output = click.option(
    "-o",
    "--output",
    default=STDOUT,
    metavar="FILE|-",
    help=_("Where it goes.  [default: -, standard output]"),
)
_force = click.option("--force", is_flag=True, help=_("Overwrite the file."))


def output_options(function: Function) -> Function:
    """--output and --force."""
    return _output(_force(function))


def is_new(output: str, force: bool) -> Path:
    """The path of a file that may be written. Raises `Stop` where it is there, or cannot be made."""
    path = Path(output)
    if path.exists() and not force:
        raise Stop(_("{file} is there already. --force overwrites it.").format(file=output), CANNOT_CREATE)
    if not path.absolute().parent.is_dir():
        said = _("{file} cannot be made: there is no directory {directory}.")
        raise Stop(said.format(file=output, directory=path.parent), CANNOT_CREATE)
    return path


def write_file(output: str, lines: Iterable[bytes], force: bool) -> None:
    """To standard output, or into a file. Raises `Stop`."""
    if output == STDOUT:
        sys.stdout.buffer.writelines(lines)
    elif is_device(output):
        _write_through(Path(output), lines)
    else:
        with _whole(is_new(output, force)) as out:
            out.writelines(lines)


def is_device(output: str) -> bool:
    """Whether it is a pipe or a device, which must not be replaced by a file."""
    path = Path(output)
    return path.exists() and not path.is_file()


def _write_through(path: Path, lines: Iterable[bytes]) -> None:
    with path.open("wb") as out:
        out.writelines(lines)


@contextmanager
def _whole(path: Path) -> Iterator[IO[bytes]]:
    """A file that is there whole, or as it was before."""
    with tempfile.NamedTemporaryFile(
        dir=path.absolute().parent, prefix=f".{path.name}.", delete=False
    ) as out:
        try:
            yield out
            out.flush()
            take_rights(out.fileno(), path)
            os.fsync(out.fileno())
            Path(out.name).replace(path)
        except BaseException:
            Path(out.name).unlink(missing_ok=True)
            raise
