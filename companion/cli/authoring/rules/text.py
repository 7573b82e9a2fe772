"""Writes imported sections as Markdown rules, with special characters escaped, and reads each back to compare it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from companion.cli.authoring.additions import fault_lines
from companion.cli.authoring.rules.headings import note_begins, notes_of, optional_sections
from companion.cli.authoring.rules.sections import is_below
from companion.cli.authoring.rules.tables import BETWEEN, pieces, table_doubt, table_lines
from companion.load.faults import Faults
from companion.load.markdown import NUMBER, read_chapter
from companion.model import Entry, GameModule
from companion.model.imported import ImportedDocument, ImportedSection, Paragraph
from companion.model.rulebook import rule_reference, slug
from companion.render.text import row_lines, unlinked

_BULLET = re.compile(r"^[-•▪■○●◦‣–·]\s+(?=\S)")
"""The bullet of a list item; `*` is kept, because it may be a footnote mark."""
_NUMBERED_ITEM = re.compile(r"^\d{1,9}(?=[.)](?:\s|$))")
"""A number that would start a Markdown list."""
_SIGNS = "*_[{`"
"""Punctuation that is escaped everywhere."""
_FIRST = "#<>+-~=|:"
"""Punctuation that is escaped only at the start of a text, where it would begin a heading, list or table."""
_PUNCTUATION = re.compile(r"[!-/:-@\[-`{-~]")
_REFERENCE = re.compile(r"\((see )?(\d+(?:\.\d+)+[a-z]?)\)")
"""The number of another rule in brackets; only one with a point, because (3) may count something."""
_HEADED = re.compile(r"\((see )?([^()\[\]\\]+)\)(?=[.;:,]?$|[.;] )")
"""Brackets at the end of a sentence that may hold the heading of another rule."""
_MOST_LEVELS = 6
_FRONT = "---\ntitle: Rules\n---\n\n"
NO_TEXT = "no text"
_TITLE_WORDS = 8
"""Number of words used as the title of a section without one."""


class WrittenRule(NamedTuple):
    """A section written as a rule."""

    section: ImportedSection
    key: str
    """Id of the rule, without the game."""
    text: str
    """Heading and points in Markdown."""
    tables: int = 0
    """Number of tables in it."""
    table_doubts: tuple[str, ...] = ()
    """Signs that its tables were read wrongly from the page."""
    has_loose_rows: bool = False
    """Whether rows of a table are points, because a table would show them differently."""
    is_optional: bool = False
    """Whether a title calls it an optional rule."""
    has_notes: bool = False
    """Whether points of it are taken as the designer's notes."""


class LeftOut(NamedTuple):
    """A section that does not become a rule, and why."""

    section: ImportedSection
    why: str
    is_elsewhere: bool = False
    """Whether its text seems to be in sections that are not written."""


class WrittenRules(NamedTuple):
    """The rules of a chapter, and the sections left out."""

    game: str
    rules: list[WrittenRule]
    left_out: list[LeftOut]


def written_rules(
    document: ImportedDocument,
    chosen: Sequence[ImportedSection],
    known: Iterable[str],
    headings: Iterable[tuple[str, str]] = (),
) -> WrittenRules:
    """Return the chosen sections as rules; leave out sections without text and those with an id in `known`.

    `headings` are those of the rules that the game has, each with the id of its rule.
    """
    made = WrittenRules(document.game, [], [])
    taken = dict.fromkeys(known, "the game already has this rule")
    only_headings = _headings_only(chosen, taken)
    optional, notes = optional_sections(document.sections), notes_of(document.sections)
    for section in chosen:
        key = _key(section)
        why = taken.get(key, "") if key else "its title has no letters"
        below = only_headings.get(key, [])
        if not why and not (section.paragraphs or below):
            why = NO_TEXT
        is_optional, is_note = section in optional, section in notes
        write = partial(
            _rule,
            below=below,
            game=document.game,
            mark=" {.optional}" if is_optional and not _is_told(section, made.rules) else "",
            is_note=is_note,
        )
        text = "" if why else write(section)
        written = section
        if not why and (why := _difference(section, text, document.game)):
            text = write(written := _without_tables(section))
            why = _difference(written, text, document.game)
        if why:
            made.left_out.append(LeftOut(section, why))
        else:
            taken[key] = "another section has the same number or title"
            tables = _tables(section, written)
            has_notes = is_note or any(note_begins(printed(each.text)) for each in section.paragraphs)
            made.rules.append(WrittenRule(section, key, text, *tables, is_optional, has_notes))
    headed = _by_heading([*headings, *((_title(rule.section), rule.key) for rule in made.rules)])
    rules = [rule._replace(text=_linked(rule, document.game, taken, headed)) for rule in made.rules]
    return made._replace(rules=rules)


