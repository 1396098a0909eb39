"""Chapter "battle": the armies before the first turn."""

from __future__ import annotations

from msgspec.structs import replace

from domain.clan_war.battle.claims import claim_bars, claimed, must_wait
from domain.clan_war.battle.honor import points_bars, scored
from domain.clan_war.battle.lists import entered, is_lent, person_room, unit_room
from domain.clan_war.board.events import (
    ArmyDone,
    ClanChosen,
    ModelsLost,
    ModifierEntered,
    PersonalityRecruited,
    UnitCalled,
    UnitMustered,
)
from domain.clan_war.board.own_table import own_table
from domain.clan_war.board.state import Board, Personality, Profile, clan_of, present, size
from domain.clan_war.book import BOOK, count, own
from domain.clan_war.data.names import PLAIN_SEATS, hero_names, own_name, unit_names
from domain.clan_war.data.tables import CREATURE, SKILLS, TRAITS, UNALIGNED, Person
from domain.clan_war.data.tables import Sample as SampleUnit
from domain.clan_war.sequence.own_names import called_bars, plain
from domain.clan_war.words import reports
from domain.clan_war.words.items import BeginTurn, MusterArmies, OpenLists, SetHonor, SettleReports
from domain.kit.bars import Bar, Bars, refuse_first
from domain.kit.chance import Chance
from domain.kit.errors import IllegalMove, either
from domain.kit.facts import Outcome, does, facts, keeps
from domain.kit.rules import Facts
from domain.kit.sums import Term
from domain.kit.vocabulary import quoted_name

FEWEST, MOST = 2, 4
MOST_CHANGE = 200
"""Of honor or of victory points, in one order."""


def setup(board: Board) -> Facts:
    """Two to four armies muster, in any order; then each has its starting honor [battle/muster]."""
    seats = board.setting.seats
    if not FEWEST <= len(seats) <= MOST:
        raise IllegalMove(
            "battle/muster",
            f"A battle is between {FEWEST} and {MOST} armies; {len(seats)} are seated.",
            f"Seat {FEWEST} to {MOST}.",
        )
    return facts("battle/muster", keeps(then=(MusterArmies(seats), *map(SetHonor, seats), BeginTurn())))


@BOOK.answer(MusterArmies, reports.Muster, "battle/muster")
def muster(board: Board, item: MusterArmies, seat: str, order: reports.Muster, chance: Chance) -> Outcome:
    """A unit of the data set joins the army [battle/muster], on the ground [flight/placement]."""
    table = own_table(board, seat)
    refuse_first(muster_bars(table, item, seat, order))
    profile, called = sampled(board, seat, order.unit), quoted_name(order.name)
    if not called:
        mustered = UnitMustered(replace(profile, name=order.name) if order.name else profile)
        return entered(board, seat, mustered)
    name = free_names(table, seat, order.unit)[0]
    return entered(
        board, seat, UnitMustered(replace(profile, name=name)), UnitCalled(name, plain(order.name))
    )


@BOOK.answer(MusterArmies, reports.ChooseClan, "battle/muster")
def choose_clan(
    board: Board, item: MusterArmies, seat: str, order: reports.ChooseClan, chance: Chance
) -> Outcome:
    """An army fights for a clan, whatever the others fight for: everybody knows [battle/muster]."""
    refuse_first(choose_clan_bars(own_table(board, seat), item, seat, order))
    return keeps(ClanChosen(seat, order.clan))


def choose_clan_bars(board: Board, item: MusterArmies, seat: str, order: reports.ChooseClan) -> Bars:
    """An army that is not called like a clan chooses one, before its first unit [battle/muster]."""
    if seat not in PLAIN_SEATS:
        why = f"{seat} is the army of the clan that it is called like."
        yield Bar("battle/muster", why, f"To choose a clan, sit down as {either(PLAIN_SEATS)}.")
    if order.clan == UNALIGNED or board.setting.data.clan(order.clan) is None:
        clans = [one.name for one in board.setting.data.honor.clan if one.name != UNALIGNED]
        yield Bar("battle/muster", f"No army fights for {order.clan}.", f"Write {either(clans)}.")
    if present(board, seat):
        yield Bar("battle/muster", f"{seat} has units already.", "The clan is chosen before them.")


