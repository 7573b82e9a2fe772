"""The session at the table: where in the turn we are."""
