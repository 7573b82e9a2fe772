"""A companion for the wargames table: rules, calculators and turn units_and_notes."""

__version__ = "0.1.0"
