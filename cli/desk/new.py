"""desk new: the files of a desk, by five answers, and its store."""

from __future__ import annotations

import getpass
import json
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from string import Template

import click
from click.core import ParameterSource

from cli.desk.five_answers import IMAP, NO, POSTFIX, QUESTIONS, Answers, answered
from cli.frame.codes import CANNOT_CREATE, REFUSED
from cli.frame.command import Function, command
from cli.frame.desk_setup import config_option, configured
from cli.frame.printing import HOLDS, QUIET, document, note, say
from cli.frame.stop import Stop
from cli.frame.stores import made
from projections.language.messages import _, listed, wrap
from referee.club.club_file import Club
from referee.record.library_settings import exists
from referee.record.location import Place
from referee.telling.lists_shown import create_line

TEMPLATES = Path(__file__).with_name("templates")
"""All that is written, as files in which $names are filled in."""

DESK, CLUB, UNIT, LINES, STORE = "desk.toml", "club.toml", "bugyo.service", "postfix.cf", "games.db"
LISTEN = "127.0.0.1:8080"


def _answer_options(function: Function) -> Function:
    for question in reversed(QUESTIONS):
        function = click.option(f"--{question.name}", metavar="ANSWER", help=question.asks)(function)
    return function


@command(
    "desk new",
    "bugyo desk new club",
    "bugyo desk new club --mailbox postfix --address bugyo@club.example --referee rei@club.example "
    "--pages no --club known",
    "bugyo desk new --config desk.toml",
    more=_(
        "It asks what no option answers, and writes into DIR desk.toml, club.toml, a unit for systemd, the "
        "lines for Postfix where it hands the mails over, and a store without a game. Nothing that is there "
        "is overwritten (73). With --config the store alone is made, which that file names; it ends with 1 "
        "if there is one already."
    ),
)
@click.argument("directory", metavar="[DIR]", default=".", type=click.Path(path_type=Path, file_okay=False))
@_answer_options
@config_option
def new(store: Place, as_json: bool, directory: Path, **given: str | None) -> None:
    files = dict[str, str]()
    if configured() is None:
        directory = directory.absolute()
        if _source("store") == ParameterSource.DEFAULT:
            store = directory / STORE
        answers = answered(given)
        files = dict(_files(answers, directory, store))
        _write(directory, files)
    elif any(_source(name) == ParameterSource.COMMANDLINE for name in ("directory", *given)):
        raise click.UsageError(_("--config names a desk that is there: leave it out to write a new one."))
    elif exists(store):
        raise Stop(_("There is a store {path} already.").format(path=store), REFUSED)
    with made(store):
        pass
    if as_json:
        document({"store": str(store), "files": [str(directory / name) for name in files]})
    elif files:
        _tell(answers, directory, [*files])
    else:
        say(_("{path} is a store without a game.").format(path=store), HOLDS)


def _source(name: str) -> ParameterSource | None:
    return click.get_current_context().get_parameter_source(name)


def _files(answers: Answers, directory: Path, store: Place) -> Iterator[tuple[str, str]]:
    """Each with what stands in it."""
    kind, _blank, host = answers["mailbox"].partition(" ")
    domain = answers["address"].rpartition("@")[2]
    words = {
        "store": STORE if store == directory / STORE else str(store),
        "imap": host or f"imap.{domain}",
        "smtp": host or f"smtp.{domain}",
        "create": answers["club"],
        "listen": answers["pages"],
        "base": f"http://{answers['pages']}",
        **{name: answers[name] for name in ("address", "referee")},
    }
    if answers["pages"].startswith("https:"):
        words |= {"listen": LISTEN, "base": answers["pages"]}
    told = {name: json.dumps(word, ensure_ascii=False) for name, word in words.items()}  # as TOML writes them
    has_club, has_pages = answers["club"] != NO, answers["pages"] != NO
    told["club"] = f"club = {json.dumps(CLUB)}\n" if has_club else ""
    told["mailbox"] = _filled(f"{kind}.toml", told).rstrip()
    told["pages"] = _filled("pages.toml", told) if has_pages else ""
    yield DESK, _filled(DESK, told).rstrip() + "\n"
    if has_club:
        yield CLUB, _filled(CLUB, told)
    about = {"program": _program(), "user": _user(), "directory": str(directory)}
    yield UNIT, _filled(UNIT, {name: word.replace("%", "%%") for name, word in about.items()})
    if kind == POSTFIX:
        yield LINES, _filled(LINES, {**about, "recipient": answers["address"]})


def _filled(name: str, words: Answers) -> str:
    return Template((TEMPLATES / name).read_text(encoding="utf-8")).substitute(words)


def _program() -> str:
    """How this program is called from anywhere."""
    own = Path(sys.argv[0])
    found = shutil.which(own if own.name == "bugyo" else "bugyo")
    return str(Path(found).absolute()) if found else f"{sys.executable} -m cli.main"


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # the system knows no name
        return str(os.geteuid())


def _write(directory: Path, files: dict[str, str]) -> None:
    """All of them, or none where something of that name is there. Raises `Stop`."""
    for name in (*files, STORE):
        if (directory / name).exists():
            said = _("{file} is there already, and nothing was written. Name another directory.")
            raise Stop(said.format(file=directory / name), CANNOT_CREATE)
    directory.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        with (directory / name).open("x", encoding="utf-8") as file:
            file.write(text)


def _tell(answers: Answers, directory: Path, files: list[str]) -> None:
    said = _("{directory} has {files}, and a store without a game.")
    say("\n".join(wrap(said.format(directory=directory, files=listed(files)))), HOLDS)
    for step in _steps(answers, directory):
        note("\n".join(wrap(step, "- ", "  ")), QUIET)


def _steps(answers: Answers, directory: Path) -> Iterator[str]:
    """What is still to be done, in order."""
    if os.geteuid() == 0:
        yield _("bugyo.service runs the desk as root. A user of its own is safer: name him there at User=.")
    if answers["mailbox"].startswith(IMAP):
        yield _(
            "Write the password of the mailbox into {file}, a line that only you may read, and see whether "
            "the hosts in desk.toml are those of your provider."
        ).format(file=directory / "mail.password")
    if answers["mailbox"] == POSTFIX:
        yield _("Tell Postfix, as root: {file} says how.").format(file=directory / LINES)
    if answers["pages"].startswith("https:"):
        yield _("Let your web server pass {base} on to {listen}.").format(
            base=answers["pages"], listen=LISTEN
        )
    yield _("See whether all is right: bugyo desk check --config {file}").format(file=directory / DESK)
    yield _("Let it work: bugyo serve --config {file}").format(file=directory / DESK)
    if answers["club"] != NO:
        said = _("Begin the first game: a mail from {referee} to {address} with the line “{line}”.")
        yield said.format(line=create_line(Club(), "shinobi"), **answers)
