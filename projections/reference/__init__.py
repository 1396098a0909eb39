"""Pages of a title or a game for whoever asks, by mail, in a terminal and on the page of the title: each
answer is a page of lines.

printed_tables.py  tables out of the files of a data set, each cell marked as known or as ours
cited.py           what a rule number is about, in our words
order_help.py      what can be written, order by order
lookup.py          a name as people write it
pages.py           the answer to a question
title_page.py      all of a title as one page
titles.py          the references of all titles
asking.py          what a question is answered from: a title, or a game before the eyes of somebody
"""
