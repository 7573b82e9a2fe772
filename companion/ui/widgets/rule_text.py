"""A rule as shown on the screen: points with their authority in a gutter; authorities that override are filled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from textual.content import Content

from companion.load.imports import section_of
from companion.model import Chart, Conflict, Entry, Point
from companion.play.session_defaults import unplayed_limits
from companion.render.entry import apart, book_words, entry_title, link_names, notice, several_lines
from companion.render.marks import MARKS
from companion.render.neighbours import neighbours_of
from companion.render.question import ranked
from companion.render.text import shown, table_lines, unlinked, wrapped
from companion.ui.widgets.ledger import modifier_rows
from companion.ui.widgets.lines import Lines, blank, section, stack, text_lines
from companion.ui.widgets.panel import heading
from companion.ui.widgets.text import styled, with_minus
from companion.workspace.about_question import AboutQuestion
from companion.workspace.context import AppContext
from companion.workspace.imported_sections import section_at
from companion.workspace.record_text import own_annotation, record_id, record_lines, record_title, scope_words

GUTTER = 11
"""Columns of the authorities."""
_BESIDE = 50
"""Columns from which the authorities are beside the points; below that, above them."""
_BADGES = {
    "rule": "bold $text",
    "erratum": "bold $ground on $heed",
    "chart": "bold $link",
    "designer": "bold $good",
    "ruling": "bold $ground on $accent",
}
"""Styles of the authorities that count; the others are quiet."""


def rule_title(context: AppContext, record: str) -> Content:
    """Return the title of a panel with the text of a record."""
    if place_of_section := section_at(context, record):
        item = section_of(place_of_section)
        return heading(item.title, number=item.number)
    entry = context.library.first(record)
    if isinstance(entry, Chart):
        return chart_title(entry)
    if not isinstance(entry, Entry):
        return heading(record_title(context, record))
    place = neighbours_of(entry, context.library.module(entry.game))
    where = f"{place.chapter}, {place.number} of {place.of}"
    return heading(entry.listed_title, where, number=", ".join(entry.numbers))


def chart_title(chart: Chart) -> Content:
    """Return the title of a panel with a chart."""
    return heading(chart.title, f"{chart.page}{'; your own' if chart.overlay else ''}", number=chart.cite)


def rule_text(context: AppContext, record: str, spaced: bool = False) -> Lines:
    """Return the text of a record: bookmark and note, table rulings, points, and where the sources differ.

    `spaced`: an empty line before each change of authority.
    """
    entry = context.library.first(record)
    if not isinstance(entry, Entry | Chart):
        return _untitled(context, record)
    module = context.library.module(entry.game)
    parts = [*_own(context, record)]
    if isinstance(entry, Chart):
        return stack(parts)
    if entry.overlay or entry.game != context.game:
        parts += [text_lines(Content.styled(shown(book_words(entry, module)), "$quiet")), blank()]
    parts += [text_lines(told), blank()] if (told := notice(entry)) else []
    others = unplayed_limits(module, context.session.state.of_game(entry.game).settings)
    names, (played, elsewhere) = link_names(module), apart(entry.points, others)
    parts.append(_points(played, names, spaced))
    if elsewhere:
        chosen = dict.fromkeys(others[point.mark.split(", ")[0]] for point in elsewhere if point.mark)
        parts += [
            blank(),
            section("Not for this session", ", ".join(chosen)),
            _points(elsewhere, names, spaced),
        ]
    for conflict in module.conflicts_of(entry.id):
        parts += [blank(), section("Sources differ", conflict.title), _readings(conflict)]
    return stack(parts)


def question_rule(context: AppContext, about: AboutQuestion, would: Mapping[str, str]) -> Lines:
    """Return the text for a question: rulings, modifiers, then its rules with the most relevant points first."""
    parts = [_ruling(text, "") for text in about.rulings]
    for line, unit in about.modifiers:
        parts.append(
            Lines(lambda width, line=line, unit=unit: modifier_rows(line, unit, would, width))  # type: ignore[misc]
        )
    for entry in about.rules:
        module = context.library.module(entry.game)
        parts += [blank()] if parts else []
        parts += [section(entry_title(entry))] if len(about.rules) > 1 else []
        points = [point for block in ranked(about.label, entry.points) for point in block]
        parts.append(_points(points, link_names(module), False))
        for conflict in module.conflicts_of(entry.id):
            parts += [blank(), section("Sources differ", conflict.title), _readings(conflict)]
    return stack(parts or [text_lines(f"Source: {about.source}")])


def question_title(about: AboutQuestion) -> Content:
    """Return the title of a panel with the text for a question."""
    if len(about.rules) != 1:
        return heading("Rules" if about.rules else "Rule")
    entry = about.rules[0]
    return heading("Rule", entry.listed_title, number=", ".join(entry.numbers))


def several_rules(number: str, entries: Sequence[Entry]) -> Lines:
    """Return a list of the rules that share a number."""
    return Lines(lambda width: styled(several_lines(number, entries, width)).split("\n", allow_blank=True))


def _untitled(context: AppContext, record: str) -> Lines:
    """Return the text of a term or a calculator without its title, which the panel shows."""
    lines, title = record_lines(context, record), record_title(context, record)

    def make(width: int) -> list[Content]:
        listed = styled(lines(width)).split("\n", allow_blank=True)
        above = len(wrapped(title, width))
        return listed[above:] if len(listed) > above else listed

    return Lines(make)


def _own(context: AppContext, record: str) -> Iterator[Lines]:
    """Yield bookmark, note and table rulings of a record."""
    about = record_id(context, record)
    note = own_annotation(context, about)
    if note.bookmark:
        yield text_lines(Content.styled("(bookmark)", "bold $accent"))
    if note.note:
        yield text_lines(Content.assemble(("Your note: ", "$quiet"), shown(note.note)), 2)
    if note.bookmark or note.note:
        yield blank()
    rulings = context.rulings_on(about)
    for each in rulings:
        words = f"{each.modifier}: {each.text}" if each.modifier else each.text
        yield _ruling(words, f" (how we play it here, {scope_words(context, each)})")
    if rulings:
        yield blank()


def _ruling(words: str, rest: str) -> Lines:
    """Return a table ruling, filled."""
    says = Content.assemble((shown(words), "bold"), (rest, "$quiet"))
    return Lines(lambda width: _point("ruling", says, width))


def _points(points: Sequence[Point], names: dict[str, str], spaced: bool) -> Lines:
    """Return points, with the authority before the first of each run with the same one."""

    def make(width: int) -> list[Content]:
        lines: list[Content] = []
        last = ""
        for place, point in enumerate(points):
            text = with_minus(unlinked(point.text, names))
            limit = f"[{point.mark}] " if point.mark else ""
            first = point.authority if point.authority != last else ""
            lines += [Content("")] if spaced and lines and first else []
            if point.kind == "table":
                room = width - (GUTTER if width >= _BESIDE else 0)
                rows = [*(wrapped(limit, room) if limit else []), *table_lines(text, room)]
                lines += _gutter(first, [Content(each) for each in rows], width)
            else:
                says = Content.assemble((limit, "bold"), shown(text))
                depth = point.depth - (bool(first) and _is_alone(points, place))
                lines += _point(first, says, width, depth, point.kind == "point")
            last = point.authority
        return lines

    return Lines(make)


def _is_alone(points: Sequence[Point], place: int) -> bool:
    """Return whether a point is the only subpoint of the point above it, so that it needs no indent."""
    depth = points[place].depth
    beside = [points[each].depth for each in (place - 1, place + 1) if 0 <= each < len(points)]
    return depth > 0 and all(each < depth for each in beside)


def _readings(conflict: Conflict) -> Lines:
    """Return the readings of a conflict and the one used here."""

    def make(width: int) -> list[Content]:
        lines: list[Content] = []
        for reading in conflict.readings:
            says = Content.assemble(with_minus(shown(reading.says)), (f" ({reading.cite})", "$quiet"))
            lines += _point(reading.authority, says, width)
        taken = Content.assemble(
            ("Used here: ", "bold"), with_minus(shown(f"{conflict.taken.rstrip('.')}. {conflict.why}"))
        )
        return [*lines, *_gutter("", [line.rstrip() for line in taken.wrap(_room(width))], width)]

    return Lines(make)


def _room(width: int) -> int:
    return max(width - (GUTTER if width >= _BESIDE else 0), 1)


def _point(authority: str, says: Content, width: int, depth: int = 0, bullet: bool = True) -> list[Content]:
    """Return the lines of a point; further lines are indented under its text."""
    lead = "  " * depth + ("· " if bullet else "")
    first, *rest = says.wrap(max(_room(width) - len(lead), 1))
    texts = [Content.assemble((lead, "$quiet"), first.rstrip())]
    texts += [Content.assemble(" " * len(lead), line.rstrip()) for line in rest]
    return _gutter(authority, texts, width)


def _gutter(authority: str, texts: Sequence[Content], width: int) -> list[Content]:
    """Return the lines of a point beside its authority, or below it on a narrow panel."""
    badge = _badge(authority)
    if width < _BESIDE:
        return [*([badge] if authority else []), *texts]
    pad = Content(" " * GUTTER)
    first = Content.assemble(badge, " " * (GUTTER - badge.cell_length))
    return [Content.assemble(pad if number else first, text) for number, text in enumerate(texts)]


def _badge(authority: str) -> Content:
    """Return the word for an authority, filled if it overrides the printed rule; empty for none."""
    style = _BADGES.get(authority, "$quiet")
    word = MARKS.get(authority, "")
    return Content.styled(f" {word} " if " on " in style else word, style)
