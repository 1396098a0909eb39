"""What is printed: cards, units and personalities, how they are read and checked, the headings of the rules, the options."""
