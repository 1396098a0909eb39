"""The rows of the table in docs/reliability.md, in their order."""

from __future__ import annotations

from tests.faults import calls, files, full, fuzzing, jumps, kills, machine, pages, power, servers, siege
from tests.faults.campaigns import Campaign
from tests.faults.counted import tests
from tests.faults.power import Settings
from tests.record.servers import Cluster

FUZZED = {
    "mails": "any bytes as a mail",
    "orders": "any line as an order of each title",
    "scripts": "any bytes as a file of orders, or as a journal",
    "jsonl": "any bytes as an export",
    "bundles": "bytes of a bundle replaced, inserted, or any as a zip; both verifiers must agree",
}
_DISK = "tests/faults/disk.py: an SQLite VFS"

CAMPAIGNS: tuple[Campaign, ...] = (
    Campaign(
        "power",
        "power loss: unsynced writes and names lost, torn into sectors, reordered",
        _DISK,
        "images",
        200_000,
        power.campaign,
    ),
    Campaign(
        "power-off",
        "the same with synchronous=OFF",
        _DISK,
        "images",
        2_000,
        power.control(Settings(synchronous="OFF")),
        control=True,
    ),
    Campaign(
        "power-normal",
        "the same with synchronous=NORMAL",
        _DISK,
        "images",
        2_000,
        power.control(Settings(synchronous="NORMAL")),
        control=True,
    ),
    Campaign(
        "power-delete",
        "the same with journal_mode=DELETE, synchronous=FULL (SQLite's default)",
        _DISK,
        "images",
        2_000,
        power.control(Settings("DELETE", "FULL")),
        control=True,
    ),
    Campaign(
        "kill-writer",
        "`kill -9` of whoever writes the record",
        "SIGKILL within 60 ms of the first order",
        "kills",
        1_000,
        kills.writers,
    ),
    Campaign(
        "kill-desk",
        "`kill -9` of the mail desk",
        "SIGKILL within its first three mails",
        "kills",
        600,
        kills.desks,
    ),
    Campaign(
        "kill-follower",
        "`kill -9` of the read model while it follows",
        "SIGKILL within 0.3 s",
        "kills",
        400,
        kills.followers,
    ),
    Campaign(
        "together",
        "two processes write the same games at once",
        "two processes",
        "orders",
        5_000,
        kills.together,
    ),
    Campaign(
        "postgres-kill",
        "`kill -9` of every process of a PostgreSQL server while four processes write to it",
        "SIGKILL, and a start within 0.3 s",
        "kills",
        150,
        servers.ended(Cluster.kill),
    ),
    Campaign(
        "postgres-restart",
        "a PostgreSQL server is restarted in good order while four processes write to it",
        "SIGINT, and a start within 0.3 s",
        "restarts",
        75,
        servers.ended(Cluster.stop),
    ),
    Campaign(
        "postgres-writer",
        "`kill -9` of whoever writes the record on a PostgreSQL server",
        "SIGKILL within 60 ms of the first order",
        "kills",
        300,
        servers.writers,
    ),
    Campaign(
        "pages",
        "a page flipped in a bit, zeroed, misdirected or torn in half",
        "every page of a store of some 60, in turn",
        "damages",
        10_000,
        pages.campaign,
    ),
    Campaign("cut", "the store cut", "at every sector, and anywhere", "files", 4_000, pages.cut_campaign),
    Campaign(
        "exports",
        "an export or a bundle cut, or a sector of it zeroed or misdirected",
        "anywhere",
        "files",
        6_000,
        files.campaign,
    ),
    Campaign(
        "full",
        "the disk full at a write of the store, its journal, the outgoing Maildir or a backup",
        "RLIMIT_FSIZE, by 512 bytes",
        "mails and backups",
        1_000,
        full.campaign,
    ),
    Campaign(
        "calls",
        "a call of the operating system fails: each that a mail makes on its store, once or from then on",
        "strace: EIO, and ENOSPC where something is written",
        "faults",
        1_900,
        calls.campaign,
    ),
    Campaign(
        "calls-lying",
        "a page of the store is not written although the disk says so",
        "strace: the call is left out",
        "faults",
        100,
        calls.control,
        control=True,
    ),
    Campaign(
        "season",
        "mails late, doubled, reordered or lost; deaths, failing statements; rewinds, pauses, takeovers",
        "hypothesis, 40 doings each",
        "seasons",
        150,
        machine.campaign,
    ),
    Campaign(
        "siege",
        "forged, flooding, huge and half mails and requests at once, while people play",
        "tests/siege: a real `bugyo serve`, on loopback",
        "honest orders",
        200,
        siege.campaign,
    ),
    *(
        Campaign(
            f"fuzz-{name}",
            fault,
            "atheris, 60 s",
            "inputs",
            60,
            fuzzing.campaign(name),
        )
        for name, fault in FUZZED.items()
    ),
    Campaign(
        "read-only",
        "a directory that may not be written",
        "mode 0555, another user",
        "tests",
        1,
        tests("tests/faults/test_full.py::test_a_directory_that_may_not_be_written"),
    ),
    Campaign("clock", "the clock jumps by ±1 h or ±1 y", "its readings", "jumps", 1_000, jumps.campaign),
    Campaign(
        "two-desks",
        "two desks on one store, or one whose desk has died",
        "processes",
        "tests",
        1,
        tests("tests/servers/test_serving.py", "-k", "one_desk or dies_leaves"),
    ),
    Campaign(
        "smtp",
        "an SMTP server that loses replies, doubles them, refuses, closes, says nothing",
        "tests/servers/relays.py",
        "tests",
        1,
        tests("tests/servers/test_smtp.py"),
    ),
    Campaign(
        "imap",
        "an IMAP server that dies in IDLE or in the middle of a mail, or numbers anew",
        "a real Dovecot, killed",
        "tests",
        1,
        tests("tests/servers/test_imap.py"),
    ),
)
