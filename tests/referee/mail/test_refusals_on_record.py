"""What was refused is on record with its reason, its seat and its mail, and nobody else reads it."""

from __future__ import annotations

from domain.game.deciding.bars_people import MOST_REFUSED
from domain.game.entries.people import OrderRefused
from domain.game.entries.policy import Policy
from domain.kit.sealed import PUBLIC, Sealed
from projections.exports.report import report
from projections.telling.log import Teller
from referee.audit.audit import audit_game
from referee.games import people
from referee.games.order_sheet import FORFEITED, PLAYED, REFUSED, UNREADABLE, Line, Sheet
from referee.games.rehearsal import Given, Rehearsal
from referee.record.envelope import COMMAND_LINE, MAIL, Act
from referee.seats.seat_view import replay_of
from tests.referee.mail.test_desk_lines import ANNA, CARA, Talking
from tests.referee.mail.test_desk_world import mail


def refused(talking: Talking) -> list[OrderRefused]:
    found = [one.entry for one in talking.record.envelopes("winter")]
    return [one for one in found if isinstance(one, OrderRefused)]


def illegal(talking: Talking, seat: str = "iga") -> str:
    """An order that is readable and not legal: another's, out of turn."""
    assert seat not in talking.game.awaited()
    return talking.legal("kii")[0]


def test_a_refused_order_is_recorded_with_its_reason_and_its_mail(talking: Talking) -> None:
    before, order = talking.game.position, illegal(talking)
    handled = talking.say(order, seat="iga")
    (result,) = handled.results
    (entry,) = refused(talking)
    assert result.outcome == REFUSED
    assert result.error is not None
    assert (entry.seat, entry.line) == ("iga", Sealed(("iga",), order))
    assert entry.reason.to == ("iga",)
    assert all(sentence in entry.reason.value for sentence in result.error.sentences)
    envelope = talking.record.envelopes("winter")[before]
    cause, reference, seat, *_more = envelope.act
    assert (cause, seat, envelope.at) == (MAIL, "iga", entry.at)
    assert talking.record.mail(reference.partition(":")[0]) is not None
    assert talking.game.position == before + 1
    assert audit_game(talking.record, "winter").finding is None


def test_the_seat_reads_it_in_its_log_and_the_others_only_that_it_was(talking: Talking) -> None:
    order = illegal(talking)
    talking.say(order, seat="iga")
    replay, position = replay_of(talking.record, "winter"), talking.game.position
    told = {viewer: Teller(replay, viewer).logged(position).text for viewer in ("iga", "kii", PUBLIC)}
    assert order in told["iga"]
    for viewer in ("kii", PUBLIC):
        assert order not in told[viewer]
        assert "An order of iga is refused." in told[viewer]


def test_nobody_else_is_written_to_because_of_it(talking: Talking) -> None:
    talking.say(illegal(talking), seat="iga")
    assert {str(one["To"]) for one in talking.out()} == {ANNA}


def test_the_same_mail_is_refused_again_and_recorded_once(talking: Talking) -> None:
    sent = mail(talking.block("iga", illegal(talking)), ANNA, "<twice@x.org>")
    for _again in range(2):
        talking.desk.handle(sent)
    assert len(refused(talking)) == 1


def test_the_question_stays_open_for_a_mail_from_before_the_refusal(talking: Talking) -> None:
    """The head is another one since; what was asked is the same."""
    order = talking.legal("kii")[0]
    sent = mail(talking.block("kii", order), CARA, "<before@x.org>")
    talking.say(order, seat="iga")
    (result,) = talking.desk.handle(sent).results
    assert result.outcome == PLAYED


def test_what_is_no_order_and_what_is_not_reached_are_not_recorded(talking: Talking) -> None:
    order = illegal(talking)
    talking.say("I am not sure about this", seat="iga")
    assert refused(talking) == []
    talking.say(order, order, seat="iga")
    assert len(refused(talking)) == 1


def test_so_many_of_a_seat_are_recorded_in_a_day_and_it_is_said(talking: Talking) -> None:
    order = illegal(talking)
    for _nth in range(MOST_REFUSED - 1):
        (result,) = talking.say(order, seat="iga").results
        assert result.outcome == REFUSED
        assert "in a day" not in str(result.error)
    (last,) = talking.say(order, seat="iga").results
    assert "the last of 20 refused orders" in str(last.error)
    (more,) = talking.say(order, seat="iga").results
    assert "this one is not" in str(more.error)
    assert more.outcome == REFUSED
    assert len(refused(talking)) == MOST_REFUSED
    talking.say(order, seat="ise")
    assert len(refused(talking)) == MOST_REFUSED + 1


