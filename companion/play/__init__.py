"""The session: its log of events, the state they lead to, and everything that happens in it."""
