"""The text of a card: made from its effects and its condition, so that it cannot differ from the rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from domain.kit.errors import either
from domain.twilight_shogun.data import effects as x
from domain.twilight_shogun.data import premises
from domain.twilight_shogun.data.premises import Test
from domain.twilight_shogun.data.tables import SIDES, Card, Side, Tables

WHO = {**SIDES, "player": "the player", "opponent": "the opponent"}

KINDS_OF_CARDS = {
    "anti": "a card of Anti-Bakufu",
    "pro": "a card of Pro-Bakufu",
    "common": "a common card",
    "must": "a must-play card",
}

FORBIDDEN = {
    "influence": "place influence",
    "realign": "realign",
    "coup": "attempt a coup",
    "court": "try a court operation",
    "warfare": "attack by an event",
}
"""What a lasting event forbids, after "may not"; events by their names."""

ACTIONS = {"influence": "placing influence", "realign": "realignment", "coup": "a coup"}


def text_of(tables: Tables, card: Card) -> str:
    """The event of a card in a few sentences; the printed text of an owner's data set goes before ours."""
    if card.text:
        return card.text
    parts = [f"If {_all(tables, card.condition)}: "] if card.condition else []
    parts += [" ".join(sentence_of(tables, effect) for effect in card.effects)]
    parts += [" Jo-i is performed."] if card.joi else []
    parts += [_icon(side, icon) for side, icon in card.icons.items()]
    return "".join(parts)


def _icon(side: Side, icon: str) -> str:
    """What a card gives to a side, where its icons are not those of its type [2.34]."""
    if icon == "choice":
        return f" {SIDES[side]} chooses its APs or its event."
    return f" {SIDES[side]} has its APs, and {SIDES[icon]} its event."


def sentence_of(tables: Tables, effect: x.Deed) -> str:
    """One effect as a sentence."""
    said = told(tables, effect)
    return f"{said[:1].upper()}{said[1:]}."


def told(tables: Tables, effect: x.Deed) -> str:
    """One effect as a clause without its full stop."""
    return _TOLD[type(effect)](tables, effect)


def asked(tables: Tables, test: premises.Test) -> str:
    """One condition as a clause after "if"."""
    return _ASKED[type(test)](tables, test)


def _all(tables: Tables, tests: Iterable[Test]) -> str:
    return " and ".join(asked(tables, test) for test in tests)


def _among(tables: Tables, where: x.Where) -> str:
    """Where the seat may choose, as the end of a clause."""
    parts = []
    if where.powered:
        parts.append("powered clans")
    elif where.clans:
        parts.append("clans")
    if where.areas:
        parts.append(f"in {either([tables.areas[area].name for area in where.areas])}")
    if where.spaces:
        parts.append(f"among {spaces_named(tables, where.spaces)}")
    if where.control:
        parts.append(
            f"held by {' or '.join('nobody' if c == 'neutral' else SIDES[c] for c in where.control)}"
        )
    if not where.spaces and not where.powered:
        parts.append("anywhere" if where.free else "in reach")
    return " ".join(parts)


# ---- effects


def _influence(tables: Tables, effect: x.Influence) -> str:
    return f"{WHO[effect.side]} {effect.change:+} in {spaces_named(tables, effect.spaces)}"


def _place(tables: Tables, effect: x.Place) -> str:
    count, side, spaces = abs(effect.count), WHO[effect.side], _among(tables, effect.where)
    if not effect.most:
        return (
            f"remove {count} of {side}, {spaces}"
            if effect.count < 0
            else f"place {count} of {side}, {spaces}"
        )
    if effect.count < 0:
        return f"remove {count} of {side}, {spaces}, at most {effect.most} in each"
    return f"place {count} of {side}, {spaces}, at most {effect.most} in each"


def _clear(tables: Tables, effect: x.Clear) -> str:
    return f"remove all influence of {WHO[effect.side]} from {spaces_named(tables, effect.spaces)}"


def _reset(tables: Tables, effect: x.Reset) -> str:
    return f"{spaces_named(tables, (effect.space,))} is as at the set-up, without support markers"


def _marker(tables: Tables, effect: x.Marker) -> str:
    return f"{face_named(tables, effect.marker, effect.face)} in {spaces_named(tables, (effect.space,))}"


def _unmark(tables: Tables, effect: x.Unmark) -> str:
    if effect.face:
        return f"remove {face_named(tables, effect.marker, effect.face)}"
    return f"remove {marker_named(tables, effect.marker)}"


def _retire_face(tables: Tables, effect: x.RetireFace) -> str:
    return f"{face_named(tables, effect.marker, effect.face)} is out of play"


def _strip(tables: Tables, effect: x.Strip) -> str:
    return f"remove all support markers of {WHO[effect.side]} from {spaces_named(tables, (effect.space,))}"


def _vp(tables: Tables, effect: x.Vp) -> str:
    return f"{effect.amount} VP for {WHO[effect.side]}"


def _vp_each(tables: Tables, effect: x.VpEach) -> str:
    side = WHO[effect.side]
    return f"{effect.amount} VP for {side} for each clan that it controls, {_among(tables, effect.where)}"


