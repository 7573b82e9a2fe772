"""Faults in edited files, each with its file and line: in a window, or above the calculator that is open."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.render.text import shown, wrapped
from companion.ui.widgets.text import WrappedText

if TYPE_CHECKING:
    from companion.model import Fault
    from companion.ui.app import CompanionApp

MOST = 3
"""Faults that are listed above a calculator; the others are only counted."""


def fault_lines(fault: Fault, width: int) -> list[str]:
    """Return `tables/lob/charts/x.yaml:12`, what is wrong, and how to fix it."""
    file = re.sub(r".*[/\\](?=(tables|rulebook)[/\\])", "", fault.file)
    place = f"{file}:{fault.line}" if fault.line else file
    key = f"{fault.key}: " if fault.key else ""
    fix = wrapped(f"Fix: {fault.mend}", width, "  ", "  ") if fault.mend else []
    return [*wrapped(shown(place), width), *wrapped(shown(f"{key}{fault.says}"), width, "  ", "  "), *fix]


class EditedFaults(WrappedText):
    """The faults in edited files, above a calculator; hidden while there are none."""

    app: CompanionApp

    def __init__(self, calculator: str) -> None:
        super().__init__(id="edited-faults")
        self.calculator = calculator
        """Id of the calculator; the faults of its own file come first."""

    def on_mount(self) -> None:
        """Show the faults of files that were edited before the calculator was opened."""
        reloading = self.app.reloading
        self.put(reloading.files.faults if reloading is not None else ())

    def put(self, faults: Sequence[Fault]) -> None:
        """Show these faults, or nothing."""
        slug, _, name = self.calculator.partition(":")
        own_file = re.compile(rf"tables[/\\]{re.escape(slug)}[/\\]procedures[/\\]{re.escape(name)}\.ya?ml$")
        ordered = sorted(faults, key=lambda fault: own_file.search(fault.file) is None)
        self.display = bool(faults)
        self.show(lambda width: _lines(ordered, width))


def _lines(faults: Sequence[Fault], width: int) -> list[str]:
    count = "1 fault" if len(faults) == 1 else f"{len(faults)} faults"
    lines = wrapped(f"Edited files: {count}. The previous version stays in use.", width)
    for fault in faults[:MOST]:
        lines += fault_lines(fault, width)
    if len(faults) > MOST:
        lines += wrapped(f"and {len(faults) - MOST} more: companion check lists them", width)
    return lines
