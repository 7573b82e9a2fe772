"""The web server: its routes, the login, and a terminal for each visitor."""

from __future__ import annotations

import asyncio
import html
import math
import re
from collections.abc import Awaitable, Callable
from importlib.resources import files
from pathlib import Path
from string import Template

import textual_serve
from aiohttp import WSCloseCode, web

from companion.serve.addresses import allowed_host
from companion.serve.connections import BadForm, ConnectionLimiter, phrase_in
from companion.serve.login import Authenticator
from companion.serve.login_attempts import LoginAttempts
from companion.serve.terminal import LONGEST, Connection
from companion.serve.visitor import in_bounds
from companion.serve.visits import MOST_VISITORS, Tab, Visits

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

_TAB = re.compile(r"[0-9a-f]{32}")
"""The id that a page generates for its tab."""
_TERMINAL = Path(textual_serve.__file__).parent / "static"
_OWN = Path(str(files("companion.serve"))) / "pages"
STATIC = {
    "textual.js": (_TERMINAL / "js/textual.js", "text/javascript"),
    "xterm.css": (_TERMINAL / "css/xterm.css", "text/css"),
    "roboto-mono.ttf": (_TERMINAL / "fonts/RobotoMono-VariableFont_wght.ttf", "font/ttf"),
    "roboto-mono-italic.ttf": (_TERMINAL / "fonts/RobotoMono-Italic-VariableFont_wght.ttf", "font/ttf"),
    "page.css": (_OWN / "page.css", "text/css"),
    "page.js": (_OWN / "page.js", "text/javascript"),
}
"""Every file that is served, by its name in the address."""
ROUTES = (
    ("GET", "/", "page"),
    ("GET", "/login", "login"),
    ("POST", "/login", "submit_login"),
    ("GET", "/ws", "terminal"),
    *(("GET", f"/static/{name}", "static") for name in STATIC),
)
"""Every route: HTTP method, address, and the method of `Site` that answers."""

