"""The app in a browser. Only this folder opens a socket.

A visitor's browser runs the terminal of textual-serve; each visitor has an app process, and all of them are at the
same session. Nobody gets past `Site.guard` without the cookie that the login gives. What can be asked for is listed
in `site.ROUTES`; there is nothing else.
"""
