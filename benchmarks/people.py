"""Goals for those who read mails and answer them, each beside what was measured: a table.

Mails are those of games of all titles and of the golden sessions (`sent_mails`), replies and decoys those of
the corpus, mails a side what simple players write. A goal without a median holds for every single mail.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

from benchmarks import mails_a_side
from benchmarks.goals import Row, table
from benchmarks.sent_mails import Game, Notes, session
from domain.titles import TITLES
from projections.drawing.small_pictures import MOST_BYTES as MOST_PICTURE
from projections.drawing.small_pictures import dots
from referee.mail.html.body import MOST_BYTES as MOST_HTML
from referee.mail.html.order_links import LONGEST
from referee.service.own_address import ADDRESS
from referee.transport.letters import ANSWER, LATE, NEWS, PRESS, REMINDER, TURN
from tests.referee.mail.corpus.figures import Figure as Tried
from tests.referee.mail.corpus.figures import figures as tried
from tests.referee.mail.corpus.replies import WAYS
from tests.referee.mail.golden.session import folders

ORDERS = 120
"""Mails with an order in a game, unless it ends before."""

PICTURES = 12
"""Pictures of a title that become dots: of all that differ, some that are spread evenly."""

DRAWN, OTHERS = {"kawanakajima": 200}, 100
"""Milliseconds of CPU that a picture takes, at the median."""

IN_TURN = 60
"""Pictures of a title that are drawn one after the other, as they are sent."""

BEFORE = 40
TURNS = {"shinobi": 180, "twilight_shogun": 300, "kawanakajima": 350, "rising_sun": 300, "clan_war": 300}
"""Words of a turn mail without its board, at the median; the last two are ours."""

SHORT = {NEWS: 60, PRESS: 40, ANSWER: 80}
SIDE = {True: 40, False: 100}
"""Mails a side in a game of Kawanakajima: with the standing orders that are recommended, and without."""

SCREEN = (
    "`tests/browser/test_mails.py`, `test_the_first_screen_of_a_telephone_says_what_to_do_and_has_orders`"
)


def text(every: int = 1) -> str:
    """The whole table; of the replies one in so many."""
    with TemporaryDirectory() as folder:
        path = Path(folder)
        notes = [*games(path, ORDERS), *sessions(path)]
        replies = tried(path, every)
    return table([*of_mails(notes), *of_replies(replies), *of_sides(mails_a_side.GAMES), *of_looks(notes)])


def games(
    path: Path, orders: int, titles: Sequence[str] = tuple(TITLES), address: str = ADDRESS
) -> Iterator[Notes]:
    """A game of each title, and one with its standing orders, where it has some."""
    for title in titles:
        for sheets in (False, True)[: 1 + (TITLES[title].takes_sheet is not None)]:
            folder = path / f"{title} {sheets}"
            folder.mkdir()
            game = Game(folder, title, Notes(title, address), sheets=sheets)
            yield game.play(orders).notes
            game.record.close()


def sessions(path: Path) -> Iterator[Notes]:
    for folder in folders():
        (path / folder.name).mkdir()
        yield session(folder, path / folder.name)


# ---- mails


def of_mails(notes: Sequence[Notes]) -> Iterator[Row]:
    sent = [one for some in notes for one in some.sent]
    asking = {kind: [one.before for one in sent if one.kind == kind] for kind in (TURN, REMINDER, LATE)}
    yield from _each("words before the block in a turn mail", BEFORE, asking[TURN])
    late = [*asking[REMINDER], *asking[LATE]]
    yield from _each("the same in a reminder, or where one is late", BEFORE, late)
    for title, most in TURNS.items():
        found = [one.words for one in sent if one.kind == TURN and one.title == title]
        if found:
            middle = median(found)
            said = f"{middle:.0f} (at most {max(found)}, {len(found)} mails)"
            what = f"words of a turn mail without its board, median: {TITLES[title].name}"
            yield Row(what, f"≤ {most}", said, middle <= most)
    for is_of_people in (False, True):
        told = [m for m in sent if m.kind == NEWS and not m.asks and m.is_of_people == is_of_people]
        what = "words of news of a ruling, a pause, a leave to act" if is_of_people else "words of news"
        yield from _each(what, SHORT[NEWS], [one.words for one in told])
    yield from _each(
        "words beside the text of press", SHORT[PRESS], [m.words for m in sent if m.kind == PRESS]
    )
    answers = [one for one in sent if one.kind == ANSWER and one.after_order]
    quiet = [one.words for one in answers if not one.asks]
    yield from _each("words of the answer to one good order, where others are to move", SHORT[ANSWER], quiet)
    again = [one.words for one in answers if one.asks]
    if again:
        what = "the same where it is your move again: as a turn mail, median, without its board"
        yield Row(what, "–", f"{median(again):.0f} (at most {max(again)}, {len(again)} mails)", None)


def _each(what: str, most: int, found: Sequence[int]) -> Iterator[Row]:
    """Nothing where no such mail went out."""
    above = sum(words > most for words in found)
    if found:
        said = f"at most {max(found)}, median {median(found):.0f}"
        yield Row(what, f"≤ {most}", f"{said}; above: {above} of {len(found)}", not above)


# ---- replies


def of_replies(found: Sequence[Tried]) -> Iterator[Row]:
    """A row for each way; it holds if each of its variants does."""
    ways = [one for one in found if one.least]
    for is_page in (False, True):
        for way in WAYS:
            each = [one for one in ways if one.name.startswith(way) and one.name.endswith("HTML") == is_page]
            if each:
                yield _way(f"{way}, HTML only" if is_page else way, way, each)
    decoys = [one for one in found if not one.least]
    played = [f"{one.name}: {one.played}" for one in decoys if one.played]
    said = f"{sum(one.played for one in decoys)} of {sum(one.of for one in decoys)}, {len(decoys)} kinds"
    yield Row("decoys that were played", "0", "; ".join((said, *played)), not played)


def _way(what: str, way: str, each: Sequence[Tried]) -> Row:
    names = (one.name.removeprefix(way).removeprefix(", ") or "plain" for one in each)
    parts = [f"{name} {one.played} of {one.of}" for name, one in zip(names, each, strict=True)]
    goal = f"≥ {100 * each[0].least:.0f} % each"
    return Row(f"replies played at once: {what}", goal, ", ".join(parts), all(one.holds for one in each))


# ---- mails a side


def of_sides(games: int) -> Iterator[Row]:
    for sheet, most in SIDE.items():
        for whole in (False, True):
            counted = mails_a_side.counted("kawanakajima", sheet=sheet, whole=whole, games=games)
            how = "with the sheet as it comes" if sheet else "with no sheet"
            what = f"mails a side of Kawanakajima, {how}, {'whole sheets' if whole else 'line by line'}"
            said = f"median {median(counted):.0f}, at most {max(counted)} ({len(counted)} sides)"
            yield Row(what, f"≤ {most}, the median", said, median(counted) <= most)


# ---- looks


def of_looks(notes: Sequence[Notes]) -> Iterator[Row]:
    sent = [one for some in notes for one in some.sent]
    html, link = max(one.html for one in sent), max(one.link for one in sent)
    yield Row("HTML of a mail, largest", f"< {MOST_HTML:,} B", f"{html:,} B", html < MOST_HTML)
    failed = sum(len(some.troubles) for some in notes)
    yield Row("mails whose HTML failed", "0", f"{failed} of {len(sent)}", not failed)
    sizes = list[int]()
    for title, pictures in _pictures(notes):
        yield _drawn(title, pictures[:IN_TURN])
        spread = pictures[:: -(-len(pictures) // PICTURES)]
        sizes += [len(dots(picture)) for picture in (*spread, max(pictures, key=len))]
    said = f"{max(sizes):,} B of {len(sizes)} pictures"
    yield Row("picture of a mail, largest", f"≤ {MOST_PICTURE:,} B", said, max(sizes) <= MOST_PICTURE)
    yield Row("order link, longest", f"< {LONGEST:,} signs", f"{link} signs", link < LONGEST)
    yield Row("first screen of a phone: what to do, by when, orders", "in it", SCREEN, None)


def _drawn(title: str, pictures: Sequence[bytes]) -> Row:
    """How long they take one after the other: the first knows no piece, the others some."""
    took = list[float]()
    for picture in pictures:
        before = process_time()
        dots(picture)
        took.append(1000 * (process_time() - before))
    said = f"{median(took):.0f} ms (the first {took[0]:.0f}, at most {max(took):.0f}, {len(took)} pictures)"
    most, what = DRAWN.get(title, OTHERS), f"CPU of the picture of a mail, median: {TITLES[title].name}"
    return Row(what, f"≤ {most} ms", said, median(took) <= most)


def _pictures(notes: Sequence[Notes]) -> Iterator[tuple[str, list[bytes]]]:
    """All that differ of each title, as they were sent."""
    sent = sorted((one for some in notes for one in some.sent if one.picture), key=lambda one: one.title)
    for title, some in groupby(sent, key=lambda one: one.title):
        yield title, list(dict.fromkeys(one.picture for one in some))
