"""Reads the tables and the rules of one game separately; `join_game` checks them against each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

import msgspec

from companion.load.places import Places
from companion.load.suggestions import nearest, suggest
from companion.model import Entry, Fault, GameModule

MOST_SUGGESTIONS = 50
"""Most faults of one file that get suggestions, because finding the nearest names is slow."""
NO_HASHES: Mapping[Path, bytes] = MappingProxyType({})


Limits = dict[str, dict[str, str]]
"""Limits of points, such as battles: kind to key to name."""


class Reference(msgspec.Struct, frozen=True):
    """The name of a record, with the place where it is mentioned."""

    file: str
    line: int
    key: str
    target: str
    """Id of a record, citation of a rule, or slug of a game if `term` is given."""
    term: str = ""
    """A term that means something else in the game `target`."""

    def fault(self, says: str, mend: str) -> Fault:
        """Return a fault at the place of the reference."""
        return Fault(self.file, self.line, self.key, says, mend)


class ReadTables(msgspec.Struct, frozen=True):
    """The tables of a game, without what depends on its rules or on other games; or the whole game, once joined."""

    module: GameModule | None
    """The game, without its rules until it is joined; None if it has no usable game.yaml."""
    faults: tuple[Fault, ...]
    left_out: tuple[str, ...]
    """Ids of charts and calculators that have faults."""
    ids: tuple[Reference, ...]
    """Ids of charts, then of calculators, with their places."""
    cites: tuple[Reference, ...]
    """Rules that the tables cite."""
    references: tuple[Reference, ...]
    """Records and terms of any game that the tables mention."""
    folders: tuple[Limits | None, ...]
    """Limits of points, such as battles, for each folder; None for one that needs a newer version of the companion."""


class ReadRulebook(msgspec.Struct, frozen=True):
    """The rules of a game, without what depends on its tables."""

    entries: tuple[Entry, ...]
    faults: tuple[Fault, ...]


def read_tables(places: Places, slug: str, hashes: Mapping[Path, bytes] = NO_HASHES) -> ReadTables:
    """Read the tables of one game from all folders; with `hashes` of files, unchanged ones come from the cache."""
    from companion.load.parsed import ParsedFiles
    from companion.load.tables import TablesReader

    reader = TablesReader(slug, ParsedFiles(places, "parsed-tables", slug, hashes))
    for number, base in enumerate(places.bases):
        reader.read(base, number)
    module = reader.module()
    reader.parsed.save()
    return ReadTables(
        module=module,
        faults=reader.parsed.every_fault(),
        left_out=tuple(sorted(reader.left_out)),
        ids=tuple(reader.ids()),
        cites=tuple(reader.parsed.cites()),
        references=tuple(reader.references()),
        folders=tuple(reader.folders),
    )


def read_rulebook(
    places: Places, slug: str, tables: ReadTables, hashes: Mapping[Path, bytes] = NO_HASHES
) -> ReadRulebook:
    """Read the rules of one game from all folders; with `hashes` of files, unchanged ones come from the cache."""
    from companion.load.parsed import ParsedFiles
    from companion.load.rulebook import RulebookReader

    reader = RulebookReader(slug, ParsedFiles(places, "parsed-rulebook", slug, hashes))
    for number, (base, limits) in enumerate(zip(places.bases, tables.folders, strict=True)):
        if limits is not None:
            reader.read(base, number, limits)
    reader.parsed.save()
    return ReadRulebook(reader.entries.records(), reader.parsed.every_fault())


def join_game(tables: ReadTables, rulebook: ReadRulebook) -> ReadTables:
    """Join the tables and rules of a game, and check the ids, documents and citations they share."""
    faults = (*tables.faults, *rulebook.faults)
    if tables.module is None:
        return msgspec.structs.replace(tables, faults=faults, references=())
    module = msgspec.structs.replace(tables.module, entries=rulebook.entries)
    faults += (*_duplicate_ids(tables, module), *_unknown_documents(module))
    if not rulebook.faults:
        faults += tuple(_unknown_citations(tables.cites, module))
    return msgspec.structs.replace(tables, module=module, faults=faults)


def _duplicate_ids(tables: ReadTables, module: GameModule) -> Iterator[Fault]:
    """Yield a fault for each id that a rule, a chart and a calculator share."""
    entries = {entry.id for entry in module.entries}
    seen: set[str] = set()
    for reference in tables.ids:
        name = reference.target
        if name in entries or name in seen:
            owner = "rule" if name in entries else "chart"
            yield reference.fault(f"{name} is also the id of a {owner}", "choose another id")
        seen.add(name)


def _unknown_documents(module: GameModule) -> Iterator[Fault]:
    """Yield a fault for each chapter whose document is not in game.yaml."""
    known = {document.id for document in module.game.documents}
    documents = {entry.file: entry.document for entry in reversed(module.entries) if entry.document}
    for file, document in documents.items():
        if document not in known:
            yield Fault(
                file, 1, "", f"unknown document {document}: not in game.yaml", suggest(document, known)
            )


def _unknown_citations(cites: Iterable[Reference], module: GameModule) -> Iterator[Fault]:
    """Yield a fault for each citation of a rule that does not exist; none if the game has no rules yet."""
    known = {cite for entry in module.entries for cite in entry.cites}
    unknown: Counter[str] = Counter()
    for cite in cites:
        if known and cite.target not in known:
            unknown[cite.file] += 1
            mend = nearest(cite.target, known) if unknown[cite.file] <= MOST_SUGGESTIONS else ""
            mend = mend or "write the number or title of a heading"
            yield cite.fault(f"unknown citation {cite.target}", mend)
