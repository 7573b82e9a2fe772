"""Runs `companion serve`; importing it requires the packages of the `serve` extra."""

from __future__ import annotations

import argparse
import asyncio
import os
import secrets
import signal
import sys
from collections.abc import Callable
from getpass import getpass
from pathlib import Path
from socket import socket
from ssl import SSLContext
from typing import Any, NamedTuple

from aiohttp import web

from companion.cli.output import print_lines, width
from companion.cli.qr_code import print_qr_code
from companion.cli.streams import flush
from companion.errors import NotFound, Refused
from companion.load.places import usual_places
from companion.play.opening import FIRST
from companion.play.replacing import replace_file
from companion.play.session_files import checked_name, current_name, existing_name, sessions_folder
from companion.render.text import wrapped
from companion.serve import certificate as certificates
from companion.serve.addresses import LOOPBACK, checked_address, listening, own_address
from companion.serve.connections import ACCEPTED_AT_ONCE, ANONYMOUS_SECONDS, ErrorPrinter
from companion.serve.login import SHORTEST, plain
from companion.serve.site import Site
from companion.serve.visitor import SECRET

_WARNING = """\
WARNING: anyone on this network who knows the pass phrase can open the session, and may change it."""
_NOT_ENCRYPTED = """\
The connection is not encrypted: serve only on a network that you trust, with a pass phrase that you use nowhere else.
--tls encrypts the connection."""
_ENCRYPTED = """\
The connection is encrypted. A browser that does not know the certificate shows a warning: compare its SHA-256
fingerprint before you continue:"""


class _Encryption(NamedTuple):
    """How to encrypt, and the notice about it for the terminal."""

    context: SSLContext | None = None
    notice: tuple[str, ...] = ()


def serve(options: argparse.Namespace) -> int:
    """Serve until a signal ends it. Raises Refused."""
    name = _session_name(options)
    if options.lan is None:
        return _serve_locally(name, options)
    return _serve_network(name, options)


def _serve_locally(name: str, options: argparse.Namespace) -> int:
    key = secrets.token_urlsafe(24)
    encryption = _encryption(options, [LOOPBACK])
    sockets = listening([LOOPBACK], options.port)
    hosts = frozenset({LOOPBACK, "localhost"})
    site = Site(name, key, hosts, by_link=True, encrypted=bool(encryption.context))
    home = f"{_protocol(encryption)}://{LOOPBACK}:{_port(sockets)}/"
    notice = [f"Session {name} is at", "", f"  {home}?key={key}", "", *encryption.notice]
    notice += _wrapped(
        "for browsers on this machine. The address contains the key: keep it private. Ctrl+C stops the server."
    )
    return _run(site, sockets, lambda: print_lines(notice), encryption)


def _serve_network(name: str, options: argparse.Namespace) -> int:
    address = checked_address(options.lan) if options.lan else own_address()
    addresses = list(dict.fromkeys((address, LOOPBACK)))
    encryption = _encryption(options, addresses)
    print_lines(_wrapped(_WARNING if encryption.context else f"{_WARNING} {_NOT_ENCRYPTED}"))
    phrase = _pass_phrase()
    sockets = listening(addresses, options.port)
    hosts = frozenset({address, LOOPBACK, "localhost"})
    site = Site(name, phrase, hosts, by_link=False, encrypted=bool(encryption.context))
    protocol, port = _protocol(encryption), _port(sockets)
    home = f"{protocol}://{address}:{port}/"
    rest = _wrapped(
        f"and on this machine at {protocol}://{LOOPBACK}:{port}/. Log in with the pass phrase. Ctrl+C stops the server."
    )

    def show() -> None:
        print_lines(["", f"Session {name} is at", "", f"  {home}", ""])
        print_qr_code(home)
        print_lines([*encryption.notice, *rest])

    return _run(site, sockets, show, encryption)


