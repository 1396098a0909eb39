"""Notices beside mail: who may have them, what they say, where they go, and that they tell no secret."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from domain.game.entries.policy import Policy
from domain.kit.sealed import REFEREE
from referee.bundle.writing import write_bundle
from referee.games import people
from referee.games.opening import Opening
from referee.mail.desk.desk import Desk
from referee.mail.office.notices import AT_ONCE, TO_CLUB, TO_HOST, TO_PERSON, TOO_OLD, Messenger
from referee.mail.office.office import PostOffice
from referee.mail.writing import notices
from referee.mail.writing.notices import hook_of
from referee.reading.reading import read_mail
from referee.record.envelope import COMMAND_LINE, Act
from referee.record.outbox import NOTICE, NOTICES, OutboxTable
from referee.seats.readers import set_reader
from referee.seats.tokens import shown
from referee.service.configuration import Configuration, Maildir, Notices, Secret
from referee.service.webhook_hosts import HOSTS
from referee.transport.outbox import Down, Later, Never, Queue
from referee.transport.webhooks import Hook, Unreachable, Wire
from tests.referee.mail.test_desk_world import KEY, PEOPLE, body, mail
from tests.referee.mail.test_letters import ANNA, BELA, CARA, CLOCKS, HOUR, Club
from tests.tokens import token

URL = "https://ntfy.sh/Secret_Topic-9"
WISH = f"notices to {URL}"
PAGES = "https://games.example.org/"


class Noticed(Club):
    """A club that sends notices, by itself and to people; `sent` are those that went out."""

    def __init__(self, path: Path, policy: Policy = CLOCKS, url: str = "") -> None:
        path.mkdir(exist_ok=True)
        super().__init__(path, policy, PAGES)
        (path / "url").write_text(url)
        part = Notices(Secret(file=str(path / "url")) if url else None)
        settings = Configuration(
            "",
            "referee@bugyo.invalid",
            referee="rei@example.org",
            outgoing=Maildir(str(path / "out")),
            notices=part,
        )
        self.settings = settings
        self.desk = Desk(
            self.referee, self, clock=lambda: self.now, read=read_mail, pages=PAGES, notices=part
        )
        self.log: list[str] = []
        self.sent: list[tuple[Hook, bytes]] = []
        self.answers = 200
        self.office = PostOffice(settings, self.record, lambda: self.now, self.log.append)
        self.desk.announce("winter")
        self.out()

    def wishes(self, text: str, seat: str = "kii", sender: str = "", of: str = "") -> str:
        """What is answered to a mail with a token and one line."""
        turn = self.record.load("winter").game.turn
        block = (
            f"-----BEGIN ORDERS winter {turn} {seat}-----",
            f"TOKEN {shown(token(KEY, 'winter', of or seat, turn))}",
            text,
            f"-----END ORDERS winter {turn} {seat}-----",
        )
        self.desk.handle(mail("\n".join(block) + "\n", sender or PEOPLE[seat], id=f"<{text}{sender}>"))
        return "\n".join(" ".join(body(one).split()) for one in self.out().values())

    def waiting(self) -> list[tuple[str, str, str]]:
        rows = self.record.recorder.rows(
            "SELECT recipient, raw FROM outbox WHERE state='waiting' AND substr(recipient, 1, 7)='notice:' "
            "ORDER BY id"
        )
        found = [(to, msgspec.json.decode(raw)) for to, raw in rows]
        return [(to.removeprefix(NOTICE), said["text"], said.get("link", "")) for to, said in found]


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Noticed]:
    made = Noticed(tmp_path)
    yield made
    made.record.close()


@pytest.fixture(autouse=True)
def wire(monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    """What the network does: each request is put down; it answers a number, or cannot be reached."""
    world: dict[str, object] = {"answer": 200, "sent": []}

    def post(hook: Hook, fields: object, raw: bytes, wire: Wire) -> int:
        answer, sent = world["answer"], world["sent"]
        assert isinstance(sent, list)
        sent.append((f"{hook.host}{hook.path}", raw.decode()))
        if isinstance(answer, str):
            raise Unreachable(answer)
        assert isinstance(answer, int)
        return answer

    monkeypatch.setattr("referee.mail.office.notices.post", post)
    return world


def test_a_turn_is_told_by_notice_beside_its_mail(club: Noticed, wire: dict[str, object]) -> None:
    said = club.wishes(WISH, "iga")
    assert "a notice goes to ntfy.sh as well" in said
    assert "Secret" not in said
    club.order(id="<1@x>")
    assert club.waiting() == []
    club.order(id="<2@x>")
    said = "Your turn in a game of Shinobi until Fri 11:06."
    assert club.waiting() == [(ANNA, said, PAGES)]
    assert club.office.send_all()
    assert wire["sent"] == [("ntfy.sh/Secret_Topic-9", said)]
    assert club.waiting() == []
    club.desk.tell("winter")
    assert club.waiting() == []


def test_a_notice_is_in_its_readers_language_and_zone(club: Noticed) -> None:
    club.wishes(WISH)
    set_reader(club.record, CARA, language="ru", zone="Asia/Tokyo")
    club.desk.remind("winter")
    ((_, text, _),) = club.waiting()
    assert text == "Ваш ход в партии Shinobi, до пт 20:06."


def test_notices_off_ends_them(club: Noticed) -> None:
    club.wishes(WISH)
    assert "No notices are sent to you" in club.wishes("notices off")
    club.desk.remind("winter")
    assert (hook_of(club.record, CARA), club.waiting()) == (None, [])


@pytest.mark.parametrize(
    "wish",
    [
        "notices to http://ntfy.sh/t",
        "notices to https://127.0.0.1/t",
        "notices to https://evil.example/t as ntfy",
        "notices to https://ntfy.sh/t as irc",
        "notices to ntfy",
        "notices please",
    ],
)
def test_what_is_no_address_for_notices_is_said_and_changes_nothing(club: Noticed, wish: str) -> None:
    assert "Notices cannot go there." in club.wishes(wish)
    assert hook_of(club.record, CARA) is None


def test_a_shape_may_be_named_and_the_address_keeps_its_letters(club: Noticed) -> None:
    club.wishes("notices to https://discord.com/api/webhooks/12/aB_c-D as Discord")
    assert hook_of(club.record, CARA) == Hook("discord.com", "/api/webhooks/12/aB_c-D", "discord")


# ---- whose wish it is


def test_a_forged_sender_sets_nobodys_notices(club: Noticed) -> None:
    """Without a token, with that of another seat, and with that of a seat of the forger's own."""
    club.desk.handle(mail(f"{WISH}\n", CARA, id="<forged@x>"))
    assert hook_of(club.record, CARA) is None
    club.wishes(WISH, of="iga")
    assert hook_of(club.record, CARA) is None
    club.wishes(WISH, seat="iga", sender=CARA)
    assert [hook_of(club.record, one) for one in (ANNA, BELA, CARA)] == [None, None, None]


