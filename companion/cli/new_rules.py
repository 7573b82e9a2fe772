"""`companion new-rules`: creates rules from the sections of an imported document, in the player's folder."""

from __future__ import annotations

import argparse
import re
import shlex
from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any

from companion.cli.additions import Additions, fault_lines
from companion.cli.new_game import example_chapter
from companion.cli.output import print_result, width
from companion.cli.rule_sections import chosen_places
from companion.cli.rule_text import NO_TEXT, LeftOut, WrittenRules, written_rules
from companion.errors import Refused
from companion.load.files import shown_path
from companion.load.imports import find_import
from companion.load.yaml_text import scalar
from companion.model import Document
from companion.model.imported import ImportedDocument, ImportedSection
from companion.model.rulebook import slug
from companion.render.imported import count, section_title
from companion.render.text import wrapped

_MOST_NAMED = 12
"""Maximum number of left-out sections named for each reason; of the rest, only the number is shown."""


def run(options: argparse.Namespace) -> int:
    """Write the chapter, and print its sections and the ones left out. Raises Refused and NotFound."""
    additions = Additions(options.game, options.folder)
    document = find_import(additions.places.data, options.name)
    if document.game != additions.slug:
        raise Refused(
            f"{document.name} belongs to {document.game}; import it for {additions.slug} with companion import FILE "
            f"--game {additions.slug} --name NAME"
        )
    source = _source(document.name, options.document, additions)
    title = " ".join((options.title or f"{source.title} {options.sections}").split())
    name = _free_name(title, additions)
    places = chosen_places(document, options.sections, options.all)
    left_out = [LeftOut(section, "no number; include them with --all") for section in places.unnumbered]
    made = written_rules(document, places.chosen, additions.module)
    left_out += [_with_place_of_text(each, document, places.unnumbered) for each in made.left_out]
    if not made.rules:
        raise Refused(f"no sections were written; {'; '.join(_left_lines(left_out))}")
    _write(name, _chapter(title, source, made), additions)
    path = additions.folder / name
    print_result(options, _json(path, made, left_out), _lines(path, made, left_out, additions))
    return 0


def _with_place_of_text(
    left: LeftOut, document: ImportedDocument, unnumbered: Sequence[ImportedSection]
) -> LeftOut:
    """Return a section that was left out; one without text names the sections without a number that follow it."""
    place = next(place for place, each in enumerate(document.sections) if each is left.section)
    below = takewhile(lambda each: not each.number, document.sections[place + 1 :])
    titles = [each.title for each in below if each.paragraphs and each in unnumbered]
    if left.why != NO_TEXT or not titles:
        return left
    option = shlex.quote(titles[0])
    return left._replace(
        why=f"no text of its own; what follows it is {titles[0]}: --sections {option} writes that"
    )


def _free_name(title: str, additions: Additions) -> str:
    """Return the path of a new chapter within the folder. Raises Refused if the chapter already exists."""
    stem = slug(title)[:60].strip("-")
    if not stem:
        raise Refused("the title of the chapter must contain letters or digits: --title TEXT")
    folder = f"rulebook/{additions.slug}"
    numbers = [0]
    for path in sorted((additions.folder / folder).glob("*.md")):
        match = re.match(r"(\d{1,4})-(.*)$", path.stem)
        numbers += [int(match[1])] if match else []
        if match and match[2] == stem:
            raise Refused(f"{path} already exists; choose another --title")
    return f"{folder}/{max(numbers) + 1:02}-{stem}.md"


def _source(name: str, wanted: str, additions: Additions) -> Document:
    """Return the document of game.yaml that the rules come from. Raises Refused with the line to add."""
    documents = {document.id: document for document in additions.module.game.documents}
    if document := documents.get(wanted or name):
        return document
    file = shown_path(additions.folder / "tables" / additions.slug / "game.yaml")
    line = f"- {{id: {scalar(wanted or name)}, title: Rulebook, authority: rule}}"
    known = f"; or use an existing one: --document {' or '.join(documents)}" if documents else ""
    raise Refused(f"no document {wanted or name} in {file}; add this line below documents: {line}{known}")


def _chapter(title: str, source: Document, made: WrittenRules) -> str:
    """Return the text of the chapter."""
    head = [
        "---",
        f"title: {scalar(title)}",
        f"document: {scalar(source.id)}",
        f"authority: {source.authority}",
        "---",
    ]
    return "\n".join([*head, *(f"\n{rule.text}" for rule in made.rules)]) + "\n"


def _write(name: str, text: str, additions: Additions) -> None:
    """Write the file if it has no faults. Raises Refused."""
    _, faults = additions.tried({name: text})
    if faults:
        raise Refused(
            f"the rules would have a fault, so nothing was written: {fault_lines(faults[:3])}; choose fewer "
            "sections with --sections"
        )
    additions.write({name: text})


def _lines(path: Path, made: WrittenRules, left: Sequence[LeftOut], additions: Additions) -> list[str]:
    """Return lines with the new rules, the sections left out, and the next step."""
    lines = [f"wrote {shown_path(path)}: {count(len(made.rules), 'rule')}"]
    for rule in made.rules:
        lines += wrapped(_named(rule.section), width(), "  ", "    ")
    for line in _left_lines(left):
        lines += wrapped(line[0].upper() + line[1:], width(), "", "  ")
    example, text = example_chapter(additions.slug)
    path = additions.folder / example
    if path.is_file() and path.read_bytes() == text.encode():
        lines.append(f"Delete {shown_path(path)}: it contains only the example rule of a new game.")
    first = f"{additions.slug}:{made.rules[0].key}"
    lines.append(
        f"Next: run companion show {first} and compare it with the rulebook; then run companion new-chart."
    )
    return lines


def _named(section: ImportedSection) -> str:
    """Return number, title and pages of a section."""
    return ", ".join(filter(None, (section_title(section), section.pages)))


def _left_lines(left: Sequence[LeftOut]) -> list[str]:
    """Return the sections left out, one line for each reason."""
    reasons: dict[str, list[str]] = {}
    for item in left:
        reasons.setdefault(item.why, []).append(_named(item.section))
    lines = []
    for why, names in reasons.items():
        more = f"; and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
        lines.append(f"left out ({why}): {'; '.join(names[:_MOST_NAMED])}{more}")
    return lines


def _json(path: Path, made: WrittenRules, left: Sequence[LeftOut]) -> dict[str, Any]:
    return {
        "file": str(path),
        "sections": [{**_section_json(rule.section), "id": f"{made.game}:{rule.key}"} for rule in made.rules],
        "left_out": [{**_section_json(item.section), "why": item.why} for item in left],
    }


def _section_json(section: ImportedSection) -> dict[str, Any]:
    return {
        "number": section.number,
        "title": section.title,
        "page": section.page or None,
        "last_page": section.last_page or None,
    }
