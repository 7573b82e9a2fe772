"""`companion check --cases`: checks worked examples and questions against the data."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from companion.cli.output import print_result
from companion.engine import Engine
from companion.engine.cases import verdict
from companion.errors import Refused
from companion.load.cases import json_records
from companion.model import Library
from companion.search.finder import Finder
from companion.search.question_cases import QuestionChecker, finder_of, question_verdict


def check_cases(library: Library, options: argparse.Namespace) -> int:
    """Print the examples that do not hold; return 1 if there are any, or if there are no examples."""
    engine = Engine(library)
    search = cache(lambda: (finder_of(library), QuestionChecker(library)))  # the index takes seconds
    total = 0
    failed: list[dict[str, Any]] = []
    for where, example in (pair for file in _files(options.cases) for pair in json_records(file)):
        if options.procedure and example.get("procedure") not in options.procedure:
            continue
        total += 1
        is_question = "q" in example
        instead = _verdict_on_question(example, *search()) if is_question else verdict(engine, example)
        if instead:
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


def _files(paths: Sequence[Path]) -> Iterator[Path]:
    """Yield the example files; for a folder, all its .jsonl files. Raises Refused if it has none."""
    for path in paths:
        files = sorted(path.glob("*.jsonl")) if path.is_dir() else [path]
        if not files:
            raise Refused(f"{path} contains no example files (*.jsonl)")
        yield from files


def _verdict_on_question(example: dict[str, Any], finder: Finder, answerable: QuestionChecker) -> str:
    """Return faults of the example or the wrong result; empty if the question is answered as it says."""
    return "; ".join(answerable.faults(example)) or question_verdict(finder, example)
