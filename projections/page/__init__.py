"""The replay page: one HTML file that shows a game to a viewer event by event, and fetches nothing.

story.py            what the page knows of the game: parts, steps, tracks
making.py           the page around it
page.css, page.js   how it looks, and what its keys do
"""
