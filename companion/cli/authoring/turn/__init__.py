"""Phases of a turn that `companion new-turn` reads in the rules, and its questions about them."""
