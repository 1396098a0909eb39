"""The proofs of the record: stored bytes, durability, the chain, secrets."""
