"""Finds a second line of column headings, joins it with the first, and finds what columns and rows are called."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from math import inf
from typing import NamedTuple

from companion.cli.authoring.chart.tables import MARK, Placed
from companion.cli.authoring.interview import Interview, Question
from companion.load.sheet_text import Change, key_text, slashed_bands
from companion.model.chart import BLANK, band

_COLUMN = re.compile(r"columns?\b[\s:/-]*", re.IGNORECASE)
"""The beginning of a corner that names the columns, as in `Column`."""
_DICE = re.compile(r"\b(?:\d*d\d+|dice|die|rolls?|throws?|scores?|totals?|differences?)\b", re.IGNORECASE)
"""Words for what a player reads in the rows of a chart."""
_LAST_BAND = re.compile(r"(.*[^\W\d].*?)\s+(\d+(?:\s?(?:-|to)\s?\d+|\s?\+| or (?:more|less|fewer))?)")
"""A heading that ends in a band, as in `A 1-4`."""
_UNIT = re.compile(r"(?<=[\d+])\s?(?:[\"”″']|[a-z]{1,8}\.?)$", re.IGNORECASE)
"""A unit after a band, as in `0-6 inches`."""
_REMARK = re.compile(r"(\S[^()]*?)\s*\([^()]+\)")
"""A band with a remark, as in `0 (draw)`."""
_NUMBER = re.compile(r"[+-]?\d+(?:/\d+)?")
_ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
_FEWEST_ROWS = 2
"""Fewest rows below a second line of headings."""
_NAMELESS = Placed("")
"""The name of rows or columns that have none."""

Bounds = tuple[int, int | None] | None

NO_NUMBER = frozenset(("none", "nil", "zero"))
"""Words for 0 in the heading of a row, in small letters."""


class Heads(NamedTuple):
    """The headings of a table."""

    rows_title: Placed
    """The cell that names the rows; empty if there is none."""
    columns: list[Placed]
    rows: list[list[Placed]]
    """The rows below the headings."""
    columns_title: Placed
    """The cell that names the columns; empty if there is none."""
    remarks: tuple[str, ...] = ()


def read_heads(lines: Sequence[list[Placed]], interview: Interview) -> Heads:
    """Return the headings of a table, of which `lines` are all; ask whether a second line of headings is one."""
    head, *rows = lines
    groups = [cell.text for cell in head[1:] if not cell.is_empty]
    if _is_below_groups(head, rows) and len(set(groups)) == 1:
        corner = head[0] if rows[0][0].is_empty else rows[0][0]
        return Heads(corner, rows[0][1:], rows[1:], next(cell for cell in head[1:] if not cell.is_empty))
    if _is_below_groups(head, rows):
        return _two_lines(head, rows, "The two lines of column headings were joined.")
    usual = _usual_answer(head, rows)
    if usual is not None and interview.ask_yes(_question(head, rows[0], usual)):
        numbers = " and ".join(_row_number(line) for line in (head, rows[0]))
        return _two_lines(head, rows, f"Rows {numbers} are both headings of the columns.")
    rows_title, columns_title = _named_by(head[0])
    return Heads(rows_title, _with_last_bands(head[1:]), rows, columns_title)


def joined(upper: Placed, lower: Placed) -> Placed:
    """Return a heading joined from two cells; its cell is the lower one."""
    if not upper.text:
        return lower
    text = f"{upper.text} {lower.text}"
    return Placed(text, lower.where, lower.printed, "two headings joined", beside=upper)


def all_keyed(cells: Sequence[Placed]) -> list[Placed]:
    """Return the headings of all rows or columns, with their bands as charts have them.

    None is 0 if all others are numbers from 1 on.
    """
    keyed_cells = [keyed(cell) for cell in cells]
    plain = [_without_remark(cell) for cell in keyed_cells]
    if all(band(cell.text) for cell in plain):
        keyed_cells = plain
    texts = slashed_bands([cell.text for cell in keyed_cells])
    lowest = [ends[0] for text in texts if (ends := band(text))]
    if len(lowest) == len(texts) - 1 and min(lowest, default=0) == 1:
        texts = ["0" if text.casefold() in NO_NUMBER else text for text in texts]
    return [
        cell if text == cell.text else replace(cell, text=text, why="written as a band")
        for cell, text in zip(keyed_cells, texts, strict=True)
    ]


def _without_remark(cell: Placed) -> Placed:
    """Return a heading whose band has a remark as the band, with the whole text as its label: `0 (draw)`."""
    found = _REMARK.fullmatch(cell.text)
    plain = keyed(replace(cell, text=found[1])) if found else cell
    is_band = found is not None and band(plain.text) is not None
    return replace(plain, label=cell.text, why="written as a band") if is_band else cell


def keyed(cell: Placed) -> Placed:
    """Return a heading with its band as charts have it."""
    change = key_text(Change(cell.text, cell.why))
    if change.text == cell.text:
        return cell
    why = cell.why if cell.why and "date" in cell.why else change.why
    return replace(cell, text=change.text, why=why)


def without_labels(heads: Sequence[Placed], texts: set[str]) -> list[Placed]:
    """Return the headings of columns or rows, each with its label as its text if a band is one of `texts`, too.

    A chart shows the same text in the same words everywhere.
    """
    if not any(cell.label and cell.text in texts for cell in heads):
        return list(heads)
    return [
        replace(
            cell,
            text=cell.label,
            label="",
            why="two headings joined"
            if cell.beside is not None
            else ""
            if cell.label == cell.printed
            else cell.why,
        )
        if cell.label
        else cell
        for cell in heads
    ]


def _is_below_groups(head: list[Placed], rows: Sequence[list[Placed]]) -> bool:
    """Return whether the first row has the headings below those of groups, which are merged or only one."""
    groups = {cell.text for cell in head[1:] if not cell.is_empty}
    return (
        len(rows) > 1
        and all(not cell.is_empty for cell in rows[0][1:])
        and (len(groups) == 1 or any(cell.merged for cell in head[1:]))
        and len(head) > 2
    )


def _usual_answer(head: list[Placed], rows: Sequence[list[Placed]]) -> str | None:
    """Return what Enter answers to the question whether the first row is a second line of headings.

    `yes` if it must be one, an empty text if it may be one, None if it is a row of the chart.
    """
    if len(rows) <= _FEWEST_ROWS or len(head) < 3:
        return None
    below, body = rows[0], rows[1:]
    upper, lower = _texts(head), _texts(below)
    if len({*upper}) < len(upper) or len({*lower}) < len(lower) or not all((*upper, *lower)):
        return None
    cells = [kind for row in body for cell in row[1:] if (kind := _kind(cell.text))]
    is_unlike = _is_unlike(below[0], body)
    has_ranges = "band" in cells
    if not any(map(_is_range, map(_bounds, upper))) and _is_rising(lower) and not has_ranges:
        if is_unlike or _COLUMN.match(head[0].text) or head[0].is_empty:
            return "yes" if _is_whole(lower) else ""
        return "" if _is_whole(lower) else None
    if _is_whole(upper) and is_unlike and _is_listed(lower):
        has_numbers = lower[0].isdecimal() and "number" in cells
        return None if has_numbers and not _COLUMN.match(below[0].text) else "yes"
    are_words = all(_kind(text) == "word" for text in lower) and "word" not in cells and bool(cells)
    is_row = any(map(str.isdigit, below[0].text))
    return "" if is_unlike and _is_listed(upper) and are_words and not is_row else None


def _question(head: list[Placed], below: list[Placed], usual: str) -> Question:
    columns = _joined_columns(head, below)
    shown = ", ".join(cell.label or cell.text for cell in columns)
    says = f"Rows {_row_number(head)} and {_row_number(below)} both look like headings. Join them: {shown}?"
    explains = (
        f"Yes joins the two headings of each column. No makes row {_row_number(below)} a row of the chart."
    )
    if columns[0].label:
        first = columns[0]
        explains += (
            f" A calculator can then ask for a number; {first.text} leads to the column {first.label}."
        )
    return Question("heads", says, "yes", default=usual or None, explains=explains)


def _two_lines(head: list[Placed], rows: Sequence[list[Placed]], says: str) -> Heads:
    """Return the headings of a table with two lines of them."""
    columns = _joined_columns(head, rows[0])
    upper, lower = head[0], rows[0][0]
    corner, other = (upper, lower) if _is_whole(_texts(head)) else (lower, upper)
    has_bands = all(band(keyed(row[0]).text) for row in rows[1:])
    if (
        columns[0].label
        and _is_name(corner)
        and not _DICE.search(corner.text)
        and (has_bands or not _is_name(other))
    ):
        rows_title, columns_title = other if _DICE.search(other.text) else _NAMELESS, corner
    elif _is_name(lower):
        rows_title, columns_title = lower, upper if _is_name(upper) else _NAMELESS
    else:
        rows_title, columns_title = upper if _is_name(upper) else _NAMELESS, _NAMELESS
    left = [cell for cell in (upper, lower) if not cell.is_empty and cell not in (rows_title, columns_title)]
    remarks = [says, *(f"Left out: {cell.where} {cell.text}." for cell in left)]
    return Heads(replace(rows_title), columns, list(rows[1:]), columns_title, tuple(remarks))


def _joined_columns(head: list[Placed], below: list[Placed]) -> list[Placed]:
    """Return the columns of two lines of headings: bands with their labels if one line has bands, else joined texts."""
    upper, lower = all_keyed(head[1:]), all_keyed(below[1:])
    for keys, others in ((lower, upper), (upper, lower)):
        if _is_whole([cell.text for cell in keys]) and all(cell.text for cell in others):
            return [
                replace(key, label=f"{other.text} {key.text}", beside=other)
                for key, other in zip(keys, others, strict=True)
            ]
    return list(map(joined, head[1:], below[1:]))


def _with_last_bands(cells: Sequence[Placed]) -> list[Placed]:
    """Return the headings of columns as bands with labels if each ends in one, as in `A 1-4`, `B 5-8`."""
    found = [_LAST_BAND.fullmatch(cell.text) for cell in cells]
    keys = [key_text(Change(match[2], "")).text for match in found if match]
    if len(keys) < len(cells) or not _is_whole(keys):
        return list(cells)
    return [replace(cell, text=key, label=cell.text) for cell, key in zip(cells, keys, strict=True)]


def _named_by(corner: Placed) -> tuple[Placed, Placed]:
    """Return the cells that name the rows and the columns, from the corner of a table with one line of headings."""
    if match := _COLUMN.match(corner.text):
        return Placed(""), Placed(corner.text[match.end() :] or corner.text)
    parts = [part.strip() for part in re.split(r"[\\/]", corner.text)]
    if (
        len(parts) == 2
        and all(parts)
        and ("\\" in corner.text or _DICE.search(parts[0]) or _DICE.search(parts[1]))
    ):
        rows, columns = parts if "\\" in corner.text or _DICE.search(parts[0]) else reversed(parts)
        return replace(corner, text=rows, why="the corner names rows and columns"), Placed(columns)
    return corner, _NAMELESS


def _is_name(corner: Placed) -> bool:
    """Return whether a corner says more than that columns are columns."""
    return not corner.is_empty and not _COLUMN.fullmatch(corner.text)


def _is_unlike(label: Placed, body: Sequence[list[Placed]]) -> bool:
    """Return whether the heading of a row is empty or a word, above rows that have bands."""
    has_bands = all(band(keyed(row[0]).text) for row in body if not row[0].is_empty)
    return has_bands and (label.is_empty or band(keyed(label).text) is None)


def _texts(line: Sequence[Placed]) -> list[str]:
    """Return the texts of a line after its first cell, with bands as charts have them."""
    return [cell.text if not cell.is_empty else "" for cell in all_keyed(line[1:])]


def _row_number(line: Sequence[Placed]) -> str:
    return re.sub(r"\D", "", line[0].where)


def _bounds(text: str) -> Bounds:
    """Return the ends of a band, which may have a unit after it; None for another text."""
    return band(text) or band(key_text(Change(_UNIT.sub("", text), "")).text)


def _is_range(bounds: Bounds) -> bool:
    return bounds is not None and bounds[0] != bounds[1]


def _is_whole(texts: Sequence[str]) -> bool:
    """Return whether texts are bands, at least one of more than one number, that follow each other without a gap."""
    ends = [(low, inf if high is None else high) for low, high in filter(None, map(band, texts))]
    follow = (sorted(ends) in (ends, ends[::-1])) and all(
        low == high + 1 for (_, high), (low, _) in pairwise(sorted(ends))
    )
    return len(ends) == len(texts) > 1 and follow and any(low != high for low, high in ends)


def _is_rising(texts: Sequence[str]) -> bool:
    """Return whether texts are bands, at least one of more than one number, that rise or fall, perhaps with units."""
    ends = [bounds for bounds in map(_bounds, texts) if bounds]
    lowest = [low for low, _ in ends]
    is_ordered = sorted(set(lowest)) in (lowest, lowest[::-1])
    return len(ends) == len(texts) and is_ordered and any(map(_is_range, ends))


def _is_listed(texts: Sequence[str]) -> bool:
    """Return whether texts are the first letters or numbers in order: A, B, C; I, II, III; 1, 2, 3."""
    letters = [chr(ord("A") + place) for place in range(26)]
    numbers = list(map(str, range(1, 27)))
    capitals = [text.upper() for text in texts]
    return any(capitals == list(known[: len(texts)]) for known in (letters, _ROMAN, numbers))


def _kind(text: str) -> str:
    """Return the kind of a cell: band, number or word; empty if it is blank."""
    text = MARK.sub("", text).strip() or text
    if text in ("", BLANK):
        return ""
    if _NUMBER.fullmatch(text):
        return "number"
    return "band" if _is_range(_bounds(text)) else "word"