def _treaty(tables: Tables, effect: x.Treaty) -> str:
    return f"treaty level {effect.change:+}"


def _intervention(tables: Tables, effect: x.Intervention) -> str:
    return f"intervention level {effect.change:+}"


def _grant(tables: Tables, effect: x.Grant) -> str:
    kinds = (
        either([ACTIONS[kind] for kind in effect.kinds]) if len(effect.kinds) < len(ACTIONS) else "an action"
    )
    side, ap = WHO[effect.side], effect.ap
    if effect.where == x.EVERYWHERE:
        return f"{side} has {ap} AP for {kinds}"
    return f"{side} has {ap} AP for {kinds}, {_where_granted(tables, effect.where)}"


def _where_granted(tables: Tables, where: x.Where) -> str:
    return _among(tables, where).removesuffix(" in reach").removesuffix(" anywhere")


def _warfare(tables: Tables, effect: x.Warfare) -> str:
    if effect.where == x.EVERYWHERE:
        against = "any clan"
    elif effect.where.spaces:
        against = either([tables.spaces[name].name for name in effect.where.spaces])
    else:
        against = f"a clan {_where_granted(tables, effect.where)}"
    return f"warfare against {against}, target {effect.target}"


def _score(tables: Tables, effect: x.Score) -> str:
    return f"score {tables.scorings[effect.table].name}"


def _court(tables: Tables, effect: x.Court) -> str:
    side = WHO[effect.side]
    return f"court operation level of {side} {effect.change:+}"


def _court_modifier(tables: Tables, effect: x.CourtModifier) -> str:
    return "place the court operation modification marker of Anti-Bakufu"


def _draw(tables: Tables, effect: x.Draw) -> str:
    return f"{WHO[effect.side]} draws {_cards(effect.count)}"


def _discard(tables: Tables, effect: x.Discard) -> str:
    side, cards = WHO[effect.side], _cards(effect.count)
    return f"{side} discards {cards} at random" if effect.at_random else f"{side} discards {cards}"


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _look(tables: Tables, effect: x.Look) -> str:
    return "the player sees the hand of the opponent"


def _retrieve(tables: Tables, effect: x.Retrieve) -> str:
    """ "the player takes 1 card out of the discards: "Arms from Nagasaki""."""
    side, cards = WHO[effect.side], _cards(effect.count)
    names, kinds = cards_named(tables, effect.cards), either([KINDS_OF_CARDS[kind] for kind in effect.sides])
    if names:
        return f'{side} takes {cards} out of the discards: "{names}"'
    if kinds:
        return f"{side} takes {cards} out of the discards, {kinds}"
    return f"{side} takes {cards} out of the discards"


def _retire(tables: Tables, effect: x.Retire) -> str:
    names = cards_named(tables, effect.cards)
    return f'"{names}" out of play from now on'


def _last(tables: Tables, effect: x.Last) -> str:
    """ "to the end of the turn: Anti-Bakufu may not attempt a coup in Kyo"."""
    bans = "; ".join(_ban(tables, ban) for ban in effect.forbids)
    if effect.until == "turn":
        return f"to the end of the turn: {bans}" if bans else "this event lasts to the end of the turn"
    return f"until another event ends it: {bans}" if bans else "this event lasts until another event ends it"


def _ban(tables: Tables, ban: x.Ban) -> str:
    side = WHO[ban.side] if ban.side else ""
    if ban.what == "event":
        names = cards_named(tables, ban.cards)
        return f'{side} may not resolve "{names}"' if side else f'nobody may resolve "{names}"'
    what = FORBIDDEN[ban.what]
    if ban.where == x.EVERYWHERE:
        return f"{side} may not {what}" if side else f"nobody may {what}"
    places = _places(tables, ban.where)
    return f"{side} may not {what} in {places}" if side else f"nobody may {what} in {places}"


def _places(tables: Tables, where: x.Where) -> str:
    """Where something is forbidden, after "in": "Fukui or Tosa"."""
    if where == x.Where(spaces=where.spaces):
        return either([tables.spaces[name].name for name in where.spaces])
    return _where_granted(tables, where).removeprefix("among ").removeprefix("in ")


def _end(tables: Tables, effect: x.End) -> str:
    return f'"{tables.cards[effect.card].name}" lasts no more'


def _port_open(tables: Tables, said: x.OpenYokohama | premises.PortOpen) -> str:
    return "Yokohama is open"


def _flags(tables: Tables, effect: x.Flags) -> str:
    return "the game ends; the opponent has VP as a die shows, and whoever has VP then wins"


def _if_active(tables: Tables, effect: x.IfActive) -> str:
    return f"if {SIDES[effect.side]} plays the card: {_many(tables, effect.effects)}"


def _if(tables: Tables, effect: x.If) -> str:
    said = f"if {asked(tables, effect.condition)}: {_many(tables, effect.effects)}"
    return f"{said}; else {_many(tables, effect.otherwise)}" if effect.otherwise else said


def _choose(tables: Tables, effect: x.Choose) -> str:
    ways = [f"{way.name} ({_many(tables, way.effects) if way.effects else 'nothing'})" for way in effect.ways]
    return f"{WHO[effect.by]} chooses {' or '.join(ways)}"


