"""checkpoint: the head of a game as a small signed text, which others may sign too."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import click
from msgspec import Struct

from cli.frame.codes import BAD_DATA, NOT_FOUND, REFUSED
from cli.frame.command import command, complete_game
from cli.frame.files import STDOUT, output_options, write_file
from cli.frame.printing import HOLDS, QUIET, document, note, say
from cli.frame.stop import Stop
from cli.frame.stores import existing
from projections.language.messages import _
from referee.proof import signing
from referee.record.location import Place
from referee.record.private_files import ordinary
from referee.record.record import Record

LONGEST = 100_000
"""Characters of the longest text that can be a checkpoint."""


class Asked(Struct, frozen=True):
    """What the command line asks of a checkpoint; each field "" where it is not given."""

    game: str = ""
    cosign: str = ""
    verify: str = ""
    key: str = ""
    name: str = ""


@command(
    "checkpoint",
    "bugyo checkpoint summer -o summer.note",
    "bugyo checkpoint --cosign summer.note --key ~/.bugyo-key --name second-umpire -o cosigned.note",
    "bugyo checkpoint --verify cosigned.note",
    more=_(
        "With GAME it signs the newest head. --cosign adds your signature to the checkpoint in a file; "
        "KEYFILE is made where there is none, for you alone to read. --verify checks it: by --key, else by "
        "the game of the store, which then must have this head. It ends with 0 only if the checkpoint holds."
    ),
)
@click.argument("game", required=False, default="", metavar="[GAME]", shell_complete=complete_game)
@click.option("--cosign", default="", metavar="FILE|-", help=_("Sign the checkpoint in this file too."))
@click.option("--verify", default="", metavar="FILE|-", help=_("Check the checkpoint in this file."))
@click.option(
    "--key",
    default="",
    metavar="KEYFILE|HEX",
    help=_("With --cosign the file of your key; with --verify a public key, 64 hexadecimal digits."),
)
@click.option("--name", default="", metavar="NAME", help=_("With --cosign: what your key is called."))
@output_options
def checkpoint(store: Place, as_json: bool, output: str, force: bool, **asked: str) -> None:
    wanted = Asked(**asked)
    _check(wanted)
    if wanted.verify:
        _verify(store, wanted, as_json)
        return
    made, key = _cosigned(wanted) if wanted.cosign else _signed(store, wanted.game)
    if as_json and output == STDOUT:
        document(_shown(made, "", key))
        return
    write_file(output, [made.text().encode()], force)
    if as_json:
        document(_shown(made, output, key))
    note(_("The public key of this signature: {key}").format(key=key), QUIET)


def _check(asked: Asked) -> None:
    """One of three things is asked, with what it needs. A usage error otherwise."""
    if sum(map(bool, (asked.game, asked.cosign, asked.verify))) != 1:
        raise click.UsageError(_("Name a GAME, or a file with --cosign or --verify: one of the three."))
    if asked.cosign and not (asked.key and asked.name):
        raise click.UsageError(_("--cosign needs --key KEYFILE and --name NAME."))
    if asked.cosign and re.search(r"[\s+]", asked.name):
        raise click.BadParameter(_("It must have neither spaces nor “+”."), param_hint="--name")
    if asked.cosign and asked.name == signing.NAME:
        raise click.BadParameter(
            _("“{name}” is the referee's own name.").format(name=signing.NAME), param_hint="--name"
        )
    if asked.verify and asked.key and not signing.HEX_KEY.fullmatch(asked.key.lower()):
        raise click.BadParameter(_("A public key is 64 hexadecimal digits."), param_hint="--key")
    if asked.game and (asked.key or asked.name):
        raise click.UsageError(_("--key and --name go with --cosign and --verify."))


def _shown(made: signing.Checkpoint, output: str, key: str) -> dict[str, Any]:
    return {
        "game": made.game,
        "position": made.position,
        "head": made.head,
        "note": made.text(),
        "names": [line.name for line in made.signatures],
        "key": key,
        "file": output,
    }


# ---- signing


def _signed(store: Place, game: str) -> tuple[signing.Checkpoint, str]:
    """The newest head of a game, signed by the referee's key; and the key."""
    with existing(store) as record:
        kept = record.load(game)
        seed = signing.seed_of(record)
    key = signing.public_of(seed)
    if kept.game.opened is None or kept.game.opened.key != key:
        said = _("{game} was opened by a referee with another key; only there can it be signed.")
        raise Stop(said.format(game=game), REFUSED)
    return signing.make_checkpoint(seed, game, kept.game.position, kept.head.hex()), key


