"""A game as a seat is told of it: who is awaited, what may be ordered, the board, the block to fill in.

Everything comes from the record, and through the eye of that seat.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import takewhile

from msgspec import Struct
from msgspec.structs import replace

from domain.game.entries import people
from domain.game.entries.entries import (
    DEFAULT_ORDER,
    ONLY_ANSWER,
    PROGRAM,
    STANDING_ORDER,
    Asked,
    Contributed,
    Joined,
    Ordered,
    RootCommitted,
    SheetCommitted,
    Spent,
)
from domain.game.entries.levels import REFEREE_SHEET, WITNESS
from domain.game.entries.people import DeadlinesSet, OrderHeld, OrderReleased, OrdersSigned, Paused, Pressed
from domain.game.entries.rulings import LookedUnseen
from domain.game.state.first_ledger import FirstLedger
from domain.game.state.game_state import GameState
from domain.game.state.ledger import LaneLedger
from domain.game.state.phrases import SHORTEST
from domain.game.state.words import forms_of, notation_of
from domain.kit.chance import SheetShown, Thrown
from domain.kit.facts import Fact
from domain.kit.sealed import PUBLIC
from domain.titles import TITLES
from projections.language.catalogues import FULL, reader
from projections.language.messages import COLUMNS, _, columns, day, listed, somebody, term, wrap
from projections.pictures import OTHER
from projections.replay import Replay
from projections.telling.log import Logged, log, log_lines
from projections.telling.people import settled_as
from referee.games.witnessing import number_of
from referee.record.record import Record
from referee.seats.defused_text import BEFORE, NARROW, defused, named, quoted
from referee.seats.dice_words import of_dice
from referee.seats.mail_parts import FIELDS, NOTHING, Parts
from referee.seats.open_questions import open_questions
from referee.seats.tokens import Bearer, shown, token_of

MOST_OFFERS = 40
"""Legal orders that are listed one by one; of more, the forms are shown."""

MOST_EXAMPLES = 6
"""Legal orders that are shown where they are too many to list."""

MOST_FORMS = 16
"""Forms of orders that are shown, whether or not one is legal now."""

GAP = 2

CHANGED = "<"
"""The mark of a line of the board that is new."""


BOOKKEEPING = (
    *(DeadlinesSet, OrderHeld, OrderReleased, people.OrderRefused, OrdersSigned, Joined, Pressed),
    *(Asked, Contributed, RootCommitted, SheetCommitted, SheetShown, Spent, Thrown),
)
"""What mails do not tell, and “log” does. Of a throw, what follows is told; press stands by itself."""


UNASKED = (DEFAULT_ORDER, ONLY_ANSWER, PROGRAM, STANDING_ORDER)
"""Orders that nobody has just given."""


class Scene(Struct, frozen=True):
    """A game at its newest event, before the eyes of one seat. `token` is that of whoever reads it, for this
    turn.

    `seat` may also be the witness, who sees what everybody may see. `link` is the reader's to the seat's own
    page, "" where the desk serves none, `play` what he adds to it to play there, and `person` who he is.
    """

    replay: Replay
    seat: str
    token: str
    link: str = ""
    person: str = ""
    play: str = ""

    @property
    def game(self) -> GameState:
        return self.replay.newest()

    @property
    def viewer(self) -> str:
        return PUBLIC if self.seat == WITNESS else self.seat

    @property
    def tag(self) -> str:
        """What stands in subjects: "[winter T5 iga]"."""
        return f"[{self.replay.game} {self.game.label} {self.seat}]"


def replay_of(record: Record, game: str) -> Replay:
    """The whole game, to be stepped through. Raises `UnknownGame`, `BrokenRecord`."""
    title, envelopes = record.title(game), record.envelopes(game)
    replay = Replay(game, TITLES[title], record.data(title, envelopes[0].entry.data), envelopes)
    replay.notation = notation_of(replay.newest())  # made once for all games of a data set
    return replay


def seen_by(replay: Replay, key: bytes, bearer: Bearer) -> Scene:
    """The game before the eyes of somebody who may act for a seat, with the token of his own."""
    made = token_of(key, replay.game, bearer, replay.newest().label)
    return Scene(replay, bearer.seat, made, person=defused(bearer.person) or bearer.seat)


def how_it_stands(scene: Scene, told: int = 0, *, asks: bool = True, in_mail: bool = True) -> Parts:
    """How the game stands: who has joined, or whose turn it is until when, and what the seat may order.

    What has changed on the board since the position `told` is marked. `asks`, where the mail asks the seat
    for its orders, or answers them: only then it has a block, and the board of what is asked. What only a
    mail has is left out unless it stands `in_mail`.
    """
    game = scene.game
    if game.ledger.absent and not game.is_over():
        return joining(scene)
    is_awaited, docket = scene.seat in game.awaited(), game.register.docket
    unsettled = open_questions(game, scene.seat) if docket.open or docket.proposal else ()
    is_asked = asks and scene.seat in (*game.wanted(), *game.welcome()) and scene.seat != WITNESS
    in_mail = in_mail and is_asked
    return Parts(
        says=whose_turn(scene),
        until=until(scene),
        block=block(scene) if in_mail else (),
        forms=choices(scene) if in_mail and is_awaited else (),
        notes=[*unsettled, *(_own_cells(scene) if is_asked else ())],
        board=board(scene, told) if in_mail else (),
        link=scene.link,
        position=len(scene.replay),
    )


def joining(scene: Scene) -> Parts:
    """Who has joined and who is missing; how to join, for a party that has not."""
    anew = _why_anew(scene) if scene.game.stands_still() else []
    parts = Parts(says=_who(scene), until=until(scene), notes=anew, position=len(scene.replay))
    if scene.seat not in scene.game.ledger.absent:
        return parts
    said = _("The game {game} waits for you to join.")
    if scene.game.stands_still():
        said = _("The game {game} stands still until you join anew.")
    says, who = said.format(game=scene.game.id), wrap(_who(scene))
    if scene.seat == WITNESS:
        results, notes = wrap(_how_witness(scene)), [*who, "", *anew, *witness_program(scene)]
    else:
        results, notes = wrap(_how_seat()), [*who, *_where_cells(scene), *(["", *anew] if anew else ())]
    return replace(parts, says=says, results=results, block=block(scene), notes=notes)


def _why_anew(scene: Scene) -> list[str]:
    """Why a game stands still that was on already."""
    said = _(
        "New secret cells were drawn for its throws, and everybody joins anew, with a new phrase, so that "
        "nobody can have chosen them to please. Then it goes on where it stands. The reason:"
    )
    entries = (envelope.entry for envelope in reversed(scene.replay.envelopes))
    reason = next(entry.reason for entry in entries if _is_renewal(entry))
    return [*wrap(said), *quoted(reason), ""]


def renewed_since(scene: Scene, told: int) -> bool:
    """Whether the referee has drawn new cells since an event."""
    return any(_is_renewal(envelope.entry) for envelope in scene.replay.envelopes[told:])


def _is_renewal(entry: object) -> bool:
    return isinstance(entry, RootCommitted) and entry.party == REFEREE_SHEET


def _who(scene: Scene) -> str:
    game = scene.game
    missing = game.ledger.absent
    joined = [persons(game, seat) for seat in game.seats if seat not in missing]
    others = [persons(game, seat) for seat in missing if seat != scene.seat]
    waits = listed([*([_("you")] if scene.seat in missing else []), *others])
    if game.stands_still():
        said = _("{game} stands still until all have sent a new phrase. It waits for {who}.")
        return said.format(game=game.id, who=waits)
    if not joined:
        return _("The game begins when all have joined. Nobody has yet: it waits for {who}.").format(
            who=waits
        )
    said = _("The game begins when all have joined. {joined} have; it waits for {who}.")
    if len(joined) == 1:
        said = _("The game begins when all have joined. {joined} has; it waits for {who}.")
    return said.format(joined=listed(joined), who=waits)


def _how_seat() -> str:
    return _(
        "To join, write one line: join, then a sentence of your own, of {least} characters or more, used "
        "nowhere else."
    ).format(least=SHORTEST)


def _where_cells(scene: Scene) -> list[str]:
    ledger = scene.game.ledger
    if not (isinstance(ledger, LaneLedger) and scene.seat in ledger.may_commit):
        return []
    return wrap(_("If you want cells of your own, their line “root …” goes above the line that joins."))


def _how_witness(scene: Scene) -> str:
    if isinstance(scene.game.ledger, FirstLedger):
        return _(
            "To accept, answer with the lines “commit …” of the sheet that you have for this game, between "
            "the two ORDERS lines."
        )
    return _("To accept, answer with the line “root …” of your cells, between the two ORDERS lines.")


def witness_program(scene: Scene) -> list[str]:
    """How a witness draws its cells."""
    ledger = scene.game.ledger
    if isinstance(ledger, FirstLedger):
        return []
    sheets, seats = ledger.roots[REFEREE_SHEET].sheets, ",".join(scene.game.seats)
    return [
        *wrap(_("This program draws the cells and prints the line; “bugyo witness FILE” answers requests:")),
        "",
        f"  bugyo seat new {scene.replay.game} {WITNESS} -o FILE --sheets {sheets} \\",
        f"    --seats {seats} \\",
        f"    --key {scene.game.opening().key}",
        "",
    ]


def board(scene: Scene, told: int = 0) -> list[str]:
    """The board as mails have it; for who wants all, and at the end of a game, the whole of it, where what is
    new since the position `told` has a mark at the right edge."""
    replay, eye = scene.replay, scene.replay.eye(scene.viewer)
    if reader().length != FULL and not replay.newest().is_over():
        return replay.brief(told, eye).splitlines()
    before = replay.drawn(told, eye) if 0 < told < len(replay) else None
    now = replay.drawn(len(replay), eye)
    lines = now.board.splitlines()
    if before is None:
        return lines
    old = set(before.board.splitlines())
    marked = [line if not line or line in old else _marked(line) for line in lines]
    said = _("{mark} at the right edge: new since event {position}, of which your last mail told.")
    legend = wrap(said.format(mark=CHANGED, position=told)) if marked != lines else []
    return [*marked, *legend, *_tracks(before.tracks, now.tracks)]


def _marked(line: str) -> str:
    """A line with the mark in its last column, where that is free."""
    room = COLUMNS - 1 - columns(line)
    return line if room < 1 else line + " " * room + CHANGED


def _tracks(before: Mapping[str, int], now: Mapping[str, int]) -> list[str]:
    """What has risen and fallen: "oda 3 to 6"."""
    changes = [
        _("{track} {before} to {now}").format(track=track, before=before[track], now=value)
        for track, value in now.items()
        if before.get(track, value) != value
    ]
    said = _("Since then: {changes}.")
    return wrap(said.format(changes=", ".join(changes)), "", "  ") if changes else []


def until(scene: Scene) -> str:
    """Until when the seat has time, in a sentence; "" where it has no deadline. In a pause nobody has."""
    game = scene.game
    if game.register.paused is not None and not game.is_over():
        return _pause(game.register.paused)
    at = due(scene, scene.seat) if scene.seat in game.owing() else 0
    return _("Answer by {moment}.").format(moment=day(at)) if at else ""


def _pause(paused: Paused) -> str:
    said = _("The game is paused since {since}: no clock runs, and nobody is late.")
    if paused.until:
        said = _("The game is paused from {since} to {until}: no clock runs, and nobody is late.")
    return said.format(since=day(paused.at), until=day(paused.until) if paused.until else "")


def due(scene: Scene, seat: str) -> int:
    """The deadline of a seat, in milliseconds since 1970; 0 where it has none, or its clock stands still."""
    if scene.game.register.paused is not None:
        return 0
    deadline = scene.game.register.deadlines.get(seat)
    return deadline.at if deadline else 0


def whose_turn(scene: Scene) -> str:
    """Whose turn it is, in a sentence; of the reader's own, what is asked."""
    game, awaited = scene.game, scene.game.awaited()
    if game.is_over():
        return outcome(scene)
    if not awaited:
        return _locked(scene)
    if scene.seat in awaited:
        asks = scene.replay.asks(scene.seat) if scene.seat != WITNESS else ""
        said = _("{person}, it is your turn in {game}.")
        said = _("{person}, it is your turn in {game}: {asks}.") if asks else said
        return said.format(person=scene.person, game=game.id, asks=asks)
    at = max(due(scene, seat) for seat in awaited)
    said = _("It is the turn of {seats} in {game}, until {moment}. Nothing to do for you.")
    said = said if at else _("It is the turn of {seats} in {game}. Nothing to do for you.")
    seats = listed([persons(game, seat) for seat in awaited])
    return said.format(seats=seats, game=game.id, moment=day(at) if at else "")


