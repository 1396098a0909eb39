"""Evidence of who wrote a mail: what proves it, and the level that this makes.

    0  nothing
    1  the token of the turn, or the registered sender
    2  both, and a DKIM signature in the name of the sender's domain, over the fields that matter
    3  and a personal signature of the block, by a registered key

A game names the level that it asks for (`Policy.authority`). Token and sender together are enough for level
1; one of the two alone waits for a word from the registered address (`confirming`).

Nothing is verified here but the personal signature. Whether DKIM and DMARC pass is what the receiving server
says in its own Authentication-Results [RFC 8601]. Anybody can write one in its name, but not above the field
Received with which it has taken the mail in: only there one is believed, except of a server that is known to
take away what comes in under its name.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from domain.game.deciding.bars_people import LONGEST_SIGNATURE, LONGEST_SIGNED
from referee.identity.sender_domains import owner_of
from referee.proof import minisign
from referee.proof.order_signatures import CHECKED, block_of, kind_of, why_not
from referee.proof.ssh_signatures import NAMESPACE, bare, fingerprint
from referee.reading.opening import RESULTS
from referee.reading.reading import ReadMail, Signed
from referee.record.record import Record

COVERED = ("from", "to", "subject", "date", "message-id")
"""The fields that a DKIM signature must cover; a mail that has one of them twice is refused unread."""


TOKEN = "token"  # the token of the turn, from whoever may act for the seat
VOUCHED = "vouched"  # the receiving server has recorded that the sender's own server signed it
ALIGNED = "aligned"  # or that it comes from the domain of the address, which is of somebody who is known
LATE = "late"  # the token of an older turn, from there
FOREIGN = "foreign"  # the token of the turn, from elsewhere
UNPROVEN = "unproven"  # nothing but the address of somebody who is known
NEWCOMER = "newcomer"  # an address that is not known, where the server has recorded the same
STRANGER = "stranger"  # an address that is not known
UNHEARD = "unheard"  # the receiving server has recorded that the sender is forged (DMARC)

KNOWN, NEW = "known", "new"
"""Browsers: one from which a seat was played, with a word by mail; and any other."""


class Evidence(Struct, frozen=True, omit_defaults=True):
    """What proves who wrote a mail. `dkim` is the domain that signed, `signer` names the key."""

    token: bool = False
    sender: bool = False
    dkim: str = ""
    signer: str = ""
    confirmed: bool = False  # by a word from the registered address
    failed: bool = False  # the receiving server has recorded that DMARC failed: no sender is proven
    page: str = ""  # a page of ours has written it: `KNOWN` or `NEW`, as its browser is
    vouched: bool = False  # the receiving server has recorded that it comes from the sender's domain
    why_no_dkim: str = ""
    why_no_signer: str = ""

    @property
    def level(self) -> int:
        if not (self.token or self.sender):
            return 0
        if not (self.token and self.sender and self.dkim):
            return 1
        return 3 if self.signer else 2

    def words(self) -> str:
        """For the record: the level and what made it; nothing that names a person or an address."""
        marks = {
            "token": self.token,
            "sender": self.sender and not self.page,
            "page": bool(self.page),
            "dkim": bool(self.dkim),
            "confirmed": self.confirmed,
            self.signer: bool(self.signer),
        }
        return " ".join([str(self.level), *(mark for mark, holds in marks.items() if holds)])


def enough(evidence: Evidence, minimum: int) -> bool:
    """Whether a mail may act in a game. Below the default, one of token and sender will do; what is forged
    may not act in any."""
    if evidence.failed:
        return False
    if minimum <= 1:
        both = evidence.token and evidence.sender
        return both or (minimum == 0 and evidence.level > 0)
    return evidence.level >= minimum


def raisable(evidence: Evidence, minimum: int, knows_results: bool) -> bool:
    """Whether a word from the registered address, in a mail as good as can be, would make it enough."""
    dkim = evidence.dkim or ("?" if knows_results else "")
    best = replace(evidence, token=True, sender=True, failed=False, dkim=dkim)
    return evidence.level > 0 and enough(best, minimum)


def together(held: Evidence, word: Evidence) -> Evidence:
    """The evidence for what was held, once the word has come: by a secret that only the registered mailbox
    was sent, from its address. A signature is for the lines that it signed. A word that is forged vouches
    for nothing."""
    return replace(
        held,
        token=True,
        sender=not word.failed,
        failed=word.failed,
        dkim=held.dkim or word.dkim,
        confirmed=True,
        page=KNOWN if held.page else "",
        why_no_dkim=word.why_no_dkim,
    )


def forged(evidence: Evidence) -> Evidence:
    """What is left of the evidence where DMARC failed: the sender proves nothing."""
    return replace(evidence, sender=False, dkim="", failed=True, vouched=False)


def proven_by(evidence: Evidence) -> str:
    """What evidence proves, of a mail that is not late."""
    if evidence.token:
        return TOKEN if evidence.sender else FOREIGN
    if not evidence.sender:
        return NEWCOMER if evidence.vouched or evidence.dkim else STRANGER
    if evidence.dkim:
        return VOUCHED
    return ALIGNED if evidence.vouched else UNPROVEN


# ---- DKIM, as the receiving server has recorded it

_RESULT = re.compile(r"(dkim|dmarc|spf)(?:\s*/\s*1)?\s*=\s*([a-z]+)", re.IGNORECASE)
_PROPERTY = re.compile(r"header\.(d|i|s|b|from)\s*=\s*(\S+)", re.IGNORECASE)
_ENVELOPE = re.compile(r"(?<!\S)smtp\.mailfrom\s*=\s*(\S+)", re.IGNORECASE)
_MOST_RESULTS = 20


class _Result(Struct, frozen=True):
    method: str
    result: str
    named: dict[str, str]


def dkim_of(mail: ReadMail, authserv_ids: Sequence[str], strips_results: bool = False) -> tuple[str, str]:
    """The domain whose DKIM signature passed for this mail, or "" and why there is none.

    `strips_results`: the receiving server takes away what comes in under its name.
    """
    domain = mail.sender.rpartition("@")[2]
    if not authserv_ids:
        return "", "the desk does not know the name of its receiving server"
    recorded, why = _believed(mail, authserv_ids, strips_results)
    if why:
        return "", why
    dmarc = _agreed(recorded, "dmarc")
    if dmarc is None or any(one.result != "pass" or not _is_for(one, domain) for one in dmarc):
        return "", "DMARC did not pass, or two records of it differ"
    return _passed(mail, recorded, domain, has_dmarc=bool(dmarc))


def vouched_for(mail: ReadMail, authserv_ids: Sequence[str], strips_results: bool = False) -> bool:
    """Whether the receiving server has recorded that DMARC passed, or else DKIM or SPF in the name of a
    domain of the sender's owner. That is enough to be answered, and not for an order: nothing is asked of
    what a signature covers, and who shares a server with the sender may have sent it."""
    if not authserv_ids:
        return False
    domain = mail.sender.rpartition("@")[2]
    recorded, _why = _believed(mail, authserv_ids, strips_results)
    dmarc = _agreed(recorded, "dmarc")
    if dmarc is None or any(one.result == "fail" or _is_of_another(one, domain) for one in dmarc):
        return False
    signed = [_signing_domain(one) for one in _agreed(recorded, "dkim") or () if one.result == "pass"]
    sent = [_sent_from(one) for one in _agreed(recorded, "spf") or () if one.result == "pass"]
    return any(one.result == "pass" for one in dmarc) or any(
        "." in one and owner_of(one) == owner_of(domain) for one in (*signed, *sent)
    )


def _sent_from(one: _Result) -> str:
    """The domain of the envelope; "" where there is none, or more than one could be meant."""
    return one.named.get("mailfrom", "").rpartition("@")[2]


def _believed(
    mail: ReadMail, authserv_ids: Sequence[str], strips_results: bool
) -> tuple[list[list[_Result]], str]:
    """What the receiving server has recorded, field by field; or nothing, and why."""
    named = recorded_by(mail, authserv_ids)
    believed = named if strips_results else [one for one in _above(mail, authserv_ids) if one in named]
    if named and not believed:
        return [], "the receiving server's results stand where anybody could have written them"
    recorded = [found for value in believed if (found := _results(value, authserv_ids)) is not None]
    return recorded, "" if recorded else "the receiving server has recorded no results"


def _above(mail: ReadMail, authserv_ids: Sequence[str]) -> list[str]:
    """The results above the field Received with which the server has taken the mail in: the topmost, since
    each server adds its own on top. Within the house a mail goes on by LMTP. None where another server has
    handed the mail over: what stands below its field may come from anywhere."""
    found: list[str] = []
    for name, value in mail.trace:
        if name == RESULTS:
            found.append(value)
        elif not _is_within(value):
            return found if _is_hop_of(value, authserv_ids) else []
    return []


_WITH = re.compile(r"\bwith\s+(\w+)", re.IGNORECASE)
_BY = re.compile(r"(?<!\S)by\s+(\S+)", re.IGNORECASE)


def _is_within(received: str) -> bool:
    """Whether a mail was handed on by LMTP, which nobody outside speaks; a sender can add a "with", in what
    he calls himself, and take none away."""
    said = _WITH.findall(received)
    return bool(said) and all("LMTP" in one.upper() for one in said)


def _is_hop_of(received: str, authserv_ids: Sequence[str]) -> bool:
    """Whether a server of that name, or of that domain, has written the field; every "by" in it has to say
    so."""
    hosts = [one.lower().rstrip(".;") for one in _BY.findall(_unwrapped(received) or "")]
    names = [one.lower() for one in authserv_ids]
    return bool(hosts) and all(
        any(host == name or host.endswith(f".{name}") for name in names) for host in hosts
    )


def recorded_by(mail: ReadMail, authserv_ids: Sequence[str]) -> list[str]:
    """The results in the name of the receiving server, whoever has written them."""
    values = (value for name, value in mail.trace if name == RESULTS)
    return [value for value in values if _is_ours(_unwrapped(value) or value, authserv_ids)]


_FAILED = re.compile(r"\bdmarc(?:\s*/\s*1)?\s*=\s*fail\b", re.IGNORECASE)


class Server(NamedTuple):
    """The receiving server: under which names it records what it has verified, and whether it takes away what
    comes in under them."""

    authserv_ids: Sequence[str]
    strips_results: bool

    def calls_forged(self, mail: ReadMail) -> bool:
        return bool(self.authserv_ids) and dmarc_failed(mail, self.authserv_ids)

    def vouches(self, mail: ReadMail) -> bool:
        return vouched_for(mail, *self)

    def evidence(self, mail: ReadMail, *, token: bool = False, sender: bool = True) -> Evidence:
        """What a mail proves, by what the server has recorded."""
        dkim, why_no_dkim = dkim_of(mail, *self)
        vouched = bool(dkim) or self.vouches(mail)
        return Evidence(token, sender, dkim, why_no_dkim=why_no_dkim, vouched=vouched)


def dmarc_failed(mail: ReadMail, authserv_ids: Sequence[str]) -> bool:
    """Whether a record in the receiving server's name says that DMARC failed, or passed for another domain
    than that of the address that we have read; wherever it stands, and whatever another says: nobody forges
    a failure of his own."""
    domain = mail.sender.rpartition("@")[2]
    return any(_tells_of_failure(value, domain) for value in recorded_by(mail, authserv_ids))


def _tells_of_failure(value: str, domain: str) -> bool:
    """A field that cannot be taken apart is searched as it stands: what a sender has chosen, and the server
    repeats, must not hide the failure."""
    bare = _unwrapped(value)
    if bare is None:
        return bool(_FAILED.search(value))
    said = [one for one in _read(bare.split(";")[1:]) if one.method == "dmarc"]
    return any(one.result == "fail" or (one.result == "pass" and _is_of_another(one, domain)) for one in said)


def _is_of_another(one: _Result, domain: str) -> bool:
    checked = _checked(one, domain)
    return checked != domain and not _is_related(checked, domain)


def _is_ours(value: str, authserv_ids: Sequence[str]) -> bool:
    named = value.partition(";")[0].split()
    return bool(named) and named[0].lower() in {one.lower() for one in authserv_ids}


def _passed(
    mail: ReadMail, recorded: Sequence[Sequence[_Result]], domain: str, *, has_dmarc: bool
) -> tuple[str, str]:
    found = _agreed(recorded, "dkim")
    if found is None:
        return "", "two records of DKIM differ"
    for one in found:
        signed = _signing_domain(one)
        if one.result == "pass" and _aligned(signed, domain, exactly=not has_dmarc):
            why = _uncovered(mail.dkim, signed, one.named)
            return ("", why) if why else (signed, "")
    return "", "no DKIM signature of the sender's domain passed"


def _agreed(recorded: Sequence[Sequence[_Result]], method: str) -> list[_Result] | None:
    """What the topmost record that speaks of a method says; None where another one, which somebody may have
    written in the server's name, says something else."""
    said = [[one for one in record if one.method == method] for record in recorded]
    speaking = [one for one in said if one]
    if not speaking:
        return []
    return speaking[0] if all(one == speaking[0] for one in speaking) else None


