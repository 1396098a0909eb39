"""The contract of a title's pictures: one frozen struct of functions, and no base class."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from domain.kit.sums import Sum
from projections.drawing.svg import Drawing, Part

Row = dict[str, Any]


class Table(Struct, frozen=True):
    """A table of the read model: `columns` by name, `key` the columns that tell rows apart, the game first.

    The tables of a title begin with the columns `game` and `viewer`; a title does not name them.
    """

    name: str
    columns: Mapping[str, type]
    key: tuple[str, ...]

    def row(self, of: object, **cells: Any) -> Row:
        """The row of a thing: the cells that are given, and what the thing has by the name of each other."""
        return {name: cells[name] if name in cells else getattr(of, name) for name in self.columns}


class Loss(Struct, frozen=True):
    """`whose` is the seat, the clan or the army that has lost `count` of `what`."""

    whose: str
    what: str
    count: int


class Face(Struct, frozen=True):
    """A printed card as a hand shows it: what it says, `ap` where it has such a number, `side` for its colour
    ("anti", "pro", "must", "" for none), `kind` in words, and `out`, if its event cannot occur any more."""

    says: str
    text: str
    no: str = ""
    ap: str = ""
    side: str = ""
    kind: str = ""
    out: str = ""


Losses = Mapping[Any, Callable[[Any, Any], Iterator[Loss]]]
"""What events of a title tell of losses: of the event, and of the view before it."""


LOSS, GAIN, YOURS, OTHER = "loss", "gain", "yours", "other"
"""What an event is to a seat, in the order in which it wants to know of them."""

SHORTEST = 40
"""Signs of an event in brief."""


Names = Mapping[str, str]
"""The printed names of things by the short ones that orders have. A key "TAG:WORD" is of the events of that
tag alone; "number:WORD" is what is printed on a card."""


class Field(Struct, frozen=True):
    """A field of an order that a seat puts together: of which type the order is, what the field is called
    there, and what the order has so far, by field."""

    seat: str
    order: type[Struct]
    name: str
    given: Mapping[str, Any] = {}


Say = Callable[[Any, Field, str, Names], str]
"""Of a view, a field of an order, a value of that field, and the printed names; "" for the usual words. The
field of a kind of order has no name, and the value is its tag; a question has no value."""


def unsaid(view: Any, field: Field, value: str, names: Names) -> str:
    return ""


def no_occasions(view: Any, sheet: Sequence[str]) -> Iterable[tuple[str, str]]:
    return ()


class StepWords(Struct, frozen=True):
    """What a title says of the steps in which an order is put together. Whatever it leaves out is said in the
    words that every title has: a title needs none."""

    kind: Say = unsaid
    """A kind of order as one would say it, for a button and as a heading: "Send a ninja"."""

    ask: Say = unsaid
    """The question that a value of a field answers: "Where does Oda go?". Of a field without a name: for what
    the thing is used that has been picked. Of a field
    "yes": what an order does that is asked once more, as a sentence."""

    value: Say = unsaid
    """A value, where its printed name does not say enough: "Baba (O)"."""

    group: Say = unsaid
    """The heading under which a value stands, where there are many: the region of a place."""

    note: Say = unsaid
    """What is known of a value beside its cost, in a few words: "a die"."""

    order: tuple[str, ...] = ()
    """The tags of kinds of orders, as these stand one after the other."""

    stands: Callable[[Any, str, str], str] = lambda view, field, name: ""
    """How a thing that is counted stands beside its numbers, in a few words: of a view, the field of its
    orders, and its name there."""

    occasions: Callable[[Any, Sequence[str]], Iterable[tuple[str, str]]] = no_occasions
    """The occasions for which a seat may leave standing orders, of its view and the lines that are
    recommended to it: what each is about, with a line for it that can be changed. Without them those lines
    alone."""


class Pictures(Struct, frozen=True):
    """How a title is shown. A `view` is what `Rules.view` gives: nothing in it is hidden from its viewer."""

    board: Callable[[Any], str]
    """A text picture of a view: lines of at most 78 columns, the last one ended."""

    sentence: Callable[[Any, str], str]
    """An event of the title in a sentence, as a viewer may know it; "" where it is not shown."""

    sums: Callable[[Any, str], tuple[tuple[str, Sum], ...]]
    """The sums that an event of the title carries, each with what it is the sum of."""

    tables: tuple[Table, ...]
    """The title's tables. A name that two titles use has the same columns in both."""

    drawing: Callable[[Any], Drawing]
    """A drawn picture of a view."""

    tracks: Callable[[Any], Mapping[str, int]]
    """What rises and falls in the course of a game, for a view: where each track stands, by its name."""

    rows: Callable[[Any], Mapping[str, list[Row]]]
    """The rows of each table, for a view."""

    losses: Losses
    """What counts as a loss."""

    names: Callable[[Any], Names]
    """The printed names of a data set. Sentences are made of events that have these."""

    asks: Callable[[Any, Any, Names], str]
    """What the item of the agenda that stands open asks of the seat whose view this is, as the end of a
    sentence: "place a card, the first of three actions". For that seat alone."""

    awaits: Callable[[Any, Names], str]
    """What the others wait for, in a few words: "the first of three actions". Nothing that a seat hides."""

    brief: Callable[[Any, Any], str]
    """The board for a mail: of the view, and of the one when the seat was last written to, None for none.
    Where it leaves something out, it says how the whole board is asked for."""

    rank: Callable[[Any, str, Any], str]
    """How an event of the title has touched what a seat has, of its view: `LOSS`, `GAIN`, `YOURS` where it is
    neither, or `OTHER` where it has not; what the seat has done itself has not. For that seat alone: it may
    follow from what only the seat knows."""

    bookkeeping: frozenset[type]
    """Events that mails leave out where they do not concern the seat: the board tells the same."""

    group: Callable[[Any, Names], tuple[str, str]]
    """An order as a tap: the row that it stands in, "" for none, and its label, "" for the order itself."""

    reading: Callable[[str, Any], str]
    """An option of the rules that is not as usual, in a sentence; "" for one that is told as it is called."""

    short: Callable[[Any, str], str] = lambda event, viewer: ""
    """An event in `SHORTEST` signs at most, as a viewer may know it, where its sentence may be longer; "" for
    any other."""

    things: Callable[[Any], Iterable[str]] | None = None
    """The names that stand in a data set, for who translates them; None where `names` gives these."""

    called: Callable[[Any], Names] = lambda board: {}
    """The names that people have given to things in a game, of its board: they go before the printed ones."""

    marked: Callable[[Any, Sequence[Any]], tuple[Part, ...]] = lambda view, events: ()
    """What has just happened, as parts that lie over the drawing of a view: a ring, an arrow, a trail.
    `events` are those of the title that led to it, the newest first; they may have sealed fields."""

    narrow: Callable[[Any], Drawing] | None = None
    """The same board for a narrow screen: upright, about 450 units wide, its parts called as in `drawing`.
    None where the drawing itself serves there."""

    marked_narrow: Callable[[Any, Sequence[Any]], tuple[Part, ...]] = lambda view, events: ()
    """As `marked`, over the narrow drawing."""

    front: Callable[[Any], tuple[str, ...]] = lambda view: ()
    """The parts of a large board, by their ids, that one wants to see while nothing on it is new, the most
    wanted first: where the sides are nearest to each other, or what lies beside its field where they fight
    there."""

    ground: str = "paper"
    """The colour of `PALETTES` that the board lies on, where a page has more room than the board takes, and
    to which its parts pale: that of its own edge, or of a table."""

    paint: Callable[[Any, str], str] = lambda view, seat: ""
    """The colour of `PALETTES` in which a view shows what a seat plays; "" for a seat without one."""

    unworded: bool = False
    """Whether `drawing`, `marked` and `tracks` look at no text once it is translated, but for its width: what
    they draw is then made once for all languages (`projections.language.drafts`)."""

    where: Callable[[Any, Field, Any], tuple[str, ...]] | None = None
    """The parts of the drawings of a view, by their ids, on which a value of a field lies: own units are
    others than those of the enemy that are called alike. Of a field with several values it is asked for each.
    () where the value lies nowhere, or on a field of hexes, which is no part. None where the title does not
    tell."""

    steps: StepWords = StepWords()
    """What is said of the steps of an order."""

    faces: Callable[[Any, Any], Mapping[str, Face]] | None = None
    """The faces of the cards of a data set, by their words, as of a view; None for a title without such."""
