"""How something is decided, if the text of its rule makes it plain."""

from __future__ import annotations

import re
from collections.abc import Sequence

from companion.cli.authoring.chart.sources import rule_tables
from companion.cli.authoring.printed.rules import DICE, rules_in_chapter
from companion.cli.authoring.rule_question import rules_naming
from companion.load.sheet_text import Change, key_text
from companion.model import Entry, GameModule
from companion.model.chart import band
from companion.render.text import table_cells, unlinked

_SENTENCE = re.compile(r"[.;!?](?!\d)\s*|\n")
_MORE = r"(?:\+|\s+or\s+(?:more|higher|better|greater|over|above))(?!\w)"
_LESS = r"\s+or\s+(?:less|lower|fewer|under|below)\b"
_READ = re.compile(
    r"\b(?:look(?:ed|ing|s)?|read(?:s|ing)?|find|found|consult(?:ed|ing|s)?|refer|cross-?(?:index|reference)\w*)\b",
    re.IGNORECASE,
)
_CHART = re.compile(r"\b(?:charts?|tables?|columns?)\b", re.IGNORECASE)
_TOTAL = re.compile(r"\b(?:totals?|sum|score|modified (?:roll|throw|die|dice)|modifiers)\b", re.IGNORECASE)
_DIFFERENCE = re.compile(
    r"\bdifference\b|\b(?:lower|smaller|lesser)\b[^.;]{0,20}\bfrom\s+the\s+(?:higher|larger|greater)\b",
    re.IGNORECASE,
)
LEAD = re.compile(
    rf"{_DIFFERENCE.pattern}|\b(?:beaten|lead|loses|lost|margin|wins?|winning|won)(?:\s+by)?\b", re.IGNORECASE
)
"""The head of the rows of a table that is read by the difference: `Won by`."""
_COUNTED = re.compile(r"\b(?:success(?:es)?|hits|misses)\b", re.IGNORECASE)
"""Words for dice that were counted before a chart is read."""
_BASIC = re.compile(
    r"\b(?:basic|base)?\s*(?:chance|number\s+needed|score\s+needed)\b[^.]*\bfrom\s+the\s+(?:chart|table)",
    re.IGNORECASE,
)
"""Words for a number needed that a chart gives: `Find the basic chance from the chart`."""
_SHIFTED = re.compile(r"\bshift", re.IGNORECASE)
_CHANGED = re.compile(r"\b(?:modif\w+|add\w*|plus|minus|subtract\w*)\b", re.IGNORECASE)
_BOTH_ROLL = re.compile(
    r"\b(?:(?:each|both) (?:sides?|players?|commanders?|opponents?|armies|army)\b[^.;]{0,40}?\b"
    r"|attacker and defender (?:both |each )?)(?:roll|throw)s?\b",
    re.IGNORECASE,
)
_HIGHER_WINS = re.compile(
    r"\b(?:higher|highest|greater)(?: (?:total|score|roll|result|die|number|throw))?(?: \w+)?"
    r" (?:wins?|won|has|gains?|takes)\b",
    re.IGNORECASE,
)
_POOL = re.compile(
    r"\bcount(?:s|ed|ing)?\b[^.;]{0,30}\bsuccesses\b"
    r"|\bcount(?:s|ed|ing)?\s+(?:an?|one)\s+\w+\s+for\s+(?:each|every)\s+\d"
    r"|\b(?:each|every)\s+(?:(?:roll|score|throw|die|result)\s+of\s+)?(?:a\s+)?"
    rf"\d+(?:{_MORE}|\s+or\s+\d+\b|\s+(?=(?:is|counts|scores|causes|inflicts)\b))"
    rf"|\b(?:each|every)\s+die\b[^.;]{{0,60}}(?:\d{_MORE}|\d\s+or\s+\d|\bor\s+more\b)"
    r"|\b(?:each|every)\s+die\b(?:[^.;]|\.\d){0,60}\bis\s+an?\s+(?:hit|success|pass)\b"
    r"|\b(?:an?|each|every)\s+die\s+(?:hits|succeeds|passes|scores\s+an?\s+(?:hit|success|pass))\b"
    r"|\bcount\s+(?:each|every)\s+die\s+(?:that|which)\b"
    r"|\bdice,?\s+each\s+of\s+(?:which|them)\b"
    rf"|\bdice\s+(?:that|which|showing|scoring|of)\b[^.;]{{0,30}}\d(?:{_MORE}|\s+or\s+\d)",
    re.IGNORECASE,
)
"""Dice that count one by one: `count the successes`, `each 5 or 6 hits`, `every die of 4+`."""
_FOR_EACH = re.compile(r"\b(?:die|dice|d\d+)\s+(?:for|per)\s+(?:each|every)\s+(\w+)", re.IGNORECASE)
_PARTS = re.compile(r"(?:figure|base|stand|man|model|gun|section|element|point|hit)s?", re.IGNORECASE)
"""Parts of a unit that roll a die each."""
_MANY_DICE = re.compile(r"(?<!\btwo )(?<!\b2 )(?<!\bpercentage )(?<!\bpercentile )\bdice\b", re.IGNORECASE)
_GOES_ON = (
    r"(?=\s*(?:[,.;:)]|$|(?:to|it|he|they|the|a|an|is|are|and|or|on|in|for|if|this|that)\b"
    r"|(?:means|succeeds?|passes|hit)\b))"
)
"""Text that may follow a number needed; a noun would make it an amount, as in `needs 3 or more bases`."""
_NEEDED = re.compile(
    r"\b(?:on|needs?|requires?|rolls?|throws?|scores?|total)\s+(?:of\s+)?(?:an?\s+)?"
    rf"(?:(?:roll|throw|score|total|result|\d?d\d+|die)\s+of\s+)?(?:an?\s+)?\d+(?:{_MORE}|{_LESS}){_GOES_ON}",
    re.IGNORECASE,
)
"""A number that one roll must reach: `on 3 or more`, `needs a 4+ to hit`, `on a D6 of 5 or less`."""
_RATING = re.compile(
    r"\b(?:equal to or (?:less|lower|below|under|more|higher|greater)|less than or equal to|at or (?:below|under)"
    r"|equals? or (?:is )?(?:less|below|under|exceeds?|beats?)|\d+\s?(?:%|per ?cent) chance"
    r"|(?:rating|strength|value|score) or less"
    r"|(?:needs?|wants?|must (?:roll|throw)) (?:the|its|his|their) [^\W\d]+ or (?:less|more|better))\b",
    re.IGNORECASE,
)
"""A rating or a percentage that one roll must reach."""
_HIGH = re.compile(rf"\d{_MORE}|\b(?:or|at or) (?:more|higher|better|greater|above)\b", re.IGNORECASE)
_LOW = re.compile(
    r"\b(?:or|at or) (?:less|lower|fewer|under|below)\b|\bless than or equal\b|\d\s?(?:%|per ?cent)",
    re.IGNORECASE,
)
_CHANCE = re.compile(r"\b\d+\s?(?:%|per ?cent) chance\b", re.IGNORECASE)
_HITS_ON = re.compile(r"\b(?:hits?\s+on|to\s+hit|hits?|needs?|needed)\b", re.IGNORECASE)
_FACES = re.compile(r"\d(?:\+|\s+or\s+(?:\d|more|better)|$|[,;])")
"""The numbers of a die in a table: `5 or 6`, `4+`."""
_TOTAL_HEAD = re.compile(r"\b(?:\d?d\d+|dice|roll|score|throw|total)\b", re.IGNORECASE)
_NUMBER_NEEDED = re.compile(r"\d{1,3}\+?|-")
"""A cell with a number that dice need: `4+`, or a blank one."""
_BAND = re.compile(r"\bon (?:an? )?\d+\s*(?:-|\u2013|to)\s*\d+\b", re.IGNORECASE)
"""A result for a band of rolls, among several: `on 1-4 he is wounded`."""


