"""Which modules are changed, and which tests are asked about them.

A group is called by its folder, below `domain/` or `referee/`. Every module of ours is in one; a folder that
is new is entered here, with the tests that know it best.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec import Struct

ROOT = Path(__file__).parents[2]
TITLES = ("shinobi", "kawanakajima", "twilight_shogun", "rising_sun", "clan_war")
PRODUCTION = ("domain", "referee", "projections", "cli")

BESIDE = (
    *("tests/game", "tests/protocol", "tests/titles/test_forks.py", "tests/titles/test_looks.py"),
    *("tests/titles/test_rewinds.py", "tests/bundle/test_both_people.py"),
    *("tests/bundle/test_both_rulings.py", "tests/bundle/test_both_disputes.py"),
)
"""Tests of what is recorded beside the play."""


def _files(folder: str, *names: str) -> tuple[str, ...]:
    return tuple(f"tests/{folder}/test_{name}.py" for name in names)


VERIFIED = _files(
    "bundle",
    "verify",
    "lanes",
    "limits",
    "both",
    "both_lines",
    "both_people",
    "both_rulings",
    "both_disputes",
)


class Group(Struct, frozen=True):
    """Modules by their patterns below the root, and the tests that are asked, in pytest's words; `more` are
    asked about those that survive (`--again`, `--afresh`)."""

    modules: tuple[str, ...]
    tests: tuple[str, ...]
    more: tuple[str, ...] = ()

    def paths(self) -> tuple[Path, ...]:
        return tuple(sorted({path for pattern in self.modules for path in ROOT.glob(pattern)}))


def production() -> Iterator[Path]:
    """Every module that is ours and no test."""
    yield from ROOT.glob("*.py")
    for folder in PRODUCTION:
        yield from (ROOT / folder).rglob("*.py")


def ungrouped() -> list[str]:
    """The modules that are not in one group, and in one alone."""
    groups = Counter(path for group in GROUPS.values() for path in group.paths())
    return sorted(str(path.relative_to(ROOT)) for path in production() if groups[path] != 1)


def _mail(*names: str) -> tuple[str, ...]:
    return _files("referee/mail", *names)


DOMAIN: Mapping[str, Group] = {
    "kit": Group(
        ("domain/kit/**/*.py",),
        ("tests/kit", "tests/game", "tests/shinobi"),
        ("tests/kit", "tests/protocol", "tests/rising_sun", "tests/exports/test_statistics.py"),
    ),
    "game": Group(
        ("domain/game/*.py", *(f"domain/game/{room}/**/*.py" for room in ("entries", "state", "deciding"))),
        ("tests/game", "tests/protocol", "tests/referee/clocks"),
        BESIDE,
    ),
    "game/checking": Group(("domain/game/checking/**/*.py",), ("tests/protocol", "tests/game"), BESIDE),
    **{
        title: Group(
            (f"domain/{title}/**/*.py",), (f"tests/{title}",), (f"tests/{title}", "tests/perft", "tests/kit")
        )
        for title in TITLES
    },
    "domain": Group(("domain/*.py",), ("tests/guests/test_bad_packages.py", "tests/nim"), ("tests/guests",)),
}

MAIL: Mapping[str, Group] = {
    room: Group((f"referee/{room}/**/*.py",), tests, ("tests/referee/mail",))
    for room, tests in {
        "mail/desk": _mail(
            "desk", *(f"desk_{what}" for what in ("lines", "people", "disputes", "authority"))
        ),
        "mail/html": ("tests/referee/mail/html", *_mail("mail_choices")),
        "identity": _mail("authority", "desk_authority", "naming", "express", "answer_limits", "renewals"),
        "mail/office": (
            *_files("servers", "serving", "sender_domain"),
            *(*_files("cli", "desk", "desk_setup"), *_mail("notices", "poison")),
        ),
        "reading": _mail("reading", "replies", "senders", "robots", "passages", "letters", "minisign"),
        "seats": _mail("tokens", "letters", "defused_text", "observers", "desk_answered", "preview"),
        "service": (
            *_files("servers", "configuration", "listener", "webhooks", "serving"),
            *(*_mail("answers", "bytes"), *_files("cli", "desk_setup")),
        ),
        "telling": (
            *_mail("answers", "desk_lines", "desk_advice", "preview", "desk_disputes"),
            *("tests/referee/club/test_lists.py", "tests/referee/club/test_ratings.py"),
        ),
        "transport": (
            *_mail("boxes", "bytes", "intray", "kept_mails", "desk_trouble"),
            *_files("servers", "configuration", "bounces", "listener", "smtp", "webhooks", "idle"),
        ),
        "mail/writing": _mail(
            "answers", "letters", "desk_wording", "invitations", "told_in_time", "observers"
        ),
    }.items()
}

REFEREE: Mapping[str, Group] = {
    "verifiers": Group(("referee/bundle/verify*.py",), VERIFIED, ("tests/bundle",)),
    "bundle": Group(
        ("referee/bundle/[!v]*.py", "referee/bundle/*/**/*.py"),
        _files("bundle", "bundle", "members", "zip_members", "keys", "limits", "signing"),
        ("tests/bundle", "tests/cli/test_bundles.py"),
    ),
    "audit": Group(
        ("referee/audit/**/*.py",),
        (*_files("referee", "audits", "sent_lines", "every_line"), "tests/protocol"),
        ("tests/referee", "tests/cli/test_proving.py"),
    ),
    "clocks": Group(
        ("referee/clocks/**/*.py",),
        ("tests/referee/clocks",),
        ("tests/referee", "tests/cli/test_clocks.py"),
    ),
    "club": Group(
        ("referee/club/**/*.py",), ("tests/referee/club",), ("tests/referee", "tests/cli/test_club.py")
    ),
    "copies": Group(
        ("referee/copies/**/*.py",),
        (
            *_files("referee", "backup", "export"),
            *_files("cli", "backups", "forking"),
            *_files("record", "moving"),
        ),
        ("tests/cli", "tests/record"),
    ),
    "games": Group(
        ("referee/games/**/*.py",),
        (
            "tests/protocol",
            "tests/referee/clocks",
            *_files("referee", "files", "forfeits", "names", "opening_data"),
        ),
        ("tests/referee", "tests/cli"),
    ),
    "owner_data": Group(
        ("referee/owner_data/**/*.py",),
        ("tests/referee/owner_data",),
        ("tests/referee/owner_data", "tests/cli/test_data.py"),
    ),
    "own_cells": Group(
        ("referee/own_cells/**/*.py",),
        (*_files("referee", "own_cells"), *_files("cli", "sheets", "keys", "levels")),
        ("tests/referee", "tests/protocol"),
    ),
    "pictures": Group(
        ("referee/pictures/**/*.py",), ("tests/referee/test_pictures.py",), ("tests/referee/mail/html",)
    ),
    "programs": Group(
        ("referee/programs/**/*.py", "referee/thinking/**/*.py"),
        ("tests/programs", "tests/referee/programs"),
        ("tests/programs", "tests/referee/programs", "tests/cli/test_programs.py"),
    ),
    "proof": Group(
        ("referee/proof/**/*.py",),
        ("tests/protocol", *_mail("authority", "minisign"), *_files("bundle", "signing", "receipts")),
        ("tests/protocol", "tests/referee", "tests/bundle"),
    ),
    "record": Group(
        ("referee/record/**/*.py",),
        ("tests/record",),
        (
            *("tests/record", "tests/referee/clocks", "tests/faults/test_pages.py"),
            *_files("referee", "backup", "files"),
            *_mail("desk", "answer_limits", "kept_mails", "desk_people", "own_cells"),
        ),
    ),
    "web": Group(
        ("referee/web/**/*.py",),
        (
            *_files(
                "web", "pages", "index", "live", "delay", "diary", "own_games", "open_lists", "strangers"
            ),
            *_files("web", "playing", "seat_page", "seat_matters", "way_to_games", "referee_page"),
            *_files("web", "ratings_page", "referee_asks", "playing_attacks"),
        ),
        ("tests/web", "tests/servers/test_serving.py"),
    ),
    **MAIL,
    "referee": Group(
        ("referee/*.py", "referee/mail/*.py"),
        ("tests/guests/test_bad_packages.py", "tests/programs"),
        ("tests/guests", "tests/demo"),
    ),
}

LOOKED_AT = ("tests/projections", "tests/languages")

PROJECTIONS: Mapping[str, Group] = {
    **{
        f"projections/{title}": Group(
            (f"projections/{title}/**/*.py",),
            (f"tests/{title}", "tests/projections"),
            (*LOOKED_AT, "tests/titles", "tests/figures"),
        )
        for title in TITLES
    },
    "projections/exports": Group(
        ("projections/exports/**/*.py",), ("tests/exports",), ("tests/cli/test_exports.py",)
    ),
    "projections/language": Group(
        ("projections/language/**/*.py", "projections/locale/**/*.py"), ("tests/languages",), LOOKED_AT
    ),
    "projections/telling": Group(
        ("projections/telling/**/*.py", "projections/reference/**/*.py"),
        ("tests/projections", "tests/titles/test_reference.py"),
        (*LOOKED_AT, "tests/titles"),
    ),
    "projections/page": Group(
        (
            *("projections/page/**/*.py", "projections/seat_page/**/*.py"),
            *("projections/drawing/**/*.py", "projections/read_model/**/*.py", "projections/*.py"),
        ),
        ("tests/projections", "tests/web/test_seat_page.py"),
        (*LOOKED_AT, "tests/web"),
    ),
}

CLI: Mapping[str, Group] = {
    f"cli/{room}": Group((f"cli/{room}/**/*.py",), tests, ("tests/cli",))
    for room, tests in {
        "begin": _files("cli", "data", "editions", "playing", "solo"),
        "desk": _files("cli", "desk", "desk_setup", "backups"),
        "frame": _files("cli", "broken", "inputs", "faults", "process", "reasons", "hidden"),
        "look": _files("cli", "looking", "pictures", "stepping", "story"),
        "own_sheet": _files("cli", "sheets", "seats"),
        "people": _files("cli", "clocks", "links", "roster", "readers", "club"),
        "play": _files("cli", "playing", "previewing", "programs", "solo", "what_if", "forking"),
        "prove": _files("cli", "proving", "audit_dice", "checkpoints", "exports"),
        "settle": _files("cli", "rulings"),
    }.items()
}

GROUPS: Mapping[str, Group] = {
    **DOMAIN,
    **REFEREE,
    **PROJECTIONS,
    **CLI,
    "cli": Group(
        ("bugyo.py", "cli/*.py"), _files("cli", "contents", "process"), ("tests/cli", "tests/install")
    ),
}
