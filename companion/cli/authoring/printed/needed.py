"""Reads sentences about a number needed: `The number needed is 1 worse if the target is in cover`."""

from __future__ import annotations

import re

from companion.cli.authoring.printed.numbers import ANY_NUMBER, number_in
from companion.cli.authoring.printed.points import PointModifier
from companion.cli.authoring.printed.rows import exclusive
from companion.cli.authoring.printed.rules import sentences_of
from companion.cli.authoring.printed.table import ModifierTable
from companion.model import Entry

_ABOUT = re.compile(
    r"\b(?:numbers?|scores?|rolls?)\s+(?:needed|required)\b|\b(?:needed|required)\s+(?:numbers?|scores?|rolls?)\b",
    re.IGNORECASE,
)
_NUMBER = rf"(?P<number>{ANY_NUMBER})"
_HARDER, _EASIER = r"worse|harder|higher", r"better|easier|lower"
_CHANGE = re.compile(
    rf"\b(?:(?:is|are|becomes?|gets?|goes)\s+)?(?:(?:{_NUMBER}\s+(?P<after>{_HARDER}|{_EASIER}))"
    rf"|(?:(?P<before>raised|up|increased|lowered|down|reduced)\s+by\s+{_NUMBER.replace('number', 'by')}))\b",
    re.IGNORECASE,
)
"""A change of the number: `is 1 worse`, `raised by two`."""
_BRACKETS = re.compile(r"\s*\([^()]*\)")
_WHEN = re.compile(r"\b(?P<word>if|when|where|for|against|at)\s+(?P<label>\S.*)", re.IGNORECASE)
_TAIL = re.compile(r",?\s+(?:but|even)\b.*|\s+(?:such\s+as|for\s+example)\b.*", re.IGNORECASE)
"""Text after a condition that adds none: `but only 1 even when it is both`."""
_INSTEAD = re.compile(r"\binstead\b", re.IGNORECASE)
_EASIER_WORDS = frozenset((*_EASIER.split("|"), "lowered", "down", "reduced"))
_LONGEST = 90


def printed_needed(entry: Entry) -> ModifierTable | None:
    """Return the changes of the number needed that a sentence of a rule states, as modifiers; None without one."""
    points = (each for each in entry.points if each.kind != "table" and each.authority != "companion")
    for sentence in (each for point in points for each in sentences_of(point)):
        if not _ABOUT.search(sentence):
            continue
        clauses = re.split(r";\s+", _BRACKETS.sub("", sentence).strip(" ."))
        read = [_change(clause) for clause in clauses if _CHANGE.search(clause)]
        found = [each for each in read if each is not None]
        if found and len(found) == len(read):
            return ModifierTable(
                f"The number needed in {entry.title}",
                (entry.cites[0],) * len(found),
                tuple(f"{each.label} {each.amount}" for each in found),
                tuple(each.label for each in found),
                (),
                has_columns=False,
                kind="points",
                exclusive=exclusive(found),
                changes="needed",
                sentence=sentence,
            )
    return None


def _change(clause: str) -> PointModifier | None:
    """Return the change of the number that a clause states; None if it states none or several, or no condition."""
    changes = list(_CHANGE.finditer(clause))
    found = changes[0]
    rest = f"{clause[: found.start()]} {clause[found.end() :]}" if clause[found.end() :].strip() else clause
    when = _WHEN.search(rest)
    if len(changes) != 1 or when is None:
        return None
    label = _TAIL.sub("", when["label"]).removeprefix("the ").strip(" ,")
    label = f"{when['word'].capitalize()} {label}" if when["word"].lower() in ("against", "at") else label
    if not label or len(label) > _LONGEST:
        return None
    number, way = found["number"] or found["by"], (found["after"] or found["before"]).lower()
    sign = "-" if way in _EASIER_WORDS else "+"
    amount = f"{sign}{number_in(number)}"
    return PointModifier(f"{label[0].upper()}{label[1:]}", amount, _INSTEAD.search(clause) is not None)
