"""The desk's own address: the store remembers it, and nothing goes out from one that nobody can answer."""

from __future__ import annotations

from collections.abc import Iterator
from email import message_from_bytes, policy
from pathlib import Path

import click
import pytest

from cli.main import commands
from referee.record.record import Record
from tests.cli.conftest import Bugyo
from tests.cli.mails import stranger

OURS, OTHER = "bugyo@club.example", "desk@club.example"
REAL = ("anna@club-shogi.fr", "boris@club-shogi.fr", "eva@club-shogi.fr")
EXAMPLES = ("anna@example.org", "boris@example.org", "eva@example.org")
LIVE = "bugyo@club-shogi.fr"


@pytest.fixture
def fresh(tmp_path: Path) -> Bugyo:
    bugyo = Bugyo(tmp_path / "new" / "games.db")
    bugyo.store.parent.mkdir()
    return bugyo


def open_with(bugyo: Bugyo, people: tuple[str, ...], *args: object, code: int = 0, level: int = 1) -> str:
    players = [word for one in people for word in ("--player", f"{one.partition('@')[0].title()} <{one}>")]
    found = bugyo("open", "shinobi", "--id", "post", *players, "--level", level, *args, code=code)
    return found.stderr


def senders(out: Path) -> set[str]:
    """From whom the mails come that have gone out, which are taken away."""
    found = set[str]()
    for path in (out / "new").glob("*") if out.exists() else ():
        found.add(message_from_bytes(path.read_bytes(), policy=policy.default)["From"].addresses[0].addr_spec)
        path.unlink()
    return found


def mail_from(address: str, text: str = "what") -> bytes:
    return f"From: {address}\nSubject: [post]\nMessage-ID: <{text}@x.org>\n\n{text}\n".encode()


def test_the_store_remembers_the_address_of_the_opening(fresh: Bugyo, tmp_path: Path) -> None:
    out = tmp_path / "out"
    open_with(fresh, EXAMPLES, "--address", OURS)
    fresh("deliver", "--outgoing", out, stdin=mail_from(EXAMPLES[0]))
    assert senders(out) == {OURS}
    fresh("deliver", "--outgoing", out, code=67, stdin=stranger())
    assert senders(out) == {OURS}
    box = tmp_path / "in"
    (box / "new").mkdir(parents=True)
    (box / "new" / "1").write_bytes(mail_from(EXAMPLES[1]))
    fresh("serve", "--maildir", box, "--outgoing", out, "--once")
    assert senders(out) == {OURS}


WHY = ("--reason", "The hall burns.")
ACTS: dict[str, tuple[str, ...]] = {
    "policy": ("post", "--press", "white", *WHY),
    "orders": ("post", "iga", "-"),
    "throw": ("post", "1"),
    "rewind": ("post", "--to", "1", *WHY),
    "renew": ("post", *WHY),
    "dispute open": ("post", "iga", "--text", "No."),
    "dispute withdraw": ("post", "iga", "1"),
    "dispute recuse": ("post", "1", *WHY),
    "dispute adjudicate": ("post", "1", "--text", "No."),
    "ruling make": ("post", "note", *WHY),
    "ruling reopen": ("post", "1", *WHY),
    "takeback ask": ("post", "iga", *WHY),
    "takeback answer": ("post", "iga", "--yes"),
    "clock move": ("post", "iga", "2030-01-01", *WHY),
    "clock pause": ("post", *WHY),
    "clock resume": ("post", *WHY),
    "clock vacation": ("post", "iga", "2030-01-01", "2030-01-02"),
    "roster take": ("post", "iga", "Zoe", *WHY),
    "roster leave": ("post", "iga", *WHY),
    "roster standby": ("post", "Zoe"),
    "roster delegate": ("post", "iga", "Zoe", "--until", "2030-01-01"),
    "roster address": ("post", "iga", "zoe@example.org", *WHY),
    "link new": ("post", "iga", *WHY),
    "press": ("post", "--text", "Speak up."),
    "abandon": ("post", *WHY),
}
"""The acts of a referee of which mails tell."""

OTHERWISE = {"open", "deliver", "desk again", "serve", "witness", "lists", "observers", "link send"}
"""What is looked at by itself, writes nothing of a game, or writes from the address of a witness."""


def test_every_command_that_writes_is_looked_at() -> None:
    assert {*ACTS} | OTHERWISE == {*_writing(commands, "")}


def _writing(command: click.Command, name: str) -> Iterator[str]:
    if isinstance(command, click.Group):
        context = click.Context(command)
        for part in command.list_commands(context):
            found = command.get_command(context, part)
            assert found is not None
            yield from _writing(found, f"{name} {part}".strip())
    elif any(one.name == "outgoing" for one in command.params):
        yield name


