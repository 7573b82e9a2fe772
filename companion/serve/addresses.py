"""Addresses: which ones the server listens at, and which ones a browser may have asked for."""

from __future__ import annotations

import re
import socket
from ipaddress import AddressValueError, IPv4Address

from companion.model import Refused

LOOPBACK = "127.0.0.1"
_HOST = re.compile(r"([A-Za-z0-9.-]{1,253})(?::([0-9]{1,5}))?")


def own_address() -> str:
    """The address of this machine in its network. Raises Refused where it is in none.

    The system is asked which address it would send from; nothing is sent.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as ask:
        try:
            ask.connect(("192.0.2.1", 9))
            found: str = ask.getsockname()[0]
        except OSError:
            found = ""
    if not found or IPv4Address(found).is_unspecified or IPv4Address(found).is_loopback:
        raise Refused("this machine is in no network; --lan ADDRESS names the address to use")
    return found


def checked_address(text: str) -> str:
    """One address of this machine. Raises Refused for anything else, for all of them at once too."""
    try:
        address = IPv4Address(text)
    except AddressValueError:
        raise Refused(f"--lan {text[:40]!r}: an address of this machine, as in 192.168.1.7") from None
    if address.is_unspecified or address.is_multicast:
        raise Refused(f"--lan {text[:40]!r}: one address of this machine, as in 192.168.1.7")
    return str(address)


def listening(addresses: list[str], port: int) -> list[socket.socket]:
    """Sockets at these addresses, all at one port; 0 takes a free one. Raises Refused."""
    made: list[socket.socket] = []
    for address in addresses:
        try:
            made.append(socket.create_server((address, port)))
        except (OSError, OverflowError) as error:
            for each in made:
                each.close()
            why = getattr(error, "strerror", None) or error
            raise Refused(f"{address} port {port} cannot be used: {why}; --port takes another") from None
        port = made[-1].getsockname()[1]
    return made


def asked_for(host: str, ours: frozenset[str]) -> str:
    """The Host of a request as it may be written into a page, empty where it is none of `ours`.

    A page elsewhere can have its own name point to this machine; it cannot have the browser ask for ours.
    """
    found = _HOST.fullmatch(host)
    return host.lower() if found and found[1].lower() in ours else ""
