"""Whoever is named by somebody else is asked first; a name belongs to one address, which changes only by its
owner's word or the referee's.
"""

from __future__ import annotations

import re
from email.message import EmailMessage
from urllib.parse import unquote

import pytest

from domain.game.entries.people import AddressChanged, Delegated
from domain.game.entries.policy import Policy, Refereeing
from domain.kit.errors import IllegalMove, StaleOrder
from referee.games import people
from referee.games.addresses import acting, address_of, keep_address
from referee.games.order_sheet import DONE, PLAYED, REFUSED
from referee.identity import naming
from referee.record.envelope import COMMAND_LINE, Act
from referee.service.exits import Handled
from tests.referee.mail.test_desk_lines import ANNA, CARA, DORA, Talking
from tests.referee.mail.test_desk_world import NOW, body, mail

REFEREE = Act(COMMAND_LINE, person="referee")
DAN, STRANGER = "dan@example.org", "stranger@evil.example"
DAY = 86_400_000
LINE = "delegate to {name} {address} until 2026-12-31 for {scope}"


def line(name: str, address: str, scope: str = "orders") -> str:
    return LINE.format(name=name, address=address, scope=scope)


def agrees(talking: Talking, seat: str, name: str, address: str, scope: str = "orders") -> None:
    """A seat names somebody, who is asked and answers “yes”."""
    assert talking.outcomes(line(name, address, scope), seat=seat) == [DONE]
    assert talking.answers_question(address).exit == 0


def told(talking: Talking) -> dict[str, list[EmailMessage]]:
    """The mails that have gone out since, by their addresses."""
    found: dict[str, list[EmailMessage]] = {}
    for one in talking.out():
        found.setdefault(str(one["To"]), []).append(one)
    return found


def said(one: EmailMessage) -> str:
    return " ".join(body(one).split())


def answer(asked: EmailMessage, word: str = "yes", sender: str = "", **fields: str) -> bytes:
    subject = f"Re: {asked['Subject']}"
    return mail(f"{word}\n", sender or str(asked["To"]), "<word@x.org>", Subject=subject, **fields)


def ask(talking: Talking, address: str = DAN, seat: str = "kii", scope: str = "orders") -> EmailMessage:
    """Seat kii names Dan; the one mail that asks him."""
    assert talking.outcomes(line("Dan", address, scope), seat=seat) == [DONE]
    (asked,) = told(talking)[address]
    return asked


# ---- one name, one address


@pytest.mark.parametrize("name", ["Dan", "dan", "ＤＡＮ", "Dаn", "D an", "Dán"])
def test_the_name_of_anothers_delegate_cannot_be_bound_to_a_stranger(talking: Talking, name: str) -> None:
    agrees(talking, "iga", "Dan", DAN)
    talking.out()
    assert talking.outcomes(line(name, STRANGER, "all")) == [REFUSED]
    talking.desk.tell("winter")
    assert STRANGER not in told(talking)
    assert acting(talking.record, STRANGER, NOW) == ()
    assert [one.seat for one in acting(talking.record, DAN, NOW)] == ["iga"]
    while talking.seat != "iga":
        talking.say(talking.legal()[0], seat=talking.seat)
    assert [one.outcome for one in talking.say(talking.legal()[0], seat="iga", sender=DAN).results] == [
        PLAYED
    ]
    assert STRANGER not in told(talking)


def test_nor_that_of_a_standby_who_then_takes_his_seat_himself(talking: Talking) -> None:
    people.list_standby(talking.referee, "winter", "Dora", True, REFEREE, DORA)
    assert talking.outcomes(line("Dora", STRANGER)) == [REFUSED]
    talking.say("resign seat", seat="iga")
    talking.out()
    for sender in (STRANGER, DORA):
        talking.desk.handle(mail("takeover iga\n", sender, f"<{sender}>", Subject="[winter T1 iga]"))
    talking.answers_question(DORA)
    assert talking.game.register.holders["iga"] == "Dora"
    assert talking.record.addresses("winter")["iga"] == DORA
    assert acting(talking.record, STRANGER, NOW) == ()