def printed_method(module: GameModule, cite: str) -> tuple[str, str] | None:
    """Return the key of the method that a rule makes plain, with its number, or else its chapter; None for neither."""
    rules = rules_in_chapter(module, cite)
    chapter = "\n".join(_text(module, entry.cites[0]) for entry in rules)
    method = _plain_method(_text(module, cite))
    tables = [table_cells(point.text) for entry in rules for point in entry.points if point.kind == "table"]
    is_difference = any(cell for lines in tables for cell in lines[0][:1] if LEAD.search(cell))
    if method and not (method == "opposed" and (is_difference or _is_difference(chapter))):
        return method, cite
    method = "difference" if _BOTH_ROLL.search(chapter) and is_difference else _plain_method(chapter)
    if method is None and _MANY_DICE.search(chapter) and _has_numbers_needed(module, rules):
        method = "pool"
    if method is None and _MANY_DICE.search(chapter) and any(map(_tells_hits, tables)):
        method = "pool"
    if method is None and DICE.search(chapter) and any(map(_is_read_by_total, tables)):
        method = "chart"
    return (method, f"chapter {cite.partition('.')[0]}") if method else None


def _tells_hits(lines: Sequence[list[str]]) -> bool:
    """Return whether a table says with which numbers a die hits: `Hit on each` and `5 or 6`."""
    return any(
        _HITS_ON.search(head) and all(_FACES.match(row[column]) for row in lines[1:] if len(row) > column)
        for column, head in enumerate(lines[0])
    )


