"""The decoders of the titles, made by the first who needs them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.of_files

ROOT = Path(__file__).parents[2]

AT_ONCE = """
import sys, threading
from domain.titles import TITLES
from referee.record.envelope import decoder
from tests.record import freeze

sys.setswitchinterval(1e-6)
samples = {title: freeze.read(title) for title in TITLES}
together, read = threading.Barrier(2 * len(TITLES)), []

def reads(title):
    together.wait()
    decode = decoder(title).decode
    read.append([decode(bytes.fromhex(one["bytes"])) for one in samples[title].values()])

threads = [threading.Thread(target=reads, args=(title,)) for title in 2 * [*TITLES]]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
sys.exit(len(read) != len(threads))
"""


@pytest.mark.budget(80, "a process that has read all our modules, and made no decoder yet")
def test_threads_that_ask_for_their_first_decoders_at_once() -> None:
    """A desk with pages has several; in a process of its own, in which none is made yet."""
    done = subprocess.run([sys.executable, "-c", AT_ONCE], cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
