"""All that a desk wants of its referee, each in a few sentences with the commands that do it: mails that
could not be sent or read, disputes, games that are stuck, open questions, clocks that stand still.

Nobody's words are in a command but names, which are quoted for a shell; what only a seat may know is in none
of it, nor the words of a dispute: those are a look.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from domain.game.entries.rulings import CORRECTED, PENALTY, REWOUND, STANDS, Disputed
from domain.game.state.game_state import GameState
from domain.kit.errors import BrokenRecord, TitleMissing
from domain.kit.likeness import program_of
from domain.kit.sealed import PUBLIC
from projections.language.messages import _, _n, listed, minute, plain
from projections.telling.disputes import Found, found
from projections.telling.rulings import told
from referee.identity import cases, naming, seating
from referee.identity.cases import HELD, REFUSED
from referee.record.mail_cases import Case, CaseTable
from referee.record.outbox import BOUNCED, FAILED, Unsent
from referee.telling.inquiry import suggested_text, suggestion
from referee.transport.outbox import Queue
from referee.web.desk_games import (
    DAY,
    DICE,
    ERRORS,
    HELPLESS,
    JOIN,
    LATE,
    PAUSED,
    SILENT,
    SLOW,
    STUCK,
    UNHEARD,
    Clock,
    Overseen,
    Waiting,
)

MOST = 50
"""Of one kind that are shown; of more their number is said."""

LONGEST = 400
"""Characters of what others have written."""

FRESH = 15 * 60_000
"""Milliseconds for which a mail may wait before it was tried at all."""

RECENT = 200
"""Cases of mails that are looked through for those that could not be read."""

_MARK = re.compile(r"(?:[A-Z2-7]{4}-){5}[A-Z2-7]{4}", re.IGNORECASE)


class Want(Struct, frozen=True):
    """`about` is what it is, `says` what is so, `wants` what the referee can do; `commands` do it, with words
    in capitals to be filled in. `facts` are the same for programs. `game` is "" where it is of none."""

    about: str
    says: tuple[str, ...]
    wants: str
    commands: tuple[str, ...] = ()
    game: str = ""
    facts: dict[str, Any] = {}


def _line(*words: str) -> str:
    """A command as a shell takes it."""
    return " ".join(("bugyo", *words))


def _name(text: str) -> str:
    """A name in a command; in its place, where a program might take it for something else."""
    return shlex.quote(text) if text and text.isprintable() and not text.startswith("-") else "NAME"


def short(text: str) -> str:
    """What others have written, in one line and not too long. Tokens and marks in it are for mailboxes: with
    them anybody could answer in a player's name."""
    text = _MARK.sub("…", plain(" ".join(text.split())))
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def lasting(span: int) -> str:
    """So many milliseconds: "5 h", or "3 d 4 h"."""
    hours = abs(span) // 3_600_000
    if hours < 48:
        return _("{hours} h").format(hours=hours)
    return _("{days} d {hours} h").format(days=hours // 24, hours=hours % 24)


# ---- mails


def unsent(desk: Overseen) -> list[Want]:
    """What was refused for ever or came back, the newest first; then what waits."""
    mails = Queue(desk.record, lambda: desk.now).unsent()
    lost = [mail for mail in mails if mail.state in (FAILED, BOUNCED)]
    tried = [mail for mail in mails if mail not in lost and mail.tries]
    left = [mail for mail in mails if not (mail.tries or mail in lost) and desk.now - mail.queued_at >= FRESH]
    wants = [_unsent(desk, mail) for mail in (*reversed(lost), *tried)]
    return [*wants, _untouched(left)] if left else wants


def _unsent(desk: Overseen, mail: Unsent) -> Want:
    seats = desk.record.seats_of(mail.to)
    said = [
        _("Subject: {subject}").format(subject=short(mail.about)),
        _("Since {time}.").format(time=minute(mail.queued_at))
        + " "
        + _n("Tried {count} time", "Tried {count} times", mail.tries).format(count=mail.tries)
        + ".",
        _("The mail server said: {text}").format(text=short(mail.why)),
    ]
    if seats:
        where = ", ".join(f"{seat} ({game})" for game, seat in seats[:5])
        said.append(_("It is the address of {seats}.").format(seats=where))
    wants, commands = _of_mail(desk, mail, seats)
    facts = {"number": mail.id, "to": mail.to, "state": mail.state, "since": mail.queued_at}
    facts |= {
        "tries": mail.tries,
        "why": short(mail.why),
        "next": mail.due if mail.state not in (FAILED, BOUNCED) else 0,
    }
    headings = {FAILED: _("{address}: refused for ever"), BOUNCED: _("{address}: came back")}
    about = headings.get(mail.state, _("{address}: waits")).format(address=short(mail.to))
    return Want(about, tuple(said), wants, commands, facts=facts)


def _of_mail(desk: Overseen, mail: Unsent, seats: list[tuple[str, str]]) -> tuple[str, tuple[str, ...]]:
    again = _line("desk unsent --retry", str(mail.id))
    if mail.state not in (FAILED, BOUNCED):
        said = _("It is tried again at {time} by itself. To let it go at once:")
        return said.format(time=minute(mail.due)), (again,)
    mends = [
        _line("roster address", game, _name(person), 'ADDRESS --reason "WHY"')
        for game, seat in seats[:5]
        for person in [_person(desk, game, seat)]
    ]
    said = _("Find out what is wrong with the address, and mend it or register another.")
    if mail.state == BOUNCED:
        return said, tuple(mends)
    return f"{said} {_('The mail is kept. Let it go once more with:')}", (*mends, again)


def _person(desk: Overseen, game: str, seat: str) -> str:
    for kept in desk.games:
        if kept.game.id == game:
            return kept.game.register.holders.get(seat, "")
    return ""


def _untouched(mails: list[Unsent]) -> Want:
    said = _("Mails that wait and were never tried: {count}, the oldest since {time}.")
    oldest = min(mail.queued_at for mail in mails)
    return Want(
        _("The desk carries nothing away"),
        (said.format(count=len(mails), time=minute(oldest)),),
        _("See whether the desk runs, and whether it is set up right:"),
        (_line("desk check"),),
        facts={"count": len(mails), "since": oldest},
    )


def unread(desk: Overseen) -> list[Want]:
    """Mails of the last days with which nothing could be done and that belong to no seat; those of seats are
    counted beside their games."""
    newest = CaseTable(desk.record).newest(RECENT)
    lost = [
        case for case in newest if case.kind == REFUSED and not case.game and desk.now - case.at <= 7 * DAY
    ]
    if not lost:
        return []
    said = [_("In seven days: {count}.").format(count=len(lost))]
    said += [f"{minute(one.at)}, {short(one.address)}: {short(one.why)}" for one in lost[:5]]
    return [
        Want(
            _("Mails of nobody that is known here"),
            tuple(said),
            _("See whether a player has written from another address:"),
            (_line("mails --kind refused"),),
            facts={"count": len(lost), "newest": lost[0].at},
        )
    ]


# ---- disputes


def disputes(desk: Overseen) -> list[Want]:
    """Those that are open, where clocks stand still first, then the oldest."""
    open_ = [kept.game for kept in desk.games if kept.game.register.docket.open and not kept.game.is_over()]
    made = list[tuple[bool, int, Want]]()
    for game in open_:
        replay = desk.replay_of(game.id)
        for one in found([envelope.entry for envelope in replay.envelopes]):
            if one.is_open():
                at = replay.envelope(one.position).at
                made.append((not game.register.stopped(), at, _dispute(desk, game, one, at)))
    return [want for *_key, want in sorted(made, key=lambda row: row[:2])]


def _dispute(desk: Overseen, game: GameState, one: Found, at: int) -> Want:
    disputed, replay = one.disputed, desk.replay_of(game.id)
    number = disputed.number
    said = [told(disputed, PUBLIC), _("Since {time}.").format(time=minute(at))]
    if game.register.stopped():
        said.append(_("The clocks stand still until it is settled."))
    if ("referee", number) in game.register.docket.recused:
        said.append(_("You have left it to the second referee."))
    said.append(suggested_text(replay, disputed))
    made = suggestion(replay, disputed)
    kind = made.kind if made else STANDS
    facts = {"dispute": number, "seat": disputed.seat, "events": disputed.events, "rule": disputed.rule}
    facts |= {"error": disputed.error, "since": at, "suggestion": made.kind if made else ""}
    return Want(
        _("{game}: dispute {number}").format(game=game.id, number=number),
        tuple(map(short, said)),
        _(
            "Read all that stands behind it, then rule. To read what the seat says of it is a look, which "
            "the players read."
        ),
        (_line("dispute show", game.id, str(number)), _ruling(game.id, disputed, kind)),
        game.id,
        facts,
    )


def _ruling(game: str, disputed: Disputed, kind: str) -> str:
    """The ruling that is suggested, and else the one that changes nothing."""
    more = {
        CORRECTED: ' --set "LINE"',
        REWOUND: f" --to {max(min(disputed.events) - 1, 1) if disputed.events else 'N'}",
        PENALTY: " --penalty-for SEAT",
    }.get(kind, "")
    rule = shlex.quote(disputed.rule) if disputed.rule else "RULE"
    return _line(f'ruling make {game} {kind} --dispute {disputed.number} --rule {rule}{more} --reason "WHY"')


# ---- games that are stuck


def stuck(desk: Overseen, waiting: list[Waiting]) -> list[Want]:
    """Records that are broken, then whoever has not answered."""
    lost = [_uninstalled(one) if isinstance(one, TitleMissing) else _lost(one) for one in desk.broken]
    foreign = [_foreign(kept.game) for kept in desk.games if kept.game.is_foreign and not kept.game.is_over()]
    return [*lost, *foreign, *(_stuck(desk, one) for one in waiting if one.state in STUCK)]


def _lost(one: BrokenRecord) -> Want:
    return Want(
        _("{game}: the record is broken").format(game=one.game),
        (_("It cannot be read from event {position} on.").format(position=one.position),),
        _("Restore the store from a backup, or import such a game from its export."),
        (_line("audit", one.game),),
        facts={"event": one.position, "state": "broken"},
    )


def _uninstalled(one: TitleMissing) -> Want:
    return Want(
        _("{game}: its title is not installed").format(game=one.game),
        (_("It takes no order, and nobody is late."),),
        one.why,
        (_line("games"),),
        facts={"event": one.position, "state": "title-missing"},
    )


def _foreign(game: GameState) -> Want:
    return Want(
        _("{game}: an edition that this program does not play").format(game=game.id),
        (_("It takes no order, and nobody is late."),),
        _("Put the program back that plays it:"),
        (_line("games --json"),),
        game.id,
        {"state": "foreign"},
    )


def _stuck(desk: Overseen, one: Waiting) -> Want:
    heading = {
        DICE: _("{game}: real dice are awaited"),
        SILENT: _("{game}: {who} was silent"),
        LATE: _("{game}: {who} is late"),
        HELPLESS: _("{game}: {who} may need help"),
        UNHEARD: _("{game}: nothing is heard of {who}"),
        SLOW: _("{game}: {who} has not answered for {time}"),
    }[one.state]
    heading = heading.format(game=one.game, who=short(one.who()), time=lasting(desk.now - one.since))
    wants, commands = _help(desk, one)
    if one.errors >= ERRORS and one.state != HELPLESS:
        commands += (_line("mails --kind refused"),)
    facts = {name: getattr(one, name) for name in one.__struct_fields__ if name != "game"}
    return Want(heading, tuple(facts_of(desk, one)), wants, commands, one.game, facts)


def facts_of(desk: Overseen, one: Waiting) -> Iterator[str]:
    """What is so, in sentences."""
    if one.what:
        yield _("It waits for {who}: {what}.").format(who=short(one.who()), what=one.what)
    since = _("Since {time}.").format(time=minute(one.since))
    if one.due:
        since += " " + _("Time until {time}.").format(time=minute(one.due))
        if desk.now > one.due:
            since += " " + _("That was {time} ago.").format(time=lasting(desk.now - one.due))
        if one.latest > one.due:
            since += " " + _("With the grace until {time}.").format(time=minute(one.latest))
    yield since
    if one.due:
        yield _("Reminders sent: {count}.").format(count=one.reminders)
    if one.errors:
        yield _("Mails of this turn with which nothing could be done: {count}.").format(count=one.errors)
    if one.address:
        yield short(one.address)


def _help(desk: Overseen, one: Waiting) -> tuple[str, tuple[str, ...]]:
    """What the referee can do for a game that is stuck, and how."""
    ask = _line("press", one.game, "--to", one.seat, '--text "TEXT"')
    more = _line("clock move", one.game, one.seat, '"YYYY-MM-DD HH:MM" --reason "WHY"')
    other = _other(one)
    late = _("The grace runs. Give more time, or wait:")
    if desk.now > one.latest:
        late = _("With its next look the desk does what the game's policy says. Give more time, or wait:")
    if program_of(one.person):
        said = _(
            "It thinks under “bugyo serve”, or after the next mail; the log says what fails. Or put somebody "
            "else there:"
        )
        return said, other
    if not one.person and one.state != DICE:
        return _("Help the witness to answer."), (_line("what", one.game),)
    return {
        DICE: (
            _("Throw them, and enter the faces:"),
            (_line("what", one.game), _line("throw", one.game, "FACES")),
        ),
        SILENT: (_("Give more time, or put somebody else there:"), (more, *other)),
        LATE: (late, (more,)),
        HELPLESS: (_("See what was wrong, and help:"), (_line("mails --kind refused"), ask)),
        UNHEARD: (
            _("Ask whether the mails arrive; the link can go once more:"),
            (_line("link send", one.game, one.seat),),
        ),
        SLOW: (_("No clock runs here. Ask, or put somebody else there:"), (ask, *other)),
    }[one.state]


def _other(one: Waiting) -> tuple[str, ...]:
    """A person in a seat, or a program where one can be."""
    take = ("roster take", one.game, one.seat)
    person = _line(*take, '"NAME <ADDRESS>" --reason "WHY"')
    return (person, _line(*take, '--bot steady --reason "WHY"')) if one.bots else (person,)


# ---- questions


def questions(desk: Overseen) -> list[Want]:
    """People who were named and have not said yes, mails that wait for a word, and orders that somebody asks
    to take back; the oldest first."""
    made = [want for kept in desk.games if not kept.game.is_over() for want in _questions(desk, kept.game)]
    return sorted(made, key=lambda want: want.facts["since"])


def _questions(desk: Overseen, game: GameState) -> Iterator[Want]:
    for case in naming.questions_of(desk.record, game.id):
        if cases.is_open_in(game, case, desk.now):
            yield _named(game, case)
    for case in seating.questions_of(desk.record, game.id):
        if cases.is_open_in(game, case, desk.now):
            yield _seating(game, case)
    for case in CaseTable(desk.record).of_turn(game.id, game.label):
        if case.kind == HELD:
            yield _held(desk, game, case)
    proposal = game.register.docket.proposal
    if proposal is not None:
        yield _take_back(desk, game)


def _named(game: GameState, case: Case) -> Want:
    asking = naming.asking_of(case)
    said = {
        naming.DELEGATE: _("{person} ({address}) is asked to act for {seat}."),
        naming.STANDBY: _("{person} ({address}) is asked to stand by."),
        naming.HOLDER: _("{person} ({address}) is asked to take {seat}."),
        naming.ADDRESS: _("{person} wants to be written to at {address}; that address is asked."),
    }[asking.what]
    said = said.format(person=short(asking.person), address=short(case.address), seat=case.seat)
    lapses = case.at + cases.PATIENCE
    return Want(
        _("{game}: a question is not answered").format(game=game.id),
        (said, _("Since {time}.").format(time=minute(case.at))),
        _("Ask whether the mail has come. The question ends by itself at {time}.").format(
            time=minute(lapses)
        ),
        (_line("mails --kind asked"),),
        game.id,
        {"what": asking.what, "person": asking.person, "address": case.address, "since": case.at},
    )


def _seating(game: GameState, case: Case) -> Want:
    """A question to the referee himself. Its mark is in his mailbox and nowhere else."""
    program = seating.seating_of(case).program
    return Want(
        _("{game}: a question waits in your mailbox").format(game=game.id),
        (
            _("{program} is to play {seat}.").format(program=program, seat=case.seat),
            _("Since {time}.").format(time=minute(case.at)),
        ),
        _("Answer it with yes or no. The question ends by itself at {time}. To do it at once:").format(
            time=minute(case.at + cases.PATIENCE)
        ),
        (_line("roster take", game.id, case.seat, f'--bot {program_of(program)} --reason "WHY"'),),
        game.id,
        {"what": cases.SEATING, "seat": case.seat, "program": program, "since": case.at},
    )


def _held(desk: Overseen, game: GameState, case: Case) -> Want:
    to = desk.record.addresses(game.id).get(case.seat, "")
    said = _("A mail for {seat} waits for one word from {address}.")
    return Want(
        _("{game}: a mail is not confirmed").format(game=game.id),
        (
            said.format(seat=case.seat, address=short(to) or "–"),
            _("Since {time}.").format(time=minute(case.at)),
        ),
        _("Tell the player to look for the question, if the mail is his."),
        (_line("mails --kind held"),),
        game.id,
        {"what": "held", "seat": case.seat, "address": to, "since": case.at},
    )


def _take_back(desk: Overseen, game: GameState) -> Want:
    docket = game.register.docket
    assert docket.proposal is not None
    left = [one for one in game.register.sitting() if one not in (docket.proposal.seat, *docket.accepted)]
    at = next(
        envelope.at
        for envelope in reversed(desk.replay_of(game.id).envelopes)
        if envelope.entry == docket.proposal
    )
    return Want(
        _("{game}: a take-back is not answered").format(game=game.id),
        (
            short(told(docket.proposal, PUBLIC)),
            _("Since {time}.").format(time=minute(at)),
            _("Not answered yet: {seats}.").format(seats=listed(left)),
        ),
        _("Ask them; for a seat that has told you its answer:"),
        tuple(_line("takeback answer", game.id, seat, "--yes") for seat in left[:1]),
        game.id,
        {"what": "take back", "seat": docket.proposal.seat, "missing": left, "since": at},
    )


# ---- clocks, and games that have not begun


def paused(clocks: list[Clock]) -> list[Want]:
    """The clocks that stand still until somebody lets them go on come first."""
    still = sorted((one for one in clocks if one.state == PAUSED), key=lambda one: (one.until, one.since))
    return [_paused(one) for one in still]


def _paused(one: Clock) -> Want:
    said = [_("Since {time}.").format(time=minute(one.since)), short(one.reason)]
    wants = _("It stands still until you let it go on:")
    if one.until:
        wants = _("It goes on by itself at {time}. To let it go on now:").format(time=minute(one.until))
    return Want(
        _("{game}: the clocks stand still").format(game=one.game),
        tuple(filter(None, said)),
        wants,
        (_line("clock resume", one.game, '--reason "WHY"'),),
        one.game,
        {"state": PAUSED, "since": one.since, "until": one.until, "reason": one.reason},
    )


def joins(desk: Overseen, waiting: list[Waiting]) -> list[Want]:
    """One for each game that has not begun."""
    missing = dict[str, list[Waiting]]()
    open_ = {kept.game.id for kept in desk.games if kept.game.ledger.absent}
    for one in waiting:
        if one.game in open_:
            missing.setdefault(one.game, []).append(one)
    return [_join(desk, game, who) for game, who in missing.items()]


def _join(desk: Overseen, game: str, who: list[Waiting]) -> Want:
    said = _("Not joined yet: {seats}.").format(seats=", ".join(short(one.who()) for one in who))
    first = who[0]
    commands = [
        _line("link send", game, one.seat) for one in who if one.person and not program_of(one.person)
    ][:5]
    if first.person and first.due and desk.now > first.due:
        commands += _other(first)
    return Want(
        _("{game}: has not begun").format(game=game),
        (said, *list(facts_of(desk, first))[1:2]),
        _("Ask them whether the invitation has come; the link can go once more:"),
        tuple(commands),
        game,
        {"state": JOIN, "missing": [one.seat for one in who], "since": first.since, "due": first.due},
    )
