"""Who wrote a mail: the levels, what the receiving server has recorded, signatures by a key."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.identity.authority import (
    Evidence,
    NotAKey,
    dkim_of,
    dmarc_failed,
    enough,
    forget_keys,
    keys_of,
    proof_of,
    raisable,
    register_key,
    together,
    vouched_for,
)
from referee.reading.reading import ReadMail, Signed, read_mail
from referee.record.record import Record

MX = ("mx.example.net", "relay.example.net")
SIGNATURE = (
    "DKIM-Signature: v=1; a=rsa-sha256; d=example.org; s=sel;"
    " h=From:To:Subject:\n Date:Message-ID:MIME-Version; bh=x; b=AbCdEfGhIjKl\n"
)
PASS = (
    "Authentication-Results: mx.example.net; dkim=pass header.d=example.org header.s=sel header.b=AbCdEfGh;\n"
    " dmarc=pass header.from=example.org\n"
)


HOP = (
    "Received: from out.example.org (out.example.org [192.0.2.1])\n by mx.example.net (Postfix)"
    " with ESMTPS id 1; Mon, 16 Nov 2026 10:00:00 +0100\n"
)


def mail(*fields: str, sender: str = "anna@example.org", hop: str = HOP) -> ReadMail:
    """A mail with what the receiving server has written above its own field Received."""
    head = f"From: {sender}\nTo: b@example.net\nSubject: x\nMessage-ID: <1@example.org>\n"
    return read_mail(("".join(fields) + hop + head + "\npass\n").encode())


RESULTS = [
    ("recorded as it should be", (PASS, SIGNATURE), "example.org"),
    (
        "as Gmail writes it",
        (
            "Authentication-Results: mx.example.net;\n"
            ' dkim=pass header.i=@example.org header.s=sel header.b="AbCdEfGh";\n'
            " spf=pass (mx.example.net: domain of anna@example.org designates 192.0.2.1 as permitted; x)"
            " smtp.mailfrom=anna@example.org;\n"
            " dmarc=pass (p=NONE sp=QUARANTINE dis=NONE) header.from=example.org\n",
            SIGNATURE,
        ),
        "example.org",
    ),
    (
        "in two fields, as milters write it",
        (
            "Authentication-Results: mx.example.net 1; dmarc=pass header.from=example.org\n",
            "Authentication-Results: mx.example.net;\n"
            ' dkim=pass (2048-bit key; ok) reason="a;b" header.d=example.org\n',
            SIGNATURE,
        ),
        "example.org",
    ),
    ("our other name", (PASS.replace("mx.", "relay."), SIGNATURE), "example.org"),
    ("our name in capitals", (PASS.replace("mx.example.net", "MX.Example.NET"), SIGNATURE), "example.org"),
    (
        "no DMARC, the very domain",
        (PASS.partition(";\n dmarc")[0] + "\n", SIGNATURE),
        "example.org",
    ),
    (
        "signed by a subdomain, DMARC passes",
        (
            PASS.replace("header.d=example.org", "header.d=mail.example.org"),
            SIGNATURE.replace("d=example.org", "d=mail.example.org"),
        ),
        "mail.example.org",
    ),
    (
        "signed by a subdomain, no DMARC",
        (
            PASS.replace("header.d=example.org", "header.d=mail.example.org").partition(";\n dmarc")[0]
            + "\n",
            SIGNATURE.replace("d=example.org", "d=mail.example.org"),
        ),
        "no DKIM signature of the sender's domain",
    ),
    ("recorded by another server", (PASS.replace("mx.", "evil."), SIGNATURE), "has recorded no results"),
    (
        "another name that begins like ours",
        (PASS.replace("example.net", "example.net.evil"), SIGNATURE),
        "no results",
    ),
    ("nothing recorded", (SIGNATURE,), "has recorded no results"),
    ("recorded as none", ("Authentication-Results: mx.example.net; none\n", SIGNATURE), "no DKIM signature"),
    ("DKIM failed", (PASS.replace("dkim=pass", "dkim=fail"), SIGNATURE), "no DKIM signature"),
    ("DMARC failed", (PASS.replace("dmarc=pass", "dmarc=fail"), SIGNATURE), "DMARC did not pass"),
    (
        "DMARC of another domain",
        (PASS.replace("header.from=example.org", "header.from=evil.org"), SIGNATURE),
        "DMARC did not pass",
    ),
    (
        "forged below the server's own",
        (PASS.replace("dkim=pass", "dkim=fail"), PASS, SIGNATURE),
        "two records of DKIM differ",
    ),
    (
        "forged above it",
        (PASS, PASS.replace("dkim=pass", "dkim=none"), SIGNATURE),
        "two records of DKIM differ",
    ),
    ("the same twice", (PASS, PASS, SIGNATURE), "example.org"),
    (
        "DKIM of another domain passed",
        (PASS.replace("header.d=example.org", "header.d=evil.org"), SIGNATURE.replace("d=example", "d=evil")),
        "no DKIM signature of the sender's domain",
    ),
    (
        "of a domain that only ends alike",
        (PASS.replace("header.d=example.org", "header.d=badexample.org"), SIGNATURE),
        "no DKIM signature of the sender's domain",
    ),
    (
        "of a top level domain",
        (PASS.replace("header.d=example.org", "header.d=org"), SIGNATURE.replace("d=example.org", "d=org")),
        "no DKIM signature of the sender's domain",
    ),
    ("a comment that says pass", (PASS.replace("dkim=pass", "dkim=fail (dkim=pass)"), SIGNATURE), "no DKIM"),
    ("pass in a quoted word", (PASS.replace("dkim=pass", 'x="; dkim=pass"'), SIGNATURE), "no DKIM"),
    ("a comment that does not close", (PASS.replace("dkim=pass", "(dkim=pass"), SIGNATURE), "no results"),
    ("a comment closed twice", (PASS.replace("dkim=pass", "dkim=pass )"), SIGNATURE), "no results"),
    ("a version that we do not know", (PASS.replace("net;", "net 2;"), SIGNATURE), "no results"),
    ("30 results", (PASS.replace("net;", "net;" + " x=y;" * 30), SIGNATURE), "no results"),
    ("no signature as recorded", (PASS,), "no DKIM signature as the server has recorded it"),
    ("another selector", (PASS, SIGNATURE.replace("s=sel", "s=other")), "no DKIM signature as the server"),
    ("another signature", (PASS, SIGNATURE.replace("b=AbCd", "b=XbCd")), "no DKIM signature as the server"),
    ("l=", (PASS, SIGNATURE.replace("bh=x", "l=10; bh=x")), "covers only the beginning"),
    (
        "From only",
        (PASS, SIGNATURE.replace(":To:Subject:\n Date:Message-ID:MIME-Version", "")),
        "to, subject, date",
    ),
    ("no Message-ID", (PASS, SIGNATURE.replace("Message-ID", "X")), "does not cover message-id"),
    (
        "one of two with l=",
        (PASS.replace("header.s=sel header.b=AbCdEfGh", ""), SIGNATURE, SIGNATURE.replace("bh=x", "l=1")),
        "covers only",
    ),
    (
        "one of another domain with l= beside the sender's",
        (
            PASS.replace("header.s=sel header.b=AbCdEfGh", ""),
            SIGNATURE,
            SIGNATURE.replace("bh=x", "l=1").replace("d=example.org", "d=list.example"),
        ),
        "example.org",
    ),
]


@pytest.mark.parametrize(("case", "fields", "expected"), RESULTS, ids=[row[0] for row in RESULTS])
def test_what_the_receiving_server_has_recorded(case: str, fields: tuple[str, ...], expected: str) -> None:
    domain, why = dkim_of(mail(*fields), MX)
    assert (domain, why) == (expected, "") if "." in expected and " " not in expected else expected in why
    assert bool(domain) != bool(why)


SPF = "Authentication-Results: mx.example.net; spf=pass smtp.mailfrom=bounces@mail.example.org\n"
VOUCHED = [
    ("DMARC passed", ("Authentication-Results: mx.example.net; dmarc=pass header.from=example.org\n",), True),
    ("DKIM, DMARC and what it covers", (PASS, SIGNATURE), True),
    ("DKIM, whatever it covers", (PASS.partition(";\n dmarc")[0] + "\n",), True),
    (
        "DKIM of a subdomain",
        (PASS.replace("d=example", "d=a.b.example").partition(";\n dm")[0] + "\n",),
        True,
    ),
    ("SPF of a subdomain", (SPF,), True),
    ("SPF of the very domain, bare", (SPF.replace("bounces@mail.", ""),), True),
    ("SPF in angle brackets", (SPF.replace("bounces@mail.example.org", "<b@example.org>"),), True),
    ("SPF, and no policy", (SPF.replace("net;", "net; dmarc=none header.from=example.org;"),), True),
    ("DKIM failed, SPF passed", (SPF.replace("net;", "net; dkim=fail header.d=example.org;"),), True),
    ("SPF of another domain", (SPF.replace("mail.example.org", "evil.org"),), False),
    ("SPF of one that ends alike", (SPF.replace("mail.example.org", "badexample.org"),), False),
    ("SPF of the top level", (SPF.replace("mail.example.org", "org"),), False),
    ("SPF of what the sender calls himself", (SPF.replace("mailfrom=bounces@", "helo="),), False),
    ("SPF without a sender", (SPF.replace("bounces@mail.example.org", "<>"),), False),
    ("SPF that failed softly", (SPF.replace("pass", "softfail"),), False),
    ("SPF passed and DMARC failed", (SPF, PASS.replace("dmarc=pass", "dmarc=fail")), False),
    ("DMARC of another domain", (PASS.replace("from=example.org", "from=evil.org"), SIGNATURE), False),
    (
        "DKIM of another domain",
        (PASS.replace("d=example", "d=evil").partition(";\n dmarc")[0] + "\n",),
        False,
    ),
    (
        "a sender in the name of two",
        (SPF.replace("bounces@mail.example.org", "a smtp.mailfrom=b@example.org x@evil.org"),),
        False,
    ),
    (
        "a greeting that names a sender",
        (SPF.replace("smtp.mailfrom", "smtp.helo=smtp.mailfrom").replace("mail.", ""),),
        False,
    ),
    ("recorded by another server", (SPF.replace("mx.", "evil."),), False),
    ("two that differ", (SPF, SPF.replace("pass", "fail")), False),
    ("nothing recorded", (SIGNATURE,), False),
    ("below the server's own field", (HOP, SPF), False),
]


@pytest.mark.parametrize(("case", "fields", "vouched"), VOUCHED, ids=[row[0] for row in VOUCHED])
def test_whether_the_receiving_server_vouches_for_the_domain(
    case: str, fields: tuple[str, ...], vouched: bool
) -> None:
    """That is enough for an answer; for an order only DKIM counts, of the fields that matter."""
    assert vouched_for(mail(*fields), MX) is vouched
    assert not vouched_for(mail(*fields), ())
    assert not dkim_of(mail(*fields), MX)[0] or vouched


def test_a_sender_that_has_no_domain_of_anybody_is_vouched_for_by_none() -> None:
    assert not vouched_for(mail(SPF.replace("mail.example.org", "localhost"), sender="root@localhost"), MX)


WITHIN = HOP.replace("mx.example.net (Postfix)", "box.internal (Dovecot)").replace("ESMTPS", "LMTP")
OTHERS = HOP.replace("by mx.example.net", "by relay.evil.example")
NOBODYS = "results stand where anybody could have written them"
PLACES = [
    ("above the server's own", (PASS, SIGNATURE, HOP), "example.org"),
    ("below what the mail was delivered by", (WITHIN, PASS, HOP, SIGNATURE), "example.org"),
    ("above that", (PASS, WITHIN, HOP, SIGNATURE), "example.org"),
    ("two deliveries", (WITHIN, WITHIN, PASS, HOP, SIGNATURE), "example.org"),
    ("a host of the domain", (PASS, HOP.replace("by mx.", "by in3.mx."), SIGNATURE), "example.org"),
    ("the host in capitals", (PASS, HOP.replace("by mx.", "BY MX."), SIGNATURE), "example.org"),
    ("below the server's own", (HOP, PASS, SIGNATURE), NOBODYS),
    ("below it, with a forged hop", (HOP, PASS, HOP, SIGNATURE), NOBODYS),
    ("above a forged hop, which another server took in", (OTHERS, PASS, HOP, SIGNATURE), NOBODYS),
    ("above a hop of another server", (PASS, OTHERS, SIGNATURE), NOBODYS),
    ("above no hop at all", (PASS, SIGNATURE), NOBODYS),
    ("above deliveries alone", (PASS, WITHIN, SIGNATURE), NOBODYS),
    (
        "a delivery that a sender calls himself by",
        (HOP.replace("from out", "from x with LMTP out"), PASS, HOP, SIGNATURE),
        NOBODYS,
    ),
    (
        "our name, as a sender calls himself",
        (PASS, OTHERS.replace("from out", "from x by mx.example.net out"), SIGNATURE),
        NOBODYS,
    ),
    ("our name in a comment", (PASS, OTHERS.replace("(out", "(by mx.example.net"), SIGNATURE), NOBODYS),
    ("a comment that does not close", (PASS, HOP.replace("(out", "((out"), SIGNATURE), NOBODYS),
    (
        "a host that begins alike",
        (PASS, HOP.replace(".net", ".net.evil"), SIGNATURE),
        NOBODYS,
    ),
    ("a host that ends alike", (PASS, HOP.replace("by mx.", "by evilmx."), SIGNATURE), NOBODYS),
    (
        "blanks before the colon",
        (PASS.replace("Results:", "Results :"), HOP, SIGNATURE),
        "recorded no results",
    ),
    (
        "a true one above, a forged one below",
        (PASS.replace("dkim=pass", "dkim=fail"), HOP, PASS, SIGNATURE),
        "no DKIM signature of the sender's domain passed",
    ),
    ("a forged failure below", (PASS, HOP, PASS.replace("dkim=pass", "dkim=fail"), SIGNATURE), "example.org"),
]


@pytest.mark.parametrize(("case", "fields", "expected"), PLACES, ids=[row[0] for row in PLACES])
def test_a_result_is_believed_only_where_nobody_outside_can_have_written_it(
    case: str, fields: tuple[str, ...], expected: str
) -> None:
    found = dkim_of(mail(*fields, hop=""), MX)
    assert found == (expected, "") if expected == "example.org" else expected in found[1] and not found[0]


def test_a_server_that_takes_forged_results_away_is_believed_wherever_it_writes() -> None:
    for fields in ((HOP, PASS, SIGNATURE), (OTHERS, PASS, SIGNATURE), (PASS, SIGNATURE)):
        assert dkim_of(mail(*fields, hop=""), MX, strips_results=True) == ("example.org", "")
    differing = (PASS.replace("dkim=pass", "dkim=fail"), HOP, PASS, SIGNATURE)
    assert dkim_of(mail(*differing, hop=""), MX, strips_results=True)[0] == ""


def test_a_desk_without_the_name_of_its_server_believes_no_result() -> None:
    assert dkim_of(mail(PASS, SIGNATURE), ()) == (
        "",
        "the desk does not know the name of its receiving server",
    )


def test_only_the_domain_of_from_counts() -> None:
    assert dkim_of(mail(PASS, SIGNATURE, sender="anna@other.org"), MX)[0] == ""


FAILED = "Authentication-Results: mx.example.net; dmarc=fail (p=none) header.from=example.org\n"
FAILURES = [
    ("recorded", (FAILED,), True),
    ("whatever the policy", (FAILED.replace("(p=none)", "action=none"),), True),
    ("by our other name", (FAILED.replace("mx.", "Relay."),), True),
    ("beside a pass", (PASS, SIGNATURE, FAILED), True),
    ("above a pass", (FAILED, PASS, SIGNATURE), True),
    ("as the third of its results", (FAILED.replace(" dmarc", " spf=pass; dkim=pass; DMARC/1"),), True),
    ("among 30 results", (FAILED.replace("net;", "net;" + " x=y;" * 30),), True),
    ("behind a comment that does not close", (FAILED.replace("dmarc", "x=y (; dmarc"),), True),
    ("below the server's own field", (HOP, FAILED), True),
    ("a pass for another domain", (PASS.replace("from=example.org", "from=evil.example"),), True),
    ("a pass for an address", (PASS.replace("from=example", "from=anna@example"), SIGNATURE), False),
    ("a pass for its domain's owner", (PASS.replace("from=example.org", "from=org"),), False),
    ("by another server", (FAILED.replace("mx.", "evil."),), False),
    ("a pass", (PASS, SIGNATURE), False),
    ("an error of the look-up", (FAILED.replace("=fail", "=temperror"),), False),
    ("in a comment", (PASS.replace("dkim=pass", "dkim=pass (dmarc=fail)"),), False),
    ("in the name of another method", (FAILED.replace("dmarc", "x-dmarc"),), False),
    ("nothing", (), False),
]


@pytest.mark.parametrize(("case", "fields", "failed"), FAILURES, ids=[row[0] for row in FAILURES])
def test_a_failure_of_dmarc_that_the_server_has_recorded(
    case: str, fields: tuple[str, ...], failed: bool
) -> None:
    assert dmarc_failed(mail(*fields), MX) is failed
    assert not dmarc_failed(mail(*fields), ())


# token, sender, DKIM, signature -> the level, and which minimum it passes or could pass by a word
NOTHING, BOTH = Evidence(), Evidence(token=True, sender=True)
LEVELS = [
    # evidence                                     level  passes     by a word
    (NOTHING, 0, (), ()),
    (Evidence(token=True), 1, (0,), (0, 1, 2)),
    (Evidence(sender=True), 1, (0,), (0, 1, 2)),
    (BOTH, 1, (0, 1), (0, 1, 2)),
    (replace(BOTH, dkim="example.org"), 2, (0, 1, 2), (0, 1, 2)),
    (replace(BOTH, signer="ssh:x"), 1, (0, 1), (0, 1, 2, 3)),
    (replace(BOTH, dkim="example.org", signer="ssh:x"), 3, (0, 1, 2, 3), (0, 1, 2, 3)),
    (Evidence(sender=True, dkim="example.org"), 1, (0,), (0, 1, 2)),
    (Evidence(token=True, signer="ssh:x"), 1, (0,), (0, 1, 2, 3)),
    (Evidence(dkim="example.org", signer="ssh:x"), 0, (), ()),
]


@pytest.mark.parametrize(("evidence", "level", "passes", "by_word"), LEVELS)
def test_levels(evidence: Evidence, level: int, passes: tuple[int, ...], by_word: tuple[int, ...]) -> None:
    assert evidence.level == level
    assert tuple(minimum for minimum in range(4) if enough(evidence, minimum)) == passes
    assert tuple(minimum for minimum in range(4) if raisable(evidence, minimum, True)) == by_word
    without = tuple(minimum for minimum in range(4) if raisable(evidence, minimum, False))
    assert without == tuple(one for one in by_word if one < 2 or evidence.dkim)


def test_a_word_adds_what_its_mail_proves_and_never_a_signature() -> None:
    word = Evidence(True, True, dkim="example.org", signer="ssh:x")
    assert together(Evidence(sender=True), word) == Evidence(True, True, "example.org", confirmed=True)
    assert together(Evidence(token=True, signer="ssh:y"), BOTH).signer == "ssh:y"
    assert together(Evidence(sender=True), word).level == 2


WORDS = [
    (BOTH, "1 token sender"),
    (
        Evidence(True, True, "example.org", "ssh:SHA256:abc", True),
        "3 token sender dkim confirmed ssh:SHA256:abc",
    ),
    (NOTHING, "0"),
]


@pytest.mark.parametrize(("evidence", "words"), WORDS)
def test_what_is_recorded_names_nobody(evidence: Evidence, words: str) -> None:
    assert evidence.words() == words


# ---- signatures by a key

needs_ssh = pytest.mark.skipif(not shutil.which("ssh-keygen"), reason="ssh-keygen is not installed")
BLOCK = ("-----BEGIN ORDERS winter T1 kii-----", "TOKEN ABCD", "", "place oda in ise", "-----END ORDERS-----")


def new_key(folder: Path, name: str = "key") -> Path:
    path = folder / name
    command = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "anna", "-f", str(path)]
    subprocess.run(command, check=True)
    return path


def armour(key: Path, text: bytes, namespace: str = "bugyo-order") -> str:
    command = ["ssh-keygen", "-q", "-Y", "sign", "-n", namespace, "-f", str(key)]
    return subprocess.run(command, input=text, capture_output=True, check=True).stdout.decode()


TEXT = "".join(f"{line}\n" for line in BLOCK).encode()
SIGNED = [
    ("as saved", TEXT, BLOCK, True),
    ("the mail program has added blanks", TEXT, tuple(f"{line}  " for line in BLOCK), True),
    ("the file has no last line break", TEXT.rstrip(), BLOCK, True),
    ("a file on Windows", TEXT.replace(b"\n", b"\r\n"), BLOCK, True),
    (
        "blanks that were signed",
        TEXT.replace(b"ise", b"ise "),
        tuple(line.replace("ise", "ise ") for line in BLOCK),
        True,
    ),
    ("another order", TEXT, tuple(line.replace("oda", "mori") for line in BLOCK), False),
    ("another turn", TEXT, tuple(line.replace("T1", "T2") for line in BLOCK), False),
    ("a line more", TEXT, (*BLOCK[:-1], "pass", BLOCK[-1]), False),
    ("lines in another order", TEXT, BLOCK[::-1], False),
]


@needs_ssh
@pytest.mark.parametrize(("case", "signed", "mailed", "fits"), SIGNED, ids=[row[0] for row in SIGNED])
def test_a_signature_is_for_the_lines_of_its_block(
    tmp_path: Path, case: str, signed: bytes, mailed: tuple[str, ...], fits: bool
) -> None:
    key = new_key(tmp_path)
    public = key.with_suffix(".pub").read_text()
    proof, why = proof_of(Signed(armour(key, signed), mailed), [" ".join(public.split()[:2])])
    assert (proof is not None and proof.mark().startswith("ssh:SHA256:")) == fits
    assert bool(why) != fits


@needs_ssh
def test_a_signature_for_something_else_or_by_another_key_does_not_count(tmp_path: Path) -> None:
    mine, other = new_key(tmp_path, "mine"), new_key(tmp_path, "other")
    keys = [" ".join(mine.with_suffix(".pub").read_text().split()[:2])]
    assert proof_of(Signed(armour(mine, TEXT, "git"), BLOCK), keys)[0] is None
    assert proof_of(Signed(armour(other, TEXT), BLOCK), keys)[0] is None
    assert proof_of(Signed("rubbish", BLOCK), keys)[0] is None
    assert proof_of(None, keys) == (None, "the mail has no personal signature of its block")
    assert proof_of(Signed(armour(mine, TEXT), BLOCK), []) == (None, "no key is registered for the sender")


INLINE, ATTACHED = "inline", "attached"


@needs_ssh
@pytest.mark.parametrize("how", [INLINE, ATTACHED])
def test_the_signature_is_found_below_the_block_or_attached(tmp_path: Path, how: str) -> None:
    key = new_key(tmp_path)
    made, text = armour(key, TEXT), TEXT.decode()
    head = "From: anna@example.org\nMIME-Version: 1.0\n"
    if how == INLINE:
        raw = f"{head}Content-Type: text/plain\n\nHello!\n{text}\n{made}-- \nAnna\n"
    else:
        raw = (
            f"{head}Content-Type: multipart/mixed; boundary=b\n\n"
            f"--b\nContent-Type: text/plain\n\n{text}\n"
            "--b\nContent-Type: application/octet-stream\n"
            "Content-Disposition: attachment; filename=orders.txt.sig\n\n"
            f"{made}\n--b--\n"
        )
    read = read_mail(raw.encode())
    assert read.signed is not None
    assert [line.text for line in read.lines if line.kind == "order"] == ["place oda in ise"]
    keys = [" ".join(key.with_suffix(".pub").read_text().split()[:2])]
    proof, _why = proof_of(read.signed, keys)
    assert proof is not None
    assert proof.mark().startswith("ssh:SHA256:")


def test_keys_belong_to_an_address(tmp_path: Path) -> None:
    record = Record(tmp_path / "store.db")
    line = "ssh-ed25519 " + "A" * 68
    register_key(record, "Anna@example.org", f"{line} anna@laptop\n")
    register_key(record, "anna@example.org", line)
    assert keys_of(record, "anna@EXAMPLE.org") == [line]
    assert keys_of(record, "bela@example.org") == []
    with pytest.raises(NotAKey, match=r"no public key of ssh"):
        register_key(record, "anna@example.org", "-----BEGIN OPENSSH PRIVATE KEY-----")
    forget_keys(record, "anna@example.org")
    assert keys_of(record, "anna@example.org") == []
    record.close()
