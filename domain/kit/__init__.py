"""The kit: what any title needs. It knows no title and no game.

rules.py       the contract of a title, `Rules`
book.py        which rule function deals with which item of the agenda
facts.py       what a rule function returns, and how it is folded into a state
chance.py      questions to chance, their answers, and chance that cannot answer yet
sealed.py      values that not every seat may know
sums.py        a computed result, term by term
notation.py    the words of a mail, read into orders and written from them
vocabulary.py  the names of a title's things
bars.py        what forbids an order, and how a refusal says what would do
corrections.py corrections of a ruling: their bars, their events, their folding
data_files.py  files of data sets: text, TOML, and where a value comes from
hexes.py       hexagons by their printed labels
errors.py      what may be wrong with an order, and with us
"""