def clanless_bars(board: Board, seat: str) -> Bars:
    """Nothing is mustered for no clan [battle/muster]."""
    if seat in PLAIN_SEATS and not board.armies[seat].clan:
        yield Bar("battle/muster", f"{seat} has not chosen its clan.", 'Write "clan crane" or another.')


def muster_bars(board: Board, item: MusterArmies, seat: str, order: reports.Muster) -> Bars:
    """A unit that the data set has, under a name that nobody has mustered [battle/muster]."""
    yield from clanless_bars(board, seat)
    if board.setting.data.sample(order.unit) is None:
        yield Bar(
            "battle/muster",
            f"The data set has no unit {order.unit}.",
            f'Enter a unit of your own: "unit {seat}-1 move 4 tl 6 ml 6 models 10".',
        )
    if quoted_name(order.name):
        yield from called_muster_bars(board, seat, order)
    elif order.name:
        yield from copy_bars(board, seat, order)
        yield from name_bars(board, seat, order.name)
    elif own_name(seat, order.unit) in board.units:
        yield Bar("battle/muster", f"{order.unit} is mustered already.", more_of(board, seat, order.unit))
    elif is_lent(board.setting.data, seat, own_name(seat, order.unit)):
        yield from unit_room(board, seat)


def called_muster_bars(board: Board, seat: str, order: reports.Muster) -> Bars:
    """A unit with a name of its army's own, which needs a word for orders all the same [battle/names]."""
    if own_name(seat, order.unit) in board.units:
        yield from copy_bars(board, seat, order)
    words = free_names(board, seat, order.unit)
    if not words:
        yield Bar("battle/muster", f"{seat} has no name left for another unit.", "Say done.")
    if is_lent(board.setting.data, seat, words[0]):
        yield from unit_room(board, seat)
    yield from called_bars(board, "", plain(order.name))


def free_names(board: Board, seat: str, unit: str) -> list[str]:
    """What a unit of the data set may be called in orders, that of its kind first [battle/muster]."""
    names = (own_name(seat, unit), *unit_names(board.setting.data, seat))
    return [name for name in names if name not in board.units]


def more_of(board: Board, seat: str, unit: str) -> str:
    """What to write for another unit of a kind that is mustered [battle/muster]."""
    names = [name for name in unit_names(board.setting.data, seat) if name not in board.units]
    if not names or not board.setting.options.copies_and_allies:
        return "Muster another unit."
    return f'Write "muster {unit} as {names[0]}".'


def copy_bars(board: Board, seat: str, order: reports.Muster) -> Bars:
    """Not another unit of a kind in the first edition [rules/edition]."""
    if not board.setting.options.copies_and_allies:
        why = "By the edition of this battle each unit of the data set is mustered once, under its own name."
        gone = own_name(seat, order.unit) in board.units
        yield Bar("rules/edition", why, "Muster another unit." if gone else f'Write "muster {order.unit}".')


def ally_bars(board: Board) -> Bars:
    """No units of one's own of other clans in the first edition [rules/edition]."""
    if not board.setting.options.copies_and_allies:
        why = "By the edition of this battle a unit with a profile of one's own is of the army's clan."
        yield Bar("rules/edition", why, "Leave the clan out.")


def name_bars(board: Board, seat: str, unit: str) -> Bars:
    """A name that the army has left [battle/muster]."""
    names = unit_names(board.setting.data, seat)
    if unit not in names:
        why = f"{unit} is no name for a unit of {seat}."
        yield Bar("battle/muster", why, f"Call it {names[0]} to {names[-1]}.")
    if unit in board.units:
        yield Bar("battle/muster", f"{unit} is mustered already.", "Take another name.")
    yield from unit_room(board, seat)


