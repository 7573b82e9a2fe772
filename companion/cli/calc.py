"""`companion calc`: list and describe calculators; `calc_run` runs them."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from companion.cli.defaults import rulings_in_force
from companion.cli.output import print_result, width
from companion.load.library import load_library
from companion.load.places import usual_places
from companion.model import GameModule, Library, Procedure
from companion.render.procedure import procedure_json, procedure_lines
from companion.render.table_ruling import ruling_json, ruling_lines
from companion.render.text import listed

if TYPE_CHECKING:
    from companion.play.active_rulings import ActiveRuling


def run(options: argparse.Namespace) -> int:
    """List, describe, compare or run calculators. Raises Refused and NotFound."""
    places = usual_places()
    library = load_library(places)
    if options.against:
        from companion.cli.against import compare_options  # imports the engine, which a list does not need

        return compare_options(places, library, options)
    if options.list or not options.procedure:
        return _list(library, options)
    procedure = library.procedure(options.procedure)
    module = library.module(procedure.game)
    rulings = [active for active in rulings_in_force(options, places.data) if active.record == procedure.id]
    if options.describe:
        return _describe(procedure, module, options, rulings)
    from companion.cli.calc_run import run_calculator

    return run_calculator(options, places, library, procedure, rulings)


def _list(library: Library, options: argparse.Namespace) -> int:
    modules = [library.module(options.game)] if options.game else library.modules
    procedures = [procedure for module in modules for procedure in module.procedures]
    keys = ("id", "title", "cite", "summary")
    documents = [{key: getattr(procedure, key) for key in keys} for procedure in procedures]
    texts = (f"{known.id}  {known.title} ({known.cite}). {known.summary}" for known in procedures)
    print_result(options, documents, listed(texts, width(), "", "    "))
    return 0 if procedures else 1


def _describe(
    procedure: Procedure, module: GameModule, options: argparse.Namespace, rulings: list[ActiveRuling]
) -> int:
    elsewhere = module.cross_game_terms_of(procedure.id)
    document = {
        **procedure_json(procedure, elsewhere),
        "rulings": [ruling_json(ruling) for ruling in rulings],
    }
    lines = [line for ruling in rulings for line in ruling_lines(ruling, width())]
    print_result(options, document, lines + procedure_lines(procedure, width(), elsewhere))
    return 0
