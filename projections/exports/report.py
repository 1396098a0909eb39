"""The after-action report of a game in Markdown, and the pictures that stand beside it.

Pictures are files beside the text, and not data in it: forges drop data addresses from Markdown, mail
programs do not show them, and both show a file that is linked or attached. Where no files can be written,
boards stand in the text as a mail has them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from msgspec import Struct

from domain.game.entries.entries import (
    Asked,
    Contributed,
    Joined,
    Opened,
    Ordered,
    RootCommitted,
    SheetCommitted,
    Spent,
)
from domain.game.entries.people import DeadlinesSet, Noted, OrderHeld, OrderRefused, OrderReleased
from domain.kit.chance import SheetShown, Thrown, ThrownAgain
from domain.kit.facts import Fact
from projections.drawing.svg import svg
from projections.exports.statistics import Dice, Luck, statistics
from projections.exports.tables import head, moment, on_line, status, track_changes
from projections.language.messages import _, _n, listed, minute, plain, somebody
from projections.replay import Replay
from projections.telling.boards import drawn
from projections.telling.log import Teller, what_if
from projections.telling.people import settled_as

STAGES = 12
"""So many pictures a report has at most; a title with shorter turns has several of them in one stage."""

MOVES = 10
"""So many events of a stage are told at most: those that moved a track furthest."""

LONGEST = 300
"""Signs of a text of others that are shown."""

LEAST = 0.001
"""A smaller p is not told apart."""

_PLAY = (
    *(Opened, Ordered, Asked, Thrown, ThrownAgain, Fact),
    *(RootCommitted, SheetShown, SheetCommitted, Spent, Joined, Contributed),
    *(OrderHeld, OrderReleased, DeadlinesSet, Noted),
)
"""Entries that are the play itself, its proof, its clock, or notes on it; the others stand beside it."""

_SIGNS = re.compile(r"([\\`*_{}\[\]()<>#|!~&$^])")
_NUMBER = re.compile(r"(?:< )?-?\d[\d.]*(?: \S{1,3})*")
_BEGINS = re.compile(r"^(\d+(?=[.)])|)([-+=:.)])")

Link = Callable[[int], str]
"""How the picture of a position is linked."""


class Report(Struct, frozen=True):
    """`pictures` are SVG documents by the position that they show."""

    text: str
    pictures: dict[int, str]


class Stage(Struct, frozen=True):
    """Consecutive turns, and the last position of each."""

    turns: tuple[str, ...]
    ends: tuple[int, ...]

    @property
    def last(self) -> int:
        return self.ends[-1]

    @property
    def name(self) -> str:
        first, last = self.turns[0], self.turns[-1]
        return first if first == last else f"{first}–{last}"


def report(replay: Replay, viewer: str, link: Link | None) -> Report:
    """The report for a viewer. Without a `link` it has boards of text and no picture."""
    made = _Made(replay, viewer, link)
    parts = (
        made.heading(),
        made.facts(),
        made.ending(),
        made.course(),
        made.decided(),
        made.losses(),
        made.throws(),
        made.time(),
        made.beside(),
        made.notes(),
        made.proof(),
    )
    text = "\n\n".join("\n".join(part) for part in map(list, parts) if part)
    return Report(f"{text}\n", made.pictures)


def stages(replay: Replay) -> list[Stage]:
    """The turns of a game, as they stand, in at most so many stages."""
    turns = [(turn, max(positions)) for turn, positions in groupby(on_line(replay), key=replay.turn)]
    size = -(-len(turns) // STAGES)
    cut = [turns[max(end - size, 0) : end] for end in range(len(turns), 0, -size)][::-1]
    return [Stage(*map(tuple, zip(*some, strict=True))) for some in cut]


def shown(text: str, longest: int = LONGEST) -> str:
    """A text of others as Markdown shows it sign by sign, in one line and not for ever."""
    text = " ".join(plain(text).split())
    text = text if len(text) <= longest else f"{text[: longest - 1]}…"
    return _BEGINS.sub(r"\1\\\2", _SIGNS.sub(r"\\\1", text))


def _section(text: str) -> str:
    return f"## {text}"


def _table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """A table of texts that are Markdown already; columns of numbers stand to the right."""
    kept = list(rows)
    columns = zip(*kept, strict=True)
    sides = ("---:" if all(_NUMBER.fullmatch(cell) for cell in column) else "---" for column in columns)
    yield f"| {' | '.join(headings)} |"
    yield f"|{'|'.join(sides)}|"
    yield from (f"| {' | '.join(row)} |" for row in kept)


class _Made:
    """A report in the making: each method gives the lines of one part, or none."""

    def __init__(self, replay: Replay, viewer: str, link: Link | None) -> None:
        self._replay = replay
        self._viewer = viewer
        self._eye = replay.eye(viewer)
        self._teller = Teller(replay, viewer)
        self._link = link
        self._changes = list(track_changes(replay, viewer))
        self._stages = stages(replay)
        self._counted = statistics(replay, viewer)
        self.pictures: dict[int, str] = {}

    def heading(self) -> Iterator[str]:
        said = _("After-action report: {game}, {title}")
        yield f"# {said.format(game=self._replay.game, title=shown(self._replay.rules.name))}"

    def facts(self) -> Iterator[str]:
        opened, fork = self._replay.envelope(1).entry, self._replay.fork(len(self._replay))
        seats = [
            _("{seat} ({person})").format(seat=one.seat, person=shown(somebody(one.person)))
            for one in opened.seats
        ]
        first, last = self._replay.envelope(1), self._replay.envelope(len(self._replay))
        said = {
            _("Edition"): f"{opened.edition}, {opened.scenario}, {opened.preset}",
            _("Data set"): f"{opened.data[:12]}, {status(self._replay)}",
            _("Seats"): listed(seats),
            _("Played"): _("{first} to {last}").format(first=minute(first.at), last=minute(last.at)),
            _("Events"): _("{count}, head {head}").format(
                count=len(self._replay), head=f"`{head(self._replay)}`"
            ),
            _("Throws"): shown(opened.chance, 10 * LONGEST),
            _("Seen by"): self._viewer,
            **({_("What-if"): shown(what_if(fork))} if fork else {}),
        }
        yield from (f"- {name}: {value}" for name, value in said.items())

    def ending(self) -> Iterator[str]:
        game = self._replay.at(len(self._replay))
        yield _section(_("How it ended") if game.is_over() else _("Where it stands"))
        yield ""
        if game.is_over():
            how = self._replay.rules.endings.get(game.ending, "")
            if game.register.settled is not None:
                how = settled_as(game.register.settled, listed(game.winners))
            said = _("Drawn between: {winners}. {how}") if game.is_drawn else _("Winners: {winners}. {how}")
            yield said.format(winners=listed(game.winners) or _("nobody"), how=how).rstrip()
        else:
            said = _("The game goes on, turn {turn}. Awaited: {seats}.")
            yield said.format(turn=game.label, seats=listed(game.awaited()) or _("nobody"))
        yield ""
        yield from self._picture(len(self._replay), None)

    def course(self) -> Iterator[str]:
        yield _section(_("The course of the game"))
        yield ""
        yield from self._tracks()
        before = 1
        for stage in self._stages:
            yield ""
            yield f"### {stage.name}"
            yield ""
            yield from self._moves(before + 1, stage.last)
            if stage.last < len(self._replay):
                yield ""
                yield from self._picture(stage.last, before)
            before = stage.last

    def _tracks(self) -> Iterator[str]:
        """Where the tracks stood at the end of each turn."""
        rows = []
        for stage in self._stages:
            for turn, end in zip(stage.turns, stage.ends, strict=True):
                stands = self._replay.pictures.tracks(self._replay.view(end, self._eye))
                rows.append((turn, *map(str, stands.values())))
        yield from _table([_("after turn"), *map(shown, stands)], rows)

    def _moves(self, first: int, last: int) -> Iterator[str]:
        """The events that moved a track furthest, in their order, with what they moved."""
        moved: dict[int, list[tuple[str, int, int]]] = {}
        for position, track, before, after in self._changes:
            if first <= position <= last:
                moved.setdefault(position, []).append((track, before, after))
        if not moved:
            yield _("No track moved.")
        furthest = sorted(
            moved, key=lambda at: -max(abs(after - before) for _name, before, after in moved[at])
        )
        for position in sorted(furthest[:MOVES]):
            told = self._teller.logged(position)
            shifts = (f"{shown(name)} {before} → {after}" for name, before, after in moved[position])
            yield f"- {position}: {shown(told.text)} ({', '.join(shifts)})"

    def _picture(self, position: int, before: int | None) -> Iterator[str]:
        if self._link is None:
            yield "```text"
            yield from self._replay.board(position, self._eye).rstrip("\n").split("\n")
            yield "```"
            return
        was = drawn(self._replay, before, self._eye) if before else None
        self.pictures[position] = svg(drawn(self._replay, position, self._eye), before=was)
        alt = _("The board after event {position}").format(position=position)
        yield f"![{alt}]({self._link(position)})"

    def decided(self) -> Iterator[str]:
        if self._counted.swings:
            yield _section(_("What decided it"))
            yield ""
            yield _("The events that moved each track furthest:")
            yield ""
            headings = (_("track"), _("from"), _("to"), _("event"), _("turn"), _("what happened"))
            rows = (
                (shown(one.track), str(one.before), str(one.after), str(one.at), one.turn, shown(one.text))
                for one in self._counted.swings
            )
            yield from _table(headings, rows)

    def losses(self) -> Iterator[str]:
        if self._counted.losses:
            yield _section(_("Losses"))
            yield ""
            found = sorted(self._counted.losses.items())
            rows = ((shown(whose), shown(what), str(count)) for (whose, what), count in found)
            yield from _table((_("whose"), _("what"), _("how many")), rows)

    def throws(self) -> Iterator[str]:
        counted = self._counted
        yield _section(_("Throws against expectation"))
        yield ""
        for one in counted.dice:
            yield from _faces(one)
        if counted.luck:
            headings = (
                _("after orders of"),
                _("dice"),
                _("number"),
                _("sum"),
                _("expected"),
                "p",
                _("adjusted"),
            )
            yield from _table(headings, map(_sum, counted.luck))
            yield ""
        yield from self._said_of_tests()

    def _said_of_tests(self) -> Iterator[str]:
        counted = self._counted
        said = _(
            "Tests made: {count}. Faces are tested by chi-square where each is expected five times or more, "
            "sums by their exact distribution up to 200 dice and by the normal one beyond, on both sides. "
            "“Adjusted” is p for all these tests together, by Holm: only a small one there would be "
            "unusual. A high sum is not always good, and no p proves anything: the proof of a throw is its "
            "cell."
        )
        yield said.format(count=counted.tests) if counted.tests else _("No test was made.")
        if counted.draws:
            yield ""
            said = _("Draws: {count}. They are not tested: from draw to draw they choose among other things.")
            yield said.format(count=counted.draws)
        if counted.sealed:
            yield ""
            yield _("Throws whose faces are sealed from {viewer}: {count}.").format(
                viewer=self._viewer, count=counted.sealed
            )

    def time(self) -> Iterator[str]:
        if self._counted.pace:
            yield _section(_("Time"))
            yield ""
            headings = (_("seat"), _("answers"), _("median"), _("longest"), _("in all"))
            rows = (
                (one.seat, str(one.answers), *map(_span, (one.median, one.longest, one.total)))
                for one in self._counted.pace
            )
            yield from _table(headings, rows)

    def beside(self) -> Iterator[str]:
        """What people did beside the play: looks, takeovers, deadlines, press."""
        told = [self._teller.logged(n) for n in self._positions() if not isinstance(self._entry(n), _PLAY)]
        if any(line.text for line in told):
            yield _section(_("Beside the game"))
            yield ""
        yield from self._refused()
        yield from (f"- {line.position}, {line.turn}: {shown(line.text)}" for line in told if line.text)

    def _refused(self) -> Iterator[str]:
        """How many orders each seat was refused; what they were is told below to whom it may be."""
        entries = map(self._entry, self._positions())
        counts = Counter(entry.seat for entry in entries if isinstance(entry, OrderRefused))
        if counts:
            said = listed([f"{seat} {count}" for seat, count in sorted(counts.items())])
            yield _("Refused orders: {count}, by seat: {seats}.").format(count=counts.total(), seats=said)
            yield ""

    def notes(self) -> Iterator[str]:
        notes = [
            note
            for n in self._positions()
            if isinstance(entry := self._entry(n), Noted)
            for note in entry.notes
        ]
        if notes:
            yield _section(_("Notes from journals"))
            yield ""
        for note in notes:
            about = [shown(word) for word in (note.at, note.turn, note.seat) if word]
            lead = f"{', '.join(about)}: " if about else ""
            yield f"- {lead}{shown(note.text)}"

    def proof(self) -> Iterator[str]:
        said = _(
            "Written from event {position}, {time}. “bugyo audit {game}” checks the record that it tells of."
        )
        last = self._replay.envelope(len(self._replay))
        yield said.format(position=len(self._replay), time=moment(last.at), game=self._replay.game)

    def _positions(self) -> range:
        return range(1, len(self._replay) + 1)

    def _entry(self, position: int) -> object:
        return self._replay.envelope(position).entry


def _faces(one: Dice) -> Iterator[str]:
    """The faces of a kind of dice against their expectation."""
    name = one.kind.said()
    said = _n(
        "{count} face of {die}, each expected {expected:.1f} times:",
        "{count} faces of {die}, each expected {expected:.1f} times:",
        one.count,
    )
    yield said.format(count=one.count, die=name, expected=one.count / one.kind.sides)
    yield ""
    if one.kind.sides <= 20:
        faces = [str(face) for face in range(1, one.kind.sides + 1)]
        yield from _table([_("face"), *faces], [[_("came"), *map(str, one.faces)]])
        yield ""
    if one.p is None or one.adjusted is None:
        yield _("Too few for a test.")
    else:
        yield _("Chi-square: p {p}, adjusted {adjusted}.").format(p=_p(one.p), adjusted=_p(one.adjusted))
    yield ""


def _sum(one: Luck) -> tuple[str, ...]:
    return (
        one.seat or _("nobody"),
        one.kind.said(),
        str(one.count),
        str(one.total),
        f"{one.expected:.1f}",
        _p(one.p),
        _p(one.adjusted),
    )


def _p(p: float) -> str:
    return f"{p:.3f}" if p >= LEAST else f"< {LEAST}"


def _span(milliseconds: int) -> str:
    """A time that somebody took: "3 d 4 h", "12 min"."""
    minutes = milliseconds // 60_000
    days, hours = divmod(minutes // 60, 24)
    if days:
        return _("{days} d {hours} h").format(days=days, hours=hours)
    if hours:
        return _("{hours} h {minutes} min").format(hours=hours, minutes=minutes % 60)
    return (
        _("{minutes} min").format(minutes=minutes)
        if minutes
        else _("{seconds} s").format(seconds=milliseconds // 1000)
    )
