"""Search for entries, charts, calculators and terms. No other package imports whoosh."""