def sampled(board: Board, seat: str, name: str) -> Profile:
    """The profile of a unit of the data set in an army [battle/muster]."""
    sample = board.setting.data.sample(name)
    assert sample is not None
    return profile_of(sample, seat)


def profile_of(sample: SampleUnit, army: str) -> Profile:
    return Profile(
        own_name(army, sample.name),
        army,
        sample.clan,
        sample.move,
        sample.tl,
        sample.ml,
        sample.models,
        sample.leadership,
        sample.close,
        sample.extended,
        sample.traits,
    )


@BOOK.answer(MusterArmies, reports.Raise, "battle/muster")
def raise_unit(board: Board, item: MusterArmies, seat: str, order: reports.Raise, chance: Chance) -> Outcome:
    """A unit of one's own joins the army with the profile of its card [battle/muster].

    Naga, ratlings and what comes out of the Shadowlands are creatures [honor/immunity].
    """
    table = own_table(board, seat)
    refuse_first(raise_bars(table, item, seat, order))
    clan = order.clan or clan_of(board, seat)
    known = board.setting.data.clan(clan)
    creature = bool(known and known.creatures) and CREATURE not in order.traits
    return entered(
        board,
        seat,
        UnitMustered(
            Profile(
                order.unit,
                seat,
                clan,
                order.move,
                order.tl,
                order.ml,
                order.models,
                order.leadership,
                order.close,
                order.extended,
                (*order.traits, CREATURE) if creature else order.traits,
            )
        ),
    )


def raise_bars(board: Board, item: MusterArmies, seat: str, order: reports.Raise) -> Bars:
    """A name that the army has left, and a profile that can be one [battle/muster]."""
    yield from clanless_bars(board, seat)
    yield from name_bars(board, seat, order.unit)
    if order.clan:
        yield from ally_bars(board)
        yield from clan_bars(board, order.clan)
    yield from count("battle/muster", order.move, "the inches that a unit moves", 1, 24)
    yield from count("battle/muster", order.models, "the number of models", 1, 99)
    yield from count("battle/muster", order.tl, "a training level", 0, 20)
    yield from count("battle/muster", order.ml, "a morale level", 0, 20)
    yield from count("battle/muster", order.leadership, "a Leadership", 0, 20)
    yield from count("battle/muster", order.close, "the inches of close range", 0, 96)
    yield from count("battle/muster", order.extended, "the inches of extended range", order.close, 96)
    for trait in order.traits:
        if trait not in TRAITS:
            yield Bar("battle/muster", f"There is no trait {trait}.", f"Write {either(TRAITS)}.")


@BOOK.answer(MusterArmies, reports.Recruit, "battle/muster")
def recruit(board: Board, item: MusterArmies, seat: str, order: reports.Recruit, chance: Chance) -> Outcome:
    """A personality of the data set joins a unit [battle/muster]."""
    table = own_table(board, seat)
    refuse_first(recruit_bars(table, item, seat, order))
    person = board.setting.data.person(order.personality)
    assert person is not None
    return entered(board, seat, PersonalityRecruited(recruited(person, seat, order.unit)))


def recruit_bars(board: Board, item: MusterArmies, seat: str, order: reports.Recruit) -> Bars:
    """A personality that the data set has and that nobody has recruited [battle/muster]."""
    if board.setting.data.person(order.personality) is None:
        yield Bar(
            "battle/muster",
            f"The data set has no personality {order.personality}.",
            f'Enter one of your own: "personality {seat}-hero-1 of {seat} honor 2 leadership 2 in …".',
        )
    if own_name(seat, order.personality) in board.people:
        yield Bar("battle/muster", f"{order.personality} is recruited already.", "Recruit another.")
    if is_lent(board.setting.data, seat, own_name(seat, order.personality)):
        yield from person_room(board, seat)
    yield from own(board, "battle/muster", seat, order.unit)