def test_a_token_in_other_hands_sets_nobodys_notices(tmp_path: Path) -> None:
    """Also where a game takes mails with a token from anywhere, or from its address without one."""
    club = Noticed(tmp_path, Policy(authority=0))
    for sender in ("eve@example.org", BELA):
        club.wishes(WISH, sender=sender)
        assert hook_of(club.record, sender) is None
    club.desk.handle(mail(f"{WISH}\n", CARA, id="<bare@x>"))
    (said,) = club.out().values()
    assert "in an answer to a mail of your turn" in " ".join(body(said).split())
    assert hook_of(club.record, CARA) is None
    club.record.close()


def test_a_mail_without_token_waits_for_the_word(club: Noticed) -> None:
    club.desk.handle(mail(f"{WISH}\n", CARA, id="<1@x>"))
    asked = club.out()[CARA]
    assert "Secret" not in body(asked)
    answer = mail("yes\n", CARA, id="<2@x>", Subject=f"Re: {asked['Subject']}")
    assert club.desk.handle(answer).exit == 0
    assert hook_of(club.record, CARA) == Hook("ntfy.sh", "/Secret_Topic-9", "ntfy")


# ---- no secret


def test_the_address_comes_into_no_event_mail_log_or_export(club: Noticed, tmp_path: Path) -> None:
    handled = club.desk.handle(
        mail(f"{club_block(club)}", CARA, id="<1@x>"),
    )
    assert b"Secret" not in msgspec.json.encode(handled)
    club.desk.remind("winter")
    kept = club.record.recorder.rows("SELECT raw, about, message_id, recipient FROM outbox")
    assert kept
    assert not any("Secret" in str(field) for row in kept for field in row)
    cases = club.record.recorder.rows("SELECT * FROM mail_cases")
    assert cases
    assert not any("Secret" in str(field) for row in cases for field in row)
    club.order(id="<2@x>")
    write_bundle(club.record, "winter", REFEREE, tmp_path / "all.bugyo")
    with zipfile.ZipFile(tmp_path / "all.bugyo") as bundle:
        assert any(name.startswith("mails/") for name in bundle.namelist())
        assert not any(b"Secret" in bundle.read(name) for name in bundle.namelist())


