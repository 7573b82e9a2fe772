"""`companion new-rules`: creates rules from the sections of an imported document, in the player's folder."""

from __future__ import annotations

import argparse
import re
import shlex
from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any

from companion.cli.authoring.additions import Additions, fault_lines
from companion.cli.authoring.example_chapter import unedited_example, without_example
from companion.cli.authoring.rules.headings import headed
from companion.cli.authoring.rules.report import (
    Remark,
    doubts_of,
    full_lines,
    left_words,
    remarks,
    short_lines,
    summary,
)
from companion.cli.authoring.rules.sections import chosen_places
from companion.cli.authoring.rules.text import (
    NO_TEXT,
    LeftOut,
    WrittenRule,
    WrittenRules,
    bare,
    ids_of,
    printed,
    written_rules,
)
from companion.cli.output import print_result, width
from companion.errors import Refused
from companion.load.files import shown_path
from companion.load.imports import find_import
from companion.load.yaml_text import scalar
from companion.model import Document
from companion.model.imported import Doubt, ImportedDocument, ImportedSection
from companion.model.rulebook import slug
from companion.render.text import unlinked, wrapped

_COMPARED = 30
"""Number of characters by which a paragraph is found in the chapter."""


def run(options: argparse.Namespace) -> int:
    """Write the chapter, and print its sections and the ones left out. Raises Refused and NotFound."""
    additions = Additions(options.game, options.folder)
    document, heads = headed(find_import(additions.places.data, options.name))
    if document.game != additions.slug:
        raise Refused(
            f"{document.name} belongs to {document.game}; import it for {additions.slug} with companion import FILE "
            f"--game {additions.slug} --name NAME"
        )
    source = _source(document.name, options.document, additions)
    places = chosen_places(document, options.sections, options.all, heads)
    example = unedited_example(additions)
    module = without_example(additions.module, example)
    known = frozenset(ids_of(module))
    headings = [(entry.title, entry.id.partition(":")[2]) for entry in module.entries]
    made = written_rules(document, places.chosen, () if options.list else known, headings)
    left_out = [_with_place_of_text(each, document, places.unnumbered) for each in made.left_out]
    left_out += [LeftOut(section, "no number; include them with --all") for section in places.unnumbered]
    doubts = doubts_of(document, [*places.chosen, *places.unnumbered])
    if options.list:
        found = remarks(made, left_out, doubts)
        print_result(options, _json(None, made, left_out, doubts), full_lines(made, found, known, width()))
        return 0
    title = " ".join((options.title or f"{source.title} {options.sections}").split())
    name = _free_name(title, additions, example)
    if not made.rules:
        raise Refused(f"no sections were written; {left_words(left_out)}")
    text = _chapter(title, source, made)
    _write(name, text, additions, example)
    path = additions.folder / name
    found = remarks(made, left_out, doubts, lambda rule, point: _place(text, rule, point))
    lines = _lines(path, text, made, left_out, found, options)
    if example is not None and example != path:
        says = f"Removed {shown_path(example)}, which had only the example rule of a new game."
        lines[1:1] = wrapped(says, width(), "", "  ")
    print_result(options, _json(path, made, left_out, doubts), lines)
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
    why = f"no text; the section below it is {titles[0]}: --sections {option} writes that"
    return left._replace(why=why, is_elsewhere=True)


def _free_name(title: str, additions: Additions, example: Path | None) -> str:
    """Return the path of a new chapter within the folder, which may be that of the example.

    Raises Refused if the chapter already exists.
    """
    stem = slug(title)[:60].strip("-")
    if not stem:
        raise Refused("the title of the chapter must contain letters or digits: --title TEXT")
    folder = f"rulebook/{additions.slug}"
    numbers = [0]
    for path in sorted((additions.folder / folder).glob("*.md")):
        match = re.match(r"(\d{1,4})-(.*)$", path.stem)
        numbers += [int(match[1])] if match else []
        if match and match[2] == stem:
            if path == example:
                return f"{folder}/{path.name}"
            raise Refused(f"{path} already exists; delete it to write it again, or choose another --title")
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


def _write(name: str, text: str, additions: Additions, example: Path | None) -> None:
    """Write the file in place of the example, if it has no faults. Raises Refused."""
    _, faults = additions.tried({name: text})
    if faults:
        raise Refused(
            f"the rules would have a fault, so nothing was written: {fault_lines(faults[:3])}; choose fewer "
            "sections with --sections"
        )
    if example == additions.folder / name:
        additions.replace(name, text)
        return
    additions.write({name: text})
    if example is not None:
        example.unlink(missing_ok=True)


def _lines(
    path: Path,
    chapter: str,
    made: WrittenRules,
    left: Sequence[LeftOut],
    found: Sequence[Remark],
    options: argparse.Namespace,
) -> list[str]:
    """Return a summary, the remarks, the next step, and how to teach the search; `chapter` is its text."""
    command = f"companion new-rules {shlex.quote(options.name)} --game {options.game} --list"
    lines = [f"wrote {shown_path(path)}: {summary(made, left)}", *short_lines(found, width(), command)]
    first = (
        f"{options.game}:{next((each for each in made.rules if each.section.paragraphs), made.rules[0]).key}"
    )
    if found:
        lines.append(f"To correct {path.name}, paste its path into Open in an editor: {path.absolute()}")
    return [
        *lines,
        *wrapped(_asked(path, chapter, made), width(), "", "  "),
        *wrapped(f"Compare it with the rulebook: companion show {first}", width(), "", "  "),
        f"Next: companion new-chart CHART.xlsx --game {options.game}",
    ]


def _place(chapter: str, rule: WrittenRule, text: str) -> str:
    """Return the line of a paragraph of a rule in the chapter, as in `line 57:`; empty if it is not found."""
    before = chapter.partition(rule.text)[0].count("\n")
    begins = bare(printed(text))[:_COMPARED]
    lines = rule.text.split("\n")
    same = (at for at, line in enumerate(lines, 1) if unlinked(line.removeprefix("- "))[:_COMPARED] == begins)
    return next((f"line {before + at}:" for at in same), "")


def _asked(path: Path, chapter: str, made: WrittenRules) -> str:
    """Return how to teach the search the words of players, with the place of the first rule that has a text."""
    rule = next((rule for rule in made.rules if rule.section.paragraphs), made.rules[0])
    heading = rule.text.partition("\n")[0]
    line = chapter.split("\n").index(heading) + 1
    return (
        'To let players find a rule by their own words, add a line such as "*Also asked:* who goes first; whose turn" '
        f"below its heading ({path.name}:{line}, {heading.strip('# ')})."
    )


def _json(
    path: Path | None, made: WrittenRules, left: Sequence[LeftOut], doubts: Sequence[Doubt]
) -> dict[str, Any]:
    return {
        "file": str(path) if path else None,
        "sections": [
            {
                **_section_json(rule.section),
                "id": f"{made.game}:{rule.key}",
                "optional": rule.is_optional,
                "notes": rule.has_notes,
            }
            for rule in made.rules
        ],
        "left_out": [{**_section_json(item.section), "why": item.why} for item in left],
        "doubts": [{"page": doubt.page or None, "says": doubt.says} for doubt in doubts],
    }


def _section_json(section: ImportedSection) -> dict[str, Any]:
    return {
        "number": section.number,
        "title": section.title,
        "page": section.page or None,
        "last_page": section.last_page or None,
    }
