"""Checks the names that scenarios, settings and the sequence give the sides."""

from __future__ import annotations

from collections.abc import Iterator

from companion.load.faults import Faults
from companion.load.suggestions import suggest
from companion.load.text_yaml import Path
from companion.model import Scenarios, Sequence
from companion.model.wording import counted


def check_side_names(sequence: Sequence, faults: Faults) -> None:
    """Check the names that players may choose for the sides."""
    for index, names in enumerate(sequence.side_names):
        _check_names(names, ("side_names", index), sequence.sides, faults)


def check_named_sides(battles: Scenarios, sequence: Sequence | None, faults: Faults) -> None:
    """Check the names that scenarios and choices of settings give the sides."""
    sides = sequence.sides if sequence is not None else ()
    for at, names in _names_given(battles):
        _check_names(names, at, sides, faults)
    for index, setting in enumerate(battles.settings):
        for choice in setting.sides:
            if choice not in setting.choices:
                at = ("settings", index, "sides", choice)
                faults.add(at, f"{setting.name} has no choice {choice}", suggest(choice, setting.choices))


def _names_given(battles: Scenarios) -> Iterator[tuple[Path, tuple[str, ...]]]:
    for index, scenario in enumerate(battles.scenarios):
        if scenario.sides:
            yield ("scenarios", index, "sides"), scenario.sides
    for index, setting in enumerate(battles.settings):
        for choice, names in setting.sides.items():
            yield ("settings", index, "sides", choice), names


def _check_names(names: tuple[str, ...], at: Path, sides: tuple[str, ...], faults: Faults) -> None:
    if len(names) != len(sides):
        mend = f"write one name each for {', '.join(sides)}" if sides else "add sides to sequence.yaml"
        faults.add(at, f"{counted(len(names), 'names')} for {len(sides)} sides", mend)
    elif len(set(names)) < len(names) or not all(names):
        faults.add(at, "the sides must have different names", "write two different names")
