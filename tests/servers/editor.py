"""What mutt starts as an editor: it types the lines of a file above what is there, and takes the file away.

`python editor.py TEXT DRAFT`
"""

from __future__ import annotations

import sys
from pathlib import Path

if __name__ == "__main__":
    text, draft = map(Path, sys.argv[1:])
    draft.write_text(text.read_text("utf-8") + "\n" + draft.read_text("utf-8"), "utf-8")
    text.unlink()
