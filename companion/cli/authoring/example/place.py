"""Asks where a worked example is printed, and notices a rule that has nothing to do with its calculator."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from companion.cli.authoring.interview import Interview, Question
from companion.cli.authoring.rule_question import named_rule
from companion.errors import Refused
from companion.model import GameModule, Procedure
from companion.model.step import LookUp, Shift

PLACE = "printed-in"
"""Name of the question where an example is printed."""
_NUMBER = re.compile(r"\d+(?:\.\d+)*[a-z]?")
"""A text that looks like the number of a rule."""


def ask_place(interview: Interview, module: GameModule, procedure: Procedure) -> dict[str, str]:
    """Ask where the example is printed; return the rule as `cite`, and anything else as `note`. Raises GoBack."""
    explains = "The number or heading of a rule becomes the rule of the example, anything else its note."
    check = _Place(module, procedure, interview.asks)
    says = "Where is it printed: rule or page"
    text = interview.ask(
        Question(
            PLACE,
            says,
            "page 12",
            procedure.cite,
            explains=explains,
            check=check,
            label="Printed in",
        )
    )
    if text in _known(module) or text == procedure.cite:
        return {"cite": text}
    return {"cite": procedure.cite, "note": text}


def belongs(text: str, module: GameModule, procedure: Procedure) -> bool:
    """Return whether a text is no rule, or one of the calculator: its own, one that it cites, or one in its chapter."""
    cited = {procedure.cite, *_cites(msgspec.to_builtins(procedure))}
    charts = {step.chart for step in procedure.every_step() if isinstance(step, LookUp | Shift)}
    cited |= {chart.cite for chart in module.charts if chart.id in charts}
    return text not in _known(module) or text in cited or _chapter(text) == _chapter(procedure.cite)


class _Place:
    """A check that accepts a rule of another chapter only if it is typed again."""

    def __init__(self, module: GameModule, procedure: Procedure, asks: bool) -> None:
        """`asks` says whether the author can type it again; otherwise it is accepted."""
        self._module = module
        self._procedure = procedure
        self._asks = asks
        self._typed = ""

    def __call__(self, text: str) -> str:
        """Return the number of a rule, or a note. Raises Refused for a rule that is unknown or seems wrong."""
        known = _known(self._module)
        text = named_rule(self._module, text) or text
        if known and text not in known and text != self._procedure.cite and _NUMBER.fullmatch(text):
            raise Refused(f"unknown rule {text}; for a page, type page {text}")
        if self._asks and text != self._typed and not belongs(text, self._module, self._procedure):
            self._typed = text
            title = self._procedure.title
            raise Refused(f"{title} does not use rule {text}. If the example is printed there, type it again")
        return text


def _known(module: GameModule) -> set[str]:
    """Return the numbers of all rules."""
    return {cite for entry in module.entries for cite in entry.cites}


def _chapter(cite: str) -> str:
    """Return the number of the chapter of a rule."""
    return cite.partition(".")[0]


def _cites(record: Any) -> Iterator[str]:
    """Yield every rule that a record, as plain data, and the records in it cite."""
    if isinstance(record, Mapping):
        if isinstance(cite := record.get("cite"), str):
            yield cite
        record = list(record.values())
    if isinstance(record, list | tuple):
        for value in record:
            yield from _cites(value)
