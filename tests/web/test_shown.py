"""The site of finished games: who agrees to what, what stands in its files, and what is left alone."""

from __future__ import annotations

import os
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest

from domain.game.entries.people import Delegated
from domain.game.entries.policy import Policy
from domain.kit.errors import OrderError
from domain.kit.sealed import PUBLIC
from projections.page.look import icon
from projections.page.making import Named, page
from projections.page.story import Story
from projections.page.unnamed import names_in, persons, unnamed
from referee.bundle.checking import audit_bundle, read_bundle
from referee.bundle.verify import verify
from referee.games import people
from referee.games.opening import Opening
from referee.games.press import press
from referee.games.referee import Referee
from referee.games.selfplay import play_out, self_play
from referee.record.envelope import BOTS, Act
from referee.record.record import Record
from referee.seats import folded_games
from referee.web import shown, site_files
from referee.web.site_files import LIST, NotOurs, Updated, update
from tests.record.stores import hurry

NOW = 1_795_000_000_000
PEOPLE = (("bot 1", "bot 2", "bot 3"), ("bot 1", "bot 2", "bot 3", "bot 4"))
ORDERS = 12
"""Of a game, with those that say who has joined; then its referee ends it."""


class Desk:
    """A club's store with two games that are over, which nobody has agreed on yet."""

    def __init__(self, path: Path, seed: str) -> None:
        self.now = NOW
        self.record = Record(path / f"{seed}.db", clock=lambda: self.now, entropy=bytes)
        hurry(self.record)
        self.referee = Referee(self.record, seed=seed)
        self.games = [self.played(f"bots-{seed}-{len(bots)}", bots) for bots in PEOPLE]

    def played(self, game: str, bots: tuple[str, ...]) -> str:
        """A short game: what a site shows of it is much less than a whole one has."""
        self.referee.open(Opening(game, "shinobi", bots), Act(BOTS))
        play_out(self.referee, game, Random(game), ORDERS)
        people.abandon(self.referee, game, "Spring.", Act(BOTS, "", "", "referee"))
        return game

    def seats(self, game: str) -> tuple[str, ...]:
        return self.record.load(game).game.seats

    def agree(self, game: str, *seats: str, yes: bool = True) -> None:
        for seat in seats or self.seats(game):
            people.agree(self.referee, game, seat, "show", yes, Act(BOTS, "", seat))

    def update(self, site: Path, *, unnamed: bool = False) -> Updated:
        return update(self.record, site, self.now, unnamed=unnamed)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path, "a")
    yield made
    made.record.close()


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return tmp_path / "site"


