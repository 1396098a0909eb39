"""The texts of the mails that go out, and the news that they tell."""
