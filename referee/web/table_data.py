"""The data of the table: how it stands for a seat, its first step, its log, the boards on the way there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import asdict

from domain.game.entries.entries import Ordered
from projections.language.messages import term
from projections.reference.titles import reference_of
from projections.replay import Replay
from projections.seat_page.table_board import Draws, boards_at, kind_on, kinds_of, patches_of
from projections.telling.log import Logged, log
from referee.seats.defused_text import defused
from referee.seats.seat_view import Scene, filling, told_of
from referee.seats.steps import Wanted, imagined, told
from referee.seats.taking_back import Way
from referee.web.gallery import Sight
from referee.web.seat_data import MOST_PRESS, asked_of, in_brief, last_own, names_of, pressed
from referee.web.seat_matters import advises, begins, matters, standing_orders, watched

MOST_LOGGED = 80
"""Events of the log, the newest of them; all since the seat's last order, up to `MOST_FRAMES`."""

MOST_FRAMES = 60
"""Boards that are told at once; of more, the newest."""

ALL, PLAYED = MOST_FRAMES + 2, 13
"""Boards that are drawn at once: with that before them and that of now; of what has come, of which the page
plays twelve and stays on the last."""


def table_data(
    scene: Scene, back: Way, mail: str, why_not: str, watching: Sequence[str] = ()
) -> dict[str, Any]:
    """`back` is how the newest order of the seat is taken back; `mail` is the desk's address, "" where there
    is none; `why_not`, why nothing can be sent from here; `watching` are the names of those who observe the
    game."""
    last = last_own(scene)
    return {
        **names_of(scene),
        **asked_of(scene),
        "names": {seat: term(seat) for seat in scene.game.seats},
        "absent": scene.seat in scene.game.ledger.absent and not scene.game.is_over(),
        "goes_on": not scene.game.ledger.absent and not scene.game.is_over(),
        "narrow": scene.replay.pictures.narrow is not None,
        "step": first_step(scene),
        "cards": _cards(scene),
        "front": _front(scene),
        "cells": filling(scene, "-"),
        "log": logged(scene, last),
        "press": list(pressed(scene))[-MOST_PRESS:],
        "standing": _standing(scene),
        "matters": [*matters(scene), *watched(watching)],
        "begins": begins(scene),
        "begun": last > 0 and not scene.game.is_over(),
        "back": {"line": back.line, "asks": back.asks} if back.line else None,
        "why_not_back": back.why_not,
        "advises": advises(scene),
        "mail": mail,
        "tag": scene.tag,
        "play": "look" if why_not else "yes",
        "play_why": why_not,
    }


def first_step(scene: Scene) -> dict[str, Any] | None:
    """The step before anything is picked; None where the seat is not asked."""
    game, replay = scene.game, scene.replay
    if game.ledger.absent or game.is_over() or scene.seat not in (*game.awaited(), *game.welcome()):
        return None
    return {"head": f"{len(replay)} {replay.head()}", **told(scene, Wanted(), imagined(scene))}


def _front(scene: Scene) -> str:
    """The part of the board that one wants to see while nothing is ringed on it or new."""
    replay = scene.replay
    if scene.game.ledger.absent:
        return ""
    return next(iter(replay.pictures.front(replay.view(len(replay), replay.eye(scene.viewer)))), "")


def _cards(scene: Scene) -> dict[str, Any]:
    """The faces of the cards that the seat may see, by their words; nothing for a title without."""
    faces = scene.replay.pictures.faces
    if faces is None or scene.game.ledger.absent:
        return {}
    replay = scene.replay
    return {
        name: asdict(face) for name, face in faces(replay.view(len(replay), scene.seat), replay.data).items()
    }


def _standing(scene: Scene) -> dict[str, Any] | None:
    """With a line for each occasion of which nothing is left, to be completed: what such orders speak of is
    not asked yet."""
    left = standing_orders(scene)
    if left is None:
        return None
    known = {one["says"] or one["line"] for one in left["lines"]}
    found = [{"says": says, "line": line} for says, line in _occasions(scene) if says not in known]
    return {**left, "templates": found}


