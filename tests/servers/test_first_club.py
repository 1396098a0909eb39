"""A club from nothing, as docs/desk.md has it: five answers, the lines for Postfix, a first game of three.

The desk's address is of a domain of this machine, where nobody has a mailbox; people have theirs in Dovecot.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from domain.game.state.game_state import GameState
from referee.record.record import Record
from tests.referee.mail.test_desk_world import body, parse
from tests.servers.machines import DOMAIN, Club, folder, free_port, listens, needed, wait_for
from tests.servers.programs import swaks
from tests.servers.test_session import Person, bugyo, serving

DESK, GAME = "bugyo@games.example", "shinobi-1"

DEBIAN = """
mydestination = games.example
mynetworks = 127.0.0.0/8
smtpd_tls_security_level = may
smtpd_relay_restrictions = permit_mynetworks, permit_sasl_authenticated, reject
smtpd_recipient_restrictions =
"""
"""What a Postfix of Debian has of itself, which takes mails of its own machine without a login."""


class Friend:
    """Somebody with a mailbox, who writes by the club's Postfix."""

    def __init__(self, club: Club, user: str) -> None:
        self.user = user
        self._club = club
        self.player = Person(self, club, Random(8))

    def reply(self, filled: str) -> None:
        self.write("My orders", filled)

    def write(self, subject: str, text: str) -> None:
        swaks(self._club, self.user, subject, text, to=DESK)

    def asks(self, line: str) -> str:
        """Writes a line, and the word that the desk asks for; what is answered."""
        self.write("Hello", f"{line}\n")
        asked = parse(self._next(0))
        self.write(f"Re: {asked['Subject']}", "yes\n")
        return " ".join(body(parse(self._next(1))).split())

    def _next(self, before: int) -> bytes:
        wait_for(f"a mail to {self.user}", lambda: len(self._mails()) > before)
        return self._mails()[before].read_bytes()

    def _mails(self) -> list[Path]:
        return self._club.dovecot.mails(self.user)


@pytest.fixture
def club() -> Iterator[Club]:
    needed("dovecot", "postfix", "swaks")
    with folder() as path:
        yield Club(path)


def set_up(club: Club, begins: str) -> tuple[Path, int]:
    """By the command alone; only its ports and the directory of Postfix are those of the test."""
    path, etc, lmtp = club.path / "desk", club.path / "postfix/etc", free_port()
    answers = ("--mailbox", "postfix", "--address", DESK, "--pages", "no", "--club", begins)
    bugyo("desk", "new", path, *answers, "--referee", f"rei@{DOMAIN}")
    config = path / "desk.toml"
    mine = config.read_text().replace("port = 2424", f"port = {lmtp}")
    config.write_text(mine.replace("port = 25\n", f"port = {club.postfix.smtp}\n"))
    lines = (path / "postfix.cf").read_text().replace("/etc/postfix/", f"{etc}/").replace(":2424", f":{lmtp}")
    _set(etc / "main.cf", DEBIAN + lines)
    (etc / "bugyo").write_text(lines.partition("mark before it:\n#")[2].partition("\n")[0] + "\n")
    return config, lmtp


def _set(main: Path, lines: str) -> None:
    """Settings in the place of those that stand there."""
    names = {line.partition(" =")[0] for line in lines.splitlines() if " = " in line}
    kept = [line for line in main.read_text().splitlines() if line.partition(" =")[0] not in names]
    main.write_text("\n".join([*kept, lines]))


@pytest.mark.soak
@pytest.mark.parametrize(("begins", "users"), [("known", "rei anna bela"), ("anybody", "cara anna bela")])
def test_three_people_begin_the_first_game_of_a_club(club: Club, begins: str, users: str) -> None:
    config, lmtp = set_up(club, begins)
    friends = [Friend(club, user) for user in users.split()]
    with club, serving(config, club.path / "desk.log"):
        wait_for("the desk", lambda: listens(lmtp))
        bugyo("desk", "check", "--config", config)
        told = friends[0].asks("create shinobi for 3 people")
        assert f"Friends join it by a mail of their own to {DESK}, with this line alone." in told
        assert f"join {GAME}" in told
        for friend in friends[1:]:
            friend.asks(f"join {GAME}")
        wait_for(
            "the first turn", lambda: _has_moved(config, friends), told=(club.path / "desk.log").read_text
        )
    bugyo("audit", GAME, "--store", config.with_name("games.db"))


def _has_moved(config: Path, friends: list[Friend]) -> bool:
    """Whether all have joined and somebody has played his turn; who has a mail to answer does so."""
    for friend in friends:
        friend.player.plays()
    game = _game(config)
    return not game.ledger.absent and game.turn not in ("T0", "T1")


def _game(config: Path) -> GameState:
    record = Record(config.with_name("games.db"))
    try:
        return record.load(GAME).game
    finally:
        record.close()