def test_nor_that_of_a_standby_whose_address_is_not_known(talking: Talking) -> None:
    people.list_standby(talking.referee, "winter", "Dora", True, REFEREE)
    assert talking.outcomes(line("Dora", STRANGER)) == [REFUSED]
    assert address_of(talking.record, "winter", "Dora") == ""
    people.take_seat(talking.referee, "winter", "ise", "Dora", "Bela is ill.", REFEREE, DORA)
    assert talking.record.addresses("winter")["ise"] == DORA  # by the referee it may be given


def test_nor_that_of_somebody_who_is_only_asked(talking: Talking) -> None:
    ask(talking, seat="iga")
    assert talking.outcomes(line("Dan", STRANGER)) == [REFUSED]
    assert STRANGER not in told(talking)


def test_the_address_that_is_kept_of_a_person_stays(talking: Talking) -> None:
    keep_address(talking.record, "winter", "Dan", DAN)
    keep_address(talking.record, "winter", "Dan", STRANGER)
    assert address_of(talking.record, "winter", "Dan") == DAN
    with pytest.raises(IllegalMove, match="somebody else"):
        people.list_standby(talking.referee, "winter", "Dan", True, REFEREE, STRANGER)


def test_two_honest_people_of_one_name_are_told_apart(talking: Talking) -> None:
    agrees(talking, "iga", "Dan", DAN)
    handled = talking.say(line("Dan", "dan@elsewhere.example"))
    (result,) = handled.results
    assert result.outcome == REFUSED
    assert "That is the name of somebody else in this game, or looks like it. Choose" in str(result.error)
    talking.out()
    agrees(talking, "kii", "Dan K.", "dan@elsewhere.example")
    assert [one.seat for one in acting(talking.record, "dan@elsewhere.example", NOW)] == ["kii"]
    assert [one.seat for one in acting(talking.record, DAN, NOW)] == ["iga"]


def test_the_same_person_may_act_for_two_seats_and_is_asked_for_each(talking: Talking) -> None:
    agrees(talking, "iga", "Dan", DAN)
    talking.out()
    assert talking.outcomes("delegate to dan until 2026-12-31 for press") == [DONE]
    assert talking.answers_question(DAN).exit == 0
    assert [(one.seat, one.person) for one in acting(talking.record, DAN, NOW)] == [
        ("iga", "Dan"),
        ("kii", "Dan"),
    ]


@pytest.mark.parametrize(
    "name",
    [
        "referee",
        "Rеferee",
        "the Referee",
        "witness",
        "public",
        "bugyo",
        "second",
        "iga",
        "ISE",
        "Anna",
        "Bеla",
    ],
)
def test_names_of_roles_seats_and_players_are_refused(talking: Talking, name: str) -> None:
    assert talking.outcomes(line(name, STRANGER, "press")) == [REFUSED]
    assert STRANGER not in told(talking)


def test_the_name_of_the_second_referee_is_nobody_elses(talking: Talking) -> None:
    policy = Policy(press="private", referee=Refereeing(second="Gen"))
    people.change_policy(talking.referee, "winter", policy, "a test", REFEREE)
    assert talking.outcomes(line("Gen", STRANGER)) == [REFUSED]


@pytest.mark.parametrize("name", ["Dan evil.example", "Dan x@y.org", "D\u202ean", "x" * 61])
def test_a_name_with_an_address_a_link_or_a_sign_that_turns_is_refused(talking: Talking, name: str) -> None:
    assert DONE not in talking.outcomes(line(name, STRANGER))
    assert STRANGER not in told(talking)


def test_what_is_on_record_from_before_stays(talking: Talking) -> None:
    """A delegate of an older Bugyo, with a name that would be refused today, can be named anew."""
    keep_address(talking.record, "winter", "referee of old", DAN)
    given = Delegated("kii", "referee of old", "orders", NOW + 30 * DAY)
    talking.referee.put("winter", lambda _game, _at: given, Act("mail", "", "kii", "Cara"))
    assert [one.person for one in acting(talking.record, DAN, NOW)] == ["referee of old"]
    assert talking.outcomes("delegate to referee of old until 2026-12-31 for orders") == [DONE]
    assert talking.game.register.delegations[0].until > given.until


