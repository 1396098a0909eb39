"""The contract of a title: one frozen struct of functions, and no base class.

*Title* is what is printed on the box, *rules* how it is played, *game* one game being played.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.kit.bars import Bar
from domain.kit.chance import Chance, Faces, NotYet
from domain.kit.conditions import Clauses, Words
from domain.kit.counters import Counted
from domain.kit.errors import IllegalMove
from domain.kit.facts import Fact, State
from domain.kit.narrowed import Narrows
from domain.kit.notation import Notation
from domain.kit.players import Players
from domain.kit.vocabulary import Vocabulary

Facts = tuple[Fact[Any, Any], ...]
Decide = Callable[[State[Any, Any], str, Struct, Chance], Facts]
NO_WORDS = Notation((), Vocabulary({}))
Board = Any
"""A title's own frozen struct; only the title looks inside."""


def takes(decide: Decide, state: State[Any, Any], seat: str, order: Struct) -> bool:
    """Whether the rules take an order that answers what is asked; a throw that it needs is not made."""
    try:
        decide(state, seat, order, Chance(Faces()))
    except NotYet:
        return True
    except IllegalMove:
        return False
    return True


def unseen(rules: Rules, event: Any, seat: str) -> bool:
    """Whether an event shows a seat what it did not know, so that it can foresee nothing from there on."""
    if not isinstance(event, rules.reveals):
        return False
    known = rules.shows_nothing.get(type(event))
    return known is None or not known(event, seat)


class Scenario(Struct, frozen=True):
    """One way to set a title up. `status` says how far it can be trusted: "complete", "reconstruction"…

    `seats` are the fewest and the most; `needs` are those that it cannot do without. `options` are those that
    it fixes, whatever the preset says of them.
    """

    name: str
    seats: tuple[int, int]
    status: str
    needs: tuple[str, ...] = ()
    options: Mapping[str, Any] = {}


class Edition(Struct, frozen=True):
    """The rules as they were read at one time, under a name that openings have: "shinobi/1".

    `options` are those that it fixes, whatever a preset says: each edition fixes all that a later one reads
    otherwise. The default of such an option is the reading of the first, so that an old opening says it too.
    What a later one fixes no more may be chosen from then on; the presets have its usual reading.
    `mends` is what it sets right of the one before, in a sentence of ours.
    """

    name: str
    options: Mapping[str, Any] = {}
    mends: str = ""


SHARED = "shared"
"""The ending of those who win together. Several winners of any other game have drawn."""