def _locked(scene: Scene) -> str:
    asked = scene.game.asked
    if asked and scene.game.ledger.dice.thrower:
        return of_dice(scene.game, asked, scene.seat, scene.person)
    if not (asked and scene.game.ledger.awaits_witness(asked)):
        return _("An order is locked, and its throw is awaited.")
    if scene.seat == WITNESS:
        said = _("The game waits for you: for your cell for throw {index}, {purpose}. Answer its request.")
    else:
        said = _(
            "The game waits for the witness: for its cell for throw {index}, {purpose}. Until it comes, "
            "nothing is thrown, and what was ordered stays locked."
        )
    return said.format(index=number_of(asked), purpose=asked.purpose)


def _own_cells(scene: Scene) -> list[str]:
    """Where a seat with cells of its own is in them, and how it comes to some; nothing for who needs none."""
    ledger, seat = scene.game.ledger, scene.seat
    if isinstance(ledger, FirstLedger):
        return _first_cells(ledger, seat) if ledger.has_cells(seat) else []
    if not ledger.has_cells(seat):
        return _without_cells(scene) if seat in ledger.may_commit else []
    if not ledger.left(seat):
        said = _("All your cells are used: send the line “root …” of new ones first, or “root none”.")
        return [*wrap(said), "", new_cells(scene), ""]
    place, number = ledger.next_place(seat), ledger.next_number(seat)
    said = _(
        "Before each order goes its line “cell …”. Your next order has place {place}, your next cell number "
        "{next}:"
    )
    fill = f"  {filling(scene, 'ORDERS')}"
    lines = [*wrap(said.format(place=place, next=number)), "", fill, ""]
    if seat not in ledger.may_commit:
        return lines
    said = _(
        "Whoever orders for this seat without the file of its cells first sends “root none”, or a new root:"
    )
    return [*lines, *wrap(said), "", new_cells(scene), ""]


