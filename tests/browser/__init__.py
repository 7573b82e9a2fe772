"""The app in a real browser, driven as a player does it: keys and taps in, the terminal's text out."""
