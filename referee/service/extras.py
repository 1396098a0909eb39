"""Sentences for what needs packages that a desk of Maildirs does without, with the command that adds them."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from referee.service.configuration import BadConfiguration

OF_PAGES = ("starlette", "uvicorn", "watchfiles")


@contextmanager
def of_the_extra(what: str) -> Iterator[None]:
    """Around an import for a way of mail."""
    try:
        yield
    except ImportError as error:
        said = f"Mails in by {what} need the package {error.name}: {_adding('desk')}."
        raise BadConfiguration(said) from None


def need_pages() -> None:
    """Raises `BadConfiguration`."""
    for name in OF_PAGES:
        if find_spec(name) is None:
            raise BadConfiguration(f"The pages need the package {name}: {_adding('web')}.")


def _adding(extra: str) -> str:
    """With the Python that has Bugyo: another `pip` would install beside it."""
    return f"{shlex.quote(sys.executable)} -m pip install 'bugyo[{extra}]'"
