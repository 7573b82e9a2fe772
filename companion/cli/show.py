"""`companion show`: one entry, chart, calculator or term."""

from __future__ import annotations

import argparse
from typing import Any

from companion.cli.screen import put, put_json, width


def add(commands: Any) -> None:
    """Lays out the command."""
    parser = commands.add_parser("show", help="show one entry with errata, clarifications and links")
    parser.add_argument("id", help="as in lob:3.5c, 3.5c or combat-table")
    parser.add_argument("--game", default="", help="game, where the id does not name it")
    parser.add_argument("--json", action="store_true", help="JSON out")


def run(options: argparse.Namespace) -> int:
    """Prints it. Raises NotFound with the nearest ids."""
    from companion.load.places import usual_places
    from companion.load.source import load_library
    from companion.model import Chart, Entry, NotFound
    from companion.model.library import nearest
    from companion.render import chart as charts
    from companion.render import entry as render

    library = load_library(usual_places())
    wanted = options.id.strip().replace("§", "").replace("(", "").replace(")", "")
    found = library.find(wanted, options.game)
    exact = [each for each in found if each.id.lower() == wanted.lower()] or found
    term = library.term(wanted)
    if term is not None:
        slug = wanted.partition(":")[0].lower()
        put_json(render.term_json(term, slug)) if options.json else put(render.term_lines(term, width()))
        return 0
    if not exact:
        raise NotFound(f"no entry {options.id}{nearest(wanted, library.ids())}")
    if len(exact) > 1 and len({each.game for each in exact}) > 1:
        raise NotFound(f"{options.id} is in several games: {', '.join(each.id for each in exact)}")
    entries = [each for each in exact if isinstance(each, Entry)]
    if len(entries) > 1:
        module = library.module(entries[0].game)
        if options.json:
            put_json([render.entry_json(each, module) for each in entries])
        else:
            put(render.several_lines(options.id, entries, width()))
        return 0
    each = exact[0]
    module = library.module(each.game)
    if isinstance(each, Entry):
        lines, data = render.entry_lines(each, module, width()), render.entry_json(each, module)
    elif isinstance(each, Chart):
        lines, data = charts.chart_lines(each, width()), charts.chart_json(each)
    else:
        lines, data = render.procedure_lines(each, width()), render.procedure_json(each)
    put_json(data) if options.json else put(lines)
    return 0
