"""Maildirs: in the order of arrival, moved only when answered, stopped between two mails."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.service.exits import OK, TEMPFAIL, Handled
from referee.transport.boxes import LARGE, InBox, NotAMaildir, Outbox, Stop, make_maildir, serve
from tests import forked

Answers = Callable[[bytes], Handled]


class FakeDesk:
    """Notes what it is given, and answers with a function of it."""

    def __init__(self, answers: Answers = lambda raw: Handled(OK, "done", "winter", "iga")) -> None:
        self.seen: list[bytes] = []
        self._answers = answers

    def handle(self, raw: bytes) -> Handled:
        self.seen.append(raw)
        return self._answers(raw)


def fill(maildir: Path, *mails: str) -> None:
    make_maildir(maildir)
    for nth, text in enumerate(mails):
        path = maildir / "new" / f"{text}.M{9 - nth}.host"  # names sort against the order of arrival
        path.write_text(text)
        os.utime(path, (1000 + nth, 1000 + nth))


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def quiet(line: str) -> None:
    pass


def test_mails_are_worked_in_the_order_of_their_arrival_and_filed_as_seen(tmp_path: Path) -> None:
    fill(tmp_path, "b", "a", "c")
    desk, said = FakeDesk(), list[str]()
    serve(desk, tmp_path, once=True, report=said.append)
    assert desk.seen == [b"b", b"a", b"c"]
    assert names(tmp_path / "new") == []
    assert names(tmp_path / "cur") == ["a.M8.host:2,S", "b.M9.host:2,S", "c.M7.host:2,S"]
    assert said[0] == "b.M9.host exit 0 winter iga: done"


def test_a_large_mail_waits_for_all_that_are_not(tmp_path: Path) -> None:
    fill(tmp_path, "a", "b", "c", "d")
    for name, size in (("a.M9.host", LARGE + 1), ("b.M8.host", LARGE + 1), ("c.M7.host", LARGE)):
        path = tmp_path / "new" / name
        path.write_text(name[0] * size)
        os.utime(path, (1000 + ord(name[0]), 1000 + ord(name[0])))
    came = list[str]()

    def answers(raw: bytes) -> Handled:
        if raw[:1] == b"a":  # while the first large one is worked, a small one comes
            (tmp_path / "new" / "e.M1.host").write_text("e")
        came.append(raw[:1].decode())
        return Handled(OK, "done", "winter", "iga")

    serve(FakeDesk(answers), tmp_path, once=True, report=quiet)
    assert came == ["d", "c", "a", "e", "b"]


def test_between_two_mails_something_else_may_be_done(tmp_path: Path) -> None:
    fill(tmp_path, "a", "b")
    desk = FakeDesk()
    box = InBox(desk, tmp_path, poll=0.0, report=quiet)
    assert box.work(lambda: False, lambda: desk.seen.append(b"between")) == 2
    assert desk.seen == [b"a", b"between", b"b", b"between"]


@pytest.mark.parametrize(
    ("game", "seen", "left"),
    [("", [b"a"], ["a", "b", "c"]), ("winter", [b"a", b"b", b"c"], ["a"])],
    ids=["the store is in trouble: nobody overtakes", "one game is in trouble: the others go on"],
)
def test_a_mail_that_cannot_be_finished_stays(
    tmp_path: Path, game: str, seen: list[bytes], left: list[str]
) -> None:
    fill(tmp_path, "a", "b", "c")
    desk = FakeDesk(lambda raw: Handled(TEMPFAIL, "full", game) if raw == b"a" else Handled(OK, "done"))
    serve(desk, tmp_path, once=True, report=quiet)
    assert desk.seen == seen
    assert [name[0] for name in names(tmp_path / "new")] == left


def test_what_is_left_behind_is_tried_again_and_reported_once(tmp_path: Path) -> None:
    fill(tmp_path, "a")
    desk, said = FakeDesk(lambda raw: Handled(TEMPFAIL, "full")), list[str]()
    serve(desk, tmp_path, poll=0.01, stop=lambda: len(desk.seen) >= 3, report=said.append)
    assert len(desk.seen) == 3
    assert said == ["a.M9.host is left in new/ (exit 75): full"]


def test_the_pauses_between_the_tries_grow(tmp_path: Path) -> None:
    fill(tmp_path, "a")
    desk, end = FakeDesk(lambda raw: Handled(TEMPFAIL, "full")), time.monotonic() + 0.5
    serve(desk, tmp_path, poll=0.01, stop=lambda: time.monotonic() > end, report=quiet)
    assert 3 <= len(desk.seen) <= 7  # after 10, 30, 70, 150 and 310 ms


def test_another_desk_may_have_moved_the_mail(tmp_path: Path) -> None:
    def taken(raw: bytes) -> Handled:
        (tmp_path / "new" / "a.M9.host").unlink()
        return Handled(OK, "done")

    fill(tmp_path, "a")
    serve(FakeDesk(taken), tmp_path, once=True, report=quiet)


def test_a_file_that_cannot_be_read_is_left_and_reported(tmp_path: Path) -> None:
    fill(tmp_path, "a")
    (tmp_path / "new" / "folder").mkdir()
    said: list[str] = []
    serve(FakeDesk(), tmp_path, once=True, report=said.append)
    assert names(tmp_path / "new") == ["folder"]
    assert any("folder cannot be read or moved and is left in new/" in line for line in said)


def test_a_fault_of_ours_in_one_mail_does_not_stop_the_others(tmp_path: Path) -> None:
    def answers(raw: bytes) -> Handled:
        if raw == b"a":
            raise KeyError("x")
        return Handled(OK, "done")

    fill(tmp_path, "a", "b")
    said: list[str] = []
    serve(FakeDesk(answers), tmp_path, once=True, report=said.append)
    assert [name[0] for name in names(tmp_path / "new")] == ["a"]
    assert "a fault of ours: KeyError('x')" in said[0]


def test_stop_takes_effect_between_two_mails(tmp_path: Path) -> None:
    fill(tmp_path, "a", "b")
    desk = FakeDesk()
    serve(desk, tmp_path, stop=lambda: len(desk.seen) == 1, report=quiet)
    assert desk.seen == [b"a"]
    assert [name[0] for name in names(tmp_path / "new")] == ["b"]


class Slow:
    def handle(self, raw: bytes) -> Handled:
        print("began", flush=True)
        time.sleep(0.5)
        return Handled(0, "done")


def slow_server(path: Path) -> None:
    serve(Slow(), path, stop=Stop(), report=quiet)
    print("ended", flush=True)


def test_sigterm_lets_the_mail_in_hand_be_finished(tmp_path: Path) -> None:
    fill(tmp_path, "a", "b")
    server, said = forked.speaking(lambda: slow_server(tmp_path))
    with said:
        assert said.readline() == "began\n"
        os.kill(server, signal.SIGTERM)
        assert said.read() == "ended\n"
    assert forked.ended(server) == 0
    assert [name[0] for name in names(tmp_path / "new")] == ["b"]
    assert names(tmp_path / "cur") == ["a.M9.host:2,S"]


def test_an_idle_server_stops_soon(tmp_path: Path) -> None:
    asked: list[float] = []

    def stop() -> bool:
        asked.append(time.monotonic())
        return len(asked) > 3

    began = time.monotonic()
    serve(FakeDesk(), tmp_path, poll=60, stop=stop, report=quiet)
    assert time.monotonic() - began < 50  # and it would sleep for 60


def test_a_mail_goes_out_whole_and_leaves_nothing_behind(tmp_path: Path) -> None:
    box = Outbox(tmp_path / "out")
    box.put(b"Subject: x\n\ny\n")
    (path,) = (tmp_path / "out" / "new").iterdir()
    assert path.read_bytes() == b"Subject: x\n\ny\n"
    assert names(tmp_path / "out" / "tmp") == []


def test_a_directory_with_other_things_is_not_made_a_maildir(tmp_path: Path) -> None:
    (tmp_path / "novel.txt").write_text("x")
    with pytest.raises(NotAMaildir, match="other things in it"):
        Outbox(tmp_path)
    with pytest.raises(NotAMaildir, match="cannot be a Maildir"):
        Outbox(tmp_path / "novel.txt")


def test_what_goes_first_overtakes_what_came_before_it(tmp_path: Path) -> None:
    """Each mail is looked at once."""
    fill(tmp_path, "b", "a", "token")
    desk, looked = FakeDesk(), list[bytes]()

    def goes_first(raw: bytes) -> bool:
        looked.append(raw)
        return raw == b"token"

    box = InBox(desk, tmp_path, poll=0.0, report=quiet, goes_first=goes_first)
    box.work(lambda: False)
    assert desk.seen == [b"token", b"b", b"a"]
    assert sorted(looked) == sorted(desk.seen)
