"""`companion serve` with the packages that it needs."""

from __future__ import annotations

import argparse
import asyncio
import os
import secrets
import signal
import sys
from getpass import getpass
from socket import socket

from aiohttp import web

from companion.cli.output import print_lines, width
from companion.cli.streams import flush
from companion.errors import NotFound, Refused
from companion.load.places import usual_places
from companion.play.opening import FIRST
from companion.play.session_files import checked_name, current_name, existing_name, sessions_folder
from companion.render.text import wrapped
from companion.serve.addresses import LOOPBACK, checked_address, listening, own_address
from companion.serve.connections import Complaints
from companion.serve.login import SHORTEST, plain
from companion.serve.site import Site
from companion.serve.visitor import SECRET

_WARNING = """\
WARNING: everybody in this network who knows the pass phrase gets in, sees the session and may write it. What goes over
the network is not encrypted: serve only in a network that you trust, with a pass phrase that you use nowhere else."""


def serve(options: argparse.Namespace) -> int:
    """Serve until a signal ends it. Raises Refused."""
    name = _session_name(options)
    if options.lan is None:
        return _serve_locally(name, options.port)
    return _serve_network(name, options.port, options.lan)


def _serve_locally(name: str, port: int) -> int:
    key = secrets.token_urlsafe(24)
    sockets = listening([LOOPBACK], port)
    site = Site(name, key, frozenset({LOOPBACK, "localhost"}), by_link=True)
    notice = [f"Session {name} is at", "", f"  http://{LOOPBACK}:{_port(sockets)}/?key={key}", ""]
    notice += _wrapped(
        "for browsers on this machine. The address carries the key; keep it to yourself. Ctrl+C ends."
    )
    return _run(site, sockets, notice)


def _serve_network(name: str, port: int, wanted: str) -> int:
    address = checked_address(wanted) if wanted else own_address()
    print_lines(_wrapped(_WARNING))
    phrase = _pass_phrase()
    sockets = listening(list(dict.fromkeys((address, LOOPBACK))), port)
    port = _port(sockets)
    site = Site(name, phrase, frozenset({address, LOOPBACK, "localhost"}), by_link=False)
    notice = ["", f"Session {name} is at", "", f"  http://{address}:{port}/", ""]
    notice += _wrapped(
        f"and on this machine at http://{LOOPBACK}:{port}/. The pass phrase opens it. Ctrl+C ends."
    )
    return _run(site, sockets, notice)


def _run(site: Site, sockets: list[socket], notice: list[str]) -> int:
    asyncio.run(_serve_until_signal(site, sockets, notice))
    print_lines(["Ended. The session stays as it is."])
    return 0


async def _serve_until_signal(site: Site, sockets: list[socket], notice: list[str]) -> None:
    """Serve until SIGINT or SIGTERM; print `notice` once either of them ends it. Raises OutputFailed."""
    loop, ended = asyncio.get_running_loop(), asyncio.Event()

    def end(number: int, frame: object) -> None:
        loop.call_soon_threadsafe(ended.set)

    # A script starts background jobs with SIGINT ignored; a handler of our own ends those too.
    before = {number: signal.signal(number, end) for number in (signal.SIGINT, signal.SIGTERM)}
    complaints = Complaints()
    loop.set_exception_handler(complaints.of_loop)
    runner = web.AppRunner(
        site.application(),
        access_log=None,
        logger=complaints.logger(),
        shutdown_timeout=1,
        keepalive_timeout=30,
        auto_decompress=False,
    )
    sweeping: list[asyncio.Task[None]] = []
    try:
        await runner.setup()
        assert runner.server is not None
        sweeping.append(asyncio.create_task(site.doorkeeper.keep_sweeping(runner.server)))
        sweeping.append(asyncio.create_task(site.visits.keep_sweeping()))
        for listener in sockets:
            await web.SockSite(runner, listener).start()
        print_lines(notice)
        flush()
        await ended.wait()
    finally:
        for task in sweeping:
            task.cancel()
        await runner.cleanup()
        for number, handler in before.items():
            signal.signal(number, handler)


def _pass_phrase() -> str:
    """The pass phrase of the environment, or typed twice; never of the command line, which others see.

    Raises Refused.
    """
    phrase = os.environ.pop(SECRET, "")
    if not phrase:
        if not sys.stdin.isatty():
            raise Refused(f"a pass phrase is typed on a terminal, or set in {SECRET}")
        phrase = getpass("Pass phrase for this evening: ")
        if phrase != getpass("The same again: "):
            raise Refused("the two are not the same")
    if not SHORTEST <= len(plain(phrase)) <= 200:
        raise Refused(f"a pass phrase has {SHORTEST} to 200 letters")
    return phrase


def _session_name(options: argparse.Namespace) -> str:
    """The name of the session, as it is or will be on disk. Raises Refused."""
    data = usual_places().data
    wanted = options.session or os.environ.get("COMPANION_SESSION", "") or current_name(data) or FIRST
    try:
        return existing_name(sessions_folder(data), wanted)
    except NotFound:
        return checked_name(wanted)


def _port(sockets: list[socket]) -> int:
    port: int = sockets[0].getsockname()[1]
    return port


def _wrapped(text: str) -> list[str]:
    return wrapped(" ".join(text.split()), width())
