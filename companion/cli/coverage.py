"""`companion coverage`: lists which parts of the sources each game includes, and which test proves each."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from companion.cli.output import print_json, print_lines, width
from companion.engine import Engine
from companion.engine.coverage import Item, coverage, gather
from companion.load.cases import game_cases, second_keyings
from companion.load.library import load_library
from companion.load.places import usual_places
from companion.model import GameModule, Library
from companion.render.text import wrapped
from companion.search.question_cases import QuestionChecker

KINDS = {"section": "sections", "box": "boxes", "cell": "cells", "modifier": "modifiers", "note": "notes"}


def run(options: argparse.Namespace) -> int:
    """Print the shares, and the items without a record or a proof; return 1 if there are any."""
    places = usual_places()
    library = load_library(places)
    folders = [options.tests] if options.tests else [Path("tests"), places.own / "tests"]
    modules = [library.module(options.game)] if options.game else list(library.modules)
    complete, documents = True, []
    for module in modules:
        slug = module.game.slug
        records = [record for folder in folders for record in game_cases(folder / "cases", slug)]
        items = _items(library, module, records, folders)
        complete = complete and all(item.carried and item.proof for item in items)
        if options.json:
            listed = [item._asdict() for item in items]
            documents.append({"game": slug, "cases": len(records), "items": listed})
        else:
            print_lines(_lines(module, items, options.all))
            print_lines([] if records else [_no_cases(folders, slug)])
    if options.json:
        print_json(documents[0] if options.game else documents)
    return 0 if complete else 1


def _no_cases(folders: list[Path], slug: str) -> str:
    tried = " and ".join(str(folder / "cases") for folder in folders)
    return f"No cases found: no {slug}-*.jsonl in {tried}. Give the folder that contains cases/ with --tests DIR."


def _items(
    library: Library, module: GameModule, records: list[tuple[str, dict[str, Any]]], tests: list[Path]
) -> list[Item]:
    """Return the items of a game's sources; `records` are its worked examples and questions with their places."""
    answerable = QuestionChecker(library)
    questions = {
        str(accepted.get("section")): f"{where}, {record.get('id', record['q'])}"
        for where, record in records
        if "q" in record and not any(answerable.faults(record))
        for accepted in record["accept"]
    }
    charts = {chart.id: chart for chart in module.charts}
    keyed = {
        chart: {**second.cells, **{cell: charts[chart].printed(*cell) for cell in second.apart}}
        for folder in tests
        for chart, second in second_keyings(folder / "keyed", module.game.slug).items()
        if chart in charts
    }
    return list(coverage(module, gather(Engine(library), records), keyed, questions))


def _lines(module: GameModule, items: list[Item], every: bool) -> list[str]:
    """Return the shares by kind, then all items with `every`, or else those without a record or a proof."""
    lines = [module.game.full_name]
    for kind, plural in KINDS.items():
        of_kind = [item for item in items if item.kind == kind]
        if of_kind:
            carried = sum(bool(item.carried) for item in of_kind)
            proved = sum(bool(item.carried and item.proof) for item in of_kind)
            share = 100 * proved // len(of_kind)
            head = f"  {plural:<10} {len(of_kind):>5}"
            lines.append(f"{head}   carried {carried:>5}   proved {proved:>5}   {share} %")
    for item in items:
        if every or not (item.carried and item.proof):
            carriers = ", ".join(item.carried) or "NOT CARRIED"
            text = f"{item.kind} {item.what}: {carriers}; {item.proof or 'UNPROVED'}"
            lines += wrapped(text, width(), "  ", "      ")
    return lines
