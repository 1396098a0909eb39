"""Games to look at over HTTP: read-only, without cookies, and nothing that is fetched from elsewhere.

- application: `application`, the pages and their JSON
- beside: the pages beside a desk, as a process that is started again when it ends
- changes: that something was recorded, told by whatever keeps the store
- connections: what a connection may take its time for
- gallery: what may be seen by everybody, after the delay of the game's policy, and by a seat with its link
- gate: what is asked under another name, with a body, or by too many at once
- links: the secret link of a seat
- listening: where the pages listen, and what their process is told
- live: who is told at once that a game has gone on, without polling the store
- pages: the list of games, and what is said where there is nothing to see
- process: `python -m referee.web.process`
- serving: the server that all this runs in
"""
