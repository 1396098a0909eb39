"""The verifier against valid bundles, and against everybody who alters one."""

import io
import itertools
import json
import random
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from referee.bundle import verify as module
from referee.bundle.verify import Report, main, verify
from referee.bundle.verify_signed import ORDER, is_signed, point
from referee.bundle.writing import whole_verifier
from tests.bundle.inside import bits, flipped, rearranged, remembered, verified
from tests.bundle.maker import (
    KEY,
    OTHER_KEY,
    Maker,
    Members,
    Secret,
    canonical,
    public_bytes,
    signed_again,
    small_game,
    zipped,
)

Lines = list[dict[str, Any]]
SCRIPT = Path(module.__file__)


def judged(members: Members) -> Report:
    return verify(zipped(members))


def lines_of(members: Members) -> list[bytes]:
    return members["game.jsonl"].splitlines(keepends=True)


# --- what holds ---


@pytest.mark.parametrize("level", [0, 1, 2, 3])
@pytest.mark.parametrize("viewer", ["public", "date", "hojo", "referee"])
@pytest.mark.parametrize("over", [True, False])
def test_a_valid_bundle_holds(level: int, viewer: str, over: bool) -> None:
    report = judged(small_game(level, viewer, over).bundle())
    assert report == Report(True, None, None, "", report.lines)
    assert not [line for line in report.lines if line.startswith("fails")]


@pytest.mark.parametrize(
    ("viewer", "over", "said"),
    [
        ("public", True, "5 checked, 0 still sealed; "),
        ("public", False, "4 checked, 1 still sealed; "),
        ("hojo", False, "4 checked, 1 still sealed; "),
        ("referee", False, "5 checked, 0 still sealed; "),
    ],
)
def test_it_says_how_many_throws_it_checked(viewer: str, over: bool, said: str) -> None:
    report = judged(small_game(3, viewer, over).bundle())
    assert [line for line in report.lines if line.startswith(f"holds: 7 throws: {said}")]


def test_the_largest_numbers_and_long_digits_in_texts_hold() -> None:
    maker = small_game()
    find(maker, "fact", 1)["note"] = [(1 << 64) - 1, -(1 << 63), "9" * 30, {"9" * 30: 0}]
    assert judged(maker.bundle()).why == ""


def test_a_bare_export_holds_without_signatures() -> None:
    report = verify(small_game().bundle()["game.jsonl"])
    assert report.ok
    assert not [line for line in report.lines if "manifest" in line or "checkpoint" in line]


def test_a_game_without_facts_is_not_over_and_keeps_its_seals() -> None:
    maker = Maker()
    maker.throw("card", 5, secret=True)
    assert "0 checked, 1 still sealed" in "".join(judged(maker.bundle()).lines)


# --- signatures (RFC 8032, section 7.1) ---

RFC_8032 = [
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
        "d25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c"
        "387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc659"
        "4a7c15e9716ed28dc027beceea1ec40a",
    ),
]


@pytest.mark.parametrize(("key", "message", "signature"), RFC_8032)
def test_the_vectors_of_rfc_8032_hold_and_nothing_near_them(key: str, message: str, signature: str) -> None:
    k, m, s = bytes.fromhex(key), bytes.fromhex(message), bytes.fromhex(signature)
    assert is_signed(k, m, s)
    for bit in range(0, 512, 7):
        assert not is_signed(k, m, flipped(s, bit))
    for bit in range(0, 256, 5):
        assert not is_signed(flipped(k, bit), m, s)
    assert not is_signed(k, m + b"\0", s)
    assert not is_signed(k, m, s[:-1])
    assert not is_signed(k, m, s + b"\0")
    assert not is_signed(k[:-1], m, s)
    larger = int.from_bytes(s[32:], "little") + ORDER
    assert not is_signed(k, m, s[:32] + larger.to_bytes(32, "little"))  # S not below L


def test_what_another_program_signs_holds() -> None:
    chance = random.Random(8032)
    for size in range(30):
        key, message = Ed25519PrivateKey.from_private_bytes(chance.randbytes(32)), chance.randbytes(size)
        assert is_signed(public_bytes(key), message, key.sign(message))
        assert not is_signed(public_bytes(KEY), message, key.sign(message))


P = 2**255 - 19


@pytest.mark.parametrize("y", [1, P - 1, 0, P, P + 1, 2**255 - 1, 2, 7])
@pytest.mark.parametrize("sign", [0, 1])
def test_keys_and_signatures_have_one_proper_encoding(y: int, sign: int) -> None:
    key = (y | sign << 255).to_bytes(32, "little")
    improper = y >= P or (y in (1, P - 1) and sign == 1) or y in (2, 7)
    assert (point(key) is None) == improper
    for r in (key, (1).to_bytes(32, "little"), (P + 1).to_bytes(32, "little")):
        assert not (is_signed(key, b"any", r + bytes(32)) and (improper or r != key))


