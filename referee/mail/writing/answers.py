"""The bodies of answers, and of the mails that nobody has asked for.

Each gives the lines of a body. Nobody is told what his seat may not know: whatever comes out of a game comes
through a `Scene`, and whatever comes out of a mail goes back to its sender only.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from difflib import SequenceMatcher

from msgspec.structs import replace

from domain.game.entries.entries import OWN_SLIP, Entry, Joined, Rewound
from domain.game.entries.levels import WITNESS
from domain.game.entries.people import DeadlineMoved, Delegated
from domain.game.entries.policy import BOT, DEFAULT_ORDERS, FORFEIT, STANDBY
from domain.game.entries.rulings import Revised, Ruled
from domain.game.state.game_state import GameState
from domain.kit.errors import StaleOrder
from projections.language.catalogues import FULL, SHORT, reader
from projections.language.messages import _, day, listed, moment, term, wrap
from projections.replay import Replay
from projections.telling.rulings import turns_text
from referee.clocks.dues import Due
from referee.games.order_sheet import ALREADY, CLOSED, Result
from referee.identity import gate
from referee.identity.gate import Admission, Claims
from referee.mail.writing.allowance import MEANWHILE, TOLD
from referee.mail.writing.echo import answered, counted, left_out, not_orders, unplayed
from referee.mail.writing.invitations import without_cells
from referee.mail.writing.lost_seats import reason_of
from referee.mail.writing.news import asks_leave, has_begun, moved, positions, voices
from referee.mail.writing.sheets import given_up
from referee.reading.reading import ReadMail
from referee.record.record import Record
from referee.seats.defused_text import BEFORE, named, quoted
from referee.seats.mail_parts import Choice, Parts, newest
from referee.seats.open_questions import open_disputes
from referee.seats.readers import described, reader_of, set_reader
from referee.seats.seat_view import Scene, Told, block, board, due, how_it_stands, outcome, persons, told_of

MINUTE = 60_000

ASKED_LATE = 12
"""Words of what is asked, where one is late: more of them stand in the mail that has asked."""

TO_YOU = 2
"""Words before what concerns the seat."""

SAID = 80
"""Words of what has happened, in a mail that asks or answers."""

NEWS_SAID = 26
"""The same in news."""

NEWS = 60
"""Words of news: what has happened is told as far as the rest of it leaves room."""

PRESS = 40
"""The same beside the text of press: of more, when the time is over stands in the mail that asked."""

AROUND = 10
"""Words around what has happened: above it, and of what is left out."""


# ---- answers


def played(
    scene: Scene, mail: ReadMail, results: Sequence[Result], after: int, said: Container[int]
) -> Parts:
    """The answer to a sheet. `after` is what the seat was told last, `said` what its own lines tell now."""
    stands = how_it_stands(scene, after)
    count, outcomes = counted(results), {result.outcome for result in results}
    entries = [scene.replay.envelope(result.first).entry for result in results if result.first]
    return replace(
        with_news(stands, scene, after, said),
        says=f"{count[:1].upper()}{count[1:]}. {stands.says}",
        results=[
            *([] if outcomes and outcomes.isdisjoint((CLOSED, ALREADY)) else _head(scene, results)),
            *answered(scene, mail, results),
            *not_orders(mail, has_orders=bool(results)),
            *(_joined(scene, after) if any(isinstance(one, Joined) for one in entries) else ()),
            *(["", *stands.results] if stands.results else ()),
        ],
        choices=tuple([Choice(order, "", _("A program likes")) for one in results for order in one.offers]),
    )


def _joined(scene: Scene, after: int) -> Iterator[str]:
    """What whoever has joined is told, and that the game has begun with him."""
    yield from without_cells(scene)
    if has_begun(scene, after):
        yield from ("", *wrap(begun(scene)))


def _head(scene: Scene, results: Sequence[Result]) -> list[str]:
    """What is to be said of all lines together."""
    if not results and scene.game.ledger.absent and scene.seat in scene.game.awaited():
        said = _("Your mail has no line that joins. None is made up for you: the game waits for it.")
    elif not results:
        said = _("No line of your mail is an order. Write one order on a line, between the two lines.")
    elif late := next((result.error for result in results if result.outcome == CLOSED), None):
        said = str(late)
    elif any(result.outcome == ALREADY for result in results):
        said = _(
            "These orders came before and were taken then; nothing is played twice. If you mean them once "
            "more, send them with the newest block."
        )
    else:
        return []
    return [*wrap(said), ""]


def refused(why: str, mail: ReadMail, scene: Scene | None = None, after: int = 0) -> Parts:
    """The answer to a mail of which nothing was played. `why` may be a sentence of the rules."""
    lines = [*unplayed(mail), *not_orders(mail)]
    if scene is None:
        receipt = [_("Receipt: SHA-256 of your mail"), f"  {mail.digest}"]
        return Parts(says=term(why), results=lines, proof=receipt)
    return _now(term(why), lines, scene, after)


def set_aside(said: str, scene: Scene | None = None, after: int = 0) -> Parts:
    """The answer to the word “no”: that a mail is put aside."""
    return _now(said, [], scene, after) if scene else Parts(says=said)


def _now(said: str, lines: Sequence[str], scene: Scene, after: int) -> Parts:
    """That, with what has happened meanwhile and how the game stands."""
    stands = how_it_stands(scene, after)
    results = [*lines, *([""] if lines and lines[-1] else ()), *wrap(stands.says)]
    results += ["", *stands.results] if stands.results else []
    parts = replace(stands, says=said, results=results)
    return with_news(parts, scene, after) if after else parts


def refusal(admission: Admission, claims: Claims, game: GameState | None) -> str:
    """Why a mail is not admitted, and what would do. `game` is the sender's, if the mail is for one."""
    yours = ", ".join(f"{name} ({seat})" for name, seat in claims)
    return _refusal(admission.kind).format(
        late=late(admission, game),
        token=_where_tokens_are(admission, game),
        now=game.label if game else "",
        game=admission.game,
        seat=admission.seat,
        yours=_("You play in: {games}.").format(games=yours),
    )


