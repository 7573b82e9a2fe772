"""`companion coverage`: what of each game's sources is in, and what proves it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cli.parser import command, complete, game_option, json_option
from companion.cli.screen import put, put_json, width

if TYPE_CHECKING:
    from companion.engine.coverage import Item
    from companion.model import GameModule, Library

KINDS = {"section": "sections", "box": "boxes", "cell": "cells", "modifier": "modifiers", "note": "notes"}


def add(commands: Any) -> None:
    """Lay out the command."""
    found = command(
        commands,
        "coverage",
        "list what of the sources is included, and which test proves it",
        "coverage",
        "coverage --game lob --all",
    )
    game_option(found, "only this game")
    tests = found.add_argument(
        "--tests",
        type=Path,
        default=Path("tests"),
        metavar="DIR",
        help="folder of cases/ and keyed/ (default: tests)",
    )
    complete(tests, "directory")
    found.add_argument(
        "--all", action="store_true", help="list every item, not only those without a record or a proof"
    )
    json_option(found, "print JSON: a list of games, with --game one of them")


def run(options: argparse.Namespace) -> int:
    """Prints shares, and everything that nothing carries or proves; 1 where there is any."""
    from companion.load.cases import game_cases
    from companion.load.places import usual_places
    from companion.load.source import load_library

    library = load_library(usual_places())
    modules = [library.module(options.game)] if options.game else list(library.modules)
    whole, told = True, []
    for module in modules:
        records = list(game_cases(options.tests / "cases", module.game.slug))
        items = _items(library, module, records, options.tests)
        whole = whole and all(item.carried and item.proof for item in items)
        if options.json:
            listed = [item._asdict() for item in items]
            told.append({"game": module.game.slug, "cases": len(records), "items": listed})
        else:
            put(_lines(module, items, options.all))
            if not records:
                put([_unread(options.tests / "cases", module.game.slug)])
    if options.json:
        put_json(told[0] if options.game else told)
    return 0 if whole else 1


def _unread(folder: Path, slug: str) -> str:
    """Why nothing is proved by cases."""
    return f"No cases were read: {folder} has no {slug}-*.jsonl; --tests FOLDER says where cases/ is."


def _items(
    library: Library, module: GameModule, records: list[tuple[str, dict[str, Any]]], tests: Path
) -> list[Item]:
    from companion.engine import Engine
    from companion.engine.coverage import coverage, gather
    from companion.load.cases import second_keyings
    from companion.search.question_cases import QuestionChecker

    slug = module.game.slug
    answerable = QuestionChecker(library)
    asked = {
        str(accepted.get("section")): f"{where}, {record.get('id', record['q'])}"
        for where, record in records
        if "q" in record and not any(answerable.faults(record))
        for accepted in record["accept"]
    }
    seconds = second_keyings(tests / "keyed", slug)
    charts = {chart.id: chart for chart in module.charts}
    keyed = {
        chart: {**second.cells, **{cell: charts[chart].printed(*cell) for cell in second.apart}}
        for chart, second in seconds.items()
        if chart in charts
    }
    return list(coverage(module, gather(Engine(library), records), keyed, asked))


def _lines(module: GameModule, items: list[Item], every: bool) -> list[str]:
    from companion.render.text import wrapped

    lines = [f"{module.game.name} {module.game.edition}"]
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
            by = ", ".join(item.carried) or "NOT CARRIED"
            told = f"{item.kind} {item.what}: {by}; {item.proof or 'UNPROVED'}"
            lines += wrapped(told, width(), "  ", "      ")
    return lines
