"""statistics: how the games of a title went."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
from msgspec.structs import asdict

from cli.begin.games import title_named
from cli.frame.command import command, title_argument
from cli.frame.dice_tables import dice_documents, section, tell_dice
from cli.frame.files import write_file
from cli.frame.printing import document, say
from cli.frame.reasons import replay_of
from cli.frame.stores import existing, tell_broken
from domain.kit.errors import BrokenRecord
from domain.kit.rules import Rules
from projections.drawing.svg import svg
from projections.exports.sqlite import written
from projections.exports.title_drawing import drawing
from projections.exports.title_statistics import Counted, Share, TitleStatistics, counted, summed, tables_of
from projections.language.messages import _
from referee.club.outcomes import ALONE, PROGRAM, outcomes
from referee.club.persons import Persons
from referee.games.addresses import became
from referee.record.location import Place
from referee.record.record import Record

FEWEST = 2
"""Games with the same first order, before it is shown in the terminal."""


@command(
    "statistics",
    "bugyo statistics shinobi",
    "bugyo statistics shinobi --picture shinobi.svg --sqlite shinobi.db",
    more=_(
        "Games that are over, but for what-ifs and those that were abandoned or that nobody has won; those "
        "that programs have begun only with --programs. Intervals hold the truth in 19 cases of 20. The dice "
        "of a person fell after its orders; p is for their sum, on both sides, and “adjusted” for all tests "
        "together, by Holm: only a small one there would be unusual, and no p proves anything. A high sum is "
        "not always good."
    ),
)
@title_argument
@click.option("--programs", is_flag=True, help=_("Count also games that programs have begun."))
@click.option("--picture", metavar="FILE|-", help=_("Draw how seats fared and how long games were, as SVG."))
@click.option("--sqlite", metavar="FILE|-", help=_("Write games, seats and throws for Datasette and SQL."))
@click.option("--force", is_flag=True, help=_("Overwrite the files."))
def statistics(
    store: Place,
    as_json: bool,
    title: str,
    programs: bool,
    picture: str | None,
    sqlite: str | None,
    force: bool,
) -> None:
    if picture and Path(picture).suffix.lower() in (".png", ".gif", ".jpg", ".pdf", ".webp"):
        raise click.UsageError(_("The picture is an SVG: let {file} end in .svg.").format(file=picture))
    rules, broken = title_named(title), list[BrokenRecord]()
    with existing(store) as record:
        games = list(_games(record, title, ("", ALONE, PROGRAM) if programs else ("", ALONE), broken))
    tell_broken(broken)
    found = summed(games) if games else None
    if picture and found:
        write_file(picture, [svg(drawing(rules.name, games, found)).encode()], force)
    if sqlite:
        write_file(sqlite, [written(tables_of(games))], force)
    if as_json:
        document(_shown(title, found))
    elif found is None:
        say(_("No game of {title} that could be counted is over yet.").format(title=rules.name))
    elif "-" not in (picture, sqlite):
        _tell(rules, found)


def _games(
    record: Record, title: str, kinds: tuple[str, ...], broken: list[BrokenRecord]
) -> Iterator[Counted]:
    """In the order of their ends."""
    everything = outcomes(record, broken.append)
    persons = Persons([(sat.address, sat.person) for one in everything for sat in one.sat], became(record))
    for one in everything:
        if one.title == title and one.why in kinds:
            people = {sat.seat: (sat.person, persons.of(sat.address, sat.person)) for sat in one.sat}
            yield counted(replay_of(record, one.game), people, one.end)


def _shown(title: str, found: TitleStatistics | None) -> dict[str, object]:
    if found is None:
        return {"title": title, "games": 0}
    return {
        "title": title,
        "games": found.games,
        "lengths": [{"of": name, **asdict(spread)} for name, spread in found.lengths.items()],
        "endings": [{"ending": name, "games": count} for name, count in found.endings.items()],
        "seats": [{"seat": seat, **asdict(share)} for seat, share in found.seats.items()],
        "first": [{"seat": one.seat, "order": one.order, **asdict(one.share)} for one in found.first],
        **dice_documents(found.dice, found.luck),
    }


# ---- in the terminal


def _tell(rules: Rules, found: TitleStatistics) -> None:
    say(_("{title}: games that count {games}").format(title=rules.name, games=found.games))
    lengths = [
        (name, *(f"{n:g}" for n in (one.least, one.median, one.most))) for name, one in found.lengths.items()
    ]
    section([_("LENGTH"), _("LEAST"), _("MEDIAN"), _("MOST")], lengths)
    endings = [(str(count), rules.endings.get(name, name)) for name, count in found.endings.items()]
    section([_("GAMES"), _("ENDING")], endings)
    section([_("SEAT"), *_SHARE], [(seat, *_cells(share)) for seat, share in found.seats.items()])
    shown = [one for one in found.first if one.share.played >= FEWEST]
    section(
        [_("SEAT"), *_SHARE, _("FIRST ORDER")], [(one.seat, *_cells(one.share), one.order) for one in shown]
    )
    if rest := len(found.first) - len(shown):
        say(_("First orders that were given once: {count}.").format(count=rest))
    tell_dice(found.dice, found.luck)


_SHARE = ("PLAYED", "WON", "SHARE", "INTERVAL", "IF ALIKE")


def _cells(share: Share) -> tuple[str, ...]:
    won = f"{share.won / share.played:.0%}"
    return str(share.played), f"{share.won:g}", won, f"{share.low:.0%}–{share.high:.0%}", f"{share.even:.0%}"
