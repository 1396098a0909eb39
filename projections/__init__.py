"""Read models: boards, logs, tables, text pictures of them. They read events only, never a rule or the clock.

drawing.py    what a drawn board is made of, and its SVG; raster.py makes PNG and GIF of it
boards.py     the drawn board of a game as of an event
lettering.py  how wide the words on it are
page/         the replay page: one HTML file that shows a game event by event
titles.py     the pictures of each title; pictures.py says what they consist of
replay.py     a game as of any of its positions
log.py        what was ordered, thrown and done, in sentences
conduct.py    the same for people, clocks and press
disputes.py   the disputes of a game, and how they ended
explain.py    one event back to its rule, order, throws and sums
story.py      the same with its proof, and on to what became of it
rows.py       what the read model says of a game
models.py     the read model: a file that follows the record
file.py       that file's settings, and the files that are refused
texts.py      the words that people read, and their lines in a mail
"""