# ---- asked first


def test_whoever_is_named_gets_one_mail_that_asks_and_all_else_after_his_yes(talking: Talking) -> None:
    asked = ask(talking)
    asks = "You are asked by “Cara” at example.org whether you, “Dan”, will act for the seat kii in the game"
    assert asks in said(asked)
    for secret in ("TOKEN", "Your hand", "BEGIN ORDERS", "http", "@"):
        assert secret not in re.sub("<mailto:.*>", "", body(asked))
    assert str(asked["Subject"]).startswith("Confirm: will you act for kii? [winter] CONFIRM ")
    assert talking.game.register.delegations == ()
    talking.say("press to kii: Well met.", seat="iga")
    talking.say(talking.legal()[0], seat=talking.seat)
    for _again in range(2):
        talking.desk.tell("winter")
        talking.desk.remind("winter")
    assert DAN not in told(talking)
    assert talking.desk.handle(mail("what\n", DAN, "<early@x.org>", Subject="[winter T1 kii]")).exit == 67
    assert "winter" not in "".join(map(body, told(talking)[DAN]))
    assert talking.desk.handle(answer(asked)).exit == 0
    mails = told(talking)
    assert "you may give the orders of kii (“Cara”)" in said(mails[DAN][0])
    assert "Hand:" in body(mails[DAN][0])
    assert "The answer of “Dan” is “yes”." in said(mails[CARA][0])
    assert "TOKEN" not in body(mails[CARA][0])
    (given,) = [one for one in talking.record.envelopes("winter") if isinstance(one.entry, Delegated)]
    assert given.act[2:5] == ("kii", "Cara", "")
    assert talking.record.mail(given.act[1].partition(":")[0]) is not None  # the mail that has named him


@pytest.mark.parametrize("word", ["yes", "no"])
def test_one_tap_is_enough(talking: Talking, word: str) -> None:
    """A tap opens a mail that answers none: its subject and the word are all that comes."""
    asked = ask(talking)
    (link,) = re.findall(f"^{word}: <mailto:(.*)>$", body(asked), re.MULTILINE)
    fields = dict(one.split("=") for one in link.partition("?")[2].split("&"))
    tapped = mail(unquote(fields["body"]), DAN, "<tap@x.org>", Subject=unquote(fields["subject"]))
    assert talking.desk.handle(tapped).exit == 0
    assert bool(talking.game.register.delegations) == (word == "yes")


def test_a_yes_above_our_text_that_lost_its_marks_counts(talking: Talking) -> None:
    asked = ask(talking)
    bare = f"Yes, please.\n\nOn Monday the desk wrote:\n\n{body(asked)}"
    assert talking.desk.handle(mail(bare, DAN, "<bare@x.org>", Subject=f"Re: {asked['Subject']}")).exit == 0
    assert talking.game.register.delegations


def test_no_is_told_to_whoever_has_asked_and_he_is_not_asked_again(talking: Talking) -> None:
    asked = ask(talking)
    assert talking.desk.handle(answer(asked, "no")).exit == 0
    mails = told(talking)
    assert "Nothing follows, and nothing more is sent to you." in said(mails[DAN][0])
    assert "The answer of “Dan” is “no”." in said(mails[CARA][0])
    for seat in ("kii", "iga"):
        assert talking.outcomes(line("Dan", DAN), seat=seat) == [REFUSED]
    assert DAN not in told(talking)
    talking.desk.handle(answer(asked, "yes", Message_ID="<changed@x.org>"))
    assert talking.game.register.delegations == ()


NOT_HIS = [
    {"sender": "mallory@example.org"},
    {"sender": CARA},
    {"Auto_Submitted": "auto-replied"},
    {"X_Autoreply": "yes"},
]


