"""Commands that generate files of the project."""
