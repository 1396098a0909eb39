"""Read models: boards, logs, tables; text pictures of them. They read events only, never a rule and never the clock."""
