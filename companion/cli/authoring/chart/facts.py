"""Finds the footnotes of a new chart, and the parts of cells that hold several facts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from companion.cli.authoring.chart.footnotes import find_footnotes, mark_of
from companion.cli.authoring.chart.layout import Layout
from companion.cli.authoring.chart.tables import Placed
from companion.cli.authoring.interview import MISSING, Interview, Question
from companion.errors import Refused
from companion.load.formula_checks import NAME
from companion.model.chart import BLANK

_LETTERED = re.compile(r"([A-Za-z]+)([+-]?\d+)")
_FIGURE = re.compile(r"[+-]?\d+(?:/\d+)?")
_GLUED = re.compile(r"(?:\d+)?(?:[A-Za-z]+\d+)+")
_DICE = re.compile(r"\d*d\d+|\d+d\d+[+-]\d+")


@dataclass
class Facts:
    """Footnotes and parts of a chart."""

    footnotes: list[dict[str, str]] = field(default_factory=list)
    parts: list[dict[str, str]] = field(default_factory=list)


def find_facts(layout: Layout, interview: Interview) -> Facts:
    """Return the footnotes and the parts; separate facts that are written together, as in 2M1."""
    facts = Facts(find_footnotes(layout, interview))
    _add_parts(facts, layout, interview)
    return facts


def _plain(placed: Placed) -> str:
    """Return the text of a cell without its footnote mark."""
    mark = mark_of(placed.text)
    return placed.text.removesuffix(mark).strip() if placed.text != mark else placed.text


def _add_parts(facts: Facts, layout: Layout, interview: Interview) -> None:
    """Add a part for each kind of fact if cells hold several, as in `2 M1`."""
    columns = range(len(layout.columns))
    cells = [
        row[column]
        for column in columns
        if any(_LETTERED.search(_plain(row[column])) for row in layout.cells)
        for row in layout.cells
    ]
    example = _example(cells)
    if example is None:
        return
    plain = _plain(example)
    is_clear = " " in plain
    question = Question(
        "parts",
        f'{example.where} reads "{plain}". Are these several facts, each with its own letter (yes), or one text (no)?',
        "yes",
        default="yes" if is_clear else "no" if _DICE.fullmatch(plain) or plain[:1].isalpha() else None,
        explains="Facts such as 2 men and morale 1 in `2 M1` get names, so that a calculator can read each of them.",
    )
    if interview.ask_yes(question):
        _separate(cells)
        _name_parts(facts, cells, interview)


def _example(cells: list[Placed]) -> Placed | None:
    """Return a cell that seems to hold several facts; None if there is none, or if some cell does not fit that."""
    several = [cell for cell in cells if len(_words(_plain(cell))) > 1 and _LETTERED.search(_plain(cell))]
    if any(
        len([word for word in _words(_plain(cell)) if not _LETTERED.fullmatch(word)]) > 1 for cell in cells
    ):
        return None
    lettered = [cell for cell in cells if _LETTERED.fullmatch(_plain(cell))]
    numbers = [cell for cell in cells if _FIGURE.fullmatch(_plain(cell))]
    spaced = [cell for cell in several if " " in _plain(cell)]
    return next(iter([*spaced, *several, *(lettered if numbers else ())]), None)


def _words(text: str) -> list[str]:
    """Return the facts of a cell, separated even if they are written together."""
    words = []
    for word in text.split():
        if _GLUED.fullmatch(word):
            words += re.findall(r"^\d+|[A-Za-z]+\d+", word)
        else:
            words.append(word)
    return words


def _separate(cells: Iterable[Placed]) -> None:
    """Put spaces between facts that are written together."""
    for cell in cells:
        mark = mark_of(cell.text)
        text = " ".join(_words(_plain(cell))) + mark
        if text != cell.text:
            cell.text, cell.why = text, "facts separated by spaces"


def _name_parts(facts: Facts, cells: list[Placed], interview: Interview) -> None:
    words = [word for cell in cells for word in _words(_plain(cell))]
    letters = list(dict.fromkeys(match[1] for word in words if (match := _LETTERED.fullmatch(word))))
    bare = [word for word in words if not _LETTERED.fullmatch(word) and word != BLANK]
    names: list[str] = []

    def named(text: str) -> str:
        name = re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")
        if not NAME.fullmatch(name) or name in names:
            raise Refused(
                f"{text!r} is not a valid new name; write a word such as loss, starting with a letter"
            )
        return name

    def part(key: str, word: str) -> str:
        explains = "Calculators refer to the fact by this name. Use lower-case letters, digits and _."
        says = f"What does {word} in a cell stand for? Give it a short name"
        example = "loss" if key == "part" else "morale"
        names.append(interview.ask(Question(key, says, example, explains=explains, check=named)))
        return names[-1]

    if bare:
        is_number = all(map(_FIGURE.fullmatch, bare))
        record = {"name": part("part", bare[0])}
        lacking = next(
            (cell for cell in cells if not any(word in bare for word in _words(_plain(cell)))), None
        )
        if lacking is not None:
            default = "0" if is_number else "none"
            says = f"What is {record['name']} in a cell without one, as in {lacking.text}?"
            shown = (
                says
                if record["name"] != MISSING
                else f"What is its value in a cell without one, as in {lacking.text}?"
            )
            record["without"] = interview.ask(Question("part-without", shown, default, default=default))
        facts.parts.append(record)
    for letter in letters:
        word = next(word for word in words if (match := _LETTERED.fullmatch(word)) and match[1] == letter)
        facts.parts.append({"name": part(f"part-{letter}", word), "letter": letter, "without": "0"})
