"""How the mails of the demonstration were written, and that they are still what that would write."""
