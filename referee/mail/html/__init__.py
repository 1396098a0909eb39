"""Mails as HTML beside their text: orders as links, the board as a picture."""
