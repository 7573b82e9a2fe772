"""The app in a browser, without a browser: what the server gives, to whom, and what it refuses."""
