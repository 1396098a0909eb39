"""What one mail may cause: ten questions, and answers of 200 kB, whatever it holds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from referee.games.order_sheet import ANSWERED, DONE, NOT_ANSWERED, PLAYED, REFUSED, UNREADABLE
from referee.mail.writing.allowance import ANSWERS, QUESTIONS, TOLD, Allowance
from referee.mail.writing.echo import bounded
from referee.seats.mail_parts import newest
from tests.record.stores import play
from tests.referee.mail.test_desk_lines import CARA, POLICY, Talking, talking
from tests.referee.mail.test_desk_world import PEOPLE, body, mail

__all__ = ["POLICY", "talking"]
TAG = "[winter T1 kii]"


@pytest.fixture
def long(tmp_path: Path) -> Iterator[Talking]:
    """A game with much to tell."""
    made = Talking(tmp_path)
    play(made.referee, "winter", 100, Random(1))
    made.desk.announce("winter")
    made.out()
    yield made
    made.record.close()


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (QUESTIONS, ""),
        (QUESTIONS + 1, "1 question was not answered (line 14): at most ten in one mail. Ask it in another."),
        (QUESTIONS + 3, "3 questions were not answered (lines 14-16): at most ten in one mail."),
    ],
)
@pytest.mark.parametrize("has_token", [True, False])
def test_one_mail_asks_ten_questions(talking: Talking, count: int, said: str, has_token: bool) -> None:
    lines = ["held"] * count
    text = talking.block("kii", *lines) if has_token else "\n\n\n" + "\n".join(lines)
    handled = talking.desk.handle(mail(text, CARA, Subject=TAG))
    outcomes = [result.outcome for result in handled.results]
    assert outcomes == [ANSWERED] * QUESTIONS + [NOT_ANSWERED] * (count - QUESTIONS)
    (answer,) = talking.texts(CARA)
    assert answer.count("No order of yours waits.") == QUESTIONS
    assert said in flat(answer)
    assert ("not answered" in answer) == (count > QUESTIONS)


def test_a_question_that_cannot_be_answered_is_one_of_the_ten(talking: Talking) -> None:
    assert talking.outcomes(*["show 999"] * QUESTIONS, "what") == [*[REFUSED] * QUESTIONS, NOT_ANSWERED]


def test_orders_are_played_behind_any_number_of_questions(talking: Talking) -> None:
    outcomes = talking.outcomes(*["what"] * 30, talking.legal()[0])
    assert outcomes == [ANSWERED] * 10 + [NOT_ANSWERED] * 20 + [PLAYED]


def test_questions_beyond_the_ten_stay_unanswered_when_their_mail_comes_again(talking: Talking) -> None:
    sent = mail(talking.block("kii", *["what"] * 12), CARA)
    for _ in range(2):
        results = talking.desk.handle(sent).results
        assert [result.outcome for result in results] == [ANSWERED] * 10 + [NOT_ANSWERED] * 2


@pytest.mark.parametrize(
    ("line", "has_token"),
    [("log", True), ("log", False), ("story 30", True), ("help", False), ("x" * 500, True)],
)
def test_an_answer_has_at_most_200_kb(long: Talking, line: str, has_token: bool) -> None:
    """1,900 times “log” in 7.7 kB made 38.9 MB, in 9.4 s and 431 MB."""
    lines = [line] * 1900
    text = long.block("kii", *lines) if has_token else "\n".join(lines)
    results = long.desk.handle(mail(text, CARA, Subject=f"[winter {long.game.label} kii]")).results
    assert sum(result.outcome == ANSWERED for result in results) <= QUESTIONS
    sent = long.out()
    assert sum(len(bytes(one)) for one in sent) <= TOLD
    assert len(sent) == 1


def test_a_mail_of_100_000_lines_is_not_echoed(talking: Talking) -> None:
    for text in (talking.block("kii", *["pass"] * 100_000), "place\n" * 100_000):
        talking.desk.handle(mail(text, CARA, f"<{len(text)}@x.org>", Subject=TAG))
        assert sum(len(bytes(one)) for one in talking.out()) <= 20_000


@pytest.mark.budget(100, "mails as large as are read")
@pytest.mark.parametrize("sender", [CARA, "mallory@example.org"])
def test_a_question_for_a_word_echoes_no_more_either(talking: Talking, sender: str) -> None:
    lines = [talking.legal()[0], *["place ninja in iga; " + "x" * 400] * 1800]
    talking.desk.handle(mail(talking.block("kii", *lines, of="kii"), sender, Subject=TAG))
    talking.desk.handle(mail("\n".join(lines), sender, "<2@x.org>", Subject=TAG))
    assert sum(len(bytes(one)) for one in talking.out()) <= 2 * TOLD


@pytest.mark.parametrize(("more", "outcome"), [(0, DONE), (1, REFUSED)])
def test_press_of_one_mail_is_bounded_by_what_it_makes_others_read(
    talking: Talking, more: int, outcome: str
) -> None:
    """200 kB in the mails of all; a press alone has at most 20,000 signs."""
    begins = "press to all:"
    long = [begins, *["y" * 999] * 20, "end press"]
    left = TOLD // 3 - 3 * (len(begins) + 20 * 1000)
    rows = left - len(begins) - 1 + more  # with their line breaks, of which the first is counted
    last = [begins, *["z" * 999] * (rows // 1000), "z" * (rows % 1000), "end press"]
    results = talking.say(*long, *long, *long, *last).results
    assert [result.outcome for result in results] == [DONE, DONE, DONE, outcome]
    assert ("200 kB at most" in str(results[3].error)) == bool(more)


def test_the_newest_lines_of_an_answer_are_kept() -> None:
    allowance = Allowance()
    lines = tuple(f"{n:999}" for n in range(101))
    first = allowance.answered(lines[:60])
    assert first == lines[:60]
    cut = allowance.answered(lines)
    assert cut[-40:] == lines[-40:]
    assert "(61 lines above these are left out" in cut[0]
    assert sum(len(line) + 1 for line in (*first, *cut[-40:])) == ANSWERS
    assert not allowance.may_ask()


@pytest.mark.parametrize(("most", "kept"), [(0, []), (3, []), (4, ["ccc"]), (8, ["bbb", "ccc"]), (99, None)])
def test_newest(most: int, kept: list[str] | None) -> None:
    lines = ["aaa", "bbb", "ccc"]
    assert list(newest(lines, most)) == (lines if kept is None else kept)


def test_what_is_left_out_is_not_even_made() -> None:
    made = []

    def lines() -> Iterator[str]:
        for n in range(100):
            made.append(n)
            yield f"{n:9}"

    assert [*bounded(lines(), 30, lambda: "Enough.")][-2:] == ["", "Enough."]
    assert made == [0, 1, 2, 3]


@pytest.mark.soak
def test_unreadable_lines_are_told_until_the_answer_is_full(talking: Talking) -> None:
    handled = talking.say(*["plaice " + "ö" * 300] * 1500)
    assert {result.outcome for result in handled.results} == {UNREADABLE}
    (answer,) = [one for one in talking.out() if one["To"] == PEOPLE["kii"]]
    said = flat(body(answer))
    assert "The rest of your lines is left out here" in said
    assert "1500 orders not readable" in said
    assert "BEGIN ORDERS" in said
