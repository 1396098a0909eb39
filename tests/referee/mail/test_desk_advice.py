"""A seat may ask by mail what a program would order, where the game allows it: it is on record that it has,
the answer is for it alone, and no other mail waits for a thought."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.game.checking.propriety import check_conduct
from domain.game.entries.people import Advised
from domain.game.entries.policy import Policy
from domain.game.state.words import notation_of
from domain.kit import sealed
from domain.kit.chance import Answer, Bound, Question
from domain.kit.players import Luck
from domain.kit.rules import Rules
from domain.kit.sealed import PUBLIC
from referee.audit.audit import audit_game
from referee.bundle.checking import Bundle, audit_bundle
from referee.bundle.writing import members
from referee.games import people
from referee.mail.html.dress import dresser
from referee.programs import advising
from referee.programs.choosing import players_of
from referee.programs.search import Thought, search
from referee.proof.chance import Generator
from referee.record.envelope import COMMAND_LINE, Act
from referee.telling.advice import told as told_in_words
from tests.bundle.inside import verified
from tests.referee.mail.test_desk_secrets import Dealt, ideal
from tests.referee.mail.test_desk_world import DESK, PEOPLE, World, body, mail

REFEREE = Act(COMMAND_LINE, person="referee")


def allow(world: World, policy: Policy = Policy(advice=True)) -> None:  # noqa: B008 - frozen
    people.change_policy(world.referee, "winter", policy, "We learn it.", REFEREE)
    world.desk.announce("winter")
    world.out()


def shortly(rules: Rules, known: Any, seat: str, luck: Luck, simulations: int, **named: Any) -> list[Thought]:
    """Each order is tried once, where a program that advises tries it as often as the title hints."""
    assert simulations == players_of(rules).hint
    return search(rules, known, seat, luck, 1, **named)


@pytest.fixture(autouse=True)
def short_thoughts(monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands here hangs on no long ones."""
    monkeypatch.setattr(advising, "search", shortly)


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = World(tmp_path, Generator("advice"))
    allow(made)
    yield made
    made.record.close()


def entries(world: World) -> list[Advised]:
    found = [one.entry for one in world.record.envelopes("winter")]
    return [one for one in found if isinstance(one, Advised)]


def asked(world: World, *lines: str, nth: int = 1) -> str:
    """What the awaited seat is answered."""
    world.desk.handle(world.orders(*(lines or ("advise",)), id=f"<{nth}@example.org>"))
    return body(world.only())


def orders_in(world: World, said: str) -> list[str]:
    legal, answer = world.legal(), said.partition("-----BEGIN")[0]
    return [line.strip() for line in answer.splitlines() if line.strip() in legal]


def test_three_orders_are_named_that_can_be_copied_with_what_is_expected_and_why(world: World) -> None:
    said = asked(world)
    orders = orders_in(world, said)
    assert len(orders) == len(set(orders)) == advising.MOST_LIKED
    one = " ".join(said.split())
    assert one.count("It expects you to leave") == len(orders)
    assert "The others see that you asked, and not this." in one


def test_a_rule_of_thumb_is_named_where_it_speaks_for_an_order_more_than_for_most(world: World) -> None:
    """In the words that a beginner reads, and at most two of them; of none, that there is none."""
    players, named = players_of(world.game.rules), 0
    for nth in range(5):
        said, seat, state = " ".join(asked(world, nth=2 * nth).split()), world.seat, world.game.state
        found = advising.liked(world.record, world.game, seat)
        assert found is not None
        read = notation_of(world.game).read
        considered = players.considered(state, seat)
        for one in found.liked:
            assert all(reason in said for reason in one.reasons)
            assert len(one.reasons) <= advising.MOST_REASONS
            speaks = {
                rule.text: rule.score(state, seat, read(one.order))
                > sum(rule.score(state, seat, order) for order in considered) / len(considered)
                for rule in players.advice(state, seat)
            }
            assert all(speaks[reason] for reason in one.reasons)
            assert bool(one.reasons) == any(speaks.values())
            named += len(one.reasons)
        world.desk.handle(world.orders(found.liked[0].order, id=f"<{2 * nth + 1}@example.org>"))
        world.out()
    assert named > 5


def counsel_of(expects: float | None, sides: int, *, is_only: bool = False) -> str:
    one = advising.Liked("pass", expects, ("Strike the clan that leads, and never your own.",))
    return " ".join(" ".join(told_in_words(advising.Counsel((one,) * (2 - is_only), sides, is_only))).split())


def test_what_is_expected_is_said_in_games_of_two_and_in_others_of_larger_ones() -> None:
    assert "It expects you to win about 6 of 10 games from here (58 %). Strike the clan" in counsel_of(
        0.58, 2
    )
    assert "It expects you to leave 58 % of the others behind. Strike the clan" in counsel_of(0.58, 3)
    assert "expects" not in counsel_of(None, 2)
    only = counsel_of(None, 2, is_only=True)
    assert "Only this order is legal now: pass It knows" in only


def test_it_is_on_record_that_a_seat_has_asked_and_only_that(world: World) -> None:
    seat, before = world.seat, world.game.position
    said = asked(world)
    assert entries(world) == [Advised(seat, before)]
    assert world.game.awaited() == (seat,)
    envelopes = world.record.envelopes("winter")
    assert envelopes[-1].act[:3] == ("mail", envelopes[-1].act[1], seat)
    assert len(envelopes) == before + 1
    order = orders_in(world, said)[0]
    assert not any(order in repr(one.entry) for one in envelopes)