@pytest.mark.parametrize("fields", NOT_HIS, ids=["a stranger", "who asks", "a robot", "a vacation"])
def test_only_a_person_at_that_address_says_yes(talking: Talking, fields: dict[str, str]) -> None:
    asked = ask(talking)
    sender = fields.get("sender", "")
    fields = {name: value for name, value in fields.items() if name != "sender"}
    talking.desk.handle(answer(asked, sender=sender, **fields))
    assert talking.game.register.delegations == ()
    assert address_of(talking.record, "winter", "Dan") == ""


def test_another_word_than_yes_asks_for_one(talking: Talking) -> None:
    asked = ask(talking)
    assert talking.desk.handle(answer(asked, "Who are you?")).exit == 65
    assert "neither with “yes” nor with “no”" in said(told(talking)[DAN][0])
    assert talking.game.register.delegations == ()


def test_a_yes_that_comes_twice_does_it_once(talking: Talking) -> None:
    asked = ask(talking)
    talking.desk.handle(answer(asked))
    after = talking.game.position
    talking.out()
    talking.desk.handle(answer(asked))
    assert talking.game.position == after
    assert "You have answered that already." in said(told(talking)[DAN][0])


def taken_over(talking: Talking) -> None:
    people.take_seat(talking.referee, "winter", "kii", "Emil", "Cara is ill.", REFEREE, "emil@example.org")


def time_passes(talking: Talking) -> None:
    talking.now += 15 * DAY


def taken_back(talking: Talking) -> None:
    assert talking.outcomes("undelegate Dan") == [DONE]


def given_up(talking: Talking) -> None:
    people.abandon(talking.referee, "winter", "No time.", REFEREE)


def too_many(talking: Talking) -> None:
    for name in ("Ada", "Bea", "Cleo"):
        until = NOW + 30 * DAY
        people.delegate(
            talking.referee, "winter", "kii", name, "press", until, Act(COMMAND_LINE, person="Cara")
        )


@pytest.mark.parametrize("happens", [taken_over, time_passes, taken_back, given_up, too_many])
def test_a_late_yes_does_nothing_and_is_told_so(talking: Talking, happens: object) -> None:
    asked = ask(talking)
    assert callable(happens)
    happens(talking)
    before = talking.game.register.delegations
    talking.out()
    assert talking.desk.handle(answer(asked)).exit == 0
    assert talking.game.register.delegations == before
    mails = told(talking)
    assert "It is too late for that: nothing was done" in said(mails[DAN][0])
    assert ("too late for what you have asked" in "".join(map(said, mails.get(CARA, ())))) == (
        happens in (time_passes, too_many, given_up)
    )


def test_what_he_has_agreed_to_before_he_is_not_asked_again_and_what_is_more_he_is(talking: Talking) -> None:
    agrees(talking, "kii", "Dan", DAN, "press")
    talking.out()
    talking.say("delegate to Dan until 2027-01-31 for press")
    assert not [one for one in told(talking)[DAN] if "CONFIRM" in str(one["Subject"])]
    assert talking.game.register.delegations[0].until > NOW + 60 * DAY
    talking.say("delegate to Dan until 2027-01-31 for all")
    assert talking.game.register.delegations[0].scope == "press"
    assert talking.answers_question(DAN).exit == 0
    assert talking.game.register.delegations[0].scope == "all"


def test_whoever_takes_the_seat_has_to_ask_anew(talking: Talking) -> None:
    agrees(talking, "kii", "Dan", DAN)
    taken_over(talking)
    talking.out()
    act = Act(COMMAND_LINE, person="Emil")
    given = Delegated("kii", "Dan", "orders", NOW + 30 * DAY)
    assert naming.name_delegate(talking.referee, "winter", given, act, "") is None
    assert talking.game.register.delegations == ()