def filling(scene: Scene, orders: str) -> str:
    """The command that puts the cells of a seat above orders, of a file or of "-"; "" where it has none left,
    or has to do without."""
    ledger, seat = scene.game.ledger, scene.seat
    if not ledger.has_cells(seat) or not ledger.left(seat):
        return ""
    place = f"--place {ledger.next_place(seat)} " if isinstance(ledger, LaneLedger) else ""
    return f"bugyo seat fill FILE {orders} {place}--first {ledger.next_number(seat)}"


def _without_cells(scene: Scene) -> list[str]:
    """To whoever has taken the seat, or acts for it."""
    said = _(
        "This seat has no cells of its own. You need none: throws on your orders are then proved by the "
        "referee's cells alone, as at level 1. If you want some, send the line “root …” that this prints:"
    )
    return [*wrap(said), "", new_cells(scene), ""]


def new_cells(scene: Scene) -> str:
    """How a seat draws cells of its own."""
    ledger, seat = scene.game.ledger, scene.seat
    before = ledger.generations.get(seat, 0) if isinstance(ledger, LaneLedger) else 0
    again = f" --again {before + 1}" if seat not in ledger.absent else ""
    return f"  bugyo seat new {scene.replay.game} {seat} -o FILE{again}"


def _first_cells(ledger: FirstLedger, seat: str) -> list[str]:
    """The same in a game of protocol 1."""
    left, used = ledger.left(seat), ledger.next_number(seat) - 1
    if not left:
        said = _("All {used} cells of your sheets are used: publish another with lines “commit …” first.")
        return [*wrap(said.format(used=used)), ""]
    said = _(
        "Before each order goes the line “cell …” of your sheet: cell {next} is next, and {left} are left."
    )
    return [*wrap(said.format(next=used + 1, left=left)), ""]


