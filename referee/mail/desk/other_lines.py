"""Lines of a mail that are no orders of a title, done: questions, press, orders that wait, people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, time, timedelta
from functools import partial

from msgspec import Struct, field
from msgspec.structs import replace

from domain.game.entries.levels import WITNESS
from domain.game.entries.people import ASKED, CONDITION, READY, SHEET, WINS, Delegated
from domain.game.state.game_state import GameState
from domain.kit.errors import IllegalMove, OrderError, StaleOrder
from projections.language.messages import _
from referee.clocks.timetable import instant
from referee.games import held_orders, people, rulings
from referee.games.addresses import acting
from referee.games.dice import answer_dice, claim_dice
from referee.games.order_sheet import (
    ALREADY,
    ANSWERED,
    DONE,
    HELD,
    NOT_ANSWERED,
    NOT_REACHED,
    REFUSED,
    UNREADABLE,
    Line,
    Result,
)
from referee.games.press import press
from referee.games.referee import AlreadyTaken, Referee
from referee.games.refusals import note_refusal
from referee.games.signed_mails import Attested
from referee.identity import naming
from referee.identity.leaked_tokens import leaked_in
from referee.identity.renewing import new_link
from referee.mail.desk import own_slips
from referee.mail.desk.dice_lines import check_dice_answer
from referee.mail.writing import notices
from referee.mail.writing.allowance import TOLD, Allowance
from referee.mail.writing.sheets import ended, standing
from referee.programs import advising
from referee.reading.line_words import (
    ADVICE,
    DIARY,
    EVERYBODY,
    ORDERS,
    QUESTIONS,
    WRITTEN,
    Agree,
    AgreeBack,
    AgreeWins,
    AnonymousPress,
    Appeal,
    Concede,
    Conditional,
    ConfirmDice,
    Delegate,
    DenyDice,
    Digest,
    Disagree,
    DisagreeWins,
    Dispute,
    ForgetNote,
    HideNotes,
    Language,
    Later,
    LeaveNotes,
    Mails,
    NewAddress,
    NewLink,
    Note,
    Notes,
    Notices,
    Press,
    RefuseBack,
    Release,
    Replace,
    ResignSeat,
    Rolled,
    ShareNotes,
    TakeBack,
    Undelegate,
    Undo,
    Vacation,
    Wait,
    Withdraw,
    WithdrawDispute,
    Zone,
    read_line,
    takes,
)
from referee.reading.order_lines import order_lines
from referee.reading.reading import ReadMail
from referee.reading.senders import is_address
from referee.record.envelope import Act
from referee.seats import diary, folded_games
from referee.seats.defused_text import defused, named
from referee.seats.own_games import games_path, own_games, told
from referee.seats.readers import described, set_reader
from referee.telling.advice import told as told_of_advice
from referee.telling.questions import answer

_MAILS = "mails "
_LATER = f"{Later.FORM.split()[0]} "


class DeskLines(Struct):
    """What the desk knows of the lines of one mail of a seat. `act` says who does it, and by which mail;
    `signed` is what that has signed, None where nothing that counts. `pages` is where the pages are, and
    `notices` the desk's, where it sends any."""

    referee: Referee
    game: str
    seat: str
    act: Act
    mail: ReadMail
    signed: Attested | None = None
    pages: str = ""
    notices: notices.Notices | None = None
    _allowance: Allowance = field(default_factory=Allowance)
    _seats: tuple[str, ...] = ()
    _waits: bool = False

    # ---- for the sheet

    def takes(self, line: Line) -> bool:
        return takes(line.text, self._names())

    def keeps(self, line: Line) -> bool:
        return line.text.lower().startswith(_LATER)

    def do(self, line: Line, keys: Sequence[str], *, stopped: bool, cell: str = "") -> Result:
        """One line. Raises `TryAgain`."""
        try:
            command = read_line(line.text, self._names())
        except OrderError as error:
            return Result(line, UNREADABLE, error=error.reason())
        if isinstance(command, Notices):  # what becomes of it is kept and shown without the address
            line = replace(line, text=defused(line.text))
        text = line.text.partition("\n")[0]
        if stopped and isinstance(command, ORDERS):
            return Result(line, NOT_REACHED, text)
        try:
            if isinstance(command, Later):
                return self._kept(line, command.line, ASKED, _beside_play(self.mail, keys), cell)
            if isinstance(command, Conditional):
                return self._kept(line, command.line, CONDITION, _beside_play(self.mail, keys), "")
            return self._done(line, text, command, _beside_play(self.mail, keys))
        except AlreadyTaken as before:
            return Result(line, ALREADY, text, before.position)
        except OrderError as refusal:
            return Result(line, REFUSED, text, error=refusal.reason())

    def hold(self, line: Line, text: str, keys: Sequence[str], cell: str, *, later: bool) -> Result | None:
        """Below a line “wait”, orders wait, each with the cell above it; and what answers a later question
        waits for that."""
        if not (self._waits or later) or self.seat == WITNESS:
            return None
        return self._kept(line, text, READY if self._waits else SHEET, _beside_play(self.mail, keys), cell)

    def asked_again(self, result: Result) -> Result:
        """A question is answered as of now, however often its mail comes."""
        if result.outcome != ANSWERED or result.said:
            return result
        return self.do(result.line, (), stopped=False)

    # ---- how

    def _done(self, line: Line, text: str, command: Struct, keys: Sequence[str]) -> Result:
        if isinstance(command, QUESTIONS):
            return self._question(line, text, command)
        if isinstance(command, ADVICE):
            return self._advice(line, text, keys)
        if isinstance(command, DIARY):
            return self._diary(line, command)
        if isinstance(command, Wait):
            self._waits = True
            return Result(line, DONE, text, said=(_("The orders below this line wait."),))
        if isinstance(command, WRITTEN):
            self._check_no_token(line)
        before = self._load().position
        said = self._does(command, line, keys)
        first, last = before + 1, self._load().position
        return Result(line, DONE, text, *((first, last) if last >= first else (0, 0)), said=said)

    def _question(self, line: Line, text: str, question: Struct) -> Result:
        if not self._allowance.may_ask():
            return Result(line, NOT_ANSWERED, text)
        now = folded_games.scene(self.referee.record, self.game, self.seat)
        said = self._allowance.answered(answer(self.referee.record, now, question, self._games))
        return Result(line, ANSWERED, text, said=said)

    def _advice(self, line: Line, text: str, keys: Sequence[str]) -> Result:
        """A mail that came before asks nothing anew. Raises `Unthought` where it has to be worked out
        first."""
        if not self._allowance.may_ask():
            return Result(line, NOT_ANSWERED, text)
        if not keys and self.seat not in self._load().register.advised:
            raise StaleOrder(_("The game has gone on since you have asked: ask once more, in a new mail."))
        act = replace(self.act, reference=f"{self.act.reference}:{line.number}")
        found = advising.advised(self.referee, self.game, self.seat, act, keys)
        said = self._allowance.answered(tuple(told_of_advice(found)))
        return Result(line, ANSWERED, text, said=said, offers=tuple([one.order for one in found.liked]))

    def _diary(self, line: Line, command: Struct) -> Result:
        """It is his who holds the seat: who only acts for him neither reads nor writes it."""
        if self.act.behalf or self.seat == WITNESS:
            raise IllegalMove("notes", _("Only whoever holds the seat has its notes."))
        if isinstance(command, Notes):
            return self._noted(line, command.seat or self.seat)
        word = line.text.partition(":")[0].partition("\n")[0]  # what becomes of it is kept without the text
        return Result(replace(line, text=word), DONE, word, said=(self._written(command),))

    def _written(self, command: Struct) -> str:
        where = (self.referee.record, self._load(), self.seat)
        match command:
            case Note(text=text, left=left):
                # a mail that brings an event about may be read by others one day
                why = _("A note must come alone: other lines of its mail may be shown to others with it.")
                self._check_alone("notes", why)
                number = diary.keep(*where, text, left=left)
                said = _("Kept as note {number}: “notes” shows yours, “forget note {number}” forgets it.")
                return said.format(number=number)
            case ForgetNote(number=number):
                diary.forget(*where, number)
                return _("The note is forgotten.")
            case ShareNotes() | HideNotes():
                return diary.shared_or_not(*where, yes=isinstance(command, ShareNotes))
            case _:
                return diary.left_or_not(*where, yes=isinstance(command, LeaveNotes))

    def _noted(self, line: Line, seat: str) -> Result:
        if not self._allowance.may_ask():
            return Result(line, NOT_ANSWERED, line.text)
        told = diary.own if seat == self.seat else diary.shared
        said = tuple(told(self.referee.record, self._load(), seat))
        return Result(line, ANSWERED, line.text, said=self._allowance.answered(said))

    def _games(self) -> Iterator[str]:
        """Of whoever is answered: the sender if he may act for the seat, else who holds it."""
        record = self.referee.record
        now = record.now(record.load(self.game))
        own = self.mail.sender if self._is_own() else ""
        address = own or record.addresses(self.game).get(self.seat, "")
        found = own_games(record, address, now, partial(folded_games.replay, record))
        yield from told(found, self.pages, games_path(record, address))

    def _does(self, command: Struct, line: Line, keys: Sequence[str]) -> tuple[str, ...]:
        act = replace(self.act, reference=f"{self.act.reference}:{line.number}")
        self._check_size(line)
        match command:
            case Press(to=to, text=text):
                press(self.referee, self.game, self.seat, _readers(to), text, act, keys=keys)
            case AnonymousPress(to=to, text=text):
                self._check_untraced()
                press(self.referee, self.game, self.seat, _readers(to), text, act, True, keys)
            case Dispute() | Appeal() | WithdrawDispute() | TakeBack() | Undo() | AgreeBack() | RefuseBack():
                return self._rulings(command, act, keys)
            case Rolled() | ConfirmDice() | DenyDice():
                self._dice(command, act, keys)
            case Release() | Withdraw() | Replace():
                return self._orders_that_wait(command, act)
            case Language() | Zone() | Digest() | Mails():
                return self._wishes(command)
            case Notices(how=how):
                return (self._notices(how),)
            case Delegate() | Undelegate() | NewLink():
                return self._leave_to_act(command, act)
            case NewAddress(address=address):
                return self._new_address(address, act)
            case _:
                self._people(command, act)
        return ()

    def _rulings(self, command: Struct, act: Act, keys: Sequence[str]) -> tuple[str, ...]:
        """Disputes and take-backs."""
        where = (self.referee, self.game, self.seat)
        match command:
            case Dispute():
                events, rule, error, text = command.parts()
                rulings.dispute(*where, rulings.Complaint(text, events, rule, error), act, keys)
            case Appeal():
                ruling, error, text = command.parts()
                rulings.dispute(*where, rulings.Complaint(text, error=error, appeals=ruling), act, keys)
            case WithdrawDispute(number=number):
                rulings.withdraw(*where, number, act, keys)
            case TakeBack(to=to, reason=reason):
                rulings.ask_back(*where, to, reason, act, keys)
            case Undo(to=to):
                return own_slips.undo(*where, to, self.mail, act, keys)
            case _:
                rulings.answer_back(*where, isinstance(command, AgreeBack), act, keys)
        return ()

    def _dice(self, command: Rolled | ConfirmDice | DenyDice, act: Act, keys: Sequence[str]) -> None:
        """Real dice: a mail that came before has told them, and is not asked what it answers."""
        where = (self.referee, self.game, self.seat)
        if not self.referee.record.seen(self.game, keys):
            check_dice_answer(self.referee.record, self._load(), self.seat, self.mail)
        if isinstance(command, Rolled):
            claim_dice(*where, command.faces, act, keys)
        else:
            answer_dice(*where, isinstance(command, ConfirmDice), act, keys)

    def _check_size(self, line: Line) -> None:
        """What people write goes to all who may read it, in the mail of each."""
        if not self._allowance.may_tell(line.text, len(self._load().seats)):
            raise IllegalMove(
                "people",
                _("What one mail says to others is {most} kB at most, in the mails of all of them.").format(
                    most=TOLD // 1000
                ),
                _("Write less, or send the rest in another mail."),
            )

    def _check_no_token(self, line: Line) -> None:
        """Whoever reads the token of a seat could order for it from the address of the seat."""
        kept = self.referee.record.load(self.game)
        if leaked_in(self.referee.record, kept.game, line.text, self.referee.record.now(kept)):
            raise IllegalMove(
                "press",
                _("This text holds the token of a seat, and others would read it. It was not sent."),
                _("Take the TOKEN line out, and send it again."),
            )

    def _check_untraced(self) -> None:
        """Events have the time at which their mail came: what comes with it would name the writer."""
        why = _("What nobody may trace must come alone: whatever else is in its mail has the same time.")
        self._check_alone("press", why)

    def _check_alone(self, rule: str, why: str) -> None:
        if len(order_lines(self.mail.lines)) > 1:
            raise IllegalMove(rule, why, _("Send it in a mail of its own."))

    def _kept(self, line: Line, order: str, when: str, keys: Sequence[str], cell: str) -> Result:
        act = replace(self.act, reference=f"{self.act.reference}:{line.number}")
        where = (self.referee, self.game, self.seat)
        first = self._load().position + 1
        try:
            number = held_orders.hold(*where, order, when, act, keys, cell, signed=self.signed)
        except AlreadyTaken as before:
            return Result(line, ALREADY, order, before.position)
        except OrderError as refusal:
            return Result(line, REFUSED, order, error=note_refusal(*where, order, refusal, act))
        now = self._load()
        if all(one.number != number for one in now.held_by(self.seat)):
            said = _("It holds now, and was played at once.")
            return Result(line, HELD, order, first, now.position, said=(said,))
        said = _("It waits as number {number}: “withdraw {number}” takes it back.").format(number=number)
        if when == SHEET:
            said += " " + _("It ends with this turn of the game, or with your next orders.")
        reached = (first, now.position)
        return Result(line, HELD, order, *reached, said=(said,), in_sheet=when == SHEET)

    def _orders_that_wait(self, command: Struct, act: Act) -> tuple[str, ...]:
        match command:
            case Withdraw(number=number):
                held_orders.withdraw(self.referee, self.game, self.seat, number, act)
            case Replace(number=number, line=order):
                where = (self.referee, self.game, self.seat)
                made = held_orders.replace_held(*where, number, order, act, self.signed)
                return (_("It waits as number {number}.").format(number=made),)
            case _:
                return self._released(act)
        return ()

    def _released(self, act: Act) -> tuple[str, ...]:
        played = held_orders.ready(self.referee, self.game, self.seat, act)
        if not played:
            raise StaleOrder(_("No order of yours waits for this word."))
        return tuple(f"{one.number}: {one.line}" + (f" – {one.error}" if one.error else "") for one in played)

    def _wishes(self, command: Struct) -> tuple[str, ...]:
        record, address = self.referee.record, self.mail.sender
        match command:
            case Language(language=language):
                set_reader(record, address, language=language)
            case Zone(zone=zone):
                set_reader(record, address, zone=zone)
            case Digest(at=at):
                set_reader(record, address, digest=at)
            case Mails(how=how):
                return (described(set_reader(record, address, mails=how)),)
        return (_("Your mails will be written so from the next one on."),)

    def _notices(self, how: str) -> str:
        """It must be proved whose wish it is, in every game: with the token of the turn, from an address that
        may act for the seat. Alone in its mail it makes no event, so that no export ever holds that mail."""
        if self.notices is None:
            raise StaleOrder(_("This desk sends no notices."))
        if "token" not in self.act.authority.split() or not self._is_own():
            raise StaleOrder(_("Write this from your own address, in an answer to a mail of your turn."))
        if len(order_lines(self.mail.lines)) > 1:
            raise IllegalMove(
                "people",
                _(
                    "An address for notices must come alone: this mail may be read by whoever is given the "
                    "mails of the game."
                ),
                _("Let the service give you another address, and send that in a mail of its own."),
            )
        return self.notices.wish(self.mail.sender, how)

    def _is_own(self) -> bool:
        """Whether the sender may act for the seat."""
        record = self.referee.record
        may = acting(record, self.mail.sender, record.now(record.load(self.game)))
        return any((one.game, one.seat) == (self.game, self.seat) for one in may)

    def _people(self, command: Struct, act: Act) -> None:
        referee, game, seat = self.referee, self.game, self.seat
        match command:
            case Vacation():
                people.take_vacation(referee, game, seat, *command.dates(), act)
            case ResignSeat(reason=reason):
                people.leave_seat(referee, game, seat, reason, act)
            case Agree(on=on):
                self._agree(on, True, act)
            case Disagree(on=on):
                self._agree(on, False, act)
            case AgreeWins(winner=winner):
                self._agree(f"{winner}{WINS}", True, act)
            case DisagreeWins(winner=winner):
                self._agree(f"{winner}{WINS}", False, act)
            case Concede():
                people.concede(referee, game, seat, act)
            case _:
                raise StaleOrder(_("You have a seat in this game. This line is for who has none."))

    def _leave_to_act(self, command: Delegate | Undelegate | NewLink, act: Act) -> tuple[str, ...]:
        """Given to somebody; or taken from him, or from all links: with what these had left, and how to leave
        it again."""
        if isinstance(command, Delegate):
            return self._delegate(command, act)
        first, person = self._load().position + 1, ""
        if isinstance(command, Undelegate):
            person = command.person
            naming.end_delegation(self.referee, self.game, self.seat, person, act)
        else:
            new_link(self.referee, self.game, self.seat, "", act)
        now = folded_games.scene(self.referee.record, self.game, self.seat)
        return (*ended(now, first), *(standing(now, person) if person else ()))

    def _agree(self, on: str, yes: bool, act: Act) -> None:
        if people.votes_sealed(self._load(), on):
            self._check_untraced()
        people.agree(self.referee, self.game, self.seat, on, yes, act)

    def _delegate(self, command: Delegate, act: Act) -> tuple[str, ...]:
        person, address, last, scope = command.parts()
        _check_address(address)
        zone = self._load().register.policy.zone
        until = instant(date.fromisoformat(last) + timedelta(days=1), time(), zone) - 1
        given = Delegated(self.seat, person, scope, until)
        if naming.name_delegate(self.referee, self.game, given, act, address):
            return ()
        said = _("{person} is asked by mail, and may act once he has answered “yes”.")
        return (said.format(person=named(person)),)

    def _new_address(self, address: str, act: Act) -> tuple[str, ...]:
        _check_address(address.strip("<>"))
        naming.ask_address(self.referee, self.game, self.seat, address.strip("<>"), act)
        said = _(
            "A mail to that address asks whether it is yours. Your mails of this game go there once “yes” "
            "has come from it; until then nothing changes."
        )
        return (said,)

    def _names(self) -> tuple[str, ...]:
        """The seats of the game, which are the same for every line."""
        self._seats = self._seats or self._load().seats
        return self._seats

    def _load(self) -> GameState:
        return self.referee.record.load(self.game).game


def _check_address(address: str) -> None:
    if address and not is_address(address):
        raise IllegalMove(
            "people", _("Mail cannot be sent to “{address}”.").format(address=address), "NAME@EXAMPLE.ORG"
        )


def _readers(to: Sequence[str]) -> tuple[str, ...]:
    """Nobody named is everybody."""
    return () if EVERYBODY in to else tuple(to)


def only_wishes(mail: ReadMail) -> tuple[str, ...]:
    """What a mail chooses of the mails to its writer, where it asks for nothing else; () in any other."""
    lines = order_lines(mail.lines)
    found = tuple(line.text[len(_MAILS) :] for line in lines if line.text.lower().startswith(_MAILS))
    return found if len(found) == len(lines) and not mail.problem else ()


def _beside_play(mail: ReadMail, keys: Sequence[str]) -> Sequence[str]:
    """What names a line of the desk's, of those by which an order of its mail is known.

    The same block, with the event that it answers, is the same sheet however often it is sent. Without one,
    the same words in a new mail are meant anew: “agree to pause” after “disagree to pause”.
    """
    return keys if mail.block.head else keys[:1]
