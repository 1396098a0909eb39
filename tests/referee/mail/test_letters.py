"""The last lines of mails, their thread, deadlines, what is new on the board, press, digests, languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from email.message import EmailMessage
from pathlib import Path

import pytest

from domain.game.entries.policy import Policy
from domain.game.state.words import notation_of
from domain.kit.errors import StaleOrder
from domain.kit.sealed import REFEREE
from projections.language.catalogues import FULL, LANGUAGES, Reader, written_for
from referee.games import people
from referee.games.opening import Opening
from referee.games.press import press
from referee.games.referee import Referee
from referee.mail.desk.desk import Desk
from referee.mail.writing.digest import day_due
from referee.reading.reading import read_mail
from referee.record.envelope import COMMAND_LINE, Act
from referee.record.record import Record
from referee.seats.public_scene import public_scene
from referee.seats.readers import described, next_digest, reader_of, set_reader, to_look_at
from referee.seats.seat_view import board
from referee.seats.tokens import shown
from tests.record.stores import hurry
from tests.referee.mail.test_desk_world import KEY, NOW, PEOPLE, Highest, about, body, mail, parse
from tests.tokens import token

HOUR = 3_600_000
SOME_DAY = 1 << 62
ANNA, BELA, CARA = PEOPLE.values()
CLOCKS = Policy(hours=48, reminders=(24,), grace=120, press="private", anonymous=True)


class Club:
    """A desk whose clock stands still until it is moved, and a game with clocks and press."""

    def __init__(self, path: Path, policy: Policy = CLOCKS, pages: str = "") -> None:
        self.now = NOW
        self.mails: list[bytes] = []
        self.record = Record(path / "store.db", clock=lambda: self.now, entropy=bytes)
        hurry(self.record)
        self.record.set("server-key", KEY)
        self.referee = Referee(self.record, Highest())
        self.desk = Desk(self.referee, self, clock=lambda: self.now, read=read_mail, pages=pages)
        names = ("Anna", "Bela", "Cara")
        self.referee.open(Opening("winter", "shinobi", names, level=0, policy=policy), Act(COMMAND_LINE))
        for seat, address in PEOPLE.items():
            self.record.register("winter", seat, address)

    def carry(self, to: str, raw: bytes) -> None:
        self.mails.append(raw)

    def out(self) -> dict[str, EmailMessage]:
        """The mails that have gone out since, by their readers."""
        found = {str(one["To"]): one for one in map(parse, self.mails)}
        self.mails.clear()
        return found

    def order(self, *lines: str, id: str = "<1@example.org>") -> dict[str, EmailMessage]:
        """A mail of whoever is awaited, with a legal order if no lines are given; and what comes of it."""
        game = self.record.load("winter").game
        seat = game.awaited()[0]
        write = notation_of(game).write
        given = lines or (write((game.offers(seat) or ())[0]),)
        names = f"winter {game.turn} {seat}"
        block = (
            f"-----BEGIN ORDERS {names}-----",
            f"TOKEN {shown(token(KEY, 'winter', seat, game.turn))}",
            *given,
            f"-----END ORDERS {names}-----",
        )
        handled = self.desk.handle(mail("\n".join(block) + "\n", PEOPLE[seat], id=id))
        assert handled.exit == 0, handled.why
        return self.out()


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    made = Club(tmp_path)
    made.desk.announce("winter")
    made.out()
    yield made
    made.record.close()


# ---- the last two lines


def test_the_last_two_lines_are_for_ever(club: Club) -> None:
    """Programs read them: a field may be added at the end of a line, and none taken away."""
    club.desk.remind("winter")
    first, second = body(club.out()[CARA]).splitlines()[-2:]
    assert first == ":: Game: winter  Title: shinobi  Turn: T1  Seat: kii"
    assert second == ":: Mail: reminder  Event: 18  State: your-move  Due: 2026-11-20T11:06:40Z"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_last_two_lines_are_the_same_in_every_language(club: Club, language: str) -> None:
    set_reader(club.record, CARA, language=language)
    mails = club.order("plaice oda")
    assert about(mails[CARA]) == {
        "Game": "winter",
        "Title": "shinobi",
        "Turn": "T1",
        "Seat": "kii",
        "Mail": "answer",
        "Event": "18",
        "State": "your-move",
        "Due": "2026-11-20T11:06:40Z",
    }


def test_what_a_mail_is_and_how_the_game_stands(club: Club) -> None:
    club.order(id="<1@x>")
    mails = club.order(id="<2@x>")
    assert {to: (about(one)["Mail"], about(one)["State"]) for to, one in mails.items()} == {
        CARA: ("answer", "waiting"),
        ANNA: ("turn", "your-move"),
        BELA: ("news", "waiting"),
    }
    people.pause(club.referee, "winter", "Snow.", 0, Act(COMMAND_LINE, person=REFEREE))
    club.desk.remind("winter")
    assert about(club.out()[ANNA])["State"] == "paused"
    people.abandon(club.referee, "winter", "Spring.", Act(COMMAND_LINE, person=REFEREE))
    club.desk.tell("winter")
    assert {about(one)["State"] + about(one)["Mail"] for one in club.out().values()} == {"overend"}


def test_an_invitation_is_told_apart(tmp_path: Path) -> None:
    club = Club(tmp_path)
    club.referee.open(Opening("later", "shinobi", ("A", "B", "C")), Act(COMMAND_LINE))
    club.record.register("later", "iga", ANNA)
    club.desk.announce("later")
    said = about(club.out()[ANNA])
    assert (said["Mail"], said["State"]) == ("opening", "joining")
    club.record.close()


# ---- one thread a turn


def test_a_turn_has_one_subject_and_one_thread(club: Club) -> None:
    first, second = club.order(id="<1@x>")[CARA], club.order("what", id="<2@x>")[CARA]
    assert first["Subject"] == second["Subject"] == "Re: Your turn by Fri 11:06 [winter T1 kii] Shinobi"
    turn = first["References"].split()[0]
    assert second["References"].split()[0] == turn
    later = club.order(id="<3@x>")[ANNA]
    assert later["Subject"] == "Your turn by Fri 11:06 [winter T2 iga] Shinobi"
    assert turn not in later["References"]


def test_an_answer_keeps_the_subject_of_the_mail_of_ours_that_it_answers(club: Club) -> None:
    club.desk.remind("winter")
    asked = club.out()[CARA]
    club.now += 10 * HOUR
    club.desk.handle(mail("what\n", CARA, id="<9@x>", In_Reply_To=asked["Message-ID"], Subject="=?x?="))
    answer = club.out()[CARA]
    assert answer["Subject"] == f"Re: {asked['Subject']}"


def test_the_mails_of_one_question_hang_together_and_those_of_the_next_do_not(club: Club) -> None:
    """Programs put together what names the same id; many look at nothing else."""
    club.desk.remind("winter")
    reminded = club.out()[CARA]
    answered = club.order(id="<1@x>")[CARA]
    club.now += 49 * HOUR
    club.desk.sweep(club.now)
    late = club.out()[CARA]
    assert about(late)["Mail"] == "late"
    (thread,) = str(reminded["References"]).split()
    assert all(str(one["References"]).split()[0] == thread for one in (answered, late))
    mails = club.order(id="<2@x>")
    asked, news = mails[ANNA], mails[BELA]
    assert len({thread, str(asked["References"]), str(news["References"])}) == 3


def test_nobody_gets_the_subject_of_a_mail_to_another(club: Club) -> None:
    club.desk.remind("winter")
    asked = club.out()[CARA]
    club.desk.handle(mail("what\n", BELA, id="<9@x>", In_Reply_To=asked["Message-ID"]))
    assert "kii]" not in club.out()[BELA]["Subject"]


# ---- deadlines


def test_deadlines_are_in_the_readers_zone_and_in_utc(club: Club) -> None:
    set_reader(club.record, ANNA, zone="America/New_York")
    set_reader(club.record, CARA, zone="Asia/Tokyo")
    mails = club.order()
    assert "Answer by Friday 20 November, 20:06 (Tokyo)." in body(mails[CARA])
    mails = club.order(id="<2@x>")
    assert "Answer by Friday 20 November, 06:06 (New York)." in body(mails[ANNA])
    assert "until Friday 20 November, 11:06 (UTC)." in " ".join(body(mails[BELA]).split())


def test_reminders_and_the_word_that_time_is_over_are_sent_once(club: Club) -> None:
    club.order(id="<1@x>")
    club.now += 24 * HOUR
    for _ in range(2):
        club.desk.sweep(club.now)
    mails = club.out()
    assert [(to, about(one)["Mail"]) for to, one in mails.items()] == [(CARA, "reminder")]
    club.now += 24 * HOUR + 60_000
    for _ in range(2):
        club.desk.sweep(club.now)
    mails = club.out()
    assert [(to, about(one)["Mail"]) for to, one in mails.items()] == [(CARA, "late")]
    assert "Your deadline was Friday 20 November, 11:06 (UTC)." in body(mails[CARA])


# ---- what is new


def test_what_is_new_on_the_whole_board_is_marked_at_the_edge(club: Club) -> None:
    set_reader(club.record, ANNA, mails="full")
    club.order(id="<1@x>")
    said = body(club.order(id="<2@x>")[ANNA])
    marked = [line for line in said.splitlines() if line.endswith(" <")]
    assert marked
    assert {len(line) for line in marked} == {78}
    assert "< at the right edge: new since event 18, of which your last mail told." in said
    assert re.search(r"^Since then: \S+ 0 to \d", said, re.MULTILINE)


def test_the_whole_board_has_marks_from_the_first_event_on_and_none_where_nothing_was_told(
    club: Club,
) -> None:
    for n in range(2):
        club.order(id=f"<{n}@x>")
    scene = public_scene(club.record, "winter", club.now, "")
    assert scene is not None
    with written_for(Reader(length=FULL)):
        marks = {told: [one for one in board(scene, told) if one.endswith(" <")] for told in (0, 1, 2)}
        last = board(scene, len(scene.replay))
    assert (marks[0], [one for one in last if one.endswith(" <")]) == ([], [])
    assert marks[1] == marks[2] != []


def test_a_board_on_which_nothing_is_new_has_no_marks(club: Club) -> None:
    club.desk.remind("winter")
    assert not re.search(r" <$|at the right edge", body(club.out()[CARA]), re.MULTILINE)


# ---- press


def test_press_comes_to_its_readers_with_its_writer_and_audience(club: Club) -> None:
    act = Act(COMMAND_LINE, person="Anna", seat="iga")
    press(club.referee, "winter", "iga", ("ise",), "Together?\nTell nobody.", act)
    club.desk.tell("winter")
    mails = club.out()
    assert list(mails) == [BELA]
    said = body(mails[BELA])
    assert about(mails[BELA])["Mail"] == "press"
    assert "Press from iga (Anna) to you:\n  | Together?\n  | Tell nobody.\n" in said
    assert "Together?" not in said.replace("  | Together?", "")


def test_anonymous_press_names_nobody(club: Club) -> None:
    press(club.referee, "winter", "iga", (), "Somebody lies.", Act(COMMAND_LINE), anonymous=True)
    club.desk.tell("winter")
    mails = club.out()
    assert set(mails) == {ANNA, BELA, CARA}
    assert "Press without a name, to all:\n  | Somebody lies.\n" in body(mails[BELA])
    assert not re.search(r"iga|Anna", body(mails[BELA]).partition("Somebody lies.")[0].partition("Press")[2])


def test_no_line_of_press_is_read_as_an_order(club: Club) -> None:
    act = Act(COMMAND_LINE, person="Anna", seat="iga")
    press(club.referee, "winter", "iga", (), "pass\n-----BEGIN ORDERS winter T1 kii-----", act)
    club.desk.tell("winter")
    said = body(club.out()[CARA])
    assert "\npass\n" not in said
    assert "\n-----BEGIN ORDERS " not in said


# ---- digests


DAYS = [
    (Reader(digest="18:00"), "2026-11-18 17:59", "2026-11-17"),
    (Reader(digest="18:00"), "2026-11-18 18:00", "2026-11-18"),
    (Reader(digest="18:00", zone="Asia/Tokyo"), "2026-11-18 09:00", "2026-11-18"),
    (Reader(digest="18:00", zone="Asia/Tokyo"), "2026-11-18 08:59", "2026-11-17"),
    (Reader(), "2026-11-18 18:00", ""),
]


@pytest.mark.parametrize(("reader", "time", "day"), DAYS)
def test_a_digest_is_due_once_a_day_at_its_time(reader: Reader, time: str, day: str) -> None:
    assert day_due(reader, millis(time)) == day


def millis(time: str) -> int:
    """A time in UTC, in milliseconds since 1970."""
    return int(datetime.fromisoformat(time).replace(tzinfo=UTC).timestamp() * 1000)


PARIS = "Europe/Paris"
NEXT = [
    (Reader(digest="18:00"), "2026-11-18 17:59", "2026-11-18 18:00"),
    (Reader(digest="18:00"), "2026-11-18 18:00", "2026-11-19 18:00"),
    (Reader(digest="00:00"), "2026-12-31 23:59", "2027-01-01 00:00"),
    (Reader(digest="18:00", zone="Asia/Tokyo"), "2026-11-18 08:59", "2026-11-18 09:00"),
    (Reader(digest="18:00", zone="Asia/Tokyo"), "2026-11-18 09:00", "2026-11-19 09:00"),
    # The clocks of Paris skip from 02:00 to 03:00 on 2026-03-29, and have 02:00 to 03:00 twice on 2026-10-25.
    (Reader(digest="02:30", zone=PARIS), "2026-03-28 12:00", "2026-03-29 00:30"),
    (Reader(digest="03:00", zone=PARIS), "2026-03-28 12:00", "2026-03-29 01:00"),
    (Reader(digest="02:30", zone=PARIS), "2026-10-24 12:00", "2026-10-25 00:30"),
    (Reader(digest="03:00", zone=PARIS), "2026-10-24 12:00", "2026-10-25 02:00"),
]


@pytest.mark.of_files
@pytest.mark.parametrize(("reader", "now", "then"), NEXT)
def test_when_the_next_digest_may_be_due(reader: Reader, now: str, then: str) -> None:
    assert next_digest(reader, millis(now)) == millis(then)


@pytest.mark.of_files
@pytest.mark.parametrize("zone", [PARIS, "America/St_Johns", "Australia/Lord_Howe"])
@pytest.mark.parametrize("time", ["00:00", "01:45", "02:30"])
@pytest.mark.parametrize("first", ["2026-03-01 00:00", "2026-09-28 00:00"])
def test_nobody_is_looked_at_too_late(zone: str, time: str, first: str) -> None:
    """At each quarter of an hour of forty days in which clocks change: until the next look no day comes."""
    reader, due, day = Reader(zone=zone, digest=time), 0, ""
    for at in range(millis(first), millis(first) + 40 * 24 * HOUR, HOUR // 4):
        if at >= due:
            day = max(day, day_due(reader, at))
            due = next_digest(reader, at)
        assert day_due(reader, at) <= day


def test_only_those_are_looked_at_whose_time_has_come(club: Club) -> None:
    set_reader(club.record, ANNA, digest="18:00")
    set_reader(club.record, BELA, digest="07:00", zone="Asia/Tokyo")
    assert to_look_at(club.record, club.now) == (ANNA, BELA)
    club.desk.sweep(club.now)
    assert to_look_at(club.record, club.now) == ()
    assert to_look_at(club.record, millis("2026-11-18 17:59")) == ()
    assert to_look_at(club.record, millis("2026-11-18 18:00")) == (ANNA,)
    assert to_look_at(club.record, millis("2026-11-18 22:00")) == (ANNA, BELA)
    set_reader(club.record, BELA, language="fr")
    assert to_look_at(club.record, club.now) == (BELA,)
    set_reader(club.record, BELA, digest="off")
    assert to_look_at(club.record, SOME_DAY) == (ANNA,)


def test_a_look_while_no_digest_is_due_reads_the_wish_of_nobody(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, setting = list[str](), club.record.setting

    def noted(name: str, default: bytes = b"") -> bytes:
        read.append(name)
        return setting(name, default)

    monkeypatch.setattr(club.record, "setting", noted)
    club.desk.sweep(club.now)
    with_none = list(read)
    for number in range(30):
        set_reader(club.record, f"p{number}@example.org", digest="18:00")
    club.desk.sweep(club.now)
    read.clear()
    club.desk.sweep(club.now)
    assert read == with_none


def test_who_wished_for_a_digest_before_there_was_a_table_has_it_still(club: Club) -> None:
    """As an older Bugyo has left it: the wishes in one setting, and no table."""
    club.record.set(f"reader/{BELA}", b'["en","UTC","18:00"]')
    club.record.set("digests", b'["%b"]' % BELA.encode())
    with club.record.recorder.together():
        club.record.recorder.write("DROP TABLE digests", ())
    club.order(id="<1@x>")
    older = Record(club.record.place)
    try:
        assert to_look_at(older, SOME_DAY) == (BELA,)
        set_reader(older, CARA, digest="19:00")
        assert to_look_at(older, SOME_DAY) == (BELA, CARA)
        assert older.setting("digests") == b"[]"
    finally:
        older.close()
    club.now += 8 * HOUR
    assert [line for line in club.desk.sweep(club.now) if "digest" in line] == [f"digest {BELA}"]


def test_news_waits_for_the_digest_and_what_asks_does_not(club: Club) -> None:
    for address in (ANNA, BELA):
        set_reader(club.record, address, digest="18:00")
    club.desk.sweep(club.now)
    club.out()
    club.order(id="<1@x>")
    mails = club.order(id="<2@x>")
    assert {to: about(one)["Mail"] for to, one in mails.items()} == {CARA: "answer", ANNA: "turn"}
    club.now += 8 * HOUR
    assert [line for line in club.desk.sweep(club.now) if "digest" in line] == [f"digest {BELA}"]
    digest = club.out()[BELA]
    assert digest["Subject"] == "Bugyo: news of 1 game"
    assert about(digest)["Mail"] == "digest"
    assert "== [winter T2 ise] Shinobi; you are ise (Bela)\n" in body(digest)
    assert "kii places a card" in body(digest)
    assert "BEGIN RECEIPT winter ise" in body(digest)
    club.desk.sweep(club.now + HOUR)
    assert club.out() == {}


# ---- what a person wants


def test_a_person_sets_language_zone_and_digest(club: Club) -> None:
    assert reader_of(club.record, "Anna@Example.org") == Reader()
    set_reader(club.record, "Anna@Example.org", language="Français")
    set_reader(club.record, ANNA, zone="Europe/Paris", digest="7:30")
    assert reader_of(club.record, ANNA) == Reader("fr", "Europe/Paris", "07:30")
    assert to_look_at(club.record, SOME_DAY) == (ANNA,)
    set_reader(club.record, ANNA, digest="off")
    assert to_look_at(club.record, SOME_DAY) == ()
    assert described(Reader("fr", "Europe/Paris", "07:30")) == (
        "Mails are in français, with times of Europe/Paris. News comes once a day, after 07:30."
    )


WRONG = [
    ({"language": "klingon"}, "There is no language “klingon”."),
    ({"zone": "Europe/Atlantis"}, "There is no zone “Europe/Atlantis”."),
    ({"zone": "../etc/passwd"}, "There is no zone"),
    ({"digest": "25:00"}, "“25:00” is no time of day."),
]


@pytest.mark.parametrize(("wanted", "why"), WRONG)
def test_what_cannot_be_wanted_is_refused_and_changes_nothing(
    club: Club, wanted: dict[str, str], why: str
) -> None:
    with pytest.raises(StaleOrder, match=re.escape(why)):
        set_reader(club.record, ANNA, **wanted)
    assert reader_of(club.record, ANNA) == Reader()


def test_each_reads_the_same_mail_in_his_own_language(club: Club) -> None:
    set_reader(club.record, ANNA, language="fr")
    set_reader(club.record, BELA, language="ru")
    club.order(id="<1@x>")
    mails = club.order(id="<2@x>")
    assert "vendredi" in body(mails[ANNA])
    assert re.search("[а-я]", body(mails[BELA]))
    turn = "It is the turn of iga (Anna) in winter, until Friday 20 November, 11:06"
    assert turn in " ".join(body(mails[CARA]).split())
    assert not re.search(r"[а-я]|the turn of", body(mails[ANNA]))


# ---- pages


def test_mails_name_the_page_of_the_seat_where_there_are_pages(tmp_path: Path) -> None:
    club = Club(tmp_path, pages="https://games.example.org")
    club.desk.announce("winter")
    links = {
        to: re.findall(r"^Your page: (https://\S+)$", body(one), re.MULTILINE)
        for to, one in club.out().items()
    }
    assert all(len(found) == 1 for found in links.values())
    assert len({found[0] for found in links.values()}) == 3
    club.record.close()


# ---- what all are told at once


def test_what_the_referee_decides_is_told_at_once_and_once(club: Club) -> None:
    people.pause(club.referee, "winter", "Snow.", 0, Act(COMMAND_LINE, person=REFEREE))
    assert club.desk.tell("winter") == ("iga", "ise", "kii")
    mails = club.out()
    assert {to: about(one)["Mail"] for to, one in mails.items()} == dict.fromkeys(PEOPLE.values(), "news")
    assert "It is still your turn" in body(mails[CARA])
    assert all("Snow." in body(one) and "The game is paused" in body(one) for one in mails.values())
    assert club.desk.tell("winter") == ()


def test_whoever_takes_a_seat_is_told_what_is_played_and_the_others_that_he_has(club: Club) -> None:
    act = Act(COMMAND_LINE, person=REFEREE)
    people.take_seat(club.referee, "winter", "kii", "Dora", "Cara is away.", act, "dora@example.org")
    club.desk.tell("winter")
    mails = club.out()
    assert {to: about(one)["Mail"] for to, one in mails.items()} == {
        CARA: "news",  # that she has lost it
        "dora@example.org": "opening",
        ANNA: "news",
        BELA: "news",
    }
    assert next(iter(mails)) == CARA
    said = body(mails["dora@example.org"])
    assert said.splitlines()[0].startswith("You have taken the seat kii (“Dora”) in the game winter")
    assert "-----BEGIN ORDERS winter T1 kii-----" in said


def test_a_delegate_is_written_to_like_the_seat_and_in_his_own_language(club: Club) -> None:
    set_reader(club.record, "dora@example.org", language="fr")
    act = Act(COMMAND_LINE, person="Anna", seat="iga")
    until = club.now + 100 * HOUR
    people.delegate(club.referee, "winter", "iga", "Dora", "orders", until, act, "dora@example.org")
    club.order(id="<1@x>")
    mails = club.order(id="<2@x>")
    assert about(mails["dora@example.org"])["Mail"] == about(mails[ANNA])["Mail"] == "turn"
    assert mails["dora@example.org"]["Message-ID"] != mails[ANNA]["Message-ID"]
    assert body(mails[ANNA]).startswith("Anna, it is your turn in winter")
    assert body(mails["dora@example.org"]).startswith("Dora, ")
    assert "vendredi" in body(mails["dora@example.org"])
