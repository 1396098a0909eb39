"""One game being played, of whatever title.

entries/    its record; tags are for ever
    entries.py          openings, orders, throws, rewinds, forks, and the union of them all
    people.py           seats, clocks, press, held orders; rulings.py: disputes, rulings, take-backs, looks
    policy.py           what is agreed beside the rules: deadlines, silence, press, mails
    protocol_orders.py  orders that every game knows, whatever its title
state/      a game as it stands, folded from its entries
    game_state.py       `GameState`: the board, who is awaited, what is asked; how entries are folded
    register.py         who sits where, until when a seat has time, what is held back
    docket.py           disputes and rulings; ledger.py: the proof of throws
    lines.py            going back: which events stand
deciding/   what follows from a command, and why it may not be
    run.py              `Run`: one decision while it is made, and its units
    decide.py           commands: opening, joining, orders, cells; people, clocks, press, disputes, looks
    effects.py          corrections, rewinds, take-backs; forks.py: what-ifs
    own_slips.py        what a seat takes back by itself
    authority.py        whether a party may speak, and what it gives for the proof of throws
    consequences.py     what the policy makes of what people do, and of silence
    bars_people.py, bars_rulings.py, citing.py  why something beside the play may not be recorded
checking/   the record of a game, checked
    readjudicate.py     the same orders decided again, compared entry by entry
    proof.py            whether the throws were fair; propriety.py: whether people did what was theirs to do
suggestions.py          rulings that the error policy suggests to the referee
"""