def outcome(scene: Scene) -> str:
    """Who has won, in a sentence."""
    game = scene.game
    winners = listed([persons(game, seat) for seat in game.winners])
    if not winners:
        how = game.rules.endings.get(game.ending, "")
        return _("The game is over. {how}").format(how=term(how) if how else _("Nobody has won."))
    if settled := game.register.settled:
        return settled_as(settled, winners)
    if game.is_drawn:
        return _("The game is over, drawn between {seats}.").format(seats=winners)
    won, shared = _("The game is over. {seat} has won."), _("The game is over. {seats} share the victory.")
    return (won if len(game.winners) == 1 else shared).format(seat=winners, seats=winners)


def persons(game: GameState, seat: str) -> str:
    """A seat with who sits there: "iga (Anna)"; while somebody has not answered yet, "iga (“Anna”)"."""
    if seat == WITNESS:
        return _("the witness")
    who, is_new = person(game, seat), bool(game.ledger.absent)
    who = named(game.register.holders[seat]) if who and is_new else who
    return _("{seat} ({person})").format(seat=seat, person=who or _("vacant"))


def person(game: GameState, seat: str) -> str:
    """Who sits at a seat; "" where nobody does."""
    return defused(somebody(game.register.holders.get(seat, "")))


def choices(scene: Scene) -> list[str]:
    """The orders that are legal now, or their forms where they are too many."""
    game, write = scene.game, notation_of(scene.game).write
    offers = game.offers(scene.seat)
    if offers is not None and len(offers) <= MOST_OFFERS:
        rows = together([write(order).split(" ") for order in offers])
        return [*wrap(_("You may order:")), *in_columns(rows)]
    some = list(map(write, game.suggestions(scene.seat, MOST_EXAMPLES)))
    examples = [*wrap(_("For example:")), *in_columns(some)] if some else []
    return [*wrap(_("You may order:")), *_forms(scene), *examples]


