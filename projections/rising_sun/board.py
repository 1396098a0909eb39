"""The text picture of a War phase: the Honor track with the reserves, the provinces, the battle mat.

Plain ASCII: bars and rules of other signs take two columns with some fonts and break in some mail programs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domain.rising_sun.board.state import ADVANTAGES, Army
from domain.rising_sun.view import BattleView, Clan, Province, View
from projections.language.messages import COLUMNS, _, columns, listed, wrap
from projections.rising_sun.names import figure_name, printed
from projections.rising_sun.settled import RULE, settled

BID = 9
"""Columns of one number on the battle mat."""

LONGEST = 9
"""Letters of the name of a clan, which an owner may have given."""


def board(view: View) -> str:
    """The whole picture."""
    parts = (_head(view), _track(view), _provinces(view), _mat(view), _hidden(view), _end(view))
    return "".join(f"{line.rstrip()}\n" for part in parts for line in part)


def _head(view: View) -> Iterator[str]:
    name = _("Rising Sun: the War phase")
    where = {
        "entry": _("{season}: the herald enters the board"),
        "war": _("{season}: war"),
        "over": _("the game is over"),
    }[view.phase].format(season=view.season)
    yield f"{name}{where:>{COLUMNS - columns(name)}}"
    yield RULE


def _track(view: View) -> Iterator[str]:
    """The clans by Honor, the highest first, with all that lies before them."""
    yield _("Honor            VP coins Ronin  tokens")
    for clan in ranked(view):
        place = f"{clan.honor}" if clan.honor else "-"
        you = _(" (you)") if clan.name == view.viewer else ""
        tokens = listed([f"{printed(one.province)} {SHORT[one.season - 1]}" for one in clan.tokens])
        name = printed(clan.name)[:LONGEST] + you
        left = f"{place:>2} {name:<13}{clan.points:>3}{clan.coins:>6}{clan.ronin:>6}  "
        yield from wrap(tokens, left, " " * columns(left))
        yield from _beside(clan)


SHORT = ("I", "II", "III")


def ranked(view: View) -> list[Clan]:
    """The clans by Honor; before the track is entered, as they sit."""
    return sorted(view.clans, key=lambda clan: clan.honor)


def _beside(clan: Clan) -> Iterator[str]:
    """An ally, cards and hostages, where there are any."""
    said = []
    if clan.ally:
        said.append(_("allied with {clan}").format(clan=printed(clan.ally)))
    if clan.hostages:
        of = _("{figure} of {clan}")
        held = listed([of.format(figure=figure_name(h.figure), clan=printed(h.clan)) for h in clan.hostages])
        said.append(_("holds {figures}").format(figures=held))
    if clan.cards:
        said.append(_("cards {cards}").format(cards=", ".join(map(printed, clan.cards))))
    if said:
        yield from wrap(_("; ").join(said), "     ", "     ")


def _provinces(view: View) -> Iterator[str]:
    """War provinces by number, then the others that are not empty."""
    shown = [one for one in view.provinces if one.war or one.armies]
    yield RULE
    if not shown:
        yield _("No figure is on the map, and no war is announced.")
    for one in sorted(shown, key=lambda one: one.war or len(view.provinces) + 1):
        yield from _province(view, one)


def _province(view: View, one: Province) -> Iterator[str]:
    mark = ">" if view.battle and view.battle.province == one.name else " "
    left = f"{mark}{one.war or '':>2} {printed(one.name):<10.10}"
    armies = [
        _("{clan} {force}: {figures}").format(
            clan=printed(clan), force=one.forces.get(clan, "?"), figures=_army(army)
        )
        for clan, army in one.armies.items()
    ]
    yield from wrap(_("; ").join(armies) or _("nobody"), left, " " * columns(left))
    if one.settled:
        taken = _("token: {clan}").format(clan=printed(one.taken)) if one.taken else _("token discarded")
        yield from wrap(_("; ").join((taken, *decided(one))), " " * columns(left), " " * columns(left))


def decided(one: Province) -> Iterator[str]:
    """The Force that has decided, also of those that have fallen since, and how a tie fell."""
    if one.decided:
        forces = listed([f"{printed(clan)} {force}" for clan, force in one.decided.items()])
        yield _("decided by Force: {forces}").format(forces=forces)
    if one.tied:
        yield _("a tie, to {clan} by Honor").format(clan=printed(one.tied[0]))


def _army(army: Army) -> str:
    return ", ".join(
        figure_name(figure) if count == 1 else f"{count} {figure}" for figure, count in army.items()
    )


def _mat(view: View) -> Iterator[str]:
    """The tile with the bids, as far as the viewer knows them, and the Force of each player."""
    battle = view.battle
    if battle is None:
        return
    yield RULE
    yield _("The battle for {province}").format(province=printed(battle.province))
    heads = "".join(f"{name:>{BID}}" for name in (*ADVANTAGES, _("kept"), _("Force")))
    yield f"{'':14}{heads}"
    for clan in battle.players:
        cells = (*_bid(battle, clan), _kept(view, battle, clan), _force(battle, clan))
        yield f"  {printed(clan):<12.12}{''.join(f'{cell:>{BID}}' for cell in cells)}"
    yield _("Killed so far: {count}.").format(count=battle.killed)


def _bid(battle: BattleView, clan: str) -> tuple[str, ...]:
    """Coins on each Advantage; "?" for a bid that is in and sealed, "." for one that is not in."""
    bid = battle.bids[clan]
    if bid is None:
        return ("?",) * len(ADVANTAGES)
    return tuple(map(str, bid)) if bid else (".",) * len(ADVANTAGES)


def _kept(view: View, battle: BattleView, clan: str) -> str:
    bid = battle.bids[clan]
    if bid is None:
        return "?"
    coins = next(one.coins for one in view.clans if one.name == clan)
    return str(coins - sum(bid)) if bid and not battle.paid else "."


def _force(battle: BattleView, clan: str) -> str:
    return f"{battle.forces[clan]}{'*' if battle.winner == clan else ''}"


def _hidden(view: View) -> Iterator[str]:
    """The answers that the viewer has left with the referee."""
    for clan in view.clans:
        left = {key: choice for key, choice in (clan.standing or {}).items() if choice != "ask"}
        if left:
            yield from wrap(_left(clan, left))


def _left(clan: Clan, left: Mapping[str, str]) -> str:
    answers = listed([f"{key} {choice}" for key, choice in left.items()])
    return _("{clan} always answers: {answers}.").format(clan=printed(clan.name), answers=answers)


def _end(view: View) -> Iterator[str]:
    if view.sheet:
        yield from settled(view.sheet, view.entry)
    if not view.winner:
        return
    yield RULE
    points = next(clan.points for clan in view.clans if clan.name == view.winner)
    said = {
        "victory": _("{seat} has won with {points} points."),
        "honor": _("{seat} has won with {points} points, by the higher Honor."),
    }[view.won]
    yield said.format(seat=printed(view.winner), points=points)
