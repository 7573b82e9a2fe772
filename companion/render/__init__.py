"""Render records as lines of text and as JSON, without adding any facts."""
