"""Sentences of mails that stand there in some games alone: what they say, and when."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from domain.game.entries.entries import Rewound
from domain.game.entries.policy import Policy
from domain.game.state.words import notation_of
from domain.kit.errors import Reason
from referee.games import people
from referee.games.order_sheet import Result
from referee.mail.desk import meant
from referee.mail.writing import delegates, news
from referee.mail.writing.echo import _error, last_of, not_orders
from referee.mail.writing.observers_told import to_players
from referee.programs.advising import Counsel, Liked
from referee.reading.reading import read_mail
from referee.record.envelope import COMMAND_LINE, Act
from referee.seats.public_scene import public_scene
from referee.seats.seat_view import replay_of
from referee.telling.advice import told_apart
from referee.telling.agreed import beside
from tests.referee.mail.test_desk_lines import DORA, Talking
from tests.referee.mail.test_desk_links import EMIL, UNTIL

REFEREE = Act(COMMAND_LINE, seat="kii", person="referee", behalf="Cara")


@pytest.fixture
def talking(tmp_path: Path) -> Iterator[Talking]:
    made = Talking(tmp_path)
    made.out()
    yield made
    made.record.close()


def flat(text: str) -> str:
    return " ".join(text.split())


# ---- delegates


def test_a_delegation_is_told_to_the_last_millisecond_of_it(talking: Talking) -> None:
    talking.delegates(f"delegate to Dora {DORA} until 2026-12-31 for orders")
    replay = replay_of(talking.record, "winter")
    assert [(given.to, holds) for given, holds in delegates.changes(replay, 0, UNTIL)] == [("Dora", True)]
    assert delegates.changes(replay, 0, UNTIL + 1) == []


def test_each_delegate_is_told_who_has_ended_his_own_and_why(talking: Talking) -> None:
    for line in (f"Dora {DORA}", f"Emil {EMIL}"):
        talking.delegates(f"delegate to {line} until 2026-12-31 for orders")
    talking.out()
    talking.say("undelegate Dora")
    people.end_delegation(talking.referee, "winter", "kii", "Emil", REFEREE, "He is away.")
    talking.desk.tell("winter")
    mails = {str(one["To"]): flat(one.get_content()) for one in talking.out() if one["To"] in (DORA, EMIL)}
    assert "It was ended by “Cara”." in mails[DORA]
    assert "The referee has ended it. The reason on record: He is away." in mails[EMIL]


# ---- what became of a mail


def test_lines_that_are_no_orders_are_named_by_their_runs() -> None:
    text = "place oda\n\n# one\n\n# three\n# four\n# five\n\n# seven\n"
    mail = read_mail(f"From: a@b.org\n\n{text}".encode())
    numbers = [line.number for line in mail.lines if line.kind == "comment"]
    assert numbers == [3, 5, 6, 7, 9]
    assert "5 comments were not read as orders (lines 3, 5-7, 9)." in flat(" ".join(not_orders(mail)))


@pytest.mark.parametrize(("text", "above"), [("place odda", []), ("Place   ODDA", ["      place odda"])])
def test_a_caret_stands_below_what_was_read_where_that_is_not_what_came(text: str, above: list[str]) -> None:
    error = Reason(("It names nobody.",), excerpt=("place odda", "      ^"))
    assert list(_error(3, error, text)) == [*above, "            ^", "      It names nobody."]


def test_the_last_event_of_an_order_is_found_where_it_was_not_noted(talking: Talking) -> None:
    before = talking.game.position
    (result,) = talking.say(talking.legal()[0]).results
    scene = public_scene(talking.record, "winter", talking.now)
    assert scene is not None
    found = [
        place
        for place in range(before + 1, talking.game.position + 1)
        if scene.replay.envelope(place).act == scene.replay.envelope(result.first).act
    ]
    assert len(found) > 1
    assert last_of(scene, Result(result.line, result.outcome, result.order, found[0])) == found[-1]
    assert last_of(scene, Result(result.line, result.outcome, result.order, found[0], 7)) == 7
    assert last_of(scene, Result(result.line, result.outcome)) == 0


# ---- in some games alone


@pytest.mark.parametrize(
    ("sides", "said"),
    [
        (2, "It expects you to win about 3 of 10 games from here (26 %)."),
        (3, "It expects you to leave 26 % of the others behind."),
    ],
)
def test_what_advice_expects_of_an_order(sides: int, said: str) -> None:
    counsel = Counsel((Liked("pass", 0.26, ()), Liked("resign", None, ("It ends.",))), sides)
    first, second = told_apart(counsel)
    assert (first["says"], second["says"]) == (f"{said} No rule of thumb speaks for it.", "It ends.")


def test_what_is_agreed_of_illegal_orders() -> None:
    strict = "An illegal order is forfeited; it cannot be sent again."
    assert strict in [*beside(Policy(errors="strict"))]
    assert strict not in [*beside(Policy(errors="lenient"))]


def test_players_are_told_how_late_observers_are_where_they_are() -> None:
    assert "That is late by 1 hour." in to_players(["Dora"], 1)
    assert "That is late by 12 hours." in to_players(["Dora"], 12)
    assert "late" not in to_players(["Dora"], 0)


# ---- what is news, and what is meant


def test_a_step_back_of_which_a_mail_has_told_is_no_news_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody else is awaited than was told, and nobody is asked anew."""
    monkeypatch.setattr(news, "_stands", lambda *_of: "the same")
    monkeypatch.setattr(news, "asks", lambda *_of: False)
    entries: list[object] = [*[None] * 4, Rewound(2, "It was misread."), None]

    class Replay(list[object]):
        def envelope(self, at: int) -> Any:
            return SimpleNamespace(entry=self[at - 1])

    register, ledger = SimpleNamespace(has_programs=False), SimpleNamespace(dice=SimpleNamespace(thrower=""))
    game = SimpleNamespace(ledger=ledger, register=register, awaited=lambda: ("kii",))
    scene: Any = SimpleNamespace(replay=Replay(entries), game=game, seat="iga")
    assert [news.is_news(scene, told) for told in (4, 5)] == [True, False]


def test_a_greeting_that_names_something_of_the_game_says_no_more(talking: Talking) -> None:
    name = min(meant._names(notation_of(talking.game))).title()
    for line in (f"Hello {name},", f"Best regards, {name}"):
        assert not meant._says_more(talking.game, line)
    assert meant._says_more(talking.game, f"and then I would go for {name}")
