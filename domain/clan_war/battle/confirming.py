"""Chapter "battle": the word of the other side on what is reported."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from domain.clan_war.battle.claims import asked_now, has_begun, must_wait, waiting_for
from domain.clan_war.battle.honor import at_once, changed, scored
from domain.clan_war.board.claim_events import ReportConfirmed, ReportDenied, ReportRetracted
from domain.clan_war.board.events import ModifierEntered
from domain.clan_war.board.evolve import evolve
from domain.clan_war.board.state import Board, Claim
from domain.clan_war.book import BOOK
from domain.clan_war.words import reports
from domain.clan_war.words.items import Confirming, HonorTest, Reports, SettleReports
from domain.kit.bars import Bar, Bars, refuse_first
from domain.kit.chance import Chance
from domain.kit.errors import either
from domain.kit.facts import By, Outcome, does, keeps

Asking = Reports | Confirming

SHOWN = 4
"""Reports that are offered one by one."""

NOT_SO = "we have seen it otherwise"
"""Why a report is denied, in an example."""


def settling(board: Board) -> tuple[SettleReports, ...]:
    """What still waits is asked for, where something does [battle/confirm]."""
    return (SettleReports(),) if asked_now(board) else ()


@BOOK.step(SettleReports, "battle/confirm")
def settle_reports(board: Board, item: SettleReports, chance: Chance) -> Outcome:
    """All whose word is missing are asked, and again while one is [battle/confirm]."""
    asked = asked_now(board)
    if not asked:
        return does()
    others = tuple(seat for seat in board.setting.seats if seat not in asked)
    return does(then=(Confirming(asked, others), SettleReports()))


@BOOK.moot(Confirming, "battle/confirm")
def asked_otherwise(board: Board, item: Confirming) -> bool:
    """A ruling has settled what was asked [battle/confirm]."""
    return asked_now(board) != item.seats


@BOOK.answer(Confirming, reports.Confirm, "battle/confirm")
@BOOK.answer(Reports, reports.Confirm, "battle/confirm")
def confirm(board: Board, item: Asking, seat: str, order: reports.Confirm, chance: Chance) -> Outcome:
    """What waits for a seat's word, by its numbers, counts from now on [battle/confirm]."""
    refuse_first(confirm_bars(board, item, seat, order))
    events, tests = list[Struct](), list[HonorTest]()
    for number in dict.fromkeys(order.numbers):
        claim = board.claims[number]
        if claim.what == "honor" and has_begun(board):
            tests += at_once(board, claim.army, claim.term)
        made = (ReportConfirmed(number, seat), *counted_now(board, claim, seat))
        for event in made:
            board = evolve(board, event.event if isinstance(event, By) else event)
        events += made
    return answered(item, *events, then=tuple(tests))


def answered(item: Asking, *events: Struct, then: tuple[Struct, ...] = ()) -> Outcome:
    """A phase goes on; one that was asked is asked for the rest."""
    return keeps(*events, then=then) if isinstance(item, Reports) else does(*events, then=then)


def counted_now(board: Board, claim: Claim, confirmed: str) -> tuple[By, ...]:
    """The change that was reported, with the levels of honor that it reaches [honor/gain, battle/points].

    Of honor that is not set yet it is a modifier [honor/start].
    """
    if claim.what == "VP":
        return (By("battle/points", scored(board, claim.army, claim.term, claim.by, confirmed)),)
    if not has_begun(board):
        return (By("honor/start", ModifierEntered(claim.army, claim.term)),)
    events = changed(board, claim.army, claim.term, claim.by, confirmed)
    return tuple(event if isinstance(event, By) else By("honor/gain", event) for event in events)


def confirm_bars(board: Board, item: Asking, seat: str, order: reports.Confirm) -> Bars:
    """Reports that wait for the word of this seat, each of them named [battle/confirm]."""
    for number in order.numbers:
        yield from word_bars(board, seat, number)
        if board.claims[number].denied != seat:
            yield from denied_bars(board, number)
    waiting = waiting_for(board, seat)
    if not order.numbers and not waiting:
        yield from at_once_bars(board)
        yield Bar("battle/confirm", f"No report waits for the word of {seat}.", "Nothing is to be said.")
    if not order.numbers:
        why = "A confirmation names its reports, as another may have come in since a mail showed them."
        yield Bar("battle/confirm", why, f'Write "confirm {" ".join(map(str, waiting))}".')


