"""Charts that `companion new-chart` finds in spreadsheets and rules, and its questions about them."""
