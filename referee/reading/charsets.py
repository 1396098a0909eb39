"""Names by which mails call their charsets, where Python knows the codec by another or means less by it."""

from __future__ import annotations

CODECS = {
    "windows-874": "cp874",
    "x-windows-874": "cp874",
    "win-1251": "cp1251",
    "windows1251": "cp1251",
    "x-cp1251": "cp1251",
    "win1252": "cp1252",
    "windows1252": "cp1252",
    "x-cp1252": "cp1252",
    "koi8": "koi8-r",
    "koi-8-r": "koi8-r",
    "x-sjis": "cp932",
    "shift_jis": "cp932",  # as all browsers do: NEC's and IBM's signs are in what calls itself Shift_JIS
    "shift-jis": "cp932",
    "sjis": "cp932",
    "windows-31j": "cp932",
    "iso-2022-jp": "iso-2022-jp-ext",  # half-width katakana, which Japanese programs send under this name
    "x-gbk": "gbk",
    "gb2312": "gb18030",  # likewise
    "x-euc-jp": "euc_jp",
    "x-mac-cyrillic": "mac_cyrillic",
    "macintosh": "mac_roman",
    "iso-8859-8-i": "iso-8859-8",
    "unicode-1-1-utf-7": "utf-7",
    "utf8mb4": "utf-8",
    "ansi_x3.4-1968": "ascii",
    # As all browsers do: what calls itself Latin-1 and has bytes 80-9F means the Windows set.
    "iso-8859-1": "cp1252",
    "latin1": "cp1252",
}