def at_once_bars(board: Board) -> Bars:
    """Where reports stand at once nobody is asked [battle/confirm]."""
    if not must_wait(board) and not board.claims:
        why = "In this battle what is reported stands at once."
        yield Bar("battle/confirm", why, "Whoever disagrees opens a dispute.")


def word_bars(board: Board, seat: str, number: int) -> Bars:
    """One may say something to a report of the other side that waits [battle/confirm]."""
    yield from number_bars(board, number)
    claim = board.claims[number]
    if seat not in claim.asked:
        why = f"Report {number} waits for the word of {either(claim.asked)}."
        own = f'You may write "retract {number}".' if claim.by == seat else "Nothing is to be said."
        yield Bar("battle/confirm", why, own)


def number_bars(board: Board, number: int) -> Bars:
    """A report that waits [battle/confirm]."""
    if number not in board.claims:
        yield from at_once_bars(board)
        there = either([str(one) for one in board.claims])
        there = f"There is {there}." if there else ""
        if 1 <= number <= board.claimed:
            yield Bar("battle/confirm", f"Report {number} is settled already.", there)
        yield Bar("battle/confirm", f"No report {number} waits.", there)


@BOOK.answer(Confirming, reports.Deny, "battle/confirm")
@BOOK.answer(Reports, reports.Deny, "battle/confirm")
def deny(board: Board, item: Asking, seat: str, order: reports.Deny, chance: Chance) -> Outcome:
    """It counts only if a ruling lets it stand, or who was asked confirms it after all [battle/confirm]."""
    refuse_first(deny_bars(board, item, seat, order))
    return answered(item, ReportDenied(order.number, seat, order.cause))


def deny_bars(board: Board, item: Asking, seat: str, order: reports.Deny) -> Bars:
    """Once, with a reason [battle/confirm]."""
    yield from word_bars(board, seat, order.number)
    yield from denied_bars(board, order.number)


def denied_bars(board: Board, number: int) -> Bars:
    """What one army has denied another neither confirms nor denies [battle/confirm]."""
    denied = board.claims[number].denied
    if denied:
        instead = f"It waits for a ruling, or for {denied} to confirm it after all."
        yield Bar("battle/confirm", f"{denied} has denied report {number}.", instead)


@BOOK.answer(Confirming, reports.Retract, "battle/confirm")
@BOOK.answer(Reports, reports.Retract, "battle/confirm")
def retract(board: Board, item: Asking, seat: str, order: reports.Retract, chance: Chance) -> Outcome:
    """Who has reported it may take it back until it is confirmed [battle/confirm]."""
    refuse_first(retract_bars(board, item, seat, order))
    return answered(item, ReportRetracted(order.number, seat))


def retract_bars(board: Board, item: Asking, seat: str, order: reports.Retract) -> Bars:
    """A report of one's own [battle/confirm]."""
    yield from number_bars(board, order.number)
    by = board.claims[order.number].by
    if by != seat:
        why, instead = f"Report {order.number} is {by}'s.", f'Write "deny {order.number}" and why.'
        yield Bar("battle/confirm", why, instead)


def words(board: Board, seat: str) -> Iterator[Struct]:
    """What a seat may say of the reports that wait: first all in one, by their numbers, so that it says
    nothing of one that comes later [battle/confirm]."""
    waiting = waiting_for(board, seat)
    if len(waiting) > 1:
        yield reports.Confirm(waiting)
    for number in waiting[:SHOWN]:
        yield reports.Confirm((number,))
        yield reports.Deny(number, NOT_SO)
    for one in [one for one in board.claims.values() if one.denied == seat][:SHOWN]:
        yield reports.Confirm((one.number,))
    for one in [one for one in board.claims.values() if one.by == seat][:SHOWN]:
        yield reports.Retract(one.number)


@BOOK.examples(Confirming, "battle/confirm")
def some_words(board: Board, item: Confirming, seat: str) -> list[Struct]:
    """What a seat may say now [battle/confirm]."""
    return list(words(board, seat))
