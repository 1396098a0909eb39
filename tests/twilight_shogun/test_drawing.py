"""The drawn map, wide and narrow: what stands on it, where, and that it says what its viewer may know."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import combinations

import pytest
from msgspec.structs import replace

from domain.kit.facts import State
from domain.kit.sealed import PUBLIC, REFEREE
from domain.twilight_shogun.board import events as e
from domain.twilight_shogun.board.state import Board
from domain.twilight_shogun.data.tables import ANTI, PRO
from domain.twilight_shogun.view import View, view
from projections.drawing.svg import Drawing, Part, sheet, svg
from projections.twilight_shogun.drawing import drawing, marked, marked_narrow, narrow
from projections.twilight_shogun.places import NARROW, WIDE, _is_barred, cells
from tests.twilight_shogun.boards import TABLES, changed, summed
from tests.twilight_shogun.test_pictures import MIDDLE

BOTH = pytest.mark.parametrize("draw", [drawing, narrow])
Draw = Callable[[View], Drawing]

TELEPHONE = 390
DEFINED = {*re.findall(r"\.([a-z0-9-]+)\{", sheet("light"))}


def seen(at: Board, viewer: str = PUBLIC) -> View:
    return view(State(at, ()), viewer)


def part(of: Drawing, name: str) -> Part:
    return next(one for one in of.parts if one.id == name)


@BOTH
@pytest.mark.parametrize("viewer", [ANTI, PUBLIC, REFEREE])
def test_everything_stands_once_and_within_the_frame(draw: Draw, viewer: str) -> None:
    drawn = draw(seen(MIDDLE, viewer))
    ids = [one.id for one in drawn.parts]
    assert len(set(ids)) == len(ids)
    for one in drawn.parts:
        assert 0 <= one.x <= one.x + one.width <= drawn.width, one.id
        assert 0 <= one.y <= one.y + one.height <= drawn.height, one.id


@BOTH
def test_every_space_has_its_name_and_the_word_of_orders(draw: Draw) -> None:
    drawn = draw(seen(MIDDLE))
    for space in TABLES.spaces.values():
        box = part(drawn, f"space {space.id}")
        assert box.word == space.id
        assert box.name.startswith(space.name)


@BOTH
def test_every_line_track_pile_and_area_says_what_it_is(draw: Draw) -> None:
    silent = {one.id.split()[0] for one in draw(seen(MIDDLE, ANTI)).parts if not one.name}
    assert silent == {"sea", "island", "legend", "hand"}


# space       what is said of it
SAID = [
    ("choshu", "Choshu, powered clan of Chugoku, stability 2: "),
    ("choshu", "Anti-Bakufu 5 with 1 of support and Pro-Bakufu 0; Anti-Bakufu controls it"),
    ("aizu", "Aizu, clan of Ou, stability 3: Anti-Bakufu 0 and Pro-Bakufu 3 with 3 of support; Pro-Bakufu"),
    ("tosa", "with Yamanouchi Yodo"),
    ("edo", "Edo Bakufu"),
    ("nagasaki", "Nagasaki: Anti-Bakufu 2 and Pro-Bakufu 1; nobody controls it"),
    ("line choshu hiroshima", "Road: Choshu – Hiroshima"),
    ("line choshu kokura", "By sea: Choshu – Kokura"),
    ("line nagasaki yokohama", "By sea: Nagasaki – Yokohama"),
    ("track court", "Court: Anti-Bakufu 1, Pro-Bakufu 2"),
    ("track VP", "-4 VP: Pro-Bakufu"),
    ("card anti secret-command", "Secret command against the shogun, 3 AP"),
]


@pytest.mark.parametrize(("name", "said"), SAID)
def test_what_is_said_of_a_thing(name: str, said: str) -> None:
    drawn = drawing(seen(MIDDLE, ANTI))
    assert said in part(drawn, name if " " in name else f"space {name}").name


@BOTH
def test_no_two_boxes_and_no_panel_lie_on_each_other(draw: Draw) -> None:
    drawn = draw(seen(MIDDLE, REFEREE))
    solid = [one for one in drawn.parts if one.id.split()[0] in ("space", "track", "head", "card", "foot")]
    for one, other in combinations(solid, 2):
        apart = one.x + one.width <= other.x or other.x + other.width <= one.x
        assert apart or one.y + one.height <= other.y or other.y + other.height <= one.y, (one.id, other.id)


def test_the_narrow_map_can_be_read_on_a_telephone() -> None:
    """A space is at least 60 wide there, and the name of a space at least 11 high."""
    drawn = narrow(seen(MIDDLE))
    scale = TELEPHONE / drawn.width
    assert part(drawn, "space choshu").width * scale >= 60
    assert 13 * scale >= 11


@pytest.mark.parametrize("on", [WIDE, NARROW])
def test_hardly_a_line_runs_under_a_space_that_it_does_not_join(on: object) -> None:
    at = WIDE if on is WIDE else NARROW
    places = cells(seen(MIDDLE), at)
    round_about = {ends for ends, _way in at.lanes}
    bent = {
        (one, two)
        for one, space in TABLES.spaces.items()
        for two in space.adjacent
        if one < two
        and _is_barred((places[one], places[two]), frozenset(places.values()))
        and (places[one], places[two]) not in round_about
    }
    assert bent == {("kii" if at is WIDE else "kuwana", "kyo")}


@BOTH
def test_every_style_is_one_that_there_is(draw: Draw) -> None:
    used = {
        one
        for found in re.findall(r'class="([^"]*)"', svg(draw(seen(MIDDLE, ANTI))))
        for one in found.split()
    }
    assert used <= DEFINED


@BOTH
def test_only_its_holder_and_the_referee_see_a_hand(draw: Draw) -> None:
    """Another hand of as many cards gives the same bytes to everybody else."""
    swapped = replace(MIDDLE, hands={**MIDDLE.hands, PRO: ("cholera", "ikedaya", "hyogo-sanctioned")})
    assert svg(draw(seen(swapped, ANTI))) == svg(draw(seen(MIDDLE, ANTI)))
    assert svg(draw(seen(swapped))) == svg(draw(seen(MIDDLE)))
    assert svg(draw(seen(swapped, PRO))) != svg(draw(seen(MIDDLE, PRO)))
    words = {one.word for one in draw(seen(MIDDLE, ANTI)).parts if one.id.startswith("card ")}
    assert words == {"jo-i-execution", "secret-command"}
    assert not [one for one in draw(seen(MIDDLE)).parts if one.id.startswith(("card ", "hand "))]


@BOTH
def test_a_board_is_always_drawn_alike(draw: Draw) -> None:
    assert svg(draw(seen(MIDDLE, ANTI))) == svg(draw(seen(MIDDLE, ANTI)))


# ---- what the last play has done

PLAYED = e.CardPlayed(ANTI, "satcho", "action", True)
PLACED = e.InfluencePlaced(
    ANTI, 2, summed("8.1", (2, "places")), (), (changed("tosa", ANTI, 1, 3), changed("kyo", ANTI, 4, 4))
)
COUPED = e.Couped(
    ANTI, "aizu", summed("8.3", (4, "die")), (changed("aizu", PRO, 3, 1), changed("aizu", ANTI, 0, 1))
)
EARLIER = e.InfluencePlaced(PRO, 1, summed("8.1", (1, "places")), (), (changed("kii", PRO, 0, 1),))

MARKED = [
    ((PLACED, PLAYED), {"came tosa anti": "Tosa: Anti-Bakufu +2"}),
    (
        (COUPED, PLAYED),
        {
            "fought aizu": "Fought for: Aizu",
            "came aizu pro": "Aizu: Pro-Bakufu -2",
            "came aizu anti": "Aizu: Anti-Bakufu +1",
        },
    ),
    ((PLAYED, EARLIER), {}),
    (
        (e.RoundBegan(4, PRO), e.CardDiscarded("satcho"), PLACED, PLAYED),
        {"came tosa anti": "Tosa: Anti-Bakufu +2"},
    ),
    ((PLACED, PLAYED, EARLIER), {"came tosa anti": "Tosa: Anti-Bakufu +2"}),
    ((), {}),
]


@pytest.mark.parametrize("mark", [marked, marked_narrow])
@pytest.mark.parametrize(("events", "said"), MARKED)
def test_what_the_last_play_has_done_is_marked(
    mark: Callable[..., tuple[Part, ...]], events: tuple[object, ...], said: dict[str, str]
) -> None:
    found = mark(seen(MIDDLE), events)
    assert {one.id: one.name for one in found} == said
    drawn = (drawing if mark is marked else narrow)(seen(MIDDLE))
    for one in found:
        assert one.quiet
        assert 0 <= one.x <= one.x + one.width <= drawn.width
