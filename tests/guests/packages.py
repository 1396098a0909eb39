"""Packages with titles, laid out in a folder as an installer does it: modules, and `*.dist-info` beside."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

NIM = Path(__file__).parents[1] / "nim"

BOTH = """[bugyo.titles]
nim = nim_title.rules:NIM

[bugyo.pictures]
nim = nim_title.pictures:PICTURES
"""


def nim_title(site: Path, version: str = "1.0", package: str = "nim-title") -> None:
    """The Nim of docs/new-title.md, whole: rules, pictures, data set."""
    home = site / "nim_title"
    (home / "fixtures" / "nim").mkdir(parents=True, exist_ok=True)
    (home / "__init__.py").write_text('"""Nim."""\n', "utf-8")
    for name in ("rules.py", "pictures.py"):
        text = (NIM / name).read_text("utf-8").replace("tests.nim.rules", "nim_title.rules")
        (home / name).write_text(text, "utf-8")
    heaps = (NIM / "fixtures" / "nim" / "heaps.toml").read_bytes()
    (home / "fixtures" / "nim" / "heaps.toml").write_bytes(heaps)
    installed(site, package, version, BOTH)


def wheel(folder: Path, site: Path) -> Path:
    """The same as the file that an installer takes: what lies in a folder, with a list of it."""
    (info,) = site.glob("*.dist-info")
    (info / "WHEEL").write_text("Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n", "utf-8")
    files = [path for path in sorted(site.rglob("*")) if path.is_file() and "__pycache__" not in path.parts]
    names = [str(path.relative_to(site)) for path in files]
    made = folder / f"{info.name.removesuffix('.dist-info')}-py3-none-any.whl"
    with ZipFile(made, "w") as archive:
        for path, name in zip(files, names, strict=True):
            archive.write(path, name)
        record = f"{info.name}/RECORD"
        archive.writestr(record, "".join(f"{name},,\n" for name in (*names, record)))
    return made


def installed(site: Path, name: str, version: str, points: str) -> None:
    info = site / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir(parents=True, exist_ok=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", "utf-8")
    (info / "entry_points.txt").write_text(points, "utf-8")


def module(site: Path, name: str, text: str, points: str) -> None:
    """A package of one module: its title is Nim, with something changed."""
    site.mkdir(parents=True, exist_ok=True)
    (site / f"{name}.py").write_text(text, "utf-8")
    installed(site, name.replace("_", "-"), "1.0", points)
