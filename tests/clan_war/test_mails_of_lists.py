"""With other names, losses and points in a sealed list no mail to the other side changes by a byte."""

from __future__ import annotations

import re
from pathlib import Path

from referee.games.opening import Opening
from referee.record.envelope import COMMAND_LINE, Act
from tests.referee.mail.test_desk_secrets import ideal
from tests.referee.mail.test_desk_world import Highest, World, mail

PEOPLE = {"north": "anna@example.org", "south": "bela@example.org"}

DIGESTS = re.compile(rb"(?<![0-9a-f])[0-9a-f]{16,64}(?![0-9a-f])|(?<=SIGNATURE )[^-]{88,96}(?=-)")
"""Of mails that are sealed by a secret token, of heads that follow from them, and signatures."""

LISTS = (
    ("call north-crane-bushi as D", "casualties north-crane-bushi 1", "vp north 1 carried over"),
    (
        "call north-crane-bushi as Doji's Spears of the Sun",
        "casualties north-crane-bushi 11",
        "vp north -100 carried over from a very long war",
    ),
)


class Muster(World):
    """The same desk with a battle of Crane against Crane."""

    def open(self, name: str, people: dict[str, str]) -> None:
        opening = Opening(name, "clan_war", ("Anna", "Bela"), level=0, seats=tuple(PEOPLE))
        self.referee.open(opening, Act(COMMAND_LINE))
        for seat, address in PEOPLE.items():
            self.record.register(name, seat, address)


def sent(path: Path, lines: tuple[str, ...]) -> dict[str, list[bytes]]:
    """All that each side is sent while the lists are sealed."""
    path.mkdir()
    world = Muster(path, Highest(), ideal)
    world.desk.announce("winter")
    for nth, (seat, *written) in enumerate(
        (
            ("north", "clan crane", "muster crane-bushi", *lines),
            (
                "south",
                "clan crane",
                'recruit crane-general in "Doji\'s Spears of the Sun"',
                "board",
                "status",
            ),
            ("south", "muster crane-bushi", "unseen", "where north", "where north-crane-bushi"),
            ("north", "done"),
            ("south", "call south-crane-bushi as Doji's Spears of the Sun", "board"),
        )
    ):
        world.desk.handle(mail(world.block(seat, *written), PEOPLE[seat], id=f"<{nth}@example.org>"))
    assert world.game.state.board.units == {}
    found: dict[str, list[bytes]] = {seat: [] for seat in PEOPLE}
    for one in world.out():
        to = next(seat for seat in PEOPLE if PEOPLE[seat] == one["To"])
        found[to].append(DIGESTS.sub(b"#", one.as_bytes()))
    world.record.close()
    return found


def test_no_mail_to_the_other_side_tells_what_a_sealed_list_has(tmp_path: Path) -> None:
    one, two = (sent(tmp_path / str(nth), lines) for nth, lines in enumerate(LISTS))
    assert len(one["south"]) >= 4
    assert one["south"] == two["south"]
    assert one["north"] != two["north"]
