"""A title that is not published: Nim, which docs/new-title.md builds step by step."""
