"""The order that the picks of a step put together: of which kind it is, and what has been said of it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

from msgspec import Struct

from domain.kit import notation
from domain.kit.facts import tag_of
from domain.kit.narrowed import Value
from domain.kit.steps import Step
from domain.kit.vocabulary import Names
from projections.pictures import Field


class Orders:
    """The kinds of orders that a seat may give."""

    def __init__(self, seat: str, words: notation.Notation, kinds: Sequence[type[Struct]]) -> None:
        self._seat, self._words, self._kinds = seat, words, kinds

    def field(self, order: type[Struct], name: str, step: Step) -> Field:
        return Field(self._seat, order, name, self.given(step))

    def whole(self, field: Field, step: Step) -> Field:
        """With all that the order says which is put together, where the picks are one."""
        if step.order is None:
            return field
        said = {name: getattr(step.order, name) for name in step.order.__struct_fields__}
        return Field(field.seat, type(step.order), field.name, {**field.given, **said})

    def order_of(self, one: Value, step: Step) -> type[Struct]:
        """The kind of order that a value is of: its own, where it stands beside others."""
        return next((kind for kind in self._kinds if tag_of(kind) == one.group), self.types(step)[0])

    def given(self, step: Step, upto: int | None = None) -> dict[str, Any]:
        """What the picks have said so far, by field."""
        types = self.types(step)
        lists = {field.name for order in types[:1] for field in self.fields(order) if field.is_list}
        given = dict[str, Any]()
        for one in step.before[:upto]:
            if one.field and one.value:
                is_one = one.field not in lists
                given[one.field] = one.value if is_one else (*given.get(one.field, ()), one.value)
        return given

    def kind(self, step: Step) -> str:
        return self.kind_of(step.field, step)

    def kind_of(self, name: str, step: Step) -> str:
        """The kind of names that stand for a field of the order that is put together."""
        types = [type(step.order)] if step.order is not None else self.types(step)
        for field in chain.from_iterable(map(self.fields, types)):
            if field.name == name:
                return field.item.kind.kind if isinstance(field.item, Names) else ""
        return ""

    def types(self, step: Step) -> list[type[Struct]]:
        tags = {one.value for one in step.before if not one.field} | {one.group for one in step.before}
        return [kind for kind in self._kinds if tag_of(kind) in tags] or list(self._kinds)

    def fields(self, kind: type[Struct]) -> tuple[notation.Field, ...]:
        return self._words.fields(kind) if kind.__struct_fields__ else ()
