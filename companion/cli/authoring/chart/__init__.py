"""What `companion new-chart` finds in a spreadsheet or in the rules, and asks about it."""
