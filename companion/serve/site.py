"""What a browser can ask for, and what it has to show first."""

from __future__ import annotations

import asyncio
import html
import json
import math
from collections.abc import Awaitable, Callable
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from string import Template

import textual_serve
from aiohttp import WSCloseCode, WSMsgType, web

from companion.serve.addresses import asked_for
from companion.serve.login import Door
from companion.serve.login_attempts import Tries
from companion.serve.visitor import Visitor, in_bounds

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

MOST_VISITORS = 8
"""Visitors at a time; each has an app process."""
LONGEST = 64 * 1024
"""Bytes of one message from a browser."""
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
"""The files that are given out, by the name in the address; no other file has one."""
ROUTES = (
    ("GET", "/", "page"),
    ("GET", "/login", "ask"),
    ("POST", "/login", "let_in"),
    ("GET", "/ws", "terminal"),
    *(("GET", f"/static/{name}", "static") for name in STATIC),
)
"""Everything that there is: method, address, and the method of `Site` that answers."""

_POLICY = (
    "default-src 'none'; script-src 'self'; font-src 'self'; style-src 'self' 'unsafe-inline'; img-src data:; "
    "connect-src {}; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
"""What a page of ours may do: nothing but its own scripts and its own terminal."""
_SIGNS = {
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


class Site:
    """One session, offered at the addresses `ours`."""

    def __init__(
        self, session: str, secret: str, ours: frozenset[str], *, by_link: bool, tries: Tries | None = None
    ) -> None:
        """`by_link`: the secret is a key that may stand in the address, as `/?key=`; a pass phrase may not."""
        self.session = session
        self.ours = ours
        self.by_link = by_link
        self.door = Door(secret)
        self.tries = tries or Tries()
        self.open: dict[Visitor, web.WebSocketResponse] = {}
        self.leaving: set[Visitor] = set()

    def application(self) -> web.Application:
        """The server's application."""
        made = web.Application(middlewares=[self.guard], client_max_size=4096)
        for method, address, name in ROUTES:
            made.router.add_route(method, address, getattr(self, name))
        made.on_response_prepare.append(self.sign)
        made.on_shutdown.append(self.end)
        return made

    @web.middleware
    async def guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Nobody gets further who asks for another host, comes from another page, or has no cookie."""
        host = _host(request, self.ours)
        if not host:
            raise web.HTTPForbidden(text="companion serve is not at this address\n")
        origins = request.headers.getall("Origin", [])
        needed = request.method == "POST" or request.path == "/ws"
        if origins != [f"http://{host}"] and (origins or needed):
            raise web.HTTPForbidden(text="another page may not ask here\n")
        if request.path == "/login" or self.door.knows(request.cookies.get(_cookie_name(host), "")):
            return await handler(request)
        if request.path != "/":
            raise web.HTTPUnauthorized(text="log in first\n")
        if self.by_link and "key" in request.query:
            return self.tried(request, request.query["key"])
        return _to("/login")

    def tried(self, request: web.Request, secret: str) -> web.Response:
        """Lets in whoever knows the secret, unless he has to wait. Nothing is awaited here: tries come one by one."""
        address = request.remote or ""
        wait = self.tries.wait(address)
        if wait > 0:
            page = _login(self, f"Too many wrong tries. Try again in {math.ceil(wait)} s.", 429)
            page.headers["Retry-After"] = str(math.ceil(wait))
            return page
        if not self.door.opens(secret):
            self.tries.wrong(address)
            return _login(self, "That was not it.", 401)
        self.tries.right(address)
        answer = _to("/")
        name = _cookie_name(_host(request, self.ours))
        answer.set_cookie(name, self.door.cookie(), httponly=True, samesite="Strict", path="/")
        return answer

    async def ask(self, request: web.Request) -> web.Response:
        """The login page."""
        return _login(self)

    async def let_in(self, request: web.Request) -> web.Response:
        """What was written on the login page."""
        return self.tried(request, str((await request.post()).get("phrase", ""))[:200])

    async def page(self, request: web.Request) -> web.Response:
        """The page with the terminal."""
        if "key" in request.query:
            return _to("/")
        size = max(8, min(_number(request.query.get("fontsize", ""), 16), 48))
        return _html("app.html", socket=f"ws://{_host(request, self.ours)}/ws", size=str(size))

    async def static(self, request: web.Request) -> web.FileResponse:
        """One of the files listed in `STATIC`."""
        path, kind = STATIC[request.path.rpartition("/")[2]]
        return web.FileResponse(
            path, headers={"Content-Type": kind, "Cache-Control": "private, max-age=3600"}
        )

    async def terminal(self, request: web.Request) -> web.StreamResponse:
        """A visitor's keys and screen, and his app for as long as he is there."""
        if len(self.open) >= MOST_VISITORS:
            raise web.HTTPServiceUnavailable(text=f"{MOST_VISITORS} are here already\n")
        socket = web.WebSocketResponse(heartbeat=15, max_msg_size=LONGEST)
        visitor = Visitor(self.session, socket.send_bytes, socket.close)
        self.open[visitor] = socket
        try:
            await socket.prepare(request)
            await self._others_gone()
            size = (_number(request.query.get(each, ""), 0) for each in ("width", "height"))
            await visitor.start(*in_bounds(*size))
            async for message in socket:
                if message.type is WSMsgType.TEXT and not await _obeyed(visitor, socket, message.data):
                    break
        except ConnectionError:
            pass
        finally:
            del self.open[visitor]
            self.leaving.add(visitor)
            with suppress(ConnectionError):
                await asyncio.shield(asyncio.ensure_future(self._off(visitor)))
        return socket

    async def end(self, application: web.Application) -> None:
        """Sends everybody home."""
        for socket in list(self.open.values()):
            await socket.close(code=WSCloseCode.GOING_AWAY)
        async with asyncio.timeout(10):
            while self.open or self.leaving:
                await asyncio.sleep(0.05)

    async def sign(self, request: web.Request, response: web.StreamResponse) -> None:
        """What every answer says about itself."""
        host = _host(request, self.ours)
        response.headers.pop("Server", None)
        response.headers.setdefault("Cache-Control", "no-store")
        response.headers["Content-Security-Policy"] = _POLICY.format(f"ws://{host}" if host else "'none'")
        response.headers.update(_SIGNS)

    async def _others_gone(self) -> None:
        """A page that is loaded anew finds the session free: who just left is waited for a moment."""
        for _ in range(40):
            if not self.leaving:
                return
            await asyncio.sleep(0.05)

    async def _off(self, visitor: Visitor) -> None:
        try:
            await visitor.stop()
        finally:
            self.leaving.discard(visitor)


async def _obeyed(visitor: Visitor, socket: web.WebSocketResponse, message: str) -> bool:
    """Does what a browser's message asks for; False for one that is none."""
    try:
        match json.loads(message):
            case ["stdin", str(keys)]:
                await visitor.send_bytes(keys.encode(errors="replace"))
            case ["resize", {"width": int(width), "height": int(height)}]:
                await visitor.set_terminal_size(width, height)
            case ["ping", str() | int() | float() as told]:
                await socket.send_json(["pong", told])
            case ["blur", *_]:
                await visitor.blur()
            case ["focus", *_]:
                await visitor.focus()
            case _:
                return False
    except (ValueError, RecursionError):
        return False
    return True


def _host(request: web.Request, ours: frozenset[str]) -> str:
    hosts = request.headers.getall("Host", [])
    return asked_for(hosts[0], ours) if len(hosts) == 1 else ""


def _cookie_name(host: str) -> str:
    """Browsers keep no ports apart; two servers on one machine do."""
    return f"companion-{host.partition(':')[2] or '80'}"


def _to(address: str) -> web.Response:
    return web.Response(status=303, headers={"Location": address})


def _login(site: Site, told: str = "", status: int = 200) -> web.Response:
    asks = "The key that companion serve shows" if site.by_link else "Pass phrase"
    return _html("login.html", status, told=told, asks=asks)


def _html(name: str, status: int = 200, **parts: str) -> web.Response:
    text = Template((_OWN / name).read_text(encoding="utf-8"))
    filled = text.substitute({key: html.escape(value) for key, value in parts.items()})
    return web.Response(text=filled, content_type="text/html", status=status)


def _number(text: str, default: int) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else default