def test_secrets_swapped_change_nothing_that_others_see(talking: Talking) -> None:
    """Two orders of different words and reasons look alike in the public form but for their commitments."""
    talking.say(talking.legal("kii")[0], seat="iga")
    talking.say(talking.legal("kii")[-1], seat="iga")
    one, two = refused(talking)
    assert one.line.value != two.line.value
    replay, newest = replay_of(talking.record, "winter"), talking.game.position
    told = [Teller(replay, "kii").logged(at).text for at in (newest - 1, newest)]
    assert told[0] == told[1]


def test_the_report_counts_them_by_seat_and_says_to_nobody_else_what_they_were(talking: Talking) -> None:
    order = illegal(talking)
    for seat in ("iga", "iga", "ise"):
        talking.say(order, seat=seat)
    for viewer, knows in ((PUBLIC, False), ("kii", False), ("iga", True)):
        told = report(replay_of(talking.record, "winter"), viewer, None).text
        assert "Refused orders: 3, by seat: iga 2 and ise 1." in told
        assert (order in told.partition("Refused orders")[2]) is knows


def test_an_order_from_the_shell_is_on_record_with_who_gave_it(talking: Talking) -> None:
    act = Act(COMMAND_LINE, "a" * 64, "iga", "referee", behalf="Anna")
    (result,) = Sheet(talking.referee, "winter", "iga", act).play([Line(1, illegal(talking))])
    assert result.outcome == REFUSED
    assert talking.record.envelopes("winter")[-1].act[:4] == (COMMAND_LINE, f"{'a' * 64}:1", "iga", "referee")
    assert audit_game(talking.record, "winter").finding is None


def test_the_log_says_who_has_given_it_for_a_seat(talking: Talking) -> None:
    """Also one that is forfeited; what it was, the seat alone reads."""
    order, act = illegal(talking), Act(COMMAND_LINE, "a" * 64, "iga", "referee", behalf="Anna")
    Sheet(talking.referee, "winter", "iga", act).play([Line(1, order)])
    people.change_policy(talking.referee, "winter", Policy(errors="strict"), "A test.", Act(COMMAND_LINE))
    (seat,) = talking.game.awaited()
    act = Act(COMMAND_LINE, "b" * 64, seat, "referee", behalf=talking.game.register.holders[seat])
    line = f"place ninja in {'iga' if seat != 'iga' else 'ise'}"
    (result,) = Sheet(talking.referee, "winter", seat, act).play([Line(1, line)])
    assert result.outcome == FORFEITED
    replay = replay_of(talking.record, "winter")
    for viewer, shows in ((PUBLIC, ()), ("iga", (order,)), (seat, (line,))):
        told = [Teller(replay, viewer).logged(at).text for at in range(1, len(replay) + 1)]
        (refused,) = [
            text for text in told if text.startswith("referee has given an order for iga, and it is")
        ]
        (lost,) = [
            text for text in told if text.startswith(f"{seat} forfeits an order that referee has given")
        ]
        for text, words in ((refused, order), (lost, line)):
            assert (words in text) is (words in shows)


def test_an_order_that_waits_is_on_record_when_its_time_comes_and_it_is_refused(talking: Talking) -> None:
    order = talking.legal("kii")[0]
    talking.say("wait", order, seat="iga")
    talking.say("release", seat="iga")
    (entry,) = refused(talking)
    assert (entry.seat, entry.line.value) == ("iga", order)
    assert audit_game(talking.record, "winter").finding is None


def test_a_preview_records_nothing_and_forfeits_nothing(talking: Talking) -> None:
    people.change_policy(talking.referee, "winter", Policy(errors="strict"), "A test.", Act(COMMAND_LINE))
    before, kept = talking.game.position, talking.record.load("winter")
    rehearsal = Rehearsal(talking.record, kept, Given((), "x"), whole=False)
    (seat,) = talking.game.awaited()
    line = "attack omi from kii"
    results = Sheet(rehearsal, "winter", seat, Act(COMMAND_LINE, "", seat)).play([Line(1, line)])
    assert results[0].outcome in (REFUSED, UNREADABLE)
    assert talking.record.load("winter").game.position == before