def test_a_question_with_another_end_takes_the_place_of_the_first(talking: Talking) -> None:
    first = ask(talking)
    assert talking.outcomes(line("Dan", DAN)) == [REFUSED]  # he is asked already
    assert DAN not in told(talking)
    assert talking.outcomes(f"delegate to Dan {DAN} until 2027-01-31 for orders") == [DONE]
    (second,) = told(talking)[DAN]
    talking.desk.handle(answer(first))
    assert talking.game.register.delegations == ()
    talking.desk.handle(answer(second, Message_ID="<second@x.org>"))
    assert len(talking.game.register.delegations) == 1


# ---- how many


@pytest.mark.soak
def test_1500_lines_of_one_mail_make_three_mails(talking: Talking) -> None:
    lines = [f"delegate to {_name(n)} n{n}@evil.example until 2026-12-31 for press" for n in range(1_500)]
    talking.say(*lines)
    assert len([to for to in told(talking) if to.endswith("@evil.example")]) == 3
    talking.say(*(one.replace("n", "m", 1) for one in lines[:20]), seat="kii")
    assert not [to for to in told(talking) if to.endswith("@evil.example")]


def _name(number: int) -> str:
    return "".join(chr(ord("A") + int(digit)) for digit in f"{number:04}") + " Doe"


def test_ten_questions_a_day_for_a_game_and_three_to_an_address(talking: Talking) -> None:
    asked = 0
    for number in range(12):
        seat = ("iga", "ise", "kii")[number % 3]
        outcomes = talking.outcomes(line(_name(number), f"n{number}@evil.example"), seat=seat)
        asked += outcomes == [DONE]
        for one in talking.out():
            if "CONFIRM" in str(one["Subject"]):
                talking.desk.handle(answer(one, "no", Message_ID=f"<{number}@x.org>"))
    assert asked == 10
    talking.now += DAY
    assert talking.outcomes(line("Fay", "fay@evil.example")) == [DONE]


def test_one_address_is_asked_three_times_a_day_whatever_the_game(talking: Talking) -> None:
    for name in ("spring", "summer", "autumn", "next"):
        talking.open(
            name, {"iga": f"a@{name}.example", "ise": f"b@{name}.example", "kii": f"c@{name}.example"}
        )
        given = Delegated("iga", "Dan", "press", NOW + DAY)
        act = Act(COMMAND_LINE, person="A")
        if name != "next":
            assert naming.name_delegate(talking.referee, name, given, act, DAN) is None
    with pytest.raises(IllegalMove, match="often enough"):
        naming.name_delegate(talking.referee, "next", given, act, DAN)


def test_whoever_does_not_answer_is_asked_three_times_in_a_fortnight(talking: Talking) -> None:
    for day in range(1, 8):
        talking.outcomes(f"delegate to Dan {DAN} until 2026-12-{day + 10} for press")
        talking.now += DAY
    assert len(told(talking)[DAN]) == 3


def test_three_people_act_for_a_seat_and_press_to_it_makes_four_mails(talking: Talking) -> None:
    for name in ("Ada", "Bea", "Cleo"):
        agrees(talking, "kii", name, f"{name.lower()}@x.example", "all")
    assert talking.outcomes(line("Dan", DAN, "all")) == [REFUSED]
    talking.out()
    assert talking.outcomes("press to kii: Well met.", seat="iga") == [DONE]
    assert [to for to in told(talking) if to != ANNA] == [
        CARA,
        *(f"{one}@x.example" for one in ("ada", "bea", "cleo")),
    ]
    assert talking.outcomes("undelegate Ada", line("Dan", DAN, "all")) == [DONE, DONE]


# ---- by the referee


def test_a_standby_whom_the_referee_names_is_asked_and_his_answer_told(talking: Talking) -> None:
    naming.name_standby(talking.referee, "winter", "Dan", REFEREE, DAN)
    talking.desk.tell("winter")
    (asked,) = told(talking)[DAN]
    assert "whether you, “Dan”, will stand by in the game winter" in said(asked)
    assert "Dan" not in talking.game.register.standbys
    handled = talking.desk.handle(answer(asked))
    assert talking.game.register.standbys == ("Dan",)
    assert handled.told == "Dan has answered yes: standby"
    assert "You are on the list of standbys of the game winter." in said(told(talking)[DAN][0])
    # a yes to stand by is one to take a seat, and none to act for one
    assert naming.name_holder(talking.referee, "winter", "ise", "Dan", "Bela is ill.", REFEREE, DAN)