def _results(value: str, authserv_ids: Sequence[str]) -> list[_Result] | None:
    """The results of one field; None where another server wrote it, or where it cannot be read."""
    bare = _unwrapped(value)
    if bare is None:
        return None
    server, *rest = bare.split(";")
    named = server.split()
    if not _is_ours(bare, authserv_ids):
        return None
    if len(named) > 2 or (len(named) == 2 and named[1] != "1") or len(rest) > _MOST_RESULTS:
        return None
    return list(_read(rest))


def _read(rest: Sequence[str]) -> Iterator[_Result]:
    for one in rest:
        found = _RESULT.match(one.strip())
        if found:
            named = {name.lower(): value.lower() for name, value in _PROPERTY.findall(one)}
            envelopes = _ENVELOPE.findall(one)
            if len(envelopes) == 1:  # the sender has chosen what stands there: two are one of his
                named["mailfrom"] = envelopes[0].lower().strip("<>")
            yield _Result(found[1].lower(), found[2].lower(), named)


def _unwrapped(value: str) -> str | None:
    """Without comments, which may stand within each other, and without the quotes of quoted words; None
    where one of them does not close."""
    kept: list[str] = []
    depth, is_quoted, signs = 0, False, iter(value)
    for sign in signs:
        if sign == "\\":
            next(signs, "")
        elif sign == '"' and not depth:
            is_quoted = not is_quoted
        elif is_quoted:
            kept.append("_" if sign in " ;\t" else sign)
        elif sign in "()":
            depth += 1 if sign == "(" else -1
            if depth < 0:
                return None
        elif not depth:
            kept.append(sign)
    return None if depth or is_quoted else "".join(kept)


