"""The club's file: who may ask for which games by mail, within which limits; who its referees are.

```toml
create = "known"                     # anybody, known (whoever plays or has played here) or nobody
titles = ["shinobi", "kawanakajima"]
press = ["none", "white"]

[hours]
least = 24
most = 168
usual = 72

[policy]                             # what else is agreed in its games, as in the file of a policy
grace = "12h"

[choices]                            # what else may be chosen, beside that
nmr = ["standby"]
advice = [true]

[[referees]]
name = "Rei"
may = ["rule", "look", "clocks", "people"]
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from domain.game.entries.policy import MOST_HOURS, TODAY, Policy
from domain.kit.data_files import decode_toml, line_of
from domain.kit.likeness import is_alike
from domain.titles import TITLES
from referee.clocks.policy_files import BadPolicy, spelled_out
from referee.club.words import CHOICES
from referee.games.names import fault
from referee.record.private_files import NotOrdinary, ordinary

MOST_BYTES = 1 << 20

ANYBODY, KNOWN, NOBODY = "anybody", "known", "nobody"
Press = Literal["none", "white", "private"]
Right = Literal["rule", "look", "clocks", "people"]
"""What a referee of the club may do."""
Seen = Literal["lists", "games"]
"""What the club lets everybody see of itself."""


Keys = tuple[str, ...]
"""Those that lead to a value of the file: a table, which of several, a name."""


class BadClub(Exception):
    """The club's file cannot be used; the sentence says where, what is wrong, and what would do."""


