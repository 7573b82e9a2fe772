"""Reads the player's own documents (PDF, Word, web page, Markdown, text) into numbered sections with pages."""
