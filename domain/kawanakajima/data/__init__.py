"""What is printed: map, armies, chits, fortress card and tables, how they are read, headings, options."""