class _Part(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A table of the file: an unknown name in it is a mistake, and is said."""


class Hours(_Part, frozen=True):
    """For an answer, as whoever asks for a game may choose them; `usual` where he says none."""

    least: Annotated[int, Meta(ge=1, le=MOST_HOURS)] = 24
    most: Annotated[int, Meta(ge=1, le=MOST_HOURS)] = 336
    usual: Annotated[int, Meta(ge=1, le=MOST_HOURS)] = 72


class Limits(_Part, frozen=True):
    """How many lists may wait at a time that one mailbox has asked for, and in all; how many one mailbox may
    ask for in a day; how many it may stand on, and in how many games stand by; how many people it may name in
    a day. `days` are those for which a list waits, `standing_by` those who may stand by in one game."""

    of_one: Annotated[int, Meta(ge=1, le=100)] = 2
    in_all: Annotated[int, Meta(ge=1, le=1000)] = 30
    a_day: Annotated[int, Meta(ge=1, le=100)] = 2
    stood_on: Annotated[int, Meta(ge=1, le=100)] = 5
    named: Annotated[int, Meta(ge=0, le=20)] = 5
    days: Annotated[int, Meta(ge=1, le=366)] = 14
    standing_by: Annotated[int, Meta(ge=0, le=100)] = 5


class Official(_Part, frozen=True):
    """A referee of the club, and what he may do."""

    name: str
    may: tuple[Right, ...] = ("rule", "look", "clocks", "people")


_WORDS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("create", "standbys"), (ANYBODY, KNOWN, NOBODY)),
    "press": get_args(Press),
    "language": ("en", "fr", "ru"),
    "public": get_args(Seen),
    "may": get_args(Right),
}


class Club(_Part, frozen=True):
    """A club. Without `titles` every title may be asked for; of a title that `presets` does not name, its
    usual one alone. `press` begins with what holds where nothing is said. `reliable` is the share of answers
    in time that a list may ask for, 0 where it may not; `newcomers` says whether it takes who has no record
    yet. `standbys` says who may stand by in games unasked. `language` is that of mails to whoever has chosen
    none, `policy` what else is agreed in its games, and `choices` are other values that whoever asks for one
    may choose."""

    create: Literal["anybody", "known", "nobody"] = "known"
    titles: tuple[str, ...] = ()
    presets: dict[str, tuple[str, ...]] = {}
    press: Annotated[tuple[Press, ...], Meta(min_length=1)] = ("none", "white", "private")
    policy: dict[str, Any] = {}
    choices: dict[str, tuple[Any, ...]] = {}
    hours: Hours = Hours()
    limits: Limits = Limits()
    reliable: Annotated[float, Meta(ge=0, le=1)] = 0.0
    newcomers: bool = True
    standbys: Literal["anybody", "known", "nobody"] = "known"
    language: Literal["en", "fr", "ru"] = "en"
    public: tuple[Seen, ...] = ("lists", "games")
    referees: tuple[Official, ...] = ()

    def agreed(self) -> Policy:
        """What its games agree on, before anybody chooses hours and press. Raises `BadPolicy`."""
        return spelled_out(replace(TODAY, sheets=True), self.policy)

    def choices_of(self, name: str) -> dict[str, Any]:
        """The values that a policy may have in its games, by how they are written: the usual one first."""
        policy = self.agreed()
        values = (self.policy.get(name, getattr(policy, name)), *self.choices.get(name, ()))
        return {_written(one): getattr(spelled_out(policy, {name: one}), name) for one in values}

    def may(self, name: str, act: Right) -> bool:
        """Whether a referee may do something; everybody may where the file names none."""
        return not self.referees or any(one.name == name and act in one.may for one in self.referees)

    def presets_of(self, title: str) -> tuple[str, ...]:
        return self.presets.get(title, ("default",))

    def has(self, title: str) -> bool:
        return title in (self.titles or TITLES)


def _written(value: Any) -> str:
    """A value as people write it in a line, blanks behind figures left out."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return " ".join(map(str, value)) or "no"
    return re.sub(r"(?<=\d) (?=\w)", "", str(value).lower())


def read_club(path: Path) -> Club:
    """Raises `BadClub`."""
    try:
        text = ordinary(path, MOST_BYTES).decode("utf-8")
    except NotOrdinary as no_file:
        raise BadClub(f"The club cannot be set up: {no_file}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise BadClub(f"{path} cannot be read: {getattr(error, 'strerror', 'it is no UTF-8')}.") from None
    try:
        club = decode_toml(text, Club)
    except msgspec.ValidationError as error:
        at = _path_of(str(error), text)
        is_unknown = "unknown field" in str(error)
        wrong = _unknown(at) if is_unknown else f"{error}. {_instead(at)}".strip()
        raise BadClub(_where(path, text, at, wrong)) from None
    except msgspec.DecodeError as error:
        raise BadClub(f"{path} is no TOML: {error}.") from None
    for at, wrong in _mistakes(club):
        raise BadClub(_where(path, text, at, wrong))
    return club


def _mistakes(club: Club) -> Iterator[tuple[Keys, str]]:
    """What the types of the fields let through, with the keys that it stands at."""
    yield from _of_titles(club)
    hours = club.hours
    if not hours.least <= hours.usual <= hours.most:
        yield ("hours",), f"The usual {hours.usual} hours are not between {hours.least} and {hours.most}."
    for name, instead in _APART.items():
        if name in club.policy:
            yield ("policy", name), f"“{name}” does not stand here. {instead}"
    try:
        club.agreed()
    except BadPolicy as wrong:
        yield ("policy", _faulty(club)), str(wrong)
    else:
        yield from _of_choices(club)
    for place, one in enumerate(club.referees):
        if why := fault(one.name):
            yield ("referees", str(place), "name"), why
        if any(is_alike(one.name, other.name) for other in club.referees[:place]):
            yield (
                ("referees", str(place), "name"),
                f"Two referees are called {one.name}. Give each a name of his own.",
            )


_APART = {
    "hours": "Write “usual” in [hours].",
    "press": "Write “press” above all tables, the usual one first.",
}
"""Policies that have a place of their own in the file, and where that is."""


def _faulty(club: Club) -> str:
    """The policy that cannot hold."""
    for name, value in club.policy.items():
        try:
            spelled_out(TODAY, {name: value})
        except BadPolicy:
            return name
    return ""


def _of_choices(club: Club) -> Iterator[tuple[Keys, str]]:
    for name, values in club.choices.items():
        if name not in CHOICES:
            yield ("choices", name), f"“{name}” cannot be chosen by mail. These can: {', '.join(CHOICES)}."
        for value in values:
            try:
                spelled_out(club.agreed(), {name: value})
            except BadPolicy as wrong:
                yield ("choices", name), str(wrong)


def _of_titles(club: Club) -> Iterator[tuple[Keys, str]]:
    for title in (*club.titles, *club.presets):
        if title not in TITLES:
            at = ("titles",) if title in club.titles else ("presets", title)
            yield at, f"There is no title “{title}”. There are: {', '.join(TITLES)}."
    for title, names in club.presets.items():
        has = TITLES[title].presets
        for name in set(names).difference(has) or ({""} if not names else ()):
            yield ("presets", title), f"{title} has no preset “{name}”. It has: {', '.join(has)}."


def _path_of(error: str, text: str) -> Keys:
    """The keys that lead to what a sentence of the library is about."""
    said, _, path = error.partition(" - at ")
    unknown = re.search(r"unknown field `([^`]+)`", said)
    keys = (*re.findall(r"[A-Za-z_]+|\d+", path), *(unknown.groups() if unknown else ()))
    return (keys[0], _bad_key(text, keys[0])) if "[...]" in path else keys


def _bad_key(text: str, table: str) -> str:
    """Which key of a table has such a value: of those that may have any name the library does not say."""
    told = decode_toml(text, dict[str, Any])[table]
    return next((key for key, value in told.items() if not _fits({table: {key: value}})), "")


def _fits(told: dict[str, Any]) -> bool:
    try:
        msgspec.convert(told, Club)
    except msgspec.ValidationError:
        return False
    return True


_PARTS: dict[str, type[Struct]] = {"hours": Hours, "limits": Limits, "referees": Official}


def _unknown(at: Keys) -> str:
    """That no setting is called so, and which there are."""
    part = _PARTS[at[0]] if at[1:] else Club
    if part is Club and at[-1] in Policy.__struct_fields__:
        return f"“{at[-1]}” does not stand here, but in [policy], or as a list of values in [choices]."
    return f"There is no setting “{at[-1]}” here. There are: {', '.join(part.__struct_fields__)}."


def _instead(at: Keys) -> str:
    """What may stand there, where that is one of a few words."""
    words = next((_WORDS[key] for key in reversed(at) if key in _WORDS), ())
    return f"There are: {', '.join(words)}." if words else ""


def _where(path: Path, text: str, at: Keys, wrong: str) -> str:
    """The sentence with the file, and the line at which the key stands."""
    return f"{path}, line {line_of(text, *at)}: {wrong}"
