"""serve, deliver, open --config; desk check, desk unsent: a desk that is set up by its file."""

from __future__ import annotations

import json
import os
import socket
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import commands
from referee.mail.desk.desk import Desk
from referee.mail.desk.poison import Deaths
from referee.record.locks import served
from referee.record.record import Record
from referee.service.exits import OK, Handled
from referee.transport.boxes import Stop
from tests.cli.conftest import Bugyo
from tests.cli.mails import ADDRESS, desk_file, put_aside, queue_mail, stranger, turn_mail


def test_a_desk_works_by_its_file(bugyo: Bugyo, tmp_path: Path) -> None:
    mail, _ = turn_mail(bugyo, tmp_path / "earlier")
    config = desk_file(bugyo.store, tmp_path)
    (tmp_path / "in" / "new").mkdir(parents=True)
    (tmp_path / "in" / "new" / "1").write_bytes(mail)
    assert "1 exit 0 post " in bugyo("serve", "--config", config, "--once").stderr
    first = sorted(path.name for path in (tmp_path / "out" / "new").iterdir())
    result = bugyo.json("deliver", "--config", config, stdin=mail)
    assert [line["outcome"] for line in result["lines"]] == ["already played"]
    again = [path for path in (tmp_path / "out" / "new").iterdir() if path.name not in first]
    assert f'From: "Bugyo, for post" <{ADDRESS}>' in again[0].read_text("utf-8")


def test_the_file_beats_a_variable_and_an_option_beats_the_file(fresh: Bugyo, tmp_path: Path) -> None:
    """`fresh` has BUGYO_STORE set to a store that is not there."""
    config = desk_file(tmp_path / "games.db", tmp_path)
    people = [word for name in ("Anna", "Boris", "Eva") for word in ("--player", f"{name} <{name}@x.org>")]
    fresh("open", "shinobi", "--id", "one", *people, "--config", config)
    assert (tmp_path / "games.db").exists()
    assert not fresh.store.exists()
    assert len(list((tmp_path / "out" / "new").iterdir())) == 3
    fresh("open", "shinobi", "--id", "two", *people, "--config", config, "--store", tmp_path / "other.db")
    assert (tmp_path / "other.db").exists()


def test_a_second_desk_ends_with_75(bugyo: Bugyo, tmp_path: Path) -> None:
    config = desk_file(bugyo.store, tmp_path)
    with served(bugyo.store):
        said = bugyo("serve", "--config", config, "--once", code=75).stderr
        assert f"Another desk (process {os.getpid()}) serves {bugyo.store} already." in said
        bugyo("deliver", "--config", config, stdin=stranger(), code=67)
    assert list((tmp_path / "out" / "new").iterdir()) == []  # the desk that serves the store sends the answer
    bugyo("serve", "--config", config, "--once")
    assert len(list((tmp_path / "out" / "new").iterdir())) == 1