def _is_for(one: _Result, domain: str) -> bool:
    return _checked(one, domain) == domain


def _checked(one: _Result, domain: str) -> str:
    """The domain of From as the server has read it; some write the whole address."""
    return one.named.get("from", domain).rpartition("@")[2]


def _signing_domain(one: _Result) -> str:
    return one.named.get("d") or one.named.get("i", "").rpartition("@")[2]


def _aligned(signed: str, domain: str, *, exactly: bool) -> bool:
    """Whether a signing domain speaks for the sender's.

    Where the server says that DMARC passed, one may be within the other: which of them belong to one owner,
    it has looked up. Alone, only the very domain counts.
    """
    if not signed or "." not in signed or signed == domain:
        return bool(signed) and signed == domain
    return _is_related(signed, domain) and not exactly


def _is_related(one: str, other: str) -> bool:
    return one.endswith(f".{other}") or other.endswith(f".{one}")


def _uncovered(signatures: Sequence[str], domain: str, named: dict[str, str]) -> str:
    """What is wrong with the signature that passed; where several could be meant, with any of them."""
    tags = [one for one in map(_tags, signatures) if one.get("d", "").lower() == domain]
    if "s" in named:
        tags = [one for one in tags if one.get("s", "").lower() == named["s"]]
    if "b" in named:
        tags = [one for one in tags if one.get("b", "").lower().startswith(named["b"])]
    if not tags:
        return "the mail has no DKIM signature as the server has recorded it"
    if any("l" in one for one in tags):
        return "the DKIM signature covers only the beginning of the mail (l=)"
    for one in tags:
        covered = {name.strip().lower() for name in one.get("h", "").split(":")}
        missing = [name for name in COVERED if name not in covered]
        if missing:
            return f"the DKIM signature does not cover {', '.join(missing)}"
    return ""