def test_a_seat_is_given_once_its_new_holder_has_agreed(talking: Talking) -> None:
    assert naming.name_holder(talking.referee, "winter", "kii", "Dan", "Cara is ill.", REFEREE, DAN) is None
    talking.desk.tell("winter")
    (asked,) = told(talking)[DAN]
    assert "will take the seat kii" in said(asked)
    assert "Cara is ill" not in body(asked)
    talking.say(talking.legal()[0], seat=talking.seat)
    assert DAN not in told(talking)
    talking.desk.handle(answer(asked))
    assert talking.record.addresses("winter")["kii"] == DAN
    assert "You have taken the seat kii (“Dan”)" in said(told(talking)[DAN][0])


def test_two_who_are_asked_for_one_seat_do_not_take_it_from_each_other(talking: Talking) -> None:
    for name in ("Dan", "Emil"):
        naming.name_holder(
            talking.referee, "winter", "kii", name, "Ill.", REFEREE, f"{name.lower()}@example.org"
        )
    talking.desk.tell("winter")
    mails = told(talking)
    talking.desk.handle(answer(mails[DAN][0]))
    late = talking.desk.handle(answer(mails["emil@example.org"][0], Message_ID="<late@x.org>"))
    assert talking.game.register.holders["kii"] == "Dan"
    assert late.told == "Emil has answered too late: holder"


# ---- another address

NEW = "cara@new.example"


def moves(talking: Talking) -> Handled:
    """Cara writes her new address, and “yes” comes from there."""
    assert talking.outcomes(f"my address is {NEW}") == [DONE]
    return talking.answers_question(NEW)


def test_an_address_changes_by_a_word_from_the_old_and_one_from_the_new(talking: Talking) -> None:
    assert talking.outcomes(f"my address is {NEW}") == [DONE]
    mails = told(talking)
    (asked,) = mails[NEW]
    assert (
        "You are asked by “Cara” at example.org whether this address is his: he plays in the game winter"
        in said(asked)
    )
    assert "Your hand" not in body(asked)
    assert talking.record.addresses("winter")["kii"] == CARA
    talking.desk.handle(answer(asked))
    assert talking.record.addresses("winter")["kii"] == NEW
    envelope = talking.record.envelopes("winter")[-1]
    assert envelope.entry == AddressChanged("kii", "Cara", "person", "")
    mails = told(talking)
    (old,) = mails[CARA]
    assert "go to another address from now on" in said(old)
    assert "“Cara” has said so by a mail" in said(old)
    assert NEW not in old.as_string()
    assert "come here from now on" in said(mails[NEW][0])
    assert any("Cara has another address now." in said(one) for one in mails[ANNA])
    assert not any(NEW in one.as_string() or CARA in one.as_string() for one in mails[ANNA])
    assert acting(talking.record, CARA, NOW) == ()
    assert [one.seat for one in acting(talking.record, NEW, NOW)] == ["kii"]


def test_the_mail_to_the_old_address_goes_before_any_to_the_new(talking: Talking) -> None:
    moves(talking)
    order = [str(one["To"]) for one in talking.out()]
    assert order.index(CARA) < order.index(NEW)


@pytest.mark.parametrize("then", ["tell", "remind", "sweep", "answer"])
def test_nor_does_a_desk_that_died_in_between_write_to_the_new_first(talking: Talking, then: str) -> None:
    entry = AddressChanged("kii", "Cara", "referee", "She rang me up.")
    act = Act(COMMAND_LINE, "", "kii", "referee", "Cara")
    people.change_address(talking.referee, "winter", entry, CARA, NEW, act)
    talking.now = talking.game.register.deadlines["kii"].at + 1  # something is due as well
    if then == "answer":
        talking.desk.handle(mail("what\n", NEW, "<what@x.org>", Subject="[winter T1 kii]"))
    else:
        talking.desk.sweep(talking.now) if then == "sweep" else getattr(talking.desk, then)("winter")
    order = [str(one["To"]) for one in talking.out()]
    assert NEW in order[1:]
    assert (order[0], order.count(CARA)) == (CARA, 1)