def _refusal(kind: str) -> str:
    return {
        gate.STALE: _("{late} Nothing was played."),
        gate.NO_TOKEN: _("Your mail does not carry the token of this turn, so nothing was played. {token}"),
        gate.WRONG_TOKEN: _(
            "The token in your mail is not that of {seat} in {now}, so nothing was played. Copy the block "
            "from the newest mail."
        ),
        gate.OTHERS_TOKEN: _(
            "The token in your mail belongs to another seat, so nothing was played. That seat has been "
            "warned."
        ),
        gate.NOT_YOUR_SEAT: _(
            "In the game {game} your address speaks for {seat}, not for the seat that the mail names. "
            "Nothing was played."
        ),
        gate.NOT_YOURS: _("You hold no seat in the game that the mail names. {yours}"),
        gate.UNROUTED: _(
            "The mail does not say which game it is for. Answer a turn mail, or write its tag into the "
            "subject. {yours}"
        ),
    }[kind]


def late(admission: Admission, game: GameState | None) -> str:
    """An older turn's token."""
    now = game.label if game else ""
    return _("That was for {turn}; it is {now} now.").format(turn=admission.turn, now=now)


def time_over(game: GameState, given: Delegated) -> str:
    """To somebody who might act for a seat once."""
    said = _(
        "You might act for {seat} in the game {game} until {moment}. That time is over, so nothing in your "
        "mail was read as an order. {person} can let you act once more."
    )
    holder = game.register.holders[given.seat]
    person = named(holder) if holder else given.seat
    return said.format(seat=given.seat, game=game.id, moment=moment(given.until), person=person)


def nothing_meant(admission: Admission, game: GameState) -> str:
    """To a mail of which the desk understands no line."""
    said = _(
        "No line of your mail is an order, a question or press, so nothing was done. “help” on a line of its "
        "own lists what can be written; “press to referee: …” reaches the referee."
    )
    return f"{said} {_where_tokens_are(admission, game)}" if admission.seat in game.wanted() else said


