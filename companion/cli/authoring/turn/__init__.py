"""What `companion new-turn` reads in the rules and asks about the phases of a turn."""
