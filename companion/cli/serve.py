"""`companion serve`: the app in a browser, on this machine or for everybody in its network."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from companion.cli.parser import command
from companion.cli.screen import put, width

if TYPE_CHECKING:
    from socket import socket

    from companion.serve.site import Site

_WARNING = """\
WARNING: everybody in this network who knows the pass phrase gets in, sees the session and may write it. What goes over
the network is not encrypted: serve only in a network that you trust, with a pass phrase that you use nowhere else."""


def add(commands: Any) -> None:
    """Lay out the command."""
    parser = command(
        commands,
        "serve",
        "open the app to browsers: on this computer, or with --lan in its network",
        "serve",
        "serve --lan",
    )
    parser.add_argument("--port", type=_port, default=8000, help="8000 where left out; 0 takes a free one")
    parser.add_argument(
        "--lan",
        nargs="?",
        const="",
        default=None,
        metavar="ADDRESS",
        help="for every machine in the network, at this machine's address; asks for a pass phrase",
    )
    parser.add_argument(
        "--session",
        default=argparse.SUPPRESS,
        help="session that everybody is at; the one of last time where left out",
    )


def run(options: argparse.Namespace) -> int:
    """Serves until it is ended. Raises Refused."""
    _need_packages()
    name = _session(options)
    if options.lan is None:
        return _at_home(name, options.port)
    return _in_network(name, options.port, options.lan)


def _need_packages() -> None:
    """Raises Refused without the packages of the extra `serve`."""
    from importlib import import_module

    try:
        import_module("companion.serve.site")
    except ModuleNotFoundError:
        from companion.model import Refused

        raise Refused("serve needs more packages: pip install 'tabletop-companion[serve]'") from None


def _at_home(name: str, port: int) -> int:
    import secrets

    from companion.serve.addresses import LOOPBACK, listening
    from companion.serve.site import Site

    key = secrets.token_urlsafe(24)
    made = listening([LOOPBACK], port)
    site = Site(name, key, frozenset({LOOPBACK, "localhost"}), by_link=True)
    told = [f"Session {name} is at", "", f"  http://{LOOPBACK}:{_of(made)}/?key={key}", ""]
    told += _wrapped(
        "for browsers on this machine. The address carries the key; keep it to yourself. Ctrl+C ends."
    )
    return _serve(site, made, told)


def _in_network(name: str, port: int, wanted: str) -> int:
    from companion.serve.addresses import LOOPBACK, checked_address, listening, own_address
    from companion.serve.site import Site

    address = checked_address(wanted) if wanted else own_address()
    put(_wrapped(_WARNING))
    phrase = _pass_phrase()
    made = listening(list(dict.fromkeys((address, LOOPBACK))), port)
    site = Site(name, phrase, frozenset({address, LOOPBACK, "localhost"}), by_link=False)
    told = ["", f"Session {name} is at", "", f"  http://{address}:{_of(made)}/", ""]
    told += _wrapped(
        f"and on this machine at http://{LOOPBACK}:{_of(made)}/. The pass phrase opens it. Ctrl+C ends."
    )
    return _serve(site, made, told)


def _serve(site: Site, made: list[socket], told: list[str]) -> int:
    import asyncio

    asyncio.run(_until_ended(site, made, told))
    put(["Ended. The session stays as it is."])
    return 0


async def _until_ended(site: Site, made: list[socket], told: list[str]) -> None:
    """Serve until SIGINT or SIGTERM; print `told` once both of them end it. Raises Unwritten."""
    import asyncio
    import signal

    from aiohttp import web

    from companion.cli.streams import flush

    loop, ended = asyncio.get_running_loop(), asyncio.Event()

    def end(number: int, frame: object) -> None:
        loop.call_soon_threadsafe(ended.set)

    # A script starts background jobs with SIGINT ignored; a handler of our own ends those too.
    before = {number: signal.signal(number, end) for number in (signal.SIGINT, signal.SIGTERM)}
    runner = web.AppRunner(site.application(), access_log=None, shutdown_timeout=1, keepalive_timeout=30)
    try:
        await runner.setup()
        for each in made:
            await web.SockSite(runner, each).start()
        put(told)
        flush()
        await ended.wait()
    finally:
        await runner.cleanup()
        for number, handler in before.items():
            signal.signal(number, handler)


def _pass_phrase() -> str:
    """From the environment, or typed twice; never from the command line, where others see it. Raises Refused."""
    import os
    import sys

    from companion.model import Refused
    from companion.serve.login import SHORTEST, plain
    from companion.serve.visitor import SECRET

    phrase = os.environ.pop(SECRET, "")
    if not phrase:
        if not sys.stdin.isatty():
            raise Refused(f"a pass phrase is typed on a terminal, or stands in {SECRET}")
        from getpass import getpass

        phrase = getpass("Pass phrase for this evening: ")
        if phrase != getpass("The same again: "):
            raise Refused("the two are not the same")
    if not SHORTEST <= len(plain(phrase)) <= 200:
        raise Refused(f"a pass phrase has {SHORTEST} to 200 letters")
    return phrase


def _session(options: argparse.Namespace) -> str:
    """The session, by the name it has on disk, or will have. Raises Refused."""
    import os

    from companion.load.places import usual_places
    from companion.model import NotFound
    from companion.play.opening import FIRST
    from companion.play.session_files import checked_name, current_name, existing_name, sessions_folder

    data = usual_places().data
    wanted = options.session or os.environ.get("COMPANION_SESSION", "") or current_name(data) or FIRST
    try:
        return existing_name(sessions_folder(data), wanted)
    except NotFound:
        return checked_name(wanted)


def _port(text: str) -> int:
    """A port. Raises ArgumentTypeError."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 5 and int(text) <= 65535):
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is no port from 0 to 65535")
    return int(text)


def _of(made: list[socket]) -> int:
    port: int = made[0].getsockname()[1]
    return port


def _wrapped(text: str) -> list[str]:
    from companion.render.text import wrapped

    return list(wrapped(" ".join(text.split()), width()))
