"""What `companion new-calculator` asks, reads in the rules, and writes."""
