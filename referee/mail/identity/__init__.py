"""Who wrote a mail, and what he may do."""
