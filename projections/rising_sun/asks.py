"""Each prompt of Rising Sun in words, as the end of a sentence; and what the others wait for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.rising_sun.view import View
from domain.rising_sun.words import items as i
from projections.language.filled import sentence_of
from projections.language.messages import _, _n, listed, term
from projections.pictures import Names


def asks(view: View, item: Any, names: Names) -> str:
    """What the seat that looks has to do now."""
    return _ASKS[type(item)](item, view, names)


def awaits(item: Any, names: Names) -> str:
    """The same for the others: who has which cards lies open, what is bid does not."""
    if isinstance(item, i.Prepare):
        return _("the board of the season")
    if isinstance(item, i.Bids | i.ClosableBids):
        return _("sealed bids")
    if isinstance(item, i.DriveOut | i.BurnOne | i.BorrowOne | i.CrossSea):
        return _("a choice for {card}").format(card=names[item.card])
    return _("a choice in the War phase")


def _battle(view: View, names: Names) -> str:
    return names[view.battle.province] if view.battle else _("the battle")


def _prepare(item: i.Prepare, view: View, names: Names) -> str:
    return _("enter the board of {season}, then say ready").format(season=term(view.season))


def _free_bushi(item: i.FreeBushi, view: View, names: Names) -> str:
    said = _("place a free Bushi in one of the war provinces, or decline: {provinces}")
    return said.format(provinces=", ".join(names[one] for one in item.provinces))


def _cross(item: i.CrossSea, view: View, names: Names) -> str:
    said = _("say whether {card} crosses the sea to the battle, yes or no: from {source} to {province}")
    return said.format(card=names[item.card], source=names[item.source], province=names[item.province])


def _drive_out(item: i.DriveOut, view: View, names: Names) -> str:
    said = _("by {card}: drive a figure out of {province}, or decline; of the clan {clans}")
    clans = " / ".join(names[clan] for clan in item.clans)
    return said.format(card=names[item.card], province=_battle(view, names), clans=clans)


def _burn(item: i.BurnOne, view: View, names: Names) -> str:
    said = _("by {card}: kill a figure in {province}, of the clan {clan}")
    return said.format(card=names[item.card], province=_battle(view, names), clan=names[item.clan])


def _borrow(item: i.BorrowOne, view: View, names: Names) -> str:
    said = _("by {card}: borrow a Bushi or Shinto in {province} for this battle, or decline")
    return said.format(card=names[item.card], province=_battle(view, names))


def _bids(item: Any, view: View, names: Names) -> str:
    clan = next((one for one in view.clans if one.name == view.viewer), None)
    if clan is None:
        return _("close the bidding, or wait for the bids that are missing")
    said = _n(
        "bid your coin in the battle for {province}, sealed; you have {count}",
        "bid your coins in the battle for {province}, sealed; you have {count}",
        clan.coins,
    )
    return said.format(province=_battle(view, names), count=clan.coins)


def _seppuku(item: i.CommitSeppuku, view: View, names: Names) -> str:
    said = _("say whether all your figures in {province} commit Seppuku, yes or no")
    return said.format(province=_battle(view, names))


def _hostage(item: i.ChooseHostage, view: View, names: Names) -> str:
    said = _n(
        "take a hostage in {province}, or decline; you may take {count}",
        "take a hostage in {province}, or decline; you may still take {count}",
        item.left,
    )
    return said.format(province=_battle(view, names), count=item.left)


def _hire(item: i.HireThem, view: View, names: Names) -> str:
    count = next((one.ronin for one in view.clans if one.name == view.viewer), 0)
    said = _("say whether your Ronin fight in {province}, yes or no; you have {count}")
    return said.format(province=_battle(view, names), count=count)


def _spare(item: i.SpareThem, view: View, names: Names) -> str:
    if not item.clans:
        return _("say whether you spare the losers' figures in {province}, yes or no").format(
            province=_battle(view, names)
        )
    said = _("say whether you spare a figure of each clan, yes or no: {clans}")
    return said.format(clans=", ".join(names[clan] for clan in item.clans))


def _poets(item: i.HearPoets, view: View, names: Names) -> str:
    said = _("say whether the poets sing of the dead of {province} for you, yes or no")
    return said.format(province=_battle(view, names))


def _odd(item: i.OddCoins, view: View, names: Names) -> str:
    said = _n(
        "say which loser gets the odd coin: {clans}",
        "say which losers get the {count} odd coins: {clans}",
        item.coins,
    )
    return said.format(count=item.coins, clans=listed([names[clan] for clan in item.losers]))


_ASKS: Mapping[type, Callable[[Any, View, Names], str]] = {
    i.Prepare: _prepare,
    i.FreeBushi: _free_bushi,
    i.CrossSea: _cross,
    i.Timing: sentence_of("say whether your effects at the start of the battle come first or last"),
    i.DriveOut: _drive_out,
    i.BurnOne: _burn,
    i.BorrowOne: _borrow,
    i.Bids: _bids,
    i.ClosableBids: _bids,
    i.CommitSeppuku: _seppuku,
    i.ChooseHostage: _hostage,
    i.HireThem: _hire,
    i.SpareThem: _spare,
    i.HearPoets: _poets,
    i.OddCoins: _odd,
}
