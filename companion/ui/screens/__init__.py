"""The screens and dialogs, each in its own file."""
