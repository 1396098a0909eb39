"""Which games are rated, of whom and how; who is who; that the same record gives the same table."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.game.entries.entries import Rewound
from domain.game.entries.people import BY_REFEREE, AddressChanged
from domain.game.entries.policy import Policy
from domain.game.state.game_state import back_to, fold
from domain.game.state.lines import unit_ends
from domain.kit.errors import StaleOrder
from domain.kit.likeness import called
from domain.titles import TITLES
from projections.language.catalogues import Reader, written_for
from projections.language.messages import COLUMNS, columns
from referee.audit.game_lines import export_lines, read_export
from referee.club.outcomes import ABANDONED, ALONE, PROGRAM, TWICE, UNDECIDED, WHAT_IF
from referee.club.ratings import BEHIND, FIRST, LEFT, RANKED, Rated, Row, Skill, ratings
from referee.copies.backup import back_up, restore
from referee.copies.forking import begin, left_in, planned
from referee.copies.importing import import_game
from referee.games import people
from referee.record.envelope import COMMAND_LINE, Act
from referee.record.record import Record
from referee.telling import ratings as told
from tests.referee.club.clubs import HOUR, REFEREE, Club

THREE = ("Anna a@x.org", "Boris b@x.org", "Cem c@x.org")


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with Club(tmp_path / "club.db") as made:
        yield made


def by(seat: str, person: str) -> Act:
    """The referee, on behalf of a person at a seat."""
    return Act(COMMAND_LINE, "", seat, "referee", person)


def names(rated: Rated) -> list[tuple[str, int]]:
    return [(one.person, one.place) for one in rated.changes]


def games(club: Club) -> dict[str, int]:
    """How many games each person has."""
    return {row.person: row.games for row in club.table().rows}


# ---- who is who


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("Boris b@x.org", "Boris b@x.org", {"Boris": 2}),
        ("Boris b@x.org", "Boris B@X.org", {"Boris": 2}),
        ("Boris b@x.org", "Boris other@x.org", {"Boris": 1, "Boris (2)": 1}),
        ("Boris b@x.org", "BORIS other@x.org", {"Boris": 1, "BORIS (2)": 1}),
        ("Boris b@x.org", "Dora b@x.org", {"Dora": 2}),
        ("Boris", "Boris", {"Boris": 2}),
        ("Boris", "Boris b@x.org", {"Boris": 1, "Boris (2)": 1}),
    ],
)
def test_a_person_is_an_address_else_a_name(
    club: Club, first: str, second: str, expected: dict[str, int]
) -> None:
    for game, somebody in (("one", first), ("two", second)):
        club.played(game, ("Anna a@x.org", somebody, "Cem c@x.org"))
    assert games(club) == {"Anna": 2, "Cem": 2, **expected}


@pytest.mark.parametrize(
    ("there", "expected"),
    [("Boris", {"Boris": 2}), ("Eva", {"Boris": 1, "Eva": 1})],
    ids=["of one name", "a slip of the pen"],
)
def test_another_address_is_the_same_person_where_the_name_is(
    club: Club, there: str, expected: dict[str, int]
) -> None:
    club.played("one", THREE)
    club.played("two", ("Anna a@x.org", f"{there} new@x.org", "Cem c@x.org"))
    club.open("three", THREE)
    entry = AddressChanged(club.seats("three")[1], "Boris", BY_REFEREE, "A new mailbox.")
    people.change_address(club.referee, "three", entry, "b@x.org", "new@x.org", by(entry.seat, "Boris"))
    assert games(club) == {"Anna": 2, "Cem": 2, **expected}


# ---- who is rated in a game, and how


def test_who_has_won_is_first_and_all_others_are_alike(club: Club) -> None:
    club.played("one", THREE)
    (winner,) = club.winners("one")
    rated = club.rated("one")
    assert [(one.seat, one.place) for one in rated.changes] == [
        (seat, FIRST if seat == winner else BEHIND) for seat in club.seats("one")
    ]
    first, *others = sorted(rated.changes, key=lambda one: one.place)
    assert first.after.skill > 25 > others[0].after.skill
    assert others[0].after == others[1].after


def test_a_draw_is_half_a_game_won_and_changes_no_skill(club: Club) -> None:
    club.played("kawanakajima", THREE[:2], "kawanakajima")
    assert club.record.load("kawanakajima").game.is_drawn
    table = club.table("kawanakajima")
    assert {(row.person, row.won, row.skill.skill) for row in table.rows} == {
        ("Anna", 0.5, 25.0),
        ("Boris", 0.5, 25.0),
    }
    with written_for(Reader()):
        assert [told.place(one) for one in table.games[0].changes] == ["drew", "drew"]


def test_who_gave_the_seat_away_is_last_and_who_took_it_is_not_rated(club: Club) -> None:
    club.open("one", THREE)
    club.play("one", orders=9)
    club.replaced("one", 0, "Dora", "d@x.org")
    club.play("one")
    club.played("two", ("Eva e@x.org", "Anna a@x.org", "Dora d@x.org"))
    assert dict(names(club.rated("one")))["Anna"] == LEFT
    assert [one.person for one in club.rated("one").changes] == ["Anna", "Boris", "Cem"]
    assert games(club) == {"Anna": 2, "Boris": 1, "Cem": 1, "Dora": 1, "Eva": 1}


def test_who_has_left_by_himself_is_still_who_he_was(club: Club) -> None:
    club.played("one", THREE)
    club.open("two", ("Anna a@x.org", "Boris b@x.org", "Cem other@x.org"))
    club.play("two", orders=9)
    seat = club.seats("two")[2]
    people.leave_seat(club.referee, "two", seat, "No time.", by(seat, "Cem"))
    people.take_seat(club.referee, "two", seat, "Dora", "It was free.", REFEREE)
    club.play("two")
    assert games(club) == {"Anna": 2, "Boris": 2, "Cem": 1, "Cem (2)": 1}
    assert names(club.rated("two"))[-1] == ("Cem (2)", LEFT)


def test_who_comes_back_to_his_seat_has_stayed(club: Club) -> None:
    club.open("one", THREE)
    club.play("one", orders=9)
    club.replaced("one", 0, "Dora", "d@x.org")
    club.replaced("one", 0, "Anna", "a@x.org")
    club.play("one")
    assert dict(names(club.rated("one")))["Anna"] in (FIRST, BEHIND)


def test_who_takes_a_seat_before_the_first_order_has_it_from_the_beginning(club: Club) -> None:
    club.open("one", THREE)
    club.replaced("one", 0, "Dora", "d@x.org")
    club.play("one")
    assert [one.person for one in club.rated("one").changes] == ["Dora", "Boris", "Cem"]
    assert LEFT not in dict(names(club.rated("one"))).values()


# ---- which games count


def why(club: Club, game: str, title: str = "shinobi") -> str:
    rated = club.rated(game, title)
    assert bool(rated.changes) == (rated.why == "")
    return rated.why


def test_a_game_that_is_on_is_not_there(club: Club) -> None:
    club.open("one", THREE)
    club.play("one", orders=9)
    assert ratings(club.record) == ()


def test_an_abandoned_game_counts_for_nothing(club: Club) -> None:
    club.open("one", THREE)
    club.play("one", orders=9)
    people.abandon(club.referee, "one", "Nobody has time.", REFEREE)
    assert why(club, "one") == ABANDONED
    assert club.table().rows == ()


def test_a_what_if_counts_for_nothing(club: Club, tmp_path: Path) -> None:
    club.open("one", THREE)
    club.play("one", orders=9)
    left = left_in(club.record, "one")
    other = Club(tmp_path / "what-ifs.db")
    begin(other.record, left, planned(left, None, "if", real=False))
    other.referee = type(other.referee)(other.record)
    other.play("if")
    assert why(other, "if") == WHAT_IF
    other.record.close()


@pytest.mark.parametrize("program", [called("steady"), called("random"), called("keen:40"), "bot 1"])
def test_a_game_that_a_program_begins_counts_for_nothing(club: Club, program: str) -> None:
    club.played("one", ("Anna a@x.org", program, "Cem c@x.org"))
    assert why(club, "one") == PROGRAM


def test_a_program_in_the_place_of_who_gave_way_is_like_any_other_substitute(club: Club) -> None:
    club.open("one", THREE)
    club.play("one", orders=9)
    club.replaced("one", 0, called("steady"))
    club.play("one")
    assert dict(names(club.rated("one")))["Anna"] == LEFT
    assert len(club.rated("one").changes) == 3


def test_who_plays_against_himself_is_not_rated(club: Club) -> None:
    club.played("one", ("Anna a@x.org", "Dora a@x.org", "Cem c@x.org"))
    assert why(club, "one") == TWICE


def test_two_must_begin_and_one_must_stay(club: Club) -> None:
    club.open("one", THREE)
    club.play("one", orders=9)
    for nth, name in enumerate("DEF"):
        club.replaced("one", nth, f"{name}ora", f"{name}@x.org")
    club.play("one")
    assert why(club, "one") == ALONE


def test_battles_that_nobody_wins_count_for_nothing(club: Club) -> None:
    rules = TITLES["rising_sun"]
    scenario = next(one for one in rules.scenarios if one.name == "battles")
    clans = [seat for seat in rules.seats if seat not in scenario.needs]
    seats = (*clans[:2], *scenario.needs)
    club.open("b", THREE, "rising_sun", scenario="battles", seats=seats)
    club.play("b")
    assert why(club, "b", "rising_sun") == UNDECIDED


def test_a_record_that_goes_back_behind_its_end_counts_when_it_has_ended_again(club: Club) -> None:
    """No referee can let it: such a record is forged, or of another time."""
    club.played("one", THREE)
    club.played("two", THREE)
    assert [one.game for one in club.table().games] == ["one", "two"]
    ends = unit_ends([envelope.entry for envelope in club.record.envelopes("one")])
    back = Rewound(ends[len(ends) // 2], "A card was read wrong.")
    with pytest.raises(StaleOrder, match="The game is over"):
        club.referee.rewind("one", back, REFEREE)
    kept = club.record.load("one")
    stood = back_to(club.record.fold("one", upto=back.to).game)
    gone_back = fold(kept.game, back, lambda _to: stood)
    club.record.append(kept, gone_back, (back,), REFEREE)
    assert [one.game for one in club.table().games] == ["two"]
    assert {row.games for row in club.table().rows} == {1}
    club.play("one", "again")
    assert [one.game for one in club.table().games] == ["two", "one"]
    assert {row.games for row in club.table().rows} == {2}


def test_what_the_public_may_not_know_yet_is_in_no_public_table(club: Club) -> None:
    club.played("one", THREE, policy=Policy(delay=5))
    at = club.rated("one").at
    assert ratings(club.record, open_at=at + 5 * HOUR - 1) == ()
    assert [one.title for one in ratings(club.record, open_at=at + 5 * HOUR)] == ["shinobi"]


# ---- tables


def test_a_rank_comes_with_enough_games(club: Club) -> None:
    for n in range(RANKED):
        third = "Dora d@x.org" if n == 0 else "Cem c@x.org"
        club.played(f"g{n}", (*THREE[:2], third))
    rows = {row.person: row for row in club.table().rows}
    assert sorted((rows["Anna"].rank, rows["Boris"].rank)) == [1, 2]
    assert (rows["Cem"].games, rows["Cem"].rank, rows["Dora"].rank) == (RANKED - 1, 0, 0)
    assert [row.rank > 0 for row in club.table().rows] == [True, True, False, False]


def test_a_rating_is_the_skill_less_three_times_what_is_unsure() -> None:
    assert Skill(30.0, 2.0).rating == 24.0
    assert Skill().rating == 0.0


def test_each_game_begins_where_the_one_before_has_ended(club: Club) -> None:
    for n in range(3):
        club.played(f"g{n}", THREE)
    of_anna = [one for game in club.table().games for one in game.changes if one.person == "Anna"]
    assert [one.before for one in of_anna] == [Skill(), *(one.after for one in of_anna[:-1])]
    (row,) = (row for row in club.table().rows if row.person == "Anna")
    assert row.skill == of_anna[-1].after


SEASON = {"shinobi": 10, "twilight_shogun": 5, "rising_sun": 4, "clan_war": 4, "kawanakajima": 2}


def season(club: Club) -> None:
    """Two dozen games of all titles, by people who also sit elsewhere."""
    club_of = ("Anna a@x.org", "Boris b@x.org", "Boris b2@x.org", "Cem c@x.org", "Dora", "Eva e@x.org")
    for title, count in SEASON.items():
        fewest, _most = TITLES[title].scenarios[0].seats
        for n in range(count):
            sit = [club_of[(n + k) % len(club_of)] for k in range(fewest)]
            if len({name.split()[0] for name in sit}) < fewest:  # a name is one person's in a game
                sit = [name for name in sit if name != "Boris b2@x.org"] + ["Fay f@x.org"]
            club.played(f"{title.replace('_', '-')}-{n}", sit, title)


@pytest.mark.of_files
@pytest.mark.soak
def test_a_season_is_the_same_table_from_the_store_a_backup_and_imports(tmp_path: Path) -> None:
    club = Club(tmp_path / "club.db")
    season(club)
    found = ratings(club.record)
    assert {one.title: len(one.games) for one in found} == SEASON
    for table in found:
        scenario = TITLES[table.title].scenarios[0]
        rated = scenario.seats[0] - len(scenario.needs)
        assert {one.why for one in table.games} == {""}
        assert sum(row.games for row in table.rows) == rated * SEASON[table.title]
        assert round(sum(row.won for row in table.rows), 1) >= SEASON[table.title]
    written = told.csv_of(found, games=True)
    assert "@" not in written.decode()

    back_up(club.record, tmp_path / "club.bak")
    restore(tmp_path / "club.bak", tmp_path / "restored.db")
    again = Record(tmp_path / "restored.db")
    assert told.csv_of(ratings(again), games=True) == written
    again.close()

    other = Record(tmp_path / "imported.db")
    for game in reversed(club.record.games()):
        import_game(other, read_export(export_lines(club.record, game, "referee")))
    for n, (one, same) in enumerate(zip(ratings(other), found, strict=True)):
        assert [each.game for each in one.games] == [each.game for each in same.games], n
    for game in club.record.games():
        for seat, address in club.record.addresses(game).items():
            other.register(game, seat, address)
    fresh = Record(tmp_path / "imported.db")
    assert told.csv_of(ratings(fresh), games=True) == written
    for record in (fresh, other, club.record):
        record.close()


@pytest.mark.of_files
def test_a_mail_has_room_for_the_table_and_no_address(club: Club) -> None:
    for n in range(25):
        club.played(f"g{n}", (f"Anna{n} a{n}@x.org", f"Boris{n} b{n}@x.org", f"Cem{n} c{n}@x.org"))
    for language in ("en", "fr", "ru"):
        with written_for(Reader(language)):
            lines = list(told.lines(ratings(club.record)))
        assert max(map(columns, lines)) <= COLUMNS
        assert len(lines) < 60
        assert "@" not in "\n".join(lines)
        assert any("35" in line for line in lines)


def test_a_file_says_of_each_game_what_it_has_changed_or_why_nothing(club: Club) -> None:
    club.played("one", THREE)
    club.played("two", ("Anna a@x.org", called("steady"), "Cem c@x.org"))
    rows = [*csv.DictReader(StringIO(told.csv_of(ratings(club.record), games=True).decode()))]
    assert [(row["game"], row["why"], row["person"]) for row in rows] == [
        ("one", "", "Anna"),
        ("one", "", "Boris"),
        ("one", "", "Cem"),
        ("two", "program", ""),
    ]
    document: Any = msgspec.json.decode(msgspec.json.encode(told.document(ratings(club.record))))
    assert [one["why"] for one in document[0]["games"]] == ["", "program"]
    assert Row(0, "Anna", 1, 1.0, Skill()).skill.unsure == 8.333333
