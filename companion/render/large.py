"""Text in letters as large as the screen allows, readable from across the table."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

from companion.model import Chart, Entry, GameModule, Procedure, Resolution
from companion.render.entry import book_words, entry_title, link_names
from companion.render.marks import MARKS, authority_legend, point_mark
from companion.render.resolution import outcome_word, shown_results
from companion.render.summary import headline
from companion.render.text import row_lines, shown, unlinked

HEIGHT = 5
"""Height of a large letter in dots."""
LETTERS = {
    " ": ("   ", "   ", "   ", "   ", "   "),
    "0": (" ## ", "#  #", "#  #", "#  #", " ## "),
    "1": (" # ", "## ", " # ", " # ", "###"),
    "2": ("### ", "   #", " ## ", "#   ", "####"),
    "3": ("### ", "   #", " ## ", "   #", "### "),
    "4": ("#  #", "#  #", "####", "   #", "   #"),
    "5": ("####", "#   ", "### ", "   #", "### "),
    "6": (" ## ", "#   ", "### ", "#  #", " ## "),
    "7": ("####", "   #", "  # ", " #  ", " #  "),
    "8": (" ## ", "#  #", " ## ", "#  #", " ## "),
    "9": (" ## ", "#  #", " ###", "   #", " ## "),
    "A": (" ## ", "#  #", "####", "#  #", "#  #"),
    "B": ("### ", "#  #", "### ", "#  #", "### "),
    "C": (" ###", "#   ", "#   ", "#   ", " ###"),
    "D": ("### ", "#  #", "#  #", "#  #", "### "),
    "E": ("####", "#   ", "### ", "#   ", "####"),
    "F": ("####", "#   ", "### ", "#   ", "#   "),
    "G": (" ###", "#   ", "# ##", "#  #", " ###"),
    "H": ("#  #", "#  #", "####", "#  #", "#  #"),
    "I": ("###", " # ", " # ", " # ", "###"),
    "J": ("  ##", "   #", "   #", "#  #", " ## "),
    "K": ("#  #", "# # ", "##  ", "# # ", "#  #"),
    "L": ("#   ", "#   ", "#   ", "#   ", "####"),
    "M": ("#   #", "## ##", "# # #", "#   #", "#   #"),
    "N": ("#   #", "##  #", "# # #", "#  ##", "#   #"),
    "O": (" ### ", "#   #", "#   #", "#   #", " ### "),
    "P": ("### ", "#  #", "### ", "#   ", "#   "),
    "Q": (" ## ", "#  #", "#  #", "# ##", " ###"),
    "R": ("### ", "#  #", "### ", "# # ", "#  #"),
    "S": (" ###", "#   ", " ## ", "   #", "### "),
    "T": ("#####", "  #  ", "  #  ", "  #  ", "  #  "),
    "U": ("#  #", "#  #", "#  #", "#  #", " ## "),
    "V": ("#   #", "#   #", " # # ", " # # ", "  #  "),
    "W": ("#   #", "#   #", "# # #", "## ##", "#   #"),
    "X": ("#   #", " # # ", "  #  ", " # # ", "#   #"),
    "Y": ("#   #", " # # ", "  #  ", "  #  ", "  #  "),
    "Z": ("####", "  # ", " #  ", "#   ", "####"),
    "+": ("   ", " # ", "###", " # ", "   "),
    "-": ("   ", "   ", "###", "   ", "   "),
    "=": ("   ", "###", "   ", "###", "   "),
    "/": ("   #", "  # ", " #  ", "#   ", "#   "),
    "*": ("   ", "# #", " # ", "# #", "   "),
    "<": ("  #", " # ", "#  ", " # ", "  #"),
    ">": ("#  ", " # ", "  #", " # ", "#  "),
    ".": (" ", " ", " ", " ", "#"),
    ",": ("  ", "  ", "  ", " #", "# "),
    ":": (" ", "#", " ", "#", " "),
    ";": ("  ", " #", "  ", " #", "# "),
    "!": ("#", "#", "#", " ", "#"),
    "?": ("### ", "   #", " ## ", "    ", " #  "),
    "'": ("#", "#", " ", " ", " "),
    '"': ("# #", "# #", "   ", "   ", "   "),
    "(": (" #", "# ", "# ", "# ", " #"),
    ")": ("# ", " #", " #", " #", "# "),
    "[": ("##", "# ", "# ", "# ", "##"),
    "]": ("##", " #", " #", " #", "##"),
    "%": ("#  #", "  # ", " ## ", " #  ", "#  #"),
    "&": (" #  ", "# # ", " #  ", "# ##", " ## "),
    "~": ("    ", " # #", "# # ", "    ", "    "),
    "^": (" # ", "# #", "   ", "   ", "   "),
    "_": ("    ", "    ", "    ", "    ", "####"),
}
BLOCK = "█"
LARGEST = 4
"""Maximum width and height of a dot in characters."""


class Large(NamedTuple):
    """Content of the large view."""

    head: tuple[str, ...]
    """Headlines, the most important first, each as large as possible."""
    foot: str
    """Source, in plain letters below."""
    text: tuple[str, ...] = ()
    """Points of a rule, in spaced letters between headlines and source."""


def of_resolution(resolution: Resolution, procedure: Procedure, title: str = "") -> Large:
    """Return result, dice, needed number, total and column, with the calculator and the cells read as source.

    `title`: the title with names, in place of the calculator's title.
    """
    heads: list[str] = []
    for result, word in shown_results(procedure, resolution.outcome if resolution.done else {}):
        if result.show == "headline":
            heads.append(word if not heads and not word.isdecimal() else result.statement(word))
    heads += [f"Rolled {roll.shown}" for roll in resolution.rolls]
    labels = {result.name: result.label for result in procedure.outcome}
    named = (
        (procedure.needed, "Needed", resolution.needed),
        (procedure.total, "Total", resolution.total),
        (procedure.column, "Column", resolution.column),
    )
    for name, word, value in named:
        line = f"{labels.get(name, word)}: {outcome_word(procedure, name, value)}"
        if value is not None and line not in heads:
            heads.append(line)
    if not resolution.done:
        heads.append(headline(resolution, procedure))
    cells = [f"{lookup.title} ({lookup.cite}) reads {lookup.cell_words}" for lookup in resolution.looked]
    return Large(tuple(heads), ". ".join([f"{title or procedure.title} {procedure.cite}".strip(), *cells]))


def of_entry(entry: Entry, module: GameModule, rulings: Iterable[str] = ()) -> Large:
    """Return number and title of a rule, its table rulings and its points, with the book as source."""
    named = link_names(module)
    points = [f"[{MARKS['ruling']}] {ruling} (how we play it here)" for ruling in rulings]
    for point in entry.points:
        text = unlinked(point.text, named)
        first, *rest = row_lines(text) if point.kind == "table" else [text]
        points += [f"{point_mark(point, entry.authority)}{first}", *rest]
    source = f"{book_words(entry, module)}. {authority_legend(entry, module.game)}".strip()
    return Large((entry_title(entry),), source, tuple(points))


def of_cell(chart: Chart, row: str, column: str) -> Large:
    """Return the text of a cell, with the chart, row and column as source."""
    place = f"{chart.rows_title} {chart.read(row)}, {chart.columns_title} {chart.read(column)}"
    printed = chart.read(chart.printed(row, column)) or "(blank)"
    return Large((printed,), f"{place.rstrip('.')}. {chart.title} ({chart.cite}), {chart.page}")


def large_lines(large: Large, width: int, height: int) -> list[str]:
    """Return as much as possible in block letters, the rest in spaced letters, and the source in plain ones.

    The title of a rule with points gets no block letters, to leave room for the points.
    Nothing is left out: the screen scrolls if there are more lines than `height`.
    """
    foot = textwrap.wrap(shown(large.foot), max(width, 1), break_on_hyphens=False)
    small = [_spaced(part.upper(), width) for part in large.head]
    lines: list[str] = []
    growing = not large.text
    for number, spaced in enumerate(small):
        after = sum(len(part) + 1 for part in small[number + 1 :]) + len(foot)
        room = height - len(lines) - 1 - after
        drawn = (
            _largest(large.head[number], width, room if number else max(room, height - 1))
            if growing
            else None
        )
        growing = drawn is not None
        lines += [*(drawn or spaced), ""]
    for point in large.text:
        lines += [*_spaced(point, width), ""]
    return [*lines, *foot]


def _largest(text: str, width: int, height: int) -> list[str] | None:
    """Return `text` in the largest block letters that fit; None if none fit or a letter has no block form."""
    plain = _capitals(text)
    if not plain or any(letter not in LETTERS for letter in plain):
        return None
    for scale in range(LARGEST, 0, -1):
        drawn = _block(plain, width, scale)
        if drawn is not None and len(drawn) <= height:
            return drawn
    return None


def _block(plain: str, width: int, scale: int) -> list[str] | None:
    """Return `plain` in block letters with dots of `scale` characters; None if a word is too long."""
    lines: list[str] = []
    for word in plain.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and _broad(longer) * scale <= width:
            lines[-1] = longer
        elif _broad(word) * scale <= width:
            lines.append(word)
        else:
            return None
    drawn: list[str] = []
    for line in lines:
        drawn += [""] if drawn else []
        for row in range(HEIGHT):
            dots = " ".join(LETTERS[letter][row] for letter in line)
            drawn += ["".join(dot * scale for dot in dots).replace("#", BLOCK).rstrip()] * scale
    return drawn


def _spaced(text: str, width: int) -> list[str]:
    """Return `text` with a space after each letter, wrapped between words; without spaces if a word is too long."""
    lines: list[str] = []
    for part in shown(text).splitlines():
        most = max((len(word) for word in part.split()), default=0)
        if 2 * most - 1 > width:
            lines += textwrap.wrap(part, max(width, 1), break_on_hyphens=False)
        else:
            folded = textwrap.wrap(part, max((width + 1) // 2, 1), break_on_hyphens=False)
            lines += [" ".join(line) for line in folded]
    return lines or [""]


def _capitals(text: str) -> str:
    """Return `text` in capitals without accents."""
    parts = unicodedata.normalize("NFKD", text.upper())
    return " ".join("".join(letter for letter in parts if not unicodedata.combining(letter)).split())


def _broad(text: str) -> int:
    return sum(len(LETTERS[letter][0]) + 1 for letter in text) - 1