def _is_told(section: ImportedSection, rules: Sequence[WrittenRule]) -> bool:
    """Return whether the title of an optional section, or the rule above it, says that it is optional."""
    if "optional" in section.title.lower():
        return True
    above = next((rule for rule in reversed(rules) if rule.section.level < section.level), None)
    return above is not None and above.is_optional


def _by_heading(headings: Iterable[tuple[str, str]]) -> dict[str, tuple[str, str]]:
    """Return heading and id of each rule by the heading in lower case, without headings that several rules have."""
    found: dict[str, dict[str, str]] = {}
    for title, key in headings:
        found.setdefault(title.casefold(), {})[key] = title
    return {
        folded: (title, key)
        for folded, keys in found.items()
        for key, title in keys.items()
        if len(keys) == 1
    }


def _linked(rule: WrittenRule, game: str, ids: Container[str], headed: Mapping[str, tuple[str, str]]) -> str:
    """Return the text of a rule with links to other rules in brackets: the number in (7.2) becomes one.

    The heading of a rule in `headed`, as in (see Morale), is followed by the number of the rule, or becomes the link if
    the rule has none.
    """

    def link(found: re.Match[str]) -> str:
        key = rule_reference(found[2])
        return f"({found[1] or ''}[[{game}:{key}]])" if key in ids and key != rule.key else found[0]

    def link_heading(found: re.Match[str]) -> str:
        see, words = found[1] or "", found[2]
        title, key = headed.get(words.casefold(), ("", rule.key))
        if key == rule.key or (words != title and not see):
            return found[0]
        has_number = key != slug(title)
        return (
            f"({see}{words}, [[{game}:{key}]])"
            if has_number or words != title
            else f"({see}[[{game}:{key}]])"
        )

    return "\n".join(
        _HEADED.sub(link_heading, _REFERENCE.sub(link, line)) if line.startswith("- ") else line
        for line in rule.text.split("\n")
    )


def _tables(section: ImportedSection, written: ImportedSection) -> tuple[int, tuple[str, ...], bool]:
    """Return the number of tables in a section as it was written, their doubts, and whether rows became points."""
    tables = [piece for piece in pieces(_printed(written)) if not isinstance(piece, str)]
    doubts = dict.fromkeys(filter(None, map(table_doubt, tables)))
    printed_rows = sum(paragraph.row for paragraph in section.paragraphs)
    return len(tables), tuple(doubts), sum(map(len, tables)) < printed_rows


def ids_of(module: GameModule) -> Iterator[str]:
    """Yield the ids of a game's rules, charts and calculators without the game."""
    for record in module.records:
        names = (record.id, *record.also) if isinstance(record, Entry) else (record.id,)
        yield from (name.partition(":")[2] for name in names)
    for entry in module.entries:
        yield from map(rule_reference, entry.numbers)


def _key(section: ImportedSection) -> str:
    return rule_reference(section.number) if section.number else slug(_title(section))


def _headings_only(chosen: Sequence[ImportedSection], taken: dict[str, str]) -> dict[str, list[str]]:
    """Return, for each section without text, the ids of its sub-sections with text."""
    below: dict[str, list[str]] = {}
    for place, section in enumerate(chosen):
        if section.paragraphs:
            continue
        for other in chosen[place + 1 :]:
            if not is_below(other, section):
                break
            if other.paragraphs and _key(other) and _key(other) not in taken:
                below.setdefault(_key(section), []).append(_key(other))
    return below


