"""Entries, charts, procedures and terms as text and JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.model import (
    Conflict,
    Elsewhere,
    Entry,
    Game,
    GameModule,
    Input,
    Point,
    Procedure,
    Step,
    Term,
    term_id,
)
from companion.model.procedure import Roll, Rounds, Tally
from companion.render.marks import authorities_told, point_mark
from companion.render.text import columns, numbered_title, unlinked, wrapped
from companion.render.uses import phases_of

GAP = "The sources do not have this. The page says what is missing, and what there is instead."
"""Said under the title of a gap."""


def entry_title(entry: Entry) -> str:
    """`3.5c Must succeed closing rolls`, every printed number first; of a gap with `(not in the sources)`."""
    return numbered_title(", ".join(entry.numbers), entry.listed_title)


def links_to(entry_id: str, module: GameModule) -> list[Entry]:
    """Entries that link to this one."""
    return [each for each in module.entries if entry_id in each.links and each.id != entry_id]


def same_number(entry: Entry, module: GameModule) -> list[Entry]:
    """The other entries with the entry's own number; a chart's name is cited all over and counts as none."""
    if not entry.number[:1].isdigit():
        return []
    return [each for each in module.entries if entry.number in each.numbers and each.id != entry.id]


def used_by(entry: Entry, module: GameModule) -> list[Procedure]:
    """Procedures that cite the entry, in their head, an input or a modifier."""
    found = []
    for procedure in module.procedures:
        cites = {procedure.cite, *(given.cite for given in procedure.inputs)}
        for step in procedure.every_step():
            if isinstance(step, Tally):
                cites |= {modifier.cite for modifier in step.modifiers}
        if cites & set(entry.cites):
            found.append(procedure)
    return found


def entry_lines(
    entry: Entry,
    module: GameModule,
    width: int,
    references: bool = True,
    others: Mapping[str, str] | None = None,
) -> list[str]:
    """The entry with marks and conflicts, and (with `references`) calculators and links in and out.

    `others`: what the session does not play, with what it does; points limited to that stand after the others.
    """
    lines = wrapped(entry_title(entry), width)
    lines += wrapped(
        f"{module.game.name} {module.game.edition}, {entry.chapter}{'; your own' if entry.overlay else ''}",
        width,
    )
    lines += wrapped(GAP, width) if entry.gap else []
    lines.append("")
    played, elsewhere = _apart(entry.points, others or {})
    lines += _point_lines(played, entry.authority, module, width)
    if elsewhere:
        chosen = dict.fromkeys((others or {})[each.mark.split(", ")[0]] for each in elsewhere if each.mark)
        lines += [""] if played else []
        lines += wrapped(f"Not for this session ({', '.join(chosen)}):", width)
        lines += _point_lines(elsewhere, entry.authority, module, width)
    lines += _tail(entry, module, width, references)
    told = authorities_told(entry, module.game)
    return lines + (["", *wrapped(told, width)] if told else [])


def _apart(points: Sequence[Point], others: Mapping[str, str]) -> tuple[list[Point], list[Point]]:
    """The points that count, and those limited to what is not played; points under one go with it."""
    played: list[Point] = []
    elsewhere: list[Point] = []
    above = [played]
    for point in points:
        del above[point.depth + 1 :]
        away = bool(point.mark) and all(each in others for each in point.mark.split(", "))
        above.append(elsewhere if away else above[-1])
        above[-1].append(point)
    return played, elsewhere


def _point_lines(points: Sequence[Point], own: str, module: GameModule, width: int) -> list[str]:
    named = link_names(module)
    lines: list[str] = []
    for point in points:
        mark = point_mark(point, own)
        if point.kind == "table":
            lines += wrapped(mark, width) if point.mark else []
            lines += table_lines(unlinked(point.text, named), width)
        else:
            indent = "  " * point.depth
            lead = f"{indent}- " if point.kind == "point" else indent
            lines += wrapped(f"{mark}{unlinked(point.text, named)}", width, lead, " " * len(lead))
    return lines


def link_names(module: GameModule) -> dict[str, str]:
    """What is read for a link: number, family and number, else the title."""
    names = {chart.id: chart.title for chart in module.charts}
    names |= {procedure.id: procedure.title for procedure in module.procedures}
    for entry in module.entries:
        words = f"{entry.family} {entry.number}".strip() if entry.number else entry.title
        names |= dict.fromkeys((entry.id, *entry.also), words)
    return names


def several_lines(wanted: str, entries: Sequence[Entry], width: int) -> list[str]:
    """Entries that share what was asked for, a line each."""
    lines = wrapped(f"{wanted} stands in {len(entries)} places. Show one of them:", width)
    return lines + [
        line for each in entries for line in wrapped(f"{each.id}  {entry_title(each)}", width, "  ", "      ")
    ]


def table_lines(text: str, width: int) -> list[str]:
    """A Markdown table set in columns; one too wide for the screen a line a row."""
    drawn = columns(_cells(text))
    if max(map(len, drawn), default=0) <= width:
        return drawn
    return [line for row in row_lines(text) for line in wrapped(row, width, "", "  ")]


def row_lines(text: str) -> list[str]:
    """A Markdown table, a line a row."""
    return ["; ".join(cell or "-" for cell in row) for row in _cells(text)]


def _cells(text: str) -> list[list[str]]:
    """The cells of a Markdown table, row by row, without the line under its head."""
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in text.splitlines()]
    return [row for row in rows if not all(set(cell) <= set(":-") for cell in row)]


def _tail(entry: Entry, module: GameModule, width: int, references: bool) -> list[str]:
    lines: list[str] = []
    for conflict in module.conflicts_of(entry.id):
        lines += ["", *conflict_lines(conflict, module.game, width)]
    if not references:
        return lines
    calculators = used_by(entry, module)
    if calculators:
        lines += ["", *wrapped("Calculators: " + ", ".join(each.id for each in calculators), width, "", "  ")]
    phases = phases_of(entry, module)
    if phases:
        lines += [""] if not calculators else []
        lines += wrapped("Comes up in: " + ", ".join(phases), width, "", "  ")
    others = same_number(entry, module)
    if others:
        said = f"{entry.number} also: " + ", ".join(each.id for each in others)
        lines += ["", *wrapped(said, width, "", "  ")]
    if entry.links:
        lines += ["", *wrapped("See: " + ", ".join(entry.links), width, "", "  ")]
    citing = links_to(entry.id, module)
    if citing:
        lines += [""] if not entry.links else []
        lines += wrapped("Cited by: " + ", ".join(each.id for each in citing), width, "", "  ")
    return lines


def conflict_lines(conflict: Conflict, game: Game, width: int) -> list[str]:
    """Both readings, the one taken, and why."""
    lines = wrapped(f"Sources differ: {conflict.title}", width, "", "  ")
    for reading in conflict.readings:
        said = f"{reading.says} ({reading.cite}, {game.words_for(reading.authority)})"
        lines += wrapped(said, width, "  - ", "    ")
    return lines + wrapped(f"Taken here: {conflict.taken.rstrip('.')}. {conflict.why}", width, "  ", "  ")


def elsewhere_lines(found: Sequence[Elsewhere], width: int) -> list[str]:
    """Words that mean something else in other games: a warning to who knows those."""
    lines: list[str] = []
    for term in dict.fromkeys(each.term for each in found):
        lines += wrapped(f"{term} means something else in other games:", width, "! ", "  ")
        for each in found:
            if each.term == term:
                lines += wrapped(f"{each.game}: {' '.join(each.there.split())}", width, "  - ", "    ")
    return lines


def entry_json(entry: Entry, module: GameModule) -> dict[str, Any]:
    """The answer of `companion show ID --json`."""
    return {
        "id": entry.id,
        "game": entry.game,
        "section": entry.number,
        "sections": list(entry.numbers),
        "title": entry.title,
        "kind": "entry",
        "gap": entry.gap,
        "chapter": entry.chapter,
        "parent": entry.parent or None,
        "family": entry.family or None,
        "same_number": [each.id for each in same_number(entry, module)],
        "points": [
            {
                "text": point.text,
                "authority": point.authority,
                "depth": point.depth,
                "kind": point.kind,
                "only": point.mark or None,
            }
            for point in entry.points
        ],
        "links": list(entry.links),
        "cited_by": [each.id for each in links_to(entry.id, module)],
        "calculators": [each.id for each in used_by(entry, module)],
        "phases": phases_of(entry, module),
        "conflicts": [conflict_json(each) for each in module.conflicts_of(entry.id)],
        "own": entry.overlay,
    }


def conflict_json(conflict: Conflict) -> dict[str, Any]:
    """A conflict as JSON."""
    readings = [
        {"says": each.says, "cite": each.cite, "authority": each.authority} for each in conflict.readings
    ]
    return {
        "id": conflict.id,
        "title": conflict.title,
        "readings": readings,
        "taken": conflict.taken,
        "why": conflict.why,
    }


def term_lines(term: Term, width: int) -> list[str]:
    """A term of the glossary."""
    names = [*term.short, *term.also]
    lines = wrapped(term.term, width)
    lines += wrapped(f"Also: {', '.join(names)}", width) if names else []
    lines += ["", *wrapped(term.means, width)]
    return lines + (wrapped(f"Rule {term.cite}", width) if term.cite else [])


def term_json(term: Term, game: str) -> dict[str, Any]:
    """A term as JSON."""
    return {
        "id": term_id(game, term),
        "game": game,
        "section": term.cite,
        "title": term.term,
        "kind": "term",
        "short": list(term.short),
        "also": list(term.also),
        "means": term.means,
    }


def procedure_lines(procedure: Procedure, width: int, elsewhere: Sequence[Elsewhere] = ()) -> list[str]:
    """What a calculator asks: name, type, domain, when asked; words that mean something else elsewhere."""
    lines = wrapped(f"{procedure.title} ({procedure.cite})  {procedure.id}", width)
    lines += wrapped(procedure.summary, width)
    lines.append("")
    for given in procedure.inputs:
        lines += _input_lines(given, width, "")
    told = list(_dice_lines(procedure.steps, width, ""))
    lines += ["", *told] if told else []
    lines += ["", *wrapped("Results: " + ", ".join(each.name for each in procedure.outcome), width, "", "  ")]
    return lines + (["", *elsewhere_lines(elsewhere, width)] if elsewhere else [])


def _input_lines(given: Input, width: int, above: str) -> list[str]:
    """An input and its fields; nothing of one that is never asked."""
    from companion.engine.answers import domain_words

    if given.when == "no":
        return []
    plain = given.kind in ("group", "rows") and given.most != 0
    domain = given.kind if plain else domain_words(given, {})
    when = f"; asked when {given.when}" if given.when else ""
    says = f" ({given.rule_says})" if given.rule_says else ""
    rule = f"; {given.rule} where left out{says}" if given.rule else ""
    name = f"{above}{given.name}"
    lines = wrapped(f"{name}: {given.label} ({given.cite}). {domain}{rule}{when}", width, "  ", "      ")
    lines += wrapped(given.help, width, "      ", "      ") if given.help else []
    inner = f"{name}.N." if given.kind == "rows" else f"{name}."
    for field in given.fields:
        lines += _input_lines(field, width, inner)
    return lines


def _dice_lines(steps: tuple[Step, ...], width: int, indent: str) -> Iterator[str]:
    """The dice a calculator asks for, and the rounds it is done in."""
    for step in steps:
        if isinstance(step, Roll):
            part = f", as {step.part}" if step.part else ""
            when = f"; rolled when {step.when}" if step.when else ""
            yield from wrapped(f"Dice{part}: {step.label}. {dice_words(step)}{when}", width, indent, "      ")
        elif isinstance(step, Rounds):
            yield from wrapped(f"{step.title} after {step.title.lower()} while {step.during}:", width, indent)
            yield from _dice_lines(step.steps, width, indent + "  ")


def dice_words(step: Roll) -> str:
    """`2d6`, or of a pool `as many d6 as the formula says, each by itself` and what is counted among them."""
    if not step.count:
        return step.dice
    die = f"d{step.dice.rpartition('d')[2]}"
    counts = "".join(f"; {name} counts dice with {formula}" for name, formula in step.counts.items())
    return f"A pool of {step.count} {die}, typed as 3 4 5 or 3,4,5, at most {step.most}{counts}"


def _dice_json(step: Roll) -> dict[str, Any]:
    described: dict[str, Any] = {
        "name": step.name,
        "label": step.label,
        "dice": step.dice,
        "part": step.part or None,
        "when": step.when or None,
    }
    if step.count:
        described |= {"count": step.count, "most": step.most, "counts": dict(step.counts)}
    return described


def procedure_json(procedure: Procedure, elsewhere: Sequence[Elsewhere] = ()) -> dict[str, Any]:
    """The answer of `companion calc ID --describe --json`."""
    return {
        "id": procedure.id,
        "title": procedure.title,
        "kind": "procedure",
        "cite": procedure.cite,
        "summary": procedure.summary,
        "inputs": [_input_json(given) for given in procedure.inputs],
        "rolls": [_dice_json(step) for step in procedure.every_step() if isinstance(step, Roll)],
        "rounds": [
            {"name": step.name, "title": step.title, "while": step.during}
            for step in procedure.every_step()
            if isinstance(step, Rounds)
        ],
        "outcome": [
            {"name": each.name, "label": each.label, "headline": each.show == "headline"}
            for each in procedure.outcome
        ],
        "elsewhere": [{"term": each.term, "game": each.game, "means": each.there} for each in elsewhere],
        "own": procedure.overlay == "yes",
    }


def _input_json(given: Input) -> dict[str, Any]:
    from companion.engine.answers import domain_words

    described: dict[str, Any] = {
        "name": given.name,
        "label": given.label,
        "type": given.kind,
        "cite": given.cite,
        "domain": domain_words(given, {}),
        "when": given.when or None,
        "left_out": given.rule or ("no" if given.kind == "yes-no" else None),
    }
    if given.choices:
        described["choices"] = [
            {"key": choice.key, "label": choice.label or choice.key, "when": choice.when or None}
            for choice in given.choices
        ]
    if given.kind == "number":
        described["least"], described["most"] = given.least, given.most
    if given.fields:
        described["fields"] = [_input_json(field) for field in given.fields]
    return described
