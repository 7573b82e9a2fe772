"""The terminal app. Only this folder imports textual."""

from __future__ import annotations

import sys


def start(game: str = "", session: str = "") -> int:
    """Runs the app in this terminal; returns the exit status. Raises Refused without a terminal."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        from companion.model import Refused

        raise Refused("the app needs a terminal; without one use companion find, show, calc, check")
    from companion.load.places import usual_places
    from companion.ui import garbage

    garbage.hold_off()
    from companion.ui.app import CompanionApp

    app = CompanionApp(usual_places(), game, session=session)
    app.run()
    return app.return_code or 0
