"""Games to look at over HTTP: read-only, without cookies, and nothing that is fetched from elsewhere.

- application: `application`, the pages and their JSON
- changes: that something was recorded, told by whatever keeps the store
- gallery: what may be seen by everybody, after the delay of the game's policy, and by a seat with its link
- links: the secret link of a seat
- live: who is told at once that a game has gone on, without polling the store
- pages: the list of games, and what is said where there is nothing to see
- serving: the server that all this runs in
"""
