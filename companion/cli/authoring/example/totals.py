"""Names the total of a calculator after what it adds up: `Difference (Red minus Blue, with modifiers)`."""

from __future__ import annotations

import re

from companion.model import Procedure
from companion.model.step import Roll, Tally, WorkOut

_SUM = re.compile(r"[^\W\d]\w*(?:\s*[+-]\s*[^\W\d]\w*)*")
"""A sum or difference of values."""
_TERM = re.compile(r"([+-]?)\s*(\w+)")
_SIGNS = {"": "", "+": " plus ", "-": " minus "}


def total_label(procedure: Procedure) -> str:
    """Return the label of the total that is shown at the top of the answer, and of what it is the total."""
    tallies = _tallies(procedure)
    if procedure.total in tallies:
        title = tallies[procedure.total]
        return title if title.casefold().startswith("total") else f"Total of {title or 'the modifiers'}"
    return with_parts(procedure, "Total", procedure.total)


def with_parts(procedure: Procedure, label: str, name: str) -> str:
    """Return the label of a value with the rolls and modifiers that it adds up, unless it is no such sum."""
    formula = _formulas(procedure).get(name, "")
    if not _SUM.fullmatch(formula):
        return label
    terms = _TERM.findall(formula)
    words = [(sign, _named(procedure, term)) for sign, term in terms]
    if not all(word for _, word in words) or len(words) < 2:
        return label
    text = "".join(f"{_SIGNS[sign]}{word}" for sign, word in words)
    modified = any(term not in _tallies(procedure) and _has_tally(procedure, term) for _, term in terms)
    return f"{label} ({text}{', with modifiers' if modified else ''})"


def _named(procedure: Procedure, name: str) -> str:
    """Return the label of a roll, or the title of a tally; of a sum, the label of its only roll; else nothing."""
    tallies, rolls = _tallies(procedure), _rolls(procedure)
    if name in tallies:
        return tallies[name] or "modifiers"
    labels = [rolls[part] for part in _parts(procedure, name) if part in rolls]
    return labels[0] if len(labels) == 1 else ""


def _has_tally(procedure: Procedure, name: str) -> bool:
    """Return whether modifiers are part of a sum."""
    return any(part in _tallies(procedure) for part in _parts(procedure, name))


def _parts(procedure: Procedure, name: str) -> list[str]:
    """Return the values that a sum adds up, without the sums among them; another value is its own only part."""
    formulas = _formulas(procedure)
    found, waiting, seen = [], [name], set[str]()
    while waiting:
        part = waiting.pop()
        formula = formulas.get(part, "")
        if part in seen or not _SUM.fullmatch(formula):
            found.append(part)
        else:
            waiting += [term for _, term in _TERM.findall(formula)]
        seen.add(part)
    return found


def _formulas(procedure: Procedure) -> dict[str, str]:
    steps = [step for step in procedure.every_step() if isinstance(step, WorkOut)]
    return {name: formula for step in steps for name, formula in step.values.items()}


def _tallies(procedure: Procedure) -> dict[str, str]:
    return {step.name: step.title for step in procedure.every_step() if isinstance(step, Tally)}


def _rolls(procedure: Procedure) -> dict[str, str]:
    return {step.name: step.label for step in procedure.every_step() if isinstance(step, Roll)}