@pytest.mark.parametrize("act", ["clock pause", "link new", "press"])
def test_so_does_every_command_that_writes(fresh: Bugyo, tmp_path: Path, act: str) -> None:
    open_with(fresh, EXAMPLES, "--address", OURS, level=0)
    fresh(*act.split(), *ACTS[act], "--outgoing", tmp_path / "out")
    assert senders(tmp_path / "out") == {OURS}


def test_another_address_takes_its_place_and_that_is_said(fresh: Bugyo, tmp_path: Path) -> None:
    out = tmp_path / "out"
    open_with(fresh, EXAMPLES, "--address", OURS)
    config = tmp_path / "desk.toml"
    boxes = f'[[maildir]]\npath = "in"\n[outgoing]\npath = "{out}"\n'
    config.write_text(f'store = "{fresh.store}"\naddress = "{OTHER}"\n{boxes}')
    said = fresh("deliver", "--config", config, stdin=mail_from(EXAMPLES[0], "show")).stderr
    assert f"The desk's address was {OURS}; from now on it is {OTHER}." in " ".join(said.split())
    assert senders(out) == {OTHER}
    again = fresh("deliver", "--outgoing", out, stdin=mail_from(EXAMPLES[0])).stderr
    assert "from now on" not in again
    assert senders(out) == {OTHER}


def test_an_address_that_is_none_is_a_usage_error(fresh: Bugyo) -> None:
    assert "is no mail address" in open_with(fresh, EXAMPLES, "--address", "bugyo at club", code=2)


# ---- nothing from nobody to a real mailbox


def test_no_game_is_opened_for_real_mailboxes_without_an_address(fresh: Bugyo, tmp_path: Path) -> None:
    said = open_with(fresh, REAL, "--outgoing", tmp_path / "out", code=78)
    assert "--address" in said
    assert senders(tmp_path / "out") == set()
    assert not fresh.store.exists() or fresh.json("list") == []


@pytest.mark.parametrize("address", ["desk@nowhere.invalid", "desk@club.example", "desk@EXAMPLE"])
def test_nor_with_one_that_is_reserved(fresh: Bugyo, tmp_path: Path, address: str) -> None:
    said = open_with(fresh, REAL, "--outgoing", tmp_path / "out", "--address", address, code=78)
    assert address in said


def test_a_mail_that_cannot_be_answered_is_kept_and_nothing_is_played(fresh: Bugyo, tmp_path: Path) -> None:
    """An old store, which knows of no address."""
    out = tmp_path / "out"
    open_with(fresh, REAL)
    sender = REAL[0]
    raw = mail_from(sender, "join the heron stands in the rain")
    before = fresh.json("show", "post")["position"]
    said = fresh("deliver", "--outgoing", out, code=78, stdin=raw).stderr
    assert "--address" in said
    assert senders(out) == set()
    assert fresh.json("show", "post")["position"] == before
    assert kept(fresh.store) == [raw]
    fresh("deliver", "--outgoing", out, "--address", LIVE, stdin=raw)
    assert senders(out) == {LIVE}
    fresh("deliver", "--outgoing", out, stdin=mail_from(sender))
    assert senders(out) == {LIVE}


def kept(store: Path) -> list[bytes]:
    record = Record(store)
    digests = [digest for (digest,) in record.recorder.writer().execute("SELECT digest FROM mails")]
    found = [record.mail(digest) or b"" for digest in digests]
    record.close()
    return found


def test_a_desk_that_serves_does_not_begin(fresh: Bugyo, tmp_path: Path) -> None:
    open_with(fresh, REAL)
    args = ("serve", "--maildir", tmp_path / "in", "--outgoing", tmp_path / "out", "--once")
    assert "--address" in fresh(*args, code=78).stderr


def test_an_act_of_the_referee_is_refused_before_it_is_recorded(fresh: Bugyo, tmp_path: Path) -> None:
    open_with(fresh, REAL, level=0)
    before = fresh.json("show", "post")["position"]
    for act, words in ACTS.items():
        args = (*act.split(), *words, "--outgoing", tmp_path / "out")
        assert "--address" in fresh(*args, code=78, stdin="pass").stderr, act
    assert fresh.json("show", "post")["position"] == before


def test_a_demonstration_needs_none(fresh: Bugyo, tmp_path: Path) -> None:
    said = open_with(fresh, EXAMPLES, "--outgoing", tmp_path / "out")
    assert "referee@bugyo.invalid" in said
    assert senders(tmp_path / "out") == {"referee@bugyo.invalid"}
