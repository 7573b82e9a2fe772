"""The terminal app. Only this folder imports textual."""

from __future__ import annotations

import sys


def start(game: str = "", session: str = "") -> int:
    """Run the app in this terminal; return the exit status. Raises Refused without a terminal.

    Textual draws on standard error, so that has to be the terminal too.
    """
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        from companion.model import Refused

        raise Refused("the app needs a terminal; without one, use companion find, show, calc or check")
    from companion.load.places import usual_places
    from companion.ui.startup import pause_gc

    pause_gc()
    from companion.ui.app import CompanionApp

    app = CompanionApp(usual_places(), game, session=session)
    app.run()
    return app.return_code or 0
