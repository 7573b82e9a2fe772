"""Turns records into lines of text and into JSON, without adding any facts."""
