"""Guesses the title, the rule and the printed place of a new chart from its sheet and from the rules of the game."""

from __future__ import annotations

import re
from itertools import pairwise

from companion.cli.authoring.additions import Additions
from companion.cli.authoring.chart.layout import Layout
from companion.cli.authoring.chart.replacing import titled
from companion.cli.authoring.chart.rest import same_rows, tables_on
from companion.cli.authoring.chart.sources import ChartSource, rule_tables
from companion.cli.authoring.printed.lists import printed_lists
from companion.cli.authoring.printed.rules import SENTENCE, own_text
from companion.cli.authoring.rule_question import in_title_case, name_in_rules, numbered_heading, rules_naming
from companion.load.sheet_files import Sheet
from companion.model import Entry, GameModule
from companion.model.chart import band
from companion.render.text import unlinked

_UNNAMED = re.compile(r"(?:Sheet|Tabelle|Feuil|Hoja)\s?\d+")
"""Names that spreadsheets give to sheets by themselves."""
_BEGINNINGS = (re.compile(r"(.+?)(?:\s+[-–—]|:)\s"), re.compile(r"(.+?\s(?:chart|table))\b", re.IGNORECASE))
"""Titles that go on after the name of the chart: `Fire Chart - figures lost`, `Fire Chart for guns`."""
_ENDING = re.compile(r".+?\s+[-–—]\s+(\S.*\b(?:chart|table))", re.IGNORECASE)
"""Titles that begin with the name of the game: `The Ford - Fire Chart`."""
_DICE = re.compile(r"\b\d*[dD]\d+\b")
_NEAR_OR_FAR = re.compile(
    r"(?:canister|close|effective|extreme|far|long|maximum|medium|near|point[- ]blank|short)(?:\s+range)?",
    re.IGNORECASE,
)
_RANGE = re.compile(r"\b(?:chart|table)\b[^.;]*\brange\b", re.IGNORECASE)
"""A sentence about a chart that is read by range: `Chart A gives the score for the weapon and the range`."""
_BY_AND = re.compile(r"\bby\s+([^,;()]+?)\s+and\s+([^,;()]+)", re.IGNORECASE)
"""The names of rows and columns in the title of a chart: `by weapon and range in inches`."""
_UNDER = re.compile(
    r"\b(?:under|(?:in|by)\s+the\s+column\s+(?:for|of)|by|(?:heading|column)\s+that\s+fits)\s+(?:the|its|their)\s+"
    r"((?:class|grade|kind|reason|sort|state|type)(?:\s+(?:of|for)\s+(?:the\s+)?\w+)?)",
    re.IGNORECASE,
)
"""The name of the columns of a chart: `read Chart B under the reason for the test`."""
_SHEET = re.compile(
    r"\b(?:play\s?-?sheet|(?:quick\s+)?reference\s+(?:sheet|card)|chart\s+(?:card|sheet)|quick\s+sheet)\b",
    re.IGNORECASE,
)
"""The name of a sheet with charts, which is no part of the rulebook."""
_RULE_IN_BRACKETS = re.compile(r"\((?:see\s+)?(?:rule\s+|section\s+)?(\d+\.\d+[\w.]*)\)", re.IGNORECASE)


def usual_title(
    layout: Layout, sheet: Sheet, source: ChartSource, additions: Additions
) -> tuple[str | None, str]:
    """Return the rule and the title of a chart from a file, as far as the file has them.

    The rule is in the heading of the title, or in brackets as in `Fire (rule 6.2)`. The title is above the table, or
    the name of the sheet or of the file: the first of these that the game knows, as the rules print it. A title in
    capitals becomes one in small letters.
    """
    name = "" if _UNNAMED.fullmatch(sheet.name) else sheet.name
    short = _shortened(layout.title, source)
    guesses = [guess for guess in (layout.title, *short, name, source.usual_title) if guess]
    in_brackets = _rule_in_brackets(layout.title, additions.module)
    for guess in guesses:
        cite, title = numbered_heading(additions.module, guess)
        chart = titled(guess, additions) or titled(title, additions)
        if chart is not None:
            return (None if titled(guess, additions) else cite), chart.title
        if cite:
            return cite, title
        if printed := name_in_rules(additions.module, guess):
            return in_brackets, printed
        if rules_naming(additions.module, guess):
            return in_brackets, in_title_case(guess)
    return in_brackets, in_title_case(short[0] if short else guesses[0])


def _rule_in_brackets(title: str, module: GameModule) -> str | None:
    """Return the only rule of the game that a title has in brackets, as in `To hit (rule 6.2)`; else None."""
    numbers = {*_RULE_IN_BRACKETS.findall(title)} & {cite for entry in module.entries for cite in entry.cites}
    return numbers.pop() if len(numbers) == 1 else None


