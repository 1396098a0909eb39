"""What is printed: the cards, headings, options."""
