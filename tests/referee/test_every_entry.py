"""Every kind of entry that a line of a mail can bring about: brought about by one, and compared with it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from domain.game.checking.readjudicate import Finding
from domain.game.entries.policy import Policy
from referee.audit import sent_lines
from referee.audit.sent_lines import Recorded, Sent, check_sent, of_stored
from referee.games import people
from referee.reading.reading import ReadMail, read_mail
from referee.record.envelope import COMMAND_LINE, MAIL, Act
from referee.record.record import Record
from tests.referee.every_line import POLICY, Hall
from tests.referee.mail.test_desk_lines import DORA, Talking
from tests.referee.mail.test_desk_world import PEOPLE, mail
from tests.referee.mail.test_own_cells import Celled
from tests.referee.mail.test_real_dice import Table

BEFORE_ROOTS = {"sheet-committed"}
"""What no game of today's protocol takes."""


def with_people(path: Path) -> tuple[Record, str]:
    talk = Talking(path)
    people.change_policy(talk.referee, "winter", POLICY, "a test", Act(COMMAND_LINE))
    talk.out()
    talk.delegates(f"delegate to Dora {DORA} until 2026-12-31 for press")
    talk.say("undelegate Dora")
    talk.say("dispute 3: No.")
    talk.say("withdraw dispute 1")
    talk.say("agree to pause")
    talk.say("vacation 2026-12-24 to 2027-01-02")
    talk.say("press to iga: Come  with me.")
    talk.say("advise")
    order = talk.legal("kii")[0]
    talk.say("wait", order)
    talk.say("withdraw 1")
    talk.say("on turn 0: pass")
    talk.say(order)
    talk.say("undo")
    talk.say(talk.legal("kii")[1])
    talk.say("take back: a slip")
    talk.say("refuse take back", seat="iga")
    talk.out()
    talk.say("my address is cara2@example.org")
    talk.answers_question("cara2@example.org")
    talk.say("resign seat no time", seat="iga")
    talk.out()
    talk.desk.handle(mail("takeover iga\n", DORA, Subject="[winter]"))
    talk.answers_question(DORA)
    talk.say("concede", seat="ise", sender=PEOPLE["ise"])
    return talk.record, "winter"


def with_cells(path: Path) -> tuple[Record, str]:
    table = Celled(path)
    one, other, *_rest = table.legal()
    table.filled(one)
    seat = table.seat
    table.send(seat, *table.filled(other))
    return table.record, "spring"


def with_dice(path: Path) -> tuple[Record, str]:
    table = Table(path)
    table.reply(PEOPLE["iga"], "rolled 2")
    table.reply(PEOPLE["ise"], "confirm dice")
    return table.record, "winter"


def with_a_witness(path: Path) -> tuple[Record, str]:
    return Table(path, Policy(), level=3).record, "winter"


def with_forfeits(path: Path) -> tuple[Record, str]:
    hall = Hall(path, "shinobi", policy=Policy(errors="strict", hours=72))
    hall.join()
    hall.send(hall.seat, f"place oda in {hall.seat}")
    return hall.record, "g"


STORIES = (with_people, with_cells, with_dice, with_a_witness, with_forfeits)
Story = Callable[[Path], tuple[Record, str]]


def test_every_kind_that_is_compared_is_recorded_by_a_line_and_holds(tmp_path: Path) -> None:
    found = set[str]()
    for story in STORIES:
        folder = tmp_path / story.__name__
        folder.mkdir()
        record, game = story(folder)
        events = [*of_stored(record.envelopes(game), game)]
        sent, finding = checked(record, game, events)
        assert finding is None, finding
        assert sent.is_whole()
        found |= {one.entry["type"] for one in events if one.act.cause == MAIL and one.act.reference}
        record.close()
    assert found | BEFORE_ROOTS == compared()


def compared() -> set[str]:
    return {*sent_lines._WITH_WORDS, *sent_lines._TIMED, *sent_lines._FITTING}


def checked(record: Record, game: str, events: list[Recorded]) -> tuple[Sent, Finding | None]:
    kept = record.load(game).game

    def read(digest: str) -> ReadMail | None:
        raw = record.mail(digest)
        return None if raw is None else read_mail(raw)

    return check_sent(iter(events), kept.rules, kept.data, read)
