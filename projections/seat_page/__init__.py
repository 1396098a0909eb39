"""The page of a seat, where it plays: what is asked, the board, the order as the line to be mailed."""
