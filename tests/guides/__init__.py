"""The guides are true: their mails are those of a session, their commands are run."""
