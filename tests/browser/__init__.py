"""The app in a real browser: keys and taps are sent, and the text of the terminal is read."""
