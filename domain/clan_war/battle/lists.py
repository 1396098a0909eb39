"""Chapter "battle": army lists under seal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.clan_war.board.claim_events import ChangeReported
from domain.clan_war.board.combat_events import HostageTaken
from domain.clan_war.board.events import (
    ModelsLost,
    PersonalityCalled,
    PersonalityRecruited,
    UnitCalled,
    UnitMustered,
)
from domain.clan_war.board.flight_events import Placed
from domain.clan_war.board.list_events import (
    Calling,
    Entry,
    Lapsed,
    Listed,
    ListSealed,
    ListsOpened,
    Renamed,
)
from domain.clan_war.board.own_table import are_sealed, with_entries
from domain.clan_war.board.state import Board
from domain.clan_war.book import BOOK
from domain.clan_war.data.names import PLAIN_SEATS, hero_names, numbered_hostages, own_name, unit_names
from domain.clan_war.data.tables import Data
from domain.clan_war.words import reports
from domain.clan_war.words.items import MusterArmies, OpenLists
from domain.kit.bars import Bar, Bars, refuse_first
from domain.kit.chance import Chance
from domain.kit.facts import By, Outcome, does, keeps
from domain.kit.likeness import is_alike
from domain.kit.sealed import Sealed

Called = tuple[type, str, str]
"""What is called: a kind of entry, the army, and the name in its list."""


def played_openly(board: Board, order: Struct) -> bool:
    """Whether an order of the muster is no secret: where lists are open, and in a phase [battle/lists]."""
    return not are_sealed(board)


def whole_table(board: Board) -> Board:
    """The board as it will be when the lists are opened [battle/lists]."""
    return with_entries(board, opened(board)[1])


def entered(board: Board, army: str, *entries: Entry) -> Outcome:
    """What a line of an army brings: in its list under seal, or on the board [battle/lists]."""
    if not are_sealed(board):
        return keeps(*entries)
    return keeps(By("battle/lists", ListSealed(army, Sealed((army,), Listed(entries)))))


@BOOK.answer(MusterArmies, reports.ClearList, "battle/lists")
def clear_list(
    board: Board, item: MusterArmies, seat: str, order: reports.ClearList, chance: Chance
) -> Outcome:
    """All that an army has entered is gone, and it is awaited again [battle/lists]."""
    refuse_first(clear_bars(board, item, seat, order))
    cleared = ListSealed(seat, Sealed((seat,), Listed((), anew=True)))
    if seat in item.seats:
        return keeps(cleared)
    waiting = tuple(one for one in board.setting.seats if one in (*item.seats, seat))
    welcome = tuple(one for one in item.welcome if one != seat)
    return does(cleared, then=(MusterArmies(waiting, welcome),))


def clear_bars(board: Board, item: MusterArmies, seat: str, order: reports.ClearList) -> Bars:
    """A list that is under seal and has something in it [battle/lists]."""
    if not are_sealed(board):
        why = "In this battle army lists lie open, and what is mustered stands."
        yield Bar("battle/lists", why, 'Ask the others to let you "take back".')
    elif not board.lists.get(seat):
        yield Bar("battle/lists", f"The list of {seat} is empty.", 'Write "sample army", or muster units.')


def unit_room(table: Board, seat: str) -> Bars:
    """So many units that each has a name of the army's own to fall back on [battle/lists]."""
    units = table.units.values() if are_sealed(table) else ()
    data, mine = table.setting.data, [one.name for one in units if one.army == seat]
    lent = sum(is_lent(data, seat, name) for name in mine)
    yield from _room(table, lent, len(unit_names(data, seat)), f"units besides the cards of {seat}")


def person_room(table: Board, seat: str) -> Bars:
    """So many personalities that each has a name to fall back on [battle/lists]."""
    people = table.people.values() if are_sealed(table) else ()
    data, mine = table.setting.data, [one.name for one in people if one.army == seat]
    lent = sum(is_lent(data, seat, name) for name in mine)
    yield from _room(table, lent, len(hero_names(data, seat)), f"personalities besides the cards of {seat}")


def hostage_room(table: Board) -> Bars:
    """So many hostages that all armies find names for theirs [battle/lists]."""
    most = len(numbered_hostages(table.setting.data)) // len(table.setting.seats)
    yield from _room(table, len(table.hostages), most, "hostages", "Take this one in the first phase.")


def _room(table: Board, has: int, most: int, what: str, instead: str = "Leave this one out.") -> Bars:
    if are_sealed(table) and has >= most:
        yield Bar("battle/lists", f"A sealed army list has room for {most} {what}.", instead)


def is_lent(data: Data, army: str, name: str) -> bool:
    """Whether another army may have the same name in its list, or it is one of the army's spare names: all
    but the cards of its clan, and those that have the name of its seat before theirs [battle/lists]."""
    units, people = data.units.unit, data.units.personality
    cards = [*((one.name, one.clan) for one in units), *((one.name, one.clan) for one in people)]
    clans = [clan for card, clan in cards if own_name(army, card) == name]
    return not clans or (army not in PLAIN_SEATS and army not in clans)


