"""Pictures of mails, drawn in a process of their own beside the desk: who answers stands still for none."""
