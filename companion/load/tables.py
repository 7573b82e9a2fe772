"""The tables of one game: charts, calculators, words, turns."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from companion.load.charts import ChartForm, to_chart
from companion.load.content import files_in
from companion.load.faults import Faults, key_path
from companion.load.file_records import Conflicts, Glossary, Sources
from companion.load.files import printable, record_of, shown_path, tree_of
from companion.load.format_version import is_newer
from companion.load.game import ReadFolder, Reference
from companion.load.overlay import OverlayRegistry, SourcedRecord
from companion.load.parsed import ParsedFiles
from companion.load.records import to_rough_record
from companion.load.sequence_checks import SequenceChecker
from companion.load.text_yaml import Path as KeyPath
from companion.load.usable import CheckedHashes, usable_procedures
from companion.model import (
    Chart,
    Conflict,
    Fault,
    Game,
    GameModule,
    Printed,
    Procedure,
    Scenarios,
    Sequence,
    Synonym,
    Term,
    Units,
    term_id,
)
from companion.model.game import FORMAT

_ID = re.compile(r"[a-z0-9][a-z0-9.-]*")

T = TypeVar("T")
S = TypeVar("S")


class TablesReader:
    """Reads the tables of a game from one folder after another; later folders overlay earlier ones."""

    def __init__(self, slug: str, parsed: ParsedFiles) -> None:
        self.slug = slug
        self.parsed = parsed
        self.files: list[Faults] = []
        self.left_out: set[str] = set()
        """Ids that are written, but whose records have faults that are told."""
        self.unread: set[str] = set()
        """Ids of procedures whose files cannot be read."""
        self.game: Game | None = None
        self.sequence: tuple[Sequence, Faults] | None = None
        self.scenarios: tuple[Scenarios, Faults] | None = None
        self.units: tuple[Units, Faults] | None = None
        self.charts: OverlayRegistry[Chart] = OverlayRegistry()
        self.procedures: OverlayRegistry[Procedure] = OverlayRegistry()
        self.terms: OverlayRegistry[Term] = OverlayRegistry()
        self.conflicts: OverlayRegistry[Conflict] = OverlayRegistry()
        self.synonyms: list[Synonym] = []
        self.slang_stop: list[str] = []
        self.sections: list[str] = []
        self.printed: list[Printed] = []
        self.folders: list[ReadFolder] = []
        """What the rulebook needs to know of each folder."""

    @property
    def faults(self) -> list[Fault]:
        """Every fault found so far."""
        return [fault for each in self.files for fault in each.noted]

    def read(self, base: Path, folder: int) -> None:
        """Reads this game's tables in `base`, the folder with this number; those after 0 are the player's."""
        tables = base / "tables" / self.slug
        newer = self._newer(tables / "game.yaml")
        if not newer:
            self._read_tables(tables, folder)
        self.folders.append(ReadFolder(newer, self.game.limits if self.game else None))

    def _read_tables(self, tables: Path, folder: int) -> None:
        singles: dict[str, Callable[[Faults, Path, int], None]] = {
            "game.yaml": self._read_game,
            "glossary.yaml": self._read_glossary,
            "sequence.yaml": self._read_sequence,
            "scenarios.yaml": self._read_scenarios,
            "units.yaml": self._read_units,
            "conflicts.yaml": self._read_conflicts,
            "sources.yaml": self._read_sources,
        }
        for path in files_in(tables, ".yaml", ".yml"):
            faults = self._faults(path)
            if path.parent == tables and path.name in singles:
                singles[path.name](faults, path, folder)
            elif path.parent == tables / "charts":
                self._read_chart(faults, path, folder)
            elif path.parent == tables / "procedures":
                self._read_procedure(faults, path, folder)
            else:
                known = [*singles, "charts/*.yaml", "procedures/*.yaml"]
                faults.add((), "this file is read by nothing", f"known: {', '.join(known)}")

    def _newer(self, path: Path) -> bool:
        """Whether the folder is in a form that only a later version reads: nothing of it is read then."""
        faults = Faults(shown_path(path))
        tree = tree_of(path, faults) if path.is_file() else None
        if tree is None or not is_newer(tree.value, faults):
            return False
        self.files.append(faults)
        return True

    def module(self) -> GameModule | None:
        """The game without its rules, or None where it has no usable game.yaml."""
        if self.game is None:
            if not self._faulty("game.yaml"):
                faults = Faults(printable(f"tables/{self.slug}/game.yaml"))
                faults.add((), "the game cannot be used without this file", "add it")
                self.files.append(faults)
            return None
        charts = {chart.id: chart for chart in self.charts.records()}
        checked = CheckedHashes(self.parsed.before.checked, self.parsed.now.checked)
        unread = {*self.unread, *self.left_out}
        procedures = usable_procedures(self.procedures.candidates(), charts, unread, checked)
        self.left_out |= self.unread
        self.left_out |= set(self.procedures.ids()) - set(procedures)
        self.left_out -= {*charts, *procedures}
        self._check_turns(procedures)
        self.parsed.add_sentence_faults()
        return GameModule(
            game=self.game,
            charts=tuple(charts.values()),
            procedures=tuple(sorted(procedures.values(), key=lambda each: (each.order, each.title))),
            terms=self.terms.records(),
            synonyms=tuple(self.synonyms),
            slang_stop=tuple(dict.fromkeys(self.slang_stop)),
            sequence=_sound(self.sequence, None),
            scenarios=_sound(self.scenarios, Scenarios()),
            units=_sound(self.units, Units()),
            conflicts=self.conflicts.records(),
            sections=tuple(dict.fromkeys(self.sections)),
            printed=tuple(self.printed),
        )

    def ids(self) -> Iterator[Reference]:
        """The ids of charts and calculators with the places where they are written."""
        for chart in self.charts.last():
            yield _reference(chart, chart.at, chart.record.id)
        for procedure in self.procedures.last():
            yield _reference(procedure, procedure.at, procedure.record.id)

    def references(self) -> Iterator[Reference]:
        """What this game says of records of others, to be checked once all games are there."""
        for placed in self.conflicts.last():
            for index, target in enumerate(placed.record.bites):
                yield _reference(placed, (*placed.at[:-1], "bites", index), target)
        for term in self.terms.last():
            for index, other in enumerate(term.record.differs):
                yield _reference(term, (*term.at[:-1], "differs", index), other, term.record.term)

    def _faulty(self, name: str) -> bool:
        """Whether a file of this name has been read, and has faults."""
        ending = os.sep + name
        return any(each.noted and each.file.endswith(ending) for each in self.files)

    def _check_turns(self, procedures: Mapping[str, Procedure]) -> None:
        """What has a fault is told, and left out of the game."""
        checker = SequenceChecker(self.slug, procedures, self.left_out)
        if self.sequence is not None:
            checker.sequence(*self.sequence)
        if self.scenarios is not None and (self.sequence is not None or not self._faulty("sequence.yaml")):
            found, faults = self.scenarios
            checker.scenarios(found, self.sequence[0] if self.sequence else None, faults)
        if self.units is not None:
            checker.units(*self.units)

    def _read_game(self, faults: Faults, path: Path, folder: int) -> None:
        game = self._record(path, faults, Game)
        if game is not None and game.slug != self.slug:
            faults.add(("slug",), f"slug {game.slug} in folder {printable(self.slug)}", "make them equal")
        elif game is not None and game.format < 1:
            faults.add(("format",), f"there is no format {game.format}", f"write {FORMAT}, or leave it out")
        elif game is not None:
            self.game = game

    def _read_glossary(self, faults: Faults, path: Path, folder: int) -> None:
        glossary = self._record(path, faults, Glossary)
        if glossary is not None:
            for index, term in enumerate(glossary.terms):
                self.terms.put(term_id(self.slug, term), term, faults, ("terms", index, "term"), folder)
            self.synonyms += glossary.synonyms
            self.slang_stop += glossary.slang_stop

    def _read_sequence(self, faults: Faults, path: Path, folder: int) -> None:
        sequence = self._record(path, faults, Sequence)
        if sequence is not None:
            self.sequence = sequence, faults

    def _read_scenarios(self, faults: Faults, path: Path, folder: int) -> None:
        scenarios = self._record(path, faults, Scenarios)
        if scenarios is not None:
            self.scenarios = scenarios, faults

    def _read_units(self, faults: Faults, path: Path, folder: int) -> None:
        units = self._record(path, faults, Units)
        if units is not None:
            self.units = units, faults

    def _read_conflicts(self, faults: Faults, path: Path, folder: int) -> None:
        conflicts = self._record(path, faults, Conflicts)
        if conflicts is not None:
            for index, conflict in enumerate(conflicts.conflicts):
                self.conflicts.put(conflict.id, conflict, faults, ("conflicts", index, "id"), folder)

    def _read_sources(self, faults: Faults, path: Path, folder: int) -> None:
        sources = self._record(path, faults, Sources)
        if sources is not None:
            self.sections += sources.numbers
            self.printed += sources.printed

    def _read_chart(self, faults: Faults, path: Path, folder: int) -> None:
        def parse() -> Chart | None:
            form = record_of(path, faults, ChartForm)
            if form is None:
                return None
            _check_id(form.id, faults)
            return to_chart(form, self.slug, faults, folder > 0)

        chart = self.parsed.read(path, faults, Chart, parse, f"{folder > 0}")
        if chart is None:
            self.left_out.add(self._written_id(path, faults))
        else:
            self.charts.put(chart.id, chart, faults, ("id",), folder)

    def _read_procedure(self, faults: Faults, path: Path, folder: int) -> None:
        def parse() -> Procedure | None:
            tree = tree_of(path, faults)
            return to_rough_record(tree.value, Procedure, faults) if tree is not None else None

        procedure = self.parsed.read(path, faults, Procedure, parse)
        if procedure is None:
            self.unread.add(self._written_id(path, faults))
            return
        _check_id(procedure.id, faults)
        named = msgspec.structs.replace(
            procedure,
            id=f"{self.slug}:{procedure.id}",
            game=self.slug,
            overlay="yes" if folder else "no",
        )
        self.procedures.put(named.id, named, faults, ("id",), folder)

    def _record(self, path: Path, faults: Faults, kind: type[T]) -> T | None:
        return self.parsed.read(path, faults, kind, lambda: record_of(path, faults, kind))

    def _written_id(self, path: Path, faults: Faults) -> str:
        """The id of a file that cannot be used: what it says, else its name."""
        value = faults.tree.value if faults.tree is not None else None
        written = value.get("id") if isinstance(value, dict) else None
        return f"{self.slug}:{written if isinstance(written, str) else path.stem}"

    def _faults(self, path: Path) -> Faults:
        self.files.append(Faults(shown_path(path)))
        return self.files[-1]


def _reference(placed: SourcedRecord[Any], at: KeyPath, target: str, term: str = "") -> Reference:
    faults = placed.faults
    return Reference(faults.file, faults.line(at), key_path(at), target, term)


def _check_id(name: str, faults: Faults) -> None:
    """Ids are typed, so they are plain."""
    if not _ID.fullmatch(name):
        faults.add(("id",), f"{name!r} is no id", "lower-case letters, digits and -, as in fire-table")


def _sound(found: tuple[T, Faults] | None, without: S) -> T | S:
    """A record that has no fault."""
    return found[0] if found is not None and not found[1].noted else without