def recruited(person: Person, army: str, unit: str) -> Personality:
    name = own_name(army, person.name)
    return Personality(name, army, person.clan, person.honor, person.leadership, unit, person.skills)


@BOOK.answer(MusterArmies, reports.Personality, "battle/muster")
def enter_personality(
    board: Board, item: MusterArmies, seat: str, order: reports.Personality, chance: Chance
) -> Outcome:
    """A personality of one's own joins a unit with the profile of its card [battle/muster]."""
    table = own_table(board, seat)
    refuse_first(personality_bars(table, item, seat, order))
    return entered(
        board,
        seat,
        PersonalityRecruited(
            Personality(
                order.personality,
                seat,
                order.clan,
                order.honor,
                order.leadership,
                order.unit,
                order.skills,
            )
        ),
    )


def personality_bars(board: Board, item: MusterArmies, seat: str, order: reports.Personality) -> Bars:
    """A name that the army has left, a clan, and a profile that can be one [battle/muster]."""
    names = hero_names(board.setting.data, seat)
    if order.personality not in names:
        yield Bar(
            "battle/muster",
            f"{order.personality} is no name for a personality of {seat}.",
            f"Call it {names[0]} to {names[-1]}.",
        )
    if order.personality in board.people:
        yield Bar("battle/muster", f"{order.personality} is recruited already.", "Take another name.")
    yield from person_room(board, seat)
    yield from clan_bars(board, order.clan)
    yield from count("battle/muster", order.honor, "a personal honor", -20, 20)
    yield from count("battle/muster", order.leadership, "a Leadership", 0, 20)
    for skill in order.skills:
        if skill not in SKILLS:
            yield Bar("battle/muster", f"There is no skill {skill}.", f"Write {either(SKILLS)}.")
    yield from own(board, "battle/muster", seat, order.unit)


def clan_bars(board: Board, clan: str) -> Bars:
    """A clan that the data set has, or "unaligned" [battle/muster]."""
    if board.setting.data.clan(clan) is None:
        clans = either([one.name for one in board.setting.data.honor.clan])
        yield Bar("battle/muster", f"There is no clan {clan}.", f"Write {clans}.")


@BOOK.answer(MusterArmies, reports.Sample, "battle/muster")
def sample_army(
    board: Board, item: MusterArmies, seat: str, order: reports.Sample, chance: Chance
) -> Outcome:
    """The units of the clan in the data set, its personalities in the first of them [battle/muster]."""
    table = own_table(board, seat)
    refuse_first(sample_bars(table, item, seat, order))
    data, clan = board.setting.data.units, clan_of(board, seat)
    units = [
        profile_of(one, seat)
        for one in data.unit
        if one.clan == clan and own_name(seat, one.name) not in table.units
    ]
    people = [
        one for one in data.personality if one.clan == clan and own_name(seat, one.name) not in table.people
    ]
    return entered(
        board,
        seat,
        *map(UnitMustered, units),
        *(
            PersonalityRecruited(recruited(one, seat, units[nth % len(units)].name))
            for nth, one in enumerate(people)
        ),
    )


def sample_bars(board: Board, item: MusterArmies, seat: str, order: reports.Sample) -> Bars:
    """Only while something of it is left [battle/muster]."""
    yield from clanless_bars(board, seat)
    clan, known = clan_of(board, seat), board.setting.data.units.unit
    if not {own_name(seat, one.name) for one in known if one.clan == clan} - board.units.keys():
        yield Bar("battle/muster", f"All units of {clan} in the data set are mustered.", "Say done.")


@BOOK.answer(MusterArmies, reports.Modifier, "honor/start")
def enter_modifier(
    board: Board, item: MusterArmies, seat: str, order: reports.Modifier, chance: Chance
) -> Outcome:
    """Starting honor is subject to other modifiers [honor/start]."""
    table, term = own_table(board, seat), Term(order.amount, order.cause, "honor/start")
    refuse_first(modifier_bars(table, item, seat, order))
    if must_wait(board):
        return entered(board, seat, claimed(table, "honor", seat, term, seat))
    return entered(board, seat, ModifierEntered(seat, term))