def no_word() -> str:
    """To an answer to a confirmation that is neither yes nor no."""
    return _(
        "Your mail begins neither with “yes” nor with “no”, so the mail that it is about still waits. Answer "
        "with that one word alone on the first line."
    )


def _where_tokens_are(admission: Admission, game: GameState | None) -> str:
    if game and admission.seat in game.wanted():
        return _("Answer with the block below, or with its TOKEN line above your orders.")
    return _("It is not your turn; the mail that says so will bring it.")


def last_in_full() -> str:
    """To a seat whose next error is answered in a line."""
    return _(
        "This was the third mail of this turn with which nothing could be done. The next such answer will be "
        "one line. “help” on a line of its own lists what can be written; “press to referee: …” asks the "
        "referee."
    )


def in_a_line(why: str) -> str:
    """To a seat that has had its answers in full in this turn."""
    said = _("The newest mail of your turn says what may be written.")
    return f"{why} {said}"


def not_played(what: str) -> str:
    return _("Nothing was played: {what}.").format(what=what)


def unreadable(mail: ReadMail) -> str:
    """A mail whose text cannot be used."""
    return f"{term(mail.problem)} {_('Nothing was played.')}"


def conflict() -> str:
    return _(
        "A mail with the same Message-ID came before, with other orders. Bugyo cannot tell which of the two "
        "you mean, so nothing of this one was played. Send the orders in a new mail."
    )


def to_stranger() -> Parts:
    """Tells nothing of any game, not even whether there is one."""
    return Parts(
        says=_(
            "Thank you for your mail. This address is read by a program that referees games played by mail, "
            "and it does not know the address that you wrote from, so nothing in your mail was read as an "
            "order. If you play here, write from the address that your referee has registered, or ask your "
            "referee."
        )
    )


def wished(record: Record, address: str, wishes: Sequence[str]) -> Parts:
    """How mails are written to an address, once it has been done as was asked."""
    try:
        for wish in wishes:
            set_reader(record, address, mails=wish)
    except StaleOrder as refusal:
        return Parts(str(refusal))
    said = _("If you did not ask for this, answer “mails normal”.")
    return Parts(f"{described(reader_of(record, address))} {said}")


def to_owner(seat: str) -> Parts:
    """The warning that somebody else has sent the token of a seat."""
    said = _(
        "A mail with this turn's token of {seat} came from an address that is not registered for this seat. "
        "It was refused, and nothing was played. If you wrote it, write from the address that this mail came "
        "to. If not, somebody has seen one of your mails: tell your referee, and show nobody the mails of "
        "the turn to come. The token changes with every turn."
    )
    return Parts(says=said.format(seat=seat))


# ---- unasked


def news(scene: Scene, after: int, *, asks: bool, asked: int = 0) -> Parts:
    """What has happened since, to a seat that has not ordered it. Where the mail does not ask for orders it
    has no block, so that whatever answers it is not taken for an order; `asked` is when a mail did."""
    parts = how_it_stands(scene, after, asks=asks)
    if asks_leave(scene, after):
        return with_news(leave(scene, parts), scene, after, most=NEWS_SAID, whole=NEWS)
    if asks:
        notes = [*wrap(begun(scene)), "", *parts.notes] if has_begun(scene, after) else parts.notes
        return with_news(replace(parts, notes=notes), scene, after)
    if scene.seat in scene.game.wanted():
        said = _("It is still your turn: answer the mail that asked you to.")
        if asked:
            said = _("It is still your turn: answer the mail of {moment}.").format(moment=day(asked))
        parts, before = replace(parts, says=said), moved(scene, after)
        parts = _first(other_time(scene, after, before), parts) if before else parts
    parts = _first(begun(scene), parts) if has_begun(scene, after) else parts
    return with_news(parts, scene, after, most=NEWS_SAID, whole=NEWS)


