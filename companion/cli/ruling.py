"""`companion ruling`: list the table rulings; `ruling_changes` runs the actions."""

from __future__ import annotations

import argparse

from companion.cli.defaults import rulings_in_force
from companion.cli.output import print_result, width
from companion.load.places import usual_places
from companion.render.table_ruling import ruling_json, ruling_lines


def run(options: argparse.Namespace) -> int:
    """Run the action; without one, list the rulings in force. Raises Refused and NotFound."""
    if options.action is not None:
        from companion.cli.ruling_changes import change  # half the time of listing rulings

        return change(options)
    rulings = rulings_in_force(options, usual_places().data)
    if options.game:
        rulings = [active for active in rulings if active.record.partition(":")[0] == options.game]
    lines: list[str] = []
    for active in rulings:
        text = ruling_lines(active, width() - 2, modifier=False)
        lines += [active.about, *(f"  {line}" for line in text)]
    print_result(options, [ruling_json(ruling) for ruling in rulings], lines or ["No table rulings."])
    return 0
