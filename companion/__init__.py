"""A companion for the wargames table: rules, calculators and turn keeping."""

__version__ = "0.1.0"
