"""Arguments of the commands for keys, serving and shell completion."""

from __future__ import annotations

import argparse

from companion.cli.arguments.shared import json_option

SHELLS = ("bash", "zsh", "fish", "tcsh")


def keys(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `keys`."""
    json_option(parser)


def serve(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `serve`."""
    parser.add_argument(
        "--port", type=_port, default=8000, help="port to listen on (default: 8000); 0 picks a free one"
    )
    parser.add_argument(
        "--lan",
        nargs="?",
        const="",
        default=None,
        metavar="ADDRESS",
        help="serve the local network, at this machine's address; asks for a pass phrase",
    )
    parser.add_argument(
        "--session", default=argparse.SUPPRESS, help="session to serve (default: the last one used)"
    )
    parser.add_argument(
        "--tls",
        action="store_true",
        help="encrypt with a generated certificate, and show its fingerprint for comparison",
    )
    parser.add_argument("--cert", metavar="FILE", help="encrypt with this certificate (PEM)")
    parser.add_argument("--key", metavar="FILE", help="private key of the certificate (PEM, not encrypted)")


def _port(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 5 and int(text) <= 65535):
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is not a port from 0 to 65535")
    return int(text)


def completion(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `completion`."""
    parser.add_argument("shell", nargs="?", choices=SHELLS, help="shell that will run the script")
    parser.add_argument(
        "--games", action="store_true", help="list the games instead, one per line; the scripts use this"
    )
    json_option(parser)