def _forms(scene: Scene) -> list[str]:
    """How orders are written; of many, those of which an example is legal now, and how the others begin."""
    game, forms = scene.game, forms_of(scene.game)
    if len(forms) <= MOST_FORMS:
        return in_columns(forms)
    shown = notation_of(game).forms({type(order) for order in game.examples(scene.seat)})
    others = dict.fromkeys(_begins(form) for form in forms if form not in shown)
    said = _("Also: {orders}. How each is written: “help {order}”.")
    also = said.format(orders=", ".join(others), order=[*others][-1]) if others else ""
    return [*in_columns(shown), *(wrap(also) if also else ())]


def _begins(form: str) -> str:
    """The words before the first that is to be filled in: "end battle"."""
    return " ".join(takewhile(str.islower, form.split()))


def together(orders: Sequence[Sequence[str]]) -> list[str]:
    """Orders that differ in a word or two, as one: "place mori|oda in iga|kii". Exactly these are meant."""
    rows = [tuple(order) for order in orders]
    for place in range(max(map(len, rows), default=0)):
        alike: dict[tuple[str, ...], list[str]] = {}
        for row in rows:
            alike.setdefault((*row[:place], "", *row[place + 1 :]), []).extend(row[place : place + 1])
        rows = [tuple(word or "|".join(words) for word in row) for row, words in alike.items()]
    return [" ".join(filter(None, row)) for row in rows]


