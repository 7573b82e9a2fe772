"""Commands that keep the project's own papers."""
