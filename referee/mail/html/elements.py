"""Elements of mails as HTML: each with its style in itself, for most programs take no other.

Only what `raw` is given may be HTML; whatever else comes in is text, and is escaped here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape, unescape

FONT = "font-family:Roboto,'Noto Sans','Segoe UI','Helvetica Neue',Arial,sans-serif;"
MONO = "font-family:'Roboto Mono','Noto Sans Mono',Menlo,Consolas,monospace;"

DARK = (
    ".bg{background:#1b1a17!important}.card{background:#24221e!important;border-color:#4a463d!important}"
    ".soft{background:#2f2c27!important}.ink{color:#ece7dc!important}.q{color:#b8b0a1!important}"
    ".hair{border-color:#4a463d!important}.t{background:#1c3546!important;color:#9bd5f5!important}"
    ".btn{background:#ece7dc!important;color:#1b1a17!important}.l{color:#8ccff3!important}"
)
"""The same colours on a dark ground, where the program asks for it."""

SHEET = (
    ":root{color-scheme:light dark;supported-color-schemes:light dark}"
    "@media (max-width:520px){.p{padding-left:16px!important;padding-right:16px!important}"
    ".h1{font-size:22px!important;line-height:27px!important}.btn{display:block!important}}"
    f"@media (prefers-color-scheme:dark){{{DARK}}}"
)

TABLE = '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"'

ACROSS = ((4, 5), (7, 4), (10, 3), (18, 2))
"""Characters of the longest of what is tapped, and how many of them stand side by side."""

BESIDE = 16
"""Characters of a name that still stands beside what is tapped."""


def document(language: str, title: str, rows: Iterable[str]) -> str:
    """A whole mail."""
    head = (
        f'<!doctype html>\n<html lang="{escape(language)}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        '<meta name="supported-color-schemes" content="light dark">'
        f"<title>{escape(title)}</title>\n<style>{SHEET}</style></head>\n"
    )
    body = (
        '<body class="bg" style="margin:0;padding:0;background:#fbf8f1;-webkit-text-size-adjust:100%;">\n'
        f'<div role="main">{TABLE} class="bg" style="background:#fbf8f1;"><tr><td align="center">\n'
        f'{TABLE} style="max-width:640px;text-align:left;">\n'
        '<tr><td style="height:6px;line-height:6px;font-size:0;background:#8a8172;">&nbsp;</td></tr>\n'
    )
    end = "</table></td></tr></table></div></body></html>\n"
    return f"{head}{body}{''.join(rows)}{end}"


def row(content: str, padding: str = "10px 24px 0") -> str:
    return f'<tr><td class="p" style="padding:{padding};">{content}</td></tr>\n'


def heading(words: str) -> str:
    style = "font-size:26px;line-height:32px;font-weight:700;letter-spacing:-.2px;color:#1f2328;"
    return f'<h1 class="ink h1" style="margin:0;{FONT}{style}">{escape(words)}</h1>'


def section(words: str, beside: str = "") -> str:
    """The heading of a part, with a line in a quiet voice below it."""
    style = "margin:0;font-size:17px;line-height:22px;font-weight:700;color:#1f2328;"
    return f'<h2 class="ink" style="{FONT}{style}">{escape(words)}</h2>' + (quiet(beside) if beside else "")


def sentence(words: str, size: int = 16) -> str:
    style = f"font-size:{size}px;line-height:{size + 7}px;color:#1f2328;padding:3px 0;"
    return f'<div class="ink" style="{FONT}{style}overflow-wrap:anywhere;">{escape(words)}</div>'


def quiet(words: str, size: int = 14) -> str:
    style = f"font-size:{size}px;line-height:{size + 6}px;color:#5f594e;padding-top:2px;"
    return f'<div class="q" style="{FONT}{style}overflow-wrap:anywhere;">{escape(words)}</div>'


def items(words: Sequence[str]) -> str:
    """A list of sentences."""
    style = f"{FONT}font-size:16px;line-height:23px;color:#1f2328;margin:0;padding:0 0 0 18px;"
    each = "".join(f'<li style="padding:3px 0;overflow-wrap:anywhere;">{escape(one)}</li>' for one in words)
    return f'<ul class="ink" style="{style}">{each}</ul>'


def kept(lines: Sequence[str], size: int = 12) -> str:
    """Lines that a program reads, or that stand in columns: as they are, and broken where there is no room.

    Each line ends in an element of its own: what becomes text again of it has the same lines.
    """
    style = f"{MONO}font-size:{size}px;line-height:{size + 6}px;color:#1f2328;background:#efe8da;"
    more = "border-radius:8px;padding:12px 14px;white-space:pre-wrap;overflow-wrap:anywhere;"
    inner = "<br>".join(map(escape, lines))
    return f'<div class="soft ink" style="{style}{more}">{inner}</div>'


def voice(lines: Sequence[str]) -> str:
    """What people have written: it looks like nothing of ours, and each line keeps the sign before it."""
    style = (
        "font-size:15px;line-height:22px;color:#1f2328;border-left:3px solid #ddd4c3;padding:2px 0 2px 12px;"
    )
    inner = "<br>".join(map(escape, lines))
    more = "white-space:pre-wrap;overflow-wrap:anywhere;"
    return f'<div class="ink hair" style="{FONT}{style}{more}">{inner}</div>'


def button(words: str, link: str) -> str:
    style = (
        "display:inline-block;min-width:240px;box-sizing:border-box;background:#1f2328;color:#fbf8f1;"
        "font-size:17px;line-height:22px;font-weight:700;text-align:center;text-decoration:none;"
        "padding:13px 24px;border-radius:10px;"
    )
    return f'<a class="btn" href="{escape(link)}" style="{FONT}{style}">{escape(words)}</a>'


def tap(words: str, link: str) -> str:
    """An order that a tap opens, as large as a finger."""
    style = (
        "display:block;background:#e4eff6;color:#00527f;font-size:14px;line-height:20px;font-weight:600;"
        "text-align:center;text-decoration:none;padding:12px 2px;border-radius:8px;overflow-wrap:anywhere;"
    )
    return f'<a class="t" href="{escape(link)}" style="{FONT}{style}">{escape(words)}</a>'


def taps(found: Sequence[tuple[str, str]], name: str = "") -> str:
    """Words with their links, side by side in columns of one width; the name of the row before them, or above
    them where it needs the room."""
    longest = max(len(words) for words, _link in found)
    across = next((count for most, count in ACROSS if longest <= most), 1)
    if name and len(name) <= BESIDE and len(found) < across:
        return _grid([found], across - 1, _named(name))
    rows = [found[start : start + across] for start in range(0, len(found), across)]
    grid = _grid(rows, across)
    if not name:
        return grid
    style = "background:#fffdf8;border:1px solid #ddd4c3;border-radius:10px;padding:8px 9px 6px;"
    title = f'<div class="ink" style="{FONT}font-size:16px;line-height:21px;font-weight:700;color:#1f2328;">'
    return f'<div class="card" style="{style}">{title}{escape(name)}</div>{grid}</div>'


def _named(name: str) -> str:
    style = f"{FONT}font-size:16px;width:36%;font-weight:600;color:#1f2328;padding:4px 6px 4px 0;"
    return f'<td class="ink" style="{style}overflow-wrap:anywhere;">{escape(name)}</td>'


def _grid(rows: Sequence[Sequence[tuple[str, str]]], across: int, before: str = "") -> str:
    cells = [[f'<td style="padding:3px;">{tap(words, link)}</td>' for words, link in found] for found in rows]
    filled = ("".join(row + ['<td style="padding:3px;"></td>'] * (across - len(row))) for row in cells)
    lines = "".join(f"<tr>{before}{line}</tr>" for line in filled)
    return f'{TABLE} style="table-layout:fixed;">{lines}</table>'


def picture(source: str, words: str, link: str, width: int) -> str:
    """As broad as there is room, and at most `width`."""
    style = f"display:block;width:100%;max-width:{width}px;height:auto;box-sizing:border-box;"
    style += "border:1px solid #ddd4c3;border-radius:10px;"
    image = f'<img class="hair" src="{escape(source)}" width="{width}" alt="{escape(words)}" style="{style}">'
    return f'<a href="{escape(link)}" style="text-decoration:none;">{image}</a>' if link else image


def without_picture(html: str) -> str:
    """A mail whose picture does not come: the words that stand for it are in its place."""
    before, begin, rest = html.partition('<img class="hair"')
    if not begin:
        return html
    words = rest.partition(' alt="')[2].partition('"')[0]
    above, _row, _link = before.rpartition('<tr><td class="p"')
    below = rest.partition("</td></tr>\n")[2]
    return above + row(sentence(unescape(words)), "14px 24px 0") + below


def links(found: Sequence[tuple[str, str]], size: int = 15) -> str:
    """Questions, side by side."""
    style = "display:inline-block;color:#00609a;text-decoration:underline;padding:11px 16px 11px 0;"
    each = (
        f'<a class="l" href="{escape(link)}" style="{style}">{escape(words)}</a>' for words, link in found
    )
    outer = f"{FONT}font-size:{size}px;line-height:22px;color:#5f594e;"
    return f'<div class="q" style="{outer}">{" ".join(each)}</div>'


def end(content: str) -> str:
    """The last part, below a thin line."""
    style = "border-top:1px solid #ddd4c3;padding-top:8px;"
    return f'<div class="hair" style="{style}">{content}</div>'
