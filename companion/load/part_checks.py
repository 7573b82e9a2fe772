"""Whether the parts of a chart read every cell whole: each word taken by one part, each letter with its number."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from companion.load.records import Faults
from companion.model import Chart, Part
from companion.model.chart import lettered, value_of


class _Amiss(NamedTuple):
    """Something in a cell that its parts do not tell apart."""

    says: str
    mend: str


def check_parts(chart: Chart, faults: Faults) -> None:
    """Tries every part against every cell. One and the same mistake is told once, at its first cell."""
    told: dict[_Amiss, list[str]] = {}
    for column in chart.columns:
        if _prose(chart, column):
            continue
        for row in chart.rows:
            where = f'grid row {row}, column {column}: "{chart.printed(row, column)}"'
            for amiss in _amiss(chart.parts, str(chart.cell(row, column))):
                told.setdefault(amiss, []).append(where)
    for amiss, cells in told.items():
        more = f" (and in {len(cells) - 1} more)" if len(cells) > 1 else ""
        faults.add(("grid",), f"{cells[0]}: {amiss.says}{more}", amiss.mend)


def _prose(chart: Chart, column: str) -> bool:
    """Whether a column holds names and the like, in which there is nothing to tell apart."""
    letters = {part.letter for part in chart.parts if part.letter}
    words = {word for row in chart.rows for word in str(chart.cell(row, column)).split()}
    return not any(word in letters or re.search(r"\d", word) for word in words)


def _amiss(parts: tuple[Part, ...], cell: str) -> Iterator[_Amiss]:
    """What is amiss in a cell."""
    letters = {part.letter: part for part in parts if part.letter}
    numbers = [part for part in parts if part.number == "yes"]
    bare = [part for part in parts if not part.letter and part.number == "no"]
    words = cell.split()
    plain = [word for word in words if not any(lettered(word, letter) for letter in letters)]
    for letter, part in letters.items():
        if sum(lettered(word, letter) for word in words) > 1:
            yield _Amiss(f"two words begin with {letter}, and {part.name} reads only one", "keep one")
    for word in plain:
        if word in letters and not any(word in each.words for each in bare):
            says = f'"{word}" is taken by no part: {letters[word].name} needs a number after its letter'
            yield _Amiss(says, f"write {word}1, or {word} with its number")
            return
        marked = re.fullmatch(r"(.*\d)(\W+)", word)
        if marked and any(lettered(marked[1], letter) for letter in letters):
            says = f'"{word}" ends with {marked[2]}, which is no mark of a footnote'
            yield _Amiss(says, f'add {{mark: "{marked[2]}", text: ...}} to footnotes:')
            return
        if letter := _glued(word, letters):
            yield _Amiss(
                f'"{word}" holds a number and the letter {letter} in one word', _parted(word, letter)
            )
            return
    yield from _plain(bare, numbers, plain, whole=len(words) == 1, many=len(parts) > 1)


def _plain(
    bare: list[Part], numbers: list[Part], plain: list[str], whole: bool, many: bool
) -> Iterator[_Amiss]:
    """What is amiss with the words that begin with no letter of a part."""
    if len(bare) > 1 and plain:
        names = " and ".join(part.name for part in bare)
        yield _Amiss(f'{names} both take "{plain[0]}"', "give all but one of them a letter:")
    figures = [word for word in plain if not isinstance(value_of(word), str)]
    if numbers and figures:
        if not whole or not isinstance(value_of(figures[0]), int):
            says = f'{numbers[0].name} does not take "{figures[0]}"'
            yield _Amiss(
                f"{says}: number: yes reads a cell that is one whole number", "leave out number: yes"
            )
    # A part that stands alone reads the first word, as in 5 of "5 MP".
    elif bare and many:
        for word in plain[1:]:
            yield _Amiss(f'"{word}" is taken by no part', "give it a letter: of its own, or write one word")
    elif not bare and not numbers:
        for word in plain:
            if word not in ("-", "0"):
                yield _Amiss(f'"{word}" is taken by no part', "add a part without a letter")


def _glued(word: str, letters: dict[str, Part]) -> str:
    """The letter that stands on a number with something before or behind it, as in 2M or M1b2; empty for none."""
    for letter in letters:
        sign = re.escape(letter)
        if re.fullmatch(rf"[+-]?\d+{sign}\d*|{sign}[+-]?\d+\D+\d*", word):
            return letter
    return ""


def _parted(word: str, letter: str) -> str:
    before, _, behind = word.partition(letter)
    return (
        f"part them by a space, as in {before} {letter}{behind or '1'}" if before else "part them by a space"
    )