def _encryption(options: argparse.Namespace, addresses: list[str]) -> _Encryption:
    """Return how to encrypt: with the player's certificate, with a generated one, or not at all. Raises Refused."""
    given = [file for file in (options.cert, options.key) if file is not None]
    if not given and not options.tls:
        return _Encryption()
    if options.tls and given:
        raise Refused("--tls conflicts with --cert and --key: it generates a certificate, they use your own")
    if len(given) == 1:
        raise Refused("--cert and --key must be given together: a certificate and its private key")
    if given:
        certificate, key = (Path(file) for file in given)
    else:
        certificate = key = usual_places().data / certificates.NAME
        new = certificates.renewed(certificate, addresses)
        if new is not None:
            replace_file(certificate, new)  # readable only by its owner
    context = certificates.context(certificate, key)
    digest = certificates.fingerprint(certificate)
    lines = (f"  {digest[:48]}", f"  {digest[48:]}")
    return _Encryption(context, (*_wrapped(_ENCRYPTED), "", *lines, ""))


def _protocol(encryption: _Encryption) -> str:
    return "https" if encryption.context else "http"


def _run(site: Site, sockets: list[socket], show: Callable[[], None], encryption: _Encryption) -> int:
    asyncio.run(_serve_until_signal(site, sockets, show, encryption.context))
    print_lines(["Server stopped. The session is unchanged."])
    return 0


def _runner(site: Site, errors: ErrorPrinter) -> web.AppRunner:
    return web.AppRunner(
        site.application(),
        access_log=None,
        logger=errors.logger(),
        shutdown_timeout=1,
        keepalive_timeout=30,
        auto_decompress=False,
    )


async def _serve_until_signal(
    site: Site, sockets: list[socket], show: Callable[[], None], context: SSLContext | None
) -> None:
    """Serve until SIGINT or SIGTERM; call `show` once both are handled. Raises OutputFailed."""
    loop, ended = asyncio.get_running_loop(), asyncio.Event()

    def end(number: int, frame: object) -> None:
        loop.call_soon_threadsafe(ended.set)

    # Scripts start background jobs with SIGINT ignored; our own handler stops those too.
    before = {number: signal.signal(number, end) for number in (signal.SIGINT, signal.SIGTERM)}
    errors = ErrorPrinter()
    loop.set_exception_handler(errors.handle_loop_error)
    runner = _runner(site, errors)
    sweeping: list[asyncio.Task[None]] = []
    servers: list[asyncio.Server] = []
    limit: dict[str, Any] = {"ssl": context, "ssl_handshake_timeout": ANONYMOUS_SECONDS} if context else {}
    try:
        await runner.setup()
        assert runner.server is not None
        sweeping.append(asyncio.create_task(site.limiter.keep_sweeping(runner.server)))
        sweeping.append(asyncio.create_task(site.visits.keep_sweeping()))
        for listener in sockets:
            servers.append(
                await loop.create_server(runner.server, sock=listener, backlog=ACCEPTED_AT_ONCE, **limit)
            )
        show()
        flush()
        await ended.wait()
    finally:
        for task in sweeping:
            task.cancel()
        for server in servers:
            server.close()
        await runner.cleanup()
        for number, handler in before.items():
            signal.signal(number, handler)


def _pass_phrase() -> str:
    """Return the pass phrase, from the environment or typed twice; never from the command line, which others can see.

    Raises Refused.
    """
    phrase = os.environ.pop(SECRET, "")
    if not phrase:
        if not sys.stdin.isatty():
            raise Refused(f"a pass phrase is required: type it in a terminal, or set {SECRET}")
        phrase = getpass("Pass phrase: ")
        if phrase != getpass("Repeat the pass phrase: "):
            raise Refused("the pass phrases do not match")
    if not SHORTEST <= len(plain(phrase)) <= 200:
        raise Refused(f"a pass phrase must have {SHORTEST} to 200 characters")
    return phrase


def _session_name(options: argparse.Namespace) -> str:
    """Return the name of the session as it is, or will be, on disk. Raises Refused."""
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