def club_block(club: Noticed) -> str:
    turn = club.record.load("winter").game.turn
    fences = f"ORDERS winter {turn} kii-----"
    return (
        f"-----BEGIN {fences}\nTOKEN {shown(token(KEY, 'winter', 'kii', turn))}\n{WISH}\n-----END {fences}\n"
    )


def test_an_address_beside_anything_else_is_refused(club: Noticed) -> None:
    assert "must come alone" in club.wishes(f"{WISH}\nwhat")
    assert hook_of(club.record, CARA) is None


@pytest.mark.parametrize("name", ["shinobi-1", "shinobi-2026"])
def test_a_game_that_we_have_named_is_named_with_its_page(tmp_path: Path, name: str) -> None:
    club = Noticed(tmp_path, url="https://ntfy.sh/club")
    called(club, name)
    until = " until Fri 11:06."
    assert club.waiting() == [
        (CARA, f"Your turn in {name}{until}", f"{PAGES}g/{name}/"),
        ("", f"{name}: the turn of kii{until}", f"{PAGES}g/{name}/"),
    ]
    club.record.close()


@pytest.mark.parametrize(
    "name", ["buy-now-at-evil", "shinobi-49151123", "shinobi-1-x", "kawanakajima-1", "shinobi"]
)
def test_a_name_that_somebody_has_chosen_is_told_to_no_other_server(tmp_path: Path, name: str) -> None:
    club = Noticed(tmp_path, url="https://ntfy.sh/club")
    called(club, name)
    rows = club.record.recorder.rows("SELECT raw FROM outbox WHERE recipient LIKE 'notice:%'")
    assert len(rows) == 3
    assert not any(name in bytes(raw).decode() for (raw,) in rows)
    assert all(link == PAGES for _, _, link in club.waiting())
    club.record.close()


def called(club: Noticed, name: str) -> None:
    """Another game of this name begins, of which a player and the club are told."""
    club.wishes(WISH)
    club.office.send_all()
    opening = Opening(name, "shinobi", ("Anna", "Bela", "Cara"), level=0, policy=CLOCKS)
    club.referee.open(opening, Act(COMMAND_LINE))
    club.record.register(name, "kii", CARA)
    club.desk.announce(name)


def test_a_notice_holds_no_link_of_a_seat_and_no_token(club: Noticed, wire: dict[str, object]) -> None:
    club.wishes(WISH)
    letters = club.desk.remind("winter")
    assert letters
    ((_, text, link),) = club.waiting()
    assert link == PAGES
    assert shown(token(KEY, "winter", "kii", "T1")) not in text


# ---- on their way


def test_a_service_that_is_down_is_tried_again_and_given_up_after_a_day(
    club: Noticed, wire: dict[str, object]
) -> None:
    club.wishes(WISH)
    club.desk.remind("winter")
    wire["answer"] = "ntfy.sh cannot be reached: no route."
    club.office.send_all()
    club.now += 59_000
    club.office.send_all()
    assert len(sent(wire)) == 1
    club.now += 1_000
    club.office.send_all()
    assert len(sent(wire)) == 2
    assert hook_of(club.record, CARA)
    club.now += TOO_OLD
    club.office.send_all()
    assert hook_of(club.record, CARA) is None


@pytest.mark.parametrize(
    ("number", "kept"), [(204, True), (429, True), (503, True), (404, False), (302, False)]
)
def test_what_an_answer_means(club: Noticed, wire: dict[str, object], number: int, kept: bool) -> None:
    club.wishes(WISH)
    club.desk.remind("winter")
    wire["answer"] = number
    club.office.send_all()
    assert (hook_of(club.record, CARA) is not None) is kept
    assert (len(club.waiting()) == 1) is (number in (429, 503))


