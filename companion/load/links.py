"""Resolves the links in rules and checks printed numbers, which needs the ids of all games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import msgspec

from companion.load.suggestions import nearest
from companion.model import Fault, GameModule

MOST_SUGGESTIONS = 50
"""Faults of one file for which the nearest names are searched; searching takes long."""

Targets = Mapping[str, Sequence[str]]
"""Name that a link may use, to the ids that have this name."""


def link_targets(modules: Iterable[GameModule], left_out: Collection[str]) -> dict[str, list[str]]:
    """Return every id, additional id and `game:number` with the ids it refers to.

    `left_out` are the ids of records with faults: those are reported already, so links to them are no further faults.
    """
    targets: dict[str, list[str]] = {name: [name] for name in left_out}
    for module in modules:
        for records in (module.entries, module.charts, module.procedures):
            for record in records:
                targets.setdefault(record.id, []).append(record.id)
        for entry in module.entries:
            numbers = (f"{module.game.slug}:{number}" for number in entry.numbers)
            for name in dict.fromkeys([*entry.also, *numbers]):
                if name != entry.id:
                    targets.setdefault(name, []).append(entry.id)
    return targets


def check_links(module: GameModule, targets: Targets) -> Iterator[Fault]:
    """Yield a fault for each duplicate number, and for each link that leads nowhere or is ambiguous."""
    yield from _duplicate_numbers(module)
    broken: Counter[str] = Counter()
    for entry in module.entries:
        for link, line in zip(entry.links, entry.link_lines, strict=True):
            if link not in targets:
                broken[entry.file] += 1
                full_name = f"{module.game.slug}:{link}"
                if full_name in targets:
                    mend = f"write [[{full_name}]]"
                else:
                    mend = nearest(link, targets) if broken[entry.file] <= MOST_SUGGESTIONS else ""
                yield Fault(entry.file, line, "", f"link [[{link}]] leads nowhere", mend)
            elif len(targets[link]) > 1:
                listed = ", ".join(dict.fromkeys(targets[link]))
                mend = f"link one of them by its id: {listed}"
                yield Fault(entry.file, line, "", f"link [[{link}]] is ambiguous", mend)


def _duplicate_numbers(module: GameModule) -> Iterator[Fault]:
    seen: dict[str, tuple[str, int]] = {}
    for entry in module.entries:
        place = entry.file, entry.line
        for number in entry.numbers if not entry.family else ():
            if seen.get(number, place) != place:
                mend = "keep one heading; an erratum goes under it as a point that ends with {.erratum}"
                yield Fault(entry.file, entry.line, "", f"number {number} appears twice", mend)
            seen[number] = place


def with_resolved_links(module: GameModule, targets: Targets) -> GameModule:
    """Return the module with each link replaced by the id it leads to."""
    entries = tuple(
        msgspec.structs.replace(entry, links=tuple(targets.get(link, [link])[0] for link in entry.links))
        for entry in module.entries
    )
    return msgspec.structs.replace(module, entries=entries)
