"""The page that checks a bundle: zip files that are not what they seem, heads of elsewhere."""

from __future__ import annotations

import hashlib
import io
import struct
import zipfile
from base64 import b64decode, b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.browser.checked import Check, checked
from tests.browser.conftest import Open
from tests.bundle.lanes import short_game
from tests.bundle.maker import (
    KEY,
    MAIL,
    OTHER_KEY,
    Maker,
    Members,
    Secret,
    h,
    public_bytes,
    signed_again,
    small_game,
    zipped,
)
from tests.pace import rounds

ROUNDS = 270
"""What 10,000 events may take: two seconds of a processor that does nothing else."""

OTHER_MAIL = f"mails/{'0' * 64}.eml"

Made = Callable[[], bytes]


def good() -> Members:
    return small_game(2).bundle()


def written(found: Members, change: Callable[[zipfile.ZipFile], object]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, raw in found.items():
            archive.writestr(name, raw)
        change(archive)
    return out.getvalue()


# --- zip files ---


def with_flag(place: int, mask: int) -> bytes:
    """One flag of the first member, in both of its headers."""
    raw = bytearray(zipped(good()))
    for at in (place, raw.index(b"PK\x01\x02") + place + 2):
        raw[at] |= mask
    return bytes(raw)


def with_method(method: int) -> bytes:
    raw = bytearray(zipped(good()))
    for at in (8, raw.index(b"PK\x01\x02") + 10):
        raw[at : at + 2] = struct.pack("<H", method)
    return bytes(raw)


def with_other_local_name() -> bytes:
    raw = zipped(good())
    return raw.replace(b"manifest.json", b"manifest.jsOn", 1)


class Stream(io.BytesIO):
    """A file that a zip writer cannot go back in: it writes sizes behind the members."""

    def seek(self, *_: object) -> int:
        raise OSError


def with_descriptors() -> bytes:
    out = Stream()
    with zipfile.ZipFile(out, "w") as archive:
        for name, raw in good().items():
            archive.writestr(name, raw)
    return out.getvalue()


def with_comment(archive: zipfile.ZipFile) -> None:
    archive.comment = b"PK"


def with_zip64() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, raw in good().items():
            with archive.open(name, "w", force_zip64=True) as member:
                member.write(raw)
    return out.getvalue()


ODD: list[tuple[str, Made, str]] = [
    ("bytes before", lambda: b"x" + zipped(good()), "zip"),
    ("another archive before", lambda: zipped(small_game().bundle()) + zipped(good()), "zip"),
    ("bytes behind", lambda: zipped(good()) + b"x", "zip"),
    ("bytes between", lambda: zipped(good()).replace(b"PK\x01\x02", b"\0PK\x01\x02", 1), "zip"),
    ("cut", lambda: zipped(good())[:-5], "zip"),
    ("nothing but its beginning", lambda: b"PK\x03\x04", "zip"),
    ("a name twice", lambda: written(good(), lambda z: z.writestr("key.txt", good()["key.txt"])), "zip"),
    ("a folder", lambda: written(good(), lambda z: z.writestr("mails/", b"")), "zip"),
    ("encrypted", lambda: with_flag(6, 1), "zip"),
    ("another method", lambda: with_method(12), "zip"),
    ("another name before it", with_other_local_name, "zip"),
    ("zip64", with_zip64, "zip"),
    ("descriptors", with_descriptors, "zip"),
    ("a comment", lambda: written(good(), with_comment), "zip"),
    ("a member more", lambda: zipped({**good(), "more.txt": b"x"}), "manifest"),
    ("a member more in the manifest", lambda: zipped(signed_again({**good(), "more.txt": b"x"})), "manifest"),
    ("a member less", lambda: zipped({n: r for n, r in good().items() if n != "report.md"}), "manifest"),
    ("a member altered", lambda: zipped({**good(), "report.md": b"x"}), "manifest"),
    ("no manifest", lambda: zipped({n: r for n, r in good().items() if n != "manifest.json"}), "manifest"),
    ("signed by another", lambda: zipped(signed_again(good(), OTHER_KEY)), "signature"),
    ("another key", lambda: zipped(signed_again({**good(), "key.txt": other()}, OTHER_KEY)), "key"),
    ("no signature", lambda: zipped({**good(), "manifest.sig": b""}), "signature"),
    ("no checkpoint", lambda: zipped(signed_again({**good(), "checkpoint.txt": b"x"})), "checkpoint"),
    ("mail under another name", lambda: zipped(signed_again({**good(), OTHER_MAIL: b"x"})), "mails"),
]  # fmt: skip


def other() -> bytes:
    return public_bytes(OTHER_KEY).hex().encode() + b"\n"


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize(("what", "made", "row"), ODD, ids=[what for what, _, _ in ODD])
def test_an_odd_bundle_is_refused_with_a_sentence(check: Check, what: str, made: Made, row: str) -> None:
    said = check(made())
    assert (said.status, said.fault()[0]) == ("fails", row)
    assert said.rows[row][1].endswith((".", "unpack something else."))


@pytest.mark.soak
@pytest.mark.parametrize("compression", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_members_are_stored_or_deflated(check: Check, compression: int) -> None:
    assert check(zipped(good(), compression)).status == "holds"


@pytest.mark.soak
def test_a_bundle_may_hold_this_page(check: Check) -> None:
    """Those of before hold none."""
    assert check(zipped(signed_again({**good(), "check.html": b"<!doctype html>"}))).status == "holds"


@pytest.mark.soak
def test_mails_that_are_named_and_not_here_are_not_shown(check: Check) -> None:
    maker = small_game()
    lines, missing = maker.lines(), hashlib.sha256(b"another").hexdigest()
    for line, name in ((lines[2], hashlib.sha256(MAIL).hexdigest()), (lines[4], missing)):
        line["public"]["act"] = {"cause": "mail", "reference": f"{name}:1"}
    said = check(zipped(maker.bundle(maker.chained(lines))))
    assert (said.status, said.rows["mails"][0]) == ("holds", "unshown")
    assert said.rows["mails"][1].startswith("1 mail has the digest that it is named by; 1 that")


@pytest.mark.soak
@pytest.mark.parametrize("raw", [b"", b"\n", b"{}", b"\0" * 1000, b"{}\n" * 9, "né".encode("latin-1")])
def test_what_is_no_record_at_all_gets_a_sentence(check: Check, raw: bytes) -> None:
    said = check(raw)
    assert (said.status, said.fault()[0]) == ("fails", "lines")
    assert "does not know" not in said.verdict


# --- keys and heads from elsewhere ---


def checkpoint(found: Members) -> str:
    return found["checkpoint.txt"].decode()


def receipt(found: Members, key: object = KEY, head: str = "") -> str:
    """A receipt as a mail quotes it, with a head that another seat has seen."""
    head = head or checkpoint_head(found)
    last = checkpoint(found).splitlines()[1]
    fields = ("spring", "hojo", "4", "-", last, bytes.fromhex(head), "date", bytes.fromhex(head))
    signature = b64encode(KEY.sign(h("bugyo/2/receipt", *fields)) if key is KEY else bytes(64)).decode()
    lines = ("-----BEGIN RECEIPT spring hojo 4-----", "MAIL -", f"HEAD {last} {head}", f"SEEN date {head}",
             f"SIGNATURE {signature[:40]}", signature[40:], "-----END RECEIPT-----")  # fmt: skip
    return "".join(f"> {line}\r\n" for line in lines)


def checkpoint_head(found: Members) -> str:
    return b64decode(checkpoint(found).splitlines()[2]).hex()


@pytest.mark.soak
def test_a_key_that_was_only_read_is_told_from_one_that_was_given(check: Check) -> None:
    raw, key = zipped(good()), public_bytes(KEY).hex()
    assert "only read from the record itself" in check(raw).verdict
    assert check(raw).rows["given"][0] == "unshown"
    for given in (key, f"\n {key}\n", f"Referee key\nEd25519 {key}: what every receipt is signed with."):
        said = check(raw, given)
        assert (said.status, said.rows["given"][0]) == ("holds", "holds")
        assert said.verdict.endswith("The key is the one that you gave.")


@pytest.mark.soak
def test_another_key_is_a_fault(check: Check) -> None:
    key = public_bytes(OTHER_KEY).hex()
    for given in (key, f"Ed25519 {key}: what every receipt is signed with."):
        assert check(zipped(good()), given).fault() == ("given", 1)
    assert check(zipped(good()), "hello").rows["given"][0] == "unshown"


@pytest.mark.soak
def test_a_head_of_a_mail_stands_in_the_chain_or_is_a_fault(check: Check) -> None:
    found = good()
    for given in (checkpoint(found), f"Dear all,\r\n\r\n{receipt(found)}\r\nBye", checkpoint_head(found)):
        said = check(zipped(found), given)
        assert (said.status, said.rows["given"][0]) == ("holds", "holds")
        assert "A head that you gave stands in its chain" in said.verdict
    assert check(zipped(found), receipt(found, head="22" * 32)).fault() == ("given", 0)
    assert check(zipped(found), checkpoint(small_game(3).bundle())).fault() == ("given", 0)


@pytest.mark.soak
def test_an_opening_that_is_not_the_first_of_its_key_is_noted(check: Check) -> None:
    game = short_game()
    game.entries[0].update(opening=3, before="33" * 32)
    said = check(zipped(game.bundle()))
    assert said.status == "holds"
    assert (
        f"It is opening 3 of this key. The one before it has the event 1 with the digest {'33' * 32}."
        in said.notes
    )


@pytest.mark.soak
def test_a_receipt_that_the_key_has_not_signed_proves_nothing(check: Check) -> None:
    said = check(zipped(good()), receipt(good(), key=None, head="22" * 32))
    assert (said.status, said.rows["given"][0]) == ("holds", "unshown")
    assert "this record was written anew under another key" in said.rows["given"][1]
    assert "only read from the record itself" in said.verdict


@pytest.mark.soak
def test_a_browser_without_ed25519_says_so(opened: Open, check_file: Path) -> None:
    page = opened(check_file, "")
    page.evaluate("() => { crypto.subtle.importKey = () => Promise.reject(new Error('none')); }")
    said = checked(page, zipped(good()))
    assert said.status == "holds"
    assert said.verdict.startswith("What could be checked here holds; signatures were not checked")
    for row in ("signature", "checkpoint"):
        assert said.rows[row][:2] == ("unchecked", "Signatures: not checked, this browser lacks Ed25519.")


@pytest.mark.soak
def test_a_key_of_small_order_signs_nothing(check: Check) -> None:
    """With the neutral point as key, S = 0 and the neutral point as R hold for every text."""
    neutral = "01" + "00" * 31
    maker = small_game()
    maker.entries[0]["key"] = neutral
    found = maker.bundle()
    found["key.txt"] = f"{neutral}\n".encode()
    lines = found["checkpoint.txt"].decode().split("\n")
    mark = hashlib.sha256(b"bugyo\n\x01" + bytes.fromhex(neutral)).digest()[:4]
    nothing = bytes.fromhex(neutral) + bytes(32)
    found["checkpoint.txt"] = "\n".join(
        [*lines[:4], f"— bugyo {b64encode(mark + nothing).decode()}", ""]
    ).encode()
    found = signed_again(found)
    found["manifest.sig"] = f"{nothing.hex()}\n".encode()
    said = check(zipped(found))
    assert [said.rows[name][0] for name in ("signature", "checkpoint")] == ["unchecked", "unchecked"]
    assert "anybody can have made" in said.rows["signature"][1]


# --- how long it takes ---


@pytest.mark.soak
def test_ten_thousand_events_take_little(opened: Open, check_file: Path) -> None:
    """Of the processor: what else runs on this machine is not counted."""
    page, raw = opened(check_file, ""), long_game()
    meter = page.context.new_cdp_session(page)
    meter.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.evaluate(
        "(raw) => { window.raws = Uint8Array.from(atob(raw), (sign) => sign.charCodeAt(0)); }", encoded(raw)
    )
    before = used(meter)
    found = page.evaluate(
        "async () => (({ status, throws }) => [status, throws.length])(await bugyoCheck.check(raws))"
    )
    assert found == ["holds", 3_331]
    assert rounds(used(meter) - before) < ROUNDS


def long_game() -> bytes:
    maker = Maker(2, "public", cells=3_400)
    maker.fact({"name": "begun"}, then=("march",))
    while len(maker.entries) < 9_999:
        maker.order(
            "date" if len(maker.entries) % 2 else "hojo", {"march": ["1206", "1205"], "unit": "Guard"}
        )
        maker.throw("combat 1206", 10, count=3)
        maker.fact({"name": "marched", "cards": Secret(["a", 3], ["date"]), "from": "1206", "to": "1205"})
    return zipped(maker.bundle(), zipfile.ZIP_DEFLATED)


def encoded(raw: bytes) -> str:
    return b64encode(raw).decode()


def used(meter: Any) -> float:
    """Seconds that the page has used of the processor."""
    metrics = meter.send("Performance.getMetrics")["metrics"]
    return float(next(one["value"] for one in metrics if one["name"] == "ProcessTime"))
