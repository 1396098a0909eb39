"""Chance, cell sheets, levels of proof, receipts, signatures."""
