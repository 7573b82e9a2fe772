"""Reads the tables of one game: charts, calculators, glossary, turns."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from companion.load.charts import ChartForm, to_chart
from companion.load.content import files_in
from companion.load.faults import Faults, key_path
from companion.load.file_records import Conflicts, Glossary, Sources
from companion.load.files import printable, record_of, shown_path, tree_of
from companion.load.game import Limits, Reference
from companion.load.hotkey_checks import check_hotkeys
from companion.load.overlay import OverlayRegistry, SourcedRecord
from companion.load.parsed import ParsedFiles
from companion.load.records import to_rough_record
from companion.load.sequence_checks import SequenceChecker
from companion.load.text_yaml import Path as KeyPath
from companion.load.unit_checks import UnitChecker
from companion.load.usable import CheckedHashes, usable_procedures
from companion.model import (
    Chart,
    Conflict,
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

FILES: dict[str, Any] = {
    "game.yaml": Game,
    "glossary.yaml": Glossary,
    "sequence.yaml": Sequence,
    "scenarios.yaml": Scenarios,
    "units.yaml": Units,
    "conflicts.yaml": Conflicts,
    "sources.yaml": Sources,
}
"""Files with one record each, by name."""


class TablesReader:
    """Reads the tables of a game folder by folder; later folders replace records of earlier ones."""

    def __init__(self, slug: str, parsed: ParsedFiles) -> None:
        self.slug = slug
        self.parsed = parsed
        self.left_out: set[str] = set()
        """Ids of records that are left out because of faults that are reported."""
        self.unread: set[str] = set()
        """Ids of procedures whose files cannot be read."""
        self.game: Game | None = None
        self.turns: dict[type, tuple[Any, Faults]] = {}
        """The Sequence, Scenarios and Units with the faults of their files, by class."""
        self.charts: OverlayRegistry[Chart] = OverlayRegistry()
        self.procedures: OverlayRegistry[Procedure] = OverlayRegistry()
        self.terms: OverlayRegistry[Term] = OverlayRegistry()
        self.conflicts: OverlayRegistry[Conflict] = OverlayRegistry()
        self.synonyms: list[Synonym] = []
        self.slang_stop: list[str] = []
        self.sections: list[str] = []
        self.printed: list[Printed] = []
        self.folders: list[Limits | None] = []
        """Limits of points for each folder; None for a folder that needs a newer version of the companion."""

    def read(self, base: Path, folder: int) -> None:
        """Read this game's tables in `base`; `folder` is its number, 0 for the shipped one."""
        tables = base / "tables" / self.slug
        newer = self._is_newer(tables / "game.yaml")
        for path in () if newer else files_in(tables, ".yaml", ".yml"):
            faults = self.parsed.faults_of(shown_path(path))
            if path.parent == tables and path.name in FILES:
                self._add(self.parsed.read(path, faults, FILES[path.name]), faults, folder)
            elif path.parent == tables / "charts":
                self._read_chart(faults, path, folder)
            elif path.parent == tables / "procedures":
                self._read_procedure(faults, path, folder)
            else:
                known = [*FILES, "charts/*.yaml", "procedures/*.yaml"]
                faults.add((), "the companion does not read this file", f"known: {', '.join(known)}")
        self.folders.append(None if newer else self.game.limits if self.game else {})

    def _is_newer(self, path: Path) -> bool:
        """Return whether a game.yaml needs a newer version of the companion, and note that as a fault."""
        faults = Faults(shown_path(path))
        tree = tree_of(path, faults) if path.is_file() else None
        written = tree.value.get("format") if tree is not None else None
        if not isinstance(written, str) or not written.strip().isdecimal() or int(written[:9]) <= FORMAT:
            return False
        number = written.strip()[:9]
        says = f"this game uses format {number}; this version reads formats up to {FORMAT}"
        faults.add(("format",), says, "use a newer version of the companion")
        self.parsed.faults.append(faults)
        return True

    def module(self) -> GameModule | None:
        """Return the game without its rules; None if it has no usable game.yaml."""
        if self.game is None:
            if not self._is_faulty("game.yaml"):
                faults = self.parsed.faults_of(printable(f"tables/{self.slug}/game.yaml"))
                faults.add((), "file not found: every game needs it", "add it")
            return None
        charts = {chart.id: chart for chart in self.charts.records()}
        checked = CheckedHashes(self.parsed.before.checked, self.parsed.now.checked)
        unread = {*self.unread, *self.left_out}
        procedures = usable_procedures(self.procedures.candidates(), charts, unread, checked)
        self.left_out |= self.unread
        self.left_out |= set(self.procedures.ids()) - set(procedures)
        self.left_out -= {*charts, *procedures}
        self._check_turns(procedures)
        check_hotkeys(self.procedures, procedures)
        self.parsed.add_sentence_faults()
        return GameModule(
            game=self.game,
            charts=tuple(charts.values()),
            procedures=tuple(sorted(procedures.values(), key=lambda each: (each.order, each.title))),
            terms=self.terms.records(),
            synonyms=tuple(self.synonyms),
            slang_stop=tuple(dict.fromkeys(self.slang_stop)),
            sequence=self._without_faults(Sequence, None),
            scenarios=self._without_faults(Scenarios, Scenarios()),
            units=self._without_faults(Units, Units()),
            conflicts=self.conflicts.records(),
            sections=tuple(dict.fromkeys(self.sections)),
            printed=tuple(self.printed),
        )

    def ids(self) -> Iterator[Reference]:
        """Yield the ids of charts and calculators with the places where they are written."""
        for chart in self.charts.last():
            yield _reference(chart, chart.at, chart.record.id)
        for procedure in self.procedures.last():
            yield _reference(procedure, procedure.at, procedure.record.id)

    def references(self) -> Iterator[Reference]:
        """Yield the references to records of any game, which can be checked once all games are read."""
        for placed in self.conflicts.last():
            for index, target in enumerate(placed.record.bites):
                yield _reference(placed, (*placed.at[:-1], "bites", index), target)
        for term in self.terms.last():
            for index, other in enumerate(term.record.differs):
                yield _reference(term, (*term.at[:-1], "differs", index), other, term.record.term)

    def _is_faulty(self, name: str) -> bool:
        """Return whether a file of this name has been read and has faults."""
        ending = os.sep + name
        return any(each.noted and each.file.endswith(ending) for each in self.parsed.faults)

    def _check_turns(self, procedures: Mapping[str, Procedure]) -> None:
        checker = SequenceChecker(self.slug, procedures, self.left_out)
        sequence, scenarios, units = map(self.turns.get, (Sequence, Scenarios, Units))
        unit_checker = UnitChecker(self.slug, procedures, self.left_out)
        if sequence:
            facts = unit_checker.fact_scope(units[0]) if units else {}
            checker.sequence(*sequence, None if self._is_faulty("units.yaml") else facts)
        if scenarios and (sequence or not self._is_faulty("sequence.yaml")):
            checker.scenarios(scenarios[0], sequence[0] if sequence else None, scenarios[1])
        if units:
            unit_checker.check(*units)

    def _without_faults(self, kind: type, default: Any) -> Any:
        record, faults = self.turns.get(kind, (default, None))
        return default if faults and faults.noted else record

    def _add(self, record: Any, faults: Faults, folder: int) -> None:
        """Add the record of one of FILES; None for a file that cannot be used."""
        match record:
            case Game():
                self._add_game(record, faults)
            case Glossary():
                for index, term in enumerate(record.terms):
                    self.terms.put(term_id(self.slug, term), term, faults, ("terms", index, "term"), folder)
                self.synonyms += record.synonyms
                self.slang_stop += record.slang_stop
            case Conflicts():
                for index, conflict in enumerate(record.conflicts):
                    self.conflicts.put(conflict.id, conflict, faults, ("conflicts", index, "id"), folder)
            case Sources():
                self.sections += record.numbers
                self.printed += record.printed
            case Scenarios():
                before = self.turns.get(Scenarios)
                self.turns[Scenarios] = record.added_to(before[0]) if before else record, faults
            case Sequence() | Units():
                self.turns[type(record)] = record, faults

    def _add_game(self, game: Game, faults: Faults) -> None:
        if game.slug != self.slug:
            faults.add(
                ("slug",),
                f"slug {game.slug} differs from folder {printable(self.slug)}",
                "use one name for both",
            )
        elif game.format < 1:
            faults.add(("format",), f"unknown format {game.format}", f"write {FORMAT}, or leave it out")
        else:
            self.game = game

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

    def _written_id(self, path: Path, faults: Faults) -> str:
        """Return the id in a file that cannot be used; the name of the file if it has none."""
        value = faults.tree.value if faults.tree is not None else None
        written = value.get("id") if isinstance(value, dict) else None
        return f"{self.slug}:{written if isinstance(written, str) else path.stem}"


def _reference(placed: SourcedRecord[Any], at: KeyPath, target: str, term: str = "") -> Reference:
    faults = placed.faults
    return Reference(faults.file, faults.line(at), key_path(at), target, term)


def _check_id(name: str, faults: Faults) -> None:
    """Note a fault if an id is invalid: it must be easy to type."""
    if not _ID.fullmatch(name):
        faults.add(
            ("id",), f"{name!r} is not a valid id", "use lower-case letters, digits and -, as in fire-table"
        )
