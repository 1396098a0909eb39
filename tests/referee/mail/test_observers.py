"""People who observe a game by mail: one word begins it, what everybody may know comes to them, with the
delay of the game, and its players see them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from email.message import EmailMessage
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from starlette.testclient import TestClient

from domain.game.entries.policy import PRIVATE, Policy
from domain.kit.chance import Source
from domain.kit.sealed import PUBLIC
from referee.bundle.writing import members
from referee.club import observers
from referee.club.club_file import Club
from referee.club.lists import Lists, Who
from referee.club.words import Observe
from referee.games.old_enough import HOUR
from referee.games.opening import Opening
from referee.games.people import abandon, take_seat
from referee.identity.answer_limits import ANSWERS
from referee.identity.authority import UNPROVEN
from referee.mail.desk.desk import Desk
from referee.mail.desk.observing import A_DAY
from referee.mail.html.dress import dresser
from referee.mail.office.office import PostOffice
from referee.mail.writing.letters_to_named import Dress
from referee.record.envelope import COMMAND_LINE, Act
from referee.record.observers import ObserverTable
from referee.seats.readers import reader_of
from referee.service.configuration import Configuration, Maildir
from referee.service.exits import Handled
from referee.transport.letters import NEWS, message_id, name_of
from referee.web.application import application
from tests.now_and_soak import in_every_run
from tests.referee.mail.golden.session import BOUNCE
from tests.referee.mail.test_desk_authority import MX
from tests.referee.mail.test_desk_secrets import LONGER, Dealt, ideal
from tests.referee.mail.test_desk_world import DESK, PEOPLE, World, body, mail
from tests.referee.mail.test_newcomers import vouched

DORA, EVE = "dora@example.com", "eve@evil.example"
PAGES = "https://games.example.org"
REFEREE = Act(COMMAND_LINE, person="referee")
DAY = 24 * HOUR


class Arena(World):
    """A world with a club, whose people may be observed."""

    def __init__(
        self,
        path: Path,
        club: Club = Club(create="anybody"),  # noqa: B008 - frozen
        policy: Policy = Policy(press=PRIVATE),  # noqa: B008 - frozen
        chance: Source | None = None,
        dress: Dress | None = None,
        **more: object,
    ) -> None:
        self.policy = policy
        super().__init__(path, chance, **more)  # type: ignore[arg-type]
        self.mails = 0
        self.serve(club, dress)
        self.desk.announce("winter")
        self.out()

    def open(self, name: str, people: dict[str, str]) -> None:
        names = tuple(address.partition("@")[0].title() for address in people.values())
        self.referee.open(Opening(name, "shinobi", names, level=0, policy=self.policy), REFEREE)
        for seat, address in people.items():
            self.record.register(name, seat, address)

    def serve(self, club: Club, dress: Dress | None = None, authserv_ids: Sequence[str] = ()) -> None:
        self.desk = Desk(
            self.referee,
            self.outbox,
            clock=lambda: self.now,
            pages=PAGES,
            lists=Lists(self.referee, club),
            dress=dress,
            authserv_ids=authserv_ids,
        )

    def write(self, sender: str, text: str, **fields: str) -> Handled:
        self.mails += 1
        return self.desk.handle(mail(f"{text}\n", sender, f"<{self.mails}@x.org>", **fields))

    def to(self, address: str) -> list[EmailMessage]:
        return [one for one in self.out() if one["To"] == address]

    def answer(self, sender: str, text: str, **fields: str) -> str:
        """What somebody is answered to a mail, at once."""
        self.write(sender, text, **fields)
        (one,) = self.to(re.sub(r".*<|>", "", sender).lower())
        return said(one)

    def agrees(self, sender: str, text: str) -> str:
        """A mail, and the yes that the desk asks for; what is answered at last."""
        self.write(sender, text)
        (asked,) = self.out()
        assert "CONFIRM" in asked["Subject"]
        return self.answer(sender, "yes", Subject=f"Re: {asked['Subject']}")

    def plays(self, *lines: str) -> None:
        """The awaited seat sends lines; its first legal order, where it is given none."""
        handled = self.write(PEOPLE[self.seat], self.block(self.seat, *(lines or self.legal()[:1])))
        assert handled.exit == 0, handled

    def swept(self, hours: float = 0) -> dict[str, list[EmailMessage]]:
        """What has gone out by the clock after some hours, by address."""
        self.out()
        self.now += int(hours * HOUR)
        self.desk.sweep()
        found: dict[str, list[EmailMessage]] = {}
        for one in self.out():
            found.setdefault(str(one["To"]), []).append(one)
        return found


def said(one: EmailMessage) -> str:
    return " ".join(body(one).split())


@pytest.fixture
def arena(tmp_path: Path) -> Iterator[Arena]:
    made = Arena(tmp_path)
    yield made
    made.record.close()


@pytest.fixture
def late(tmp_path: Path) -> Iterator[Arena]:
    """A game of which the public sees everything a day late."""
    made = Arena(tmp_path, policy=Policy(press=PRIVATE, delay=24))
    yield made
    made.record.close()


# ---- it begins, news come, it ends


def test_one_word_begins_it_and_the_news_come(arena: Arena) -> None:
    arena.write(DORA, "Hello,\n\nobserve winter please\n\nDora")
    (asked,) = arena.out()
    assert asked["To"] == DORA
    assert "A mail in your name asks that you observe the game “winter”" in said(asked)
    assert DORA not in arena.swept(), "Nothing is sent before the word."
    arena.plays()
    assert DORA not in arena.swept()
    answer = arena.answer(DORA, "yes", Subject=f"Re: {asked['Subject']}")
    assert "You observe the game winter as “Dora”; its players see that name." in answer
    assert f"in at most {A_DAY} mails a day. It is the turn of" in answer
    assert DORA not in arena.swept(), "He knows how it stands."
    order = arena.legal()[0]
    arena.plays(order)
    (news,) = arena.swept()[DORA]
    assert news["Subject"] == "News [winter T2 public] Shinobi"
    assert re.fullmatch(
        rf"<mailto:{DESK}\?subject=stop%20observing%20winter%20CONFIRM%20[A-Z2-7-]{{29}}"
        r"&body=stop%20observing%20winter>",
        news["List-Unsubscribe"],
    )
    assert "Since your last mail:" in said(news)
    assert "To end these mails: stop observing winter." in said(news)
    assert "TOKEN" not in body(news)
    assert "BEGIN ORDERS" not in body(news)
    assert f"{PAGES}/g/winter/" in body(news)
    assert DORA not in arena.swept(24), "Nothing has happened."


def test_what_was_kept_back_by_the_pause_is_told_together(arena: Arena) -> None:
    arena.agrees(DORA, "observe winter")
    arena.plays()
    assert len(arena.swept()[DORA]) == 1
    for _ in range(3):
        arena.plays()
        assert DORA not in arena.swept(24 / A_DAY / 4)
    assert len(arena.swept(24 / A_DAY / 4)[DORA]) == 1


def test_a_tap_ends_it_at_once_and_nothing_is_kept_of_him(arena: Arena) -> None:
    arena.agrees(DORA, "observe winter")
    arena.plays()
    (news,) = arena.swept()[DORA]
    assert taps(arena, "Dora+x@example.com", news).startswith("You observe winter no more.")
    arena.plays()
    assert DORA not in arena.swept()
    (row,) = ObserverTable(arena.record).of_game("winter")
    assert (row.address, row.person) == ("", "")
    arena.swept(25)
    assert ObserverTable(arena.record).of_game("winter") == []
    assert "You do not observe the game “winter”." in arena.answer(DORA, "stop observing winter")
    arena.now += DAY
    assert "You observe no game." in arena.answer(DORA, "stop observing")


def test_nobody_is_asked_for_a_word_where_there_is_nothing_to_end(arena: Arena) -> None:
    arena.open("autumn", PEOPLE)
    arena.agrees(DORA, "observe winter")
    assert "You do not observe the game “autumn”." in arena.answer(DORA, "stop observing autumn")


def taps(arena: Arena, sender: str, news: EmailMessage) -> str:
    """What is answered to the button that a mail program shows beside a mail."""
    query = parse_qs(urlsplit(str(news["List-Unsubscribe"]).strip("<>")).query)
    (subject,), (text,) = query["subject"], query["body"]
    return arena.answer(sender, text, Subject=subject)


@pytest.mark.parametrize("line", ["stop observing winter", "stop observing"])
def test_a_line_without_proof_ends_it_by_one_word_more(arena: Arena, line: str) -> None:
    arena.agrees(DORA, "observe winter")
    arena.write(DORA, line)
    (asked,) = arena.to(DORA)
    assert "A mail in your name asks that you observe" in said(asked)
    assert "CONFIRM" in asked["Subject"]
    assert [one.address for one in observers.watching(arena.record, "winter")] == [DORA]
    answer = arena.answer(DORA, "no", Subject=f"Re: {asked['Subject']}")
    assert "Nothing follows" in answer
    assert len(observers.watching(arena.record, "winter")) == 1
    arena.now += DAY
    arena.write(DORA, f"{line}.")
    (asked,) = arena.to(DORA)
    arena.write(EVE, "yes", Subject=f"Re: {asked['Subject']}")
    assert len(observers.watching(arena.record, "winter")) == 1
    arena.out()
    answer = arena.answer(DORA, "yes", Subject=f"Re: {asked['Subject']}")
    assert "You observe winter no more." in answer
    assert not observers.watching(arena.record, "winter")


@pytest.mark.parametrize("method", ["spf", "dkim", "dmarc"])
def test_a_line_for_which_the_server_vouches_ends_it_at_once(arena: Arena, method: str) -> None:
    arena.agrees(DORA, "observe winter")
    arena.serve(Club(create="anybody"), authserv_ids=[MX])
    fields = vouched("example.com", method)
    assert "an observer reads" in arena.answer(DORA, "Hello", **fields)
    assert "You observe winter no more." in arena.answer(DORA, "stop observing winter", **fields)
    piles = arena.record.recorder.rows("SELECT DISTINCT pile FROM mail_piles")
    assert piles == [("strangers",)], "Nothing of who only reads is kept for longer."


def test_the_mark_of_a_button_ends_that_game_of_that_mailbox_and_no_other(arena: Arena) -> None:
    arena.open("autumn", PEOPLE)
    arena.agrees(DORA, "observe winter")
    arena.agrees(DORA, "observe autumn")
    arena.agrees(EVE, "observe winter")
    arena.plays()
    news = arena.swept()
    mark = str(news[DORA][0]["List-Unsubscribe"]).partition("CONFIRM%20")[2][:29]
    for sender, line in (
        (EVE, "stop observing winter"),
        (DORA, "stop observing autumn"),
        (DORA, "stop observing"),
    ):
        arena.write(sender, line, Subject=f"{line} CONFIRM {mark}")
        assert "CONFIRM" in arena.to(sender)[0]["Subject"], "It is asked."
    assert len(observers.watching(arena.record, "winter")) == 2
    assert len(observers.watching(arena.record, "autumn")) == 1
    assert "winter no more" in taps(arena, DORA, news[DORA][0])
    assert [one.address for one in observers.watching(arena.record, "winter")] == [EVE]


def test_the_end_of_the_game_is_told_and_ends_it(arena: Arena) -> None:
    arena.agrees(DORA, "observe winter")
    abandon(arena.referee, "winter", "Nobody has time.", REFEREE)
    (news,) = arena.swept()[DORA]
    assert news["Subject"].startswith("Over")
    assert not observers.watching(arena.record, "winter")
    assert "The game “winter” is over" in arena.answer(EVE, "observe winter")


def test_mails_are_as_he_chooses(arena: Arena) -> None:
    arena.agrees(DORA, "observe winter")
    assert "Les courriers sont en français" in arena.answer(DORA, "language fr")
    assert "sans le plateau" in arena.answer(DORA, "mails short")
    assert "12:00" in arena.answer(DORA, "digest 12:00")
    arena.plays()
    sent = [one for _nth in range(8) for one in arena.swept(6).get(DORA, [])]
    assert len(sent) == 1, "One mail a day."
    assert "Depuis votre dernier courriel" in said(sent[0])
    assert arena.answer(DORA, "zone Nowhere/Land")


# ---- who sees whom


def test_players_are_told_once_and_can_ask(arena: Arena) -> None:
    arena.agrees(DORA, "observe winter named Dora K")
    told = arena.swept()
    for address in PEOPLE.values():
        (one,) = told[address]
        assert "Your game is now observed by “Dora K”" in said(one)
        assert DORA not in body(one)
    assert not arena.swept(25)
    assert "winter: 1 observes, “Dora K”." in arena.answer(PEOPLE["ise"], "observers")
    assert "You play in no game" in arena.answer(EVE, "show observers")


def test_players_are_told_once_a_day_of_however_many(arena: Arena) -> None:
    for name in ("ivo", "jan", "kim"):
        arena.agrees(f"{name}@club.example", "observe winter")
        told = arena.swept()
        assert bool(told) == (name == "ivo"), "Of the others a day later."
    (one,) = arena.swept(24)[PEOPLE["kii"]]
    assert "Your game is now observed by “Jan” and “Kim”" in said(one)
    who = Who("kim@club.example", "Kim")
    for _ in range(3):
        observers.end(arena.record, who.address, "winter", arena.now)
        observers.begin(arena.referee, Club(), Observe("winter"), who, arena.now)
    assert not arena.swept(24), "Who stops and begins again is not told of anew."


def test_press_to_all_goes_to_observers_and_no_other(arena: Arena) -> None:
    arena.agrees(DORA, "observe winter")
    arena.swept()
    iga = PEOPLE[arena.seat]
    arena.write(iga, arena.block(arena.seat, "press to all: Good luck to all of us."))
    arena.write(iga, arena.block(arena.seat, "press to kii: Between you and me."))
    (news,) = arena.swept()[DORA]
    assert "Good luck to all of us." in said(news)
    assert "Between you and me" not in said(news)
    arena.write(iga, arena.block(arena.seat, "press to kii: Still between us."))
    assert DORA not in arena.swept(24)


def test_an_observer_only_reads(arena: Arena) -> None:
    arena.agrees(DORA, "observe winter")
    before = arena.record.load("winter").head
    for text in ("press to all: I see you.", "place oda in iga", "What fun this is!"):
        answer = arena.answer(DORA, text, Subject="Re: News [winter T1 public] Shinobi")
        assert "an observer reads, and gives no orders and no press" in answer
        assert "stop observing winter" in answer
    assert arena.record.load("winter").head == before


def test_whoever_plays_does_not_observe(arena: Arena) -> None:
    for sender in (PEOPLE["kii"], "Cara+1@example.org"):
        assert "You play in this game" in arena.answer(sender, "observe winter")
    arena.agrees(DORA, "observe winter")
    arena.swept()
    seat = next(one for one in PEOPLE if one != arena.seat)
    take_seat(arena.referee, "winter", seat, "Dora", "It fell free.", REFEREE, DORA)
    arena.desk.tell("winter")
    arena.plays()
    assert DORA not in arena.swept(), "The mails of the seat are his."
    assert not observers.watching(arena.record, "winter")


def test_no_event_and_no_bundle_names_an_observer(arena: Arena) -> None:
    before = arena.record.load("winter").head
    arena.agrees("Dora K <dora@example.com>", "observe winter")
    arena.swept()
    assert arena.record.load("winter").head == before
    held = b"".join(members(arena.record, "winter", "referee").values())
    assert b"Dora K" not in held
    assert DORA.encode() not in held


# ---- by a click


OURS = "referee@club.example"


def test_the_pages_have_the_line_as_a_link(arena: Arena) -> None:
    def pages(club: Club | None) -> tuple[str, str]:
        web = TestClient(application(arena.record, address=OURS, club=club, clock=lambda: arena.now))
        return web.get("/").text, web.get("/g/winter/").text

    link = f"mailto:{OURS}?subject=observe%20winter&amp;body=observe%20winter%0D%0A"
    for page in pages(Club()):
        assert f'href="{link}">News by mail</a>' in page
    for page in (*pages(None), *pages(Club(public=("lists",)))):
        assert "News by mail" not in page
    abandon(arena.referee, "winter", "Nobody has time.", REFEREE)
    for page in pages(Club()):
        assert "News by mail" not in page


def test_the_answer_to_games_has_the_line(arena: Arena) -> None:
    told = arena.answer(DORA, "games")
    assert f"Shinobi: War of the Clans: {PAGES}/g/winter/ observe winter" in told
    arena.agrees("ivo@ivo.example", "observe winter")
    assert "You observe: winter." in arena.answer("ivo@ivo.example", "games")


# ---- what is kept back stays back


def test_what_is_new_is_neither_told_nor_shown_before_its_time(late: Arena) -> None:
    late.now += DAY
    late.agrees(DORA, "observe winter")
    late.swept()
    late.plays()
    assert DORA not in late.swept(23.9)
    late.write(EVE, "observe winter")
    asked = late.out()[0]
    answer = late.answer(EVE, "yes", Subject=f"Re: {asked['Subject']}")
    assert "The public view is late by 24 hours." in answer
    assert answer.count("go-hojo") == 0 or "hidden" in answer
    (news,) = late.swept(0.2)[DORA]
    assert "Since your last mail:" in said(news)


def test_an_end_that_nobody_may_know_of_changes_no_answer(late: Arena) -> None:
    """To “games”, to “observe”, and to no answer of those who observe."""
    late.now += DAY
    late.agrees(DORA, "observe winter")
    watched, asks = late.answer("a@a.example", "games"), late.answer("b@b.example", "observe winter")
    assert "observe winter" in watched
    late.swept()
    abandon(late.referee, "winter", "Nobody has time.", REFEREE)
    assert late.answer("c@c.example", "games") == watched
    assert bare(late.answer("d@d.example", "observe winter")) == bare(asks)
    assert DORA not in late.swept(23.9)
    (news,) = late.swept(0.2)[DORA]
    assert news["Subject"].startswith("Over")


def test_a_game_that_is_not_public_is_told_apart_from_none_by_nothing(late: Arena) -> None:
    def refusals(day: int) -> set[bytes]:
        found = set[bytes]()
        for name in ("winter", "nothere"):
            late.write(f"{name}@{day}.example", f"observe {name}")
            (one,) = late.out()
            del one["Date"], one["Message-ID"], one["In-Reply-To"], one["References"]
            found.add(one.as_bytes().replace(name.encode(), b"NAME"))
        return found

    fresh = refusals(1)
    assert "No game “NAME” can be observed here.".encode() in next(iter(fresh))
    assert len(fresh) == 1, "Nothing of it is old enough yet."
    late.now += 2 * DAY
    assert len(refusals(1)) == 2
    late.serve(Club(create="anybody", public=("lists",)))
    assert len(refusals(2)) == 1


def watched(path: Path, dress: Dress | None, *, swapped: bool) -> list[bytes]:
    """All that an observer is sent."""
    path.mkdir()
    arena = Arena(path, chance=Dealt(swapped), dress=dress, commit=ideal)
    arena.agrees(DORA, "observe winter")
    sent = []
    for nth, (seat, *lines) in enumerate(LONGER):
        raw = mail(arena.block(seat, *lines), PEOPLE[seat], id=f"<{nth}@example.org>")
        arena.desk.handle(raw)
        sent += [one.as_bytes() for one in arena.swept(24 / A_DAY).get(DORA, [])]
    arena.record.close()
    return sent


@pytest.mark.parametrize("how", in_every_run(("text",), ("text", "with pictures")))
def test_swapped_cards_change_no_mail_of_an_observer(tmp_path: Path, how: str) -> None:
    dress = dresser(DESK, pytest.fail) if how != "text" else None
    one, other = (watched(tmp_path / str(swapped), dress, swapped=swapped) for swapped in (False, True))
    assert len(one) >= 4
    assert not dress or sum(b"image/svg+xml" in raw for raw in one) >= 2
    assert one == other


# ---- who would do harm


def test_a_forged_mail_gets_one_question_and_none_where_dmarc_failed(arena: Arena) -> None:
    for name in ("winter", "winter", "nothere", "winter named X"):
        arena.write(DORA, f"observe {name}")
    out = arena.out()
    assert sum("CONFIRM" in one["Subject"] for one in out) == 1
    assert len(out) == 2, "The question, and one short answer."
    arena.desk = Desk(
        arena.referee,
        arena.outbox,
        clock=lambda: arena.now,
        lists=Lists(arena.referee, Club(create="anybody")),
        authserv_ids=["mx.example.net"],
    )
    failed = {"Authentication-Results": "mx.example.net; dmarc=fail header.from=evil.example"}
    arena.write(EVE, "observe winter", **failed)
    assert arena.out() == []


def test_games_and_people_are_counted(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(observers, "OF_A_GAME", 2)
    monkeypatch.setattr(observers, "OF_A_MAILBOX", 1)
    for name in ("ivo", "jan"):
        arena.agrees(f"{name}@{name}.example", "observe winter")
    arena.agrees("jan@jan.example", "stop observing")
    assert "2 people observe this game already" in arena.answer(DORA, "observe winter")
    arena.open("autumn", PEOPLE)
    assert "You may observe 1 games" in arena.answer("jan@jan.example", "observe autumn")
    arena.swept(25)
    arena.agrees(DORA, "observe winter")


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Anna", "is the name of somebody else in this game"),
        ("iga", "is a seat and not a name"),
        ("referee", "it is no address, no link and no role"),
        ("D0ra@x.example", "it is no address, no link and no role"),
        ("Ivo", "Somebody who observes this game is called so"),
    ],
)
def test_nobody_is_called_like_another(arena: Arena, name: str, why: str) -> None:
    arena.agrees("ivo@ivo.example", "observe winter")
    assert why in arena.answer(DORA, f"observe winter named {name}")


def test_a_choice_of_which_he_would_not_be_told_is_not_made(arena: Arena) -> None:
    arena.agrees(DORA, "observe winter")
    for zone in ("Asia/Tokyo", "Europe/Paris", "Asia/Tokyo", "Europe/Paris", "Asia/Tokyo"):
        arena.write(DORA, f"zone {zone}")
    assert len(arena.to(DORA)) == ANSWERS[UNPROVEN].hour == 3
    assert reader_of(arena.record, DORA).zone == "Asia/Tokyo", "The third."
    arena.write(DORA, "language fr")
    assert reader_of(arena.record, DORA).language == "en"


def test_nobody_makes_up_a_mail_that_came_back(arena: Arena) -> None:
    """What our mails to him are called cannot be worked out by who knows the game and his address, nor does
    the answer to a mail that somebody has forged end anything when it comes back."""
    arena.agrees(DORA, "observe winter")
    arena.plays()
    (news,) = arena.swept()[DORA]
    guessed = {message_id(name_of(NEWS, DORA, "winter", PUBLIC, n), DESK) for n in range(40)}
    assert str(news["Message-ID"]) not in guessed
    arena.write(DORA, "games")
    (answer,) = arena.to(DORA)
    comes_back(arena, answer)
    assert len(observers.watching(arena.record, "winter")) == 1


def comes_back(arena: Arena, one: EmailMessage) -> None:
    settings = Configuration("store.db", DESK, outgoing=Maildir(str(arena.path / "out")))
    office = PostOffice(settings, arena.record, lambda: arena.now, lambda line: None)
    named = f"Message-ID: {one['Message-ID']}"
    office.look_for_bounce(BOUNCE.format(to=DORA, desk=DESK, number=1, named=named).encode())


def test_a_mail_that_comes_back_ends_it(arena: Arena) -> None:
    arena.agrees(DORA, "observe winter")
    arena.plays()
    (news,) = arena.swept()[DORA]
    comes_back(arena, news)
    assert not observers.watching(arena.record, "winter")


def bare(text: str) -> str:
    """Without the mark of a question."""
    return re.sub(r"CONFIRM(%20| )[A-Z2-7 -]+", "", text)
