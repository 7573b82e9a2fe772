"""The second transcription of the domains of numbers: `tests/keyed/<game>/domains.csv`."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from companion.model import GameModule, Input

KEYED = Path(__file__).resolve().parent.parent / "keyed"


class Domain(NamedTuple):
    """The lowest and highest legal number, or number of rows; None for no limit."""

    least: int | None
    most: int | None


class Bounded(NamedTuple):
    """A question that has a domain."""

    name: str
    calculator: str
    domain: Domain


def keyed_domains(game: str) -> dict[tuple[str, str], Domain]:
    """Domains by input and calculator; an empty calculator stands for all others."""
    with (KEYED / game / "domains.csv").open(encoding="utf-8", newline="") as file:
        return {
            (row["Input"], row["Calculator"]): Domain(_bound(row["Least"]), _bound(row["Most"]))
            for row in csv.DictReader(file)
        }


def _bound(cell: str) -> int | None:
    return None if cell == "-" else int(cell)


def bounded_questions(module: GameModule) -> Iterator[Bounded]:
    """Yield every question of a game that has a domain."""
    for procedure in module.procedures:
        yield from _bounded(procedure.inputs, procedure.id.partition(":")[2])


def _bounded(inputs: Sequence[Input], calculator: str) -> Iterator[Bounded]:
    for each in inputs:
        if each.least is not None or each.most is not None:
            yield Bounded(each.name, calculator, Domain(each.least, each.most))
        yield from _bounded(each.fields, calculator)


def keyed_key(question: Bounded, keyed: dict[tuple[str, str], Domain]) -> tuple[str, str]:
    """Key of the row in the second transcription that applies to a question."""
    own = (question.name, question.calculator)
    return own if own in keyed else (question.name, "")
