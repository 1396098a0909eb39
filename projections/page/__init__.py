"""The replay page: one HTML file that shows a game to a viewer event by event, and fetches nothing.

story.py     what the page knows of the game: parts, steps, tracks
carried.py   the record in it            mark.py     what is said of that record
making.py    the page around it
page.html    what stands on it           page.css    how it looks, on screens and on paper
story.js     lines of play, what stood when
hexes.js     which hex is pointed at, also for the page of a seat
board.js     drawing, saving             log.js      what an event says, throws, sums
charts.js    tracks and branches         page.js     going there: keys, buttons, links
proof.js     its record is checked
"""
