"""Read models: boards, logs, tables, text pictures of them. They read events, never a rule or the clock."""
