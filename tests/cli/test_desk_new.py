"""desk new: five answers, and the files of a desk that works by them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from cli.main import commands
from referee.club.club_file import read_club
from referee.service.configuration import Imap, Listen, Maildir, Secret, Smtp, Web, read_configuration

DESK, REI = "bugyo@club.example", "rei@club.example"
USUAL = {"mailbox": "maildir", "address": DESK, "referee": REI, "pages": "no", "club": "known"}
FILES = ["bugyo.service", "club.toml", "desk.toml", "games.db"]


def new(path: Path, *more: str, code: int = 0, stdin: str = "", **answers: str | None) -> Result:
    """By options; an answer that is None is asked for."""
    told = {**USUAL, **answers}
    options = [word for name, said in told.items() if said is not None for word in (f"--{name}", said)]
    run = CliRunner(env={"BUGYO_STORE": None, "COLUMNS": "80"})
    result = run.invoke(commands, ["desk", "new", str(path), *options, *more], stdin, prog_name="bugyo")
    assert result.exit_code == code, result.output
    return result


def wrong(path: Path) -> dict[str, str]:
    """What “desk check” finds wrong in a desk, by what was tried."""
    result = CliRunner().invoke(commands, ["desk", "check", "--config", str(path / "desk.toml"), "--json"])
    found = json.loads(result.stdout)["findings"]
    return {one["what"].partition(" ")[0]: one["says"] for one in found if not one["holds"]}


def test_a_desk_to_try_out_is_whole_and_right(tmp_path: Path) -> None:
    said = new(tmp_path / "club")
    settings = read_configuration(tmp_path / "club" / "desk.toml")
    club = tmp_path / "club"
    assert (settings.store, settings.address) == (str(club / "games.db"), DESK)
    assert (settings.in_charge.address, settings.club) == (REI, str(club / "club.toml"))
    assert settings.maildir == (Maildir(str(club / "mail/in")),)
    assert settings.outgoing == Maildir(str(club / "mail/out"))
    assert read_club(club / "club.toml").create == "known"
    assert sorted(path.name for path in club.iterdir() if "journal" not in path.name) == FILES
    assert wrong(club) == {}
    assert "with the line “create shinobi for 3 people, 72 h”" in " ".join(said.stderr.split())


def test_a_mailbox_lacks_its_password_and_a_server_and_says_so(tmp_path: Path) -> None:
    said = new(tmp_path, mailbox="imap", pages="https://games.club.example", club="no")
    settings = read_configuration(tmp_path / "desk.toml")
    password = Secret(str(tmp_path / "mail.password"))
    assert settings.imap == (Imap("imap.club.example", DESK, password),)
    assert settings.smtp == Smtp("smtp.club.example", DESK, password)
    assert settings.web == Web("127.0.0.1:8080", "https://games.club.example")
    assert settings.club == ""
    assert not (tmp_path / "club.toml").exists()
    assert "Write the password of the mailbox into" in said.stderr
    assert [*wrong(tmp_path)] == ["secret", "imap", "smtp"]


def test_the_host_of_a_mailbox_may_be_named(tmp_path: Path) -> None:
    new(tmp_path, mailbox="imap mail.provider.example", pages="127.0.0.1:8081")
    settings = read_configuration(tmp_path / "desk.toml")
    assert settings.smtp is not None
    assert {settings.imap[0].host, settings.smtp.host} == {"mail.provider.example"}
    assert settings.web == Web("127.0.0.1:8081", "http://127.0.0.1:8081")


def test_postfix_has_its_lines_and_the_unit_its_paths(tmp_path: Path) -> None:
    club = tmp_path / "100% of $5"
    said = new(club, mailbox="postfix")
    settings = read_configuration(club / "desk.toml")
    assert settings.listen == Listen()
    assert settings.smtp == Smtp("localhost", port=25, tls="none")
    lines = (club / "postfix.cf").read_text()
    for line in (
        "transport_maps = texthash:/etc/postfix/bugyo\n",
        "local_recipient_maps = proxy:unix:passwd.byname $alias_maps texthash:/etc/postfix/bugyo\n",
        f"#{DESK} lmtp:inet:127.0.0.1:2424\n",
        f' deliver --config {club}/desk.toml"\n',
    ):
        assert line in lines
    unit = (club / "bugyo.service").read_text()
    assert f"\nWorkingDirectory={tmp_path}/100%% of $5\n" in unit
    (start,) = [line for line in unit.splitlines() if line.startswith("ExecStart=")]
    assert start.startswith("ExecStart=/")
    assert start.endswith(" serve --config desk.toml")
    assert "postfix.cf" in said.stderr
    assert set(wrong(club)) <= {"smtp", "listen"}  # as far as this machine has servers


def test_what_no_option_answers_is_asked_until_it_will_do(tmp_path: Path) -> None:
    typed = "pigeon\nmaildir\n\nbugyo\nbugyo@club.example\nbugyo+x@club.example\nrei@club.example\n\nme\n\n"
    asked: dict[str, Any] = dict.fromkeys(USUAL)
    result = new(tmp_path, stdin=typed, **asked)
    said = " ".join(result.stderr.split())
    for sentence in (
        "How do mails come in?",
        "It is one of these: imap, imap HOST, postfix, maildir. Which address do players write to?",
        "“bugyo” is no mail address. Write it bare: bugyo@example.org.",
        "The desk would write to itself. Name the mailbox of a person.",
        "or no. [no]",
        "It is one of these: known, anybody, nobody, no.",
    ):
        assert sentence in said
    assert read_club(tmp_path / "club.toml").create == "known"
    assert read_configuration(tmp_path / "desk.toml").web is None


@pytest.mark.parametrize(
    ("answers", "says"),
    [
        ({"mailbox": "pop3"}, "imap, imap HOST, postfix, maildir"),
        ({"mailbox": "imap a b"}, "imap, imap HOST, postfix, maildir"),
        ({"mailbox": "maildir x"}, "imap, imap HOST, postfix, maildir"),
        ({"address": 'x"@club.example\nreferee = "y'}, "is no mail address"),
        ({"referee": ""}, "is no mail address"),
        ({"referee": DESK}, "Name the mailbox of a person"),
        ({"pages": "http://games.club.example"}, "Write https://games.example.org"),
        ({"pages": "0.0.0.0:80"}, "Write https://games.example.org"),
        ({"pages": "127.0.0.1:70000"}, "Write https://games.example.org"),
        ({"pages": "https://x/y"}, "Write https://games.example.org"),
        ({"club": "everybody"}, "known, anybody, nobody, no"),
    ],
)
def test_an_answer_that_will_not_do_is_refused_with_what_would(
    tmp_path: Path, answers: dict[str, str], says: str
) -> None:
    said = " ".join(new(tmp_path / "club", code=2, **answers).stderr.split())
    assert says in said
    assert f"--{next(iter(answers))}" in said
    assert not (tmp_path / "club").exists()


def test_without_an_answer_the_option_is_named(tmp_path: Path) -> None:
    assert "Add --club with one" in new(tmp_path / "club", code=2, club=None, stdin="x\n").stderr
    assert not (tmp_path / "club").exists()


@pytest.mark.parametrize("name", ["desk.toml", "club.toml", "bugyo.service", "games.db"])
def test_nothing_is_overwritten(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("mine")
    assert f"{name} is there already" in " ".join(new(tmp_path, code=73).stderr.split())
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert (tmp_path / name).read_text() == "mine"


def test_a_store_of_its_own_place_and_as_a_document(tmp_path: Path) -> None:
    club, store = tmp_path / "club", tmp_path / "store.db"
    told = json.loads(new(club, "--json", "--store", str(store)).stdout)
    names = ("desk.toml", "club.toml", "bugyo.service")
    assert told == {"store": str(store), "files": [str(club / name) for name in names]}
    assert read_configuration(club / "desk.toml").store == str(store)
    said = new(tmp_path / "x", "--config", str(club / "desk.toml"), code=2).stderr
    assert "--config names a desk that is there" in said
