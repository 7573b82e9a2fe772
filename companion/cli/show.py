"""`companion show`: one entry, chart, calculator or term."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from companion.cli.parser import command, game_option, json_option, session_option
from companion.cli.screen import put, put_json, width

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.load.places import Places
    from companion.model import Chart, Entry, Library, Procedure, Term
    from companion.play.active_rulings import ActiveRuling


def add(commands: Any) -> None:
    """Lay out the command."""
    found = command(
        commands,
        "show",
        "show one rule, chart, calculator or term with errata, clarifications and links",
        "show lob:3.5",
        "show combat-table --game lob",
        "show lob:3.5 --around",
    )
    found.add_argument("id", help="id or rule number, as in lob:3.5c, 3.5c or combat-table")
    game_option(found, "game to look in, if the id does not name it")
    session_option(found, "session whose table rulings come first; by default the one used last")
    found.add_argument("--around", action="store_true", help="also list the entries before, after and above")
    json_option(found)


def run(options: argparse.Namespace) -> int:
    """Prints it, table rulings first. Raises NotFound with the nearest ids."""
    from companion.cli.ruled import in_usual_game, ruling_lines, rulings_in_force
    from companion.load.places import usual_places
    from companion.load.source import load_library
    from companion.model import Entry, NotFound
    from companion.model.library import nearest

    places = usual_places()
    rulings = rulings_in_force(options, places.data)
    library = load_library(places)
    wanted = options.id.strip().replace("§", "").replace("(", "").replace(")", "")
    term = library.term(wanted)
    if term is not None:
        return _term(term, wanted.partition(":")[0].lower(), options.json)
    found = library.find(wanted, options.game)
    exact = in_usual_game([each for each in found if each.id.lower() == wanted.lower()] or found, places)
    if not exact:
        ruling = next((each for each in rulings if each.id == wanted.lower()), None)
        if ruling is None:
            raise NotFound(f"no entry {options.id}{nearest(wanted, library.ids())}")
        return _ruling(ruling, options.json)
    if len({each.game for each in exact}) > 1:
        raise NotFound(f"{options.id} is in several games: {', '.join(each.id for each in exact)}")
    entries = [each for each in exact if isinstance(each, Entry)]
    others = _not_played(options, places, library, exact[0])
    told = [_ruled(each, library, rulings, others) for each in (entries if len(entries) > 1 else exact[:1])]
    if options.around and len(told) == 1:
        told = [_with_around(exact[0], library, *told[0])]
    if options.json:
        put_json([data for _, data in told] if len(told) > 1 else told[0][1])
    elif len(entries) > 1:
        from companion.render.entry import several_lines

        held = [each for each in rulings if each.record in {one.id for one in entries}]
        put(line for each in held for line in ruling_lines(each, width()))
        put(several_lines(options.id, entries, width()))
    else:
        put(told[0][0])
    return 0


def _ruling(ruling: ActiveRuling, as_json: bool) -> int:
    from companion.cli.ruled import ruling_json, ruling_lines

    lines = [*ruling_lines(ruling, width()), f"On {ruling.about}"]
    put_json({**ruling_json(ruling), "kind": "ruling"}) if as_json else put(lines)
    return 0


def _ruled(
    record: Entry | Chart | Procedure,
    library: Library,
    rulings: list[ActiveRuling],
    others: Mapping[str, str],
) -> tuple[list[str], dict[str, Any]]:
    """It as lines and as JSON, bookmark, note and table rulings first."""
    from companion.cli.ruled import ruling_json, ruling_lines
    from companion.render.annotations import annotation_lines

    held = [ruling for ruling in rulings if ruling.record == record.id]
    lines, data = _record(record, library, others)
    bookmark, note = _annotation(record.id)
    above = [*annotation_lines(bookmark, note, width())]
    above += [line for ruling in held for line in ruling_lines(ruling, width())]
    return [*above, "", *lines] if above else lines, {
        **data,
        "rulings": [ruling_json(ruling) for ruling in held],
        "bookmark": bookmark,
        "note": note or None,
    }


def _annotation(record: str) -> tuple[bool, str]:
    """Bookmark and note of a record; next to nothing to pay where there are none. What cannot be read stops nobody."""
    from companion.cli.ruled import warn
    from companion.load.places import usual_places

    data = usual_places().data
    if not (data / "annotations.json").exists():
        return False, ""
    from companion.model import CompanionError
    from companion.play.annotations import annotation

    try:
        own = annotation(data, record)
    except CompanionError as error:
        warn(str(error))
        return False, ""
    return own.bookmark, own.note


def _with_around(
    record: Entry | Chart | Procedure, library: Library, lines: list[str], data: dict[str, Any]
) -> tuple[list[str], dict[str, Any]]:
    """It with its neighbours at the end; a calculator has none."""
    from companion.model import Procedure
    from companion.render.around import around, around_json, around_lines

    if isinstance(record, Procedure):
        return lines, data
    found = around(record, library.module(record.game))
    return [*lines, "", *around_lines(found, width())], {**data, "around": around_json(found)}


def _term(term: Term, game: str, as_json: bool) -> int:
    from companion.render import entry as render

    put_json(render.term_json(term, game)) if as_json else put(render.term_lines(term, width()))
    return 0


def _not_played(
    options: argparse.Namespace, places: Places, library: Library, record: Entry | Chart | Procedure
) -> dict[str, str]:
    """What points of an entry are limited to that the session does not play."""
    from companion.cli.standing import session_settings
    from companion.model import Entry
    from companion.play.session_defaults import unplayed_limits

    if not isinstance(record, Entry) or not any(point.mark for point in record.points):
        return {}
    module = library.module(record.game)
    return unplayed_limits(module, session_settings(options, places, library, module))


def _record(
    record: Entry | Chart | Procedure, library: Library, others: Mapping[str, str]
) -> tuple[list[str], dict[str, Any]]:
    """It as lines and as JSON."""
    from companion.model import Chart, Entry
    from companion.render import chart as charts
    from companion.render import entry as render

    module = library.module(record.game)
    if isinstance(record, Entry):
        lines = render.entry_lines(record, module, width(), others=others)
        return lines, render.entry_json(record, module)
    if isinstance(record, Chart):
        conflicts = module.conflicts_of(record.id)
        lines = charts.chart_lines(record, width())
        for each in conflicts:
            lines += ["", *render.conflict_lines(each, module.game, width())]
        return lines, {
            **charts.chart_json(record),
            "conflicts": [render.conflict_json(each) for each in conflicts],
        }
    elsewhere = module.elsewhere_of(record.id)
    return render.procedure_lines(record, width(), elsewhere), render.procedure_json(record, elsewhere)
