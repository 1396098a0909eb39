"""What is printed: the cards, the headings of the rules, the options."""
