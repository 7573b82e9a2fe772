"""`companion check --cases`: worked examples and questions against the data."""

from __future__ import annotations

import argparse
import json
from typing import Any

from companion.cli.output import print_result
from companion.engine import Engine
from companion.engine.cases import verdict
from companion.load.cases import json_records
from companion.model import Library
from companion.search.finder import Finder
from companion.search.question_cases import QuestionChecker, finder_of, question_verdict


class _Examiner:
    """Checks worked examples and questions against a library; indexes it at the first question."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._engine = Engine(library)
        self._search: tuple[Finder, QuestionChecker] | None = None

    def verdict(self, example: dict[str, Any]) -> str:
        """Empty if the example holds, else its faults or the result instead."""
        if "q" not in example:
            return verdict(self._engine, example)
        finder, answerable = self._search = self._search or (
            finder_of(self._library),
            QuestionChecker(self._library),
        )
        return "; ".join(answerable.faults(example)) or question_verdict(finder, example)


def check_cases(library: Library, options: argparse.Namespace) -> int:
    """Print the examples that do not hold; 1 if there is any, or no example at all."""
    examiner = _Examiner(library)
    total = 0
    failed: list[dict[str, Any]] = []
    for where, example in (pair for file in options.cases for pair in json_records(file)):
        if options.procedure and example.get("procedure") not in options.procedure:
            continue
        total += 1
        if instead := examiner.verdict(example):
            failed.append({"where": where, "example": example, "instead": instead})
    held = total - len(failed)
    lines: list[str] = []
    for failure in failed:
        keys = ("q", "game") if "q" in failure["example"] else ("procedure", "inputs", "rolls")
        given = json.dumps({key: failure["example"].get(key) for key in keys})
        lines += [f"{failure['where']}: {failure['instead']}", f"    {given}"]
    lines.append(f"{held} of {total} hold")
    print_result(options, {"held": held, "total": total, "failed": failed}, lines)
    return 0 if held == total and total else 1