def in_columns(words: Sequence[str], room: int = COLUMNS) -> list[str]:
    """The words side by side, read line by line."""
    width = max(map(columns, words), default=0) + GAP
    across = max(1, (room - GAP) // width)
    rows = [words[start : start + across] for start in range(0, len(words), across)]
    padded = ("".join(word + " " * (width - columns(word)) for word in row) for row in rows)
    return [line for row in padded for line in wrap_kept(" " * GAP + row.rstrip())]


def wrap_kept(line: str) -> list[str]:
    """A line with its blanks as they are; only one that is too long is wrapped."""
    return [line] if columns(line) <= COLUMNS else wrap(line.strip(), " " * GAP, " " * GAP * 2)


def block(scene: Scene, *within: str) -> list[str]:
    """What the player fills in. Two fences, this turn's token, the event that it answers."""
    names = f"{scene.replay.game} {scene.game.label} {scene.seat}"
    return [
        f"-----BEGIN ORDERS {names}-----",
        f"TOKEN {shown(scene.token)}",
        f"HEAD {len(scene.replay)} {scene.replay.head()}",
        *within,
        "",
        f"-----END ORDERS {names}-----",
    ]


def since(scene: Scene, after: int, without: Container[int] = ()) -> list[str]:
    """What has happened after a position, as the seat may know it; not what `without` holds."""
    lines = [line for line in effects(scene, after + 1, len(scene.replay)) if line.position not in without]
    written = [line.position for line in lines if is_written(scene, line.position)]
    return list(log_lines(lines, written, NARROW))


class Told(Struct, frozen=True):
    """An event in a sentence; `concerns`, where it is about the reader's own seat, and `rank` what it is to
    that."""

    position: int
    text: str
    concerns: bool
    rank: str = OTHER


def told_of(scene: Scene, after: int, without: Container[int] = ()) -> tuple[list[Told], list[str]]:
    """What has happened after a position and a person wants to know; and the lines of that in which people
    have put something into words. Of an order that is told by what it brought about, only that is told."""
    events, written = list[Told](), list[str]()
    played = scene.replay.told_to(scene.viewer, after)
    lines = [one for one in effects(scene, after + 1, len(scene.replay)) if one.position not in without]
    for place, line in enumerate(lines):
        envelope = scene.replay.envelope(line.position)
        if isinstance(envelope.entry, BOOKKEEPING) and not getattr(envelope.entry, "shown", ""):
            continue  # but that a condition has come about is told
        if isinstance(envelope.entry, Fact) and line.position not in played:
            continue
        following = [one.position for one in lines[place + 1 : place + 2]]
        is_told = any(scene.replay.envelope(one).act == envelope.act for one in following)
        if isinstance(envelope.entry, Ordered) and envelope.entry.by not in UNASKED and is_told:
            continue
        if is_written(scene, line.position):
            written += [*wrap(line.text, "- ", BEFORE, NARROW), ""]
        else:
            rank = played.get(line.position, OTHER)
            events.append(Told(line.position, line.text, rank != OTHER, rank))
    return events, written


def is_written(scene: Scene, position: int) -> bool:
    """Whether people have put something into words there."""
    entry = scene.replay.envelope(position).entry
    names = ("text", "texts", "reason", "phrase", "notes")
    return isinstance(entry, LookedUnseen) or any(getattr(entry, name, "") for name in names)


def effects(scene: Scene, first: int, last: int) -> Iterator[Logged]:
    """What the events from `first` to `last` say to the seat. Deadlines stand in mails in the reader's own
    zone, beside whom the game waits for."""
    for line in log(scene.replay, scene.viewer, first - 1):
        entry = scene.replay.envelope(line.position).entry
        if line.position <= last and not isinstance(entry, DeadlinesSet):
            yield replace(line, text=defused(line.text))


# docs/player.md says what these are. They are in header fields (X-Bugyo-Game), and below the signature mark:
#     :: Game: winter  Title: shinobi  Turn: T5  Seat: iga
#     :: Mail: turn  Event: 42  State: your-move  Due: 2026-12-01T20:00:00Z
# They are always in English and never wrapped. Fields may be added at the end; none is taken away.

YOUR_MOVE, JOINING, WAITING, LOCKED, PAUSED, OVER = (
    *("your-move", "joining", "waiting", "locked", "paused", "over"),
)


def about(scene: Scene, kind: str) -> dict[str, str]:
    """What programs read of a mail of a kind to a party of a game."""
    game, at = scene.game, due(scene, scene.seat)
    until = f"{datetime.fromtimestamp(at // 1000, UTC):%Y-%m-%dT%H:%M:%SZ}" if at else NOTHING
    names = (game.id, game.rules.title, game.label, scene.seat)
    said = (*names, kind, str(len(scene.replay)), _state(scene), until)
    return dict(zip(FIELDS, said, strict=True))


def about_beside(scene: Scene, kind: str) -> dict[str, str]:
    """The same of a mail to somebody who is not shown how the game stands."""
    return about(scene, kind) | dict.fromkeys(("Event", "State", "Due"), NOTHING)


def about_no_game(kind: str) -> dict[str, str]:
    """The same of a mail about no game, or about several."""
    return dict.fromkeys(FIELDS, NOTHING) | {"Mail": kind}


def _state(scene: Scene) -> str:
    game = scene.game
    if game.is_over():
        return OVER
    if game.ledger.absent:
        return JOINING
    if game.register.paused is not None:
        return PAUSED
    if scene.seat in game.wanted():
        return YOUR_MOVE
    return WAITING if game.wanted() else LOCKED
