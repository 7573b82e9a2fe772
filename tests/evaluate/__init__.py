"""Evaluate how well the search finds the right rule: labelled questions, our search, and two simple ones to compare."""
