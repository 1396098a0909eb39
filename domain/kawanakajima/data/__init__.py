"""The printed data: map, armies, chits, fortress card, tables; their reading, the headings, the options."""
