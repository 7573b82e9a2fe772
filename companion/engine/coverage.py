"""Coverage of a game's sources: which record contains each item, and which example proves it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import product
from typing import Any, NamedTuple

from companion.engine.cases import verdict
from companion.engine.resolve import Engine
from companion.model import Chart, CompanionError, GameModule, Modifier, Printed
from companion.model.step import Factor, Tally


class Item(NamedTuple):
    """An item of the sources or of the game's data."""

    kind: str
    """section, box, cell, modifier, note."""
    what: str
    carried: tuple[str, ...]
    """Ids of the records that contain it; empty if none does."""
    proof: str
    """Name of the proof; empty if there is none."""


class Proofs(NamedTuple):
    """Proofs by worked examples."""

    applied: dict[tuple[str, str], str]
    """(procedure, modifier) to an example in which the modifier counts."""
    struck: dict[tuple[str, str], str]
    """(procedure, modifier) to an example in which the modifier does not count."""
    cells: dict[tuple[str, str, str], str]
    """(chart, row, column) to an example that reads the cell."""
    procedures: dict[str, int]
    """Number of examples that hold, by procedure."""


def gather(engine: Engine, examples: Iterable[tuple[str, Mapping[str, Any]]]) -> Proofs:
    """Run the examples, each given with its location, and collect the proofs of those that hold."""
    proofs = Proofs({}, {}, {}, {})
    for where, example in examples:
        if "procedure" not in example or verdict(engine, example):
            continue
        name = str(example["procedure"])
        proofs.procedures[name] = proofs.procedures.get(name, 0) + 1
        try:
            resolution = engine.resolve(name, example.get("inputs") or {}, example.get("rolls"), flips=False)
        except CompanionError:
            continue
        for line in resolution.ledger:
            into = proofs.applied if line.state == "applied" else proofs.struck
            into.setdefault((name, line.label), where)
        for read in resolution.looked:
            proofs.cells.setdefault((read.chart, read.row, read.column), where)
    return proofs


def coverage(
    module: GameModule,
    proofs: Proofs,
    keyed: Mapping[str, Mapping[tuple[str, str], str]],
    asked: Mapping[str, str],
) -> Iterator[Item]:
    """Yield every item of the game's inventory, then every cell and modifier of its data.

    `keyed`: chart id to the cells of its second transcription. `asked`: section to a question that must find it.
    """
    yield from _sections(module, asked)
    for chart in module.charts:
        yield from _cells(chart, proofs, keyed.get(chart.id, {}))
    yield from _printed(module, proofs, keyed)
    yield from _modifiers(module, proofs)


def _sections(module: GameModule, asked: Mapping[str, str]) -> Iterator[Item]:
    with_text = [entry for entry in module.entries if entry.points]
    entry_ids = {number: entry.id for entry in with_text for number in entry.numbers}
    entry_ids |= {name.partition(":")[2]: entry.id for entry in with_text for name in (entry.id, *entry.also)}
    for number in module.sections:
        if number in entry_ids:
            yield Item("section", number, (entry_ids[number],), asked.get(number, "its entry"))
        else:
            yield Item("section", number, (), "")


def _cells(chart: Chart, proofs: Proofs, transcription: Mapping[tuple[str, str], str]) -> Iterator[Item]:
    for row, column in product(chart.rows, chart.columns):
        same = transcription.get((row, column)) == chart.printed(row, column)
        proof = "keyed twice" if same else proofs.cells.get((chart.id, row, column), "")
        yield Item("cell", f"{chart.title}, {row} / {column}", (chart.id,), proof)


def _printed(
    module: GameModule, proofs: Proofs, keyed: Mapping[str, Mapping[tuple[str, str], str]]
) -> Iterator[Item]:
    """Yield the modifiers and notes that the sources print."""
    known = {record.id for record in module.records}
    for printed in module.printed:
        carried = _carried(printed, known)
        proof = _proof(printed.line, carried, proofs, keyed)
        yield Item(printed.kind, f"{printed.chart}: {printed.says}", carried, proof)


def _modifiers(module: GameModule, proofs: Proofs) -> Iterator[Item]:
    """Yield the modifiers and factors of calculators that are not already listed as printed ones."""
    known = {record.id for record in module.records}
    listed = {(record, printed.line) for printed in module.printed for record in _carried(printed, known)}
    for procedure in module.procedures:
        tallies = [step for step in procedure.every_step() if isinstance(step, Tally)]
        lines: list[Modifier | Factor] = []
        for tally in tallies:
            lines += [*tally.modifiers, *tally.factors]
        for line in lines:
            key = (procedure.id, line.label)
            if key not in listed:
                proven = key in proofs.applied and (key in proofs.struck or line.when == "yes")
                proof = proofs.applied[key] if proven else ""
                yield Item("modifier", f"{procedure.title}: {line.label}", (procedure.id,), proof)


def _carried(printed: Printed, known: Collection[str]) -> tuple[str, ...]:
    """Return the ids of the records that contain a printed item; empty if one of them is missing."""
    return printed.carried if all(record in known for record in printed.carried) else ()


def _proof(
    line: str, carried: tuple[str, ...], proofs: Proofs, keyed: Mapping[str, Mapping[tuple[str, str], str]]
) -> str:
    if line:
        return next(
            (proofs.applied[key] for record in carried if (key := (record, line)) in proofs.applied), ""
        )
    for record in carried:
        if record in keyed:
            return "chart keyed twice"
        if proofs.procedures.get(record):
            return f"{proofs.procedures[record]} examples of {record}"
    return "its text" if carried else ""
