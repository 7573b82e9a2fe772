"""The app in a browser. No other package opens a socket.

A visitor's browser runs the terminal of textual-serve. Each visitor has an app process, which keeps running for a while
after its page is closed. All visitors share one session. `Site.guard` refuses requests without a login cookie.
`site.ROUTES` lists every address of the server.
"""
