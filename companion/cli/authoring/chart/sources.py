"""The sources of a new chart: the tables of a file, or those that the rules of the game have."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from companion.cli.authoring.chart.heads import NO_NUMBER
from companion.errors import Refused
from companion.load.sheet_files import Sheet, SheetCell, read_sheets, table_sheet, title_above
from companion.load.sheet_text import key_text, plain_text
from companion.model import Entry, GameModule
from companion.model.chart import BLANK, band

_LINK = re.compile(r"\[\[(?:[^\[\]:]*:)?([^\[\]]*)\]\]")
_AMOUNT = re.compile(r"[+−-]\s*\d+.*|\d+\s+(?:\w+\s+)?(?:left|right|up|down)", re.IGNORECASE)
"""A cell of a table of modifiers: `+1`, or `2 columns left`."""


_NEEDED = re.compile(r"\d{1,3}\+?")
"""A cell with a number that dice need: `4+`."""


class RuleTable(NamedTuple):
    """A table that is printed in a rule."""

    title: str
    """Heading of the rule, or the line above the table if the rule has several."""
    cite: str
    rule: str
    """Id of the rule."""
    sheet: Sheet

    @property
    def label(self) -> str:
        """The name of the table among the charts of the game."""
        return f"{self.title} (table in {self.cite})"

    @property
    def is_of_modifiers(self) -> bool:
        """Whether most cells of its last column are signed numbers or shifts, so that it is no chart."""
        cells = [row[-1].text for row in self.sheet.rows[1:]]
        return 2 * sum(bool(_AMOUNT.fullmatch(cell)) for cell in cells) > len(cells)

    @property
    def has_bands(self) -> bool:
        """Whether dice can perhaps be read on it: the keys of its rows are numbers, or its cells are ranges."""
        rows = self.sheet.rows[1:]
        keys, cells = [row[0].text for row in rows], [cell.text for row in rows for cell in row[1:]]
        filled = [cell for cell in cells if cell.strip(" -–—")]
        has_range = any(not cell.lstrip("+-−").isdecimal() for cell in filled)
        numbers = [key for key in keys if key.casefold() not in NO_NUMBER]
        has_keys = len(numbers) >= len(keys) - 1 and all(map(_is_band, numbers)) and len(numbers) > 1
        return has_keys or (has_range and all(map(_is_band, filled)))

    @property
    def has_numbers_needed(self) -> bool:
        """Whether its cells are numbers that dice need, such as 4+, or blank."""
        return self.has_numbers and any("+" in cell.text for row in self.sheet.rows[1:] for cell in row[1:])

    @property
    def has_numbers(self) -> bool:
        """Whether its cells are numbers from 0 up, perhaps with a plus or a distance, or blank."""
        texts = [plain_text(cell).text for row in self.sheet.rows[1:] for cell in row[1:]]
        filled = [text for text in texts if text != BLANK]
        return bool(filled) and all(map(_NEEDED.fullmatch, filled))


class ChartSource(NamedTuple):
    """Tables of which one becomes a chart."""

    name: str
    """Name of the file or the rules that have the tables, such as charts.xlsx."""
    sheets: Sequence[Sheet]
    again: Callable[[], Sequence[Sheet]]
    """Reads the same tables once more."""
    tables: Sequence[RuleTable] = ()
    """Tables of the rules that the sheets come from; empty for a file."""
    usual_title: str = ""
    """Title of a chart on a sheet without a name."""
    is_chosen: bool = False
    """Whether the author has chosen the only table already."""

    @property
    def named(self) -> dict[str, Sheet]:
        """The sheets that may have a chart, by names of which no two are the same."""
        sheets = [sheet for sheet in self.sheets if len(sheet.rows) > 1 and len(sheet.rows[0]) > 1]
        sheets = sheets or list(self.sheets)
        names = [sheet.name or str(number) for number, sheet in enumerate(sheets, 1)]
        return {
            name if names.count(name) == 1 else f"{name} {number}": sheet
            for number, (name, sheet) in enumerate(zip(names, sheets, strict=True), 1)
        }

    def table(self, sheet: Sheet) -> RuleTable | None:
        """Return the table of a sheet, with its rule; None if it comes from a file."""
        return next((table for table in self.tables if table.sheet is sheet), None)

    def place(self, sheet: Sheet) -> str:
        """Return where the cells of a sheet are: `charts.xlsx`, `the table in rule 7.4`."""
        table = self.table(sheet)
        return f"the table in rule {table.cite}" if table else self.name


def of_file(path: Path) -> ChartSource:
    """Return the tables of a file. Raises Refused."""
    title = path.stem.replace("-", " ").replace("_", " ").capitalize()
    return ChartSource(path.name, read_sheets(path), lambda: read_sheets(path), usual_title=title)


def of_rules(slug: str, modules: Callable[[], GameModule], *, only: RuleTable | None = None) -> ChartSource:
    """Return the tables of the rules of a game, or `only` one. Raises Refused if there is none.

    `modules` returns the game as it is in the files now.
    """

    def read() -> list[RuleTable]:
        tables = rule_tables(modules())
        return [table for table in tables if only is None or table.label == only.label]

    tables = read()
    if not tables:
        raise Refused(
            f"the rules of {slug} have no table; make the chart from a file: companion new-chart CHART.xlsx "
            f"--game {slug}"
        )
    sheets = [table.sheet for table in tables]
    return ChartSource(
        "The rules", sheets, lambda: [table.sheet for table in read()], tables, is_chosen=only is not None
    )


def rule_tables(module: GameModule) -> list[RuleTable]:
    """Return the tables that the rules of a game have, in the order of the rules."""
    return [table for entry in module.entries if entry.cites for table in _tables_of(entry)]


def tables_to_make(module: GameModule) -> list[RuleTable]:
    """Return the tables of the rules that are not charts of the game yet, without those of modifiers."""
    made = {(chart.title.casefold(), chart.cite) for chart in module.charts}
    return [
        table
        for table in rule_tables(module)
        if (table.title.casefold(), table.cite) not in made and not table.is_of_modifiers
    ]


def _tables_of(entry: Entry) -> Iterator[RuleTable]:
    """Yield the tables of a rule that have at least two rows and columns."""
    places = [place for place, point in enumerate(entry.points) if point.kind == "table"]
    titles: list[str] = []
    for place in places:
        above = entry.points[place - 1] if place else None
        caption = title_above(["", above.text]) if above is not None and above.kind != "table" else ""
        lines = [_LINK.sub(r"\1", line) for line in entry.points[place].text.splitlines()]
        title = entry.title if len(places) == 1 else caption or entry.title
        sheet = table_sheet(lines, title)
        if len(sheet.rows) < 2 or len(sheet.rows[0]) < 2:
            continue
        table = RuleTable(title, entry.cites[0], entry.id, sheet)
        title = f"{title}, modifiers" if len(places) > 1 and not caption and table.is_of_modifiers else title
        number = titles.count(title) + 1
        titles.append(title)
        title = title if number == 1 else f"{title} {number}"
        yield table._replace(title=title, sheet=sheet._replace(name=f"{title} ({entry.cites[0]})"))


def _is_band(text: str) -> bool:
    return band(key_text(plain_text(SheetCell(text))).text) is not None
