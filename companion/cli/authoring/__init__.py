"""Commands that make a game: what they share to ask its author questions and to add files."""