def _occasions(scene: Scene) -> Iterator[tuple[str, str]]:
    """By what a line is about, where the title says that."""
    replay, sheet = scene.replay, scene.game.rules.sheet(scene.replay.data, scene.seat)
    if told := tuple(replay.pictures.steps.occasions(replay.view(len(replay), scene.seat), sheet)):
        yield from told
        return
    seen, meant = set[str](), reference_of(scene.game.rules.title).meant
    for line in sheet:
        occasion = meant(line) or " ".join(line.split()[:2])
        if occasion not in seen:
            seen.add(occasion)
            yield occasion, line


# ---- what has happened


def logged(scene: Scene, last: int) -> list[dict[str, Any]]:
    """The newest events that logs show, the oldest first; those since the seat's last order with what they
    are to it, and in brief."""
    replay = scene.replay
    told = [one for one in told_of(scene, last)[0] if not _is_order(replay, one.position)]
    since = {one.position: in_brief(scene, one) for one in told[-MOST_FRAMES:]}
    first = min(len(replay) - MOST_LOGGED, min(since, default=len(replay)) - 1)
    return [_entry(one, since.get(one.position)) for one in log(replay, scene.viewer, max(0, first))]


def _entry(one: Logged, brief: Mapping[str, Any] | None) -> dict[str, Any]:
    found: dict[str, Any] = {"n": one.position, "turn": one.turn, "text": defused(one.text)}
    return {**found, "since": True, "rank": brief["rank"], "brief": brief["short"]} if brief else found


def _is_order(replay: Replay, position: int) -> bool:
    return isinstance(replay.envelope(position).entry, Ordered)


# ---- the boards


def frames(
    sight: Sight,
    events: tuple[int, int, int],
    draws: Draws = boards_at,
    *,
    before: bool = False,
    narrow: bool = False,
    most: int = ALL,
) -> dict[str, Any]:
    """`events` are `shown`, `after` and `upto`: the boards after events behind `after` up to `upto`, each
    against the one before it, and the first against that of the event `shown`, which whoever asks has; with
    that after `after` itself, if `before`. Of more than `most` the earlier are told by their texts alone.
    They are of the kind that is shown; of the other one the last board is told, unless somebody only looks
    back."""
    (shown, after, upto), replay = events, sight.replay
    eye, kind = replay.eye(sight.viewer), kind_on(replay.pictures, narrow=narrow)
    places = [*([max(1, after)] if before else []), *_places(replay, sight.viewer, after, upto)]
    texts = {one.position: defused(one.text) for one in log(replay, sight.viewer, max(0, min(places) - 1))}
    others = () if before else [one for one in kinds_of(replay.pictures) if one != kind]
    made = {kind: _framed(replay, eye, shown, places[-most:], draws, kind)}
    made |= {one: _framed(replay, eye, shown, places[-1:], draws, one) for one in others}
    made[kind]["boards"][:0] = [{"change": [], "n": place} for place in places[:-most]]
    for board in (board for one in made.values() for board in one["boards"]):
        board.update(text=texts.get(board["n"], ""))
    return made


def _framed(
    replay: Replay, eye: str, shown: int, places: Sequence[int], draws: Draws, kind: str
) -> dict[str, Any]:
    """The boards after some events, of one kind, the first against that of the event `shown`."""
    made: dict[str, Any] = patches_of(*(draws(replay, at, eye, (kind,)) for at in (shown, *places)))[kind]
    for place, board in zip(places, made["boards"], strict=True):
        board.update(n=place)
    return made


def _places(replay: Replay, viewer: str, after: int, upto: int) -> list[int]:
    """The events that logs show or boards move at, and the last."""
    shown = {one.position for one in log(replay, viewer, after) if one.position <= upto}
    found = [place for place in range(after + 1, upto) if place in shown and not _is_order(replay, place)]
    return [*found[-MOST_FRAMES:], upto]
