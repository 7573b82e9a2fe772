"""`companion new-chart`: creates a chart from a spreadsheet, and compares every cell of the chart with the file."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from companion.cli.authoring.additions import Additions, fault_lines
from companion.cli.authoring.answer_checks import Check
from companion.cli.authoring.chart.compared import MOST_NAMED, change_lines, verified
from companion.cli.authoring.chart.facts import Facts, find_facts
from companion.cli.authoring.chart.guesses import (
    rule_with_table,
    usual_columns_title,
    usual_page,
    usual_rows_title,
    usual_title,
)
from companion.cli.authoring.chart.layout import Layout, choose_sheet, lay_out
from companion.cli.authoring.chart.replacing import ask_replaced, ask_same_id, kept_keys
from companion.cli.authoring.chart.rest import next_lines, tables_left
from companion.cli.authoring.chart.sources import ChartSource, RuleTable, of_file, of_rules
from companion.cli.authoring.chart.tables import Placed
from companion.cli.authoring.interview import MISSING, AnswerRefused, GoBack, Interview, Question
from companion.cli.authoring.question import NOTHING
from companion.cli.authoring.rule_question import ask_rule_of_chart
from companion.cli.output import print_lines, print_result
from companion.errors import NotFound, Refused
from companion.load.files import shown_path
from companion.load.sheet_files import Sheet
from companion.load.yaml_text import yaml_text
from companion.model import Chart
from companion.model.chart import BLANK, band

SCHEMA = "yaml-language-server: $schema=../../../schemas/{}.schema.json"
_ID = re.compile(r"[a-z0-9][a-z0-9.-]*")
_GAP = re.compile(r"no row covers (.+)")
_ENDINGS = {"charts": "chart", "procedures": "calculator"}
"""Suffixes that distinguish the id of a chart or calculator from that of a rule with the same title."""

_MOST_SHOWN = 5
"""Number of headings from which on a question leaves some out."""
_COLUMNS = (
    "The word above all columns: Range over the columns near and far, or Men who fire over 1-3 and 4-6. This chart has "
    "the columns {} and {}. The player is asked for a column by this word. Type - for none where each column is a "
    "separate result, such as Attacker loses and Defender loses."
)
_ROWS = (
    "The word above all rows: Dice beside 2-5 and 6-9, or Range beside near and far. The first row here is {}. Type - "
    "for none."
)


class _Made(NamedTuple):
    """A chart ready to be written."""

    name: str
    """Path of its file within the folder."""
    text: str
    sheet: Sheet
    layout: Layout
    compared: int
    """Number of cells of the file or rule that match the chart."""
    place: str
    """Place of these cells, such as `in charts.xlsx`."""
    lines: list[str]
    """Remarks on guesses and changes."""
    replaces: bool
    """Whether its file exists and is to be replaced."""


class _Declined(Refused):
    """The author does not want the chart to be written."""


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
    source = of_file(options.file) if options.file else of_rules(additions.slug, additions.read_again)
    interview.say(
        "Enter accepts the answer in brackets, ? explains the question, < goes back to the previous one, and Ctrl+C "
        "quits without writing anything."
    )
    made = _answered(source, additions, interview)
    path, lines = _write(made, additions)
    lines += [] if interview.asks else made.lines
    lines.append(f"Compare it with the printed chart: companion show {options.game}:{path.stem}")
    lines += next_lines(tables_left(source, additions.read_again(), made.sheet), options)
    verb = "Then" if lines[-1].startswith("Next:") else "Next"
    lines.append(f"{verb}: companion new-calculator --game {options.game}")
    changes = [
        {"cell": placed.where, "file": placed.printed, "chart": placed.text, "why": placed.why}
        for placed in made.layout.every()
        if placed.why
    ]
    print_result(options, {"file": str(path), "compared": made.compared, "changes": changes}, lines)
    return 0


def make_chart(table: RuleTable, additions: Additions, asks: bool) -> str:
    """Make a chart of a table in the rules, tell so, and return its id without the game.

    `>` accepts all proposals for it. Raises Refused, and GoBack at the first question or if the chart is not wanted.
    """
    interview = Interview((), asks, takes_rest=True)
    source = of_rules(additions.slug, additions.read_again, only=table)
    try:
        path, lines = _write(_answered(source, additions, interview), additions)
    except _Declined:
        raise GoBack from None
    except Refused as error:
        if asks:
            raise AnswerRefused(str(error)) from None
        command = f"companion new-chart --game {additions.slug}"
        raise Refused(f"make a chart of {table.label} first, with {command}: {error}") from None
    for line in lines:
        interview.say(line)
    additions.read_again()
    return path.stem


def _write(made: _Made, additions: Additions) -> tuple[Path, list[str]]:
    """Write the chart, and return its path and what was done. Raises Refused."""
    if made.replaces:
        path = additions.replace(made.name, made.text)
    else:
        (path,) = additions.write({made.name: made.text})
    return path, [
        f"{'replaced' if made.replaces else 'wrote'} {shown_path(path)}",
        f"{made.compared} cells {made.place} were compared with the chart; all match.",
    ]


def _answered(source: ChartSource, additions: Additions, interview: Interview) -> _Made:
    """Ask until all questions are answered, and return the chart. Raises Refused.

    Raises GoBack at the first question if another interview asked for the chart.
    """
    while True:
        try:
            return _made(source, additions, interview)
        except GoBack:
            if source.is_chosen and not interview.answers():
                raise
            interview.go_back()


def _made(source: ChartSource, additions: Additions, interview: Interview) -> _Made:
    """Ask all questions once, and return the chart. Raises Refused and GoBack."""
    left = tables_left(source, additions.module) if interview.asks else []
    sheet = choose_sheet(source, interview, left[0].sheet if left else None)
    layout = lay_out(sheet, interview)
    facts = find_facts(layout, interview)
    head = _head(layout, sheet, source, additions, interview)
    if not interview.missing:
        layout = _without_gaps(layout, head, facts, additions, interview)
    interview.finish()
    name, text = _file(head, layout, facts, additions)
    chart = _read_back(name, text, head.record["id"], additions)
    count = verified(chart, layout, source.again()[source.sheets.index(sheet) :][:1], sheet)
    lines = [*sheet.notes, *layout.remarks, *change_lines(layout)]
    if interview.asks:
        print_lines(["", *text.splitlines(), "", *lines])
        where = shown_path(additions.folder / name) if head.replaced else shown_path(additions.target(name))
        says = f"Replace {where} with this?" if head.replaced else f"Write this to {where}?"
        explains = "yes writes the chart as shown. no writes nothing; < goes back to change an answer."
        question = Question("write", says, "yes", default="yes", explains=explains)
        if not interview.ask_yes(question):
            raise _Declined("nothing was written")
    place = f"of {source.place(sheet)}" if source.tables else f"in {source.place(sheet)}"
    return _Made(name, text, sheet, layout, count, place, lines, head.replaced is not None)


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
        if f"{additions.slug}:{text}" in ids or (kind == "charts" and text == additions.reserved):
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


def _head(
    layout: Layout, sheet: Sheet, source: ChartSource, additions: Additions, interview: Interview
) -> _Head:
    """Ask for the beginning of the chart, and return it; the title and the rule of a table in the rules are known."""
    table = source.table(sheet)
    cite, guess = (table.cite, table.title) if table else usual_title(layout, sheet, source, additions)
    is_asked = table is None
    title = interview.ask(Question("title", "Title of the chart", "Fire Table", guess, is_asked=is_asked))
    old = ask_replaced(title, additions, interview)
    chart_id = ask_same_id(old, interview) if old else ask_id("charts", title, interview, additions)
    record = {"id": chart_id, "title": title}
    default = old.cite if old else cite or rule_with_table(layout, title, additions.module)
    record["cite"] = ask_rule_of_chart(interview, additions.module, title, default, is_asked)
    explains = "Where the player finds the printed chart, to compare it."
    page = old.page if old else usual_page(record["cite"], "" if table else title, additions.module)
    question = Question("page", "Where is it printed?", "Chart card, page 2", page, explains=explains)
    record["page"] = interview.ask(question._replace(is_asked=is_asked))
    if len(layout.columns) > 1:
        usual = layout.columns_title.text or (old.columns_title if old else "")
        usual = usual or usual_columns_title(layout, title, additions.module)
        record["columns_title"] = _ask_columns_title(layout, usual, interview)
    if layout.rows_title.is_empty:
        layout.rows_title.text = _ask_rows_title(layout, record, additions, interview)
    return _Head(record, old)


def _ask_columns_title(layout: Layout, usual: str, interview: Interview) -> str:
    """Ask what all columns are called together, by default the `usual` name; return it, empty if they have none."""
    says = f"One name for all columns ({', '.join(_shown(layout.columns))}), such as Range for near and far"
    explains = _COLUMNS.format(*_shown(layout.columns)[:2])
    question = Question("columns", says, "", usual, usual or "none", explains=explains, check=_name_or_none)
    return interview.ask(question)


def _ask_rows_title(
    layout: Layout, record: Mapping[str, str], additions: Additions, interview: Interview
) -> str:
    """Ask what all rows are called together, and return it; empty if they have no such name."""
    usual, is_titled = usual_rows_title(layout, record["cite"], additions.module)
    unused = layout.columns_title.text
    if unused and record.get("columns_title") != unused:
        usual, is_titled = unused, False
    says = f"One name for all rows ({', '.join(_shown(layout.rows))}), such as Dice for 2-5 and 6-9"
    question = Question("rows", says, "", usual, usual or "none", check=_name_or_none)
    explains = _ROWS.format(*(row.text for row in layout.rows[:1]))
    return interview.ask(question._replace(explains=explains, is_asked=not is_titled))


def _name_or_none(text: str) -> str:
    return "" if text == NOTHING else text


def _shown(headings: Sequence[Placed]) -> list[str]:
    """Return headings as a question shows them: the first two and the last one if there are many."""
    texts = [heading.label or heading.text for heading in headings]
    return texts if len(texts) < _MOST_SHOWN else [*texts[:2], f"... {texts[-1]}"]


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
        "words": {each.text: each.label for each in (*layout.columns, *layout.rows) if each.label},
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
    unread = f" Read as words, not as numbers: {', '.join(words[:MOST_NAMED])}." if words else ""
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
