"""Checks the cells of a chart: every word belongs to a part, and marks match footnotes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from companion.load.faults import Faults
from companion.model import Chart, Part
from companion.model.chart import BLANK, lettered, value_of

_ALWAYS = "*†‡§¶‖¹²³⁰⁴⁵⁶⁷⁸⁹"
"""Footnote marks at the end of any text."""
_AFTER_TEXT = "#^~"
"""Footnote marks only directly after a letter or digit; alone they may be the content of a cell."""
_SIGN = re.compile(rf"[{re.escape(_ALWAYS)}]+$|(?<=\w)[{re.escape(_AFTER_TEXT)}]$")


class _Ambiguity(NamedTuple):
    """Text in a cell that cannot be assigned to one part."""

    says: str
    mend: str


def check_parts(chart: Chart, faults: Faults) -> None:
    """Note the text in cells that cannot be assigned to one part; each mistake once, at its first cell."""
    ambiguities: dict[_Ambiguity, list[str]] = {}
    for column in chart.columns:
        if _is_plain_text(chart, column):
            continue
        for row in chart.rows:
            where = f'grid row {row}, column {column}: "{chart.printed(row, column)}"'
            for ambiguity in _ambiguities(chart.parts, str(chart.cell(row, column))):
                ambiguities.setdefault(ambiguity, []).append(where)
    _check_unused_parts(chart, faults)
    for ambiguity, cells in ambiguities.items():
        more = f" (and in {len(cells) - 1} more)" if len(cells) > 1 else ""
        faults.add(("grid",), f"{cells[0]}: {ambiguity.says}{more}", ambiguity.mend)


def _check_unused_parts(chart: Chart, faults: Faults) -> None:
    """Note each part that no cell contains: its value would always be `without`."""
    cells = [str(cell) for cell in chart.values]
    letters = [part.letter for part in chart.parts if part.letter]
    words = {word for cell in cells for word in cell.split()}
    numbers = {cell for cell in cells if isinstance(value_of(cell), int)}
    whole = numbers if any(part.number == "yes" for part in chart.parts) else set()
    read = {word for cell in set(cells) - whole for word in cell.split()}
    plain = {word for word in read if word != BLANK and not any(lettered(word, letter) for letter in letters)}
    for index, part in enumerate(chart.parts):
        if part.letter:
            matches = {word for word in words if lettered(word, part.letter)}
            why = f"no word in a cell is {part.letter} followed by a number"
            near = next((word for word in sorted(words) if lettered(word.lower(), part.letter.lower())), "")
            mend = f"write letter: {near[: len(part.letter)]}, as in {near}" if near else "leave the part out"
        elif part.number == "yes":
            matches, why, mend = numbers, "no cell is a whole number", "leave out the part, or number: yes"
        else:
            matches = plain | (set(part.words) & words)
            why, mend = "the other parts already read every word", "leave the part out"
        if not matches:
            faults.add(("parts", index), f"no cell contains part {part.name}: {why}", mend)


def _is_plain_text(chart: Chart, column: str) -> bool:
    """Return whether a column contains only plain text, without numbers or letters of parts."""
    letters = {part.letter for part in chart.parts}
    words = {word for row in chart.rows for word in str(chart.cell(row, column)).split()}
    return not any(word in letters or re.search(r"\d", word) for word in words)


def _ambiguities(parts: tuple[Part, ...], cell: str) -> Iterator[_Ambiguity]:
    letters = {part.letter: part for part in parts if part.letter}
    numbers = [part for part in parts if part.number == "yes"]
    bare = [part for part in parts if not part.letter and part.number == "no"]
    words = cell.split()
    plain = [word for word in words if not any(lettered(word, letter) for letter in letters)]
    for letter, part in letters.items():
        if sum(lettered(word, letter) for word in words) > 1:
            yield _Ambiguity(f"two words begin with {letter}, and {part.name} reads only one", "keep one")
    for word in plain:
        if word in letters and not any(word in part.words for part in bare):
            says = f'no part reads "{word}": {letters[word].name} needs a number after its letter'
            yield _Ambiguity(says, f"write {word}1, or {word} with its number")
            return
        marked = re.fullmatch(r"(.*\d)(\W+)", word)
        if marked and any(lettered(marked[1], letter) for letter in letters):
            says = f'"{word}" ends with {marked[2]}, which is not a footnote mark'
            yield _Ambiguity(says, f'add {{mark: "{marked[2]}", text: ...}} to footnotes:')
            return
        if letter := _glued(word, letters):
            yield _Ambiguity(f'"{word}" joins a number and the letter {letter}', _separated(word, letter))
            return
    yield from _plain(bare, numbers, plain, whole=len(words) == 1, many=len(parts) > 1)


def _plain(
    bare: list[Part], numbers: list[Part], plain: list[str], whole: bool, many: bool
) -> Iterator[_Ambiguity]:
    """Yield the ambiguities of words that do not begin with the letter of a part.

    `bare` are the parts without a letter, `plain` the words without one; `whole` is true for a cell with a single word,
    `many` for a chart with several parts.
    """
    if len(bare) > 1 and plain:
        names = " and ".join(part.name for part in bare)
        yield _Ambiguity(f'{names} both read "{plain[0]}"', "give all but one of them a letter:")
    figures = [word for word in plain if not isinstance(value_of(word), str)]
    if numbers and figures:
        if not whole or not isinstance(value_of(figures[0]), int):
            says = f'{numbers[0].name} does not read "{figures[0]}"'
            yield _Ambiguity(
                f"{says}: number: yes needs a cell with a single whole number", "leave out number: yes"
            )
    # The only part of a chart reads the first word, as in 5 of "5 MP".
    elif bare and many:
        for word in plain[1:]:
            yield _Ambiguity(f'no part reads "{word}"', "add a part with a letter for it, or write one word")
    elif not bare and not numbers:
        for word in plain:
            if word not in ("-", "0"):
                yield _Ambiguity(f'no part reads "{word}"', "add a part without a letter")


def _glued(word: str, letters: dict[str, Part]) -> str:
    """Return the letter that a word joins to a number, as in 2M or M1b2; empty if there is none."""
    for letter in letters:
        sign = re.escape(letter)
        if re.fullmatch(rf"[+-]?\d+{sign}\d*|{sign}[+-]?\d+\D+\d*", word):
            return letter
    return ""


def _separated(word: str, letter: str) -> str:
    before, _, after = word.partition(letter)
    example = f", as in {before} {letter}{after or 1}" if before else ""
    return f"separate them with a space{example}"


def check_footnotes(chart: Chart, faults: Faults) -> None:
    """Note each mark without a footnote once, at its first place, and each footnote without a mark.

    A mark without a footnote would turn the number before it into text.
    """
    marks = sorted({note.mark for note in chart.footnotes if note.mark}, key=len, reverse=True)
    unexplained: dict[str, str] = {}
    for where, text in _texts(chart):
        mark = _ending(text, marks)
        rest = text.removesuffix(mark).rstrip() if text != mark else ""
        sign = _SIGN.search(rest)
        if before := sign[0] if sign else _ending(rest, marks):
            unexplained.setdefault(f"{before}{mark}", f'{where}: "{text}"')
    for mark, where in unexplained.items():
        mend = f'add {{mark: "{mark}", text: ...}} to footnotes:, or remove the mark'
        faults.add(("grid",), f"{where}: {mark} has no footnote", mend)
    for index, note in enumerate(chart.footnotes):
        if note.mark and not any(text.endswith(note.mark) for _, text in _texts(chart)):
            mend = "put the mark after the text it refers to; a note on the whole chart has no mark"
            faults.add(("footnotes", index), f"footnote mark {note.mark} is not used", mend)


def _ending(text: str, marks: list[str]) -> str:
    """Return the first of `marks` that `text` ends with; empty if there is none."""
    return next((mark for mark in marks if text.endswith(mark)), "")


def _texts(chart: Chart) -> Iterator[tuple[str, str]]:
    """Yield (place, text) for everything on a chart that may carry a mark."""
    for row, cells in zip(chart.rows, chart.cells, strict=True):
        for column, cell in zip(chart.columns, cells, strict=True):
            yield f"grid row {row}, column {column}", cell
    yield from (("grid row", row) for row in chart.rows)
    yield from (("grid column", column) for column in chart.columns)
    yield from (("grid", chart.rows_title), ("columns_title", chart.columns_title), ("title", chart.title))
