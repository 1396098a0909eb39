"""How mails come in and go out."""