def test_who_cannot_be_told_is_sent_none_any_more_and_one_mail(
    club: Noticed, wire: dict[str, object]
) -> None:
    club.wishes(WISH)
    club.desk.remind("winter")
    club.now += HOUR
    club.order(id="<1@x>")
    club.wishes(WISH)
    club.desk.remind("winter")
    wire["answer"] = 410
    club.office.send_all()
    rows = club.record.recorder.rows(
        "SELECT recipient, about FROM outbox WHERE about LIKE '%notices%' AND recipient=?", (CARA,)
    )
    assert rows == [(CARA, "Bugyo: your notices are off")]
    assert len(sent(wire)) == 1
    assert club.log
    assert not any("Secret" in line for line in club.log)
    assert Queue(club.record, lambda: club.now).unsent() == []


def test_so_many_an_hour_to_a_person(club: Noticed, wire: dict[str, object]) -> None:
    club.wishes(WISH)
    messenger = Messenger(club.settings, club.record, lambda: club.now)
    raw = msgspec.json.encode(notices.Said("Your turn"))
    for _ in range(TO_PERSON):
        messenger.carry(NOTICE + CARA, raw)
    with pytest.raises(Later):
        messenger.carry(NOTICE + CARA, raw)
    assert len(sent(wire)) == TO_PERSON
    club.now += HOUR
    messenger.carry(NOTICE + CARA, raw)
    assert len(sent(wire)) == TO_PERSON + 1


