"""play: whole games between bots."""

from __future__ import annotations

import secrets

import click

from cli.begin.games import title_named
from cli.frame.command import command, title_argument
from cli.frame.printing import document, note, progress, say
from cli.frame.stores import made
from projections.language.messages import _
from referee.games.selfplay import self_play
from referee.record.location import Place


@command(
    "play",
    "bugyo play shinobi --bots --games 100 --seed 7",
    more=_(
        "Bots give random legal orders. The same seed plays the same games, called bots-SEED-1, -2…; where "
        "the store has some of them already, the next ones are played. With --id they have another name, and "
        "are other games: what a game is called enters its throws."
    ),
)
@title_argument
@click.option("--bots", is_flag=True, help=_("Bots take all seats; people play by mail."))
@click.option(
    "--games", type=click.IntRange(min=1), default=1, show_default=True, metavar="N", help=_("How many.")
)
@click.option("--seed", metavar="SEED", help=_("What the games follow from.  [default: a new one each time]"))
@click.option("--preset", default="default", show_default=True, help=_("Which options of the rules hold."))
@click.option(
    "--id", "name", default="", metavar="ID", help=_("What the game is called; of several: ID-1, ID-2…")
)
def play(
    store: Place,
    as_json: bool,
    title: str,
    bots: bool,
    games: int,
    seed: str | None,
    preset: str,
    name: str,
) -> None:
    title_named(title)
    if not bots:
        raise click.UsageError(
            _("Only bots play here; people play by mail. Add --bots, or see “bugyo open”.")
        )
    seed = seed or secrets.token_hex(3)
    with made(store) as record:
        steps = self_play(record, title, games, seed, preset, name)
        with progress(steps, _("Playing"), games) as bar:
            ids = list(bar)
    if as_json:
        document({"title": title, "seed": seed, "games": ids})
        return
    for name in ids:
        say(name)
    note(
        _("Games played: {count}, seed {seed}. Next: bugyo show {name}").format(
            count=len(ids), seed=seed, name=ids[0]
        )
    )
