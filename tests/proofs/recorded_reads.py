"""Record the values that formulas read while the engine evaluates them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from companion.engine import answers, roll_steps, tally, values
from companion.formula import FormulaError, Unanswered, compiled, names_read

EVALUATORS = (values, tally, roll_steps, answers)
"""Modules of the engine that evaluate formulas."""


class RecordedReads:
    """The values that each formula read, with the numbers of the cases in which it read them."""

    def __init__(self) -> None:
        self._seen: defaultdict[str, dict[str, tuple[dict[str, Any], list[int]]]] = defaultdict(dict)

    @contextmanager
    def during(self, number: int) -> Iterator[None]:
        """Record the values that formulas read inside this context as those of case `number`."""

        def recording(text: str) -> Callable[[Any], Any]:
            def value(env: Any) -> Any:
                self._keep(text, env, number)
                return compiled(text)(env)

            return value

        for module in EVALUATORS:
            module.compiled = recording  # type: ignore[attr-defined]
        try:
            yield
        finally:
            for module in EVALUATORS:
                module.compiled = compiled  # type: ignore[attr-defined]

    def _keep(self, text: str, env: Any, number: int) -> None:
        names = sorted({path[0] for path in names_read(text)})
        read = {name: env[name] for name in names if name in env}
        _, numbers = self._seen[text].setdefault(repr(read), (read, []))
        if not numbers or numbers[-1] != number:
            numbers.append(number)

    def differing_cases(self, was: str, now: str) -> Iterator[int]:
        """Yield the cases in which two formulas have different values, alternating between different sets of values."""
        lists = [
            numbers for read, numbers in self._seen[was].values() if _result(was, read) != _result(now, read)
        ]
        done: set[int] = set()
        for turn in range(max(map(len, lists), default=0)):
            for numbers in lists:
                if turn < len(numbers) and numbers[turn] not in done:
                    done.add(numbers[turn])
                    yield numbers[turn]


def _result(text: str, env: dict[str, Any]) -> str:
    try:
        return repr(compiled(text)(env))
    except Unanswered:
        return "unanswered"
    except (FormulaError, TypeError, LookupError) as error:
        return type(error).__name__