def modifier_bars(board: Board, item: MusterArmies, seat: str, order: reports.Modifier) -> Bars:
    """A change, by an amount that can be one [honor/start]."""
    if order.amount == 0:
        yield Bar("honor/start", "A modifier of 0 changes nothing.", "Write the amount, such as -5.")
    yield from count("honor/start", order.amount, "a modifier", -MOST_CHANGE, MOST_CHANGE)
    yield from claim_bars(board, seat)


@BOOK.answer(MusterArmies, reports.Casualties, "battle/carried")
def lost_before(
    board: Board, item: MusterArmies, seat: str, order: reports.Casualties, chance: Chance
) -> Outcome:
    """A unit begins the battle without the models that it has lost in the one before [battle/carried]."""
    table = own_table(board, seat)
    refuse_first(lost_before_bars(table, item, seat, order))
    left = table.units[order.unit].models - order.models
    return entered(board, seat, ModelsLost(order.unit, order.models, left))


def lost_before_bars(board: Board, item: MusterArmies, seat: str, order: reports.Casualties) -> Bars:
    """As many as it has; somebody is left, be it a personality [battle/carried]."""
    yield from own(board, "battle/carried", seat, order.unit)
    most = min(board.units[order.unit].models, size(board, order.unit) - 1)
    if not most:
        yield Bar("battle/carried", f"Nobody would be left of {order.unit}.", "Leave it as it is.")
    yield from count("battle/carried", order.models, f"the models that {order.unit} has lost", 1, most)


@BOOK.answer(MusterArmies, reports.Points, "battle/carried")
def points_before(
    board: Board, item: MusterArmies, seat: str, order: reports.Points, chance: Chance
) -> Outcome:
    """An army begins with the victory points of the battle before, as it enters them [battle/carried]."""
    table, term = own_table(board, seat), Term(order.amount, order.cause, "battle/carried")
    refuse_first(points_before_bars(table, item, seat, order))
    if must_wait(board):
        return entered(board, seat, claimed(table, "VP", seat, term, seat))
    return entered(board, seat, scored(table, seat, term, seat))


def points_before_bars(board: Board, item: MusterArmies, seat: str, order: reports.Points) -> Bars:
    """One's own [battle/carried]."""
    if order.army != seat:
        why = f"Before the battle {seat} enters its own points."
        yield Bar("battle/carried", why, f'Write "vp {seat} +3 {order.cause}".')
    yield from points_bars(board, item, seat, order)


@BOOK.answer(MusterArmies, reports.Done, "battle/muster")
def muster_done(board: Board, item: MusterArmies, seat: str, order: reports.Done, chance: Chance) -> Outcome:
    """An army of one unit or more is ready; when all are, the battle begins [battle/muster].

    Before it what waits for a word of the other side is asked [battle/confirm].
    """
    refuse_first(muster_done_bars(own_table(board, seat), item, seat, order))
    waiting = tuple(one for one in item.seats if one != seat)
    if waiting:
        return does(ArmyDone(seat), then=(MusterArmies(waiting, (*item.welcome, seat)),))
    lists = (OpenLists(),) if board.lists else ()
    return does(ArmyDone(seat), then=(*lists, SettleReports()) if must_wait(board) else lists)


def muster_done_bars(board: Board, item: MusterArmies, seat: str, order: reports.Done) -> Bars:
    """An army has a unit; and one is done once [battle/muster]."""
    if seat in item.welcome:
        yield Bar("battle/muster", f"{seat} has said so.", "Wait for the others.")
    if not present(board, seat):
        yield Bar("battle/muster", f"{seat} has no unit.", 'Write "sample army", or muster units one by one.')
