"""The page of an owner's kit: one HTML file in which the worksheets of a title are filled beside pictures of
the printed game, and saved. It fetches nothing and sends nothing.

toml_places.py   where each value of a TOML file stands, so that the page replaces only these places
worksheets.py    what the page knows of each file
grounds.py       which files of a title lie on its map, and how
words.py         what the page says
making.py        the page around it
owner.html       what stands on it         owner.css     how it looks
given.js         what came with the page: the files, and what it says
sheets.js        files as rows and values, byte for byte; whose a value is
work.js          what is done, undone, kept in the browser
zip.js           all files as one zip      checks.js     what a browser can check
photo.js         a picture under the map or beside a form, moved and enlarged
ground.js        the grid laid over it by three points
painting.js      terrain, sides, names, spots
tables.js        grids and forms           page.js       from view to view, loading and saving
"""
