"""What is printed: cards, units and personalities, how they are read, headings, options."""
