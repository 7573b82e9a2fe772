"""The server has only the listed routes, and no other site may use them."""

from __future__ import annotations

import pytest
from aiohttp import WSServerHandshakeError

from companion.serve.site import ROUTES, STATIC
from tests.serve.conftest import Visit

NOTHING = [
    "/download/x",
    "/download/",
    "/static",
    "/static/",
    "/static/js/textual.js",
    "/static/nothing.css",
    "/static/../pyproject.toml",
    "/static/..%2f..%2fpyproject.toml",
    "/static/%2e%2e/%2e%2e/etc/passwd",
    "/static/....//etc/passwd",
    "/static//etc/passwd",
    "/static/page.css/../../site.py",
    "/static/page.css%00.html",
    "/static/page.css/",
    "/static/app.html",
    "//etc/passwd",
    "/../../etc/passwd",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/etc/passwd",
    "/.env",
    "/ws/",
    "/login/",
    "/index.html",
    "/favicon.ico",
]


def test_the_routes_are_as_listed() -> None:
    """A new route must be added to docs/serve.md and here."""
    assert {(method, address) for method, address, _ in ROUTES} == {
        ("GET", "/"),
        ("GET", "/login"),
        ("POST", "/login"),
        ("GET", "/ws"),
        ("GET", "/static/textual.js"),
        ("GET", "/static/xterm.css"),
        ("GET", "/static/roboto-mono.ttf"),
        ("GET", "/static/roboto-mono-italic.ttf"),
        ("GET", "/static/page.css"),
        ("GET", "/static/page.js"),
    }


async def test_the_server_has_no_other_route(visit: Visit) -> None:
    """Neither aiohttp nor textual-serve adds a route."""
    known = {
        (each.method, each.resource.canonical) for each in visit.client.app.router.routes() if each.resource
    }
    assert known == {(method, address) for method, address, _ in ROUTES}


@pytest.mark.parametrize("address", NOTHING)
async def test_other_paths_are_not_found(guest: Visit, address: str) -> None:
    """A path that leads outside is refused however it is written."""
    answer = await guest.request(address)
    assert answer.status in (403, 404)
    assert b"root:" not in await answer.read()


@pytest.mark.parametrize("method", ["HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"])
async def test_no_other_method_is_answered(guest: Visit, method: str) -> None:
    """The server answers GET only, and POST for the login."""
    assert (await guest.request("/", method)).status == 405
    assert (await guest.request("/static/page.css", method)).status == 405


@pytest.mark.parametrize("name", STATIC)
async def test_a_static_file_is_served_completely(guest: Visit, name: str) -> None:
    """The file has its content type."""
    answer = await guest.request(f"/static/{name}")
    assert answer.status == 200
    assert await answer.read() == STATIC[name][0].read_bytes()
    assert answer.headers["Content-Type"] == STATIC[name][1]


async def test_the_page_uses_no_other_server(guest: Visit) -> None:
    """Scripts, styles and terminal come from this server, and the Content-Security-Policy allows no other."""
    answer = await guest.request("/?fontsize=20")
    text = await answer.text()
    assert 'data-font-size="20"' in text
    assert f'"ws://127.0.0.1:{guest.client.port}/ws"' in text
    assert "http" not in text.replace("http-equiv", "")
    policy = answer.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'")
    assert f"connect-src 'self' ws://127.0.0.1:{guest.client.port};" in policy
    assert "frame-ancestors 'none'" in policy
    assert "Server" not in answer.headers


@pytest.mark.parametrize("size", ["0", "9999", "-1", "x", '"><script>', "%00"])
async def test_an_invalid_font_size_is_replaced(guest: Visit, size: str) -> None:
    """The page gets a size from 8 to 48."""
    text = await (await guest.request(f"/?fontsize={size}")).text()
    found = text.partition('data-font-size="')[2].partition('"')[0]
    assert 8 <= int(found) <= 48


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "0.0.0.0", ""]
)
async def test_a_foreign_host_name_is_refused(guest: Visit, host: str) -> None:
    """The login is refused too, with or without a valid cookie."""
    for address in ("/", "/login", "/ws", "/static/page.css"):
        assert (await guest.request(address, headers={"Host": host})).status in (400, 403)


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1", "http://localhost", ""],
)
async def test_another_page_in_the_same_browser_gets_no_terminal(guest: Visit, origin: str) -> None:
    """To a browser, another port of this machine is the same site, so its requests may carry the cookie."""
    with pytest.raises(WSServerHandshakeError) as refused:
        await guest.client.ws_connect("/ws", headers={"Origin": origin})
    assert refused.value.status == 403
    assert (await guest.log_in(Origin=origin)).status == 403


async def test_a_terminal_without_an_origin_is_refused(guest: Visit) -> None:
    """Every browser sends an origin."""
    with pytest.raises(WSServerHandshakeError) as refused:
        await guest.client.ws_connect("/ws")
    assert refused.value.status == 403
