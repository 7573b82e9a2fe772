"""How `companion new-rules` writes the sections of an imported document as rules."""
