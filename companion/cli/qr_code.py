"""Prints an address as a QR code on the terminal."""

from __future__ import annotations

import os
import shutil
import sys

from companion.cli.streams import write

_HALVES = " ▀▄█"
"""Characters for two light or dark halves: a light upper half counts 1, a light lower half 2."""
_ON_BLACK, _PLAIN = "\x1b[97;40m", "\x1b[0m"


def print_qr_code(address: str) -> None:
    """Print an address as a QR code, if standard output is a terminal that can show it. Raises OutputFailed."""
    if not sys.stdout.isatty() or not _has_blocks(sys.stdout.encoding):
        return
    size = shutil.get_terminal_size()
    rows = qr_code(address)
    if not rows or len(rows[0]) >= size.columns or len(rows) >= size.lines:
        return
    is_plain = "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb"
    for row in rows:
        write(f"  {row}" if is_plain else f"  {_ON_BLACK}{row}{_PLAIN}")


def qr_code(address: str) -> list[str]:
    """Return a QR code as lines of two rows each, light on dark; empty if the package `segno` is missing."""
    try:
        import segno  # only serve --lan on a terminal needs it
    except ModuleNotFoundError:
        return []
    light = [[not module for module in row] for row in segno.make_qr(address).matrix_iter(border=4)]
    if len(light) % 2:
        light.append([False] * len(light[0]))
    pairs = zip(light[::2], light[1::2], strict=True)
    return ["".join(_HALVES[up + 2 * low] for up, low in zip(*pair, strict=True)) for pair in pairs]


def _has_blocks(encoding: str) -> bool:
    try:
        _HALVES.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
