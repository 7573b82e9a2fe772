"""What of a game's sources is in, what carries it, and what proves it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from companion.engine.cases import verdict
from companion.engine.resolve import Engine
from companion.model import CompanionError, GameModule
from companion.model.procedure import Tally


class Item(NamedTuple):
    """One thing the sources hold."""

    kind: str
    """section, box, cell, modifier, note."""
    what: str
    carried: tuple[str, ...]
    """Ids of the records that carry it; empty where none does."""
    proof: str
    """What proves it; empty where nothing does."""


class Proofs(NamedTuple):
    """What examples show."""

    applied: dict[tuple[str, str], str]
    """(procedure, modifier) to an example in which it counts."""
    struck: dict[tuple[str, str], str]
    """(procedure, modifier) to an example in which it does not."""
    cells: dict[tuple[str, str, str], str]
    """(chart, row, column) to an example that reads the cell."""
    procedures: dict[str, int]
    """Examples that hold, by procedure."""


def gather(engine: Engine, examples: Iterable[tuple[str, Mapping[str, Any]]]) -> Proofs:
    """Runs every example; only those that hold prove anything."""
    proofs = Proofs({}, {}, {}, {})
    for where, example in examples:
        if "procedure" not in example or verdict(engine, example):
            continue
        name = str(example["procedure"])
        proofs.procedures[name] = proofs.procedures.get(name, 0) + 1
        try:
            resolution = engine.resolve(name, example.get("inputs") or {}, example.get("rolls"))
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
    """Every item of the game's inventory and every cell and modifier of its data.

    `keyed`: chart id to the cells of its second transcription. `asked`: section to a question that must find it.
    """
    with_text = [entry for entry in module.entries if entry.points]
    numbers = {number: entry.id for entry in with_text for number in entry.numbers}
    numbers |= {name.partition(":")[2]: entry.id for entry in with_text for name in (entry.id, *entry.also)}
    known = {entry.id for entry in module.entries} | {chart.id for chart in module.charts}
    known |= {procedure.id for procedure in module.procedures}
    for number in module.sections:
        by = (numbers[number],) if number in numbers else ()
        yield Item("section", number, by, asked.get(number, "its entry") if by else "")
    for chart in module.charts:
        second = keyed.get(chart.id, {})
        for row in chart.rows:
            for column in chart.columns:
                same = second.get((row, column)) == chart.printed(row, column)
                proof = "keyed twice" if same else proofs.cells.get((chart.id, row, column), "")
                yield Item("cell", f"{chart.title}, {row} / {column}", (chart.id,), proof)
    counted: set[tuple[str, str]] = set()
    for printed in module.printed:
        carried = printed.carried if known.issuperset(printed.carried) else ()
        proof = _proof(printed.line, carried, proofs, keyed)
        yield Item(printed.kind, f"{printed.chart}: {printed.says}", carried, proof)
        counted |= {(record, printed.line) for record in carried if printed.line}
    for procedure in module.procedures:
        for step in procedure.every_step():
            if not isinstance(step, Tally):
                continue
            lines = [(each.label, each.when) for each in step.modifiers]
            lines += [(each.label, each.when) for each in step.factors]
            for label, when in lines:
                key = (procedure.id, label)
                if key not in counted:
                    both = key in proofs.applied and (key in proofs.struck or when == "yes")
                    proof = proofs.applied[key] if both else ""
                    yield Item("modifier", f"{procedure.title}: {label}", (procedure.id,), proof)


def _proof(
    line: str, carried: tuple[str, ...], proofs: Proofs, keyed: Mapping[str, Mapping[tuple[str, str], str]]
) -> str:
    if line:
        found = [proofs.applied[record, line] for record in carried if (record, line) in proofs.applied]
        return found[0] if found else ""
    for record in carried:
        if record in keyed:
            return "chart keyed twice"
        if proofs.procedures.get(record):
            return f"{proofs.procedures[record]} examples of {record}"
    return "its text" if carried else ""
