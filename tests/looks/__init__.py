"""The looks of the app: a tour of all screens, their contrast, and their pictures."""
