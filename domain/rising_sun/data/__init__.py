"""What is printed: clans, provinces, figures and cards, headings, options."""
