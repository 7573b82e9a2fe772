"""The files of sessions. All SQL of the companion is in this folder."""
