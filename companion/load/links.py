"""What only shows when all games are there: ids, printed numbers, links."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches

import msgspec

from companion.model import Fault, GameModule

MOST_NEAREST = 50
"""Links of one file for which the nearest is sought."""

Known = Mapping[str, Sequence[str]]
"""What may be linked, to the ids it stands for."""


def targets(modules: Iterable[GameModule], left_out: Collection[str]) -> dict[str, list[str]]:
    """Every id, every further one and every number as game:number, with the ids that have it.

    `left_out` are ids that are written, but have faults: these are told already, and no link to them is another.
    """
    found: dict[str, list[str]] = {each: [each] for each in left_out}
    for module in modules:
        for records in (module.entries, module.charts, module.procedures):
            for each in records:
                found.setdefault(each.id, []).append(each.id)
        for entry in module.entries:
            numbers = (f"{module.game.slug}:{number}" for number in entry.numbers)
            for name in dict.fromkeys([*entry.also, *numbers]):
                if name != entry.id:
                    found.setdefault(name, []).append(entry.id)
    return found


def check_links(module: GameModule, known: Known) -> Iterator[Fault]:
    """Numbers that stand twice, links that lead nowhere or to two places."""
    seen: dict[str, tuple[str, int]] = {}
    told: Counter[str] = Counter()
    for entry in module.entries:
        for number in entry.numbers if not entry.family else ():
            if number in seen and seen[number] != (entry.file, entry.line):
                mend = "keep one heading; an erratum goes under it as a point that ends with {.erratum}"
                yield Fault(entry.file, entry.line, "", f"number {number} stands twice", mend)
            seen[number] = (entry.file, entry.line)
    for entry in module.entries:
        for link, line in zip(entry.links, entry.link_lines, strict=True):
            if link not in known:
                told[entry.file] += 1
                whole = f"{module.game.slug}:{link}"
                if whole in known:
                    mend = f"write [[{whole}]]"
                else:
                    mend = near(link, known) if told[entry.file] <= MOST_NEAREST else ""
                yield Fault(entry.file, line, "", f"link [[{link}]] leads nowhere", mend)
            elif len(known[link]) > 1:
                says = f"link [[{link}]] is ambiguous"
                listed = ", ".join(dict.fromkeys(known[link]))
                yield Fault(entry.file, line, "", says, f"link one of them by its id: {listed}")


def linked(module: GameModule, known: Known) -> GameModule:
    """The module with every link as the id it opens."""
    entries = tuple(
        msgspec.structs.replace(entry, links=tuple(known.get(link, [link])[0] for link in entry.links))
        for entry in module.entries
    )
    return msgspec.structs.replace(module, entries=entries)


def near(target: str, known: Iterable[str]) -> str:
    """A mend that names the nearest ids."""
    close = get_close_matches(target, known, 2)
    return f"nearest: {', '.join(close)}" if close else ""