def _tags(signature: str) -> dict[str, str]:
    pairs = (pair.partition("=") for pair in signature.split(";"))
    return {name.strip().lower(): "".join(value.split()) for name, _, value in pairs}


# ---- a personal signature

_FINGERPRINT = re.compile(r"\b(SHA256:[A-Za-z0-9+/]{40,44})")
_KEY = re.compile(r"(?:sk-)?(?:ssh|ecdsa)-[a-z0-9@.-]{3,60} [A-Za-z0-9+/]{40,4000}={0,3}(?: .*)?")
_SECONDS = 10


class Proof(Struct, frozen=True):
    """A signature that holds: the key, a line as it is registered, the very text, and bare base64."""

    key: str
    text: str
    signature: str

    def mark(self) -> str:
        line = minisign.line_of(self.key)
        return f"{minisign.MINISIGN}:{line}" if line else f"ssh:{fingerprint(self.key)}"


class NotAKey(ValueError):
    """The file has no public key of ssh or minisign; the sentence says what has."""


def register_key(record: Record, address: str, line: str) -> None:
    """Adds a public key by which the owner of an address signs; the same key twice is there once. `line` may
    be the whole file of a key of minisign.

    Raises `NotAKey`.
    """
    key = line.strip()
    kept = minisign.key_in(key) or (" ".join(key.split()[:2]) if _KEY.fullmatch(key) else "")
    if not kept:
        raise NotAKey(
            "This is no public key of ssh or minisign. Name the file that ends in .pub: the line of ssh "
            "begins with a word such as ssh-ed25519, that of minisign with RW."
        )
    keys = keys_of(record, address)
    if kept not in keys:
        record.set(_setting(address), "\n".join([*keys, kept]).encode())