def test_asked_again_it_says_the_same_and_thinks_no_second_time(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = asked(world)
    monkeypatch.setattr(advising, "search", lambda *_, **__: pytest.fail("It was thought about already."))
    second = asked(world, nth=2)
    assert orders_in(world, first) == orders_in(world, second)
    assert len(entries(world)) == 1


def test_the_same_mail_again_is_answered_and_asks_nothing_anew(world: World) -> None:
    raw, seat = world.orders("advise"), world.seat
    world.desk.handle(raw)
    first = orders_in(world, body(world.only()))
    world.desk.handle(raw)
    assert orders_in(world, body(world.only())) == first
    world.desk.handle(world.orders(first[0], id="<2@example.org>"))
    world.out()
    asks_again = world.seat == seat
    world.desk.handle(raw)
    assert len(entries(world)) == 1
    assert not asks_again or "The game has gone on since you have asked" in " ".join(
        body(world.only()).split()
    )


def test_after_an_order_it_may_be_asked_anew(world: World) -> None:
    first = orders_in(world, asked(world))
    asked(world, first[0], nth=2)
    world.out()
    asked(world, nth=3)
    assert len(entries(world)) == 2
    held = [one.entry for one in world.record.envelopes("winter")]
    acts = [one.act for one in world.record.envelopes("winter")]
    times = [one.at for one in world.record.envelopes("winter")]
    assert check_conduct(held, acts, times) is None


def test_every_copy_of_the_record_holds_and_the_line_of_the_mail_says_what_is_recorded(world: World) -> None:
    seat, first = world.seat, orders_in(world, asked(world))[0]
    asked(world, first, nth=2)
    world.out()
    assert audit_game(world.record, "winter").finding is None
    for viewer in (*PEOPLE, PUBLIC, sealed.REFEREE):
        found = members(world.record, "winter", viewer)
        verdict = audit_bundle(Bundle(found))
        assert (verdict.finding, verified(found).ok) == (None, True)
        assert found["game.jsonl"].decode().count('"type":"advised"') == 1
        told = b"".join(found[name] for name in found if name.startswith("mails/"))
        assert (b"advise" in told) is (viewer in (seat, sealed.REFEREE)), viewer


def test_where_it_is_not_agreed_a_sentence_says_so_and_who_can_allow_it(tmp_path: Path) -> None:
    world = World(tmp_path)
    world.desk.announce("winter")
    world.out()
    said = " ".join(asked(world).split())
    assert "In this game no program advises. The referee can allow it" in said
    assert entries(world) == []
    world.record.close()


def test_a_seat_that_is_not_asked_for_an_order_is_not_advised(world: World) -> None:
    other = next(seat for seat in PEOPLE if seat != world.seat)
    world.desk.handle(mail(world.block(other, "advise"), PEOPLE[other]))
    said = " ".join(body(world.only()).split())
    assert f"No order of {other} is asked for now." in said
    assert entries(world) == []


def test_it_is_asked_for_in_several_words(world: World) -> None:
    for nth, word in enumerate(("advise", "Advice", "conseil", "совет")):
        assert len(orders_in(world, asked(world, word, nth=nth))) == advising.MOST_LIKED, word


@pytest.mark.parametrize("line", ["advise me to attack", "Advice is welcome"])
def test_prose_is_no_request(world: World, line: str) -> None:
    asked(world, line)
    assert entries(world) == []


def test_whoever_only_has_the_address_of_a_seat_cannot_ask_in_its_name(world: World) -> None:
    """A question is answered without a token, and changes nothing; this is seen by all."""
    allow(world, Policy(advice=True, authority=2))
    seat = world.seat
    raw = mail("advise", PEOPLE[seat], Subject="Re: [winter T1 iga]")
    world.desk.handle(raw.replace(b"Subject: orders\n", b""))
    assert entries(world) == []


def test_a_mail_asks_once(world: World) -> None:
    said = asked(world, *["advise"] * 14)
    assert len(entries(world)) == 1
    assert "at most ten in one mail" in " ".join(said.split())


def test_no_thought_is_thought_while_the_store_is_held(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    held: list[bool] = []

    def watched(*given: Any, **named: Any) -> object:
        held.append(bool(world.record.recorder._within))
        return shortly(*given, **named)

    monkeypatch.setattr(advising, "search", watched)
    asked(world)
    assert held == [False]


class Swapped(Dealt):
    """Deals also the seats after iga out of the front, so that they ask in the same world."""

    def answer(self, question: Question, bound: Bound) -> Answer:
        return super().answer(question, bound)


def told(path: Path, swapped: bool) -> dict[str, list[bytes]]:
    """All that each seat is sent in a game in which everybody asks for advice on each of its prompts."""
    path.mkdir()
    world = World(path, Swapped(swapped), ideal)
    world.desk._post.dress = dresser(DESK, pytest.fail)
    allow(world)
    lines = {"iga": "place go-hojo in ise"}
    for nth in range(10):
        seat = world.seat
        asks = () if seat == "iga" else ("advise",)
        order = lines["iga"] if seat == "iga" and lines["iga"] in world.legal() else world.legal()[-1]
        for line in (*asks, order):
            world.desk.handle(world.orders(line, id=f"<{nth}.{line[:3]}@example.org>"))
    sent: dict[str, list[bytes]] = {address: [] for address in PEOPLE.values()}
    for one in world.out():
        sent[str(one["To"])].append(one.as_bytes())
    assert len(entries(world)) >= 3
    world.record.close()
    return sent


def test_advice_follows_from_nothing_that_its_seat_may_not_know(tmp_path: Path) -> None:
    one, other = told(tmp_path / "a", False), told(tmp_path / "b", True)
    for seat in ("ise", "kii"):
        assert one[PEOPLE[seat]] == other[PEOPLE[seat]]
    assert any(b"What a program would order" in raw for raw in one[PEOPLE["ise"]])
    assert one[PEOPLE["iga"]] != other[PEOPLE["iga"]]
