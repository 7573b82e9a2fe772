"""`companion serve`: the app in a browser, on this computer or in its network."""

from __future__ import annotations

import argparse

from companion.errors import Refused


def run(options: argparse.Namespace) -> int:
    """Serve until a signal ends it. Raises Refused."""
    try:
        from companion.cli.serving import serve  # may be missing: its packages are an extra
    except ModuleNotFoundError:
        raise Refused("serve needs more packages: pip install 'tabletop-companion[serve]'") from None
    return serve(options)
