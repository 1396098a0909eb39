"""What the mails say."""