_POLICY = (
    "default-src 'none'; script-src 'self'; font-src 'self'; style-src 'self' 'unsafe-inline'; img-src data:; "
    "connect-src 'self' {}; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
"""Content Security Policy: only the server's own scripts, and its own terminal."""
_HEADERS = {
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


class Site:
    """The server for one session."""

    def __init__(
        self,
        session: str,
        secret: str,
        hosts: frozenset[str],
        *,
        by_link: bool,
        encrypted: bool = False,
        attempts: LoginAttempts | None = None,
    ) -> None:
        """`hosts` are the hosts under which browsers may reach the server.

        With `by_link` the secret is a key that may be part of the address, as `/?key=`; otherwise it is a pass phrase.
        With `encrypted` browsers connect through TLS.
        """
        self.hosts = hosts
        self.by_link = by_link
        self.encrypted = encrypted
        self._secure = "s" if encrypted else ""
        """Ending of the protocol names: https and wss, or http and ws."""
        self.authenticator = Authenticator(secret)
        self.attempts = attempts or LoginAttempts()
        self.limiter = ConnectionLimiter()
        self.visits = Visits(session)

    def application(self) -> web.Application:
        """Return the web application."""
        application = web.Application(middlewares=[self.guard], client_max_size=4096)
        for method, address, name in ROUTES:
            application.router.add_route(method, address, getattr(self, name))
        application.on_response_prepare.append(self.add_headers)
        application.on_shutdown.append(self.end_visits)
        return application

    @web.middleware
    async def guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer only requests to our hosts and from our pages; without a valid cookie, allow only the login."""
        host = _host(request, self.hosts)
        if not host:
            raise web.HTTPForbidden(text="companion serve does not answer at this address\n")
        origins = request.headers.getall("Origin", [])
        needs_origin = request.method == "POST" or request.path == "/ws"
        if origins != [f"http{self._secure}://{host}"] and (origins or needs_origin):
            raise web.HTTPForbidden(text="requests from other pages are refused\n")
        if self.authenticator.is_valid(request.cookies.get(_cookie_name(host), "")):
            self.limiter.authenticated.add(request.protocol)
            return await handler(request)
        if request.path == "/login":
            return await handler(request)
        if request.path != "/":
            raise web.HTTPUnauthorized(text="log in first\n")
        if self.by_link and "key" in request.query:
            return self.follow_link(request, request.query["key"])
        return _redirect("/login")

    def follow_link(self, request: web.Request, key: str) -> web.Response:
        """Set a cookie if the key is right.

        A wrong key does not count as a failed attempt: any page can make a browser send one, and nobody guesses 192
        random bits.
        """
        if self.authenticator.accepts(key):
            return self._set_cookie(request)
        return _login_page(self, "Wrong key.", 401)

    def log_in(self, request: web.Request, secret: str | None) -> web.Response:
        """Set a cookie if the secret is right, unless the address has to wait; None stands for an invalid form.

        Not a coroutine, so that attempts are handled one at a time.
        """
        address = request.remote or ""
        wait = self.attempts.seconds_to_wait(address)
        if wait > 0:
            page = _login_page(self, f"Too many failed attempts. Try again in {math.ceil(wait)} s.", 429)
            page.headers["Retry-After"] = str(math.ceil(wait))
            return page
        if secret is None or not self.authenticator.accepts(secret):
            self.attempts.failed(address)
            wrong = "Wrong key." if self.by_link else "Wrong pass phrase."
            return _login_page(self, wrong, 400 if secret is None else 401)
        self.attempts.succeeded(address)
        return self._set_cookie(request)

    def _set_cookie(self, request: web.Request) -> web.Response:
        answer = _redirect("/")
        name = _cookie_name(_host(request, self.hosts))
        cookie = self.authenticator.new_cookie()
        answer.set_cookie(
            name, cookie, httponly=True, samesite="Strict", path="/", secure=self.encrypted or None
        )
        return answer

    async def login(self, request: web.Request) -> web.Response:
        """Return the login page."""
        return _login_page(self)

    async def submit_login(self, request: web.Request) -> web.Response:
        """Handle the secret entered on the login page; an invalid form counts as a wrong secret."""
        try:
            phrase = await phrase_in(request)
        except BadForm:
            answer = self.log_in(request, None)
            answer.force_close()
            return answer
        return self.log_in(request, phrase)

    async def page(self, request: web.Request) -> web.Response:
        """Return the page with the terminal."""
        if "key" in request.query:
            return _redirect("/")
        size = max(8, min(_number(request.query.get("fontsize", ""), 16), 48))
        return _html("app.html", socket=f"ws{self._secure}://{_host(request, self.hosts)}/ws", size=str(size))

    async def static(self, request: web.Request) -> web.FileResponse:
        """Return a file of `STATIC`."""
        path, kind = STATIC[request.path.rpartition("/")[2]]
        return web.FileResponse(
            path, headers={"Content-Type": kind, "Cache-Control": "private, max-age=3600"}
        )

    async def terminal(self, request: web.Request) -> web.StreamResponse:
        """Connect a page with its app, new or still running; transmit keys and screen until one of them ends."""
        visit = self.visits.visit(_tab(request, self.hosts))
        if visit is None:
            raise web.HTTPServiceUnavailable(text=f"too many visitors; the limit is {MOST_VISITORS}\n")
        socket = web.WebSocketResponse(heartbeat=15, max_msg_size=LONGEST)
        connection = Connection(socket, request.transport, self.visits.now)
        visit.claim(connection)
        is_valid = True
        try:
            await socket.prepare(request)
            size = (_number(request.query.get(name, ""), 0) for name in ("width", "height"))
            await self.visits.connect(visit, *in_bounds(*size))
            is_valid = await connection.handle_all(visit.visitor, lambda: visit.connection is connection)
        except ConnectionError:
            pass
        finally:
            if socket.close_code == WSCloseCode.ABNORMAL_CLOSURE:
                connection.abort()
            await asyncio.shield(self.visits.disconnect(visit, connection, is_valid))
        return socket

    async def end_visits(self, application: web.Application) -> None:
        """End all visits before the server stops."""
        await self.visits.close()

    async def add_headers(self, request: web.Request, response: web.StreamResponse) -> None:
        """Add the headers for caching and security to a response."""
        host = _host(request, self.hosts)
        response.headers.pop("Server", None)
        response.headers.setdefault("Cache-Control", "no-store")
        response.headers["Content-Security-Policy"] = _POLICY.format(
            f"ws{self._secure}://{host}" if host else "'none'"
        )
        response.headers.update(_HEADERS)


def _host(request: web.Request, allowed: frozenset[str]) -> str:
    """Return the Host header of a request; empty if it is not one of our hosts."""
    hosts = request.headers.getall("Host", [])
    return allowed_host(hosts[0], allowed) if len(hosts) == 1 else ""


def _tab(request: web.Request, allowed: frozenset[str]) -> Tab | None:
    """Return the identity of the page that sent a request with a valid cookie; None if it does not name its tab.

    Raises HTTPBadRequest.
    """
    given = request.query.getall("tab", [])
    if not given:
        return None
    if len(given) > 1 or not _TAB.fullmatch(given[0]):
        raise web.HTTPBadRequest(text="invalid tab\n")
    return request.cookies[_cookie_name(_host(request, allowed))], given[0]


def _cookie_name(host: str) -> str:
    """Return the name of the cookie, which contains the port: browsers share cookies between the ports of a host."""
    return f"companion-{host.partition(':')[2] or 'default'}"


def _redirect(address: str) -> web.Response:
    return web.Response(status=303, headers={"Location": address})


def _login_page(site: Site, message: str = "", status: int = 200) -> web.Response:
    label = "The key that companion serve shows" if site.by_link else "Pass phrase"
    return _html("login.html", status, message=message, label=label)


def _html(name: str, status: int = 200, **parts: str) -> web.Response:
    text = Template((_OWN / name).read_text(encoding="utf-8"))
    filled = text.substitute({key: html.escape(value) for key, value in parts.items()})
    return web.Response(text=filled, content_type="text/html", status=status)


def _number(text: str, default: int) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else default