def forget_keys(record: Record, address: str) -> None:
    record.set(_setting(address), b"")


def keys_of(record: Record, address: str) -> list[str]:
    """The keys that are registered for an address."""
    return record.setting(_setting(address)).decode().splitlines()


def proof_of(signed: Signed | None, keys: Sequence[str]) -> tuple[Proof | None, str]:
    """What the registered key has signed, or None and why there is nothing."""
    if signed is None:
        return None, "the mail has no personal signature of its block"
    if not keys:
        return None, "no key is registered for the sender"
    if not all(block_of(signed.lines[0] if signed.lines else "")):
        return None, "the signed block does not name its game, turn and seat"
    if sum(map(len, signed.lines)) > LONGEST_SIGNED // 2:
        return None, "the signed block is too long to be kept"
    by_minisign = [key for key in keys if kind_of(key) == minisign.MINISIGN]
    if minisign.is_file(signed.armour):
        return _by_minisign(signed, by_minisign)
    return _by_ssh(signed, [key for key in keys if key not in by_minisign])


_UNFIT = "the signature does not fit the block, or its key is not registered"


def _by_ssh(signed: Signed, keys: Sequence[str]) -> tuple[Proof | None, str]:
    signature = bare(signed.armour)
    if len(signature) > LONGEST_SIGNATURE:
        return None, "the signature is too long to be kept"
    from tempfile import TemporaryDirectory  # few sign with a key of SSH

    with TemporaryDirectory() as folder:
        path = Path(folder)
        (path / "signature").write_text(signed.armour)
        (path / "signers").write_text("".join(f'player namespaces="{NAMESPACE}" {key}\n' for key in keys))
        for text in dict.fromkeys(_texts(signed.lines)):
            found = _verified(path, text.encode())
            proof = next((Proof(key, text, signature) for key in keys if fingerprint(key) == found), None)
            if proof and _can_be_checked_by_others(proof):
                return proof, ""
    return None, _UNFIT


def _by_minisign(signed: Signed, keys: Sequence[str]) -> tuple[Proof | None, str]:
    """Each key is tried: several may have the same key id."""
    signature, why = minisign.bare(signed.armour)
    if why:
        return None, why
    tried = (Proof(key, text, signature) for key in keys for text in dict.fromkeys(_texts(signed.lines)))
    found = next((one for one in tried if _can_be_checked_by_others(one)), None)
    return found, "" if found else _UNFIT


def _can_be_checked_by_others(proof: Proof) -> bool:
    """Whether a signature by Ed25519 holds for every verifier: else a player could make a record fail."""
    return kind_of(proof.key) not in CHECKED or not why_not(proof.key, proof.text, proof.signature)


def _texts(lines: Sequence[str]) -> Iterator[str]:
    """What may have been signed: mail programs take blanks at the ends of lines and the last line break away,
    and a file on Windows has others."""
    bare_lines = [line.rstrip() for line in lines]
    for each in (bare_lines, list(lines)):
        for end in ("\n", "\r\n"):
            yield "".join(f"{line}{end}" for line in each)
            yield end.join(each)


def _verified(path: Path, message: bytes) -> str:
    """The fingerprint of the key that has signed a message; "" for none of them."""
    command = ("ssh-keygen", "-Y", "verify", "-f", str(path / "signers"), "-I", "player")
    files = ("-n", NAMESPACE, "-s", str(path / "signature"))
    try:
        done = subprocess.run([*command, *files], input=message, capture_output=True, timeout=_SECONDS)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    found = _FINGERPRINT.search(done.stdout.decode("utf-8", "replace"))
    return found[1] if done.returncode == 0 and found else ""


def _setting(address: str) -> str:
    return f"keys/{address.lower()}"