# --- bits, lines and members ---


def flip_everywhere(level: int, step: int, small: int) -> None:
    """Every `step`-th bit of each member, and all of those with at most `small` bytes; nothing is zipped."""
    members = small_game(level).bundle()
    with remembered(members["game.jsonl"]):
        for name, bit in bits(members, step, small):
            report = verified({**members, name: flipped(members[name], bit)})
            named = {"manifest.json", "manifest.sig", name} if name.startswith("manifest") else {name}
            assert not report.ok, (name, bit)
            assert report.member in named or name == "manifest.json", (name, bit, report)


def flip_bare(level: int, step: int) -> None:
    """Every `step`-th bit of the game alone, where there is no manifest to find it."""
    raw = small_game(level).bundle()["game.jsonl"]
    ends = [*itertools.accumulate(len(line) for line in raw.splitlines(keepends=True))]
    with remembered(raw):
        for bit in range(level % step, 8 * len(raw), step):
            report = verify(flipped(raw, bit))
            line = sum(end <= bit // 8 for end in ends)
            assert not report.ok, (bit, report)
            assert not line or report.position in (line, line + 1) or bit // 8 + 1 in ends, (bit, report)


def test_a_flipped_bit_is_found_and_named() -> None:
    flip_everywhere(1, 307, 0)
    flip_everywhere(3, 601, 0)
    flip_bare(1, 113)
    flip_bare(2, 293)


@pytest.mark.soak
@pytest.mark.parametrize(("level", "step"), [(1, 9), (2, 23), (3, 23)])
def test_the_flipped_bits_of_a_small_game_are_found_and_named(level: int, step: int) -> None:
    """Of the bare game, which no manifest covers: at level 1 every ninth bit, else every 23rd. Of the
    members of a bundle a sample; `test_flips.py` changes far more, for both verifiers."""
    flip_everywhere(level, 31, 0)
    flip_bare(level, step)


@pytest.mark.parametrize("every", [7, pytest.param(1, marks=pytest.mark.soak)])
@pytest.mark.parametrize("level", [1, 3])
def test_every_rearranged_line_is_found_at_its_place(level: int, every: int) -> None:
    """Of all ways to rearrange them one in so many."""
    lines = lines_of(small_game(level).bundle())
    assert verify(b"".join(lines)).ok
    with remembered(b"".join(lines)):
        for first, altered in itertools.islice(rearranged(lines), 0, None, every):
            report = verify(b"".join(altered))
            assert not report.ok
            assert report.position == first, (first, report)


def test_every_truncation_of_the_zip_is_refused_without_a_traceback() -> None:
    raw = zipped(small_game().bundle(), zipfile.ZIP_DEFLATED)
    assert verify(raw).ok
    for size in range(0, len(raw), 7):
        report = verify(raw[:size])
        assert not report.ok
        assert not report.readable


def test_a_member_too_many_or_too_few_is_named() -> None:
    members = small_game().bundle()
    assert judged({**members, "extra.txt": b""}).member == "extra.txt"
    for name in members:
        report = judged({other: raw for other, raw in members.items() if other != name})
        assert (report.ok, report.member) == (False, name)


@pytest.mark.parametrize("name", ["mails/" + "0" * 64 + ".eml", "mails/note.txt"])
def test_a_mail_under_another_name_is_named_though_it_is_signed(name: str) -> None:
    report = judged(signed_again({**small_game().bundle(), name: b"another mail"}))
    assert report.member == name


def test_another_key_is_named_though_all_is_signed_with_it() -> None:
    maker = small_game()
    maker.key = OTHER_KEY
    report = judged(maker.bundle())  # the opening event still names the first key
    assert (report.member, report.why) == ("key.txt", "it is not the key that the opening event names")
    members = signed_again(small_game().bundle(), OTHER_KEY)
    assert judged(members).member == "manifest.sig"


def test_a_chain_made_again_with_the_old_signatures_fails() -> None:
    honest, other = small_game(), small_game()
    weather = next(entry for entry in other.entries if entry["type"] == "fact" and "then" in entry)
    weather["event"]["name"] = "begun otherwise"
    old, new = honest.bundle(), other.bundle()
    assert judged(new).ok
    game = {"game.jsonl": new["game.jsonl"]}
    assert judged({**old, **game}).member == "game.jsonl"
    assert judged({**new, "manifest.sig": old["manifest.sig"]}).member == "manifest.sig"
    assert judged(signed_again({**old, **game})).member == "checkpoint.txt"
    manifest = {**signed_again({**old, **game}, OTHER_KEY), "manifest.sig": old["manifest.sig"]}
    assert judged(manifest).member == "manifest.sig"


@pytest.mark.parametrize(
    "altered",
    [
        lambda raw: raw.replace(b"\n\n", b"\n"),
        lambda raw: raw[:-1],
        lambda raw: raw + b"note\n",
        lambda raw: raw[: raw.index(b"\n\n") + 2],
        lambda raw: re.sub(b"\\A([^\n]*\n)[0-9]+", b"\\g<1>3", raw),
        lambda raw: re.sub("— bugyo [^\n]*\n".encode(), b"", raw),
        lambda raw: raw.replace(b" bugyo ", b" bugyo2 "),
        lambda raw: raw.replace("—".encode(), b"-"),
        lambda raw: raw.replace(b"=\n", b"\n"),
        lambda raw: b"",
    ],
)
def test_a_checkpoint_out_of_form_is_named(altered: Callable[[bytes], bytes]) -> None:
    members = small_game().bundle()
    changed = altered(members["checkpoint.txt"])
    assert changed != members["checkpoint.txt"]
    assert judged(signed_again({**members, "checkpoint.txt": changed})).member == "checkpoint.txt"


# --- what is no proper zip ---


def test_a_name_twice_a_folder_a_link_and_rare_packing_are_named() -> None:
    members = small_game().bundle()
    link = zipfile.ZipInfo("link")
    link.external_attr = 0o120777 << 16
    rare = zipfile.ZipInfo("rare")
    rare.compress_type = zipfile.ZIP_BZIP2
    for name in ("key.txt", "mails/", "../key.txt", "/key.txt", "a\\b", link, rare):
        out = io.BytesIO(zipped(members))
        with zipfile.ZipFile(out, "a") as archive:
            if name == "key.txt":
                with pytest.warns(UserWarning, match="Duplicate name"):
                    archive.writestr(name, members["key.txt"])
            else:
                archive.writestr(name, b"x")
        report = verify(out.getvalue())
        assert report.readable
        assert report.member == (name.filename if isinstance(name, zipfile.ZipInfo) else name)


def test_a_bomb_and_a_giant_are_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = zipped({**small_game().bundle(), "bomb": bytes(3 << 20)}, zipfile.ZIP_DEFLATED)
    monkeypatch.setattr(module, "MOST_UNPACKED", 2 << 20)
    assert not verify(raw).readable
    monkeypatch.setattr(module, "MOST_BYTES", 1000)
    assert "larger" in verify(raw).why


def test_a_member_whose_size_is_a_lie_is_named() -> None:
    raw = bytearray(zipped({"a": bytes(1 << 20)}, zipfile.ZIP_DEFLATED))
    central = raw.rindex(b"PK\1\2")
    raw[central + 24 : central + 28] = (10).to_bytes(4, "little")
    report = verify(bytes(raw))
    assert (report.readable, report.member) == (True, "a")


# --- lines out of form ---

NOT_CANONICAL = [
    (b'"position":3', b'"position": 3'),
    (b'"position":3', b'"position":3.0'),
    (b'"position":3', b'"position":3e0'),
    (b'"position":3', b'"position":NaN'),
    (b'"position":3', b'"position":-0'),
    (b'"position":3', b'"position":3,"position":3'),
    (b'"position":3', b'"position":"3"'),
    (b'"position":3', b'"position":true'),
    (b'"position":3', b'"position":-3'),
    (b'"position":3', b'"position":null'),
    (b'"position":3', b'"position":' + b"9" * 5000),
    (b'"position":3', b'"position":' + b"[" * 100_000),
    (b'"position":3', b'"position":' + b"[" * 900 + b"]" * 900),
    (b'"type":"joined"', b'"type":"\\u006aoined"'),
    (b'"type":"joined"', b'"type":"\\ud800"'),
    (b'"type":"joined"', b'"type":"\xff"'),
    (b'"type":"joined"', b'"type":"\xed\xa0\x80"'),
    (b'"seat":"hojo","type":"joined"', b'"type":"joined","seat":"hojo"'),
    (b"}\n", b"}\r\n"),
    (b'{"digest"', b'\xef\xbb\xbf{"digest"'),
    (b'{"digest"', b' {"digest"'),
    (b'{"digest"', b'[{"digest"'),
    (b'"digest":"', b'"digest":"0'),
    (b'"openings":[]', b'"openings":{}'),
    (b'"openings":[]', b'"openings":[],"more":1'),
    (b'"act":{', b'"act":{"zeal":1,'),
    (b'"at":17', b'"also":1,"at":17'),
    (b'"cause":"mail"', b'"cause":1'),
]


@pytest.mark.parametrize(("was", "becomes"), NOT_CANONICAL)
def test_a_line_out_of_form_is_named(was: bytes, becomes: bytes) -> None:
    lines = lines_of(small_game().bundle())
    assert was in lines[3]
    lines[3] = lines[3].replace(was, becomes, 1)
    report = verify(b"".join(lines))
    assert (report.readable, report.position, report.member) == (True, 3, "game.jsonl")


HEADERS: list[tuple[str, object]] = [
    ("format", "bugyo/2"),
    ("events", 16),
    ("events", "17"),
    ("events", True),
    ("head", "0" * 64),
    ("head", "A" * 64),
    ("viewer", "nobody"),
    ("viewer", 1),
    ("title", "other"),
    ("game", "other"),
    ("data", []),
    ("data", {"hexes.csv": 1}),
    ("more", 1),
]


@pytest.mark.parametrize(("key", "value"), HEADERS)
def test_a_false_header_is_named(key: str, value: object) -> None:
    lines = lines_of(small_game().bundle())
    lines[0] = canonical({**json.loads(lines[0]), key: value}) + b"\n"
    report = verify(b"".join(lines))
    assert (report.ok, report.member) == (False, "game.jsonl")


@pytest.mark.parametrize("length", [0, 1, 15, 16, 17, 31, 32, 255, 256, 65535, 65536])
def test_the_data_set_is_named_by_its_shortest_messagepack(length: int) -> None:
    maker = Maker()
    maker.data = {"n" * min(length, 300): "ō" * (length // 2) + "x" * (length % 2)}
    maker.data |= {f"{nth}": "" for nth in range(min(length, 300))}
    maker.entries[0]["data"] = maker.data_name()
    assert verify(maker.bundle()["game.jsonl"]).ok


# --- a dishonest referee, who signs everything again ---


def find(maker: Maker, kind: str, nth: int = 0) -> dict[str, Any]:
    return [entry for entry in maker.entries if entry["type"] == kind][nth]


def put(kind: str, nth: int, **new: Any) -> Callable[[Maker], None]:
    return lambda maker: find(maker, kind, nth).update(new)


def ask(nth: int, **new: Any) -> Callable[[Maker], None]:
    return lambda maker: find(maker, "thrown", nth).update(
        question={**find(maker, "thrown", nth)["question"], **new}
    )


def move(kind: str, nth: int, to: int) -> Callable[[Maker], None]:
    def moved(maker: Maker) -> None:
        entry = find(maker, kind, nth)
        maker.entries.remove(entry)
        maker.entries.insert(to if to >= 0 else len(maker.entries), entry)

    return moved


def drop(kind: str, nth: int) -> Callable[[Maker], None]:
    return lambda maker: maker.entries.remove(find(maker, kind, nth))


def twice(kind: str, nth: int) -> Callable[[Maker], None]:
    return lambda maker: maker.entries.insert(
        maker.entries.index(find(maker, kind, nth)) + 1, dict(find(maker, kind, nth))
    )


def cells(kind: str, nth: int, party: str, place: int) -> Callable[[Maker], None]:
    return lambda maker: find(maker, kind, nth).update(cell=maker.sheets[party][place - 1].hex())


def face(nth: int) -> Callable[[Maker], None]:
    def changed(maker: Maker) -> None:
        faces = find(maker, "thrown", nth)["faces"]
        values = faces.value if isinstance(faces, Secret) else faces
        values[0] = values[0] % 5 + 1

    return changed


def secret(nth: int, key: str, to: list[str]) -> Callable[[Maker], None]:
    return lambda maker: setattr(find(maker, "thrown", nth)[key], "to", to)


DISHONEST: list[tuple[int, Callable[[Maker], None], tuple[str, int], str]] = [
    # level, what is altered, the entry at whose position it is found, what the verifier says
    (1, cells("thrown", 1, "referee", 3), ("thrown", 1), "this is not cell 2 of 'referee', which is due"),
    (1, cells("thrown", 1, "referee", 1), ("thrown", 1), "this is not cell 2 of 'referee', which is due"),
    (1, put("thrown", 1, cell="00" * 32), ("thrown", 1), "this is not cell 2 of 'referee'"),
    (1, put("thrown", 1, cell=""), ("thrown", 1), "the cell cannot be"),
    (1, put("thrown", 1, cell="AA" * 32), ("thrown", 1), "the cell cannot be"),
    (1, twice("thrown", 0), ("thrown", 1), "question 1 is answered where 2 is due"),
    (1, drop("thrown", 0), ("thrown", 0), "question 2 is answered where 1 is due"),
    (1, ask(1, index=0), ("thrown", 1), "question 0 is answered where 2 is due"),
    (1, face(0), ("thrown", 0), "the faces are ["),
    (1, face(1), ("thrown", 1), "the faces are ["),
    (1, face(2), ("thrown", 2), "the faces are ["),
    (1, face(4), ("thrown", 4), "the faces are ["),
    (1, put("thrown", 0, faces=[True]), ("thrown", 0), "an item of the faces cannot be True"),
    (1, put("thrown", 0, faces=[1, 2]), ("thrown", 0), "the faces are [1, 2], and"),
    (1, put("thrown", 0, faces="6"), ("thrown", 0), "the faces cannot be '6'"),
    (1, ask(0, purpose="harvest"), ("thrown", 0), "the faces are ["),
    (1, ask(1, sides=9), ("thrown", 1), "the faces are ["),
    (1, ask(2, count=6), ("thrown", 2), "6 cannot be drawn of 5"),
    (1, ask(0, sides=0), ("thrown", 0), "sides cannot be 0"),
    (1, ask(0, sides=2**32 + 1), ("thrown", 0), "sides cannot be 4294967297"),
    (1, ask(0, count=10_001), ("thrown", 0), "count cannot be 10001"),
    (1, ask(0, count=0), ("thrown", 0), "count cannot be 0"),
    (1, put("thrown", 0, real=True), ("thrown", 0), "real dice do not belong"),
    (1, ask(0, count=True), ("thrown", 0), "count cannot be True"),
    (1, ask(0, clock=1), ("thrown", 0), "'clock' is missing in question, or does not belong there"),
    (1, ask(0, secret=True), ("thrown", 0), "the faces must be sealed from everybody"),
    (1, ask(2, secret=False), ("thrown", 2), "the faces must be open to everybody"),
    (1, secret(2, "faces", ["date"]), ("thrown", 2), "the faces must be sealed from everybody"),
    (1, secret(2, "cell", ["date"]), ("thrown", 2), "the cell must be sealed from everybody"),
    (
        1,
        move("sheet-committed", 0, -1),
        ("joined", 0),
        "the referee's first sheet does not follow the opening",
    ),
    (
        1,
        move("sheet-committed", 0, 2),
        ("joined", 0),
        "the referee's first sheet does not follow the opening",
    ),
    (
        1,
        move("sheet-committed", 1, -1),
        ("thrown", 3),
        "'referee' uses cell 4, and has committed 3",
    ),
    (1, put("sheet-committed", 1, sheet=3), ("sheet-committed", 1), "is empty, or sheet 2 is due"),
    (1, put("sheet-committed", 1, cells=[]), ("sheet-committed", 1), "is empty, or sheet 2 is due"),
    (1, put("sheet-committed", 1, party="umpire"), ("sheet-committed", 1), "'umpire' is no party"),
    (1, put("joined", 0, phrase="the heron flies"), ("thrown", 0), "the faces are ["),
    (1, put("joined", 1, seat="nobody"), ("joined", 1), "'nobody' has joined, or is no seat here"),
    (1, move("joined", 1, -1), ("thrown", 0), "a seat has not joined before this throw"),
    (1, drop("joined", 0), ("thrown", 0), "a seat has not joined before this throw"),
    (1, twice("joined", 0), ("joined", 1), "'hojo' has joined, or is no seat here"),
    (1, put("ordered", 0, seat="nobody"), ("ordered", 0), "'nobody' is no seat of this game"),
    (
        1,
        put("opened", 0, seats=[{"seat": "witness", "person": "x"}]),
        ("opened", 0),
        "seat cannot be 'witness'",
    ),
    (
        1,
        put("opened", 0, seats=[{"seat": "a", "person": "x"}] * 2),
        ("opened", 0),
        "a seat stands there twice",
    ),
    (1, put("fact", 1, cards=Secret(1, ["nobody"])), ("fact", 1), "is sealed to others than seats"),
    (1, put("fact", 1, note={"a/b": 1}), ("fact", 1), "there is a slash in the key"),
    (1, put("fact", 1, note=1 << 64), ("fact", 1), "a number is too large"),
    (1, put("fact", 1, note=-(1 << 63) - 1), ("fact", 1), "a number is too large"),
    (1, put("ordered", 0, order={"march": ["1206"]}), ("thrown", 1), "the faces are ["),
    (1, put("ordered", 0, seat="hojo"), ("thrown", 1), "the faces are ["),
    (1, put("ordered", 0, order=[]), ("ordered", 0), "order cannot be []"),
    (1, put("ordered", 1, order={"bid": 20}), ("thrown", 1), "the faces are ["),
    (1, put("ordered", 1, order=Secret({"bid": 20}, ["date"])), ("ordered", 1), "an order is sealed whole"),
    (1, put("ordered", 1, order=Secret({"bid": 20}, [])), ("ordered", 1), "an order is sealed whole"),
    (1, put("ordered", 1, order={"bid": Secret(20, ["hojo"])}), ("ordered", 1), "an order is sealed whole"),
    (1, put("ordered", 0, order=Secret({}, ["date"])), ("thrown", 1), "the faces are ["),
    (1, put("ordered", 0, by="bots"), ("ordered", 0), "by cannot be 'bots'"),
    (
        1,
        put("ordered", 0, by="only answer", cell="00" * 32),
        ("ordered", 0),
        "is given by 'only answer', and",
    ),
    (1, put("ordered", 0, by="only answer"), ("thrown", 1), "the faces are ["),
    (1, put("fact", 0, type="sealed"), ("sealed", 0), "type cannot be 'sealed'"),
    (1, drop("ordered", 1), ("thrown", 1), "the faces are ["),
    (1, twice("ordered", 0), ("thrown", 1), "the faces are ["),
    (1, move("ordered", 0, -1), ("thrown", 1), "the faces are ["),
    (1, twice("opened", 0), ("opened", 1), "it opens the game a second time"),
    (1, drop("opened", 0), ("sheet-committed", 0), "the first event is not the opening"),
    (1, put("opened", 0, level=4), ("opened", 0), "level cannot be 4"),
    (1, put("opened", 0, key="00"), ("opened", 0), "key cannot be '00'"),
    (1, put("opened", 0, data="00" * 32), ("opened", 0), "the data set in the header"),
    (1, put("fact", 2, done=1), ("fact", 2), "done cannot be 1"),
    (2, cells("ordered", 1, "hojo", 2), ("ordered", 1), "this is not cell 1 of 'hojo', which is due"),
    (2, cells("ordered", 2, "hojo", 1), ("ordered", 2), "this is not cell 2 of 'hojo', which is due"),
    (2, put("ordered", 1, cell=""), ("ordered", 1), "has a sheet, and the order carries no cell"),
    (2, put("ordered", 2, cell=""), ("ordered", 2), "has a sheet, and the order carries no cell"),
    (2, move("sheet-committed", 1, -1), ("ordered", 0), "'date' uses cell 1, and has committed 0"),
    (
        3,
        cells("contributed", 0, "witness", 2),
        ("contributed", 0),
        "this is not cell 1 of 'witness', which is due",
    ),
    (3, put("contributed", 0, party="referee"), ("contributed", 0), "'referee' cannot contribute"),
    (3, put("contributed", 1, index=1), ("contributed", 1), "question 1 was not asked, or"),
    (3, put("contributed", 1, index=3), ("contributed", 1), "question 3 was not asked, or"),
    (3, put("contributed", 1, party="date"), ("contributed", 1), "'date' cannot contribute"),
    (3, drop("contributed", 4), ("thrown", 4), "the witness has not contributed to question 5"),
    (3, drop("asked", 1), ("contributed", 1), "question 2 was not asked"),
    (3, twice("contributed", 1), ("contributed", 2), "the witness has contributed to it before"),
    (
        3,
        put("asked", 1, question={"rule": "8.1", "purpose": "x", "sides": 6, "index": 2}),
        ("thrown", 1),
        "the witness has not contributed to question 2 as it was asked",
    ),
    (
        3,
        put("asked", 1, question={"rule": "8.1", "purpose": "x", "sides": 6, "index": 3}),
        ("asked", 1),
        "question 3 is asked where 2 is due",
    ),
    (0, ask(1, index=1), ("thrown", 1), "question 1 is answered where 0 is due"),
    (0, put("thrown", 1, cell="00" * 32), ("thrown", 1), "a cell is opened at level 0"),
    (0, put("thrown", 1, faces=[1, 2]), ("thrown", 1), "the faces [1, 2] cannot answer the question"),
    (0, put("thrown", 1, faces=[1, 2, 11]), ("thrown", 1), "the faces [1, 2, 11] cannot answer the question"),
    (0, put("thrown", 0, faces=[0]), ("thrown", 0), "the faces [0] cannot answer the question"),
    (0, put("thrown", 0, faces="6"), ("thrown", 0), "the faces cannot be '6'"),
    (0, put("thrown", 2, faces=Secret([1, 5])), ("thrown", 2), "the faces [1, 5] cannot answer the question"),
    (0, put("opened", 0, level=1), ("fact", 0), "the referee's first sheet does not follow"),
    (
        1,
        put("opened", 0, level=0),
        ("sheet-committed", 0),
        "is no party of this game, or there are no sheets",
    ),
    (0, put("ordered", 0, type="joined", phrase="x"), ("joined", 0), "or nobody joins at level 0"),
]


@pytest.mark.parametrize(("level", "alter", "where", "why"), DISHONEST)
def test_a_dishonest_referee_is_found(
    level: int, alter: Callable[[Maker], None], where: tuple[str, int], why: str
) -> None:
    maker = small_game(level)
    alter(maker)
    report = judged(maker.bundle())
    assert not report.ok
    assert why in report.why
    found = find(maker, *where)
    assert report.position == next(n for n, entry in enumerate(maker.entries, 1) if entry is found)


OPENINGS: list[tuple[Callable[[list[dict[str, Any]]], object], str]] = [
    (lambda openings: openings.pop(), "are due"),
    (lambda openings: openings.pop(0), "are due"),
    (lambda openings: openings.reverse(), "are due"),
    (lambda openings: openings.append(openings[0]), "are due"),
    (lambda openings: openings[0].update(value=["a", 4]), "is not what was sealed"),
    (lambda openings: openings[0].update(value=["a", True]), "is not what was sealed"),
    (lambda openings: openings[0].update(salt="0" * 32), "is not what was sealed"),
    (lambda openings: openings[0].update(salt="0" * 30), "salt cannot be"),
    (lambda openings: openings[0].update(path="event/pile/0/top"), "are due"),
    (lambda openings: openings[0].update(path=1), "path cannot be 1"),
    (lambda openings: openings[0].update(more=1), "does not belong there"),
    (lambda openings: openings.insert(0, {"path": "event", "salt": "0" * 32, "value": 1}), "are due"),
]


@pytest.mark.parametrize(("alter", "why"), OPENINGS)
def test_a_false_opening_is_found(alter: Callable[[list[dict[str, Any]]], object], why: str) -> None:
    maker = small_game()
    lines = maker.lines()
    position = maker.entries.index(find(maker, "fact", 1)) + 1
    alter(lines[position - 1]["openings"])
    report = judged(maker.bundle(lines))
    assert (report.position, why in report.why) == (position, True), report.why


def test_what_is_for_the_viewer_must_be_opened_before_the_end() -> None:
    maker = small_game(1, "date", over=False)
    lines = maker.lines()
    position = maker.entries.index(find(maker, "fact", 1)) + 1
    lines[position - 1]["openings"].clear()
    report = judged(maker.bundle(lines))
    assert (report.position, "are due" in report.why) == (position, True)


SEALS: list[Callable[[dict[str, Any]], object]] = [
    lambda seal: seal.update(to="date"),
    lambda seal: seal.update(to=[1]),
    lambda seal: seal.update(more=1),
    lambda seal: seal.pop("to"),
    lambda seal: seal.update(value={"commitment": "00"}),
    lambda seal: seal.update(value={"commitment": "00" * 32, "value": 3}),
]


@pytest.mark.parametrize("alter", SEALS)
def test_a_sealed_value_out_of_form_is_found(alter: Callable[[dict[str, Any]], object]) -> None:
    maker = small_game()
    lines = maker.lines()
    position = maker.entries.index(find(maker, "fact", 1)) + 1
    alter(lines[position - 1]["public"]["entry"]["event"]["cards"])
    assert judged(maker.bundle(maker.chained(lines))).position == position


PUBLIC: list[tuple[str, object]] = [
    ("at", 0),
    ("game", "autumn"),
    ("position", 8),
    ("entry", []),
    ("entry", {"kind": 1}),
    ("act", {}),
]


@pytest.mark.parametrize(("key", "value"), PUBLIC)
def test_a_public_form_that_does_not_follow_is_found(key: str, value: object) -> None:
    maker = small_game()
    lines = maker.lines()
    lines[6]["public"][key] = value
    assert judged(maker.bundle(maker.chained(lines))).position == 7


# --- whatever the bytes ---


def junk(chance: random.Random) -> object:
    seal = {"to": [], "type": "sealed", "value": {"commitment": "00" * 32}}
    nested: list[object] = [[], [1], [[]], {}, {"type": "sealed"}, {"": {}}, seal, ["date"]]
    return chance.choice([*nested, None, True, -1, 0, 1, 2**70, "", "sealed", "00" * 32, "referee", "date"])


def places(node: Any) -> list[tuple[Any, Any]]:
    """Every container of a line with every key in it."""
    keys = list(node) if isinstance(node, dict) else range(len(node)) if isinstance(node, list) else []
    return [pair for key in keys for pair in [(node, key), *places(node[key])]]


def fuzz_values(seed: int, rounds: int) -> None:
    chance = random.Random(seed)
    for _ in range(rounds):
        maker = small_game(chance.randrange(4), chance.choice(["public", "date"]), chance.random() < 0.5)
        lines = maker.lines()
        for _ in range(chance.choice([1, 1, 3])):
            node, key = chance.choice(places(chance.choice(lines)["public"]["entry"]) or [({}, 0)])
            node[key] = junk(chance)
        assert verify(maker.export(maker.chained(lines))).readable
        header, *rest = (json.loads(line) for line in maker.export(lines).splitlines())
        node, key = chance.choice(places([header, chance.choice(rest)]))
        node[key] = junk(chance)
        verify(b"".join(canonical(line) + b"\n" for line in [header, *rest]))


def fuzz_bytes(seed: int, rounds: int) -> None:
    chance = random.Random(seed)
    raw = zipped(small_game().bundle(), zipfile.ZIP_DEFLATED)
    starts = raw.index(b"PK\1\2")
    for nth in range(rounds):
        altered = bytearray(raw)
        for _ in range(chance.choice([1, 2, 8])):
            where = chance.randrange(starts if nth % 2 else 0, len(raw))
            altered[where : where + chance.choice([0, 1, 1, 4])] = chance.randbytes(
                chance.choice([0, 1, 1, 4])
            )
        verify(bytes(altered))
        start = chance.choice([b"", b"PK\3\4", b"PK\5\6", b"{", b'{"', raw[:40]])
        report = verify(start + chance.randbytes(nth % 99))
        assert not report.ok


def test_wrong_values_give_a_verdict() -> None:
    fuzz_values(1, 80)


def test_wrong_bytes_give_a_verdict() -> None:
    fuzz_bytes(2, 200)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3, 5))
def test_many_wrong_values_and_bytes_give_a_verdict(seed: int) -> None:
    """750 games with one to three wrong values, and 3,000 bundles with up to eight wrong places, a seed."""
    fuzz_values(seed, 750)
    fuzz_bytes(seed, 3_000)


# --- as it travels ---


def test_it_runs_by_itself_and_says_how_it_ended(tmp_path: Path) -> None:
    joined = whole_verifier(SCRIPT.read_text(encoding="utf-8"))
    (tmp_path / "verify.py").write_text(joined, encoding="utf-8")
    members = small_game().bundle()
    (tmp_path / "good.zip").write_bytes(zipped(members))
    (tmp_path / "bad.zip").write_bytes(zipped({**members, "report.md": "né".encode()}))
    (tmp_path / "none.zip").write_bytes(b"PK\3\4")
    for name, code in (("good.zip", 0), ("bad.zip", 1), ("none.zip", 2), ("missing.zip", 2)):
        run = subprocess.run(
            [sys.executable, "-I", "verify.py", name],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (run.returncode, run.stderr) == (code, ""), run
    assert main([str(tmp_path / "good.zip")]) == 0


def test_what_it_prints_is_plain_ascii(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    maker = small_game()
    maker.entries[4]["type"] = "opened"
    find(maker, "ordered", 0)["seat"] = "\x1b[2J“独眼竜”"
    (tmp_path / "game.zip").write_bytes(zipped(maker.bundle()))
    assert main([str(tmp_path / "game.zip")]) == 1
    out = capsys.readouterr().out
    assert out.isascii()
    assert "\x1b" not in out


def long_game(events: int) -> Maker:
    maker = Maker(2, cells=events)
    maker.fact({"name": "begun"}, then=("all",))
    while len(maker.entries) < events:
        maker.order("date", {"march": ["1206", "1205"], "unit": "Date Guard"})
        maker.throw("combat", 10, count=3)
        maker.fact(
            {"name": "moved", "units": [{"at": "1206", "unit": "Date Guard"}], "note": Secret([1], ["date"])}
        )
    return maker


@pytest.mark.soak
def test_a_bundle_of_ten_thousand_events_verifies() -> None:
    """How long it takes is measured in `benchmarks/`."""
    assert verify(zipped(long_game(10_000).bundle(), zipfile.ZIP_DEFLATED)).ok
