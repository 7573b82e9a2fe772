"""The file with the worked examples of one calculator, to which `new-example` adds lines."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from companion.cli.authoring.additions import Additions
from companion.engine.cases import blank_names, same
from companion.load.cases import json_records
from companion.model.answer_path import OPEN, single_answers

_FORM_NOTES = ("fill in each ", "and another")
"""Beginnings of the notes in the lines that `new-calculator` writes."""


class Added(NamedTuple):
    """An example in its file."""

    number: int
    """Number of its line."""
    is_new: bool
    """Whether it was not in the file before."""
    forms: int
    """Number of lines to fill in that were removed."""


class ExampleFile:
    """The worked examples of a calculator, in the file that `new-calculator` writes for it."""

    def __init__(self, additions: Additions, procedure: str) -> None:
        """`procedure` is the id of the calculator. Raises Refused if the file cannot be read."""
        self._additions = additions
        self._procedure = procedure
        self._name = f"tests/cases/{procedure.replace(':', '-')}.jsonl"
        self._lines()

    @property
    def path(self) -> Path:
        """Its path."""
        return self._additions.folder / self._name

    def add(self, example: Mapping[str, Any]) -> Added:
        """Write an example in place of a line to fill in, or else at the end. Raises Refused.

        An example that is there already is not written again. The other lines that `new-calculator` wrote as a form are
        removed, unless their author has begun to fill them in.
        """
        lines = self._lines()
        number, is_new = self._put(lines, example)
        forms = [place for place, line in enumerate(lines) if place != number and self._is_form(line)]
        if is_new or forms:
            self._write([line for place, line in enumerate(lines) if place not in forms])
        return Added(number + 1 - sum(place < number for place in forms), is_new, len(forms))

    def _put(self, lines: list[str], example: Mapping[str, Any]) -> tuple[int, bool]:
        """Add an example to the lines; return its place, and whether it is new."""
        records = {number: json.loads(line) for number, line in enumerate(lines) if line.strip()}
        for number, record in records.items():
            if same(record, example) and same(example, record):
                return number, False
        fitting = [number for number, record in records.items() if self._is_blank_of(record, example)]
        number = fitting[0] if fitting else len(lines)
        lines[number : number + 1] = [json.dumps(example, ensure_ascii=False)]
        return number, True

    def blanks(self) -> list[int]:
        """Return the numbers of the lines of this calculator that still have ? to fill in."""
        return [
            number
            for number, line in enumerate(self._lines(), 1)
            if line.strip() and self._is_blank(json.loads(line))
        ]

    def _is_form(self, text: str) -> bool:
        """Return whether a line is one that `new-calculator` writes, and nothing is filled in."""
        record = json.loads(text) if text.strip() else {}
        if not self._is_blank(record) or not str(record.get("note", "")).startswith(_FORM_NOTES):
            return False
        values = [value for _, value in single_answers(record.get("outcome") or {})]
        values += record.get("rolls") or []
        answers = [value for _, value in single_answers(record.get("inputs") or {}) if value is not True]
        return all(value == OPEN for value in (*values, *answers))

    def _is_blank(self, record: Mapping[str, Any]) -> bool:
        """Return whether a line of this calculator has ? to fill in."""
        return record.get("procedure") == self._procedure and any(blank_names(record))

    def _is_blank_of(self, record: Mapping[str, Any], example: Mapping[str, Any]) -> bool:
        """Return whether a line to fill in has the answers of an example; one with a refusal fills none in."""
        if "refused" in example or not self._is_blank(record):
            return False
        given, answers = record.get("inputs") or {}, example["inputs"]
        fixed = {name: value for name, value in given.items() if value != OPEN}
        free = {name: value for name, value in answers.items() if given.get(name) != OPEN}
        return same(fixed, free) and same(free, fixed)

    def _lines(self) -> list[str]:
        """Return the lines of the file; none if it does not exist. Raises Refused if one is not a JSON object."""
        if not self.path.exists():
            return []
        list(json_records(self.path))
        return self.path.read_text(encoding="utf-8").splitlines()

    def _write(self, lines: list[str]) -> None:
        self._additions.replace(self._name, "".join(f"{line}\n" for line in lines))