def test_so_many_an_hour_to_a_host_for_all(club: Noticed, wire: dict[str, object]) -> None:
    messenger = Messenger(club.settings, club.record, lambda: club.now)
    raw = msgspec.json.encode(notices.Said("Your turn"))
    hook = msgspec.json.encode(Hook("ntfy.sh", "/t", "ntfy"))
    people_of = [f"anna{number}@example.org" for number in range(TO_HOST // TO_PERSON + 1)]
    for address in people_of:
        club.record.set(f"notices/to/{address}", hook)
    for address in people_of[:-1]:
        for _ in range(TO_PERSON):
            messenger.carry(NOTICE + address, raw)
    with pytest.raises(Later):
        messenger.carry(NOTICE + people_of[-1], raw)
    assert len(sent(wire)) == TO_HOST


def test_so_many_an_hour_to_the_club(tmp_path: Path, wire: dict[str, object]) -> None:
    club = Noticed(tmp_path, url="https://ntfy.sh/club")
    messenger = Messenger(club.settings, club.record, lambda: club.now)
    for _ in range(TO_CLUB):
        messenger.carry(NOTICE, b'{"text": "x"}')
    with pytest.raises(Later):
        messenger.carry(NOTICE, b'{"text": "x"}')
    assert len(sent(wire)) == TO_CLUB
    club.record.close()


def test_a_few_go_between_two_looks_at_the_mails(club: Noticed, wire: dict[str, object]) -> None:
    club.wishes(WISH)
    table = OutboxTable(club.record, NOTICES)
    for number in range(AT_ONCE + 1):
        table.put(f"<{number}@x>", NOTICE + CARA, b'{"text": "x"}', "x", club.now)
    club.office.send()
    assert (len(sent(wire)), len(club.waiting())) == (AT_ONCE, 1)
    assert club.office.is_behind
    club.office.send()
    assert (len(sent(wire)), len(club.waiting())) == (AT_ONCE + 1, 0)


def test_a_mail_server_that_is_down_holds_no_notice_up(
    club: Noticed, wire: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    def down(self: object, *args: object) -> int:
        raise Down("no route")

    club.wishes(WISH)
    club.desk.remind("winter")
    monkeypatch.setattr("referee.mail.html.carried.Pictured.carry", down)
    Queue(club.record, lambda: club.now).put("<1@x>", ANNA, b"x")
    club.office.send()
    assert len(sent(wire)) == 1


def test_a_host_that_the_file_allows_no_more_is_not_written_to(
    club: Noticed, wire: dict[str, object]
) -> None:
    club.wishes(WISH)
    settings = msgspec.structs.replace(club.settings, notices=Notices(hosts=("discord.com",)))
    with pytest.raises(Never):
        Messenger(settings, club.record, lambda: club.now).carry(NOTICE + CARA, b'{"text": "x"}')
    assert sent(wire) == []


@pytest.mark.parametrize("path", ["/v1/account", "/topic/../docs", "/a/b"])
def test_what_was_kept_before_and_is_no_topic_is_not_written_to(
    club: Noticed, wire: dict[str, object], path: str
) -> None:
    club.record.set(f"notices/to/{CARA}", msgspec.json.encode(Hook("ntfy.sh", path, "ntfy")))
    club.desk.remind("winter")
    club.office.send_all()
    assert (sent(wire), hook_of(club.record, CARA)) == ([], None)
    rows = club.record.recorder.rows("SELECT about FROM outbox WHERE recipient=?", (CARA,))
    assert ("Bugyo: your notices are off",) in rows


def test_mails_and_notices_do_not_wait_for_each_other(club: Noticed, wire: dict[str, object]) -> None:
    club.wishes(WISH)
    club.desk.remind("winter")
    assert [one.to for one in Queue(club.record, lambda: club.now, NOTICES).unsent()] == [NOTICE + CARA]
    assert Queue(club.record, lambda: club.now).unsent() == []
    assert Queue(club.record, lambda: club.now).next_due() is None


def test_a_desk_without_notices_sends_none_and_says_so(tmp_path: Path) -> None:
    club = Club(tmp_path)
    club.desk.announce("winter")
    club.out()
    said = " ".join(body(club.order(WISH)[CARA]).split())
    assert "This desk sends no notices." in said
    club.record.close()


# ---- the club's


def test_the_club_is_told_whose_turn_it_is_and_that_a_game_is_over(
    tmp_path: Path, wire: dict[str, object]
) -> None:
    club = Noticed(tmp_path, url="https://discord.com/api/webhooks/1/x")
    assert club.waiting() == [("", "A game of Shinobi: the turn of kii until Fri 11:06.", PAGES)]
    club.desk.remind("winter")
    assert len(club.waiting()) == 1
    people.abandon(club.referee, "winter", "Spring.", Act(COMMAND_LINE, person=REFEREE))
    club.desk.tell("winter")
    assert club.waiting()[1:] == [("", "A game of Shinobi is over.", PAGES)]
    club.office.send_all()
    assert [where for where, _ in sent(wire)] == ["discord.com/api/webhooks/1/x"] * 2
    assert "winter" not in "".join(said for _, said in sent(wire))
    club.record.close()


def test_a_game_that_the_public_sees_late_is_not_told_of(tmp_path: Path) -> None:
    club = Noticed(tmp_path, Policy(delay=24), url="https://ntfy.sh/club")
    assert club.waiting() == []
    club.record.close()


def test_programs_are_not_told_of(tmp_path: Path) -> None:
    club = Noticed(tmp_path, url="https://ntfy.sh/club")
    opening = Opening("bots", "shinobi", ("Anna", "Bela", "steady (program)"), level=0)
    club.referee.open(opening, Act(COMMAND_LINE))
    club.record.register("bots", "iga", ANNA)
    club.desk.announce("bots")
    assert club.record.load("bots").game.awaited() == ("kii",)
    assert len(club.waiting()) == 1, "Of winter."
    club.record.close()


def test_the_referee_hears_that_the_clubs_address_is_wrong(tmp_path: Path, wire: dict[str, object]) -> None:
    club = Noticed(tmp_path, url="https://ntfy.sh/Club-Secret")
    wire["answer"] = 404
    club.office.send_all()
    told = club.record.recorder.rows(
        "SELECT recipient, about FROM outbox WHERE recipient=?", ("rei@example.org",)
    )
    assert told == [("rei@example.org", "Bugyo: the desk needs you")]
    assert club.log
    assert not any("Secret" in line for line in club.log)
    club.record.close()


def test_the_hosts_are_those_of_the_three_services() -> None:
    assert Notices().hosts == tuple(HOSTS) == ("discord.com", "hooks.slack.com", "ntfy.sh")


def sent(wire: dict[str, object]) -> list[tuple[str, str]]:
    found = wire["sent"]
    assert isinstance(found, list)
    return found