def leave(scene: Scene, parts: Parts) -> Parts:
    """With the question whether another seat may take back, and a block in which one word answers it, though
    nothing else be asked of the seat."""
    asks = scene.game.register.docket.proposal
    assert asks is not None
    said = _("{seat} asks you to let it take back what it has ordered after event {position}.")
    answers = {"agree to take back": _("Let it"), "refuse take back": _("Refuse")}
    notes = [*open_disputes(scene.game), *(quoted(asks.reason) if asks.reason != OWN_SLIP else ())]
    taps = tuple([Choice(line, label) for line, label in answers.items()])
    return replace(
        parts,
        says=f"{said.format(seat=persons(scene.game, asks.seat), position=asks.to)} {parts.says}",
        block=parts.block or block(scene),
        choices=(*taps, *parts.choices),
        forms=[*wrap(_("You may answer:")), *(f"  {line}" for line in answers), *parts.forms],
        notes=parts.notes if parts.block else notes,
    )


def _first(said: str, parts: Parts) -> Parts:
    return replace(parts, says=f"{said} {parts.says}")


def begun(scene: Scene) -> str:
    """That all have joined: who plays."""
    seats = listed([persons(scene.game, seat) for seat in scene.game.seats])
    return _("The game {game} has begun: {seats}.").format(game=scene.game.id, seats=seats)


def other_time(scene: Scene, after: int, before: int) -> str:
    """Until when a seat has time now, and had before; why, where the referee has moved it."""
    said = _("Your deadline in {game} has moved: it was {before}, and is {moment} now.")
    said = said.format(game=scene.game.id, before=day(before), moment=day(due(scene, scene.seat)))
    entries = (one.entry for one in scene.replay.envelopes[after:])
    why = [one.reason for one in entries if isinstance(one, DeadlineMoved) and one.seat == scene.seat]
    return f"{said} {reason_of(why[-1])}" if why else said


def pressed(parts: Parts, scene: Scene, after: int) -> Parts:
    """News of which press is the most: what else has happened is only counted."""
    said = _("{person}, you have press in {game}.")
    if scene.seat in scene.game.wanted():
        said = _("{person}, you have press in {game}. It is still your turn: answer the mail that asked you.")
    says = said.format(person=scene.person, game=scene.replay.game)
    count = len(told_of(scene, after, positions(scene, after))[0])
    left = left_out(count, after) if count else ""
    parts = replace(parts, says=says, to_you=(), since=(), ask=left)
    is_long = _words(parts, parts.press) + len(left.split()) > PRESS
    return replace(parts, until="") if is_long else parts


def with_news(
    parts: Parts,
    scene: Scene,
    after: int,
    without: Container[int] = (),
    most: int = SAID,
    whole: int = TOLD,
) -> Parts:
    """With what was written to a seat, and has happened, since the position of which it was told: what
    concerns it first, and of much the newest. `most` are the words of it, `whole` those of the mail."""
    press = positions(scene, after, without)
    skipped = {at for at in range(after + 1, len(scene.replay) + 1) if at in without}
    events, noted = told_of(scene, after, {*press, *skipped})
    written = newest([*voices(scene, press), *noted], MEANWHILE)
    most = min({SHORT: NEWS_SAID}.get(reader().length, most), whole - AROUND - _words(parts, written))
    kept = _newest_of(events, TOLD if reader().length == FULL else most, least=0 if written else 1)
    left = len(events) - len(kept)
    entries = (one.entry for one in scene.replay.envelopes[after:])
    is_revised = any(isinstance(entry, Revised) for entry in entries)
    return replace(
        parts,
        press=[*parts.press, *written],
        to_you=[one.text for one in kept if one.concerns],
        since=[*(one.text for one in kept if not one.concerns), *([left_out(left, after)] if left else ())],
        board=[*(before_and_after(scene.replay, scene.viewer, after) if is_revised else ()), *parts.board],
    )


def _words(parts: Parts, written: Sequence[str]) -> int:
    """Words of ours that stand in a mail, whatever has happened: not those of people."""
    ours = (
        *parts.results,
        *parts.notes,
        *(line for line in written if not line.lstrip().startswith(BEFORE.strip())),
    )
    return sum(len(line.split()) for line in (parts.says, parts.until, *ours))


