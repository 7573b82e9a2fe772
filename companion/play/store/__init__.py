"""Session files and the player's file. All SQL of the companion is in this folder."""