def _title(section: ImportedSection) -> str:
    """Return the title of a section; without one, the first words of its text."""
    if title := printed(section.title):
        return title
    words = printed(section.paragraphs[0].text).split() if section.paragraphs else []
    return " ".join(words[:_TITLE_WORDS])


def printed(text: str) -> str:
    """Return a text on one line without control characters."""
    plain = " ".join(text.split())
    if not plain.isprintable():
        plain = "".join(char for char in plain if unicodedata.category(char) not in ("Cc", "Cf", "Cs"))
    return " ".join(plain.split())


def _rule(section: ImportedSection, below: Sequence[str], game: str, mark: str, is_note: bool) -> str:
    """Return a section as a heading with points; `below` are the ids of the rules that replace a missing text.

    `mark` follows the heading. Points of a section that is a note, and points that call themselves one, are the
    designer's.
    """
    number = section.number
    if number:
        number = f"{number} " if re.fullmatch(NUMBER, number) else f"[{number}] "
    sign = "#" * min(max(section.level, 1), _MOST_LEVELS)
    lines = [f"{sign} {number}{escaped(_title(section), is_heading=True)}{mark}", ""]
    for piece in pieces(_printed(section)):
        if isinstance(piece, str):
            lines += [
                f"- {escaped(text)}{' {.designer}' if is_note or note_begins(text) else ''}"
                for text in _texts([piece])
            ]
        else:
            lines += ["", *table_lines([[escaped(cell, is_cell=True) for cell in row] for row in piece]), ""]
    if below:
        links = ", ".join(f"[[{game}:{key}]]" for key in below)
        lines.append(f"- The text of this section is in {links}. {{.companion}}")
    return "\n".join(lines)


def _texts(paragraphs: Iterable[str]) -> list[str]:
    """Return the text of each point: a paragraph, or a list item without its bullet."""
    return [bare(text) for text in paragraphs if text]


def bare(text: str) -> str:
    """Return the text of a list item without its bullet."""
    return _BULLET.sub("", text)


def _printed(section: ImportedSection) -> list[Paragraph]:
    """Return the paragraphs of a section on one line each."""
    return [
        replace(each, text=BETWEEN.join(map(printed, each.text.split(BETWEEN))))
        if each.row
        else replace(each, text=printed(each.text))
        for each in section.paragraphs
    ]


def _without_tables(section: ImportedSection) -> ImportedSection:
    """Return a section whose rows are paragraphs, which become points."""
    return replace(section, paragraphs=tuple(Paragraph(each.text, each.page) for each in section.paragraphs))


def escaped(text: str, is_heading: bool = False, is_cell: bool = False) -> str:
    """Return a text with a backslash before each character that would be read as Markdown."""
    number = _NUMBERED_ITEM.match(text)
    signs = []
    for place, char in enumerate(text):
        following = text[place + 1 : place + 2]
        is_mark = char in ("{#" if is_heading else _SIGNS)
        if not is_heading and not is_cell:
            is_mark = is_mark or (not place and char in _FIRST)
            is_mark = is_mark or (number is not None and place == number.end())
        elif not place and is_heading:
            is_mark = is_mark or char == "["
        if char == "\\" and (not following or _PUNCTUATION.match(following)):
            is_mark = True
        signs.append(f"\\{char}" if is_mark else char)
    return "".join(signs)


def _difference(section: ImportedSection, text: str, game: str) -> str:
    """Return why a rule cannot be written: a fault, or a changed text; empty if it can."""
    faults = Faults("")
    entries = read_chapter(_FRONT + text + "\n", game, faults, True)
    if faults.noted:
        return fault_lines(faults.noted[:1])
    wanted: list[str] = []
    for piece in pieces(_printed(section)):
        wanted += _texts([piece]) if isinstance(piece, str) else row_lines("\n".join(table_lines(piece)))
    if len(entries) != 1:
        return "it would not be read as one rule"
    entry = entries[0]
    number = (section.number,) if section.number else ()
    if (entry.numbers, entry.title) != (number, _title(section)):
        return "its heading would be read differently"
    read: list[str] = []
    for point in entry.points:
        if point.authority != "companion":
            shown = unlinked(point.text)
            read += row_lines(shown) if point.kind == "table" else [shown]
    return "" if read == wanted else "its text would be shown differently"
