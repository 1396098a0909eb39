"""What is printed: map, armies, chits, fortress card and tables, how they are read, the headings of the rules, the options."""
