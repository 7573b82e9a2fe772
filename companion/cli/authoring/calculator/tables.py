"""Offers the tables and lists of modifiers in the rules of the game, whose rows need not be typed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from companion.cli.authoring.answer_checks import one_of
from companion.cli.authoring.calculator.draft import Draft
from companion.cli.authoring.calculator.limits import stated_limits
from companion.cli.authoring.printed.needed import printed_needed
from companion.cli.authoring.printed.points import modifiers_of
from companion.cli.authoring.printed.rows import exclusive, has_columns, is_amount, read_rows, signed_step
from companion.cli.authoring.printed.rules import DICE, own_text
from companion.cli.authoring.printed.table import ModifierTable
from companion.cli.authoring.printed.values import added_rules, own_values, values_of
from companion.model import Entry
from companion.render.text import table_cells, unlinked

_NUMBER = re.compile(r"(?<![\d.])\d+(?:\.\d+)+[a-z]?")
"""The number of a rule in a text."""
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_HERE = re.compile(r"\b(?:here|this|these|above|below)\b", re.IGNORECASE)
"""Words for the rule in which they stand: `what applies here and in 8.3`."""
_DICE_HEAD = re.compile(r"\bdice\b", re.IGNORECASE)
_DICE_ADDED = re.compile(
    r"\b(?:an?|\d|one|two|three)\s+(?:extra\s+|fewer\s+|more\s+)?di(?:e|ce)\b", re.IGNORECASE
)
"""A number of dice in a sentence that adds some: `Krupp guns add 1 die`."""
_NEEDED_HEAD = re.compile(r"\b(?:needed|required)\b", re.IGNORECASE)
_SCORE_HEAD = re.compile(r"\b(?:scores?|to\s+hit)\b", re.IGNORECASE)
"""Words of the head of amounts that change the number of dice, the number that each needs, or what each scores."""
_LONGEST_CAPTION = 60
_MOST_TABLES = 9
_NONE = "none"
_AND = "; "
_SIGNS = "+-\u2212\u2013"
_EXPLAINS = (
    "Each row or point becomes a modifier with its amount, and you only say when it counts. You can choose several, as "
    "in 1 2, leave rows out, and type further modifiers afterwards. 0 uses none: you type all modifiers."
)


def ask_table(draft: Draft, kinds: tuple[str, ...] = ()) -> ModifierTable | None:
    """Ask which tables and lists of the rules have the modifiers, and return them as one; None for none.

    Enter takes those of the nearest rule in the chapter of the calculator, and of the rules that belong to it, unless
    the modifiers were typed before. Without a terminal, only `--answer` chooses. With `kinds`, Enter takes those of the
    chapter that change such a number. Tables chosen before are left out.
    """
    tables = [table for table in _tables(draft) if table.words not in draft.tables_used]
    if not tables:
        return None
    words = [table.words for table in tables]
    numbered = "; ".join(f"{number} {each}" for number, each in enumerate(words, 1))
    first, whole = f"{draft.begins}modifier-1", f"{draft.begins}table"
    is_typed = first in draft.interview.former and whole not in draft.interview.former
    takes = draft.interview.asks and not is_typed and (kinds or _fits(draft, tables[0]))
    what = "shifts of the column" if draft.counts_columns else "modifiers"
    fitting = [table for table in tables if _is_usual(draft, table, tables, kinds)] if takes else []
    usual = {table.whole or table.words: table.words for table in reversed(fitting)}
    typed = draft.need(
        "table",
        f"Use tables or lists of the rules as {what} (as in 1 2): {numbered}; 0 {_NONE}",
        default=_AND.join(reversed(usual.values())) or _NONE,
        check=partial(_several_of, words),
        lists=True,
        explains=_EXPLAINS,
    )
    chosen = [table for table in tables if table.words in typed.split(_AND)]
    draft.changes = {table.changes for table in chosen}
    draft.tables_used += [table.words for table in chosen]
    draft.sentences_read += [table.sentence for table in chosen if table.sentence]
    return _joined(chosen) if chosen else None


def tables_of_chapter(draft: Draft) -> list[ModifierTable]:
    """Return the tables and lists of modifiers in the chapter of the calculator that are not chosen yet."""
    return [each for each in _tables(draft) if _fits(draft, each) and each.words not in draft.tables_used]


def _is_usual(
    draft: Draft, table: ModifierTable, tables: Sequence[ModifierTable], kinds: tuple[str, ...]
) -> bool:
    """Return whether Enter takes a table, given all `tables`, and the `kinds` of numbers that it may change if any."""
    if kinds:
        return table.changes in kinds and _fits(draft, table)
    is_same = draft.method != "pool" or table.changes == tables[0].changes
    return is_same and table.cite in _usual(draft, tables)


def _usual(draft: Draft, tables: Sequence[ModifierTable]) -> set[str]:
    """Return the rules whose tables and lists Enter takes, given all tables, the nearest first.

    These are the rule of the nearest one, the rules named with it, those whose values its chapter adds, and the only
    other rule with a list in the chapter that has the dice, unless the nearest one has them.
    """
    cite = tables[0].cite
    rules = draft.chapter
    with_dice = {entry.cites[0] for entry in rules if DICE.search(own_text(entry))}
    lists = {table.cite for table in tables} & with_dice
    thrown = lists if len(lists) == 1 and cite not in with_dice else set[str]()
    return _named_by(draft, cite) | added_rules(draft.module, _chapter(draft.cite)).keys() | thrown


def _named_by(draft: Draft, cite: str) -> set[str]:
    """Return the rule `cite`, and the rules of its chapter that are named with it.

    These are named by it or the rule of the calculator, or in one sentence with it: the modifiers of 7.3 and 7.4.
    """
    named = {cite}
    for entry in draft.module.entries:
        is_own = bool(set(entry.cites) & {cite, draft.cite})
        texts = [unlinked(point.text) for point in entry.points if point.authority != "companion"]
        for sentence in (part for text in texts for part in _SENTENCE.split(text)):
            numbers = set(_NUMBER.findall(sentence))
            named |= numbers if is_own or cite in numbers else set()
            named |= set(entry.cites) if cite in numbers and _HERE.search(sentence) else set()
    return {number for number in named if _chapter(number) == _chapter(cite)}


def _several_of(words: list[str], text: str) -> str:
    """Return the chosen tables, given by numbers or words. Raises Refused."""
    if text.casefold() in ("0", _NONE):
        return _NONE
    parts = re.split(r"[\s,]+", text) if re.fullmatch(r"\d+([\s,]+\d+)*", text) else text.split(_AND)
    return _AND.join(dict.fromkeys(one_of(words)(part) for part in parts))


def shift_tables(draft: Draft) -> list[ModifierTable]:
    """Return the tables of shifts in the chapter of the calculator, the nearest first."""
    return [table for table in _tables(draft) if table.has_columns and _fits(draft, table)]


def _joined(tables: list[ModifierTable]) -> ModifierTable:
    """Return the rows of several tables as one; a row with the same words as another one is not read.

    If columns of one table differ in a row, the row names the column: `Raw, Musket` and `Raw, Gun`.
    """
    rows = dict[str, tuple[str, str]]()
    not_read = [row for each in tables for row in each.unread]
    for each in tables:
        others = {row for other in tables if each.whole and other.whole == each.whole for row in other.rows}
        for label, row, cite in zip(each.labels, each.rows, each.cites, strict=True):
            if sum(other.startswith(f"{label} ") and other[len(label) + 1] in _SIGNS for other in others) > 1:
                column = each.title.removeprefix(f"{each.whole}, ")
                label, row = f"{label}, {column}", f"{label}, {column}{row[len(label) :]}"
            if rows.setdefault(label, (row, cite))[0] != row:
                not_read.append(f"{row} ({cite})")
    title = " and ".join(dict.fromkeys(each.title for each in tables))
    texts, cites = zip(*rows.values(), strict=True)
    return ModifierTable(
        title,
        cites,
        texts,
        tuple(rows),
        tuple(not_read),
        any(each.has_columns for each in tables),
        exclusive=tuple(group for each in tables for group in each.exclusive),
        values=tuple(value for each in tables for value in each.values),
    )


def _fits(draft: Draft, table: ModifierTable) -> bool:
    """Return whether a table is in the chapter of the calculator, and moves columns only if the calculator does."""
    is_same = _chapter(table.cite) == _chapter(draft.cite)
    return is_same and table.has_columns in (draft.counts_columns, False)


def _tables(draft: Draft) -> list[ModifierTable]:
    """Return the tables of modifiers in the rules: that of the rule of the calculator first, then by distance."""
    entries = [entry for entry in draft.module.entries if entry.cites]
    place = next((index for index, entry in enumerate(entries) if draft.cite in entry.cites), 0)
    added = {} if draft.counts_columns else added_rules(draft.module)
    added |= added_rules(draft.module, _chapter(draft.cite)) if added else {}
    found: list[tuple[bool, int, ModifierTable]] = []
    for index, entry in enumerate(entries):
        values = values_of(entry, added[entry.cites[0]]) if entry.cites[0] in added else None
        own = own_values(entry) if values is None and not draft.counts_columns else None
        needed = printed_needed(entry) if draft.method == "pool" else None
        others = [each for each in _tables_of(entry) if values is None or each.kind == "points"]
        others += [own] if own is not None else []
        for table in (*others, *filter(None, (values, needed))):
            if not table.has_columns or draft.counts_columns:
                is_elsewhere = _chapter(table.cite) != _chapter(draft.cite)
                found.append((is_elsewhere, abs(index - place), table))
    found.sort(key=lambda each: each[:2])
    tables = [table for *_, table in found]
    if tables and _fits(draft, tables[0]):
        listed, named = {table.cite for table in tables}, _named_by(draft, tables[0].cite)
        single = (_points(entry, 1) for entry in entries if entry.cites[0] in named - listed)
        tables[1:1] = filter(None, single)
    return tables[:_MOST_TABLES]


def _chapter(cite: str) -> str:
    return cite.partition(".")[0]


def _tables_of(entry: Entry) -> list[ModifierTable]:
    """Return the tables of modifiers in a rule, and its points that state modifiers as one more."""
    tables: list[ModifierTable] = []
    above = ""
    for point in entry.points:
        text = unlinked(point.text)
        if point.kind != "table":
            above = text if len(text) <= _LONGEST_CAPTION and not text.endswith((".", ":")) else ""
        else:
            tables += _of_table(text, above or entry.title, entry.cites[0])
    points = _points(entry, 1 if tables else 2)
    return [*tables, points] if points is not None else tables


def _points(entry: Entry, least: int) -> ModifierTable | None:
    """Return the modifiers in the points of a rule; None if there are fewer than `least`.

    A sentence of a chart only repeats the chart, so that its words are not read. Points with a later throw of the rule
    have modifiers of their own.
    """
    lists = [point for point in entry.points if point.kind != "table"]
    thrown = [point for point in lists if DICE.search(point.text)]
    texts = [
        (unlinked(point.text), point.authority != "chart")
        for point in lists
        if point not in thrown[1:] and not stated_limits(unlinked(point.text))
    ]
    read = [modifiers_of(text, in_words=in_words) for text, in_words in texts]
    of_dice = [
        bool(_DICE_ADDED.search(text)) for (text, _), (found, _) in zip(texts, read, strict=True) if found
    ]
    found = list(dict.fromkeys(each for modifiers, _ in read for each in modifiers))
    if len({each.label for each in found}) < least or len({each.label for each in found}) < len(found):
        return None
    return ModifierTable(
        entry.title,
        (entry.cites[0],) * len(found),
        tuple(f"{each.label} {each.amount}" for each in found),
        tuple(each.label for each in found),
        tuple(text for _, unread in read for text in unread if _may_matter(text, entry.title)),
        has_columns=False,
        kind="points",
        exclusive=exclusive(found),
        changes="dice" if all(of_dice) else "",
    )


def _may_matter(text: str, title: str) -> bool:
    """Return whether a text in a list of modifiers may be one: no heading, beginning of a list, limit, or throw."""
    is_heading = text.casefold() == title.casefold() or text.endswith(":")
    return not (is_heading or stated_limits(text) or DICE.search(text))


def _of_table(text: str, title: str, cite: str) -> list[ModifierTable]:
    """Return the modifiers of a table, for each of its columns that has amounts in most rows."""
    lines = table_cells(text)
    has_head = any(cell.strip() for cell in text.strip().partition("\n")[0].split("|"))
    head = lines[0] if has_head else []
    rows = [row for row in lines[1 if head else 0 :] if any(row[1:])]  # no titles of groups
    rows = [[row[0], *map(signed_step, row[1:])] for row in rows]
    if len(rows) < 2 or len(set(map(len, rows))) > 1:
        return []
    amounts = [[is_amount(row[column]) for row in rows] for column in range(len(rows[0]))]
    columns = [column for column, known in enumerate(amounts) if 2 * sum(known) > len(rows)]
    if len(columns) == 1:
        head_of_amounts = head[columns[0]] if head else ""
        return [_column(rows, columns, columns[0], title, cite)._replace(changes=_changes(head_of_amounts))]
    names = {column: head[column] if head else "" for column in columns}
    titles = {
        column: f"{title}, {name}" if name else f"{title}, column {column + 1}"
        for column, name in names.items()
    }
    found = [_column(rows, columns, column, titles[column], cite) for column in columns]
    return [
        table._replace(whole=title, changes=_changes(name))
        for table, name in zip(found, names.values(), strict=True)
        if table.rows
    ]


def _changes(head: str) -> str:
    """Return what amounts change by their head: dice, needed or score; empty if it does not say."""
    kinds = (("dice", _DICE_HEAD), ("needed", _NEEDED_HEAD), ("score", _SCORE_HEAD))
    return next((name for name, words in kinds if words.search(head)), "")


def _column(
    rows: Sequence[list[str]], columns: Sequence[int], column: int, title: str, cite: str
) -> ModifierTable:
    """Return the modifiers in a column of a table; `columns` are all that have amounts. A dash is no amount."""
    read, not_read = read_rows(rows, columns, column)
    texts = tuple(f"{each.label} {each.amount}" for each in read)
    labels = tuple(each.label for each in read)
    return ModifierTable(
        title,
        (cite,) * len(read),
        texts,
        labels,
        tuple(not_read),
        any(has_columns(each.amount) for each in read),
        exclusive=exclusive(read),
    )
