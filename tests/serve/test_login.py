"""Nothing is visible before the login, and guessing is slow."""

from __future__ import annotations

import pytest

from companion.serve.login_attempts import FREE_FAILURES
from companion.serve.site import ROUTES
from tests.serve.conftest import PHRASE, Visit, Visiting


@pytest.mark.parametrize(("method", "address", "name"), ROUTES)
async def test_without_login_only_the_login_is_served(
    visit: Visit, method: str, address: str, name: str
) -> None:
    """The page redirects to the login; everything else is refused, the terminal too."""
    answer = await visit.request(address, method, headers={"Origin": visit.home})
    expected = {"/": 303, "/login": 200 if method == "GET" else 401}.get(address, 401)
    assert answer.status == expected
    assert "Set-Cookie" not in answer.headers
    if address == "/":
        assert answer.headers["Location"] == "/login"


@pytest.mark.parametrize("address", ["/download/x", "/nothing", "/static/", "/static/../x", "/favicon.ico"])
async def test_without_login_missing_pages_look_like_others(visit: Visit, address: str) -> None:
    """Addresses that exist and others are refused in the same way."""
    assert (await visit.request(address)).status == 401


async def test_the_cookie_is_for_this_server_alone(visit: Visit) -> None:
    """Scripts cannot read the cookie, and requests from other sites do not carry it."""
    answer = await visit.log_in()
    assert (answer.status, answer.headers["Location"]) == (303, "/")
    name, _, rest = answer.headers["Set-Cookie"].partition("=")
    assert name == f"companion-{visit.client.port}"
    assert rest.partition("; ")[2] == "HttpOnly; Path=/; SameSite=Strict"
    assert (await visit.request("/")).status == 200


async def test_a_wrong_phrase_is_refused(visit: Visit) -> None:
    """The response says so in plain words."""
    answer = await visit.log_in("iron brigada")
    assert answer.status == 401
    assert "That was not it." in await answer.text()
    assert (await visit.request("/")).status == 303


async def test_a_forged_cookie_is_refused(visit: Visit) -> None:
    """A cookie with the right name and a wrong signature is not accepted."""
    sent = {"Cookie": f"companion-{visit.client.port}=9999999999.ab.{'0' * 64}"}
    assert (await visit.request("/", headers=sent)).status == 303
    assert (await visit.request("/static/page.css", headers=sent)).status == 401


async def test_after_a_wrong_phrase_even_the_right_one_waits(visit: Visit) -> None:
    """During the delay the server does not even compare the phrase."""
    await visit.log_in("wrong")
    answer = await visit.log_in()
    assert (answer.status, answer.headers["Retry-After"]) == (429, "1")
    assert "Try again in 1 s" in await answer.text()
    visit.clock.time += 1
    await visit.log_in("wrong")
    assert (await visit.log_in()).headers["Retry-After"] == "2"
    visit.clock.time += 2
    assert (await visit.log_in()).status == 303


async def test_guessing_does_not_affect_logged_in_visitors(guest: Visit) -> None:
    """Wrong phrases delay the login, not the visitors who have logged in."""
    for number in range(FREE_FAILURES * 2):
        guest.site.attempts.failed(f"10.0.0.{number}")
    assert (await guest.log_in()).status == 429
    assert (await guest.request("/")).status == 200


async def test_a_key_in_the_address_logs_in_and_is_removed_from_it(visiting: Visiting) -> None:
    """A link with a key works on this machine only; a wrong key delays the next try, as a wrong phrase does."""
    visit = await visiting(by_link=True)
    assert (await visit.request("/?key=wrong")).status == 401
    assert (await visit.request(f"/?key={PHRASE.replace(' ', '%20')}")).status == 429
    visit.clock.time += 1
    answer = await visit.request(f"/?key={PHRASE.replace(' ', '%20')}")
    assert (answer.status, answer.headers["Location"]) == (303, "/")
    again = await visit.request(f"/?key={PHRASE.replace(' ', '%20')}")
    assert (again.status, again.headers["Location"]) == (303, "/")
    assert (await visit.request("/")).status == 200


async def test_a_pass_phrase_is_never_taken_from_an_address(visit: Visit) -> None:
    """The browser's history would contain the phrase."""
    answer = await visit.request(f"/?key={PHRASE.replace(' ', '%20')}")
    assert (answer.status, answer.headers["Location"]) == (303, "/login")
    assert "Set-Cookie" not in answer.headers


async def test_no_response_contains_the_phrase(guest: Visit) -> None:
    """Neither a page nor a header contains the phrase."""
    for method, address, _ in ROUTES:
        if method == "GET" and address != "/ws":
            answer = await guest.request(address)
            assert PHRASE not in str(answer.headers)
            assert PHRASE.encode() not in await answer.read()


async def test_a_form_that_is_too_long_is_refused(visit: Visit) -> None:
    """The server refuses the form before reading it."""
    assert (await visit.log_in("x" * 10_000)).status == 413
