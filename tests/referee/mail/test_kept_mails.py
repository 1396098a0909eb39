"""Mails of strangers do not stay for ever, those of players do; and no way in takes more than it can bear."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.mail.desk.desk import BATCH, Desk
from referee.record.mail_cases import CLAIMED, LARGE, MANY, OLD, STRANGERS, PileTable
from referee.seats.seat_view import replay_of
from referee.service.exits import DATAERR, NOUSER, OK, Handled
from referee.service.mail_sizes import BEGINNING, Clipped, Keep, of_file, taken
from referee.telling.provenance import brought_by
from referee.transport.boxes import serve
from tests.referee.mail.test_desk_authority import STRANGER, TAG, Strict
from tests.referee.mail.test_desk_world import PEOPLE, body, mail

CARA = PEOPLE["kii"]
DAY = 86_400_000
ROOM = 10_000


class Kept(Strict):
    """A desk with little room for strangers."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.record.clock = lambda: self.clock
        self.desk = Desk(
            self.referee, self.outbox, clock=lambda: self.clock, keep=Keep(days=30, most_bytes=ROOM)
        )
        self.piles = PileTable(self.record)
        self.sent = 0

    def come(self, text: str, sender: str, size: int = 0, **fields: str) -> str:
        """The digest of a mail that has come, of so many bytes."""
        self.sent += 1
        self.clock += 1
        raw = mail(text, sender, f"<{self.sent}@flood.example>", **fields)
        raw += b"; " + b"x" * (size - len(raw) - 3) + b"\n" if size else b""
        self.desk.handle(raw)
        return hashlib.sha256(raw).hexdigest()

    def has(self, *digests: str) -> list[bool]:
        return [self.record.mail(digest) is not None for digest in digests]

    def sweep(self, days: int = 0) -> list[str]:
        self.clock += days * DAY
        return self.desk.sweep(self.clock)


@pytest.fixture
def keeping(tmp_path: Path) -> Iterator[Kept]:
    made = Kept(tmp_path)
    yield made
    made.record.close()


# ---- by age


def test_what_strangers_and_robots_send_goes_after_thirty_days(keeping: Kept) -> None:
    order = keeping.legal()[0]
    swept = [
        keeping.come("Hello!\n", STRANGER),
        keeping.come("pass\n", CARA, Auto_Submitted="auto-replied"),
        keeping.come("pass\n", "nobody at all"),
    ]
    kept = [
        keeping.come(keeping.block("kii", order), CARA),
        keeping.come(keeping.block("kii", "nonsense"), CARA),
        keeping.come("Hello!\n", CARA, Subject=TAG),
        keeping.come(f"{order}\n", CARA, Subject=TAG),
        keeping.come("what\n", CARA, Subject=TAG),
        keeping.come("Hello!\n", CARA, Subject="[nogame T1 iga]"),
    ]
    came = keeping.clock - 6  # the last of them
    keeping.clock = came - 2 + 30 * DAY
    assert keeping.sweep() == []
    assert keeping.has(*swept) == [True] * 3
    keeping.clock = came + 1 + 30 * DAY
    assert keeping.sweep() == ["3 mails of strangers were swept."]
    assert keeping.has(*swept) == [False] * 3
    assert keeping.has(*kept) == [True] * 6
    gone = keeping.piles.swept(swept[0])
    assert gone is not None
    assert (gone.why, gone.swept_at) == (OLD, keeping.clock)
    assert keeping.sweep() == []


def test_much_is_swept_in_batches(keeping: Kept) -> None:
    sent = [keeping.come(f"{n}\n", "nobody") for n in range(BATCH + 1)]
    keeping.piles = PileTable(keeping.record)
    gone = sum(not held for held in keeping.has(*sent))
    left = len(sent) - gone
    assert keeping.sweep(days=31) == [f"{min(left, BATCH)} mails of strangers were swept."]
    assert left <= BATCH or keeping.sweep() == ["1 mail of strangers was swept."]


# ---- by room


@pytest.mark.parametrize(("more", "held"), [(0, True), (1, False)])
def test_the_newest_that_have_room_are_kept(keeping: Kept, more: int, held: bool) -> None:
    first = keeping.come("Hello!\n", STRANGER, 4000)
    second = keeping.come("Hello!\n", STRANGER, 4000)
    third = keeping.come("Hello!\n", STRANGER, 2000 + more)
    assert keeping.has(first, second, third) == [held, True, True]
    if not held:
        gone = keeping.piles.swept(first)
        assert gone is not None
        assert (gone.why, gone.bytes) == (MANY, 4000)


def test_a_hundred_large_mails_of_a_stranger_are_not_kept_for_a_moment(keeping: Kept) -> None:
    mine = keeping.come(keeping.block("kii", keeping.legal()[0]), CARA)
    for _ in range(100):
        keeping.come("Hello!\n", STRANGER, 9000)
        assert keeping.piles.bytes().get(STRANGERS, 0) <= ROOM
    assert keeping.has(mine) == [True]
    assert len([*keeping.record.mails()]) == 2


