"""Reads data files into records and collects all their faults. No other package knows YAML or Markdown.

Import its modules individually: checking whether the content has changed needs none of the readers.
"""
