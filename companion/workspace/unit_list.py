"""Orders of battle as lists: reads units from a pasted list or a CSV file, and writes them as one."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple

from companion.engine.answers import domain_words, typed_answer
from companion.errors import shortened
from companion.model import GameModule, Refused, UnitFact
from companion.model.event import UnitKept
from companion.model.wording import agreeing
from companion.play.session import Session
from companion.play.state import Unit
from companion.play.typed_chits import one_of
from companion.render.units import fact_input
from companion.workspace.unit_facts import fact_label

MOST_UNITS = 1_000
"""Most units in one list."""
_MOST_FAULTS = 5
"""Most faulty lines listed in a message."""
_NAMES, _SIDE = ("name", "unit"), "side"
"""Headings of the columns other than facts."""
_SEPARATORS = "\t;,"
_WITH_SIDE = re.compile(r"(.*\S)\s*\(([^()]+)\)")


class ListedUnit(NamedTuple):
    """A unit of a list."""

    name: str
    side: str
    """Side of the unit; empty if the list does not give it."""
    facts: dict[str, Any]


def load_units(session: Session, text: str) -> list[ListedUnit]:
    """Record all units of a list as one step for undo, and return them. Raises Refused and NotSaved.

    If any line cannot be read, no unit is recorded, and the message names the lines.
    """
    listed = listed_units(session.module, text)
    known = {name.casefold(): name for name in session.game_state.units}
    session.add(
        *(UnitKept(known.get(unit.name.casefold(), unit.name), unit.facts, unit.side) for unit in listed)
    )
    return listed


def listed_units(module: GameModule, text: str) -> list[ListedUnit]:
    """Return the units of a list. Raises Refused, naming the lines that cannot be read.

    A list is a table whose first line names the columns (`name`, `side`, and facts by name or label), separated by
    commas, semicolons or tabs; or one unit on each line, as `companion units` shows them:
    `20th Maine (Union): Morale rating B, Strength points 5`, or with `rating=B, sps=5`.
    """
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not lines:
        raise Refused("the list is empty; write one unit on each line")
    read, first = _reader(module, lines[0][1])
    if len(lines) - first > MOST_UNITS:
        raise Refused(f"the list has {len(lines):,} lines; at most {MOST_UNITS:,} units are read at once")
    units: dict[str, ListedUnit] = {}
    faults: list[str] = []
    for number, line in lines[first:]:
        try:
            unit = read(line)
            if unit.name.casefold() in units:
                raise Refused(f"{shortened(unit.name)} is in the list twice")
            units[unit.name.casefold()] = unit
        except Refused as error:
            faults.append(f"line {number}: {error}")
    if faults:
        left_out = len(faults) - _MOST_FAULTS
        more = f"; and {left_out} more {agreeing(left_out, 'lines')}" if left_out > 0 else ""
        raise Refused("; ".join(faults[:_MOST_FAULTS]) + more)
    return list(units.values())


def units_table(module: GameModule, units: Iterable[Unit]) -> str:
    """Return units as a CSV table that `listed_units` reads."""
    units = list(units)
    facts = [
        fact for fact in module.units.facts if any(unit.facts.get(fact.name) is not None for unit in units)
    ]
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow([_NAMES[0], _SIDE, *(fact.name for fact in facts)])
    for unit in units:
        table.writerow([unit.name, unit.side, *(_value_text(unit.facts.get(fact.name)) for fact in facts)])
    return text.getvalue()


def _value_text(value: Any) -> str:
    if isinstance(value, list | tuple | frozenset):
        return ", ".join(sorted(map(str, value)))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


def _reader(module: GameModule, first: str) -> tuple[Callable[[str], ListedUnit], int]:
    """Return the function that reads a line, and the number of lines before the first unit."""
    for separator in _SEPARATORS:
        heads = [cell.strip() for cell in _cells(first, separator)]
        if any(head.casefold() in _NAMES for head in heads):
            return partial(_row, module, separator, [_column(module, head) for head in heads]), 1
    return partial(_line, module), 0


def _cells(line: str, separator: str) -> list[str]:
    """Return the cells of a line. Raises Refused if it is not CSV, or a cell has more than 131,072 characters."""
    try:
        return next(csv.reader([line], delimiter=separator), [])
    except csv.Error as error:
        raise Refused(f"the line is not CSV: {error}") from None


def _column(module: GameModule, head: str) -> str | UnitFact:
    plain = head.casefold()
    return plain if plain in (*_NAMES, _SIDE) else _fact(module, head)


def _row(module: GameModule, separator: str, columns: Sequence[str | UnitFact], line: str) -> ListedUnit:
    """Read a row of a table; an empty cell leaves a fact as it is."""
    cells = [cell.strip() for cell in _cells(line, separator)]
    if any(cells[len(columns) :]):
        raise Refused(f"it has {len(cells)} columns; the first line names {len(columns)}")
    name = side = ""
    facts: dict[str, Any] = {}
    for column, cell in zip(columns, cells, strict=False):
        if isinstance(column, UnitFact):
            facts |= {column.name: _value(module, column, cell)} if cell else {}
        elif column == _SIDE:
            side = _known_side(module, cell)
        else:
            name = cell
    return ListedUnit(_checked_name(name), side, facts)


def _line(module: GameModule, line: str) -> ListedUnit:
    """Read a line `NAME (SIDE): FACT VALUE, FACT=VALUE`; side and facts are optional."""
    head, _, rest = line.partition(":")
    named = _WITH_SIDE.fullmatch(head.strip())
    side = ""
    if named is not None and module.sides:
        head, side = named[1], _known_side(module, named[2])
    facts: dict[str, Any] = {}
    parts = [] if rest.strip() == "no facts" else rest.split(",")
    for part in filter(None, map(str.strip, parts)):
        fact, value = _fact_and_value(module, part)
        facts[fact.name] = _value(module, fact, value)
    return ListedUnit(_checked_name(head), side, facts)


def _fact_and_value(module: GameModule, part: str) -> tuple[UnitFact, str]:
    name, equals, value = part.partition("=")
    if equals:
        return _fact(module, name.strip()), value.strip()
    folded = part.casefold()
    heads = [(head, fact) for fact in module.units.facts for head in (fact_label(fact), fact.name)]
    matches = [(head, fact) for head, fact in heads if folded.startswith(f"{head.casefold()} ")]
    if not matches:
        return _fact(module, part), ""
    head, fact = max(matches, key=lambda pair: len(pair[0]))
    return fact, part[len(head) :].strip()


def _fact(module: GameModule, typed: str) -> UnitFact:
    for fact in module.units.facts:
        if typed.casefold() in (fact.name.casefold(), fact_label(fact).casefold()):
            return fact
    known = ", ".join(fact.name for fact in module.units.facts)
    raise Refused(f"unknown unit fact {shortened(typed)!r}; known: {known or 'none'}")


def _value(module: GameModule, fact: UnitFact, text: str) -> Any:
    """Return the value of a fact, typed like an answer of the calculators. Raises Refused, naming the valid values."""
    question = fact_input(module, fact)
    if not text:
        raise Refused(f"{fact.name}: a value is required, {domain_words(question, {})}")
    value = typed_answer(question, text, fact.name)
    return sorted(value) if isinstance(value, frozenset) else value


def _known_side(module: GameModule, typed: str) -> str:
    return one_of(typed, module.sides, "side") if typed else ""


def _checked_name(typed: str) -> str:
    name = " ".join(typed.split())
    if not name:
        raise Refused("a unit needs a name")
    return name


def fact_values(module: GameModule, words: Iterable[str]) -> dict[str, Any]:
    """Return facts typed as `fact=value`. Raises Refused, naming the known facts or the valid values."""
    facts: dict[str, Any] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise Refused(f"{shortened(word)!r} is not a fact; write fact=value")
        fact = _fact(module, name)
        facts[fact.name] = _value(module, fact, value.strip())
    return facts
