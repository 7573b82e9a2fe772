"""Printing lines and JSON documents on standard output."""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import sys
from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from companion.cli.streams import write
from companion.render.text import escaped, shown, wrapped

WIDEST = 100


def width() -> int:
    """Return the output width: COLUMNS, or else the width of the terminal; at most 100."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and len(columns) < 6 and int(columns) > 0:
        return min(int(columns), WIDEST)
    if sys.stdout.isatty():
        return min(shutil.get_terminal_size().columns, WIDEST)
    return WIDEST


class Marked(NamedTuple):
    """A line with words to print in bold on a terminal."""

    text: str
    words: Collection[str]
    """Words to print in bold, in lower case."""


def print_lines(lines: Iterable[str | Marked]) -> None:
    """Print lines. Raises OutputFailed."""
    bold = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    for line in lines:
        if isinstance(line, str):
            write(shown(line))
        else:
            write(_in_bold(shown(line.text), line.words) if bold else shown(line.text))


def _in_bold(text: str, words: Collection[str]) -> str:
    """Return a text with escape sequences that print `words` in bold."""
    return re.sub(
        r"[^\W_]+(?:[.'][^\W_]+)*",
        lambda word: f"\x1b[1m{word[0]}\x1b[22m" if word[0].lower() in words else word[0],
        text,
    )


def print_text(text: str, first: str = "", rest: str = "") -> None:
    """Print a text wrapped to the width, indented by `first` and then by `rest`; print nothing for an empty text."""
    if text:
        print_lines(wrapped(text, width(), first, rest))


def print_json(value: Any) -> None:
    """Print one JSON document on one line. Raises OutputFailed."""
    write(escaped(json.dumps(value, ensure_ascii=False)))


def print_result(options: argparse.Namespace, document: Any, lines: Iterable[str | Marked]) -> None:
    """Print the JSON document with --json, the lines otherwise. Raises OutputFailed."""
    print_json(document) if options.json else print_lines(lines)
