"""The language of what is shown of a game: boards, logs, pages, reports."""

from __future__ import annotations

from functools import wraps
from typing import Any

import click

from cli.frame.command import Function
from projections.language.catalogues import ENGLISH, LANGUAGES, Reader, written_for
from projections.language.messages import _

_option = click.option(
    "--language",
    type=click.Choice(tuple(LANGUAGES)),
    default=ENGLISH,
    show_default=True,
    envvar="BUGYO_LANGUAGE",
    show_envvar=True,
    help=_("The language of what is shown."),
)


def language_option(function: Function) -> Function:
    """--language: what the command shows is written in it."""

    @_option
    @wraps(function)
    def in_language(*args: Any, language: str, **more: Any) -> Any:
        whole = click.get_current_context().find_root()  # what goes wrong is said in it too
        whole.with_resource(written_for(Reader(language)))
        return function(*args, **more)

    return in_language
