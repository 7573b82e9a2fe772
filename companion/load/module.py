"""One game's folder to its module."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from companion.load.charts import ChartForm, to_chart
from companion.load.markdown import read_chapter
from companion.load.procedures import check_procedure, filled
from companion.load.records import Faults, read_tree, to_record
from companion.load.source import overlaid
from companion.model import (
    Chart,
    Conflict,
    Entry,
    Fault,
    Game,
    GameModule,
    Printed,
    Procedure,
    Sequence,
    Synonym,
    Term,
)
from companion.model.procedure import Record

T = TypeVar("T")


class Glossary(Record, frozen=True):
    """Shape of glossary.yaml."""

    terms: tuple[Term, ...] = ()
    synonyms: tuple[Synonym, ...] = ()
    slang_stop: tuple[str, ...] = ()


class Conflicts(Record, frozen=True):
    """Shape of conflicts.yaml."""

    conflicts: tuple[Conflict, ...] = ()


class Sections(Record, frozen=True):
    """Section numbers of one document."""

    document: str
    numbers: tuple[str, ...]


class BoxForm(Record, frozen=True):
    """A titled table or box."""

    page: str
    title: str
    carried: tuple[str, ...]


class PrintedModifier(Record, frozen=True):
    """A printed modifier; `carried` is one id, or empty."""

    chart: str
    says: str
    carried: str
    value: str = ""
    line: str = ""


class PrintedNote(Record, frozen=True):
    """A printed note."""

    chart: str
    says: str
    carried: tuple[str, ...]


class Sources(Record, frozen=True):
    """Shape of sources.yaml: the inventory of what the sources hold."""

    sections: tuple[Sections, ...] = ()
    boxes: tuple[BoxForm, ...] = ()
    modifiers: tuple[PrintedModifier, ...] = ()
    notes: tuple[PrintedNote, ...] = ()


class ModuleReader:
    """Reads a game from one folder after another; later folders overlay earlier ones."""

    def __init__(self, slug: str) -> None:
        self.slug = slug
        self.faults: list[Fault] = []
        self.game: Game | None = None
        self.sequence: Sequence | None = None
        self.entries: list[Entry] = []
        self.charts: list[Chart] = []
        self.procedures: list[tuple[Procedure, Faults]] = []
        self.terms: list[Term] = []
        self.synonyms: list[Synonym] = []
        self.slang_stop: list[str] = []
        self.conflicts: list[Conflict] = []
        self.sections: list[str] = []
        self.printed: list[Printed] = []

    def read(self, base: Path, overlay: bool) -> None:
        """Reads this game's part of `base`."""
        for path in _files(base / "rulebook" / self.slug, ".md"):
            faults = self._faults(path, base)
            text = self._text(path, faults)
            if text is not None:
                self.entries += read_chapter(text, self.slug, faults, overlay)
            self.faults += faults.found
        tables = base / "tables" / self.slug
        singles: dict[str, Callable[[Path, Path], None]] = {
            "game.yaml": self._read_game,
            "glossary.yaml": self._read_glossary,
            "sequence.yaml": self._read_sequence,
            "conflicts.yaml": self._read_conflicts,
            "sources.yaml": self._read_sources,
        }
        for path in _files(tables, ".yaml", ".yml"):
            if path.parent == tables and path.name in singles:
                singles[path.name](path, base)
            elif path.parent == tables / "charts":
                self._read_chart(path, base, overlay)
            elif path.parent == tables / "procedures":
                self._read_procedure(path, base, overlay)
            else:
                known = [*singles, "charts/*.yaml", "procedures/*.yaml"]
                self.faults.append(
                    Fault(
                        _shown(path, base),
                        0,
                        "",
                        "this file is read by nothing",
                        f"known: {', '.join(known)}",
                    )
                )

    def module(self) -> GameModule | None:
        """The game, or None where it has no usable game.yaml."""
        if self.game is None:
            self.faults.append(
                Fault(
                    f"tables/{self.slug}/game.yaml",
                    0,
                    "",
                    "the game cannot be used without this file",
                    "add it",
                )
            )
            return None
        charts = overlaid(self.charts)
        by_id = {chart.id: chart for chart in charts}
        procedures: dict[str, Procedure] = {}
        known = {each.id: each for each, _ in self.procedures}
        complete = {each.id: filled(each, by_id, known, faults) for each, faults in self.procedures}
        for procedure, faults in self.procedures:
            if check_procedure(complete[procedure.id], by_id, complete, faults):
                procedures[procedure.id] = complete[procedure.id]
            self.faults += faults.found
        return GameModule(
            game=self.game,
            entries=overlaid(self.entries),
            charts=charts,
            procedures=tuple(sorted(procedures.values(), key=lambda each: (each.order, each.title))),
            terms=_last(self.terms, lambda term: term.term.lower()),
            synonyms=tuple(self.synonyms),
            slang_stop=tuple(dict.fromkeys(self.slang_stop)),
            sequence=self.sequence,
            conflicts=overlaid(self.conflicts),
            sections=tuple(dict.fromkeys(self.sections)),
            printed=tuple(self.printed),
        )

    def _read_game(self, path: Path, base: Path) -> None:
        game = self._record(path, base, Game)
        if game is not None and game.slug != self.slug:
            self.faults.append(
                Fault(
                    _shown(path, base),
                    1,
                    "slug",
                    f"slug {game.slug} in folder {self.slug}",
                    "make them equal",
                )
            )
        elif game is not None:
            self.game = game

    def _read_glossary(self, path: Path, base: Path) -> None:
        glossary = self._record(path, base, Glossary)
        if glossary is not None:
            self.terms += glossary.terms
            self.synonyms += glossary.synonyms
            self.slang_stop += glossary.slang_stop

    def _read_sequence(self, path: Path, base: Path) -> None:
        sequence = self._record(path, base, Sequence)
        if sequence is not None:
            self.sequence = sequence

    def _read_conflicts(self, path: Path, base: Path) -> None:
        conflicts = self._record(path, base, Conflicts)
        if conflicts is not None:
            self.conflicts += conflicts.conflicts

    def _read_sources(self, path: Path, base: Path) -> None:
        sources = self._record(path, base, Sources)
        if sources is None:
            return
        self.sections += [number for each in sources.sections for number in each.numbers]
        self.printed += [Printed(box.page, box.title, box.carried, "box") for box in sources.boxes]
        self.printed += [
            Printed(each.chart, each.says, (each.carried,) if each.carried else (), "modifier", each.line)
            for each in sources.modifiers
        ]
        self.printed += [Printed(each.chart, each.says, each.carried) for each in sources.notes]

    def _read_chart(self, path: Path, base: Path, overlay: bool) -> None:
        faults = self._faults(path, base)
        form = self._parsed(path, faults, ChartForm)
        chart = to_chart(form, self.slug, faults, overlay) if form is not None else None
        if chart is not None:
            self.charts.append(chart)
        self.faults += faults.found

    def _read_procedure(self, path: Path, base: Path, overlay: bool) -> None:
        faults = self._faults(path, base)
        procedure = self._parsed(path, faults, Procedure)
        if procedure is None:
            self.faults += faults.found
            return
        named = msgspec.structs.replace(
            procedure, id=f"{self.slug}:{procedure.id}", game=self.slug, overlay="yes" if overlay else "no"
        )
        self.procedures = [(each, note) for each, note in self.procedures if each.id != named.id]
        self.procedures.append((named, faults))

    def _record(self, path: Path, base: Path, kind: type[T]) -> T | None:
        faults = self._faults(path, base)
        record = self._parsed(path, faults, kind)
        self.faults += faults.found
        return record

    def _parsed(self, path: Path, faults: Faults, kind: type[T]) -> T | None:
        text = self._text(path, faults)
        tree = read_tree(text, faults) if text is not None else None
        return to_record(tree.value, kind, faults) if tree is not None else None

    def _text(self, path: Path, faults: Faults) -> str | None:
        try:
            return path.read_text(encoding="utf-8-sig")
        except OSError as error:
            faults.add((), f"cannot be read: {error.strerror}", line=0)
        except UnicodeDecodeError as error:
            faults.add((), f"is not UTF-8 text (byte {error.start})", "save the file as UTF-8", 0)
        return None

    def _faults(self, path: Path, base: Path) -> Faults:
        return Faults(_shown(path, base))


def _shown(path: Path, base: Path) -> str:
    """The path from where the player stands, else whole."""
    try:
        return str(path.relative_to(Path.cwd()))
    except (ValueError, OSError):
        return str(path)


def _files(folder: Path, *endings: str) -> list[Path]:
    try:
        return sorted(path for path in folder.rglob("*") if path.suffix in endings and path.is_file())
    except OSError:
        return []


def _last(records: list[T], key: Callable[[T], Any]) -> tuple[T, ...]:
    by_key = {key(record): record for record in records}
    return tuple(by_key.values())
