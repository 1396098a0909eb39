"""The printed tables, cards, units and personalities, how they are read; headings, options."""