class Rules(Struct, frozen=True):
    """How a title is played.

    `presets` are named sets of options; the one called "default" must be there. `seats` are the names of
    the seats in their order; a game takes as many of them, from the first, as people sit down, or any of
    them where the people choose (`choose_seats`).
    """

    title: str
    name: str
    editions: tuple[Edition, ...]
    """Those that games can be played by to their end, the oldest first. New games are of the last."""

    scenarios: tuple[Scenario, ...]
    seats: tuple[str, ...]
    options: type[Struct]
    presets: Mapping[str, Struct]
    events: tuple[type[Struct], ...]
    items: tuple[type[Struct], ...]
    orders: tuple[type[Struct], ...]
    headings: Mapping[str, str]
    """Every rule number or heading that code may cite, with a short title of ours; in printed order."""

    read_data: Callable[[Mapping[str, bytes]], Any]
    """The title's data set from the bytes of its files, by name. Raises `BadTable`."""

    notation: Callable[[Any, tuple[str, ...]], Notation]
    """The words of the orders, for a data set and the seats of a game."""

    begin: Callable[[Any, Any, tuple[str, ...]], Board]
    """The empty board of (options, data, seats), before anything has happened."""

    setup: Callable[[Board], Facts]
    """The first facts of a game. They ask nothing of chance: what is dealt is put on the agenda."""

    decide: Decide
    """What follows from a seat's order, or `IllegalMove`. Never both. May raise `NotYet`."""

    advance: Callable[[State[Board, Any], Chance], Facts]
    """What the sequence of play does unasked; () once a seat must speak, or nobody. May raise `NotYet`."""

    evolve: Callable[[Board, Any], Board]
    """Folds one event into the board. Never refuses, never asks chance."""

    awaited: Callable[[State[Board, Any]], tuple[str, ...]]
    """The seats that must speak now; () when the game is over."""

    welcome: Callable[[State[Board, Any]], tuple[str, ...]]
    """The seats that may answer the open prompt though the game does not wait for them."""

    expected: Callable[[State[Board, Any]], tuple[type[Struct], ...]]
    """The types of the orders that answer the prompt which is open."""

    always: tuple[type[Struct], ...]
    """The types of the orders that a seat may give whenever the game is on: standing orders, resignation."""

    offers: Callable[[State[Board, Any], str], tuple[Struct, ...] | None]
    """Every order that is legal now for a seat, or None where they cannot be enumerated."""

    examples: Callable[[State[Board, Any], str], tuple[Struct, ...]]
    """Some orders that are legal now for a seat, at least one where it is awaited; all if they are few."""

    fires: Callable[[State[Board, Any]], tuple[str, Struct] | None]
    """The seat whose standing orders answer the open prompt, and the answer, which is legal; or None."""

    private: Callable[[State[Board, Any]], bool]
    """Whether the offers of the open prompt come from what others may not know. Such a prompt is never
    answered unasked: the answer that nobody gave would tell what is in the hand."""

    only_answer: Callable[[State[Board, Any]], tuple[str, Struct] | None]
    """The first awaited seat that has exactly one legal answer to the open prompt, and the answer; None where
    no seat has, or the prompt is private."""

    view: Callable[[State[Board, Any], str], Any]
    """What a seat, `PUBLIC` or `REFEREE` may know of the board."""

    turn: Callable[[Board], str]
    """The turn as mails write it: "T5"."""

    winners: Callable[[Board], tuple[str, ...]]
    """Who has won; () while the game is on. Several share a victory or a draw."""

    ending: Callable[[Board], str]
    """How the game has ended, in a word: "victory", "draw"…; "" while it is on."""

    conserved: Callable[[Board], str]
    """What is wrong with the board's counts, in a sentence; "" when everything is there."""

    counted: tuple[str, ...] = ()
    """The fields of the board that these counts look at: where none has changed, nothing is counted. () for
    all."""

    sheet: Callable[[Any, str], tuple[str, ...]] = lambda data, seat: ()
    """The standing orders that a data set recommends to a seat, each as it would be mailed; () where none."""

    takes_sheet: Struct | None = None
    """The order by which a seat takes all of them in the place of its own; None where a title has none."""

    sealed: tuple[type[Struct], ...] = ()
    """Orders that only their seat may know before the end. What the events keep of one must be sealed too."""

    played_openly: Callable[[Board, Struct], bool] = lambda board, order: False
    """Whether an order of those types is no secret in this game, by an option of it."""

    corrections: tuple[type[Struct], ...] = ()
    """What a ruling can set right, each a struct like an order: the state of a unit, points, a card."""

    sealed_corrections: tuple[type[Struct], ...] = ()
    """Those of them that only their `seat` may know before the end."""

    correcting: Callable[[Any, tuple[str, ...]], Notation] = lambda data, seats: NO_WORDS
    """The words of the corrections, like `notation` for the orders. No seat's mail is read with them."""

    correct: Callable[[State[Board, Any], Struct], Facts] = lambda state, correction: ()
    """What follows from a correction, or `IllegalMove`. It asks nothing of chance and leaves the agenda as it
    is: what has lost its object there is dropped by the sequence of play."""

    reveals: tuple[type[Struct], ...] = ()
    """The events that show to somebody what was hidden from it: no take-back goes back behind one."""

    shows_nothing: Mapping[type[Struct], Callable[[Any, str], bool]] = {}
    """Those of them behind which a seat can foresee more: f(event, seat), whether that seat has known before
    all that the event shows. Of what is not named here, nobody has."""

    admitted: Callable[[State[Board, Any]], tuple[type[Struct], ...]] | None = None
    """Those of the expected types that can be legal now, where a title takes others only to refuse them with
    a reason; None where it does not."""

    misplaced: Callable[[State[Board, Any], type[Struct]], Bar | None] = lambda state, kind: None
    """Where a type of order belongs that does not answer the open prompt; None where it does not say."""

    narrows: Callable[[State[Board, Any], str], Narrows] = lambda state, seat: Narrows()
    """How orders that cannot be listed are put together step by step, by a seat that may answer."""

    candidates: Callable[[State[Board, Any], str, type[Struct], str], Collection[str] | None] = (
        lambda state, seat, kind, field: None
    )
    """The names that may stand for a field of an order which is neither listed nor narrowed; None for all."""

    pairs: Mapping[type[Struct], tuple[str, str]] = {}
    """The two fields of an order that are picked at once where it is put together: who, and against whom."""

    counters: Callable[[State[Board, Any], str], tuple[Counted, ...]] = lambda state, seat: ()
    """The numbers that a seat keeps of what is played on a real table, while the open prompt is asked."""

    repeated: Callable[[State[Board, Any], Struct], int] = lambda state, order: 0
    """How often the order may answer again before the turn ends, whatever comes between: of one that says no
    more than that a seat has done."""

    grave: Callable[[Struct], bool] = lambda order: False
    """Whether an order destroys, ends or gives up something for ever: who picks it is asked once more."""

    clauses: Clauses = Clauses()
    """What a seat's conditions can be about."""

    sheets: int = 64
    """How many sheets of 32 cells a lane has: so many that fewer than one game in ten thousand needs more."""

    choose_seats: bool = False

    players: Players | None = None
    """What programs need to play it; None where none can."""

    letter: str = ""
    """What stands for the title in the topic of each event, for ever; without one it is spelled out."""

    endings: Mapping[str, str] = {}
    """Every way for a game to end, as `ending` names it, with a sentence of ours."""

    statuses: Mapping[str, str] = {}
    """What there is to say of a rule number, in a sentence: "not built yet", "reconstructed"…; the others
    are complete as printed.
    """

    @property
    def edition(self) -> str:
        """The edition of new games."""
        return self.editions[-1].name

    def choices(self) -> tuple[str, ...]:
        """The options that whoever opens a game may set: those that the newest edition does not fix."""
        fixed = self.editions[-1].options
        return tuple(name for name in self.options.__struct_fields__ if name not in fixed)

    def words(self, data: Any, seats: tuple[str, ...]) -> Words:
        """How orders and conditions are written, for a data set and the seats of a game."""
        orders = self.notation(data, seats)
        return Words(orders, self.clauses.notation(orders), self.always)

    def plays(self, edition: str) -> bool:
        """Whether games of an edition can be played on."""
        return any(one.name == edition for one in self.editions)


def has(options: Struct, fixed: Mapping[str, Any]) -> bool:
    """Whether options are those that a scenario or an edition fixes."""
    return all(getattr(options, name) == value for name, value in fixed.items())


def options_of(rules: Rules, scenario: str, preset: str, edition: str = "") -> Struct | None:
    """The options of a preset in a scenario, by an edition or by that of new games; None where the title has
    no such preset."""
    known = rules.presets.get(preset)
    return known if known is None else replace(known, **fixed_options(rules, scenario, edition))


def fixed_options(rules: Rules, scenario: str, edition: str = "") -> dict[str, Any]:
    """The options that a scenario and an edition fix, whatever the preset says of them."""
    name = edition or rules.edition
    by_scenario = next((one.options for one in rules.scenarios if one.name == scenario), {})
    by_edition = next((one.options for one in rules.editions if one.name == name), {})
    return {**by_scenario, **by_edition}
