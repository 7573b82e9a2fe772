"""Sessions: the log of events, the state that results from them, and the actions that add events."""