def _shortened(title: str, source: ChartSource) -> list[str]:
    """Return the parts of a title that name its table alone: before a dash, up to `Chart`, or after a dash."""
    others = [table.titles[0].text for each in source.sheets for table in tables_on(each) if table.titles]
    begins = [match[1] for pattern in _BEGINNINGS if (match := pattern.match(title))]
    ends = [match[1] for match in [_ENDING.fullmatch(title)] if match]
    return [
        text
        for text in dict.fromkeys((*begins, *ends))
        if text != title and sum(_has(other, text, is_end=text in ends) for other in others) == 1
    ]


def _has(title: str, text: str, *, is_end: bool) -> bool:
    """Return whether a title begins with a text, or ends with it."""
    whole, part = title.casefold(), text.casefold()
    return whole.endswith(part) if is_end else whole.startswith(part)


def usual_columns_title(layout: Layout, title: str, module: GameModule) -> str:
    """Return what the title of a chart or the rules call its columns, or Range for ranges; empty if unknown.

    The printed title may name rows and columns, as in `To hit, by weapon and range`; a rule may say what the columns of
    the chart with this `title` stand for, or list the columns, as in `Class. Troops are Raw, Line or Elite.`
    """
    rows = layout.rows_title.text.casefold()
    if (named := _BY_AND.search(layout.title)) and rows:
        pair = [named[1].strip(), named[2].strip()]
        others = [name for name in pair if name.casefold() != rows]
        if len(others) == 1:
            return others[0][:1].upper() + others[0][1:]
    naming = rules_naming(module, title)
    texts = (own_text(entry) for entry in module.entries if set(entry.cites) & set(naming))
    near = (sentence for text in texts for sentence in SENTENCE.split(unlinked(text)) if title in sentence)
    if under := next((found for each in near if (found := _UNDER.search(each))), None):
        return under[1][:1].upper() + under[1][1:]
    labels = [column.text for column in layout.columns]
    lists = (each for each in printed_lists(module, ()) if len(each.among(labels)) == len(labels))
    listed = next((each.title for each in lists if each.title), "")
    return listed or ("Range" if _are_ranges(labels, module) else "")


def _are_ranges(labels: list[str], module: GameModule) -> bool:
    """Return whether columns are ranges: words such as Close and Long, or distances if a chart is read by range."""
    if all(_NEAR_OR_FAR.fullmatch(label) for label in labels):
        return True
    are_bands = all(band(label) for label in labels) and any("-" in label for label in labels)
    return are_bands and any(_RANGE.search(own_text(entry)) for entry in module.entries)


def rule_with_table(layout: Layout, title: str, module: GameModule) -> str | None:
    """Return the rule that has the table of a chart, or a table below a line that begins with its title; else None."""
    rows = [
        (row.text, [cell.text for cell in cells])
        for row, cells in zip(layout.rows, layout.cells, strict=True)
    ]
    for table in rule_tables(module):
        for printed in tables_on(table.sheet)[:1]:
            if 2 * same_rows(printed, rows) > max(len(printed.rows) - 1, len(rows)):
                return table.cite
    return next(
        (entry.cites[0] for entry in module.entries if entry.cites and _has_caption(entry, title)), None
    )


def _has_caption(entry: Entry, title: str) -> bool:
    """Return whether a rule has a table below a line that begins with a title."""
    return any(
        below.kind == "table" and above.kind != "table" and above.text.casefold().startswith(title.casefold())
        for above, below in pairwise(entry.points)
    )


def usual_rows_title(layout: Layout, cite: str, module: GameModule) -> tuple[str, bool]:
    """Return the dice that are read in the rows, and whether the title above the chart has them, as in `Fire (2D6)`.

    Else they are the only dice in the text of the rule `cite`. The text is empty if not all rows have bands.
    """
    if not all(band(row.text) for row in layout.rows):
        return "", False
    rules = " ".join(own_text(entry) for entry in module.entries if cite in entry.cites)
    for text in (layout.title, rules):
        dice = set(_DICE.findall(text))
        if len(dice) == 1:
            return dice.pop(), text is layout.title
    return "", False


def usual_page(cite: str, title: str, module: GameModule) -> str | None:
    """Return the document and number of the rule that a chart belongs to; None if there is no such rule.

    If the rules have a playsheet, it is this sheet and the `title` of the chart; a table of the rules has no title.
    """
    sheets = (_SHEET.search(own_text(entry)) for entry in module.entries) if title else ()
    if sheet := next(filter(None, sheets), None):
        return f"{sheet[0][:1].upper()}{sheet[0][1:].lower()}, {title}"
    titles = {document.id: document.title for document in module.game.documents}
    documents = [entry.document for entry in module.entries if cite in entry.cites]
    return f"{titles[documents[0]]}, {cite}" if documents and documents[0] in titles else None
