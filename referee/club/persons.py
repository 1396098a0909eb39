"""Who is who in the games of a store, so that each person is one row of a table and no two are.

A person is an address: the names that it has had are one person, and two people of one name are two. Who has
no address is known by the name alone. An address that came in the place of another is the same person where
both have had one name: a slip of the pen makes no two people one. No address is ever given out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from domain.kit.likeness import is_alike

Key = tuple[str, str]
"""An address, or "" and a name."""


class Persons:
    """Everybody in some games, in the order of these: the address, "" where none is known, and the name.
    `became` are addresses with those that came in their place."""

    def __init__(self, sat: Sequence[tuple[str, str]], became: Iterable[tuple[str, str]]) -> None:
        self._same = _joined(_names((_key(*one), one[1]) for one in sat), became)
        self._called = _told_apart(_names((self._root(_key(*one)), one[1]) for one in sat))

    def of(self, address: str, name: str) -> str:
        """What a person is called, in all games the same: by his newest name, with a number where others
        before him are called so, or nearly: "Boris (2)". No name has brackets."""
        return self._called[self._root(_key(address, name))]

    def _root(self, key: Key) -> Key:
        while key in self._same:
            key = self._same[key]
        return key


def name_of(called: str) -> str:
    """The name in what a person is called: that of “Boris (2)” is Boris."""
    return called.partition(" (")[0]


def _key(address: str, name: str) -> Key:
    return (address, "") if address else ("", name)


def _names(had: Iterable[tuple[Key, str]]) -> dict[Key, list[str]]:
    """The names that each has had, the newest last."""
    names: dict[Key, list[str]] = {}
    for key, name in had:
        names.setdefault(key, []).append(name)
    return names


def _joined(names: Mapping[Key, Sequence[str]], became: Iterable[tuple[str, str]]) -> dict[Key, Key]:
    """Where an address is the same person as another, that."""
    same: dict[Key, Key] = {}
    for before, after in became:
        one, other = (before, ""), (after, "")
        while one in same:
            one = same[one]
        while other in same:
            other = same[other]
        if one != other and not set(names.get((before, ""), ())).isdisjoint(names.get((after, ""), ())):
            same[one] = other
    return same


def _told_apart(names: Mapping[Key, Sequence[str]]) -> dict[Key, str]:
    newest = [had[-1] for had in names.values()]
    alike = (sum(is_alike(name, other) for other in newest[:n]) for n, name in enumerate(newest))
    return {
        key: f"{name} ({others + 1})" if others else name
        for key, name, others in zip(names, newest, alike, strict=True)
    }
