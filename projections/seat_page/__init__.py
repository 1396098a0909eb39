"""The page of a seat, where it plays: what is asked, the board, the order as the line that would be mailed.

- board: the drawn board as a part of the page, its things ready to be pointed at and pressed
- making: the page as one file
- choices: what may be ordered, as buttons
- panels: standing orders, and what is to be settled among people
- words: what the page says beside the game itself

The script: offers (what may follow in a line), sheet (the lines, and what is said of them), field (the
board), touch (fingers on it), sending (one at a time, each with a key of its own), page (keys, and all that
is beside the order).
"""
