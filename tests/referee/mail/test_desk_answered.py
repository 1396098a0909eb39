"""An order answers the question of the mail that it answers; where that is closed, nothing plays."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.game.entries.entries import DEFAULT_ORDER, Ordered, Rewound
from domain.game.entries.policy import Policy
from referee.games import people
from referee.games.held_orders import hold
from referee.games.opening import Opening
from referee.games.order_sheet import ALREADY, CLOSED, DONE, KEPT, PLAYED, REFUSED, Line, Sheet
from referee.games.press import press
from referee.identity import question_answered
from referee.identity.cases import Cases
from referee.reading.reading import read_mail
from referee.record.envelope import COMMAND_LINE, Act
from referee.seats import folded_games
from referee.seats.tokens import shown
from referee.service.exits import Handled
from tests.referee.mail.players import Table
from tests.referee.mail.test_desk_world import KEY, PEOPLE, World, about, body, mail
from tests.tokens import token

CARA = PEOPLE["kii"]
HOUR = 3_600_000
BIDDERS = {"herald": "hana@x.example", "fox": "anna@x.example", "koi": "chloe@x.example"}
BOARD = (
    "honor koi fox turtle; coins fox 5; coins koi 4; coins turtle 6; figures fox in edo bushi shinto; "
    "figures koi in edo 2 bushi; figures turtle in nagato 2 bushi daimyo; figures koi in nagato bushi "
    "daimyo; war edo nagato; ready"
)


class Post(World):
    """A world whose players answer mails: the block of one is kept, and filled in later."""

    def fill(self, text: str, *lines: str, id: str, **fields: str) -> Handled:
        filled = text.replace("-----END", "".join(f"{line}\n" for line in lines) + "-----END", 1)
        return self.desk.handle(mail(filled, CARA, f"<{id}@x.org>", **fields))

    def plain(self, *lines: str, id: str, **fields: str) -> Handled:
        """Lines under the token alone, which names no event."""
        made = shown(token(KEY, "winter", "kii", self.game.turn))
        return self.desk.handle(
            mail("\n".join([f"TOKEN {made}", *lines, ""]), CARA, f"<{id}@x.org>", **fields)
        )

    def orders_of(self, seat: str = "kii") -> int:
        entries = (one.entry for one in self.record.envelopes("winter"))
        return sum(isinstance(entry, Ordered) and entry.seat == seat for entry in entries)


@pytest.fixture
def post(tmp_path: Path) -> Iterator[Post]:
    made = Post(tmp_path)
    made.desk.announce("winter")
    made.out()
    yield made
    made.record.close()


def outcomes(handled: Handled) -> list[str]:
    return [result.outcome for result in handled.results]


def said(one: object) -> str:
    return " ".join(body(one).split())  # type: ignore[arg-type]


# ---- a second mail to the same mail of ours


def test_a_second_mail_that_answers_an_older_one_plays_nothing_and_is_told_so(post: Post) -> None:
    old, first = post.block("kii"), post.legal()[0]
    assert outcomes(post.fill(old, first, id="1")) == [PLAYED]
    second, before = post.legal()[0], post.game.position
    post.out()
    handled = post.fill(old, second, id="2")
    assert (handled.exit, outcomes(handled)) == (0, [CLOSED])
    assert post.game.position == before
    answer = post.only()
    assert "1 order too late." in said(answer)
    assert "a question that is closed by now, so none of its orders was played" in said(answer)
    assert f"An order of yours has answered it: event {before - 1}." in said(answer)
    assert f"> {second} Not played: {second}" in said(answer)
    newest = re.search(r"-----BEGIN ORDERS.*?-----END ORDERS [^\n]*\n", body(answer), re.DOTALL)
    assert newest is not None
    assert f"HEAD {before} " in newest[0]
    assert outcomes(post.fill(newest[0], second, id="3")) == [PLAYED]


def test_two_links_of_one_mail_that_are_both_tapped_play_one_order(post: Post) -> None:
    old, (first, other, *_more) = post.block("kii"), post.legal()
    assert outcomes(post.fill(old, first, id="1")) == [PLAYED]
    assert outcomes(post.fill(old, other, id="2")) == [CLOSED]
    assert post.orders_of() == 1


def test_a_link_that_is_tapped_twice_is_answered_as_played_already(post: Post) -> None:
    old, first = post.block("kii"), post.legal()[0]
    assert outcomes(post.fill(old, first, id="1")) == [PLAYED]
    assert outcomes(post.fill(old, first, id="2")) == [ALREADY]
    assert post.orders_of() == 1


def test_a_mail_that_came_too_late_is_so_however_often_it_comes(post: Post) -> None:
    old = post.block("kii")
    post.fill(old, post.legal()[0], id="1")
    second = post.legal()[0]
    assert outcomes(post.fill(old, second, id="2")) == [CLOSED]
    post.out()
    assert outcomes(post.fill(old, second, id="2")) == [CLOSED]
    assert "An order of yours has answered it" in said(post.only())
    assert post.orders_of() == 1


def test_a_sheet_of_several_orders_still_plays_whole(post: Post) -> None:
    handled = post.fill(post.block("kii"), "place uesugi in iga", "place uesugi in kii", id="1")
    assert outcomes(handled) == [PLAYED, PLAYED]


def test_a_correction_of_what_could_not_be_read_answers_the_same_mail(post: Post) -> None:
    old, order = post.block("kii"), post.legal()[0]
    post.fill(old, "plaice nothing", id="1")
    assert outcomes(post.fill(old, order, id="2")) == [PLAYED]


def test_mails_that_cross_play_the_one_that_comes_first(post: Post) -> None:
    """The second was written before the answer to the first was read."""
    old, (first, second, *_more) = post.block("kii"), post.legal()
    later = post.fill(old, second, id="2")
    sooner = post.fill(old, first, "pass", id="1")
    assert (outcomes(later), outcomes(sooner)) == ([PLAYED], [CLOSED, CLOSED])


def test_what_is_beside_play_is_done_whatever_the_question(post: Post) -> None:
    people.change_policy(post.referee, "winter", Policy(press="private"), "a test", Act(COMMAND_LINE))
    old = post.block("kii")
    post.fill(old, post.legal()[0], id="1")
    lines = ("press to all: I am here.", post.legal()[0], "later pass", "agree to pause", "what")
    handled = post.fill(old, *lines, id="2")
    assert outcomes(handled) == [DONE, CLOSED, CLOSED, DONE, "answered"]
    assert post.game.held_by("kii") == ()


def test_it_costs_no_error(post: Post) -> None:
    old = post.block("kii")
    post.fill(old, post.legal()[0], id="1")
    second = post.legal()[0]
    post.out()
    for nth in range(9):
        post.fill(old, second, f"; {nth}", id=f"late{nth}")
    assert len(post.out()) == 9
    assert not [case for case in Cases(post.record, lambda: post.now).all() if case.kind == "refused"]


# ---- what closes a question, and what does not


def test_press_looks_and_consents_leave_it_open(post: Post) -> None:
    people.change_policy(post.referee, "winter", Policy(press="private"), "a test", Act(COMMAND_LINE))
    old = post.block("kii")
    press(post.referee, "winter", "iga", (), "Hello.", Act(COMMAND_LINE, seat="iga", person="Anna"))
    post.referee.look("winter", "Rei", "the hands", "a test", Act(COMMAND_LINE))
    people.agree(post.referee, "winter", "ise", "pause", True, Act(COMMAND_LINE, seat="ise", person="Bela"))
    hold(post.referee, "winter", "kii", "pass", "asked", Act(COMMAND_LINE, seat="kii", person="Cara"))
    people.change_policy(post.referee, "winter", Policy(), "a test", Act(COMMAND_LINE))
    assert outcomes(post.fill(old, post.legal()[0], id="1")) == [PLAYED]


def test_whoever_joins_meanwhile_leaves_it_open(tmp_path: Path) -> None:
    table = Table(tmp_path, level=1)
    block = table.block("kii", "join slow and steady")
    table.send("iga", "join one for all of us")
    handled = table.desk.handle(mail(block, CARA, "<late@x.org>"))
    assert outcomes(handled) == [PLAYED]
    handled = table.desk.handle(mail(block.replace("slow", "quick"), CARA, "<again@x.org>"))
    assert outcomes(handled) == [CLOSED]
    table.record.close()


def test_a_default_order_by_the_clock_closes_it(post: Post) -> None:
    policy = Policy(hours=24, nmr="default orders")
    people.change_policy(post.referee, "winter", policy, "a test", Act(COMMAND_LINE))
    old, order = post.block("kii"), post.legal()[0]
    post.now += 25 * HOUR
    post.desk.sweep(post.now)
    given = [one.entry for one in post.record.envelopes("winter") if isinstance(one.entry, Ordered)]
    assert {one.by for one in given} == {DEFAULT_ORDER}
    replay = folded_games.replay(post.record, "winter")
    why = question_answered.closed(replay, "kii", int(re.findall(r"HEAD (\d+)", old)[0]))
    assert why.startswith("A default order was given for you: event ")
    before = post.game.position
    post.fill(old, order, id="1")
    assert post.game.position == before


def test_a_rewind_behind_it_closes_it(post: Post) -> None:
    start = post.game.position
    post.fill(post.block("kii"), post.legal()[0], id="1")
    old, second = post.block("kii"), post.legal()[0]
    post.referee.rewind("winter", Rewound(start, "a test"), Act(COMMAND_LINE))
    handled = post.fill(old, second, id="2")
    assert outcomes(handled) == [CLOSED]
    assert "play has gone back behind it" in str(handled.results[0].error)


def test_what_was_taken_back_is_asked_anew_and_answered_by_a_new_mail(post: Post) -> None:
    old, (first, second, *_more) = post.block("kii"), post.legal()
    start = post.game.position
    post.fill(old, first, id="1")
    post.referee.rewind("winter", Rewound(start, "a test"), Act(COMMAND_LINE))
    post.out()
    post.desk.tell("winter")
    assert outcomes(post.fill(old, second, id="2")) == [CLOSED]
    (asked,) = [one for one in post.out() if one["To"] == CARA and about(one)["Mail"] == "turn"]
    assert "-----BEGIN ORDERS" in body(asked)
    assert outcomes(post.fill(post.block("kii"), second, id="3")) == [PLAYED]


# ---- sealed answers that may be replaced


@pytest.fixture
def bids(tmp_path: Path) -> Iterator[Post]:
    """Two bid under seal; whoever has bid may replace it until the other has."""
    made = Post(tmp_path)
    names = ("Hana", "Anna", "Chloe", "Boris")
    seats = ("herald", "fox", "koi", "turtle")
    opening = Opening("lotus", "rising_sun", names, preset="one-war-phase", seats=seats, level=0)
    made.referee.open(opening, Act(COMMAND_LINE))
    for seat, address in BIDDERS.items():
        made.record.register("lotus", seat, address)
    order(made, "herald", *BOARD.split("; "))
    order(made, "fox", "place nagato")
    made.desk.announce("lotus")
    made.out()
    yield made
    made.record.close()


def order(world: Post, seat: str, *lines: str) -> None:
    sheet = Sheet(world.referee, "lotus", seat, Act(COMMAND_LINE))
    results = sheet.play([Line(number, line) for number, line in enumerate(lines, 1)])
    assert {result.outcome for result in results} == {PLAYED}


def bid_of(world: Post, seat: str) -> str:
    entries = [one.entry for one in world.record.envelopes("lotus")]
    bids = [entry.plain() for entry in entries if isinstance(entry, Ordered) and entry.seat == seat]
    return str(bids[-1])


def bid(world: Post, seat: str, text: str, line: str, id: str) -> Handled:
    filled = text.replace("-----END", f"{line}\n-----END", 1)
    return world.desk.handle(mail(filled, BIDDERS[seat], f"<{id}@x.org>"))


def block_of(world: Post, address: str) -> str:
    (text,) = [body(one) for one in world.out() if one["To"] == address]
    found = re.search(r"-----BEGIN ORDERS.*?-----END ORDERS [^\n]*\n", text, re.DOTALL)
    return found[0] if found else ""


def lotus(world: Post, seat: str) -> str:
    kept = world.record.load("lotus")
    names = f"lotus {kept.game.label} {seat}"
    made = shown(token(KEY, "lotus", seat, kept.game.label))
    return (
        f"-----BEGIN ORDERS {names}-----\nTOKEN {made}\nHEAD {kept.game.position} {kept.head.hex()}\n"
        f"-----END ORDERS {names}-----\n"
    )


def test_a_bid_of_another_leaves_the_question_open(bids: Post) -> None:
    old = lotus(bids, "koi")
    order(bids, "fox", "bid 0 0 0 1")
    assert outcomes(bid(bids, "koi", old, "bid 1 0 0 0", "1")) == [PLAYED]


def test_a_sealed_answer_is_replaced_by_answering_the_newest_mail_and_no_older_one(bids: Post) -> None:
    old = lotus(bids, "fox")
    assert outcomes(bid(bids, "fox", old, "bid 0 0 0 1", "1")) == [PLAYED]
    newer = block_of(bids, BIDDERS["fox"])
    assert newer, "the answer to a bid says how to replace it"
    assert outcomes(bid(bids, "fox", newer, "bid 0 0 0 2", "2")) == [PLAYED]
    replaced = bid_of(bids, "fox")
    assert outcomes(bid(bids, "fox", old, "bid 0 0 0 3", "3")) == [CLOSED]
    assert outcomes(bid(bids, "fox", newer, "bid 0 0 0 4", "4")) == [CLOSED]
    assert bid_of(bids, "fox") == replaced


def test_a_bid_without_a_head_that_would_replace_one_waits_for_a_word(bids: Post) -> None:
    text = re.sub("HEAD .*\n", "", lotus(bids, "fox"))
    assert outcomes(bid(bids, "fox", text, "bid 0 0 0 1", "1")) == [PLAYED]
    first = bid_of(bids, "fox")
    handled = bid(bids, "fox", text, "bid 0 0 0 2", "2")
    assert handled.why.startswith("Held until the registered address confirms it: It does not say which mail")
    assert outcomes(bid(bids, "fox", text, "bid 0 0 0 1", "3")) == [ALREADY]
    assert bid_of(bids, "fox") == first


# ---- which mail it is that is answered


@pytest.mark.parametrize(
    "head", ["HEAD 9999 abcdef", "HEAD 0 abcdef", "HEAD 12 0000000000000000", "HEAD 3 ffff"]
)
def test_a_head_that_is_none_of_this_game_plays_nothing(post: Post, head: str) -> None:
    text = re.sub("HEAD .*", head, post.block("kii"))
    handled = post.fill(text, post.legal()[0], id="1")
    assert outcomes(handled) == [CLOSED]
    assert "names no event of this game as it is on record" in said(post.only())
    assert post.orders_of() == 0


def test_a_head_that_a_program_has_cut_short_is_enough(post: Post) -> None:
    text = re.sub(r"HEAD (\d+ [0-9a-f]{8}).*", r"HEAD \1…", post.block("kii"))
    assert outcomes(post.fill(text, post.legal()[0], id="1")) == [PLAYED]


def answer_id(world: Post) -> str:
    (answer,) = [one for one in world.out() if one["To"] == CARA]
    return str(answer["Message-ID"])


@pytest.mark.parametrize("field", ["In_Reply_To", "References"])
def test_without_a_head_the_mail_that_is_replied_to_tells(post: Post, field: str) -> None:
    post.plain("what", id="0")
    old = answer_id(post)
    assert outcomes(post.plain(post.legal()[0], id="1", **{field: old})) == [PLAYED]
    newer, second = answer_id(post), post.legal()[0]
    assert outcomes(post.plain(second, id="2", **{field: old})) == [CLOSED]
    post.out()
    assert outcomes(post.plain(second, id="3", **{field: newer})) == [PLAYED]
    assert post.orders_of() == 2


@pytest.mark.parametrize(
    "id",
    [
        "<winter.9.iga.turn.0123456789abcdef@bugyo.invalid>",  # another seat's
        "<winter.1.kii.turn.0123456789abcdef@bugyo.invalid>",  # none that we ever sent
        "<somebody@else.example>",
    ],
)
def test_an_id_that_is_no_mail_of_ours_tells_nothing(post: Post, id: str) -> None:
    post.plain(post.legal()[0], id="1")
    assert outcomes(post.plain(post.legal()[0], id="2", In_Reply_To=id)) == [PLAYED]


def test_where_nothing_tells_the_next_question_is_answered(post: Post) -> None:
    assert outcomes(post.plain(post.legal()[0], id="1")) == [PLAYED]
    assert outcomes(post.plain(post.legal()[0], id="2")) == [PLAYED]


# ---- mails that wait for a word


def hold_one(post: Post, *lines: str, id: str = "h") -> str:
    """A mail without a token is held; the subject that its question had."""
    post.desk.handle(mail("\n".join(lines) + "\n", CARA, f"<{id}@x.org>", Subject="Re: [winter T1 kii] x"))
    (asked,) = [one for one in post.out() if "CONFIRM" in one["Subject"]]
    return f"Re: {asked['Subject']}"


def test_a_late_yes_plays_nothing(post: Post) -> None:
    """Between the mail that waited and the word, its question was answered."""
    (first, second, *_more) = post.legal()
    subject = hold_one(post, first)
    assert outcomes(post.fill(post.block("kii"), second, id="1")) == [PLAYED]
    before = post.game.position
    post.out()
    handled = post.desk.handle(mail("yes\n", CARA, "<yes@x.org>", Subject=subject))
    assert outcomes(handled) == [CLOSED]
    assert post.game.position == before
    assert "closed by now" in said(post.only())


def test_a_yes_in_time_plays(post: Post) -> None:
    subject = hold_one(post, post.legal()[0])
    handled = post.desk.handle(mail("yes\n", CARA, "<yes@x.org>", Subject=subject))
    assert outcomes(handled) == [PLAYED]


def test_a_late_yes_to_what_came_before_this_was_kept_plays_nothing(post: Post) -> None:
    """The time at which it came tells, where the store does not."""
    (first, second, *_more) = post.legal()
    subject = hold_one(post, first)
    post.record.recorder.write("DELETE FROM settings WHERE name LIKE 'came/%'", ())
    post.now += HOUR
    assert outcomes(post.fill(post.block("kii"), second, id="1")) == [PLAYED]
    handled = post.desk.handle(mail("yes\n", CARA, "<yes@x.org>", Subject=subject))
    assert outcomes(handled) == [CLOSED]


def test_nothing_is_asked_of_a_mail_whose_question_is_closed_already(post: Post) -> None:
    old = re.sub("TOKEN .*\n", "", post.block("kii"))
    post.fill(post.block("kii"), post.legal()[0], id="1")
    post.out()
    handled = post.fill(old, post.legal()[0], id="2")
    assert "closed by now" in handled.why
    assert "CONFIRM" not in post.only()["Subject"]


# ---- parties of another kind


def test_the_cells_of_a_sheet_go_with_their_order(tmp_path: Path) -> None:
    table = Table(tmp_path, level=1)
    table.join()
    seat = table.game.awaited()[0]
    block = table.block(seat, f"cell 1 {'0' * 64}", "pass")
    assert KEPT in outcomes(table.desk.handle(mail(block, PEOPLE[seat], "<cell@x.org>")))
    table.record.close()


def test_the_command_line_has_no_head_and_plays(post: Post) -> None:
    sheet = Sheet(post.referee, "winter", "kii", Act(COMMAND_LINE))
    lines = (Line(1, "place uesugi in iga"), Line(2, "place uesugi in kii"))
    assert [result.outcome for result in sheet.play(lines)] == [PLAYED, PLAYED]
    assert [result.outcome for result in sheet.play([Line(1, "place mori in iga")])] == [REFUSED]


def test_a_mail_reads_the_id_that_it_answers() -> None:
    assert read_mail(mail("x\n", In_Reply_To="<a@b> <c@d>", References="<e@f>")).answers == "<a@b>"
    assert read_mail(mail("x\n", References="<e@f> <g@h> <1@example.org>")).answers == "<g@h>"
    assert read_mail(mail("x\n")).answers == ""


def test_whoever_is_asked_anew_is_mailed_that_though_he_did_not_write_himself(post: Post) -> None:
    """An order that the referee gives for a seat closes its question: the old mail would play nothing."""
    seat = post.seat
    act = Act(COMMAND_LINE, "file", seat, "referee", post.game.register.holders[seat])
    (result,) = Sheet(post.referee, "winter", seat, act).play([Line(1, post.legal()[0])])
    assert (result.outcome, post.seat) == (PLAYED, seat)  # it is asked for its next action
    post.desk.tell("winter")
    (asked,) = [one for one in post.out() if one["To"] == PEOPLE[seat]]
    assert f"HEAD {post.game.position} " in body(asked)
    post.desk.tell("winter")
    assert post.out() == []
