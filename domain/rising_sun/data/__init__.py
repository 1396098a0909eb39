"""What is printed: clans, provinces, figures and cards, the headings of the rules, the options."""
