"""`companion serve`: serves the app to browsers, on this computer or on the local network."""

from __future__ import annotations

import argparse

from companion.errors import Refused


def run(options: argparse.Namespace) -> int:
    """Serve until a signal ends it. Raises Refused."""
    try:
        from companion.cli.serving import serve  # needs the packages of an extra, which may be missing
    except ModuleNotFoundError:
        raise Refused("serve requires additional packages: pip install 'tabletop-companion[serve]'") from None
    return serve(options)
