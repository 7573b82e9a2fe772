"""The report of `new-rules`: a summary, and the sections and tables that the author should look at."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from typing import NamedTuple

from companion.cli.authoring.rules.headings import may_be_notes
from companion.cli.authoring.rules.text import LeftOut, WrittenRule, WrittenRules
from companion.errors import shortened
from companion.model.imported import Doubt, ImportedDocument, ImportedSection
from companion.render.imported import count, section_title
from companion.render.text import wrapped

_MOST_NAMED = 4
"""Maximum number of places named in a remark; of the rest, only the number is shown, unless it is small."""
_SMALL = 2
"""Number of further places that are named, too."""
_MOST_LINES = 10
"""Maximum number of lines for all remarks."""
_NOTE_HELP = (
    "If it is no rule, open the file and type a space and {.designer} at the end of that line. Each point is a line "
    "that begins with a dash; if only a part is no rule, move it to a new line with a dash"
)
Place = Callable[[WrittenRule, str], str]
"""Returns the place of a paragraph of a rule, as in `line 57`."""


class Remark(NamedTuple):
    """Something for the author to look at."""

    says: str
    items: list[str]
    """The sections or places that it concerns."""
    most: int = _MOST_NAMED
    """Maximum number of them in a short report."""
    help: str = ""
    """Remedy as a sentence; empty if the remark says it."""


def remarks(
    made: WrittenRules,
    left: Sequence[LeftOut],
    doubts: Iterable[Doubt],
    place: Place = lambda _rule, _text: "",
) -> list[Remark]:
    """Return all remarks, the most important first: sections left out, rows kept as points, doubts, doubtful tables.

    `place` returns where a paragraph of a rule is in the new file; empty if there is none.
    """
    found = [
        *_left_remarks(left),
        Remark(
            "Optional, because a heading says optional or advanced",
            _named(rule for rule in made.rules if rule.is_optional),
        ),
        Remark(
            "With notes or credits, marked {.designer}", _named(rule for rule in made.rules if rule.has_notes)
        ),
        Remark("Perhaps a note or thanks", _perhaps_notes(made.rules, place), help=_NOTE_HELP),
        Remark("Rows of a table, kept as points", _named(rule for rule in made.rules if rule.has_loose_rows)),
        Remark("Doubtful in the document", [_doubt(doubt) for doubt in doubts]),
        Remark("Tables to compare with the rulebook", _doubtful_tables(made.rules)),
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
    sure = "" if _doubtful_tables(made.rules) else " (none doubtful)"
    parts += [f"{count(tables, 'table')}{sure}"] if tables else []
    parts += [f"{count(len(left), 'section')} left out"] if left else []
    return ", ".join(parts)


def short_lines(found: Sequence[Remark], width: int, command: str) -> list[str]:
    """Return the remarks in a few lines; if something is cut off, also `command`, which prints the full report."""
    lines: list[str] = []
    shortened = False
    for number, remark in enumerate(found):
        for most in (remark.most, _MOST_NAMED):
            added = _remark_lines(remark, most, width)
            if len(lines) + len(added) <= _MOST_LINES:
                break
        else:
            lines.append(f"{count(len(found) - number, 'more remark')}.")
            shortened = True
            break
        lines += added
        shortened = shortened or _left(remark, most) > 0
    return lines + (wrapped(f"Full report: {command}", width, "", "  ") if shortened else [])


def _remark_lines(remark: Remark, most: int, width: int) -> list[str]:
    """Return a remark with at most `most` of its places."""
    rest = _left(remark, most)
    named = remark.items[: len(remark.items) - rest]
    more = f"; and {rest} more" if rest else ""
    says = f"{remark.says}: {'; '.join(named)}{more}{f'. {remark.help}' if remark.help else ''}"
    return wrapped(says, width, "", "  ")


def _left(remark: Remark, most: int) -> int:
    """Return the number of places that are only counted."""
    rest = len(remark.items) - most
    return rest if rest > _SMALL else 0


def full_lines(made: WrittenRules, found: Sequence[Remark], known: Container[str], width: int) -> list[str]:
    """Return every rule and every remark, each on a separate line; `known` are the ids that the game has."""
    rules = [
        Remark("To be written", _named(rule for rule in made.rules if rule.key not in known)),
        Remark("In the game already", _named(rule for rule in made.rules if rule.key in known)),
    ]
    lines: list[str] = []
    for remark in (*(each for each in rules if each.items), *found):
        lines += wrapped(f"{remark.says}: {len(remark.items)}", width, "", "  ")
        for item in remark.items:
            lines += wrapped(item, width, "  ", "    ")
    return lines


def left_words(left: Sequence[LeftOut]) -> str:
    """Return the sections left out on one line."""
    texts = [f"{each.says}: {'; '.join(each.items[:_MOST_NAMED])}" for each in _left_remarks(left)]
    return "; ".join(f"{text[0].lower()}{text[1:]}" for text in texts)


def _left_remarks(left: Sequence[LeftOut]) -> Iterator[Remark]:
    """Yield the sections left out, one remark for each reason; first those whose text is elsewhere."""
    reasons: dict[str, list[str]] = {}
    for item in sorted(left, key=lambda item: not item.is_elsewhere):
        reasons.setdefault(item.why, []).append(_section(item.section))
    yield from (Remark(f"Left out ({why})", names) for why, names in reasons.items())


def _named(rules: Iterable[WrittenRule]) -> list[str]:
    return [_section(rule.section) for rule in rules]


def _doubtful_tables(rules: Iterable[WrittenRule]) -> list[str]:
    """Return the sections with a doubtful table, each with what is doubtful."""
    return [
        f"{_section(rule.section)} ({', '.join(rule.table_doubts)})" for rule in rules if rule.table_doubts
    ]


def _perhaps_notes(rules: Iterable[WrittenRule], place: Place) -> list[str]:
    """Return the sections with a paragraph that may state no rule, each with its place and its beginning."""
    return [
        f"{' '.join(filter(None, (place(rule, text), _section(rule.section))))} ({shortened(text)})"
        for rule in rules
        if not rule.has_notes
        for text in may_be_notes([each.text for each in rule.section.paragraphs if not each.row])
    ]


def _section(section: ImportedSection) -> str:
    """Return number, title and pages of a section."""
    return ", ".join(filter(None, (section_title(section), section.pages)))


def _doubt(doubt: Doubt) -> str:
    return f"page {doubt.page}: {doubt.says}" if doubt.page else doubt.says
