"""Boards that are drawn once, with their words open, are in each language as they are drawn in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby, product
from typing import Any

import msgspec
import pytest

from domain.kawanakajima.board.field_events import Fought
from domain.kit.sealed import PUBLIC
from projections.drawing.svg import Drawing, Part, text, with_piece
from projections.drawing.text_widths import width
from projections.language.catalogues import LANGUAGES, Kept, Reader, written_for
from projections.language.drafts import Draft, Telling, Undecided, drafted, unsaid
from projections.language.messages import _, _n, listed, plain, term, wrap
from projections.own_names import printed
from projections.page.boards import Boards, boards_for_all, piece_of
from projections.page.making import page
from projections.page.story import Story
from projections.replay import Replay
from tests.browser.games import recorded

SHORT = (
    ("shinobi", "victory", 20),
    ("kawanakajima", "resignation", 8),
    ("twilight_shogun", "resignation", 12),
    ("rising_sun", "settled", 12),
    ("clan_war", "resignation", 20),
)

LONG = (
    ("shinobi", "victory"),
    ("kawanakajima", "kenshin-killed"),
    ("twilight_shogun", "emperor"),
    ("rising_sun", "honor"),
    ("clan_war", "victory"),
)


def redrawn(boards: Boards, position: int) -> Drawing:
    """A board in the words of the reader: of its parts, its size and its map."""
    board, telling = boards.at(position), Telling(boards.draft)
    assert board is not None
    drawing, parts = board.drawing, list[Part]()
    with boards.replay.named():
        for place in board.parts:
            piece = piece_of(boards.parts[place], telling)
            parts += piece.parts
            drawing = with_piece(drawing, piece) if piece.height else drawing
    return msgspec.structs.replace(drawing, parts=tuple(parts))


def places(replay: Replay) -> Iterator[int]:
    """Some events of a game that move the board; fights among them."""
    moved = [at for at in range(2, len(replay)) if replay.at(at).state is not replay.at(at - 1).state]
    yield from moved[3 :: max(1, len(moved) // 2)]
    fights = (at for at in moved if isinstance(getattr(replay.envelope(at).entry, "event", None), Fought))
    yield from [next(fights, moved[-1])]


@pytest.mark.parametrize(("title", "ending"), LONG)
def test_what_is_told_of_a_board_is_what_is_drawn_in_a_language(title: str, ending: str) -> None:
    replay = recorded(title, ending)
    boards = boards_for_all(replay, PUBLIC)
    assert boards is not None
    for position, language in product(places(replay), LANGUAGES):
        with written_for(Reader(language)):
            drawn = msgspec.structs.replace(replay.drawing(position, boards.viewer), title="", description="")
            assert redrawn(boards, position) == drawn
            board = boards.at(position)
            assert board is not None
            assert Telling(boards.draft).told(board.tracks) == replay.tracks(position, boards.viewer)


@pytest.mark.parametrize(("title", "ending", "first"), SHORT)
def test_so_are_boards_with_the_names_of_an_owner(title: str, ending: str, first: int) -> None:
    """Their labels are as wide as these names, which one language has and another has not."""
    whole = recorded(title, ending)
    own = tuple((name, f"Le grand {name}") for name in printed(title, whole.data))
    data = msgspec.structs.replace(whole.data, own_names=(("fr", own),))
    replay = Replay(whole.game, whole.rules, data, whole.envelopes[:first])
    boards = boards_for_all(replay, PUBLIC)
    assert boards is not None
    position = max(at for at in range(1, first + 1) if boards.at(at))
    for language in ("fr", "en"):
        with written_for(Reader(language)):
            drawn = msgspec.structs.replace(replay.drawing(position, boards.viewer), title="", description="")
            assert redrawn(boards, position) == drawn
            assert ("Le grand" in str(drawn.parts)) is (language == "fr")


@pytest.mark.parametrize(("title", "ending", "first"), SHORT)
def test_a_page_is_the_same_bytes_and_its_boards_are_drawn_once(title: str, ending: str, first: int) -> None:
    whole, drawn = recorded(title, ending), Counter[str]()
    replay = Replay(whole.game, whole.rules, whole.data, whole.envelopes[:first])
    alone = dict(pages(replay, None))
    draw = replay.pictures.drawing

    def counted(view: Any) -> Drawing:
        drawn[title] += 1
        return draw(view)

    replay.pictures = msgspec.structs.replace(replay.pictures, drawing=counted)
    boards = boards_for_all(replay, PUBLIC)
    assert boards is not None
    assert dict(pages(replay, boards)) == alone
    assert len(set(alone.values())) == len(LANGUAGES)
    views = [replay.view(at, boards.viewer) for at in range(1, first + 1) if boards.at(at)]
    assert drawn[title] == len([*groupby(views, msgspec.msgpack.encode)])


def pages(replay: Replay, boards: Boards | None) -> Iterator[tuple[str, str]]:
    for language in LANGUAGES:
        with written_for(Reader(language)):
            yield language, page(replay, PUBLIC, boards=boards)


def test_boards_of_another_viewer_or_game_are_not_told() -> None:
    replay, other = recorded("twilight_shogun", "resignation", 6), recorded("shinobi", "victory", 6)
    seat = replay.newest().seats[0]
    own = Story(replay, PUBLIC).data()
    assert Story(replay, PUBLIC, Boards(replay, seat, for_all=True)).data() == own
    assert Story(replay, PUBLIC, Boards(other, PUBLIC, for_all=True)).data() == own
    assert Story(replay, seat).data() != own


def test_pictures_that_look_at_their_words_are_drawn_for_each_reader() -> None:
    replay = recorded("shinobi", "victory", 12)
    told = Replay(replay.game, replay.rules, replay.data, replay.envelopes)
    told.pictures = msgspec.structs.replace(replay.pictures, unworded=False)
    assert boards_for_all(told, PUBLIC) is None


# ---- words whose language is open


def test_a_text_is_told_as_it_would_have_been_said() -> None:
    def said() -> list[str]:
        return [
            _("Turn {turn}: {seat} is to act").format(turn=3, seat="iga"),
            _n("{n} card", "{n} cards", 2).format(n=2),
            f"{_('Deck')} · {term('attack')}",
            listed([term("attack"), "iga", Kept("Uesugi")]),
            _("Mount Saijo").upper(),
            plain(_("nothing")),
            text(3, 4, _("nothing"), room=20),
            text(3, 4, "<iga>"),
            term(""),
        ]

    draft = Draft()
    with drafted(draft):
        waiting = said()
    assert [unsaid(one) for one in waiting] == [True] * 7 + [False] * 2
    for language in LANGUAGES:
        with written_for(Reader(language)):
            assert Telling(draft).told(tuple(waiting)) == tuple(said())


@pytest.mark.parametrize(
    "asked",
    [
        *(lambda: width(_("Deck"), 13), lambda: width(f"3 {_('Deck')}", 13)),
        *(lambda: len(_("Deck")), lambda: _("Deck")[:1], lambda: wrap(_("Deck"))),
    ],
)
def test_what_depends_on_the_language_is_not_decided_before_it_is_known(asked: Any) -> None:
    with drafted(Draft()), pytest.raises(Undecided):
        asked()
    assert asked()


def test_no_text_of_the_record_can_be_a_mark() -> None:
    draft = Draft()
    with drafted(draft):
        mark = _("Deck")
    with pytest.raises(UnicodeEncodeError):
        mark.encode()
    with pytest.raises(msgspec.DecodeError):
        msgspec.json.decode(b'"\\ud8001\\ud801"')
    with pytest.raises(UnicodeDecodeError):
        mark.encode("utf-8", "surrogatepass").decode()