@pytest.fixture
def light(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of few bytes, where it is only asked which files are there."""

    def few(record: Record, one: shown.Shown) -> dict[str, bytes]:
        return {"replay.html": one.head, "board.svg": one.name.encode(), "check.html": b"check"}

    monkeypatch.setattr(site_files, "files_of", few)


FEW = {"replay.html", "board.svg", "check.html"}


def files(site: Path) -> dict[str, bytes]:
    return {str(one.relative_to(site)): one.read_bytes() for one in site.rglob("*") if one.is_file()}


OF_A_GAME = {
    *("replay.html", "replay.fr.html", "replay.ru.html"),
    *("check.html", "board.svg", "board-dark.svg"),
}
FRONT = {"index.html", "index.fr.html", "index.ru.html", LIST}


def test_a_game_is_shown_when_all_have_agreed_and_one_is_not_enough_short(desk: Desk, site: Path) -> None:
    first, second = desk.games
    desk.agree(first)
    desk.agree(second, *desk.seats(second)[1:])
    assert desk.update(site) == Updated((first,), (first,), (), (), ())
    assert files(site).keys() == FRONT | {f"{first}/{name}" for name in (*OF_A_GAME, f"{first}.zip")}
    text = (site / "index.html").read_text("utf-8")
    assert f'href="{first}/replay.html"' in text
    assert second not in text
    desk.agree(second, desk.seats(second)[0])
    assert desk.update(site) == Updated((first, second), (second,), (), (), ())


def test_its_bundle_holds_for_both_verifiers_and_says_that_it_may_be_shown(desk: Desk, site: Path) -> None:
    (first, _second) = desk.games
    desk.agree(first)
    desk.update(site)
    bundle = site / first / f"{first}.zip"
    assert verify(str(bundle)).ok
    assert audit_bundle(read_bundle(bundle)).finding is None
    with zipfile.ZipFile(bundle) as archive:
        assert archive.read("game.jsonl").count(b'"on":"show"') == len(desk.seats(first))


def test_an_abandoned_game_may_be_shown_too_and_nothing_else_be_agreed_on(desk: Desk, site: Path) -> None:
    opening = Opening("given-up", "shinobi", ("Anna", "Bela", "Cara"), level=0)
    desk.referee.open(opening, Act(BOTS))
    desk.agree("given-up", "iga")
    assert desk.update(site).shown == ()
    people.abandon(desk.referee, "given-up", "Spring.", Act(BOTS, "", "", "referee"))
    desk.agree("given-up", "ise", "kii")
    assert desk.update(site).shown == ("given-up",)
    bundle = site / "given-up" / "given-up.zip"
    assert verify(str(bundle)).ok
    assert audit_bundle(read_bundle(bundle)).finding is None
    with pytest.raises(OrderError):
        people.agree(desk.referee, "given-up", "iga", "pause", True, Act(BOTS, "", "iga"))


@pytest.mark.usefixtures("light")
def test_nothing_is_shown_before_the_public_may_see_it(desk: Desk, site: Path) -> None:
    opening = Opening("late", "shinobi", ("Anna", "Bela", "Cara"), level=0, policy=Policy(delay=24))
    desk.referee.open(opening, Act(BOTS))
    people.abandon(desk.referee, "late", "Spring.", Act(BOTS, "", "", "referee"))
    desk.agree("late")
    for hours, is_shown in ((0, False), (24, True)):
        desk.now = NOW + hours * 3_600_000 - (not hours)
        assert ("late" in desk.update(site).shown) is is_shown


@pytest.mark.usefixtures("light")
def test_made_twice_it_has_the_same_bytes_and_is_not_touched(desk: Desk, site: Path, tmp_path: Path) -> None:
    desk.agree(desk.games[0])
    desk.update(site, unnamed=True)
    before = {one: one.stat().st_mtime_ns for one in site.rglob("*")}
    done = desk.update(site, unnamed=True)
    assert (len(done.shown), done.made, done.removed) == (2, (), ())
    assert {one: one.stat().st_mtime_ns for one in site.rglob("*")} == before
    desk.update(tmp_path / "other", unnamed=True)
    assert files(tmp_path / "other") == files(site)


def test_the_files_of_a_game_are_the_same_each_time(desk: Desk, tmp_path: Path) -> None:
    desk.agree(desk.games[0])
    one, *_ = shown.showable(desk.record, desk.now, unnamed=False)
    assert shown.files_of(desk.record, one) == shown.files_of(desk.record, one)


@pytest.mark.usefixtures("light")
def test_only_what_has_changed_is_made_anew(desk: Desk, site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = desk.games
    desk.agree(first)
    desk.agree(second)
    desk.update(site)
    press(desk.referee, second, "referee", (), "Well played.", Act(BOTS, "", "", "referee"))
    assert desk.update(site).made == (second,)
    (site / first / "board.svg").unlink()
    assert desk.update(site).made == (first,)
    monkeypatch.setattr(shown, "program", lambda: "another")
    assert desk.update(site).made == (first, second)


@pytest.mark.usefixtures("light")
def test_who_takes_his_word_back_takes_the_game_away(desk: Desk, site: Path) -> None:
    first, second = desk.games
    desk.agree(first)
    desk.agree(second)
    desk.update(site)
    desk.agree(first, desk.seats(first)[1], yes=False)
    assert desk.update(site) == Updated((second,), (), (first,), (), ())
    assert not (site / first).exists()
    assert first not in (site / "index.html").read_text("utf-8")


@pytest.mark.usefixtures("light")
def test_after_the_end_only_this_can_be_agreed_on(desk: Desk, site: Path) -> None:
    """Of a game that somebody has won."""
    (game,) = self_play(desk.record, "shinobi", 1, "c")
    assert desk.record.load(game).game.winners
    for on in ("pause", "resume", "abandon"):
        with pytest.raises(OrderError):
            people.agree(desk.referee, game, desk.seats(game)[0], on, True, Act(BOTS))
    desk.agree(game, desk.seats(game)[0])
    with pytest.raises(OrderError):
        desk.agree(game, desk.seats(game)[0])
    desk.agree(game, *desk.seats(game)[1:])
    assert desk.update(site).shown == (game,)


@pytest.mark.usefixtures("light")
def test_what_stands_there_of_others_stays(desk: Desk, site: Path) -> None:
    game = desk.games[0]
    desk.agree(game)
    (site / "pictures").mkdir(parents=True)
    (site / "pictures" / "club.jpg").write_bytes(b"x")
    (site / ".htaccess").write_bytes(b"y")
    desk.update(site)
    (site / game / "comment.txt").write_bytes(b"z")
    (site / game / "board.svg").write_bytes(b"another board")
    with pytest.raises(NotOurs, match=r"board\.svg"):
        desk.update(site)
    desk.agree(game, desk.seats(game)[0], yes=False)
    done = desk.update(site)
    assert (done.removed, done.foreign) == ((game,), (f"{game}/board.svg",))
    assert files(site).keys() == FRONT | {
        *("pictures/club.jpg", ".htaccess", f"{game}/comment.txt", f"{game}/board.svg")
    }


@pytest.mark.usefixtures("light")
def test_a_page_of_somebody_else_is_not_written_over(desk: Desk, site: Path) -> None:
    site.mkdir()
    (site / "index.html").write_text("The club's own page")
    with pytest.raises(NotOurs, match=r"index\.html"):
        desk.update(site)
    assert files(site) == {"index.html": b"The club's own page"}


@pytest.mark.usefixtures("light")
def test_links_lead_it_nowhere_else(desk: Desk, site: Path, tmp_path: Path) -> None:
    game = desk.games[0]
    desk.agree(game)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    site.mkdir()
    (site / game).symlink_to(elsewhere)
    with pytest.raises(NotOurs):
        desk.update(site)
    assert list(elsewhere.iterdir()) == []
    (site / game).unlink()
    (elsewhere / "index.html").write_text("mine")
    (site / "index.html").symlink_to(elsewhere / "index.html")
    with pytest.raises(NotOurs):
        desk.update(site)
    assert (elsewhere / "index.html").read_text() == "mine"


@pytest.mark.parametrize(
    "path", ["../outside.txt", "/etc/passwd", "a/../../outside.txt", "a/b/c", ".git/config"]
)
def test_a_list_that_names_what_is_outside_is_not_obeyed(desk: Desk, site: Path, path: str) -> None:
    site.mkdir()
    outside = site.parent / "outside.txt"
    outside.write_bytes(b"x")
    digest = site_files._digest(b"x")
    (site / LIST).write_bytes(msgspec.json.encode({"files": {path: [digest]}}))
    with pytest.raises(NotOurs):
        desk.update(site)
    assert outside.exists()


@pytest.mark.usefixtures("light")
def test_a_run_that_is_killed_leaves_nothing_that_the_next_does_not_know(
    desk: Desk, site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At each file in turn."""
    desk.agree(desk.games[0])
    write = site_files._write

    class Killed(Exception):
        pass

    for at in range(1, 12):
        left = [at]

        def killed(directory: Path, path: str, raw: bytes, left: list[int] = left) -> None:
            left[0] -= 1
            if not left[0]:
                raise Killed
            write(directory, path, raw)

        monkeypatch.setattr(site_files, "_write", killed)
        try:
            desk.update(site)
        except Killed:
            continue
    monkeypatch.setattr(site_files, "_write", write)
    desk.update(site)
    assert desk.update(site) == Updated((desk.games[0],), (), (), (), ())
    assert len(files(site)) == len(FRONT) + len(FEW)


@pytest.mark.usefixtures("light")
def test_two_clubs_have_a_site_each(desk: Desk, site: Path, tmp_path: Path) -> None:
    """And the one does not take the other's for its own: its marks are of another key."""
    other = Desk(tmp_path, "b")
    for one in (desk, other):
        one.agree(one.games[0])
    desk.update(site)
    other.update(tmp_path / "others")
    assert files(site).keys() != files(tmp_path / "others").keys()
    done = other.update(site)
    assert (done.shown, done.removed) == ((other.games[0],), (desk.games[0],))
    other.record.close()


# ---- without names


def test_a_copy_without_people_has_no_name_text_time_head_or_bundle(desk: Desk, site: Path) -> None:
    is_without_people(desk, site, desk.games[0])


@pytest.mark.soak
def test_so_has_one_of_a_game_that_was_played_to_its_end(desk: Desk, site: Path) -> None:
    is_without_people(desk, site, *self_play(desk.record, "shinobi", 1, "c"))


def is_without_people(desk: Desk, site: Path, game: str) -> None:
    press(desk.referee, game, "referee", (), "Anna has won again.", Act(BOTS, "", "", "referee"))
    done = desk.update(site, unnamed=True)
    assert len(done.shown) == len(desk.record.games())
    assert all(re.fullmatch(r"shinobi-[0-9a-f]{10}", name) for name in done.shown)
    head = desk.record.load(game).head.hex()
    for name, raw in files(site).items():
        assert not name.endswith((".zip", "check.html"))
        for told in ("bot 1", "bot 2", "Anna", game, head, "2026-"):
            assert told.encode() not in raw, (name, told)
    assert "proves nothing" in (site / "index.html").read_text("utf-8")
    assert "ne prouve rien" in (site / "index.fr.html").read_text("utf-8")


def test_its_orders_and_boards_are_all_there(desk: Desk) -> None:
    replay = folded_games.replay(desk.record, desk.games[0])
    whole = Story(replay, PUBLIC).data()
    bare = unnamed(replay, whole, "x")
    assert [one.get("change") for one in bare["steps"]] == [one.get("change") for one in whole["steps"]]
    told = [one.get("text") for one in bare["steps"] if one.get("text")]
    assert len(told) > len(whole["steps"]) // 2
    assert "text" not in bare["steps"][0]


def test_a_game_whose_board_names_somebody_is_left_out(
    desk: Desk, site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = sorted(desk.games)
    given = Delegated(desk.seats(first)[0], "Takeda", "all", NOW + 1)
    replay = folded_games.replay(desk.record, first)
    assert "Takeda" not in persons(replay)
    story = unnamed(replay, Story(replay, PUBLIC).data(), "x")
    assert names_in(replay, story) == []
    monkeypatch.setattr("projections.page.unnamed.persons", lambda replay: frozenset({given.to}))
    assert names_in(replay, story) == ["Takeda"]
    done = desk.update(site, unnamed=True)
    assert (done.shown, len(done.left)) == ((), 2)
    assert "Takeda" in done.left[0].why
    assert second


def test_a_game_in_which_people_have_named_things_is_left_out(desk: Desk) -> None:
    replay = folded_games.replay(desk.record, desk.games[0])
    assert page(replay, PUBLIC, unnamed_as="x")
    replay.pictures = msgspec.structs.replace(
        replay.pictures, called=lambda board: {"takeda": "Doji's Spears"}
    )
    with pytest.raises(Named, match="names of their own"):
        page(replay, PUBLIC, unnamed_as="x")
    assert page(replay, PUBLIC)


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, Updated]:
    """Where the site of an agreed game and of one without its people is, the first, and what came of it."""
    path = tmp_path_factory.mktemp("both")
    desk, site = Desk(path, "a"), path / "site"
    desk.agree(desk.games[0])
    done = desk.update(site, unnamed=True)
    desk.record.close()
    return site, desk.games[0], done


def test_who_agrees_is_shown_by_name_all_the_same(both: tuple[Path, str, Updated]) -> None:
    site, agreed, done = both
    assert agreed in done.shown
    assert (site / agreed / f"{agreed}.zip").exists()


# ---- what is there to serve


@pytest.mark.usefixtures("light")
def test_others_may_read_it_whatever_is_private_in_the_house(desk: Desk, site: Path) -> None:
    before = os.umask(0o022)
    try:
        desk.agree(desk.games[0])
        desk.update(site)
    finally:
        os.umask(before)
    assert {one.stat().st_mode & 0o777 for one in site.rglob("*") if one.is_file()} == {0o644}


def test_links_are_relative_and_pages_have_a_policy(both: tuple[Path, str, Updated]) -> None:
    site, _agreed, _done = both
    for name in ("index.html", "index.fr.html", "index.ru.html"):
        text = (site / name).read_text("utf-8")
        links = re.findall(r'(?:href|src|srcset)="([^"]*)"', text.replace(icon(), ""))
        assert links
        for link in links:
            assert not link.startswith(("/", "http", "file"))
            assert (site / link).is_file(), link
        policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
        assert policy is not None
        assert policy[1].startswith("default-src 'none'; img-src data: 'self' file:; style-src 'sha256-")
        assert "<script" not in text
