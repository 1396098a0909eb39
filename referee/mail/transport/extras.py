"""The sentence for a way of mail that needs packages which a desk of Maildirs does without."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from referee.mail.transport.configuration import BadConfiguration


@contextmanager
def of_the_extra(what: str) -> Iterator[None]:
    """Around an import. It names the Python that has Bugyo: another `pip` would install beside it."""
    try:
        yield
    except ImportError as error:
        python = shlex.quote(sys.executable)
        said = f"Mails in by {what} need the package {error.name}: {python} -m pip install 'bugyo[desk]'."
        raise BadConfiguration(said) from None
