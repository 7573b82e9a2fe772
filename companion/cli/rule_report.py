"""The report of `new-rules`: a summary, and the sections and tables that the author should look at."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from typing import NamedTuple

from companion.cli.rule_headings import may_be_notes
from companion.cli.rule_text import LeftOut, WrittenRule, WrittenRules
from companion.errors import shortened
from companion.model.imported import Doubt, ImportedDocument, ImportedSection
from companion.render.imported import count, section_title
from companion.render.text import wrapped

_MOST_NAMED = 4
"""Maximum number of places named in a remark; of the rest, only the number is shown."""
_MOST_LINES = 9
"""Maximum number of lines for all remarks."""


class Remark(NamedTuple):
    """Something for the author to look at."""

    says: str
    items: list[str]
    """The sections or places that it concerns."""


def remarks(made: WrittenRules, left: Sequence[LeftOut], doubts: Iterable[Doubt]) -> list[Remark]:
    """Return all remarks, the most important first: sections left out, rows kept as points, doubts, tables."""
    found = [
        *_left_remarks(left),
        Remark(
            "Optional, because a heading says optional or advanced",
            _named(rule for rule in made.rules if rule.is_optional),
        ),
        Remark(
            "With notes or credits, marked {.designer}", _named(rule for rule in made.rules if rule.has_notes)
        ),
        Remark("Perhaps a note or thanks; if so, end the point with {.designer}", _perhaps_notes(made.rules)),
        Remark("Rows of a table, kept as points", _named(rule for rule in made.rules if rule.has_loose_rows)),
        Remark("Doubtful in the document", [_doubt(doubt) for doubt in doubts]),
        Remark(
            "Tables, whose headings may need a correction", _named(rule for rule in made.rules if rule.tables)
        ),
    ]
    return [remark for remark in found if remark.items]


def doubts_of(document: ImportedDocument, sections: Sequence[ImportedSection]) -> list[Doubt]:
    """Return the doubtful places of a document on the pages of some sections; without pages, all of them."""
    pages = {page for each in sections for page in range(each.page, each.last_page + 1)}
    return [doubt for doubt in document.doubts if not doubt.page or doubt.page in pages]


def summary(made: WrittenRules, left: Sequence[LeftOut]) -> str:
    """Return the numbers of rules, tables, and sections left out."""
    tables = sum(rule.tables for rule in made.rules)
    parts = [count(len(made.rules), "rule")]
    parts += [count(tables, "table")] if tables else []
    parts += [f"{count(len(left), 'section')} left out"] if left else []
    return ", ".join(parts)


def short_lines(found: Sequence[Remark], width: int, command: str) -> list[str]:
    """Return the remarks in a few lines; if something is cut off, also `command`, which prints the full report."""
    lines: list[str] = []
    shortened = False
    for number, remark in enumerate(found):
        rest = len(remark.items) - _MOST_NAMED
        more = f"; and {rest} more" if rest > 0 else ""
        added = wrapped(f"{remark.says}: {'; '.join(remark.items[:_MOST_NAMED])}{more}", width, "", "  ")
        if len(lines) + len(added) > _MOST_LINES:
            lines.append(f"{count(len(found) - number, 'more remark')}.")
            shortened = True
            break
        lines += added
        shortened = shortened or rest > 0
    return lines + (wrapped(f"Full report: {command}", width, "", "  ") if shortened else [])


def full_lines(made: WrittenRules, found: Sequence[Remark], known: Container[str], width: int) -> list[str]:
    """Return every rule and every remark, each on a separate line; `known` are the ids that the game has."""
    rules = [
        Remark("To be written", _named(rule for rule in made.rules if rule.key not in known)),
        Remark("In the game already", _named(rule for rule in made.rules if rule.key in known)),
    ]
    lines: list[str] = []
    for says, items in (*(each for each in rules if each.items), *found):
        lines += wrapped(f"{says}: {len(items)}", width, "", "  ")
        for item in items:
            lines += wrapped(item, width, "  ", "    ")
    return lines


def left_words(left: Sequence[LeftOut]) -> str:
    """Return the sections left out on one line."""
    texts = [f"{says}: {'; '.join(items[:_MOST_NAMED])}" for says, items in _left_remarks(left)]
    return "; ".join(f"{text[0].lower()}{text[1:]}" for text in texts)


def _left_remarks(left: Sequence[LeftOut]) -> Iterator[Remark]:
    """Yield the sections left out, one remark for each reason; first those whose text is elsewhere."""
    reasons: dict[str, list[str]] = {}
    for item in sorted(left, key=lambda item: not item.is_elsewhere):
        reasons.setdefault(item.why, []).append(_section(item.section))
    yield from (Remark(f"Left out ({why})", names) for why, names in reasons.items())


def _named(rules: Iterable[WrittenRule]) -> list[str]:
    return [_section(rule.section) for rule in rules]


def _perhaps_notes(rules: Iterable[WrittenRule]) -> list[str]:
    """Return the sections with a paragraph that may state no rule, each with its beginning."""
    return [
        f"{_section(rule.section)} ({shortened(text)})"
        for rule in rules
        if not rule.has_notes
        for text in may_be_notes([each.text for each in rule.section.paragraphs if not each.row])
    ]


def _section(section: ImportedSection) -> str:
    """Return number, title and pages of a section."""
    return ", ".join(filter(None, (section_title(section), section.pages)))


def _doubt(doubt: Doubt) -> str:
    return f"page {doubt.page}: {doubt.says}" if doubt.page else doubt.says
