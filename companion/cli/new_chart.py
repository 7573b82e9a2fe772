"""`companion new-chart`: creates a chart from a spreadsheet, and compares every cell of the chart with the file."""

from __future__ import annotations

import argparse
import re
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from companion.cli.additions import Additions, fault_lines
from companion.cli.answer_checks import Check
from companion.cli.chart_facts import Facts, find_facts
from companion.cli.chart_layout import Layout, choose_sheet, lay_out
from companion.cli.chart_replacing import ask_replaced, ask_same_id, kept_keys, titled
from companion.cli.chart_tables import Placed
from companion.cli.interview import MISSING, GoBack, Interview, Question
from companion.cli.output import print_lines, print_result
from companion.cli.rule_question import ask_rule, numbered_heading
from companion.errors import NotFound, Refused
from companion.load.files import shown_path
from companion.load.sheet_files import Sheet, address, read_sheets
from companion.load.yaml_text import yaml_text
from companion.model import Chart, GameModule
from companion.model.chart import BLANK, band

SCHEMA = "yaml-language-server: $schema=../../../schemas/{}.schema.json"
_ID = re.compile(r"[a-z0-9][a-z0-9.-]*")
_GAP = re.compile(r"no row covers (.+)")
_ENDINGS = {"charts": "chart", "procedures": "calculator"}
"""Suffixes that distinguish the id of a chart or calculator from that of a rule with the same title."""
_MOST_NAMED = 6
"""Maximum number of cells named for each change; of the rest, only the number is shown."""


class _Made(NamedTuple):
    """A chart ready to be written."""

    name: str
    """Path of its file within the folder."""
    text: str
    layout: Layout
    compared: int
    """Number of cells of the file that match the chart."""
    lines: list[str]
    """Remarks on guesses and changes."""
    replaces: bool
    """Whether its file exists and is to be replaced."""


class _Head(NamedTuple):
    """The beginning of a chart."""

    record: dict[str, str]
    """The texts at the top of its file."""
    replaced: Chart | None
    """The chart that it replaces."""


def run(options: argparse.Namespace) -> int:
    """Ask, write the chart, and print the guesses and changes. Raises Refused and NotFound."""
    interview = Interview(options.answer)
    additions = Additions(options.game, options.folder)
    sheets = read_sheets(options.file)
    interview.say(
        "Enter accepts the answer in brackets, ? explains the question, < goes back to the previous one, and Ctrl+C "
        "quits without writing anything."
    )
    made = _answered(sheets, options.file, additions, interview)
    if made.replaces:
        path = additions.replace(made.name, made.text)
    else:
        (path,) = additions.write({made.name: made.text})
    lines = [
        f"{'replaced' if made.replaces else 'wrote'} {shown_path(path)}",
        f"{made.compared} cells in {options.file.name} were compared with the chart; all match.",
    ]
    lines += [] if interview.asks else made.lines
    lines.append(f"Compare it with the printed chart: companion show {options.game}:{path.stem}")
    if len(sheets) > 1:
        lines.append(f"{options.file.name} has {len(sheets)} tables; run the command again for another one.")
    lines.append(f"Next: companion new-calculator --game {options.game}")
    changes = [
        {"cell": placed.where, "file": placed.printed, "chart": placed.text, "why": placed.why}
        for placed in made.layout.every()
        if placed.why
    ]
    print_result(options, {"file": str(path), "compared": made.compared, "changes": changes}, lines)
    return 0


def _answered(sheets: list[Sheet], file: Path, additions: Additions, interview: Interview) -> _Made:
    """Ask until all questions are answered, and return the chart. Raises Refused."""
    while True:
        try:
            return _made(sheets, file, additions, interview)
        except GoBack:
            interview.go_back()


def _made(sheets: list[Sheet], file: Path, additions: Additions, interview: Interview) -> _Made:
    """Ask all questions once, and return the chart. Raises Refused and GoBack."""
    sheet = choose_sheet(sheets, interview)
    layout = lay_out(sheet, interview)
    facts = find_facts(layout, interview)
    head = _head(layout, sheet, file, additions, interview)
    if not interview.missing:
        layout = _without_gaps(layout, head, facts, additions, interview)
    interview.finish()
    name, text = _file(head, layout, facts, additions)
    chart = _read_back(name, text, head.record["id"], additions)
    count = _verified(chart, layout, read_sheets(file)[sheets.index(sheet) :][:1], sheet)
    lines = [*sheet.notes, *layout.remarks, *_change_lines(layout)]
    if interview.asks:
        print_lines(["", *text.splitlines(), "", *lines])
        where = shown_path(additions.folder / name) if head.replaced else shown_path(additions.target(name))
        says = f"Replace {where} with this?" if head.replaced else f"Write this to {where}?"
        question = Question("write", says, "yes", default="yes")
        if not interview.ask_yes(question):
            raise Refused("nothing was written")
    return _Made(name, text, layout, count, lines, head.replaced is not None)