def test_a_delegate_changes_his_own_and_not_that_of_the_seat(talking: Talking) -> None:
    agrees(talking, "kii", "Dan", DAN)
    talking.out()
    assert [one.outcome for one in talking.say("my address is dan@new.example", sender=DAN).results] == [DONE]
    talking.answers_question("dan@new.example")
    assert talking.record.addresses("winter")["kii"] == CARA
    assert [one.seat for one in acting(talking.record, "dan@new.example", NOW)] == ["kii"]
    assert acting(talking.record, DAN, NOW) == ()


def test_two_players_of_one_name_keep_their_own_addresses(talking: Talking) -> None:
    talking.open("twins", {"iga": "ann@a.example", "ise": "ann@b.example", "kii": "cara@c.example"})
    entry = AddressChanged("iga", "Ann", "referee", "She has moved.")
    act = Act(COMMAND_LINE, "", "iga", "referee", "Ann")
    people.change_address(talking.referee, "twins", entry, "ann@a.example", "ann@new.example", act)
    assert talking.record.addresses("twins") == {
        "iga": "ann@new.example",
        "ise": "ann@b.example",
        "kii": "cara@c.example",
    }


def test_no_stranger_changes_an_address(talking: Talking) -> None:
    """Neither with a token that he has seen, where that alone may order, nor in the name of the player."""
    people.change_policy(talking.referee, "winter", Policy(authority=0), "a test", REFEREE)
    talking.desk.tell("winter")
    talking.out()
    handled = talking.say(f"my address is {STRANGER}", sender=STRANGER)
    assert [one.outcome for one in handled.results] == [REFUSED]
    people.change_policy(talking.referee, "winter", Policy(), "a test", REFEREE)
    talking.out()
    forged = mail(f"my address is {STRANGER}\n", CARA, "<forged@x.org>", Subject="[winter T1 kii]")
    assert talking.desk.handle(forged).exit == 0
    assert set(told(talking)) == {CARA}  # who is asked whether she has written it
    assert talking.record.addresses("winter")["kii"] == CARA


def test_no_from_the_new_address_changes_nothing_and_whoever_it_is_hears_no_more(talking: Talking) -> None:
    talking.say(f"my address is {NEW}")
    talking.answers_question(NEW, "no")
    assert talking.record.addresses("winter")["kii"] == CARA
    assert "Cara has answered" not in "".join(map(said, told(talking).get(ANNA, ())))
    assert talking.outcomes(f"my address is {NEW}") == [REFUSED]


def test_the_referee_changes_an_address_with_a_reason(talking: Talking) -> None:
    act = Act(COMMAND_LINE, "", "kii", "referee", "Cara")
    entry = AddressChanged("kii", "Cara", "referee", " ")
    with pytest.raises(IllegalMove, match="reason is missing"):
        people.change_address(talking.referee, "winter", entry, CARA, NEW, act)
    assert talking.record.addresses("winter")["kii"] == CARA
    entry = AddressChanged("kii", "Cara", "referee", "She rang me up.")
    people.change_address(talking.referee, "winter", entry, CARA, NEW, act)
    talking.desk.tell("winter")
    mails = told(talking)
    for address in (CARA, NEW):
        assert "The referee has decided so: She rang me up." in said(mails[address][0])
    assert any(
        "The referee registers another address of Cara: She rang me up." in said(one).replace(" | ", " ")
        for one in mails[ANNA]
    )
    with pytest.raises(StaleOrder, match="there already"):
        people.change_address(talking.referee, "winter", entry, NEW, NEW, act)
    talking.desk.tell("winter")
    assert CARA not in told(talking)
