"""The ways in and out: Maildirs, IMAP, LMTP, SMTP, the outbox."""