def test_an_answer_that_cannot_go_out_now_makes_the_mail_server_come_again(
    bugyo: Bugyo, tmp_path: Path
) -> None:
    config = desk_file(bugyo.store, tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    smtp = f'[smtp]\nhost = "127.0.0.1"\nport = {port}\ntls = "none"\n'
    config.write_text(config.read_text().replace('[outgoing]\npath = "out"\n', smtp))
    said = bugyo("deliver", "--config", config, stdin=stranger(), code=75).stderr
    assert f"The mails in the outbox wait, and are tried again: 127.0.0.1:{port}: Connection refused." in said


def test_a_file_that_is_wrong_ends_with_78(bugyo: Bugyo, tmp_path: Path) -> None:
    config = desk_file(bugyo.store, tmp_path)
    config.write_text('adress = "x"\n')
    for command in (("serve",), ("desk", "check"), ("deliver",), ("open", "shinobi")):
        assert (
            "line 1: There is no setting “adress” here. Did you mean “address”?"
            in bugyo(*command, "--config", config, code=78).stderr
        )
    assert "Name its file with --config" in bugyo("desk", "check", code=78).stderr
    assert "add --config FILE, or --maildir DIR" in bugyo("serve", code=2).stderr


def test_lines_of_the_log_have_their_level_for_systemd(
    bugyo: Bugyo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = desk_file(bugyo.store, tmp_path)
    (tmp_path / "in" / "new").mkdir(parents=True)
    (tmp_path / "in" / "new" / "1").write_bytes(stranger())
    (tmp_path / "in" / "new" / "2").mkdir()
    monkeypatch.setenv("JOURNAL_STREAM", "8:1")
    lines = bugyo("serve", "--config", config, "--once").stderr.splitlines()
    assert [line[:5] for line in lines] == ["<6>1 ", "<4>2 "]


# ---- desk check


def check(config: Path, code: int, *more: str) -> str:
    """What it prints; here a code that is not 0 says what was found, and what was found is printed."""
    result = CliRunner().invoke(
        commands, ["desk", "check", "--config", str(config), *more], prog_name="bugyo"
    )
    assert result.exit_code == code, result.output
    return result.stdout


def findings(config: Path, code: int = 0) -> dict[str, str]:
    """What was found, by what was tried; with a code only what is wrong."""
    found = json.loads(check(config, code, "--json"))["findings"]
    return {one["what"].partition(" ")[0]: one["says"] for one in found if code == 0 or not one["holds"]}


def test_everything_is_right(bugyo: Bugyo, tmp_path: Path) -> None:
    said = findings(desk_file(bugyo.store, tmp_path))
    assert list(said) == [
        *("file", "store", "keys", "clock", "room", "rights", "contents", "outbox", "strangers"),
        "maildir",  # two of these
        "domain",
    ]
    assert said["store"] == f"{bugyo.store} has 2 games and can be written."
    assert said["outbox"] == "0 mails wait to be sent; 0 were refused for ever or came back."
    lines = check(tmp_path / "desk.toml", 0).splitlines()
    assert [line[:7] for line in lines] == ["right  "] * 12


def test_looking_leaves_nothing_in_the_store(fresh: Bugyo, bugyo: Bugyo, tmp_path: Path) -> None:
    before = sqlite3.connect(bugyo.store).execute("SELECT name FROM settings ORDER BY name").fetchall()
    findings(desk_file(bugyo.store, tmp_path))
    assert (
        sqlite3.connect(bugyo.store).execute("SELECT name FROM settings ORDER BY name").fetchall() == before
    )


def test_there_is_no_store(fresh: Bugyo, tmp_path: Path) -> None:
    config = desk_file(tmp_path / "none.db", tmp_path)
    assert "bugyo open" in findings(config, 66)["store"]
    assert "WRONG  store: " in check(config, 66)


def test_a_file_that_is_no_store(fresh: Bugyo, tmp_path: Path) -> None:
    (tmp_path / "novel.txt").write_text("It was a dark and stormy night.")
    said = findings(desk_file(tmp_path / "novel.txt", tmp_path), 65)
    assert "is not a Bugyo store" in said["store"]


def test_a_damaged_key(bugyo: Bugyo, tmp_path: Path) -> None:
    connection = sqlite3.connect(bugyo.store)
    connection.execute("INSERT OR REPLACE INTO settings VALUES ('server-key', x'00')")
    connection.commit()
    assert "“server-key” of the store is damaged" in findings(desk_file(bugyo.store, tmp_path), 65)["keys"]


def test_a_clock_that_stands_before_what_was_recorded(bugyo: Bugyo, tmp_path: Path) -> None:
    connection = sqlite3.connect(bugyo.store)
    connection.execute("INSERT INTO mails VALUES ('digest', 4102444800000, x'00')")
    connection.commit()
    said = findings(desk_file(bugyo.store, tmp_path), 75)["clock"]
    assert said.startswith("The clock says 20")
    assert said.endswith(", and something was recorded at 2100-01-01 00:00:00 UTC. Set the clock right.")


def test_no_room(bugyo: Bugyo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda path: _Usage())
    assert "Only 99 MB are free" in findings(desk_file(bugyo.store, tmp_path), 75)["room"]


class _Usage:
    free = 99_999_999


def test_a_maildir_that_is_none(bugyo: Bugyo, tmp_path: Path) -> None:
    config = desk_file(bugyo.store, tmp_path)
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "letter").write_text("x")
    assert "with other things in it" in findings(config, 78)["maildir"]


def test_a_secret_that_others_may_read_and_servers_that_are_not_there(bugyo: Bugyo, tmp_path: Path) -> None:
    config = desk_file(bugyo.store, tmp_path)
    (tmp_path / "secret").write_text("x")
    (tmp_path / "secret").chmod(0o644)
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    login = f'host = "127.0.0.1"\nport = {port}\nuser = "u"\npassword = {{file = "secret"}}\n'
    ways = f"[[imap]]\n{login}[smtp]\n{login}[listen]\nport = {port}\n"
    config.write_text(f'store = "{bugyo.store}"\naddress = "{ADDRESS}"\n{ways}')
    said = findings(config, 78)
    assert said["secret"].endswith(f"chmod 600 {tmp_path / 'secret'}")
    for what in ("imap", "smtp"):
        assert "Connection refused. Is the host right, and the port, and is the server there?" in said[what]
    (tmp_path / "secret").chmod(0o600)
    assert set(findings(config, 75)) == {"imap", "smtp"}


# ---- what others may do

# whose rights, which, and what is said of it
OPEN_TO_OTHERS = [
    ("games.db.views", 0o644, "rights", "Other users may read or write {}. Take that away: chmod go-rwx {}"),
    (
        ".",
        0o757,
        "rights",
        "Other users may write into {}, and so put another file in the place of the store.",
    ),
    ("in", 0o755, "maildir", "Every user of this machine may look into {}, and mails tell hands and tokens."),
    ("desk.toml", 0o664, "file", "Other users may write {}, and so set the desk up."),
]


@pytest.mark.parametrize(("name", "mode", "what", "said"), OPEN_TO_OTHERS)
def test_what_others_may_do_is_said(
    bugyo: Bugyo, tmp_path: Path, name: str, mode: int, what: str, said: str
) -> None:
    config = desk_file(bugyo.store, tmp_path)
    config.chmod(0o644)  # to read it is no harm
    findings(config)
    bugyo("list")
    path, inner = tmp_path / name, tmp_path / "in" / "new"
    if name == "in":
        inner.chmod(mode)
    path.chmod(mode)
    assert findings(config, 78)[what].startswith(said.replace("{}", str(path)))
    path.chmod(0o700)
    findings(config)


def test_a_maildir_may_be_shared_with_a_group_and_settings_with_a_password_with_nobody(
    bugyo: Bugyo, tmp_path: Path
) -> None:
    config = desk_file(bugyo.store, tmp_path)
    findings(config)
    for path in (tmp_path / "in", *(tmp_path / "in").iterdir()):
        path.chmod(0o2770)
    findings(config)
    text = config.read_text().replace(f'"{bugyo.store}"', '"postgresql://bugyo:x@127.0.0.1:1/club"')
    config.write_text(text)
    config.chmod(0o640)
    assert "which has a password" in findings(config, 78)["file"]


def test_what_another_program_has_put_into_the_store_is_named(bugyo: Bugyo, tmp_path: Path) -> None:
    with closing(sqlite3.connect(bugyo.store)) as connection:
        connection.execute("CREATE VIEW busy AS SELECT game FROM dues")
    said = findings(desk_file(bugyo.store, tmp_path))["contents"]
    assert said == "Another program has put into it: view “busy”. It does no harm there."
    assert "Another program has put into" in bugyo("audit", "--all").stderr
    with closing(sqlite3.connect(bugyo.store)) as connection:
        connection.execute("CREATE TRIGGER thief AFTER INSERT ON mails BEGIN SELECT 1; END")
    assert "a trigger “thief” that Bugyo did not make" in findings(tmp_path / "desk.toml", 65)["store"]
    for command in (("list",), ("audit", "--all"), ("export", "summer")):
        assert "“thief”" in bugyo(*command, code=65).stderr


# ---- desk unsent


def test_what_is_unsent_is_listed_and_goes_once_more(bugyo: Bugyo, tmp_path: Path) -> None:
    assert bugyo("desk", "unsent").stderr == "Every mail was sent.\n"
    queue_mail(bugyo.store)
    lines = bugyo("desk", "unsent").stdout.splitlines()
    assert lines[1].split() == ["1", "waiting", "1", "anna@example.org", "your", "turn", "450", "later"]
    assert "No mail 7 waits or was refused." in bugyo("desk", "unsent", "--retry", 7, code=66).stderr
    assert "The desk tries it at once" in bugyo("desk", "unsent", "--retry", 1).stderr
    bugyo("desk", "unsent", "--retry", 1, "--config", desk_file(bugyo.store, tmp_path))
    assert bugyo.json("desk", "unsent")["mails"] == []
    assert len(list((tmp_path / "out" / "new").iterdir())) == 1


# ---- desk again


def test_a_mail_of_which_the_desk_has_died_is_listed_and_let_in_again(bugyo: Bugyo, tmp_path: Path) -> None:
    mail, _ = turn_mail(bugyo, tmp_path / "earlier")
    config, digest = desk_file(bugyo.store, tmp_path), put_aside(bugyo.store, mail)
    config.write_text('referee = "rei@example.org"\n' + config.read_text())
    died = bugyo("deliver", "--config", config, stdin=mail)
    assert f"“bugyo desk again {digest[:12]}”" in died.stderr
    assert "Bugyo: the desk needs you" in outgoing(tmp_path)
    (listed,) = bugyo.json("mails", "--kind", "poison")
    assert (listed["mail"], listed["game"]) == (digest, "")
    for wrong in ("0123456789ab", digest[:4]):
        said = bugyo("desk", "again", wrong, "--config", config, code=66).stderr
        assert f"No mail {wrong} is put aside." in said
    result = bugyo.json("desk", "again", digest[:12], "--config", config)
    assert [line["outcome"] for line in result["lines"]] == ["played"]
    assert bugyo.json("mails", "--kind", "poison") == []
    assert [one["mail"] for one in bugyo.json("mails", "--kind", "again")] == [digest]


def test_one_that_was_put_aside_twice_is_let_in_again(bugyo: Bugyo, tmp_path: Path) -> None:
    mail, _ = turn_mail(bugyo, tmp_path / "earlier")
    config, digest = desk_file(bugyo.store, tmp_path), put_aside(bugyo.store, mail)
    bugyo("deliver", "--config", config, stdin=mail)
    with closing(Record(bugyo.store)) as record:  # it dies once more, let in again and later
        Deaths(record).forgive(digest)
        assert all(Deaths(record).begin(digest) for _ in range(3))
    bugyo("deliver", "--config", config, stdin=mail)
    assert len(bugyo.json("mails", "--kind", "poison")) == 2
    bugyo("desk", "again", digest, "--config", config)
    assert bugyo.json("mails", "--kind", "poison") == []


def outgoing(folder: Path) -> str:
    return "".join(path.read_text("utf-8") for path in (folder / "out" / "new").iterdir())


def test_every_way_in_gives_a_costly_mail_up_once_the_desk_is_to_stop(
    bugyo: Bugyo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config, stops = desk_file(bugyo.store, tmp_path), list[object]()
    (tmp_path / "in" / "new").mkdir(parents=True)
    (tmp_path / "in" / "new" / "1").write_bytes(stranger())

    def handles(self: Desk, raw: bytes) -> Handled:
        stops.append(self.budget.stop)
        return Handled(OK, "")

    monkeypatch.setattr(Desk, "handle", handles)
    bugyo("serve", "--config", config, "--once")
    bugyo("deliver", "--config", config, stdin=stranger())
    assert [type(stop) for stop in stops] == [Stop, Stop]
