"""How well the right rule is found: labelled questions, our search, and two plain ones beside it."""