def _cosigned(asked: Asked) -> tuple[signing.Checkpoint, str]:
    """The checkpoint of a file with one more signature, and its key."""
    found = _read(asked.cosign)
    seed = _seed(Path(asked.key).expanduser())
    return signing.cosigned(found, asked.name, seed), signing.public_of(seed)


def _seed(path: Path) -> bytes:
    """The seed in a key file, which is made where there is none: nobody else may read it."""
    if not path.exists():
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w") as file:
            file.write(f"{os.urandom(signing.SEED).hex()}\n")
            file.flush()
            os.fsync(handle)
        note(_("{path} is made. Keep it: whoever has it can sign in your name.").format(path=path))
    text = ordinary(path, LONGEST)[: 4 * signing.SEED].strip()
    if not re.fullmatch(rb"[0-9a-f]{%d}" % (2 * signing.SEED), text):
        said = _("{path} is no key file: it should have {count} hexadecimal digits.")
        raise Stop(said.format(path=path, count=2 * signing.SEED), BAD_DATA)
    return bytes.fromhex(text.decode())


def _read(name: str) -> signing.Checkpoint:
    """The checkpoint in a file. Raises `Stop`, `NotACheckpoint`."""
    if name != STDOUT and not Path(name).exists():
        raise Stop(_("There is no file {name}.").format(name=name), NOT_FOUND)
    with click.open_file(name, "rb") as file:
        raw = file.read(LONGEST)
    return signing.parse_checkpoint(raw.decode("utf-8", "replace"))


# ---- verifying


def _verify(store: Place, asked: Asked, as_json: bool) -> None:
    found = _read(asked.verify)
    key = asked.key.lower() or _key_of(store, found)
    names = _signers(found, key, any_name=bool(asked.key))
    if not names:
        said = _("The checkpoint is not signed with the key {key}.")
        raise Stop(said.format(key=key), REFUSED)
    if as_json:
        document({**_shown(found, asked.verify, key), "signed": names})
        return
    said = _("{game}, event {position}, head {head}")
    say(said.format(game=found.game, position=found.position, head=found.head))
    say(_("Signed by {name} with the key {key}.").format(name=", ".join(names), key=key), HOLDS)
    if not asked.key:
        say(_("The game of the store has this head."), HOLDS)
    others = [line.name for line in found.signatures if line.name not in names]
    if others:
        note(_("Not checked, for want of their keys: {names}.").format(names=", ".join(others)), QUIET)


def _signers(found: signing.Checkpoint, key: str, *, any_name: bool) -> tuple[str, ...]:
    """The names under which a key has signed: any name, or the referee's. Raises `WrongSignature`."""
    names = {line.name for line in found.signatures} if any_name else {signing.NAME}
    return signing.verified(found, dict.fromkeys(names, key))


def _key_of(store: Place, found: signing.Checkpoint) -> str:
    """The key that the opening of a game in the store names, where the game has this head."""
    with existing(store) as record:
        head = _head_at(record, found)
        opened = record.load(found.game).game.opened
    if head != found.head:
        said = _("The checkpoint names the head {head} of event {position}; the game of the store has {had}.")
        had = head or _("no such event")
        raise Stop(said.format(head=found.head, position=found.position, had=had), REFUSED)
    return opened.key if opened else ""


def _head_at(record: Record, found: signing.Checkpoint) -> str:
    """The head of a game at the position of a checkpoint; "" where it has no such event."""
    envelopes = record.envelopes(found.game)
    if not 1 <= found.position <= len(envelopes):
        return ""
    return envelopes[found.position - 1].digest.hex()
