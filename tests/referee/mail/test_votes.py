"""Votes by mail on how a game ends: a draw, who wins, who concedes; seen or sealed; how they are rated."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.game.entries.people import Agreed, Conceded, Settled, Voted
from domain.game.entries.policy import Policy
from domain.kit.sealed import PUBLIC, REFEREE
from domain.titles import TITLES
from referee.audit.audit import audit_game
from referee.bundle import writing
from referee.club.outcomes import outcomes
from referee.games import people
from referee.games.opening import Opening
from referee.record.envelope import COMMAND_LINE, Act
from tests.bundle.test_both import judged
from tests.referee.mail.test_desk_world import PEOPLE, body, mail
from tests.referee.mail.test_letters import ANNA, BELA, CARA, Club

SEALED = Policy(votes="sealed", press="white")
VOTES = {"draw": "agree to draw", "iga wins": "agree that iga wins"}


def open_club(path: Path, policy: Policy) -> Club:
    made = Club(path, policy)
    made.desk.announce("winter")
    made.out()
    return made


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    made = open_club(tmp_path, Policy())
    yield made
    made.record.close()


@pytest.fixture
def secret(tmp_path: Path) -> Iterator[Club]:
    made = open_club(tmp_path, SEALED)
    yield made
    made.record.close()


def says(club: Club, line: str, address: str, number: str = "") -> dict[str, str]:
    """What everybody is told because of a line, once its writer has said that he means it."""
    name = f"{len(line)}{address}{number}"
    club.desk.handle(mail(f"{line}\n", address, id=f"<{name}>"))
    asked = club.out()[address]
    subject = f"Re: {asked['Subject']}"
    club.desk.handle(mail("yes\n", address, id=f"<yes{name}>", Subject=subject))
    return {to: " ".join(body(one).split()) for to, one in club.out().items()}


def newest(club: Club) -> list[object]:
    return [one.entry for one in club.record.envelopes("winter")]


def holds(club: Club, game: str = "winter") -> None:
    """The audit passes it, and so do both verifiers, whoever looks."""
    assert audit_game(club.record, game).finding is None
    for viewer in ("iga", PUBLIC, REFEREE):
        assert judged(writing.members(club.record, game, viewer)) == (None, None)


@pytest.mark.parametrize(("on", "line"), VOTES.items())
def test_when_all_have_voted_the_game_is_over(club: Club, on: str, line: str) -> None:
    said = says(club, line, CARA)
    assert said.keys() == set(PEOPLE.values())
    says(club, line, BELA)
    assert not club.record.load("winter").game.is_over()
    holds(club)
    said = says(club, line, ANNA)
    game = club.record.load("winter").game
    winners = game.seats if on == "draw" else ("iga",)
    assert newest(club)[-2:] == [Agreed("iga", on), Settled(on, winners)]
    assert (game.is_over(), game.winners, game.is_drawn, game.awaited()) == (True, winners, on == "draw", ())
    how = "drawn by agreement" if on == "draw" else "over by agreement: iga (Anna) has won."
    assert all(how in one for one in said.values())
    holds(club)


def test_a_vote_can_be_taken_back_until_it_is_complete(club: Club) -> None:
    says(club, "agree to draw", CARA)
    says(club, "disagree to draw", CARA)
    says(club, "agree to draw", BELA)
    says(club, "agree to draw", ANNA)
    assert not club.record.load("winter").game.is_over()
    says(club, "agree to draw", CARA, "again")
    assert club.record.load("winter").game.is_drawn
    assert "The game is over." in says(club, "disagree to draw", CARA, "late")[CARA]


def test_nothing_is_voted_by_a_mail_whose_writer_has_not_said_that_he_means_it(club: Club) -> None:
    for address in (*PEOPLE.values(), "eve@example.org"):
        club.desk.handle(mail("agree to draw\n", address, id=f"<{address}>"))
        club.desk.handle(mail("concede\n", address, id=f"<c{address}>"))
    assert club.record.load("winter").game.register.agreed == {}
    assert club.record.load("winter").game.register.conceded == ()


def test_nobody_can_win_who_does_not_play_or_has_conceded(club: Club) -> None:
    says(club, "concede", BELA)
    said = says(club, "agree that ise wins", CARA)
    assert "ise has conceded, and cannot win." in said[CARA]
    said = says(club, "agree to draw", BELA)
    assert "ise has conceded, and has no vote on how the game ends." in said[BELA]


def test_of_three_who_concedes_plays_on_by_default_orders_until_one_is_left(club: Club) -> None:
    waited = club.record.load("winter").game.awaited()[0]
    said = says(club, "concede", PEOPLE[waited])
    game = club.record.load("winter").game
    assert f"{waited} concedes." in said[PEOPLE[waited]]
    assert f"{waited} concedes." in said[PEOPLE[game.awaited()[0]]]
    assert waited not in game.awaited()
    holds(club)
    other = next(seat for seat in game.seats if seat != waited)
    (last,) = {*game.seats} - {waited, other}
    says(club, "concede", PEOPLE[other])
    game = club.record.load("winter").game
    assert (game.winners, game.is_drawn, game.ending) == ((last,), False, "conceded")
    assert newest(club)[-2:] == [Conceded(other), Settled("concede", (last,))]
    holds(club)


def test_the_last_vote_for_a_draw_may_be_that_of_who_concedes(club: Club) -> None:
    for address in (ANNA, CARA):
        says(club, "agree to draw", address)
    says(club, "concede", BELA)
    assert newest(club)[-2:] == [Conceded("ise"), Settled("draw", ("iga", "kii"))]
    holds(club)


def test_another_person_at_the_seat_plays_on(club: Club) -> None:
    says(club, "concede", BELA)
    people.take_seat(club.referee, "winter", "ise", "Dora", "She is keen.", Act(COMMAND_LINE, person=REFEREE))
    assert club.record.load("winter").game.register.conceded == ()
    holds(club)


@pytest.mark.parametrize("title", TITLES)
def test_in_every_title_two_can_draw_or_one_concede(title: str, tmp_path: Path) -> None:
    made = Club(tmp_path)
    rules = TITLES[title]
    one = next((one for one in rules.scenarios if not one.needs), rules.scenarios[0])
    names = tuple(f"P{number}" for number in range(one.seats[0]))
    for name, vote in (("drawn", "draw"), ("given", "")):
        seated = made.referee.open(Opening(name, title, names, one.name, level=0), Act(COMMAND_LINE))
        for seat in seated.game.seats if vote else seated.game.sides[:-1]:
            act = Act(COMMAND_LINE, seat=seat, person=seated.game.register.holders[seat])
            if vote:
                people.agree(made.referee, name, seat, vote, True, act)
            else:
                people.concede(made.referee, name, seat, act)
        game = made.record.load(name).game
        assert (game.is_over(), game.is_drawn) == (True, bool(vote))
        assert audit_game(made.record, name).finding is None
    made.record.close()


def test_votes_are_rated_as_they_say(club: Club) -> None:
    says(club, "concede", BELA)
    for address in (ANNA, CARA):
        says(club, "agree that kii wins", address)
    (rated,) = outcomes(club.record)
    assert (rated.why, rated.shared) == ("", 1)
    assert [(one.seat, one.won, one.stayed) for one in rated.sat] == [
        ("iga", False, True),
        ("ise", False, True),
        ("kii", True, True),
    ]


def test_a_draw_is_shared_by_all(club: Club) -> None:
    for address in PEOPLE.values():
        says(club, "agree to draw", address)
    (rated,) = outcomes(club.record)
    assert (rated.shared, [one.won for one in rated.sat]) == (3, [True] * 3)


# ---- under seal


def public(club: Club) -> str:
    return writing.members(club.record, "winter", PUBLIC)["game.jsonl"].decode()


def test_nobody_sees_who_has_voted_for_what_before_all_have(secret: Club) -> None:
    said = says(secret, "agree to draw", CARA)
    told = {to: one for to, one in said.items() if to != CARA}
    assert not any("kii" in one.split("Somebody has voted")[0] for one in told.values())
    assert not any("draw" in one for one in told.values())
    (vote,) = (one for one in secret.record.envelopes("winter") if isinstance(one.entry, Voted))
    assert [*vote.act[1:5]] == [""] * 4
    assert "\\ndraw\\n" not in public(secret)
    holds(secret)
    for address in (ANNA, BELA):
        said = says(secret, "agree to draw", address)
    assert all("drawn by agreement" in one for one in said.values())
    assert "kii\\ndraw\\nyes" in public(secret)
    holds(secret)


def test_whatever_is_voted_others_read_the_same(tmp_path: Path) -> None:
    """The secrets are swapped: another voter, another vote."""
    read = []
    for name, line, address in (("one", "agree to draw", CARA), ("two", "agree that iga wins", BELA)):
        made = open_club(tmp_path / name, SEALED)
        read.append(says(made, line, address).get(ANNA))
        made.record.close()
    assert read[0] == read[1]


def test_a_sealed_vote_comes_alone(secret: Club) -> None:
    said = says(secret, "agree to draw\npress to all: Well?", CARA)
    assert "must come alone" in said[CARA]
    assert not any(isinstance(one, Voted) for one in newest(secret))