def slug_of(text: str) -> str:
    """Return a text as an id: lower-case letters, digits and -."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:60].strip("-")


def ask_id(kind: str, title: str, interview: Interview, additions: Additions) -> str:
    """Ask for the id of a new chart or calculator, and return it; `kind` is the name of its folder. Raises Refused."""

    def free(text: str) -> str:
        if not _ID.fullmatch(text):
            raise Refused(
                f"{text!r} is not a valid id; use lower-case letters, digits and -, as in fire-table"
            )
        module = additions.module
        ids = {
            record.id for records in (module.charts, module.procedures, module.entries) for record in records
        }
        if f"{additions.slug}:{text}" in ids:
            raise Refused(
                f"{additions.slug}:{text} already exists as a rule, chart or calculator; choose another id"
            )
        additions.target(f"tables/{additions.slug}/{kind}/{text}.yaml")
        if kind == "procedures":
            additions.target(f"tests/cases/{additions.slug}-{text}.jsonl")
        return text

    base = slug_of(title) if title != MISSING else ""
    names = (base, f"{base}-{_ENDINGS[kind]}", *(f"{base}-{number}" for number in range(2, 10)))
    default = next((name for name in names if base and _is_free(name, free)), None)
    explains = "Other files, links and commands refer to it by its id, which is also the name of the file."
    question = Question("id", "Id", "fire-table", default, explains=explains, check=free, is_asked=False)
    return interview.ask(question)


def _is_free(name: str, free: Check) -> bool:
    try:
        return free(name) == name
    except Refused:
        return False


def _head(layout: Layout, sheet: Sheet, file: Path, additions: Additions, interview: Interview) -> _Head:
    """Ask for the beginning of the chart, and return it."""
    guess = layout.title or sheet.name
    if not guess or re.fullmatch(r"(Sheet|Tabelle|Feuil|Hoja)\s?\d+", guess):
        guess = file.stem.replace("-", " ").replace("_", " ").capitalize()
    cite = None
    if titled(guess, additions) is None:
        cite, guess = numbered_heading(additions.module, guess)
    if (known := titled(guess, additions)) is not None:
        guess = known.title
    title = interview.ask(Question("title", "Title of the chart", "Fire Table", guess))
    old = ask_replaced(title, additions, interview)
    chart_id = ask_same_id(old, interview) if old else ask_id("charts", title, interview, additions)
    record = {"id": chart_id, "title": title}
    record["cite"] = ask_rule(interview, additions.module, title, default=old.cite if old else cite)
    explains = "Where the player finds the printed chart, to compare it."
    default = old.page if old else _usual_page(record["cite"], additions.module)
    record["page"] = interview.ask(
        Question("page", "Where is it printed?", "Chart card, page 2", default, explains=explains)
    )
    if len(layout.columns) > 1:
        says = "What do the columns stand for?"
        default = layout.columns_title or (old.columns_title if old else "")
        question = Question("columns", says, "Men who fire", default, default or "nothing")
        record["columns_title"] = interview.ask(question)
    if layout.rows_title.is_empty:
        question = Question("rows", "What do the rows stand for?", "Dice", "", "nothing")
        layout.rows_title.text = interview.ask(question)
    return _Head(record, old)


def _usual_page(cite: str, module: GameModule) -> str | None:
    """Return the document and number of the rule that a chart belongs to; None if there is no such rule."""
    titles = {document.id: document.title for document in module.game.documents}
    documents = [entry.document for entry in module.entries if cite in entry.cites]
    return f"{titles[documents[0]]}, {cite}" if documents and documents[0] in titles else None


def _file(head: _Head, layout: Layout, facts: Facts, additions: Additions) -> tuple[str, str]:
    """Return the name and text of the file. Raises Refused."""
    lines = [
        [layout.rows_title.text, *(column.text for column in layout.columns)],
        *(
            [row.text, *(cell.text for cell in cells)]
            for row, cells in zip(layout.rows, layout.cells, strict=True)
        ),
    ]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    padded = (
        " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) for line in lines
    )
    grid = "\n".join(line.strip() for line in padded)
    content: dict[str, Any] = {
        **head.record,
        "grid": grid,
        "parts": facts.parts,
        "footnotes": facts.footnotes,
    }
    if head.replaced is not None:
        content |= kept_keys(head.replaced, additions, content)
    comments = [SCHEMA.format("chart")] if additions.has_schemas else []
    return f"tables/{additions.slug}/charts/{head.record['id']}.yaml", yaml_text(content, comments)


def _without_gaps(
    layout: Layout, head: _Head, facts: Facts, additions: Additions, interview: Interview
) -> Layout:
    """Add blank rows for missing numbers if the author says that they are blank in print; return the layout."""
    name, text = _file(head, layout, facts, additions)
    _, faults = additions.tried({name: text})
    gaps = [match[1] for fault in faults if (match := _GAP.fullmatch(fault.says))]
    if not gaps:
        return layout
    words = [f"{row.text!r}" for row in layout.rows if band(row.text) is None]
    unread = f" Read as words, not as numbers: {', '.join(words[:_MOST_NAMED])}." if words else ""
    says = (
        f"No row has {' and '.join(gaps)}.{unread} Is it missing in print too, so that nothing happens there?"
    )
    explains = "Yes adds a row with - in every cell. No stops: correct the file and run the command again."
    if interview.ask_yes(Question("gaps", says, "yes", explains=explains)):
        for gap in gaps:
            before = [place for place, row in enumerate(layout.rows) if _first(row.text) < _first(gap)]
            at = max(before, default=-1) + 1
            layout.rows.insert(at, Placed(gap, why="missing in print"))
            layout.cells.insert(at, [Placed(BLANK) for _ in layout.columns])
    return layout


def _first(key: str) -> int:
    match = re.match(r"-?\d+", key)
    return int(match[0]) if match else 0


def _read_back(name: str, text: str, chart_id: str, additions: Additions) -> Chart:
    """Return the chart as read from the new file. Raises Refused if it has faults."""
    module, faults = additions.tried({name: text})
    if faults:
        raise Refused(f"the chart would have a fault, so nothing was written: {fault_lines(faults[:3])}")
    chart = next((record for record in module.charts if record.id == f"{additions.slug}:{chart_id}"), None)
    if chart is None:
        raise NotFound(f"the chart {chart_id} would not be read; nothing was written")
    return chart


def _verified(chart: Chart, layout: Layout, again: Sequence[Sheet], sheet: Sheet) -> int:
    """Compare the chart with the file, and return the number of matching cells. Raises Refused.

    `again` is the sheet, read once more; empty if the file now has fewer sheets.
    """
    if [current.rows for current in again] != [sheet.rows]:
        raise Refused("the file was changed in the meantime; nothing was written")
    in_file = {
        address(row, column): cell.text
        for row, line in enumerate(sheet.rows)
        for column, cell in enumerate(line)
    }
    pairs = [(layout.rows_title, chart.rows_title)]
    pairs += zip(layout.columns, chart.columns, strict=True)
    for row, cells, key in zip(layout.rows, layout.cells, chart.rows, strict=True):
        pairs.append((row, key))
        pairs += [
            (cell, chart.printed(key, column)) for cell, column in zip(cells, chart.columns, strict=True)
        ]
    for placed, read in pairs:
        was = in_file.get(placed.where, "")
        if (
            read != placed.text
            or was != placed.printed
            or (was != read and not placed.why and placed.printed)
        ):
            raise Refused(
                f"{placed.where} is {was!r} in the file but {read!r} in the chart; nothing was written"
            )
    used = {placed.where for placed, _ in pairs}
    return len([where for where, text in in_file.items() if text.strip() and where in used])


def _changed(cell: Placed) -> str:
    """Return the old and the new text of a cell, in quotes if they consist of signs only."""
    old, new = cell.printed or "(empty)", cell.text
    if not any(map(str.isalnum, old + new)):
        old, new = f'"{old}"', f'"{new}"'
    return f"{cell.where} {old} -> {new}".strip()


def _change_lines(layout: Layout) -> list[str]:
    """Return the changes, one line for each reason."""
    changes: dict[str, list[Placed]] = defaultdict(list)
    merged: dict[str, list[Placed]] = defaultdict(list)
    for placed in layout.every():
        if placed.why:
            changes[placed.why].append(placed)
        if placed.merged:
            merged[placed.merged].append(placed)
    lines = []
    for why, cells in changes.items():
        named = [_changed(each) for each in cells[:_MOST_NAMED]]
        more = f", and {len(cells) - _MOST_NAMED} more" if len(cells) > _MOST_NAMED else ""
        lines.append(f"Changed ({why}): {', '.join(named)}{more}")
    lines += [
        f"Merged cells {name}: each becomes {cells[0].text}"
        for name, cells in merged.items()
        if len(cells) > 1
    ]
    return lines
