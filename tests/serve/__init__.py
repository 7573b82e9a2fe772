"""The web server, tested without a browser: what it serves, to whom, and what it refuses."""