@BOOK.step(OpenLists, "battle/lists")
def open_lists(board: Board, item: OpenLists, chance: Chance) -> Outcome:
    """When all armies are done their lists are opened, all at once [battle/lists]."""
    lists, entries = opened(board)
    return does(lists, *(By("battle/muster", entry) for entry in entries))


def opened(board: Board) -> tuple[ListsOpened, tuple[Struct, ...]]:
    """The entries of all lists, by armies, and what is called otherwise now, or not so [battle/lists]."""
    names = dict(_other_names(board))
    renamed = tuple(Renamed(army, before, after) for (_kind, army, before), after in names.items())
    lines = [
        (army, _called(one, army, names)) for army in board.setting.seats for one in board.lists.get(army, ())
    ]
    lapsed, given = _given(board, lines)
    entries = (one for _army, one in lines if not isinstance(one, Calling) or one in given)
    return ListsOpened(renamed, lapsed), tuple(_numbered(board, entries))


def _numbered(board: Board, entries: Iterable[Struct]) -> Iterator[Struct]:
    """Reports that wait have the numbers in which they come now [battle/confirm]."""
    number = board.claimed
    for one in entries:
        if isinstance(one, ChangeReported):
            number += 1
            yield ChangeReported(replace(one.claim, number=number))
        else:
            yield one


def _given(board: Board, lines: list[tuple[str, Struct]]) -> tuple[tuple[Lapsed, ...], tuple[Calling, ...]]:
    """Of names that are alike the one of the army that sits first is given, the other lapses; of several
    for one unit or personality it is the last [battle/lists]."""
    called, given = dict(board.called), list[Calling]()
    lapsed = list[Lapsed]()
    for word, (army, one) in _last_callings(lines).items():
        if any(is_alike(own, one.called) for other, own in called.items() if other != word):
            lapsed.append(Lapsed(army, word, one.called))
        else:
            called[word] = one.called
            given.append(one)
    return tuple(lapsed), tuple(given)


def _last_callings(lines: Iterable[tuple[str, Struct]]) -> dict[str, tuple[str, Calling]]:
    return {word_of(one): (army, one) for army, one in lines if isinstance(one, Calling)}


def _other_names(board: Board) -> Iterator[tuple[Called, str]]:
    """What two armies call alike keeps its name where it is a card of the clan, else with the first."""
    data = board.setting.data
    for kind, there in ((UnitMustered, board.units), (PersonalityRecruited, board.people)):
        spare = unit_names if kind is UnitMustered else hero_names
        yield from _settled(board, kind, set(there), {one: spare(data, one) for one in board.setting.seats})
    spares = dict.fromkeys(board.setting.seats, numbered_hostages(data))
    yield from _settled(board, HostageTaken, set(board.hostages), spares)


def _settled(
    board: Board, kind: type, there: set[str], spare: dict[str, tuple[str, ...]]
) -> Iterator[tuple[Called, str]]:
    called = [
        (army, name_of(one))
        for army in board.setting.seats
        for one in board.lists.get(army, ())
        if type(one) is kind
    ]
    called.sort(key=lambda one: is_lent(board.setting.data, *one))
    taken = there | {name for _army, name in called}
    kept = set(there)
    for army, name in called:
        if name in kept:
            after = next(one for one in spare[army] if one not in taken)
            taken.add(after)
            yield (kind, army, name), after
        kept.add(name)


def name_of(entry: Any) -> str:
    """What a list calls a unit, a personality or a hostage [battle/lists]."""
    if isinstance(entry, UnitMustered):
        return entry.profile.name
    return entry.personality.name if isinstance(entry, PersonalityRecruited) else str(entry.hostage)


def word_of(calling: Calling) -> str:
    """The word of orders for what gets a name of its army's own [battle/names]."""
    return calling.unit if isinstance(calling, UnitCalled) else calling.personality


def _called(entry: Struct, army: str, names: dict[Called, str]) -> Struct:
    """The entry with the names that stand after the opening."""

    def now(kind: type, name: str) -> str:
        return names.get((kind, army, name), name)

    if isinstance(entry, UnitMustered):
        return UnitMustered(replace(entry.profile, name=now(UnitMustered, entry.profile.name)))
    if isinstance(entry, PersonalityRecruited):
        one = entry.personality
        name, unit = now(PersonalityRecruited, one.name), now(UnitMustered, one.unit)
        return PersonalityRecruited(replace(one, name=name, unit=unit))
    if isinstance(entry, PersonalityCalled):
        return replace(entry, personality=now(PersonalityRecruited, entry.personality))
    if isinstance(entry, HostageTaken):
        hostage, unit = now(HostageTaken, entry.hostage), now(UnitMustered, entry.unit)
        return replace(entry, hostage=hostage, unit=unit)
    if isinstance(entry, Placed | UnitCalled | ModelsLost):
        return replace(entry, unit=now(UnitMustered, entry.unit))
    return entry
