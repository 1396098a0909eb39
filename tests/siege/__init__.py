"""A mail desk under siege: forged, flooding, huge and half mails and requests, while people play honestly.

`python -m tests.siege --minutes 60` besieges a real `bugyo serve`, which is known by its interfaces alone.

siege.py    all of it at once, from the first mail to the audit     promises.py what must hold, in figures
house.py    the desk: its file, games and process                   meters.py   CPU and memory of processes
clerk.py    every mail that goes out, to whom and how large         players.py  the honest people
letters.py  what strangers and a hostile player write               storm.py    when, and how it comes in
pages.py    half, slow and double-tongued requests                  sessions.py half-open sessions
giant.py    a mail that does not end, to `bugyo deliver`
"""
