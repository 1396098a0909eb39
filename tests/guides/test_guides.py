"""The guides are true: what they quote is what comes out, what they name is there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from cli.contents import CONTENTS, EVERY
from cli.main import commands as top
from referee.reading.line_words import ALL
from referee.seats.seat_view import JOINING, LOCKED, OVER, PAUSED, WAITING, YOUR_MOVE
from referee.transport import letters
from tests.guides import commands, elsewhere, mails
from tests.referee.mail.golden.session import folders, script


def test_the_mails_of_the_players_guide_are_those_of_a_game() -> None:
    assert mails.PLAYER.read_text("utf-8") == mails.current(), "Run `python -m tests.guides`."


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def printed(home: Path) -> str:
    """The guide as its commands print it now."""
    return commands.current_in(home)


@pytest.mark.soak
def test_the_commands_of_the_referees_guide_print_what_it_says(printed: str) -> None:
    assert commands.REFEREE.read_text("utf-8") == printed, "Run `python -m tests.guides`."


@pytest.mark.soak
@pytest.mark.usefixtures("printed")
def test_the_commands_that_the_guides_name_elsewhere_are_done(home: Path) -> None:
    """About ten seconds: each is a process of its own."""
    others = list(elsewhere.named())
    assert len(others) > 20
    for command in others:
        assert elsewhere.run(command, home) == "", command


def test_every_line_for_a_shell_is_run_or_it_is_said_why_not() -> None:
    lines, others = elsewhere.shell_lines(), set(elsewhere.named())
    assert [line for line in lines if line not in others and not elsewhere.why_not_run(line)] == []
    for form in elsewhere.NOT_RUN:
        assert any(re.fullmatch(form, line) for line in lines), form


def test_the_settings_that_the_referees_guide_shows_are_those_of_a_desk(tmp_path: Path) -> None:
    mailbox, listening, web = elsewhere.configurations(tmp_path)
    assert mailbox.imap
    assert mailbox.smtp
    assert listening.listen
    assert web.web


def test_no_command_of_the_referees_guide_fails() -> None:
    assert "(exit code" not in commands.REFEREE.read_text("utf-8")


# ---- what is named is there


def named() -> Iterator[list[str]]:
    """Every command of Bugyo that a guide names, word by word."""
    for guide in elsewhere.GUIDES:
        text = guide.read_text("utf-8").replace("\\\n", " ")
        for line in re.findall(r"(?:^|[`|\"/ ])bugyo ([a-z][^`\n|]*)", text):
            yield list(re.findall(r'"[^"]*"|\S+', line))


def _command(words: list[str]) -> click.Command | None:
    found: click.Command | None = top
    for word in words:
        if isinstance(found, click.Group):
            found = found.get_command(click.Context(found), word)
    return found


def test_every_command_is_there_with_its_options() -> None:
    known = {name for group in CONTENTS.values() for name in group}
    found = [words for words in named() if words[0] in known]
    assert len(found) > 20
    for words in found:
        command = _command(words[: 2 if " ".join(words[:2]) in EVERY else 1])
        assert command is not None, words
        options = {option for one in command.params for option in one.opts}
        assert {word for word in words if word.startswith("--")} <= {*options, "--help"}, words


def test_the_players_guide_names_every_kind_of_mail_and_state() -> None:
    text = mails.PLAYER.read_text("utf-8")
    kinds = (
        *(letters.OPENING, letters.WARNING, letters.REMINDER, letters.ANSWER, letters.REQUEST, letters.TURN),
        *(letters.NEWS, letters.PRESS, letters.LATE, letters.END, letters.DIGEST, letters.CONFIRM),
    )
    states = (YOUR_MOVE, JOINING, WAITING, LOCKED, PAUSED, OVER)
    assert [name for name in (*kinds, *states) if f"`{name}`" not in text] == []


def test_the_players_guide_has_every_line_that_the_desk_knows() -> None:
    text = mails.PLAYER.read_text("utf-8").partition("<!-- lines -->")[2]
    words = {kind.FORM.split("[")[0].split()[0] for kind in ALL}
    assert [word for word in sorted(words) if f"\n| `{word}" not in text] == []


def test_every_line_that_the_players_guide_lists_is_in_a_mail_of_a_session() -> None:
    came = "".join(
        f"\n{line}" for folder in folders() for step in script(folder).steps for line in step.lines
    )
    beginnings = {re.split(r"[\[{]", kind.FORM)[0].strip() for kind in ALL}
    assert [words for words in sorted(beginnings) if f"\n{words}" not in came] == []
