"""`python -m tests.fuzz TARGET SECONDS FOLDER`: bytes that reach branches which none have reached before.

What makes a target fall over, or takes longer than 20 seconds, is written to FOLDER as `crash-…`; put it into
`tests/fuzz/crashes/TARGET/`, and it is tried in every test run. It ends with 0 where nothing was found.
"""

from __future__ import annotations

import sys
from pathlib import Path

import atheris  # type: ignore[import-untyped,unused-ignore]  # it has no types


def main(name: str, seconds: int, folder: Path) -> None:
    with atheris.instrument_imports(include=["domain", "projections", "referee"]):
        from tests.fuzz.targets import TRIALS
    target, corpus = TRIALS[name], folder / "corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(target.seeds()):
        (corpus / f"{number}").write_bytes(seed)
    limits = [f"-max_total_time={seconds}", "-timeout=20", "-rss_limit_mb=3072", "-max_len=65536"]
    words = [sys.argv[0], *limits, f"-artifact_prefix={folder}/", "-verbosity=0", "-print_final_stats=1"]
    atheris.Setup([*words, str(corpus)], target.check)
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]))
