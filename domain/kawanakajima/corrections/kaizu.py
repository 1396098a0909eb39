"""Corrections of Kaizu: the strengths of a side in a siege, and who holds the fortress [13.4, 18.3]."""

from __future__ import annotations

from msgspec import Struct

from domain.kawanakajima.board.events import KaizuChanged, TroopsCorrected
from domain.kawanakajima.board.fortress import card, garrison, markers_of, points_of
from domain.kawanakajima.board.state import Board, Troops, enemy, hypothetical, siege_of
from domain.kawanakajima.corrections.bars import Stood, busy
from domain.kawanakajima.corrections.open_business import Thing
from domain.kawanakajima.words.corrections import SetKaizu, SetTroops
from domain.kit.bars import Bar, Bars
from domain.kit.corrections import so_already


def troops_bars(state: Stood, said: SetTroops) -> Bars:
    """The points of a side's units in Kaizu are effective, disabled, on the card, or lost [13.4, 13.9]."""
    board, name = state.board, said.seat.title()
    if board.siege is None:
        yield Bar("13.4", "There is no siege; units are counted, and no strengths.")
    yield from _zone_bars(board, said)
    points = points_of(board, garrison(board, said.seat))
    counted = said.effectives + said.disabled + len(said.zones)
    if counted > points:
        yield Bar("13.4", f"{name} has {points} points in Kaizu; this would be {counted}.")
    if not said.effectives and not said.zones:
        why = f"{name} would have neither effectives nor markers, and the siege would be over."
        yield Bar("13.9", why, "Go back to before what went wrong instead.")
    after = Troops(said.effectives, said.disabled, points - counted)
    if siege_of(board).troops[said.seat] == after and markers_of(board, said.seat) == _in_order(board, said):
        yield so_already("13.4", f"The strengths of {name} are these")
    yield from busy(state, "13.4", f"The strength of {name}", Thing("kaizu"))


def _zone_bars(board: Board, said: SetTroops) -> Bars:
    """One marker in a zone; in a peripheral zone one of each side [13.4.4]."""
    for zone in said.zones:
        if zone not in card(board).zones:
            yield Bar("13.1", f"There is no zone {zone} on the card of Kaizu.")
        if said.zones.count(zone) > 1:
            yield Bar("13.4.4", f"The zone {zone} is named twice; it holds one marker of a side.")
        if enemy(said.seat) in siege_of(board).markers.get(zone, ()) and not card(board).is_peripheral(zone):
            why = f"In the zone {zone} is a marker of {enemy(said.seat).title()}; it holds one."
            yield Bar("13.4.4", why, f'Correct "troops {enemy(said.seat)} …" first.')


def _in_order(board: Board, said: SetTroops) -> tuple[str, ...]:
    return tuple(zone for zone in card(board).zones if zone in said.zones)


def troops_set(board: Board, said: SetTroops) -> tuple[Struct, ...]:
    before, zones = siege_of(board).troops[said.seat], _in_order(board, said)
    points = points_of(board, garrison(board, said.seat))
    after = Troops(said.effectives, said.disabled, points - said.effectives - said.disabled - len(zones))
    return (TroopsCorrected(said.seat, before, after, markers_of(board, said.seat), zones),)


def kaizu_bars(state: Stood, said: SetKaizu) -> Bars:
    """Whoever is alone in Kaizu holds it; in a siege nobody takes it [18.3]."""
    board, other = state.board, enemy(said.seat)
    if not hypothetical(board):
        yield Bar("18.3", "In the historical scenario Kaizu is a hex like others; nobody holds it.")
    if board.kaizu == said.seat:
        yield so_already("18.3", f"{said.seat.title()} holds Kaizu")
    if garrison(board, other):
        why = f"Units of {other.title()} are in Kaizu."
        yield Bar("18.3", why, "Go back to before they went in instead.")
    yield from busy(state, "18.3", "Kaizu", Thing("kaizu"))


def kaizu_set(board: Board, said: SetKaizu) -> tuple[Struct, ...]:
    return (KaizuChanged(said.seat),)
