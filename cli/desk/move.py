"""move: the whole store to another place."""

from __future__ import annotations

from contextlib import ExitStack

import click

from cli.frame.codes import REFUSED
from cli.frame.command import PlaceType, command
from cli.frame.printing import document, note, say, table
from cli.frame.stop import Stop
from cli.frame.stores import existing, made
from projections.language.messages import _, _n
from referee.copies import moving
from referee.record.location import Place


@command(
    "move",
    "bugyo move postgresql://bugyo@db.example.org/club --store games.db",
    "bugyo move copy.db --store 'postgresql://bugyo@db.example.org/club?schema=summer'",
    more=_(
        "TO is a file or a PostgreSQL server, and holds nothing yet. Everything goes there: games, mails, "
        "addresses, settings, keys and what waits to be sent. What has arrived is read back and compared, "
        "every game is audited there, and only then it is kept. The store that it came from stays as it is: "
        "put it away, and name the new one to the desk, so that nobody goes on in both."
    )
    + "\n\n"
    + _(
        "It ends with 0 once all is proved and durable; 1 if TO holds something, 66 if there is no store, 75 "
        "if a desk serves it."
    ),
)
@click.argument("to", metavar="TO", type=PlaceType())
def move(store: Place, as_json: bool, to: Place) -> None:
    with ExitStack() as stack:
        source = stack.enter_context(existing(store))
        target = stack.enter_context(made(to))
        try:
            moved = moving.move(source, target)
        except moving.CannotMove as cannot:
            raise Stop(str(cannot), REFUSED) from None
    if as_json:
        document({"from": str(store), "to": str(to), **_plain(moved)})
        return
    if moved.games:
        rows = [(one.game, str(one.position), one.head) for one in moved.games]
        table((_("game"), _("events"), _("head")), rows)
    count = sum(moved.rows.values())
    rows_said = _n("{count} row", "{count} rows", count).format(count=f"{count:,}")
    say(
        _("{to} holds all of {store}: {rows}, with the same heads.").format(
            to=to, store=store, rows=rows_said
        )
    )
    note(_("{store} stays as it is. Put it away, so that nobody goes on in both.").format(store=store))


def _plain(moved: moving.Moved) -> dict[str, object]:
    games = [{"game": one.game, "position": one.position, "head": one.head} for one in moved.games]
    return {"games": games, "rows": moved.rows, "digest": moved.digest}
