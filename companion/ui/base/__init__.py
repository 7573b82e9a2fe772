"""Base classes of the screens and dialogs."""