def _many(tables: Tables, effects: Iterable[x.Deed]) -> str:
    return ", ".join(told(tables, effect) for effect in effects)


_TOLD: dict[type, Callable[[Tables, Any], str]] = {
    x.Influence: _influence,
    x.Place: _place,
    x.Clear: _clear,
    x.Reset: _reset,
    x.Marker: _marker,
    x.Unmark: _unmark,
    x.RetireFace: _retire_face,
    x.Strip: _strip,
    x.Vp: _vp,
    x.VpEach: _vp_each,
    x.Treaty: _treaty,
    x.Intervention: _intervention,
    x.Grant: _grant,
    x.Warfare: _warfare,
    x.Score: _score,
    x.Court: _court,
    x.CourtModifier: _court_modifier,
    x.Draw: _draw,
    x.Discard: _discard,
    x.Look: _look,
    x.Retrieve: _retrieve,
    x.Retire: _retire,
    x.Last: _last,
    x.End: _end,
    x.OpenYokohama: _port_open,
    x.Flags: _flags,
    x.IfActive: _if_active,
    x.If: _if,
    x.Choose: _choose,
}


# ---- conditions


def _controls(tables: Tables, test: premises.Controls) -> str:
    return f"{WHO[test.side]} controls {spaces_named(tables, test.spaces)}"


def _present(tables: Tables, test: premises.Present) -> str:
    return f"{WHO[test.side]} has {test.least} influence or more in {spaces_named(tables, (test.space,))}"


def _ahead(tables: Tables, test: premises.Ahead) -> str:
    return f"{WHO[test.side]} has more influence in {spaces_named(tables, (test.space,))}"


def _stands(tables: Tables, test: premises.Stands) -> str:
    named = face_named(tables, test.marker, test.face) if test.face else marker_named(tables, test.marker)
    return f"{named} is on the map"


def _treaties(tables: Tables, test: premises.Treaties) -> str:
    return f"the treaty level is {_limits(test.least, test.most)}"


def _interventions(tables: Tables, test: premises.Interventions) -> str:
    return f"the intervention level is {_limits(test.least, test.most)}"


def _limits(least: int, most: int) -> str:
    if most == premises.ANY_LEVEL:
        return f"{least} or more"
    return f"{most} or less" if not least else f"{least} to {most}"


def _court_level(tables: Tables, test: premises.CourtLevel) -> str:
    return f"{WHO[test.side]} has court operation level {test.least} or more"


def _joi_done(tables: Tables, test: premises.JoiDone) -> str:
    return "Jo-i has been performed in this turn"


def _open_turn(tables: Tables, test: premises.OpenTurn) -> str:
    return "the open deck is in play"


def _gone(tables: Tables, test: premises.Gone) -> str:
    return f'"{tables.cards[test.card].name}" has occurred'


def _retired(tables: Tables, test: premises.Retired) -> str:
    return f'"{tables.cards[test.card].name}" is out of play'


def _face_retired(tables: Tables, test: premises.FaceRetired) -> str:
    return f"{face_named(tables, test.marker, test.face)} is out of play"


def _lasts(tables: Tables, test: premises.Lasts) -> str:
    return f'"{tables.cards[test.card].name}" lasts'


def _not(tables: Tables, test: premises.Not) -> str:
    if isinstance(test.condition, premises.Gone):
        return f'"{tables.cards[test.condition.card].name}" has not occurred'
    return f"it is not so that {asked(tables, test.condition)}"


def _either(tables: Tables, test: premises.Either) -> str:
    return " or ".join(asked(tables, one) for one in test.conditions)


_ASKED: dict[type, Callable[[Tables, Any], str]] = {
    premises.Controls: _controls,
    premises.Present: _present,
    premises.Ahead: _ahead,
    premises.Stands: _stands,
    premises.Treaties: _treaties,
    premises.Interventions: _interventions,
    premises.CourtLevel: _court_level,
    premises.PortOpen: _port_open,
    premises.JoiDone: _joi_done,
    premises.OpenTurn: _open_turn,
    premises.Gone: _gone,
    premises.Retired: _retired,
    premises.FaceRetired: _face_retired,
    premises.Lasts: _lasts,
    premises.Not: _not,
    premises.Either: _either,
}


# ---- names


def spaces_named(tables: Tables, names: Iterable[str]) -> str:
    known = [tables.spaces[name].name for name in names]
    return known[0] if len(known) == 1 else f"{', '.join(known[:-1])} and {known[-1]}"


def cards_named(tables: Tables, names: Iterable[str]) -> str:
    """Printed names of cards, to stand between quotes: what may be anything is not taken for a sentence."""
    return "; ".join(tables.cards[name].name for name in names)


def face_named(tables: Tables, marker: str, face: str) -> str:
    one = tables.markers[marker].showing(face)
    return f"{one.name} ({one.value} {SIDES[one.side]})"


def marker_named(tables: Tables, marker: str) -> str:
    printed = tables.markers[marker]
    return either(tuple(dict.fromkeys((printed.head.name, printed.tail.name))))
