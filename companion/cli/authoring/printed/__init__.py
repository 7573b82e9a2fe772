"""Readers of rules: what a rulebook prints about dice, modifiers and results, without a question to the author."""
