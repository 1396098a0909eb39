"""All that one picks on the page of a seat, in full words: kinds of orders, values, and what is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from domain.rising_sun.board.state import ADVANTAGES
from domain.rising_sun.view import View
from domain.rising_sun.words import orders as o
from projections.language.messages import _, term
from projections.pictures import Field, Names, StepWords
from projections.rising_sun.names import KINDS
from projections.rising_sun.whereabouts import whose


def kind(view: View, field: Field, tag: str, names: Names) -> str:
    """A kind of order; the numbers of a clan that has been picked go on beyond those that lie open."""
    more = _of_more() if {"clan", "number", "second"} & set(field.given) else {}
    return more.get(tag) or _of_kinds().get(tag, "")


def value(view: View, field: Field, word: str, names: Names) -> str:
    """A value of a field, where its printed name does not say what is meant by it."""
    if field.order is o.Bid or field.order is o.Always:
        return _of_bids().get(word, "")
    if word in KINDS:
        return _of_figures()[word]
    if field.order in _MEANT and field.name in ("choice", "moment"):
        return _MEANT[field.order]().get(word, "")
    return ""


def ask(view: View, field: Field, word: str, names: Names) -> str:
    """The question where the next value of a field is picked."""
    given = {name: _printed(one, names) for name, one in field.given.items()}
    said = _QUESTIONS.get((field.order, field.name), _more)
    return said(view, given)


def _printed(word: Any, names: Names) -> Any:
    return names.get(word) or term(word) if isinstance(word, str) else word


# ---- kinds


def _of_kinds() -> Mapping[str, str]:
    return {
        "honor": _("Honor track"),
        "wars": _("War provinces"),
        "ready": _("Ready: the war begins"),
        "alliance": _("Ally"),
        "alone": _("No ally"),
        "coins": _("Coins"),
        "ronin": _("Ronin"),
        "points": _("Victory points"),
        "figures": _("Figures"),
        "cards": _("Cards"),
        "tokens": _("War tokens"),
        "bid": _("Bid nothing"),
        "close": _("Close the bidding"),
        "decline": _("No, nobody"),
        "place": _("A free Bushi in"),
        "hostage": _("Hostage"),
        "drive": _("Drive out"),
        "burn": _("Kill"),
        "borrow": _("Borrow"),
        "odd": _("Odd coins for"),
        "seppuku": _("Seppuku"),
        "hire-ronin": _("Ronin"),
        "poets": _("Poets"),
        "act": _("My effects"),
        "cross": _("The monster"),
        "spare": _("The beaten"),
    }


def _of_more() -> Mapping[str, str]:
    return {
        "coins": _("more coins…"),
        "ronin": _("more Ronin…"),
        "points": _("more points…"),
        "cards": _("Name them…"),
    }


# ---- values


def _of_bids() -> Mapping[str, str]:
    names = (_("Commit Seppuku"), _("Take Hostage"), _("Hire Ronin"), _("Imperial Poets"))
    return {
        **dict(zip(ADVANTAGES, names, strict=True)),
        "yes": _("yes, always"),
        "no": _("no, never"),
        "ask": _("ask me"),
    }


def _of_figures() -> Mapping[str, str]:
    named = (_("Daimyo"), _("Shinto"), _("Bushi"), _("Stronghold"))
    borrowed = (_("borrowed Shinto"), _("borrowed Bushi"))
    known = {"daimyo": named[0], "shinto": named[1], "bushi": named[2], "stronghold": named[3]}
    return {**known, "borrowed-shinto": borrowed[0], "borrowed-bushi": borrowed[1]}


_MEANT: Mapping[type, Callable[[], Mapping[str, str]]] = {
    o.Seppuku: lambda: {"yes": _("Yes, all of them"), "no": _("No, they fight")},
    o.HireRonin: lambda: {"yes": _("Hire them"), "no": _("Leave them out")},
    o.Poets: lambda: {"yes": _("Let them sing"), "no": _("Not this time")},
    o.Act: lambda: {"first": _("First"), "last": _("Last")},
    o.Cross: lambda: {"yes": _("Cross the sea"), "no": _("Stay")},
    o.Spare: lambda: {"yes": _("Spare them"), "no": _("Kill them")},
}


def note(view: View, field: Field, word: str, names: Names) -> str:
    """Whose a figure is that is taken hostage, or borrowed."""
    if field.order not in (o.TakeHostage, o.Borrow) or field.name != "figure":
        return ""
    return ", ".join(str(_printed(clan, names)) for clan in whose(view, field, word))


# ---- questions

Given = Mapping[str, Any]


def _honor(view: View, given: Given) -> str:
    return _("Who comes next on the Honor track?") if given.get("clans") else _("Who has the most Honor?")


def _wars(view: View, given: Given) -> str:
    return _("Where is war number {number}?").format(number=len(given.get("provinces", ())) + 1)


def _who(view: View, given: Given) -> str:
    province = given.get("province")
    return _("Whose figures in {province}?").format(province=province) if province else ""


def _figures(view: View, given: Given) -> str:
    said = _("All that {clan} has in {province}:")
    return said.format(clan=given.get("clan", ""), province=given.get("province", ""))


def _of_clan(said: Callable[[], str]) -> Callable[[View, Given], str]:
    """Before the clan is known, the question that is asked of every title."""
    return lambda view, given: said().format(**{"season": "", **given}) if given.get("clan") else ""


def _more(view: View, given: Given) -> str:
    clan = given.get("clan") or given.get("first")
    return _("{clan}: what does it have?").format(clan=clan) if clan else ""


_QUESTIONS: Mapping[tuple[type, str], Callable[[View, Given], str]] = {
    (o.Honor, "clans"): _honor,
    (o.Wars, "provinces"): _wars,
    (o.Alliance, "first"): lambda view, given: _("Who has an ally?"),
    (o.Alliance, "second"): lambda view, given: _("Allied with whom?"),
    (o.Figures, "clan"): _who,
    (o.Figures, "troops"): _figures,
    (o.Coins, "number"): _of_clan(lambda: _("How many coins has {clan}?")),
    (o.Ronin, "number"): _of_clan(lambda: _("How many Ronin has {clan}?")),
    (o.Points, "number"): _of_clan(lambda: _("How many victory points has {clan}?")),
    (o.Cards, "cards"): _of_clan(lambda: _("Which cards has {clan}?")),
    (o.Tokens, "provinces"): _of_clan(lambda: _("Which war tokens of {season} has {clan}?")),
    (o.Bid, "bid"): lambda view, given: _("Where do your coins go?"),
    (o.Seppuku, "yes"): lambda view, given: _("All your figures in this province die by their own hand."),
    (o.Drive, "province"): lambda view, given: _("Driven to which province?"),
}


# ---- standing orders


def occasions(view: View, sheet: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each Advantage, as it is recommended; of whom to take hostage one is always asked, or never does."""
    if view.viewer not in {one.name for one in view.clans}:
        return
    recommended = {line.split()[1]: line for line in sheet}
    for word in ADVANTAGES:
        said = _("When I win {advantage}: no, or ask me") if word == "hostage" else _of_advantage()
        yield said.format(advantage=_of_bids()[word]), recommended.get(word) or f"always {word} no"


def _of_advantage() -> str:
    return _("When I win {advantage}: yes, no, or ask me")


STEPS = StepWords(kind=kind, ask=ask, value=value, note=note, occasions=occasions)
"""What is said of the steps of an order."""
