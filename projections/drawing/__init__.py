"""Pictures as SVG and as dots, and how wide their words are."""
