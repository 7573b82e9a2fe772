"""The worked examples of tests/cases, by calculator; kept as JSON, a seventh of the memory that the records take."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from typing import Any

from tests.conftest import CASES, json_lines


@cache
def by_calculator() -> dict[str, list[tuple[str, str]]]:
    """The examples of each calculator, by its id: file and line, and the JSON."""
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for path in sorted(CASES.glob("*.jsonl")):
        if path.stem.endswith(("-calculations", "-own")):
            for number, example in enumerate(json_lines(path.name), 1):
                found[example["procedure"]].append((f"{path.name}, example {number}", json.dumps(example)))
    return found


def examples_of(procedure: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield file and line of each example of a calculator, and the example."""
    for place, line in by_calculator().get(procedure, ()):
        yield place, json.loads(line)
