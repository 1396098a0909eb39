"""Random taps against programs, over all titles: what was sent is not refused."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.table.sitting import DESK, PHONE, Sat, Sitter, browsing, solo


def tapped(title: str, orders: int, seed: str, *, phone: bool = False) -> Sat:
    """A game against programs, by random taps, of so many sendings at most."""
    settings = PHONE if phone else DESK
    with (
        TemporaryDirectory() as folder,
        browsing() as browser,
        solo(title, Path(folder), "--against", "random") as at,
    ):
        page = browser.new_context(**settings, reduced_motion="reduce").new_page()
        sitter = Sitter(page, seed)
        try:
            sitter.sits(at)
            return sitter.plays(orders)
        except Exception as error:
            sitter.sat.errors.append(f"{type(error).__name__}: {error}")
            page.screenshot(path=f"/tmp/M/{title}-{seed}.png")
            return sitter.sat


if __name__ == "__main__":
    title, orders, seed, *more = sys.argv[1:]
    found = tapped(title, int(orders), seed, phone=bool(more))
    print(title, seed, found.orders, "orders", found.taps, "taps", "over" if found.is_over else "")
    print("  refused", len(found.refused), *found.refused, sep="\n    ")
    print("  led nowhere", len(found.told), set(found.told))
    print("  not ringed", found.not_ringed, "wrongly", found.ringed_wrongly, "hidden", found.hidden_values)
    print("  loads", found.loads, "jumps", found.jumps, "errors", found.errors)
    print("  sends", sorted(round(one, 2) for one in found.sends))
