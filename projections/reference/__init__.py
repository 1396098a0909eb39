"""Pages of a title or a game for whoever asks, by mail, in a terminal and on the page of the title: each
answer is a page of lines.
"""
