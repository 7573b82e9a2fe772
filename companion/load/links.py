"""What only shows when all games are there: ids, printed numbers, links."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from difflib import get_close_matches

from companion.model import Fault, GameModule


def targets(modules: Iterable[GameModule], left_out: Collection[str]) -> dict[str, int]:
    """Every id, and every number as game:number, with how often it occurs.

    `left_out` are ids that are written, but have faults: these are told already, and no link to them is another.
    """
    found: Counter[str] = Counter(left_out)
    for module in modules:
        for records in (module.entries, module.charts, module.procedures):
            found.update(each.id for each in records)
        for entry in module.entries:
            found.update(f"{module.game.slug}:{number}" for number in entry.numbers[1:])
    return found


def check_links(module: GameModule, known: Mapping[str, int]) -> Iterator[Fault]:
    """Numbers that stand twice, links that lead nowhere or to two places."""
    seen: dict[str, tuple[str, int]] = {}
    for entry in module.entries:
        for number in entry.numbers:
            if number in seen and seen[number] != (entry.file, entry.line):
                yield Fault(entry.file, entry.line, "", f"number {number} stands twice", "keep one heading")
            seen[number] = (entry.file, entry.line)
    for entry in module.entries:
        for link, line in zip(entry.links, entry.link_lines, strict=True):
            if link not in known:
                yield Fault(entry.file, line, "", f"link [[{link}]] leads nowhere", near(link, known))
            elif known[link] > 1:
                says = f"link [[{link}]] is ambiguous"
                yield Fault(entry.file, line, "", says, "link one of them by its id")


def near(target: str, known: Iterable[str]) -> str:
    """A mend that names the nearest ids."""
    close = get_close_matches(target, known, 2)
    return f"nearest: {', '.join(close)}" if close else ""
