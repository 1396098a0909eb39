"""Writes the corpus: `python -m tests.referee.mail.corpus.write`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.referee.mail.corpus.programs import PROGRAMS
from tests.referee.mail.corpus.specials import specials
from tests.referee.mail.corpus.writing import ORDERS, SHAPES, mail, shaped

FOLDER = Path(__file__).parents[4] / "fixtures" / "mails"


def corpus() -> Iterator[tuple[str, bytes, dict[str, Any]]]:
    """Name, bytes and what they say, of every mail."""
    for program in PROGRAMS:
        for shape in SHAPES:
            if program.how in shape.how:
                lines = shaped(shape.name, program)
                kinds = "".join(row.kind for row in lines)
                said = {
                    "kinds": kinds,
                    "orders": list(ORDERS),
                    "problem": "",
                    "robot": "",
                    "held": shape.is_held,
                }
                yield f"{program.name}-{shape.name}", mail(program, lines), said
    for one in specials():
        kinds, orders = one.kinds, list(one.orders)
        yield (
            one.name,
            one.raw,
            {"kinds": kinds, "orders": orders, "problem": one.problem, "robot": one.robot},
        )


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, raw, said in corpus():
        (FOLDER / f"{name}.eml").write_bytes(raw)
        (FOLDER / f"{name}.json").write_text(json.dumps(said, ensure_ascii=False, indent=1) + "\n")


if __name__ == "__main__":
    main()
