"""One game as it was read, without what depends on the other games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import msgspec

from companion.load.elsewhere import same_term
from companion.load.links import MOST_NEAREST, near
from companion.load.places import Places
from companion.model import Entry, Fault, GameModule

NOTHING: Mapping[Path, bytes] = MappingProxyType({})


class Reference(msgspec.Struct, frozen=True):
    """The name of something that is written elsewhere, with the place where it is named."""

    file: str
    line: int
    key: str
    target: str
    """Id of a record, citation of a rule, or slug of a game where `term` is given."""
    term: str = ""
    """A term that is said to mean something else in the game `target`."""

    def fault(self, says: str, mend: str) -> Fault:
        """A fault at this place."""
        return Fault(self.file, self.line, self.key, says, mend)


class ReadFolder(msgspec.Struct, frozen=True):
    """What the rulebook needs to know of one folder of tables."""

    newer: bool
    """Whether only a later version reads this folder."""
    limits: dict[str, dict[str, str]] | None
    """By what points of rules may be limited, as to a battle; None without a game.yaml so far."""


class ReadTables(msgspec.Struct, frozen=True):
    """The tables of a game, without what depends on its rules or on other games."""

    module: GameModule | None
    """The game without its rules; None where it has no usable game.yaml."""
    faults: tuple[Fault, ...]
    left_out: tuple[str, ...]
    """Ids of charts and calculators that are written, but have faults."""
    ids: tuple[Reference, ...]
    """Ids of charts, then of calculators, with the places where they are written."""
    cites: tuple[Reference, ...]
    """Rules that the tables cite."""
    references: tuple[Reference, ...]
    """What they say of other games."""
    folders: tuple[ReadFolder, ...]


class ReadRulebook(msgspec.Struct, frozen=True):
    """The rules of a game, without what depends on its tables."""

    entries: tuple[Entry, ...]
    faults: tuple[Fault, ...]


class ReadGame(NamedTuple):
    """A game, its faults and its references to other games."""

    slug: str
    module: GameModule | None
    """None where it has no usable game.yaml."""
    faults: tuple[Fault, ...]
    left_out: tuple[str, ...]
    """Ids of charts and calculators that are written, but have faults."""
    references: tuple[Reference, ...]


def read_tables(places: Places, slug: str, hashes: Mapping[Path, bytes] = NOTHING) -> ReadTables:
    """Read the tables of one game from all folders. With the `hashes` of files, those parsed before are not parsed."""
    from companion.load.parsed import ParsedFiles
    from companion.load.tables import TablesReader

    reader = TablesReader(slug, ParsedFiles(places, "parsed-tables", slug, hashes))
    for number, base in enumerate(places.bases):
        reader.read(base, number)
    module = reader.module()
    reader.parsed.keep()
    return ReadTables(
        module=module,
        faults=tuple(reader.faults),
        left_out=tuple(sorted(reader.left_out)),
        ids=tuple(reader.ids()),
        cites=tuple(reader.parsed.cites()),
        references=tuple(reader.references()),
        folders=tuple(reader.folders),
    )


def read_rulebook(
    places: Places, slug: str, tables: ReadTables, hashes: Mapping[Path, bytes] = NOTHING
) -> ReadRulebook:
    """Read the rules of one game from all folders. With the `hashes` of files, those parsed before are not parsed."""
    from companion.load.parsed import ParsedFiles
    from companion.load.rulebook import RulebookReader

    reader = RulebookReader(slug, ParsedFiles(places, "parsed-rulebook", slug, hashes))
    for number, (base, folder) in enumerate(zip(places.bases, tables.folders, strict=True)):
        if not folder.newer:
            reader.read(base, number, folder.limits)
    reader.parsed.keep()
    return ReadRulebook(reader.entries.records(), tuple(reader.faults))


def joined(slug: str, tables: ReadTables, rulebook: ReadRulebook) -> ReadGame:
    """The tables and the rules of a game together, with what is wrong between them."""
    faults = (*tables.faults, *rulebook.faults)
    if tables.module is None:
        return ReadGame(slug, None, faults, tables.left_out, ())
    module = msgspec.structs.replace(tables.module, entries=rulebook.entries)
    faults += (*_ids_taken(tables, module), *_unknown_documents(module))
    if not rulebook.faults:
        faults += tuple(_unknown_cites(tables.cites, module))
    return ReadGame(slug, module, faults, tables.left_out, tables.references)


def _ids_taken(tables: ReadTables, module: GameModule) -> Iterator[Fault]:
    """An entry, a chart and a calculator share one space of ids."""
    entries = {each.id for each in module.entries}
    seen: set[str] = set()
    for each in tables.ids:
        if each.target in entries:
            yield each.fault(f"{each.target} is also the id of a rule", "choose another id")
        elif each.target in seen:
            yield each.fault(f"{each.target} is also the id of a chart", "choose another id")
        seen.add(each.target)


def _unknown_documents(module: GameModule) -> Iterator[Fault]:
    """A chapter comes from a document of game.yaml, where it names one; told once a chapter."""
    known = {each.id for each in module.game.documents}
    unknown = {each.file: each.document for each in reversed(module.entries) if each.document}
    for file, document in unknown.items():
        if document not in known:
            close = get_close_matches(document, known, 1)
            mend = f"did you mean {close[0]}?" if close else f"known: {', '.join(sorted(known))}"
            yield Fault(file, 1, "", f"no document {document} in game.yaml", mend)


def _unknown_cites(cites: Iterable[Reference], module: GameModule) -> Iterator[Fault]:
    """Rules that tables cite and that are not there. Where no rule is written yet, none is looked for."""
    known = {cite for entry in module.entries for cite in entry.cites}
    lost = [each for each in cites if known and each.target not in known]
    told: Counter[str] = Counter()
    for each in lost:
        told[each.file] += 1
        mend = near(each.target, known) if told[each.file] <= MOST_NEAREST else ""
        yield each.fault(
            f"no rule is cited as {each.target}", mend or "write the number or title of its heading"
        )


def broken_references(
    game: ReadGame, modules: Sequence[GameModule], known: Mapping[str, Sequence[str]]
) -> Iterator[Fault]:
    """References of a game to records and terms that do not exist. `known` are the ids of all games."""
    terms = {module.game.slug: module.terms for module in modules}
    for each in game.references:
        if not each.term:
            if each.target not in known:
                yield each.fault(f"nothing is called {each.target}", near(each.target, known))
        elif each.target not in terms:
            yield each.fault(f"there is no game {each.target}", near(each.target, terms))
        elif each.target == game.slug or same_term(each.term, terms[each.target]) is None:
            yield each.fault(f"{each.target} has no other {each.term}", f"leave {each.target} out")