def _newest_of(events: Sequence[Told], most: int, least: int) -> list[Told]:
    """So many words of what has happened, in its order: what concerns the seat before all else, the newest
    before the older; at `least` so many events, however long."""
    kept, words = list[Told](), 0
    for one in sorted(events, key=lambda one: (one.concerns, one.position), reverse=True):
        words += len(one.text.split()) + (TO_YOU if one.concerns else 0)
        if words > most and len(kept) >= least:
            break
        kept.append(one)
    return sorted(kept, key=lambda one: one.position)


def before_and_after(replay: Replay, viewer: str, told: int) -> Iterator[str]:
    """For each change since the position `told`: the lines of the board that it has made others."""
    if not told:
        return
    eye, began = replay.eye(viewer), told
    for position in range(told + 1, len(replay) + 1):
        entry: Entry = replay.envelope(position).entry
        if isinstance(entry, Ruled) or (isinstance(entry, Rewound) and entry.by == "consent"):
            began = position - 1
        if isinstance(entry, Revised):
            old, new = _changed(replay.board(began, eye), replay.board(position, eye))
            yield from _shown(_("Before ({turn}):").format(turn=replay.turn(began)), old)
            yield from _shown(_("After ({turns}):").format(turns=turns_text(entry)), new)


def _changed(before: str, after: str) -> tuple[list[str], list[str]]:
    """The lines of both that the other does not have in their place."""
    old, new = before.splitlines(), after.splitlines()
    gone, come = list[str](), list[str]()
    for what, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if what != "equal":
            gone += old[a:b]
            come += new[c:d]
    return gone, come


def _shown(heading: str, lines: list[str]) -> list[str]:
    return [*wrap(heading), *(lines or [_("(nothing that you see)")]), ""]


def reminder(scene: Scene) -> Parts:
    """How the game stands, to a party that it still waits for: as its turn was told, and that it was."""
    stands = how_it_stands(scene)
    return replace(stands, notes=[*wrap(_("This is a reminder.")), "", *stands.notes])


def overdue(scene: Scene, at: int) -> Parts:
    """To a seat whose deadline was `at`, and that has not answered: until when it still may, and what
    follows."""
    game, stands = scene.game, how_it_stands(scene)
    asks = scene.replay.asks(scene.seat) if scene.seat != WITNESS and not game.ledger.absent else ""
    said = _("{person}, you are late in {game}.")
    if asks and len(asks.split()) <= ASKED_LATE:
        said = _("{person}, you are late in {game}: {asks}.")
    end = day(at + game.register.policy.grace * MINUTE)
    was = _("Your deadline was {moment}.").format(moment=day(at))
    return replace(
        stands,
        says=said.format(person=scene.person, game=game.id, asks=asks),
        until=_until_or_else(game.register.follows(game.prompt())).format(end=end),
        notes=[*wrap(was), "", *stands.notes],
    )


def _until_or_else(nmr: str) -> str:
    """What follows when the grace is over."""
    return {
        DEFAULT_ORDERS: _("Answer by {end}, or default orders are given for you."),
        STANDBY: _("Answer by {end}, or your seat goes to a standby."),
        FORFEIT: _("Answer by {end}, or you forfeit the game."),
        BOT: _("Answer by {end}, or a program orders for you."),
    }.get(nmr, _("Answer by {end}, or the referee decides what follows."))


def waited(scene: Scene, due: Due, after: int) -> Parts:
    """To a seat: why an order that it had left could not be played, and what was to follow it; that alone
    where an answer has told since how the game stands."""
    first, *rest = given_up(scene, due)
    if after >= due.position:
        return Parts(first, results=rest, link=scene.link, position=len(scene.replay))
    parts = with_news(how_it_stands(scene, after), scene, after)
    return replace(parts, says=f"{first} {parts.says}", results=rest)


def ending(scene: Scene, after: int) -> Parts:
    """Who has won, and why: the record opens, and shows everything."""
    parts = Parts(says=outcome(scene), board=board(scene, after), link=scene.link, position=len(scene.replay))
    said = _("Everything in the record is open now. Keep this mail: its head is what any export must show.")
    return replace(with_news(parts, scene, after), notes=wrap(said))
