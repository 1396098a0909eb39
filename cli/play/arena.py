"""arena: programs against each other, and how sure it is which of them plays better."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import click

from cli.begin.games import title_named
from cli.frame.command import command, title_argument
from cli.frame.persons import program as program_named
from cli.frame.printing import document, fields, note, progress, say
from domain.kit.rules import Rules
from projections.language.messages import _
from referee.programs.arena import play_all
from referee.programs.choosing import Program
from referee.programs.results import result_of
from referee.programs.seats import program
from referee.programs.table import Row, data_of, with_row
from referee.record.location import Place


@command(
    "arena",
    "bugyo arena shinobi steady random",
    "bugyo arena shinobi keen:240 steady --games 200 --table programs.md",
    more=_(
        "The first program has one seat and the second all the others; in the next game it has the next "
        "seat, with the same luck, unless both are the same program: then each game has its own. The share "
        "is that of the others which the first leaves behind: 100 % where it is always best, 50 % where both "
        "are alike. Nothing is recorded. The same seed plays the same games."
    ),
)
@title_argument
@click.argument("first", metavar="FIRST")
@click.argument("second", metavar="SECOND")
@click.option("--games", type=click.IntRange(min=1), default=20, show_default=True, help=_("How many."))
@click.option("--seed", default="arena", show_default=True, help=_("What the games follow from."))
@click.option("--preset", default="default", show_default=True, help=_("Which options of the rules hold."))
@click.option(
    "--table",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help=_("Write the result into the table of this Markdown file, in the place of an older one."),
)
def arena(
    store: Place,
    as_json: bool,
    title: str,
    first: str,
    second: str,
    games: int,
    seed: str,
    preset: str,
    table: Path | None,
) -> None:
    rules = title_named(title)
    _check_preset(rules, preset)
    began = time.monotonic()
    steps = play_all(title, _program(first), _program(second), games, seed, preset)
    with progress(steps, _("Playing"), games) as bar:
        result = result_of(list(bar))
    seconds = (time.monotonic() - began) / games
    row = Row(title, rules.edition, data_of(title), first, second, preset, seed, result, seconds)
    if table is not None:
        table.write_text(with_row(table.read_text("utf-8") if table.exists() else "", row), "utf-8")
    if as_json:
        document(_shown(row))
    else:
        _tell(row)


def _program(written: str) -> Program:
    """A usage error for what is no program."""
    program_named(written)
    return program(written)


def _check_preset(rules: Rules, preset: str) -> None:
    if preset not in rules.presets:
        said = _("There is no preset “{preset}”. There are: {presets}.")
        text = said.format(preset=preset, presets=", ".join(rules.presets))
        raise click.BadParameter(text, param_hint="--preset")


def _shown(row: Row) -> dict[str, Any]:
    result = row.result
    return {
        **fields(row, "title", "edition", "data", "first", "second", "preset", "seed"),
        **fields(result, "games", "share", "low", "high"),
        "seats": [
            {"seat": seat, "share": result.by_seat.get(seat), "won": won} for seat, won in result.won.items()
        ],
        "orders": result.orders,
        "seconds": row.seconds,
        "ratings": [
            {"program": who, "skill": rating.skill, "unsure": rating.unsure}
            for who, rating in ((row.first, result.first), (row.second, result.second))
        ],
    }


def _tell(row: Row) -> None:
    result = row.result
    said = _(
        "{first} leaves {share:.0%} of the others behind, {low:.0%} to {high:.0%} (95 %), in {games} games."
    )
    say(
        said.format(first=row.first, share=result.share, low=result.low, high=result.high, games=result.games)
    )
    for seat, share in result.by_seat.items():
        said = _("  as {seat} {share:.0%}; the seat has won {won:g} games")
        say(said.format(seat=seat, share=share, won=round(result.won[seat], 1)))
    for who, rating in ((row.first, result.first), (row.second, result.second)):
        said = _("  rating of {program}: {skill:.1f}, give or take {unsure:.1f}")
        say(said.format(program=who, skill=rating.skill, unsure=rating.unsure))
    said = _("{orders:.0f} orders and {seconds:.1f} seconds a game. Seed {seed}.")
    note(said.format(orders=result.orders, seconds=row.seconds, seed=row.seed))
