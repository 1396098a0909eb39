"""Games to look at over HTTP: read-only, without cookies, and nothing that is fetched from elsewhere.

- answering: answers that a browser may keep, each with its tag
- application: `application`, the pages and their JSON
- changes: that something was recorded, told by whatever keeps the store
- connections: what a connection may take its time for
- gallery: what may be seen by everybody, after the delay of the game's policy, and by a seat with its link
- gate: what is asked under another name, with a body, or by too many at once
- index: the list of all games, and what is looked for in it
- listening: where the pages listen, and what their process is told
- live: who is told at once that a game has gone on, without polling the store
- pages: the frame of pages of words, the games of one person, and what is said where there is nothing to see
- posted: what pages send
- previews: small pictures of boards, for lists and for whoever shows a link
- process: `python -m referee.web.process`
- serving: the server that all this runs in
- showing: the bodies of the paths of a game
- supervisor: keeps the process of the pages running beside a desk
"""
