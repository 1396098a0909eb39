"""The replay page: one HTML file that shows a game to a viewer event by event, and fetches nothing."""
