"""The mail desk: from the bytes of a mail to the mails that answer it.

A mail walks down these rooms, and its answer up again through `writing`; none imports one below it.

transport   brings bytes in, by Maildir, IMAP, LMTP or a pipe, and takes mails out, by the outbox and SMTP
reading     makes lines of the bytes, each with its kind; it loads no game, records nothing, sends no mail
seat_view   shows a game as a seat is told of it, and makes the token and the link of whoever sits there
identity    says who wrote a mail and what he may do; mails that wait for one word, people who are named
writing     writes answers and news
desk        sorts the lines and has them carried out: `Desk.handle` is the way of one mail
office      keeps a desk at work, and checks how it is set up
"""
