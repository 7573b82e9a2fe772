"""What only shows when all records are there: links, citations, ids."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from companion.load.markdown import NUMBER
from companion.model import Fault, GameModule, Library
from companion.model.procedure import Tally

_NUMBER = re.compile(NUMBER)


def check_links(library: Library) -> tuple[Library, list[Fault]]:
    """The library with links written as full ids, and the faults found."""
    faults: list[Fault] = []
    known = _targets(library)
    for module in library.modules:
        faults += _ids(module)
        faults += _links(module, known)
        faults += _bites(module, known)
        faults += _follow_ups(module, known)
    return library, faults


def _targets(library: Library) -> dict[str, int]:
    """Every id, and every number as game:number, with how often it occurs."""
    targets: Counter[str] = Counter(library.ids())
    for module in library.modules:
        for entry in module.entries:
            targets.update(f"{module.game.slug}:{number}" for number in entry.numbers[1:])
    return targets


def _ids(module: GameModule) -> Iterator[Fault]:
    places: dict[str, str] = {}
    for entry in module.entries:
        places[entry.id] = entry.file
    for chart in module.charts:
        if chart.id in places:
            yield Fault(
                f"charts of {module.game.slug}", 0, "id", f"{chart.id} is also an entry", "choose another id"
            )
    for procedure in module.procedures:
        if procedure.id in places or any(chart.id == procedure.id for chart in module.charts):
            where = f"procedures of {module.game.slug}"
            yield Fault(where, 0, "id", f"{procedure.id} is also an entry or chart", "choose another id")
    seen: dict[str, tuple[str, int]] = {}
    for entry in module.entries:
        for number in entry.numbers:
            if number in seen and seen[number] != (entry.file, entry.line):
                yield Fault(entry.file, entry.line, "", f"number {number} stands twice", "keep one heading")
            seen[number] = (entry.file, entry.line)


def _links(module: GameModule, known: dict[str, int]) -> Iterator[Fault]:
    for entry in module.entries:
        for link in entry.links:
            if link not in known:
                yield Fault(entry.file, entry.line, "", f"link [[{link}]] leads nowhere", _near(link, known))
            elif known[link] > 1:
                yield Fault(
                    entry.file, entry.line, "", f"link [[{link}]] is ambiguous", "link one of them by its id"
                )


def _bites(module: GameModule, known: dict[str, int]) -> Iterator[Fault]:
    file = f"tables/{module.game.slug}/conflicts.yaml"
    for conflict in module.conflicts:
        for target in conflict.bites:
            if target not in known:
                yield Fault(
                    file,
                    0,
                    f"conflict {conflict.id}",
                    f"bites: nothing is called {target}",
                    _near(target, known),
                )


def _follow_ups(module: GameModule, known: dict[str, int]) -> Iterator[Fault]:
    slug = module.game.slug
    inputs = {each.id: {given.name for given in each.inputs} for each in module.procedures}
    for procedure in module.procedures:
        file = f"tables/{slug}/procedures ({procedure.id})"
        for index, follow in enumerate(procedure.next):
            target = f"{slug}:{follow.procedure}"
            if follow.procedure and target not in inputs:
                yield Fault(file, 0, f"next[{index}].procedure", f"no procedure {follow.procedure}", "")
                continue
            for name in follow.carry if follow.procedure else ():
                if name not in inputs[target]:
                    yield Fault(
                        file, 0, f"next[{index}].carry", f"{follow.procedure} does not ask {name}", ""
                    )
    if module.sequence is not None:
        for phase in module.sequence.phases:
            for step in phase.steps:
                if step.procedure and f"{slug}:{step.procedure}" not in inputs:
                    yield Fault(
                        f"tables/{slug}/sequence.yaml", 0, phase.id, f"no procedure {step.procedure}", ""
                    )


def numbers_in(cite: str) -> list[str]:
    """The rule numbers that a citation names."""
    return _NUMBER.findall(cite)


def cites_of(module: GameModule) -> Iterable[str]:
    """Every citation of the module's charts and procedures."""
    for chart in module.charts:
        yield chart.cite
    for procedure in module.procedures:
        yield procedure.cite
        for step in procedure.steps:
            if isinstance(step, Tally):
                yield from (modifier.cite for modifier in step.modifiers)


def _near(target: str, known: dict[str, int]) -> str:
    from difflib import get_close_matches

    close = get_close_matches(target, known, 2)
    return f"nearest: {', '.join(close)}" if close else ""
