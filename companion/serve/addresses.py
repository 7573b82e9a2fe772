"""The addresses at which the server listens, and the hosts that a request may name."""

from __future__ import annotations

import re
import socket
from ipaddress import AddressValueError, IPv4Address

from companion.model import Refused

LOOPBACK = "127.0.0.1"
_HOST = re.compile(r"([A-Za-z0-9.-]{1,253})(?::([0-9]{1,5}))?")


def own_address() -> str:
    """Return the address of this machine in its network. Raises Refused if it is not on a network.

    Asks the system which address it would send from; sends nothing.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address: str = probe.getsockname()[0]
        except OSError:
            address = ""
    if not address or IPv4Address(address).is_unspecified or IPv4Address(address).is_loopback:
        raise Refused("this machine is not on a network; choose an address with --lan ADDRESS")
    return address


def checked_address(text: str) -> str:
    """Return an IPv4 address in its standard form. Raises Refused for anything but a single IPv4 address."""
    try:
        address = IPv4Address(text)
    except AddressValueError:
        raise Refused(
            f"--lan {text[:40]!r} is not an IPv4 address; use one of this machine, such as 192.168.1.7"
        ) from None
    if address.is_unspecified or address.is_multicast:
        raise Refused(
            f"--lan {text[:40]!r} is not a single address; use one of this machine, such as 192.168.1.7"
        )
    return str(address)


def listening(addresses: list[str], port: int) -> list[socket.socket]:
    """Return listening sockets at these addresses, all on the same port; 0 means any free port. Raises Refused."""
    sockets: list[socket.socket] = []
    for address in addresses:
        try:
            sockets.append(socket.create_server((address, port)))
        except (OSError, OverflowError) as error:
            for opened in sockets:
                opened.close()
            why = getattr(error, "strerror", None) or error
            raise Refused(
                f"{address} port {port} cannot be used: {why}; choose another with --port"
            ) from None
        port = sockets[-1].getsockname()[1]
    return sockets


def allowed_host(host: str, allowed: frozenset[str]) -> str:
    """Return the Host header of a request in lower case; empty if it is not one of the `allowed` hosts.

    This prevents DNS rebinding: another site can point its own name to this machine, but cannot make the browser send
    one of these hosts.
    """
    match = _HOST.fullmatch(host)
    return host.lower() if match and match[1].lower() in allowed else ""
