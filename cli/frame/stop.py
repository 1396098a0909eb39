"""How a command of ours ends before its end."""

from __future__ import annotations

from typing import Any

import click

from projections.language.catalogues import reader, written_for
from projections.language.messages import _


class Stop(click.ClickException):
    """A command ends here, with a sentence on stderr and a code."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.exit_code = code  # type: ignore[misc]  # click reads it of the instance
        self._reader = reader()  # it is shown when the command is left, and its language with it

    def show(self, file: Any = None) -> None:
        message = self.format_message()
        # a line with a caret under it begins on a line of its own
        shown = f"\n{message}" if message.startswith(" ") else message
        with written_for(self._reader):
            said = _("Error: {message}").format(message=shown).replace(" \n", "\n", 1)
        click.echo(said, file=file, err=file is None)
