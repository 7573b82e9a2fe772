"""The app in a browser. No other package opens a socket.

A visitor's browser runs the terminal of textual-serve. Each visitor has an app process, which is kept for a while
without a page, and all of them share one session. Nobody passes `Site.guard` without the cookie of a login.
`site.ROUTES` lists every address of the server.
"""