def test_what_comes_in_the_name_of_a_player_without_proof_has_room_of_its_own(keeping: Kept) -> None:
    mine = keeping.come(keeping.block("kii", "nonsense"), CARA, 9000)
    stranger = keeping.come("Hello!\n", STRANGER, 9000)
    for _ in range(5):
        keeping.come("Hello!\n", CARA, 9000, Subject=TAG)
        assert keeping.piles.bytes().get(CLAIMED, 0) <= ROOM
    assert keeping.has(mine, stranger) == [True, True]


def test_a_mail_that_waits_for_a_word_stays_until_it_has_come(keeping: Kept) -> None:
    order = keeping.legal()[0]
    held = keeping.come(f"{order}\n", CARA, Subject=TAG)
    (asked,) = keeping.to(CARA)
    for _ in range(5):
        keeping.come("Hello!\n", CARA, 9000, Subject=TAG)
    keeping.sweep(days=60)
    assert keeping.has(held) == [True]
    keeping.desk.handle(keeping.answer(asked))
    keeping.desk.handle(keeping.answer(asked))
    position = next(n for n, one in enumerate(keeping.record.envelopes("winter"), 1) if one.act[0] == "mail")
    replay = replay_of(keeping.record, "winter")
    brought = brought_by(keeping.record, replay, position, "kii")
    assert (brought.digest, brought.swept_at) == (held, None)
    assert brought.origin is not None


def test_the_orders_of_players_are_never_swept(keeping: Kept) -> None:
    digest = keeping.come(keeping.block("kii", keeping.legal()[0]), CARA)
    keeping.piles.sweep([digest], OLD, keeping.clock)
    assert keeping.has(digest) == [True]


# ---- too large


@pytest.mark.parametrize("most", [1, BEGINNING - 1, BEGINNING, 100_000])
@pytest.mark.parametrize("more", [0, 1])
def test_no_more_is_taken_in_than_may_be(most: int, more: int) -> None:
    whole = bytes(range(256)) * 1000
    raw = whole[: most + more]
    for found in (of_file(io.BytesIO(raw), most), taken([raw[:1], raw[1:]], most)):
        if not more:
            assert found == raw
            assert type(found) is bytes
        else:
            assert isinstance(found, Clipped)
            assert found == raw[:BEGINNING]
            assert (found.size, found.whole) == (len(raw), hashlib.sha256(raw).hexdigest())


def large(raw: bytes, most: int = 200_000) -> bytes:
    return taken([raw], most)


def test_of_a_mail_that_is_too_large_its_beginning_is_kept_and_its_digest(keeping: Kept) -> None:
    raw = mail(keeping.block("kii", keeping.legal()[0]) + "x" * 300_000, CARA, Subject=TAG)
    before = keeping.game.position
    handled = keeping.desk.handle(large(raw))
    assert handled.exit == DATAERR
    assert handled.why.startswith(f"The mail has {len(raw):,} bytes; Bugyo reads at most 1,048,576.")
    assert keeping.game.position == before
    (answer,) = keeping.to(CARA)
    assert f"The mail has {len(raw):,} bytes" in " ".join(body(answer).split())
    (case,) = keeping.cases.all()
    assert case.digest == hashlib.sha256(raw).hexdigest()
    gone = keeping.piles.swept(case.digest)
    assert gone is not None
    assert (gone.bytes, gone.why) == (len(raw), LARGE)
    assert gone.beginning == hashlib.sha256(raw[:BEGINNING]).hexdigest()
    assert keeping.record.mail(case.digest) is None


@pytest.mark.parametrize(
    ("sender", "fields", "exit"),
    [(STRANGER, {}, NOUSER), (CARA, {"Auto_Submitted": "auto-replied"}, OK), ("no address", {}, DATAERR)],
)
def test_a_mail_that_is_too_large_is_never_tried_again(
    keeping: Kept, sender: str, fields: dict[str, str], exit: int
) -> None:
    handled = keeping.desk.handle(large(mail("x" * 300_000, sender, **fields)))
    assert handled.exit == exit
    assert not handled.is_left


def test_the_beginnings_of_large_mails_do_not_fill_the_store_either(keeping: Kept) -> None:
    for number in range(5):
        keeping.desk.handle(large(mail(f"{number}" + "x" * 300_000, STRANGER, f"<{number}@x.org>")))
    assert keeping.piles.bytes().get(STRANGERS, 0) <= ROOM


def test_a_maildir_is_read_no_further_than_that(tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / "1").write_bytes(b"a" * 100)
    (tmp_path / "new" / "2").write_bytes(b"b" * 101)
    seen: list[bytes] = []

    class FakeDesk:
        def handle(self, raw: bytes) -> Handled:
            seen.append(raw)
            return Handled(OK, "done")

    serve(FakeDesk(), tmp_path, once=True, report=lambda line: None, most=100)
    assert [isinstance(raw, Clipped) for raw in seen] == [False, True]


# ---- stores that were there before


def test_what_strangers_had_sent_before_is_swept_too(keeping: Kept) -> None:
    digest = keeping.come("Hello!\n", STRANGER)
    mine = keeping.come(keeping.block("kii", keeping.legal()[0]), CARA)
    keeping.record.recorder.write("DELETE FROM mail_piles", ())
    assert keeping.sweep(days=31) == ["1 mail of strangers was swept."]
    assert keeping.has(digest, mine) == [False, True]
