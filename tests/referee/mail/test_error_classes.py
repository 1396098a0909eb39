"""A player says in a mail which class of error it is, and the referee reads what is suggested for it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.game.entries.policy import Policy
from domain.game.entries.rulings import Disputed
from domain.game.suggestions import FILE, NAMED, classes, read_words
from domain.kit.errors import BadTable
from domain.kit.sealed import Sealed
from referee.audit.audit import audit_game
from referee.games import people, rulings
from referee.games.datasets import error_words, errors
from referee.games.order_sheet import DONE, UNREADABLE
from referee.games.rulings import Judgement
from referee.seats.seat_view import replay_of
from referee.telling.inquiry import suggestion
from tests.referee.mail.test_desk_disputes import COMMAND, Disputing

TEXT = "I named another province."


@pytest.fixture
def talking(tmp_path: Path) -> Iterator[Disputing]:
    made = Disputing(tmp_path)
    yield made
    made.record.close()


def recorded(talking: Disputing) -> Disputed:
    found = talking.newest()
    assert isinstance(found, Disputed)
    return found


SAID = [
    (("dispute 12 as sending error: I named another province.",), "slip"),
    (("Dispute 12 [turn/deploy] as Slip: I named another province.",), "slip"),
    (("dispute 12 as wrong rule: I named another province.",), "wrong-rule"),
    (("dispute 12 as wrong-rule: I named another province.",), "wrong-rule"),
    (("dispute 12 comme erreur d’envoi : I named another province.",), "slip"),
    (("dispute 12 comme Ordre Oublié: I named another province.",), "forgotten"),
    (("dispute 12 как Ошибка отправки: I named another province.",), "slip"),
    (("dispute 12 как утечка: I named another province.",), "leak"),
    (("dispute 12 as leak:", "I named another province.", "end dispute"), "leak"),
    (("dispute 12 as leak", "I named another province.", "end dispute"), "leak"),
]


@pytest.mark.parametrize(("lines", "error"), SAID, ids=[row[0][0] for row in SAID])
def test_a_class_is_named_in_the_words_of_the_player(
    talking: Disputing, lines: tuple[str, ...], error: str
) -> None:
    assert talking.outcomes(*lines, seat="iga") == [DONE]
    found = recorded(talking)
    assert (found.error, found.text, found.events) == (error, Sealed(("iga",), TEXT), (12,))
    assert audit_game(talking.record, "winter").finding is None


PROSE = [
    ("dispute 12 as I said before: it was mine.", "as I said before: it was mine."),
    ("dispute 12: as slip: it was mine.", "as slip: it was mine."),
    ("dispute 12 as he slipped it was mine.", "as he slipped it was mine."),
    ("dispute 12 assent was not given: mine.", "assent was not given: mine."),
]


@pytest.mark.parametrize(("line", "text"), PROSE, ids=[row[0] for row in PROSE])
def test_what_is_no_class_is_text(talking: Disputing, line: str, text: str) -> None:
    assert talking.outcomes(line, seat="iga") == [DONE]
    assert (recorded(talking).error, recorded(talking).text.value) == ("", text)


def test_what_is_nearly_a_class_is_met_with_all_that_are(talking: Disputing) -> None:
    assert talking.outcomes("dispute 12 as sending eror: It was mine.", seat="iga") == [UNREADABLE]
    talking.out()
    talking.say("dispute 12 as sending eror: It was mine.", seat="iga")
    said = " ".join(talking.texts("anna@example.org")[-1].split())
    assert "as sending error: …" in said
    assert all(one in said for one in classes(errors()))
    assert talking.game.register.docket.disputes == 0


def test_a_class_without_a_text_is_no_dispute(talking: Disputing) -> None:
    assert talking.outcomes("dispute 12 as slip", seat="iga") == [UNREADABLE]


@pytest.mark.parametrize(("policy", "kind"), [("lenient", "rewound"), ("strict", "stands")])
def test_the_referee_reads_what_the_policy_suggests(talking: Disputing, policy: str, kind: str) -> None:
    people.change_policy(talking.referee, "winter", Policy(errors=policy), "We agreed.", COMMAND)
    newest = talking.game.position
    talking.say(f"dispute {newest} as sending error: {TEXT}", seat="iga")
    found = suggestion(replay_of(talking.record, "winter"), recorded(talking))
    assert found is not None
    assert (found.kind, found.stage) == (kind, "untouched")


def test_an_appeal_names_a_class_as_well(talking: Disputing) -> None:
    talking.say("dispute 12 It was my card.", seat="iga")
    judged = Judgement("stands", "It was not.", 1, rules=("turn/deploy",))
    rulings.rule(talking.referee, "winter", judged, COMMAND)
    assert talking.outcomes("appeal 1 as wrong rule: The card has my mark.", seat="iga") == [DONE]
    said = Sealed(("iga",), "The card has my mark.")
    assert talking.newest() == Disputed(2, "iga", said, error="wrong-rule", appeals=1)


HEAD = "error,en,fr,ru,source"
FAULTS = [
    ("error,en", 1),
    (f"{HEAD}|slop,a,b,c,inferred: x", 2),
    (f"{HEAD}|slip,a,b,inferred: x", 2),
    (f"{HEAD}|slip,a,b,c,by hearsay", 2),
    (f"{HEAD}|slip,a,b,,inferred: x", 2),
    (f"{HEAD}|slip,a,b,c,inferred: x|leak,d,B,e,inferred: x", 3),
]


@pytest.mark.parametrize(("text", "line"), FAULTS, ids=[row[0] for row in FAULTS])
def test_a_table_of_words_that_does_not_fit_names_its_line(text: str, line: int) -> None:
    with pytest.raises(BadTable) as bad:
        read_words({NAMED: text.replace("|", "\n").encode()}, errors())
    assert str(bad.value).startswith(f"{NAMED}, line {line}: ")


def test_every_class_has_its_words_in_every_language() -> None:
    assert FILE != NAMED
    assert set(error_words().values()) == set(classes(errors()))
    assert {error_words()[one.replace("-", " ")] for one in classes(errors())} == set(classes(errors()))