def _is_read_by_total(lines: Sequence[list[str]]) -> bool:
    """Return whether the rows of a table are bands of a total."""
    return bool(_TOTAL_HEAD.search(lines[0][0])) and all(
        band(key_text(Change(row[0], "")).text) for row in lines[1:]
    )


def _has_numbers_needed(module: GameModule, rules: Sequence[Entry]) -> bool:
    """Return whether a table or a chart of these rules has numbers that dice need: `4+`."""
    cites = {cite for entry in rules for cite in entry.cites}
    if any(table.has_numbers_needed for table in rule_tables(module) if table.cite in cites):
        return True
    return any(
        all(_NUMBER_NEEDED.fullmatch(str(cell)) for cell in chart.values)
        and any("+" in str(cell) for cell in chart.values)
        for chart in module.charts
        if cites & {chart.cite, *rules_naming(module, chart.title)}
    )


def printed_direction(module: GameModule, cite: str) -> str | None:
    """Return whether `high` or `low` rolls succeed by a rule, or else its chapter; None if it says both or neither."""
    chapter = "\n".join(_text(module, entry.cites[0]) for entry in rules_in_chapter(module, cite))
    for text in (_text(module, cite), chapter):
        sentences = [each for each in _SENTENCE.split(text) if _NEEDED.search(each) or _RATING.search(each)]
        found = {
            name
            for name, words in (("high", _HIGH), ("low", _LOW))
            for each in sentences
            if words.search(each)
        }
        if len(found) == 1:
            return found.pop()
    return None


def _plain_method(text: str) -> str | None:
    """Return the key of the only method that a text makes plain; None for none or several."""
    if not DICE.search(text) and not _CHANCE.search(text) and not _POOL.search(text):
        return None
    found = {method for method, is_plain in _FOUND.items() if is_plain(text)}
    if "chart" in found:
        found -= {"target"}
    if "difference" in found:
        found -= {"opposed"}
    return found.pop() if len(found) == 1 else None


def _text(module: GameModule, cite: str) -> str:
    """Return the text of a rule without tables and the companion's remarks, a line for each point."""
    entries = [entry for entry in module.entries if cite in entry.cites][:1]
    points = [point for entry in entries for point in entry.points]
    return "\n".join(
        unlinked(point.text) for point in points if point.kind != "table" and point.authority != "companion"
    )


def _is_chart(text: str) -> bool:
    """Return whether a sentence says to read a total, or the dice of this sentence, on a chart."""
    if _SHIFTED.search(text) and not _CHANGED.search(text):
        return False
    return any(
        _READ.search(sentence)
        and _CHART.search(sentence)
        and (_TOTAL.search(sentence) or DICE.search(sentence))
        and not _DIFFERENCE.search(sentence)
        and not _COUNTED.search(sentence)
        and not _BASIC.search(sentence)
        for sentence in _SENTENCE.split(text)
    )


def _is_difference(text: str) -> bool:
    """Return whether both sides roll, and the difference is read on a chart."""
    sentences = _SENTENCE.split(text)
    is_read = any(
        _DIFFERENCE.search(each) and _READ.search(each) and _CHART.search(each) for each in sentences
    )
    return is_read and _BOTH_ROLL.search(text) is not None


def _is_opposed(text: str) -> bool:
    """Return whether both sides roll, and the higher total wins."""
    return bool(_BOTH_ROLL.search(text) and _HIGHER_WINS.search(text))


def _is_pool(text: str) -> bool:
    """Return whether dice count one by one, or each part of a unit rolls a die against a number."""
    parts = [noun for noun in _FOR_EACH.findall(text) if _PARTS.fullmatch(noun)]
    return bool(_POOL.search(text) or (parts and _NEEDED.search(text)))


def _is_target(text: str) -> bool:
    """Return whether one roll must reach a number, with no other results than success and failure."""
    if _is_pool(text) or _MANY_DICE.search(text) or _BAND.search(text) or _BOTH_ROLL.search(text):
        return False
    return bool(_NEEDED.search(text) or _RATING.search(text))


_FOUND = {
    "chart": _is_chart,
    "difference": _is_difference,
    "opposed": _is_opposed,
    "pool": _is_pool,
    "target": _is_target,
}
"""For each method that a text can make plain, whether it does."""
