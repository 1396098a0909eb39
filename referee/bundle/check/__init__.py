"""The page that checks a bundle in a browser: one HTML file, written from docs/format.md alone."""
