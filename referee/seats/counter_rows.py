"""Rows of steppers for all that a seat counts beside a real table: each composes an order with a number out
of the picks that say it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from msgspec import Struct

from domain.kit.bars import Bar
from domain.kit.counters import Counted, Counter
from domain.kit.facts import State, tag_of
from domain.kit.forms import judged
from domain.kit.notation import Field, Notation
from domain.kit.vocabulary import Number, Text
from projections import pictures
from projections.language.messages import _, term
from projections.pictures import StepWords
from referee.seats.questions_of_steps import why
from referee.seats.seat_view import Scene

Barred = Callable[[Struct], Bar | None]
"""What forbids an order now, if anything does."""


class Counting(NamedTuple):
    """What a seat counts in a state."""

    scene: Scene
    state: State[Any, Any]
    words: Notation
    view: Any
    said_of: StepWords

    def counted(self) -> tuple[Counted, ...]:
        return self.scene.game.rules.counters(self.state, self.scene.seat)

    def repeated(self, order: Struct) -> int:
        """How often the order may be said again before the turn ends."""
        return self.scene.game.rules.repeated(self.state, order)

    def barred(self, order: Struct) -> Bar | None:
        return next(iter(judged(self.scene.game.rules.decide, self.state, self.scene.seat)(order)), None)

    def said(self, one: Counted) -> dict[str, Any]:
        """How a thing is called and stands, and where on the board it lies."""
        scene, shown = self.scene, self.scene.replay.pictures
        at: tuple[str, ...] = ()
        if shown.where is not None and one.counters:
            order = type(one.counters[0].made(1))
            at = shown.where(self.view, pictures.Field(scene.seat, order, one.field), one.name)
        stands = self.said_of.stands(self.view, one.field, one.name)
        return {"says": scene.replay.names.get(one.name) or term(one.name), "note": stands, "at": list(at)}


def counted_rows(told: Counting, now: Counting) -> list[dict[str, Any]]:
    """`told` is how the game stands, `now` after the orders that are queued; the same where none is."""
    counted = told.counted()
    after = counted if now is told else now.counted()
    if not any(one.counters for one in counted):  # a list: it grows by what is queued
        counted, told = after, now
    stands = {(one.name, two.what): two for one in after for two in one.counters}
    return [
        {
            **told.said(one),
            "cells": [
                _cell(now.words, two, stands.get((one.name, two.what)), now.barred) for two in one.counters
            ],
        }
        for one in counted
    ]


def _cell(words: Notation, told: Counter, now: Counter | None, barred: Barred) -> dict[str, Any]:
    """`run` are the picks of the order up to its number, `rest` those behind it; `base` is what stands if
    nothing of it is queued, where `stands` is not told. `more` and `less` say why not one more, or less."""
    one = told.made(1)
    fields = words.fields(type(one))
    at = next(nth for nth, slot in enumerate(fields) if isinstance(slot.item, Number))
    limits = fields[at].item
    assert isinstance(limits, Number)
    least = min(0, limits.least or 0)
    cell = {
        "what": term(told.what),
        "run": [tag_of(type(one)), *(str(getattr(one, slot.name)) for slot in fields[:at])],
        "rest": list(_rest(one, fields[at + 1 :])),
        "least": least,
        "most": limits.most or 0,
        "sign": told.sign,
        "waits": told.waits,
        "stands": now.stands if now else None,
        "base": told.stands,
        "more": why(barred(told.made(1))),
    }
    return {**cell, "less": why(barred(told.made(-1)))} if least < 0 else {**cell, "less": ""}


def _rest(order: Struct, fields: tuple[Field, ...]) -> Iterator[str]:
    """A text that is the seat's to say is put as one that it may leave."""
    for slot in fields:
        if slot.is_required:
            said = str(getattr(order, slot.name))
            yield said or (_("counted at the table") if isinstance(slot.item, Text) else "")
